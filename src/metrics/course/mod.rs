//! The course of a game: who was ahead when, and what follows from it. One file a metric.
//!
//! The *lead* v(t) is what the first player has won less what the second has, over all seeds, from -1 to 1, after the t-th of M
//! steps; v(0) is nought. In a round a step is a turn, and what is won is seeds captured; the last lead is that of the
//! settled round. In a match a step is a round, and what is won is what the players then hold. Only games that one of
//! the players has won have a course, since the metrics ask how the winner came to win.
//!
//! C. Browne, *Automatic Generation and Evaluation of Recombination Games*, doctoral thesis, Queensland University of Technology,
//! 2008, defines metrics of these names on the evaluations of a search; J. M. Thompson, "Defining the abstract", *The Games Journal*
//! (2000), names drama and decisiveness as what good games have. Here seeds take the place of the evaluation, so that no player
//! is needed to judge; each file says how its formula departs. The Ludii portal's metrics are Browne's on the portal's own
//! heuristic.

mod decisiveness;
mod drama;
mod killer_move;
mod lead_change;
mod permanence;
mod stability;

use super::{Family, Measure, Method, Observation};
use crate::play::Class;
use crate::stats::{Confidence, Moments};
use serde::{Deserialize, Serialize};

/// Values of a game are summed in millionths, so that sums are whole numbers.
const MILLIONTHS: f64 = 1e6;

/// The course of one won game.
#[derive(Clone, Debug, PartialEq)]
struct Course {
    /// The winner's lead after each step, from v(0) on.
    leads: Vec<f64>,
}

impl Course {
    /// The course of a game, unless nobody won it or it had no step.
    fn of(game: &Observation<'_>) -> Option<Self> {
        let sign = match game.class {
            Class::FirstWins => 1.0,
            Class::SecondWins => -1.0,
            _ => return None,
        };
        let all = f64::from(game.won[0]) + f64::from(game.won[1]);
        let lead = |won: [u16; 2]| sign * (f64::from(won[0]) - f64::from(won[1])) / all;
        let mut leads = vec![0.0];
        match game.match_play {
            Some(part) => leads.extend(part.wealth.iter().map(|s| lead(s.seeds))),
            None => leads.extend(game.taken.iter().map(|&won| lead(won))),
        }
        let last = leads.len() - 1;
        leads[last] = lead(game.won);
        (last > 0 && all > 0.0).then_some(Self { leads })
    }

    /// Steps of the game, M; at least 1.
    fn steps(&self) -> f64 {
        (self.leads.len() - 1) as f64
    }

    /// What each step changed.
    fn swings(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        self.leads.windows(2).map(|pair| pair[1] - pair[0])
    }
}

/// What is made of a course, and how it is called.
type Metric = (fn(&Course) -> Option<f64>, (&'static str, &'static str, &'static str));

/// The metrics, in the order in which they are printed.
const METRICS: [Metric; 6] = [
    (|course| Some(drama::of(course)), drama::WORDS),
    (lead_change::of, lead_change::WORDS),
    (|course| Some(stability::of(course)), stability::WORDS),
    (|course| Some(decisiveness::of(course)), decisiveness::WORDS),
    (|course| Some(killer_move::of(course)), killer_move::WORDS),
    (permanence::of, permanence::WORDS),
];

/// Sums over won games, metric by metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Courses([Moments; METRICS.len()]);

impl Family for Courses {
    fn add(&mut self, game: &Observation<'_>) {
        let Some(course) = Course::of(game) else { return };
        for (sums, (of, _)) in self.0.iter_mut().zip(METRICS) {
            if let Some(value) = of(&course) {
                sums.add((value * MILLIONTHS).round() as i64);
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| a.merge(b));
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        for (sums, (_, words)) in self.0.iter().zip(METRICS) {
            if let Some(e) = sums.mean(confidence) {
                measures.push(Measure::estimated(words, e.scaled(1.0 / MILLIONTHS), Method::Student, sums.n()));
            }
        }
    }
}

#[cfg(test)]
mod example {
    use super::Course;

    /// A game of four turns for ten seeds, told from the winner: he takes two, loses three of the lead and falls four behind,
    /// a turn wins nothing, and he ends six ahead.
    pub fn four_turns() -> Course {
        Course { leads: vec![0.0, 0.2, -0.4, -0.4, 0.6] }
    }

    pub fn close(found: Option<f64>, expected: f64) {
        let found = found.expect("it has a value");
        assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{match_of, round, standing};
    use super::*;
    use proptest::prelude::*;

    /// The worked round ends 24 to 16: after turns that leave 5 to 0, 5 to 0 and 15 to 0 captured the last lead is 8 of 40.
    #[test]
    fn the_last_lead_is_that_of_the_settled_round() {
        let taken = [[5, 0], [5, 0], [15, 0]];
        let course = Course::of(&Observation { taken: &taken, ..round() }).unwrap();
        assert_eq!(course.leads, [0.0, 0.125, 0.125, 0.2]);
        let lost = Observation { taken: &taken, class: Class::SecondWins, won: [16, 24], ..round() };
        assert_eq!(Course::of(&lost).unwrap().leads, [0.0, -0.125, -0.125, 0.2]);
    }

    #[test]
    fn a_match_goes_round_by_round() {
        let wealth = [standing(14, 26), standing(37, 3)];
        let course = Course::of(&match_of(Class::FirstWins, &wealth)).unwrap();
        assert_eq!(course.leads, [0.0, -0.3, 0.85]);
    }

    #[test]
    fn a_game_that_nobody_won_has_no_course() {
        assert_eq!(Course::of(&Observation { class: Class::CutOff, taken: &[[1, 0]], ..round() }), None);
        assert_eq!(Course::of(&round()), None);
    }

    proptest! {
        #[test]
        fn every_metric_lies_between_nought_and_one_and_the_seats_make_no_difference(
            won in prop::collection::vec((0u16..20, 0u16..20), 1..12), first in 21u16..=40
        ) {
            let taken: Vec<[u16; 2]> = won.iter().map(|&(a, b)| [a, b]).collect();
            let turned: Vec<[u16; 2]> = won.iter().map(|&(a, b)| [b, a]).collect();
            let (mut there, mut back) = (Courses::default(), Courses::default());
            there.add(&Observation { taken: &taken, won: [first, 40 - first], class: Class::FirstWins, ..round() });
            back.add(&Observation { taken: &turned, won: [40 - first, first], class: Class::SecondWins, ..round() });
            prop_assert_eq!(there, back);
            let mut measures = Vec::new();
            there.measure(Confidence::NINETY_FIVE, &mut measures);
            for m in measures {
                prop_assert!((0.0..=1.0).contains(&m.value), "{:?}", m);
            }
        }
    }
}
