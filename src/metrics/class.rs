//! How games ended: outcome classes, the first player's score, balance.
//!
//! | metric | formula | range |
//! |---|---|---|
//! | share of a class | N(class) / N | 0 to 1 |
//! | first player's score | (W1 + D/2) / (W1 + W2 + D) | 0 to 1 |
//! | balance | 1 - abs(W1 - W2) / N | 0 to 1 |
//! | completion | 1 - C / N | 0 to 1 |
//!
//! W1, W2: won by the player who moved first, second; D: drawn by rule; E: a sowing that never ends; R: repetition; C: cut
//! off. N is all of them: no class is ever dropped from N or folded into another.
//!
//! Completion follows C. Browne, *Automatic Generation and Evaluation of Recombination Games*, doctoral thesis, Queensland
//! University of Technology, 2008. The Ludii portal has metrics of the same kind and other formulas (read in its source,
//! package `metrics.single.outcome`): its `AdvantageP1` gives half a win for every game without a winner, those broken off
//! among them, over all games, where the score here counts W1, W2 and D alone; its `Completion` is the share of games
//! with a winner, where the one here is the share that the rules brought to an end.

use super::{Family, Measure, Method, Observation};
use crate::play::Class;
use crate::stats::{self, Confidence, Estimate, Moments, Points};
use serde::{Deserialize, Serialize};

/// Games by class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Classes([u64; 6]);

impl Classes {
    /// Counts one game of a class.
    pub const fn count_one(&mut self, class: Class) {
        self.0[class as usize] += 1;
    }

