//! Killer move: the greatest step in the winner's favour.
//!
//! The greatest (v(t) - v(t-1)) / 2 over all steps, nought if there is none above; with v the winner's lead. Unit: share of
//! the way from all lost to all won; from 0 to 1. Browne 2008 takes the greatest change of evaluation.

use super::Course;

pub(super) const WORDS: (&str, &str, &str) = ("killer_move", "killer move: the winner's greatest step", "share");

pub(super) fn of(course: &Course) -> f64 {
    course.swings().fold(0.0, f64::max) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, four_turns};
    use super::*;

    /// From four behind to six ahead of ten.
    #[test]
    fn the_game_of_four_turns_is_won_by_half_the_scale() {
        close(Some(of(&four_turns())), 0.5);
    }
}
