//! The turn.

use super::super::ruleset::{
    Action, Also, Capture, CaptureLimits, CaptureRows, Case, Chain, Choice, Direction, EnPassant, Feeding, ForcedStart,
    GrandSlam, NeverEnding, NothingCaptured, Numbers, Origin, PitWord, Quality, Taker, Test, Then, Turn,
};
use super::fault::{Fault, MOST_SEEDS};
use super::{CaseRef, Cases, Chooser, Faults};
use crate::diagnostics::Span;
use crate::lang::ast::{self, Block, Number, Seat, Spanned, TurnClause};

#[derive(Default)]
struct Clauses<'t> {
    least: Option<(&'t Number, bool)>,
    start: Option<&'t ast::Start>,
    first_move: Option<&'t Number>,
    passing: Option<ast::Passing>,
    feeding: Option<ast::Feeding>,
    direction: [Option<ast::Direction>; 2],
    origin: Option<ast::Origin>,
    rows: Option<ast::CaptureRows>,
    corner: Option<ast::Made>,
    from_origin: Option<ast::Made>,
    by_singles: Option<ast::Made>,
    grand_slam: Option<ast::GrandSlam>,
    captured: Option<ast::Captured>,
    en_passant: Option<&'t ast::EnPassant>,
    after_lap: Option<&'t Cases>,
    never_ending: Option<ast::NeverEnding>,
}

fn sort<'t>(choose: &Chooser<'_>, block: &'t Block<TurnClause>) -> Clauses<'t> {
    let mut stated = Clauses::default();
    for clause in choose.all(block) {
        match &clause.value {
            TurnClause::Choose { least, else_into_empty, .. } => {
                stated.least = choose.one(least).map(|n| (n, *else_into_empty));
            }
            TurnClause::Starts(v) => stated.start = choose.one(v).map(|s| &s.value),
            TurnClause::FirstMove(v) => stated.first_move = choose.one(v),
            TurnClause::SinglesCapture(v) => stated.by_singles = choose.one(v).map(|s| s.value),
            TurnClause::GrandSlam(v) => stated.grand_slam = choose.one(v).map(|s| s.value),
            TurnClause::Captured(v) => stated.captured = choose.one(v).map(|s| s.value),
            TurnClause::Passing(v) => stated.passing = choose.one(v).map(|s| s.value),
            TurnClause::Feeding(v) => stated.feeding = choose.one(v).map(|s| s.value),
            TurnClause::Sow(v) => stated.direction = [choose.one(v).map(|s| s.value); 2],
            TurnClause::SeatSows(seat, v) => {
                stated.direction[usize::from(*seat == Seat::North)] = choose.one(v).map(|s| s.value);
            }
            TurnClause::OneSeedAPit => {}
            TurnClause::Origin(v) => stated.origin = choose.one(v).map(|s| s.value),
            TurnClause::CaptureRows(v) => stated.rows = choose.one(v).map(|s| s.value),
            TurnClause::Corner(v) => stated.corner = choose.one(v).map(|s| s.value),
            TurnClause::OriginCapture(v) => stated.from_origin = choose.one(v).map(|s| s.value),
            TurnClause::WhileSowing(rule) => stated.en_passant = Some(rule),
            TurnClause::AfterLap(cases) => stated.after_lap = Some(cases),
            TurnClause::NeverEnding(v) => stated.never_ending = choose.one(v).map(|s| s.value),
        }
    }
    stated
}