    /// Games of a class.
    #[must_use]
    pub const fn count(&self, class: Class) -> u64 {
        self.0[class as usize]
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Games with a result that the score counts: W1, W2 and D.
    #[must_use]
    pub const fn decided(&self) -> u64 {
        self.count(Class::FirstWins) + self.count(Class::SecondWins) + self.count(Class::Drawn)
    }

    /// The share of a class among all games.
    #[must_use]
    pub fn share(&self, class: Class, confidence: Confidence) -> Option<Estimate> {
        stats::share(self.count(class), self.games(), confidence)
    }

    /// The first player's score.
    #[must_use]
    pub fn score(&self, confidence: Confidence) -> Option<Estimate> {
        stats::score(self.count(Class::FirstWins), self.count(Class::Drawn), self.count(Class::SecondWins), confidence)
    }

    /// Balance. Its interval is that of the mean of +1 for W1, -1 for W2 and 0 for all else, folded at nought.
    #[must_use]
    pub fn balance(&self, confidence: Confidence) -> Option<Estimate> {
        let mut lead = Moments::default();
        for class in Class::ALL {
            let value = match class {
                Class::FirstWins => 1,
                Class::SecondWins => -1,
                _ => 0,
            };
            lead.add_many(value, self.count(class));
        }
        let lead = lead.mean(confidence)?;
        let (far, near) = (lead.low.abs().max(lead.high.abs()), lead.low.max(-lead.high).max(0.0));
        Some(Estimate { value: 1.0 - lead.value.abs(), low: (1.0 - far).max(0.0), high: 1.0 - near })
    }

    /// What a game of a class is worth to the first player.
    #[must_use]
    pub const fn points(class: Class) -> Points {
        match class {
            Class::FirstWins => Points::One,
            Class::SecondWins => Points::Zero,
            Class::Drawn => Points::Half,
            Class::NeverEnding | Class::Repetition | Class::CutOff => Points::None,
        }
    }
}

/// Id and name of the share of a class.
const fn share_words(class: Class) -> (&'static str, &'static str, &'static str) {
    match class {
        Class::FirstWins => ("first_wins", "won by the first player", "share of games"),
        Class::SecondWins => ("second_wins", "won by the second player", "share of games"),
        Class::Drawn => ("draws", "drawn", "share of games"),
        Class::NeverEnding => ("never_ending", "ended by a never-ending sowing", "share of games"),
        Class::Repetition => ("repetition", "ended by repetition", "share of games"),
        Class::CutOff => ("cut_off", "cut off unfinished", "share of games"),
    }
}

impl Family for Classes {
    fn add(&mut self, game: &Observation<'_>) {
        self.count_one(game.class);
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a += b);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        let games = self.games();
        if let Some(e) = self.score(confidence) {
            let words = ("first_score", "first player's score", "share of points");
            measures.push(Measure::estimated(words, e, Method::Wilson, self.decided()));
        }
        for class in Class::ALL {
            if let Some(e) = self.share(class, confidence) {
                measures.push(Measure::estimated(share_words(class), e, Method::Wilson, games));
            }
        }
        if let Some(e) = self.balance(confidence) {
            measures.push(Measure::estimated(("balance", "balance", "share"), e, Method::Student, games));
        }
        if let Some(e) = stats::share(games - self.count(Class::CutOff), games, confidence) {
            measures.push(Measure::estimated(
                ("completion", "brought to an end by the rules", "share of games"),
                e,
                Method::Wilson,
                games,
            ));
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers compared are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(counts: [u64; 6]) -> Classes {
        Classes(counts)
    }

    /// By hand: five games W1, W1, W2, D, C.
    #[test]
    fn five_games_give_the_shares_worked_by_hand() {
        let classes = of([2, 1, 1, 0, 0, 1]);
        assert_eq!(classes.score(Confidence::NINETY_FIVE).unwrap().value, 2.5 / 4.0);
        assert_eq!(classes.share(Class::FirstWins, Confidence::NINETY_FIVE).unwrap().value, 0.4);
        assert_eq!(classes.balance(Confidence::NINETY_FIVE).unwrap().value, 0.8);
        let mut measures = Vec::new();
        classes.measure(Confidence::NINETY_FIVE, &mut measures);
        let completion = measures.iter().find(|m| m.id == "completion").unwrap();
        assert_eq!((completion.value, completion.games), (0.8, 5));
        assert_eq!(measures.iter().find(|m| m.id == "first_score").unwrap().games, 4);
    }

    #[test]
    fn a_game_without_a_winner_is_no_half_point_unless_the_rules_call_it_drawn() {
        let classes = of([1, 0, 0, 3, 3, 3]);
        assert_eq!(classes.score(Confidence::NINETY_FIVE).unwrap().value, 1.0);
        assert_eq!(of([0, 0, 0, 1, 1, 1]).score(Confidence::NINETY_FIVE), None);
    }

    /// By hand: W1 three times and W2 once in four games: leads 1, 1, 1, -1, mean ½, deviation 1, standard error ½, and
    /// 3.1824 of them reach past nought.
    #[test]
    fn an_interval_of_the_lead_that_holds_nought_lets_balance_reach_one() {
        let e = of([3, 1, 0, 0, 0, 0]).balance(Confidence::NINETY_FIVE).unwrap();
        assert_eq!((e.value, e.low, e.high), (0.5, 0.0, 1.0));
    }

    proptest! {
        #[test]
        fn swapping_the_seats_turns_the_score_over_and_leaves_balance(counts in prop::array::uniform6(0u64..500)) {
            let mut swapped = counts;
            swapped.swap(Class::FirstWins as usize, Class::SecondWins as usize);
            let (a, b) = (of(counts), of(swapped));
            if let (Some(x), Some(y)) = (a.score(Confidence::NINETY_FIVE), b.score(Confidence::NINETY_FIVE)) {
                prop_assert!((x.value + y.value - 1.0).abs() < 1e-12);
                prop_assert!((0.0..=1.0).contains(&x.low) && (0.0..=1.0).contains(&x.high));
            }
            if let (Some(x), Some(y)) = (a.balance(Confidence::NINETY_FIVE), b.balance(Confidence::NINETY_FIVE)) {
                prop_assert!((x.value - y.value).abs() < 1e-12 && (0.0..=1.0).contains(&x.value));
            }
        }
    }
}
