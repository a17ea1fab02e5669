//! A compiled ruleset.

use super::MachineError;
use super::kernel::Sowing;
use super::lanes::{Lanes, Wide};
use super::layout::Layout;
use super::memory::{Memory, SharedMemory};
use super::program::Program;
use super::state::Position;
use crate::rules::ruleset::{NeverEnding, Origin, Pit, Ruleset, Seat};
use std::sync::{Arc, OnceLock};

/// What is played: the first round alone, or rounds until the match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// One round. Rules of the match that reach into a round are not in force.
    Round,
    /// A match.
    Match,
}

/// Most pits of a board some of whose pits may be closed.
pub const MOST_PITS_WITH_CLOSING: usize = 16;

/// A ruleset compiled for one width of lanes. Built once and shared.
#[derive(Debug)]
pub struct Kernel<W> {
    rules: Ruleset,
    scope: Scope,
    pub(super) sowing: Sowing<W>,
    seeds: u16,
    /// Some legal move must be tried out to be known as legal.
    pub(super) filters_moves: bool,
    /// Seeds below which a player loses the match in the middle of a round; 0 where that is no rule.
    pub(super) lost_below: u16,
    layouts: Box<[OnceLock<Box<Layout<W>>>]>,
}

impl<W: Lanes> Kernel<W> {
    fn new(rules: Ruleset, scope: Scope, seeds: u16, memory: Arc<Memory<W>>) -> Result<Self, MachineError> {
        let sowing = Sowing::new(&rules, Program::new(&rules)?, memory);
        let sets = if rules.board.len() <= MOST_PITS_WITH_CLOSING { 1 << rules.board.len() } else { 1 };
        let layouts = (0..sets).map(|_| OnceLock::new()).collect();
        let filters_moves = rules.turn.choice.must_feed || rules.turn.never_ending == NeverEnding::NotAllowed;
        let play = rules.match_play.as_ref().filter(|m| m.lost_during_round && scope == Scope::Match);
        let lost_below = play.map_or(0, |m| m.fill);
        Ok(Self { rules, scope, sowing, seeds, filters_moves, lost_below, layouts })
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// What is played.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        self.scope
    }

    /// The tables for a set of closed pits; made when first asked for.
    #[inline]
    #[must_use]
    pub fn layout(&self, closed: u32) -> &Layout<W> {
        self.layouts[closed as usize]
            .get_or_init(|| Box::new(Layout::new(&self.rules, &self.sowing.program, closed, self.seeds)))
    }

    /// The pits into which a lap drops its seeds, in order: `seeds` lifted from `from` in a move that began with `origin`.
    #[must_use]
    pub fn path(&self, closed: u32, seat: Seat, from: Pit, seeds: u16, origin: Option<Pit>) -> Vec<Pit> {
        let next = &self.layout(closed).sides[seat.index()].sown_next;
        let skipped = match self.rules.turn.origin {
            Origin::Sown => None,
            Origin::SkippedEachLap => Some(from),
            Origin::SkippedWholeMove => origin,
        };
        let step = |pit: Pit| Pit(next[pit.index()]);
        let falls = |at: &Pit| {
            if Some(step(*at)) == skipped { step(step(*at)) } else { step(*at) }
        };
        std::iter::successors(Some(falls(&from)), |at| Some(falls(at))).take(usize::from(seeds)).collect()
    }

    /// The number of a player's first pit.
    #[inline]
    #[must_use]
    pub const fn row_start(&self, seat: Seat) -> u8 {
        match seat {
            Seat::South => 0,
            Seat::North => self.rules.board.pits,
        }
    }
}

/// A compiled ruleset, in the narrowest lanes that hold its seeds.
#[derive(Debug)]
pub enum Machine {
    /// Up to 10 pits and 63 seeds.
    Narrow(Kernel<u64>),
    /// Up to 15 pits and 255 seeds.
    Middle(Kernel<u128>),
    /// Up to 24 pits.
    Wide(Kernel<Wide>),
}

