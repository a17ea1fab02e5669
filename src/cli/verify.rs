//! `sowlab verify`.

use super::common::{Failure, count, print, print_json};
use super::study::{failure, not_compared, open, play, work_out};
use crate::report::verify::{Fault, Finding, Kept, recomputed, records};
use crate::report::{self, Options, Template};
use crate::study::comparison::Comparison;
use crate::study::{StudyError, Survey};
use serde::Serialize;
use std::path::PathBuf;

/// Arguments of `sowlab verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  sowlab verify reports/bosh-marin\n  sowlab verify reports/bosh-marin --from-seed")]
pub(super) struct Args {
    /// The folder of the study, with its `study.yaml` and its report
    dir: PathBuf,
    /// Play every game again from the seed, compare the records, and make the report from these games
    #[arg(long)]
    from_seed: bool,
    /// The template that the report was made with, if it was one of your own
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    files: usize,
    from_seed: bool,
    findings: Vec<Finding>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let kept = Kept::read(&args.dir).map_err(Failure::input)?;
    let mut findings = kept.check(&args.dir).map_err(Failure::input)?;
    let template = args.template.as_deref().map(Template::read).transpose().map_err(Failure::input)?;
    let options = Options { template, dpi: kept.png_dpi };
    let made = make(args, &options, &mut findings)?;
    findings.extend(recomputed(&made, &args.dir).map_err(Failure::input)?);
    findings.sort();
    findings.dedup();
    let sound = findings.is_empty();
    if args.json {
        print_json(&Answer { files: kept.count(), from_seed: args.from_seed, findings })?;
    } else {
        for finding in &findings {
            print(&format!("{}: {}", finding.path, told(finding.fault)))?;
        }
        if sound {
            let from = if args.from_seed { "the seed" } else { "the records" };
            print(&format!("{} found as {from} and the manifest give them", count(kept.count() as u64, "file")))?;
        }
    }
    if sound { Ok(()) } else { Err(Failure::Told) }
}

/// Makes the report anew, from the records or from the seed; records that differ from those played again are added to what was
/// found.
fn make(args: &Args, options: &Options, findings: &mut Vec<Finding>) -> Result<report::Made, Failure> {
    let plan = args.dir.join("study.yaml");
    let again = args.from_seed.then(tempfile::tempdir).transpose().map_err(Failure::input)?;
    if let Some(mut comparison) = Comparison::open(&plan).map_err(|e| not_compared(&e))? {
        if let Some(again) = &again {
            for member in &mut comparison.members {
                let elsewhere = again.path().join(&member.name);
                play(&member.study, &elsewhere, None)?;
                let differing = records(&elsewhere, &member.folder).map_err(Failure::input)?;
                let within = |f: Finding| Finding { path: format!("{}/{}", member.name, f.path), ..f };
                findings.extend(differing.into_iter().map(within));
                member.folder = elsewhere;
            }
        }
        return report::comparison::make(&comparison, options).map_err(|e| without_records(&e));
    }
    if let Some(survey) = Survey::open(&plan).map_err(|e| failure(&e))? {
        let folder = again.as_ref().map_or(args.dir.as_path(), |again| again.path());
        if again.is_some() {
            work_out(&survey, folder)?;
            findings.extend(records(folder, &args.dir).map_err(Failure::input)?);
        }
        return report::survey::make(&survey, folder, options).map_err(|e| without_records(&e));
    }
    let study = open(&plan)?;
    let Some(again) = again else {
        return report::make(&study, &args.dir, &args.dir, options).map_err(|e| without_records(&e));
    };
    play(&study, again.path(), None)?;
    findings.extend(records(again.path(), &args.dir).map_err(Failure::input)?);
    report::make(&study, &args.dir, again.path(), options).map_err(Failure::input)
}

/// Whoever has a report without its records can still have every game played again.
fn without_records(error: &report::ReportError) -> Failure {
    match error {
        report::ReportError::Study(study @ StudyError::Incomplete { .. }) => {
            let Failure::Input(text) = failure(study) else { return Failure::Told };
            Failure::Input(format!("{text}\n  or give --from-seed, which plays all games anew elsewhere"))
        }
        other => Failure::input(other),
    }
}

pub(super) const fn told(fault: Fault) -> &'static str {
    match fault {
        Fault::Missing => "it is not there",
        Fault::NotAsListed => "its hash is not the one in manifest.json",
        Fault::NotAsRecomputed => "it comes out otherwise when it is made anew",
        Fault::Stray => "it is no file of this report",
    }
}
