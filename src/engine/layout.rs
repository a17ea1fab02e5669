//! What a set of open pits makes of the rules: tables of laps, neighbours and after-lap decisions.

use super::lanes::Lanes;
use super::program::{Program, Setting};
use crate::rules::ruleset::{ClosedPits, Direction, Origin, Pit, PitWord, Ruleset, Seat, Ways};

/// Entries of a table by pit: a power of two above the most pits and stores of any board.
pub const MOST_PITS: usize = 64;

/// The place that is meant by each [`PitWord`], by the place sown last; [`NOWHERE`] where there is none, and for the words
/// that hang on where seeds lie.
pub(super) type Words = [[u8; MOST_PITS]; PitWord::COUNT];

/// No pit. Lanes have none of this number; it is replaced by the spare lane where a table is read.
pub(super) const NOWHERE: u8 = MOST_PITS as u8 - 1;

/// One lap: `count` seeds lifted from one pit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lap<W> {
    /// What the lap adds to the board, the seeds lifted taken off.
    pub difference: W,
    /// Where the last seed falls.
    pub last: u8,
    /// The pit that a relay lifts if it holds enough; the spare lane where no relay is to be had.
    pub from: u8,
}

/// The tables of one player who sows one way.
#[derive(Clone, Debug)]
pub(super) struct Side<W> {
    laps: Box<[Lap<W>]>,
    /// Binary logarithm of the entries kept for each pit.
    shift: u32,
    /// The place that gets the next seed, by place.
    pub sown_next: [u8; MOST_PITS],
    /// The place that got the seed before, by place.
    pub sown_before: [u8; MOST_PITS],
    /// The place meant by each [`PitWord`], by the place sown last; the spare lane for none.
    pub words: Words,
    /// The action to take, by last place and outcome of the dynamic tests.
    pub actions: Box<[u8]>,
    /// Whether he sows the other way than the rules name first.
    pub other_way: bool,
}

impl<W: Lanes> Side<W> {
    #[inline]
    pub fn lap(&self, from: u8, count: u16) -> Lap<W> {
        self.laps[(from as usize) << self.shift | count as usize]
    }

    #[inline]
    pub const fn word(&self, word: PitWord, last: u8) -> u8 {
        self.words[word as usize][last as usize & (MOST_PITS - 1)]
    }
}

/// The tables for one set of closed pits.
#[derive(Clone, Debug)]
pub struct Layout<W> {
    pub(super) sides: [Side<W>; 2],
    /// Where players may sow either way, the tables of the other.
    pub(super) other: Option<[Side<W>; 2]>,
}

/// The places in the order in which a player's seeds reach them.
fn ring(rules: &Ruleset, seat: Seat, direction: Direction, keep: impl Fn(Pit) -> bool) -> Vec<u8> {
    let mut ring: Vec<u8> = rules.board.ring(seat).into_iter().filter(|&p| keep(p)).map(|p| p.0).collect();
    if direction == Direction::Clockwise {
        ring.reverse();
    }
    ring
}

fn successors(ring: &[u8]) -> [u8; MOST_PITS] {
    let mut next = [0; MOST_PITS];
    for (i, &p) in ring.iter().enumerate() {
        next[p as usize] = ring[(i + 1) % ring.len()];
    }
    next
}

/// The places meant by the words, after a lap that ended in each of `sown`.
fn words(rules: &Ruleset, sown: &[u8], next: &[u8; MOST_PITS]) -> Words {
    let board = &rules.board;
    let place = |pit: Option<Pit>| pit.map_or(NOWHERE, |p| p.0);
    let mut words = [[NOWHERE; MOST_PITS]; PitWord::COUNT];
    for &last in sown {
        let after = next[last as usize];
        let facing = board.opposite(Pit(last));
        let mut set = |word: PitWord, at: u8| words[word as usize][last as usize] = at;
        set(PitWord::Last, last);
        set(PitWord::Next, after);
        set(PitWord::Beyond, next[after as usize]);
        set(PitWord::OppositeLast, place(facing));
        set(PitWord::OppositeNext, place(board.opposite(Pit(after))));
        set(PitWord::BehindOpposite, place(facing.and_then(|p| board.behind(p))));
    }
    words
}

impl<W: Lanes> Layout<W> {
    /// Compiles the tables for the pits that are not in `closed`; `seeds` is the most that one pit can hold.
    pub(super) fn new(rules: &Ruleset, program: &Program, closed: u32, seeds: u16) -> Self {
        let sides = |other| Seat::BOTH.map(|seat| Self::tables(rules, program, closed, seeds, seat, other));
        Self {
            sides: sides(false),
            other: (rules.turn.ways != Ways::One || rules.turn.turns_round()).then(|| sides(true)),
        }
    }

    /// The tables of a player, for the one way or the other.
    #[inline(always)]
    pub(super) fn side(&self, seat: Seat, other_way: bool) -> &Side<W> {
        match &self.other {
            Some(other) if other_way => &other[seat.index()],
            _ => &self.sides[seat.index()],
        }
    }

    fn tables(rules: &Ruleset, program: &Program, closed: u32, seeds: u16, seat: Seat, other_way: bool) -> Side<W> {
        let direction = rules.turn.direction[seat.index()];
        let direction = if other_way { direction.reversed() } else { direction };
        // Only boards of few pits have any that are closed.
        let sown = ring(rules, seat, direction, |p| closed == 0 || closed >> p.0 & 1 == 0);
        let sown_next = successors(&sown);
        let back: Vec<u8> = sown.iter().rev().copied().collect();
        let standing = rules.match_play.as_ref().map_or(ClosedPits::Absent, |m| m.closed);
        let next = match standing {
            ClosedPits::Absent => sown_next,
            ClosedPits::CountAsEmpty => successors(&ring(rules, seat, direction, |_| true)),
        };
        let spare = W::PITS as u8;
        let mut words = words(rules, &sown, &next);
        let setting = Setting { rules, seat, closed };
        let actions = program.actions(setting, &words, &sown);
        let relay: Vec<u8> =
            (0..MOST_PITS as u8).map(|last| program.relay_source(setting, &words, last).unwrap_or(spare)).collect();
        for place in words.iter_mut().flatten().filter(|place| **place == NOWHERE) {
            *place = spare;
        }
        let shift = (usize::from(seeds) + 1).next_power_of_two().trailing_zeros();
        let nowhere = Lap { difference: W::EMPTY, last: 0, from: spare };
        let mut laps = vec![nowhere; rules.board.len() << shift].into_boxed_slice();
        let skip = rules.turn.origin == Origin::SkippedEachLap;
        for (i, &from) in sown.iter().enumerate().filter(|&(_, &from)| rules.board.is_pit(Pit(from))) {
            let mut added = W::EMPTY;
            let mut at = i;
            for count in 1..=seeds {
                at = (at + 1) % sown.len();
                if skip && at == i && sown.len() > 1 {
                    at = (at + 1) % sown.len();
                }
                let last = sown[at];
                added = added.plus(W::EMPTY.with(last, 1));
                let difference = added.minus(W::EMPTY.with(from, count));
                laps[(from as usize) << shift | usize::from(count)] =
                    Lap { difference, last, from: relay[last as usize] };
            }
        }
        Side { laps, shift, sown_next, sown_before: successors(&back), words, actions, other_way }
    }
}
