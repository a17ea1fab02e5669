//! What a set of open pits makes of the rules: tables of laps, neighbours and after-lap decisions.

use super::lanes::Lanes;
use super::program::{Program, Setting};
use super::quick::{Landing, Quick};
use crate::rules::ruleset::{ClosedPits, Direction, Origin, Pit, PitWord, Ruleset, Seat, Ways};

/// Entries of a table by pit: a power of two above the most pits and stores of any board.
pub const MOST_PITS: usize = 64;

/// The place that is meant by each [`PitWord`], by the place sown last; [`NOWHERE`] where there is none, and for the words
/// that hang on where seeds lie.
pub(super) type Words = [[u8; MOST_PITS]; PitWord::COUNT];

/// No pit. Lanes have none of this number; it is replaced by the spare lane where a table is read.
pub(super) const NOWHERE: u8 = MOST_PITS as u8 - 1;

/// One lap: so many seeds lifted from one pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lap<W> {
    /// What the lap adds to the board, the seeds lifted taken off.
    pub difference: W,
    /// The seeds sown, and one lap above them ([`LAP`]); nothing where no lap is sown.
    pub tally: u32,
    /// The row of [`Laps`] in which the next lap is looked up.
    pub row: u16,
    /// The lane of the pit that a plain relay lifts next; the spare lane where there is none to lift.
    pub lane: u8,
    /// Where the last seed falls.
    pub last: u8,
}

/// One lap in a [tally](Lap::tally): seeds are counted below it.
pub(super) const LAP: u32 = 1 << 16;

/// The laps of all players and ways, in rows by the number of seeds.
///
/// A row is for one pit that is lifted. Where a relay finds less than it needs, the entry is a lap of no seeds that leads to
/// the first of its row, which is such a one too; and where no plain relay may follow, a lap leads to a row of a single such
/// entry. So a sowing that has ended may be sown on without changing anything, and the row in which it stands tells where its
/// last seed fell.
#[derive(Clone, Debug)]
pub(super) struct Laps<W> {
    entries: Box<[Lap<W>]>,
}

/// Entries from one row number to the next.
const UNIT: usize = 4;

impl<W: Lanes> Laps<W> {
    /// The lap of so many seeds in a row.
    #[inline(always)]
    pub fn lap(&self, row: u16, seeds: u16) -> &Lap<W> {
        self.numbered(number(row, seeds))
    }

    /// The lap of a [`number`].
    #[inline(always)]
    pub fn numbered(&self, number: u32) -> &Lap<W> {
        &self.entries[number as usize]
    }
}

/// The number of the lap of so many seeds in a row.
#[inline(always)]
pub(super) const fn number(row: u16, seeds: u16) -> u32 {
    row as u32 * UNIT as u32 + seeds as u32
}

/// The rows of one player who sows one way, numbered from 0.
struct Rows<W> {
    entries: Vec<Lap<W>>,
    /// The row for the first lap from each pit.
    first: [u16; MOST_PITS],
}

impl<W: Lanes> Rows<W> {
    fn add(&mut self, entries: impl IntoIterator<Item = Lap<W>>) {
        self.entries.extend(entries);
        let whole = self.entries.len().next_multiple_of(UNIT);
        let nothing = Lap { difference: W::EMPTY, tally: 0, row: 0, lane: 0, last: 0 };
        self.entries.resize(whole, nothing);
    }

    const fn next(&self) -> u16 {
        (self.entries.len() / UNIT) as u16
    }
}

/// The tables of one player who sows one way.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The row of [`Laps`] for the first lap from each pit.
    first: [u16; MOST_PITS],
    /// What a turn comes to by the pit of the last seed, where that is simple.
    landings: Option<Box<[Landing; MOST_PITS]>>,
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

impl Side {
    /// The row for the first lap from a pit.
    #[inline(always)]
    pub const fn row(&self, from: u8) -> u16 {
        self.first[from as usize & (MOST_PITS - 1)]
    }

    /// What turns come to by the pit of the last seed, where that is simple.
    pub fn landings(&self) -> Option<&[Landing; MOST_PITS]> {
        self.landings.as_deref()
    }

    #[inline]
    pub const fn word(&self, word: PitWord, last: u8) -> u8 {
        self.words[word as usize][last as usize & (MOST_PITS - 1)]
    }
}

