//! The manifest: what a study was made from and what it made, by hash.
//!
//! It holds no date, no number of threads and no name of a machine: two runs of the same study have the same manifest.

use super::File;
use crate::play::Class;
use crate::rng;
use crate::study::{CellResult, Study, sha256};
use serde::{Deserialize, Serialize};

/// A manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// What the study was made from.
    #[serde(flatten)]
    pub inputs: Inputs,
    /// Dots an inch of the raster figures.
    pub png_dpi: u32,
    /// What was played.
    pub counts: Counts,
    /// The files of the report, in order of their paths; the manifest itself and the records are not among them.
    pub files: Vec<Listed>,
}

/// What a study was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// Name of the program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Name and version of the generator of random numbers.
    pub generator: String,
    /// Title of the study.
    pub title: String,
    /// The seed.
    pub seed: u64,
    /// SHA-256 of the plan.
    pub plan_sha256: String,
    /// SHA-256 of the rules file.
    pub rules_sha256: String,
    /// SHA-256 of the bibliography, if there is one.
    pub bibliography_sha256: Option<String>,
    /// SHA-256 of the registration that was made before any game was played, if there is one.
    pub registration_sha256: Option<String>,
}

/// What was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Cells: sets of rules, scope and players.
    pub cells: u64,
    /// Games in all cells.
    pub games: u64,
    /// Distinct games, summed over the cells.
    pub distinct_games: u64,
    /// Games won by the player who moved first.
    pub first_wins: u64,
    /// Games won by the other.
    pub second_wins: u64,
    /// Games drawn by rule.
    pub draws: u64,
    /// Games ended by a never-ending sowing.
    pub never_ending: u64,
    /// Games ended by repetition.
    pub repetition: u64,
    /// Games cut off.
    pub cut_off: u64,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    /// Its path within the folder of the study, with slashes.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

impl Listed {
    /// Files in order of their paths.
    pub(super) fn all(files: &[File]) -> Vec<Self> {
        let mut listed: Vec<Self> = files.iter().map(Self::of).collect();
        listed.sort_by(|a, b| a.path.cmp(&b.path));
        listed
    }

    /// The path of a file, with slashes.
    pub(super) fn path_of(file: &File) -> String {
        file.path.components().map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
    }

    fn of(file: &File) -> Self {
        Self { path: Self::path_of(file), bytes: file.bytes.len() as u64, sha256: sha256(&file.bytes) }
    }
}

impl Inputs {
    /// The inputs of a study, which was registered with this hash or not at all.
    #[must_use]
    pub fn of(study: &Study, registration_sha256: Option<String>) -> Self {
        Self {
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generator: rng::NAME.to_owned(),
            title: study.plan.title.clone(),
            seed: study.plan.seed,
            plan_sha256: study.plan_hash.clone(),
            rules_sha256: study.game.hash(),
            bibliography_sha256: study.bibliography_hash.clone(),
            registration_sha256,
        }
    }
}

impl Counts {
    /// What was played in all cells.
    #[must_use]
    pub fn of(results: &[CellResult]) -> Self {
        let class = |class| results.iter().map(|r| r.tally.classes.count(class)).sum();
        Self {
            cells: results.len() as u64,
            games: results.iter().map(|r| r.tally.games()).sum(),
            distinct_games: results.iter().map(|r| r.distinct).sum(),
            first_wins: class(Class::FirstWins),
            second_wins: class(Class::SecondWins),
            draws: class(Class::Drawn),
            never_ending: class(Class::NeverEnding),
            repetition: class(Class::Repetition),
            cut_off: class(Class::CutOff),
        }
    }
}

impl Manifest {
    /// The manifest of a study and its files.
    pub(super) fn new(inputs: Inputs, png_dpi: u32, results: &[CellResult], files: &[File]) -> Self {
        Self { inputs, png_dpi, counts: Counts::of(results), files: Listed::all(files) }
    }
}
