//! From the clauses of a game and one reading to a ruleset. One file a block.
//!
//! Each choice is decided by the answers; what remains is turned into the types of [`Ruleset`]. A field never gets a value
//! that no clause states, except where it cannot matter: limits on captures where nothing is captured, and the outcome of
//! a never-ending sowing where nothing is sown on.

mod board;
mod fault;
mod fit;
mod match_play;
mod reach;
mod round;
mod turn;

use std::collections::HashMap;

pub use fault::{Fault, LowerError};

use super::game::{Answers, Game};
use super::ruleset::{Board, MatchPlay, Round, Ruleset, Turn};
use crate::diagnostics::Span;
use crate::lang::ast::{Alt, Block, Case, Spanned};

pub(crate) use board::{Shape, seeds_of, shape_of};
pub(crate) use reach::Reach;

/// Decides choices by the answers of one reading.
pub(crate) struct Chooser<'a> {
    game: &'a Game,
    questions: &'a HashMap<String, usize>,
    answers: &'a Answers,
}

impl<'a> Chooser<'a> {
    pub(crate) fn new(game: &'a Game, answers: &'a Answers) -> Self {
        Self { game, questions: &game.clauses.index, answers }
    }

    /// Everything that the alternatives come to, in order.
    fn all<'t, T>(&self, alts: &'t [Alt<T>]) -> Vec<&'t T> {
        let mut chosen = Vec::new();
        for alt in alts {
            self.add(alt, &mut chosen);
        }
        chosen
    }

    fn add<'t, T>(&self, alt: &'t Alt<T>, chosen: &mut Vec<&'t T>) {
        match alt {
            Alt::Plain(value) => chosen.push(value),
            Alt::By(by) => {
                let reading = self.questions.get(&by.question.value).and_then(|&question| {
                    let reading = self.answers.get(question)?;
                    self.game.questions.get(question)?.readings.get(reading)
                });
                let arm = reading.and_then(|r| by.arms.iter().find(|a| a.readings.iter().any(|n| n.value == r.name)));
                for inner in arm.iter().flat_map(|a| &a.body) {
                    self.add(inner, chosen);
                }
            }
        }
    }

    /// The one value that the alternatives come to; the grammar gives every arm of a value exactly one.
    fn one<'t, T>(&self, alt: &'t Alt<T>) -> Option<&'t T> {
        let mut chosen = Vec::new();
        self.add(alt, &mut chosen);
        chosen.first().copied()
    }
}

/// The faults of one compilation.
#[derive(Debug, Default)]
pub(crate) struct Faults(pub(crate) Vec<Fault>);

impl Faults {
    fn push(&mut self, fault: Fault) {
        if !self.0.contains(&fault) {
            self.0.push(fault);
        }
    }

    pub(crate) fn extend(&mut self, faults: Vec<Fault>) {
        for fault in faults {
            self.push(fault);
        }
    }

    /// The value of a field, or a fault that names the clause that should have given it.
    fn need<T>(&mut self, value: Option<T>, clause: &'static str) -> Option<T> {
        if value.is_none() {
            self.push(Fault::NoClause { clause });
        }
        value
    }
}

impl Game {
    /// Compiles one reading.
    ///
    /// # Errors
    ///
    /// If the clauses of this reading do not make a game that can be played. A game that loaded without errors has been
    /// compiled under its best supported reading and under every reading that differs from it in one answer.
    pub fn ruleset(&self, answers: &Answers) -> Result<Ruleset, LowerError> {
        let answers = self.canonical(answers);
        let mut faults = Faults::default();
        let board = self.lower_board(&answers, &mut faults);
        let turn = self.lower_turn(&answers, &mut faults);
        let round = self.lower_round(&answers, &mut faults);
        let match_play = self.lower_match(&answers, &mut faults);
        if let (Some(board), Some(turn), Some(round)) = (&board, &turn, &round) {
            fit::check(board, turn, round, match_play.is_some(), &mut faults);
        }
        match (board, turn, round) {
            (Some(board), Some(turn), Some(round)) if faults.0.is_empty() => {
                Ok(Ruleset { board, turn, round, match_play })
            }
            _ => Err(LowerError { faults: faults.0 }),
        }
    }

    pub(crate) fn lower_board(&self, answers: &Answers, faults: &mut Faults) -> Option<Board> {
        board::lower(&Chooser::new(self, answers).all(&self.clauses.board), self, answers, faults)
    }

    pub(crate) fn lower_turn(&self, answers: &Answers, faults: &mut Faults) -> Option<Turn> {
        turn::lower(&Chooser::new(self, answers), &self.clauses.turn, faults)
    }

    pub(crate) fn lower_round(&self, answers: &Answers, faults: &mut Faults) -> Option<Round> {
        round::lower(&Chooser::new(self, answers), &self.clauses.round, faults)
    }

    /// `None` where the game is a single round, and where there are faults.
    pub(crate) fn lower_match(&self, answers: &Answers, faults: &mut Faults) -> Option<MatchPlay> {
        let block = self.clauses.match_play.as_ref()?;
        // A row without pits has been reported with the board.
        match_play::lower(&Chooser::new(self, answers), block, self.board.own().max(1), faults)
    }

    /// The cases after a lap under one reading, each with its place and whether it can be reached.
    pub(crate) fn reach_of_cases(&self, answers: &Answers) -> Vec<(Span, Reach)> {
        turn::reach_of_cases(&Chooser::new(self, answers), &self.clauses.turn)
    }
}

type Cases = Block<Case>;
type CaseRef<'t> = &'t Spanned<Case>;
