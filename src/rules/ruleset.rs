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

/// A pit by its number on the board. Numbers run anticlockwise as seen from above, South's pits first, so that a half turn
/// of the board takes every pit to the one half the board further on.
///
/// - On two rows 0 is the leftmost pit of South's row; numbers run along it to his right and back along North's row.
/// - On four rows 0 is the leftmost pit of South's back row; numbers run along it to his right, back along his front row,
///   then, as North sees it, along his back row and back along his front row.
/// - On a ring that nobody owns 0 is the pit that is drawn first.
/// - Where players own columns, 0 is the innermost pit of South's columns in the upper row; numbers run round his end of the
///   board to the innermost pit in the lower row, over the pits there that nobody owns, and so on round North's end.
///
/// Stores have the numbers after the last pit, South's before North's.
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

impl Direction {
    /// The other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Anticlockwise => Self::Clockwise,
            Self::Clockwise => Self::Anticlockwise,
        }
    }
}

/// How the pits of a board lie and whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Two rows that make one ring; each player owns the row on his side.
    TwoRows,
    /// Four rows; each player owns the two on his side, and they make a ring of his own.
    FourRows,
    /// One ring of pits that nobody owns.
    Ring,
    /// Two rows that make one ring; South owns the columns at the left end and North as many at the right end.
    Columns {
        /// Columns between them, which nobody owns.
        neutral: u8,
    },
}

impl Form {
    /// Number of rows; 1 for a ring.
    #[must_use]
    pub const fn rows(self) -> usize {
        match self {
            Self::TwoRows | Self::Columns { .. } => 2,
            Self::FourRows => 4,
            Self::Ring => 1,
        }
    }
}

/// The stores of a board: one after each player's last pit, in the order of the ring. Seeds sown into a store are won by
/// its owner. A store is not a pit: what a test says of pits is not true of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stores {
    /// Whether a player sows his opponent's store as well as his own.
    pub sown_by_both: bool,
    /// Seeds in each at the start.
    pub start: u16,
}

/// A board and the seeds on it at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// How its pits lie.
    pub form: Form,
    /// Pits in each row; all pits of a ring. At least 1.
    pub pits: u8,
    /// Its stores, on two rows alone.
    pub stores: Option<Stores>,
    /// Seeds in each pit at the start, by pit number.
    pub start: Vec<u16>,
}

impl Board {
    /// A board of two rows without stores.
    #[must_use]
    pub const fn two_rows(pits: u8, start: Vec<u16>) -> Self {
        Self { form: Form::TwoRows, pits, stores: None, start }
    }

