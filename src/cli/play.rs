//! `sowlab play`.

use super::common::{Failure, GameArgs, machine_for, print, print_json};
use crate::agents::{Contender, Pairing, Seated, book};
use crate::engine::{Lanes, Machine, Move, Position, Scope, bits};
use crate::play::{
    Decision, DecisionKind, Onlooker, Player, RoundPlay, Script, Transcript, TranscriptTurn, Turn, end_sentence,
    move_named, play_script, seat_name,
};
use crate::rng::GameSeed;
use crate::rules::ruleset::{Pit, Ruleset, Seat};
use crate::solve::Limits;
use crate::with_kernel;
use serde::Serialize;
use std::io::{BufRead, Write};

/// Arguments of `sowlab play`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab play variants/bosh.sow --moves \"E\"\n  sowlab play variants/bosh.sow --answer BOSH-02=b --position \"0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0\" --moves \"G B\" --json\n  sowlab play variants/bosh.sow --against greedy\n  printf '4 4 4 4 4 / 4 4 4 4 4; E\\n' | sowlab play variants/bosh.sow --batch -"
)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position to begin with, such as "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0"
    #[arg(long)]
    position: Option<String>,
    /// The moves, pits by letter, or `pass`; without them the game is played at the terminal
    #[arg(long)]
    moves: Option<String>,
    /// Read lines `POSITION; MOVES` from a file, or from standard input if it is `-`, and write one JSON line for each
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "against"])]
    batch: Option<std::path::PathBuf>,
    /// At the terminal: North is played by this agent (random, greedy, alphabeta:DEPTH, mcts:SIMS, exact)
    #[arg(long, value_name = "AGENT", conflicts_with = "moves")]
    against: Option<Contender>,
    /// The seed of that agent's luck
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    reading: &'a str,
    start: &'a str,
    turns: Vec<&'a TranscriptTurn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<crate::engine::End>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<[u16; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl<'a> Answer<'a> {
    fn new(reading: &'a str, transcript: &'a Transcript, error: Option<String>) -> Self {
        let round = transcript.rounds.first();
        Self {
            reading,
            start: round.map_or("", |r| &r.start),
            turns: transcript.turns().collect(),
            end: round.and_then(|r| r.end),
            won: round.and_then(|r| r.won),
            error,
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, answers, rules) = args.game.ruleset()?;
    let reading = game.reading_id(&answers);
    if let Some(path) = &args.batch {
        return batch(path, &reading, &rules);
    }
    let (machine, position) = machine_for(rules, Scope::Round, args.position.as_deref())?;
    let Some(moves) = &args.moves else {
        interactive(args, &machine, &position)?;
        return Ok(());
    };
    let (transcript, stop) = match play_script(&machine, &position, Script::new(moves)) {
        Ok(transcript) => (transcript, None),
        Err((stop, transcript)) => (transcript, Some(stop)),
    };
    if args.json {
        print_json(&Answer::new(&reading, &transcript, stop.as_ref().map(ToString::to_string)))?;
    } else {
        print(&transcript.to_string())?;
    }
    stop.map_or(Ok(()), |stop| Err(Failure::input(stop)))
}

/// One JSON line for each line read. A line at fault gets an `error`, and the rest are still played.
fn batch(path: &std::path::Path, reading: &str, rules: &Ruleset) -> Result<(), Failure> {
    let at_fault = |e: std::io::Error| Failure::input(format!("{}: {e}", path.display()));
    let input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(std::io::BufReader::new(std::fs::File::open(path).map_err(at_fault)?))
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let usual = Machine::new(rules.clone(), Scope::Round).map_err(Failure::input)?;
    let mut faults = 0u64;
    for line in input.lines() {
        let line = line.map_err(at_fault)?;
        if line.trim().is_empty() {
            continue;
        }
        let (transcript, error) = batch_line(&line, rules, &usual);
        faults += u64::from(error.is_some());
        let text = serde_json::to_string(&Answer::new(reading, &transcript, error)).map_err(Failure::input)?;
        match writeln!(out, "{text}") {
            Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => return Ok(()),
            other => other.map_err(|e| Failure::input(format!("standard output: {e}")))?,
        }
    }
    out.flush().map_err(|e| Failure::input(format!("standard output: {e}")))?;
    match faults {
        0 => Ok(()),
        n => {
            Err(Failure::input(format!("{} could not be played; see \"error\" there", super::common::count(n, "line"))))
        }
    }
}

fn batch_line(line: &str, rules: &Ruleset, usual: &Machine) -> (Transcript, Option<String>) {
    let (text, moves) = line.split_once(';').unwrap_or((line, ""));
    let position = match Position::parse(text, &rules.board) {
        Ok(position) => position,
        Err(e) => return (Transcript::new(), Some(format!("position \"{}\": {e}", text.trim()))),
    };
    let made;
    let fits = position.total() <= rules.board.total() && position.pits.iter().all(Option::is_some);
    let machine = if fits {
        usual
    } else {
        match Machine::for_position(rules.clone(), Scope::Round, &position) {
            Ok(machine) => {
                made = machine;
                &made
            }
            Err(e) => return (Transcript::new(), Some(e.to_string())),
        }
    };
    match play_script(machine, &position, Script::new(moves)) {
        Ok(transcript) => (transcript, None),
        Err((stop, transcript)) => (transcript, Some(stop.to_string())),
    }
}

