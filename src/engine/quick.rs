//! What follows a plain relay, where it is nothing but one capture that ends the turn.
//!
//! Once nothing is left to relay, most games of the family come to the same question: is the next pit empty, and what lies
//! beyond it? Where the cases say no more than that, places are settled when the tables are made, and a turn ends without
//! looking at the cases.

use super::abreast::Flight;
use super::kernel::{Sown, Taking};
use super::lanes::Lanes;
use super::layout::{Layout, MOST_PITS, NOWHERE, Side, Words};
use super::machine::Kernel;
use super::program::{Setting, places_hold, plain_relay};
use super::round::End;
use super::state::State;
use crate::rules::ruleset::{
    Action, Capture, CaptureRows, Case, Chain, GrandSlam, Pit, PitWord, Quality, Ruleset, Seat, Test, Then,
};
use std::hint::select_unpredictable;

/// The rules of what follows the laps, where they are simple.
#[derive(Clone, Debug)]
pub(super) struct Quick {
    /// The case that captures, if there is one.
    capture: Option<Case>,
    /// Whether it captures only if the last pit was empty.
    into_empty: bool,
    rows: CaptureRows,
    /// How a capture goes on.
    pub chain: Option<Capture>,
    /// Whether the pit that began the move is spared.
    pub spares_origin: bool,
}

/// What a turn comes to whose last seed has fallen into a certain pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// The lane of the pit captured; the spare lane where nothing may be.
    pub beyond: u8,
    /// The lane of a pit that must be empty for a capture; the spare lane if that is known.
    pub empty: u8,
    /// The lane of a pit that must hold no more than one seed for it; the spare lane for none.
    pub single: u8,
    /// All bits if the pit captured is the mover's own, and none if it is not.
    pub own: u16,
}

impl Landing {
    /// Nothing to capture.
    pub fn nothing<W: Lanes>() -> Self {
        let spare = W::lane(W::PITS as u8);
        Self { beyond: spare, empty: spare, single: spare, own: 0 }
    }
}

impl Quick {
    /// `None` where the cases say more than that.
    pub fn of(rules: &Ruleset) -> Option<Self> {
        let limits = &rules.turn.captures;
        let plain = limits.by_singles
            && limits.round_the_corner
            && limits.grand_slam == GrandSlam::Made
            && !limits.out_of_game
            && rules.board.stores.is_none()
            && !rules.turn.makes_ur();
        let (relay, rest) = rules.turn.after_lap.split_first()?;
        let relays_next = plain_relay(relay).is_some_and(|(word, _)| word == PitWord::Next);
        if !plain || !relays_next || !relay.when.iter().all(|test| test.pit == PitWord::Next) {
            return None;
        }
        let of = |capture, into_empty, chain| Self {
            capture,
            into_empty,
            rows: limits.rows,
            chain,
            spares_origin: !limits.from_origin,
        };
        let end = rest.iter().position(|case| case.then == Action::EndTurn);
        let rest = match end {
            // A turn that is ended by a case before the others is another game.
            Some(n) if n + 1 < rest.len() => return None,
            Some(n) => &rest[..n],
            None => rest,
        };
        let case = match rest {
            [] => return Some(of(None, false, None)),
            [case] => case,
            _ => return None,
        };
        let Action::Capture(capture) = case.then else { return None };
        let said = |pit, is| case.when.contains(&Test { pit, is });
        let into_empty = said(PitWord::Last, Quality::WasEmpty);
        let simple = said(PitWord::Next, Quality::Empty)
            && said(PitWord::Beyond, Quality::Occupied)
            && case.when.len() == 2 + usize::from(into_empty);
        let once = capture.pit == PitWord::Beyond
            && capture.also.is_none()
            && !capture.with_opposite
            && capture.then == Then::EndTurn;
        let chain = Some(capture).filter(|capture| capture.chain != Chain::Once);
        (simple && once).then(|| of(Some(case.clone()), into_empty, chain))
    }

