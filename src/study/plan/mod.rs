//! The plan of a study, as its author writes it.
//!
//! ```yaml
//! title: One question at a time
//! game: ../../variants/bosh.sow    # from the folder of the plan
//! seed: 1931
//! games: 10000                     # a reading, scope and pair of players; or, to stop when intervals are narrow enough:
//!                                  # until: {half_width: 0.01, at_least: 1000, at_most: 100000}
//! agents: [random, greedy]         # a kind plays against its like; [random, alphabeta:4] within the list is a mixed pair
//! match_round_cap: 200             # a match is broken off after so many rounds
//! margin: 0.03                     # a smaller difference of scores does not matter
//! parts:
//!   - name: one-at-a-time
//!     design: one-at-a-time        # or factorial, all-distinct, sample, list
//!     severities: [A]              # or questions: [BOSH-02, BOSH-03]
//!     scopes: [round, match]
//!     hold: {BOSH-18: taken}       # answers that stay put
//!   - name: sampled
//!     design: sample               # as many readings as size says, answers balanced
//!     severities: [A]
//!     size: 64
//!     scopes: [round]
//!   - name: chosen
//!     design: list                 # the readings named
//!     readings: [bosh, "bosh:02=opponent"]
//!     scopes: [round]
//! ```

use crate::agents::{Contender, KINDS};
use crate::engine::Scope;
use crate::lang::suggest::nearest;
use crate::rules::game::Severity;
use crate::stats::{Confidence, Until};
use serde::de::{Deserializer, Error as _, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

/// Longest plan read, in bytes.
pub const LONGEST_PLAN: usize = 1 << 20;

/// Most games a cell.
const MOST_GAMES: u64 = 100_000_000;

/// A plan.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys and values of a plan")]
pub struct Plan {
    /// What the study is called.
    pub title: String,
    /// The rules file, from the folder of the plan.
    pub game: PathBuf,
    /// The seed of every random number in the study.
    #[serde(deserialize_with = "seed")]
    pub seed: u64,
    /// Games a cell, from 2 to 100 million; of a study that stops by looks, the most.
    #[serde(default, deserialize_with = "games")]
    pub games: u64,
    /// Until when to play, where the number of games is not fixed.
    #[serde(default)]
    pub until: Option<Until>,
    /// Pairs of players, who moves first and who moves second.
    pub agents: Vec<Pair>,
    /// A match is broken off after so many rounds, from 1 to 100,000. Asked for where matches are played.
    #[serde(default, deserialize_with = "round_cap")]
    pub match_round_cap: Option<u32>,
    /// The level of intervals; 0.95 unless stated.
    #[serde(default, deserialize_with = "confidence")]
    pub confidence: Confidence,
    /// A difference of scores that matters, from above 0 to 0.5; 0.03 unless stated.
    #[serde(default = "three_points", deserialize_with = "margin")]
    pub margin: f64,
    /// Games of each cell that are kept move by move, from its first on; none unless stated, at most 1,000.
    #[serde(default, deserialize_with = "keep")]
    pub keep: u64,
    /// Games a record on disk, from 1 to a million; 10,000 unless stated. What is lost when a run is killed is at most the
    /// records in hand.
    #[serde(default = "ten_thousand", deserialize_with = "games_a_record")]
    pub games_a_record: u64,
    /// Memory, in bytes, within which the rounds of each reading are solved; they are not unless it is stated.
    #[serde(default, deserialize_with = "memory")]
    pub solve: Option<u64>,
    /// What is played.
    pub parts: Vec<Part>,
}

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
    /// How many readings a sample has, from 2 to 100,000.
    #[serde(default, deserialize_with = "size")]
    pub size: Option<u64>,
    /// The readings of a list, by id; the first is the one that the others are compared with.
    #[serde(default)]
    pub readings: Vec<String>,
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
}

/// Two players, who moves first and who moves second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair(pub [Contender; 2]);

impl Pair {
    /// Whether one of them plays by exact values.
    #[must_use]
    pub fn plays_exactly(self) -> bool {
        self.0.contains(&Contender::Exact)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [first, second] if first == second => write!(f, "{first}"),
            [first, second] => write!(f, "{first} against {second}"),
        }
    }
}

