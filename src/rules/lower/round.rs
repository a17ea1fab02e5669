//! The round.

use super::super::ruleset::{Goal, NoMove, Remainder, Repetition, Round, RoundEnd};
use super::fault::Fault;
use super::{Chooser, Faults};
use crate::lang::ast::{self, Block, Number, RoundClause};

pub(super) fn lower(choose: &Chooser<'_>, block: &Block<RoundClause>, faults: &mut Faults) -> Option<Round> {
    let (mut ends, mut no_move, mut remainder, mut repetition, mut cap) = (None, None, None, None, None);
    let mut goal = None;
    for clause in choose.all(block) {
        match &clause.value {
            RoundClause::Ends(v) => ends = choose.one(v),
            RoundClause::NoMove(v) => no_move = choose.one(v),
            RoundClause::Remainder(v) => remainder = choose.one(v),
            RoundClause::Repetition(v) => repetition = choose.one(v),
            RoundClause::TurnCap(v) => cap = choose.one(v),
            RoundClause::Goal(v) => goal = choose.one(v),
            RoundClause::Opened(_) => {}
        }
    }
    let ends = faults.need(ends, "ends …");
    let no_move = faults.need(no_move, "a player without a move …");
    let remainder = faults.need(remainder, "remaining seeds go …");
    let repetition = faults.need(repetition, "a repeated position …");
    Some(Round {
        ends: round_ends(choose, &ends?.value, faults)?,
        no_move: match no_move?.value {
            ast::NoMove::EndsRound => NoMove::EndsRound,
            ast::NoMove::Passes => NoMove::Pass,
        },
        remainder: match remainder?.value {
            ast::Remainder::Opponent => Remainder::Opponent,
            ast::Remainder::RowOwners => Remainder::RowOwners,
            ast::Remainder::Nobody => Remainder::Nobody,
            ast::Remainder::LastCapturer => Remainder::LastCapturer,
            ast::Remainder::Halved => Remainder::Halved,
        },
        repetition: match &repetition?.value {
            ast::Repetition::Drawn => Repetition::Drawn(1),
            ast::Repetition::DrawnAt(n) => {
                Repetition::Drawn(small(choose.one(n)?, "the returns of a position", faults)?)
            }
            ast::Repetition::EndsRound => Repetition::EndsRound,
            ast::Repetition::Ignored => Repetition::Ignored,
        },
        turn_cap: cap.map(|n| at_least_one(n, "the turns of a round", faults)),
        // Nothing but the number of seeds is needed to tell who has won where a file does not say.
        goal: match goal.map_or(ast::Goal::MoreSeeds, |g| g.value) {
            ast::Goal::MoreSeeds => Goal::MoreSeeds,
            ast::Goal::LastMove => Goal::LastMove,
            ast::Goal::LastCapture => Goal::LastCapture,
            ast::Goal::Nobody => Goal::Nobody,
        },
    })
}

fn round_ends(choose: &Chooser<'_>, ends: &[ast::RoundEnd], faults: &mut Faults) -> Option<Vec<RoundEnd>> {
    let mut found = Vec::new();
    for end in ends {
        found.push(match end {
            ast::RoundEnd::OnTurn => RoundEnd::OnTurn,
            ast::RoundEnd::AtOnce => RoundEnd::AtOnce,
            ast::RoundEnd::MoverEmptied => RoundEnd::MoverEmptied,
            ast::RoundEnd::NoCapture => RoundEnd::NoCapture,
            ast::RoundEnd::BoardEmpty => continue,
            ast::RoundEnd::Agreement(said) => {
                faults.push(Fault::Agreement { span: said.span });
                continue;
            }
            ast::RoundEnd::SeedsLeft(n) => {
                RoundEnd::SeedsLeft(small(choose.one(n)?, "the seeds left at the end of a round", faults)?.into())
            }
            ast::RoundEnd::PitsLeft(n) => {
                RoundEnd::PitsLeft(small(choose.one(n)?, "the pits that hold seeds at the end of a round", faults)?)
            }
            ast::RoundEnd::QuietTurns(n) => {
                RoundEnd::QuietTurns(at_least_one(choose.one(n)?, "the turns without a capture", faults))
            }
        });
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// A number from 1 to 255.
fn small(number: &Number, what: &'static str, faults: &mut Faults) -> Option<u8> {
    let greatest = u32::from(u8::MAX);
    if !(1..=greatest).contains(&number.value) {
        faults.push(Fault::Range { what, value: number.value, least: 1, greatest, span: number.span });
    }
    u8::try_from(number.value).ok()
}

/// A number that counts something there is at least one of.
pub(super) fn at_least_one(number: &Number, what: &'static str, faults: &mut Faults) -> u32 {
    if number.value == 0 {
        faults.push(Fault::Range { what, value: 0, least: 1, greatest: u32::MAX, span: number.span });
    }
    number.value
}
