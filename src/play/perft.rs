//! Counting move sequences: the standard check of a move generator, after chess programs' `perft`.

use crate::engine::{Kernel, Lanes, Machine, Move, Position, Situation, State, bits};
use crate::rules::ruleset::{Pit, Repetition, Seat};
use crate::with_kernel;

/// The number of move sequences of each length from 0 to `depth` in one round from a position. A pass, forced or chosen, is
/// a move. A move that ends the round is counted and leads no deeper.
#[must_use]
pub fn perft(machine: &Machine, position: &Position, depth: usize) -> Vec<u64> {
    with_kernel!(machine, kernel => {
        let state = position.pack();
        let mut counts = vec![0; depth + 1];
        let mut path = vec![(state.cells, state.mover, state.won)];
        count(kernel, &state, 0, &mut counts, &mut path);
        counts
    })
}

fn count<W: Lanes>(
    kernel: &Kernel<W>,
    state: &State<W>,
    length: usize,
    counts: &mut [u64],
    path: &mut Vec<(W, Seat, [u16; 2])>,
) {
    counts[length] += 1;
    if length + 1 == counts.len() {
        return;
    }
    let rules = kernel.rules();
    if rules.round.turn_cap.is_some_and(|cap| length >= cap as usize) {
        return;
    }
    let layout = kernel.layout(state.closed);
    let (pits, may_pass) = match kernel.situation(layout, state) {
        Situation::Over(_) => return,
        Situation::MustPass => (0, true),
        Situation::Choose { pits, may_pass } => (pits, may_pass),
    };
    if length + 2 == counts.len() {
        counts[length + 1] += u64::from(pits.count_ones()) + u64::from(may_pass);
        return;
    }
    let lifts = bits(pits).map(|p| Move::Lift(Pit(p as u8)));
    for chosen in lifts.chain(may_pass.then_some(Move::Pass)) {
        let mut after = *state;
        let (_, end) = kernel.make(layout, &mut after, chosen, &mut ());
        let here = (after.cells, after.mover, after.won);
        let repeats = rules.round.repetition == Repetition::Drawn && path.contains(&here);
        if end.is_some() || repeats {
            counts[length + 1] += 1;
            continue;
        }
        path.push(here);
        count(kernel, &after, length + 1, counts, path);
        path.pop();
    }
}
