//! The turn.

use super::super::ruleset::{
    Action, Capture, CaptureLimits, CaptureRows, Case, Chain, Choice, Direction, EnPassant, NeverEnding, Origin,
    PitWord, Quality, Taker, Test, Turn,
};
use super::fault::{Fault, MOST_SEEDS};
use super::{CaseRef, Cases, Chooser, Faults};
use crate::diagnostics::Span;
use crate::lang::ast::{self, Block, Number, Seat, Spanned, TurnClause};

#[derive(Default)]
struct Clauses<'t> {
    least: Option<&'t Number>,
    passing: Option<ast::Passing>,
    feeding: Option<ast::Feeding>,
    direction: [Option<Direction>; 2],
    origin: Option<ast::Origin>,
    rows: Option<ast::CaptureRows>,
    corner: Option<ast::Made>,
    from_origin: Option<ast::Made>,
    en_passant: Option<&'t ast::EnPassant>,
    after_lap: Option<&'t Cases>,
    never_ending: Option<ast::NeverEnding>,
}

fn sort<'t>(choose: &Chooser<'_>, block: &'t Block<TurnClause>) -> Clauses<'t> {
    let mut stated = Clauses::default();
    for clause in choose.all(block) {
        match &clause.value {
            TurnClause::Choose(v) => stated.least = choose.one(v),
            TurnClause::Passing(v) => stated.passing = choose.one(v).map(|s| s.value),
            TurnClause::Feeding(v) => stated.feeding = choose.one(v).map(|s| s.value),
            TurnClause::Sow(v) => stated.direction = [choose.one(v).map(|s| direction(s.value)); 2],
            TurnClause::SeatSows(seat, v) => {
                stated.direction[usize::from(*seat == Seat::North)] = choose.one(v).map(|s| direction(s.value));
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
    let least = least.and_then(|n| in_range(n, "the seeds of a pit that is lifted", faults));
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
    let relays = after_lap.iter().any(|c| matches!(c.then, Action::Relay(_)));
    let limits = capture_limits(&stated, captures, faults);
    let never_ending = match stated.never_ending {
        Some(ast::NeverEnding::NotAllowed) => Some(NeverEnding::NotAllowed),
        Some(ast::NeverEnding::Drawn) => Some(NeverEnding::Drawn),
        Some(ast::NeverEnding::MoverLoses) => Some(NeverEnding::MoverLoses),
        None if !relays => Some(NeverEnding::MoverLoses),
        None => faults.need(None, "a sowing that never ends: …"),
    };
    Some(Turn {
        choice: Choice {
            least: least?,
            must_feed: stated.feeding == Some(ast::Feeding::Due),
            may_pass: stated.passing == Some(ast::Passing::Allowed),
        },
        direction: [south?, north?],
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
        return Some(CaptureLimits { rows: CaptureRows::Either, round_the_corner: true, from_origin: true });
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
    })
}

const fn direction(direction: ast::Direction) -> Direction {
    match direction {
        ast::Direction::Anticlockwise => Direction::Anticlockwise,
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
        | (Quality::Opponents, Quality::Own) => true,
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
        ast::Action::Relay(pit) => Action::Relay(pit_word(pit.value)),
        ast::Action::Capture { pit, with_opposite, chain } => Action::Capture(Capture {
            pit: pit_word(pit.value),
            with_opposite: *with_opposite,
            chain: match choose.one(chain)?.value {
                ast::Chain::Once => Chain::Once,
                ast::Chain::BeforeLast => Chain::BeforeLast,
                ast::Chain::ThroughLast => Chain::ThroughLast,
            },
        }),
        ast::Action::EndTurn => Action::EndTurn,
    };
    Some(Case { when, then })
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
    Some(Test { pit: pit_word(pit.value), is })
}

const fn pit_word(word: ast::PitWord) -> PitWord {
    match word {
        ast::PitWord::Last => PitWord::Last,
        ast::PitWord::Next => PitWord::Next,
        ast::PitWord::Beyond => PitWord::Beyond,
        ast::PitWord::OppositeLast => PitWord::OppositeLast,
        ast::PitWord::OppositeNext => PitWord::OppositeNext,
    }
}
