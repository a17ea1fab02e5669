//! Lead change: how often the lead went over to the other player.
//!
//! Changes of the sign of v(t) over M - 1, steps at nought left out; games of two steps or more. Unit: share of the steps at
//! which it could; from 0 to 1. Browne 2008 counts changes of the leader by evaluation in the same way.

use super::Course;

pub(super) const WORDS: (&str, &str, &str) = ("lead_change", "lead change", "share of steps");

pub(super) fn of(course: &Course) -> Option<f64> {
    let leaders: Vec<bool> = course.leads.iter().filter(|v| v.abs() > 0.0).map(|&v| v > 0.0).collect();
    let changes = leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as f64;
    (course.steps() > 1.0).then(|| changes / (course.steps() - 1.0))
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, four_turns};
    use super::*;

    /// The lead is his, the other's, the other's, his: two changes where there could be three.
    #[test]
    fn the_game_of_four_turns_changes_leaders_twice() {
        close(of(&four_turns()), 2.0 / 3.0);
    }

    #[test]
    fn a_single_step_cannot_change_the_lead() {
        assert_eq!(of(&Course { leads: vec![0.0, 0.5] }), None);
    }
}
