//! A player who looks ahead: alpha-beta search to a fixed depth, with a transposition table.
//!
//! D. E. Knuth and R. W. Moore, "An analysis of alpha-beta pruning", *Artificial Intelligence* 6(4), 1975, pp. 293-326. Values
//! are seeds won by the player to move less those won by his opponent, the rest of the board shared out by the rules where
//! the round ends; where other things than seeds decide, see [`Worth`]. The search is deepened turn by turn, and each move
//! is tried first where the last search found it best, then by what it wins at once.
//!
//! A value can owe something to the way to its position, for a position that comes back ends the round under most rules.
//! Therefore the table holds a value under the position *and* the positions since the last capture, which are all that can
//! come back, and uses it at the same remaining depth only. So the search finds the value that plain minimax to the same
//! depth would find (up to a collision of the 64 bits to which those positions are hashed), and the table only saves time.
//!
//! In a match he looks to the end of the round and no further.

use crate::engine::{Kernel, Lanes, Move, Situation, State};
use crate::play::Turn;
use crate::rng::Rng;
use crate::solve::{DECIDED, Distinction, Key, Path, Step, Worth, situation};
use rustc_hash::FxHashMap;

/// Positions the table holds at most; when it is full it is emptied.
const MOST_ENTRIES: usize = 1 << 20;
/// Above every value: all seeds of a game, or the worth of a decision and all seeds.
const INFINITE: i32 = 2 * DECIDED;

#[derive(Clone, Copy)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry {
    value: i32,
    depth: u8,
    bound: Bound,
    best: u8,
}

/// One reply and what is known of it before it is searched.
#[derive(Clone, Copy)]
struct Reply<W> {
    chosen: Move,
    step: Step<W>,
    /// What it wins at once, the end of the round counted.
    gain: i32,
}

/// A search from one position.
struct Search<'a, W> {
    kernel: &'a Kernel<W>,
    worth: Worth,
    distinction: Distinction,
    table: FxHashMap<(Key<W>, u64), Entry>,
    path: Path<W>,
}

/// The value of each legal move of a turn to the player whose turn it is, looking `depth` turns ahead, in the order of the
/// moves. Moves that are worse than the best have some value below the best one.
fn values<W: Lanes>(turn: &Turn<'_, W>, depth: u8) -> Vec<i32> {
    let round = &turn.kernel.rules().round;
    let mut search = Search {
        kernel: turn.kernel,
        worth: Worth::of(round.goal),
        distinction: Distinction::of(turn.kernel.rules()),
        table: FxHashMap::default(),
        path: Path::new(round.repetition, turn.history),
    };
    let moves: Vec<Move> = (0..turn.choices()).map(|n| turn.nth(n)).collect();
    let mut values = vec![0; moves.len()];
    let mut order: Vec<usize> = (0..moves.len()).collect();
    for depth in 1..=depth {
        let mut best = -INFINITE;
        for &n in &order {
            let reply = search.reply(turn.state, moves[n]);
            // One below the best, so that a move as good as the best is known to be as good.
            let floor = (best - 1).max(-INFINITE);
            values[n] = search.worth_of(turn.state, &reply, depth, floor, INFINITE);
            best = best.max(values[n]);
        }
        order.sort_by_key(|&n| (-values[n], n));
    }
    values
}

/// The best move of a turn, looking `depth` turns ahead; among equals each is equally likely.
pub(super) fn choose<W: Lanes>(turn: &Turn<'_, W>, depth: u8, rng: &mut Rng) -> Move {
    if turn.choices() == 1 {
        return turn.nth(0);
    }
    let values = values(turn, depth);
    let most = values.iter().copied().max().unwrap_or(0);
    let best: Vec<u32> = (0u32..).zip(values).filter(|&(_, v)| v == most).map(|(n, _)| n).collect();
    turn.nth(best[rng.below(best.len() as u32) as usize])
}

impl<W: Lanes> Search<'_, W> {
    fn reply(&self, state: &State<W>, chosen: Move) -> Reply<W> {
        let step = self.path.step(self.kernel, state, chosen);
        let won = self.worth.gain(state, &step.state, state.mover);
        let rest = step.end.map_or(0, |end| self.worth.end(self.kernel, &step.state, end, state.mover));
        Reply { chosen, step, gain: won + rest }
    }

    /// The value of a reply to the player who makes it, `depth` turns with this one.
    fn worth_of(&mut self, state: &State<W>, reply: &Reply<W>, depth: u8, alpha: i32, beta: i32) -> i32 {
        if reply.step.end.is_some() {
            return reply.gain;
        }
        let after = &reply.step.state;
        let (alpha, beta) = (alpha - reply.gain, beta - reply.gain);
        self.path.enter(&reply.step);
        let rest = if after.mover == state.mover {
            self.value(after, depth - 1, alpha, beta)
        } else {
            -self.value(after, depth - 1, -beta, -alpha)
        };
        self.path.leave(&reply.step);
        reply.gain + rest
    }

    /// What the rest of the round is worth to the player to move: exact between `alpha` and `beta`, a bound outside.
    fn value(&mut self, state: &State<W>, depth: u8, mut alpha: i32, mut beta: i32) -> i32 {
        let situation = situation(self.kernel, state);
        if let Situation::Over(end) = situation {
            return self.worth.end(self.kernel, state, end, state.mover);
        }
        if depth == 0 {
            return self.worth.unfinished(self.kernel, state, state.mover);
        }
        let key = (self.distinction.key(state), self.path.hash());
        let known = self.table.get(&key).copied();
        if let Some(entry) = known.filter(|e| e.depth == depth) {
            match entry.bound {
                Bound::Exact => return entry.value,
                Bound::AtLeast => alpha = alpha.max(entry.value),
                Bound::AtMost => beta = beta.min(entry.value),
            }
            if alpha >= beta {
                return entry.value;
            }
        }
        let mut replies: Vec<Reply<W>> = situation.moves().map(|chosen| self.reply(state, chosen)).collect();
        let first = known.map(|e| e.best);
        replies.sort_by_key(|r| (first != Some(r.chosen.code()), -r.gain, r.chosen.code()));
        let (floor, mut best, mut best_move) = (alpha, -INFINITE, None);
        for reply in &replies {
            let value = self.worth_of(state, reply, depth, alpha, beta);
            if best_move.is_none() || value > best {
                (best, best_move) = (value, Some(reply.chosen.code()));
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        let bound = if best >= beta {
            Bound::AtLeast
        } else if best <= floor {
            Bound::AtMost
        } else {
            Bound::Exact
        };
        if self.table.len() >= MOST_ENTRIES {
            self.table.clear();
        }
        self.table.insert(key, Entry { value: best, depth, bound, best: best_move.unwrap_or(u8::MAX) });
        best
    }
}
