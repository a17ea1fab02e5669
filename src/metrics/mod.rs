//! What is measured over many games.
//!
//! One file a family of metrics. A family sums whole numbers game by game, adds up with another sum of its own kind in
//! any order, and says at the end what it has measured: each [`Measure`] with its unit, its number of games and its
//! interval. A family joins by a file here, a field of [`Tally`] and a line in each of its three methods.

pub mod branching;
pub mod class;
pub mod course;
pub mod depth;
pub mod distinct;
pub mod length;
pub mod margin;
pub mod opening;
pub mod refinement;
pub mod sowing;
pub mod state_space;
pub mod tree;
pub mod uncertainty;
pub mod wealth;

pub use branching::Branching;
pub use class::Classes;
pub use course::Courses;
pub use distinct::GameHashes;
pub use length::Length;
pub use margin::Margin;
pub use opening::Openings;
pub use refinement::Refinement;
pub use sowing::Sowing;
pub use tree::Tree;
pub use uncertainty::Uncertainty;
pub use wealth::Wealth;

use crate::play::{Class, Counts, MatchResult, RoundResult, Standing};
use crate::rules::ruleset::Pit;
use crate::stats::{Confidence, Estimate};
use serde::{Deserialize, Serialize};

/// One game as the metrics see it, a round or a match.
#[derive(Clone, Copy, Debug)]
pub struct Observation<'a> {
    /// How it ended.
    pub class: Class,
    /// Seeds at its end of the player who moved first and of the other.
    pub won: [u16; 2],
    /// What happened in it.
    pub counts: Counts,
    /// The pit lifted first.
    pub opening: Option<Pit>,
    /// Equal games have equal hashes.
    pub game_hash: u64,
    /// Seeds that the first player and the second had won after each turn of a round; empty for a match, or where nobody
    /// took note of them.
    pub taken: &'a [[u16; 2]],
    /// What a match adds.
    pub match_play: Option<MatchPart<'a>>,
}

/// What a match has and a round has not.
#[derive(Clone, Copy, Debug)]
pub struct MatchPart<'a> {
    /// The standing after each round; as many as there were rounds.
    pub wealth: &'a [Standing],
    /// Rounds ended by a never-ending sowing.
    pub never_ending_rounds: u32,
    /// Rounds ended by repetition.
    pub repetition_rounds: u32,
    /// Rounds broken off.
    pub cut_off_rounds: u32,
}

impl<'a> Observation<'a> {
    /// A round, with what the first player and the second had won after each of its turns.
    #[must_use]
    pub const fn of_round(round: &RoundResult, taken: &'a [[u16; 2]]) -> Self {
        Self {
            class: round.class,
            won: round.won,
            counts: round.counts,
            opening: round.opening,
            game_hash: round.game_hash,
            taken,
            match_play: None,
        }
    }
}

impl<'a> From<&'a MatchResult> for Observation<'a> {
    fn from(played: &'a MatchResult) -> Self {
        Self {
            class: played.class,
            won: played.won,
            counts: played.counts,
            opening: played.opening,
            game_hash: played.game_hash,
            taken: &[],
            match_play: Some(MatchPart {
                wealth: &played.wealth,
                never_ending_rounds: played.never_ending_rounds,
                repetition_rounds: played.repetition_rounds,
                cut_off_rounds: played.cut_off_rounds,
            }),
        }
    }
}

/// A family of metrics, summed over games.
pub trait Family {
    /// Counts one game.
    fn add(&mut self, game: &Observation<'_>);
    /// Adds what another sum has counted.
    fn merge(&mut self, other: &Self);
    /// Appends what has been measured. A metric that no game bears on is left out.
    fn measure(&self, confidence: Confidence, measures: &mut Vec<Measure>);
}

/// One figure that was measured.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// Its name in tables and data, in `snake_case`.
    pub id: &'static str,
    /// Its name in prose.
    pub name: &'static str,
    /// Its unit in prose.
    pub unit: &'static str,
    /// The figure.
    pub value: f64,
    /// The ends of its interval; none for what is counted and not estimated, such as a longest game.
    pub interval: Option<[f64; 2]>,
    /// How the interval was made.
    pub method: Method,
    /// Games that it rests on.
    pub games: u64,
}

