//! A round as a game of single steps: what may be done, what a move does, what ends it and who gets the rest.

use super::abreast::Flight;
use super::kernel::{Sown, Traces};
use super::lanes::Lanes;
use super::layout::Layout;
use super::machine::Kernel;
use super::program::{Setting, all_hold};
use super::state::{Mark, SowingWay, State};
use super::watch::Watch;
use crate::rules::ruleset::{
    Action, Capture, Feeding, ForcedStart, GrandSlam, NeverEnding, NoMove, NothingCaptured, Pit, PitWord, Remainder,
    Seat, Ways,
};
use serde::{Deserialize, Serialize};

/// What the player to move faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The round is over.
    Over(End),
    /// He may make one of these moves, or pass where that is allowed.
    Choose {
        /// The moves, at least one.
        moves: Moves,
        /// Whether he may pass.
        may_pass: bool,
    },
    /// He has no move and must pass.
    MustPass,
}

impl Situation {
    /// The moves of a situation that is not the end, in order; a pass where nothing else can be done.
    pub fn moves(self) -> impl Iterator<Item = Move> {
        let (moves, passes) = match self {
            Self::Choose { moves, may_pass } => (Some(moves), may_pass),
            Self::MustPass => (None, true),
            Self::Over(_) => (None, false),
        };
        moves.into_iter().flat_map(Moves::iter).chain(passes.then_some(Move::Pass))
    }
}

/// What a player chooses beside the pit that he lifts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Variant {
    /// He sows the other way than the one that the rules name first.
    pub other_way: bool,
    /// He leaves the second pit of a capture that he may leave.
    pub sparing: bool,
}

impl Variant {
    /// The way that the rules name first, and every pit captured.
    pub const PLAIN: Self = Self { other_way: false, sparing: false };

    const fn number(self) -> u32 {
        self.other_way as u32 | (self.sparing as u32) << 1
    }

    const fn numbered(n: u32) -> Self {
        Self { other_way: n & 1 == 1, sparing: n & 2 == 2 }
    }
}

/// What a player does with his turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Move {
    /// He lifts this pit.
    Lift(Pit),
    /// He lifts this pit and makes use of a choice that the rules leave him.
    Varied(Pit, Variant),
    /// He passes.
    Pass,
}

impl Move {
    /// The pit lifted, if one is.
    #[must_use]
    pub const fn pit(self) -> Option<Pit> {
        match self {
            Self::Lift(pit) | Self::Varied(pit, _) => Some(pit),
            Self::Pass => None,
        }
    }

    /// What is chosen beside the pit.
    #[must_use]
    pub const fn variant(self) -> Variant {
        match self {
            Self::Varied(_, variant) => variant,
            Self::Lift(_) | Self::Pass => Variant::PLAIN,
        }
    }

    /// A number that no other move of the same position has: the pit, and above it the variant; 255 for a pass.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Lift(pit) => pit.0,
            Self::Varied(pit, variant) => pit.0 | (variant.number() as u8) << 6,
            Self::Pass => u8::MAX,
        }
    }
}

/// The places of the bits that are set in a number of eight bits, from the lowest; 8 beyond the last.
pub const NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[8; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut place, mut n) = (0u8, 0usize);
        while place < 8 {
            if bits >> place & 1 == 1 {
                table[bits][n] = place;
                n += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    table
};

/// How many bits are set in a number of eight bits.
pub const BIT_COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut bits = 0usize;
    while bits < 256 {
        table[bits] = bits.count_ones() as u8;
        bits += 1;
    }
    table
};

/// The moves of one position, passes apart, in order: plain ones by pit, then the varied ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// The pits that may be lifted plainly, bit by pit number.
    pub plain: u64,
    /// Varied moves: for each variant after the plain one 32 bits, counted from the first pit of the player.
    varied: u128,
    first: u8,
}

