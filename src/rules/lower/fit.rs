//! Whether what the rules speak of is on the board.

use super::super::ruleset::{
    Action, Board, Capture, CaptureRows, Form, PitWord, Quality, Remainder, Round, RoundEnd, Taker, Then, Turn,
};
use super::Faults;
use super::fault::Fault;

pub(super) fn check(board: &Board, turn: &Turn, round: &Round, has_match: bool, faults: &mut Faults) {
    let mut none = |clause: &'static str, what: &'static str| faults.push(Fault::NotOnBoard { clause, what });
    let ring = board.form == Form::Ring;
    let words = turn.after_lap.iter().flat_map(|case| {
        let tested = case.when.iter().map(|t| t.pit);
        let (first, also, next) = match case.then {
            Action::Relay(pit) => (Some(pit), None, None),
            Action::Capture(Capture { pit, also, then: Then::Relay(next), .. }) => {
                (Some(pit), also.map(|a| a.pit), Some(next))
            }
            Action::Capture(Capture { pit, also, .. }) => (Some(pit), also.map(|a| a.pit), None),
            Action::MakeUr => (Some(PitWord::OppositeLast), None, None),
            Action::EndTurn | Action::MoveAgain => (None, None, None),
        };
        tested.chain([first, also, next].into_iter().flatten())
    });
    for word in words {
        match word {
            PitWord::OppositeLast | PitWord::OppositeNext if ring => none("`opposite`", "pits that face each other"),
            PitWord::BehindOpposite if board.form != Form::FourRows => none("`behind`", "back row"),
            _ => {}
        }
    }
    for test in turn.after_lap.iter().flat_map(|case| &case.when) {
        match test.is {
            Quality::Own | Quality::Opponents if ring => none("`is own` or `is opponent's`", "pits that somebody owns"),
            Quality::Front | Quality::Back if board.form != Form::FourRows => {
                none("`front row` or `back row`", "such row");
            }
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
    if turn.choice.first_lift.is_some_and(|n| n >= board.pits) || turn.choice.first_lift.is_some() && ring {
        none("`a player's first move`", "such pit");
    }
    if has_match && board.form != Form::TwoRows {
        none("`match { … }`", "two rows to fill");
    }
}
