//! One turn: the laps, the proof that a sowing never ends, the captures.

use super::lanes::Lanes;
use super::layout::{Layout, Side};
use super::program::Program;
use super::state::State;
use super::watch::Watch;
use crate::rules::ruleset::{
    Action, Capture, CaptureRows, Chain, EnPassant, Origin, Pit, PitWord, Ruleset, Seat, Taker,
};

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

/// The compiled sowing rules of one ruleset.
#[derive(Clone, Debug)]
pub(super) struct Sowing {
    pub(super) program: Program,
    origin: Origin,
    en_passant: Option<EnPassant>,
    /// Each lap can be undone in one way, so that a relay either stops or returns to its start.
    reversible: bool,
    /// Pits a capture may empty, bit by pit number, for each player.
    capturable: [u32; 2],
    round_the_corner: bool,
    from_origin: bool,
    pits_in_row: u8,
}

impl Sowing {
    pub fn new(rules: &Ruleset, program: Program) -> Self {
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
            reversible: is_reversible(rules),
            capturable,
            round_the_corner: rules.turn.captures.round_the_corner,
            from_origin: rules.turn.captures.from_origin,
            pits_in_row: rules.board.pits,
            program,
        }
    }

    /// Sows `pit` for the player to move and makes his captures; the turn does not pass.
    #[inline]
    pub fn sow<W: Lanes>(
        &self,
        layout: &Layout<W>,
        state: &mut State<W>,
        pit: Pit,
        watch: &mut impl Watch,
    ) -> Sown {
        let seat = state.mover;
        let side = &layout.sides[seat.index()];
        let least = self.program.relay_least();
        let by_steps = self.en_passant.is_some() || self.origin == Origin::SkippedWholeMove;
        let start = *state;
        let mut sown = Sown::default();
        let (mut cells, mut from, mut count) = (state.cells, pit.0, state.cells.get(pit.0));
        // Brent's method keeps one earlier state and compares every later one with it. Where the relay is reversible that
        // state need never be anything but the start of the move.
        let (mut kept, mut kept_from, mut since, mut power) = (cells, from, 0u32, 1u32);
        let last = loop {
            let (last, next_from) = if by_steps {
                let last =
                    self.lap_by_steps(side, state, &mut cells, from, pit.0, watch, &mut sown);
                (last, W::PITS as u8)
            } else {
                let lap = side.lap(from, count);
                cells = cells.plus(lap.difference);
                (lap.last, lap.from)
            };
            sown.laps += 1;
            sown.seeds += u64::from(count);
            watch.lap(Pit(from), count, Pit(last));
            debug_assert!(
                self.conserves(&start, cells, state),
                "a lap neither makes nor loses seeds"
            );
            from = next_from;
            count = cells.get(from);
            if count < least {
                let Action::Relay(word) = self.program.decide(side, cells, last) else {
                    break last;
                };
                from = side.word(word, last);
                count = cells.get(from);
                if count == 0 {
                    break last;
                }
            }
            if cells == kept && from == kept_from {
                *state = start;
                sown.never_ending = true;
                sown.captures = 0;
                sown.captured = 0;
                sown.from_own_row = 0;
                return sown;
            }
            if !self.reversible {
                since += 1;
                if since == power {
                    (kept, kept_from, since, power) = (cells, from, 0, power.saturating_mul(2));
                }
            }
        };
        state.cells = cells;
        if let Action::Capture(capture) = self.program.decide(side, cells, last) {
            self.capture(side, state, capture, last, pit.0, watch, &mut sown);
            debug_assert!(
                self.conserves(&start, state.cells, state),
                "a capture neither makes nor loses seeds"
            );
        }
        sown
    }

    fn conserves<W: Lanes>(&self, start: &State<W>, cells: W, now: &State<W>) -> bool {
        let all = |cells: W, won: [u16; 2]| cells.sum(0, 2 * self.pits_in_row) + won[0] + won[1];
        all(start.cells, start.won) == all(cells, now.won)
    }

    /// A lap seed by seed, where a table will not do: seeds are captured as they fall, or the pit that began the move is
    /// passed over.
    #[allow(
        clippy::too_many_arguments,
        reason = "the loop's state, split so that the fast path keeps it in registers"
    )]
    fn lap_by_steps<W: Lanes>(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        cells: &mut W,
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
        let mut hand = cells.get(from);
        *cells = cells.with(from, 0);
        let mut at = from;
        while hand > 0 {
            at = side.sown_next[at as usize];
            if Some(at) == skipped {
                let after = side.sown_next[at as usize];
                at = after;
            }
            let seeds = cells.get(at) + 1;
            *cells = cells.with(at, seeds);
            hand -= 1;
            if let Some(rule) = self.en_passant
                && seeds == rule.count
                && (hand > 0 || rule.by_last_seed)
            {
                let owner = if at < self.pits_in_row {
                    Seat::South
                } else {
                    Seat::North
                };
                let taker = if rule.taker == Taker::Owner {
                    owner
                } else {
                    state.mover
                };
                *cells = cells.with(at, 0);
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

    #[allow(clippy::too_many_arguments, reason = "as above")]
    fn capture<W: Lanes>(
        &self,
        side: &Side<W>,
        state: &mut State<W>,
        capture: Capture,
        last: u8,
        origin: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
        let seat = state.mover;
        let may = |pit: u8| {
            self.capturable[seat.index()] >> pit & 1 == 1 && (self.from_origin || pit != origin)
        };
        let same_row = |a: u8, b: u8| {
            self.round_the_corner || (a < self.pits_in_row) == (b < self.pits_in_row)
        };
        let mut at = side.word(capture.pit, last);
        let pair = match capture.pit {
            PitWord::Beyond => side.word(PitWord::Next, last),
            PitWord::Next => last,
            PitWord::Last | PitWord::OppositeLast | PitWord::OppositeNext => at,
        };
        if !same_row(pair, at) {
            return;
        }
        loop {
            if state.cells.get(at) == 0 || !may(at) {
                return;
            }
            self.take(state, at, watch, sown);
            let facing = 2 * self.pits_in_row - 1 - at;
            if capture.with_opposite && state.cells.get(facing) > 0 && may(facing) {
                self.take(state, facing, watch, sown);
            }
            let empty = side.word(PitWord::Next, at);
            let beyond = side.word(PitWord::Beyond, at);
            let goes_on = match capture.chain {
                Chain::Once => false,
                Chain::BeforeLast => beyond != last,
                Chain::ThroughLast => true,
            };
            if !goes_on || state.cells.get(empty) > 0 || !same_row(empty, beyond) {
                return;
            }
            at = beyond;
        }
    }

    fn take<W: Lanes>(
        &self,
        state: &mut State<W>,
        pit: u8,
        watch: &mut impl Watch,
        sown: &mut Sown,
    ) {
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
    let mut words = rules
        .turn
        .after_lap
        .iter()
        .filter_map(|case| match case.then {
            Action::Relay(word) => Some(word),
            _ => None,
        });
    let first = words.next();
    rules.turn.origin == Origin::Sown
        && rules.turn.en_passant.is_none()
        && matches!(first, None | Some(PitWord::Last | PitWord::Next))
        && words.all(|word| Some(word) == first)
}
