//! The exact value of a round and of its first moves.

use super::book::{Book, Limits, SolveError};
use super::graph::{Edge, Rules, Stop};
use super::packing::{Packing, Unsolvable};
use super::retrograde::{Bounds, Solved};
use crate::engine::{Kernel, Lanes, Machine, Move, Position, State};
use crate::with_kernel;
use rustc_hash::FxHashSet;

/// A move and the bounds of its value to the player who makes it, winnings so far counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move.
    pub chosen: Move,
    /// Its value.
    pub value: Bounds,
}

/// What solving has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Seeds of the player to move, less his opponent's, at the end of the round; where other things than seeds decide,
    /// 1 for his win, 0 for a draw and -1 for his loss.
    pub value: Bounds,
    /// The same for each first move, in the order of moves.
    pub moves: Vec<MoveValue>,
    /// A line of best moves, the first of equals; to the end of the round where all values on it are exact and the line need
    /// not come back to where it was.
    pub line: Vec<Move>,
    /// Positions found, those of the database left out. Where both players are treated alike, a position of North to move and
    /// that of South to move with the board turned are one.
    pub positions: u64,
    /// Whether all positions that can come up were found; if not, memory ran out, and the bounds are what can be proved.
    pub complete: bool,
    /// Bytes that the positions and their values took.
    pub bytes: u64,
    /// Positions in which a sowing that never ends can be chosen; those of the database counted, if there is one.
    pub never_ending: u64,
    /// The value where such a sowing may count as anything from the loss to the win of all seeds on the board; where it is the
    /// same as `value`, that rule does not matter.
    pub whatever_never_ending: Bounds,
}

/// The number of positions of up to as many seeds as a position has on the board: no more than these can come up, and mostly far
/// fewer do. None where they are 2^63 or more.
///
/// # Errors
/// [`Unsolvable`] where the rules or the board are beyond the solver.
pub fn positions_at_most(machine: &Machine, position: &Position) -> Result<Option<u64>, Unsolvable> {
    with_kernel!(machine, kernel => at_most_on(kernel, position))
}

fn at_most_on<W: Lanes>(kernel: &Kernel<W>, position: &Position) -> Result<Option<u64>, Unsolvable> {
    let root: State<W> = position.pack();
    let seeds = position.pits.iter().flatten().map(|&n| u32::from(n)).sum();
    Ok(Packing::new(kernel, root.closed, seeds)?.all(seeds as usize))
}

/// Solves the round from a position.
///
/// # Errors
/// [`SolveError`] where the rules or the board are beyond it, where it is told to stop, and where a checkpoint cannot be read or
/// written.
pub fn solve(machine: &Machine, position: &Position, limits: &Limits, stop: Stop<'_>) -> Result<Answer, SolveError> {
    with_kernel!(machine, kernel => solve_on(kernel, position, limits, stop))
}

fn solve_on<W: Lanes>(
    kernel: &Kernel<W>,
    position: &Position,
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<Answer, SolveError> {
    let book = Book::on(kernel, position, limits, stop)?;
    let rules = book.rules(kernel);
    let solved = book.solved();
    let root = bare::<W>(position);
    let level = rules.level(&root);
    let mut edges = Vec::new();
    rules.edges(&root, level, &mut edges);
    let value = best(&rules, solved, &edges, level);
    let margin = margin_so_far(&rules, position);
    let won = |b: Bounds| b.plus(margin);
    let moves =
        edges.iter().filter_map(|e| Some(MoveValue { chosen: e.chosen?, value: won(solved.worth(&rules, level, e)?) }));
    let below = solved.below.as_ref().map_or(0, |database| database.never_ending());
    let answer = Answer {
        value: won(value),
        moves: moves.collect(),
        line: line(&rules, solved, &root),
        positions: book.positions(),
        complete: book.complete(),
        bytes: solved.graph.bytes(),
        never_ending: solved.never_ending + below,
        whatever_never_ending: won(value),
    };
    if answer.never_ending == 0 {
        return Ok(answer);
    }
    let (packing, mut open) = book.reopened();
    let rules = Rules::new(kernel, &packing, root.closed);
    while !open.is_done() {
        if !open.solve_next(&rules, stop) {
            return Err(SolveError::Stopped);
        }
    }
    Ok(Answer { whatever_never_ending: won(best(&rules, &open, &edges, level)), ..answer })
}

/// A position with nothing won.
pub(super) fn bare<W: Lanes>(position: &Position) -> State<W> {
    State { won: [0, 0], out: 0, ..position.pack() }
}

fn margin_so_far<W: Lanes>(rules: &Rules<'_, W>, position: &Position) -> i16 {
    let mover = position.mover;
    let [own, other] = [mover, mover.opponent()].map(|s| position.won[s.index()].cast_signed());
    if rules.by_seeds() { own - other } else { 0 }
}

/// The bounds of a position of a level, from its moves.
fn best<W: Lanes>(rules: &Rules<'_, W>, solved: &Solved, edges: &[Edge], level: u16) -> Bounds {
    let worths = edges.iter().filter_map(|edge| solved.worth(rules, level, edge));
    worths.reduce(Bounds::better).unwrap_or_else(|| Bounds::all(rules.most(level)))
}

/// The moves of a position that keep its exact value, with what they lead to; none where it is not exact.
fn best_edges<W: Lanes>(rules: &Rules<'_, W>, solved: &Solved, state: &State<W>, level: u16) -> Vec<Edge> {
    let mut edges = Vec::new();
    rules.edges(state, level, &mut edges);
    let value = best(rules, solved, &edges, level);
    if value.value().is_none() {
        return Vec::new();
    }
    edges.retain(|edge| solved.worth(rules, level, edge) == Some(value));
    edges
}

/// Best play by both, without going in a circle.
fn line<W: Lanes>(rules: &Rules<'_, W>, solved: &Solved, root: &State<W>) -> Vec<Move> {
    let (mut moves, mut state) = (Vec::new(), Some(*root));
    while let Some(from) = state {
        let (way, after) = way_out(rules, solved, &from);
        moves.extend(way);
        state = after;
    }
    moves
}

/// Best moves to the end of the round or until something is won, searched in depth, the first of equals first; and the
/// position that they lead to, if the round goes on.
fn way_out<W: Lanes>(rules: &Rules<'_, W>, solved: &Solved, state: &State<W>) -> (Vec<Move>, Option<State<W>>) {
    let level = rules.level(state);
    let mut been = FxHashSet::from_iter([rules.packing.key(state)]);
    let mut stack = vec![(*state, best_edges(rules, solved, state, level))];
    let mut way = Vec::new();
    while let Some((from, open)) = stack.last_mut() {
        if open.is_empty() {
            stack.pop();
            way.pop();
            continue;
        }
        let edge = open.remove(0);
        let Some(chosen) = edge.chosen else { return (way, None) };
        let next = rules.after(from, chosen);
        match (edge.to(), next) {
            (Some((key, to)), Some(next)) if to == level => {
                if been.insert(key) {
                    way.push(chosen);
                    stack.push((next, best_edges(rules, solved, &next, level)));
                }
            }
            _ => {
                way.push(chosen);
                return (way, next);
            }
        }
    }
    (way, None)
}
