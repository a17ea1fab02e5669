//! Games kept move by move.
//!
//! The first games of each cell are written to `data/KEY/BLOCK.games.jsonl`, one JSON object a line: the number of the game and
//! its transcript. They can be shown, and played again from the seed to see that they still come out the same.

use super::cells::{Cell, Study};
use super::error::StudyError;
use super::records::{Block, Conditions, Records, read, write};
use super::seats::players;
use super::sha256;
use crate::agents::{Pairing, record_match, record_round};
use crate::engine::{Machine, Scope};
use crate::play::Transcript;
use crate::rng::GameSeed;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// One kept game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptGame {
    /// Its number in its cell, from 0.
    pub game: u64,
    /// What happened in it.
    pub transcript: Transcript,
}

/// Writes the kept games of a block and returns the hash of their file; nothing if there are none.
pub(super) fn keep(path: &Path, games: &[KeptGame]) -> Result<Option<String>, StudyError> {
    if games.is_empty() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    for game in games {
        serde_json::to_writer(&mut bytes, game)
            .map_err(|e| StudyError::Write { path: path.to_owned(), source: e.into() })?;
        bytes.push(b'\n');
    }
    write(path, &bytes)?;
    Ok(Some(sha256(&bytes)))
}

/// The hash of a file of kept games; `None` if there is no such file.
pub(super) fn hash(path: &Path) -> Result<Option<String>, StudyError> {
    Ok(read(path)?.map(|bytes| sha256(&bytes)))
}

/// Plays the kept games of a block of a cell.
pub(super) fn play(
    machine: &Machine,
    players: &Pairing,
    study: &Study,
    cell: &Cell,
    games: std::ops::Range<u64>,
) -> Result<Vec<KeptGame>, StudyError> {
    games.map(|game| Ok(KeptGame { game, transcript: play_one(machine, players, study, cell, game)? })).collect()
}

fn play_one(
    machine: &Machine,
    players: &Pairing,
    study: &Study,
    cell: &Cell,
    game: u64,
) -> Result<Transcript, StudyError> {
    let seed = GameSeed { study: study.plan.seed, game };
    match cell.scope {
        Scope::Round => Ok(record_round(machine, players.clone(), seed).1),
        Scope::Match => record_match(machine, players.clone(), seed, study.plan.round_cap())
            .map(|(_, transcript)| transcript)
            .ok_or_else(|| StudyError::NoMatch { reading: cell.reading().to_owned() }),
    }
}

/// The name of a kept game: the number of its cell and its own, such as `17-3`.
#[must_use]
pub fn name(cell: usize, game: u64) -> String {
    format!("{cell}-{game}")
}

/// A game played again and found to be the one that was kept.
#[derive(Clone, Debug)]
pub struct Replayed<'a> {
    /// Its cell.
    pub cell: &'a Cell,
    /// Its number in the cell.
    pub game: u64,
    /// What happened in it.
    pub transcript: Transcript,
}

/// Plays a kept game again from its seed and compares it with what was stored.
///
/// # Errors
/// If there is no such game, if it can't be read or played, or if it comes out otherwise.
pub fn replay<'a>(study: &'a Study, folder: &Path, name: &str) -> Result<Replayed<'a>, StudyError> {
    let unknown = |help: String| StudyError::NoGame { name: name.to_owned(), help };
    let (cell, game) = name
        .split_once('-')
        .and_then(|(cell, game)| Some((cell.parse::<usize>().ok()?, game.parse::<u64>().ok()?)))
        .ok_or_else(|| unknown("a game goes by the number of its cell and its own, such as 17-3".to_owned()))?;
    let there = study
        .cells
        .get(cell)
        .ok_or_else(|| unknown(format!("cells are numbered from 0 to {}", study.cells.len().saturating_sub(1))))?;
    let block = Block::of(&study.plan, there).into_iter().find(|b| (b.first..b.first + b.keep).contains(&game));
    let block = block.ok_or_else(|| {
        unknown(match study.plan.keep {
            0 => "this study keeps no games; the plan says how many with keep".to_owned(),
            1 => "game 0 of each cell is kept".to_owned(),
            some => format!("games 0 to {} of each cell are kept", some - 1),
        })
    })?;
    let path = Records::under(folder).games(&Conditions::new(&study.plan, there), block);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => {
            return Err(unknown(format!("{} is not there; run the study first", path.display())));
        }
        Err(source) => return Err(StudyError::Read { path, source }),
    };
    let machine = Machine::new(there.rules.clone(), there.scope)
        .map_err(|source| StudyError::Machine { reading: there.reading().to_owned(), source })?;
    let players = players(&machine, there, &mut None, &|_| false)?;
    let played = KeptGame { game, transcript: play_one(&machine, &players, study, there, game)? };
    // The line as it would be written now is compared, so that nothing that is stored escapes the comparison.
    let line =
        serde_json::to_string(&played).map_err(|e| StudyError::Write { path: path.clone(), source: e.into() })?;
    if text.lines().any(|stored| stored == line) {
        Ok(Replayed { cell: there, game, transcript: played.transcript })
    } else {
        Err(StudyError::OtherGame { name: name.to_owned(), path })
    }
}
