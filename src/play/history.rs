//! The positions of a round since seeds were last captured; earlier ones cannot come again.

use crate::engine::{Lanes, Mark, State};
use crate::rules::ruleset::Seat;
use rustc_hash::FxHashSet;

/// Positions from which on they are looked up by number and not one by one.
const MANY: usize = 48;

/// What a position must have in common with an earlier one to be a return of it.
type Remembered<W> = (W, Seat, Mark);

/// The positions, kept so that a new one is known to be new at small cost, however many there are: a game whose seeds can
/// no longer be captured may go on for a very long time before a position comes back.
#[derive(Clone, Debug)]
pub(super) struct History<W> {
    positions: Vec<Remembered<W>>,
    /// A few bits of each: a position whose bits are not all here is new.
    bits: u64,
    /// A number for each, once there are many.
    numbers: FxHashSet<u64>,
}

impl<W: Lanes> History<W> {
    pub fn new() -> Self {
        Self { positions: Vec::with_capacity(32), bits: 0, numbers: FxHashSet::default() }
    }

    pub fn positions(&self) -> &[Remembered<W>] {
        &self.positions
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        self.bits = 0;
        self.positions.clear();
        if !self.numbers.is_empty() {
            self.numbers.clear();
        }
    }

    #[inline(always)]
    pub fn push(&mut self, state: &State<W>) {
        self.bits |= bit(number(state));
        self.positions.push((state.cells, state.mover, state.mark));
        if self.positions.len() >= MANY {
            self.file();
        }
    }

    /// Enters the last position among the numbers, and the ones before it where there are none yet.
    #[cold]
    fn file(&mut self) {
        let from = if self.numbers.is_empty() { 0 } else { self.positions.len() - 1 };
        let numbers = self.positions[from..]
            .iter()
            .map(|&(cells, mover, mark)| number(&State { mover, mark, ..State::new(cells) }));
        self.numbers.extend(numbers);
    }

    /// Whether a position has been there so many times.
    #[inline(always)]
    pub fn has(&self, state: &State<W>, times: usize) -> bool {
        self.bits & bit(number(state)) != 0 && self.has_surely(state, times)
    }

    #[inline(never)]
    fn has_surely(&self, state: &State<W>, times: usize) -> bool {
        if !self.numbers.is_empty() && !self.numbers.contains(&number(state)) {
            return false;
        }
        let now = (state.cells, state.mover, state.mark);
        self.positions.iter().filter(|&&was| was == now).count() >= times
    }
}

/// A number for a position, the same for equal ones.
#[inline(always)]
fn number<W: Lanes>(state: &State<W>) -> u64 {
    (state.cells.digest() ^ state.mover as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
        let state = |n: u64| State::new(n);
        for n in 0..1_000 {
            assert!(!history.has(&state(n), 1));
            history.push(&state(n));
            assert!(history.has(&state(n), 1) && history.has(&state(n / 2), 1));
            assert!(!history.has(&state(n), 2));
        }
        history.push(&state(700));
        assert!(history.has(&state(700), 2));
        assert!(!history.has(&State { mover: Seat::North, ..state(700) }, 1), "the player to move counts");
        history.clear();
        assert!(!history.has(&state(700), 1));
    }
}
