//! The tree of a rules file: what it says, clause by clause, with the place of every part.
//!
//! Two trees are equal when they say the same; places do not count. A doubt stays a doubt: wherever a clause, a value
//! or a test may stand, an [`Alt`] may choose between several by the answer to a question.

use crate::diagnostics::Span;

/// A value and its place. Equality looks at the value alone.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

/// A name: of a game, a question, a reading or a pit.
pub type Name = Spanned<String>;
/// A text in quotation marks; neighbouring texts are joined by a space.
pub type Text = Spanned<String>;
/// A whole number.
pub type Number = Spanned<u32>;

/// Something that is certain, or that hangs on a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alt<T> {
    /// It stands as it is.
    Plain(T),
    /// It hangs on a question.
    By(By<T>),
}

/// `by QUESTION { … }`.
#[derive(Clone, Debug)]
pub struct By<T> {
    /// The question.
    pub question: Name,
    /// What each reading says.
    pub arms: Vec<Arm<T>>,
    /// The place of `by` and the question's name.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for By<T> {
    fn eq(&self, other: &Self) -> bool {
        self.question == other.question && self.arms == other.arms
    }
}

impl<T: Eq> Eq for By<T> {}

/// What some readings say: nothing, one thing or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm<T> {
    /// The readings.
    pub readings: Vec<Name>,
    /// What they say. Exactly one entry where a value stands.
    pub body: Vec<Alt<T>>,
}

/// The clauses of a block.
pub type Block<C> = Vec<Alt<Spanned<C>>>;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The game.
    pub game: Game,
    /// The comments, without the slashes, in file order.
    pub comments: Vec<Text>,
    /// What was not understood; empty if the file has no fault of grammar.
    pub lost: Vec<Text>,
}

/// `game NAME { … }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its name in reading ids.
    pub id: Name,
    /// What stands in it, in file order.
    pub items: Vec<Spanned<GameItem>>,
}

/// Something that stands directly in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameItem {
    /// `name "…"`.
    Name(Text),
    /// `people "…"`.
    People(Text),
    /// `recorded YEAR`.
    Recorded(Number),
    /// `described by …`.
    DescribedBy(Vec<Citation>),
    /// `note "…" …`.
    Note(Note),
    /// `board { … }`.
    Board(Block<BoardClause>),
    /// `question ID "…" A { … }`.
    Question(Question),
    /// `turn { … }`.
    Turn(Block<TurnClause>),
    /// `round { … }`.
    Round(Block<RoundClause>),
    /// `match { … }`.
    Match(Block<MatchClause>),
    /// `example "…" … { … }`.
    Example(Example),
}

/// `@KEY "locator" quote "…"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The key, without `@`.
    pub key: Name,
    /// Page, entry or the like.
    pub locator: Option<Text>,
    /// Words of the source.
    pub quotation: Option<Text>,
}

/// `note "…" @KEY …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The remark.
    pub text: Text,
    /// The sources it speaks of.
    pub citations: Vec<Citation>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its id.
    pub id: Name,
    /// The question as a sentence.
    pub sentence: Text,
    /// The letter of its severity, as written.
    pub severity: Name,
    /// `only if …`: any of these.
    pub only_if: Option<Vec<Vec<ConditionPart>>>,
    /// Whether it is declared `presentation only`.
    pub presentation_only: bool,
    /// Its readings.
    pub readings: Vec<Reading>,
    /// Remarks on the question.
    pub notes: Vec<Note>,
}

/// `QUESTION is READING or READING`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionPart {
    /// The question.
    pub question: Name,
    /// The readings under which this part holds.
    pub readings: Vec<Name>,
}

/// `reading NAME "gloss" …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its name.
    pub name: Name,
    /// What it means.
    pub gloss: Option<Text>,
    /// What speaks for it.
    pub evidence: Vec<Spanned<Evidence>>,
    /// `rejected "why"`.
    pub rejected: Vec<Text>,
    /// Remarks.
    pub notes: Vec<Note>,
}

/// `primary "remark" @KEY …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The grade.
    pub grade: Grade,
    /// A remark.
    pub remark: Option<Text>,
    /// The sources.
    pub citations: Vec<Citation>,
}

