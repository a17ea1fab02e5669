//! The values of all positions of up to so many seeds, in a file.
//!
//! Every position has its place by a perfect index: levels, which are numbers of seeds on the board, one after the other from
//! 0; within a level the boards by their [rank](super::Ranking); for each board what is told beside it. So the file holds values
//! alone, two bytes a position, and a look-up is one place in a map of the file.
//!
//! The file: a line that names the format; a line of JSON that says what is solved; the values, each as its lower and its upper
//! bound in a byte; last the SHA-256 of all before it, which is checked whenever the file is opened.

use super::file::Hashed;
use super::graph::{BYTES_A_POSITION, Graph, Level, Rules, Stop};
use super::packing::{Packing, Unsolvable};
use super::rank::Ranking;
use super::retrograde::{Bounds, Solved};
use super::table::shard;
use crate::engine::{Kernel, Lanes, Machine, State};
use crate::files::write_with;
use crate::rules::ruleset::Ruleset;
use crate::with_kernel;
use mmap_guard::FileData;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const FORMAT: &[u8] = b"sowlab database 1\n";

/// Bytes of the checksum at the end.
const CHECKSUM: usize = 32;

/// Why there is no database.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum DatabaseError {
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    #[error(
        "a start that is prescribed to the next move belongs to the positions of these rules, and databases leave it out"
    )]
    Prescribed,
    #[error("{positions} positions would take up to {bytes} bytes of memory, and {memory} are allowed")]
    Memory { positions: u64, bytes: u64, memory: u64 },
    #[error("more positions than can be counted")]
    TooMany,
    #[error("stopped")]
    Stopped,
    #[error("database {}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("database {}: it is not a database of this version, or it is damaged", path.display())]
    Damaged { path: PathBuf },
    #[error("database {}: it was made for other rules", path.display())]
    Other { path: PathBuf },
}

/// What is in the file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    version: String,
    rules: Ruleset,
    seeds: u16,
    never_ending: u64,
}

/// An open database of the positions of a ruleset with no pit closed.
pub struct Database {
    file: FileData,
    /// Where in the file the values of each level begin.
    levels: Vec<usize>,
    ranking: Ranking,
    packing: Packing,
    never_ending: u64,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database").field("seeds", &self.seeds()).finish_non_exhaustive()
    }
}

/// How positions of up to `seeds` seeds are numbered.
fn numbering<W: Lanes>(kernel: &Kernel<W>, seeds: u16) -> Result<(Packing, Ranking), DatabaseError> {
    let packing = Packing::new(kernel, 0, seeds.into())?;
    if packing.has_marks() {
        return Err(DatabaseError::Prescribed);
    }
    let ranking = Ranking::new(packing.pits().into(), seeds.into()).ok_or(DatabaseError::TooMany)?;
    Ok((packing, ranking))
}

/// Solves all positions of up to `seeds` seeds and writes their values to a file. Returns how many they are.
///
/// # Errors
/// [`DatabaseError`] where the rules are beyond the solver, memory or disk does not suffice, or it is told to stop.
pub fn write_database(
    machine: &Machine,
    seeds: u16,
    path: &Path,
    memory: u64,
    stop: Stop<'_>,
) -> Result<u64, DatabaseError> {
    with_kernel!(machine, kernel => write_on(kernel, seeds, path, memory, stop))
}

fn write_on<W: Lanes>(
    kernel: &Kernel<W>,
    seeds: u16,
    path: &Path,
    memory: u64,
    stop: Stop<'_>,
) -> Result<u64, DatabaseError> {
    let (packing, ranking) = numbering(kernel, seeds)?;
    let positions = packing.all(seeds.into()).ok_or(DatabaseError::TooMany)?;
    let bytes = positions.saturating_mul(BYTES_A_POSITION);
    if bytes > memory {
        return Err(DatabaseError::Memory { positions, bytes, memory });
    }
    let rules = Rules::new(kernel, &packing, 0);
    let place = |level: usize, at: u64| packing.key(&position::<W>(&packing, &ranking, level, at));
    let count = |level: usize| ranking.count(level) * packing.extra();
    let levels = (0..=usize::from(seeds)).map(|n| {
        let mut level = Level::default();
        for key in (0..count(n)).map(|at| place(n, at)) {
            level[shard(key)].insert(key);
        }
        level
    });
    let mut solved = Solved::new(Graph::of(levels.collect()), false, None);
    while !solved.is_done() {
        if !solved.solve_next(&rules, stop) {
            return Err(DatabaseError::Stopped);
        }
    }
    let head = Head {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: kernel.rules().clone(),
        seeds,
        never_ending: solved.never_ending,
    };
    let write = |file: &mut File| {
        let mut out = Hashed::new(BufWriter::new(file));
        out.write_all(FORMAT)?;
        serde_json::to_writer(&mut out, &head)?;
        out.write_all(b"\n")?;
        for (n, (level, values)) in solved.graph.levels.iter().zip(&solved.values).enumerate() {
            for at in 0..count(n) {
                out.write_all(&values.packed(level, place(n, at)).to_be_bytes())?;
            }
        }
        out.finish()
    };
    write_with(path, write).map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
    Ok(positions)
}

