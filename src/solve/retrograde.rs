//! Values, worked backwards from the ends of rounds.
//!
//! # What is computed
//!
//! The seeds won so far add to what is still to come and change nothing in it; so the value of a position is what the player
//! to move gains from there on, seeds won less his opponent's. Levels are solved from the lowest up: a move that wins leads to
//! a lower level, whose values are known. What is left are the moves within a level, and they can go round in a circle. What
//! a circle is worth is a rule of its own (a repeated position ends the round in one way or another), and under such a rule
//! the value of a position owes something to the way to it. So each position gets two numbers that do not:
//!
//! - `low`, its value where play that never leaves a level counts as the loss of all seeds on the board for the player to move
//!   there, and
//! - `high`, its value where it counts as his winning them all.
//!
//! **Both are bounds of the value under any rule of repetition** that shares out no more than the seeds on the board. Where
//! endless play is worth the worst to him, a player has a strategy that secures `low` and looks at the position alone (such a
//! strategy exists, as values are finite in number and endless play is the least of them). Let him follow it under the
//! rule in question. If a position comes back, his opponent can lead him round again and again; so the strategy secures
//! no more than the worst, and no less than that is what the rule can give him. If none comes back, the round ends as it
//! would without the rule, and he has `low` or more. By the same argument for his opponent he can be kept to `high`. Where the
//! bounds meet the value is exact, whatever repetition does; where they do not, the answer says so and gives both.
//!
//! # How
//!
//! `low` of a position is the greatest, over its moves, of the gain and less `high` of what follows (its `low` where the mover
//! moves again); `high` likewise with `low`. Beginning with the loss and the win of everything, the equations are applied until
//! nothing changes. Each pass can only raise `low` and lower `high`, so that the limit is the least and the greatest solution,
//! which are the two values meant, in whatever order and by however many threads the positions are gone through.

use super::database::Database;
use super::graph::{BATCH, Edge, Expanded, Graph, Leads, Level, Rules, Stop, Work};
use super::table::shard;
use crate::engine::Lanes;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// The bounds of a value to the player to move, in seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bounds {
    /// He can win so many more seeds than his opponent, whatever repetition does.
    pub low: i16,
    /// And he can be kept to so many.
    pub high: i16,
}

impl Bounds {
    /// A value known exactly.
    #[must_use]
    pub const fn exactly(value: i16) -> Self {
        Self { low: value, high: value }
    }

    /// All that can be won either way.
    #[must_use]
    pub const fn all(most: i16) -> Self {
        Self { low: -most, high: most }
    }

    /// The value, if the bounds meet.
    #[must_use]
    pub const fn value(self) -> Option<i16> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// From the other player's side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// After a gain.
    #[must_use]
    pub const fn plus(self, gain: i16) -> Self {
        Self { low: self.low + gain, high: self.high + gain }
    }

    /// Of the better of two moves.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    pub(super) const fn packed(self) -> u16 {
        u16::from_be_bytes([(self.low as i8).cast_unsigned(), (self.high as i8).cast_unsigned()])
    }

    pub(super) const fn unpacked(packed: u16) -> Self {
        let [low, high] = packed.to_be_bytes();
        Self { low: low.cast_signed() as i16, high: high.cast_signed() as i16 }
    }
}

/// Values of one level, by set and slot.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Where the slots of each set begin.
    from: Vec<usize>,
    bounds: Vec<AtomicU16>,
}

impl Values {
    fn new(level: &Level, bounds: Bounds) -> Self {
        let mut from = Vec::with_capacity(level.len());
        let mut slots = 0;
        for table in level {
            from.push(slots);
            slots += table.slots();
        }
        Self { from, bounds: (0..slots).map(|_| AtomicU16::new(bounds.packed())).collect() }
    }

    /// Of a level, to be filled in from elsewhere.
    pub fn zeroed(level: &Level) -> Self {
        Self::new(level, Bounds::exactly(0))
    }

    /// The bounds of a key as two bytes.
    pub fn packed(&self, level: &Level, key: u64) -> u16 {
        self.slot(level, key).map_or(0, |slot| self.bounds[slot].load(Ordering::Relaxed))
    }

    /// Fills in what [`packed`](Self::packed) has told.
    pub fn set_packed(&self, level: &Level, key: u64, packed: u16) {
        if let Some(slot) = self.slot(level, key) {
            self.bounds[slot].store(packed, Ordering::Relaxed);
        }
    }

