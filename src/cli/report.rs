//! `sowlab report`.

use super::common::Failure;
use super::study::{open, write_report};
use std::path::PathBuf;

/// Arguments of `sowlab report`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab report reports/bosh-marin")]
pub(super) struct Args {
    /// The folder of the study, with its `study.yaml` and its records
    dir: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let study = open(&args.dir.join("study.yaml"))?;
    write_report(&study, &args.dir)
}
