//! Relays of several games sown side by side.
//!
//! A lap takes its table entry from where the lap before ended, so that a relay is a chain of look-ups, each waiting for the
//! last; and when it ends is anybody's guess, the processor's too. Several relays at once fill the waiting with each
//! other's work, and the guess is made once for all of them: a relay that has ended sows laps of no seeds, which change
//! nothing, until the longest is done.

use super::lanes::Lanes;
use super::layout::Side;

/// Laps after which a relay that goes on is left to the loop that looks for never-ending ones.
const MOST_LAPS: usize = 48;

/// One relay of several.
#[derive(Clone, Copy, Debug)]
pub struct Flight<W> {
    /// Seeds by pit.
    pub(super) cells: W,
    /// The pit lifted next; any, where no seeds are.
    from: u8,
    /// Its seeds; 0 once the relay has ended.
    count: u16,
    /// Where the last seed fell.
    pub(super) last: u8,
    /// Laps sown.
    pub(super) laps: u32,
    /// Seeds sown.
    pub(super) seeds: u32,
}

impl<W: Lanes> Flight<W> {
    /// A relay that begins with a pit.
    #[inline(always)]
    pub(super) fn new(cells: W, pit: u8) -> Self {
        Self { cells, from: pit, count: cells.get(pit), last: pit, laps: 0, seeds: 0 }
    }

    /// A relay that has ended before it began.
    #[must_use]
    pub const fn none() -> Self {
        Self { cells: W::EMPTY, from: 0, count: 0, last: 0, laps: 0, seeds: 0 }
    }

    /// Whether it was broken off.
    pub(super) const fn is_under_way(&self) -> bool {
        self.count > 0
    }
}

/// Sows laps of all flights until each has ended or been broken off. `least` is what a relay needs to find in a pit.
#[inline(always)]
pub(super) fn sow<W: Lanes, const N: usize>(sides: [&Side<W>; N], flights: &mut [Flight<W>; N], least: u16) {
    for _ in 0..MOST_LAPS {
        let mut under_way = 0;
        for (side, flight) in sides.iter().zip(flights.iter_mut()) {
            let lap = side.lap(flight.from, flight.count);
            let sown = flight.count > 0;
            flight.cells = flight.cells.plus(lap.difference);
            flight.last = if sown { lap.last } else { flight.last };
            flight.laps += u32::from(sown);
            flight.seeds += u32::from(flight.count);
            let found = flight.cells.get(lap.from);
            let relays = found >= least;
            flight.count = if relays { found } else { 0 };
            flight.from = if relays { lap.from } else { 0 };
            under_way |= flight.count;
        }
        if under_way == 0 {
            return;
        }
    }
}
