//! The report of a study: one page to read, the figures and the tables behind it, and the manifest.
//!
//! Everything is made from the records, the plan, the rules file and the bibliography; nothing is played but the worked
//! examples. The same inputs give the same bytes.

pub mod analysis;
pub mod bundle;
mod combined;
pub mod comparison;
mod exact;
pub mod examples;
pub mod manifest;
mod measured;
mod methods;
mod page;
mod plates;
mod same;
mod section;
mod sources;
mod spread;
mod strength;
mod summary;
pub mod survey;
mod tables;
mod template;
pub mod verify;
pub mod words;

use crate::engine::Scope;
use crate::figures::{FigureError, LINE_ART_DPI, formats};
use crate::files::write_whole;
use crate::study::{
    CellResult, Design, FigureKind, Layout, SolvedRound, Study, StudyError, load, load_solved, registered,
};
use analysis::OneAtATime;
use examples::Examples;
use manifest::Manifest;
use plates::Plate;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
pub use template::{Form, Template, TemplateError};
use thiserror::Error;
use words::grouped;

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
    #[error("the page cannot be set: {0}")]
    Page(#[from] minijinja::Error),
    /// A table cannot be formed.
    #[error("a table cannot be formed")]
    Table(#[from] csv::Error),
    /// A file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
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

impl File {
    /// The manifest of a report.
    fn of_manifest(manifest: &impl serde::Serialize) -> Result<Self, ReportError> {
        let mut bytes = serde_json::to_vec_pretty(manifest)?;
        bytes.push(b'\n');
        Ok(Self { path: "manifest.json".into(), bytes })
    }

    /// Writes it whole.
    fn write(&self, folder: &Path) -> Result<(), ReportError> {
        let path = folder.join(&self.path);
        write_whole(&path, &self.bytes).map_err(|source| ReportError::Write { path, source })
    }
}

/// One layout with what was found in it.
struct Found<'a> {
    layout: &'a Layout,
    /// One table a kind of player; none where questions are not asked one at a time.
    tables: Vec<OneAtATime>,
    /// The same by the measures that the plan names.
    measured: Vec<measured::Measured>,
    /// For a full factorial the variance between its readings, kind of player by kind of player.
    spreads: Vec<Option<spread::Spread>>,
}

impl Found<'_> {
    /// Its readings compared by the measures that the plan names.
    fn measures(&self, material: &Material<'_>) -> Vec<measured::Measured> {
        let compared = material.study.part(self.layout).design == Design::OneAtATime;
        if compared { measured::of(material, self) } else { Vec::new() }
    }
}

/// Everything that the report speaks of.
struct Material<'a> {
    study: &'a Study,
    results: &'a [CellResult],
    found: Vec<Found<'a>>,
    /// The exact values of rounds, by the hash of the rules; none where the plan has nothing solved.
    solved: BTreeMap<String, SolvedRound>,
    examples: Examples,
}

impl Material<'_> {
    /// The games of each reading of some layouts under one kind of player: "10,000", or "from 1,000 to 10,000" where kinds of
    /// player differ in it.
    fn games_of<'l>(&self, layouts: impl Iterator<Item = &'l Layout>) -> String {
        let cells = layouts.filter_map(|l| l.rows.first()).flat_map(|row| &row.cells);
        let games: Vec<u64> = cells.map(|&cell| self.results[cell].tally.games()).collect();
        match (games.iter().min(), games.iter().max()) {
            (Some(least), Some(most)) if least < most => format!("from {} to {}", grouped(*least), grouped(*most)),
            (Some(&each), _) => grouped(each),
            _ => grouped(0),
        }
    }

    /// Whether another part, before this one, compares all readings of a layout over the same games of one of its kinds of player.
    fn told_before(&self, found: &Found<'_>, kind: usize) -> bool {
        let cells = |layout: &Layout, kind: usize| layout.rows.iter().map(|row| row.cells[kind]).collect::<Vec<_>>();
        let own = cells(found.layout, kind);
        let before = self.one_at_a_time().take_while(|other| !std::ptr::eq(other.layout, found.layout));
        before
            .flat_map(|other| (0..other.layout.players.len()).map(move |kind| cells(other.layout, kind)))
            .any(|theirs| own.iter().all(|cell| theirs.contains(cell)))
    }

    /// The layouts of ladders.
    fn ladders(&self) -> impl Iterator<Item = &Found<'_>> {
        self.found.iter().filter(|f| self.study.part(f.layout).design == Design::Ladder)
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

/// How a report is made.
#[derive(Clone, Debug)]
pub struct Options {
    /// A template in place of that of its format.
    pub template: Option<Template>,
    /// Dots an inch of raster figures.
    pub dpi: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { template: None, dpi: LINE_ART_DPI }
    }
}

/// A report that has been made and not yet written.
pub struct Made {
    files: Vec<File>,
}

impl Made {
    /// Writes its files, each whole.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), ReportError> {
        self.files.iter().try_for_each(|file| file.write(folder))
    }
}