pub(super) fn lower(choose: &Chooser<'_>, block: &Block<TurnClause>, faults: &mut Faults) -> Option<Turn> {
    let stated = sort(choose, block);
    let least = faults.need(stated.least, "choose an own pit holding at least N");
    let least = least.and_then(|(n, or)| Some((in_range(n, "the seeds of a pit that is lifted", faults)?, or)));
    let [south, north] = stated.direction;
    let south = faults.need(south, "south sows DIRECTION");
    let north = faults.need(north, "north sows DIRECTION");
    let origin = faults.need(stated.origin, "origin …");
    let en_passant = match stated.en_passant {
        Some(rule) => Some(en_passant(choose, rule, faults)?),
        None => None,
    };
    let after_lap = faults.need(stated.after_lap, "after a lap { … }").map(|c| cases(choose, c, faults))?;
    let captures = after_lap.iter().any(|c| matches!(c.then, Action::Capture(_)));
    let relays = after_lap.iter().any(|c| match c.then {
        Action::Relay(_) => true,
        Action::Capture(capture) => matches!(capture.then, Then::Relay(_) | Then::SowCaptured),
        _ => false,
    });
    let limits = capture_limits(&stated, captures, faults);
    let never_ending = match stated.never_ending {
        Some(ast::NeverEnding::NotAllowed) => Some(NeverEnding::NotAllowed),
        Some(ast::NeverEnding::Drawn) => Some(NeverEnding::Drawn),
        Some(ast::NeverEnding::MoverLoses) => Some(NeverEnding::MoverLoses),
        None if !relays => Some(NeverEnding::MoverLoses),
        None => faults.need(None, "a sowing that never ends: …"),
    };
    let (least, else_into_empty) = least?;
    let forced = stated.start.and_then(|start| forced(choose, start));
    let (south, north) = (south?, north?);
    Some(Turn {
        choice: Choice {
            least,
            else_into_empty,
            forced,
            first_lift: match stated.first_move {
                Some(number) => Some(first_lift(number, faults)?),
                None => None,
            },
            feeding: match stated.feeding {
                None | Some(ast::Feeding::Free) => Feeding::Free,
                Some(ast::Feeding::Due) => Feeding::Due,
                Some(ast::Feeding::DueOrEnds) => Feeding::DueOrRoundEnds,
            },
            may_pass: stated.passing == Some(ast::Passing::Allowed),
        },
        direction: [direction(south), direction(north)],
        either_way: [south, north].contains(&ast::Direction::EitherWay),
        origin: match origin? {
            ast::Origin::Sown => Origin::Sown,
            ast::Origin::SkippedEveryLap => Origin::SkippedEachLap,
            ast::Origin::SkippedWholeMove => Origin::SkippedWholeMove,
        },
        en_passant,
        after_lap,
        captures: limits?,
        never_ending: never_ending?,
    })
}

fn capture_limits(stated: &Clauses<'_>, captures: bool, faults: &mut Faults) -> Option<CaptureLimits> {
    if !captures {
        return Some(CaptureLimits::NONE);
    }
    let rows = faults.need(stated.rows, "captures from … row");
    let corner = faults.need(stated.corner, "captures over a corner …");
    let origin = faults.need(stated.from_origin, "captures from the origin pit …");
    Some(CaptureLimits {
        rows: match rows? {
            ast::CaptureRows::Either => CaptureRows::Either,
            ast::CaptureRows::Opponents => CaptureRows::Opponents,
            ast::CaptureRows::Own => CaptureRows::Own,
        },
        round_the_corner: corner? == ast::Made::Made,
        from_origin: origin? == ast::Made::Made,
        by_singles: stated.by_singles != Some(ast::Made::NotMade),
        grand_slam: match stated.grand_slam {
            None | Some(ast::GrandSlam::Made) => GrandSlam::Made,
            Some(ast::GrandSlam::WinNothing) => GrandSlam::WinsNothing,
            Some(ast::GrandSlam::NotAllowed) => GrandSlam::NotAllowed,
        },
        out_of_game: stated.captured == Some(ast::Captured::OutOfGame),
    })
}

fn forced(choose: &Chooser<'_>, start: &ast::Start) -> Option<ForcedStart> {
    match start {
        ast::Start::Anywhere => None,
        ast::Start::AfterStart => Some(ForcedStart::AfterStart),
        ast::Start::AfterLastLifted => Some(ForcedStart::AfterLastLifted),
        ast::Start::AfterCaptured(nothing) => Some(ForcedStart::AfterCaptured(match choose.one(nothing)?.value {
            ast::WithoutCapture::AfterGap => NothingCaptured::AfterGap,
            ast::WithoutCapture::AtStart => NothingCaptured::AtStart,
            ast::WithoutCapture::Anywhere => NothingCaptured::Free,
            ast::WithoutCapture::AfterPass => NothingCaptured::Pass,
        })),
    }
}

/// A pit of a row counted from the left, 1 being the first.
fn first_lift(number: &Number, faults: &mut Faults) -> Option<u8> {
    let (what, greatest) = ("the pit of a first move", super::fault::MOST_PITS);
    if !(1..=greatest).contains(&number.value) {
        faults.push(Fault::Range { what, value: number.value, least: 1, greatest, span: number.span });
        return None;
    }
    u8::try_from(number.value - 1).ok()
}

const fn direction(direction: ast::Direction) -> Direction {
    match direction {
        ast::Direction::Anticlockwise | ast::Direction::EitherWay => Direction::Anticlockwise,
        ast::Direction::Clockwise => Direction::Clockwise,
    }
}

