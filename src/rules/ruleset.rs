//! A ruleset: one game under one reading, closed and typed.
//!
//! This is the only door between the language and the engine: plain data, comparable, hashable and serialisable. It
//! holds no question, no source and no place in a file. Everything in it is played by the engine; a rule that the
//! engine cannot play has no form here.

use serde::{Deserialize, Serialize};

/// One of the two players, named by where he sits when the board is drawn: South below, North above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The player who sits below the board as it is drawn.
    South,
    /// The player who sits above it.
    North,
}

impl Seat {
    /// Both seats, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North: the place of this player in every pair of the crate.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A pit by its number on the board: 0 is the leftmost pit of South's row, and numbers run anticlockwise, along
/// South's row from his left to his right and back along North's row from the right of the drawing to its left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pit(pub u8);

impl Pit {
    /// The number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which way seeds run round the ring, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// From South's left to his right along his own row.
    Anticlockwise,
    /// The other way.
    Clockwise,
}

/// A two-row board whose pits form one ring.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// Pits in each of the two rows, at least 1.
    pub pits: u8,
    /// Seeds in each pit at the start, by pit number; `2 * pits` entries.
    pub start: Vec<u16>,
}

impl Board {
    /// Number of pits on the board.
    #[must_use]
    pub const fn len(&self) -> usize {
        2 * self.pits as usize
    }

    /// Never true: a board has pits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.pits == 0
    }

    /// Seeds on the board at the start.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.start.iter().map(|&n| u32::from(n)).sum()
    }

    /// The player whose row holds `pit`.
    #[must_use]
    pub const fn owner(&self, pit: Pit) -> Seat {
        if pit.0 < self.pits { Seat::South } else { Seat::North }
    }

    /// The pit that faces `pit` across the board.
    #[must_use]
    pub const fn opposite(&self, pit: Pit) -> Pit {
        Pit(2 * self.pits - 1 - pit.0)
    }

    /// The pits of one player's row, in anticlockwise order.
    pub fn row(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator + Clone + use<> {
        let first = if seat == Seat::South { 0 } else { self.pits };
        (first..first + self.pits).map(Pit)
    }

    /// All pits, in anticlockwise order from South's left.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator + Clone + use<> {
        (0..2 * self.pits).map(Pit)
    }
}

/// What a player may do on his turn and what his sowing does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Which pits he may lift.
    pub choice: Choice,
    /// The way each player sows, South's first.
    pub direction: [Direction; 2],
    /// What a lap that runs right round does at the pit that was lifted.
    pub origin: Origin,
    /// Captures while seeds are still falling.
    pub en_passant: Option<EnPassant>,
    /// What follows a lap: the first case whose tests all hold is done; if none holds the turn ends.
    pub after_lap: Vec<Case>,
    /// Which pits captures may empty.
    pub captures: CaptureLimits,
    /// What a sowing that is proved never to end does.
    pub never_ending: NeverEnding,
}

/// The pits a player may lift.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Least number of seeds in the pit lifted, at least 1.
    pub least: u16,
    /// Whether a player whose opponent has an empty row must, where he can, choose a move that leaves seeds in it.
    pub must_feed: bool,
    /// Whether a player who could move may pass.
    pub may_pass: bool,
}

/// What a lap does at the pit whose seeds are being sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// It gets a seed like every other pit.
    Sown,
    /// Each lap passes over the pit it was lifted from.
    SkippedEachLap,
    /// Every lap of the move passes over the pit the move began with, and over no other.
    SkippedWholeMove,
}

/// A capture made while seeds are still falling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EnPassant {
    /// The pit that reaches exactly this number is captured at once.
    pub count: u16,
    /// Who gets the seeds.
    pub taker: Taker,
    /// Whether the last seed of a lap captures as well.
    pub by_last_seed: bool,
}

/// Who gets seeds captured while sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taker {
    /// The player whose row the pit is in.
    Owner,
    /// The player who is sowing.
    Mover,
}

/// One case of what follows a lap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Case {
    /// All of these must hold.
    pub when: Vec<Test>,
    /// What is done then.
    pub then: Action,
}

/// A statement about one pit, true or false when a lap has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Test {
    /// The pit in question.
    pub pit: PitWord,
    /// What is said of it.
    pub is: Quality,
}

/// A pit named by its relation to the end of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PitWord {
    /// The pit the last seed fell into.
    Last,
    /// The pit after it in the order of sowing.
    Next,
    /// The pit after that.
    Beyond,
    /// The pit facing the last one.
    OppositeLast,
    /// The pit facing the next one.
    OppositeNext,
}

/// What can be said of a pit. Seeds are counted after the last seed of the lap has fallen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// It holds seeds.
    Occupied,
    /// It holds none.
    Empty,
    /// It held none before the last seed of the lap fell into it. Said of the last pit alone.
    WasEmpty,
    /// It held seeds before the last seed of the lap fell into it. Said of the last pit alone.
    WasOccupied,
    /// It holds one of these numbers of seeds; ascending, without repeats.
    Holds(Vec<u16>),
    /// It is in the mover's row.
    Own,
    /// It is in his opponent's row.
    Opponents,
}

/// What is done after a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The seeds of this pit are lifted and sown from the pit after it.
    Relay(PitWord),
    /// Seeds are captured and the turn ends.
    Capture(Capture),
    /// The turn ends.
    EndTurn,
}

/// A capture at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Capture {
    /// The first pit captured.
    pub pit: PitWord,
    /// Whether the capture goes on.
    pub chain: Chain,
    /// Whether each pit captured brings the pit facing it.
    pub with_opposite: bool,
}