/// Makes the report of a finished study in its folder, and returns the manifest that it wrote.
///
/// # Errors
/// If records are missing, or anything cannot be drawn, set or written.
pub fn build(study: &Study, folder: &Path) -> Result<Manifest, ReportError> {
    let (made, manifest) = assemble(study, folder, folder, &Options::default())?;
    made.write(folder)?;
    Ok(manifest)
}

/// Makes the report of a study in a folder from records in it or elsewhere, and writes nothing.
///
/// # Errors
/// If records are missing, or anything cannot be drawn or set.
pub fn make(study: &Study, folder: &Path, records: &Path, options: &Options) -> Result<Made, ReportError> {
    assemble(study, folder, records, options).map(|(made, _)| made)
}

fn assemble(study: &Study, folder: &Path, records: &Path, options: &Options) -> Result<(Made, Manifest), ReportError> {
    let results = load(study, records)?;
    let found = study.layouts.iter().map(|layout| {
        let kinds = (0..layout.players.len()).into_par_iter();
        let (mut tables, mut spreads) = (Vec::new(), Vec::new());
        match study.part(layout).design {
            Design::OneAtATime => {
                tables = kinds.map(|agents| analysis::one_at_a_time(study, &results, layout, agents)).collect();
            }
            Design::Factorial => {
                spreads = kinds.map(|agents| spread::of(study, &results, layout, agents)).collect();
            }
            Design::Sample | Design::List | Design::AllDistinct | Design::Ladder => {}
        }
        Found { layout, tables, measured: Vec::new(), spreads }
    });
    let found = found.collect();
    let solved = load_solved(study, records)?;
    let mut material = Material { study, results: &results, found, solved, examples: examples::play_all(&study.game)? };
    let measured: Vec<_> = material.found.iter().map(|found| found.measures(&material)).collect();
    for (found, measured) in material.found.iter_mut().zip(measured) {
        found.measured = measured;
    }
    let plates = draw(&material)?;
    let mut files = figure_files(&plates, options.dpi)?;
    files.extend(tables::all(&material)?);
    let inputs = manifest::Inputs::of(study, registered(study, folder)?);
    files.extend(page::render(&material, &plates, &inputs, options.template.as_ref())?);
    let methods = methods::paragraphs(&material, &inputs);
    let references = format!("{}{}", sources::bibtex(study), methods::bibtex(&methods));
    for (path, text) in [
        ("methods.md", methods::markdown(&methods)),
        ("methods.tex", methods::latex(&methods)),
        ("references.bib", references),
    ] {
        files.push(File { path: path.into(), bytes: text.into_bytes() });
    }
    let manifest = Manifest::new(inputs, options.dpi, &results, &files);
    files.push(File::of_manifest(&manifest)?);
    Ok((Made { files }, manifest))
}

/// Every figure of the report that the plan asks for, in the order in which it shows them.
fn draw(material: &Material<'_>) -> Result<Vec<Plate>, ReportError> {
    use FigureKind as Kind;
    let Material { study, results, examples, .. } = material;
    let wanted = |kind| study.plan.figures.as_ref().is_none_or(|kinds| kinds.contains(&kind));
    let mut plates = Vec::new();
    for found in material.one_at_a_time() {
        if wanted(Kind::Scores) {
            plates.extend(plates::forests(study, results, found.layout)?);
        }
        if wanted(Kind::Effects) {
            plates.extend(plates::effects(study, found.layout, &found.tables)?);
        }
    }
    for found in material.one_at_a_time().filter(|f| f.layout.scope == Scope::Round && wanted(Kind::FirstMoves)) {
        plates.extend(plates::openings(material, found.layout)?);
    }
    for found in material.one_at_a_time() {
        if wanted(Kind::Agreement) {
            plates.extend(plates::agreement(study, results, found.layout)?);
        }
        if wanted(Kind::Lengths) {
            plates.push(plates::lengths(study, results, found.layout)?);
        }
        if wanted(Kind::LengthsByReading) {
            plates.push(plates::ridges(study, results, found.layout)?);
        }
    }
    for found in material.one_at_a_time().filter(|f| f.layout.scope == Scope::Match && wanted(Kind::Wealth)) {
        plates.push(plates::wealth(study, results, found.layout)?);
    }
    for found in material.factorials() {
        if wanted(Kind::Shares) {
            plates.extend(combined::shares(study, results, found)?);
        }
        if wanted(Kind::Interactions) {
            plates.extend(combined::interactions(study, results, found)?);
        }
    }
    for found in material.ladders().filter(|_| wanted(Kind::Ladder)) {
        plates.extend(strength::plates(material, found)?);
    }
    if wanted(Kind::Solved) {
        plates.extend(exact::plates(material)?);
    }
    if wanted(Kind::Examples) {
        plates.extend(plates::moves(study, examples)?);
    }
    Ok(plates)
}

/// The files of the figures. Rasterising takes most of the time of a report, so the figures share the threads.
fn figure_files(plates: &[Plate], dpi: u32) -> Result<Vec<File>, ReportError> {
    let formats = formats(dpi);
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
