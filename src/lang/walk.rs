//! Visiting every choice of a block, with the answers under which it is reached.

use super::ast::{
    Action, Alt, BoardClause, By, CaptureRows, Captured, Case, Chain, Closed, Direction, EqualSplit, Feeding, Goal,
    GrandSlam, Landing, LastSeed, LossFound, Made, MatchClause, MatchEnd, Name, NeverEnding, NoMove, Opened, Order,
    Origin, Passing, Remainder, Reopen, Repetition, RoundClause, RoundEnd, RowsFilled, Sowers, Spanned, Start, Starter,
    Surplus, Taker, Test, Then, TurnClause, WithoutCapture,
};
use crate::diagnostics::Span;

/// A choice, whatever it chooses between.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The question.
    pub question: &'a Name,
    /// The readings of each arm.
    pub arms: Vec<&'a [Name]>,
    /// The place of `by` and the question's name.
    pub span: Span,
    /// Whether it chooses between what is told of the game and not played.
    pub told_only: bool,
}

/// An arm that must be chosen for something to be reached: the question and the readings that choose it.
pub type Guard<'a> = (&'a str, &'a [Name]);

/// Called with each choice and the arms that lead to it, outermost first.
pub type Visit<'v, 'a> = &'v mut dyn FnMut(Choice<'a>, &[Guard<'a>]);

/// Something in which choices may stand.
pub trait Walk {
    /// Visits every choice in it.
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>);
}

/// Visits every choice of a block.
pub fn choices<'a, T: Walk>(block: &'a [Alt<T>], visit: Visit<'_, 'a>) {
    let mut guards = Vec::new();
    for alt in block {
        alt.walk(&mut guards, visit);
    }
}

/// Visits every clause of a block with the arms that lead to it.
pub fn clauses<'a, C>(block: &'a [Alt<C>], visit: &mut dyn FnMut(&'a C, &[Guard<'a>])) {
    fn each<'a, C>(alt: &'a Alt<C>, guards: &mut Vec<Guard<'a>>, visit: &mut dyn FnMut(&'a C, &[Guard<'a>])) {
        match alt {
            Alt::Plain(clause) => visit(clause, guards),
            Alt::By(by) => {
                for arm in &by.arms {
                    guards.push((&by.question.value, &arm.readings));
                    for inner in &arm.body {
                        each(inner, guards, visit);
                    }
                    guards.pop();
                }
            }
        }
    }
    let mut guards = Vec::new();
    for alt in block {
        each(alt, &mut guards, visit);
    }
}

impl<T: Walk> Walk for Alt<T> {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        match self {
            Self::Plain(value) => value.walk(guards, visit),
            Self::By(by) => by.walk(guards, visit),
        }
    }
}

impl<T: Walk> Walk for By<T> {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        let arms = self.arms.iter().map(|arm| arm.readings.as_slice()).collect();
        visit(Choice { question: &self.question, arms, span: self.span, told_only: false }, guards);
        for arm in &self.arms {
            guards.push((&self.question.value, &arm.readings));
            for inner in &arm.body {
                inner.walk(guards, visit);
            }
            guards.pop();
        }
    }
}

impl<T: Walk> Walk for Spanned<T> {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        self.value.walk(guards, visit);
    }
}

impl Walk for BoardClause {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        match self {
            Self::SeedsEach(n) | Self::Pits(n) | Self::Ring(n) => n.walk(guards, visit),
            Self::Stores { sowers, holding } => {
                sowers.walk(guards, visit);
                if let Some(seeds) = holding {
                    seeds.walk(guards, visit);
                }
            }
            _ => {}
        }
    }
}