/// What is wrong with a plan, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}{}", help.as_ref().map(|h| format!("\n  {h}")).unwrap_or_default())]
pub struct PlanError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What was expected or what to do.
    pub help: Option<String>,
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
        if self.agents.is_empty() {
            return Err(fault(text, "agents", "there are no players", "name at least one kind, such as random"));
        }
        if self.parts.is_empty() {
            return Err(fault(text, "parts", "there is nothing to play", "a study has at least one part"));
        }
        for (n, pair) in self.agents.iter().enumerate() {
            if self.agents[..n].contains(pair) {
                let message = format!("the players \"{pair}\" are named twice");
                return Err(fault(text, "agents", &message, "name each pair of players once"));
            }
        }
        for (n, part) in self.parts.iter().enumerate() {
            part.check(text)?;
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
}

impl Part {
    fn check(&self, text: &str) -> Result<(), PlanError> {
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
}

impl Part {
    /// A key that the design of the part has no use for, and the design that has.
    const fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        match self.design {
            Design::Sample | Design::List => {}
            _ if self.size.is_some() => return Some(("a size", "sample")),
            _ if !self.readings.is_empty() => return Some(("readings", "list")),
            _ => {}
        }
        match self.design {
            Design::Sample if !self.readings.is_empty() => Some(("readings", "list")),
            Design::List if self.size.is_some() => Some(("a size", "sample")),
            _ => None,
        }
    }

    fn check_list(&self, text: &str) -> Result<(), PlanError> {
        let name = &self.name;
        if self.readings.is_empty() {
            let message = format!("the part \"{name}\" names no reading");
            return Err(fault(
                text,
                name,
                &message,
                "a list has readings, such as readings: [bosh, \"bosh:02=opponent\"]",
            ));
        }
        if !(self.severities.is_empty() && self.questions.is_empty() && self.hold.is_empty()) {
            let message = format!("the part \"{name}\" is a list and asks questions besides");
            return Err(fault(
                text,
                name,
                &message,
                "the readings of a list say all; leave out severities, questions and hold",
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

/// A fault found after the plan has been read, put where the word stands first.
pub(super) fn fault(text: &str, word: &str, message: &str, help: &str) -> PlanError {
    let (line, column) = places(text, word).next().unwrap_or((1, 1));
    PlanError { line, column, message: message.to_owned(), help: Some(help.to_owned()) }
}

/// Line and column of the places where `word` stands by itself outside a comment.
fn places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).flat_map(move |(number, line)| {
        let code = line.find(" #").map_or(line, |comment| &line[..comment]);
        let alone = move |&(at, _): &(usize, &str)| {
            let before = code[..at].chars().next_back();
            let after = code[at + word.len()..].chars().next();
            !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
        };
        code.match_indices(word).filter(alone).map(move |(at, _)| (number + 1, code[..at].chars().count() + 1))
    })
}

/// A reader's error in the words of this program.
fn explain(error: &serde_yaml::Error) -> PlanError {
    let (line, column) = error.location().map_or((1, 1), |l| (l.line(), l.column()));
    let whole = error.to_string();
    let located = format!(" at line {line} column {column}");
    let text = whole.strip_suffix(&located).unwrap_or(&whole);
    // The reader puts the path of keys before its message; the place says the same.
    let text = match text.split_once(": ") {
        Some((path, rest)) if !path.contains(' ') => rest,
        _ => text,
    };
    let (message, help) = reworded(text);
    PlanError { line, column, message, help }
}

/// A message of the reader as a sentence of ours and a word of help.
fn reworded(text: &str) -> (String, Option<String>) {
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    match (text, quoted.as_slice()) {
        (t, [key, keys @ ..]) if t.starts_with("unknown field") => (
            format!("there is no key \"{key}\" here"),
            Some(format!("the keys are {}{}", keys.join(", "), did_you_mean(key, keys.iter().copied()))),
        ),
        (t, [value, values @ ..]) if t.starts_with("unknown variant") => (
            format!("\"{value}\" is not known here"),
            Some(format!("expected {}{}", values.join(" or "), did_you_mean(value, values.iter().copied()))),
        ),
        (t, [key]) if t.starts_with("missing field") => (format!("the key \"{key}\" is missing"), None),
        (t, [key]) if t.starts_with("duplicate field") => (format!("the key \"{key}\" stands twice"), None),
        (t, _) => unfit(t),
    }
}

/// The message for a value that does not fit its place, or for text that is not YAML.
fn unfit(text: &str) -> (String, Option<String>) {
    if let Some((found, expected)) = text.split_once(", expected ") {
        let found = value_in(found);
        let meant = if found.starts_with('"') {
            let words = expected.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| w.len() > 2);
            did_you_mean(found.trim_matches('"'), words)
        } else {
            String::new()
        };
        return (format!("{found} cannot stand here"), Some(format!("expected {expected}{meant}")));
    }
    // The reader of YAML puts places of its own into its messages.
    let text = text.split(" at line ").next().unwrap_or(text);
    let help = text.contains("tab character").then(|| "indent with spaces".to_owned());
    (text.to_owned(), help)
}

/// "; did you mean games?", if one of the words is like the one given.
fn did_you_mean<'a>(given: &str, words: impl Iterator<Item = &'a str>) -> String {
    nearest(given, words).map(|meant| format!("; did you mean {meant}?")).unwrap_or_default()
}

/// The value in a message of the reader such as "invalid type: integer `5`".
fn value_in(found: &str) -> String {
    let found = found.split_once(": ").map_or(found, |(_, value)| value);
    if let Some(length) = found.strip_prefix("invalid length ") {
        return format!("a list of {length}");
    }
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "a mapping".to_owned(),
        "unit value" => "nothing".to_owned(),
        _ => match (found.find(['"', '`']), found.rfind(['"', '`'])) {
            (Some(from), Some(to)) if to > from => {
                let value = found[from..=to].trim_matches('`');
                value.strip_suffix(".0").unwrap_or(value).to_owned()
            }
            _ => found.to_owned(),
        },
    }
}

