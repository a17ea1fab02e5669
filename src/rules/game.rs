//! A game as its rules file tells it: what is certain, what is doubtful, who says what, and the worked examples.
//!
//! A [`Game`] is not yet playable. One answer to every question makes a *reading* ([`Answers`]), and
//! [`Game::ruleset`] compiles a reading to the closed rules that are played.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::ruleset::{Board, Pit, Seat};
use crate::diagnostics::Span;
use crate::lang::{ast, walk};

/// A game, its questions and their evidence.
#[derive(Clone, Debug)]
pub struct Game {
    /// The word after `game` in the file; reading ids begin with it.
    pub id: String,
    /// The name people give it.
    pub name: String,
    /// The people who play or played it.
    pub people: Option<String>,
    /// The year in which it was recorded.
    pub recorded: Option<u32>,
    /// Where it is described.
    pub described_by: Vec<Citation>,
    /// Remarks on the game as a whole.
    pub notes: Vec<Note>,
    /// The board under the best supported reading; worked examples are told on it.
    pub board: Board,
    /// Whether pit letters follow the sowing: then every example is turned into its mirror image where the mover sows
    /// clockwise (see [`Example::mirrored`]).
    pub letters_follow_sowing: bool,
    /// The questions, in file order.
    pub questions: Vec<Question>,
    /// The worked examples, in file order.
    pub examples: Vec<Example>,
    /// Where its id stands.
    pub span: Span,
    /// The clauses of the file, from which each reading is compiled.
    pub(crate) clauses: Clauses,
    /// SHA-256 of the file's bytes, in hexadecimal.
    pub(crate) hash: String,
}

/// The clauses of a game, block by block, with their alternatives.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    pub board: ast::Block<ast::BoardClause>,
    pub turn: ast::Block<ast::TurnClause>,
    pub round: ast::Block<ast::RoundClause>,
    pub match_play: Option<ast::Block<ast::MatchClause>>,
    /// Index of each question by its id.
    pub index: HashMap<String, usize>,
}

/// A doubt about the rules, with two or more readings.
#[derive(Clone, Debug)]
pub struct Question {
    /// Its id in the file, such as `BOSH-02`.
    pub id: String,
    /// The part of the id that tells it from the other questions of the file, such as `02`.
    pub short: String,
    /// The question as a sentence.
    pub sentence: String,
    /// How much can hang on it.
    pub severity: Severity,
    /// Whether a single round can show a difference.
    pub scope: Scope,
    /// When it is asked at all; `None` means always.
    pub only_if: Option<Condition>,
    /// Whether it is declared to have no effect on play.
    pub presentation_only: bool,
    /// The readings, the best supported first.
    pub readings: Vec<ReadingOption>,
    /// Remarks on the question.
    pub notes: Vec<Note>,
    /// Where it stands.
    pub span: Span,
}

/// How much can hang on a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// It changes ordinary play.
    A,
    /// It is seldom reached.
    B,
    /// Symmetry or presentation only.
    C,
}

/// What a question bears on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The board, the turn or the round.
    Round,
    /// Only what happens between rounds, or nothing that is played.
    Match,
}

/// When a question is asked: any one of these must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Each alternative holds if all its parts do.
    pub any: Vec<Vec<ConditionPart>>,
}

/// The answer to one earlier question is one of some readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionPart {
    /// Index of the question, less than that of the question with the condition.
    pub question: usize,
    /// Indices of its readings.
    pub readings: Vec<usize>,
}

/// One way to read a doubtful clause.
#[derive(Clone, Debug)]
pub struct ReadingOption {
    /// Its name in the file.
    pub name: String,
    /// What it means, where the name does not say enough.
    pub gloss: Option<String>,
    /// What speaks for it.
    pub evidence: Vec<Evidence>,
    /// Why it is recorded but neither played nor counted.
    pub rejected: Option<String>,
    /// Remarks: slips of translation, statements that bear on it without being evidence for it.
    pub notes: Vec<Note>,
    /// Where it stands.
    pub span: Span,
}

impl ReadingOption {
    /// Whether it can be played.
    #[must_use]
    pub const fn playable(&self) -> bool {
        self.rejected.is_none()
    }
}

/// What kind of source speaks for a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The text of an observer.
    Primary,
    /// A description made from other texts.
    Secondary,
    /// The rules or code of a program.
    Implementation,
    /// Nobody states it.
    Reconstruction,
}

/// What speaks for a reading.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// What kind of source.
    pub grade: Grade,
    /// A remark in the file's own words.
    pub remark: Option<String>,
    /// The sources; may be empty for a reconstruction.
    pub citations: Vec<Citation>,
    /// Where it stands.
    pub span: Span,
}

/// A place in a source.
#[derive(Clone, Debug)]
pub struct Citation {
    /// Key in the bibliography, without `@`.
    pub key: String,
    /// Page, entry or the like.
    pub locator: Option<String>,
    /// Words of the source, in its own language.
    pub quotation: Option<String>,
    /// Where it stands.
    pub span: Span,
}

/// A remark with the sources it speaks of.
#[derive(Clone, Debug)]
pub struct Note {
    /// The remark.
    pub text: String,
    /// The sources.
    pub citations: Vec<Citation>,
    /// Where it stands.
    pub span: Span,
}