/// The position at a place of a level.
fn position<W: Lanes>(packing: &Packing, ranking: &Ranking, level: usize, at: u64) -> State<W> {
    let mut cells = W::EMPTY;
    ranking.unrank(at / packing.extra(), level, |pit, n| cells = cells.with(pit as u8, n));
    packing.completed(cells, at % packing.extra())
}

impl Database {
    /// Opens a database for a ruleset.
    ///
    /// # Errors
    /// [`DatabaseError`] where it cannot be read, is damaged or was made for other rules.
    pub fn open(path: &Path, machine: &Machine) -> Result<Self, DatabaseError> {
        let file = mmap_guard::map_file(path).map_err(|error| DatabaseError::Io { path: path.to_owned(), error })?;
        with_kernel!(machine, kernel => Self::on(path, file, kernel))
    }

    fn on<W: Lanes>(path: &Path, file: FileData, kernel: &Kernel<W>) -> Result<Self, DatabaseError> {
        let damaged = || DatabaseError::Damaged { path: path.to_owned() };
        let rest = file.strip_prefix(FORMAT).ok_or_else(damaged)?;
        let line = rest.split_inclusive(|&b| b == b'\n').next().ok_or_else(damaged)?;
        let head: Head = serde_json::from_slice(line).map_err(|_| damaged())?;
        if head.version != env!("CARGO_PKG_VERSION") {
            return Err(damaged());
        }
        let (body, sum) = file.split_at_checked(file.len().saturating_sub(CHECKSUM)).ok_or_else(damaged)?;
        if Sha256::digest(body).as_slice() != sum {
            return Err(damaged());
        }
        if head.rules != *kernel.rules() {
            return Err(DatabaseError::Other { path: path.to_owned() });
        }
        let (packing, ranking) = numbering(kernel, head.seeds)?;
        let mut levels = Vec::new();
        let mut from = FORMAT.len() + line.len();
        for level in 0..=usize::from(head.seeds) {
            levels.push(from);
            from += 2 * usize::try_from(ranking.count(level) * packing.extra()).map_err(|_| DatabaseError::TooMany)?;
        }
        if from != body.len() {
            return Err(damaged());
        }
        Ok(Self { levels, ranking, packing, never_ending: head.never_ending, file })
    }

    /// Most seeds on the board.
    #[must_use]
    pub fn seeds(&self) -> u16 {
        self.levels.len() as u16 - 1
    }

    /// Positions in which a sowing that never ends can be chosen.
    #[must_use]
    pub const fn never_ending(&self) -> u64 {
        self.never_ending
    }

    /// The bounds of a position to its player to move; none if it has more seeds than the database or closed pits.
    #[must_use]
    pub fn look_up<W: Lanes>(&self, state: &State<W>) -> Option<Bounds> {
        let level = state.cells.sum(0, self.packing.pits());
        (state.closed == 0 && level <= self.seeds()).then(|| self.bounds(state, level))
    }

    /// The bounds of a position to its player to move, with this many seeds on the board; they are no more than the database
    /// [has](Self::seeds).
    pub(super) fn bounds<W: Lanes>(&self, state: &State<W>, level: u16) -> Bounds {
        let state = self.packing.folded(state);
        let board = (0..self.packing.pits()).map(|pit| state.cells.get(pit));
        let place = self.ranking.rank(board) * self.packing.extra() + self.packing.beside(&state);
        let at = self.levels[usize::from(level)] + 2 * place as usize;
        Bounds::unpacked(u16::from_be_bytes([self.file[at], self.file[at + 1]]))
    }
}
