//! A reviewer's bundle: a study with everything that it was made from and everything that it made, in one zip file.
//!
//! The same files give the same bytes: they go in by the order of their paths, and all bear the first date that a zip file can.

use super::verify::{VerifyError, files_under};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::{Component, Path, PathBuf};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// How to cite the program.
const CITATION: &str = include_str!("../../CITATION.cff");

/// Why a bundle cannot be made.
#[derive(Debug, Error)]
pub enum BundleError {
    /// A file cannot be read.
    #[error(transparent)]
    Files(#[from] VerifyError),
    /// A path cannot be followed.
    #[error("cannot read {}: {source}", path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The archive cannot be formed.
    #[error("the archive cannot be formed")]
    Zip(#[from] zip::result::ZipError),
    /// The archive cannot be formed.
    #[error("the archive cannot be formed")]
    Write(#[from] io::Error),
}

/// Makes the archive of a folder and of the files outside it that it was made from, such as rules files. All keep their places
/// to each other, so that the plan finds its rules when the archive is unpacked. The records go in where `data` is set.
///
/// # Errors
/// [`BundleError`].
pub fn archive(folder: &Path, others: &[PathBuf], data: bool) -> Result<Vec<u8>, BundleError> {
    let whole = |path: &Path| path.canonicalize().map_err(|source| BundleError::Path { path: path.to_owned(), source });
    let folder = whole(folder)?;
    let others = others.iter().map(|path| whole(path)).collect::<Result<Vec<_>, _>>()?;
    let root = others.iter().fold(folder.clone(), |root, path| common(&root, path));
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for name in files_under(&folder)?.into_iter().filter(|name| belongs(name, data)) {
        let path = folder.join(&name);
        files.insert(within(&root, &path), read(&path)?);
    }
    for path in &others {
        files.insert(within(&root, path), read(path)?);
    }
    let place = within(&root, &folder);
    files.insert("CITATION.cff".to_owned(), CITATION.as_bytes().to_vec());
    files.insert("README.txt".to_owned(), readme(&place).into_bytes());
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (name, bytes) in files {
        archive.start_file(name, options)?;
        archive.write_all(&bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}

/// Half-written files and archives are no part of a study.
fn belongs(name: &str, data: bool) -> bool {
    let record = name.split('/').rev().skip(1).any(|folder| folder == "data");
    let extension = Path::new(name).extension().and_then(|e| e.to_str()).unwrap_or_default();
    !matches!(extension, "part" | "zip") && (data || !record)
}

fn read(path: &Path) -> Result<Vec<u8>, BundleError> {
    fs::read(path).map_err(|source| BundleError::Path { path: path.to_owned(), source })
}

/// The deepest folder that holds both.
fn common(one: &Path, other: &Path) -> PathBuf {
    one.components().zip(other.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
}

/// A path from a folder that it lies in, with slashes.
fn within(root: &Path, path: &Path) -> String {
    let names = path.strip_prefix(root).unwrap_or(path).components().filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy()),
        _ => None,
    });
    names.collect::<Vec<_>>().join("/")
}

fn readme(place: &str) -> String {
    let place = if place.is_empty() { "." } else { place };
    format!(
        "A study made with sowlab {}.\n\n\
         {place}/study.yaml     the plan\n\
         {place}/data           the records of all games\n\
         {place}/tables         every number, as CSV\n\
         {place}/figures        every figure as SVG, PDF and PNG, with its numbers, its caption and its text alternative\n\
         {place}/report.html    the report; report.md and report.tex are the same for a manuscript\n\
         {place}/manifest.json  the hashes of what went in and of what came out\n\n\
         To make every figure and every table again from the records, and to name what differs:\n\n    \
         sowlab verify {place}\n\n\
         To play every game again from the seed as well:\n\n    \
         sowlab verify {place} --from-seed\n\n\
         How to cite the program stands in CITATION.cff, the sources of the games in the report.\n",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn an_archive_keeps_places_and_is_the_same_every_time() {
        let root = tempfile::tempdir().expect("a folder");
        let study = root.path().join("studies/one");
        for (name, text) in [("studies/one/study.yaml", "plan"), ("studies/one/data/a/0.json", "record")] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("made");
            fs::write(path, text).expect("written");
        }
        let rules = root.path().join("rules.sow");
        fs::write(&rules, "rules").expect("written");
        fs::write(study.join("data/a/1.json.part"), "half").expect("written");
        let bytes = archive(&study, std::slice::from_ref(&rules), true).expect("made");
        assert_eq!(bytes, archive(&study, std::slice::from_ref(&rules), true).expect("made"));
        assert!(archive(&study, &[rules], false).expect("made").len() < bytes.len());
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
        let names: Vec<String> = zip.file_names().map(|name| name.expect("UTF-8").into_owned()).collect();
        let expected =
            ["CITATION.cff", "README.txt", "rules.sow", "studies/one/data/a/0.json", "studies/one/study.yaml"];
        assert_eq!(names, expected);
        let mut text = String::new();
        zip.by_name("rules.sow").expect("it is there").read_to_string(&mut text).expect("text");
        assert_eq!(text, "rules");
    }
}