impl Moves {
    /// Plain moves alone.
    #[inline(always)]
    #[must_use]
    pub const fn plain(pits: u64) -> Self {
        Self { plain: pits, varied: 0, first: 0 }
    }

    /// How many there are.
    #[inline(always)]
    #[must_use]
    pub const fn count(self) -> u32 {
        let first = self.plain.trailing_zeros();
        // Without the instruction for it, counting bits is longer work than a look-up.
        let plain = if first < 64 && self.plain >> first < 256 {
            BIT_COUNT[(self.plain >> first) as usize] as u32
        } else {
            self.plain.count_ones()
        };
        if self.varied == 0 { plain } else { plain + self.varied.count_ones() }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.plain == 0 && self.varied == 0
    }

    /// The move of this place in the order, a pass beyond the last.
    #[inline(always)]
    #[must_use]
    pub const fn nth(self, n: u32) -> Move {
        let first = self.plain.trailing_zeros();
        // Rows of up to eight pits, by far the most common, need no loop whose length is a matter of luck.
        if n < 8 && first < 64 && self.plain >> first < 256 {
            let place = NTH_BIT[(self.plain >> first) as usize][n as usize];
            if place < 8 {
                return Move::Lift(Pit(first as u8 + place));
            }
        }
        let mut rest = self.plain;
        let mut left = n;
        while left > 0 && rest != 0 {
            rest &= rest.wrapping_sub(1);
            left -= 1;
        }
        if rest != 0 {
            return Move::Lift(Pit(rest.trailing_zeros() as u8));
        }
        if self.varied == 0 { Move::Pass } else { self.nth_varied(left) }
    }

    #[cold]
    const fn nth_varied(self, n: u32) -> Move {
        let mut rest = self.varied;
        let mut left = n;
        while left > 0 {
            rest &= rest.wrapping_sub(1);
            left -= 1;
        }
        if rest == 0 {
            return Move::Pass;
        }
        let bit = rest.trailing_zeros();
        Move::Varied(Pit(self.first + (bit & 31) as u8), Variant::numbered(bit / 32 + 1))
    }

    /// All of them, in order.
    pub fn iter(self) -> impl Iterator<Item = Move> + Clone {
        (0..self.count()).map(move |n| self.nth(n))
    }

    /// Whether a move is among them.
    #[must_use]
    pub fn contains(self, wanted: Move) -> bool {
        self.iter().any(|m| m == wanted)
    }

    fn add(&mut self, pit: u8, variant: Variant) {
        match variant.number() {
            0 => self.plain |= 1 << pit,
            n => self.varied |= 1 << (u32::from(pit - self.first) + 32 * (n - 1)),
        }
    }
}

