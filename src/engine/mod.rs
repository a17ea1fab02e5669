//! The engine: a ruleset compiled to tables, and positions packed into lanes.
//!
//! # How a position is held
//!
//! How seeds are packed is known here and nowhere else. [`Machine`] picks the narrowest [`Lanes`] that hold all the seeds of
//! the game: ten pits of six bits in one 64-bit word, fifteen of eight bits in one of 128 bits, or 63 bytes. A lane holds
//! as many seeds as there are in the game, so that it cannot overflow; one lane more than there are pits is always
//! empty and stands for "no pit". Pits are numbered so that a half turn of the board adds half the board
//! ([`Pit`](crate::rules::ruleset::Pit)); stores have the lanes after the last pit and hold seeds only while a move is sown.
//!
//! # How a move is made
//!
//! A lap is one addition from a table by pit and count, whatever its length, and the table names the pit that a plain relay
//! lifts next (`layout`). Only where that pit does not hold enough, or the rules are not a plain relay, are the cases of what
//! follows a lap looked at, and they too are a look-up: what they say of places is settled when the tables are made, what
//! they say of seeds becomes a few bits (`program`). The tables are made once for each set of closed pits, and for both ways
//! round where a player may choose; all players and ways share one table of laps, in which equal parts stand once.
//!
//! Three loops sow (`kernel`). Where each lap can be undone in one way, a relay ends or comes back to its start, and one
//! comparison a lap proves that it never ends; otherwise Brent's method does; where seeds are taken as they fall, or a pit is
//! passed over for a whole move, a lap goes seed by seed. Long proofs are remembered (`memory`).
//!
//! Relays of several games can be sown side by side (`abreast`): a chain of look-ups waits for each of them, and where it ends
//! cannot be guessed. The table holds laps of no seeds for a relay that has ended, so that nothing is asked between laps but
//! whether all have ended. Where what follows a relay is no more than one capture, that is a look-up by the pit of the last seed
//! (`quick`), and a turn asks nothing whose answer is a matter of luck. Random rounds, by far the most that are played, are
//! played so.
//!
//! # What is legal, and what ends a round
//!
//! `round` is the game of single steps: [`Situation`] says what the mover faces, [`Kernel::make`] plays a move. What needs the
//! history of the round (repetition, quiet turns, a cap) is for whoever plays it, in [`crate::play`]. Rules that leave nothing
//! but the choice of a pit are told apart when the machine is made, so that they pay for no other.

mod abreast;
mod kernel;
mod lanes;
mod layout;
mod machine;
mod memory;
mod program;
mod quick;
mod round;
mod state;
mod watch;

pub use abreast::Flight;
pub use kernel::{MOST_LAPS, Sown};
pub use lanes::{Lanes, Wide};
pub use layout::Layout;
pub use machine::{Kernel, LapPath, MOST_PITS_WITH_CLOSING, Machine, Scope, Width};
pub use memory::SharedMemory;
pub use quick::{Landed, Quickly, Taken};
pub use round::{BIT_COUNT, End, Move, Moves, NTH_BIT, Situation, Variant, bits};
pub use state::{Mark, Position, PositionError, SowingWay, State};
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
