//! Stability: how little a step changed.
//!
//! 1 - Σ |v(t) - v(t-1)| / 2M over all steps. From 0 (every step turns the whole board over) to 1. Browne 2008 takes the
//! fluctuation of evaluations between moves; halving makes the range that of a share here.

use super::Course;

pub(super) const WORDS: (&str, &str, &str) = ("stability", "stability of the lead", "share");

pub(super) fn of(course: &Course) -> f64 {
    1.0 - course.swings().map(f64::abs).sum::<f64>() / (2.0 * course.steps())
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, four_turns};
    use super::*;

    /// Swings of 0.2, 0.6, 0 and 1: 1.8 over eight.
    #[test]
    fn the_game_of_four_turns_swings_by_eighteen_tenths() {
        close(Some(of(&four_turns())), 1.0 - 1.8 / 8.0);
    }
}
