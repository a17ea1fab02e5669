//! The turn.

use super::super::ruleset::{
    Action, Also, Capture, CaptureLimits, CaptureRows, Case, Chain, Choice, Direction, EnPassant, Feeding, ForcedStart,
    GrandSlam, NeverEnding, NothingCaptured, Numbers, Origin, PitWord, Quality, Taker, Test, Then, Turn, Ways,
};
use super::fault::{Fault, MOST_SEEDS};
use super::reach::{Places, Reach, reach};
use super::{CaseRef, Cases, Chooser, Faults};
use crate::diagnostics::Span;
use crate::lang::ast::{self, Alt, Block, Number, Seat, Spanned, TurnClause};

#[derive(Default)]
struct Clauses<'t> {
    least: Option<(&'t Number, bool)>,
    start: Option<&'t ast::Start>,
    forbidden: Option<&'t [Alt<Spanned<ast::Test>>]>,
    first_moves: Vec<&'t Number>,
    kept: Option<&'t Number>,
    relay_rows: Option<ast::CaptureRows>,
    landing: Option<ast::Landing>,
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
            TurnClause::FirstMove(v) => stated.first_moves = choose.one(v).into_iter().collect(),
            TurnClause::FirstMoves(numbers) => stated.first_moves = numbers.iter().collect(),
            TurnClause::Forbid(tests) => stated.forbidden = Some(tests),
            TurnClause::Keeps(v) => stated.kept = choose.one(v),
            TurnClause::RelayRows(v) => stated.relay_rows = choose.one(v).map(|s| s.value),
            TurnClause::Landing(v) => stated.landing = choose.one(v).map(|s| s.value),
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
    let after_lap = faults.need(stated.after_lap, "after a lap { … }").map(|c| cases(choose, c, &stated, faults))?;
    let captures = after_lap.iter().any(|c| matches!(c.then, Action::Capture(_)));
    let relays = after_lap.iter().any(|c| match c.then {
        Action::Relay(_) | Action::RelayBack(_) => true,
        Action::Capture(capture) => !matches!(capture.then, Then::EndTurn | Then::MoveAgain),
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
    let first_lifts = stated.first_moves.iter().map(|number| first_lift(number, faults)).collect::<Option<Vec<_>>>()?;
    let free = [south, north].map(ways);
    if free[0] != free[1] {
        faults.push(Fault::NotTogether { one: "`south sows …`", other: "`north sows …`" });
    }
    let [ways, _] = free;
    let clauses = [
        (forced.is_some(), "`each move starts …`"),
        (!first_lifts.is_empty(), "`a player's first moves …`"),
        (ways == Ways::FirstMove, "`one way, as the first mover chooses`"),
    ];
    let mut in_force = clauses.into_iter().filter(|(stated, _)| *stated).map(|(_, clause)| clause);
    if let (Some(one), Some(other)) = (in_force.next(), in_force.next()) {
        faults.push(Fault::NotTogether { one, other });
    }
    let kept = match stated.kept {
        Some(n) => in_range(n, "the seeds that stay in a pit", faults)?,
        None => 0,
    };
    Some(Turn {
        choice: Choice {
            least,
            else_into_empty,
            forced,
            first_lifts,
            forbidden: stated.forbidden.map(|tests| lower_tests(choose, tests, faults)).unwrap_or_default(),
            kept,
            feeding: match stated.feeding {
                None | Some(ast::Feeding::Free) => Feeding::Free,
                Some(ast::Feeding::Due) => Feeding::Due,
                Some(ast::Feeding::DueOrEnds) => Feeding::DueOrRoundEnds,
            },
            may_pass: stated.passing == Some(ast::Passing::Allowed),
        },
        direction: [direction(south), direction(north)],
        ways,
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

/// Whether a player may sow the other way.
const fn ways(said: ast::Direction) -> Ways {
    match said {
        ast::Direction::Anticlockwise | ast::Direction::Clockwise => Ways::One,
        ast::Direction::EitherWay => Ways::EachTurn,
        ast::Direction::OneWayChosen => Ways::FirstMove,
    }
}

const fn direction(direction: ast::Direction) -> Direction {
    match direction {
        ast::Direction::Anticlockwise | ast::Direction::EitherWay | ast::Direction::OneWayChosen => {
            Direction::Anticlockwise
        }
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
fn cases(choose: &Chooser<'_>, cases: &Cases, stated: &Clauses<'_>, faults: &mut Faults) -> Vec<Case> {
    let chosen: Vec<CaseRef<'_>> = choose.all(cases);
    let places = Places::of(choose, stated.en_passant);
    let mut kept: Vec<Case> = Vec::new();
    for case in &chosen {
        let Some(lowered) = lower_case(choose, &case.value, stated, faults) else { continue };
        if reach(&lowered, &kept, places) == Reach::Reached {
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
    let stated = sort(choose, block);
    let places = Places::of(choose, stated.en_passant);
    for case in stated.after_lap.map(|cases| choose.all(cases)).unwrap_or_default() {
        let Some(lowered) = lower_case(choose, &case.value, &stated, &mut Faults::default()) else { continue };
        let reach = reach(&lowered, &kept, places);
        found.push((case.span, reach));
        if reach == Reach::Reached {
            kept.push(lowered);
        }
    }
    found
}

fn lower_tests(choose: &Chooser<'_>, tests: &[Alt<Spanned<ast::Test>>], faults: &mut Faults) -> Vec<Test> {
    let mut found: Vec<Test> = Vec::new();
    for test in choose.all(tests) {
        if let Some(test) = lower_test(test, faults)
            && !found.contains(&test)
        {
            found.push(test);
        }
    }
    found
}

/// The test that a clause about all relays or all captures adds to a case.
fn limit(action: &Action, stated: &Clauses<'_>) -> Option<Test> {
    match (action, stated.relay_rows, stated.landing) {
        (Action::Relay(pit) | Action::RelayBack(pit), Some(ast::CaptureRows::Own), _) => {
            Some(Test { pit: *pit, is: Quality::Own })
        }
        (Action::Relay(pit) | Action::RelayBack(pit), Some(ast::CaptureRows::Opponents), _) => {
            Some(Test { pit: *pit, is: Quality::Opponents })
        }
        (Action::Capture(_), _, Some(ast::Landing::Empty)) => Some(Test { pit: PitWord::Last, is: Quality::WasEmpty }),
        (Action::Capture(_), _, Some(ast::Landing::Occupied)) => {
            Some(Test { pit: PitWord::Last, is: Quality::WasOccupied })
        }
        _ => None,
    }
}

fn lower_case(choose: &Chooser<'_>, case: &ast::Case, stated: &Clauses<'_>, faults: &mut Faults) -> Option<Case> {
    let mut when = case.when.as_deref().map(|tests| lower_tests(choose, tests, faults)).unwrap_or_default();
    let then = match &choose.one(&case.then)?.value {
        ast::Action::Relay(pit) => Action::Relay(place(pit, faults)),
        ast::Action::RelayBack(pit) => Action::RelayBack(place(pit, faults)),
        ast::Action::Capture(capture) => Action::Capture(lower_capture(choose, capture, faults)?),
        ast::Action::EndTurn => Action::EndTurn,
        ast::Action::MoveAgain => Action::MoveAgain,
        ast::Action::MakeUr => Action::MakeUr,
        ast::Action::ClaimLast => Action::ClaimLast,
    };
    when.extend(limit(&then, stated).filter(|test| !when.contains(test)));
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
            ast::Then::RelayBack(pit) => Then::RelayBack(place(pit, faults)),
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
        ast::Quality::Neutral => Quality::Neutral,
        ast::Quality::NotNeutral => Quality::NotNeutral,
        ast::Quality::Closed => Quality::Closed,
        ast::Quality::NotClosed => Quality::NotClosed,
        ast::Quality::Origin => Quality::Origin,
        ast::Quality::NotOrigin => Quality::NotOrigin,
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
