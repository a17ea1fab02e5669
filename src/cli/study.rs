//! `sowlab study`.

use super::common::{Failure, count, print};
use super::progress;
use crate::diagnostics::render;
use crate::engine::Scope;
use crate::report::{self, Options};
use crate::stats::real;
use crate::study::comparison::{Comparison, ComparisonError};
use crate::study::{
    Cell, Outcome, Progress, Run, Shard, Study, StudyError, Survey, pilot, register, run as run_study, solve_rounds,
};
use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Arguments of `sowlab study`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab study reports/bosh-marin/study.yaml\n  sowlab study reports/bosh-marin/study.yaml --dry-run\n  sowlab study reports/bosh-marin/study.yaml --shard 1/2"
)]
pub(super) struct Args {
    /// The plan; records and report are written into its folder
    plan: PathBuf,
    /// Play one share of the study only, and write no report
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<Shard>,
    /// Say what would be played and about how long it would take, and play nothing
    #[arg(long, conflicts_with_all = ["shard", "register"])]
    dry_run: bool,
    /// Write the hashes of the plan and the rules into registration.json before anything is played, and play nothing
    #[arg(long, conflicts_with = "shard")]
    register: bool,
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
        if let Err(bar) = self.0.set(progress::bar(to_play))
            && let Some(shown) = self.0.get()
        {
            bar.finish_and_clear();
            shown.inc_length(to_play);
        }
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
    if args.dry_run {
        return match Survey::open(&args.plan).map_err(|e| failure(&e))? {
            Some(survey) => print(&format!("{}\n\n{}\nplan {}", survey.plan.title, extent(&survey), survey.plan_hash)),
            None => dry_run(&open(&args.plan)?),
        };
    }
    if args.register {
        let path = register(&open(&args.plan)?, folder_of(&args.plan)).map_err(|e| failure(&e))?;
        return print(&path.display().to_string());
    }
    // A second Ctrl-C, while the blocks in hand are being finished, ends the process; records are written whole or not at all.
    let handler = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(3);
        }
    });
    handler.map_err(Failure::input)?;
    let folder = folder_of(&args.plan);
    if let Some(comparison) = Comparison::open(&args.plan).map_err(|e| not_compared(&e))? {
        for member in &comparison.members {
            eprintln!("{}", member.study.plan.title);
            play(&member.study, &member.folder, args.shard)?;
        }
        return if args.shard.is_some() { Ok(()) } else { write_comparison(&comparison, folder, &Options::default()) };
    }
    if let Some(survey) = Survey::open(&args.plan).map_err(|e| failure(&e))? {
        if args.shard.is_some() {
            return Err(Failure::input("a survey is not divided into shares"));
        }
        work_out(&survey, folder)?;
        return write_survey(&survey, folder, &Options::default());
    }
    let study = open(&args.plan)?;
    play(&study, folder, args.shard)?;
    if args.shard.is_some() {
        return Ok(());
    }
    write_report(&study, folder, &Options::default())
}

/// Plays a study, or goes on with it.
pub(super) fn play(study: &Study, folder: &Path, shard: Option<Shard>) -> Result<(), Failure> {
    let bar = Bar(OnceLock::new());
    let shard = shard.unwrap_or(Shard::WHOLE);
    let outcome = run_study(study, &Run { folder, shard, stop: &STOP, progress: &bar });
    if let Some(bar) = bar.0.get() {
        bar.finish_and_clear();
    }
    let Outcome { complete, played, found, refused } = outcome.map_err(|e| failure(&e))?;
    for (path, why) in &refused {
        eprintln!("warning: {}: {why}; its games were played again", path.display());
    }
    let solved = if complete && shard == Shard::WHOLE {
        let told = |done: usize, of: usize| {
            if std::io::stderr().is_terminal() {
                eprintln!("{done} of {} solved", count(of as u64, "ruleset"));
            }
        };
        solve_rounds(study, folder, &STOP, told).map_err(|e| failure(&e))?
    } else {
        true
    };
    if !complete || !solved {
        let kept = count(played + found, "game");
        return Err(Failure::Interrupted(format!("interrupted: {kept} kept; the same command goes on from there")));
    }
    eprintln!("{} played, {} from records", count(played, "game"), count(found, "game"));
    Ok(())
}

/// What a survey comes to, in words.
fn extent(survey: &Survey) -> String {
    let families = survey.families() as u64;
    format!(
        "{} of answers, {}, {} of rounds",
        count(survey.combinations.len() as u64, "combination"),
        count(survey.distinct() as u64, "distinct reading"),
        count(families, "set"),
    )
}

/// Works out what is missing of a survey.
pub(super) fn work_out(survey: &Survey, folder: &Path) -> Result<(), Failure> {
    eprintln!("{}", extent(survey));
    let bar = progress::bar(survey.families() as u64);
    let finished = survey.run(folder, &STOP, |_, _| bar.inc(1)).map_err(|e| failure(&e))?;
    bar.finish_and_clear();
    if finished {
        return Ok(());
    }
    Err(Failure::Interrupted(
        "interrupted: what was worked out is kept; the same command goes on from there".to_owned(),
    ))
}

/// Writes the report of a survey and names it.
pub(super) fn write_survey(survey: &Survey, folder: &Path, options: &Options) -> Result<(), Failure> {
    let made = report::survey::make(survey, folder, options).map_err(Failure::input)?;
    made.write(folder).map_err(Failure::input)?;
    print(&folder.join("report.html").display().to_string())
}

