//! Uncertainty over time: how much the player who is ahead at a quarter, half and three quarters of a game may still hope.
//!
//! 1 - |2p - 1|, with p the share of won games whose leader at that point went on to win, among those that had a leader
//! then. From 0 (the leader always wins, or always loses) to 1 (no better than a coin). The point is after the turn whose
//! number is the whole part of the quarter, half or three quarters of all turns; rounds alone. The interval is that of p
//! (Wilson), folded at one half. Browne 2008 takes the area between the evaluations of both players instead.

use super::{Family, Measure, Method, Observation};
use crate::play::Class;
use crate::stats::{self, Confidence, Estimate};
use serde::{Deserialize, Serialize};

/// Won games with a leader at each of the points, and those whose leader won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uncertainty {
    led: [u64; 3],
    kept: [u64; 3],
}

/// Ids and names of the points.
const POINTS: [(&str, &str, &str); 3] = [
    ("uncertainty_quarter", "uncertainty at a quarter of the turns", "share"),
    ("uncertainty_half", "uncertainty at half of the turns", "share"),
    ("uncertainty_three_quarters", "uncertainty at three quarters of the turns", "share"),
];

/// 1 - |2p - 1| with the interval that p's own gives.
fn folded(p: Estimate) -> Estimate {
    let fold = |x: f64| 1.0 - (2.0 * x - 1.0).abs();
    let (a, b) = (fold(p.low), fold(p.high));
    let high = if p.low <= 0.5 && 0.5 <= p.high { 1.0 } else { a.max(b) };
    Estimate { value: fold(p.value), low: a.min(b), high }
}

impl Family for Uncertainty {
    fn add(&mut self, game: &Observation<'_>) {
        let first_won = match game.class {
            Class::FirstWins => true,
            Class::SecondWins => false,
            _ => return,
        };
        for (point, (led, kept)) in self.led.iter_mut().zip(&mut self.kept).enumerate() {
            let turns = game.taken.len() * (point + 1) / 4;
            let Some(&[first, second]) = turns.checked_sub(1).and_then(|n| game.taken.get(n)) else { continue };
            if first != second {
                *led += 1;
                *kept += u64::from((first > second) == first_won);
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        for point in 0..POINTS.len() {
            self.led[point] += other.led[point];
            self.kept[point] += other.kept[point];
        }
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        for (point, words) in POINTS.into_iter().enumerate() {
            if let Some(p) = stats::share(self.kept[point], self.led[point], confidence) {
                measures.push(Measure::estimated(words, folded(p), Method::Wilson, self.led[point]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::round;
    use super::*;
    use proptest::prelude::*;

    /// By hand: a round of four turns that the first player wins: ahead after the first, behind after the second and the
    /// third. With its mirror image, which the second player wins, each point has two games.
    #[test]
    fn two_rounds_of_four_turns_are_looked_at_after_the_first_second_and_third() {
        let taken = [[2, 0], [2, 6], [2, 6], [9, 6]];
        let turned = taken.map(|[a, b]| [b, a]);
        let mut seen = Uncertainty::default();
        seen.add(&Observation { taken: &taken, class: Class::FirstWins, ..round() });
        seen.add(&Observation { taken: &turned, class: Class::SecondWins, ..round() });
        assert_eq!((seen.led, seen.kept), ([2; 3], [2, 0, 0]));
    }

    #[test]
    fn a_leader_who_wins_three_times_in_four_leaves_half_a_hope() {
        let e = folded(Estimate { value: 0.75, low: 0.4, high: 0.9 });
        assert!((e.value - 0.5).abs() < 1e-12 && (e.low - 0.2).abs() < 1e-12 && (e.high - 1.0).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn a_folded_share_lies_in_its_folded_interval(kept in 0u64..50, lost in 0u64..50) {
            if let Some(p) = stats::share(kept, kept + lost, Confidence::NINETY_FIVE) {
                let e = folded(p);
                prop_assert!(0.0 <= e.low && e.low <= e.value + 1e-12 && e.value <= e.high + 1e-12 && e.high <= 1.0);
            }
        }
    }
}
