//! A survey: the match of every distinct reading of a game, worked out as a chain of rounds.
//!
//! ```yaml
//! title: Where the doubts leave a match
//! game: ../../variants/bosh.sow    # from the folder of the plan
//! seed: 1931
//! survey:
//!   severities: [A]                # every combination of the answers to these questions
//!   leave_out: {BOSH-07: [landing-empty]}   # but for these
//!   sample: 600                    # or a balanced sample of them, drawn by the seed
//!   players: random
//!   half_width: 0.01               # of the interval of the first player's score under each reading
//!   match_round_cap: 500           # a match is broken off after so many rounds
//! ```
//!
//! Combinations that come to the same rules are one reading and are worked out once. Those whose rounds are the same share
//! the rounds sampled ([`chain`](super::chain)) and make a *family*; a family is a record on disk, and a survey that is broken off
//! goes on from the families that are there.

use super::chain::{ChainError, Precision, Worked, work_out_all};
use super::error::StudyError;
use super::plan::{Pair, PlanError, explained, fault, headed};
use super::records::{read, sealed, unsealed, write};
use super::sha256;
use crate::agents::{Agent, Contender, Pairing};
use crate::engine::{Machine, Scope, SharedMemory};
use crate::rng;
use crate::rules::bib::Bibliography;
use crate::rules::game::{Answers, Game, Severity};
use crate::rules::ruleset::{MatchPlay, Reopen, Ruleset};
use crate::stats::{Confidence, balanced};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Most rounds that are played for one reading. Where next to no match ends within its rounds, the score of those that do is
/// known less well than asked for.
pub const MOST_ROUNDS: u64 = 2_000_000;
/// Most combinations of answers.
const MOST_COMBINATIONS: u64 = 2_000_000;
/// Combinations whose rules are made at a time.
const AT_A_TIME: usize = 16_384;

/// The plan of a survey.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys and values of a survey's plan")]
pub struct Plan {
    /// What the survey is called.
    pub title: String,
    /// The rules file, from the folder of the plan.
    pub game: PathBuf,
    /// The seed of every random number.
    pub seed: u64,
    /// What is surveyed.
    pub survey: What,
}

/// What is surveyed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "the keys and values of a survey")]
pub struct What {
    /// The questions, by severity.
    pub severities: Vec<Severity>,
    /// Answers that are not given, by question.
    #[serde(default)]
    pub leave_out: BTreeMap<String, Vec<String>>,
    /// How many combinations of their answers are drawn; all of them are taken where this is not stated.
    #[serde(default)]
    pub sample: Option<u64>,
    /// Who plays.
    pub players: Pair,
    /// Half the width of the 95 % interval of the first player's score.
    pub half_width: f64,
    /// A match is broken off after so many rounds.
    pub match_round_cap: u32,
}

/// The readings whose rounds are the same.
#[derive(Clone, Debug)]
struct Family {
    /// The rules of one of them.
    rules: Ruleset,
    /// How each plays its matches.
    plays: Vec<MatchPlay>,
    /// Where its readings begin among all.
    first: usize,
}

/// A survey laid out.
#[derive(Debug)]
pub struct Survey {
    /// The plan.
    pub plan: Plan,
    /// SHA-256 of its bytes.
    pub plan_hash: String,
    /// The game.
    pub game: Game,
    /// The bibliography beside the rules file, if there is one.
    pub bibliography: Option<Bibliography>,
    /// SHA-256 of its bytes.
    pub bibliography_hash: Option<String>,
    /// The questions, as indices into the game's, and the answers that are given to each.
    pub questions: Vec<(usize, Vec<usize>)>,
    /// For each combination of answers, in the order of the factorial, its reading among the distinct ones.
    pub combinations: Vec<u32>,
    families: Vec<Family>,
}

/// A family's record.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Record {
    program: String,
    generator: String,
    seed: u64,
    agents: [Contender; 2],
    /// In thousand-millionths.
    half_width: u64,
    match_round_cap: u32,
    /// SHA-256 of the rules and the ways of the matches, serialised.
    rules: String,
    matches: Vec<Found>,
}

/// What is found of a match, in thousand-millionths: whole numbers are read back as they were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The first player's score and its interval; none if no match has a result.
    pub score: Option<[u64; 3]>,
    /// Won by the first player, by the second, drawn, not over.
    pub classes: [u64; 4],
    /// The mean number of rounds.
    pub rounds: u64,
    /// Rounds played for it.
    pub played: u64,
}

/// A share or a number of rounds of a record as a number.
#[must_use]
pub fn real(thousand_millionths: u64) -> f64 {
    crate::stats::real(thousand_millionths) / 1e9
}

