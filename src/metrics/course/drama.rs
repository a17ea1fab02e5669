//! Drama: how far behind the winner had been.
//!
//! The mean of √(-v(t)) over the steps before the last at which the winner was behind (v(t) < 0, v his lead); nought if he
//! never was. Unit: the root of a share of all seeds; from 0 to 1. Browne 2008 takes the root of the difference of both
//! players' evaluations in the same way.

use super::Course;

pub(super) const WORDS: (&str, &str, &str) =
    ("drama", "drama: root of the seeds that the winner was behind", "root of a share");

pub(super) fn of(course: &Course) -> f64 {
    let before = &course.leads[..course.leads.len() - 1];
    let behind: Vec<f64> = before.iter().filter(|&&v| v < 0.0).map(|v| (-v).sqrt()).collect();
    if behind.is_empty() { 0.0 } else { behind.iter().sum::<f64>() / behind.len() as f64 }
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, four_turns};
    use super::*;

    /// Behind by 0.4 after the second turn and the third.
    #[test]
    fn the_game_of_four_turns_has_the_root_of_four_tenths() {
        close(Some(of(&four_turns())), 0.4f64.sqrt());
    }

    #[test]
    fn who_was_never_behind_won_without_drama() {
        close(Some(of(&Course { leads: vec![0.0, 0.1, 0.0, 0.5] })), 0.0);
    }
}
