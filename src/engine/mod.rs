//! The engine: a ruleset compiled to tables, and positions packed into lanes.
//!
//! How seeds are packed is known here and nowhere else. [`Machine`] picks the narrowest [`Lanes`] that hold all the seeds
//! of the game; a lap is then one addition from a table by pit and count, whatever its length, and the table names the pit
//! that a plain relay lifts next. Only where that pit is empty, or the rules are not a plain relay, are the after-lap
//! cases looked at, and they too are a look-up (see `program`). Tables are made once for each set of closed pits.

mod abreast;
mod kernel;
mod lanes;
mod layout;
mod machine;
mod memory;
mod program;
mod round;
mod state;
mod watch;

pub use abreast::Flight;
pub use kernel::Sown;
pub use lanes::{Lanes, Wide};
pub use layout::Layout;
pub use machine::{Kernel, LapPath, MOST_PITS_WITH_CLOSING, Machine, Scope, Width};
pub use memory::SharedMemory;
pub use round::{End, Move, Moves, Situation, Variant, bits};
pub use state::{Mark, Position, PositionError, State};
pub use watch::Watch;

use thiserror::Error;

/// Most pits of a board.
pub const MOST_BOARD_PITS: usize = 61;
/// Most seeds of a game.
pub const MOST_SEEDS: u16 = 255;

/// Why a ruleset cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum MachineError {
    #[error("a board of {found} pits; from 2 to {most} can be played")]
    Pits { found: usize, most: usize },
    #[error("seeds for {found} pits on a board of {expected}")]
    Start { found: usize, expected: usize },
    #[error("{found} seeds; at most {most} can be played with")]
    TooManySeeds { found: u32, most: u16 },
    #[error("pits can be closed on boards of up to {most} pits, and this one has {found}")]
    Closing { found: usize, most: usize },
    #[error("all pits of one row are closed")]
    ClosedRow,
    #[error("the cases of what follows a lap look at seeds in more than {most} different ways")]
    TooManyTests { most: usize },
    #[error("a test speaks of a pit that holds {found} seeds; up to {most} can be told apart")]
    TooManySeedsTold { found: u16, most: u16 },
    #[error("stores lie on boards of two rows alone")]
    Stores,
    #[error("the rules say nothing of a match; only a single round can be played")]
    NoMatch,
}
