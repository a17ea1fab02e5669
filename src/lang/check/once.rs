//! Every clause that a game needs is stated exactly once under every reading: nothing has a value that no clause gives.

use super::super::ast::{
    Action, Alt, Block, BoardClause, File, GameItem, MatchClause, PitWord, Quality, RoundClause, Seat, Spanned, Test,
    Then, TurnClause,
};
use super::super::standing::Standing;
use super::super::walk::{self, Guard};
use super::Parts;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};

/// The most combinations of answers that one clause may hang on.
const MOST_COMBINATIONS: usize = 1 << 16;

/// A kind of clause: what it is called, whether a block can do without it, and the standing question that it answers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    called: &'static str,
    needed: bool,
    answers: Option<Standing>,
}

const fn needed(called: &'static str) -> Kind {
    Kind { called, needed: true, answers: None }
}

/// A clause that answers a standing question.
const fn answer(called: &'static str, question: Standing) -> Kind {
    Kind { called, needed: true, answers: Some(question) }
}

const fn optional(called: &'static str) -> Kind {
    Kind { called, needed: false, answers: None }
}

const START: Kind = needed("seeds N in every pit` or `diagram { … }");
const SOUTH_OWNS: Kind = needed("south owns row N");
const NORTH_OWNS: Kind = needed("north owns row N");
const SOUTH_SOWS: Kind = answer("sow DIRECTION` or `south sows DIRECTION", Standing::Direction);
const NORTH_SOWS: Kind = answer("sow DIRECTION` or `north sows DIRECTION", Standing::Direction);

const SIZE: Kind = needed("pits N");
const RING: Kind = needed("one ring through both rows` or `a ring for each player over his rows");
/// What a board of rows states.
const ROWS: &[Kind] = &[needed("rows N"), SIZE, SOUTH_OWNS, NORTH_OWNS, RING, START];
/// What a ring that nobody owns states.
const BARE_RING: &[Kind] = &[needed("ring of N"), needed("owned by nobody"), START];
const TURN: &[Kind] = &[
    answer("choose an own pit holding at least N", Standing::Singles),
    SOUTH_SOWS,
    NORTH_SOWS,
    answer("origin …", Standing::Origin),
    needed("after a lap { … }"),
];
const ROUND: &[Kind] = &[
    answer("ends …", Standing::RoundEnd),
    answer("a player without a move …", Standing::NoMove),
    answer("remaining seeds go …", Standing::Remainder),
    answer("a repeated position …", Standing::Repetition),
];
const MATCH: &[Kind] = &[
    needed("refill N in each own pit from winnings"),
    answer("fill pits …", Standing::PitsThatClose),
    answer("surplus …", Standing::Surplus),
    answer("reopen closed pits …", Standing::Reopening),
    answer("closed pits …", Standing::ClosedPits),
    answer("starter …", Standing::NextStarter),
    answer("ends …", Standing::MatchEnd),
    needed("a loss is found …"),
    answer("an equal split …", Standing::EqualSplit),
];

fn board(clause: &BoardClause) -> Vec<Kind> {
    vec![match clause {
        BoardClause::Rows(_) => ROWS[0],
        BoardClause::Pits(_) => SIZE,
        BoardClause::Ring(_) => BARE_RING[0],
        BoardClause::OwnedByNobody => BARE_RING[1],
        BoardClause::Owns(Seat::South, _) | BoardClause::OwnsColumns(Seat::South, ..) => SOUTH_OWNS,
        BoardClause::Owns(Seat::North, _) | BoardClause::OwnsColumns(Seat::North, ..) => NORTH_OWNS,
        BoardClause::OneRing | BoardClause::RingEach => RING,
        BoardClause::Stores { .. } => optional("a store for each player after his last pit, …"),
        BoardClause::SeedsEach(_) | BoardClause::Diagram(_) => START,
        BoardClause::LettersFromSouthsLeft => optional("letters A from south's left"),
        BoardClause::LettersFollowSowing => optional("letters follow the sowing"),
        BoardClause::Total(_) => optional("total N"),
    }]
}