/// The grade of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// `primary`.
    Primary,
    /// `secondary`.
    Secondary,
    /// `implementation`.
    Implementation,
    /// `reconstruction`.
    Reconstruction,
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// `south`.
    South,
    /// `north`.
    North,
}

/// A clause of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardClause {
    /// `rows N`.
    Rows(Number),
    /// `pits N`.
    Pits(Alt<Number>),
    /// `ring of N`.
    Ring(Alt<Number>),
    /// `owned by nobody`.
    OwnedByNobody,
    /// `south owns row N`, `south owns rows N and N`.
    Owns(Seat, Vec<Number>),
    /// `south owns columns N to N of both rows`, counted from South's left.
    OwnsColumns(Seat, Number, Number),
    /// `one ring through both rows`.
    OneRing,
    /// `a ring for each player over his rows`.
    RingEach,
    /// `a store for each player after his last pit, …`.
    Stores {
        /// Who sows it.
        sowers: Alt<Spanned<Sowers>>,
        /// `holding N`.
        holding: Option<Alt<Number>>,
    },
    /// `seeds N in every pit`.
    SeedsEach(Alt<Number>),
    /// `diagram { … }`.
    Diagram(Spanned<Diagram>),
    /// `letters A from south's left`.
    LettersFromSouthsLeft,
    /// `letters follow the sowing`.
    LettersFollowSowing,
    /// `total N`.
    Total(Number),
}

/// Who sows a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sowers {
    /// `sown by its owner`.
    Owner,
    /// `sown by both`.
    Both,
}

/// The board as South sees it, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The rows.
    pub rows: Vec<Spanned<Vec<Number>>>,
}

/// A clause of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnClause {
    /// `choose an own pit holding at least N`, `choose any pit holding at least N`.
    Choose {
        /// Whether it is any pit and not an own one.
        any: bool,
        /// The number of seeds.
        least: Alt<Number>,
        /// `, else one whose next pit is empty`.
        else_into_empty: bool,
    },
    /// `forbid a move whose first lap ends so that TESTS`.
    Forbid(Vec<Alt<Spanned<Test>>>),
    /// `each move starts …`.
    Starts(Alt<Spanned<Start>>),
    /// `a player's first move lifts his pit N from the left`.
    FirstMove(Alt<Number>),
    /// `a player's first moves lift his pits N, N and N from the left`.
    FirstMoves(Vec<Number>),
    /// `passing is not allowed`, `passing is allowed`.
    Passing(Alt<Spanned<Passing>>),
    /// `feeding an empty row is not asked`, `feeding an empty row is due where it can be done`.
    Feeding(Alt<Spanned<Feeding>>),
    /// `sow anticlockwise`: both players.
    Sow(Alt<Spanned<Direction>>),
    /// `south sows anticlockwise`: one player.
    SeatSows(Seat, Alt<Spanned<Direction>>),
    /// `one seed a pit`.
    OneSeedAPit,
    /// `a pit that is lifted keeps N, where it holds more`.
    Keeps(Alt<Number>),
    /// `origin sown`, `origin skipped every lap`, `origin skipped the whole move`.
    Origin(Alt<Spanned<Origin>>),
    /// `relays from either row`.
    RelayRows(Alt<Spanned<CaptureRows>>),
    /// `captures with the last seed in any pit`.
    Landing(Alt<Spanned<Landing>>),
    /// `captures from either row`.
    CaptureRows(Alt<Spanned<CaptureRows>>),
    /// `captures over a corner are made`.
    Corner(Alt<Spanned<Made>>),
    /// `captures from the origin pit are made`.
    OriginCapture(Alt<Spanned<Made>>),
    /// `captures by a single seed are made`.
    SinglesCapture(Alt<Spanned<Made>>),
    /// `captures of all the opponent's seeds …`.
    GrandSlam(Alt<Spanned<GrandSlam>>),
    /// `captured seeds go …`.
    Captured(Alt<Spanned<Captured>>),
    /// `while sowing { … }`.
    WhileSowing(EnPassant),
    /// `after a lap { … }`.
    AfterLap(Block<Case>),
    /// `a sowing that never ends: …`.
    NeverEnding(Alt<Spanned<NeverEnding>>),
}