impl From<&Worked> for Found {
    fn from(worked: &Worked) -> Self {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "shares and numbers of rounds")]
        let whole = |x: f64| (x.max(0.0) * 1e9).round() as u64;
        Self {
            score: worked.score.map(|e| [e.value, e.low, e.high].map(whole)),
            classes: worked.classes.map(whole),
            rounds: whole(worked.rounds),
            played: worked.played,
        }
    }
}

impl Survey {
    /// Opens a survey; `None` if the file is a plan of another kind, or cannot be read.
    ///
    /// # Errors
    /// If the plan or the rules are at fault.
    pub fn open(path: &Path) -> Result<Option<Self>, StudyError> {
        let Some(text) = headed(path, "survey") else { return Ok(None) };
        let at_fault = |error: PlanError| StudyError::Plan { path: path.to_owned(), error };
        let plan: Plan = serde_yaml::from_str(&text).map_err(|e| at_fault(explained(&e)))?;
        plan.check(&text).map_err(at_fault)?;
        let (game, bibliography, bibliography_hash) = super::cells::game_of(path, &text, &plan.game)?;
        let left_out = super::cells::left_out(&plan.survey.leave_out, &text, &game, &game.best());
        let left_out = left_out.map_err(|error| super::cells::raised(path, error))?;
        let asked = |q: usize| {
            let question = &game.questions[q];
            let given: Vec<usize> = question.playable().filter(|&reading| !left_out.contains(&(q, reading))).collect();
            let varies = plan.survey.severities.contains(&question.severity) && !question.presentation_only;
            (varies && given.len() > 1).then_some((q, given))
        };
        let questions: Vec<(usize, Vec<usize>)> = (0..game.questions.len()).filter_map(asked).collect();
        let all = questions.iter().map(|(_, given)| given.len() as u64).fold(1, u64::saturating_mul);
        if plan.survey.sample.unwrap_or(all) > MOST_COMBINATIONS {
            let message = format!("more than {MOST_COMBINATIONS} combinations of answers are too many");
            return Err(at_fault(fault(&text, "severities", &message, "draw some with sample, such as sample: 600")));
        }
        let answers = answers(&game, &questions, &plan);
        let (combinations, families) = families(&game, answers)?;
        Ok(Some(Self {
            plan_hash: sha256(text.as_bytes()),
            plan,
            game,
            bibliography,
            bibliography_hash,
            questions,
            combinations,
            families,
        }))
    }

    /// How many distinct readings there are.
    #[must_use]
    pub fn distinct(&self) -> usize {
        self.families.last().map_or(0, |family| family.first + family.plays.len())
    }

    /// Families of readings whose rounds are the same.
    #[must_use]
    pub fn families(&self) -> usize {
        self.families.len()
    }

