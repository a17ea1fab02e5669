//! Records on disk: one file a block of games.
//!
//! A record lies at `data/KEY/BLOCK.json`, where the key is a hash of everything that its games depend on: the compiled rules,
//! scope, players, seed, the cap on rounds, and the versions of the program and its generator. So a record that was made
//! under other conditions is never looked at, and one that two studies share is the same file. A record is written to a
//! file beside it, brought to the disk and then renamed, so that at its own name there is a whole record or none, whenever
//! the process or the machine stops. It carries a hash of itself, and one whose bytes are not exactly those that its content
//! gives is damaged: it is named, and its games are played again.

use super::cells::Cell;
use super::error::StudyError;
use super::kept;
use super::plan::Pair;
use super::plan::Plan;
use super::sha256;
use crate::agents::Contender;
use crate::engine::Scope;
use crate::files::write_whole;
use crate::metrics::Tally;
use crate::rng;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Version of the form of records.
const FORMAT: u32 = 2;

/// What the games of a record depend on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    format: u32,
    program: String,
    generator: String,
    seed: u64,
    scope: Scope,
    agents: [Contender; 2],
    #[serde(default, skip_serializing_if = "is_nought")]
    random_turns: u32,
    round_cap: Option<u32>,
    rules: String,
}

impl Conditions {
    /// The conditions of a cell of a plan.
    #[must_use]
    pub fn new(plan: &Plan, cell: &Cell) -> Self {
        let Pair(agents) = cell.players.pair;
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            generator: rng::NAME.to_owned(),
            seed: plan.seed,
            scope: cell.scope,
            agents,
            random_turns: cell.players.random_turns,
            round_cap: plan.match_round_cap.filter(|_| cell.scope == Scope::Match),
            rules: cell.rules_hash.clone(),
        }
    }

    /// The name of the folder for records under these conditions: 16 hexadecimal digits.
    #[must_use]
    pub fn key(&self) -> String {
        // Plain data without maps or floats: serialising it does not fail.
        let mut hash = sha256(&serde_json::to_vec(self).unwrap_or_default());
        hash.truncate(16);
        hash
    }
}

/// Whether a number of turns is left out of the conditions, which then are those of records made before there were any.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "called by reference")]
const fn is_nought(turns: &u32) -> bool {
    *turns == 0
}

/// A stretch of the games of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// Its number, from 0.
    pub number: u64,
    /// The number of its first game.
    pub first: u64,
    /// How many games it has, at least 1.
    pub games: u64,
    /// Whether it is all of its cell. A record of part of a cell lists the hashes of its games, so that distinct games
    /// can be counted over all of them.
    pub whole: bool,
    /// How many of its games are kept move by move, from its first on.
    pub keep: u64,
}

impl Block {
    /// The blocks of a cell of a plan, up to the most games that may be played. A look ends a block.
    #[must_use]
    pub fn of(plan: &Plan, cell: &Cell) -> Vec<Self> {
        Self::within_looks(plan, &if plan.until.is_some() { plan.looks() } else { vec![cell.players.games] })
    }

    fn within_looks(plan: &Plan, looks: &[u64]) -> Vec<Self> {
        let whole = looks.len() == 1 && looks[0] <= plan.games_a_record;
        let mut blocks = Vec::new();
        let mut first = 0;
        for &look in looks {
            while first < look {
                let games = plan.games_a_record.min(look - first);
                let keep = plan.keep.saturating_sub(first).min(games);
                blocks.push(Self { number: blocks.len() as u64, first, games, whole, keep });
                first += games;
            }
        }
        blocks
    }

    /// Whether it lies within the first `games` games of its cell.
    #[must_use]
    pub const fn within(&self, games: u64) -> bool {
        self.first + self.games <= games
    }
}

/// What was found in the games of a block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// What they depend on.
    pub conditions: Conditions,
    /// Which they are.
    pub block: Block,
    /// The class of each, one letter a game in the order of their numbers.
    pub classes: String,
    /// How many of them are distinct.
    pub distinct: u64,
    /// SHA-256 of the file of those that are kept move by move; nothing where none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
    /// The hashes of the distinct ones, ascending; none in a record of a whole cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hashes: Vec<u64>,
    /// Their sums.
    pub tally: Tally,
}

/// A record as it stands in a file, after its own hash.
#[derive(Serialize, Deserialize)]
struct Sealed<R> {
    sha256: String,
    record: R,
}

