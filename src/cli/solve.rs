//! `sowlab solve`.

use super::common::{Failure, GameArgs, grouped, machine_for, print, print_json};
use crate::engine::Scope;
use crate::play::move_name;
use crate::solve::{Answer as Solution, BYTES_A_POSITION, Bounds, Limits, SolveError, positions_at_most, solve};
use serde::Serialize;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Arguments of `sowlab solve`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab solve variants/bosh.sow --position \"0 0 1 3 0 / 1 0 2 0 0 s s:20 n:13\"\n  sowlab solve variants/bosh.sow --memory 4G --checkpoint bosh.part"
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
    /// A file that keeps the work when it is interrupted, and from which it goes on
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A number of bytes; K, M, G and T stand for powers of 1,024.
fn bytes(text: &str) -> Result<u64, String> {
    let fault = || format!("\"{text}\" is not a number of bytes such as 500M or 8G");
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let power = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(fault()),
    };
    digits.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << (10 * power))).ok_or_else(fault)
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
    let (machine, position) = machine_for(rules, Scope::Round, args.position.as_deref())?;
    let names = machine.rules().board.names();
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed)).map_err(Failure::input)?;
    let mut pool = rayon::ThreadPoolBuilder::new();
    if let Some(threads) = args.threads {
        pool = pool.num_threads(threads.get());
    }
    let pool = pool.build().map_err(Failure::input)?;
    let limits = Limits { memory: args.memory, checkpoint: args.checkpoint.clone() };
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