/// A number of seeds from 1 to the most a board holds.
fn in_range(number: &Number, what: &'static str, faults: &mut Faults) -> Option<u16> {
    if !(1..=MOST_SEEDS).contains(&number.value) {
        faults.push(Fault::Range { what, value: number.value, least: 1, greatest: MOST_SEEDS, span: number.span });
    }
    u16::try_from(number.value).ok()
}

fn en_passant(choose: &Chooser<'_>, rule: &ast::EnPassant, faults: &mut Faults) -> Option<EnPassant> {
    let count = choose.one(&rule.count).and_then(|n| in_range(n, "the seeds of a pit captured while sowing", faults));
    Some(EnPassant {
        count: count?,
        taker: match choose.one(&rule.taker)?.value {
            ast::Taker::Owner => Taker::Owner,
            ast::Taker::Mover => Taker::Mover,
        },
        by_last_seed: choose.one(&rule.last_seed)?.value == ast::LastSeed::Too,
    })
}

/// The cases that can be reached, in order.
fn cases(choose: &Chooser<'_>, cases: &Cases, faults: &mut Faults) -> Vec<Case> {
    let chosen: Vec<CaseRef<'_>> = choose.all(cases);
    let mut kept: Vec<Case> = Vec::new();
    for case in &chosen {
        let Some(lowered) = lower_case(choose, &case.value, faults) else { continue };
        if reach(&lowered, &kept) == Reach::Reached {
            kept.push(lowered);
        }
    }
    if kept.last().is_none_or(|last| !last.when.is_empty()) {
        faults.push(Fault::NoOtherwise { span: chosen.last().map(|c| c.span) });
    }
    kept
}

/// The place of every case that stands under a reading, and whether it can be reached.
pub(super) fn reach_of_cases(choose: &Chooser<'_>, block: &Block<TurnClause>) -> Vec<(Span, Reach)> {
    let mut kept: Vec<Case> = Vec::new();
    let mut found = Vec::new();
    for case in sort(choose, block).after_lap.map(|cases| choose.all(cases)).unwrap_or_default() {
        let Some(lowered) = lower_case(choose, &case.value, &mut Faults::default()) else { continue };
        let reach = reach(&lowered, &kept);
        found.push((case.span, reach));
        if reach == Reach::Reached {
            kept.push(lowered);
        }
    }
    found
}

/// Whether a case can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// It can.
    Reached,
    /// An earlier case holds whenever it does.
    Preceded,
    /// Its tests contradict each other.
    Contradicted,
}

fn reach(case: &Case, earlier: &[Case]) -> Reach {
    if contradictory(&case.when) {
        Reach::Contradicted
    } else if earlier.iter().any(|e| e.when.iter().all(|test| case.when.contains(test))) {
        Reach::Preceded
    } else {
        Reach::Reached
    }
}

/// Whether two of the tests cannot both hold.
fn contradictory(tests: &[Test]) -> bool {
    tests.iter().enumerate().any(|(n, a)| tests[..n].iter().any(|b| a.pit == b.pit && excludes(&a.is, &b.is)))
}

fn excludes(a: &Quality, b: &Quality) -> bool {
    match (a, b) {
        (Quality::Occupied, Quality::Empty)
        | (Quality::Empty, Quality::Occupied)
        | (Quality::WasEmpty, Quality::WasOccupied)
        | (Quality::WasOccupied, Quality::WasEmpty)
        | (Quality::Own, Quality::Opponents)
        | (Quality::Opponents, Quality::Own)
        | (Quality::Front, Quality::Back)
        | (Quality::Back, Quality::Front)
        | (Quality::OwnStore, Quality::NoStore)
        | (Quality::NoStore, Quality::OwnStore)
        | (Quality::Ur, Quality::NoUr)
        | (Quality::NoUr, Quality::Ur) => true,
        (Quality::OwnStore, other) | (other, Quality::OwnStore) => *other != Quality::OwnStore,
        (Quality::Holds(n), Quality::Empty) | (Quality::Empty, Quality::Holds(n)) => !n.contains(&0),
        (Quality::Holds(n), Quality::Occupied) | (Quality::Occupied, Quality::Holds(n)) => n.iter().all(|&n| n == 0),
        (Quality::Holds(a), Quality::Holds(b)) => !a.iter().any(|n| b.contains(n)),
        _ => false,
    }
}

fn lower_case(choose: &Chooser<'_>, case: &ast::Case, faults: &mut Faults) -> Option<Case> {
    let mut when: Vec<Test> = Vec::new();
    for test in case.when.iter().flat_map(|tests| choose.all(tests)) {
        if let Some(test) = lower_test(test, faults)
            && !when.contains(&test)
        {
            when.push(test);
        }
    }
    let then = match &choose.one(&case.then)?.value {
        ast::Action::Relay(pit) => Action::Relay(place(pit, faults)),
        ast::Action::Capture(capture) => Action::Capture(lower_capture(choose, capture, faults)?),
        ast::Action::EndTurn => Action::EndTurn,
        ast::Action::MoveAgain => Action::MoveAgain,
        ast::Action::MakeUr => Action::MakeUr,
    };
    Some(Case { when, then })
}

