//! One turn: the laps, the proof that a sowing never ends, the captures.

use super::abreast::Flight;
use super::lanes::Lanes;
use super::layout::{Layout, Side};
use super::memory::{LONG, Memory};
use super::program::Program;
use super::quick::Quick;
use super::round::Variant;
use super::state::State;
use super::watch::Watch;
use crate::rules::ruleset::{
    Action, Board, Capture, CaptureLimits, CaptureRows, Chain, EnPassant, Form, GrandSlam, Origin, Pit, PitWord,
    Ruleset, Seat, Taker, Then,
};
use std::sync::Arc;

/// What one turn's sowing came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sown {
    /// Laps sown; in a never-ending sowing, those sown before the proof.
    pub laps: u32,
    /// Seeds that fell, counted each time they fell.
    pub seeds: u64,
    /// Pits captured.
    pub captures: u32,
    /// Seeds captured by the mover.
    pub captured: u32,
    /// Those of them that lay in his own pits.
    pub from_own_row: u32,
    /// The sowing is proved never to end. The board is then as it was.
    pub never_ending: bool,
    /// It was broken off after [`MOST_LAPS`] laps, neither ended nor proved never to end. The board is then as it was.
    pub broken_off: bool,
    /// The mover has another move.
    pub again: bool,
}

impl Sown {
    /// Whether the sowing came to its end.
    #[inline(always)]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        !self.never_ending && !self.broken_off
    }
}

/// Laps of one sowing after which it is broken off, and its round with it.
///
/// Where a relay captures on the way or passes over pits it need not come back to its start, and on a board of 48 pits it can go
/// on for thousands of millions of laps before it stops or a state of it comes back. The longest cycles met on boards of two rows
/// have some two million laps. What is broken off counts as a game cut off; it is never taken for a sowing that never ends.
pub const MOST_LAPS: u32 = 10_000_000;

/// How the laps of a move come out.
#[derive(Clone, Copy)]
enum Laps {
    /// The last seed fell here, and this is to be done.
    End(Ended),
    /// They never end; the board is as it was.
    NeverEnd,
    /// They were broken off; the board is as it was.
    BrokenOff,
}

/// What the mover lifts and chooses.
#[derive(Clone, Copy)]
struct Lift {
    pit: Pit,
    variant: Variant,
}

/// The end of the laps of a move.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    /// Where the last seed fell.
    pub last: u8,
    /// The pit lifted last.
    pub from: u8,
    action: Action,
    /// Whether the sowing has turned round, an odd number of times.
    turned: bool,
}

/// What a sowing leaves for a prescribed start of the next move.
#[derive(Clone, Copy)]
pub(super) struct Traces {
    /// Where the last seed fell.
    pub last: u8,
    /// The pit lifted last.
    pub last_lifted: u8,
    /// The pit captured last.
    pub captured: Option<u8>,
}

/// How laps are sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// From tables; each lap can be undone in one way, so that a relay either stops or returns to its start.
    Reversible,
    /// From tables.
    Tabled,
    /// Seed by seed.
    BySteps,
}

impl Way {
    fn of(rules: &Ruleset) -> Self {
        if is_reversible(rules) {
            Self::Reversible
        } else if rules.turn.tests_origin() || rules.turn.turns_round() {
            Self::BySteps
        } else if rules.turn.en_passant.is_none()
            && rules.turn.origin != Origin::SkippedWholeMove
            && rules.turn.choice.kept == 0
        {
            Self::Tabled
        } else {
            Self::BySteps
        }
    }
}

/// The compiled sowing rules of one ruleset.
#[derive(Clone, Debug)]
pub(super) struct Sowing<W> {
    pub(super) program: Program,
    origin: Origin,
    en_passant: Option<EnPassant>,
    way: Way,
    /// Pits a capture may empty, bit by pit number, for each player.
    capturable: [u64; 2],
    limits: CaptureLimits,
    /// The pits of each player, bit by pit number.
    rows: [u64; 2],
    /// The pits on one side of the corners between rows, bit by pit number.
    corner: u64,
    /// Seeds that stay in a pit that is lifted, if it holds more.
    kept: u16,
    /// Whether what follows a lap hangs on the pit that the move began with.
    tests_origin: bool,
    /// What follows the laps of a relay, where that is simple.
    pub(super) quick: Option<Quick>,
    board: Board,
    /// Lanes that hold seeds while sowing: pits and stores.
    lanes: u8,
    memory: Arc<Memory<W>>,
}