/// The bytes of a record's file.
pub(super) fn sealed<R: Serialize>(record: &R) -> io::Result<Vec<u8>> {
    let sha256 = sha256(&serde_json::to_vec(record)?);
    let mut bytes = serde_json::to_vec(&Sealed { sha256, record })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The record of a file; none where the bytes are not those that were written.
pub(super) fn unsealed<R: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<R> {
    let Sealed { record, .. } = serde_json::from_slice::<Sealed<R>>(bytes).ok()?;
    (sealed(&record).ok()? == bytes).then_some(record)
}

/// The bytes of a file; none if there is no such file.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, StudyError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(StudyError::Read { path: path.to_owned(), source }),
    }
}

/// What stands where a record should be.
#[derive(Debug)]
pub enum Found {
    /// The record.
    Whole(Box<Record>),
    /// Nothing.
    Nothing,
    /// A file that cannot be trusted, and why.
    Refused(&'static str),
}

/// The folder of a study's records.
#[derive(Clone, Debug)]
pub struct Records {
    folder: PathBuf,
}

impl Records {
    /// Records under the folder of a study.
    #[must_use]
    pub fn under(study: &Path) -> Self {
        Self { folder: study.join("data") }
    }

    /// The folder for records under some conditions.
    #[must_use]
    pub fn folder(&self, conditions: &Conditions) -> PathBuf {
        self.folder.join(conditions.key())
    }

    /// The file of a block.
    #[must_use]
    pub fn path(&self, conditions: &Conditions, block: Block) -> PathBuf {
        self.folder(conditions).join(format!("{:05}.json", block.number))
    }

    /// The file of the games of a block that are kept move by move.
    #[must_use]
    pub fn games(&self, conditions: &Conditions, block: Block) -> PathBuf {
        self.folder(conditions).join(format!("{:05}.games.jsonl", block.number))
    }

    /// Looks for the record of a block.
    ///
    /// # Errors
    /// If there is a file that cannot be read.
    pub fn find(&self, conditions: &Conditions, block: Block) -> Result<Found, StudyError> {
        let Some(bytes) = read(&self.path(conditions, block))? else { return Ok(Found::Nothing) };
        let Some(record) = unsealed::<Record>(&bytes) else { return Ok(Found::Refused("damaged")) };
        Ok(if record.conditions != *conditions || record.block != block {
            Found::Refused("stale")
        } else if record.kept != kept::hash(&self.games(conditions, block))? {
            Found::Refused("without the games that were kept with it")
        } else {
            Found::Whole(Box::new(record))
        })
    }

    /// Writes the record of a block.
    ///
    /// # Errors
    /// If its file cannot be written; what was at its name before is then still there.
    pub fn keep(&self, record: &Record) -> Result<(), StudyError> {
        let path = self.path(&record.conditions, record.block);
        let bytes = sealed(record).map_err(|source| StudyError::Write { path: path.clone(), source })?;
        write(&path, &bytes)
    }
}

/// Writes a file whole or not at all.
///
/// # Errors
/// If that fails.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), StudyError> {
    write_whole(path, bytes).map_err(|source| StudyError::Write { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_the_games_once_each() {
        let plan = Plan::from_yaml(
            "{title: T, game: g, seed: 1, games: 25, agents: [random], games_a_record: 10, keep: 12, \
             parts: [{name: P, design: factorial, questions: [Q], scopes: [round]}]}",
        )
        .unwrap();
        let blocks: Vec<_> = Block::within_looks(&plan, &plan.looks())
            .iter()
            .map(|b| (b.number, b.first, b.games, b.whole, b.keep))
            .collect();
        assert_eq!(blocks, [(0, 0, 10, false, 10), (1, 10, 10, false, 2), (2, 20, 5, false, 0)]);
    }

    #[test]
    fn a_look_ends_a_block() {
        let plan = Plan::from_yaml(
            "{title: T, game: g, seed: 1, until: {half_width: 0.1, at_least: 6, at_most: 20}, agents: [random], \
             games_a_record: 5, parts: [{name: P, design: factorial, questions: [Q], scopes: [round]}]}",
        )
        .unwrap();
        assert_eq!(plan.looks(), [6, 12, 20]);
        let all = Block::within_looks(&plan, &plan.looks());
        let blocks: Vec<_> = all.iter().map(|b| (b.first, b.games)).collect();
        assert_eq!(blocks, [(0, 5), (5, 1), (6, 5), (11, 1), (12, 5), (17, 3)]);
        assert_eq!(all.iter().filter(|b| b.within(12)).count(), 4);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir(&path).unwrap();
        let error = write(&path, b"y").unwrap_err();
        assert!(error.to_string().contains("taken"), "{error}");
        assert!(error.to_string().contains("run the same command again"), "{error}");
    }
}