    #[inline]
    pub fn get(&self, slot: usize) -> Bounds {
        Bounds::unpacked(self.bounds[slot].load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, slot: usize, bounds: Bounds) {
        self.bounds[slot].store(bounds.packed(), Ordering::Relaxed);
    }

    /// What lies where a key is looked for first. Of no meaning: it makes memory fetch the place, and a look-up that comes soon
    /// need not wait.
    #[inline]
    fn near(&self, level: &Level, key: u64) -> u64 {
        let set = shard(key);
        level[set]
            .near(key)
            .map_or(0, |(slot, held)| held ^ u64::from(self.bounds[self.from[set] + slot].load(Ordering::Relaxed)))
    }

    #[inline]
    fn slot(&self, level: &Level, key: u64) -> Option<usize> {
        let set = shard(key);
        level[set].find(key).map(|slot| self.from[set] + slot)
    }
}

/// The graph with the values of its levels from the lowest up.
#[derive(Debug)]
pub(super) struct Solved {
    pub graph: Graph,
    /// By level; as many as have been solved.
    pub values: Vec<Values>,
    /// Positions in which a sowing that never ends can be chosen.
    pub never_ending: u64,
    /// Whether such a sowing counts as anything between the loss and the win of all seeds, and not as the rules have it.
    pub never_ending_open: bool,
    /// The values of the levels below the lowest of the graph, if there are any.
    pub below: Option<Arc<Database>>,
}

/// A position whose value hangs on others of its level: its slot, then the bounds of its other moves, then how many moves
/// follow, then for each the slot and above it whether the mover moves again.
type Pending = Vec<u32>;

/// Positions gone through together.
struct Batch<W> {
    keys: Vec<u64>,
    /// Slot of each.
    slots: Vec<usize>,
    moves: Expanded<W>,
    found: Vec<Found>,
}

enum Found {
    Bounds(Bounds),
    SameLevel(u32),
}

/// Above the slot of a pending move: the mover moves again.
const AGAIN: u32 = 1 << 31;

/// Slots that one thread goes through at a time.
const CHUNK: usize = 1 << 14;

impl Solved {
    pub const fn new(graph: Graph, never_ending_open: bool, below: Option<Arc<Database>>) -> Self {
        Self { graph, values: Vec::new(), never_ending: 0, never_ending_open, below }
    }

