//! Sections of a page that are sentences and plain tables.

use serde::Serialize;

/// A section.
#[derive(Debug, Serialize)]
pub(super) struct Section {
    /// A word for links.
    pub id: &'static str,
    pub heading: String,
    pub sentences: Vec<String>,
    pub tables: Vec<PlainTable>,
}

/// A table whose first column names the rows.
#[derive(Debug, Serialize)]
pub(super) struct PlainTable {
    pub caption: String,
    /// Heads of all columns.
    pub head: Vec<String>,
    pub rows: Vec<PlainRow>,
}

#[derive(Debug, Serialize)]
pub(super) struct PlainRow {
    pub name: String,
    pub cells: Vec<PlainCell>,
}

/// A cell: what it says, what stands small below, and a word for its style.
#[derive(Debug, Default, Serialize)]
pub(super) struct PlainCell {
    pub text: String,
    pub below: String,
    pub kind: &'static str,
}

impl PlainCell {
    /// A cell without a style.
    pub fn new(text: String, below: String) -> Self {
        Self { text, below, kind: "" }
    }
}