/// Runs the same code on whichever kernel a machine holds.
#[macro_export]
macro_rules! with_kernel {
    ($machine:expr, $kernel:ident => $body:expr) => {
        match $machine {
            $crate::engine::Machine::Narrow($kernel) => $body,
            $crate::engine::Machine::Middle($kernel) => $body,
            $crate::engine::Machine::Wide($kernel) => $body,
        }
    };
}

impl Machine {
    /// Compiles a ruleset for rounds or matches from its own opening position.
    ///
    /// # Errors
    /// [`MachineError`] where the board or the rules are beyond what the engine plays.
    pub fn new(rules: Ruleset, scope: Scope) -> Result<Self, MachineError> {
        let seeds = rules.board.total();
        Self::with_seeds(rules, scope, seeds)
    }

    /// Compiles a ruleset for positions of up to `seeds` seeds in all, winnings counted.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_seeds(rules: Ruleset, scope: Scope, seeds: u32) -> Result<Self, MachineError> {
        Self::compile(rules, scope, seeds, &SharedMemory::default())
    }

    /// Compiles a ruleset as [`new`](Self::new) does; what the machine proves it remembers in common with all others that
    /// were given the same memory.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_memory(rules: Ruleset, scope: Scope, memory: &SharedMemory) -> Result<Self, MachineError> {
        let seeds = rules.board.total();
        Self::compile(rules, scope, seeds, memory)
    }

    fn compile(rules: Ruleset, scope: Scope, seeds: u32, memory: &SharedMemory) -> Result<Self, MachineError> {
        let pits = rules.board.len();
        let most = super::MOST_SEEDS;
        if seeds > u32::from(most) {
            return Err(MachineError::TooManySeeds { found: seeds, most });
        }
        if rules.board.pits == 0 || pits > super::MOST_BOARD_PITS {
            return Err(MachineError::Pits { found: pits, most: super::MOST_BOARD_PITS });
        }
        if rules.board.start.len() != pits {
            return Err(MachineError::Start { found: rules.board.start.len(), expected: pits });
        }
        if scope == Scope::Match && rules.match_play.is_none() {
            return Err(MachineError::NoMatch);
        }
        if scope == Scope::Match && pits > MOST_PITS_WITH_CLOSING {
            return Err(MachineError::Closing { found: pits, most: MOST_PITS_WITH_CLOSING });
        }
        let seeds = seeds.max(rules.board.total()) as u16;
        let fits = |most_pits, most_seeds| pits <= most_pits && seeds <= most_seeds;
        Ok(if fits(u64::PITS, u64::SEEDS) {
            {
                let memory = memory.narrow(&rules);
                Self::Narrow(Kernel::new(rules, scope, seeds, memory)?)
            }
        } else if fits(u128::PITS, u128::SEEDS) {
            {
                let memory = memory.middle(&rules);
                Self::Middle(Kernel::new(rules, scope, seeds, memory)?)
            }
        } else {
            {
                let memory = memory.wide(&rules);
                Self::Wide(Kernel::new(rules, scope, seeds, memory)?)
            }
        })
    }

    /// Compiles a ruleset so that `position` can be played from.
    ///
    /// # Errors
    /// As [`new`](Self::new), and where the position closes pits on a board too large for that.
    pub fn for_position(rules: Ruleset, scope: Scope, position: &Position) -> Result<Self, MachineError> {
        let (pits, closed) = (rules.board.len(), position.pits.iter().any(Option::is_none));
        if position.pits.len() != pits {
            return Err(MachineError::Start { found: position.pits.len(), expected: pits });
        }
        if closed && pits > MOST_PITS_WITH_CLOSING {
            return Err(MachineError::Closing { found: pits, most: MOST_PITS_WITH_CLOSING });
        }
        let half = pits / 2;
        if position.pits[..half].iter().all(Option::is_none) || position.pits[half..].iter().all(Option::is_none) {
            return Err(MachineError::ClosedRow);
        }
        Self::with_seeds(rules, scope, position.total())
    }

    /// The ruleset.
    #[must_use]
    pub const fn rules(&self) -> &Ruleset {
        with_kernel!(self, kernel => kernel.rules())
    }

    /// What is played.
    #[must_use]
    pub const fn scope(&self) -> Scope {
        with_kernel!(self, kernel => kernel.scope())
    }
}