/// The measures by which readings can be compared beside the score: means, shares and ratios, whose intervals grow with the
/// level asked for. Quantiles and extremes are not among them.
pub const COMPARABLE: [&str; 39] = [
    "first_wins",
    "second_wins",
    "draws",
    "never_ending",
    "repetition",
    "cut_off",
    "balance",
    "completion",
    "margin_mean",
    "turns_mean",
    "laps_mean",
    "seeds_sown_mean",
    "moves_per_turn",
    "moves_per_free_turn",
    "forced_turns",
    "moves_slope",
    "tree_log_mean",
    "refinement",
    "drama",
    "lead_change",
    "stability",
    "decisiveness",
    "killer_move",
    "permanence",
    "uncertainty_quarter",
    "uncertainty_half",
    "uncertainty_three_quarters",
    "laps_per_turn_mean",
    "seeds_per_turn",
    "captures_per_turn",
    "seeds_per_capture",
    "captured_from_own_row",
    "empty_turns",
    "rounds_mean",
    "comebacks",
    "never_ending_rounds",
    "repetition_rounds",
    "cut_off_rounds",
    "open_pits_of_poorer",
];

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Wilson 1927.
    Wilson,
    /// Student 1908, over games.
    Student,
    /// A ratio of sums, linearised over games (Cochran 1977).
    Ratio,
    /// Order statistics (David and Nagaraja 2003).
    OrderStatistics,
    /// None: a count or an extreme.
    Exact,
}

impl Measure {
    /// A figure with an interval.
    const fn estimated(
        (id, name, unit): (&'static str, &'static str, &'static str),
        e: Estimate,
        method: Method,
        games: u64,
    ) -> Self {
        Self { id, name, unit, value: e.value, interval: Some([e.low, e.high]), method, games }
    }

    /// A figure that is counted.
    const fn exact((id, name, unit): (&'static str, &'static str, &'static str), value: f64, games: u64) -> Self {
        Self { id, name, unit, value, interval: None, method: Method::Exact, games }
    }
}

/// All families, summed over the games of one reading, scope and pair of players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// How games ended.
    pub classes: Classes,
    /// By how much.
    pub margin: Margin,
    /// How long they were.
    pub length: Length,
    /// How much choice there was.
    pub branching: Branching,
    /// How large the tree of games is.
    pub tree: Tree,
    /// How much choice there was for the length.
    pub refinement: Refinement,
    /// Who was ahead when.
    pub courses: Courses,
    /// How much was open to the player behind.
    pub uncertainty: Uncertainty,
    /// What the sowing was like.
    pub sowing: Sowing,
    /// What became of each first move.
    pub openings: Openings,
    /// What the players held from round to round; nothing for single rounds.
    pub wealth: Wealth,
}

impl Tally {
    /// Games counted.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.classes.games()
    }

    /// Counts one game.
    pub fn add(&mut self, game: &Observation<'_>) {
        self.classes.add(game);
        self.margin.add(game);
        self.length.add(game);
        self.branching.add(game);
        self.tree.add(game);
        self.refinement.add(game);
        self.courses.add(game);
        self.uncertainty.add(game);
        self.sowing.add(game);
        self.openings.add(game);
        self.wealth.add(game);
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Self) {
        self.classes.merge(&other.classes);
        self.margin.merge(&other.margin);
        self.length.merge(&other.length);
        self.branching.merge(&other.branching);
        self.tree.merge(&other.tree);
        self.refinement.merge(&other.refinement);
        self.courses.merge(&other.courses);
        self.uncertainty.merge(&other.uncertainty);
        self.sowing.merge(&other.sowing);
        self.openings.merge(&other.openings);
        self.wealth.merge(&other.wealth);
    }

    /// Everything measured, in the order of the families.
    #[must_use]
    pub fn measures(&self, confidence: Confidence) -> Vec<Measure> {
        let mut measures = Vec::new();
        self.classes.measure(confidence, &mut measures);
        self.margin.measure(confidence, &mut measures);
        self.length.measure(confidence, &mut measures);
        self.branching.measure(confidence, &mut measures);
        self.tree.measure(confidence, &mut measures);
        self.refinement.measure(confidence, &mut measures);
        self.courses.measure(confidence, &mut measures);
        self.uncertainty.measure(confidence, &mut measures);
        self.sowing.measure(confidence, &mut measures);
        self.openings.measure(confidence, &mut measures);
        self.wealth.measure(confidence, &mut measures);
        measures
    }
}

#[cfg(test)]
pub(crate) mod example {
    //! A round of three turns, told in full, for the worked examples of every family.
    //!
    //! South lifts a pit of 4, sows two laps of 4 and 4 seeds and captures 5 from his own row; North lifts 5, sows one lap
    //! of 5 and wins nothing; South lifts 6, sows three laps of 6, 5 and 7 seeds and captures 7 and 3 from North's row.
    //! Legal moves were 5, 4 and 1. South ends with 24 seeds and North with 16.

    use super::{MatchPart, Observation};
    use crate::play::{Class, Counts, Standing};
    use crate::rules::ruleset::Pit;
    use proptest::prelude::*;

