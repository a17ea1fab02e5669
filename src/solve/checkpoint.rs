//! Work kept on disk when solving is stopped, and taken up again.
//!
//! The file: a line that names the format; a line of JSON that says what is solved and how far; then, level by level from 0, the
//! number of positions, their keys in ascending order and, for a solved level, their bounds, all in little-endian bytes; last
//! the SHA-256 of all before it. Ascending keys make the file the same however many threads were at work.

use super::database::Database;
use super::file::Hashed;
use super::graph::{Graph, Level};
use super::retrograde::{Solved, Values};
use super::table::shard;
use crate::engine::Position;
use crate::files::write_with;
use crate::rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

const FORMAT: &[u8] = b"sowlab solving 2\n";

/// Why a checkpoint cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CheckpointError {
    #[error("checkpoint {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("checkpoint {}: it is not a checkpoint of this version, or it is damaged", path.display())]
    Damaged { path: PathBuf },
    #[error("checkpoint {}: it was written for other rules, another position or another database", path.display())]
    Other { path: PathBuf },
}

/// What is solved and how far.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    version: String,
    rules: Ruleset,
    position: Position,
    next: Option<u16>,
    dropped: Option<u16>,
    floor: u16,
    levels: usize,
    solved: usize,
    never_ending: u64,
    never_ending_open: bool,
}

/// The file for one position under one ruleset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checkpoint<'a> {
    path: &'a Path,
    rules: &'a Ruleset,
    position: &'a Position,
}

impl<'a> Checkpoint<'a> {
    pub const fn new(path: &'a Path, rules: &'a Ruleset, position: &'a Position) -> Self {
        Self { path, rules, position }
    }

    fn io(&self) -> impl Fn(io::Error) -> CheckpointError {
        let path = self.path.to_owned();
        move |error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => {
                CheckpointError::Damaged { path: path.clone() }
            }
            _ => CheckpointError::Io { path: path.clone(), error },
        }
    }

    /// Writes the file anew; what was there before stays until the new one is whole.
    pub fn write(&self, solved: &Solved) -> Result<(), CheckpointError> {
        write_with(self.path, |file| self.write_to(file, solved)).map_err(self.io())
    }

    fn write_to(&self, file: &File, solved: &Solved) -> io::Result<()> {
        let mut out = Hashed::new(BufWriter::new(file));
        let head = Head {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            rules: self.rules.clone(),
            position: self.position.clone(),
            next: solved.graph.next,
            dropped: solved.graph.dropped,
            floor: solved.graph.floor,
            levels: solved.graph.levels.len(),
            solved: solved.values.len(),
            never_ending: solved.never_ending,
            never_ending_open: solved.never_ending_open,
        };
        out.write_all(FORMAT)?;
        serde_json::to_writer(&mut out, &head)?;
        out.write_all(b"\n")?;
        for (n, level) in solved.graph.levels.iter().enumerate() {
            let mut keys: Vec<u64> = level.iter().flat_map(super::table::Table::keys).collect();
            keys.sort_unstable();
            out.write_all(&(keys.len() as u64).to_le_bytes())?;
            for key in &keys {
                out.write_all(&key.to_le_bytes())?;
            }
            if let Some(values) = solved.values.get(n) {
                for &key in &keys {
                    out.write_all(&values.packed(level, key).to_le_bytes())?;
                }
            }
        }
        out.finish()
    }

    /// The work kept in the file, if there is one.
    /// The values below its lowest level are given to it.
    pub fn read(&self, floor: u16, below: Option<&Arc<Database>>) -> Result<Option<Solved>, CheckpointError> {
        match File::open(self.path) {
            Ok(file) => self.read_from(&file, floor, below),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.io()(error)),
        }
    }

    fn read_from(
        &self,
        file: &File,
        floor: u16,
        below: Option<&Arc<Database>>,
    ) -> Result<Option<Solved>, CheckpointError> {
        let damaged = || CheckpointError::Damaged { path: self.path.to_owned() };
        let mut bytes = Hashed::new(BufReader::new(file));
        let mut format = [0; FORMAT.len()];
        bytes.read_exact(&mut format).map_err(self.io())?;
        let mut line = Vec::new();
        while line.last() != Some(&b'\n') {
            let mut byte = [0];
            bytes.read_exact(&mut byte).map_err(self.io())?;
            line.push(byte[0]);
        }
        let head: Head = serde_json::from_slice(&line).map_err(|_| damaged())?;
        if format != FORMAT || head.version != env!("CARGO_PKG_VERSION") || head.levels > 1 << 8 {
            return Err(damaged());
        }
        if head.rules != *self.rules || head.position != *self.position || head.floor != floor {
            return Err(CheckpointError::Other { path: self.path.to_owned() });
        }
        let graph = Graph { levels: Vec::new(), next: head.next, floor, dropped: head.dropped };
        let mut solved = Solved::new(graph, head.never_ending_open, below.cloned());
        solved.never_ending = head.never_ending;
        for n in 0..head.levels {
            let len = u64::from_le_bytes(read_array(&mut bytes).map_err(self.io())?);
            let mut keys = Vec::new();
            let mut level = Level::default();
            for _ in 0..len {
                let key = u64::from_le_bytes(read_array(&mut bytes).map_err(self.io())?);
                level[shard(key)].insert(key);
                keys.push(key);
            }
            if n < head.solved {
                let values = Values::zeroed(&level);
                for &key in &keys {
                    values.set_packed(&level, key, u16::from_le_bytes(read_array(&mut bytes).map_err(self.io())?));
                }
                solved.values.push(values);
            }
            solved.graph.levels.push(level);
        }
        let hash = bytes.digest();
        let kept: [u8; 32] = read_array(&mut bytes).map_err(self.io())?;
        if hash == kept { Ok(Some(solved)) } else { Err(damaged()) }
    }
}

fn read_array<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}
