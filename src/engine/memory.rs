//! Never-ending sowings that have been proved, so that none is proved twice.
//!
//! A proof walks right round a cycle of the relay, millions of laps at times, and the same sowing is met again: by a player
//! who tries out his moves, in other games, and above all under other readings, for a relay does not care who may capture
//! what. What is remembered is a fact about the board: it changes how long an answer takes and never what it is.

use super::lanes::Lanes;
use crate::rules::ruleset::{Action, ClosedPits, Direction, Form, Origin, PitWord, Ruleset, Seat, Test};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};
use std::sync::{Arc, Mutex, PoisonError};

/// Laps before the memory is asked, and of the shortest sowing that enters it.
pub(super) const LONG: u32 = 2_048;

const SHARDS: usize = 64;
/// Most sowings remembered in one shard; once it is full no more enter it.
const MOST: usize = 1 << 15;

/// A sowing: the board, the pit lifted, the player, whether he sows the other way, the closed pits.
pub(super) type Key<W> = (W, u8, Seat, bool, u32);

/// Laps and seeds sown until it was proved never to end.
pub(super) type Proof = (u32, u64);

/// The sowings proved under one set of relay rules.
#[derive(Debug)]
pub(super) struct Memory<W>(Vec<Mutex<FxHashMap<Key<W>, Proof>>>);

impl<W: Lanes> Memory<W> {
    fn new() -> Self {
        Self((0..SHARDS).map(|_| Mutex::default()).collect())
    }

    fn shard(&self, key: &Key<W>) -> &Mutex<FxHashMap<Key<W>, Proof>> {
        // The low bits choose the place within a map; the shard is chosen by others.
        &self.0[(FxBuildHasher.hash_one(key) >> 32) as usize % SHARDS]
    }

    #[cold]
    pub fn recall(&self, key: &Key<W>) -> Option<Proof> {
        self.shard(key).lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
    }

    #[cold]
    pub fn remember(&self, key: Key<W>, proof: Proof) {
        let mut shard = self.shard(&key).lock().unwrap_or_else(PoisonError::into_inner);
        if shard.len() < MOST {
            shard.insert(key, proof);
        }
    }
}

/// All of a ruleset that a relay without captures hangs on: the ring, the ways round it, the closed pits, and the cases
/// up to the last that relays. What comes after that case ends the turn, one way or another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RelayRules {
    form: Form,
    pits: u8,
    direction: [Direction; 2],
    origin: Origin,
    closed: Option<ClosedPits>,
    cases: Vec<(Vec<Test>, Option<PitWord>)>,
}

impl RelayRules {
    fn of(rules: &Ruleset) -> Self {
        let relays = |action: &Action| match action {
            Action::Relay(word) => Some(*word),
            Action::Capture(_)
            | Action::EndTurn
            | Action::MoveAgain
            | Action::MakeUr
            | Action::ClaimLast
            | Action::RelayBack(_) => None,
        };
        let mut cases: Vec<_> =
            rules.turn.after_lap.iter().map(|case| (case.when.clone(), relays(&case.then))).collect();
        while cases.last().is_some_and(|(_, relay)| relay.is_none()) {
            cases.pop();
        }
        Self {
            form: rules.board.form,
            pits: rules.board.pits,
            direction: rules.turn.direction,
            origin: rules.turn.origin,
            closed: rules.match_play.as_ref().map(|m| m.closed),
            cases,
        }
    }
}

/// What machines for different readings of a game remember in common.
#[derive(Debug, Default)]
pub struct SharedMemory {
    narrow: Shelf<u64>,
    middle: Shelf<u128>,
    wide: Shelf<super::Wide>,
}

/// Memories by relay rules.
#[derive(Debug)]
struct Shelf<W>(Mutex<HashMap<RelayRules, Arc<Memory<W>>>>);

impl<W> Default for Shelf<W> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<W: Lanes> Shelf<W> {
    fn memory(&self, rules: &Ruleset) -> Arc<Memory<W>> {
        let mut memories = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(memories.entry(RelayRules::of(rules)).or_insert_with(|| Arc::new(Memory::new())))
    }
}

impl SharedMemory {
    pub(super) fn narrow(&self, rules: &Ruleset) -> Arc<Memory<u64>> {
        self.narrow.memory(rules)
    }

    pub(super) fn middle(&self, rules: &Ruleset) -> Arc<Memory<u128>> {
        self.middle.memory(rules)
    }

    pub(super) fn wide(&self, rules: &Ruleset) -> Arc<Memory<super::Wide>> {
        self.wide.memory(rules)
    }
}
