//! By how much a game was won: the seeds of the first player less those of the second at its end.
//!
//! Unit: seeds; from minus to plus the seeds of the game. The mean is over all games of every class, with Student's
//! interval. Ours; a program that stops counting once a player has more than half the seeds would give another figure.

use super::{Family, Measure, Method, Observation};
use crate::stats::{Confidence, Estimate, Moments};
use serde::{Deserialize, Serialize};

/// Sums of the margin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Margin(Moments);

impl Margin {
    /// The mean over all games, in seeds, with Student's interval; none without games.
    #[must_use]
    pub fn mean(&self, confidence: Confidence) -> Option<Estimate> {
        self.0.mean(confidence)
    }

    /// The games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.0.n()
    }
}

impl Family for Margin {
    fn add(&mut self, game: &Observation<'_>) {
        self.0.add(i64::from(game.won[0]) - i64::from(game.won[1]));
    }

    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        if let Some(e) = self.mean(confidence) {
            let words = ("margin_mean", "margin of the first player", "seeds");
            measures.push(Measure::estimated(words, e, Method::Student, self.games()));
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers compared are exact")]
mod tests {
    use super::super::example;
    use super::*;
    use proptest::prelude::*;

    fn mean(games: &[Observation<'_>]) -> f64 {
        let mut margin = Margin::default();
        for g in games {
            margin.add(g);
        }
        let mut measures = Vec::new();
        margin.measure(Confidence::NINETY_FIVE, &mut measures);
        measures[0].value
    }

    #[test]
    fn the_worked_round_is_won_by_eight_seeds() {
        assert_eq!(mean(&[example::round()]), 8.0);
    }

    proptest! {
        #[test]
        fn swapping_the_seats_turns_the_margin_over(games in prop::collection::vec(example::any_round(), 1..9)) {
            let swapped: Vec<_> = games.iter().map(|g| Observation { won: [g.won[1], g.won[0]], ..*g }).collect();
            prop_assert!((mean(&games) + mean(&swapped)).abs() < 1e-9);
            prop_assert!(mean(&games).abs() <= 40.0);
        }
    }
}
