//! The standing questions of sowing games: what a description of any of them leaves open unless it says it.

/// A block of a rules file that answers questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `turn { … }`.
    Turn,
    /// `round { … }`.
    Round,
    /// `match { … }`.
    Match,
}

macro_rules! standing {
    ($($(#[$doc:meta])* $name:ident in $part:ident, $sentence:literal, [$($answer:literal),*];)*) => {
        /// A question that every description of a sowing game answers or leaves open.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Standing {
            $($(#[$doc])* $name,)*
        }

        impl Standing {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The question.
            #[must_use]
            pub const fn sentence(self) -> &'static str {
                match self { $(Self::$name => $sentence,)* }
            }

            /// The block in which it is answered.
            #[must_use]
            pub const fn part(self) -> Part {
                match self { $(Self::$name => Part::$part,)* }
            }

            /// Clauses that answer it, each in another way; none where the grammar leaves no way of not answering it.
            #[must_use]
            pub const fn answers(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($answer),*],)* }
            }
        }
    };
}

standing! {
    /// Direction.
    Direction in Turn, "which way are the seeds sown?",
        ["sow anticlockwise", "sow clockwise", "sow either way"];
    /// Rows that may relay.
    RelayRows in Turn, "from whose pits may a relay lift?",
        ["relays from either row", "relays from the mover's own row only", "relays from the opponent's row only"];
    /// Origin pit in full laps.
    Origin in Turn, "is the pit that was lifted sown again when a lap goes right round?",
        ["origin sown", "origin skipped every lap", "origin skipped the whole move"];
    /// Capture side.
    CaptureRows in Turn, "from which rows may the mover capture?",
        ["captures from either row", "captures from the opponent's row only", "captures from the mover's own row only"];
    /// Single or chained. Every capture says it.
    Chain in Turn, "does a move capture once, or does one capture lead to another?", [];
    /// Does capture end the turn. Every capture says it.
    AfterCapture in Turn, "does a capture end the turn?", [];
    /// Corner between rows.
    Corner in Turn, "may the empty pit and the pit captured beyond it lie in different rows?",
        ["captures over a corner are made", "captures over a corner are not made"];
    /// Capture from the origin.
    OriginCapture in Turn, "may the pit that the move began with be captured?",
        ["captures from the origin pit are made", "captures from the origin pit are not made"];
    /// Landing-pit condition.
    Landing in Turn, "must the last seed of a capture fall into an empty pit?",
        [
            "captures with the last seed in any pit",
            "captures with the last seed in an empty pit only",
            "captures with the last seed in an occupied pit only"
        ];
    /// Singles.
    Singles in Turn, "may a pit with a single seed be lifted?",
        ["choose an own pit holding at least 1", "choose an own pit holding at least 2"];
    /// No legal move.
    NoMove in Round, "what of a player who has no move?",
        ["a player without a move ends the round", "a player without a move passes"];
    /// Feeding.
    Feeding in Turn, "must a player leave seeds in the row of an opponent who has none?",
        [
            "feeding an empty row is not asked",
            "feeding an empty row is due where it can be done",
            "feeding an empty row is due, or the round ends"
        ];
    /// When the round ends.
    RoundEnd in Round, "when does a round end?",
        [
            "ends when the mover has no seeds in his row",
            "ends when any row is empty",
            "ends when the mover has emptied his own row",
            "ends when the board is empty"
        ];
    /// Who gets the rest.
    Remainder in Round, "who gets the seeds that are left?",
        [
            "remaining seeds go to the opponent of the player without seeds",
            "remaining seeds go to the owners of the rows",
            "remaining seeds go to nobody",
            "remaining seeds go to the player who captured last",
            "remaining seeds go in halves to both players"
        ];
    /// Who starts first.
    Opener in Round, "who opens the first round?", ["opened by lot", "opened by agreement", "opened by turns", "opened by south"];
    /// Who starts the next round.
    NextStarter in Match, "who starts the next round?",
        ["starter the loser", "starter alternates", "starter the winner", "starter who moved last"];
    /// Which pits close.
    PitsThatClose in Match, "which of his pits does a player fill first, and which are closed?",
        [
            "fill pits in sowing order",
            "fill pits against sowing order",
            "fill pits from both ends inward",
            "fill pits as their owner chooses"
        ];
    /// Surplus.
    Surplus in Match, "what becomes of seeds left over when the pits are filled?",
        ["surplus is kept", "surplus is lost", "surplus fills one short pit", "surplus goes to the opponent"];
    /// Reopening.
    Reopening in Match, "can closed pits be opened again?",
        [
            "reopen closed pits at a refill",
            "reopen closed pits never",
            "reopen closed pits at a refill and during a round"
        ];
    /// Closed pits for next, empty and beyond.
    ClosedPits in Match, "what is a closed pit to sowing and capture?",
        ["closed pits leave the ring", "closed pits count as empty"];
    /// When the match ends.
    MatchEnd in Match, "when is the match over?",
        ["ends when a player can fill at most 0 pits", "ends after 3 rounds"];
    /// Never-ending sowing.
    NeverEnding in Turn, "what if a sowing never ends?",
        [
            "a sowing that never ends: the mover loses the round",
            "a sowing that never ends: it may not be made",
            "a sowing that never ends: the round is drawn"
        ];
    /// Repeated position.
    Repetition in Round, "what if a position comes back?",
        [
            "a repeated position draws the round",
            "a repeated position ends the round",
            "a repeated position changes nothing"
        ];
    /// Equal split.
    EqualSplit in Match, "what if the seeds are equally split after a round?",
        ["an equal split leads to another round", "an equal split draws the match"];
}

impl Standing {
    /// Whether an answer changes play at all.
    #[must_use]
    pub const fn is_played(self) -> bool {
        !matches!(self, Self::Opener)
    }

    /// What is left open and what may be said of it, in one sentence.
    #[must_use]
    pub fn left_open(self) -> String {
        let answers: Vec<String> = self.answers().iter().map(|answer| format!("`{answer}`")).collect();
        format!("left open: {} Say {}, or ask it with a question", self.sentence(), super::words::or(&answers))
    }
}

/// Clauses that may be left out: the rules are then as with these.
pub const GOES_WITHOUT_SAYING: &[&str] = &[
    "each move starts anywhere",
    "passing is not allowed",
    "one seed a pit",
    "captures by a single seed are made",
    "captures of all the opponent's seeds are made",
    "captured seeds go to the mover",
    "won by the player with more seeds",
    "rows are filled each as far as its owner can",
    "close what cannot be filled",
];