/// Writes the report of a comparison and names it.
pub(super) fn write_comparison(comparison: &Comparison, folder: &Path, options: &Options) -> Result<(), Failure> {
    let made = report::comparison::make(comparison, options).map_err(Failure::input)?;
    made.write(folder).map_err(Failure::input)?;
    print(&folder.join("report.html").display().to_string())
}

/// What to tell of a comparison that cannot be opened.
pub(super) fn not_compared(error: &ComparisonError) -> Failure {
    match error {
        ComparisonError::Study(study) => failure(study),
        other => Failure::input(other),
    }
}

/// Most cells of each kind of player that are tried for an estimate of the time, and the time given to each.
const TRIED: usize = 24;
const PATIENCE: Duration = Duration::from_millis(40);

/// Says what a study comes to.
fn dry_run(study: &Study) -> Result<(), Failure> {
    let mut lines = vec![study.plan.title.clone(), String::new()];
    for layout in &study.layouts {
        let (part, scope) = (study.part(layout), if layout.scope == Scope::Round { "rounds" } else { "matches" });
        lines.push(format!("{}, {scope}: {}", part.name, count(layout.rows.len() as u64, "reading")));
    }
    let all: u64 = study.cells.iter().map(|cell| cell.players.games).sum();
    let most = if study.plan.until.is_some() { "at most " } else { "" };
    lines.push(format!("{}, {most}{} in all", count(study.cells.len() as u64, "cell"), count(all, "game")));
    let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let (mut seconds, mut tried, mut unknown) = (0.0, 0, false);
    for (kind, cells) in by_kind(study) {
        let games = cells.iter().map(|cell| cell.players.games).sum();
        let (many, each) = (count(cells.len() as u64, "cell"), count(games, "game"));
        // What exact players need first, the values of all positions, may take minutes.
        if cells.iter().any(|cell| cell.players.pair.plays_exactly()) {
            unknown = true;
            lines.push(format!("  {kind}: {many}, {most}{each}"));
            continue;
        }
        let (one, played) = time_a_game(study, &cells)?;
        let own = one * real(games) / real(threads as u64);
        seconds += own;
        tried += played;
        lines.push(format!("  {kind}: {many}, {most}{each}, {}", lasting(own)));
    }
    lines.push(format!(
        "about {} to play on {}, by {} played for this estimate{}",
        lasting(seconds),
        count(threads as u64, "thread"),
        count(tried, "game"),
        if unknown { "; the games of exact players come on top of that" } else { "" }
    ));
    lines.push(format!("plan {}", study.plan_hash));
    print(&lines.join("\n"))
}

/// The cells of each kind of player and scope, in the order of the plan.
fn by_kind(study: &Study) -> Vec<(String, Vec<&Cell>)> {
    let mut kinds: Vec<(String, Vec<&Cell>)> = Vec::new();
    for cell in &study.cells {
        let scope = if cell.scope == Scope::Round { "rounds" } else { "matches" };
        let kind = format!("{}, {scope}", cell.players);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, cells)) => cells.push(cell),
            None => kinds.push((kind, vec![cell])),
        }
    }
    kinds
}

/// The mean time of a game in seconds, over cells taken evenly from these, and how many games were played to find it.
fn time_a_game(study: &Study, cells: &[&Cell]) -> Result<(f64, u64), Failure> {
    let step = cells.len().div_ceil(TRIED).max(1);
    let (mut sum, mut timed, mut tried) = (0.0, 0u64, 0);
    for cell in cells.iter().step_by(step) {
        // The first game is not timed: it also pays for the compiled tables.
        pilot(study, cell, 0..1).map_err(|e| failure(&e))?;
        let begun = Instant::now();
        let (mut games, mut batch) = (0, 1);
        while begun.elapsed() < PATIENCE && games < cell.players.games {
            pilot(study, cell, games..games + batch).map_err(|e| failure(&e))?;
            games += batch;
            batch *= 2;
        }
        sum += begun.elapsed().as_secs_f64() / real(games);
        timed += 1;
        tried += games;
    }
    Ok((sum / real(timed.max(1)), tried))
}

/// A time in words: "under a second", "12 seconds", "3 minutes", "2.5 hours".
fn lasting(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "under a second".to_owned(),
        s if s < 1.5 => "a second".to_owned(),
        s if s < 90.0 => format!("{s:.0} seconds"),
        s if s < 5_400.0 => format!("{:.0} minutes", s / 60.0),
        s => format!("{:.1} hours", s / 3_600.0),
    }
}

/// Opens the study of a plan.
pub(super) fn open(plan: &Path) -> Result<Study, Failure> {
    Study::open(plan).map_err(|e| failure(&e))
}

/// Writes the report and names it.
pub(super) fn write_report(study: &Study, folder: &Path, options: &Options) -> Result<(), Failure> {
    let made = report::make(study, folder, folder, options).map_err(Failure::input)?;
    made.write(folder).map_err(Failure::input)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_told_in_the_unit_that_suits_it() {
        let told = [0.2, 12.4, 180.0, 9_000.0].map(lasting);
        assert_eq!(told, ["under a second", "12 seconds", "3 minutes", "2.5 hours"]);
    }
}