/// A capture being made.
#[derive(Clone, Copy)]
pub(super) struct Taking {
    pub capture: Capture,
    /// Where the last seed fell.
    pub last: u8,
    /// The pit that the move began with.
    pub origin: u8,
    /// Whether a second pit that may be left is left.
    pub sparing: bool,
}

impl<W: Lanes> Sowing<W> {
    pub fn new(rules: &Ruleset, program: Program, memory: Arc<Memory<W>>) -> Self {
        let board = &rules.board;
        let capturable = Seat::BOTH.map(|seat| {
            let row = |of: Seat| board.row(of).fold(0u64, |mask, p| mask | 1 << p.0);
            match rules.turn.captures.rows {
                CaptureRows::Either => board.all().fold(0, |mask, p| mask | 1 << p.0),
                CaptureRows::Opponents => row(seat.opponent()),
                CaptureRows::Own => row(seat),
            }
        });
        let rows = Seat::BOTH.map(|seat| board.row(seat).fold(0u64, |mask, p| mask | 1 << p.0));
        let mask = |pits: &[Pit]| pits.iter().fold(0u64, |mask, p| mask | 1 << p.0);
        let corner = match board.form {
            Form::Columns { .. } => board.drawn().last().map_or(0, |row| mask(row)),
            Form::TwoRows | Form::FourRows | Form::Ring => rows[0],
        };
        Self {
            rows,
            corner,
            kept: rules.turn.choice.kept,
            tests_origin: rules.turn.tests_origin(),
            quick: Quick::of(rules),
            origin: rules.turn.origin,
            en_passant: rules.turn.en_passant,
            way: Way::of(rules),
            capturable,
            limits: rules.turn.captures,
            lanes: board.len() as u8 + if board.stores.is_some() { 2 } else { 0 },
            board: board.clone(),
            program,
            memory,
        }
    }

    /// Sows `pit` for the player to move and makes his captures; the turn does not pass.
    #[inline(always)]
    pub fn sow(
        &self,
        layout: &Layout<W>,
        state: &mut State<W>,
        pit: Pit,
        variant: Variant,
        watch: &mut impl Watch,
    ) -> (Sown, Traces) {
        let side = layout.side(state.mover, variant.other_way);
        let mut sown = Sown::default();
        let mut traces = Traces { last: pit.0, last_lifted: pit.0, captured: None };
        let laps = if self.way == Way::Reversible {
            self.reversible_laps(layout, side, state, pit.0, watch, &mut sown)
        } else {
            self.other_laps(layout, state, pit.0, variant, &mut traces, watch, &mut sown)
        };
        let side = if let Laps::End(Ended { turned: true, .. }) = laps {
            layout.side(state.mover, !variant.other_way)
        } else {
            side
        };
        self.land(side, state, Lift { pit, variant }, laps, &mut traces, watch, &mut sown);
        (sown, traces)
    }

    /// What follows the laps of a move.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what a turn is told and tells")]
    fn land(
        &self,
        side: &Side,
        state: &mut State<W>,
        lift: Lift,
        laps: Laps,
        traces: &mut Traces,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
        let Lift { pit, variant } = lift;
        match laps {
            Laps::NeverEnd => {
                *sown = Sown { laps: sown.laps, seeds: sown.seeds, never_ending: true, ..Sown::default() };
            }
            Laps::BrokenOff => {
                *sown = Sown { laps: sown.laps, seeds: sown.seeds, broken_off: true, ..Sown::default() };
            }
            Laps::End(Ended { last, from, action, turned: _ }) => {
                (traces.last, traces.last_lifted) = (last, from);
                let single = !self.limits.by_singles && sown.seeds == 1;
                match action {
                    Action::Capture(capture) if !single => {
                        let before = *state;
                        let taking = Taking { capture, last, origin: pit.0, sparing: variant.sparing };
                        self.capture(side, state, taking, traces, watch, sown);
                        sown.again = capture.then == Then::MoveAgain;
                        debug_assert!(self.conserves(&before, state.cells, state), "a capture conserves the seeds");
                    }
                    Action::MoveAgain => sown.again = true,
                    Action::MakeUr => self.make_ur(side, state, last),
                    Action::ClaimLast if self.board.is_pit(Pit(last)) => state.ur[state.mover.index()] |= 1 << last,
                    _ => {}
                }
                if self.board.stores.is_some() {
                    self.empty_stores(state);
                }
            }
        }
    }