    /// The combinations of answers, in the order of [`combinations`](Self::combinations).
    pub fn answers(&self) -> impl Iterator<Item = Answers> + use<'_> {
        answers(&self.game, &self.questions, &self.plan)
    }

    fn record(&self, family: &Family, matches: Vec<Found>) -> Record {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from above 0 to a half")]
        let half_width = (self.plan.survey.half_width * 1e9).round() as u64;
        // Plain data: serialising it does not fail.
        let rules = sha256(&serde_json::to_vec(&(&family.rules, &family.plays)).unwrap_or_default());
        Record {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            generator: rng::NAME.to_owned(),
            seed: self.plan.seed,
            agents: self.plan.survey.players.0,
            half_width,
            match_round_cap: self.plan.survey.match_round_cap,
            rules,
            matches,
        }
    }

    /// The file of a family and what would be written into it but for the results.
    fn place(&self, folder: &Path, family: &Family) -> (PathBuf, Record) {
        let record = self.record(family, Vec::new());
        let name = sha256(&serde_json::to_vec(&record).unwrap_or_default());
        (folder.join("data").join("survey").join(format!("{}.json", &name[..16])), record)
    }

    fn find(&self, folder: &Path, family: &Family) -> Result<Option<Vec<Found>>, StudyError> {
        let (path, blank) = self.place(folder, family);
        let Some(record) = read(&path)?.and_then(|bytes| unsealed::<Record>(&bytes)) else { return Ok(None) };
        let Record { matches, .. } = record;
        let whole = matches.len() == family.plays.len();
        Ok((whole && Record { matches: Vec::new(), ..record } == blank).then_some(matches))
    }

    /// Works out what is missing; false if it was stopped. `done` is told how many families are done and of how many.
    ///
    /// # Errors
    /// If rules cannot be compiled or worked out so, or a file cannot be read or written. What was done before is kept.
    pub fn run(
        &self,
        folder: &Path,
        stop: &AtomicBool,
        done: impl Fn(usize, usize) + Sync,
    ) -> Result<bool, StudyError> {
        let Pair(contenders) = self.plan.survey.players;
        let [Contender::Unaided(first), Contender::Unaided(second)] = contenders else {
            return Err(StudyError::Chain { reading: self.game.id.clone(), source: ChainError::ExactPlayers });
        };
        let players = Pairing::from([first, second] as [Agent; 2]);
        let memory = SharedMemory::default();
        let finished = AtomicUsize::new(0);
        let errors: Mutex<Vec<(usize, StudyError)>> = Mutex::new(Vec::new());
        let work = |family: &Family| -> Result<(), StudyError> {
            if self.find(folder, family)?.is_none() {
                let found = self.work_out(family, &players, &memory)?;
                let (path, _) = self.place(folder, family);
                let bytes = sealed(&self.record(family, found))
                    .map_err(|source| StudyError::Write { path: path.clone(), source })?;
                write(&path, &bytes)?;
            }
            done(finished.fetch_add(1, Ordering::Relaxed) + 1, self.families.len());
            Ok(())
        };
        self.families.par_iter().enumerate().with_max_len(1).for_each(|(number, family)| {
            let broken = || !errors.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
            if stop.load(Ordering::Relaxed) || broken() {
                return;
            }
            if let Err(error) = work(family) {
                errors.lock().unwrap_or_else(PoisonError::into_inner).push((number, error));
            }
        });
        let mut errors = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
        errors.sort_by_key(|&(number, _)| number);
        if let Some((_, error)) = errors.into_iter().next() {
            return Err(error);
        }
        Ok(finished.into_inner() == self.families.len())
    }

    fn work_out(&self, family: &Family, players: &Pairing, memory: &SharedMemory) -> Result<Vec<Found>, StudyError> {
        let reading = || self.game.id.clone();
        let machine = Machine::with_memory(family.rules.clone(), Scope::Match, memory)
            .map_err(|source| StudyError::Machine { reading: reading(), source })?;
        let What { half_width, match_round_cap, .. } = self.plan.survey;
        let precision = Precision { half_width, confidence: Confidence::NINETY_FIVE, most: MOST_ROUNDS };
        let worked = work_out_all(&machine, players, self.plan.seed, match_round_cap, precision, &family.plays)
            .map_err(|source| StudyError::Chain { reading: reading(), source })?;
        Ok(worked.iter().map(Found::from).collect())
    }

    /// What was found of every distinct reading.
    ///
    /// # Errors
    /// If a file cannot be read, or is missing, damaged or stale.
    pub fn load(&self, folder: &Path) -> Result<Vec<Found>, StudyError> {
        let (mut all, mut absent) = (Vec::with_capacity(self.distinct()), Vec::new());
        for family in &self.families {
            match self.find(folder, family)? {
                Some(found) => all.extend(found),
                None => absent.push(self.place(folder, family).0),
            }
        }
        let missing = absent.len();
        match absent.into_iter().next() {
            Some(first) => Err(StudyError::Incomplete { missing, all: self.families.len(), first }),
            None => Ok(all),
        }
    }
}

impl Plan {
    fn check(&self, text: &str) -> Result<(), PlanError> {
        let What { severities, leave_out: _, sample, players, half_width, match_round_cap } = &self.survey;
        if sample.is_some_and(|size| size < 2) {
            let help = "expected a whole number from 2 up";
            return Err(fault(text, "sample", "a sample has two combinations of answers or more", help));
        }
        if severities.is_empty() {
            return Err(fault(text, "severities", "the survey asks no question", "name severities, such as [A]"));
        }
        if players.plays_exactly() {
            let message = "exact players know single rounds, and a survey is of matches";
            return Err(fault(text, "players", message, "choose others, such as random"));
        }
        if !(*half_width > 0.0 && *half_width <= 0.5) {
            let message = format!("{half_width} is no half-width of an interval of shares");
            return Err(fault(text, "half_width", &message, "expected a number above 0 and at most 0.5"));
        }
        if !(1..=100_000).contains(match_round_cap) {
            let message = format!("a match is not broken off after {match_round_cap} rounds");
            return Err(fault(text, "match_round_cap", &message, "expected a whole number from 1 to 100000"));
        }
        Ok(())
    }
}

