//! The positions that can come up, found level by level.
//!
//! A level is a number of seeds on the board. Moves lead to the same level or, by what they win, to a lower one; so the levels
//! are gone through from the top, and within a level in waves until a wave brings nothing new. Threads share the positions
//! of a wave; what is found is a set, the same in whatever order.

use super::packing::Packing;
use super::step::{DECIDED, Worth};
use super::table::{SHARDS, Table, shard};
use crate::engine::{End, Flight, Kernel, Lanes, Layout, Move, Quickly, Situation, Sown, State};
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
    /// Nobody knows where: the sowing was broken off.
    Unknown,
    /// To a position in which the opponent moves.
    ToOpponent,
    /// To a position in which the mover moves again.
    ToMover,
}

/// A move as far as values go. It is small and without padding, for most of the work is to write and read these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The key of the position to which it leads, if it does.
    key: u64,
    /// The seeds on the board there.
    level: u16,
    /// What the mover gains by it, the end of the round counted where it ends.
    pub gain: i16,
    pub leads: Leads,
    /// None where the round is over without a move.
    pub chosen: Option<Move>,
}

const _: () = assert!(size_of::<Edge>() == 16);

impl Edge {
    const fn ending(chosen: Option<Move>, gain: i16, leads: Leads) -> Self {
        Self { key: 0, level: 0, gain, leads, chosen }
    }

    /// The key and the level of the position to which it leads, if it does.
    #[inline(always)]
    pub const fn to(&self) -> Option<(u64, u16)> {
        match self.leads {
            Leads::ToOpponent | Leads::ToMover => Some((self.key, self.level)),
            Leads::End | Leads::NeverEnds | Leads::Unknown => None,
        }
    }
}

/// Moves sown side by side.
const ABREAST: usize = 4;

/// Positions of which the moves are made before any that they lead to is looked up: look-ups that follow each other wait for
/// memory together.
pub(super) const BATCH: usize = 256;

/// The moves of a batch of positions.
#[derive(Debug)]
pub(super) struct Expanded<W> {
    /// For each position, where its moves end.
    pub ends: Vec<usize>,
    pub edges: Vec<Edge>,
    states: Vec<State<W>>,
    aloft: Vec<Aloft>,
}

impl<W> Default for Expanded<W> {
    fn default() -> Self {
        Self { ends: Vec::new(), edges: Vec::new(), states: Vec::new(), aloft: Vec::new() }
    }
}

/// A pit lifted and not sown yet.
#[derive(Clone, Copy, Debug)]
struct Aloft {
    state: usize,
    edge: usize,
    pit: Pit,
}

/// The rules, and how positions are numbered under them.
#[derive(Debug)]
pub(super) struct Rules<'a, W> {
    pub kernel: &'a Kernel<W>,
    pub packing: &'a Packing,
    layout: &'a Layout<W>,
    /// The kernel as one of simple turns, if it is one.
    quickly: Option<Quickly<'a, W>>,
    worth: Worth,
    by_seeds: bool,
}

impl<'a, W: Lanes> Rules<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, packing: &'a Packing, closed: u32) -> Self {
        let goal = kernel.rules().round.goal;
        let by_seeds = matches!(goal, Goal::MoreSeeds | Goal::Nobody);
        let layout = kernel.layout(closed);
        // Who captured last is told by the whole of a state.
        let quickly = kernel.quickly(layout).filter(|quickly| by_seeds && !quickly.looks_at_last_capture());
        Self { kernel, packing, layout, quickly, worth: Worth::of(goal), by_seeds }
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

    fn end(&self, state: &State<W>, end: End, seat: Seat) -> i16 {
        let worth = self.worth.end(self.kernel, state, end, seat);
        if self.by_seeds { worth as i16 } else { (worth / DECIDED) as i16 }
    }

    /// Adds the moves from a position that has nothing won yet.
    pub fn edges(&self, state: &State<W>, level: u16, out: &mut Vec<Edge>) {
        match self.kernel.situation(self.layout, state) {
            Situation::Over(end) => out.push(self.over(state, end)),
            situation => out.extend(situation.moves().map(|chosen| self.edge(state, level, chosen))),
        }
    }