    /// The bounds of a position: trivial where its level did not fit in memory.
    #[inline]
    pub fn bounds<W>(&self, rules: &Rules<'_, W>, key: u64, level: u16) -> Option<Bounds>
    where
        W: Lanes,
    {
        if level < self.graph.floor {
            let below = self.below.as_ref().filter(|below| !self.never_ending_open || below.never_ending() == 0);
            let known = below.map(|below| below.bounds::<W>(&rules.packing.state(key, level.into()), level));
            return Some(known.unwrap_or(Bounds::all(rules.most(level))));
        }
        if self.graph.dropped.is_some_and(|dropped| level <= dropped) {
            return Some(Bounds::all(rules.most(level)));
        }
        let values = self.values.get(usize::from(level))?;
        values.slot(&self.graph.levels[usize::from(level)], key).map(|slot| values.get(slot))
    }

    /// What a move is worth to the mover; none while the level it leads to is not solved.
    #[inline]
    pub fn worth<W: Lanes>(&self, rules: &Rules<'_, W>, level: u16, edge: &Edge) -> Option<Bounds> {
        Some(match edge.leads {
            Leads::NeverEnds if self.never_ending_open => Bounds::all(rules.most(level)),
            Leads::Unknown => Bounds::all(rules.most(level)),
            Leads::End | Leads::NeverEnds => Bounds::exactly(edge.gain),
            Leads::ToOpponent | Leads::ToMover => {
                let (key, level) = edge.to()?;
                let after = self.bounds(rules, key, level)?;
                if edge.leads == Leads::ToOpponent { after.turned() } else { after }.plus(edge.gain)
            }
        })
    }

    /// Whether every level is solved.
    pub fn is_done(&self) -> bool {
        self.values.len() == self.graph.levels.len()
    }

    /// Solves the next level; false if it is told to stop.
    pub fn solve_next<W: Lanes>(&mut self, rules: &Rules<'_, W>, stop: Stop<'_>) -> bool {
        if stop(Work::Valuing(self.values.len() as u16)) {
            return false;
        }
        let (values, never_ending) = self.solve_level(rules, self.values.len() as u16);
        self.values.push(values);
        self.never_ending += never_ending;
        true
    }

    fn solve_level<W: Lanes>(&self, rules: &Rules<'_, W>, level: u16) -> (Values, u64) {
        let tables = &self.graph.levels[usize::from(level)];
        let values = Values::new(tables, Bounds::all(rules.most(level)));
        let never_ending = AtomicU64::new(0);
        let chunks: Vec<(usize, usize)> = (0..tables.len())
            .flat_map(|set| (0..tables[set].slots()).step_by(CHUNK).map(move |from| (set, from)))
            .collect();
        let first = |&(set, from): &(usize, usize)| {
            let mut batch =
                Batch { keys: Vec::new(), slots: Vec::new(), moves: Expanded::default(), found: Vec::new() };
            let mut pending = Pending::new();
            let table = &tables[set];
            let mut never = 0;
            for slot in from..table.slots().min(from + CHUNK) {
                let Some(key) = table.key(slot) else { continue };
                batch.keys.push(key);
                batch.slots.push(values.from[set] + slot);
                if batch.keys.len() == BATCH {
                    never += self.begin(rules, level, &values, &mut batch, &mut pending);
                }
            }
            never += self.begin(rules, level, &values, &mut batch, &mut pending);
            never_ending.fetch_add(never, Ordering::Relaxed);
            pending
        };
        let mut pending: Vec<Pending> = chunks.par_iter().map(first).filter(|p| !p.is_empty()).collect();
        loop {
            let changed = pending.par_iter_mut().map(|p| pass(&values, p)).reduce(|| false, |a, b| a | b);
            if !changed {
                return (values, never_ending.into_inner());
            }
            pending.retain(|p| !p.is_empty());
        }
    }

    /// The values of a batch of positions as far as lower levels and the ends of rounds tell them. Returns in how many of them
    /// a sowing that never ends can be chosen.
    fn begin<W: Lanes>(
        &self,
        rules: &Rules<'_, W>,
        level: u16,
        values: &Values,
        batch: &mut Batch<W>,
        pending: &mut Pending,
    ) -> u64 {
        let tables = &self.graph.levels[usize::from(level)];
        let most = rules.most(level);
        rules.expand(&batch.keys, level, &mut batch.moves);
        let Expanded { ends, edges, .. } = &batch.moves;
        let near = edges.iter().map(|edge| match edge.to() {
            Some((key, to)) if to == level => values.near(tables, key),
            Some((key, to)) => {
                let values = self.values.get(usize::from(to));
                values.map_or(0, |values| values.near(&self.graph.levels[usize::from(to)], key))
            }
            None => 0,
        });
        std::hint::black_box(near.fold(0, |all, one| all ^ one));
        batch.found.clear();
        batch.found.extend(edges.iter().map(|edge| match edge.to() {
            // All that a position leads to has been found.
            Some((key, to)) if to == level => {
                values.slot(tables, key).map_or(Found::Bounds(Bounds::all(most)), |slot| {
                    Found::SameLevel(slot as u32 | if edge.leads == Leads::ToOpponent { 0 } else { AGAIN })
                })
            }
            _ => Found::Bounds(self.worth(rules, level, edge).unwrap_or(Bounds::all(most))),
        }));
        let (mut from, mut never_ending) = (0, 0);
        for (&slot, &end) in batch.slots.iter().zip(ends) {
            never_ending += u64::from(edges[from..end].iter().any(|e| e.leads == Leads::NeverEnds));
            let start = pending.len();
            pending.extend([slot as u32, 0, 0]);
            let mut best = Bounds { low: i16::MIN, high: i16::MIN };
            for found in &batch.found[from..end] {
                match *found {
                    Found::Bounds(bounds) => best = best.better(bounds),
                    Found::SameLevel(after) => pending.push(after),
                }
            }
            from = end;
            let moves = pending.len() - start - 3;
            if moves == 0 {
                pending.truncate(start);
                values.set(slot, best);
            } else {
                best = best.better(Bounds::exactly(-most));
                pending[start + 1] = u32::from(best.packed());
                pending[start + 2] = moves as u32;
            }
        }
        batch.keys.clear();
        batch.slots.clear();
        never_ending
    }
}

/// Applies the equations once to all positions of a chunk; drops those whose bounds meet. Says whether anything changed.
fn pass(values: &Values, pending: &mut Pending) -> bool {
    let (mut changed, mut from, mut kept) = (false, 0, 0);
    while from < pending.len() {
        let slot = pending[from] as usize;
        let moves = pending[from + 2] as usize;
        let record = from..from + 3 + moves;
        let mut best = Bounds::unpacked(pending[from + 1] as u16);
        let mut settled = true;
        for &after in &pending[from + 3..record.end] {
            let bounds = values.get((after & !AGAIN) as usize);
            settled &= bounds.low == bounds.high;
            best = best.better(if after & AGAIN == 0 { bounds.turned() } else { bounds });
        }
        let held = values.get(slot);
        if best != held {
            values.set(slot, best);
            changed = true;
        }
        from = record.end;
        if best.low != best.high && !settled {
            pending.copy_within(record.clone(), kept);
            kept += record.len();
        }
    }
    pending.truncate(kept);
    changed
}
