//! Which readings are the same game, and how many different ones there are.
//!
//! Two readings fall together where they differ only in a question that is not asked, where a single round is played and
//! they differ only between rounds, where one is the mirror image of the other, or where their clauses compile to the same
//! rules after all.
//!
//! Counting does not list the readings. A ruleset is made of parts (board and turn, round, match) and each part hangs on
//! few questions, so that every part is compiled once for each answer to *its* questions. What ties the parts together
//! are conditions that look from the questions of one part at those of another; each such look is a *signal*, true or
//! false, and a combination of parts exists if there is one assignment of the signals under which all of them do.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use thiserror::Error;

use super::game::{Answers, ConditionPart, Game, Scope};
use super::load::Part;
use super::lower::{Faults, LowerError};
use super::ruleset::{Board, Choice, Direction, MatchPlay, Pit, Round, Turn};

/// The most answers to the questions of one part that are gone through, signals included.
const MOST_ANSWERS: u128 = 1 << 24;
/// The most signals between parts.
const MOST_SIGNALS: usize = 6;

/// Why readings cannot be counted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CensusError {
    /// There are more readings than 128 bits can count.
    #[error("there are more readings than can be counted")]
    Overflow,
    /// One part of the rules hangs on too many questions at once.
    #[error("one part of the rules hangs on {answers} combinations of answers, too many to go through")]
    TooMany {
        /// The combinations.
        answers: u128,
    },
    /// Conditions look too often from one part of the rules at another.
    #[error(
        "the conditions of the questions tie the parts of the rules together in {signals} ways, too many to go through"
    )]
    TooTangled {
        /// The signals.
        signals: usize,
    },
    /// A reading cannot be compiled.
    #[error(transparent)]
    Lower(#[from] LowerError),
}

/// The number of readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Combinations of answers.
    pub raw: u128,
    /// Different games among them.
    pub distinct: u128,
}

/// Readings that are one and the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The reading that stands for the group: the first that was met.
    pub representative: Answers,
    /// The other readings, with the reason why they are the same.
    pub others: Vec<(Answers, Reason)>,
}

/// Why a reading is the same as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// They differ in a question that is not asked, because its condition does not hold.
    NotAsked {
        /// Index of the question.
        question: usize,
    },
    /// They differ in a question that does not touch play.
    PresentationOnly {
        /// Index of the question.
        question: usize,
    },
    /// They differ in a question that bears on what happens between rounds, and a single round is played.
    BetweenRounds {
        /// Index of the question.
        question: usize,
    },
    /// One is the mirror image of the other.
    MirrorImage,
    /// Their clauses compile to the same rules.
    SameRules,
}

/// The parts of the rules that are compiled apart from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    BoardAndTurn,
    Round,
    Match,
}

const PIECES: [Piece; 3] = [Piece::BoardAndTurn, Piece::Round, Piece::Match];

/// Numbers for values, in the order in which they are met.
#[derive(Debug)]
struct Numbers<T>(FxHashMap<T, u32>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<T: Eq + Hash> Numbers<T> {
    fn of(&mut self, value: T) -> u32 {
        let next = u32::try_from(self.0.len()).unwrap_or(u32::MAX);
        *self.0.entry(value).or_insert(next)
    }
}

/// Compiles parts, each once for every answer to its questions, and numbers what comes out.
struct Compiler<'a> {
    game: &'a Game,
    questions: [Vec<usize>; 3],
    known: [FxHashMap<Vec<u8>, u32>; 3],
    /// Board and turn seen so that South sows anticlockwise.
    turns: Numbers<(Board, Turn)>,
    rounds: Numbers<Round>,
    matches: Numbers<Option<MatchPlay>>,
}

impl<'a> Compiler<'a> {
    fn new(game: &'a Game) -> Self {
        let mut turn = game.asked_by(Part::Board);
        turn.extend(game.asked_by(Part::Turn));
        turn.sort_unstable();
        turn.dedup();
        Self {
            game,
            questions: [turn, game.asked_by(Part::Round), game.asked_by(Part::Match)],
            known: Default::default(),
            turns: Numbers::default(),
            rounds: Numbers::default(),
            matches: Numbers::default(),
        }
    }

