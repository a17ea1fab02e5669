//! Why a reading cannot be compiled.

use thiserror::Error;

use crate::diagnostics::{Code, Diagnostic, Span};

/// The most pits a row may have.
pub(crate) const MOST_PITS: u32 = 15;
/// The most seeds a board may hold.
pub(crate) const MOST_SEEDS: u32 = 255;

/// A reading cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", .faults.first().map_or_else(|| "the rules are incomplete".to_owned(), ToString::to_string))]
pub struct LowerError {
    /// Everything that stands against it, in the order in which it was found.
    pub faults: Vec<Fault>,
}

/// One thing that stands against compiling a reading.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// No clause gives a value that is needed.
    #[error("no clause says `{clause}`")]
    NoClause {
        /// How the clause begins.
        clause: &'static str,
    },
    /// A board whose rows do not make the rings that they are said to.
    #[error("two rows make one ring, and four rows a ring for each player")]
    Rings {
        /// Where it is stated otherwise.
        span: Span,
    },
    /// Stores on a board that cannot have any.
    #[error("only a board of two rows can have stores")]
    Stores {
        /// Where they are stated.
        span: Span,
    },
    /// A clause that speaks of what the board does not have.
    #[error("{clause} speaks of {what}, and the board has none")]
    NotOnBoard {
        /// The clause.
        clause: &'static str,
        /// What the board has not.
        what: &'static str,
    },
    /// A pit word in a place where it means nothing.
    #[error("{word} can be said in captures alone")]
    WordOfCapture {
        /// The word.
        word: &'static str,
        /// Where it stands.
        span: Span,
    },
    /// A board that has neither two rows nor four.
    #[error("a board of {rows} rows cannot be played")]
    Rows {
        /// The rows.
        rows: u32,
        /// Where they are stated.
        span: Span,
    },
    /// Rows without pits, or with too many.
    #[error("a row of {pits} pits cannot be played")]
    Pits {
        /// The pits of a row.
        pits: u32,
        /// Where they are stated.
        span: Span,
    },
    /// A player who owns a row that is not on his side.
    #[error("South owns the lower half of the board and North the upper")]
    Ownership {
        /// Where it is stated otherwise.
        span: Span,
    },
    /// Columns that are not alike at both ends of two rows.
    #[error("South owns columns from the left end of two rows, and North as many up to the right end")]
    Columns {
        /// Where it is stated otherwise.
        span: Span,
    },
    /// A way for a round to end that nothing in the rules brings about.
    #[error("a round that ends by agreement cannot be played: nothing tells when the players agree")]
    Agreement {
        /// Where it is stated.
        span: Span,
    },
    /// Two clauses that each say where a move may start, or which way it may be sown.
    #[error("{one} and {other} cannot both be in force")]
    NotTogether {
        /// One of them.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Pits that become somebody's on a board of too many pits.
    #[error("on a board of {pits} pits none can become somebody's ur")]
    UrBoard {
        /// Pits of the board.
        pits: usize,
    },
    /// A diagram with too few or too many rows.
    #[error("the diagram has {found} rows and the board has {rows}")]
    DiagramRows {
        /// Rows of the diagram.
        found: usize,
        /// Rows of the board.
        rows: u32,
        /// The diagram.
        span: Span,
        /// Where the rows of the board are stated.
        stated: Span,
    },
    /// A row of a diagram with too few or too many pits.
    #[error("this row of the diagram has {found} pits and the rows of the board have {pits}")]
    DiagramColumns {
        /// Pits in the row of the diagram.
        found: usize,
        /// Pits in a row of the board.
        pits: u32,
        /// The row of the diagram.
        span: Span,
        /// Where the pits of the board are stated.
        stated: Span,
    },
    /// More seeds than a board may hold.
    #[error("a board of {seeds} seeds cannot be played")]
    Seeds {
        /// The seeds.
        seeds: u64,
        /// Where they are stated.
        span: Span,
    },
    /// The seeds in the pits are not as many as the total says.
    #[error("the pits hold {counted} seeds and the total is stated as {stated}")]
    Total {
        /// The total stated.
        stated: u32,
        /// The seeds in the pits.
        counted: u64,
        /// Where the total is stated.
        span: Span,
        /// Where the seeds in the pits are stated.
        seeds: Span,
    },
    /// A number out of its range.
    #[error("{what} cannot be {value}")]
    Range {
        /// What the number counts.
        what: &'static str,
        /// The number.
        value: u32,
        /// The least allowed.
        least: u32,
        /// The greatest allowed.
        greatest: u32,
        /// Where it stands.
        span: Span,
    },
    /// A test of what a pit was before the last seed, made of another pit than the last.
    #[error("only the last pit can be said to have been empty or occupied")]
    TestOfPit {
        /// The pit.
        span: Span,
    },
    /// The list of what follows a lap does not end with `otherwise`.
    #[error("what follows a lap does not say what happens otherwise")]
    NoOtherwise {
        /// The last case, or the block if it is empty.
        span: Option<Span>,
    },
    /// A number of seeds for the end of a match that is not a number of pits.
    #[error("fewer than {seeds} seeds is not a number of pits of {fill}")]
    NotWholePits {
        /// The seeds.
        seeds: u32,
        /// Seeds of a full pit.
        fill: u32,
        /// Where the seeds are stated.
        span: Span,
        /// Where the refill is stated.
        stated: Span,
    },
}

