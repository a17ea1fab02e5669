//! What the worked examples refute.
//!
//! Every example is played under the best supported reading and under each reading that differs from it in one answer. An
//! example taken from a source is evidence: where play departs from it, it speaks against that answer, the other answers
//! being as the best supported reading has them. A constructed example tests the best supported reading and is no
//! evidence.

use super::words;
use crate::engine::MachineError;
use crate::play::{Departure, DepartureKind, check_example};
use crate::rules::game::{Example, Game};
use crate::study::StudyError;

/// An answer that an example speaks against.
#[derive(Clone, Debug)]
pub struct Refuted {
    /// Index of the example.
    pub example: usize,
    /// Index of the question.
    pub question: usize,
    /// Index of the reading.
    pub reading: usize,
    /// The first departure, in words.
    pub departure: String,
    /// Whether the rules file says that the example refutes this answer.
    pub stated: bool,
}

/// What examples say of the readings of a game.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    /// Indices of the examples that the best supported reading bears out.
    pub borne_out: Vec<usize>,
    /// Examples that it does not, with the first departure in words.
    pub failed: Vec<(usize, String)>,
    /// Answers that examples from sources speak against, by example and question.
    pub refuted: Vec<Refuted>,
}

impl Examples {
    /// The answers to a question that are refuted.
    pub fn against(&self, question: usize) -> impl Iterator<Item = &Refuted> {
        self.refuted.iter().filter(move |r| r.question == question)
    }
}

/// Plays every example of a game.
///
/// # Errors
/// If a reading cannot be compiled or played.
pub fn play_all(game: &Game) -> Result<Examples, StudyError> {
    let best = game.best();
    let mut found = Examples::default();
    for (number, example) in game.examples.iter().enumerate() {
        match departure(game, &best, example)? {
            Some(d) => {
                found.failed.push((number, in_words(example, &d)));
                continue;
            }
            None => found.borne_out.push(number),
        }
        if example.constructed {
            continue;
        }
        for (question, asked) in game.questions.iter().enumerate() {
            for (reading, option) in asked.readings.iter().enumerate() {
                if !option.playable() || best.get(question) == Some(reading) {
                    continue;
                }
                let Ok(answers) = game.answer(&best, &format!("{}={}", asked.id, option.name)) else { continue };
                if !game.applies(question, &answers) {
                    continue;
                }
                if let Some(d) = departure(game, &answers, example)? {
                    let stated = example.refutes.iter().any(|r| (r.question, r.reading) == (question, reading));
                    let departure = in_words(example, &d);
                    found.refuted.push(Refuted { example: number, question, reading, departure, stated });
                }
            }
        }
    }
    Ok(found)
}

fn departure(
    game: &Game,
    answers: &crate::rules::game::Answers,
    example: &Example,
) -> Result<Option<Departure>, StudyError> {
    let reading = || game.reading_id(answers);
    let rules = game.ruleset(answers).map_err(|e| StudyError::Unplayable { reading: reading(), why: e.to_string() })?;
    check_example(game, &rules, example)
        .map_err(|source: MachineError| StudyError::Machine { reading: reading(), source })
}

/// The first departure as the end of a sentence that begins "Under this reading".
fn in_words(example: &Example, departure: &Departure) -> String {
    let letters = |pits: &str| pits.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let what = match &departure.kind {
        DepartureKind::NotLegal { legal } if legal.is_empty() => "the move may not be made".to_owned(),
        DepartureKind::NotLegal { legal } => {
            format!(
                "the move may not be made; the legal {} {}",
                plural(legal.len(), "move is", "moves are"),
                words::list(legal)
            )
        }
        DepartureKind::RoundOver => "the round is over before the move".to_owned(),
        DepartureKind::Lap { number, played: None } => format!("there is no lap {number}: the sowing has stopped"),
        DepartureKind::Lap { number, played: Some((from, sown)) } => {
            format!("lap {number} lifts {from} and sows {}", letters(sown))
        }
        DepartureKind::GoesOn { lifts } => format!("the sowing goes on from {lifts}"),
        DepartureKind::Captures { played } if played.is_empty() => "nothing is captured".to_owned(),
        DepartureKind::Captures { played } => {
            let captures: Vec<String> = played.iter().map(|(pit, seeds)| format!("{seeds} from {pit}")).collect();
            format!("the mover captures {}", words::list(&captures))
        }
        DepartureKind::Board { played } => format!("the board is {played}"),
        DepartureKind::Winnings { played: [south, north] } => format!("South holds {south} and North {north}"),
        DepartureKind::NeverEnds => "the sowing never ends".to_owned(),
    };
    if example.steps.len() > 1 { format!("at move {} {what}", departure.step + 1) } else { what }
}

const fn plural<'a>(n: usize, one: &'a str, many: &'a str) -> &'a str {
    if n == 1 { one } else { many }
}