/// Where a move starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// `anywhere`.
    Anywhere,
    /// `after the pit captured last, or without a capture …`.
    AfterCaptured(Alt<Spanned<WithoutCapture>>),
    /// `after the pit that the last move started from`.
    AfterStart,
    /// `after the pit lifted last`.
    AfterLastLifted,
}

/// Where a move starts when nothing was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutCapture {
    /// `after the two empty pits`.
    AfterGap,
    /// `at the pit that the last move started from`.
    AtStart,
    /// `anywhere`.
    Anywhere,
    /// `after a pass`.
    AfterPass,
}

/// What becomes of a capture of all the opponent's seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// `are made`.
    Made,
    /// `win nothing`.
    WinNothing,
    /// `are not allowed`.
    NotAllowed,
}

/// Where captured seeds go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captured {
    /// `to the mover`.
    ToMover,
    /// `out of the game`.
    OutOfGame,
}

/// Whether a player who can move may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passing {
    /// `is not allowed`.
    NotAllowed,
    /// `is allowed`.
    Allowed,
}

/// Whether an opponent without seeds must be given some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeding {
    /// `is not asked`.
    Free,
    /// `is due where it can be done`.
    Due,
    /// `is due, or the round ends`.
    DueOrEnds,
}

/// The way seeds run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `anticlockwise`.
    Anticlockwise,
    /// `clockwise`.
    Clockwise,
    /// `either way`: as the mover chooses.
    EitherWay,
    /// `one way, as the first mover chooses`.
    OneWayChosen,
}

/// What a lap that runs right round does at the pit it was lifted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `sown`.
    Sown,
    /// `skipped every lap`.
    SkippedEveryLap,
    /// `skipped the whole move`.
    SkippedWholeMove,
}

/// The pits in which the last seed may fall for a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// `in any pit`.
    Any,
    /// `in an empty pit only`.
    Empty,
    /// `in an occupied pit only`.
    Occupied,
}

/// The rows that captures may empty, or relays lift from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureRows {
    /// `either row`.
    Either,
    /// `the opponent's row only`.
    Opponents,
    /// `the mover's own row only`.
    Own,
}

/// Whether captures of some kind are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// `are made`.
    Made,
    /// `are not made`.
    NotMade,
}

/// `if a pit reaches N …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The number.
    pub count: Alt<Number>,
    /// Who gets the seeds.
    pub taker: Alt<Spanned<Taker>>,
    /// Whether the last seed of a lap captures as well.
    pub last_seed: Alt<Spanned<LastSeed>>,
}

/// Who gets seeds captured while sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// `its owner captures it`.
    Owner,
    /// `the mover captures it`.
    Mover,
}

/// Whether the last seed of a lap captures as the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastSeed {
    /// `the last seed of a lap too`.
    Too,
    /// `but not the last seed of a lap`.
    Not,
}

/// `if TESTS ACTION` or `otherwise ACTION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The tests; `None` for `otherwise`.
    pub when: Option<Vec<Alt<Spanned<Test>>>>,
    /// What is done.
    pub then: Alt<Spanned<Action>>,
}

/// A test in an after-lap case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// `no condition`: always holds.
    Always,
    /// Something said of a pit.
    Pit(Spanned<PitWord>, Quality),
}

/// A pit named by its relation to the end of the lap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PitWord {
    /// `last`.
    Last,
    /// `next`.
    Next,
    /// `beyond`.
    Beyond,
    /// `opposite of last`.
    OppositeLast,
    /// `opposite of next`.
    OppositeNext,
    /// `behind opposite of last`.
    BehindOpposite,
    /// `the first occupied pit after next`.
    FirstOccupied,
    /// `the first occupied pit after next, even last`.
    FirstOccupiedOrLast,
}

/// What is said of a pit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quality {
    /// `is occupied`.
    Occupied,
    /// `is empty`.
    Empty,
    /// `was empty`.
    WasEmpty,
    /// `was occupied`.
    WasOccupied,
    /// `is own`.
    Own,
    /// `is opponent's`.
    Opponents,
    /// `is in the front row`.
    Front,
    /// `is in the back row`.
    Back,
    /// `is own store`.
    OwnStore,
    /// `is no store`.
    NoStore,
    /// `is an ur`.
    Ur,
    /// `is no ur`.
    NoUr,
    /// `is neutral`.
    Neutral,
    /// `is not neutral`.
    NotNeutral,
    /// `is closed`.
    Closed,
    /// `is not closed`.
    NotClosed,
    /// `is the origin`.
    Origin,
    /// `is not the origin`.
    NotOrigin,
    /// `holds N or N`.
    Holds(Vec<Number>),
}