/// Whether one capture leads to another. A chain goes on from the pit captured last for as long as the pit after it is
/// empty and the pit beyond that holds seeds and may be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chain {
    /// One pit is captured.
    Once,
    /// It goes on, but the pit sown last is spared and stops it.
    BeforeLast,
    /// It goes on, and may take the pit sown last too.
    ThroughLast,
}

/// The limits on captures: a pit outside them is left standing, and a chain stops at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CaptureLimits {
    /// From which rows the mover may capture.
    pub rows: CaptureRows,
    /// Whether the empty pit and the pit captured beyond it may lie in different rows.
    pub round_the_corner: bool,
    /// Whether the pit the move began with may be captured.
    pub from_origin: bool,
}

/// The rows a capture may empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaptureRows {
    /// Both rows.
    Either,
    /// The opponent's row alone.
    Opponents,
    /// The mover's own row alone.
    Own,
}

/// What follows when a sowing is proved never to end. The board is then as it was before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NeverEnding {
    /// The mover loses the round: all seeds on the board go to his opponent (so in Hawalis: de Voogt 2003).
    MoverLoses,
    /// Such a move may not be made.
    NotAllowed,
    /// The round ends, and each player keeps what he has won and the seeds in his own row.
    Drawn,
}

/// How a round ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// What ends it.
    pub ends: RoundEnd,
    /// What a player does who has seeds in his row, or whose row does not end the round, but has no move.
    pub no_move: NoMove,
    /// Who gets the seeds left on the board.
    pub remainder: Remainder,
    /// What a repeated position does.
    pub repetition: Repetition,
    /// After this many turns the round is broken off and counts as unfinished.
    pub turn_cap: Option<u32>,
}

/// When a round ends. A board without seeds ends it always.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundEnd {
    /// When the player whose turn it is has no seeds in his row.
    OnTurn,
    /// After any move that leaves a row without seeds.
    AtOnce,
    /// After a move with which the mover emptied his own row.
    MoverEmptied,
}

/// What happens to a player who cannot move although the round has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMove {
    /// The round ends as if his row were empty.
    EndsRound,
    /// He passes.
    Pass,
}

/// Who gets the seeds that are left when a round ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remainder {
    /// The opponent of the player who ended it by having no seeds or no move.
    Opponent,
    /// Each player those in his own row.
    RowOwners,
    /// Nobody: they leave the game.
    Nobody,
}

/// What happens when board, player to move and seeds won are as they were before in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// At the first return the round ends drawn, and each player keeps the seeds in his own row.
    Drawn,
    /// Nothing.
    Ignored,
}

/// How rounds follow each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatchPlay {
    /// Seeds put into each pit at a refill, at least 1.
    pub fill: u16,
    /// Which of his pits a player fills first; those left over are closed.
    pub order: FillOrder,
    /// What becomes of seeds left over.
    pub surplus: Surplus,
    /// When closed pits may be opened.
    pub reopen: Reopen,
    /// What a closed pit is to sowing and to the tests after a lap.
    pub closed: ClosedPits,
    /// Who starts the next round.
    pub starter: Starter,
    /// When the match is over.
    pub end: MatchEnd,
    /// Whether a player is also lost as soon as his winnings and his row together fall below [`fill`](Self::fill).
    pub lost_during_round: bool,
    /// What an equal split of the seeds after a round does.
    pub equal_split: EqualSplit,
}

/// The order in which a player fills his pits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FillOrder {
    /// In the order of his sowing, from the first pit of his row.
    Sowing,
    /// Against it, from the last pit.
    AgainstSowing,
    /// From the two ends inward: first, last, second, last but one, …
    FromEnds,
    /// As he chooses: a decision of that player.
    OwnersChoice,
}

/// What becomes of the seeds a player has left when his pits are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surplus {
    /// They stay his.
    Kept,
    /// They leave the game.
    Lost,
    /// If a pit would be closed they open it, short; otherwise they stay his.
    ShortPit,
    /// They go to the opponent, after both have filled their pits.
    ToOpponent,
}

/// When a closed pit may be opened again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reopen {
    /// At any later refill.
    AtRefill,
    /// Never.
    Never,
    /// At a refill, and on its owner's turn as soon as his winnings fill it: he must, before he moves, open as many
    /// as they fill, in the order in which pits are filled.
    DuringRound,
}

/// What a closed pit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClosedPits {
    /// It is out of the ring: the pits on either side of it are neighbours.
    Absent,
    /// No seed falls into it, but as the next pit or the pit beyond it stands there, empty.
    CountAsEmpty,
}

/// Who starts the next round. Where loser and winner are asked for and the seeds are equally split, the player who
/// started the round before starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Starter {
    /// The player with fewer seeds.
    Loser,
    /// The player who did not start the last one.
    Alternate,
    /// The player with more seeds.
    Winner,
    /// The player who made the last move.
    LastMover,
}

/// When a match is over, tested before each refill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchEnd {
    /// When a player can fill at most this many pits: he has lost. If both, the match is drawn.
    FillsAtMost(u8),
    /// After this many rounds the player with more seeds has won; and before that as with `FillsAtMost(0)`.
    Rounds(u32),
}

/// What an equal split of all seeds after a round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualSplit {
    /// Another round is played.
    PlayOn,
    /// The match is drawn.
    Drawn,
}

/// One game under one reading.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ruleset {
    /// The board and its seeds.
    pub board: Board,
    /// A turn.
    pub turn: Turn,
    /// A round.
    pub round: Round,
    /// The rounds of a match; absent where the game is a single round.
    pub match_play: Option<MatchPlay>,
}
