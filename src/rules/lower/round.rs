//! The round.

use super::super::ruleset::{NoMove, Remainder, Repetition, Round, RoundEnd};
use super::fault::Fault;
use super::{Chooser, Faults};
use crate::lang::ast::{self, Block, Number, RoundClause};

pub(super) fn lower(choose: &Chooser<'_>, block: &Block<RoundClause>, faults: &mut Faults) -> Option<Round> {
    let (mut ends, mut no_move, mut remainder, mut repetition, mut cap) = (None, None, None, None, None);
    for clause in choose.all(block) {
        match &clause.value {
            RoundClause::Ends(v) => ends = choose.one(v),
            RoundClause::NoMove(v) => no_move = choose.one(v),
            RoundClause::Remainder(v) => remainder = choose.one(v),
            RoundClause::Repetition(v) => repetition = choose.one(v),
            RoundClause::TurnCap(v) => cap = choose.one(v),
        }
    }
    let ends = faults.need(ends, "ends …");
    let no_move = faults.need(no_move, "a player without a move …");
    let remainder = faults.need(remainder, "remaining seeds go …");
    let repetition = faults.need(repetition, "a repeated position …");
    Some(Round {
        ends: match ends?.value {
            ast::RoundEnd::OnTurn => RoundEnd::OnTurn,
            ast::RoundEnd::AtOnce => RoundEnd::AtOnce,
            ast::RoundEnd::MoverEmptied => RoundEnd::MoverEmptied,
        },
        no_move: match no_move?.value {
            ast::NoMove::EndsRound => NoMove::EndsRound,
            ast::NoMove::Passes => NoMove::Pass,
        },
        remainder: match remainder?.value {
            ast::Remainder::Opponent => Remainder::Opponent,
            ast::Remainder::RowOwners => Remainder::RowOwners,
            ast::Remainder::Nobody => Remainder::Nobody,
        },
        repetition: match repetition?.value {
            ast::Repetition::Drawn => Repetition::Drawn,
            ast::Repetition::Ignored => Repetition::Ignored,
        },
        turn_cap: cap.map(|n| at_least_one(n, "the turns of a round", faults)),
    })
}

/// A number that counts something there is at least one of.
pub(super) fn at_least_one(number: &Number, what: &'static str, faults: &mut Faults) -> u32 {
    if number.value == 0 {
        faults.push(Fault::Range { what, value: 0, least: 1, greatest: u32::MAX, span: number.span });
    }
    number.value
}
