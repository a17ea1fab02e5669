//! One turn: the laps, the proof that a sowing never ends, the captures.

use super::lanes::Lanes;
use super::layout::{Layout, Side};
use super::memory::{LONG, Memory};
use super::program::Program;
use super::state::State;
use super::watch::Watch;
use crate::rules::ruleset::{
    Action, Capture, CaptureRows, Chain, EnPassant, Origin, Pit, PitWord, Ruleset, Seat, Taker,
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
    /// Those of them that lay in his own row.
    pub from_own_row: u32,
    /// The sowing is proved never to end. The board is then as it was.
    pub never_ending: bool,
}

/// How the laps of a move come out.
enum Laps {
    /// The last seed fell here, and this is to be done.
    End { last: u8, action: Action },
    /// They never end; the board is as it was.
    NeverEnd,
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
        } else if rules.turn.en_passant.is_none() && rules.turn.origin != Origin::SkippedWholeMove {
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
    capturable: [u32; 2],
    round_the_corner: bool,
    from_origin: bool,
    pits_in_row: u8,
    memory: Arc<Memory<W>>,
}

impl<W: Lanes> Sowing<W> {
    pub fn new(rules: &Ruleset, program: Program, memory: Arc<Memory<W>>) -> Self {
        let capturable = Seat::BOTH.map(|seat| {
            let row = |of: Seat| rules.board.row(of).fold(0, |mask, p| mask | 1 << p.0);
            match rules.turn.captures.rows {
                CaptureRows::Either => row(seat) | row(seat.opponent()),
                CaptureRows::Opponents => row(seat.opponent()),
                CaptureRows::Own => row(seat),
            }
        });
        Self {
            origin: rules.turn.origin,
            en_passant: rules.turn.en_passant,
            way: Way::of(rules),
            capturable,
            round_the_corner: rules.turn.captures.round_the_corner,
            from_origin: rules.turn.captures.from_origin,
            pits_in_row: rules.board.pits,
            program,
            memory,
        }
    }

    /// Sows `pit` for the player to move and makes his captures; the turn does not pass.
    #[inline(always)]
    pub fn sow(&self, layout: &Layout<W>, state: &mut State<W>, pit: Pit, watch: &mut impl Watch) -> Sown {
        let side = &layout.sides[state.mover.index()];
        let mut sown = Sown::default();
        let laps = if self.way == Way::Reversible {
            self.reversible_laps(side, state, pit.0, watch, &mut sown)
        } else {
            self.other_laps(side, state, pit.0, watch, &mut sown)
        };
        match laps {
            Laps::NeverEnd => {
                sown = Sown { laps: sown.laps, seeds: sown.seeds, never_ending: true, ..Sown::default() };
            }
            Laps::End { last, action: Action::Capture(capture) } => {
                let before = *state;
                self.capture(side, state, capture, last, pit.0, watch, &mut sown);
                debug_assert!(self.conserves(&before, state.cells, state), "a capture neither makes nor loses seeds");
            }
            Laps::End { .. } => {}
        }
        sown
    }