/// What a board needs, by whether some clause says that it is a ring.
fn of_board(block: &Block<BoardClause>) -> &'static [Kind] {
    let mut ring = false;
    walk::clauses(block, &mut |clause, _| ring |= matches!(clause.value, BoardClause::Ring(_)));
    if ring { BARE_RING } else { ROWS }
}

fn turn(clause: &TurnClause) -> Vec<Kind> {
    vec![match clause {
        TurnClause::Sow(_) => return vec![SOUTH_SOWS, NORTH_SOWS],
        TurnClause::SeatSows(Seat::South, _) => SOUTH_SOWS,
        TurnClause::SeatSows(Seat::North, _) => NORTH_SOWS,
        TurnClause::Choose { .. } => TURN[0],
        TurnClause::Starts(_) => optional("each move starts …"),
        TurnClause::Forbid(_) => optional("forbid a move whose first lap ends so that …"),
        TurnClause::FirstMove(_) | TurnClause::FirstMoves(_) => {
            optional("a player's first move lifts his pit N from the left")
        }
        TurnClause::Keeps(_) => optional("a pit that is lifted keeps N, where it holds more"),
        TurnClause::RelayRows(_) => RELAY_ROWS,
        TurnClause::Landing(_) => LANDING,
        TurnClause::SinglesCapture(_) => optional("captures by a single seed …"),
        TurnClause::GrandSlam(_) => optional("captures of all the opponent's seeds …"),
        TurnClause::Captured(_) => optional("captured seeds go …"),
        TurnClause::Passing(_) => optional("passing …"),
        TurnClause::Feeding(_) => FEEDING,
        TurnClause::OneSeedAPit => optional("one seed a pit"),
        TurnClause::Origin(_) => TURN[3],
        TurnClause::CaptureRows(_) => CAPTURE_LIMITS[0],
        TurnClause::Corner(_) => CAPTURE_LIMITS[1],
        TurnClause::OriginCapture(_) => CAPTURE_LIMITS[2],
        TurnClause::WhileSowing(_) => optional("while sowing { … }"),
        TurnClause::AfterLap(_) => TURN[4],
        TurnClause::NeverEnding(_) => NEVER_ENDING,
    }]
}

/// Needed where something is captured after a lap.
const CAPTURE_LIMITS: &[Kind] = &[
    answer("captures from … row", Standing::CaptureRows),
    answer("captures over a corner …", Standing::Corner),
    answer("captures from the origin pit …", Standing::OriginCapture),
];
/// Needed where sowing may relay.
const NEVER_ENDING: Kind = answer("a sowing that never ends: …", Standing::NeverEnding);

/// What may be left open, and is asked for then.
const fn open(called: &'static str, question: Standing) -> Kind {
    Kind { called, needed: false, answers: Some(question) }
}

const RELAY_ROWS: Kind = open("relays from … row", Standing::RelayRows);
const LANDING: Kind = open("captures with the last seed …", Standing::Landing);
const FEEDING: Kind = open("feeding an empty row …", Standing::Feeding);
const OPENED: Kind = open("opened …", Standing::Opener);

fn round(clause: &RoundClause) -> Vec<Kind> {
    vec![match clause {
        RoundClause::Ends(_) => ROUND[0],
        RoundClause::NoMove(_) => ROUND[1],
        RoundClause::Remainder(_) => ROUND[2],
        RoundClause::Repetition(_) => ROUND[3],
        RoundClause::Goal(_) => optional("won by …"),
        RoundClause::TurnCap(_) => optional("broken off after N turns"),
        RoundClause::Opened(_) => OPENED,
    }]
}