/// A worked example: a position, moves and what happens lap by lap.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its title.
    pub title: String,
    /// The source it is taken from; `None` where it is constructed.
    pub citation: Option<Citation>,
    /// Whether it was made for the file: a test of the best supported reading and no evidence.
    pub constructed: bool,
    /// The position it begins with, by pit number; `None` for the start of the game.
    pub start: Option<Placed<Vec<u16>>>,
    /// The moves, in order.
    pub steps: Vec<Step>,
    /// The readings it is said to refute.
    pub refutes: Vec<Refutation>,
    /// Where it stands.
    pub span: Span,
}

/// A reading that an example is said to refute.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Index of the question.
    pub question: usize,
    /// Index of the reading.
    pub reading: usize,
    /// Where it is said.
    pub span: Span,
}

/// A value and where it is stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// One move of an example and what the example says of it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The mover.
    pub seat: Seat,
    /// The pit he lifts.
    pub pit: Placed<Pit>,
    /// The laps, if they are told.
    pub laps: Vec<Placed<LapSeen>>,
    /// What is won; `None` where the example does not say.
    pub won: Option<Won>,
    /// Seeds by pit number after the move.
    pub board: Option<Placed<Vec<u16>>>,
    /// Seeds that each player has won by then, South's first.
    pub winnings: Option<Placed<[u16; 2]>>,
    /// Where it stands.
    pub span: Span,
}

/// One lap as an example tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LapSeen {
    /// The pit lifted.
    pub from: Pit,
    /// The pits sown, in order, one seed each.
    pub sown: Vec<Pit>,
}

/// What a move wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Won {
    /// These pits are captured, in order.
    Captures(Vec<Placed<CaptureSeen>>),
    /// Nothing is won; the place says so.
    Nothing(Span),
}

/// One pit captured, as an example tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureSeen {
    /// The pit.
    pub pit: Pit,
    /// Seeds taken from it.
    pub seeds: u16,
}

/// One reading of a game: the index of a reading for every question, in question order.
///
/// Where a question is not asked because its condition does not hold, its answer has no effect;
/// [`Game::canonical`] sets it to the first reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Answers(pub(crate) Vec<u8>);

impl Answers {
    /// The index of the reading chosen for a question, or `None` for a question the game does not have.
    #[must_use]
    pub fn get(&self, question: usize) -> Option<usize> {
        self.0.get(question).map(|&r| usize::from(r))
    }

    /// The index of the reading chosen for each question, in question order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.0.iter().map(|&r| usize::from(r))
    }
}

impl Game {
    /// Index of the question with this id, written in full or short.
    #[must_use]
    pub fn question(&self, id: &str) -> Option<usize> {
        self.questions.iter().position(|q| q.id == id || q.short == id)
    }

    /// Whether it is played in rounds, one after the other.
    #[must_use]
    pub const fn has_match(&self) -> bool {
        self.clauses.match_play.is_some()
    }

    /// How it is found who opens the first round, in a sentence, where the file says it for every reading alike.
    #[must_use]
    pub fn opened(&self) -> Option<&'static str> {
        let mut found = None;
        walk::clauses(&self.clauses.round, &mut |clause, guards| {
            if let (ast::RoundClause::Opened(ast::Alt::Plain(opened)), []) = (&clause.value, guards) {
                found = Some(match opened.value {
                    ast::Opened::Lot => "Who opens the first round is found by lot.",
                    ast::Opened::Agreement => "Who opens the first round is agreed between the players.",
                    ast::Opened::Turns => "The players open in turns, game by game.",
                    ast::Opened::South => "South opens the first round.",
                });
            }
        });
        found
    }

    /// SHA-256 of the file's bytes, in hexadecimal.
    #[must_use]
    pub fn hash(&self) -> String {
        self.hash.clone()
    }
}

impl Example {
    /// The same example seen in a mirror that swaps left and right, on this board: what it says of a
    /// game whose letters follow the sowing when the sowing is clockwise.
    #[must_use]
    pub fn mirrored(&self, on: &Board) -> Self {
        let board = |b: &Placed<Vec<u16>>| Placed { value: on.mirror_seeds(&b.value), span: b.span };
        let steps = self.steps.iter().map(|step| Step {
            pit: Placed { value: on.mirror(step.pit.value), span: step.pit.span },
            laps: step.laps.iter().map(|lap| Placed { value: lap.value.mirrored(on), span: lap.span }).collect(),
            won: step.won.as_ref().map(|won| won.mirrored(on)),
            board: step.board.as_ref().map(board),
            ..step.clone()
        });
        Self { start: self.start.as_ref().map(board), steps: steps.collect(), ..self.clone() }
    }
}

impl LapSeen {
    fn mirrored(&self, on: &Board) -> Self {
        Self { from: on.mirror(self.from), sown: self.sown.iter().map(|&p| on.mirror(p)).collect() }
    }
}

impl Won {
    fn mirrored(&self, on: &Board) -> Self {
        match self {
            Self::Nothing(span) => Self::Nothing(*span),
            Self::Captures(all) => Self::Captures(
                all.iter()
                    .map(|c| Placed {
                        value: CaptureSeen { pit: on.mirror(c.value.pit), seeds: c.value.seeds },
                        span: c.span,
                    })
                    .collect(),
            ),
        }
    }
}
