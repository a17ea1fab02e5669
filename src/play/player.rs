//! Who plays and who looks on.

use super::result::Standing;
use crate::engine::{End, Kernel, Lanes, Layout, Mark, Move, Moves, Sown, State, Variant, Watch};
use crate::rng::Rng;
use crate::rules::ruleset::{PitNames, Seat};
use std::convert::Infallible;

/// A turn as its player finds it.
#[derive(Debug)]
pub struct Turn<'a, W> {
    /// The compiled rules.
    pub kernel: &'a Kernel<W>,
    /// Their tables for the pits now open.
    pub layout: &'a Layout<W>,
    /// The position.
    pub state: &'a State<W>,
    /// The moves that he may make; at least one.
    pub moves: Moves,
    /// Whether he may pass.
    pub may_pass: bool,
    /// Board, mover and prescribed start of the positions since seeds last left the board, this position the last of them;
    /// empty where the rules do not look at repetition.
    pub history: &'a [(W, Seat, Mark)],
    choices: u32,
}

impl<'a, W: Lanes> Turn<'a, W> {
    /// A turn with these moves, after these positions.
    #[inline(always)]
    #[must_use]
    pub const fn new(
        kernel: &'a Kernel<W>,
        layout: &'a Layout<W>,
        state: &'a State<W>,
        moves: Moves,
        may_pass: bool,
        history: &'a [(W, Seat, Mark)],
    ) -> Self {
        Self { kernel, layout, state, moves, may_pass, history, choices: moves.count() + may_pass as u32 }
    }

    /// Number of legal moves, a pass that he may make among them.
    #[inline(always)]
    #[must_use]
    pub const fn choices(&self) -> u32 {
        self.choices
    }

    /// The legal moves in order, passing last.
    #[inline(always)]
    #[must_use]
    pub const fn nth(&self, n: u32) -> Move {
        self.moves.nth(n)
    }

    /// The legal moves with their names, in order.
    #[must_use]
    pub fn named(&self) -> Vec<(String, Move)> {
        let names = self.kernel.rules().board.names();
        (0..self.choices()).map(|n| self.nth(n)).map(|chosen| (move_name(names, chosen), chosen)).collect()
    }
}

/// The move of this name. The case of letters is wrong only on a board of so many pits that capital letters and small ones
/// are different pits.
#[must_use]
pub fn move_named(names: PitNames, legal: &[(String, Move)], word: &str) -> Option<Move> {
    let found = |(name, chosen): &&(String, Move)| {
        let pit = word.chars().next().and_then(|letter| names.pit(letter));
        name.eq_ignore_ascii_case(word) && (chosen.pit().is_none() || chosen.pit() == pit)
    };
    legal.iter().find(found).map(|&(_, chosen)| chosen)
}

/// The name of a move: the pit, after it `:other-way` where it is sown the other way than the one that the rules name first
/// and `:sparing` where a pit is left that might be captured; or `pass`.
#[must_use]
pub fn move_name(names: PitNames, chosen: Move) -> String {
    let Some(pit) = chosen.pit() else { return "pass".to_owned() };
    let Variant { other_way, sparing } = chosen.variant();
    let mut name = names.of(pit).to_string();
    if other_way {
        name += ":other-way";
    }
    if sparing {
        name += ":sparing";
    }
    name
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
    /// The names of the pits.
    pub names: PitNames,
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

/// A player by chance, for whom all legal moves are alike, and nothing else.
#[derive(Clone, Debug)]
pub struct ByChance(pub Rng);

impl Player for ByChance {
    type Stop = Infallible;

    #[inline(always)]
    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        Ok(turn.nth(self.0.below(turn.choices())))
    }

    #[inline]
    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        Ok(self.0.below(decision.options.len() as u32) as usize)
    }
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
    fn decided<W: Lanes>(&mut self, kernel: &Kernel<W>, seat: Seat, kind: DecisionKind, pits: u32) {}
    /// The round is over; winnings are settled.
    fn round_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, end: End) {}
    /// The round stands like this in the match.
    fn stands(&mut self, standing: Standing) {}
}

impl Onlooker for () {}