fn match_play(clause: &MatchClause) -> Vec<Kind> {
    vec![match clause {
        MatchClause::Refill(_) => MATCH[0],
        MatchClause::RowsFilled(_) => optional("rows are filled …"),
        MatchClause::Order(_) => MATCH[1],
        MatchClause::CloseUnfilled => optional("close what cannot be filled"),
        MatchClause::Surplus(_) => MATCH[2],
        MatchClause::Reopen(_) => MATCH[3],
        MatchClause::Closed(_) => MATCH[4],
        MatchClause::Starter(_) => MATCH[5],
        MatchClause::Ends(_) => MATCH[6],
        MatchClause::LossFound(_) => MATCH[7],
        MatchClause::EqualSplit(_) => MATCH[8],
    }]
}

/// Checks all blocks of a game whose whole text was understood.
pub(super) fn blocks(file: &File, parts: &Parts<'_>, diagnostics: &mut Diagnostics) {
    let id = file.game.id.span;
    if !file.game.items.iter().any(|i| matches!(i.value, GameItem::Name(_))) {
        diagnostics.push(missing("`name \"…\"`", "the game", id, "", None));
    }
    let mut check = Check { parts, diagnostics };
    match parts.board {
        Some((block, span)) => check.block(block, span, "board", board, of_board(block)),
        None => check.diagnostics.push(missing("`board { … }`", "the game", id, "", None)),
    }
    match parts.turn {
        Some((block, span)) => {
            let mut kinds = TURN.to_vec();
            kinds.extend(needed_by_actions(block));
            check.block(block, span, "turn", turn, &kinds);
        }
        None => check.diagnostics.push(missing("`turn { … }`", "the game", id, "", None)),
    }
    match parts.round {
        Some((block, span)) => check.block(block, span, "round", round, ROUND),
        None => check.diagnostics.push(missing("`round { … }`", "the game", id, "", None)),
    }
    if let Some((block, span)) = parts.match_play {
        check.block(block, span, "match", match_play, MATCH);
    }
}

/// What a turn needs for what its cases do.
fn needed_by_actions(block: &Block<TurnClause>) -> impl Iterator<Item = Kind> + use<> {
    let (relays, captures) = actions(block);
    relays.then_some(NEVER_ENDING).into_iter().chain(CAPTURE_LIMITS.iter().copied().filter(move |_| captures))
}

/// The standing questions that a game neither answers nor asks, in the order of the list. Those that the rules cannot do
/// without have been reported as missing clauses.
pub(super) fn unanswered(parts: &Parts<'_>) -> Vec<Standing> {
    let mut open = Vec::new();
    let rows_owned = parts.board.is_some_and(|(block, _)| players_share_a_ring(block));
    if let Some((block, _)) = parts.turn {
        let mut kinds = TURN.to_vec();
        kinds.extend(needed_by_actions(block));
        let (relays, landing) = what_cases_leave_open(block);
        kinds.extend((rows_owned && relays).then_some(RELAY_ROWS));
        kinds.extend(landing.then_some(LANDING));
        kinds.extend(rows_owned.then_some(FEEDING));
        open.extend(unanswered_in(block, turn, &kinds));
    }
    if let Some((block, _)) = parts.round {
        open.extend(unanswered_in(block, round, &[ROUND, &[OPENED]].concat()));
    }
    if let Some((block, _)) = parts.match_play {
        open.extend(unanswered_in(block, match_play, MATCH));
    }
    open.sort_unstable();
    open.dedup();
    open
}

fn unanswered_in<C>(block: &[Alt<Spanned<C>>], kinds: fn(&C) -> Vec<Kind>, all: &[Kind]) -> Vec<Standing> {
    let mut stated: Vec<Kind> = Vec::new();
    walk::clauses(block, &mut |clause, _| stated.extend(kinds(&clause.value)));
    let open = all.iter().filter(|kind| stated.iter().all(|s| s.called != kind.called));
    open.filter_map(|kind| kind.answers).collect()
}

