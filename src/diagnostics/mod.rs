//! Places in source text, and what is to be said about them.
//!
//! A floor that finds a fault adds a [`Diagnostic`] to the [`Diagnostics`] it was handed and goes on; the text that a
//! person sees is made in [`render`] alone.

mod code;
mod render;
mod source;
mod span;

use serde::Serialize;

pub use code::Code;
pub use render::{JsonDiagnostic, JsonLabel, JsonSpan, json, render};
pub use source::{Position, SourceFile, SourceMap};
pub use span::{FileId, Span};

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// The file cannot be used.
    Error,
    /// The file can be used, but something should be looked at.
    Warning,
}

/// Words under a stretch of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The stretch.
    pub span: Span,
    /// The words.
    pub text: String,
}

/// One thing to be said about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How grave it is.
    pub level: Level,
    /// What kind of fault it is.
    pub code: Code,
    /// One sentence that says what is wrong.
    pub message: String,
    /// The place at fault.
    pub primary: Label,
    /// Other places that have to do with it.
    pub others: Vec<Label>,
    /// One sentence that says what was expected or what to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at `span`, with the words `label` under it.
    pub fn error(code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code,
            message: message.into(),
            primary: Label { span, text: label.into() },
            others: Vec::new(),
            help: None,
        }
    }

    /// A warning at `span`, with the words `label` under it.
    pub fn warning(code: Code, message: impl Into<String>, span: Span, label: impl Into<String>) -> Self {
        Self { level: Level::Warning, ..Self::error(code, message, span, label) }
    }

    /// The same with a second place.
    #[must_use]
    pub fn and(mut self, span: Span, label: impl Into<String>) -> Self {
        self.others.push(Label { span, text: label.into() });
        self
    }

    /// The same with a word of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The most diagnostics that are kept. Nobody reads more of one file; what comes after them is counted.
pub const MOST_KEPT: usize = 1_000;

/// Everything found so far, in the order in which it was found. Of very many the first are kept and the others counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    all: Vec<Diagnostic>,
    /// How many more were found, and whether one of those was an error.
    more: usize,
    more_errors: bool,
}

impl Diagnostics {
    /// Nothing found yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.is_full() {
            self.more += 1;
            self.more_errors |= diagnostic.level == Level::Error;
        } else {
            self.all.push(diagnostic);
        }
    }

    /// Whether more are counted and no longer kept.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.all.len() >= MOST_KEPT
    }

    /// Adds all of another collection.
    pub fn append(&mut self, other: Self) {
        self.more += other.more;
        self.more_errors |= other.more_errors;
        for diagnostic in other.all {
            self.push(diagnostic);
        }
    }

    /// Whether one of them is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.more_errors || self.all.iter().any(|d| d.level == Level::Error)
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// How many were found.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len() + self.more
    }

    /// Those that are kept.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.all.iter()
    }

    /// Adds words to every word of help that is this one.
    pub fn add_to_help(&mut self, help: &str, more: &str) {
        for found in self.all.iter_mut().filter_map(|d| d.help.as_mut()).filter(|found| *found == help) {
            found.push_str(more);
        }
    }

    /// Puts them in the order of their places.
    pub fn sort(&mut self) {
        self.all.sort_by_key(|d| d.primary.span);
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