/// The combinations of answers of a plan. Of a sample the first is the best supported reading, which is not drawn.
fn answers<'a>(
    game: &'a Game,
    questions: &'a [(usize, Vec<usize>)],
    plan: &Plan,
) -> impl Iterator<Item = Answers> + use<'a> {
    let best = game.best();
    let levels: Vec<usize> = questions.iter().map(|(_, given)| given.len()).collect();
    let drawn = plan
        .survey
        .sample
        .map(|size| balanced::sample(&levels, usize::try_from(size).unwrap_or(usize::MAX), plan.seed));
    let all: usize = levels.iter().product();
    let first = drawn.is_some().then(|| best.clone());
    let rows = drawn.as_ref().map_or(all, Vec::len);
    // The last question runs fastest.
    let row = move |n: usize| {
        if let Some(drawn) = &drawn {
            return drawn[n].clone();
        }
        let mut rest = n;
        let digits = levels.iter().rev().map(|&level| {
            let digit = rest % level;
            rest /= level;
            digit
        });
        let mut row: Vec<usize> = digits.collect();
        row.reverse();
        row
    };
    let given = move |n: usize| {
        let choices = row(n);
        questions
            .iter()
            .zip(choices)
            .fold(best.clone(), |answers, ((question, given), choice)| game.with(&answers, *question, given[choice]))
    };
    first.into_iter().chain((0..rows).map(given))
}

/// The rules of a match as far as rounds hang on them: those of two readings are the same where their rounds are.
fn rounds_of(rules: &Ruleset) -> Option<Ruleset> {
    let mut rules = rules.clone();
    let play = rules.match_play.as_mut()?;
    let reaches_in = play.lost_during_round || play.reopen == Reopen::DuringRound;
    // What is left of the match is what rounds hang on; the rest is as in a game made up for the comparison.
    *play = MatchPlay {
        fill: play.fill,
        closed: play.closed,
        lost_during_round: play.lost_during_round,
        reopen: if play.reopen == Reopen::DuringRound { play.reopen } else { Reopen::AtRefill },
        order: if reaches_in { play.order } else { crate::rules::ruleset::FillOrder::Sowing },
        rows: crate::rules::ruleset::RowsFilled::Each,
        surplus: crate::rules::ruleset::Surplus::Kept,
        starter: crate::rules::ruleset::Starter::Alternate,
        end: crate::rules::ruleset::MatchEnd::FillsAtMost(0),
        equal_split: crate::rules::ruleset::EqualSplit::PlayOn,
    };
    Some(rules)
}

/// The readings by families, and for each combination of answers its reading.
fn families(game: &Game, mut answers: impl Iterator<Item = Answers>) -> Result<(Vec<u32>, Vec<Family>), StudyError> {
    let mut families: Vec<Family> = Vec::new();
    let mut by_rounds: FxHashMap<Ruleset, usize> = FxHashMap::default();
    let mut by_play: FxHashMap<(usize, MatchPlay), usize> = FxHashMap::default();
    // By family and place in it, since families are numbered through only once all are known.
    let mut placed: Vec<(usize, usize)> = Vec::new();
    loop {
        let chunk: Vec<Answers> = answers.by_ref().take(AT_A_TIME).collect();
        if chunk.is_empty() {
            break;
        }
        let rules: Vec<Result<(Ruleset, Ruleset, MatchPlay), StudyError>> = chunk
            .par_iter()
            .map(|answers| {
                let id = || game.reading_id(answers);
                let why = |e: &dyn std::fmt::Display| StudyError::Unplayable { reading: id(), why: e.to_string() };
                let rules = game.ruleset(answers).map_err(|e| why(&e))?;
                let rounds = rounds_of(&rules).ok_or_else(|| StudyError::NoMatch { reading: id() })?;
                let play = rules.match_play.clone().ok_or_else(|| StudyError::NoMatch { reading: id() })?;
                Ok((rounds, rules, play))
            })
            .collect();
        for found in rules {
            let (rounds, rules, play) = found?;
            let fresh = families.len();
            let family = *by_rounds.entry(rounds).or_insert(fresh);
            if family == fresh {
                families.push(Family { rules, plays: Vec::new(), first: 0 });
            }
            let plays = &mut families[family].plays;
            let place = *by_play.entry((family, play.clone())).or_insert(plays.len());
            if place == plays.len() {
                plays.push(play);
            }
            placed.push((family, place));
        }
    }
    let mut first = 0;
    for family in &mut families {
        family.first = first;
        first += family.plays.len();
    }
    let combinations = placed.iter().map(|&(family, place)| (families[family].first + place) as u32).collect();
    Ok((combinations, families))
}