impl Fault {
    /// The fault as a diagnostic; `whole` is the place of the game's name, for what has no place of its own.
    #[must_use]
    pub fn diagnostic(&self, whole: Span) -> Diagnostic {
        let message = self.to_string();
        match *self {
            Self::NoClause { .. } => Diagnostic::error(Code::MissingClause, message, whole, "in this game")
                .help("state it, for every reading"),
            Self::Rows { span, .. } => Diagnostic::error(Code::NotPlayable, message, span, "stated here")
                .help("the program plays boards of two and of four rows, and rings"),
            Self::Rings { span } => Diagnostic::error(Code::NotPlayable, message, span, "stated otherwise")
                .help("say `one ring through both rows` of two rows, `a ring for each player over his rows` of four"),
            Self::Stores { span } => Diagnostic::error(Code::NotPlayable, message, span, "stated here")
                .help("take the stores out; what a player wins lies beside the board"),
            Self::NotOnBoard { .. } => Diagnostic::error(Code::NotPlayable, message, whole, "in this game")
                .help("correct the clause or the board"),
            Self::WordOfCapture { span, .. } => {
                Diagnostic::error(Code::TestOfPit, message, span, "not in a capture").help("name a pit by its place")
            }
            Self::Pits { pits: 0, span } => {
                Diagnostic::error(Code::NumberRange, message, span, "stated here").help("a row has at least one pit")
            }
            Self::Pits { span, .. } => Diagnostic::error(Code::NotPlayable, message, span, "stated here")
                .help(format!("the program plays rows of 1 to {MOST_PITS} pits")),
            Self::Ownership { span } => Diagnostic::error(Code::NotPlayable, message, span, "stated otherwise")
                .help("rows are numbered from the top of the drawing: of two South owns row 2, of four rows 3 and 4"),
            Self::Columns { span } => Diagnostic::error(Code::NotPlayable, message, span, "stated otherwise").help(
                "of two rows of 7 say, for example, `south owns columns 1 to 3 of both rows, north owns columns 5 to 7 of both rows`",
            ),
            Self::Agreement { span } => Diagnostic::error(Code::NotPlayable, message, span, "stated here")
                .help("say what they agree upon, such as `when neither player can capture`, and the rest in a note"),
            Self::NotTogether { .. } => Diagnostic::error(Code::NotPlayable, message, whole, "in this game")
                .help("keep one of the two, or write a file for each"),
            Self::UrBoard { .. } => Diagnostic::error(Code::NotPlayable, message, whole, "in this game")
                .help("the program plays such rules on boards of up to 32 pits"),
            Self::DiagramRows { span, stated, .. } => {
                Diagnostic::error(Code::DiagramShape, message, span, "the diagram")
                    .and(stated, "the board")
                    .help("put `/` between the rows, the upper row first")
            }
            Self::DiagramColumns { span, stated, found, .. } => {
                let label = format!("{found} pits");
                Diagnostic::error(Code::DiagramShape, message, span, label)
                    .and(stated, "the board")
                    .help("correct the row or the number of pits")
            }
            Self::Seeds { span, .. } => Diagnostic::error(Code::NotPlayable, message, span, "stated here")
                .help(format!("the program plays boards of 1 to {MOST_SEEDS} seeds")),
            Self::Total { span, seeds, .. } => Diagnostic::error(Code::SeedTotal, message, span, "the total")
                .and(seeds, "the seeds in the pits")
                .help("correct one of the two; if the source itself disagrees, make it a question"),
            Self::Range { span, least, greatest, .. } => {
                let range = match greatest {
                    u32::MAX => format!("of at least {least}"),
                    _ => format!("from {least} to {greatest}"),
                };
                Diagnostic::error(Code::NumberRange, message, span, "").help(format!("a number {range} was expected"))
            }
            Self::TestOfPit { span } => Diagnostic::error(Code::TestOfPit, message, span, "not the last pit")
                .help("use `is empty` or `is occupied`, or `last`"),
            Self::NoOtherwise { span } => {
                Diagnostic::error(Code::MissingClause, message, span.unwrap_or(whole), "the last case")
                    .help("end the list with `otherwise`, such as `otherwise end the turn`")
            }
            Self::NotWholePits { span, stated, .. } => {
                Diagnostic::error(Code::NumberRange, message, span, "stated here")
                    .and(stated, "the seeds of a full pit")
                    .help("state a multiple of the refill, or `when a player can fill at most N pits`")
            }
        }
    }
}
