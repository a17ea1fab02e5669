//! The rule sheet: a game in prose.
//!
//! The rules are told from the compiled ruleset, so that the sheet cannot differ from what is played. The questions, their
//! evidence and the examples are told from the game.

mod course;
mod drawing;
mod questions;
mod rules;

use super::bib::Bibliography;
use super::document::{Block, Document, plain};
use super::game::{Answers, Citation, Game};
use super::lower::LowerError;
use super::ruleset::Ruleset;

pub use drawing::board;

/// The rule sheet of a game under one reading. Sources are named by author and year where the bibliography has them, and
/// listed at the end.
///
/// # Errors
///
/// If the reading cannot be compiled.
pub fn sheet(game: &Game, answers: &Answers, bibliography: Option<&Bibliography>) -> Result<Document, LowerError> {
    told(game, answers, bibliography, None)
}

/// What a worked example, played under the readings of the game, says of one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Index of the question.
    pub question: usize,
    /// Index of the reading.
    pub reading: usize,
    /// What it says, as a sentence.
    pub text: String,
}

/// The rule sheet, in which each question tells what the worked examples say of its readings: nothing, where `said` has
/// nothing of them.
///
/// # Errors
///
/// If the reading cannot be compiled.
pub fn sheet_with_examples(
    game: &Game,
    answers: &Answers,
    bibliography: Option<&Bibliography>,
    said: &[Said],
) -> Result<Document, LowerError> {
    told(game, answers, bibliography, Some(said))
}

fn told(
    game: &Game,
    answers: &Answers,
    bibliography: Option<&Bibliography>,
    said: Option<&[Said]>,
) -> Result<Document, LowerError> {
    let ruleset = game.ruleset(answers)?;
    let mut document = Document::default();
    document.heading(1, &game.name);
    let id = game.reading_id(answers);
    let which = if id == game.id { "the best supported reading" } else { "the reading named here" };
    let people = game.people.as_ref().map(|p| format!("A game of the {p}"));
    let year = game.recorded.map(|y| format!("recorded in {y}"));
    let facts: Vec<String> = people.into_iter().chain(year).collect();
    if !facts.is_empty() {
        document.paragraph(capital(&facts.join(", ")) + ".");
    }
    if !game.described_by.is_empty() {
        let sources: Vec<String> = game.described_by.iter().map(|c| c.short(bibliography)).collect();
        document.paragraph(format!("Described by {}.", sources.join("; ")));
    }
    for note in &game.notes {
        document.blocks.push(Block::Paragraph(questions::note(note, bibliography)));
    }
    document.paragraph(format!("The rules are those of {which}, {id}."));
    rules::add(&ruleset, &mut document);
    if let Some(opened) = game.opened() {
        document.paragraph(opened);
    }
    questions::add(game, answers, bibliography, said, &mut document);
    questions::examples(game, bibliography, &mut document);
    references(game, bibliography, &mut document);
    Ok(document)
}

/// The part of a rule sheet that tells the rules, for rules that belong to no file.
#[must_use]
pub fn of_rules(rules: &Ruleset) -> Document {
    let mut document = Document::default();
    rules::add(rules, &mut document);
    document
}

/// The sources that the game cites, each once, in alphabetical order of their lines.
fn references(game: &Game, bibliography: Option<&Bibliography>, document: &mut Document) {
    let mut keys: Vec<&str> = game.citations().map(|c| c.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut lines: Vec<String> = keys.iter().filter_map(|key| Some(bibliography?.get(key)?.full())).collect();
    lines.sort_by_key(|line| line.to_lowercase());
    if !lines.is_empty() {
        document.heading(2, "Sources");
        let items = lines.into_iter().map(|line| vec![Block::Paragraph(plain(line))]).collect();
        document.blocks.push(Block::List { numbered: false, items });
    }
}

impl Game {
    /// Every citation of the file, in file order.
    pub fn citations(&self) -> impl Iterator<Item = &Citation> {
        let readings = self.questions.iter().flat_map(|q| &q.readings);
        let notes = self.notes.iter().chain(self.questions.iter().flat_map(|q| &q.notes));
        let notes = notes.chain(readings.clone().flat_map(|r| &r.notes)).flat_map(|n| &n.citations);
        let evidence = readings.flat_map(|r| &r.evidence).flat_map(|e| &e.citations);
        let examples = self.examples.iter().filter_map(|e| e.citation.as_ref());
        self.described_by.iter().chain(notes).chain(evidence).chain(examples)
    }
}

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `a`, `a and b`, `a, b and c`.
fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A number of things: `1 seed`, `2 seeds`.
fn count(number: u32, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// `1st`, `2nd`, `3rd`, `4th`.
fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}
