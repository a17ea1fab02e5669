//! The positions that can come up, found level by level.
//!
//! A level is a number of seeds on the board. Moves lead to the same level or, by what they win, to a lower one; so the levels
//! are gone through from the top, and within a level in waves until a wave brings nothing new. Threads share the positions
//! of a wave; what is found is a set, the same in whatever order.

use super::packing::Packing;
use super::step::{DECIDED, Worth};
use super::table::{SHARDS, Table, shard};
use crate::engine::{Kernel, Lanes, Layout, Move, Situation, State};
use crate::rules::ruleset::{Goal, Pit, Seat};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The level that is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// The positions with so many seeds on the board are gone through.
    Finding(u16),
    /// They are valued.
    Valuing(u16),
}

/// Asked again and again whether to stop.
pub type Stop<'a> = &'a (dyn Fn(Work) -> bool + Sync);

/// Positions that one thread expands at a time.
const CHUNK: usize = 4_096;

/// Bytes that a slot takes: the key and two bounds.
pub(super) const SLOT_BYTES: u64 = 10;

/// Most bytes that a position takes where there are many: half the slots at least are filled.
pub const BYTES_A_POSITION: u64 = 2 * SLOT_BYTES;

/// Where a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leads {
    /// To the end of the round.
    End,
    /// To the end of the round, for the sowing never ends.
    NeverEnds,
    /// To a position, with so many seeds on the board.
    To { key: u64, level: u16, opponent_moves: bool },
}

/// A move as far as values go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// None where the round is over without a move.
    pub chosen: Option<Move>,
    /// What the mover gains by it, the end of the round counted where it ends.
    pub gain: i16,
    pub leads: Leads,
}

/// The rules, and how positions are numbered under them.
#[derive(Debug)]
pub(super) struct Rules<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub packing: Packing,
    layout: &'a Layout<W>,
    worth: Worth,
    by_seeds: bool,
}

impl<'a, W: Lanes> Rules<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, packing: Packing, closed: u32) -> Self {
        let goal = kernel.rules().round.goal;
        let by_seeds = matches!(goal, Goal::MoreSeeds | Goal::Nobody);
        Self { kernel, packing, layout: kernel.layout(closed), worth: Worth::of(goal), by_seeds }
    }

    /// Seeds on the board.
    pub fn level(&self, state: &State<W>) -> u16 {
        state.cells.sum(0, self.kernel.rules().board.len() as u8)
    }

    /// The position after a move, nothing won; none where the round is over.
    #[inline(never)]
    pub fn after(&self, state: &State<W>, chosen: Move) -> Option<State<W>> {
        let mut after = *state;
        let (_, end) = self.kernel.make(self.layout, &mut after, chosen, &mut ());
        (after.won, after.out) = ([0, 0], 0);
        end.is_none().then_some(after)
    }

    /// The greatest value that so many seeds on the board can have.
    pub const fn most(&self, level: u16) -> i16 {
        if self.by_seeds { level.cast_signed() } else { 1 }
    }

    /// Whether seeds decide, and values count them.
    pub const fn by_seeds(&self) -> bool {
        self.by_seeds
    }

    fn end(&self, state: &State<W>, end: crate::engine::End, seat: Seat) -> i16 {
        let worth = self.worth.end(self.kernel, state, end, seat);
        if self.by_seeds { worth as i16 } else { (worth / DECIDED) as i16 }
    }

    /// Adds the moves from a position that has nothing won yet.
    #[inline]
    pub fn edges(&self, state: &State<W>, level: u16, out: &mut Vec<Edge>) {
        match self.kernel.situation(self.layout, state) {
            Situation::Over(end) => {
                out.push(Edge { chosen: None, gain: self.end(state, end, state.mover), leads: Leads::End });
            }
            Situation::Choose { moves, may_pass: false } if moves.count() == moves.plain.count_ones() => {
                let mut rest = moves.plain;
                while rest != 0 {
                    out.push(self.edge(state, level, Move::Lift(Pit(rest.trailing_zeros() as u8))));
                    rest &= rest - 1;
                }
            }
            situation => out.extend(situation.moves().map(|chosen| self.edge(state, level, chosen))),
        }
    }

    /// Not inlined: it holds the whole of a turn.
    #[inline(never)]
    fn edge(&self, state: &State<W>, level: u16, chosen: Move) -> Edge {
        let mut after = *state;
        let (sown, end) = self.kernel.make(self.layout, &mut after, chosen, &mut ());
        let seat = state.mover;
        let gain = if self.by_seeds {
            after.won[seat.index()].cast_signed() - after.won[seat.opponent().index()].cast_signed()
        } else {
            0
        };
        if let Some(end) = end {
            let leads = if sown.never_ending { Leads::NeverEnds } else { Leads::End };
            return Edge { chosen: Some(chosen), gain: gain + self.end(&after, end, seat), leads };
        }
        let level = level - after.won[0] - after.won[1] - after.out;
        let leads = Leads::To { key: self.packing.key(&after), level, opponent_moves: after.mover != seat };
        Edge { chosen: Some(chosen), gain, leads }
    }
}

/// The sets of one level.
pub(super) type Level = [Table; SHARDS];