    /// The laps of a reversible relay, each one addition. Such a relay either stops or comes back to the state it began
    /// with, so comparing every later state with that one is a complete test.
    #[inline(always)]
    fn reversible_laps(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        pit: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> Laps {
        let start = state.cells;
        let least = self.program.relay_least();
        let (mut cells, mut from, mut count) = (start, pit, start.get(pit));
        loop {
            let lap = side.lap(from, count);
            cells = cells.plus(lap.difference);
            sown.laps += 1;
            sown.seeds += u64::from(count);
            watch.lap(Pit(from), count, Pit(lap.last));
            debug_assert!(self.conserves(state, cells, state), "a lap neither makes nor loses seeds");
            from = lap.from;
            count = cells.get(from);
            if count < least {
                match self.program.decide(side, cells, lap.last) {
                    Action::Relay(word) if cells.get(side.word(word, lap.last)) > 0 => {
                        from = side.word(word, lap.last);
                        count = cells.get(from);
                    }
                    action => {
                        state.cells = cells;
                        return Laps::End { last: lap.last, action };
                    }
                }
            }
            if cells == start && from == pit {
                if sown.laps >= LONG {
                    self.memory.remember((start, pit, state.mover, state.closed), (sown.laps, sown.seeds));
                }
                return Laps::NeverEnd;
            }
            if sown.laps == LONG
                && let Some(proof) = self.memory.recall(&(start, pit, state.mover, state.closed))
            {
                (sown.laps, sown.seeds) = proof;
                return Laps::NeverEnd;
            }
        }
    }

    /// The laps of a relay that is not reversible: the pit lifted is passed over, seeds are captured
    /// as they fall, or different pits may be relayed. A cycle need not hold the start; Brent's method finds any.
    fn other_laps(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        pit: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> Laps {
        let start = *state;
        let (mut from, mut since, mut power) = (pit, 0u64, 1u64);
        let (mut kept, mut kept_from) = (state.cells, pit);
        loop {
            let count = state.cells.get(from);
            let last = if self.way == Way::Tabled {
                let lap = side.lap(from, count);
                state.cells = state.cells.plus(lap.difference);
                lap.last
            } else {
                self.lap_by_steps(side, state, from, pit, watch, sown)
            };
            sown.laps = sown.laps.saturating_add(1);
            sown.seeds += u64::from(count);
            watch.lap(Pit(from), count, Pit(last));
            debug_assert!(self.conserves(&start, state.cells, state), "a lap neither makes nor loses seeds");
            match self.program.decide(side, state.cells, last) {
                Action::Relay(word) if state.cells.get(side.word(word, last)) > 0 => from = side.word(word, last),
                action => return Laps::End { last, action },
            }
            if state.cells == kept && from == kept_from {
                *state = start;
                return Laps::NeverEnd;
            }
            since += 1;
            if since == power {
                (kept, kept_from, since, power) = (state.cells, from, 0, power * 2);
            }
        }
    }

    fn conserves(&self, start: &State<W>, cells: W, now: &State<W>) -> bool {
        let all = |cells: W, won: [u16; 2]| cells.sum(0, 2 * self.pits_in_row) + won[0] + won[1];
        all(start.cells, start.won) == all(cells, now.won)
    }

    /// A lap seed by seed, where a table will not do: seeds are captured as they fall, or the pit that began the move is
    /// passed over.
    fn lap_by_steps(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        from: u8,
        origin: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) -> u8 {
        let skipped = match self.origin {
            Origin::Sown => None,
            Origin::SkippedEachLap => Some(from),
            Origin::SkippedWholeMove => Some(origin),
        };
        let mut hand = state.cells.get(from);
        state.cells = state.cells.with(from, 0);
        let mut at = from;
        while hand > 0 {
            at = side.sown_next[at as usize];
            if Some(at) == skipped {
                let after = side.sown_next[at as usize];
                at = after;
            }
            let seeds = state.cells.get(at) + 1;
            state.cells = state.cells.with(at, seeds);
            hand -= 1;
            if let Some(rule) = self.en_passant
                && seeds == rule.count
                && (hand > 0 || rule.by_last_seed)
            {
                let owner = if at < self.pits_in_row { Seat::South } else { Seat::North };
                let taker = if rule.taker == Taker::Owner { owner } else { state.mover };
                state.cells = state.cells.with(at, 0);
                state.won[taker.index()] += seeds;
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
    #[allow(clippy::too_many_arguments, reason = "the state of the turn, held in pieces by the loop above")]
    fn capture(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        capture: Capture,
        last: u8,
        origin: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
        let at = side.word(capture.pit, last);
        let pair = match capture.pit {
            PitWord::Beyond => side.word(PitWord::Next, last),
            PitWord::Next => last,
            PitWord::Last | PitWord::OppositeLast | PitWord::OppositeNext => at,
        };
        if state.cells.get(at) == 0 || !self.may_pair(pair, at) || !self.may_capture(state.mover, at, origin) {
            return;
        }
        self.take(state, at, watch, sown);
        if capture.with_opposite {
            self.take_facing(state, at, origin, watch, sown);
        }
        if capture.chain != Chain::Once {
            self.chain(side, state, capture, [at, last, origin], watch, sown);
        }
    }

    /// Whether the mover may capture from a pit.
    #[inline(always)]
    const fn may_capture(&self, seat: Seat, pit: u8, origin: u8) -> bool {
        self.capturable[seat.index()] >> pit & 1 == 1 && (self.from_origin || pit != origin)
    }

    /// Whether an empty pit and the pit beyond it may make a capture.
    #[inline(always)]
    const fn may_pair(&self, empty: u8, beyond: u8) -> bool {
        self.round_the_corner || (empty < self.pits_in_row) == (beyond < self.pits_in_row)
    }

    /// Goes on capturing over alternating pits from the pit captured first.
    fn chain(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        capture: Capture,
        [first, last, origin]: [u8; 3],
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
        let mut at = first;
        loop {
            let empty = side.word(PitWord::Next, at);
            at = side.word(PitWord::Beyond, at);
            let spared = capture.chain == Chain::BeforeLast && at == last;
            let stands = state.cells.get(empty) > 0 || state.cells.get(at) == 0;
            if stands || spared || !self.may_pair(empty, at) || !self.may_capture(state.mover, at, origin) {
                return;
            }
            self.take(state, at, watch, sown);
            if capture.with_opposite {
                self.take_facing(state, at, origin, watch, sown);
            }
        }
    }

    fn take_facing(&self, state: &mut State<W>, pit: u8, origin: u8, watch: &mut impl Watch, sown: &mut Sown) {
        let facing = 2 * self.pits_in_row - 1 - pit;
        if state.cells.get(facing) > 0 && self.may_capture(state.mover, facing, origin) {
            self.take(state, facing, watch, sown);
        }
    }

    #[inline(always)]
    fn take(&self, state: &mut State<W>, pit: u8, watch: &mut impl Watch, sown: &mut Sown) {
        let seeds = state.cells.get(pit);
        state.cells = state.cells.with(pit, 0);
        state.won[state.mover.index()] += seeds;
        sown.captures += 1;
        sown.captured += u32::from(seeds);
        let own = (pit < self.pits_in_row) == (state.mover == Seat::South);
        sown.from_own_row += u32::from(seeds) * u32::from(own);
        watch.capture(Pit(pit), seeds, state.mover);
    }
}

/// Whether each lap can be undone in exactly one way: every pit is sown, nothing is captured on the way, and all relays
/// lift the same pit, the last or the next one. Then a relay that does not stop comes back to where it began, for walking
/// back from the last seed, one seed from each pit, the first empty pit met is the one that was lifted.
fn is_reversible(rules: &Ruleset) -> bool {
    let mut words = rules.turn.after_lap.iter().filter_map(|case| match case.then {
        Action::Relay(word) => Some(word),
        _ => None,
    });
    let first = words.next();
    rules.turn.origin == Origin::Sown
        && rules.turn.en_passant.is_none()
        && matches!(first, None | Some(PitWord::Last | PitWord::Next))
        && words.all(|word| Some(word) == first)
}
