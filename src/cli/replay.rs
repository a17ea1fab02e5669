//! `sowlab replay`.

use super::common::{Failure, print, print_json};
use super::study::{failure, open};
use crate::engine::Scope;
use crate::play::Transcript;
use crate::study::kept::replay;
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `sowlab replay`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab replay reports/bosh-marin 0-3")]
pub(super) struct Args {
    /// The folder of the study, with its `study.yaml` and its records
    dir: PathBuf,
    /// The game: the number of its cell and its own number, such as 0-3
    game: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer<'a> {
    reading: &'a str,
    scope: Scope,
    agents: String,
    game: u64,
    moves: String,
    transcript: &'a Transcript,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let study = open(&args.dir.join("study.yaml"))?;
    let replayed = replay(&study, &args.dir, &args.game).map_err(|e| failure(&e))?;
    let (reading, scope) = (replayed.cell.reading(), replayed.cell.scope);
    let agents = replayed.cell.players.to_string();
    if args.json {
        let moves = replayed.transcript.moves();
        let game = replayed.game;
        return print_json(&Answer { reading, scope, agents, game, moves, transcript: &replayed.transcript });
    }
    let what = if scope == Scope::Round { "round" } else { "match" };
    print(&format!("{reading}, {what} {}, {agents}; played again from its seed and found the same\n", replayed.game))?;
    print(&replayed.transcript.to_string())
}
