//! What can be proved of a ruleset without playing it by chance.

use super::game::Script;
use super::game::play_script;
use crate::engine::{Kernel, Lanes, Machine, MachineError, Move, Position, Scope, Situation, State};
use crate::rules::ruleset::{
    Action, Capture, CaptureLimits, Case, Chain, Form, GrandSlam, Origin, PitWord, Quality, Ruleset, Test, Then,
};
use crate::with_kernel;
use serde::Serialize;

/// Something proved of the single rounds of a ruleset, from its opening position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "kebab-case")]
pub enum Finding {
    /// After the first move no player ever has a choice: the game is as many fixed games as there are first moves.
    NoDecision {
        /// The first moves, at most.
        first_moves: u32,
        /// Turns of the longest of the games.
        turns: u32,
    },
    /// No sowing ever goes on for ever.
    SowingsEnd,
    /// The board is never bare, for the seed sown last is never captured; and nothing else ends the round.
    NeverBare,
}

impl Finding {
    /// Makes a finding of the same kind say what holds of both.
    pub fn join(&mut self, other: &Self) {
        if let (
            Self::NoDecision { first_moves, turns },
            Self::NoDecision { first_moves: other_moves, turns: other_turns },
        ) = (self, other)
        {
            *first_moves = (*first_moves).max(*other_moves);
            *turns = (*turns).max(*other_turns);
        }
    }
}

/// Turns after which a fixed game is no longer followed.
const MOST_TURNS: u32 = 10_000;

/// What is proved of a ruleset.
///
/// # Errors
/// If it cannot be played.
pub fn findings(rules: &Ruleset) -> Result<Vec<Finding>, MachineError> {
    let machine = Machine::new(rules.clone(), Scope::Round)?;
    let mut found = Vec::new();
    found.extend(with_kernel!(&machine, kernel => fixed_games(kernel)));
    if sowings_end(&machine) {
        found.push(Finding::SowingsEnd);
    }
    if rules.round.ends.is_empty() && last_seed_stays(rules) {
        found.push(Finding::NeverBare);
    }
    Ok(found)
}

/// The finding of [`findings`] that there is nothing to decide after the first move, if that is so.
///
/// # Errors
/// If the ruleset cannot be played.
pub fn no_decision(rules: &Ruleset) -> Result<Option<Finding>, MachineError> {
    let machine = Machine::new(rules.clone(), Scope::Round)?;
    Ok(with_kernel!(&machine, kernel => fixed_games(kernel)))
}

/// Follows every first move for as long as one move is legal.
fn fixed_games<W: Lanes>(kernel: &Kernel<W>) -> Option<Finding> {
    let start: State<W> = Position::start(kernel.rules()).pack();
    let Situation::Choose { moves, may_pass: false } = kernel.situation(kernel.layout(0), &start) else { return None };
    let mut longest = 0;
    for first in moves.iter() {
        longest = longest.max(fixed_turns(kernel, start, first)?);
    }
    Some(Finding::NoDecision { first_moves: moves.count(), turns: longest })
}

/// The turns of the game that begins with a move, if no other move of it is a choice.
fn fixed_turns<W: Lanes>(kernel: &Kernel<W>, mut state: State<W>, first: Move) -> Option<u32> {
    let layout = kernel.layout(0);
    let mut chosen = first;
    let mut seen = Vec::new();
    for turns in 1..MOST_TURNS {
        let (_, ended) = kernel.make(layout, &mut state, chosen, &mut ());
        let now = (state.cells, state.mover, state.mark);
        // From a position that has been there before the same moves lead on.
        if ended.is_some() || seen.contains(&now) {
            return Some(turns);
        }
        seen.push(now);
        chosen = match kernel.situation(layout, &state) {
            Situation::Over(_) => return Some(turns),
            Situation::MustPass => Move::Pass,
            Situation::Choose { moves, may_pass: false } if moves.count() == 1 => moves.nth(0),
            Situation::Choose { .. } => return None,
        };
    }
    None
}

/// Whether it is proved that every sowing ends, in this way. While a relay from the next pit runs, each pass over two
/// neighbouring pits leaves a seed in one of them: if the first is lifted the second is sown at once, and if it is not
/// lifted it was sown. A relay that can be undone lap by lap and never ends comes back to its start, so that it starts from
/// a board without two neighbours that are empty. But every move leaves two: the next pit, where it stopped, and the one
/// beyond, which was empty or has been captured. What is left are the first moves, and those are tried.
fn sowings_end(machine: &Machine) -> bool {
    let rules = machine.rules();
    let turn = &rules.turn;
    let one_ring = rules.board.form != Form::FourRows && rules.board.stores.is_none() && rules.board.len() > 2;
    if !one_ring || turn.origin != Origin::Sown || turn.en_passant.is_some() {
        return false;
    }
    if turn.choice.kept > 0 || turn.turns_round() {
        return false;
    }
    let no_limits = CaptureLimits { out_of_game: false, ..turn.captures } == CaptureLimits::NONE;
    let [relay, capture, rest @ ..] = &turn.after_lap[..] else { return false };
    let next_occupied = [Test { pit: PitWord::Next, is: Quality::Occupied }];
    let relays = relay.when == next_occupied && relay.then == Action::Relay(PitWord::Next);
    if !relays || !no_limits || !empties_two(capture) || rest.iter().any(|case| case.then != Action::EndTurn) {
        return false;
    }
    let start = Position::start(rules);
    let names = rules.board.names();
    rules.board.all().all(|pit| {
        play_script(machine, &start, Script::new(&names.of(pit).to_string()))
            .is_ok_and(|told| told.turns().all(|turn| !turn.never_ending))
            || start.seeds(pit) < turn.choice.least
            || rules.board.owner(pit).is_some_and(|owner| owner != start.mover)
    })
}

/// Whether a case takes the pit beyond an empty one whenever it holds seeds.
fn empties_two(case: &Case) -> bool {
    let tests = [Test { pit: PitWord::Next, is: Quality::Empty }, Test { pit: PitWord::Beyond, is: Quality::Occupied }];
    let Action::Capture(Capture { pit, then: Then::EndTurn, .. }) = case.then else { return false };
    let first_beyond = matches!(pit, PitWord::Beyond | PitWord::FirstOccupied | PitWord::FirstOccupiedOrLast);
    first_beyond && case.when.iter().all(|test| tests.contains(test))
}

/// Whether the pit sown last is never emptied by the move that sowed it, so that every move leaves a seed on the board.
fn last_seed_stays(rules: &Ruleset) -> bool {
    let turn = &rules.turn;
    let spares_last = |capture: &Capture| {
        let named = [Some(capture.pit), capture.also.map(|also| also.pit)];
        let takes = |word: PitWord| matches!(word, PitWord::Last | PitWord::FirstOccupiedOrLast);
        let short_ring = rules.board.len() <= 3;
        !named.into_iter().flatten().any(takes)
            && !matches!(capture.chain, Chain::ThroughLast | Chain::Backwards(_))
            && !capture.with_opposite
            && matches!(capture.then, Then::EndTurn | Then::MoveAgain)
            && !short_ring
    };
    turn.en_passant.is_none_or(|rule| !rule.by_last_seed)
        && rules.board.stores.is_none()
        && turn.captures.grand_slam == GrandSlam::Made
        && turn.after_lap.iter().all(|case| match &case.then {
            Action::Capture(capture) => spares_last(capture),
            _ => true,
        })
}
