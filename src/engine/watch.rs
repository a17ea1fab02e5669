//! Looking on while a turn is played.

use crate::rules::ruleset::{Pit, Seat};

/// An onlooker to whom each primitive step of a turn is told. The unit type looks away and costs nothing.
pub trait Watch {
    /// A lap: `seeds` lifted from `from`, the last of them fallen into `last`.
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        let _ = (from, seeds, last);
    }

    /// The laps that follow are sown the other way.
    fn turns_round(&mut self) {}

    /// `seeds` taken from `pit` by `taker`.
    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        let _ = (pit, seeds, taker);
    }
}

impl Watch for () {}

impl<T: Watch> Watch for &mut T {
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        (**self).lap(from, seeds, last);
    }

    fn turns_round(&mut self) {
        (**self).turns_round();
    }

    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        (**self).capture(pit, seeds, taker);
    }
}