    /// The moves from the positions of these keys, all of a level and with nothing won; `out` holds them alone afterwards.
    /// Where the rules allow it, the moves of several positions are sown side by side.
    pub fn expand(&self, keys: &[u64], level: u16, out: &mut Expanded<W>) {
        let Expanded { ends, edges, states, aloft } = out;
        ends.clear();
        edges.clear();
        states.clear();
        aloft.clear();
        if let Some(quickly) = &self.quickly {
            self.expand_quickly(quickly, keys, level, out);
            return;
        }
        let abreast = self.kernel.goes_abreast();
        for &key in keys {
            let state = self.packing.state(key, level.into());
            match self.kernel.situation(self.layout, &state) {
                Situation::Over(end) => edges.push(self.over(&state, end)),
                Situation::Choose { moves, may_pass: false }
                    if abreast && moves.count() == moves.plain.count_ones() =>
                {
                    let mut rest = moves.plain;
                    while rest != 0 {
                        let pit = Pit(rest.trailing_zeros() as u8);
                        aloft.push(Aloft { state: states.len(), edge: edges.len(), pit });
                        edges.push(Edge::ending(Some(Move::Lift(pit)), 0, Leads::End));
                        rest &= rest - 1;
                    }
                }
                situation => edges.extend(situation.moves().map(|chosen| self.edge(&state, level, chosen))),
            }
            ends.push(edges.len());
            states.push(state);
        }
        for together in aloft.chunks(ABREAST) {
            let mut flights = [Flight::none(); ABREAST];
            for (n, one) in together.iter().enumerate() {
                flights[n] = self.kernel.take_off(self.layout, &states[one.state], one.pit);
            }
            self.kernel.fly(self.layout, &mut flights);
            for (one, flight) in together.iter().zip(&flights) {
                let mut after = states[one.state];
                let seat = after.mover;
                let (sown, end) = self.kernel.land(self.layout, &mut after, one.pit, flight);
                edges[one.edge] = self.led(seat, level, Move::Lift(one.pit), &after, sown, end);
            }
        }
    }

    /// The moves where turns are simple: nothing but the cells of a position changes, and what the mover captures leaves them.
    fn expand_quickly(&self, quickly: &Quickly<'_, W>, keys: &[u64], level: u16, out: &mut Expanded<W>) {
        let Expanded { ends, edges, states, aloft } = out;
        for &key in keys {
            let state = self.packing.state(key, level.into());
            let mut lifts = quickly.lifts(state.cells, state.mover);
            if lifts == 0 {
                self.edges(&state, level, edges);
            }
            while lifts != 0 {
                let pit = quickly.pit(state.mover, lifts.trailing_zeros() as u8);
                aloft.push(Aloft { state: states.len(), edge: edges.len(), pit });
                edges.push(Edge::ending(Some(Move::Lift(pit)), 0, Leads::End));
                lifts &= lifts - 1;
            }
            ends.push(edges.len());
            states.push(state);
        }
        for together in aloft.chunks(ABREAST) {
            let mut flights = [Flight::none(); ABREAST];
            for (n, one) in together.iter().enumerate() {
                let state = &states[one.state];
                flights[n] = quickly.take_off(state.cells, state.mover, one.pit);
            }
            quickly.fly(&mut flights);
            for (one, flight) in together.iter().zip(&flights) {
                let state = &states[one.state];
                edges[one.edge] = self.landed(quickly, state, level, one.pit, flight);
            }
        }
    }

    /// The move that has been sown.
    #[inline(always)]
    fn landed(&self, quickly: &Quickly<'_, W>, state: &State<W>, level: u16, pit: Pit, flight: &Flight<W>) -> Edge {
        let seat = state.mover;
        let Some(landed) = quickly.land(seat, pit, flight) else {
            return self.edge(state, level, Move::Lift(pit));
        };
        let seeds = landed.taken.seeds();
        let after = State { cells: landed.cells, mover: seat.opponent(), ..*state };
        let (gain, chosen) = (seeds.cast_signed(), Some(Move::Lift(pit)));
        if let Some(end) = quickly.ended(landed.cells, seat) {
            return Edge::ending(chosen, gain + self.end(&after, end, seat), Leads::End);
        }
        Edge { key: self.packing.key(&after), level: level - seeds, gain, leads: Leads::ToOpponent, chosen }
    }

    fn over(&self, state: &State<W>, end: End) -> Edge {
        Edge::ending(None, self.end(state, end, state.mover), Leads::End)
    }

    /// Not inlined: it holds the whole of a turn.
    #[inline(never)]
    fn edge(&self, state: &State<W>, level: u16, chosen: Move) -> Edge {
        let mut after = *state;
        let (sown, end) = self.kernel.make(self.layout, &mut after, chosen, &mut ());
        self.led(state.mover, level, chosen, &after, sown, end)
    }