/// The tables for one set of closed pits.
#[derive(Clone, Debug)]
pub struct Layout<W> {
    pub(super) laps: Laps<W>,
    sides: [Side; 2],
    /// Where players may sow either way, the tables of the other.
    other: Option<[Side; 2]>,
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
        let mut laps: Vec<Lap<W>> = Vec::new();
        let mut sides =
            |other| Seat::BOTH.map(|seat| Self::tables(rules, program, closed, seeds, (seat, other), &mut laps));
        let (one, other) =
            (sides(false), (rules.turn.ways != Ways::One || rules.turn.turns_round()).then(|| sides(true)));
        Self { laps: Laps { entries: laps.into_boxed_slice() }, sides: one, other }
    }

    /// The tables of a player, for the one way or the other.
    #[inline(always)]
    pub(super) fn side(&self, seat: Seat, other_way: bool) -> &Side {
        match &self.other {
            Some(other) if other_way => &other[seat.index()],
            _ => &self.sides[seat.index()],
        }
    }

    /// The tables of a player and a way. The laps are added to those of the others, unless they are the same.
    fn tables(
        rules: &Ruleset,
        program: &Program,
        closed: u32,
        seeds: u16,
        (seat, other_way): (Seat, bool),
        laps: &mut Vec<Lap<W>>,
    ) -> Side {
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
        let sources = std::array::from_fn(|last| program.relay_source(setting, &words, last as u8));
        let landings = Quick::of(rules).map(|quick| {
            let landing = |last| quick.landing::<W>(setting, &words, last, sources[usize::from(last)].is_some());
            let mut all = Box::new([Landing::nothing::<W>(); MOST_PITS]);
            for &last in &sown {
                all[usize::from(last)] = landing(last);
            }
            all
        });
        for place in words.iter_mut().flatten().filter(|place| **place == NOWHERE) {
            *place = spare;
        }
        let mut rows = Self::rows(rules, program, seeds, &sown, &sources);
        let from = place_of(laps, &mut rows.entries);
        let first = rows.first.map(|row| row + from);
        Side { first, landings, sown_next, sown_before: successors(&back), words, actions, other_way }
    }

    /// The laps of a player who sows these places in turn; `sources` are the pits that a plain relay may lift after a lap that
    /// ended in each place.
    fn rows(rules: &Ruleset, program: &Program, seeds: u16, sown: &[u8], sources: &[Option<u8>; MOST_PITS]) -> Rows<W> {
        let least = program.relay_least();
        let is_lifted = |place: u8| rules.board.is_pit(Pit(place)) && sown.contains(&place);
        let length = usize::from(seeds) + 1;
        let units = length.div_ceil(UNIT);
        // First the pits as they are lifted by a move; then as they are by a relay, if that needs more than one seed; then
        // the places after which there is no plain relay.
        let pits: Vec<u8> = sown.iter().copied().filter(|&p| is_lifted(p)).collect();
        let relays = if least > 1 { pits.len() } else { 0 };
        let mut rows = Rows { entries: Vec::with_capacity((2 * pits.len() + 1) * units * UNIT), first: [0; MOST_PITS] };
        let mut relayed = [0; MOST_PITS];
        for (n, &p) in pits.iter().enumerate() {
            rows.first[usize::from(p)] = (n * units) as u16;
            relayed[usize::from(p)] = if relays > 0 { ((pits.len() + n) * units) as u16 } else { (n * units) as u16 };
        }
        let spare = W::lane(W::PITS as u8);
        let mut follow = [(0, spare); MOST_PITS];
        let stops = (pits.len() + relays) * units;
        let mut stopped = Vec::new();
        for &last in sown {
            follow[usize::from(last)] =
                if let Some(source) = sources[usize::from(last)].filter(|&source| is_lifted(source)) {
                    (relayed[usize::from(source)], W::lane(source))
                } else {
                    stopped.push(last);
                    ((stops + stopped.len() - 1) as u16, spare)
                };
        }
        let before =
            |pit: u8| sown.iter().copied().find(|&last| sources[usize::from(last)] == Some(pit)).unwrap_or(pit);
        let ended = |row, last| Lap { difference: W::EMPTY, tally: 0, row, lane: spare, last };
        let skip = rules.turn.origin == Origin::SkippedEachLap;
        let laps = |from: u8| {
            let begin = sown.iter().position(|&p| p == from).unwrap_or(0);
            let (mut added, mut at) = (W::EMPTY, begin);
            (1..=seeds).map(move |count| {
                at = (at + 1) % sown.len();
                if skip && at == begin && sown.len() > 1 {
                    at = (at + 1) % sown.len();
                }
                let reached = sown[at];
                added = added.plus(W::EMPTY.with(reached, 1));
                let (row, lane) = follow[usize::from(reached)];
                let difference = added.minus(W::EMPTY.with(from, count));
                Lap { difference, tally: LAP | u32::from(count), row, lane, last: reached }
            })
        };
        for (n, &p) in pits.iter().enumerate() {
            let none = ended((n * units) as u16, before(p));
            rows.add(std::iter::once(none).chain(laps(p)));
        }
        for &p in pits.iter().take(relays) {
            let too_few = ended(rows.next(), before(p));
            let laps = laps(p).skip(usize::from(least) - 1);
            rows.add(std::iter::repeat_n(too_few, usize::from(least)).chain(laps));
        }
        for last in stopped {
            let none = ended(rows.next(), last);
            rows.add([none]);
        }
        rows
    }
}

/// Where these rows stand among all laps: where the same ones stand already, or else at the end, to which they are added.
/// Returns the number of their first row.
fn place_of<W: Lanes>(laps: &mut Vec<Lap<W>>, rows: &mut Vec<Lap<W>>) -> u16 {
    if laps.len() >= rows.len() && laps[..rows.len()] == rows[..] {
        return 0;
    }
    let from = (laps.len() / UNIT) as u16;
    for lap in rows.iter_mut() {
        lap.row += from;
    }
    laps.append(rows);
    from
}
