//! One move further: the position after it, the repetitions on the way there, and the worth of an end.
//!
//! All is done by the engine's own moves. What a search leaves out is what counts turns: a round broken off after so many
//! turns, or ended after so many without a capture, is not foreseen. Nor is a pit that is opened in the middle of a round:
//! looking ahead, the pits stay as they are.

use crate::engine::{End, Kernel, Lanes, Mark, Move, Situation, State};
use crate::play::returns_of;
use crate::rules::ruleset::{Goal, Repetition, Seat};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

/// What a repetition compares, while no seeds leave the board: board, player to move, and the start prescribed to him.
pub type Seen<W> = (W, Seat, Mark);

/// The positions of a line of play since seeds were last won or taken out of the game; earlier ones cannot come again.
#[derive(Clone, Debug)]
pub struct Path<W> {
    seen: Vec<Seen<W>>,
    /// Where the positions since the last capture begin, one entry for each capture on the line.
    starts: Vec<usize>,
    returns: usize,
    at_return: End,
}

/// What a move has led to.
#[derive(Clone, Copy, Debug)]
pub struct Step<W> {
    /// The position; the seeds left on the board are still on it where the round has ended.
    pub state: State<W>,
    /// The end of the round, if the move or a repetition has ended it.
    pub end: Option<End>,
    /// Whether seeds have left the board.
    pub taken: bool,
}

impl<W: Lanes> Path<W> {
    /// The line that leads to a position: the positions since the last capture, the position itself the last of them.
    /// Empty where the rules do not look at repetition.
    #[must_use]
    pub fn new(repetition: Repetition, history: &[Seen<W>]) -> Self {
        let (returns, at_return) = returns_of(repetition);
        Self { seen: if returns > 0 { history.to_vec() } else { Vec::new() }, starts: vec![0], returns, at_return }
    }

    fn since_capture(&self) -> &[Seen<W>] {
        &self.seen[self.starts.last().copied().unwrap_or(0)..]
    }

    /// Plays one move. The path stays as it is.
    #[inline(never)]
    pub fn step(&self, kernel: &Kernel<W>, state: &State<W>, chosen: Move) -> Step<W> {
        let mut after = *state;
        let (_, end) = kernel.make(kernel.layout(state.closed), &mut after, chosen, &mut ());
        let taken = after.won != state.won || after.out != state.out;
        let end = end.or_else(|| (!taken && self.comes_back(&after)).then_some(self.at_return));
        Step { state: after, end, taken }
    }

    fn comes_back(&self, after: &State<W>) -> bool {
        let now = (after.cells, after.mover, after.mark);
        self.returns > 0 && self.since_capture().iter().filter(|&&was| was == now).count() >= self.returns
    }

    /// Goes on to the position of a step.
    pub fn enter(&mut self, step: &Step<W>) {
        if self.returns == 0 {
            return;
        }
        if step.taken {
            self.starts.push(self.seen.len());
        }
        self.seen.push((step.state.cells, step.state.mover, step.state.mark));
    }

    /// Goes back from the position of a step.
    pub fn leave(&mut self, step: &Step<W>) {
        if self.returns == 0 {
            return;
        }
        self.seen.pop();
        if step.taken {
            self.starts.pop();
        }
    }

    /// A hash of the positions since the last capture, whatever their order: all that a value can owe to the way by which a
    /// position was reached.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.since_capture().iter().fold(0, |sum, seen| sum.wrapping_add(FxBuildHasher.hash_one(seen)))
    }
}

/// What the player to move faces.
#[inline(never)]
pub fn situation<W: Lanes>(kernel: &Kernel<W>, state: &State<W>) -> Situation {
    kernel.situation(kernel.layout(state.closed), state)
}

/// Worth of a round that is won by other things than seeds: more than any number of seeds.
pub const DECIDED: i32 = 1_000;

/// What seeds and ends are worth under a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    goal: Goal,
}

impl Worth {
    /// As the rules of a round say.
    #[must_use]
    pub const fn of(goal: Goal) -> Self {
        Self { goal }
    }

    /// What a player gains, in seeds won less those of his opponent, between two positions. Nothing where seeds do not decide.
    #[must_use]
    pub fn gain<W>(self, before: &State<W>, after: &State<W>, seat: Seat) -> i32 {
        match self.goal {
            Goal::MoreSeeds | Goal::Nobody => margin(after, seat) - margin(before, seat),
            Goal::LastMove | Goal::LastCapture => 0,
        }
    }

    /// What the end of a round is worth to a player, the seeds that lay on the board shared out by the rules.
    #[must_use]
    pub fn end<W: Lanes>(self, kernel: &Kernel<W>, state: &State<W>, end: End, seat: Seat) -> i32 {
        let decided = |winner: Option<Seat>| winner.map_or(0, |w| if w == seat { DECIDED } else { -DECIDED });
        match (self.goal, end) {
            (Goal::MoreSeeds | Goal::Nobody, _) => {
                let mut settled = *state;
                kernel.settle(&mut settled, end);
                margin(&settled, seat) - margin(state, seat)
            }
            (Goal::LastMove, End::Stuck(stuck)) => decided(Some(stuck.opponent())),
            (Goal::LastMove, _) | (_, End::NeverEnding(_) | End::Repetition | End::TurnCap) => 0,
            (Goal::LastCapture, _) => decided(state.last_capture),
        }
    }

    /// What an unfinished round is taken to be worth to a player beyond the gains so far: nothing where seeds decide; where
    /// they do not, the seeds in his pits less those in his opponent's, which are what he can still move with.
    #[must_use]
    pub fn unfinished<W: Lanes>(self, kernel: &Kernel<W>, state: &State<W>, seat: Seat) -> i32 {
        match self.goal {
            Goal::MoreSeeds | Goal::Nobody => 0,
            Goal::LastMove | Goal::LastCapture => {
                let rows = [seat, seat.opponent()].map(|s| i32::from(kernel.row_sum(state, s)));
                rows[0] - rows[1]
            }
        }
    }
}

fn margin<W>(state: &State<W>, seat: Seat) -> i32 {
    i32::from(state.won[seat.index()]) - i32::from(state.won[seat.opponent().index()])
}
