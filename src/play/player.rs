//! Who plays and who looks on.

use super::result::Standing;
use crate::engine::{End, Kernel, Lanes, Layout, Move, Sown, State, Watch};
use crate::rules::ruleset::{Pit, Seat};

/// A turn as its player finds it.
#[derive(Debug)]
pub struct Turn<'a, W> {
    /// The compiled rules.
    pub kernel: &'a Kernel<W>,
    /// Their tables for the pits now open.
    pub layout: &'a Layout<W>,
    /// The position.
    pub state: &'a State<W>,
    /// The pits that may be lifted, bit by pit number; at least one.
    pub pits: u32,
    /// Whether he may pass.
    pub may_pass: bool,
}

impl<W> Turn<'_, W> {
    /// Number of legal moves.
    #[inline]
    #[must_use]
    pub const fn choices(&self) -> u32 {
        self.pits.count_ones() + self.may_pass as u32
    }

    /// The legal moves in order of pits, passing last.
    #[inline]
    #[must_use]
    pub fn nth(&self, n: u32) -> Move {
        let mut rest = self.pits;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        if rest == 0 { Move::Pass } else { Move::Lift(Pit(rest.trailing_zeros() as u8)) }
    }
}

/// What a decision other than a move is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DecisionKind {
    /// Which of his pits he closes at a refill.
    Close,
    /// Which of the pits he keeps is the one that cannot be filled up.
    Short,
    /// Which closed pit he opens during a round.
    Reopen,
}

/// A decision other than a move: one of several sets of pits.
#[derive(Clone, Copy, Debug)]
pub struct Decision<'a> {
    /// Who decides.
    pub seat: Seat,
    /// About what.
    pub kind: DecisionKind,
    /// The sets, bit by pit number; at least two.
    pub options: &'a [u32],
}

/// Someone who plays one seat.
pub trait Player {
    /// Why he may leave off playing; [`std::convert::Infallible`] if he never does.
    type Stop;

    /// Chooses a legal move.
    ///
    /// # Errors
    /// If he leaves off.
    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Self::Stop>;

    /// Is told that he has no move and passes.
    #[inline]
    fn must_pass(&mut self) {}

    /// Chooses one of the options of a decision, by its index.
    ///
    /// # Errors
    /// If he leaves off.
    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Self::Stop>;
}

/// Someone who is told what happens. The unit type is told nothing.
#[allow(unused_variables, reason = "the default onlooker looks away")]
pub trait Onlooker: Watch {
    /// A round begins.
    fn round_begins<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, number: u32) {}
    /// A turn begins with this move.
    fn turn_begins<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, chosen: Move) {}
    /// The turn is over, and this is the position.
    fn turn_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, sown: &Sown) {}
    /// A player closes, shortens or opens pits.
    fn decided(&mut self, seat: Seat, kind: DecisionKind, pits: u32) {}
    /// The round is over; winnings are settled.
    fn round_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, end: End) {}
    /// The round stands like this in the match.
    fn stands(&mut self, standing: Standing) {}
}

impl Onlooker for () {}
