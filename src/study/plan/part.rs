//! A part of a plan: which readings are played, in what scope, and by whom.

use super::fault::{PlanError, fault, places};
use super::players::Stated;
use super::values::{memory, random_turns, size, some_games};
use crate::agents::Contender;
use crate::engine::Scope;
use crate::rules::game::Severity;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One part of a study.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys and values of a part")]
pub struct Part {
    /// Its name, unlike that of any other part.
    pub name: String,
    /// Which readings are played.
    pub design: Design,
    /// The questions, by severity.
    #[serde(default)]
    pub severities: Vec<Severity>,
    /// The questions, by id.
    #[serde(default)]
    pub questions: Vec<String>,
    /// Rounds, matches or both.
    pub scopes: Vec<Scope>,
    /// Answers that stay put throughout the part, by question.
    #[serde(default)]
    pub hold: BTreeMap<String, String>,
    /// Answers that are not played in this part, by question.
    #[serde(default)]
    pub leave_out: BTreeMap<String, Vec<String>>,
    /// How many readings a sample has, from 2 to 100,000.
    #[serde(default, deserialize_with = "size")]
    pub size: Option<u64>,
    /// The readings of a list, by id; the first is the one that the others are compared with.
    #[serde(default)]
    pub readings: Vec<String>,
    /// The players of this part, where they are not those of the plan.
    #[serde(default)]
    pub agents: Vec<Stated>,
    /// The rungs of a ladder, the weakest player first.
    #[serde(default)]
    pub rungs: Vec<Contender>,
    /// Games a cell of this part, where they are not as many as the plan says.
    #[serde(default, deserialize_with = "some_games")]
    pub games: Option<u64>,
    /// Turns at the beginning of each game of this part that are left to chance; none unless stated, at most 40.
    #[serde(default, deserialize_with = "random_turns")]
    pub random_turns: Option<u32>,
    /// Memory, in bytes, within which the rounds of each reading of this part are solved, where the plan does not say so of
    /// all of them.
    #[serde(default, deserialize_with = "memory")]
    pub solve: Option<u64>,
}

/// Which readings a part plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// The best supported reading, and each that differs from it in the answer to one question.
    OneAtATime,
    /// Every combination of answers.
    Factorial,
    /// Every combination of answers, less those that come to the rules of one before.
    AllDistinct,
    /// A balanced sample of the combinations, drawn by the seed of the study.
    Sample,
    /// The readings that the plan names.
    List,
    /// Each player of a list against the next stronger one, in either seat, under the readings named or the best supported
    /// one.
    Ladder,
}

impl Part {
    pub(super) fn check(&self, text: &str) -> Result<(), PlanError> {
        let name = &self.name;
        if self.scopes.is_empty() {
            let message = format!("the part \"{name}\" has no scope");
            return Err(fault(text, name, &message, "scopes are round and match"));
        }
        if (1..self.scopes.len()).any(|n| self.scopes[..n].contains(&self.scopes[n])) {
            let message = format!("the part \"{name}\" names a scope twice");
            return Err(fault(text, name, &message, "scopes are round and match"));
        }
        if let Some((what, design)) = self.misplaced() {
            let message = format!("the part \"{name}\" has {what}, which only design: {design} takes");
            return Err(fault(text, name, &message, "leave it out or choose that design"));
        }
        match self.design {
            Design::Sample if self.size.is_none() => {
                let message = format!("the part \"{name}\" does not say how many readings to draw");
                return Err(fault(text, name, &message, "a sample has a size, such as size: 64"));
            }
            Design::List => return self.check_list(text),
            Design::Ladder => return self.check_ladder(text),
            _ => {}
        }
        match (self.severities.is_empty(), self.questions.is_empty()) {
            (true, true) => {
                let message = format!("the part \"{name}\" asks no question");
                Err(fault(text, name, &message, "name severities, such as [A], or questions by their ids"))
            }
            (false, false) => {
                let message = format!("the part \"{name}\" has both severities and questions");
                Err(fault(text, name, &message, "choose the questions one way or the other"))
            }
            _ => Ok(()),
        }
    }

    /// A key that the design of the part has no use for, and the designs that have.
    fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let unless = |given: bool, designs: &[Design], what, wanted| {
            (given && !designs.contains(&self.design)).then_some((what, wanted))
        };
        unless(self.size.is_some(), &[Design::Sample], "a size", "sample")
            .or_else(|| {
                unless(!self.readings.is_empty(), &[Design::List, Design::Ladder], "readings", "list or ladder")
            })
            .or_else(|| unless(!self.rungs.is_empty(), &[Design::Ladder], "rungs", "ladder"))
            .or_else(|| {
                let designs = [Design::OneAtATime, Design::AllDistinct];
                unless(!self.leave_out.is_empty(), &designs, "answers to leave out", "one-at-a-time or all-distinct")
            })
    }

    fn check_list(&self, text: &str) -> Result<(), PlanError> {
        let name = &self.name;
        if self.readings.is_empty() {
            return Err(fault(
                text,
                name,
                &format!("the part \"{name}\" names no reading"),
                "a list has readings, such as readings: [bosh, \"bosh:02=opponent\"]",
            ));
        }
        self.check_readings(text)
    }

    fn check_ladder(&self, text: &str) -> Result<(), PlanError> {
        let name = &self.name;
        if self.rungs.len() < 2 {
            let message = format!("the ladder of the part \"{name}\" has fewer than two rungs");
            return Err(fault(
                text,
                name,
                &message,
                "name the players from the weakest up, such as rungs: [random, greedy]",
            ));
        }
        if !self.agents.is_empty() {
            let message = format!("the part \"{name}\" is a ladder and names agents besides");
            return Err(fault(text, name, &message, "the rungs say who plays; leave out agents"));
        }
        for (n, rung) in self.rungs.iter().enumerate() {
            if self.rungs[..n].contains(rung) {
                let message = format!("the player {rung} stands on two rungs");
                return Err(fault(text, &rung.to_string(), &message, "name each player once"));
            }
        }
        self.check_readings(text)
    }

    /// What is asked of readings that are named.
    fn check_readings(&self, text: &str) -> Result<(), PlanError> {
        let name = &self.name;
        if !(self.severities.is_empty() && self.questions.is_empty() && self.hold.is_empty()) {
            let what = if self.design == Design::Ladder { "ladder" } else { "list" };
            let message = format!("the part \"{name}\" is a {what} and asks questions besides");
            return Err(fault(
                text,
                name,
                &message,
                "the readings that it names say all; leave out severities, questions and hold",
            ));
        }
        for (n, reading) in self.readings.iter().enumerate() {
            if self.readings[..n].contains(reading) {
                let message = format!("the reading {reading} is named twice");
                let (line, column) = places(text, reading).last().unwrap_or((1, 1));
                return Err(PlanError { line, column, message, help: Some("name each reading once".to_owned()) });
            }
        }
        Ok(())
    }
}