    /// Number of pits on the board, stores not counted.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.form.rows() * self.pits as usize
    }

    /// Never true: a board has pits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.pits == 0
    }

    /// Pits of each player; 0 where nobody owns any.
    #[must_use]
    pub const fn own(&self) -> u8 {
        match self.form {
            Form::TwoRows => self.pits,
            Form::FourRows => 2 * self.pits,
            Form::Ring => 0,
            Form::Columns { neutral } => self.pits.saturating_sub(neutral),
        }
    }

    /// The first of the pits that a player may choose from, and how many they are: his own, or all of a ring.
    #[must_use]
    pub const fn field(&self, seat: Seat) -> (u8, u8) {
        match (self.form, seat) {
            (Form::Ring, _) => (0, self.pits),
            (_, Seat::South) => (0, self.own()),
            (_, Seat::North) => ((self.len() / 2) as u8, self.own()),
        }
    }

    /// Seeds on the board at the start, those in its stores among them.
    #[must_use]
    pub fn total(&self) -> u32 {
        let stores = self.stores.map_or(0, |s| 2 * u32::from(s.start));
        self.start.iter().map(|&n| u32::from(n)).sum::<u32>() + stores
    }

    /// The player who owns `pit`, or in whose store it is.
    #[must_use]
    pub const fn owner(&self, pit: Pit) -> Option<Seat> {
        let (own, half) = (self.own(), self.len() / 2);
        let place = pit.index();
        if own == 0 {
            None
        } else if place >= 2 * half {
            Some(if place == 2 * half { Seat::South } else { Seat::North })
        } else if place % half < own as usize {
            Some(if place < half { Seat::South } else { Seat::North })
        } else {
            None
        }
    }

    /// A player's store, if the board has stores.
    #[must_use]
    pub const fn store(&self, seat: Seat) -> Option<Pit> {
        match self.stores {
            Some(_) => Some(Pit(2 * self.own() + seat as u8)),
            None => None,
        }
    }

    /// Whether this is a pit and not a store.
    #[must_use]
    pub const fn is_pit(&self, pit: Pit) -> bool {
        pit.index() < self.len()
    }

    /// Whether a pit lies in the row of its owner that faces his opponent. On two rows every pit does.
    #[must_use]
    pub const fn is_front(&self, pit: Pit) -> bool {
        match self.form {
            Form::TwoRows | Form::Columns { .. } => self.is_pit(pit),
            Form::FourRows => self.is_pit(pit) && pit.0 % (2 * self.pits) >= self.pits,
            Form::Ring => false,
        }
    }

    /// The opponent's pit that faces a front pit across the board.
    #[must_use]
    pub const fn opposite(&self, pit: Pit) -> Option<Pit> {
        match self.form {
            Form::TwoRows if self.is_pit(pit) => Some(Pit(2 * self.pits - 1 - pit.0)),
            Form::FourRows if self.is_front(pit) => Some(Pit(5 * self.pits - 1 - pit.0)),
            // The last of the pits that a player owns faces the first, and so do those that nobody owns.
            Form::Columns { neutral } if self.is_pit(pit) => {
                let (own, half) = (self.own(), self.pits);
                let (place, owned) = (pit.0 % half, pit.0 % half < own);
                let last_owned = own - if own > 0 { 1 } else { 0 };
                Some(Pit(if owned {
                    pit.0 - place + last_owned - place
                } else {
                    (pit.0 - place + half) % (2 * half) + own + (neutral - 1 - (place - own))
                }))
            }
            _ => None,
        }
    }

    /// The back pit behind a front pit of four rows.
    #[must_use]
    pub const fn behind(&self, pit: Pit) -> Option<Pit> {
        match self.form {
            Form::FourRows if self.is_front(pit) => {
                let twice = if pit.0 < 2 * self.pits { 2 * self.pits } else { 6 * self.pits };
                Some(Pit(twice - 1 - pit.0))
            }
            _ => None,
        }
    }

    /// The pits that a player owns, in anticlockwise order.
    pub fn row(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator + Clone + use<> {
        let (first, own) = if self.own() == 0 { (0, 0) } else { self.field(seat) };
        (first..first + own).map(Pit)
    }

    /// All pits, by number.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Pit> + ExactSizeIterator + Clone + use<> {
        (0..self.len() as u8).map(Pit)
    }

    /// The places that a player's seeds pass, anticlockwise: pits, and the stores that he sows.
    #[must_use]
    pub fn ring(&self, seat: Seat) -> Vec<Pit> {
        let store = |of: Seat| self.store(of).filter(|_| of == seat || self.stores.is_some_and(|s| s.sown_by_both));
        match self.form {
            Form::Ring | Form::Columns { .. } => self.all().collect(),
            Form::FourRows => self.row(seat).collect(),
            Form::TwoRows => Seat::BOTH.into_iter().flat_map(|of| self.row(of).chain(store(of))).collect(),
        }
    }

    /// The pits as they are drawn, row by row from the top, each from South's left.
    #[must_use]
    pub fn drawn(&self) -> Vec<Vec<Pit>> {
        let n = self.pits;
        let row = |first: u8| (first..first + n).map(Pit).collect::<Vec<_>>();
        let back = |first: u8| (first..first + n).rev().map(Pit).collect::<Vec<_>>();
        match self.form {
            Form::Ring => vec![row(0)],
            Form::TwoRows => vec![back(n), row(0)],
            Form::Columns { neutral } => {
                // The pits anticlockwise from the left of the lower row.
                let ring = 2 * n;
                let round = |from: u8| (0..n).map(move |k| Pit((from + k + (n - neutral) / 2) % ring));
                vec![round(n).rev().collect(), round(0).collect()]
            }
            Form::FourRows => vec![back(2 * n), row(3 * n), back(n), row(0)],
        }
    }

    /// The pit that lies where `pit` does when the board is seen in a mirror that swaps left and right; where players own
    /// columns, in one that swaps the rows, so that each keeps his own.
    #[must_use]
    pub fn mirror(&self, pit: Pit) -> Pit {
        if let Form::Columns { .. } = self.form {
            return self.opposite(pit).unwrap_or(pit);
        }
        let same_row = |row: &Vec<Pit>| Some(*row.iter().rev().nth(row.iter().position(|&p| p == pit)?)?);
        self.drawn().iter().find_map(same_row).unwrap_or(pit)
    }

    /// Seeds by pit number, seen in that mirror.
    #[must_use]
    pub fn mirror_seeds(&self, seeds: &[u16]) -> Vec<u16> {
        self.all().filter_map(|p| seeds.get(self.mirror(p).index()).copied()).collect()
    }

    /// The names of its pits.
    #[must_use]
    pub const fn names(&self) -> PitNames {
        PitNames { pits: self.len() as u8, small_from: if self.len() > 26 { self.own() } else { 26 } }
    }
}