    /// What a turn comes to whose last seed falls into `last`. `relays` tells whether a relay may follow; if so the next pit is
    /// known to be empty.
    pub fn landing<W: Lanes>(&self, setting: Setting<'_>, words: &Words, last: u8, relays: bool) -> Landing {
        let nothing = Landing::nothing::<W>();
        let word = |word: PitWord| words[word as usize][usize::from(last)];
        let (next, beyond) = (word(PitWord::Next), word(PitWord::Beyond));
        let Some(case) = &self.capture else { return nothing };
        let owner = setting.rules.board.owner(Pit(beyond));
        let may = next != NOWHERE
            && beyond != NOWHERE
            && places_hold(setting, words, last, case)
            && match self.rows {
                CaptureRows::Either => true,
                CaptureRows::Opponents => owner == Some(setting.seat.opponent()),
                CaptureRows::Own => owner == Some(setting.seat),
            };
        if !may {
            return nothing;
        }
        Landing {
            beyond: W::lane(beyond),
            empty: if relays { nothing.empty } else { W::lane(next) },
            single: if self.into_empty { W::lane(last) } else { nothing.single },
            own: if owner == Some(setting.seat) { u16::MAX } else { 0 },
        }
    }
}

/// A kernel under whose rules a turn is nothing but a pit lifted, a plain relay, and at most one capture and what it leads on
/// to: its moves as plain numbers. Each is the move that [`Kernel::make`] makes.
#[derive(Debug)]
pub struct Quickly<'a, W> {
    kernel: &'a Kernel<W>,
    layout: &'a Layout<W>,
    sides: [&'a Side; 2],
    landings: [&'a [Landing; MOST_PITS]; 2],
    chain: Option<Capture>,
    spares_origin: bool,
    ends_after_move: bool,
    looks_at_last_capture: bool,
}

/// What a sowing has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landed<W> {
    /// Seeds by pit.
    pub cells: W,
    /// What has been captured.
    pub taken: Taken,
}

/// What has been captured in one turn, or in the turns of one round, in fields of one number: seeds leave the board but once in
/// a round, so that no field can overflow, and turns are added up by one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken(u64);

impl Taken {
    #[inline(always)]
    fn new(seeds: u16, from_own_row: u16, pits: u16) -> Self {
        Self(u64::from(seeds) | u64::from(from_own_row) << 16 | u64::from(pits) << 32 | u64::from(seeds > 0) << 48)
    }

    /// Together with another turn.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Seeds captured.
    #[inline(always)]
    #[must_use]
    pub const fn seeds(self) -> u16 {
        self.0 as u16
    }

    /// Those of them that lay in the mover's own pits.
    #[must_use]
    pub const fn from_own_row(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// Pits captured.
    #[inline(always)]
    #[must_use]
    pub const fn pits(self) -> u16 {
        (self.0 >> 32) as u16
    }

    /// Turns in which seeds were captured.
    #[must_use]
    pub const fn turns(self) -> u16 {
        (self.0 >> 48) as u16
    }
}

impl<W: Lanes> Kernel<W> {
    /// The kernel as one of simple turns, if it is one.
    #[must_use]
    pub fn quickly<'a>(&'a self, layout: &'a Layout<W>) -> Option<Quickly<'a, W>> {
        let quick = self.sowing.quick.as_ref().filter(|_| {
            self.nothing_but_lifts
                && self.goes_abreast()
                && self.lost_below == 0
                && self.fields.iter().all(|f| f.1 <= 8)
        })?;
        let sides = Seat::BOTH.map(|seat| layout.side(seat, false));
        let [Some(south), Some(north)] = sides.map(Side::landings) else { return None };
        Some(Quickly {
            kernel: self,
            layout,
            sides,
            landings: [south, north],
            chain: quick.chain,
            spares_origin: quick.spares_origin,
            ends_after_move: self.ends.after_move,
            looks_at_last_capture: self.rules().round.looks_at_last_capture(),
        })
    }
}

impl<W: Lanes> Quickly<'_, W> {
    /// The pits that a player may lift, bit by their number in his row; none where he has no move.
    #[inline(always)]
    #[must_use]
    pub fn lifts(&self, cells: W, seat: Seat) -> u32 {
        let (first, len) = self.kernel.fields[seat.index()];
        cells.at_least(first, len, self.kernel.least)
    }

