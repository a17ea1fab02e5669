//! Game refinement: √B / D, with B the mean of legal moves a turn and D the mean of turns a game.
//!
//! H. Iida, N. Takeshita and J. Yoshimura, "A metric for entertainment of boardgames: its implication for evolution of chess variants", in
//! *Entertainment Computing: Technologies and Applications* (Boston: Kluwer, 2003): 65-72. Unit: none; above 0. It is told
//! because others tell it; nothing is ranked by it. With C and T the means of legal moves and of turns a game it is
//! √C / √T³, and the interval is linearised over games.

use super::{Family, Measure, Method, Observation};
use crate::stats::{Confidence, RatioSums};
use serde::{Deserialize, Serialize};

/// Sums of legal moves and turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refinement(RatioSums);

impl Family for Refinement {
    fn add(&mut self, game: &Observation<'_>) {
        self.0.add(game.counts.choices.into(), game.counts.turns.into());
    }

    fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        if let Some(e) = self.0.powers(0.5, -1.5, confidence) {
            let words = ("refinement", "game refinement", "no unit");
            measures.push(Measure::estimated(words, e, Method::Ratio, self.0.n()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{any_round, round};
    use super::*;
    use proptest::prelude::*;

    fn of(games: &[Observation<'_>]) -> Option<Measure> {
        let mut refinement = Refinement::default();
        for game in games {
            refinement.add(game);
        }
        let mut measures = Vec::new();
        refinement.measure(Confidence::NINETY_FIVE, &mut measures);
        measures.first().copied()
    }

    /// Ten legal moves in three turns: √(10/3) / 3.
    #[test]
    fn the_worked_round_is_refined_as_worked_by_hand() {
        assert!((of(&[round()]).unwrap().value - (10.0f64 / 3.0).sqrt() / 3.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn it_is_above_nought_and_the_order_of_games_makes_no_difference(
            games in prop::collection::vec(any_round(), 1..9)
        ) {
            let turned: Vec<_> = games.iter().rev().copied().collect();
            prop_assert!(of(&games).unwrap().value > 0.0);
            prop_assert_eq!(of(&games), of(&turned));
        }
    }
}