/// How the pits of a board are named: A, B, C … by number. Where the board has more pits than the alphabet has letters,
/// South's pits have capital letters and North's small ones, each from A. A store is `#`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PitNames {
    pits: u8,
    small_from: u8,
}

impl PitNames {
    /// The name of a pit, or `#` for a store.
    #[must_use]
    pub const fn of(self, pit: Pit) -> char {
        if pit.0 >= self.pits {
            '#'
        } else if pit.0 < self.small_from {
            (b'A' + pit.0) as char
        } else {
            (b'a' + pit.0 - self.small_from) as char
        }
    }

    /// The pit of a name. Where all pits have capital letters, small ones will do as well.
    #[must_use]
    pub fn pit(self, name: char) -> Option<Pit> {
        let letter = u8::try_from(name).ok()?;
        let number = match letter {
            b'A'..=b'Z' => Some(letter - b'A').filter(|&n| n < self.small_from),
            b'a'..=b'z' if self.small_from >= self.pits => Some(letter - b'a'),
            b'a'..=b'z' => Some(letter - b'a' + self.small_from),
            _ => None,
        };
        number.filter(|&n| n < self.pits).map(Pit)
    }

    /// The names of the first pit and the last.
    #[must_use]
    pub const fn ends(self) -> (char, char) {
        (self.of(Pit(0)), self.of(Pit(self.pits.saturating_sub(1))))
    }
}

/// What a player may do on his turn and what his sowing does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// Which pits he may lift.
    pub choice: Choice,
    /// The way each player sows, South's first.
    pub direction: [Direction; 2],
    /// Whether he may sow the other way instead.
    pub ways: Ways,
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

impl Turn {
    /// Whether the sowing can turn round from one lap to the next.
    #[must_use]
    pub fn turns_round(&self) -> bool {
        let back = |then: &Action| {
            matches!(then, Action::RelayBack(_) | Action::Capture(Capture { then: Then::RelayBack(_), .. }))
        };
        self.after_lap.iter().any(|case| back(&case.then))
    }

    /// Whether what follows a lap hangs on the pit that the move began with.
    #[must_use]
    pub fn tests_origin(&self) -> bool {
        self.after_lap.iter().flat_map(|case| &case.when).any(|t| matches!(t.is, Quality::Origin | Quality::NotOrigin))
    }

    /// Whether pits can become somebody's ur.
    #[must_use]
    pub fn makes_ur(&self) -> bool {
        self.after_lap.iter().any(|case| matches!(case.then, Action::MakeUr | Action::ClaimLast))
    }
}

/// Whether seeds may be sown the other way than the one that the rules name first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ways {
    /// No.
    One,
    /// The mover chooses each turn.
    EachTurn,
    /// The first move of a round chooses, for both players.
    FirstMove,
}

/// The pits a player may lift.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// Least number of seeds in the pit lifted, at least 1.
    pub least: u16,
    /// Whether a player none of whose pits holds so many may lift one with fewer, if the pit after it is empty.
    pub else_into_empty: bool,
    /// Where the move must begin, if that is prescribed.
    pub forced: Option<ForcedStart>,
    /// The pits that each player's first moves of a round must lift, one a move, counted from the first of his own: 0 is
    /// South's pit 0.
    pub first_lifts: Vec<u8>,
    /// A move may not be made if all of these hold when its first lap has ended; where there are none every move may.
    pub forbidden: Vec<Test>,
    /// Seeds that stay in a pit that is lifted, if it holds more.
    pub kept: u16,
    /// Whether a player must leave his opponent seeds to play with.
    pub feeding: Feeding,
    /// Whether a player who could move may pass.
    pub may_pass: bool,
}

impl Choice {
    /// Any own pit that holds at least `least` seeds.
    #[must_use]
    pub const fn any_holding(least: u16) -> Self {
        Self {
            least,
            else_into_empty: false,
            forced: None,
            first_lifts: Vec::new(),
            forbidden: Vec::new(),
            kept: 0,
            feeding: Feeding::Free,
            may_pass: false,
        }
    }
}

