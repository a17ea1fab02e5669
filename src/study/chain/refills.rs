//! How rows are filled for the next round, by players who choose by chance.

use crate::engine::{Kernel, Lanes, Move, State};
use crate::play::{Decision, Player, Turn, refill};
use crate::rules::ruleset::{MatchPlay, Seat};
use std::cell::RefCell;
use std::convert::Infallible;

/// The choices that are made at a refill, and how many there were at each.
#[derive(Default)]
struct Choices {
    path: Vec<usize>,
    options: Vec<usize>,
}

/// A player who makes the choices that he is told to. Both players take them from one list, as they choose one after the other.
struct Chooser<'a>(&'a RefCell<Choices>);

impl Player for Chooser<'_> {
    type Stop = Infallible;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        Ok(turn.nth(0))
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        let mut choices = self.0.borrow_mut();
        let at = choices.options.len();
        choices.options.push(decision.options.len());
        Ok(choices.path.get(at).copied().unwrap_or(0))
    }
}

/// How the rows can be filled for the next round, each with its chance where all choices are made by chance.
pub(super) fn all<W: Lanes>(
    kernel: &Kernel<W>,
    play: &MatchPlay,
    after: State<W>,
    starter: Seat,
) -> Vec<(f64, State<W>)> {
    let mut found = Vec::new();
    let mut paths = vec![Vec::new()];
    while let Some(path) = paths.pop() {
        let mut state = after;
        let choices = RefCell::new(Choices { path: path.clone(), options: Vec::new() });
        let mut choosers = [Chooser(&choices), Chooser(&choices)];
        let Ok(()) = refill(kernel, play, &mut state, starter, &mut choosers, &mut 0, &mut ());
        let options = choices.into_inner().options;
        if options.len() > path.len() {
            let next = options[path.len()];
            paths.extend((0..next).rev().map(|choice| [&path[..], &[choice]].concat()));
            continue;
        }
        let share = options.iter().map(|&n| 1.0 / n as f64).product();
        found.push((share, state));
    }
    found
}
