//! `sowlab solve`.

use super::common::{Failure, GameArgs, ScopeArg, bytes, count, grouped, machine_for, print, print_json};
use crate::play::{move_name, seat_name};
use crate::rules::ruleset::Seat;
use crate::solve::{
    Answer as Solution, BYTES_A_POSITION, Bounds, Database, DatabaseError, Limits, MatchAnswer, MatchError, MatchValue,
    SeedsFirst, SolveError, positions_at_most, solve, solve_match, write_database,
};
use serde::Serialize;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Arguments of `sowlab solve`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab solve variants/bosh.sow --position \"0 0 1 3 0 / 1 0 2 0 0 s s:20 n:13\"\n  sowlab solve variants/bosh.sow --memory 4G --checkpoint bosh.part\n  sowlab solve variants/bosh.sow --write-database bosh-12.db --seeds 12\n  sowlab solve variants/bosh.sow --database bosh-12.db"
)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position to begin with, such as "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0"
    #[arg(long)]
    position: Option<String>,
    /// Memory for positions and values, such as 500M or 8G; where it runs out, proven bounds are told. Work in hand takes about a
    /// fifth more
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes)]
    memory: u64,
    /// Threads; as many as there are processors unless said. The answer does not depend on it
    #[arg(long)]
    threads: Option<std::num::NonZeroUsize>,
    /// One round, or the match as a game of rounds
    #[arg(long, value_enum, default_value_t)]
    scope: ScopeArg,
    /// A file that keeps the work when it is interrupted, and every minute or so, and from which it goes on
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// A database written before under the same reading, whose positions need not be gone through again
    #[arg(long, value_name = "FILE", conflicts_with = "write_database")]
    database: Option<PathBuf>,
    /// Solve all positions of up to --seeds seeds instead and write their values to this file
    #[arg(long, value_name = "FILE", requires = "seeds", conflicts_with_all = ["position", "checkpoint", "scope", "json"])]
    write_database: Option<PathBuf>,
    /// Most seeds on the board in that database
    #[arg(long, requires = "write_database", value_parser = clap::value_parser!(u16).range(1..=127))]
    seeds: Option<u16>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    reading: String,
    position: String,
    value: Option<i16>,
    low: i16,
    high: i16,
    exact: bool,
    positions: u64,
    positions_at_most: Option<u64>,
    complete: bool,
    bytes: u64,
    never_ending: u64,
    whatever_never_ending: [i16; 2],
    moves: Vec<MoveAnswer>,
    line: Vec<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    pit: String,
    value: Option<i16>,
    low: i16,
    high: i16,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, answers, rules) = args.game.ruleset()?;
    let (machine, position) = machine_for(rules, args.scope.into(), args.position.as_deref())?;
    let names = machine.rules().board.names();
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed)).map_err(Failure::input)?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads.get());
    }
    let pool = pool.build().map_err(Failure::input)?;
    if let (Some(path), Some(seeds)) = (&args.write_database, args.seeds) {
        let written =
            pool.install(|| write_database(&machine, seeds, path, args.memory, &|_| stop.load(Ordering::Relaxed)));
        return match written {
            Ok(positions) => print(&format!("{}: {} positions", path.display(), grouped(positions))),
            Err(DatabaseError::Stopped) => Err(Failure::Interrupted("interrupted; no database was written".to_owned())),
            Err(error) => Err(Failure::input(error)),
        };
    }
    let database = args.database.as_ref().map(|path| Database::open(path, &machine)).transpose();
    let limits = Limits {
        checkpoint: args.checkpoint.clone(),
        database: database.map_err(Failure::input)?.map(Arc::new),
        ..Limits::within(args.memory)
    };
    if args.scope == ScopeArg::Match {
        let solved = pool.install(|| solve_match(&machine, &position, &limits, &|_| stop.load(Ordering::Relaxed)));
        let reading = game.reading_id(&answers);
        return match solved {
            Ok(solved) => tell_match(args.json, reading, &solved),
            Err(MatchError::Solve(SolveError::Stopped)) => Err(Failure::Interrupted("interrupted".to_owned())),
            Err(error) => Err(Failure::input(error)),
        };
    }
    let at_most = positions_at_most(&machine, &position).map_err(Failure::input)?;
    if std::io::stderr().is_terminal() {
        eprintln!("{}", estimate(at_most, args.memory));
    }
    let began = Instant::now();
    let solved = match pool.install(|| solve(&machine, &position, &limits, &|_| stop.load(Ordering::Relaxed))) {
        Ok(solved) => solved,
        Err(SolveError::Stopped) => {
            let kept = args.checkpoint.as_ref().map_or_else(
                || "interrupted; nothing is kept, as no --checkpoint was given".to_owned(),
                |file| {
                    format!("interrupted; {} keeps the work, and the same command goes on from there", file.display())
                },
            );
            return Err(Failure::Interrupted(kept));
        }
        Err(error) => return Err(Failure::input(error)),
    };
    let reading = game.reading_id(&answers);
    let name = |chosen| move_name(names, chosen);
    let line: Vec<String> = solved.line.iter().map(|&chosen| name(chosen)).collect();
    if args.json {
        let moves = solved.moves.iter().map(|m| MoveAnswer {
            pit: name(m.chosen),
            value: m.value.value(),
            low: m.value.low,
            high: m.value.high,
        });
        return print_json(&Answer {
            reading,
            position: position.to_string(),
            value: solved.value.value(),
            low: solved.value.low,
            high: solved.value.high,
            exact: solved.value.value().is_some(),
            positions: solved.positions,
            positions_at_most: at_most,
            complete: solved.complete,
            bytes: solved.bytes,
            never_ending: solved.never_ending,
            whatever_never_ending: [solved.whatever_never_ending.low, solved.whatever_never_ending.high],
            moves: moves.collect(),
            line,
        });
    }
    let seconds = began.elapsed().as_secs_f64();
    let mut text =
        vec![format!("{reading}, {position}"), format!("Value to the player to move: {}", told(solved.value))];
    text.extend(solved.moves.iter().map(|m| format!("  {:<14} {}", name(m.chosen), told(m.value))));
    if !line.is_empty() {
        text.push(format!("Best play: {}", line.join(" ")));
    }
    text.extend(remarks(&solved));
    text.push(format!("{} positions in {seconds:.1} s", grouped(solved.positions)));
    print(&text.join("\n"))
}

