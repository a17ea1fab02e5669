//! The opening table: what became of each first move.
//!
//! For every pit that was lifted first, the games by class and the first player's score, with Wilson's interval. *Opening
//! leverage* is the highest of these scores less the lowest (0 to 1), with no interval: it is the range of several
//! estimates, which chance alone makes positive. It is given only where two pits or more were tried.
//! In a match the first move is that of its first round. Ours.

use super::{Classes, Family, Measure, Observation};
use crate::rules::ruleset::Pit;
use crate::stats::Confidence;
use serde::{Deserialize, Serialize};

/// Games by the pit lifted first, and by class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings(Vec<Classes>);

impl Openings {
    /// Each pit that was lifted first, with the games that it began, in order of pit number.
    pub fn iter(&self) -> impl Iterator<Item = (Pit, &Classes)> {
        (0..).map(Pit).zip(&self.0).filter(|(_, classes)| classes.games() > 0)
    }

    fn of(&mut self, pit: Pit) -> &mut Classes {
        if self.0.len() <= pit.index() {
            self.0.resize(pit.index() + 1, Classes::default());
        }
        &mut self.0[pit.index()]
    }
}

impl Family for Openings {
    fn add(&mut self, game: &Observation<'_>) {
        if let Some(pit) = game.opening {
            self.of(pit).add(game);
        }
    }

    fn merge(&mut self, other: &Self) {
        for (pit, classes) in other.iter() {
            self.of(pit).merge(classes);
        }
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        let scores: Vec<f64> = self.iter().filter_map(|(_, c)| c.score(confidence)).map(|e| e.value).collect();
        if scores.len() > 1 {
            let (low, high) = scores.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &s| (l.min(s), h.max(s)));
            let games = self.0.iter().map(Classes::games).sum();
            let words = ("opening_leverage", "score of the best first move less that of the worst", "share of points");
            measures.push(Measure::exact(words, high - low, games));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use crate::play::Class;

    /// Pit 4 wins one game of one, pit 0 one of two: leverage ½.
    #[test]
    fn three_rounds_give_the_table_worked_by_hand() {
        let mut openings = Openings::default();
        openings.add(&example::round());
        for class in [Class::FirstWins, Class::SecondWins] {
            openings.add(&Observation { class, opening: Some(Pit(0)), ..example::round() });
        }
        let table: Vec<_> = openings.iter().map(|(pit, c)| (pit.0, c.games())).collect();
        assert_eq!(table, [(0, 2), (4, 1)]);
        let mut measures = Vec::new();
        openings.measure(Confidence::NINETY_FIVE, &mut measures);
        assert_eq!((measures[0].value, measures[0].games), (0.5, 3));
    }

    #[test]
    fn a_single_first_move_has_no_leverage() {
        let mut openings = Openings::default();
        openings.add(&example::round());
        let mut measures = Vec::new();
        openings.measure(Confidence::NINETY_FIVE, &mut measures);
        assert_eq!(measures, []);
    }
}
