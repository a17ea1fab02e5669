//! How much choice the players had.
//!
//! | metric | formula | unit, range |
//! |---|---|---|
//! | legal moves a turn | Σ legal moves / Σ turns | moves, from 1 |
//! | legal moves where there is a choice | Σ legal moves of turns with two or more / Σ such turns | moves, from 2 |
//! | share of forced turns | Σ turns with one legal move / Σ turns | 0 to 1 |
//! | most legal moves | of any turn | moves |
//! | slope | mean over games of two turns or more of the least-squares slope of legal moves on the number of the turn | moves a turn |
//!
//! Sums run over all turns of all games, so a long game weighs more than a short one; the intervals are over games
//! (ratio of sums). The Ludii portal's `BranchingFactor` and `DecisionFactor` are the same notions averaged game by game.
//! A pass that is allowed is a legal move; a forced pass is a forced turn.

use super::{Family, Measure, Method, Observation};
use crate::stats::{Confidence, Moments, RatioSums};
use serde::{Deserialize, Serialize};

/// Sums of legal moves and of forced turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branching {
    moves: RatioSums,
    free_moves: RatioSums,
    forced: RatioSums,
    /// Of the slope, in millionths.
    slope: Moments,
    most: u32,
}

const MILLIONTHS: f64 = 1e6;

/// The least-squares slope of c legal moves on turns t from 0 to n - 1: Σ (t - (n - 1)/2) c over n (n² - 1) / 12.
fn slope(choices: u32, choices_by_turn: u64, turns: u32) -> Option<f64> {
    let n = f64::from(turns);
    let covariance = crate::stats::real(choices_by_turn) - (n - 1.0) / 2.0 * f64::from(choices);
    (turns >= 2).then(|| 12.0 * covariance / (n * (n * n - 1.0)))
}

impl Family for Branching {
    fn add(&mut self, game: &Observation<'_>) {
        let c = &game.counts;
        self.moves.add(c.choices.into(), c.turns.into());
        // A forced turn has exactly one legal move, so what is left over belongs to turns with a choice.
        self.free_moves.add((c.choices - c.forced_turns).into(), (c.turns - c.forced_turns).into());
        self.forced.add(c.forced_turns.into(), c.turns.into());
        self.most = self.most.max(c.most_choices);
        if let Some(slope) = slope(c.choices, c.choices_by_turn, c.turns) {
            self.slope.add((slope * MILLIONTHS).round() as i64);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.moves.merge(&other.moves);
        self.free_moves.merge(&other.free_moves);
        self.forced.merge(&other.forced);
        self.slope.merge(&other.slope);
        self.most = self.most.max(other.most);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        let games = self.moves.n();
        for (sums, words) in [
            (&self.moves, ("moves_per_turn", "legal moves a turn", "moves")),
            (&self.free_moves, ("moves_per_free_turn", "legal moves a turn with a choice", "moves")),
            (&self.forced, ("forced_turns", "turns with a single legal move", "share of turns")),
        ] {
            if let Some(e) = sums.ratio(confidence) {
                measures.push(Measure::estimated(words, e, Method::Ratio, games));
            }
        }
        if let Some(e) = self.slope.mean(confidence) {
            let words = ("moves_slope", "slope of the legal moves over a game", "moves a turn");
            measures.push(Measure::estimated(words, e.scaled(1.0 / MILLIONTHS), Method::Student, self.slope.n()));
        }
        if games > 0 {
            let words = ("moves_most", "most legal moves in a turn", "moves");
            measures.push(Measure::exact(words, self.most.into(), games));
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers compared are exact")]
mod tests {
    use super::super::example;
    use super::*;
    use proptest::prelude::*;

    fn of(games: &[Observation<'_>]) -> Vec<Measure> {
        let mut branching = Branching::default();
        for g in games {
            branching.add(g);
        }
        let mut measures = Vec::new();
        branching.measure(Confidence::NINETY_FIVE, &mut measures);
        measures
    }

    fn value(measures: &[Measure], id: &str) -> f64 {
        measures.iter().find(|m| m.id == id).expect("measured").value
    }

    /// Legal moves 5, 4 and 1: ten in three turns, nine in the two with a choice.
    #[test]
    fn the_worked_round_has_its_moves_counted_turn_by_turn() {
        let measures = of(&[example::round()]);
        assert!((value(&measures, "moves_per_turn") - 10.0 / 3.0).abs() < 1e-12);
        assert_eq!(value(&measures, "moves_per_free_turn"), 4.5);
        assert!((value(&measures, "forced_turns") - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(value(&measures, "moves_most"), 5.0);
        // Through (0, 5), (1, 4) and (2, 1): (-5 + 1) / 2.
        assert_eq!(value(&measures, "moves_slope"), -2.0);
    }

    proptest! {
        #[test]
        fn moves_a_turn_lie_between_one_and_the_most(games in prop::collection::vec(example::any_round(), 1..9)) {
            let measures = of(&games);
            let moves = value(&measures, "moves_per_turn");
            prop_assert!(moves >= 1.0 - 1e-12 && moves <= value(&measures, "moves_most") + 1e-12);
            prop_assert!((0.0..=1.0).contains(&value(&measures, "forced_turns")));
        }
    }
}