/// What is done after a lap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// `relay from PIT`.
    Relay(Spanned<PitWord>),
    /// `relay from PIT the other way`.
    RelayBack(Spanned<PitWord>),
    /// `capture PIT, CHAIN, THEN`.
    Capture(Box<Capture>),
    /// `end the turn`.
    EndTurn,
    /// `move again`.
    MoveAgain,
    /// `move one seed from opposite of last to last, both become the mover's ur`.
    MakeUr,
    /// `last becomes the mover's ur`.
    ClaimLast,
}

/// A capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// The first pit captured.
    pub pit: Spanned<PitWord>,
    /// Whether the pit facing it is captured as well.
    pub with_opposite: bool,
    /// `and PIT`.
    pub also: Option<Also>,
    /// Whether one capture leads to another.
    pub chain: Alt<Spanned<Chain>>,
    /// What follows.
    pub then: Alt<Spanned<Then>>,
}

/// `and PIT`, `and PIT if the mover wishes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Also {
    /// The pit.
    pub pit: Spanned<PitWord>,
    /// Whether the mover may leave it.
    pub optional: bool,
}

/// What follows a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// `end the turn`.
    EndTurn,
    /// `move again`.
    MoveAgain,
    /// `relay from PIT`.
    Relay(Spanned<PitWord>),
    /// `relay from PIT the other way`.
    RelayBack(Spanned<PitWord>),
    /// `sow the captured seeds on`.
    SowCaptured,
}

/// Whether one capture leads to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chain {
    /// `once`.
    Once,
    /// `chained, sparing the pit sown last`.
    BeforeLast,
    /// `chained, even the pit sown last`.
    ThroughLast,
    /// `backwards over pits holding N or N`.
    Backwards(Vec<Number>),
}

/// What a sowing that never ends does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeverEnding {
    /// `the mover loses the round`.
    MoverLoses,
    /// `it may not be made`.
    NotAllowed,
    /// `the round is drawn`.
    Drawn,
}

/// A clause of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundClause {
    /// `ends …, or …`.
    Ends(Alt<Spanned<Vec<RoundEnd>>>),
    /// `won by …`.
    Goal(Alt<Spanned<Goal>>),
    /// `a player without a move …`.
    NoMove(Alt<Spanned<NoMove>>),
    /// `remaining seeds go …`.
    Remainder(Alt<Spanned<Remainder>>),
    /// `a repeated position …`.
    Repetition(Alt<Spanned<Repetition>>),
    /// `broken off after N turns`.
    TurnCap(Alt<Number>),
    /// `opened …`: who starts the first round. It is told and not played.
    Opened(Alt<Spanned<Opened>>),
}

/// How it is found who starts the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// `by lot`.
    Lot,
    /// `by agreement`.
    Agreement,
    /// `by turns`: each game by the player who did not open the one before.
    Turns,
    /// `by south`.
    South,
}

/// Who has won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// `the player with more seeds`.
    MoreSeeds,
    /// `the opponent of the player who cannot move`.
    LastMove,
    /// `the player who captured last`.
    LastCapture,
    /// `nobody`.
    Nobody,
}

/// What ends a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// `when the mover has no seeds in his row`.
    OnTurn,
    /// `when any row is empty`.
    AtOnce,
    /// `when the mover has emptied his own row`.
    MoverEmptied,
    /// `when the board is empty`, which ends it always.
    BoardEmpty,
    /// `when at most N seeds are left`.
    SeedsLeft(Alt<Number>),
    /// `when at most N pits hold seeds`.
    PitsLeft(Alt<Number>),
    /// `after N turns without a capture`.
    QuietTurns(Alt<Number>),
    /// `when neither player can capture`.
    NoCapture,
    /// `by agreement`, which no program can play.
    Agreement(Spanned<()>),
}

/// What a player without a move does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// `ends the round`.
    EndsRound,
    /// `passes`.
    Passes,
}