    pub fn round() -> Observation<'static> {
        Observation {
            class: Class::FirstWins,
            won: [24, 16],
            counts: Counts {
                turns: 3,
                laps: 6,
                seeds_sown: 31,
                longest_turn: 3,
                captures: 3,
                seeds_captured: 15,
                captured_from_own_row: 5,
                empty_turns: 1,
                choices: 10,
                forced_turns: 1,
                most_choices: 5,
                passes: 0,
                log_choices: 1_301_030,
                choices_by_turn: 6,
            },
            opening: Some(Pit(4)),
            game_hash: 1,
            taken: &[],
            match_play: None,
        }
    }

    /// Any round that the counters of play could give.
    pub fn any_round() -> impl Strategy<Value = Observation<'static>> {
        (0usize..6, 0u16..=40, 1u32..40, 0u32..60, 0u32..40, 0u8..5, any::<u64>()).prop_map(
            |(class, first, turns, laps, captures, pit, game_hash)| {
                let empty_turns = captures % (turns + 1);
                Observation {
                    class: Class::ALL[class],
                    won: [first, 40 - first],
                    counts: Counts {
                        turns,
                        laps: turns + laps,
                        seeds_sown: u64::from(turns + laps) * 4,
                        longest_turn: 1 + laps,
                        captures,
                        seeds_captured: captures * 3,
                        captured_from_own_row: captures,
                        empty_turns,
                        choices: turns * 3 - empty_turns * 2,
                        forced_turns: empty_turns,
                        most_choices: 3,
                        passes: 0,
                        log_choices: u64::from(turns - empty_turns) * 477_121,
                        choices_by_turn: u64::from(turns) * u64::from(turns - 1) / 2 * 3,
                    },
                    opening: Some(Pit(pit)),
                    game_hash,
                    taken: &[],
                    match_play: None,
                }
            },
        )
    }

    pub fn match_of(class: Class, wealth: &[Standing]) -> Observation<'_> {
        let part = MatchPart { wealth, never_ending_rounds: 0, repetition_rounds: 0, cut_off_rounds: 0 };
        let won = wealth.last().map_or([20, 20], |s| s.seeds);
        Observation { class, won, match_play: Some(part), ..round() }
    }

    pub fn standing(first: u16, second: u16) -> Standing {
        Standing { seeds: [first, second], open: [5, 5] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(games: &[Observation<'_>]) -> Tally {
        let mut tally = Tally::default();
        for g in games {
            tally.add(g);
        }
        tally
    }

    #[test]
    fn every_measure_has_a_name_of_its_own() {
        let standings = [example::standing(22, 18), example::standing(38, 2)];
        let games = [example::round(), example::match_of(Class::FirstWins, &standings)];
        let mut ids: Vec<_> = of(&games).measures(Confidence::NINETY_FIVE).iter().map(|m| m.id).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
    }

    #[test]
    fn what_readings_are_compared_by_has_an_interval_about_its_value() {
        let standings = [example::standing(22, 18), example::standing(38, 2)];
        let taken = [[5, 0], [5, 3], [6, 3], [6, 9], [8, 9], [8, 12], [14, 12], [24, 16]];
        let round = Observation { taken: &taken, ..example::round() };
        let games = [round, round, example::match_of(Class::FirstWins, &standings)];
        let measures = of(&games).measures(Confidence::NINETY_FIVE);
        let with_interval = |m: &&Measure| matches!(m.method, Method::Wilson | Method::Student | Method::Ratio);
        let mut found: Vec<&str> = measures.iter().filter(with_interval).map(|m| m.id).collect();
        // The score has a margin of its own, and Knuth's estimate hangs on a few games.
        found.retain(|&id| id != "first_score" && id != "tree_knuth");
        let mut stated = COMPARABLE.to_vec();
        found.sort_unstable();
        stated.sort_unstable();
        assert_eq!(found, stated);
    }

    #[test]
    fn nothing_is_measured_without_games() {
        assert_eq!(Tally::default().measures(Confidence::NINETY_FIVE), []);
    }

    proptest! {
        #[test]
        fn games_count_the_same_in_any_order_and_in_any_parts(
            games in prop::collection::vec(example::any_round(), 0..12), cut in 0usize..12
        ) {
            let cut = cut.min(games.len());
            let mut parts = of(&games[cut..]);
            parts.merge(&of(&games[..cut]));
            let whole = of(&games);
            prop_assert_eq!(&parts.measures(Confidence::NINETY_FIVE), &whole.measures(Confidence::NINETY_FIVE));
            let text = serde_json::to_string(&whole).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Tally>(&text).unwrap(), &whole);
            prop_assert_eq!(serde_json::to_string(&parts).unwrap(), text);
        }

        #[test]
        fn every_figure_lies_in_its_interval_and_is_a_number(games in prop::collection::vec(example::any_round(), 1..12)) {
            for m in of(&games).measures(Confidence::NINETY_FIVE) {
                prop_assert!(m.value.is_finite(), "{:?}", m);
                if let Some([low, high]) = m.interval {
                    prop_assert!(low <= m.value && m.value <= high, "{:?}", m);
                }
            }
        }
    }
}