    /// The number of a part under canonical answers.
    fn number(&mut self, piece: Piece, canonical: &Answers) -> Result<u32, LowerError> {
        let answers: Vec<u8> = self.questions[piece as usize].iter().map(|&q| canonical.0[q]).collect();
        if let Some(&known) = self.known[piece as usize].get(&answers) {
            return Ok(known);
        }
        let mut faults = Faults::default();
        let number = match piece {
            Piece::BoardAndTurn => {
                let board = self.game.lower_board(canonical, &mut faults);
                let turn = self.game.lower_turn(canonical, &mut faults);
                board.zip(turn).map(|both| self.turns.of(seen_anticlockwise(both)))
            }
            Piece::Round => self.game.lower_round(canonical, &mut faults).map(|round| self.rounds.of(round)),
            Piece::Match => {
                let rules = self.game.lower_match(canonical, &mut faults);
                Some(self.matches.of(rules))
            }
        };
        let number = number.filter(|_| faults.0.is_empty()).ok_or(LowerError { faults: faults.0 })?;
        self.known[piece as usize].insert(answers, number);
        Ok(number)
    }
}

/// The same rules in a mirror, if South sows clockwise. Everything else is told by the way the seeds are sown.
fn seen_anticlockwise((board, turn): (Board, Turn)) -> (Board, Turn) {
    if turn.direction[0] == Direction::Anticlockwise {
        return (board, turn);
    }
    let start = board.mirror_seeds(&board.start);
    let direction = turn.direction.map(Direction::reversed);
    let first_lifts = turn.choice.first_lifts.iter().map(|&n| board.mirror(Pit(n)).0).collect();
    let choice = Choice { first_lifts, ..turn.choice };
    (Board { start, ..board }, Turn { choice, direction, ..turn })
}

impl Game {
    /// Sorts readings into groups of the same game, for single rounds or for matches, in the order in which they come.
    ///
    /// # Errors
    ///
    /// If a reading cannot be compiled.
    pub fn groups(&self, readings: impl IntoIterator<Item = Answers>, scope: Scope) -> Result<Vec<Group>, LowerError> {
        let mut compiler = Compiler::new(self);
        let mut places: FxHashMap<[u32; 3], usize> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        for answers in readings {
            let canonical = self.canonical(&answers);
            let turn = compiler.number(Piece::BoardAndTurn, &canonical)?;
            let round = compiler.number(Piece::Round, &canonical)?;
            let rules = if scope == Scope::Match { compiler.number(Piece::Match, &canonical)? } else { 0 };
            let next = groups.len();
            let place = *places.entry([turn, round, rules]).or_insert(next);
            if place == next {
                groups.push(Group { representative: answers, others: Vec::new() });
            } else {
                let reason = self.reason(&groups[place].representative, &answers, scope);
                groups[place].others.push((answers, reason));
            }
        }
        Ok(groups)
    }

    /// Why two readings of one group are the same.
    fn reason(&self, one: &Answers, other: &Answers, scope: Scope) -> Reason {
        let (a, b) = (self.canonical(one), self.canonical(other));
        let differing = |a: &Answers, b: &Answers| (0..self.questions.len()).find(|&q| a.get(q) != b.get(q));
        let Some(question) = differing(&a, &b) else {
            return match differing(one, other) {
                Some(question) if self.questions[question].presentation_only => Reason::PresentationOnly { question },
                Some(question) => Reason::NotAsked { question },
                None => Reason::SameRules,
            };
        };
        let between = |q: usize| a.get(q) == b.get(q) || self.questions[q].scope == Scope::Match;
        if scope == Scope::Round && (0..self.questions.len()).all(between) {
            return Reason::BetweenRounds { question };
        }
        let turn = |answers: &Answers| self.lower_turn(answers, &mut Faults::default()).map(|t| t.direction);
        if turn(&a) == turn(&b) { Reason::SameRules } else { Reason::MirrorImage }
    }