/// Where a move must begin: at the first pit that holds seeds, looking on from a place that the opponent's move has left.
/// The first move of a round is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForcedStart {
    /// After the pit that he captured last; and this where he captured nothing.
    AfterCaptured(NothingCaptured),
    /// After the pit that his move began with.
    AfterStart,
    /// After the pit that he lifted last.
    AfterLastLifted,
}

/// Where a move must begin when the opponent has captured nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NothingCaptured {
    /// After the next pit and the one beyond it.
    AfterGap,
    /// At the pit that his move began with.
    AtStart,
    /// Anywhere.
    Free,
    /// The player passes; the move after that begins after the next pit and the one beyond it.
    Pass,
}

/// Whether a player must leave his opponent seeds to play with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feeding {
    /// No.
    Free,
    /// If the opponent has none he must, where he can, choose a move that leaves seeds in his pits.
    Due,
    /// The same; and if he cannot, the round ends as if the opponent had no move.
    DueOrRoundEnds,
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
    /// The pit behind the one that faces the last one.
    BehindOpposite,
    /// The first pit after the next one that holds seeds, before the last one is reached again. Said in captures alone.
    FirstOccupied,
    /// The same, but if there is no other it is the last pit itself. Said in captures alone.
    FirstOccupiedOrLast,
}

impl PitWord {
    /// How many there are.
    pub const COUNT: usize = 8;
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
    /// It is one of the mover's pits.
    Own,
    /// It is one of his opponent's.
    Opponents,
    /// It is in the front row of its owner.
    Front,
    /// It is in the back row of its owner.
    Back,
    /// It is the mover's store.
    OwnStore,
    /// It is no store.
    NoStore,
    /// It is somebody's ur.
    Ur,
    /// It is nobody's ur.
    NoUr,
    /// It is a pit that nobody owns.
    Neutral,
    /// It is a pit that somebody owns.
    NotNeutral,
    /// It is closed. Only where closed pits count as empty can it be met.
    Closed,
    /// It is not closed.
    NotClosed,
    /// It is the pit that the move began with.
    Origin,
    /// It is another pit than that.
    NotOrigin,
}

/// What is done after a lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The seeds of this pit are lifted and sown from the pit after it.
    Relay(PitWord),
    /// The seeds of this pit are lifted, the sowing turns round, and they are sown from the pit that is then the one after it.
    RelayBack(PitWord),
    /// Seeds are captured.
    Capture(Capture),
    /// The turn ends.
    EndTurn,
    /// The mover has another move.
    MoveAgain,
    /// One seed goes from the pit facing the last one to the last one, and both become the mover's ur: they are never
    /// lifted nor captured, and what falls into them is his at the end of the round.
    MakeUr,
    /// The last pit becomes the mover's ur.
    ClaimLast,
}

/// A capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Capture {
    /// The first pit captured.
    pub pit: PitWord,
    /// A pit captured with it, if it holds seeds and may be captured.
    pub also: Option<Also>,
    /// Whether the capture goes on.
    pub chain: Chain,
    /// Whether each pit captured brings the pit facing it.
    pub with_opposite: bool,
    /// What follows. It does so as well where the limits on captures leave nothing to take.
    pub then: Then,
}

impl Capture {
    /// The capture of one pit, or of a chain that begins there; the turn ends.
    #[must_use]
    pub const fn of(pit: PitWord, chain: Chain) -> Self {
        Self { pit, also: None, chain, with_opposite: false, then: Then::EndTurn }
    }
}

/// A second pit that a capture takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Also {
    /// The pit.
    pub pit: PitWord,
    /// Whether the mover may leave it.
    pub optional: bool,
}

/// What follows a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The turn ends.
    EndTurn,
    /// The mover has another move.
    MoveAgain,
    /// The seeds of this pit are lifted and sown from the pit after it; if it holds none the turn ends.
    Relay(PitWord),
    /// The same, but the sowing turns round.
    RelayBack(PitWord),
    /// The seeds captured are sown from the pit after the last one.
    SowCaptured,
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
    /// It goes on against the sowing, from pit to pit, for as long as the pit before holds one of these numbers of seeds
    /// and may be captured.
    Backwards(Numbers),
}

/// A set of small numbers of seeds, bit by number, up to 62.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Numbers(pub u64);