/// Someone at the terminal, or an agent.
enum AtTerminal {
    Human,
    Agent(Box<Seated>),
}

/// The game is left: the input is at an end, or the player says `quit`.
struct Left;

fn ask(prompt: &str) -> Result<String, Left> {
    print!("{prompt}");
    std::io::stdout().flush().map_err(|_| Left)?;
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(0) | Err(_) => Err(Left),
        Ok(_) => match line.trim() {
            "quit" | "q" | "exit" => Err(Left),
            word => Ok(word.to_owned()),
        },
    }
}

impl Player for AtTerminal {
    type Stop = Left;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Left> {
        let Self::Agent(agent) = self else {
            let legal = turn.named();
            let names: Vec<&str> = legal.iter().map(|(name, _)| name.as_str()).collect();
            let mover = seat_name(turn.state.mover);
            loop {
                let word = ask(&format!("{mover} lifts ({}, or quit): ", names.join(" ")))?;
                if let Some(chosen) = move_named(turn.kernel.rules().board.names(), &legal, &word) {
                    return Ok(chosen);
                }
                println!("\"{word}\" is not among {}.", names.join(", "));
            }
        };
        let Ok(chosen) = agent.choose(turn);
        Ok(chosen)
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Left> {
        match self {
            Self::Agent(agent) => {
                let Ok(index) = agent.decide(decision);
                Ok(index)
            }
            Self::Human => {
                let names: Vec<String> = decision
                    .options
                    .iter()
                    .map(|&set| bits(set.into()).map(|p| decision.names.of(Pit(p as u8))).collect())
                    .collect();
                let what = match decision.kind {
                    DecisionKind::Close => "closes",
                    DecisionKind::Short => "fills short",
                    DecisionKind::Reopen => "opens",
                };
                loop {
                    let word = ask(&format!("{} {what} ({}, or quit): ", seat_name(decision.seat), names.join(" ")))?;
                    if let Some(index) = names.iter().position(|name| name.eq_ignore_ascii_case(&word)) {
                        return Ok(index);
                    }
                    println!("\"{word}\" is not among {}.", names.join(", "));
                }
            }
        }
    }
}

/// Prints each turn as it is played.
#[derive(Default)]
struct Shown(Transcript);

impl crate::engine::Watch for Shown {
    fn lap(&mut self, from: crate::rules::ruleset::Pit, seeds: u16, last: crate::rules::ruleset::Pit) {
        self.0.lap(from, seeds, last);
    }

    fn capture(&mut self, pit: crate::rules::ruleset::Pit, seeds: u16, taker: Seat) {
        self.0.capture(pit, seeds, taker);
    }
}

impl Onlooker for Shown {
    fn round_begins<W: Lanes>(
        &mut self,
        kernel: &crate::engine::Kernel<W>,
        state: &crate::engine::State<W>,
        number: u32,
    ) {
        self.0.round_begins(kernel, state, number);
    }

    fn turn_begins<W: Lanes>(
        &mut self,
        kernel: &crate::engine::Kernel<W>,
        state: &crate::engine::State<W>,
        chosen: Move,
    ) {
        self.0.turn_begins(kernel, state, chosen);
    }

    fn turn_ends<W: Lanes>(
        &mut self,
        kernel: &crate::engine::Kernel<W>,
        state: &crate::engine::State<W>,
        sown: &crate::engine::Sown,
    ) {
        self.0.turn_ends(kernel, state, sown);
        if let Some(turn) = self.0.turns().last() {
            print!("{turn}");
            if let Some(position) = &turn.position {
                println!("\n{}", position.drawing());
            }
        }
    }
}

fn interactive(args: &Args, machine: &Machine, position: &Position) -> Result<(), Failure> {
    let north = match args.against {
        None => AtTerminal::Human,
        Some(contender) => {
            let solve = || book(machine, position, &Limits::default(), &|_| false);
            let players = Pairing::new([contender; 2], solve).map_err(Failure::input)?;
            let [_, second] = Seated::pair(players, GameSeed { study: args.seed, game: 0 });
            AtTerminal::Agent(Box::new(second))
        }
    };
    println!("Pits are called by their letters; `quit` leaves the game.\n\n{}", position.drawing());
    let mut players = [AtTerminal::Human, north];
    let mut shown = Shown::default();
    with_kernel!(machine, kernel => {
        let mut state = position.pack();
        shown.round_begins(kernel, &state, 1);
        if let Ok(end) = RoundPlay::new().run(kernel, &mut state, &mut players, &mut shown) {
            println!("{} South holds {}, North {}.", end_sentence(end), state.won[0], state.won[1]);
        }
    });
    Ok(())
}
