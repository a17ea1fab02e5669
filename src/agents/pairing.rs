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
pub struct Pairing {
    pub(super) minds: [Mind; 2],
    /// Turns at the beginning of a game that are left to chance.
    random_turns: u32,
}

impl From<[Agent; 2]> for Pairing {
    fn from(agents: [Agent; 2]) -> Self {
        Self { minds: agents.map(Mind::Unaided), random_turns: 0 }
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
        Ok(Self { minds: [mind(first)?, mind(second)?], random_turns: 0 })
    }

    /// The same players, who leave the first `turns` turns of each game to chance: the first player the first of his own
    /// moves, and so on in turn. Players who would else play the same few games again and again then meet more positions.
    #[must_use]
    pub fn after_random_turns(self, turns: u32) -> Self {
        Self { random_turns: turns, ..self }
    }

    /// How many of their own moves the first and the second player leave to chance.
    pub(super) const fn moves_by_chance(&self) -> [u32; 2] {
        [self.random_turns.div_ceil(2), self.random_turns / 2]
    }

    /// Whether both play by chance alone.
    pub(super) const fn by_chance(&self) -> bool {
        matches!(self.minds, [Mind::Unaided(Agent::Random), Mind::Unaided(Agent::Random)])
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
