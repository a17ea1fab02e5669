//! The report of a study: one page to read, the figures and the tables behind it, and the manifest.
//!
//! Everything is made from the records, the plan, the rules file and the bibliography; nothing is played but the worked
//! examples. The same inputs give the same bytes.

pub mod analysis;
pub mod comparison;
pub mod examples;
pub mod manifest;
mod methods;
mod page;
mod plates;
mod same;
mod sources;
mod spread;
mod summary;
mod tables;
pub mod words;

use crate::engine::Scope;
use crate::figures::{AltText, Caption, Csv, FigureError, Format, Png, Svg};
use crate::study::records::write_whole;
use crate::study::{CellResult, Design, Layout, Study, StudyError, load, registered};
use analysis::OneAtATime;
use examples::Examples;
use manifest::Manifest;
use plates::Plate;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Resolution of raster figures, in dots an inch: that of line art in journals.
const DOTS: u32 = 600;

/// Why a report can't be made.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The study cannot be read.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A figure cannot be drawn.
    #[error("the figure {stem} cannot be drawn")]
    Figure {
        /// The name of its files.
        stem: String,
        /// The reason.
        source: FigureError,
    },
    /// A study that plays nothing.
    #[error("{0}: nothing is played in this study")]
    NothingPlayed(String),
    /// The page cannot be set.
    #[error("the page cannot be set")]
    Page(#[from] minijinja::Error),
    /// A table cannot be formed.
    #[error("a table cannot be formed")]
    Table(#[from] csv::Error),
    /// The manifest cannot be formed.
    #[error("the manifest cannot be formed")]
    Manifest(#[from] serde_json::Error),
}

impl From<FigureError> for ReportError {
    fn from(source: FigureError) -> Self {
        Self::Figure { stem: "of the study".to_owned(), source }
    }
}

/// A file of the report, by its path within the folder of the study.
struct File {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// One layout with what was found in it.
struct Found<'a> {
    layout: &'a Layout,
    /// One table a kind of player; none where questions are not asked one at a time.
    tables: Vec<OneAtATime>,
    /// For a full factorial the variance between its readings, kind of player by kind of player.
    spreads: Vec<Option<spread::Spread>>,
}

/// Everything that the report speaks of.
struct Material<'a> {
    study: &'a Study,
    results: &'a [CellResult],
    found: Vec<Found<'a>>,
    examples: Examples,
}

impl Material<'_> {
    /// Games that were played in each cell.
    fn games(&self) -> u64 {
        self.results.first().map_or(0, |r| r.tally.games())
    }

    /// The layouts of one question at a time.
    fn one_at_a_time(&self) -> impl Iterator<Item = &Found<'_>> {
        self.found.iter().filter(|f| self.study.part(f.layout).design == Design::OneAtATime)
    }

    /// The layouts of combined answers: full factorials and samples of them.
    fn factorials(&self) -> impl Iterator<Item = &Found<'_>> {
        let factorial = |f: &&Found<'_>| matches!(self.study.part(f.layout).design, Design::Factorial | Design::Sample);
        self.found.iter().filter(factorial)
    }

    /// The layouts whose readings are each looked at by themselves.
    fn singly(&self) -> impl Iterator<Item = &Found<'_>> {
        self.found.iter().filter(|f| !matches!(self.study.part(f.layout).design, Design::Factorial | Design::Sample))
    }
}

/// Makes the report of a finished study in its folder, and returns the manifest that it wrote.
///
/// # Errors
/// If records are missing, or anything cannot be drawn, set or written.
pub fn build(study: &Study, folder: &Path) -> Result<Manifest, ReportError> {
    let results = load(study, folder)?;
    let found = study.layouts.iter().map(|layout| {
        let kinds = (0..study.plan.agents.len()).into_par_iter();
        let (mut tables, mut spreads) = (Vec::new(), Vec::new());
        match study.part(layout).design {
            Design::OneAtATime => {
                tables = kinds.map(|agents| analysis::one_at_a_time(study, &results, layout, agents)).collect();
            }
            Design::Factorial => {
                spreads = kinds.map(|agents| spread::of(study, &results, layout, agents)).collect();
            }
            Design::Sample | Design::List | Design::AllDistinct => {}
        }
        Found { layout, tables, spreads }
    });
    let found = found.collect();
    let material = Material { study, results: &results, found, examples: examples::play_all(&study.game)? };
    let plates = draw(&material)?;
    let mut files = figure_files(&plates)?;
    files.extend(tables::all(&material)?);
    let inputs = manifest::Inputs::of(study, registered(study, folder)?);
    let page = page::render(&material, &plates, &inputs)?;
    let methods = methods::paragraphs(&material, &inputs);
    files.push(File { path: "methods.md".into(), bytes: methods::markdown(&methods).into_bytes() });
    files.push(File { path: "methods.tex".into(), bytes: methods::latex(&methods).into_bytes() });
    files.push(File { path: "report.html".into(), bytes: page.into_bytes() });
    for file in &files {
        write_whole(&folder.join(&file.path), &file.bytes)?;
    }
    let manifest = Manifest::new(inputs, &results, &files);
    let mut bytes = serde_json::to_vec_pretty(&manifest)?;
    bytes.push(b'\n');
    write_whole(&folder.join("manifest.json"), &bytes)?;
    Ok(manifest)
}

/// Every figure of the report, in the order in which it shows them.
fn draw(material: &Material<'_>) -> Result<Vec<Plate>, ReportError> {
    let Material { study, results, examples, .. } = material;
    let mut plates = Vec::new();
    for found in material.one_at_a_time() {
        plates.push(plates::forest(study, results, found.layout)?);
        plates.extend(plates::effects(study, found.layout, &found.tables)?);
    }
    for found in material.one_at_a_time().filter(|f| f.layout.scope == Scope::Round) {
        plates.extend(plates::openings(study, results, found.layout)?);
    }
    for found in material.one_at_a_time() {
        plates.push(plates::lengths(study, results, found.layout)?);
    }
    for found in material.one_at_a_time().filter(|f| f.layout.scope == Scope::Match) {
        plates.push(plates::wealth(study, results, found.layout)?);
    }
    plates.extend(plates::moves(study, examples)?);
    Ok(plates)
}

/// The files of the figures. Rasterising takes most of the time of a report, so the figures share the threads.
fn figure_files(plates: &[Plate]) -> Result<Vec<File>, ReportError> {
    let formats: [&(dyn Format + Sync); 5] = [&Svg, &Png { dpi: DOTS }, &Csv, &Caption, &AltText];
    let files: Vec<Result<File, ReportError>> = plates
        .par_iter()
        .flat_map(|plate| {
            formats.par_iter().map(move |format| {
                let bytes = format
                    .encode(&plate.sheet)
                    .map_err(|source| ReportError::Figure { stem: plate.stem.clone(), source })?;
                let path = Path::new("figures").join(format!("{}.{}", plate.stem, format.extension()));
                Ok(File { path, bytes })
            })
        })
        .collect();
    files.into_iter().collect()
}
