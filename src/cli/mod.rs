//! The command line: one file a subcommand. Clap's types and all text for people stay on this floor.

mod bundle;
mod check;
mod common;
mod completions;
mod draw;
mod fmt;
mod perft;
mod play;
mod progress;
mod readings;
mod replay;
mod report;
mod show;
mod simulate;
mod solve;
mod study;
mod verify;

use clap::{Parser, Subcommand};
pub use common::Failure;

/// Studies sowing (mancala) games whose rules are in doubt: plays every reading of a rules file.
#[derive(Debug, Parser)]
#[command(name = "sowlab", version, about, max_term_width = 100, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Checks rules files: language, evidence, worked examples
    Check(check::Args),
    /// Lays rules files out in the canonical way, comments kept
    Fmt(fmt::Args),
    /// Prints the rule sheet: board, rules, questions with their readings and evidence
    Show(show::Args),
    /// Counts and lists the readings of a game, and says which coincide and why
    Readings(readings::Args),
    /// Plays moves lap by lap, or a game at the terminal
    Play(play::Args),
    /// Counts the move sequences of each length in one round
    Perft(perft::Args),
    /// Plays many games and prints how they ended
    Simulate(simulate::Args),
    /// Finds the exact value of a round and of every first move
    Solve(solve::Args),
    /// Runs a study, or goes on with one, and writes its report
    Study(study::Args),
    /// Writes the report of a finished study anew from its records
    Report(report::Args),
    /// Makes a report again from its records or its seed, and names what differs
    Verify(verify::Args),
    /// Packs a study with its rules, records and report into one zip file for a reviewer
    Bundle(bundle::Args),
    /// Shows a game that a study recorded, played again from its seed
    Replay(replay::Args),
    /// Draws a position or a worked example as a figure
    Draw(draw::Args),
    /// Prints a completion script for a shell
    Completions(completions::Args),
    /// Writes the manual pages into a folder
    #[command(hide = true)]
    Man(completions::ManArgs),
}

/// Runs one command.
///
/// # Errors
/// [`Failure`] says how the process should end.
pub fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Check(args) => check::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Readings(args) => readings::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Bundle(args) => bundle::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Draw(args) => draw::run(&args),
        Command::Completions(args) => {
            completions::run(&args);
            Ok(())
        }
        Command::Man(args) => completions::man(&args),
    }
}
