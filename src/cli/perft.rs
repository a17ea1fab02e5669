//! `sowlab perft`.

use super::common::{Failure, GameArgs, grouped, machine_for, print, print_json};
use crate::engine::Scope;
use crate::play::perft;
use serde::Serialize;

/// Arguments of `sowlab perft`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab perft variants/bosh.sow --depth 6")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The greatest length
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=60))]
    depth: u8,
    /// The position to begin with, such as "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0"
    #[arg(long)]
    position: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    reading: String,
    position: String,
    counts: Vec<u64>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, answers, rules) = args.game.ruleset()?;
    let (machine, position) = machine_for(rules, Scope::Round, args.position.as_deref())?;
    let counts = perft(&machine, &position, usize::from(args.depth));
    if args.json {
        let answer = Answer { reading: game.reading_id(&answers), position: position.to_string(), counts };
        return print_json(&answer);
    }
    let lines = counts.iter().enumerate().map(|(n, &count)| format!("{n:>3}  {:>20}", grouped(count)));
    print(&lines.collect::<Vec<_>>().join("\n"))
}
