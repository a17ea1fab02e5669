//! What is kept of a round while it is played.

use super::result::{Counts, Running};
use crate::engine::{Move, Sown, Taken};
use crate::rules::ruleset::{Pit, Seat};
use std::fmt::Debug;

/// What is kept of a round, or of the rounds of a match, while it is played: everything ([`Whole`]), or little more than how it ended
/// ([`Brief`]), which is faster.
pub trait Account: Clone + Debug + Default {
    /// A round begins.
    fn begin(&mut self);
    /// Forgets the game, for another one to be played.
    fn anew(&mut self);
    /// The player to move has so many legal moves.
    fn choose_among(&mut self, choices: u32);
    /// A turn has been played, after which South and North have won so many seeds.
    fn play(&mut self, seat: Seat, chosen: Move, sown: &Sown, won: [u16; 2]);
    /// A turn of nothing but so many laps and what is captured at their end has been played.
    fn play_quickly(&mut self, seat: Seat, pit: Pit, laps: u32, seeds: u32, taken: Taken, won: [u16; 2]);
    /// A player has chosen something beside his move.
    fn decide(&mut self, word: u64);
    /// Turns played.
    fn turns(&self) -> u32;
}

/// Adds one decision to the hash of a game (the multiply-rotate step of the Firefox hash).
#[inline]
pub(super) const fn hash_step(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

/// All that is kept of a game.
#[derive(Clone, Debug)]
pub struct Whole {
    running: Running,
    /// The pit lifted first.
    pub opening: Option<Pit>,
    /// Who lifted last.
    pub last_mover: Option<Seat>,
    /// A hash of the moves.
    pub game_hash: u64,
    /// Seeds that South and North had won after each turn of the round.
    pub won_by_turn: Vec<[u16; 2]>,
}

impl Default for Whole {
    fn default() -> Self {
        Self {
            running: Running::default(),
            opening: None,
            last_mover: None,
            game_hash: 0,
            won_by_turn: Vec::with_capacity(32),
        }
    }
}

impl Whole {
    /// What has happened.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.running.counts()
    }

    #[inline(always)]
    fn lifted(&mut self, seat: Seat, chosen: Move, pit: Pit) {
        self.opening = self.opening.or(Some(pit));
        self.last_mover = Some(seat);
        self.decide(u64::from(chosen.code()) + 1);
    }
}

impl Account for Whole {
    #[inline(always)]
    fn begin(&mut self) {
        self.won_by_turn.clear();
    }

    #[inline(always)]
    fn anew(&mut self) {
        self.running = Running::default();
        (self.opening, self.last_mover, self.game_hash) = (None, None, 0);
    }

    #[inline(always)]
    fn choose_among(&mut self, choices: u32) {
        self.running.choose_among(choices);
    }

    #[inline(always)]
    fn play(&mut self, seat: Seat, chosen: Move, sown: &Sown, won: [u16; 2]) {
        self.won_by_turn.push(won);
        self.running.play(sown, chosen == Move::Pass);
        match chosen.pit() {
            Some(pit) => self.lifted(seat, chosen, pit),
            None => self.decide(0),
        }
    }

    #[inline(always)]
    fn play_quickly(&mut self, seat: Seat, pit: Pit, laps: u32, seeds: u32, taken: Taken, won: [u16; 2]) {
        self.won_by_turn.push(won);
        self.running.play_quickly(laps, seeds, taken);
        self.lifted(seat, Move::Lift(pit), pit);
    }

    #[inline(always)]
    fn decide(&mut self, word: u64) {
        self.game_hash = hash_step(self.game_hash, word);
    }

    #[inline(always)]
    fn turns(&self) -> u32 {
        self.running.turns()
    }
}

/// What is kept of a round whose course is not looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brief {
    /// Turns.
    pub turns: u32,
    /// Laps, without those of a never-ending sowing.
    pub laps: u32,
    /// Who lifted last; none if nobody could move.
    pub last_mover: Option<Seat>,
}

impl Account for Brief {
    #[inline(always)]
    fn begin(&mut self) {}

    #[inline(always)]
    fn anew(&mut self) {
        *self = Self::default();
    }

    #[inline(always)]
    fn choose_among(&mut self, _choices: u32) {}

    #[inline(always)]
    fn play(&mut self, seat: Seat, chosen: Move, sown: &Sown, _won: [u16; 2]) {
        self.turns += 1;
        if sown.is_over() {
            self.laps = self.laps.saturating_add(sown.laps);
        }
        if chosen != Move::Pass {
            self.last_mover = Some(seat);
        }
    }

    #[inline(always)]
    fn play_quickly(&mut self, seat: Seat, _pit: Pit, laps: u32, _seeds: u32, _taken: Taken, _won: [u16; 2]) {
        self.turns += 1;
        self.laps = self.laps.saturating_add(laps);
        self.last_mover = Some(seat);
    }

    #[inline(always)]
    fn decide(&mut self, _word: u64) {}

    #[inline(always)]
    fn turns(&self) -> u32 {
        self.turns
    }
}
