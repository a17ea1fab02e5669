//! A compiled ruleset.

use super::MachineError;
use super::kernel::Sowing;
use super::lanes::{Lanes, Wide};
use super::layout::Layout;
use super::memory::{Memory, SharedMemory};
use super::program::Program;
use super::round::offers_sparing;
use super::state::Position;
use crate::rules::ruleset::{Feeding, Form, GrandSlam, NeverEnding, Origin, Pit, RoundEnd, Ruleset, Seat, Ways};
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

/// What ends a round, for quick tests.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "a set of rules in force")]
pub(super) struct Ends {
    pub on_turn: bool,
    pub at_once: bool,
    pub mover_emptied: bool,
    pub no_capture: bool,
    /// 0 where that is no rule.
    pub seeds_left: u16,
    /// 0 where that is no rule.
    pub pits_left: u8,
    /// Anything but the mover's lack of seeds can end it.
    pub after_move: bool,
}

impl Ends {
    fn of(ends: &[RoundEnd]) -> Self {
        let mut found = Self::default();
        for end in ends {
            match *end {
                RoundEnd::OnTurn => found.on_turn = true,
                RoundEnd::AtOnce => found.at_once = true,
                RoundEnd::MoverEmptied => found.mover_emptied = true,
                RoundEnd::SeedsLeft(n) => found.seeds_left = n,
                RoundEnd::PitsLeft(n) => found.pits_left = n,
                RoundEnd::NoCapture => found.no_capture = true,
                RoundEnd::QuietTurns(_) => {}
            }
        }
        found.after_move = found.at_once || found.mover_emptied || found.seeds_left > 0 || found.pits_left > 0;
        found
    }
}

/// A ruleset compiled for one width of lanes. Built once and shared.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "what the rules ask for, looked up once")]
pub struct Kernel<W> {
    rules: Ruleset,
    scope: Scope,
    pub(super) sowing: Sowing<W>,
    seeds: u16,
    /// Pits of each player.
    pub(super) own: u8,
    /// The first of North's.
    pub(super) norths: u8,
    /// The first of the pits that a player may lift, and how many they are.
    pub(super) fields: [(u8, u8); 2],
    /// Least seeds of a pit that is lifted.
    pub(super) least: u16,
    pub(super) may_pass: bool,
    /// Every pit that holds enough may be lifted, and that is all there is to choose.
    pub(super) plain_moves: bool,
    /// The same, nobody may pass, and no look at the moves ends the round.
    pub(super) nothing_but_lifts: bool,
    /// Some legal move must be tried out to be known as legal.
    pub(super) filters_moves: bool,
    /// A capture may leave a pit that the mover may leave.
    pub(super) offers_sparing: bool,
    /// A move leaves something for the start of the next one.
    pub(super) marks: bool,
    pub(super) ends: Ends,
    /// Seeds below which a player loses the match in the middle of a round; 0 where that is no rule.
    pub(super) lost_below: u16,
    layouts: Box<[OnceLock<Box<Layout<W>>>]>,
}

