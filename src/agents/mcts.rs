//! A player who plays games out: Monte-Carlo tree search.
//!
//! The tree grows by one position a game, as in L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006, LNAI
//! 4212, pp. 282-293 (UCT). The move to follow is the one of the greatest upper bound by UCB1-TUNED (P. Auer, N. Cesa-Bianchi
//! and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", *Machine Learning* 47, 2002, section 4), which
//! takes the scale of the bound from the rewards themselves, so that no constant is chosen here. A reward is the seeds won
//! from the root on less those of the opponent, mapped so that 0 stands for the loss and 1 for the win of all that lie on
//! the board; where other things than seeds decide, it is 1, ½ or 0. Beyond the tree both players move by chance, by the
//! same rules that govern any round, those of a match within a round among them. A position that comes back on the way
//! through the tree ends the game played out; the tree is a tree, so that no value is shared between ways.
//!
//! Logarithms are computed by a library of its own, as those of systems differ in the last place and results must not.

use super::Seated;
use crate::engine::{End, Lanes, Move, Situation, State};
use crate::play::{RoundPlay, Turn};
use crate::rng::Rng;
use crate::rules::ruleset::Seat;
use crate::solve::{DECIDED, Path, Worth, situation};

/// A position of the tree, or a move not yet tried.
struct Node {
    chosen: Move,
    /// The first of the moves from here and how many there are; none where it has not been visited or the round is over.
    replies: (u32, u32),
    visits: u32,
    /// Sum of the rewards to the player who made the move, and of their squares.
    rewards: [f64; 2],
}

impl Node {
    const fn new(chosen: Move) -> Self {
        Self { chosen, replies: (0, 0), visits: 0, rewards: [0.0; 2] }
    }

    /// The upper bound by UCB1-TUNED, `log` being the logarithm of the visits to the position before the move.
    fn bound(&self, log: f64) -> f64 {
        let visits = f64::from(self.visits);
        let mean = self.rewards[0] / visits;
        let spread = self.rewards[1] / visits - mean * mean + (2.0 * log / visits).sqrt();
        mean + (log / visits * spread.min(0.25)).sqrt()
    }
}

/// The move tried most when `sims` games have been played out; among equals each is equally likely.
pub(super) fn choose<W: Lanes>(turn: &Turn<'_, W>, sims: u32, rng: &mut Rng) -> Move {
    if turn.choices() == 1 {
        return turn.nth(0);
    }
    let mut tree = vec![Node::new(Move::Pass)];
    grow(&mut tree, 0, Situation::Choose { moves: turn.moves, may_pass: turn.may_pass });
    for _ in 0..sims {
        play_out(turn, &mut tree, rng);
    }
    let (from, count) = tree[0].replies;
    let replies = &tree[from as usize..(from + count) as usize];
    let most = replies.iter().map(|r| r.visits).max().unwrap_or(0);
    let best: Vec<Move> = replies.iter().filter(|r| r.visits == most).map(|r| r.chosen).collect();
    best[rng.below(best.len() as u32) as usize]
}

fn grow(tree: &mut Vec<Node>, at: usize, situation: Situation) {
    let from = tree.len();
    tree.extend(situation.moves().map(Node::new));
    tree[at].replies = (from as u32, (tree.len() - from) as u32);
}

/// The reply to follow: one that has never been tried, chosen by chance, before all others; else the greatest upper bound, the
/// first of equals.
fn follow(tree: &[Node], at: usize, rng: &mut Rng) -> usize {
    let (from, count) = tree[at].replies;
    let replies = from as usize..(from + count) as usize;
    let untried = replies.clone().filter(|&r| tree[r].visits == 0);
    let n = untried.clone().count();
    if n > 0
        && let Some(chosen) = untried.clone().nth(rng.below(n as u32) as usize)
    {
        return chosen;
    }
    let log = libm::log(f64::from(tree[at].visits));
    let mut best = (f64::NEG_INFINITY, replies.start);
    for reply in replies {
        let bound = tree[reply].bound(log);
        if bound > best.0 {
            best = (bound, reply);
        }
    }
    best.1
}

fn play_out<W: Lanes>(turn: &Turn<'_, W>, tree: &mut Vec<Node>, rng: &mut Rng) {
    let (kernel, root) = (turn.kernel, turn.state);
    let round = &kernel.rules().round;
    let worth = Worth::of(round.goal);
    let mut path = Path::new(round.repetition, turn.history);
    let (mut state, mut at) = (*root, 0);
    // The nodes gone through, and who moved there.
    let mut line: Vec<(usize, Seat)> = Vec::new();
    let reward = loop {
        let chosen = follow(tree, at, rng);
        line.push((chosen, state.mover));
        let step = path.step(kernel, &state, tree[chosen].chosen);
        path.enter(&step);
        state = step.state;
        let situation = situation(kernel, &state);
        let end = step.end.or(match situation {
            Situation::Over(end) => Some(end),
            _ => None,
        });
        if let Some(end) = end {
            break reward(turn, worth, &state, end);
        }
        if tree[chosen].visits == 0 {
            grow(tree, chosen, situation);
            let mut players = [(); 2].map(|()| Seated::by_chance(rng.next_u64()));
            let mut play = RoundPlay::new();
            let Ok(end) = play.run(kernel, &mut state, &mut players, &mut ());
            break reward(turn, worth, &state, end);
        }
        at = chosen;
    };
    tree[0].visits += 1;
    for (node, mover) in line {
        let r = if mover == Seat::South { reward } else { 1.0 - reward };
        let node = &mut tree[node];
        node.visits += 1;
        node.rewards[0] += r;
        node.rewards[1] += r * r;
    }
}

/// The reward to South of a game that has come to an end, settled or not: where the round is settled no seeds are left to
/// share out.
fn reward<W: Lanes>(turn: &Turn<'_, W>, worth: Worth, state: &State<W>, end: End) -> f64 {
    let rest = worth.end(turn.kernel, state, end, Seat::South);
    scaled(turn, worth.gain(turn.state, state, Seat::South) + rest)
}

/// From what South gains to a number from 0 to 1.
fn scaled<W: Lanes>(turn: &Turn<'_, W>, gain: i32) -> f64 {
    if gain.abs() >= DECIDED {
        return if gain > 0 { 1.0 } else { 0.0 };
    }
    let rules = turn.kernel.rules();
    let on_board = i32::from(turn.state.cells.sum(0, rules.board.len() as u8)).max(1);
    (0.5 + f64::from(gain) / f64::from(2 * on_board)).clamp(0.0, 1.0)
}
