//! The size of the tree of games.
//!
//! | metric | formula | unit, range |
//! |---|---|---|
//! | logarithm of the branching | mean over games of Σ log₁₀ b over the turns, b the legal moves of each | powers of ten, from 0 |
//! | Knuth's estimate | log₁₀ of the mean over rounds of Π b | powers of ten, from 0 |
//!
//! Π b over the turns of a game of players who choose by chance is an unbiased estimate of the number of games (leaves of
//! the tree): D. E. Knuth, "Estimating the efficiency of backtrack programs", *Mathematics of Computation* 29 (1975): 121-136. With
//! other players it is a number of that kind for the part of the tree that they visit. It varies greatly from game to game:
//! the interval is linearised, and of few games it is too short. For it sums are kept in hundredths of a power of ten,
//! which moves the estimate by less than a hundredth of its interval. The Ludii portal's `GameTreeComplexity` is length by
//! the logarithm of the mean branching, which overstates it where branching varies.

use super::{Family, Measure, Method, Observation};
use crate::stats::{Confidence, Estimate, Histogram, Moments, real};
use serde::{Deserialize, Serialize};

/// Sums over games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// Of the logarithm, in millionths.
    logarithm: Moments,
    /// Rounds by the logarithm, in hundredths.
    rounds: Histogram,
}

const MILLIONTHS: f64 = 1e6;

impl Family for Tree {
    fn add(&mut self, game: &Observation<'_>) {
        let millionths = game.counts.log_choices;
        self.logarithm.add(i64::try_from(millionths).unwrap_or(i64::MAX));
        if game.match_play.is_none() {
            self.rounds.add((millionths + 5_000) / 10_000);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.logarithm.merge(&other.logarithm);
        self.rounds.merge(&other.rounds);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        if let Some(e) = self.logarithm.mean(confidence) {
            let words = ("tree_log_mean", "logarithm of the branching along a game, mean", "powers of ten");
            measures.push(Measure::estimated(words, e.scaled(1.0 / MILLIONTHS), Method::Student, self.logarithm.n()));
        }
        if let Some(e) = knuth(&self.rounds, confidence) {
            let words = ("tree_knuth", "Knuth's estimate of the number of games", "powers of ten");
            measures.push(Measure::estimated(words, e, Method::Ratio, self.rounds.n()));
        }
    }
}

/// The logarithm of the mean of 10^x over rounds, x in hundredths. `None` without rounds.
fn knuth(rounds: &Histogram, confidence: Confidence) -> Option<Estimate> {
    let n = real(rounds.n());
    // Sums are taken relative to the greatest, so that nothing overflows.
    let greatest = real(rounds.max()?) / 100.0;
    let (mut sum, mut squares) = (0.0, 0.0);
    for (hundredths, times) in rounds.iter() {
        let relative = 10f64.powf(real(hundredths) / 100.0 - greatest);
        sum += real(times) * relative;
        squares += real(times) * relative * relative;
    }
    let mean = sum / n;
    let value = greatest + mean.log10();
    let arm = if n > 1.0 {
        let variance = ((squares / n - mean * mean) * n / (n - 1.0)).max(0.0);
        confidence.t(n - 1.0) * (variance / n).sqrt() / (mean * std::f64::consts::LN_10)
    } else {
        0.0
    };
    Some(Estimate { value, low: value - arm, high: value + arm })
}

#[cfg(test)]
mod tests {
    use super::super::example::round;
    use super::*;
    use crate::play::Counts;
    use proptest::prelude::*;

    fn of(logs: &[u64]) -> Vec<Measure> {
        let mut tree = Tree::default();
        for &log_choices in logs {
            tree.add(&Observation { counts: Counts { log_choices, ..round().counts }, ..round() });
        }
        let mut measures = Vec::new();
        tree.measure(Confidence::NINETY_FIVE, &mut measures);
        measures
    }

    /// The worked round has 5, 4 and 1 legal moves: 20 games by its own estimate, 1.30103 powers of ten.
    #[test]
    fn the_worked_round_stands_for_twenty_games() {
        let measures = of(&[round().counts.log_choices]);
        assert!((measures[0].value - 20f64.log10()).abs() < 1e-6, "{measures:?}");
        assert!((measures[1].value - 20f64.log10()).abs() < 0.005, "{measures:?}");
    }

    /// By hand: rounds of 10 and 1,000 games: the mean is 505, and the mean logarithm 2.
    #[test]
    fn knuths_estimate_is_the_mean_of_the_products_and_not_of_their_logarithms() {
        let measures = of(&[1_000_000, 3_000_000]);
        assert!((measures[0].value - 2.0).abs() < 1e-12);
        assert!((measures[1].value - 505f64.log10()).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn the_mean_of_products_is_no_less_than_that_of_logarithms(logs in prop::collection::vec(0u64..400_000_000, 1..20)) {
            let measures = of(&logs);
            prop_assert!(measures[0].value >= 0.0 && measures[1].value >= measures[0].value - 0.006);
        }
    }
}
