//! The kinds of fault, each with a short name that stays the same.

use std::fmt;

use serde::Serialize;

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident => $text:literal,)*) => {
        /// A kind of fault.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $text)] $name,)*
        }

        impl Code {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its short name.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

codes! {
    /// The file cannot be read.
    Unreadable => "unreadable",
    /// The file is larger than a rules file can be.
    TooLarge => "too-large",
    /// The file is not text in UTF-8.
    NotUtf8 => "not-utf-8",
    /// The file says nothing.
    EmptyFile => "empty-file",
    /// A brace is not closed, or closes nothing.
    Braces => "braces",
    /// Blocks stand too deep in one another.
    TooDeep => "too-deep",
    /// A text in quotation marks does not end on its line.
    OpenText => "open-text",
    /// Something is not a clause where it stands.
    UnknownClause => "unknown-clause",
    /// A clause goes wrong after a good beginning.
    Syntax => "syntax",
    /// A number is too large or too small.
    NumberRange => "number-range",
    /// A question is not in the file.
    UnknownQuestion => "unknown-question",
    /// A question has no such reading.
    UnknownReading => "unknown-reading",
    /// A reading that is not played is given rules.
    RejectedReading => "rejected-reading",
    /// A choice leaves out a reading.
    MissingReading => "missing-reading",
    /// Something is named twice.
    Duplicate => "duplicate",
    /// A question hangs on a question that comes later.
    ConditionOrder => "condition-order",
    /// No clause hangs on a question.
    UnusedQuestion => "unused-question",
    /// A question that is said not to touch play does.
    PresentationOnly => "presentation-only",
    /// A question has too few readings.
    FewReadings => "few-readings",
    /// A severity is not A, B or C.
    Severity => "severity",
    /// A reading has no evidence, or evidence has no source.
    NoEvidence => "no-evidence",
    /// A source is not in the bibliography.
    UnknownSource => "unknown-source",
    /// The bibliography cannot be read.
    Bibliography => "bibliography",
    /// An answer is asked for a second time inside it.
    NestedQuestion => "nested-question",
    /// A clause is missing.
    MissingClause => "missing-clause",
    /// The file neither answers nor asks a standing question of sowing games.
    OpenQuestion => "open-question",
    /// Two clauses say the same or contradict each other.
    DoubledClause => "doubled-clause",
    /// The program cannot play this.
    NotPlayable => "not-playable",
    /// A diagram has not the shape of the board.
    DiagramShape => "diagram-shape",
    /// Seeds do not add up.
    SeedTotal => "seed-total",
    /// A case can never be reached.
    UnreachableCase => "unreachable-case",
    /// The cases above a case leave nothing over for it.
    ShadowedCase => "shadowed-case",
    /// Tests contradict each other.
    ContradictoryTests => "contradictory-tests",
    /// A test cannot be made of this pit.
    TestOfPit => "test-of-pit",
    /// An example names a pit the board does not have.
    UnknownPit => "unknown-pit",
    /// An example does not add up.
    ExampleSum => "example-sum",
    /// The lines of an example are not in order.
    ExampleOrder => "example-order",
    /// An example does not come out under the best supported reading.
    ExampleFails => "example-fails",
    /// An example refutes a reading, and the file does not say so.
    UnstatedRefutation => "unstated-refutation",
    /// An example is said to refute a reading under which it comes out.
    FalseRefutation => "false-refutation",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
