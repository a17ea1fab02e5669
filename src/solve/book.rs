//! A solved round, to look positions up in and to play by.

use super::answer::bare;
use super::checkpoint::{Checkpoint, CheckpointError};
use super::database::Database;
use super::graph::{Edge, Graph, Leads, Rules, Stop, count};
use super::packing::{Packing, Unsolvable};
use super::retrograde::{Bounds, Solved};
use crate::engine::{Kernel, Lanes, Machine, Move, Position, State};
use crate::with_kernel;
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use thiserror::Error;

/// What solving may take, and what it may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes for the positions and their values.
    pub memory: u64,
    /// Where work is kept when it is stopped, and taken up again.
    pub checkpoint: Option<PathBuf>,
    /// Time after which work is kept there in any case, once the level in hand is done.
    pub keep_after: Duration,
    /// The values of all positions of up to so many seeds; those positions are not gone through then.
    pub database: Option<Arc<Database>>,
}

impl Limits {
    /// So many bytes, and nothing kept or used beside.
    #[must_use]
    pub const fn within(memory: u64) -> Self {
        Self { memory, checkpoint: None, keep_after: Duration::from_secs(60), database: None }
    }
}

impl Default for Limits {
    /// 4 GiB, and nothing kept or used beside.
    fn default() -> Self {
        Self::within(4 << 30)
    }
}

/// Why there is no answer.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum SolveError {
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    #[error("stopped")]
    Stopped,
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
}

/// A number of bytes as it is written, such as `500M`; K, M, G and T stand for powers of 1,024. None if it is no such number.
#[must_use]
pub fn bytes(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let power = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return None,
    };
    digits.parse::<u64>().ok().and_then(|n| n.checked_mul(1 << (10 * power)))
}

/// The values of all positions that come up in rounds from a position.
#[derive(Debug)]
pub struct Book {
    packing: Packing,
    closed: u32,
    solved: Solved,
}

/// What is known of how soon a position can be led to something: the fewest turns that suffice, the most that do not.
#[derive(Clone, Copy, Default)]
struct Reach {
    within: Option<u32>,
    not_within: Option<u32>,
}

/// A search for the soonest way to bring in what a player can secure.
struct Soonest<'a, W> {
    rules: Rules<'a, W>,
    solved: &'a Solved,
    level: u16,
    /// What the player for whom it is made can secure.
    secured: i16,
    known: FxHashMap<(u64, bool), Reach>,
}

impl Book {
    /// Solves the round from a position.
    ///
    /// # Errors
    /// [`SolveError`] where the rules or the board are beyond it, where it is told to stop, and where a checkpoint cannot be
    /// read or written.
    pub fn new(machine: &Machine, position: &Position, limits: &Limits, stop: Stop<'_>) -> Result<Self, SolveError> {
        with_kernel!(machine, kernel => Self::on(kernel, position, limits, stop))
    }

    pub(super) fn on<W: Lanes>(
        kernel: &Kernel<W>,
        position: &Position,
        limits: &Limits,
        stop: Stop<'_>,
    ) -> Result<Self, SolveError> {
        let root = bare::<W>(position);
        let seeds = u32::from(root.cells.sum(0, kernel.rules().board.len() as u8));
        let packing = Packing::new(kernel, root.closed, seeds)?;
        let rules = Rules::new(kernel, &packing, root.closed);
        // A database is one of positions without closed pits.
        let database = limits.database.as_ref().filter(|_| root.closed == 0);
        let floor = database.map_or(0, |database| database.seeds() + 1);
        let file = limits.checkpoint.as_deref().map(|path| Checkpoint::new(path, kernel.rules(), position));
        let kept = match &file {
            Some(file) => file.read(floor, database)?,
            None => None,
        };
        let mut solved = kept.unwrap_or_else(|| {
            Solved::new(Graph::new(rules.packing.key(&root), rules.level(&root), floor), false, database.cloned())
        });
        let mut kept_at = Instant::now();
        while !solved.is_done() {
            let done = if solved.graph.next.is_some() {
                solved.graph.explore_next(&rules, limits.memory, stop)
            } else {
                solved.solve_next(&rules, stop)
            };
            if let Some(file) = &file
                && (!done || kept_at.elapsed() >= limits.keep_after)
            {
                file.write(&solved)?;
                kept_at = Instant::now();
            }
            if !done {
                return Err(SolveError::Stopped);
            }
        }
        Ok(Self { closed: root.closed, packing, solved })
    }

    pub(super) fn rules<'a, W: Lanes>(&'a self, kernel: &'a Kernel<W>) -> Rules<'a, W> {
        Rules::new(kernel, &self.packing, self.closed)
    }

    pub(super) const fn solved(&self) -> &Solved {
        &self.solved
    }

