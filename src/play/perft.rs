//! Counting move sequences: the standard check of a move generator, after chess programs' `perft`.

use super::round::returns_of;
use crate::engine::{Kernel, Lanes, Machine, Mark, Position, State};
use crate::rules::ruleset::Seat;
use crate::with_kernel;

/// What a position must have in common with an earlier one to be a repetition of it.
type Seen<W> = (W, Seat, Mark, [u16; 2], u16);

const fn seen<W: Lanes>(state: &State<W>) -> Seen<W> {
    (state.cells, state.mover, state.mark, state.won, state.out)
}

/// The number of move sequences of each length from 0 to `depth` in one round from a position. A pass, forced or chosen, is
/// a move. A move that ends the round is counted and leads no deeper.
#[must_use]
pub fn perft(machine: &Machine, position: &Position, depth: usize) -> Vec<u64> {
    with_kernel!(machine, kernel => {
        let state = position.pack();
        let mut counts = vec![0; depth + 1];
        let mut path = vec![seen(&state)];
        count(kernel, &state, 0, &mut counts, &mut path);
        counts
    })
}

fn count<W: Lanes>(kernel: &Kernel<W>, state: &State<W>, length: usize, counts: &mut [u64], path: &mut Vec<Seen<W>>) {
    counts[length] += 1;
    if length + 1 == counts.len() {
        return;
    }
    let rules = kernel.rules();
    if rules.round.turn_cap.is_some_and(|cap| length >= cap as usize) {
        return;
    }
    let layout = kernel.layout(state.closed);
    let situation = kernel.situation(layout, state);
    if length + 2 == counts.len() {
        counts[length + 1] += situation.moves().count() as u64;
        return;
    }
    let (returns, _) = returns_of(rules.round.repetition);
    for chosen in situation.moves() {
        let mut after = *state;
        let (_, end) = kernel.make(layout, &mut after, chosen, &mut ());
        let here = seen(&after);
        let repeats = returns > 0 && path.iter().filter(|&&was| was == here).count() >= returns;
        if end.is_some() || repeats {
            counts[length + 1] += 1;
            continue;
        }
        path.push(here);
        count(kernel, &after, length + 1, counts, path);
        path.pop();
    }
}