/// The positions found.
#[derive(Debug)]
pub(super) struct Graph {
    /// By seeds on the board.
    pub levels: Vec<Level>,
    /// The next level to be gone through, if not all have been; those below it are not complete.
    pub next: Option<u16>,
    /// The highest level that did not fit, with all below it.
    pub dropped: Option<u16>,
}

/// Positions of a level.
pub(super) fn count(level: &Level) -> usize {
    level.iter().map(Table::len).sum()
}

/// Buckets for the keys that one thread finds.
struct Scratch {
    edges: Vec<Edge>,
    buckets: Vec<Vec<u64>>,
}

impl Graph {
    /// The root alone.
    pub fn new(root: u64, level: u16) -> Self {
        let mut levels: Vec<Level> = (0..=level).map(|_| Level::default()).collect();
        levels[usize::from(level)][shard(root)].insert(root);
        Self { levels, next: Some(level), dropped: None }
    }

    /// Bytes that its sets take with their values.
    pub fn bytes(&self) -> u64 {
        self.levels.iter().flatten().map(|t| t.slots() as u64 * SLOT_BYTES).sum()
    }

    /// Goes through the levels until all are done, memory has run out, or it is told to stop; true if nothing is left to do.
    pub fn explore<W: Lanes>(&mut self, rules: &Rules<'_, W>, memory: u64, stop: Stop<'_>) -> bool {
        while let Some(level) = self.next {
            if stop(Work::Finding(level)) {
                return false;
            }
            let bytes = AtomicU64::new(self.bytes());
            let levels = self.levels.len();
            let shared: Vec<Mutex<Table>> =
                std::mem::take(&mut self.levels).into_iter().flatten().map(Mutex::new).collect();
            let done = explore_level(rules, level, &shared, &Budget { bytes: &bytes, memory, stop });
            let mut tables = shared.into_iter().map(|t| t.into_inner().unwrap_or_else(PoisonError::into_inner));
            self.levels = (0..levels).map(|_| std::array::from_fn(|_| tables.next().unwrap_or_default())).collect();
            match done {
                Done::Whole => self.next = level.checked_sub(1),
                Done::Stopped => return false,
                Done::Full => {
                    // Which positions below were found before memory ran out is a matter of chance: none is kept.
                    self.levels[..=usize::from(level)].fill_with(Level::default);
                    self.dropped = Some(level);
                    self.next = None;
                }
            }
        }
        true
    }
}

enum Done {
    Whole,
    Stopped,
    Full,
}

struct Budget<'a> {
    bytes: &'a AtomicU64,
    memory: u64,
    stop: Stop<'a>,
}

fn locked(table: &Mutex<Table>) -> std::sync::MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

fn explore_level<W: Lanes>(rules: &Rules<'_, W>, level: u16, shared: &[Mutex<Table>], budget: &Budget<'_>) -> Done {
    let own = usize::from(level) * SHARDS..(usize::from(level) + 1) * SHARDS;
    let mut wave: Vec<u64> = shared[own].iter().flat_map(|t| locked(t).keys().collect::<Vec<_>>()).collect();
    while !wave.is_empty() {
        let scratch = || Scratch { edges: Vec::new(), buckets: vec![Vec::new(); shared.len()] };
        let expand = |scratch: &mut Scratch, chunk: &[u64]| {
            if (budget.stop)(Work::Finding(level)) || budget.bytes.load(Ordering::Relaxed) > budget.memory {
                return Vec::new();
            }
            expand_chunk(rules, level, shared, budget, scratch, chunk)
        };
        wave = wave.par_chunks(CHUNK).map_init(scratch, expand).reduce(Vec::new, |mut a, mut b| {
            if a.len() < b.len() {
                std::mem::swap(&mut a, &mut b);
            }
            a.extend(b);
            a
        });
        if budget.bytes.load(Ordering::Relaxed) > budget.memory {
            return Done::Full;
        }
        if (budget.stop)(Work::Finding(level)) {
            return Done::Stopped;
        }
    }
    Done::Whole
}

/// Adds all that a chunk of positions leads to; returns what is new of the same level.
fn expand_chunk<W: Lanes>(
    rules: &Rules<'_, W>,
    level: u16,
    shared: &[Mutex<Table>],
    budget: &Budget<'_>,
    scratch: &mut Scratch,
    chunk: &[u64],
) -> Vec<u64> {
    let Scratch { edges, buckets } = scratch;
    for &key in chunk {
        let state: State<W> = rules.packing.state(key, level.into());
        edges.clear();
        rules.edges(&state, level, edges);
        for edge in &*edges {
            if let Leads::To { key, level, .. } = edge.leads {
                buckets[usize::from(level) * SHARDS + shard(key)].push(key);
            }
        }
    }
    let mut fresh = Vec::new();
    for (n, bucket) in buckets.iter_mut().enumerate().filter(|(_, b)| !b.is_empty()) {
        let mut table = locked(&shared[n]);
        let same_level = n / SHARDS == usize::from(level);
        for key in bucket.drain(..) {
            let before = table.slots();
            if table.insert(key) && same_level {
                fresh.push(key);
            }
            if table.slots() > before {
                let grown = (table.slots() - before) as u64 * SLOT_BYTES;
                if budget.bytes.fetch_add(grown, Ordering::Relaxed) + grown > budget.memory {
                    // The level is given up, and what was found in it is of no use.
                    return Vec::new();
                }
            }
        }
    }
    fresh
}