impl Walk for TurnClause {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        match self {
            Self::Choose { least: v, .. } | Self::FirstMove(v) | Self::Keeps(v) => v.walk(guards, visit),
            Self::Forbid(tests) => {
                for test in tests {
                    test.walk(guards, visit);
                }
            }
            Self::Starts(v) => v.walk(guards, visit),
            Self::Passing(v) => v.walk(guards, visit),
            Self::Feeding(v) => v.walk(guards, visit),
            Self::Sow(v) | Self::SeatSows(_, v) => v.walk(guards, visit),
            Self::OneSeedAPit | Self::FirstMoves(_) => {}
            Self::Origin(v) => v.walk(guards, visit),
            Self::CaptureRows(v) | Self::RelayRows(v) => v.walk(guards, visit),
            Self::Landing(v) => v.walk(guards, visit),
            Self::Corner(v) | Self::OriginCapture(v) | Self::SinglesCapture(v) => v.walk(guards, visit),
            Self::GrandSlam(v) => v.walk(guards, visit),
            Self::Captured(v) => v.walk(guards, visit),
            Self::WhileSowing(rule) => {
                rule.count.walk(guards, visit);
                rule.taker.walk(guards, visit);
                rule.last_seed.walk(guards, visit);
            }
            Self::AfterLap(cases) => {
                for case in cases {
                    case.walk(guards, visit);
                }
            }
            Self::NeverEnding(v) => v.walk(guards, visit),
        }
    }
}

impl Walk for Case {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        for test in self.when.iter().flatten() {
            test.walk(guards, visit);
        }
        self.then.walk(guards, visit);
    }
}

impl Walk for Action {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        if let Self::Capture(capture) = self {
            capture.chain.walk(guards, visit);
            capture.then.walk(guards, visit);
        }
    }
}

impl Walk for Start {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        if let Self::AfterCaptured(nothing) = self {
            nothing.walk(guards, visit);
        }
    }
}

impl Walk for Vec<RoundEnd> {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        for end in self {
            if let RoundEnd::SeedsLeft(n) | RoundEnd::PitsLeft(n) | RoundEnd::QuietTurns(n) = end {
                n.walk(guards, visit);
            }
        }
    }
}

impl Walk for Repetition {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        if let Self::DrawnAt(n) = self {
            n.walk(guards, visit);
        }
    }
}

impl Walk for RoundClause {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        match self {
            Self::Ends(v) => v.walk(guards, visit),
            Self::NoMove(v) => v.walk(guards, visit),
            Self::Remainder(v) => v.walk(guards, visit),
            Self::Repetition(v) => v.walk(guards, visit),
            Self::TurnCap(v) => v.walk(guards, visit),
            Self::Goal(v) => v.walk(guards, visit),
            Self::Opened(v) => {
                v.walk(guards, &mut |choice, guards| visit(Choice { told_only: true, ..choice }, guards));
            }
        }
    }
}

impl Walk for MatchClause {
    fn walk<'a>(&'a self, guards: &mut Vec<Guard<'a>>, visit: Visit<'_, 'a>) {
        match self {
            Self::Refill(v) => v.walk(guards, visit),
            Self::Order(v) => v.walk(guards, visit),
            Self::RowsFilled(v) => v.walk(guards, visit),
            Self::CloseUnfilled => {}
            Self::Surplus(v) => v.walk(guards, visit),
            Self::Reopen(v) => v.walk(guards, visit),
            Self::Closed(v) => v.walk(guards, visit),
            Self::Starter(v) => v.walk(guards, visit),
            Self::Ends(v) => v.walk(guards, visit),
            Self::LossFound(v) => v.walk(guards, visit),
            Self::EqualSplit(v) => v.walk(guards, visit),
        }
    }
}

macro_rules! holds_no_choice {
    ($($leaf:ty),+ $(,)?) => {
        $(impl Walk for $leaf {
            fn walk<'a>(&'a self, _: &mut Vec<Guard<'a>>, _: Visit<'_, 'a>) {}
        })+
    };
}

holds_no_choice!(
    u32,
    CaptureRows,
    Chain,
    Closed,
    Direction,
    EqualSplit,
    Feeding,
    Landing,
    LastSeed,
    LossFound,
    Made,
    MatchEnd,
    NeverEnding,
    NoMove,
    Opened,
    Order,
    Origin,
    Passing,
    Remainder,
    Reopen,
    RowsFilled,
    Sowers,
    Starter,
    Surplus,
    Taker,
    Test,
    Then,
    WithoutCapture,
    GrandSlam,
    Captured,
    Goal,
);
