//! A round as a game of single steps: what may be done, what a move does, what ends it and who gets the rest.

use super::kernel::Sown;
use super::lanes::Lanes;
use super::layout::Layout;
use super::machine::Kernel;
use super::state::State;
use super::watch::Watch;
use crate::rules::ruleset::{NeverEnding, NoMove, Pit, Remainder, RoundEnd, Seat};
use serde::{Deserialize, Serialize};

/// What the player to move faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The round is over.
    Over(End),
    /// He may lift one of these pits, bit by pit number, or pass where that is allowed.
    Choose {
        /// The pits, at least one.
        pits: u32,
        /// Whether he may pass.
        may_pass: bool,
    },
    /// He has no move and must pass.
    MustPass,
}

/// What a player does with his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// He lifts this pit.
    Lift(Pit),
    /// He passes.
    Pass,
}

/// Why a round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// This player has no seeds in his row, or no move.
    Stuck(Seat),
    /// No seeds are left on the board.
    BoardEmpty,
    /// This player's sowing is proved never to end.
    NeverEnding(Seat),
    /// The position has been there before in this round.
    Repetition,
    /// The round was broken off.
    TurnCap,
    /// These players, South first, have too few seeds to go on with the match.
    MatchLost([bool; 2]),
}

impl<W: Lanes> Kernel<W> {
    /// Seeds in a player's row.
    #[inline(always)]
    #[must_use]
    pub fn row_sum(&self, state: &State<W>, seat: Seat) -> u16 {
        state.cells.sum(self.row_start(seat), self.rules().board.pits)
    }

    #[inline(always)]
    fn row_is_empty(&self, state: &State<W>, seat: Seat) -> bool {
        state.cells.at_least(self.row_start(seat), self.rules().board.pits, 1) == 0
    }

    /// What the player to move faces. Repetition and the turn cap are for whoever keeps the history of the round.
    #[inline(always)]
    #[must_use]
    pub fn situation(&self, layout: &Layout<W>, state: &State<W>) -> Situation {
        let mover = state.mover;
        let rules = self.rules();
        let first = self.row_start(mover);
        let mut pits = state.cells.at_least(first, rules.board.pits, rules.turn.choice.least) << first;
        if self.filters_moves && pits != 0 {
            pits = self.allowed(layout, state, pits);
        }
        if pits != 0 {
            return Situation::Choose { pits, may_pass: rules.turn.choice.may_pass };
        }
        if state.cells == W::EMPTY {
            return Situation::Over(End::BoardEmpty);
        }
        let row_ends_it = rules.round.ends == RoundEnd::OnTurn && self.row_is_empty(state, mover);
        if row_ends_it || rules.round.no_move == NoMove::EndsRound {
            return Situation::Over(End::Stuck(mover));
        }
        Situation::MustPass
    }

    /// Takes out the moves that never end, where they are forbidden, and those that do not feed, where one that feeds is
    /// to be had and called for.
    #[cold]
    fn allowed(&self, layout: &Layout<W>, state: &State<W>, mut pits: u32) -> u32 {
        let rules = self.rules();
        let try_out = |p: u32| {
            let mut after = *state;
            let sown = self.sowing.sow(layout, &mut after, Pit(p as u8), &mut ());
            (sown, after)
        };
        if rules.turn.never_ending == NeverEnding::NotAllowed {
            pits = bits(pits).filter(|&p| !try_out(p).0.never_ending).fold(0, |m, p| m | 1 << p);
        }
        if rules.turn.choice.must_feed && self.row_is_empty(state, state.mover.opponent()) {
            let feeding = bits(pits)
                .filter(|&p| !self.row_is_empty(&try_out(p).1, state.mover.opponent()))
                .fold(0, |m, p| m | 1 << p);
            if feeding != 0 {
                return feeding;
            }
        }
        pits
    }

    /// Plays a move that [`situation`](Self::situation) allows and hands the turn on. Says what the sowing came to and
    /// whether the move ended the round.
    #[inline(always)]
    pub fn make(
        &self,
        layout: &Layout<W>,
        state: &mut State<W>,
        chosen: Move,
        watch: &mut impl Watch,
    ) -> (Sown, Option<End>) {
        let mover = state.mover;
        let Move::Lift(pit) = chosen else {
            state.mover = mover.opponent();
            return (Sown::default(), self.match_lost(state));
        };
        let sown = self.sowing.sow(layout, state, pit, watch);
        if sown.never_ending {
            return (sown, Some(End::NeverEnding(mover)));
        }
        state.mover = mover.opponent();
        let stuck = match self.rules().round.ends {
            RoundEnd::OnTurn => None,
            RoundEnd::AtOnce => [mover, mover.opponent()].into_iter().find(|&s| self.row_is_empty(state, s)),
            RoundEnd::MoverEmptied => Some(mover).filter(|&s| self.row_is_empty(state, s)),
        };
        let end = match stuck {
            Some(_) if state.cells == W::EMPTY => Some(End::BoardEmpty),
            Some(seat) => Some(End::Stuck(seat)),
            None => None,
        };
        (sown, self.match_lost(state).or(end))
    }

    #[inline(always)]
    fn match_lost(&self, state: &State<W>) -> Option<End> {
        let least = self.lost_below;
        if least == 0 {
            return None;
        }
        let lost = Seat::BOTH.map(|s| state.won[s.index()] + self.row_sum(state, s) < least);
        (lost != [false, false]).then_some(End::MatchLost(lost))
    }

    /// Ends the round: the seeds left on the board go where the rules say, and the board is empty.
    pub fn settle(&self, state: &mut State<W>, end: End) {
        let rows = Seat::BOTH.map(|s| self.row_sum(state, s));
        let rules = self.rules();
        match end {
            End::Stuck(seat) => match rules.round.remainder {
                Remainder::Opponent => state.won[seat.opponent().index()] += rows[0] + rows[1],
                Remainder::RowOwners => to_owners(state, rows),
                Remainder::Nobody => state.out += rows[0] + rows[1],
            },
            End::NeverEnding(mover) if rules.turn.never_ending == NeverEnding::MoverLoses => {
                state.won[mover.opponent().index()] += rows[0] + rows[1];
            }
            End::NeverEnding(_) | End::Repetition | End::TurnCap | End::MatchLost(_) => to_owners(state, rows),
            End::BoardEmpty => {}
        }
        state.cells = W::EMPTY;
    }
}

const fn to_owners<W>(state: &mut State<W>, rows: [u16; 2]) {
    state.won[0] += rows[0];
    state.won[1] += rows[1];
}

/// The numbers of the bits that are set, from the lowest.
pub fn bits(mask: u32) -> impl Iterator<Item = u32> + Clone {
    std::iter::successors(Some(mask), |m| Some(m & m.wrapping_sub(1))).take_while(|&m| m != 0).map(u32::trailing_zeros)
}