#[derive(Serialize)]
struct MatchAnswerJson {
    reading: String,
    result: &'static str,
    exact: bool,
    endless_from: Option<usize>,
    rounds: Vec<RoundJson>,
    standings: Option<usize>,
    doubtful: Option<String>,
    starts: usize,
    positions: u64,
}

#[derive(Serialize)]
struct RoundJson {
    position: String,
    value: i16,
    won: [u16; 2],
}

/// The result of a match.
fn tell_match(json: bool, reading: String, solved: &MatchAnswer) -> Result<(), Failure> {
    let (result, words) = match solved.value {
        MatchValue::Won(Seat::South) => ("first-wins", "The first player wins the match".to_owned()),
        MatchValue::Won(Seat::North) => ("second-wins", "The second player wins the match".to_owned()),
        MatchValue::Drawn => ("drawn", "The match is drawn".to_owned()),
        MatchValue::Endless(from) => {
            ("endless", format!("The match never ends: after the last round it stands as before round {}", from + 1))
        }
    };
    let (standings, doubtful, remark) = match &solved.seeds_first {
        SeedsFirst::Best { standings } => {
            let among = count(*standings as u64, "standing");
            let remark = format!(
                "Neither player can do better: in none of the {among} that can come up does a player stand worse for more \
                 seeds than he can secure."
            );
            (Some(*standings), None, remark)
        }
        SeedsFirst::Doubtful { start, seat, secured, more } => {
            let who = seat_name(*seat);
            let doubt = format!(
                "in the round from {start} {who} secures {secured} seeds in hand and could stand worse with {more}"
            );
            let remark = format!("Whether a player can do better is not known: {doubt}.");
            (None, Some(doubt), remark)
        }
    };
    if json {
        let rounds = solved.rounds.iter().map(|round| RoundJson {
            position: round.start.to_string(),
            value: round.value,
            won: round.won,
        });
        return print_json(&MatchAnswerJson {
            reading,
            result,
            exact: standings.is_some(),
            endless_from: if let MatchValue::Endless(from) = solved.value { Some(from) } else { None },
            rounds: rounds.collect(),
            standings,
            doubtful,
            starts: solved.starts,
            positions: solved.positions,
        });
    }
    let mut text = vec![format!("{reading}, match"), format!("{words}, if both play every round for seeds.")];
    text.extend(solved.rounds.iter().enumerate().map(|(n, round)| {
        let [south, north] = round.won;
        format!("  round {:<3} {:<44} {:+}, then {south} to {north}", n + 1, round.start.to_string(), round.value)
    }));
    text.push(remark);
    text.push(format!(
        "{} of rounds solved, {} positions",
        count(solved.starts as u64, "start"),
        grouped(solved.positions)
    ));
    print(&text.join("\n"))
}

/// What it may take, told before it is begun.
fn estimate(at_most: Option<u64>, memory: u64) -> String {
    let gigabytes = |bytes: f64| bytes / f64::from(1 << 30);
    let limit = gigabytes(memory as f64);
    match at_most {
        None => format!("More than 2^63 positions are possible; those that can come up may take {limit:.1} GB."),
        Some(n) => format!(
            "At most {} positions are possible ({:.1} GB); those that can come up may take {limit:.1} GB.",
            grouped(n),
            gigabytes(n as f64 * BYTES_A_POSITION as f64)
        ),
    }
}

fn told(bounds: Bounds) -> String {
    match bounds.value() {
        Some(value) => format!("{value:+}"),
        None => format!("from {:+} to {:+}", bounds.low, bounds.high),
    }
}

/// What the value hangs on.
fn remarks(solved: &Solution) -> Vec<String> {
    let mut text = Vec::new();
    if solved.value.value().is_some() {
        text.push("The value is exact, whatever a repeated position does.".to_owned());
    } else if solved.complete {
        text.push("The bounds are proved; within them the value hangs on what a repeated position does.".to_owned());
    } else {
        text.push(
            "The bounds are proved; the positions did not fit in memory. More of it (--memory) gives closer ones."
                .to_owned(),
        );
    }
    text.push(match (solved.never_ending, solved.whatever_never_ending == solved.value) {
        (0, _) => "No sowing that never ends can be chosen.".to_owned(),
        (n, true) => format!(
            "Sowings that never end can be chosen in {} positions; the value does not hang on what they do.",
            grouped(n)
        ),
        (n, false) => format!(
            "Sowings that never end can be chosen in {} positions; by what they do the value can be {}.",
            grouped(n),
            told(solved.whatever_never_ending)
        ),
    });
    text
}