/// A whole number within a range.
struct Whole {
    least: u64,
    most: u64,
}

impl Visitor<'_> for Whole {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.least, self.most)
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<u64, E> {
        if (self.least..=self.most).contains(&value) {
            Ok(value)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(value), &self))
        }
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<u64, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(value), &self)),
        }
    }
}

fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 0, most: u64::MAX })
}

fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let number = crate::solve::bytes(&text).filter(|&n| n > 0);
    number
        .map(Some)
        .ok_or_else(|| serde::de::Error::invalid_value(Unexpected::Str(&text), &"a number of bytes such as 500M or 8G"))
}

fn games<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 2, most: MOST_GAMES })
}

fn keep<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 0, most: 1_000 })
}

fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    deserializer.deserialize_u64(Whole { least: 2, most: 100_000 }).map(Some)
}

fn games_a_record<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 1, most: 1_000_000 })
}

fn round_cap<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let cap = deserializer.deserialize_u64(Whole { least: 1, most: 100_000 })?;
    Ok(u32::try_from(cap).ok())
}

/// A number between two others.
struct Between {
    above: f64,
    below: f64,
    ends: bool,
}

impl Visitor<'_> for Between {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ends {
            write!(f, "a number from {} to below {}", self.above, self.below)
        } else {
            write!(f, "a number above {} and at most {}", self.above, self.below)
        }
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<f64, E> {
        let within = if self.ends {
            value >= self.above && value < self.below
        } else {
            value > self.above && value <= self.below
        };
        if within { Ok(value) } else { Err(E::invalid_value(Unexpected::Float(value), &self)) }
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<f64, E> {
        self.visit_f64(crate::stats::real(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<f64, E> {
        Err(E::invalid_value(Unexpected::Signed(value), &self))
    }
}

fn margin<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_f64(Between { above: 0.0, below: 0.5, ends: false })
}

fn confidence<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Confidence, D::Error> {
    let level = deserializer.deserialize_f64(Between { above: 0.5, below: 1.0, ends: true })?;
    Confidence::try_from(level).map_err(D::Error::custom)
}

const fn three_points() -> f64 {
    0.03
}

const fn ten_thousand() -> u64 {
    10_000
}

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Players;

        impl<'de> Visitor<'de> for Players {
            type Value = Pair;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a kind of player ({KINDS}) or a list of two, who moves first and who second")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Pair, E> {
                let agent = name.parse().map_err(|_| E::invalid_value(Unexpected::Str(name), &self))?;
                Ok(Pair([agent; 2]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pair, A::Error> {
                let mut names = Vec::new();
                while let Some(name) = list.next_element::<String>()? {
                    names.push(name);
                }
                let [first, second] = names.as_slice() else {
                    return Err(A::Error::invalid_length(names.len(), &self));
                };
                let kind =
                    |name: &str| name.parse().map_err(|_| A::Error::invalid_value(Unexpected::Str(name), &Players));
                Ok(Pair([kind(first)?, kind(second)?]))
            }
        }

        deserializer.deserialize_any(Players)
    }
}
