//! What the subcommands share: loading a game, choosing a reading, printing.

use crate::diagnostics::{Diagnostics, SourceMap, render};
use crate::engine::{Machine, Position, Scope};
use crate::rules::bib::Bibliography;
use crate::rules::game::{Answers, Game};
use crate::rules::ruleset::Ruleset;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// How a command fails.
#[derive(Debug)]
pub enum Failure {
    /// The input is at fault; the text says how.
    Input(String),
    /// The input is at fault, and the diagnostics have been printed.
    Told,
    /// Interrupted; what was done is kept, and the text says where.
    Interrupted(String),
}

impl Failure {
    /// The fault of an input.
    pub(super) fn input(error: impl Display) -> Self {
        Self::Input(format!("error: {error}"))
    }

    /// What to print before the process ends.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Input(text) | Self::Interrupted(text) => Some(text),
            Self::Told => None,
        }
    }
}

/// A rules file and one of its readings.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// The rules file
    pub file: PathBuf,
    /// The reading, by its id, such as `bosh:02=opponent,04=skipped`
    #[arg(long, value_name = "ID")]
    pub reading: Option<String>,
    /// The answer to one question, such as `BOSH-02=opponent` or `BOSH-02=b`; may be repeated
    #[arg(long, value_name = "QUESTION=READING")]
    pub answer: Vec<String>,
}

impl GameArgs {
    /// Loads the game and finds the reading.
    pub fn load(&self) -> Result<(Game, Answers), Failure> {
        let game = load(&self.file)?;
        let answers = self.reading_of(&game)?;
        Ok((game, answers))
    }

    /// The reading of a game that is asked for; the best supported one if none is named.
    pub fn reading_of(&self, game: &Game) -> Result<Answers, Failure> {
        let mut answers = match &self.reading {
            Some(id) => game.parse_reading(id).map_err(Failure::input)?,
            None => game.best(),
        };
        for assignment in &self.answer {
            answers = game.answer(&answers, assignment).map_err(Failure::input)?;
        }
        Ok(answers)
    }

    /// Loads the game and compiles the reading.
    pub fn ruleset(&self) -> Result<(Game, Answers, Ruleset), Failure> {
        let (game, answers) = self.load()?;
        let rules = game.ruleset(&answers).map_err(Failure::input)?;
        Ok((game, answers, rules))
    }
}

/// Reads a position, or takes the opening one, and compiles the rules for it.
pub(super) fn machine_for(
    rules: Ruleset,
    scope: Scope,
    position: Option<&str>,
) -> Result<(Machine, Position), Failure> {
    let position = match position {
        Some(text) => {
            Position::parse(text, &rules.board).map_err(|e| Failure::input(format!("position \"{text}\": {e}")))?
        }
        None => Position::start(&rules),
    };
    let machine = Machine::for_position(rules, scope, &position).map_err(Failure::input)?;
    Ok((machine, position))
}

/// What is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ScopeArg {
    /// One round
    #[default]
    Round,
    /// Rounds until the match is over
    Match,
}

impl From<ScopeArg> for Scope {
    fn from(scope: ScopeArg) -> Self {
        match scope {
            ScopeArg::Round => Self::Round,
            ScopeArg::Match => Self::Match,
        }
    }
}

/// Loads a game, its diagnostics printed.
pub(super) fn load(path: &Path) -> Result<Game, Failure> {
    load_with_sources(path).map(|(game, _)| game)
}

/// Loads a game and the bibliography beside it, diagnostics printed.
pub(super) fn load_with_sources(path: &Path) -> Result<(Game, Option<Bibliography>), Failure> {
    let loaded = Game::load(path);
    print_diagnostics(&loaded.diagnostics, &loaded.sources);
    loaded.game.map(|game| (game, loaded.bibliography)).ok_or(Failure::Told)
}

/// Prints diagnostics on standard error, in colour at a terminal.
pub(super) fn print_diagnostics(diagnostics: &Diagnostics, sources: &SourceMap) {
    let text = render(diagnostics, sources, std::io::stderr().is_terminal());
    if !text.is_empty() {
        eprint!("{text}");
    }
}

/// Prints an answer as JSON, on one line.
pub(super) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(Failure::input)?;
    print(&text)
}

/// Prints a line; a reader who has gone away is no fault.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    match writeln!(std::io::stdout().lock(), "{}", text.trim_end_matches('\n')) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(Failure::input(format!("standard output: {e}"))),
        _ => Ok(()),
    }
}

/// "1 game", "2 games".
pub(super) fn count(n: u64, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(n)) }
}

/// A number with its thousands set apart.
pub(super) fn grouped(n: impl Into<u128>) -> String {
    let digits = n.into().to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of bytes for clap.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    crate::solve::bytes(text).ok_or_else(|| format!("\"{text}\" is not a number of bytes such as 500M or 8G"))
}
