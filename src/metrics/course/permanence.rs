//! Permanence: how much of a step the next one left standing.
//!
//! The mean over the steps but the last that changed anything, s(t) = v(t) - v(t-1), of 1 less the part of it that the next
//! step took back, -s(t+1) / s(t), no less than 0 and no more than 1. From 0 (the reply always undoes) to 1; none if nothing
//! changed before the last step. Browne 2008 asks the same of evaluations, over the opponent's reply alone.

use super::Course;

pub(super) const WORDS: (&str, &str, &str) = ("permanence", "permanence: what the next step left standing", "share");

pub(super) fn of(course: &Course) -> Option<f64> {
    let pairs = course.swings().zip(course.swings().skip(1)).filter(|(swing, _)| swing.abs() > 0.0);
    let left = pairs.map(|(swing, next)| 1.0 - (-next / swing).clamp(0.0, 1.0)).collect::<Vec<_>>();
    (!left.is_empty()).then(|| left.iter().sum::<f64>() / left.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, four_turns};
    use super::*;

    /// Swings of 0.2, -0.6, 0 and 1: the first is taken back whole, the second not at all, the third is none.
    #[test]
    fn half_of_what_changed_in_the_game_of_four_turns_stood() {
        close(of(&four_turns()), 0.5);
    }

    #[test]
    fn where_nothing_changed_before_the_last_step_there_is_none() {
        assert_eq!(of(&Course { leads: vec![0.0, 0.0, 0.5] }), None);
    }
}
