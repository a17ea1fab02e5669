//! Decisiveness: how much of the game was left when the winner took the lead for good.
//!
//! (M - t) / M, with t the first step from which on the winner was ahead to the end; nought if he was so after the last step
//! alone or not even then. From 0 to below 1. Browne 2008 counts moves from where the winner's evaluation passes
//! the best that the loser ever had; Thompson 2000 asks that a lead can be brought home.

use super::Course;

pub(super) const WORDS: (&str, &str, &str) =
    ("decisiveness", "decisiveness: what was left when the lead was taken for good", "share of the game");

pub(super) fn of(course: &Course) -> f64 {
    let taken = course.leads.iter().rposition(|&v| v <= 0.0).map_or(0, |last| last + 1);
    ((course.steps() - taken as f64) / course.steps()).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, four_turns};
    use super::*;

    #[test]
    fn the_game_of_four_turns_was_open_to_its_last() {
        close(Some(of(&four_turns())), 0.0);
    }

    /// Ahead for good from the second of five steps.
    #[test]
    fn a_lead_taken_early_leaves_most_of_the_game() {
        close(Some(of(&Course { leads: vec![0.0, -0.1, 0.1, 0.2, 0.1, 0.4] })), 3.0 / 5.0);
    }
}
