//! Relays of several games sown side by side.
//!
//! A lap takes its table entry from where the lap before ended, so that a relay is a chain of look-ups, each waiting for the
//! last; and when it ends is anybody's guess, the processor's too. Several relays at once fill the waiting with each
//! other's work, and the guess is made once for all of them: a relay that has ended sows laps of no seeds, which change
//! nothing ([`Laps`](super::layout::Laps)), until the longest is done.

use super::lanes::Lanes;
use super::layout::{LAP, Layout, number};

/// Laps after which a relay that goes on is left to the loop that looks for never-ending ones. A tally has room for so many.
const MOST_LAPS: usize = 128;
const _: () = assert!(MOST_LAPS * (super::MOST_SEEDS as usize) < LAP as usize);

/// One relay of several.
#[derive(Clone, Copy, Debug)]
pub struct Flight<W> {
    /// Seeds by pit.
    pub(super) cells: W,
    /// The number of the next lap.
    at: u32,
    /// Laps and seeds sown.
    tally: u32,
}

impl<W: Lanes> Flight<W> {
    /// A relay that begins with a pit, in the row for its first lap.
    #[inline(always)]
    pub(super) fn new(cells: W, pit: u8, row: u16) -> Self {
        Self { cells, at: number(row, cells.get(pit)), tally: 0 }
    }

    /// A relay that has ended before it began.
    #[must_use]
    pub const fn none() -> Self {
        Self { cells: W::EMPTY, at: 0, tally: 0 }
    }

    /// Whether it was broken off.
    #[inline(always)]
    pub(super) fn is_under_way(&self, layout: &Layout<W>) -> bool {
        layout.laps.numbered(self.at).tally > 0
    }

    /// Where the last seed fell.
    #[inline(always)]
    pub(super) fn last(&self, layout: &Layout<W>) -> u8 {
        layout.laps.numbered(self.at).last
    }

    /// Laps sown.
    #[inline(always)]
    #[must_use]
    pub const fn laps(&self) -> u32 {
        self.tally / LAP
    }

    /// Seeds sown.
    #[inline(always)]
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        self.tally % LAP
    }
}

/// Sows laps of all flights until each has ended or been broken off.
#[inline(always)]
pub(super) fn sow<W: Lanes, const N: usize>(layout: &Layout<W>, flights: &mut [Flight<W>; N]) {
    for _ in 0..MOST_LAPS {
        let mut seeds = 0;
        for flight in flights.iter_mut() {
            let lap = layout.laps.numbered(flight.at);
            flight.cells = flight.cells.plus(lap.difference);
            flight.tally += lap.tally;
            let count = flight.cells.at(lap.lane);
            flight.at = number(lap.row, count);
            seeds |= count;
        }
        if seeds == 0 {
            return;
        }
    }
}
