//! `sowlab report`.

use super::common::Failure;
use super::study::{not_compared, open, write_comparison, write_report};
use crate::study::comparison::Comparison;
use std::path::PathBuf;

/// Arguments of `sowlab report`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab report reports/bosh-marin")]
pub(super) struct Args {
    /// The folder of the study, with its `study.yaml` and its records
    dir: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let plan = args.dir.join("study.yaml");
    if let Some(comparison) = Comparison::open(&plan).map_err(|e| not_compared(&e))? {
        return write_comparison(&comparison, &args.dir);
    }
    let study = open(&plan)?;
    write_report(&study, &args.dir)
}