impl<W: Lanes> Kernel<W> {
    fn new(rules: Ruleset, scope: Scope, seeds: u16, memory: Arc<Memory<W>>) -> Result<Self, MachineError> {
        let sowing = Sowing::new(&rules, Program::new(&rules)?, memory);
        let sets = if rules.board.len() <= MOST_PITS_WITH_CLOSING { 1 << rules.board.len() } else { 1 };
        let layouts = (0..sets).map(|_| OnceLock::new()).collect();
        let choice = &rules.turn.choice;
        let filters_moves = choice.feeding != Feeding::Free
            || rules.turn.never_ending == NeverEnding::NotAllowed
            || rules.turn.captures.grand_slam == GrandSlam::NotAllowed
            || !choice.forbidden.is_empty();
        let offers_sparing = offers_sparing(&rules.turn.after_lap);
        let marks = choice.forced.is_some() || !choice.first_lifts.is_empty() || rules.turn.ways == Ways::FirstMove;
        let plain_moves = !filters_moves
            && !offers_sparing
            && !marks
            && !rules.turn.makes_ur()
            && !choice.else_into_empty
            && rules.turn.ways == Ways::One;
        let play = rules.match_play.as_ref().filter(|m| m.lost_during_round && scope == Scope::Match);
        let lost_below = play.map_or(0, |m| m.fill);
        let (own, fields) = (rules.board.own(), Seat::BOTH.map(|s| rules.board.field(s)));
        let norths = if own == 0 { 0 } else { fields[Seat::North.index()].0 };
        let (least, may_pass, ends) = (choice.least, choice.may_pass, Ends::of(&rules.round.ends));
        Ok(Self {
            rules,
            scope,
            sowing,
            seeds,
            own,
            norths,
            fields,
            least,
            may_pass,
            plain_moves,
            nothing_but_lifts: plain_moves && !may_pass && !ends.no_capture,
            filters_moves,
            offers_sparing,
            marks,
            ends,
            lost_below,
            layouts,
        })
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

    /// The places into which a lap drops its seeds, in order: `seeds` lifted from `from` in a move that began with `origin`.
    #[must_use]
    pub fn path(&self, closed: u32, lap: &LapPath) -> Vec<Pit> {
        let &LapPath { seat, other_way, from, seeds, origin } = lap;
        let next = &self.layout(closed).side(seat, other_way).sown_next;
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
}

/// A lap whose way is asked for.
#[derive(Clone, Copy, Debug)]
pub struct LapPath {
    /// Who sows it.
    pub seat: Seat,
    /// Whether he sows the other way than the one that the rules name first.
    pub other_way: bool,
    /// The pit lifted.
    pub from: Pit,
    /// The seeds sown.
    pub seeds: u16,
    /// The pit that the move began with.
    pub origin: Option<Pit>,
}

/// A compiled ruleset, in the narrowest lanes that hold its seeds.
#[derive(Debug)]
pub enum Machine {
    /// Up to 10 pits and 63 seeds.
    Narrow(Kernel<u64>),
    /// Up to 15 pits and 255 seeds.
    Middle(Kernel<u128>),
    /// Up to 61 pits and 255 seeds.
    Wide(Kernel<Wide>),
}

/// A width of lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// Up to 10 pits and 63 seeds.
    Narrow,
    /// Up to 15 pits and 255 seeds.
    Middle,
    /// Up to 61 pits and 255 seeds.
    Wide,
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
        Self::compile(rules, scope, seeds, &SharedMemory::default(), Width::Narrow)
    }

    /// Compiles a ruleset as [`new`](Self::new) does; what the machine proves it remembers in common with all others that
    /// were given the same memory.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_memory(rules: Ruleset, scope: Scope, memory: &SharedMemory) -> Result<Self, MachineError> {
        let seeds = rules.board.total();
        Self::compile(rules, scope, seeds, memory, Width::Narrow)
    }

    /// Compiles a ruleset as [`new`](Self::new) does, in lanes no narrower than asked for. The width changes nothing but speed.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn no_narrower(rules: Ruleset, scope: Scope, width: Width) -> Result<Self, MachineError> {
        let seeds = rules.board.total();
        Self::compile(rules, scope, seeds, &SharedMemory::default(), width)
    }

    fn compile(
        rules: Ruleset,
        scope: Scope,
        seeds: u32,
        memory: &SharedMemory,
        width: Width,
    ) -> Result<Self, MachineError> {
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
        if rules.board.stores.is_some() && rules.board.form != Form::TwoRows {
            return Err(MachineError::Stores);
        }
        if matches!(rules.board.form, Form::Ring | Form::Columns { .. }) && scope == Scope::Match {
            return Err(MachineError::NoMatch);
        }
        if scope == Scope::Match && pits > MOST_PITS_WITH_CLOSING {
            return Err(MachineError::Closing { found: pits, most: MOST_PITS_WITH_CLOSING });
        }
        let seeds = seeds.max(rules.board.total()) as u16;
        let lanes = pits + if rules.board.stores.is_some() { 2 } else { 0 };
        let fits = |most_pits, most_seeds| lanes <= most_pits && seeds <= most_seeds;
        Ok(if fits(u64::PITS, u64::SEEDS) && width == Width::Narrow {
            let memory = memory.narrow(&rules);
            Self::Narrow(Kernel::new(rules, scope, seeds, memory)?)
        } else if fits(u128::PITS, u128::SEEDS) && width <= Width::Middle {
            let memory = memory.middle(&rules);
            Self::Middle(Kernel::new(rules, scope, seeds, memory)?)
        } else {
            let memory = memory.wide(&rules);
            Self::Wide(Kernel::new(rules, scope, seeds, memory)?)
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
        let all_closed = |seat| {
            let (first, len) = rules.board.field(seat);
            position.pits[usize::from(first)..][..usize::from(len)].iter().all(Option::is_none)
        };
        if Seat::BOTH.into_iter().any(all_closed) {
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
