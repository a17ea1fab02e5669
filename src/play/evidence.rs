//! What the worked examples of a game say of its readings.
//!
//! An example taken from a source is evidence: a reading under which it does not come out is refuted by it. An example
//! constructed for the file is a test of the best supported reading and says nothing of the others.

use super::example::{Departure, check_example};
use crate::engine::MachineError;
use crate::rules::LowerError;
use crate::rules::game::{Example, Game, Refutation, Severity};
use thiserror::Error;

/// An example that does not come out under a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// Index of the example.
    pub example: usize,
    /// Index of the question.
    pub question: usize,
    /// Index of the reading that is refuted, all other questions being answered as best supported.
    pub reading: usize,
    /// Where play departs from the example.
    pub departure: Departure,
    /// Whether the file says that the example refutes the reading.
    pub declared: bool,
}

/// All that the examples say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Examination {
    /// For each example, where play departs from it under the best supported reading; `None` where it comes out.
    pub best: Vec<Option<Departure>>,
    /// The readings that examples from sources refute, by question, reading and example.
    pub refuted: Vec<Refuted>,
    /// Refutations that the file declares and play does not bear out: index of the example, and what it says.
    pub unfounded: Vec<(usize, usize)>,
}

impl Examination {
    /// The refutations of one reading.
    pub fn of(&self, question: usize, reading: usize) -> impl Iterator<Item = &Refuted> {
        self.refuted.iter().filter(move |r| (r.question, r.reading) == (question, reading))
    }
}

/// Why the examples cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExamineError {
    /// A reading cannot be compiled.
    #[error(transparent)]
    Lower(#[from] LowerError),
    /// Its rules cannot be played from the example's position.
    #[error(transparent)]
    Machine(#[from] MachineError),
}

fn declares(example: &Example, question: usize, reading: usize) -> bool {
    example.refutes.iter().any(|r: &Refutation| (r.question, r.reading) == (question, reading))
}

/// Plays all examples under the best supported reading, and those from sources under every reading that differs from it in
/// one answer.
///
/// # Errors
/// [`ExamineError`].
pub fn examine(game: &Game) -> Result<Examination, ExamineError> {
    let mut found = Examination::default();
    let best = game.ruleset(&game.best())?;
    for example in &game.examples {
        found.best.push(check_example(game, &best, example)?);
    }
    for (question, answers) in game.one_at_a_time(&[Severity::A, Severity::B, Severity::C]) {
        let Some(reading) = answers.get(question) else { continue };
        let rules = game.ruleset(&answers)?;
        for (number, example) in game.examples.iter().enumerate().filter(|(_, e)| !e.constructed) {
            if let Some(departure) = check_example(game, &rules, example)? {
                let declared = declares(example, question, reading);
                found.refuted.push(Refuted { example: number, question, reading, departure, declared });
            }
        }
    }
    for (number, example) in game.examples.iter().enumerate() {
        for (place, said) in example.refutes.iter().enumerate() {
            let borne_out = found
                .refuted
                .iter()
                .any(|r| (r.example, r.question, r.reading) == (number, said.question, said.reading));
            if !borne_out {
                found.unfounded.push((number, place));
            }
        }
    }
    Ok(found)
}