fn lower_capture(choose: &Chooser<'_>, capture: &ast::Capture, faults: &mut Faults) -> Option<Capture> {
    Some(Capture {
        pit: pit_word(capture.pit.value),
        also: capture.also.as_ref().map(|also| Also { pit: place(&also.pit, faults), optional: also.optional }),
        with_opposite: capture.with_opposite,
        chain: match &choose.one(&capture.chain)?.value {
            ast::Chain::Once => Chain::Once,
            ast::Chain::BeforeLast => Chain::BeforeLast,
            ast::Chain::ThroughLast => Chain::ThroughLast,
            ast::Chain::Backwards(numbers) => Chain::Backwards(small_numbers(numbers, faults)),
        },
        then: match &choose.one(&capture.then)?.value {
            ast::Then::EndTurn => Then::EndTurn,
            ast::Then::MoveAgain => Then::MoveAgain,
            ast::Then::Relay(pit) => Then::Relay(place(pit, faults)),
            ast::Then::SowCaptured => Then::SowCaptured,
        },
    })
}

fn small_numbers(numbers: &[Number], faults: &mut Faults) -> Numbers {
    let greatest = u32::from(Numbers::GREATEST);
    let mut found = 0;
    for n in numbers {
        if (1..=greatest).contains(&n.value) {
            found |= 1 << n.value;
        } else {
            let what = "the seeds of a pit captured backwards";
            faults.push(Fault::Range { what, value: n.value, least: 1, greatest, span: n.span });
        }
    }
    Numbers(found)
}

/// A pit named by its place, whatever it holds.
fn place(word: &Spanned<ast::PitWord>, faults: &mut Faults) -> PitWord {
    if matches!(word.value, ast::PitWord::FirstOccupied | ast::PitWord::FirstOccupiedOrLast) {
        faults.push(Fault::WordOfCapture { word: "the first occupied pit after next", span: word.span });
    }
    pit_word(word.value)
}

fn lower_test(test: &Spanned<ast::Test>, faults: &mut Faults) -> Option<Test> {
    let ast::Test::Pit(pit, quality) = &test.value else { return None };
    let is = match quality {
        ast::Quality::Occupied => Quality::Occupied,
        ast::Quality::Empty => Quality::Empty,
        ast::Quality::WasEmpty => Quality::WasEmpty,
        ast::Quality::WasOccupied => Quality::WasOccupied,
        ast::Quality::Own => Quality::Own,
        ast::Quality::Opponents => Quality::Opponents,
        ast::Quality::Front => Quality::Front,
        ast::Quality::Back => Quality::Back,
        ast::Quality::OwnStore => Quality::OwnStore,
        ast::Quality::NoStore => Quality::NoStore,
        ast::Quality::Ur => Quality::Ur,
        ast::Quality::NoUr => Quality::NoUr,
        ast::Quality::Holds(numbers) => {
            let mut holds = Vec::new();
            for n in numbers {
                if n.value > MOST_SEEDS {
                    let what = "the seeds of a pit";
                    faults.push(Fault::Range { what, value: n.value, least: 0, greatest: MOST_SEEDS, span: n.span });
                }
                holds.extend(u16::try_from(n.value));
            }
            holds.sort_unstable();
            holds.dedup();
            Quality::Holds(holds)
        }
    };
    if matches!(is, Quality::WasEmpty | Quality::WasOccupied) && pit.value != ast::PitWord::Last {
        faults.push(Fault::TestOfPit { span: pit.span });
    }
    Some(Test { pit: place(pit, faults), is })
}

const fn pit_word(word: ast::PitWord) -> PitWord {
    match word {
        ast::PitWord::Last => PitWord::Last,
        ast::PitWord::Next => PitWord::Next,
        ast::PitWord::Beyond => PitWord::Beyond,
        ast::PitWord::OppositeLast => PitWord::OppositeLast,
        ast::PitWord::OppositeNext => PitWord::OppositeNext,
        ast::PitWord::BehindOpposite => PitWord::BehindOpposite,
        ast::PitWord::FirstOccupied => PitWord::FirstOccupied,
        ast::PitWord::FirstOccupiedOrLast => PitWord::FirstOccupiedOrLast,
    }
}
