//! The `sowlab` command.

use clap::Parser;
use sowlab::cli::{Cli, Failure, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(text) = failure.text() {
                eprintln!("{text}");
            }
            ExitCode::from(match failure {
                Failure::Input(_) | Failure::Told => 1,
                Failure::Interrupted(_) => 3,
            })
        }
    }
}