/// Who gets the seeds that remain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remainder {
    /// `to the opponent of the player without seeds`.
    Opponent,
    /// `to the owners of the rows`.
    RowOwners,
    /// `to nobody`.
    Nobody,
    /// `to the player who captured last`.
    LastCapturer,
    /// `in halves to both players`.
    Halved,
}

/// What a repeated position does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// `draws the round`.
    Drawn,
    /// `draws the round at return N`.
    DrawnAt(Alt<Number>),
    /// `ends the round`.
    EndsRound,
    /// `changes nothing`.
    Ignored,
}

/// A clause of the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchClause {
    /// `refill N in each own pit from winnings`.
    Refill(Alt<Number>),
    /// `rows are filled …`.
    RowsFilled(Alt<Spanned<RowsFilled>>),
    /// `fill pits …`.
    Order(Alt<Spanned<Order>>),
    /// `close what cannot be filled`.
    CloseUnfilled,
    /// `surplus …`.
    Surplus(Alt<Spanned<Surplus>>),
    /// `reopen closed pits …`.
    Reopen(Alt<Spanned<Reopen>>),
    /// `closed pits …`.
    Closed(Alt<Spanned<Closed>>),
    /// `starter …`.
    Starter(Alt<Spanned<Starter>>),
    /// `ends …`.
    Ends(Alt<Spanned<MatchEnd>>),
    /// `a loss is found …`.
    LossFound(Alt<Spanned<LossFound>>),
    /// `an equal split …`.
    EqualSplit(Alt<Spanned<EqualSplit>>),
}

/// Which rows are filled, and how far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsFilled {
    /// `each as far as its owner can`.
    Each,
    /// `both as far as the poorer player can, from south's first pit`.
    BothFromSouth,
    /// `both as far as the poorer player can, from his first pit`.
    BothFromPoorer,
    /// `for the poorer player alone`.
    PoorerAlone,
}

/// The order in which pits are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `in sowing order`.
    Sowing,
    /// `against sowing order`.
    AgainstSowing,
    /// `from both ends inward`.
    FromEnds,
    /// `as their owner chooses`.
    OwnersChoice,
}

/// What becomes of seeds left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    /// `is kept`.
    Kept,
    /// `is lost`.
    Lost,
    /// `fills one short pit`.
    ShortPit,
    /// `goes to the opponent`.
    ToOpponent,
}

/// When closed pits may be opened again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopen {
    /// `at a refill`.
    AtRefill,
    /// `never`.
    Never,
    /// `at a refill and during a round`.
    DuringRound,
}

/// What a closed pit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// `leave the ring`.
    Absent,
    /// `count as empty`.
    CountAsEmpty,
}

/// Who starts the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// `the loser`.
    Loser,
    /// `alternates`.
    Alternates,
    /// `the winner`.
    Winner,
    /// `who moved last`.
    LastMover,
}

/// When a match is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// `when a player has fewer than N seeds`.
    FewerSeeds(Number),
    /// `when a player can fill at most N pits`.
    FillsAtMost(Number),
    /// `after N rounds`.
    Rounds(Number),
}

/// When a loss is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossFound {
    /// `at a refill`.
    AtRefill,
    /// `during a round too`.
    DuringRound,
}

/// What an equal split of the seeds does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualSplit {
    /// `leads to another round`.
    PlayOn,
    /// `draws the match`.
    Drawn,
}

/// A worked example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its title.
    pub title: Text,
    /// Whether it is `constructed`.
    pub constructed: bool,
    /// Where it is taken from.
    pub citation: Option<Citation>,
    /// What it says, in order.
    pub items: Vec<Spanned<ExampleItem>>,
}

/// A line of an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExampleItem {
    /// `start`: the start of the game.
    Start,
    /// `south lifts E`.
    Lifts(Seat, Name),
    /// `lap E: F G H I`.
    Lap {
        /// The pit lifted.
        from: Name,
        /// The pits sown.
        sown: Vec<Name>,
    },
    /// `captures F 5`.
    Captures(Vec<(Name, Number)>),
    /// `wins nothing`.
    WinsNothing,
    /// `board { … }`: the position before the first move or after a move.
    Board(Spanned<Diagram>),
    /// `won south N, north N`.
    Won {
        /// What South has won.
        south: Number,
        /// What North has won.
        north: Number,
    },
    /// `refutes QUESTION READING, …`.
    Refutes(Vec<(Name, Name)>),
}