    /// The positions to be valued once more, sowings that never end counting as anything.
    pub(super) fn reopened(self) -> (Packing, Solved) {
        (self.packing, Solved::new(self.solved.graph, true, self.solved.below))
    }

    /// Positions found, those of a database left out.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.solved.graph.levels.iter().map(|l| count(l) as u64).sum()
    }

    /// Whether all positions that can come up were found; if not, memory ran out.
    #[must_use]
    pub const fn complete(&self) -> bool {
        self.solved.graph.dropped.is_none()
    }

    /// What the rest of the round is worth to the player to move, for a position that can come up: seeds won less his
    /// opponent's, or 1, 0 and -1 where other things than seeds decide. None for a position that cannot, or of other closed
    /// pits.
    #[must_use]
    pub fn bounds<W: Lanes>(&self, kernel: &Kernel<W>, state: &State<W>) -> Option<Bounds> {
        let rules = self.rules(kernel);
        let level = rules.level(state);
        let known = state.closed == self.closed && usize::from(level) < self.solved.graph.levels.len();
        if known { self.solved.bounds(&rules, self.packing.key(state), level) } else { None }
    }

    /// The best moves of a position that can come up; none where the round is over, or for a position that cannot come up.
    ///
    /// They secure the lower bound of its value, which is the value where the bounds meet; of those moves they are the ones by
    /// which it is brought in soonest, in the fewest turns until seeds leave the board or the round ends against the
    /// stubbornest reply. To take just any move that keeps the value would not do: such moves can lead round in a circle.
    /// Among equals those of the highest upper bound are taken. Where nothing can be secured, the upper bound alone decides.
    #[must_use]
    pub fn best<W: Lanes>(&self, kernel: &Kernel<W>, state: &State<W>) -> Vec<Move> {
        if self.bounds(kernel, state).is_none() {
            return Vec::new();
        }
        let rules = self.rules(kernel);
        let level = rules.level(state);
        let mut edges = Vec::new();
        rules.edges(&State { won: [0, 0], out: 0, ..*state }, level, &mut edges);
        let worth = |edge: &Edge| self.solved.worth(&rules, level, edge).unwrap_or(Bounds::all(rules.most(level)));
        let secured = edges.iter().map(|e| worth(e).low).max().unwrap_or(0);
        let mut best: Vec<&Edge> = edges.iter().filter(|e| worth(e).low == secured).collect();
        if secured > -rules.most(level) && best.len() > 1 {
            let mut search = Soonest {
                rules: self.rules(kernel),
                solved: &self.solved,
                level,
                secured,
                known: FxHashMap::default(),
            };
            // What is secured is brought in without ever coming back to a position, so that this comes to an end.
            let longest = 2 * count(&self.solved.graph.levels[usize::from(level)]) as u32 + 1;
            for turns in 0..=longest {
                let soon: Vec<&Edge> = best.iter().copied().filter(|e| search.move_leads(e, true, turns)).collect();
                if !soon.is_empty() {
                    best = soon;
                    break;
                }
            }
        }
        let high = best.iter().map(|e| worth(e).high).max();
        best.iter().filter(|e| Some(worth(e).high) == high).filter_map(|e| e.chosen).collect()
    }
}

impl<W: Lanes> Soonest<'_, W> {
    /// Whether, after a move of the player for whom it is searched or of his opponent, seeds leave the board or the round
    /// ends within so many turns more, the player securing what he can.
    fn move_leads(&mut self, edge: &Edge, own: bool, turns: u32) -> bool {
        match edge.to() {
            Some((key, level)) if level == self.level => {
                turns > 0 && self.position_leads(key, own != (edge.leads == Leads::ToOpponent), turns)
            }
            _ => true,
        }
    }

    fn position_leads(&mut self, key: u64, own: bool, turns: u32) -> bool {
        let known = self.known.get(&(key, own)).copied().unwrap_or_default();
        if known.within.is_some_and(|within| within <= turns) {
            return true;
        }
        if known.not_within.is_some_and(|not| not >= turns) {
            return false;
        }
        let state: State<W> = self.rules.packing.state(key, self.level.into());
        let mut edges = Vec::new();
        self.rules.edges(&state, self.level, &mut edges);
        let leads = if own {
            edges.iter().any(|edge| {
                let worth = self.solved.worth(&self.rules, self.level, edge);
                worth.is_some_and(|w| w.low >= self.secured) && self.move_leads(edge, true, turns - 1)
            })
        } else {
            // Whatever he replies leaves the player what he has secured.
            edges.iter().all(|edge| self.move_leads(edge, false, turns - 1))
        };
        let entry = self.known.entry((key, own)).or_default();
        if leads {
            entry.within = Some(entry.within.map_or(turns, |within| within.min(turns)));
        } else {
            entry.not_within = Some(entry.not_within.map_or(turns, |not| not.max(turns)));
        }
        leads
    }
}
