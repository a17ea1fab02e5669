//! The plan of a study, as its author writes it.
//!
//! ```yaml
//! title: One question at a time
//! game: ../../variants/bosh.sow    # from the folder of the plan
//! seed: 1931
//! games: 10000                     # a reading, scope and pair of players; or, to stop when intervals are narrow enough:
//!                                  # until: {half_width: 0.01, at_least: 1000, at_most: 100000}
//! agents: [random, greedy]         # a kind plays against its like; [random, alphabeta:4] within the list is a mixed pair;
//!                                  # {players: greedy, games: 1000, random_turns: 2} has its own number of games, and
//!                                  # the first two turns of each are left to chance
//! match_round_cap: 200             # a match is broken off after so many rounds
//! margin: 0.03                     # a smaller difference of scores does not matter
//! metrics: {turns_mean: 3}         # readings are compared by these as well; smaller differences do not matter
//! figures: [scores, effects]       # which figures are drawn, if not all
//! preset: elsevier-2               # their size, if not that which suits each best
//! parts:
//!   - name: one-at-a-time
//!     design: one-at-a-time        # or factorial, all-distinct, sample, list, ladder
//!     severities: [A]              # or questions: [BOSH-02, BOSH-03]
//!     scopes: [round, match]
//!     hold: {BOSH-18: taken}       # answers that stay put
//!     leave_out: {BOSH-07: [landing-follows]}   # answers that are not played here
//!   - name: sampled
//!     design: sample               # as many readings as size says, answers balanced
//!     severities: [A]
//!     size: 64
//!     scopes: [round]
//!   - name: chosen
//!     design: list                 # the readings named
//!     readings: [bosh, "bosh:02=opponent"]
//!     scopes: [round]
//!   - name: strength
//!     design: ladder               # each player against the next stronger one, in either seat
//!     rungs: [random, greedy, "mcts:50", "mcts:100"]
//!     games: 400                   # a part may have games, random_turns and agents of its own
//!     scopes: [round]
//! ```

mod fault;
mod figures;
mod part;
mod players;
mod values;

pub use fault::PlanError;
pub(super) use fault::{explain as explained, fault};
pub use figures::{FigureKind, FigureSize};
pub use part::{Design, Part};
pub use players::{Pair, Stated};

use crate::engine::Scope;
use crate::lang::suggest::nearest;
use crate::metrics::COMPARABLE;
use crate::stats::{Confidence, Until};
use fault::{explain, places};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use values::MOST_GAMES;

/// Longest plan read, in bytes.
pub const LONGEST_PLAN: usize = 1 << 20;

/// A plan.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys and values of a plan")]
pub struct Plan {
    /// What the study is called.
    pub title: String,
    /// The rules file, from the folder of the plan.
    pub game: PathBuf,
    /// The seed of every random number in the study.
    #[serde(deserialize_with = "values::seed")]
    pub seed: u64,
    /// Games a cell, from 2 to 100 million; of a study that stops by looks, the most.
    #[serde(default, deserialize_with = "values::games")]
    pub games: u64,
    /// Until when to play, where the number of games is not fixed.
    #[serde(default)]
    pub until: Option<Until>,
    /// Pairs of players, who moves first and who moves second.
    pub agents: Vec<Stated>,
    /// A match is broken off after so many rounds, from 1 to 100,000. Asked for where matches are played.
    #[serde(default, deserialize_with = "values::round_cap")]
    pub match_round_cap: Option<u32>,
    /// The level of intervals; 0.95 unless stated.
    #[serde(default, deserialize_with = "values::confidence")]
    pub confidence: Confidence,
    /// A difference of scores that matters, from above 0 to 0.5; 0.03 unless stated.
    #[serde(default = "values::three_points", deserialize_with = "values::margin")]
    pub margin: f64,
    /// Measures beside the score by which readings are compared, each with the difference that matters, in its own unit.
    #[serde(default, deserialize_with = "values::margins")]
    pub metrics: BTreeMap<String, f64>,
    /// Which figures are drawn; all that the study has anything for unless stated.
    #[serde(default)]
    pub figures: Option<Vec<FigureKind>>,
    /// The size at which all figures are drawn; for each the one that suits it unless stated.
    #[serde(default)]
    pub preset: Option<FigureSize>,
    /// Games of each cell that are kept move by move, from its first on; none unless stated, at most 1,000.
    #[serde(default, deserialize_with = "values::keep")]
    pub keep: u64,
    /// Games a record on disk, from 1 to a million; 10,000 unless stated. What is lost when a run is killed is at most the
    /// records in hand.
    #[serde(default = "values::ten_thousand", deserialize_with = "values::games_a_record")]
    pub games_a_record: u64,
    /// Memory, in bytes, within which the rounds of each reading are solved; they are not unless it is stated here or in a
    /// part.
    #[serde(default, deserialize_with = "values::memory")]
    pub solve: Option<u64>,
    /// What is played.
    pub parts: Vec<Part>,
}

/// The text of a plan that has this key at its head; `None` if the file is a plan of another kind, cannot be read or is too
/// long, which is told by whoever opens it as a study.
pub(super) fn headed(path: &Path, key: &str) -> Option<String> {
    let within = fs::metadata(path).is_ok_and(|m| m.len() <= LONGEST_PLAN as u64);
    fs::read_to_string(path).ok().filter(|text| within && has_key(text, key))
}