    /// Whether the relays of these rules can be sown [abreast](super::abreast).
    pub fn goes_abreast(&self) -> bool {
        self.way != Way::BySteps
    }

    /// What follows the laps of a flight that has ended. `None` if they go on after all, or something is captured on the
    /// way: the move is then to be sown from its beginning, and the state is as it was.
    #[inline(always)]
    pub fn land_flight(
        &self,
        layout: &Layout<W>,
        side: &Side,
        state: &mut State<W>,
        pit: Pit,
        flight: &Flight<W>,
    ) -> Option<Sown> {
        if flight.is_under_way(layout) {
            return None;
        }
        let last = flight.last(layout);
        let mut sown = Sown { laps: flight.laps(), seeds: u64::from(flight.seeds()), ..Sown::default() };
        let action = self.program.decide(side, flight.cells, 0, last);
        if matches!(action, Action::Relay(_)) || sown_on(action) {
            return None;
        }
        let mut traces = Traces { last, last_lifted: pit.0, captured: None };
        state.cells = flight.cells;
        let laps = Laps::End(Ended { last, from: pit.0, action, turned: false });
        self.land(side, state, Lift { pit, variant: Variant::PLAIN }, laps, &mut traces, &mut (), &mut sown);
        Some(sown)
    }

    /// What has fallen into the stores is won.
    fn empty_stores(&self, state: &mut State<W>) {
        for seat in Seat::BOTH {
            if let Some(store) = self.board.store(seat) {
                state.won[seat.index()] += state.cells.get(store.0);
                state.cells = state.cells.with(store.0, 0);
            }
        }
    }

    fn make_ur(&self, side: &Side, state: &mut State<W>, last: u8) {
        let facing = side.word(PitWord::OppositeLast, last);
        if usize::from(facing) >= self.board.len() || state.cells.get(facing) == 0 {
            return;
        }
        state.cells = state.cells.with(facing, state.cells.get(facing) - 1).with(last, state.cells.get(last) + 1);
        state.ur[state.mover.index()] |= 1 << last | 1 << facing;
    }