    /// Counts the readings of some questions, all others as in the best supported reading: combinations of answers, and
    /// different games among them. For single rounds only questions that bear on rounds are varied when games are told
    /// apart.
    ///
    /// # Errors
    ///
    /// If there are too many readings, or a reading cannot be compiled.
    pub fn census(&self, questions: &[usize], scope: Scope) -> Result<Census, CensusError> {
        let mut raw: u128 = 1;
        for &q in questions {
            let readings = self.questions.get(q).map_or(1, |q| q.playable().count() as u128);
            raw = raw.checked_mul(readings).ok_or(CensusError::Overflow)?;
        }
        let varied =
            |q: &usize| questions.contains(q) && (scope == Scope::Match || self.questions[*q].scope == Scope::Round);
        let pieces = if scope == Scope::Match { &PIECES[..] } else { &PIECES[..2] };
        let distinct = Counting::new(self, pieces)?.distinct(&varied)?;
        Ok(Census { raw, distinct })
    }
}

/// Parts that share a question count together.
struct Component {
    pieces: Vec<Piece>,
    questions: Vec<usize>,
}

/// A look from a condition at the questions of another component: whether any of these alternatives holds there.
#[derive(PartialEq, Eq)]
struct Signal {
    component: usize,
    any: Vec<Vec<ConditionPart>>,
}

/// A condition as its component sees it: any of these alternatives, each of parts that look at the component's own
/// questions and of signals.
type Seen = Vec<(Vec<ConditionPart>, Vec<usize>)>;

struct Counting<'a> {
    game: &'a Game,
    compiler: Compiler<'a>,
    components: Vec<Component>,
    signals: Vec<Signal>,
    conditions: FxHashMap<usize, Seen>,
}

impl<'a> Counting<'a> {
    fn new(game: &'a Game, pieces: &[Piece]) -> Result<Self, CensusError> {
        let compiler = Compiler::new(game);
        let mut components: Vec<Component> = Vec::new();
        for &piece in pieces {
            let mut new = Component { pieces: vec![piece], questions: compiler.questions[piece as usize].clone() };
            let (shared, apart) = components
                .into_iter()
                .partition::<Vec<_>, _>(|c| c.questions.iter().any(|q| new.questions.contains(q)));
            for component in shared {
                new.pieces.extend(component.pieces);
                new.questions.extend(component.questions);
            }
            new.questions.sort_unstable();
            new.questions.dedup();
            components = apart;
            components.push(new);
        }
        let mut counting = Self { game, compiler, components, signals: Vec::new(), conditions: FxHashMap::default() };
        counting.look_across();
        if counting.signals.len() > MOST_SIGNALS {
            return Err(CensusError::TooTangled { signals: counting.signals.len() });
        }
        Ok(counting)
    }

    fn home(&self, question: usize) -> Option<usize> {
        self.components.iter().position(|c| c.questions.contains(&question))
    }

    /// Splits every condition into what its own component sees and signals from the others.
    fn look_across(&mut self) {
        for own in 0..self.components.len() {
            for question in self.components[own].questions.clone() {
                let Some(condition) = &self.game.questions[question].only_if else { continue };
                let mut seen: Seen = Vec::new();
                // Alternatives that look at one other component only come to one signal.
                let mut whole: FxHashMap<usize, Vec<Vec<ConditionPart>>> = FxHashMap::default();
                for all in &condition.any {
                    let mut local = Vec::new();
                    let mut away: FxHashMap<usize, Vec<ConditionPart>> = FxHashMap::default();
                    for part in all {
                        match self.home(part.question) {
                            Some(home) if home != own => away.entry(home).or_default().push(part.clone()),
                            _ => local.push(part.clone()),
                        }
                    }
                    if local.is_empty() && away.len() == 1 {
                        for (home, parts) in away {
                            whole.entry(home).or_default().push(parts);
                        }
                    } else {
                        let signals = away.into_iter().map(|(home, parts)| self.signal(home, vec![parts])).collect();
                        seen.push((local, signals));
                    }
                }
                for (home, any) in whole {
                    let signal = self.signal(home, any);
                    seen.push((Vec::new(), vec![signal]));
                }
                self.conditions.insert(question, seen);
            }
        }
    }