    /// The pit of this number in a player's row.
    #[inline(always)]
    #[must_use]
    pub fn pit(&self, seat: Seat, in_row: u8) -> Pit {
        Pit(self.kernel.fields[seat.index()].0 + in_row)
    }

    /// Begins a move.
    #[inline(always)]
    #[must_use]
    pub fn take_off(&self, cells: W, seat: Seat, pit: Pit) -> Flight<W> {
        Flight::new(cells, pit.0, self.sides[seat.index()].row(pit.0))
    }

    /// Sows the laps of several moves.
    #[inline(always)]
    pub fn fly<const N: usize>(&self, flights: &mut [Flight<W>; N]) {
        super::abreast::sow(self.layout, flights);
    }

    /// Ends a move that has been sown; `None` if its laps go on, and [`Kernel::make`] is to make it from its beginning.
    #[inline(always)]
    #[must_use]
    pub fn land(&self, seat: Seat, pit: Pit, flight: &Flight<W>) -> Option<Landed<W>> {
        if flight.is_under_way(self.layout) {
            return None;
        }
        let last = flight.last(self.layout);
        let landing = &self.landings[seat.index()][usize::from(last) & (MOST_PITS - 1)];
        let cells = flight.cells;
        // Whether something is captured cannot be guessed: where nothing is, nothing is taken off.
        let barred = cells.at(landing.empty) | cells.at(landing.single) >> 1;
        let spared = self.spares_origin && landing.beyond == W::lane(pit.0);
        let captured = select_unpredictable(barred == 0 && !spared, cells.at(landing.beyond), 0);
        let cells = cells.less(landing.beyond, captured);
        let landed = Landed { cells, taken: Taken::new(captured, captured & landing.own, u16::from(captured > 0)) };
        Some(match self.chain {
            Some(capture) if captured > 0 => {
                let taking = Taking { capture, last, origin: pit.0, sparing: false };
                self.chained(seat, taking, W::pit(landing.beyond), landed)
            }
            _ => landed,
        })
    }

    /// Goes on capturing.
    #[inline(never)]
    fn chained(&self, seat: Seat, taking: Taking, first: u8, landed: Landed<W>) -> Landed<W> {
        let mut state = State { mover: seat, ..State::new(landed.cells) };
        let mut sown = Sown::default();
        self.kernel.sowing.chain(self.sides[seat.index()], &mut state, taking, first, &mut (), &mut sown);
        // The turn counts once.
        let turns = u16::from(sown.captured > 0);
        let more = Taken::new(sown.captured as u16, sown.from_own_row as u16, sown.captures as u16);
        Landed { cells: state.cells, taken: Taken(landed.taken.0 + more.0 - (u64::from(turns) << 48)) }
    }

    /// Whether a move of a player has ended the round.
    #[inline(always)]
    #[must_use]
    pub fn ended(&self, cells: W, mover: Seat) -> Option<End> {
        if self.ends_after_move { self.ended_by_board(cells, mover) } else { None }
    }

    #[inline(never)]
    fn ended_by_board(&self, cells: W, mover: Seat) -> Option<End> {
        self.kernel.ended(&State { mover, ..State::new(cells) }, mover)
    }

    /// Whether it matters who captured last.
    #[inline(always)]
    #[must_use]
    pub const fn looks_at_last_capture(&self) -> bool {
        self.looks_at_last_capture
    }
}
