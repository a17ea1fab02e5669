//! What a set of open pits makes of the rules: tables of laps, neighbours and after-lap decisions.

use super::lanes::Lanes;
use super::program::Program;
use crate::rules::ruleset::{ClosedPits, Direction, Origin, Pit, PitWord, Ruleset, Seat};

/// Entries of a table by pit: a power of two above the most pits of any board.
pub const MOST_PITS: usize = 32;

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

/// The tables of one player.
#[derive(Clone, Debug)]
pub(super) struct Side<W> {
    laps: Box<[Lap<W>]>,
    /// Binary logarithm of the entries kept for each pit.
    shift: u32,
    /// The pit that gets the next seed, by pit.
    pub sown_next: [u8; MOST_PITS],
    /// The pit meant by each [`PitWord`], by the pit sown last.
    pub words: [[u8; MOST_PITS]; 5],
    /// The action to take, by last pit and outcome of the dynamic tests.
    pub actions: Box<[u8]>,
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
}

/// The pits in the order in which a player's seeds reach them, from the first pit of South's row.
fn ring(rules: &Ruleset, direction: Direction, keep: impl Fn(Pit) -> bool) -> Vec<u8> {
    let mut ring: Vec<u8> = rules.board.all().filter(|&p| keep(p)).map(|p| p.0).collect();
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

impl<W: Lanes> Layout<W> {
    /// Compiles the tables for the pits that are not in `closed`; `seeds` is the most that one pit can hold.
    pub(super) fn new(rules: &Ruleset, program: &Program, closed: u32, seeds: u16) -> Self {
        let sides = Seat::BOTH.map(|seat| Self::side(rules, program, closed, seeds, seat));
        Self { sides }
    }

    fn side(rules: &Ruleset, program: &Program, closed: u32, seeds: u16, seat: Seat) -> Side<W> {
        let direction = rules.turn.direction[seat.index()];
        let sown = ring(rules, direction, |p| closed >> p.0 & 1 == 0);
        let sown_next = successors(&sown);
        let standing = rules.match_play.as_ref().map_or(ClosedPits::Absent, |m| m.closed);
        let next = match standing {
            ClosedPits::Absent => sown_next,
            ClosedPits::CountAsEmpty => successors(&ring(rules, direction, |_| true)),
        };
        let mut words = [[0; MOST_PITS]; 5];
        for &last in &sown {
            let after = next[last as usize];
            words[PitWord::Last as usize][last as usize] = last;
            words[PitWord::Next as usize][last as usize] = after;
            words[PitWord::Beyond as usize][last as usize] = next[after as usize];
            words[PitWord::OppositeLast as usize][last as usize] = rules.board.opposite(Pit(last)).0;
            words[PitWord::OppositeNext as usize][last as usize] = rules.board.opposite(Pit(after)).0;
        }
        let actions = program.actions(rules, seat, &words, &sown);
        let spare = W::PITS as u8;
        let relay: Vec<u8> =
            (0..MOST_PITS as u8).map(|last| program.relay_source(rules, seat, &words, last).unwrap_or(spare)).collect();
        let shift = (usize::from(seeds) + 1).next_power_of_two().trailing_zeros();
        let nowhere = Lap { difference: W::EMPTY, last: 0, from: spare };
        let mut laps = vec![nowhere; rules.board.len() << shift].into_boxed_slice();
        let skip = rules.turn.origin == Origin::SkippedEachLap;
        for (i, &from) in sown.iter().enumerate() {
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
        Side { laps, shift, sown_next, words, actions }
    }
}
