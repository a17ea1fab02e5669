//! What the players held from round to round of a match.
//!
//! | metric | formula | unit, range |
//! |---|---|---|
//! | rounds a match | mean, quartiles, 95th percentile, longest | rounds, from 1 |
//! | comebacks | won matches whose winner held fewer seeds than the loser after some round / won matches | 0 to 1 |
//! | rounds ended by a never-ending sowing, by repetition, broken off | Σ such rounds / Σ rounds | 0 to 1 |
//! | pits open to the poorer player | Σ least open pits of the two / Σ rounds | pits |
//!
//! The distribution of each player's seeds at the start of every round is kept for the figure of wealth. The *first*
//! player is the one who started the first round. Ours, for match play; single rounds leave this family empty.

use super::{Family, Measure, Method, Observation};
use crate::play::{Class, Standing};
use crate::stats::{self, Confidence, Histogram, RatioSums};
use serde::{Deserialize, Serialize};

/// The matches that reached one round, and what was held at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundWealth {
    /// Matches by the seeds of the first player and of the second.
    pub seeds: [Histogram; 2],
}

/// Sums over matches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wealth {
    /// What was held at the start of the second round, the third and so on, over the matches that reached it.
    pub later: Vec<RoundWealth>,
    /// Matches by rounds.
    pub rounds: Histogram,
    won: u64,
    comebacks: u64,
    never_ending: RatioSums,
    repetition: RatioSums,
    cut_off: RatioSums,
    open: RatioSums,
}

impl Family for Wealth {
    fn add(&mut self, game: &Observation<'_>) {
        let Some(part) = &game.match_play else { return };
        let rounds = part.wealth.len() as u64;
        self.rounds.add(rounds);
        self.never_ending.add(part.never_ending_rounds.into(), rounds);
        self.repetition.add(part.repetition_rounds.into(), rounds);
        self.cut_off.add(part.cut_off_rounds.into(), rounds);
        self.open.add(part.wealth.iter().map(|s| u64::from(s.open[0].min(s.open[1]))).sum(), rounds);
        // What is held after the last round starts no other.
        let carried = part.wealth.split_last().map_or(&[][..], |(_, before)| before);
        if self.later.len() < carried.len() {
            self.later.resize(carried.len(), RoundWealth::default());
        }
        for (later, standing) in self.later.iter_mut().zip(carried) {
            for (seeds, &held) in later.seeds.iter_mut().zip(&standing.seeds) {
                seeds.add(held.into());
            }
        }
        let winner = match game.class {
            Class::FirstWins => 0,
            Class::SecondWins => 1,
            _ => return,
        };
        self.won += 1;
        let behind = |s: &Standing| s.seeds[winner] < s.seeds[1 - winner];
        self.comebacks += u64::from(part.wealth.iter().any(behind));
    }

    fn merge(&mut self, other: &Self) {
        self.rounds.merge(&other.rounds);
        self.never_ending.merge(&other.never_ending);
        self.repetition.merge(&other.repetition);
        self.cut_off.merge(&other.cut_off);
        self.open.merge(&other.open);
        if self.later.len() < other.later.len() {
            self.later.resize(other.later.len(), RoundWealth::default());
        }
        for (mine, theirs) in self.later.iter_mut().zip(&other.later) {
            mine.seeds.iter_mut().zip(&theirs.seeds).for_each(|(a, b)| a.merge(b));
        }
        self.won += other.won;
        self.comebacks += other.comebacks;
    }

    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>) {
        let moments = self.rounds.moments();
        let games = moments.n();
        if let Some(e) = moments.mean(confidence) {
            measures.push(Measure::estimated(
                ("rounds_mean", "rounds a match, mean", "rounds"),
                e,
                Method::Student,
                games,
            ));
        }
        for (p, words) in [
            (0.25, ("rounds_lower_quartile", "rounds a match, lower quartile", "rounds")),
            (0.5, ("rounds_median", "rounds a match, median", "rounds")),
            (0.75, ("rounds_upper_quartile", "rounds a match, upper quartile", "rounds")),
            (0.95, ("rounds_95th_percentile", "rounds a match, 95th percentile", "rounds")),
        ] {
            if let Some(e) = self.rounds.quantile_interval(p, confidence) {
                measures.push(Measure::estimated(words, e, Method::OrderStatistics, games));
            }
        }
        if let Some(longest) = self.rounds.max() {
            let words = ("rounds_longest", "rounds of the longest match", "rounds");
            measures.push(Measure::exact(words, stats::real(longest), games));
        }
        if let Some(e) = stats::share(self.comebacks, self.won, confidence) {
            let words = ("comebacks", "won by a player who had been behind", "share of won matches");
            measures.push(Measure::estimated(words, e, Method::Wilson, self.won));
        }
        for (sums, words) in [
            (&self.never_ending, ("never_ending_rounds", "rounds ended by a never-ending sowing", "share of rounds")),
            (&self.repetition, ("repetition_rounds", "rounds ended by repetition", "share of rounds")),
            (&self.cut_off, ("cut_off_rounds", "rounds broken off", "share of rounds")),
            (&self.open, ("open_pits_of_poorer", "open pits of the player with fewer", "pits a round")),
        ] {
            if let Some(e) = sums.ratio(confidence) {
                measures.push(Measure::estimated(words, e, Method::Ratio, games));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers compared are exact")]
mod tests {
    use super::super::example::{match_of, standing};
    use super::*;

    fn value(measures: &[Measure], id: &str) -> f64 {
        measures.iter().find(|m| m.id == id).expect("measured").value
    }

    /// A match of three rounds that the first player wins after being behind, and one of one round that the second
    /// player wins.
    #[test]
    fn two_matches_give_the_wealth_worked_by_hand() {
        let long = [standing(14, 26), standing(24, 16), standing(37, 3)];
        let short = [standing(2, 38)];
        let mut wealth = Wealth::default();
        wealth.add(&match_of(Class::FirstWins, &long));
        wealth.add(&match_of(Class::SecondWins, &short));
        let mut measures = Vec::new();
        wealth.measure(Confidence::NINETY_FIVE, &mut measures);
        assert_eq!(value(&measures, "rounds_mean"), 2.0);
        assert_eq!(value(&measures, "comebacks"), 0.5);
        assert_eq!(value(&measures, "open_pits_of_poorer"), 5.0);
        assert_eq!(value(&measures, "never_ending_rounds"), 0.0);
        assert_eq!(wealth.later.iter().map(|a| a.seeds[0].n()).collect::<Vec<_>>(), [1, 1]);
        assert_eq!(wealth.later[1].seeds[0].iter().collect::<Vec<_>>(), [(24, 1)]);
    }

    #[test]
    fn the_order_of_matches_and_the_parts_they_come_in_make_no_difference() {
        let (long, short) = ([standing(14, 26), standing(37, 3)], [standing(2, 38)]);
        let games = [match_of(Class::FirstWins, &long), match_of(Class::SecondWins, &short)];
        let (mut there, mut back, mut part) = (Wealth::default(), Wealth::default(), Wealth::default());
        for g in games {
            there.add(&g);
        }
        back.add(&games[1]);
        part.add(&games[0]);
        back.merge(&part);
        assert_eq!(there, back);
    }

    #[test]
    fn equal_seeds_are_no_coming_back_from_behind() {
        let level = [standing(20, 20), standing(38, 2)];
        let mut wealth = Wealth::default();
        wealth.add(&match_of(Class::FirstWins, &level));
        assert_eq!((wealth.won, wealth.comebacks), (1, 0));
    }
}