/// Whether the seeds of both players run through the same pits, and somebody owns them.
fn players_share_a_ring(block: &Block<BoardClause>) -> bool {
    let mut shared = false;
    walk::clauses(block, &mut |clause, _| shared |= clause.value == BoardClause::OneRing);
    shared
}

/// Whether some case relays and none says from whose pits, and whether some case captures and none says what the last pit
/// must have held.
fn what_cases_leave_open(block: &Block<TurnClause>) -> (bool, bool) {
    let (mut relays, mut rows, mut landing) = (false, false, false);
    walk::clauses(block, &mut |clause, _| {
        if let TurnClause::AfterLap(cases) = &clause.value {
            walk::clauses(cases, &mut |case, _| {
                for test in case.value.when.iter().flatten() {
                    walk::clauses(std::slice::from_ref(test), &mut |test: &Spanned<Test>, _| {
                        if let Test::Pit(pit, quality) = &test.value {
                            rows |= matches!(quality, Quality::Own | Quality::Opponents);
                            landing |= pit.value == PitWord::Last
                                && matches!(quality, Quality::WasEmpty | Quality::WasOccupied | Quality::Holds(_));
                        }
                    });
                }
                walk::clauses(std::slice::from_ref(&case.value.then), &mut |action: &Spanned<Action>, _| {
                    relays |= matches!(action.value, Action::Relay(_) | Action::RelayBack(_));
                });
            });
        }
    });
    let (_, captures) = actions(block);
    (relays && !rows, captures && !landing)
}

/// Whether some case relays, and whether some case captures.
fn actions(block: &Block<TurnClause>) -> (bool, bool) {
    let (mut relays, mut captures) = (false, false);
    walk::clauses(block, &mut |clause, _| {
        if let TurnClause::AfterLap(cases) = &clause.value {
            walk::clauses(cases, &mut |case, _| {
                walk::clauses(std::slice::from_ref(&case.value.then), &mut |action: &Spanned<Action>, _| match &action
                    .value
                {
                    Action::Relay(_) | Action::RelayBack(_) => relays = true,
                    Action::Capture(capture) => {
                        captures = true;
                        walk::clauses(std::slice::from_ref(&capture.then), &mut |then, _| {
                            relays |= matches!(then.value, Then::Relay(_) | Then::RelayBack(_) | Then::SowCaptured);
                        });
                    }
                    Action::EndTurn | Action::MoveAgain | Action::MakeUr | Action::ClaimLast => {}
                });
            });
        }
    });
    (relays, captures)
}

/// A clause and the arms under which it is stated.
struct Stated<'a> {
    span: Span,
    guards: Vec<Guard<'a>>,
}

impl Stated<'_> {
    fn holds(&self, answers: &[(&str, &str)]) -> bool {
        self.guards.iter().all(|(question, readings)| {
            answers.iter().any(|(q, r)| q == question && readings.iter().any(|n| n.value == *r))
        })
    }
}

struct Check<'p, 'd> {
    parts: &'p Parts<'p>,
    diagnostics: &'d mut Diagnostics,
}

