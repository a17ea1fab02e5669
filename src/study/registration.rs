//! A plan registered before it is run.
//!
//! Who settles on questions, margins and numbers of games before he sees results can show it: a registration is a small file
//! beside the plan that holds the hashes of the plan, the rules file and the bibliography, and the versions of the program
//! and its generator. It is made only while no game of the study has been played, and from then on the study runs only with
//! what was registered. It bears no date; who publishes the file, or commits it, gives it one.

use super::cells::Study;
use super::error::StudyError;
use super::records::{Block, Conditions, Found, Records, write};
use super::sha256;
use crate::rng;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file.
const FILE: &str = "registration.json";

/// What is registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// Name of the program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Name and version of the generator of random numbers.
    pub generator: String,
    /// SHA-256 of the plan.
    pub plan_sha256: String,
    /// SHA-256 of the rules file.
    pub rules_sha256: String,
    /// SHA-256 of the bibliography, if there is one.
    pub bibliography_sha256: Option<String>,
    /// Cells that the plan comes to.
    pub cells: u64,
    /// Most games a cell.
    pub games: u64,
}

impl Registration {
    /// What a study would be registered as.
    #[must_use]
    pub fn of(study: &Study) -> Self {
        Self {
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            generator: rng::NAME.to_owned(),
            plan_sha256: study.plan_hash.clone(),
            rules_sha256: study.game.hash(),
            bibliography_sha256: study.bibliography_hash.clone(),
            cells: study.cells.len() as u64,
            games: study.plan.games,
        }
    }

    /// What differs between this and another registration.
    fn differences(&self, other: &Self) -> Vec<&'static str> {
        let version = |r: &Self| (r.program.clone(), r.version.clone(), r.generator.clone());
        let mut differing = Vec::new();
        for (what, differs) in [
            ("the plan", self.plan_sha256 != other.plan_sha256),
            ("the rules file", self.rules_sha256 != other.rules_sha256),
            ("the bibliography", self.bibliography_sha256 != other.bibliography_sha256),
            ("the program's version", version(self) != version(other)),
            ("the readings", (self.cells, self.games) != (other.cells, other.games)),
        ] {
            if differs {
                differing.push(what);
            }
        }
        differing
    }

    fn bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec_pretty(self)?;
        bytes.push(b'\n');
        Ok(bytes)
    }
}

/// Registers a study in its folder and returns the file. A study that is registered as it is stays so.
///
/// # Errors
/// If a game of it has been played, if something else is registered there, or if the file cannot be written.
pub fn register(study: &Study, folder: &Path) -> Result<PathBuf, StudyError> {
    let path = folder.join(FILE);
    if registered(study, folder)?.is_some() {
        return Ok(path);
    }
    let records = Records::under(folder);
    for cell in &study.cells {
        let conditions = Conditions::new(&study.plan, cell);
        for block in Block::of(&study.plan, cell) {
            if !matches!(records.find(&conditions, block)?, Found::Nothing) {
                return Err(StudyError::Played { path: records.path(&conditions, block) });
            }
        }
    }
    let bytes = Registration::of(study).bytes().map_err(|source| StudyError::Write { path: path.clone(), source })?;
    write(&path, &bytes)?;
    Ok(path)
}

/// The SHA-256 of the registration in the folder of a study; nothing where there is none.
///
/// # Errors
/// If the file cannot be read or is damaged, or the study is not as it was registered.
pub fn registered(study: &Study, folder: &Path) -> Result<Option<String>, StudyError> {
    let path = folder.join(FILE);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(StudyError::Read { path, source }),
    };
    let Ok(stated) = serde_json::from_slice::<Registration>(&bytes) else {
        return Err(StudyError::NotAsRegistered { path, differing: "what the file says".to_owned() });
    };
    let differing = stated.differences(&Registration::of(study));
    if differing.is_empty() {
        Ok(Some(sha256(&bytes)))
    } else {
        Err(StudyError::NotAsRegistered { path, differing: differing.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registration() -> Registration {
        Registration {
            program: "sowlab".to_owned(),
            version: "1".to_owned(),
            generator: "g".to_owned(),
            plan_sha256: "p".to_owned(),
            rules_sha256: "r".to_owned(),
            bibliography_sha256: None,
            cells: 2,
            games: 10,
        }
    }

    #[test]
    fn what_differs_is_named() {
        let other = Registration { plan_sha256: "q".to_owned(), version: "2".to_owned(), ..registration() };
        assert_eq!(registration().differences(&registration()), Vec::<&str>::new());
        assert_eq!(registration().differences(&other), ["the plan", "the program's version"]);
    }
}