    fn signal(&mut self, component: usize, any: Vec<Vec<ConditionPart>>) -> usize {
        let signal = Signal { component, any };
        self.signals.iter().position(|s| *s == signal).unwrap_or_else(|| {
            self.signals.push(signal);
            self.signals.len() - 1
        })
    }

    /// The number of combinations of parts that some reading has.
    fn distinct(&mut self, varied: &dyn Fn(&usize) -> bool) -> Result<u128, CensusError> {
        let mut classes: Vec<FxHashMap<u64, u128>> = Vec::new();
        for component in 0..self.components.len() {
            classes.push(self.classes(component, varied)?);
        }
        // Parts that exist under the same assignments of the signals are alike; combinations are counted class by class.
        let mut combined: FxHashMap<u64, u128> = FxHashMap::default();
        combined.insert(u64::MAX, 1);
        for class in classes {
            let mut next: FxHashMap<u64, u128> = FxHashMap::default();
            for (&a, &n) in &combined {
                for (&b, &m) in &class {
                    if a & b != 0 {
                        let product = n.checked_mul(m).ok_or(CensusError::Overflow)?;
                        *next.entry(a & b).or_default() += product;
                    }
                }
            }
            combined = next;
        }
        combined.values().try_fold(0_u128, |sum, &n| sum.checked_add(n)).ok_or(CensusError::Overflow)
    }

    /// How many different parts a component has, by the set of the signal assignments under which they exist.
    fn classes(&mut self, own: usize, varied: &dyn Fn(&usize) -> bool) -> Result<FxHashMap<u64, u128>, CensusError> {
        let questions: Vec<usize> = self.components[own].questions.iter().copied().filter(|q| varied(q)).collect();
        let pieces = self.components[own].pieces.clone();
        let assignments = 1_u64 << self.signals.len();
        let mut answers = u128::from(assignments);
        for &q in &questions {
            answers = answers.saturating_mul(self.game.questions[q].playable().count() as u128);
        }
        if answers > MOST_ANSWERS {
            return Err(CensusError::TooMany { answers });
        }
        let mut exists: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
        for answers in self.game.factorial(&questions, &self.game.best()) {
            for signals in 0..assignments {
                let canonical = self.canonical(own, &answers, signals);
                if !self.sends(own, &canonical, signals) {
                    continue;
                }
                let numbers =
                    pieces.iter().map(|&p| self.compiler.number(p, &canonical)).collect::<Result<Vec<_>, _>>()?;
                *exists.entry(numbers).or_default() |= 1 << signals;
            }
        }
        let mut classes: FxHashMap<u64, u128> = FxHashMap::default();
        for mask in exists.into_values() {
            *classes.entry(mask).or_default() += 1;
        }
        Ok(classes)
    }

    /// Canonical answers to the questions of a component, given the signals.
    fn canonical(&self, own: usize, answers: &Answers, signals: u64) -> Answers {
        let mut canonical = answers.clone();
        for &question in &self.components[own].questions {
            let asked = self.conditions.get(&question).is_none_or(|seen| {
                seen.iter().any(|(local, sent)| {
                    local.iter().all(|part| holds(part, &canonical)) && sent.iter().all(|s| signals >> s & 1 == 1)
                })
            });
            if !asked {
                canonical.0[question] = 0;
            }
        }
        canonical
    }

    /// Whether the signals that come from this component are as its answers make them.
    fn sends(&self, own: usize, canonical: &Answers, signals: u64) -> bool {
        self.signals.iter().enumerate().filter(|(_, s)| s.component == own).all(|(n, signal)| {
            let sent = signal.any.iter().any(|all| all.iter().all(|part| holds(part, canonical)));
            sent == (signals >> n & 1 == 1)
        })
    }
}

fn holds(part: &ConditionPart, canonical: &Answers) -> bool {
    canonical.get(part.question).is_some_and(|r| part.readings.contains(&r))
}
