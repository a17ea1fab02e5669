//! Whether the files of a report are those that its data give.
//!
//! Two things are asked of each file: whether it is the one that the manifest lists, by its hash, and whether it comes out the
//! same, byte by byte, when the report is made anew. Records are compared in the same way with those of a study played again.

use super::Made;
use super::manifest::Listed;
use crate::study::sha256;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Folders whose files all belong to the report.
const OWN_FOLDERS: [&str; 2] = ["figures", "tables"];

/// A file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Its path within the folder of the study, with slashes.
    pub path: String,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fault {
    /// It is not there.
    Missing,
    /// Its hash is not the one that the manifest lists.
    NotAsListed,
    /// It comes out otherwise when it is made anew.
    NotAsRecomputed,
    /// It lies among the files of the report and is none of them.
    Stray,
}

/// Why a report cannot be verified.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// A file cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The manifest is not one.
    #[error("{}: this is no manifest of a report: {source}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: serde_json::Error,
    },
}

/// What of a manifest is needed to verify, whatever kind of report it is of.
#[derive(Clone, Debug, Deserialize)]
pub struct Kept {
    /// Dots an inch of the raster figures.
    pub png_dpi: u32,
    files: Vec<Listed>,
}

impl Kept {
    /// Reads the manifest in a folder.
    ///
    /// # Errors
    /// [`VerifyError`].
    pub fn read(folder: &Path) -> Result<Self, VerifyError> {
        let path = folder.join("manifest.json");
        let bytes = fs::read(&path).map_err(|source| VerifyError::Read { path: path.clone(), source })?;
        serde_json::from_slice(&bytes).map_err(|source| VerifyError::Manifest { path, source })
    }

    /// How many files it lists.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.len()
    }

    /// The files that are not as it lists them.
    ///
    /// # Errors
    /// If a file that is there cannot be read.
    pub fn check(&self, folder: &Path) -> Result<Vec<Finding>, VerifyError> {
        let mut findings = Vec::new();
        for listed in &self.files {
            let fault = match found(folder, &listed.path)? {
                None => Fault::Missing,
                Some(bytes) if sha256(&bytes) != listed.sha256 => Fault::NotAsListed,
                Some(_) => continue,
            };
            findings.push(Finding { path: listed.path.clone(), fault });
        }
        Ok(findings)
    }
}

/// The files of a folder that are not those of a report made anew.
///
/// # Errors
/// If a file that is there cannot be read.
pub fn recomputed(made: &Made, folder: &Path) -> Result<Vec<Finding>, VerifyError> {
    let mut findings = Vec::new();
    let mut own = BTreeSet::new();
    for file in &made.files {
        let path = Listed::path_of(file);
        match found(folder, &path)? {
            None => findings.push(Finding { path: path.clone(), fault: Fault::Missing }),
            Some(bytes) if bytes != file.bytes => {
                findings.push(Finding { path: path.clone(), fault: Fault::NotAsRecomputed });
            }
            Some(_) => {}
        }
        own.insert(path);
    }
    for name in OWN_FOLDERS {
        let all = files_under(&folder.join(name))?;
        let strays = all.into_iter().map(|path| format!("{name}/{path}")).filter(|path| !own.contains(path));
        findings.extend(strays.map(|path| Finding { path, fault: Fault::Stray }));
    }
    Ok(findings)
}

/// The records in the folder of a study that are not those in the folder of the same study played again. Records that are not
/// kept are not missed; those of other studies are not looked at.
///
/// # Errors
/// If a file that is there cannot be read.
pub fn records(again: &Path, folder: &Path) -> Result<Vec<Finding>, VerifyError> {
    let mut findings = Vec::new();
    let again = again.join("data");
    for path in files_under(&again)? {
        let expected = found(&again, &path)?;
        let kept = found(&folder.join("data"), &path)?;
        if kept.is_some() && kept != expected {
            findings.push(Finding { path: format!("data/{path}"), fault: Fault::NotAsRecomputed });
        }
    }
    Ok(findings)
}

/// The bytes of a file; `None` if there is none.
fn found(folder: &Path, path: &str) -> Result<Option<Vec<u8>>, VerifyError> {
    let path = folder.join(path);
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(VerifyError::Read { path, source }),
    }
}

/// Every file under a folder by its path there, with slashes, in order; none where there is no such folder.
pub(super) fn files_under(folder: &Path) -> Result<Vec<String>, VerifyError> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            Err(source) => return Err(VerifyError::Read { path: folder, source }),
        };
        for entry in entries {
            let path = entry.map_err(|source| VerifyError::Read { path: folder.clone(), source })?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                folders.push((path, format!("{name}/")));
            } else {
                files.push(name);
            }
        }
    }
    files.sort();
    Ok(files)
}
