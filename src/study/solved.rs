//! The exact values of a study's rounds.
//!
//! A plan that says `solve: 8G`, of itself or of a part, has the rounds of each of these readings solved within that memory,
//! beside the games that are played. What is found is kept in `data/solved`, one file for each ruleset, so that a study that is broken off goes on from
//! there.

use super::cells::{Cell, Study};
use super::error::StudyError;
use super::records::{read, sealed, unsealed, write};
use crate::engine::{Machine, Position, Scope};
use crate::play::move_name;
use crate::solve::{Bounds, Limits, SolveError, solve};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// The exact value of the rounds of one ruleset, and what it hangs on; see [`solve::Answer`](crate::solve::Answer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedRound {
    /// The version of the program.
    pub program: String,
    /// SHA-256 of the rules in their serialised form.
    pub rules: String,
    /// Seeds of the first player less the second's.
    pub value: Bounds,
    /// The same for each first move, by its name.
    pub moves: Vec<(String, Bounds)>,
    /// Positions found.
    pub positions: u64,
    /// Whether all that can come up were found.
    pub complete: bool,
    /// Positions in which a sowing that never ends can be chosen.
    pub never_ending: u64,
    /// The value where such a sowing may count as anything.
    pub whatever_never_ending: Bounds,
}

impl SolvedRound {
    /// The names of the first moves that are certainly best: none where the bounds of another could be better.
    #[must_use]
    pub fn best(&self) -> Vec<&str> {
        let least = self.moves.iter().map(|(_, v)| v.low).max();
        let high = self.moves.iter().map(|(_, v)| v.high).max();
        let best = self.moves.iter().filter(|(_, v)| Some(v.low) == least && v.value().is_some());
        if least == high { best.map(|(name, _)| name.as_str()).collect() } else { Vec::new() }
    }
}

fn path(folder: &Path, rules_hash: &str) -> PathBuf {
    folder.join("data").join("solved").join(format!("{}.json", &rules_hash[..16]))
}

/// What is kept of a ruleset; nothing if it is of another version or cannot be trusted.
fn find(folder: &Path, cell: &Cell) -> Result<Option<SolvedRound>, StudyError> {
    let round = read(&path(folder, &cell.rules_hash))?.and_then(|bytes| unsealed::<SolvedRound>(&bytes));
    Ok(round.filter(|round| round.program == env!("CARGO_PKG_VERSION") && round.rules == cell.rules_hash))
}

/// The cells whose rounds are solved, the first of each ruleset, each with the memory for it.
fn cells(study: &Study) -> Vec<(&Cell, u64)> {
    let mut seen = FxHashSet::default();
    let layouts = study.layouts.iter().filter(|layout| layout.scope == Scope::Round);
    let asked = layouts.filter_map(|layout| Some((layout, study.part(layout).solve.or(study.plan.solve)?)));
    let of = |(layout, memory): (&'_ super::Layout, u64)| {
        let first = layout.rows.iter().filter_map(|row| row.cells.first()).copied();
        first.map(move |cell| (cell, memory)).collect::<Vec<_>>()
    };
    let cells = asked.flat_map(of).map(|(cell, memory)| (&study.cells[cell], memory));
    cells.filter(|(cell, _)| seen.insert(&cell.rules_hash)).collect()
}

/// Solves what is not solved yet; true if all is done, false if it was stopped. `done` is told how many are and of how many.
///
/// # Errors
/// If a reading is beyond the solver or a file cannot be read or written. What was solved before is kept.
pub fn solve_rounds(
    study: &Study,
    folder: &Path,
    stop: &AtomicBool,
    done: impl Fn(usize, usize),
) -> Result<bool, StudyError> {
    let cells = cells(study);
    for (n, &(cell, memory)) in cells.iter().enumerate() {
        done(n, cells.len());
        if find(folder, cell)?.is_some() {
            continue;
        }
        let Some(round) = solved(cell, memory, stop)? else { return Ok(false) };
        let path = path(folder, &cell.rules_hash);
        let bytes = sealed(&round).map_err(|source| StudyError::Write { path: path.clone(), source })?;
        write(&path, &bytes)?;
    }
    if !cells.is_empty() {
        done(cells.len(), cells.len());
    }
    Ok(true)
}

/// The answer for a cell; none if it was stopped.
fn solved(cell: &Cell, memory: u64, stop: &AtomicBool) -> Result<Option<SolvedRound>, StudyError> {
    let reading = || cell.reading().to_owned();
    let machine = Machine::new(cell.rules.clone(), Scope::Round)
        .map_err(|source| StudyError::Machine { reading: reading(), source })?;
    let opening = Position::start(machine.rules());
    let answer = match solve(&machine, &opening, &Limits::within(memory), &|_| stop.load(Ordering::Relaxed)) {
        Ok(answer) => answer,
        Err(SolveError::Stopped) => return Ok(None),
        Err(source) => return Err(StudyError::NotExact { reading: reading(), source: source.into() }),
    };
    let names = machine.rules().board.names();
    Ok(Some(SolvedRound {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        rules: cell.rules_hash.clone(),
        value: answer.value,
        moves: answer.moves.iter().map(|m| (move_name(names, m.chosen), m.value)).collect(),
        positions: answer.positions,
        complete: answer.complete,
        never_ending: answer.never_ending,
        whatever_never_ending: answer.whatever_never_ending,
    }))
}

/// What is kept of every ruleset of a study, by the hash of the rules; empty where the plan has nothing solved.
///
/// # Errors
/// If a file cannot be read, or is missing, damaged or stale.
pub fn load_solved(study: &Study, folder: &Path) -> Result<BTreeMap<String, SolvedRound>, StudyError> {
    let cells = cells(study);
    let (mut found, mut absent) = (BTreeMap::new(), Vec::new());
    for &(cell, _) in &cells {
        match find(folder, cell)? {
            Some(round) => drop(found.insert(cell.rules_hash.clone(), round)),
            None => absent.push(path(folder, &cell.rules_hash)),
        }
    }
    match absent.into_iter().next() {
        Some(first) => Err(StudyError::Incomplete { missing: cells.len() - found.len(), all: cells.len(), first }),
        None => Ok(found),
    }
}
