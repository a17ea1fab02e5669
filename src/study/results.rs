//! A study's records read back.

use super::cells::{Cell, Study};
use super::error::StudyError;
use super::records::{Block, Conditions, Found, Records};
use crate::metrics::{Classes, GameHashes, Tally};
use crate::play::Class;
use crate::stats::Points;
use std::path::Path;

/// What was found in one cell.
#[derive(Clone, Debug)]
pub struct CellResult {
    /// The sums over its games.
    pub tally: Tally,
    /// What each game was worth to the first player, in the order of their numbers.
    pub points: Vec<Points>,
    /// How many games are distinct.
    pub distinct: u64,
}

/// Reads the records of every cell of a study, as far as it had to be played.
///
/// # Errors
/// If a record cannot be read, or is missing, damaged or stale.
pub fn load(study: &Study, folder: &Path) -> Result<Vec<CellResult>, StudyError> {
    let looks = study.plan.looks();
    for &look in &looks[..looks.len().saturating_sub(1)] {
        let results = load_first(study, folder, look)?;
        if enough(study, &results) {
            return Ok(results);
        }
    }
    load_first(study, folder, study.plan.games)
}

/// Whether a study may stop at a look that found this: the interval of the score is narrow enough in every cell. A cell
/// without a score never is.
pub(super) fn enough(study: &Study, results: &[CellResult]) -> bool {
    let half_width = |r: &CellResult| r.tally.classes.score(study.plan.confidence).map_or(f64::NAN, |e| e.half_width());
    study.plan.until.is_none_or(|until| until.satisfied(results.iter().map(half_width)))
}

/// The blocks of a cell up to a look, or all of them where the number of games is fixed.
pub(super) fn blocks_until(study: &Study, cell: &Cell, look: u64) -> Vec<Block> {
    let mut blocks = Block::of(&study.plan, cell);
    blocks.retain(|block| study.plan.until.is_none() || block.within(look));
    blocks
}

/// Reads the records of the first so many games of every cell, or of all of them where their number is fixed.
pub(super) fn load_first(study: &Study, folder: &Path, games: u64) -> Result<Vec<CellResult>, StudyError> {
    let records = Records::under(folder);
    let mut results = Vec::with_capacity(study.cells.len());
    let (mut absent, mut all) = (Vec::new(), 0);
    for cell in &study.cells {
        let conditions = Conditions::new(&study.plan, cell);
        let mut result = CellResult { tally: Tally::default(), points: Vec::new(), distinct: 0 };
        let mut hashes = GameHashes::default();
        let blocks = blocks_until(study, cell, games);
        all += blocks.len();
        for &block in &blocks {
            let Found::Whole(record) = records.find(&conditions, block)? else {
                absent.push(records.path(&conditions, block));
                continue;
            };
            result.tally.merge(&record.tally);
            let points = |letter| Class::from_letter(letter).map_or(Points::None, Classes::points);
            result.points.extend(record.classes.bytes().map(points));
            result.distinct = record.distinct;
            hashes.extend(record.hashes);
        }
        if blocks.len() > 1 {
            result.distinct = hashes.into_distinct().len() as u64;
        }
        results.push(result);
    }
    let missing = absent.len();
    match absent.into_iter().next() {
        Some(first) => Err(StudyError::Incomplete { missing, all, first }),
        None => Ok(results),
    }
}