impl Check<'_, '_> {
    fn block<C>(
        &mut self,
        block: &[Alt<Spanned<C>>],
        span: Span,
        name: &str,
        kinds: fn(&C) -> Vec<Kind>,
        all: &[Kind],
    ) {
        let mut stated: Vec<(Kind, Vec<Stated<'_>>)> = all.iter().map(|&k| (k, Vec::new())).collect();
        walk::clauses(block, &mut |clause, guards| {
            for kind in kinds(&clause.value) {
                let one = Stated { span: clause.span, guards: guards.to_vec() };
                match stated.iter_mut().find(|(k, _)| k.called == kind.called) {
                    Some((_, clauses)) => clauses.push(one),
                    // Stated without being needed: it may still not be stated twice.
                    None => stated.push((optional(kind.called), vec![one])),
                }
            }
        });
        let head = Span::new(span.file, span.start, span.start + name.len());
        let unstated = |kind: Kind| stated.iter().any(|(k, clauses)| *k == kind && clauses.is_empty());
        for (kind, clauses) in &stated {
            // One clause can say how both players sow, and its lack is told once.
            if *kind == NORTH_SOWS && unstated(SOUTH_SOWS) && unstated(NORTH_SOWS) {
                continue;
            }
            self.once(*kind, clauses, name, head);
        }
    }

    /// Goes through all answers to the questions that `clauses` hang on.
    fn once(&mut self, kind: Kind, clauses: &[Stated<'_>], block: &str, head: Span) {
        let mut questions: Vec<(&str, Vec<&str>)> = Vec::new();
        for (id, _) in clauses.iter().flat_map(|c| &c.guards) {
            if questions.iter().all(|(q, _)| q != id) {
                // An unknown question has been reported; there is nothing to be said about its readings.
                let Some(question) = self.parts.question(id) else { return };
                let playable = question.readings.iter().filter(|r| r.rejected.is_empty());
                questions.push((id, playable.map(|r| r.name.value.as_str()).collect()));
            }
        }
        let combinations = questions.iter().try_fold(1_usize, |n, (_, readings)| n.checked_mul(readings.len()));
        if combinations.is_none_or(|n| n > MOST_COMBINATIONS) {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::NotPlayable,
                    format!("`{}` hangs on too many questions at once", kind.called),
                    head,
                    "in this block",
                )
                .help("state it with fewer choices inside one another"),
            );
            return;
        }
        let mut digits = vec![0; questions.len()];
        let mut doubled = false;
        loop {
            let answers: Vec<(&str, &str)> =
                digits.iter().zip(&questions).filter_map(|(&d, (q, r))| Some((*q, *r.get(d)?))).collect();
            let holding: Vec<&Stated<'_>> = clauses.iter().filter(|c| c.holds(&answers)).collect();
            match &holding[..] {
                [] if kind.needed => {
                    let under = reading(&answers);
                    let error = missing(&format!("`{}`", kind.called), block, head, &under, clauses.first());
                    self.diagnostics.push(match kind.answers.filter(|_| clauses.is_empty()) {
                        Some(question) => error.help(question.left_open()),
                        None => error,
                    });
                    return;
                }
                [first, second, ..] if !doubled && first.span != second.span => {
                    doubled = true;
                    self.diagnostics.push(
                        Diagnostic::error(
                            Code::DoubledClause,
                            format!("`{}` is stated twice{}", kind.called, reading(&answers)),
                            second.span,
                            "stated again",
                        )
                        .and(first.span, "stated first")
                        .help("keep one of the two; if the sources differ, make it a question and choose with `by`"),
                    );
                }
                _ => {}
            }
            if !advance(&mut digits, &questions) {
                return;
            }
        }
    }
}

/// The next combination of readings, the last question fastest; false after the last.
fn advance(digits: &mut [usize], questions: &[(&str, Vec<&str>)]) -> bool {
    for (digit, (_, readings)) in digits.iter_mut().zip(questions).rev() {
        *digit += 1;
        if *digit < readings.len() {
            return true;
        }
        *digit = 0;
    }
    false
}

fn reading(answers: &[(&str, &str)]) -> String {
    if answers.is_empty() {
        return String::new();
    }
    let all: Vec<String> = answers.iter().map(|(q, r)| format!("{q} {r}")).collect();
    format!(" under {}", all.join(", "))
}

fn missing(what: &str, block: &str, at: Span, under: &str, other: Option<&Stated<'_>>) -> Diagnostic {
    let block = if block == "the game" { block.to_owned() } else { format!("the {block}") };
    let message = format!("{block} does not state {what}{under}");
    let error = Diagnostic::error(Code::MissingClause, message, at, "missing here")
        .help("nothing is taken for granted; if no source says it, make it a question with readings");
    match other {
        Some(stated) => error.and(stated.span, "stated only for some readings"),
        None => error,
    }
}
