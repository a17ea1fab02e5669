//! The positions of a round since seeds were last captured; earlier ones cannot come again.

use crate::engine::{Lanes, Mark};
use crate::rules::ruleset::Seat;
use rustc_hash::FxHashSet;
use std::hint::select_unpredictable;

/// Positions from which on they are looked up by number and not one by one.
const MANY: usize = 48;

/// What a position must have in common with an earlier one to be a return of it.
pub(super) type Remembered<W> = (W, Seat, Mark);

/// The positions, kept so that a new one is known to be new at small cost, however many there are: a game whose seeds can
/// no longer be captured may go on for a very long time before a position comes back.
#[derive(Clone, Debug)]
pub(super) struct History<W> {
    /// Room for the positions; those from `len` on are of an earlier time.
    positions: Vec<Remembered<W>>,
    len: usize,
    /// A few bits of each: a position whose bits are not all here is new.
    bits: u64,
    /// A number for each of the first so many of them, once there are many.
    numbers: FxHashSet<u64>,
    filed: usize,
}

impl<W: Lanes> History<W> {
    pub fn new() -> Self {
        let nothing = (W::EMPTY, Seat::South, Mark::Free);
        Self { positions: vec![nothing; MANY], len: 0, bits: 0, numbers: FxHashSet::default(), filed: 0 }
    }

    #[inline(always)]
    pub fn positions(&self) -> &[Remembered<W>] {
        &self.positions[..self.len]
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        (self.bits, self.len) = (0, 0);
        self.unfile();
    }

    #[inline(always)]
    pub fn push(&mut self, now: Remembered<W>) {
        self.enter(now, bit(number(&now)));
    }

    /// Goes on to a position, after which the earlier ones are forgotten if it begins `afresh`. Says whether it has been there
    /// so many times since then; if so it is not entered again.
    #[inline(always)]
    pub fn goes_on(&mut self, now: Remembered<W>, afresh: bool, times: usize) -> bool {
        // Whether a turn wins anything cannot be guessed.
        self.bits = select_unpredictable(afresh, 0, self.bits);
        self.len = select_unpredictable(afresh, 0, self.len);
        if self.len < self.filed {
            self.unfile();
        }
        let bit = bit(number(&now));
        if self.bits & bit != 0 && self.has_surely(now, times) {
            return true;
        }
        self.enter(now, bit);
        false
    }

    #[inline(always)]
    fn enter(&mut self, now: Remembered<W>, bit: u64) {
        self.bits |= bit;
        match self.positions.get_mut(self.len) {
            Some(place) => *place = now,
            None => self.positions.push(now),
        }
        self.len += 1;
    }

    #[cold]
    fn unfile(&mut self) {
        self.numbers.clear();
        self.filed = 0;
    }

    #[inline(never)]
    fn has_surely(&mut self, now: Remembered<W>, times: usize) -> bool {
        if self.len >= MANY {
            self.numbers.extend(self.positions[self.filed..self.len].iter().map(number));
            self.filed = self.len;
            if !self.numbers.contains(&number(&now)) {
                return false;
            }
        }
        self.positions().iter().filter(|&&was| was == now).count() >= times
    }
}

/// A number for a position, the same for equal ones.
#[inline(always)]
fn number<W: Lanes>((cells, mover, _): &Remembered<W>) -> u64 {
    (cells.digest() ^ *mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// One bit of 64.
#[inline(always)]
const fn bit(number: u64) -> u64 {
    1 << (number >> 58)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_among_many_is_found_again_and_a_new_one_is_not() {
        let mut history = History::new();
        let state = |n: u64| (n, Seat::South, Mark::Free);
        for n in 0..1_000 {
            assert!(!history.goes_on(state(n), false, 1), "{n} is new");
            assert!(history.goes_on(state(n), false, 1) && history.goes_on(state(n / 2), false, 1));
            assert_eq!(history.positions().len() as u64, n + 1);
        }
        assert!(!history.goes_on(state(700), false, 2), "it has been there once");
        assert!(history.goes_on(state(700), false, 2));
        let other = (700, Seat::North, Mark::Free);
        assert!(!history.goes_on(other, false, 1), "the player to move counts");
        assert!(!history.goes_on(state(700), true, 1), "all before is forgotten");
        assert_eq!(history.positions(), [(700, Seat::South, Mark::Free)]);
        assert!(!history.goes_on(state(5), false, 1) && history.goes_on(state(5), false, 1));
        history.clear();
        assert!(!history.goes_on(state(5), false, 1));
    }
}