    /// The laps of a reversible relay, each one addition. Such a relay either stops or comes back to the state it began
    /// with, so comparing every later state with that one is a complete test.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what a turn is told and tells")]
    fn reversible_laps(
        &self,
        layout: &Layout<W>,
        side: &Side,
        state: &mut State<W>,
        pit: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> Laps {
        let (start, begin) = (state.cells, W::lane(pit));
        let least = self.program.relay_least();
        let (mut cells, mut row, mut lane) = (start, side.row(pit), begin);
        let mut count = start.at(lane);
        let key = |state: &State<W>| (start, pit, state.mover, side.other_way, state.closed);
        loop {
            let lap = layout.laps.lap(row, count);
            cells = cells.plus(lap.difference);
            sown.laps += 1;
            sown.seeds += u64::from(count);
            watch.lap(Pit(W::pit(lane)), count, Pit(lap.last));
            debug_assert!(self.conserves(state, cells, state), "a lap conserves the seeds");
            let lifted = lane;
            (row, lane) = (lap.row, lap.lane);
            count = cells.at(lane);
            if count < least {
                match self.program.decide(side, cells, 0, lap.last) {
                    Action::Relay(word) if cells.get(side.word(word, lap.last)) > 0 => {
                        let from = side.word(word, lap.last);
                        (row, lane) = (side.row(from), W::lane(from));
                        count = cells.at(lane);
                    }
                    action => {
                        state.cells = cells;
                        let from = W::pit(lifted);
                        return Laps::End(Ended { last: lap.last, from, action, turned: false });
                    }
                }
            }
            if cells == start && lane == begin {
                if sown.laps >= LONG {
                    self.memory.remember(key(state), (sown.laps, sown.seeds));
                }
                return Laps::NeverEnd;
            }
            // Every so many laps, a power of two, it is looked whether this is known, or has gone on for too long.
            if sown.laps & (LONG - 1) == 0 {
                if sown.laps == LONG
                    && let Some(proof) = self.memory.recall(&key(state))
                {
                    (sown.laps, sown.seeds) = proof;
                    return Laps::NeverEnd;
                }
                if sown.laps >= MOST_LAPS {
                    return Laps::BrokenOff;
                }
            }
        }
    }

    /// The laps of a relay that is not reversible: the pit lifted is passed over, seeds are captured on the way, or
    /// different pits may be relayed. A cycle need not hold the start; Brent's method finds any.
    #[allow(clippy::too_many_arguments, reason = "what a turn is told and tells")]
    fn other_laps(
        &self,
        layout: &Layout<W>,
        state: &mut State<W>,
        pit: u8,
        variant: Variant,
        traces: &mut Traces,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> Laps {
        let start = *state;
        let mut turned = false;
        let mut side = layout.side(state.mover, variant.other_way);
        let (mut from, mut count) = (pit, self.hand(state.cells.get(pit)));
        let (mut since, mut power) = (0u64, 1u64);
        let mut kept = (state.cells, from, count, turned);
        loop {
            let last = if self.way == Way::Tabled {
                let lap = layout.laps.lap(side.row(from), count);
                state.cells = state.cells.plus(lap.difference);
                lap.last
            } else {
                self.lap_by_steps(side, state, [from, pit], count, watch, sown)
            };
            sown.laps = sown.laps.saturating_add(1);
            sown.seeds += u64::from(count);
            watch.lap(Pit(from), count, Pit(last));
            debug_assert!(self.conserves(&start, state.cells, state), "a lap conserves the seeds");
            let ur = state.ur[0] | state.ur[1];
            let marked = if self.tests_origin { 1 << pit } else { u64::from(ur) };
            let action = self.program.decide(side, state.cells, marked, last);
            let back = turns_round(action);
            let lifted = from;
            // The pit that is lifted next and the seeds that are sown from it.
            let next = match action {
                Action::Relay(word) | Action::RelayBack(word) => {
                    Some(side.word(word, last)).map(|at| (at, self.hand(state.cells.get(at))))
                }
                Action::Capture(capture) if sown_on(action) => {
                    let before = sown.captured;
                    if self.limits.by_singles || sown.seeds > 1 {
                        let taking = Taking { capture, last, origin: pit, sparing: variant.sparing };
                        self.capture(side, state, taking, traces, watch, sown);
                    }
                    match capture.then {
                        Then::Relay(word) | Then::RelayBack(word) => {
                            Some(side.word(word, last)).map(|at| (at, self.hand(state.cells.get(at))))
                        }
                        _ => self.take_up(state, last, (sown.captured - before) as u16),
                    }
                }
                _ => None,
            };
            match next {
                Some((at, seeds)) if seeds > 0 && u64::from(ur) >> at & 1 == 0 => (from, count) = (at, seeds),
                _ => {
                    let action = if next.is_some() || sown_on(action) { Action::EndTurn } else { action };
                    return Laps::End(Ended { last, from: lifted, action, turned });
                }
            }
            if back {
                turned = !turned;
                side = layout.side(state.mover, variant.other_way != turned);
                watch.turns_round();
            }
            if (state.cells, from, count, turned) == kept {
                *state = start;
                return Laps::NeverEnd;
            }
            if sown.laps >= MOST_LAPS {
                *state = start;
                return Laps::BrokenOff;
            }
            since += 1;
            if since == power {
                (kept, since, power) = ((state.cells, from, count, turned), 0, power * 2);
            }
        }
    }

    /// The seeds that are sown from a pit that holds so many.
    const fn hand(&self, held: u16) -> u16 {
        if held > self.kept { held - self.kept } else { held }
    }

    /// Sows the first lap of a move, and nothing that follows it. Says where its last seed fell.
    #[cold]
    pub fn first_lap(&self, layout: &Layout<W>, state: &mut State<W>, pit: Pit, variant: Variant) -> u8 {
        let side = layout.side(state.mover, variant.other_way);
        let hand = self.hand(state.cells.get(pit.0));
        self.lap_by_steps(side, state, [pit.0, pit.0], hand, &mut (), &mut Sown::default())
    }

    /// Puts captured seeds back on the last pit, so that as many are sown on from there.
    fn take_up(&self, state: &mut State<W>, last: u8, captured: u16) -> Option<(u8, u16)> {
        if captured == 0 || usize::from(last) >= self.board.len() {
            return None;
        }
        if self.limits.out_of_game {
            state.out -= captured;
        } else {
            state.won[state.mover.index()] -= captured;
        }
        state.cells = state.cells.with(last, state.cells.get(last) + captured);
        Some((last, captured))
    }

    fn conserves(&self, start: &State<W>, cells: W, now: &State<W>) -> bool {
        let all = |cells: W, state: &State<W>| cells.sum(0, self.lanes) + state.won[0] + state.won[1] + state.out;
        all(start.cells, start) == all(cells, now)
    }

    /// A lap seed by seed, where a table will not do: seeds are captured as they fall, or the pit that began the move is
    /// passed over.
    fn lap_by_steps(
        &self,
        side: &Side,
        state: &mut State<W>,
        [from, origin]: [u8; 2],
        count: u16,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> u8 {
        let skipped = match self.origin {
            Origin::Sown => None,
            Origin::SkippedEachLap => Some(from),
            Origin::SkippedWholeMove => Some(origin),
        };
        let mut hand = count;
        state.cells = state.cells.with(from, state.cells.get(from) - count);
        let mut at = from;
        while hand > 0 {
            at = side.sown_next[at as usize];
            if Some(at) == skipped {
                at = side.sown_next[at as usize];
            }
            let seeds = state.cells.get(at) + 1;
            state.cells = state.cells.with(at, seeds);
            hand -= 1;
            if let Some(rule) = self.en_passant
                && seeds == rule.count
                && (hand > 0 || rule.by_last_seed)
                && self.board.is_pit(Pit(at))
                && (rule.taker == Taker::Mover || self.board.owner(Pit(at)).is_some())
            {
                let owner = self.board.owner(Pit(at)).unwrap_or(state.mover);
                let taker = if rule.taker == Taker::Owner { owner } else { state.mover };
                state.cells = state.cells.with(at, 0);
                state.won[taker.index()] += seeds;
                state.last_capture = Some(taker);
                sown.captures += 1;
                if taker == state.mover {
                    sown.captured += u32::from(seeds);
                    sown.from_own_row += u32::from(seeds) * u32::from(owner == state.mover);
                }
                watch.capture(Pit(at), seeds, taker);
            }
        }
        at
    }

    #[inline(always)]
    fn capture(
        &self,
        side: &Side,
        state: &mut State<W>,
        taking: Taking,
        traces: &mut Traces,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
        let Taking { capture, last, origin, .. } = taking;
        let at = match capture.pit {
            PitWord::FirstOccupied | PitWord::FirstOccupiedOrLast => {
                let Some(at) = self.first_occupied(side, state, last, capture.pit) else { return };
                at
            }
            word => side.word(word, last),
        };
        let pair = match capture.pit {
            PitWord::Beyond => side.word(PitWord::Next, last),
            PitWord::Next => last,
            _ => at,
        };
        if state.cells.get(at) == 0 || !self.may_pair(pair, at) || !self.may_capture(state, at, origin) {
            return;
        }
        if self.limits.grand_slam == GrandSlam::WinsNothing {
            let (before, was) = (*state, *sown);
            self.take_all(side, state, taking, at, traces, &mut (), sown);
            let (first, len) = self.board.field(state.mover.opponent());
            let slam = state.cells.at_least(first, len, 1) == 0;
            (*state, *sown) = (before, was);
            if slam {
                traces.captured = None;
                return;
            }
        }
        self.take_all(side, state, taking, at, traces, watch, sown);
    }

    /// Takes the first pit of a capture and all that it brings.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "what a turn is told and tells")]
    fn take_all(
        &self,
        side: &Side,
        state: &mut State<W>,
        taking: Taking,
        at: u8,
        traces: &mut Traces,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
        let Taking { capture, last, origin, sparing } = taking;
        traces.captured = Some(at);
        self.take(state, at, watch, sown);
        if let Some(also) = capture.also.filter(|also| !(also.optional && sparing)) {
            let second = side.word(also.pit, last);
            if state.cells.get(second) > 0 && self.may_capture(state, second, origin) {
                self.take(state, second, watch, sown);
            }
        }
        if capture.with_opposite {
            self.take_facing(state, at, origin, watch, sown);
        }
        match capture.chain {
            Chain::Once => {}
            Chain::Backwards(numbers) => {
                let mut before = side.sown_before[at as usize];
                while numbers.contains(state.cells.get(before)) && self.may_capture(state, before, origin) {
                    if state.cells.get(before) == 0 {
                        break;
                    }
                    traces.captured = Some(before);
                    self.take(state, before, watch, sown);
                    before = side.sown_before[before as usize];
                }
            }
            Chain::BeforeLast | Chain::ThroughLast => {
                traces.captured = Some(self.chain(side, state, taking, at, watch, sown));
            }
        }
    }

    /// The first pit after the next one that holds seeds.
    fn first_occupied(&self, side: &Side, state: &State<W>, last: u8, word: PitWord) -> Option<u8> {
        let mut at = side.word(PitWord::Next, last);
        loop {
            at = side.sown_next[at as usize];
            if at == last {
                return (word == PitWord::FirstOccupiedOrLast).then_some(last);
            }
            if state.cells.get(at) > 0 && self.board.is_pit(Pit(at)) {
                return Some(at);
            }
        }
    }

    /// Whether the mover may capture from a pit.
    #[inline(always)]
    const fn may_capture(&self, state: &State<W>, pit: u8, origin: u8) -> bool {
        self.capturable[state.mover.index()] >> pit & 1 == 1
            && (self.limits.from_origin || pit != origin)
            && ((state.ur[0] | state.ur[1]) as u64) >> pit & 1 == 0
    }

    /// Whether an empty pit and the pit beyond it may make a capture.
    #[inline(always)]
    fn may_pair(&self, empty: u8, beyond: u8) -> bool {
        self.limits.round_the_corner || (self.corner >> empty ^ self.corner >> beyond) & 1 == 0
    }

    /// Goes on capturing over alternating pits from the pit captured first. Says which was captured last.
    pub(super) fn chain(
        &self,
        side: &Side,
        state: &mut State<W>,
        taking: Taking,
        first: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> u8 {
        let Taking { capture, last, origin, .. } = taking;
        let mut at = first;
        loop {
            let (empty, beyond) = (side.word(PitWord::Next, at), side.word(PitWord::Beyond, at));
            let spared = capture.chain == Chain::BeforeLast && beyond == last;
            let stands = state.cells.get(empty) > 0 || state.cells.get(beyond) == 0 || !self.board.is_pit(Pit(empty));
            if stands || spared || !self.may_pair(empty, beyond) || !self.may_capture(state, beyond, origin) {
                return at;
            }
            at = beyond;
            self.take(state, at, watch, sown);
            if capture.with_opposite {
                self.take_facing(state, at, origin, watch, sown);
            }
        }
    }

    fn take_facing(&self, state: &mut State<W>, pit: u8, origin: u8, watch: &mut impl Watch, sown: &mut Sown) {
        if let Some(Pit(facing)) = self.board.opposite(Pit(pit))
            && state.cells.get(facing) > 0
            && self.may_capture(state, facing, origin)
        {
            self.take(state, facing, watch, sown);
        }
    }

    #[inline(always)]
    fn take(&self, state: &mut State<W>, pit: u8, watch: &mut impl Watch, sown: &mut Sown) {
        let seeds = state.cells.get(pit);
        state.cells = state.cells.with(pit, 0);
        if self.limits.out_of_game {
            state.out += seeds;
        } else {
            state.won[state.mover.index()] += seeds;
        }
        state.last_capture = Some(state.mover);
        sown.captures += 1;
        sown.captured += u32::from(seeds);
        let own = (self.rows[state.mover.index()] >> pit) as u32 & 1;
        sown.from_own_row += u32::from(seeds) * own;
        watch.capture(Pit(pit), seeds, state.mover);
    }
}

/// Whether the lap that follows is sown the other way.
const fn turns_round(action: Action) -> bool {
    matches!(action, Action::RelayBack(_) | Action::Capture(Capture { then: Then::RelayBack(_), .. }))
}

/// Whether a capture leads to another lap of the same move.
const fn sown_on(action: Action) -> bool {
    let Action::Capture(Capture { then, .. }) = action else { return false };
    !matches!(then, Then::EndTurn | Then::MoveAgain)
}

/// Whether each lap can be undone in exactly one way: every pit is sown, nothing is captured on the way, no seed is lost to
/// a store, no pit becomes somebody's, and all relays lift the same pit, the last or the next one. Then a relay that does
/// not stop comes back to where it began, for walking back from the last seed, one seed from each pit, the first empty pit
/// met is the one that was lifted.
fn is_reversible(rules: &Ruleset) -> bool {
    let cases = &rules.turn.after_lap;
    let mut words = cases.iter().filter_map(|case| match case.then {
        Action::Relay(word) => Some(word),
        _ => None,
    });
    let first = words.next();
    rules.turn.origin == Origin::Sown
        && rules.turn.en_passant.is_none()
        && rules.turn.choice.kept == 0
        && !rules.turn.tests_origin()
        && !rules.turn.turns_round()
        && (rules.board.stores.is_none() || first.is_none())
        && !rules.turn.makes_ur()
        && !cases.iter().any(|case| sown_on(case.then))
        && matches!(first, None | Some(PitWord::Last | PitWord::Next))
        && words.all(|word| Some(word) == first)
}