    /// The move that has led to a position.
    #[inline(always)]
    fn led(&self, seat: Seat, level: u16, chosen: Move, after: &State<W>, sown: Sown, end: Option<End>) -> Edge {
        let gain = if self.by_seeds {
            after.won[seat.index()].cast_signed() - after.won[seat.opponent().index()].cast_signed()
        } else {
            0
        };
        if let Some(end) = end {
            let leads = match sown {
                Sown { never_ending: true, .. } => Leads::NeverEnds,
                Sown { broken_off: true, .. } => Leads::Unknown,
                _ => Leads::End,
            };
            return Edge::ending(Some(chosen), gain + self.end(after, end, seat), leads);
        }
        let level = level - after.won[0] - after.won[1] - after.out;
        let leads = if after.mover == seat { Leads::ToMover } else { Leads::ToOpponent };
        Edge { key: self.packing.key(after), level, gain, leads, chosen: Some(chosen) }
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
    /// The lowest level that is gone through; the values of those below come from elsewhere.
    pub floor: u16,
    /// The highest level that did not fit, with all below it.
    pub dropped: Option<u16>,
}

/// Positions of a level.
pub(super) fn count(level: &Level) -> usize {
    level.iter().map(Table::len).sum()
}

/// Buckets for the keys that one thread finds.
struct Scratch<W> {
    expanded: Expanded<W>,
    buckets: Vec<Vec<u64>>,
}

impl Graph {
    /// The root alone.
    pub fn new(root: u64, level: u16, floor: u16) -> Self {
        let mut levels: Vec<Level> = (0..=level).map(|_| Level::default()).collect();
        if level >= floor {
            levels[usize::from(level)][shard(root)].insert(root);
        }
        Self { levels, next: Some(level).filter(|_| level >= floor), floor, dropped: None }
    }

    /// All positions of some levels.
    pub const fn of(levels: Vec<Level>) -> Self {
        Self { levels, next: None, floor: 0, dropped: None }
    }

    /// Bytes that its sets take with their values.
    pub fn bytes(&self) -> u64 {
        self.levels.iter().flatten().map(|t| t.slots() as u64 * SLOT_BYTES).sum()
    }

    /// Goes through the next level; false if it was told to stop before it was done. Where memory runs out, no level is left.
    pub fn explore_next<W: Lanes>(&mut self, rules: &Rules<'_, W>, memory: u64, stop: Stop<'_>) -> bool {
        let Some(level) = self.next else { return true };
        if stop(Work::Finding(level)) {
            return false;
        }
        let bytes = AtomicU64::new(self.bytes());
        let levels = self.levels.len();
        let shared: Vec<Mutex<Table>> =
            std::mem::take(&mut self.levels).into_iter().flatten().map(Mutex::new).collect();
        let budget = Budget { bytes: &bytes, memory, floor: self.floor, stop };
        let done = explore_level(rules, level, &shared, &budget);
        let mut tables = shared.into_iter().map(|t| t.into_inner().unwrap_or_else(PoisonError::into_inner));
        self.levels = (0..levels).map(|_| std::array::from_fn(|_| tables.next().unwrap_or_default())).collect();
        match done {
            Done::Whole => self.next = level.checked_sub(1).filter(|&next| next >= self.floor),
            Done::Stopped => return false,
            Done::Full => {
                // Which positions below were found before memory ran out is a matter of chance: none is kept.
                self.levels[..=usize::from(level)].fill_with(Level::default);
                self.dropped = Some(level);
                self.next = None;
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
    /// The lowest level whose positions are kept.
    floor: u16,
    stop: Stop<'a>,
}

fn locked(table: &Mutex<Table>) -> std::sync::MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

fn explore_level<W: Lanes>(rules: &Rules<'_, W>, level: u16, shared: &[Mutex<Table>], budget: &Budget<'_>) -> Done {
    let own = usize::from(level) * SHARDS..(usize::from(level) + 1) * SHARDS;
    let mut wave: Vec<u64> = shared[own].iter().flat_map(|t| locked(t).keys().collect::<Vec<_>>()).collect();
    while !wave.is_empty() {
        let scratch = || Scratch { expanded: Expanded::default(), buckets: vec![Vec::new(); shared.len()] };
        let expand = |scratch: &mut Scratch<W>, chunk: &[u64]| {
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
    scratch: &mut Scratch<W>,
    chunk: &[u64],
) -> Vec<u64> {
    let Scratch { expanded, buckets } = scratch;
    for keys in chunk.chunks(BATCH) {
        rules.expand(keys, level, expanded);
        for edge in &expanded.edges {
            if let Some((key, level)) = edge.to()
                && level >= budget.floor
            {
                buckets[usize::from(level) * SHARDS + shard(key)].push(key);
            }
        }
    }
    let mut fresh = Vec::new();
    for (n, bucket) in buckets.iter_mut().enumerate().filter(|(_, b)| !b.is_empty()) {
        let mut table = locked(&shared[n]);
        let same_level = n / SHARDS == usize::from(level);
        let before = table.slots();
        table.insert_all(bucket, |key| {
            if same_level {
                fresh.push(key);
            }
        });
        bucket.clear();
        if table.slots() > before {
            let grown = (table.slots() - before) as u64 * SLOT_BYTES;
            if budget.bytes.fetch_add(grown, Ordering::Relaxed) + grown > budget.memory {
                // The level is given up, and what was found in it is of no use.
                return Vec::new();
            }
        }
    }
    fresh
}