/// Why a round is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// This player has no seeds in his pits, or no move.
    Stuck(Seat),
    /// No seeds are left on the board.
    BoardEmpty,
    /// The rules end it here, and neither player is stuck: few seeds, no captures to come, a position that came back.
    Exhausted,
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
    /// Seeds in the pits that a player owns.
    #[inline(always)]
    #[must_use]
    pub fn row_sum(&self, state: &State<W>, seat: Seat) -> u16 {
        state.cells.sum(self.norths * seat as u8, self.own)
    }

    /// Whether a player has no seeds in the pits that he may lift.
    #[inline(always)]
    #[must_use]
    pub fn row_is_empty(&self, state: &State<W>, seat: Seat) -> bool {
        let (first, len) = self.fields[seat.index()];
        state.cells.at_least(first, len, 1) == 0
    }

    /// The pits that the player to move may lift, where there is nothing else to choose and nothing else to look at; 0 where
    /// there is, and where there are none.
    #[inline(always)]
    #[must_use]
    pub fn plain_lifts(&self, state: &State<W>) -> u64 {
        let (first, len) = self.fields[state.mover.index()];
        if self.nothing_but_lifts { u64::from(state.cells.at_least(first, len, self.least)) << first } else { 0 }
    }

    /// What the player to move faces. Repetition, quiet turns and the turn cap are for whoever keeps the history of the
    /// round.
    #[inline(always)]
    #[must_use]
    pub fn situation(&self, layout: &Layout<W>, state: &State<W>) -> Situation {
        let mover = state.mover;
        let (first, len) = self.fields[mover.index()];
        let pits = u64::from(state.cells.at_least(first, len, self.least)) << first;
        let lifts = if self.plain_moves { Moves::plain(pits) } else { self.moves(layout, state, pits) };
        if !lifts.is_empty() {
            if self.ends.no_capture && !self.can_capture(layout, state) {
                return Situation::Over(End::Exhausted);
            }
            return Situation::Choose { moves: lifts, may_pass: self.may_pass };
        }
        self.without_a_move(layout, state)
    }

    #[inline(never)]
    fn without_a_move(&self, layout: &Layout<W>, state: &State<W>) -> Situation {
        let mover = state.mover;
        if state.cells == W::EMPTY {
            return Situation::Over(End::BoardEmpty);
        }
        let row_is_empty = self.row_is_empty(state, mover);
        let starved = !row_is_empty && self.row_is_empty(state, mover.opponent());
        if starved && self.rules().turn.choice.feeding == Feeding::DueOrRoundEnds {
            // He has seeds and cannot feed an opponent who has none; it is the opponent who can go on no more.
            return Situation::Over(End::Stuck(mover.opponent()));
        }
        if self.ends.on_turn && row_is_empty || self.rules().round.no_move == NoMove::EndsRound && !state.mark.passes()
        {
            return Situation::Over(End::Stuck(mover));
        }
        if self.ends.no_capture && !self.can_capture(layout, state) {
            return Situation::Over(End::Exhausted);
        }
        Situation::MustPass
    }

    /// The moves where they are more or fewer than the pits that hold enough.
    #[cold]
    fn moves(&self, layout: &Layout<W>, state: &State<W>, pits: u64) -> Moves {
        let choice = &self.rules().turn.choice;
        let (first, len) = self.fields[state.mover.index()];
        let side = layout.side(state.mover, false);
        let mut pits = pits & !u64::from(state.ur[0] | state.ur[1]);
        if pits == 0 && choice.else_into_empty {
            let held = u64::from(state.cells.at_least(first, len, 1)) << first;
            pits = bits(held & !u64::from(state.ur[0] | state.ur[1]))
                .filter(|&p| state.cells.get(side.sown_next[p as usize]) == 0)
                .fold(0, |mask, p| mask | 1 << p);
        }
        match state.mark {
            Mark::Free | Mark::Way(_) => {}
            Mark::Passes(_) => return Moves::plain(0),
            Mark::From(start) => {
                let mut at = start.0;
                for _ in 0..len {
                    if pits >> at & 1 == 1 {
                        pits = 1 << at;
                        break;
                    }
                    at = side.sown_next[usize::from(at)];
                }
            }
            Mark::FirstMoves(made) => {
                if let Some(offset) = choice.first_lifts.get(usize::from(made / 2)) {
                    pits &= 1 << (first + offset);
                }
            }
        }
        let mut moves = Moves { plain: pits, varied: 0, first };
        if self.rules().turn.ways != Ways::One && state.mark != Mark::Way(SowingWay::First) {
            if state.mark == Mark::Way(SowingWay::Other) {
                moves.plain = 0;
            }
            for p in bits(pits) {
                moves.add(p as u8, Variant { other_way: true, sparing: false });
            }
        }
        if self.offers_sparing {
            for chosen in moves.iter() {
                let (Some(pit), variant) = (chosen.pit(), Variant { sparing: true, ..chosen.variant() }) else {
                    continue;
                };
                if self.try_out(layout, state, chosen).1.cells
                    != self.try_out(layout, state, Move::Varied(pit, variant)).1.cells
                {
                    moves.add(pit.0, variant);
                }
            }
        }
        let moves = if self.filters_moves { self.allowed(layout, state, moves) } else { moves };
        if moves.varied == 0 { Moves::plain(moves.plain) } else { moves }
    }

    fn try_out(&self, layout: &Layout<W>, state: &State<W>, chosen: Move) -> (Sown, State<W>) {
        let mut after = *state;
        let pit = chosen.pit().unwrap_or(Pit(0));
        let (sown, _) = self.sowing.sow(layout, &mut after, pit, chosen.variant(), &mut ());
        (sown, after)
    }

    /// Takes out the moves that never end or leave the opponent nothing, where they are forbidden, and those that do not
    /// feed, where one that feeds is called for.
    fn allowed(&self, layout: &Layout<W>, state: &State<W>, all: Moves) -> Moves {
        let rules = self.rules();
        let opponent = state.mover.opponent();
        let keep = |from: Moves, wanted: &dyn Fn(&Sown, &State<W>) -> bool| {
            let mut kept = Moves { plain: 0, varied: 0, first: from.first };
            for chosen in from.iter() {
                let (sown, after) = self.try_out(layout, state, chosen);
                if let Some(pit) = chosen.pit().filter(|_| wanted(&sown, &after)) {
                    kept.add(pit.0, chosen.variant());
                }
            }
            kept
        };
        let mut moves = all;
        let forbidden = &rules.turn.choice.forbidden;
        if !forbidden.is_empty() {
            let setting = Setting { rules, seat: state.mover, closed: state.closed };
            let mut kept = Moves { plain: 0, varied: 0, first: moves.first };
            for chosen in moves.iter() {
                let Some(pit) = chosen.pit() else { continue };
                let (mut after, side) = (*state, layout.side(state.mover, chosen.variant().other_way));
                let last = self.sowing.first_lap(layout, &mut after, pit, chosen.variant());
                let ur = u64::from(after.ur[0] | after.ur[1]);
                let marked = if rules.turn.makes_ur() { ur } else { 1 << pit.0 };
                if !all_hold(setting, side, (after.cells, marked), last, forbidden) {
                    kept.add(pit.0, chosen.variant());
                }
            }
            moves = kept;
        }
        if rules.turn.never_ending == NeverEnding::NotAllowed {
            moves = keep(moves, &|sown, _| !sown.never_ending);
        }
        if rules.turn.captures.grand_slam == GrandSlam::NotAllowed {
            moves = keep(moves, &|sown, after| sown.captured == 0 || !self.row_is_empty(after, opponent));
        }
        if rules.turn.choice.feeding != Feeding::Free && self.row_is_empty(state, opponent) {
            let feeding = keep(moves, &|_, after| !self.row_is_empty(after, opponent));
            if !feeding.is_empty() || rules.turn.choice.feeding == Feeding::DueOrRoundEnds {
                return feeding;
            }
        }
        moves
    }

    /// Whether either player, were it his turn, has a move that captures.
    #[cold]
    fn can_capture(&self, layout: &Layout<W>, state: &State<W>) -> bool {
        Seat::BOTH.into_iter().any(|mover| {
            let mark = if let Mark::Way(_) = state.mark { state.mark } else { Mark::Free };
            let turned = State { mover, mark, ..*state };
            let (first, len) = self.fields[mover.index()];
            let pits = u64::from(state.cells.at_least(first, len, self.least)) << first;
            self.moves(layout, &turned, pits).iter().any(|m| self.try_out(layout, &turned, m).0.captures > 0)
        })
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
        let (pit, variant) = match chosen {
            Move::Lift(pit) => (pit, Variant::PLAIN),
            Move::Varied(pit, variant) => (pit, variant),
            Move::Pass => {
                state.mover = mover.opponent();
                state.mark = state.mark.after_pass();
                return (Sown::default(), self.match_lost(state));
            }
        };
        let (sown, traces) = self.sowing.sow(layout, state, pit, variant, watch);
        self.conclude(layout, state, (pit, variant), sown, traces)
    }

    /// Hands the turn on after a sowing.
    #[inline(always)]
    fn conclude(
        &self,
        layout: &Layout<W>,
        state: &mut State<W>,
        (pit, variant): (Pit, Variant),
        sown: Sown,
        traces: Traces,
    ) -> (Sown, Option<End>) {
        let mover = state.mover;
        if sown.never_ending {
            return (sown, Some(End::NeverEnding(mover)));
        }
        if sown.broken_off {
            return (sown, Some(End::TurnCap));
        }
        if self.marks {
            state.mark = self.mark_after(layout, state, pit, traces, variant);
        }
        let end = self.handed_on(state, mover, &sown);
        (sown, end)
    }

    /// Whether moves can be made several at a time, by [`take_off`](Self::take_off), [`fly`](Self::fly) and
    /// [`land`](Self::land).
    #[must_use]
    pub fn goes_abreast(&self) -> bool {
        self.plain_moves && self.sowing.goes_abreast()
    }

    /// Begins a move of several made at once.
    #[inline(always)]
    #[must_use]
    pub fn take_off(&self, layout: &Layout<W>, state: &State<W>, pit: Pit) -> Flight<W> {
        Flight::new(state.cells, pit.0, layout.side(state.mover, false).row(pit.0))
    }

    /// Sows the laps of several moves.
    #[inline(always)]
    pub fn fly<const N: usize>(&self, layout: &Layout<W>, flights: &mut [Flight<W>; N]) {
        super::abreast::sow(layout, flights);
    }

    /// Ends a move of several made at once, as [`make`](Self::make) would have made it.
    #[inline(always)]
    pub fn land(&self, layout: &Layout<W>, state: &mut State<W>, pit: Pit, flight: &Flight<W>) -> (Sown, Option<End>) {
        let mover = state.mover;
        match self.sowing.land_flight(layout, layout.side(mover, false), state, pit, flight) {
            Some(sown) => (sown, self.handed_on(state, mover, &sown)),
            None => self.make_slowly(layout, state, pit),
        }
    }

    #[inline(never)]
    fn make_slowly(&self, layout: &Layout<W>, state: &mut State<W>, pit: Pit) -> (Sown, Option<End>) {
        self.make(layout, state, Move::Lift(pit), &mut ())
    }

    /// Hands the turn on, unless the mover moves again. Says whether the round has ended.
    #[inline(always)]
    fn handed_on(&self, state: &mut State<W>, mover: Seat, sown: &Sown) -> Option<End> {
        if !sown.again {
            state.mover = mover.opponent();
        }
        self.match_lost(state).or(self.ended(state, mover))
    }

    /// Whether a move of `mover` has ended the round.
    #[inline(always)]
    pub(super) fn ended(&self, state: &State<W>, mover: Seat) -> Option<End> {
        let ends = &self.ends;
        if !ends.after_move {
            return None;
        }
        let stuck = if ends.at_once {
            [mover, mover.opponent()].into_iter().find(|&s| self.row_is_empty(state, s))
        } else if ends.mover_emptied {
            Some(mover).filter(|&s| self.row_is_empty(state, s))
        } else {
            None
        };
        match stuck {
            Some(_) if state.cells == W::EMPTY => return Some(End::BoardEmpty),
            Some(seat) => return Some(End::Stuck(seat)),
            None => {}
        }
        let len = self.rules().board.len() as u8;
        let few_seeds = ends.seeds_left > 0 && state.cells.sum(0, len) <= ends.seeds_left;
        let held = || (0..len).filter(|&p| state.cells.get(p) > 0).count();
        let few_pits = ends.pits_left > 0 && held() <= usize::from(ends.pits_left);
        match few_seeds || few_pits {
            true if state.cells == W::EMPTY => Some(End::BoardEmpty),
            true => Some(End::Exhausted),
            false => None,
        }
    }

    /// What a move leaves for the start of the next one.
    #[cold]
    fn mark_after(&self, layout: &Layout<W>, state: &State<W>, pit: Pit, traces: Traces, variant: Variant) -> Mark {
        if self.rules().turn.ways == Ways::FirstMove {
            return Mark::Way(if variant.other_way { SowingWay::Other } else { SowingWay::First });
        }
        if let Mark::FirstMoves(made) = state.mark {
            let all = 2 * self.rules().turn.choice.first_lifts.len();
            return if usize::from(made) + 1 < all { Mark::FirstMoves(made + 1) } else { Mark::Free };
        }
        let side = layout.side(state.mover, variant.other_way);
        let after = |p: u8| Mark::From(Pit(side.sown_next[usize::from(p)]));
        let beyond = || after(side.word(PitWord::Beyond, traces.last));
        match self.rules().turn.choice.forced {
            None => Mark::Free,
            Some(ForcedStart::AfterStart) => after(pit.0),
            Some(ForcedStart::AfterLastLifted) => after(traces.last_lifted),
            Some(ForcedStart::AfterCaptured(nothing)) => match (traces.captured, nothing) {
                (Some(captured), _) => after(captured),
                (None, NothingCaptured::AfterGap) => beyond(),
                (None, NothingCaptured::AtStart) => Mark::From(pit),
                (None, NothingCaptured::Free) => Mark::Free,
                (None, NothingCaptured::Pass) => match beyond() {
                    Mark::From(start) => Mark::Passes(start),
                    other => other,
                },
            },
        }
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
        let rules = self.rules();
        for seat in Seat::BOTH {
            for p in bits(u64::from(state.ur[seat.index()])) {
                state.won[seat.index()] += state.cells.get(p as u8);
                state.cells = state.cells.with(p as u8, 0);
            }
        }
        let rows = Seat::BOTH.map(|s| self.row_sum(state, s));
        let all = state.cells.sum(0, rules.board.len() as u8);
        match end {
            End::Stuck(_) | End::Exhausted => match (rules.round.remainder, end) {
                (Remainder::Opponent, End::Stuck(seat)) => state.won[seat.opponent().index()] += all,
                (Remainder::Opponent | Remainder::RowOwners, _) => to_owners(state, rows, all),
                (Remainder::Nobody, _) => state.out += all,
                (Remainder::LastCapturer, _) => match state.last_capture {
                    Some(seat) => state.won[seat.index()] += all,
                    None => state.out += all,
                },
                (Remainder::Halved, _) => {
                    state.won = state.won.map(|won| won + all / 2);
                    state.out += all % 2;
                }
            },
            End::NeverEnding(mover) if rules.turn.never_ending == NeverEnding::MoverLoses => {
                state.won[mover.opponent().index()] += all;
            }
            End::NeverEnding(_) | End::Repetition | End::TurnCap | End::MatchLost(_) => to_owners(state, rows, all),
            End::BoardEmpty => {}
        }
        state.cells = W::EMPTY;
        state.ur = [0, 0];
        state.mark = Mark::Free;
    }
}

/// Each player gets the seeds of his own pits; what nobody owns leaves the game.
const fn to_owners<W>(state: &mut State<W>, rows: [u16; 2], all: u16) {
    state.won[0] += rows[0];
    state.won[1] += rows[1];
    state.out += all - rows[0] - rows[1];
}

/// Whether a ruleset lets the mover leave a pit that a capture could take.
pub(super) fn offers_sparing(cases: &[crate::rules::ruleset::Case]) -> bool {
    cases.iter().any(|case| matches!(case.then, Action::Capture(Capture { also: Some(also), .. }) if also.optional))
}

/// The numbers of the bits that are set, from the lowest.
pub fn bits(mask: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::successors(Some(mask), |m| Some(m & m.wrapping_sub(1))).take_while(|&m| m != 0).map(u64::trailing_zeros)
}
