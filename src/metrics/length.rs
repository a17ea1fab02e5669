//! How long games were, in turns, laps and seeds sown.
//!
//! A turn is one player's move with all its laps; a pass is a turn. A lap is one sowing of the seeds of one pit and no
//! decision, so that length in laps says how long a game takes and length in turns how much of it is play. For each of the three the mean (Student's
//! interval), the quartiles and the 95th percentile (intervals from order statistics) and the longest game.
//! Games of every class count, those broken off with the length they had. Unit: turns, laps or seeds; from 0.
//!
//! The Ludii portal has `DurationTurns` and `DurationMoves` (mean over trials); a relay is one move there, so it has no
//! counterpart of the length in laps.

use super::{Family, Measure, Method, Observation};
use crate::stats::{Confidence, Histogram};
use serde::{Deserialize, Serialize};

/// Distributions of the length.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// Games by turns.
    pub turns: Histogram,
    /// Games by laps.
    pub laps: Histogram,
    /// Games by seeds sown, each seed counted every time it falls.
    pub seeds: Histogram,
}

type Words = (&'static str, &'static str, &'static str);

/// Ids and names of what is measured of one distribution: mean, quartiles and 95th percentile, longest.
struct Wording {
    mean: Words,
    quantiles: [(f64, Words); 4],
    longest: Words,
}

const TURNS: Wording = Wording {
    mean: ("turns_mean", "turns a game, mean", "turns"),
    quantiles: [
        (0.25, ("turns_lower_quartile", "turns a game, lower quartile", "turns")),
        (0.5, ("turns_median", "turns a game, median", "turns")),
        (0.75, ("turns_upper_quartile", "turns a game, upper quartile", "turns")),
        (0.95, ("turns_95th_percentile", "turns a game, 95th percentile", "turns")),
    ],
    longest: ("turns_longest", "turns of the longest game", "turns"),
};

const LAPS: Wording = Wording {
    mean: ("laps_mean", "laps a game, mean", "laps"),
    quantiles: [
        (0.25, ("laps_lower_quartile", "laps a game, lower quartile", "laps")),
        (0.5, ("laps_median", "laps a game, median", "laps")),
        (0.75, ("laps_upper_quartile", "laps a game, upper quartile", "laps")),
        (0.95, ("laps_95th_percentile", "laps a game, 95th percentile", "laps")),
    ],
    longest: ("laps_longest", "laps of the longest game", "laps"),
};

const SEEDS: Wording = Wording {
    mean: ("seeds_sown_mean", "seeds sown a game, mean", "seeds"),
    quantiles: [
        (0.25, ("seeds_sown_lower_quartile", "seeds sown a game, lower quartile", "seeds")),
        (0.5, ("seeds_sown_median", "seeds sown a game, median", "seeds")),
        (0.75, ("seeds_sown_upper_quartile", "seeds sown a game, upper quartile", "seeds")),
        (0.95, ("seeds_sown_95th_percentile", "seeds sown a game, 95th percentile", "seeds")),
    ],
    longest: ("seeds_sown_longest", "seeds sown in the game with most", "seeds"),
};

/// Measures one distribution.
fn describe(histogram: &Histogram, wording: &Wording, confidence: Confidence, measures: &mut Vec<Measure>) {
    let moments = histogram.moments();
    let games = moments.n();
    if let Some(e) = moments.mean(confidence) {
        measures.push(Measure::estimated(wording.mean, e, Method::Student, games));
    }
    for (p, words) in wording.quantiles {
        if let Some(e) = histogram.quantile_interval(p, confidence) {
            measures.push(Measure::estimated(words, e, Method::OrderStatistics, games));
        }
    }
    if let Some(longest) = histogram.max() {
        measures.push(Measure::exact(wording.longest, crate::stats::real(longest), games));
    }
}

impl Family for Length {
    fn add(&mut self, game: &Observation<'_>) {
        self.turns.add(game.counts.turns.into());
        self.laps.add(game.counts.laps.into());
        self.seeds.add(game.counts.seeds_sown);
    }

    fn merge(&mut self, other: &Self) {
        self.turns.merge(&other.turns);
        self.laps.merge(&other.laps);
        self.seeds.merge(&other.seeds);
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        describe(&self.turns, &TURNS, confidence, measures);
        describe(&self.laps, &LAPS, confidence, measures);
        describe(&self.seeds, &SEEDS, confidence, measures);
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers compared are exact")]
mod tests {
    use super::super::example;
    use super::*;
    use crate::play::Counts;

    fn of(games: &[Observation<'_>]) -> Vec<Measure> {
        let mut length = Length::default();
        for g in games {
            length.add(g);
        }
        let mut measures = Vec::new();
        length.measure(Confidence::NINETY_FIVE, &mut measures);
        measures
    }

    fn value(measures: &[Measure], id: &str) -> f64 {
        measures.iter().find(|m| m.id == id).expect("measured").value
    }

    /// The worked round of 3 turns, 6 laps and 31 seeds, and one of 5 turns, 6 laps and 20 seeds.
    #[test]
    fn two_rounds_give_the_means_and_medians_worked_by_hand() {
        let other = Observation {
            counts: Counts { turns: 5, laps: 6, seeds_sown: 20, ..example::round().counts },
            ..example::round()
        };
        let measures = of(&[example::round(), other]);
        assert_eq!(value(&measures, "turns_mean"), 4.0);
        assert_eq!(value(&measures, "turns_median"), 4.0);
        assert_eq!(value(&measures, "turns_longest"), 5.0);
        assert_eq!(value(&measures, "laps_mean"), 6.0);
        assert_eq!(value(&measures, "seeds_sown_mean"), 25.5);
    }

    #[test]
    fn a_game_broken_off_counts_with_the_length_it_had() {
        let broken = Observation { class: crate::play::Class::CutOff, ..example::round() };
        assert_eq!(value(&of(&[broken]), "turns_mean"), 3.0);
    }
}
