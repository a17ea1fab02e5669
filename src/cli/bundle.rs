//! `sowlab bundle`.

use super::common::{Failure, print};
use super::study::{failure, not_compared, open};
use super::verify::told;
use crate::files::write_whole;
use crate::report::bundle::archive;
use crate::report::verify::Kept;
use crate::rules::bib::BESIDE;
use crate::study::Survey;
use crate::study::comparison::Comparison;
use std::path::{Path, PathBuf};

/// Arguments of `sowlab bundle`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab bundle reports/bosh-marin")]
pub(super) struct Args {
    /// The folder of the study, with its `study.yaml`, its records and its report
    dir: PathBuf,
    /// The archive; beside the folder and with its name if none is given
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Leave the records out; a reviewer then plays the games again from the seed
    #[arg(long)]
    without_data: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let kept = Kept::read(&args.dir).map_err(Failure::input)?;
    if let Some(finding) = kept.check(&args.dir).map_err(Failure::input)?.first() {
        let advice = "make the report again before it is bundled";
        return Err(Failure::input(format!("{}: {}\n  {advice}", finding.path, told(finding.fault))));
    }
    let plan = args.dir.join("study.yaml");
    let games: Vec<(PathBuf, PathBuf)> = match Comparison::open(&plan).map_err(|e| not_compared(&e))? {
        Some(comparison) => comparison.members.into_iter().map(|m| (m.study.plan.game, m.folder)).collect(),
        None => match Survey::open(&plan).map_err(|e| failure(&e))? {
            Some(survey) => vec![(survey.plan.game, args.dir.clone())],
            None => vec![(open(&plan)?.plan.game, args.dir.clone())],
        },
    };
    let mut others = Vec::new();
    for (game, folder) in &games {
        if !args.without_data && !folder.join("data").is_dir() {
            let advice = "run the study first, or leave the records out with --without-data";
            return Err(Failure::input(format!("{} has no records\n  {advice}", folder.display())));
        }
        others.extend(rules_of(game, folder));
    }
    let bytes = archive(&args.dir, &others, !args.without_data).map_err(Failure::input)?;
    let out = match &args.out {
        Some(out) => out.clone(),
        None => beside(&args.dir)?,
    };
    write_whole(&out, &bytes).map_err(|e| Failure::input(format!("{}: {e}", out.display())))?;
    print(&out.display().to_string())
}

/// The rules file of a study and the bibliography beside it.
fn rules_of(game: &Path, folder: &Path) -> Vec<PathBuf> {
    let rules = folder.join(game);
    let bibliography = rules.with_file_name(BESIDE);
    let there = bibliography.is_file();
    std::iter::once(rules).chain(there.then_some(bibliography)).collect()
}

/// `reports/bosh.zip` for `reports/bosh`.
fn beside(folder: &Path) -> Result<PathBuf, Failure> {
    let whole = folder.canonicalize().map_err(|e| Failure::input(format!("{}: {e}", folder.display())))?;
    let name = whole.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(folder.parent().unwrap_or_else(|| Path::new("")).join(format!("{name}.zip")))
}
