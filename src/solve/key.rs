//! What tells two positions of a round apart as far as the rest of the round goes.

use crate::engine::{Lanes, Mark, State};
use crate::rules::ruleset::{Ruleset, Seat};

/// A position without the seeds won so far, which add to what is still to come and change nothing in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<W> {
    cells: W,
    mover: Seat,
    mark: Mark,
    closed: u32,
    ur: [u32; 2],
    last_capture: Option<Seat>,
}

/// What a ruleset looks at beside the board and the player to move.
#[derive(Clone, Copy, Debug)]
pub struct Distinction {
    last_capture: bool,
}

impl Distinction {
    /// What these rules look at.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Self {
        let round = &rules.round;
        Self { last_capture: round.looks_at_last_capture() }
    }

    /// The key of a position: two positions of one key have the same moves and the same rest of the round before them.
    #[must_use]
    pub fn key<W: Lanes>(self, state: &State<W>) -> Key<W> {
        Key {
            cells: state.cells,
            mover: state.mover,
            mark: state.mark,
            closed: state.closed,
            ur: state.ur,
            last_capture: state.last_capture.filter(|_| self.last_capture),
        }
    }
}
