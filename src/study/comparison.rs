//! Several studies side by side: one game each, played by plans of their own.
//!
//! ```yaml
//! title: Four games side by side
//! studies: [bosh, pachgarhwa]      # folders, each with a study.yaml, from the folder of this plan
//! ```

use super::cells::Study;
use super::error::StudyError;
use super::plan::headed;
use super::sha256;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The key at the head of a plan that names other plans.
const KEY: &str = "studies";

/// A plan that names other plans.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys and values of a comparison")]
struct Plan {
    title: String,
    studies: Vec<PathBuf>,
}

/// Studies to be set side by side.
#[derive(Debug)]
pub struct Comparison {
    /// What the comparison is called.
    pub title: String,
    /// SHA-256 of the plan's bytes.
    pub plan_hash: String,
    /// The studies and their folders, in the order of the plan.
    pub members: Vec<Member>,
}

/// One study of a comparison.
#[derive(Debug)]
pub struct Member {
    /// Its folder as the plan names it.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// The study.
    pub study: Study,
}

/// Why a comparison cannot be opened.
#[derive(Debug, Error)]
pub enum ComparisonError {
    /// The plan is not one of a comparison.
    #[error("{}: {source}", .path.display())]
    Plan {
        /// The plan.
        path: PathBuf,
        /// The reason, with line and column.
        source: serde_yaml::Error,
    },
    /// There is nothing to compare.
    #[error("{}: a comparison names two studies or more, and this one names {found}", .path.display())]
    TooFew {
        /// The plan.
        path: PathBuf,
        /// Studies that it names.
        found: usize,
    },
    /// One of its studies cannot be opened.
    #[error(transparent)]
    Study(#[from] StudyError),
}

impl Comparison {
    /// Opens a comparison; `None` if the file is a plan of another kind, or cannot be read.
    ///
    /// # Errors
    /// [`ComparisonError`].
    pub fn open(path: &Path) -> Result<Option<Self>, ComparisonError> {
        let Some(text) = headed(path, KEY) else { return Ok(None) };
        let plan: Plan =
            serde_yaml::from_str(&text).map_err(|source| ComparisonError::Plan { path: path.to_owned(), source })?;
        if plan.studies.len() < 2 {
            return Err(ComparisonError::TooFew { path: path.to_owned(), found: plan.studies.len() });
        }
        let home = path.parent().unwrap_or_else(|| Path::new(""));
        let members = plan.studies.iter().map(|name| {
            let folder = home.join(name);
            let study = Study::open(&folder.join("study.yaml"))?;
            Ok(Member { name: name.display().to_string(), folder, study })
        });
        let members = members.collect::<Result<_, StudyError>>()?;
        Ok(Some(Self { title: plan.title, plan_hash: sha256(text.as_bytes()), members }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comparison_is_known_by_the_studies_it_names() {
        let is_comparison = |text: &str| crate::study::plan::has_key(text, KEY);
        assert!(is_comparison("title: Two\nstudies: [a, b]\n"));
        assert!(!is_comparison("title: One\ngame: bosh.sow\n"));
        assert!(!is_comparison("- studies"));
    }

    #[test]
    fn one_study_is_nothing_to_compare_and_an_unknown_key_is_told_with_its_place() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("study.yaml");
        std::fs::write(&path, "title: One\nstudies: [a]\n").expect("it can be written");
        assert!(matches!(Comparison::open(&path), Err(ComparisonError::TooFew { found: 1, .. })));
        std::fs::write(&path, "title: Two\nstudies: [a, b]\nseeds: 4\n").expect("it can be written");
        let told = Comparison::open(&path).expect_err("seeds is no key of a comparison").to_string();
        assert!(told.contains("line 3"), "{told}");
    }
}
