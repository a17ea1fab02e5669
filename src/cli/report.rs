//! `sowlab report`.

use super::common::Failure;
use super::study::{failure, not_compared, open, write_comparison, write_report, write_survey};
use crate::figures::LINE_ART_DPI;
use crate::report::{Options, Template};
use crate::study::Survey;
use crate::study::comparison::Comparison;
use std::path::PathBuf;

/// Arguments of `sowlab report`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab report reports/bosh-marin\n  sowlab report reports/bosh-marin --template my-report.tex"
)]
pub(super) struct Args {
    /// The folder of the study, with its `study.yaml` and its records
    dir: PathBuf,
    /// A template of your own in place of that of its format, which the ending of its name says: .html, .md or .tex
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Dots an inch of the PNG figures: 600 for line art, 1000 or 1200 where a journal asks for them
    #[arg(long, default_value_t = LINE_ART_DPI, value_parser = clap::value_parser!(u32).range(72..=2400))]
    dpi: u32,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let template = args.template.as_deref().map(Template::read).transpose().map_err(Failure::input)?;
    let options = Options { template, dpi: args.dpi };
    let plan = args.dir.join("study.yaml");
    if let Some(comparison) = Comparison::open(&plan).map_err(|e| not_compared(&e))? {
        return write_comparison(&comparison, &args.dir, &options);
    }
    if let Some(survey) = Survey::open(&plan).map_err(|e| failure(&e))? {
        return write_survey(&survey, &args.dir, &options);
    }
    let study = open(&plan)?;
    write_report(&study, &args.dir, &options)
}
