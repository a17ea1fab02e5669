//! The match.

use super::super::ruleset::{
    ClosedPits, EqualSplit, FillOrder, MatchEnd, MatchPlay, Reopen, RowsFilled, Starter, Surplus,
};
use super::fault::{Fault, MOST_SEEDS};
use super::round::at_least_one;
use super::{Chooser, Faults};
use crate::lang::ast::{self, Block, MatchClause, Number};

pub(super) fn lower(
    choose: &Chooser<'_>,
    block: &Block<MatchClause>,
    pits: u8,
    faults: &mut Faults,
) -> Option<MatchPlay> {
    let (mut fill, mut order, mut surplus, mut reopen, mut closed) = (None, None, None, None, None);
    let (mut starter, mut end, mut loss, mut split, mut rows) = (None, None, None, None, None);
    for clause in choose.all(block) {
        match &clause.value {
            MatchClause::Refill(v) => fill = choose.one(v),
            MatchClause::Order(v) => order = choose.one(v),
            MatchClause::RowsFilled(v) => rows = choose.one(v),
            MatchClause::CloseUnfilled => {}
            MatchClause::Surplus(v) => surplus = choose.one(v),
            MatchClause::Reopen(v) => reopen = choose.one(v),
            MatchClause::Closed(v) => closed = choose.one(v),
            MatchClause::Starter(v) => starter = choose.one(v),
            MatchClause::Ends(v) => end = choose.one(v),
            MatchClause::LossFound(v) => loss = choose.one(v),
            MatchClause::EqualSplit(v) => split = choose.one(v),
        }
    }
    let fill = faults.need(fill, "refill N in each own pit from winnings");
    let order = faults.need(order, "fill pits …");
    let surplus = faults.need(surplus, "surplus …");
    let reopen = faults.need(reopen, "reopen closed pits …");
    let closed = faults.need(closed, "closed pits …");
    let starter = faults.need(starter, "starter …");
    let end = faults.need(end, "ends …");
    let loss = faults.need(loss, "a loss is found …");
    let split = faults.need(split, "an equal split …");
    let fill = fill?;
    if !(1..=MOST_SEEDS).contains(&fill.value) {
        let what = "the seeds of a refilled pit";
        faults.push(Fault::Range { what, value: fill.value, least: 1, greatest: MOST_SEEDS, span: fill.span });
    }
    Some(MatchPlay {
        fill: u16::try_from(fill.value).ok()?,
        order: match order?.value {
            ast::Order::Sowing => FillOrder::Sowing,
            ast::Order::AgainstSowing => FillOrder::AgainstSowing,
            ast::Order::FromEnds => FillOrder::FromEnds,
            ast::Order::OwnersChoice => FillOrder::OwnersChoice,
        },
        rows: match rows.map_or(ast::RowsFilled::Each, |r| r.value) {
            ast::RowsFilled::Each => RowsFilled::Each,
            ast::RowsFilled::BothFromSouth => RowsFilled::BothFromSouth,
            ast::RowsFilled::BothFromPoorer => RowsFilled::BothFromPoorer,
            ast::RowsFilled::PoorerAlone => RowsFilled::PoorerAlone,
        },
        surplus: match surplus?.value {
            ast::Surplus::Kept => Surplus::Kept,
            ast::Surplus::Lost => Surplus::Lost,
            ast::Surplus::ShortPit => Surplus::ShortPit,
            ast::Surplus::ToOpponent => Surplus::ToOpponent,
        },
        reopen: match reopen?.value {
            ast::Reopen::AtRefill => Reopen::AtRefill,
            ast::Reopen::Never => Reopen::Never,
            ast::Reopen::DuringRound => Reopen::DuringRound,
        },
        closed: match closed?.value {
            ast::Closed::Absent => ClosedPits::Absent,
            ast::Closed::CountAsEmpty => ClosedPits::CountAsEmpty,
        },
        starter: match starter?.value {
            ast::Starter::Loser => Starter::Loser,
            ast::Starter::Alternates => Starter::Alternate,
            ast::Starter::Winner => Starter::Winner,
            ast::Starter::LastMover => Starter::LastMover,
        },
        end: match_end(&end?.value, fill, pits, faults)?,
        lost_during_round: loss?.value == ast::LossFound::DuringRound,
        equal_split: match split?.value {
            ast::EqualSplit::PlayOn => EqualSplit::PlayOn,
            ast::EqualSplit::Drawn => EqualSplit::Drawn,
        },
    })
}

fn match_end(end: &ast::MatchEnd, fill: &Number, pits: u8, faults: &mut Faults) -> Option<MatchEnd> {
    match end {
        // Who has fewer seeds than fill k pits can fill k - 1 at most.
        ast::MatchEnd::FewerSeeds(seeds) => {
            let most = u32::from(pits) * fill.value;
            if seeds.value == 0 || seeds.value > most {
                let what = "the seeds below which a match is lost";
                faults.push(Fault::Range { what, value: seeds.value, least: 1, greatest: most, span: seeds.span });
                return None;
            }
            if fill.value == 0 || seeds.value % fill.value != 0 {
                let (seeds, span) = (seeds.value, seeds.span);
                faults.push(Fault::NotWholePits { seeds, fill: fill.value, span, stated: fill.span });
                return None;
            }
            u8::try_from(seeds.value / fill.value - 1).ok().map(MatchEnd::FillsAtMost)
        }
        ast::MatchEnd::FillsAtMost(most) => {
            let greatest = u32::from(pits).saturating_sub(1);
            if most.value > greatest {
                let what = "the pits that a loser can fill at most";
                faults.push(Fault::Range { what, value: most.value, least: 0, greatest, span: most.span });
            }
            u8::try_from(most.value).ok().map(MatchEnd::FillsAtMost)
        }
        ast::MatchEnd::Rounds(rounds) => Some(MatchEnd::Rounds(at_least_one(rounds, "the rounds of a match", faults))),
    }
}
