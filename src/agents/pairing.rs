//! Two players, made ready for a ruleset.

use super::kind::{Agent, Contender};
use crate::engine::{Machine, Position};
use crate::solve::{Book, Limits, SolveError, Stop};
use std::sync::Arc;
use thiserror::Error;

/// A kind of player with what he needs.
#[derive(Clone, Debug)]
pub(super) enum Mind {
    Unaided(Agent),
    Exact(Arc<Book>),
}

/// Two players, who moves first and who second, with what they need to play.
#[derive(Clone, Debug)]
pub struct Pairing(pub(super) [Mind; 2]);

impl From<[Agent; 2]> for Pairing {
    fn from(agents: [Agent; 2]) -> Self {
        Self(agents.map(Mind::Unaided))
    }
}

impl Pairing {
    /// Players of these kinds. `book` is asked for the values of the positions that they will meet if one of them plays by
    /// them.
    ///
    /// # Errors
    /// Those of `book`.
    pub fn new<E>(contenders: [Contender; 2], mut book: impl FnMut() -> Result<Arc<Book>, E>) -> Result<Self, E> {
        let mut mind = |contender| {
            Ok(match contender {
                Contender::Unaided(agent) => Mind::Unaided(agent),
                Contender::Exact => Mind::Exact(book()?),
            })
        };
        let [first, second] = contenders;
        Ok(Self([mind(first)?, mind(second)?]))
    }

    /// Whether both play by chance alone.
    pub(super) const fn by_chance(&self) -> bool {
        matches!(self.0, [Mind::Unaided(Agent::Random), Mind::Unaided(Agent::Random)])
    }
}

/// Why nobody can play exactly.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum NotExact {
    #[error(transparent)]
    Solve(#[from] SolveError),
    #[error("the round is not solved within {memory} bytes, and exact players need all of it")]
    Memory { memory: u64 },
    #[error("exact players play single rounds; this is a match")]
    Match,
}

/// The values of all positions that come up in rounds from a position, for players who play by them.
///
/// # Errors
/// [`NotExact`] where the round cannot be solved, or not within the memory allowed.
pub fn book(machine: &Machine, position: &Position, limits: &Limits, stop: Stop<'_>) -> Result<Arc<Book>, NotExact> {
    if machine.scope() == crate::engine::Scope::Match {
        return Err(NotExact::Match);
    }
    let book = Book::new(machine, position, limits, stop)?;
    if !book.complete() {
        return Err(NotExact::Memory { memory: limits.memory });
    }
    Ok(Arc::new(book))
}
