//! Whether what the rules speak of is on the board.

use super::super::ruleset::{
    Action, Board, Capture, CaptureRows, Form, PitWord, Quality, Remainder, Round, RoundEnd, Taker, Then, Turn,
};
use super::Faults;
use super::fault::Fault;

/// The most pits of a board on which pits can become somebody's ur.
const MOST_UR_PITS: usize = 32;

pub(super) fn check(board: &Board, turn: &Turn, round: &Round, has_match: bool, faults: &mut Faults) {
    if turn.makes_ur() && board.len() > MOST_UR_PITS {
        faults.push(Fault::UrBoard { pits: board.len() });
    }
    if turn.makes_ur() && turn.tests_origin() {
        faults.push(Fault::NotTogether { one: "`becomes the mover's ur`", other: "`is the origin`" });
    }
    let mut none = |clause: &'static str, what: &'static str| faults.push(Fault::NotOnBoard { clause, what });
    let ring = board.form == Form::Ring;
    let words = turn.after_lap.iter().flat_map(|case| {
        let tested = case.when.iter().map(|t| t.pit);
        let (first, also, next) = match case.then {
            Action::Relay(pit) | Action::RelayBack(pit) => (Some(pit), None, None),
            Action::Capture(Capture { pit, also, then: Then::Relay(next) | Then::RelayBack(next), .. }) => {
                (Some(pit), also.map(|a| a.pit), Some(next))
            }
            Action::Capture(Capture { pit, also, .. }) => (Some(pit), also.map(|a| a.pit), None),
            Action::MakeUr => (Some(PitWord::OppositeLast), None, None),
            Action::EndTurn | Action::MoveAgain | Action::ClaimLast => (None, None, None),
        };
        tested.chain([first, also, next].into_iter().flatten())
    });
    let words = words.chain(turn.choice.forbidden.iter().map(|test| test.pit));
    for word in words {
        match word {
            PitWord::OppositeLast | PitWord::OppositeNext if ring => none("`opposite`", "pits that face each other"),
            PitWord::BehindOpposite if board.form != Form::FourRows => none("`behind`", "back row"),
            _ => {}
        }
    }
    for test in turn.after_lap.iter().flat_map(|case| &case.when).chain(&turn.choice.forbidden) {
        match test.is {
            Quality::Own | Quality::Opponents if ring => none("`is own` or `is opponent's`", "pits that somebody owns"),
            Quality::Front | Quality::Back if board.form != Form::FourRows => {
                none("`front row` or `back row`", "such row");
            }
            Quality::Neutral | Quality::NotNeutral if !matches!(board.form, Form::Columns { neutral } if neutral > 0) =>
            {
                none("`is neutral` or `is not neutral`", "pits that nobody owns beside those that somebody does");
            }
            Quality::Closed | Quality::NotClosed if !has_match => none("`is closed` or `is not closed`", "closed pits"),
            Quality::OwnStore if board.stores.is_none() => none("`is own store`", "stores"),
            _ => {}
        }
    }
    let opposite = turn.after_lap.iter().any(|c| matches!(c.then, Action::Capture(c) if c.with_opposite));
    if ring && opposite {
        none("`with the pit opposite`", "pits that face each other");
    }
    if ring && turn.captures.rows != CaptureRows::Either {
        none("`captures from`", "rows that somebody owns");
    }
    if ring && turn.en_passant.is_some_and(|e| e.taker == Taker::Owner) {
        none("`its owner captures it`", "pits that somebody owns");
    }
    if ring && round.remainder == Remainder::RowOwners {
        none("`remaining seeds go to the owners of the rows`", "rows that somebody owns");
    }
    if ring && round.ends.iter().any(|end| matches!(end, RoundEnd::AtOnce | RoundEnd::MoverEmptied)) {
        none("`ends when … row …`", "rows that somebody owns");
    }
    if turn.choice.first_lifts.iter().any(|&n| ring || n >= board.own().min(board.pits)) {
        none("`a player's first move`", "such pit");
    }
    if has_match && board.form != Form::TwoRows {
        none("`match { … }`", "two rows to fill");
    }
}
