//! `sowlab study`.

use super::common::{Failure, count, print};
use super::progress;
use crate::diagnostics::render;
use crate::report;
use crate::study::{Outcome, Progress, Run, Shard, Study, StudyError, run as run_study};
use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Arguments of `sowlab study`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab study reports/bosh-marin/study.yaml\n  sowlab study reports/bosh-marin/study.yaml --shard 1/2"
)]
pub(super) struct Args {
    /// The plan; records and report are written into its folder
    plan: PathBuf,
    /// Play one share of the study only, and write no report
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
}

fn shard(text: &str) -> Result<Shard, String> {
    let expected = || "a share such as 1/4 is expected: its number, from 1, and how many there are".to_owned();
    let (index, of) = text.split_once('/').ok_or_else(expected)?;
    let number = |s: &str| s.parse::<u32>().map_err(|_| expected());
    Shard::new(number(index)?, number(of)?).ok_or_else(expected)
}

/// The progress bar of a run.
struct Bar(OnceLock<ProgressBar>);

impl Progress for Bar {
    fn begin(&self, to_play: u64, found: u64) {
        if found > 0 {
            eprintln!("{} found in records, {} to play", count(found, "game"), count(to_play, "game"));
        }
        let _ = self.0.set(progress::bar(to_play));
    }

    fn tick(&self, games: u64) {
        if let Some(bar) = self.0.get() {
            bar.inc(games);
        }
    }
}

/// Set by Ctrl-C or a request to end.
static STOP: AtomicBool = AtomicBool::new(false);

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    // A second Ctrl-C, while the blocks in hand are being finished, ends the process; records are written whole or not at all.
    let handler = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(3);
        }
    });
    handler.map_err(Failure::input)?;
    let study = open(&args.plan)?;
    let folder = folder_of(&args.plan);
    let bar = Bar(OnceLock::new());
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let outcome = run_study(&study, &Run { folder, shard, stop: &STOP, progress: &bar });
    if let Some(bar) = bar.0.get() {
        bar.finish_and_clear();
    }
    let Outcome { complete, played, found, refused } = outcome.map_err(|e| failure(&e))?;
    for (path, why) in &refused {
        eprintln!("warning: {}: {why}; its games were played again", path.display());
    }
    if !complete {
        let kept = count(played + found, "game");
        return Err(Failure::Interrupted(format!("interrupted: {kept} kept; the same command goes on from there")));
    }
    eprintln!("{} played, {} from records", count(played, "game"), count(found, "game"));
    if args.shard.is_some() {
        return Ok(());
    }
    write_report(&study, folder)
}

/// Opens the study of a plan.
pub(super) fn open(plan: &Path) -> Result<Study, Failure> {
    Study::open(plan).map_err(|e| failure(&e))
}

/// Writes the report and names it.
pub(super) fn write_report(study: &Study, folder: &Path) -> Result<(), Failure> {
    report::build(study, folder).map_err(Failure::input)?;
    print(&folder.join("report.html").display().to_string())
}

/// The folder of a plan.
pub(super) fn folder_of(plan: &Path) -> &Path {
    plan.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// What to tell of a study's error.
pub(super) fn failure(error: &StudyError) -> Failure {
    if let StudyError::Rules { diagnostics, sources, .. } = error {
        eprint!("{}", render(diagnostics, sources, std::io::stderr().is_terminal()));
    }
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(why) = cause {
        if !text.contains(&why.to_string()) {
            text = format!("{text}: {why}");
        }
        cause = why.source();
    }
    Failure::input(text)
}