/// Whether a text is a mapping with this key.
pub(super) fn has_key(text: &str, key: &str) -> bool {
    serde_yaml::from_str::<serde_yaml::Mapping>(text).is_ok_and(|map| map.contains_key(key))
}

impl Plan {
    /// Reads a plan.
    ///
    /// # Errors
    /// At the first fault, with its place.
    pub fn from_yaml(text: &str) -> Result<Self, PlanError> {
        if text.len() > LONGEST_PLAN {
            return Err(PlanError {
                line: 1,
                column: 1,
                message: format!("the plan has {} bytes", text.len()),
                help: Some(format!("a plan has at most {LONGEST_PLAN} bytes")),
            });
        }
        let mut plan: Self = serde_yaml::from_str(text).map_err(|e| explain(&e))?;
        plan.check(text)?;
        if let Some(until) = plan.until {
            plan.games = until.at_most;
        }
        Ok(plan)
    }

    /// After how many games a cell it is looked whether to go on, ascending. The last look is the end.
    #[must_use]
    pub fn looks(&self) -> Vec<u64> {
        self.until.map_or_else(|| vec![self.games], |until| until.looks())
    }

    /// How many games a cell are played, or how many at most.
    fn check_games(&self, text: &str) -> Result<(), PlanError> {
        let Some(Until { half_width, at_least, at_most }) = self.until else {
            if self.games == 0 {
                let help = "state games: 10000, or until: {half_width: 0.01, at_least: 1000, at_most: 100000}";
                return Err(fault(text, "title", "the plan says neither how many games to play nor until when", help));
            }
            return Ok(());
        };
        if self.games > 0 {
            return Err(fault(text, "until", "the plan has both games and until", "keep one of them"));
        }
        if !(half_width > 0.0 && half_width <= 0.5) {
            let message = format!("{half_width} is no half-width of an interval of shares");
            return Err(fault(text, "half_width", &message, "expected a number above 0 and at most 0.5"));
        }
        if !(2..=at_most).contains(&at_least) || at_most > MOST_GAMES {
            let message = format!("there are no looks from {at_least} to {at_most} games");
            let help = format!("at_least is from 2 to at_most, and at_most is at most {MOST_GAMES}");
            return Err(fault(text, "until", &message, &help));
        }
        Ok(())
    }

    /// After how many rounds a match is broken off; a plan that plays matches states it.
    #[must_use]
    pub fn round_cap(&self) -> u32 {
        self.match_round_cap.unwrap_or(u32::MAX)
    }

    /// What no single value shows.
    fn check(&self, text: &str) -> Result<(), PlanError> {
        self.check_games(text)?;
        self.check_metrics(text)?;
        if self.agents.is_empty() && self.parts.iter().any(|p| p.agents.is_empty() && p.design != Design::Ladder) {
            return Err(fault(text, "agents", "there are no players", "name at least one kind, such as random"));
        }
        if self.parts.is_empty() {
            return Err(fault(text, "parts", "there is nothing to play", "a study has at least one part"));
        }
        self.check_players(text, &self.agents)?;
        for (n, part) in self.parts.iter().enumerate() {
            part.check(text)?;
            self.check_players(text, &part.agents)?;
            if self.until.is_some() && part.games.is_some() {
                let message = format!("the part \"{}\" has a number of games, and the plan stops by looks", part.name);
                return Err(fault(text, &part.name, &message, "leave out one of them"));
            }
            if self.parts[..n].iter().any(|p| p.name == part.name) {
                let message = format!("two parts are called \"{}\"", part.name);
                let (line, column) = places(text, &part.name).last().unwrap_or((1, 1));
                let help = Some("give each part a name of its own".to_owned());
                return Err(PlanError { line, column, message, help });
            }
            if part.scopes.contains(&Scope::Match) && self.match_round_cap.is_none() {
                return Err(fault(
                    text,
                    &part.name,
                    "matches are played but match_round_cap is missing",
                    "state after how many rounds a match is broken off, such as match_round_cap: 200",
                ));
            }
        }
        Ok(())
    }

    /// Whether each pair of players is named once, and has games of its own only where their number is fixed.
    fn check_players(&self, text: &str, agents: &[Stated]) -> Result<(), PlanError> {
        for (n, stated) in agents.iter().enumerate() {
            let pair = stated.pair;
            if agents[..n].iter().any(|other| other.pair == pair) {
                let message = format!("the players \"{pair}\" are named twice");
                return Err(fault(text, "agents", &message, "name each pair of players once"));
            }
            if self.until.is_some() && stated.games.is_some() {
                let message = format!("the players \"{pair}\" have a number of games, and the plan stops by looks");
                return Err(fault(text, "agents", &message, "leave out one of them"));
            }
        }
        Ok(())
    }

    /// Whether readings can be compared by the measures named.
    fn check_metrics(&self, text: &str) -> Result<(), PlanError> {
        let Some(id) = self.metrics.keys().find(|id| !COMPARABLE.contains(&id.as_str())) else { return Ok(()) };
        if id == "first_score" {
            let help = "state it as margin: 0.03";
            return Err(fault(text, id, "the margin of the score has a key of its own", help));
        }
        let help = nearest(id, COMPARABLE.iter().copied()).map_or_else(
            || format!("the measures are {}", COMPARABLE.join(", ")),
            |like| format!("did you mean {like}?"),
        );
        Err(fault(text, id, &format!("readings are not compared by \"{id}\""), &help))
    }
}
