//! What the sowing was like.
//!
//! | metric | formula | unit, range |
//! |---|---|---|
//! | laps a turn | Σ laps / Σ turns | laps, from 0 |
//! | seeds a turn | Σ seeds sown / Σ turns | seeds, from 0 |
//! | longest turn | most laps of any turn | laps |
//! | captures a turn | Σ pits captured / Σ turns | pits, from 0 |
//! | seeds a capture | Σ seeds captured / Σ pits captured | seeds, from 1 |
//! | seeds captured from one's own row | Σ such seeds / Σ seeds captured | 0 to 1 |
//! | turns that win nothing | Σ such turns / Σ turns | 0 to 1 |
//!
//! Ours. The turn that wins nothing is what the Darod word *bosh* names (Marin 1931, p. 507). Intervals are over games
//! (ratio of sums), since the turns of one game bear on each other.

use super::{Family, Measure, Method, Observation};
use crate::stats::{Confidence, RatioSums};
use serde::{Deserialize, Serialize};

/// Sums of laps, seeds and captures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sowing {
    laps: RatioSums,
    seeds: RatioSums,
    captures: RatioSums,
    seeds_captured: RatioSums,
    own_row: RatioSums,
    empty: RatioSums,
    longest: u32,
}

impl Family for Sowing {
    fn add(&mut self, game: &Observation<'_>) {
        let c = &game.counts;
        let turns = c.turns.into();
        self.laps.add(c.laps.into(), turns);
        self.seeds.add(c.seeds_sown, turns);
        self.captures.add(c.captures.into(), turns);
        self.seeds_captured.add(c.seeds_captured.into(), c.captures.into());
        self.own_row.add(c.captured_from_own_row.into(), c.seeds_captured.into());
        self.empty.add(c.empty_turns.into(), turns);
        self.longest = self.longest.max(c.longest_turn);
    }

    fn merge(&mut self, other: &Self) {
        self.laps.merge(&other.laps);
        self.seeds.merge(&other.seeds);
        self.captures.merge(&other.captures);
        self.seeds_captured.merge(&other.seeds_captured);
        self.own_row.merge(&other.own_row);
        self.empty.merge(&other.empty);
        self.longest = self.longest.max(other.longest);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        let games = self.laps.n();
        for (sums, words) in [
            (&self.laps, ("laps_per_turn_mean", "laps a turn", "laps")),
            (&self.seeds, ("seeds_per_turn", "seeds sown a turn", "seeds")),
            (&self.captures, ("captures_per_turn", "pits captured a turn", "pits")),
            (&self.seeds_captured, ("seeds_per_capture", "seeds a capture", "seeds")),
            (&self.own_row, ("captured_from_own_row", "seeds captured from one's own row", "share of seeds captured")),
            (&self.empty, ("empty_turns", "turns that win nothing", "share of turns")),
        ] {
            if let Some(e) = sums.ratio(confidence) {
                measures.push(Measure::estimated(words, e, Method::Ratio, games));
            }
        }
        if games > 0 {
            let words = ("longest_turn", "laps of the longest turn", "laps");
            measures.push(Measure::exact(words, self.longest.into(), games));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use proptest::prelude::*;

    fn of(games: &[Observation<'_>]) -> Vec<Measure> {
        let mut sowing = Sowing::default();
        for g in games {
            sowing.add(g);
        }
        let mut measures = Vec::new();
        sowing.measure(Confidence::NINETY_FIVE, &mut measures);
        measures
    }

    fn value(measures: &[Measure], id: &str) -> Option<f64> {
        measures.iter().find(|m| m.id == id).map(|m| m.value)
    }

    /// 6 laps and 31 seeds in 3 turns; 3 pits with 15 seeds captured, 5 of them from the captor's own row; 1 turn of 3
    /// without a capture.
    #[test]
    fn the_worked_round_is_sown_as_told() {
        let measures = of(&[example::round()]);
        assert_eq!(value(&measures, "laps_per_turn_mean"), Some(2.0));
        assert_eq!(value(&measures, "seeds_per_turn"), Some(31.0 / 3.0));
        assert_eq!(value(&measures, "captures_per_turn"), Some(1.0));
        assert_eq!(value(&measures, "seeds_per_capture"), Some(5.0));
        assert_eq!(value(&measures, "captured_from_own_row"), Some(1.0 / 3.0));
        assert_eq!(value(&measures, "empty_turns"), Some(1.0 / 3.0));
        assert_eq!(value(&measures, "longest_turn"), Some(3.0));
    }

    #[test]
    fn where_nothing_is_captured_nothing_is_said_of_captures() {
        let counts = crate::play::Counts { captures: 0, seeds_captured: 0, ..example::round().counts };
        let measures = of(&[Observation { counts, ..example::round() }]);
        assert_eq!(value(&measures, "seeds_per_capture"), None);
        assert_eq!(value(&measures, "captured_from_own_row"), None);
        assert_eq!(value(&measures, "captures_per_turn"), Some(0.0));
    }

    proptest! {
        #[test]
        fn shares_of_turns_stay_within_nought_and_one(games in prop::collection::vec(example::any_round(), 1..9)) {
            prop_assert!((0.0..=1.0).contains(&value(&of(&games), "empty_turns").unwrap()));
        }
    }
}
