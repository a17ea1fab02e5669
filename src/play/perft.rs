//! Counting move sequences: the standard check of a move generator, after chess programs' `perft`.
//!
//! Sequences that lead to the same position by the same positions since seeds last left the board go on in the same ways, so
//! that they are counted once and looked up after that. Positions before that cannot come back, and the order of those
//! after it does not matter; all that can end a round by repetition is in the key, and no hash stands for it.

use super::round::returns_of;
use crate::engine::{Kernel, Lanes, Machine, Mark, Position, State};
use crate::rules::ruleset::Seat;
use crate::with_kernel;
use rustc_hash::FxHashMap;

/// What a position must have in common with an earlier one to be a repetition of it, no seeds having left the board since.
type Seen<W> = (W, Seat, Mark);

const fn seen<W: Lanes>(state: &State<W>) -> Seen<W> {
    (state.cells, state.mover, state.mark)
}

/// Most positions in the table; what comes after that is counted anew each time.
const MOST_ENTRIES: usize = 1 << 22;

/// All that the number of sequences from a position hangs on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Node<W> {
    here: Seen<W>,
    ur: [u32; 2],
    closed: u32,
    last_capture: Option<Seat>,
    /// The positions since seeds last left the board, in the order of their parts; none where nobody looks at repetition.
    since: Box<[Seen<W>]>,
    /// The turns so far, where the rules count them.
    turns: usize,
    left: usize,
}

/// A count under way.
struct Counter<'a, W> {
    kernel: &'a Kernel<W>,
    /// Earlier positions like it that make a position a repetition; 0 for any number.
    returns: usize,
    path: Vec<Seen<W>>,
    table: FxHashMap<Node<W>, Vec<u64>>,
    most_entries: usize,
}

/// The number of move sequences of each length from 0 to `depth` in one round from a position. A pass, forced or chosen, is
/// a move. A move that ends the round is counted and leads no deeper.
#[must_use]
pub fn perft(machine: &Machine, position: &Position, depth: usize) -> Vec<u64> {
    counted(machine, position, depth, MOST_ENTRIES)
}

fn counted(machine: &Machine, position: &Position, depth: usize, most_entries: usize) -> Vec<u64> {
    with_kernel!(machine, kernel => {
        let state = position.pack();
        let (returns, _) = returns_of(kernel.rules().round.repetition);
        let path = if returns > 0 { vec![seen(&state)] } else { Vec::new() };
        let mut counter = Counter { kernel, returns, path, table: FxHashMap::default(), most_entries };
        counter.count(&state, 0, 0, depth)
    })
}

impl<W: Lanes> Counter<'_, W> {
    /// Sequences of each length from 0 to `left`, `turns` having been made; the positions since seeds left the board begin in
    /// the path at `from`.
    fn count(&mut self, state: &State<W>, from: usize, turns: usize, left: usize) -> Vec<u64> {
        let mut counts = vec![0; left + 1];
        counts[0] = 1;
        let cap = self.kernel.rules().round.turn_cap;
        if left == 0 || cap.is_some_and(|cap| turns >= cap as usize) {
            return counts;
        }
        let layout = self.kernel.layout(state.closed);
        let situation = self.kernel.situation(layout, state);
        if left == 1 {
            counts[1] = situation.moves().count() as u64;
            return counts;
        }
        let node = self.node(state, from, if cap.is_some() { turns } else { 0 }, left);
        if let Some(known) = self.table.get(&node) {
            return known.clone();
        }
        for chosen in situation.moves() {
            let mut after = *state;
            let (_, end) = self.kernel.make(layout, &mut after, chosen, &mut ());
            let taken = (after.won, after.out) != (state.won, state.out);
            let here = seen(&after);
            let repeats = !taken
                && self.returns > 0
                && self.path[from..].iter().filter(|&&was| was == here).count() >= self.returns;
            if end.is_some() || repeats {
                counts[1] += 1;
                continue;
            }
            let from = if taken { self.path.len() } else { from };
            if self.returns > 0 {
                self.path.push(here);
            }
            let after = self.count(&after, from, turns + 1, left - 1);
            if self.returns > 0 {
                self.path.pop();
            }
            for (all, more) in counts[1..].iter_mut().zip(after) {
                *all += more;
            }
        }
        if self.table.len() < self.most_entries {
            self.table.insert(node, counts.clone());
        }
        counts
    }

    fn node(&self, state: &State<W>, from: usize, turns: usize, left: usize) -> Node<W> {
        let mut since: Box<[Seen<W>]> = self.path[from.min(self.path.len())..].into();
        since.sort_unstable();
        Node {
            here: seen(state),
            ur: state.ur,
            closed: state.closed,
            last_capture: state.last_capture,
            since,
            turns,
            left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Scope;
    use crate::rules::game::Game;
    use std::path::Path;

    #[test]
    fn the_table_changes_no_count() {
        let file = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("variants").join(name);
        for (name, reading, depth) in [
            ("bosh.sow", "bosh", 7),
            ("bosh.sow", "bosh:22=drawn,10=must-feed", 6),
            ("bosh.sow", "bosh:25=may-pass", 6),
            ("bao-kigogo.sow", "bao-kigogo", 3),
            ("sat-gol.sow", "sat-gol", 12),
        ] {
            let game = Game::load(&file(name)).game.unwrap();
            let rules = game.ruleset(&game.parse_reading(reading).unwrap()).unwrap();
            let machine = Machine::new(rules, Scope::Round).unwrap();
            let start = Position::start(machine.rules());
            assert_eq!(perft(&machine, &start, depth), counted(&machine, &start, depth, 0), "{reading}");
        }
        // An endgame in which positions come back: every way round the ring.
        let game = Game::load(&file("bosh.sow")).game.unwrap();
        let machine = Machine::new(game.ruleset(&game.best()).unwrap(), Scope::Round).unwrap();
        let few = Position::parse("0 0 1 0 1 / 1 0 0 1 0 s s:18 n:18", &machine.rules().board).unwrap();
        assert_eq!(perft(&machine, &few, 13), counted(&machine, &few, 13, 0));
    }
}