impl Numbers {
    /// The greatest number that a set can hold.
    pub const GREATEST: u16 = 62;

    /// Whether a number is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, number: u16) -> bool {
        number <= Self::GREATEST && self.0 >> number & 1 == 1
    }

    /// The numbers, ascending.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        (0..=Self::GREATEST).filter(move |&n| self.contains(n))
    }
}

/// The limits on captures: a pit outside them is left standing, and a chain stops at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own")]
pub struct CaptureLimits {
    /// From which rows the mover may capture.
    pub rows: CaptureRows,
    /// Whether the empty pit and the pit captured beyond it may lie in different rows.
    pub round_the_corner: bool,
    /// Whether the pit the move began with may be captured.
    pub from_origin: bool,
    /// Whether a move that lifts a single seed captures.
    pub by_singles: bool,
    /// A capture that would leave the opponent without seeds.
    pub grand_slam: GrandSlam,
    /// Whether captured seeds leave the game instead of being won.
    pub out_of_game: bool,
}

impl CaptureLimits {
    /// No limits.
    pub const NONE: Self = Self {
        rows: CaptureRows::Either,
        round_the_corner: true,
        from_origin: true,
        by_singles: true,
        grand_slam: GrandSlam::Made,
        out_of_game: false,
    };
}

/// What becomes of a capture that would leave the opponent without seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GrandSlam {
    /// It is made like any other.
    Made,
    /// The move is made and captures nothing.
    WinsNothing,
    /// The move may not be made.
    NotAllowed,
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
    /// The round ends, and each player keeps what he has won and the seeds in his own pits.
    Drawn,
}

/// How a round ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Round {
    /// What ends it, each of these; ascending, without repeats. A board without seeds ends it always.
    pub ends: Vec<RoundEnd>,
    /// What a player does who has seeds in his pits, or whose lack of them does not end the round, but has no move.
    pub no_move: NoMove,
    /// Who gets the seeds left on the board.
    pub remainder: Remainder,
    /// What a repeated position does.
    pub repetition: Repetition,
    /// After this many turns the round is broken off and counts as unfinished.
    pub turn_cap: Option<u32>,
    /// Who has won it.
    pub goal: Goal,
}

impl Round {
    /// Whether it matters who captured last.
    #[must_use]
    pub fn looks_at_last_capture(&self) -> bool {
        self.remainder == Remainder::LastCapturer || self.goal == Goal::LastCapture
    }
}

/// What ends a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundEnd {
    /// The player whose turn it is has no seeds in his pits.
    OnTurn,
    /// A move leaves a player without seeds in his pits.
    AtOnce,
    /// The mover has emptied his own pits.
    MoverEmptied,
    /// At most this many seeds are on the board.
    SeedsLeft(u16),
    /// At most this many pits hold seeds.
    PitsLeft(u8),
    /// This many turns have passed without a capture.
    QuietTurns(u32),
    /// Neither player, were it his turn, has a move that captures.
    NoCapture,
}

/// Who has won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The player with more seeds.
    MoreSeeds,
    /// The opponent of the player who cannot move or has no seeds; ended in another way it is drawn.
    LastMove,
    /// The player who captured last; without a capture it is drawn.
    LastCapture,
    /// Nobody: it is always drawn.
    Nobody,
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
    /// Each player those in his own pits.
    RowOwners,
    /// Nobody: they leave the game.
    Nobody,
    /// The player who captured last; nobody where nothing was captured.
    LastCapturer,
    /// Each player half of them; an odd one leaves the game.
    Halved,
}

/// What happens when board, player to move and seeds won are as they were before in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// At this return, 1 being the first, the round ends drawn, and each player keeps the seeds in his own pits.
    Drawn(u8),
    /// At the first return the round ends as it does when a player has no move.
    EndsRound,
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
    /// Which rows are filled, and how far.
    pub rows: RowsFilled,
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

/// Which rows are filled at a refill, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowsFilled {
    /// Each player fills as many of his pits as he can.
    Each,
    /// Both fill as many as the poorer player can, in pits that face each other, from the first pit in the order of South's
    /// sowing.
    BothFromSouth,
    /// Both fill as many as the poorer player can, in pits that face each other, from the first pit in the order of his own
    /// sowing; what he has left over fills one pit more on both sides, short.
    BothFromPoorer,
    /// The poorer player alone fills his pits; the other's pits stay as they are.
    PoorerAlone,
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
