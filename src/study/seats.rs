//! The players of a cell.

use super::cells::Cell;
use super::error::StudyError;
use crate::agents::{Pairing, book};
use crate::engine::{Machine, Position};
use crate::solve::{Book, Limits, Stop};
use std::sync::Arc;

/// The players of a cell. If one of them plays by exact values, the rounds of these rules are solved, unless they are `known`.
///
/// # Errors
/// If they cannot be solved.
pub(super) fn players(
    machine: &Machine,
    cell: &Cell,
    known: &mut Option<Arc<Book>>,
    stop: Stop<'_>,
) -> Result<Pairing, StudyError> {
    let pairing = Pairing::new(cell.players.pair.0, || {
        if let Some(known) = known {
            return Ok(Arc::clone(known));
        }
        let found = book(machine, &Position::start(machine.rules()), &Limits::default(), stop)
            .map_err(|source| StudyError::NotExact { reading: cell.reading().to_owned(), source })?;
        Ok(Arc::clone(known.insert(found)))
    });
    Ok(pairing?.after_random_turns(cell.players.random_turns))
}
