//! The cases of what follows a lap, lowered to a look-up.
//!
//! A test that speaks of rows is settled when the tables are made, for each player and each last pit. What is left, the
//! tests that look at seeds, becomes a few bits; the bits and the last pit choose the action. Where the first case is a
//! plain relay ("if next is occupied: relay from next") it needs no bits at all: the lap's table entry already names the
//! pit to lift.

use super::MachineError;
use super::lanes::Lanes;
use super::layout::{MOST_PITS, NOWHERE, Side, Words};
use crate::rules::ruleset::{Action, Case, Numbers, Pit, PitWord, Quality, Ruleset, Seat, Test};

/// Most different tests of seeds in one ruleset.
pub const MOST_TESTS: usize = 8;

/// A test that must look at the position: of the seeds in a pit, given as the numbers for which it holds, bit by number,
/// those from 63 up sharing the highest bit; or whether a pit is marked: an ur, or where no pit can become one the pit that
/// the move began with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SeedTest {
    pit: PitWord,
    numbers: u64,
    marked: bool,
}

/// The greatest number of seeds that a test can tell from others.
pub const MOST_SEEDS_TOLD_APART: u16 = Numbers::GREATEST;

/// The lowered cases.
#[derive(Clone, Debug)]
pub(super) struct Program {
    tests: [SeedTest; MOST_TESTS],
    /// How many of them there are.
    used: usize,
    /// For each case: the bits it looks at, and their values.
    cases: Vec<(u32, u32)>,
    pub actions: Vec<Action>,
    /// The word of a first case that is a plain relay, and the seeds the pit must hold.
    relay: Option<(PitWord, u16)>,
}

/// The dynamic test behind a quality and whether it is negated; `None` for a quality that speaks of places alone.
fn seed_test(pit: PitWord, quality: &Quality) -> Option<(SeedTest, bool)> {
    let (numbers, negated) = match quality {
        Quality::Occupied => (!1, false),
        Quality::Empty => (!1, true),
        // The last pit holds the seed that fell into it.
        Quality::WasOccupied => (!3, false),
        Quality::WasEmpty => (2, false),
        Quality::Holds(numbers) => (numbers.iter().fold(0, |mask, &n| mask | 1 << n.min(63)), false),
        Quality::Ur | Quality::Origin => return Some((SeedTest { pit, numbers: 0, marked: true }, false)),
        Quality::NoUr | Quality::NotOrigin => return Some((SeedTest { pit, numbers: 0, marked: true }, true)),
        Quality::Own
        | Quality::Opponents
        | Quality::Front
        | Quality::Back
        | Quality::OwnStore
        | Quality::NoStore
        | Quality::Neutral
        | Quality::NotNeutral
        | Quality::Closed
        | Quality::NotClosed => return None,
    };
    Some((SeedTest { pit, numbers, marked: false }, negated))
}

fn too_many_seeds(test: &Test) -> Option<u16> {
    match &test.is {
        Quality::Holds(numbers) => numbers.iter().copied().find(|&n| n > MOST_SEEDS_TOLD_APART),
        _ => None,
    }
}

/// What decides whether a statement of places is true: the rules, the mover and the closed pits, bit by pit number.
#[derive(Clone, Copy)]
pub(super) struct Setting<'r> {
    pub rules: &'r Ruleset,
    pub seat: Seat,
    pub closed: u32,
}

/// Whether all that a case says of places is true after a lap that ended in `last`.
pub(super) fn places_hold(setting: Setting<'_>, words: &Words, last: u8, case: &Case) -> bool {
    case.when.iter().all(|test| setting.holds(words[test.pit as usize][last as usize], &test.is))
}

/// Whether all of these hold after a lap that ended in `last`.
#[cold]
pub(super) fn all_hold<W: Lanes>(
    setting: Setting<'_>,
    side: &Side,
    (cells, marked): (W, u64),
    last: u8,
    tests: &[Test],
) -> bool {
    tests.iter().all(|test| {
        let place = side.word(test.pit, last);
        let seeds = match seed_test(test.pit, &test.is) {
            None => true,
            Some((found, negated)) => {
                let said =
                    if found.marked { marked >> place } else { found.numbers >> cells.get(place).min(63) } & 1 == 1;
                said != negated
            }
        };
        seeds && setting.holds(place, &test.is)
    })
}

impl Setting<'_> {
    /// Whether what is said of a place is true, as far as it hangs on where the place is.
    fn holds(self, place: u8, is: &Quality) -> bool {
        let Self { rules, seat, closed } = self;
        let board = &rules.board;
        let pit = Some(Pit(place)).filter(|&p| place != NOWHERE && board.is_pit(p));
        let owner = pit.and_then(|p| board.owner(p));
        let is_closed = |p: Pit| u64::from(closed) >> p.0 & 1 == 1;
        match is {
            Quality::Own => owner == Some(seat),
            Quality::Opponents => owner == Some(seat.opponent()),
            Quality::Front => pit.is_some_and(|p| board.is_front(p)),
            Quality::Back => pit.is_some_and(|p| !board.is_front(p)),
            Quality::OwnStore => Some(Pit(place)) == board.store(seat),
            Quality::Neutral => pit.is_some() && owner.is_none(),
            Quality::NotNeutral => owner.is_some(),
            Quality::Closed => pit.is_some_and(is_closed),
            Quality::NotClosed => pit.is_some_and(|p| !is_closed(p)),
            // `is no store`, and what is said of seeds: true of no store, and of no pit that is not there.
            _ => pit.is_some(),
        }
    }
}

impl Program {
    pub fn new(rules: &Ruleset) -> Result<Self, MachineError> {
        let mut tests: Vec<SeedTest> = Vec::new();
        let mut cases = Vec::new();
        for case in &rules.turn.after_lap {
            if let Some(found) = case.when.iter().find_map(too_many_seeds) {
                return Err(MachineError::TooManySeedsTold { found, most: MOST_SEEDS_TOLD_APART });
            }
            let (mut looked_at, mut value, mut impossible) = (0u32, 0u32, false);
            for (test, negated) in case.when.iter().filter_map(|t| seed_test(t.pit, &t.is)) {
                let bit = tests.iter().position(|t| *t == test).unwrap_or_else(|| {
                    tests.push(test);
                    tests.len() - 1
                });
                if bit >= MOST_TESTS {
                    return Err(MachineError::TooManyTests { most: MOST_TESTS });
                }
                let wanted = u32::from(!negated) << bit;
                impossible |= looked_at >> bit & 1 == 1 && value & 1 << bit != wanted;
                looked_at |= 1 << bit;
                value |= wanted;
            }
            // A case that contradicts itself looks for a bit that is never set.
            cases.push(if impossible { (1 << MOST_TESTS, 1 << MOST_TESTS) } else { (looked_at, value) });
        }
        let actions = rules.turn.after_lap.iter().map(|c| c.then).chain([Action::EndTurn]).collect();
        // Where pits can become somebody's they must be looked at before each relay.
        let relay = rules.turn.after_lap.first().filter(|_| !rules.turn.makes_ur()).and_then(plain_relay);
        let used = tests.len();
        tests.resize(MOST_TESTS, SeedTest { pit: PitWord::Last, numbers: 0, marked: false });
        let tests = std::array::from_fn(|i| tests[i]);
        Ok(Self { tests, used, cases, actions, relay })
    }

    /// Which action is taken, by last pit and test bits, for one player.
    pub fn actions(&self, setting: Setting<'_>, words: &Words, open: &[u8]) -> Box<[u8]> {
        let outcomes = 1 << self.used;
        let mut actions = vec![self.cases.len() as u8; MOST_PITS * outcomes].into_boxed_slice();
        for &last in open {
            for bits in 0..outcomes {
                let cases = setting.rules.turn.after_lap.iter().zip(&self.cases);
                let first = cases.into_iter().position(|(case, &(looked_at, value))| {
                    bits as u32 & looked_at == value && places_hold(setting, words, last, case)
                });
                if let Some(first) = first {
                    actions[last as usize * outcomes + bits] = first as u8;
                }
            }
        }
        actions
    }

    /// The pit that a plain relay lifts after a lap that ended in `last`, if the rows allow it.
    pub fn relay_source(&self, setting: Setting<'_>, words: &Words, last: u8) -> Option<u8> {
        let (word, _) = self.relay?;
        let case = setting.rules.turn.after_lap.first()?;
        let source = words[word as usize][last as usize];
        (source != NOWHERE && places_hold(setting, words, last, case)).then_some(source)
    }

    /// The seeds that a plain relay needs.
    pub const fn relay_least(&self) -> u16 {
        match self.relay {
            Some((_, least)) => least,
            None => 1,
        }
    }

    /// The action after a lap that ended in `last`; `marked` are the pits that are marked, bit by number.
    #[inline(always)]
    pub fn decide<W: Lanes>(&self, side: &Side, cells: W, marked: u64, last: u8) -> Action {
        let bits = self.tests[..self.used].iter().enumerate().fold(0, |bits, (i, test)| {
            let pit = side.word(test.pit, last);
            let holds = if test.marked { marked >> pit } else { test.numbers >> cells.get(pit).min(63) };
            bits | (holds & 1) << i
        });
        self.actions[side.actions[(last as usize) << self.used | bits as usize] as usize]
    }
}

/// A case that says no more than "if next is occupied: relay from next" or "if last was occupied: relay from last", apart
/// from rows.
pub(super) fn plain_relay(case: &Case) -> Option<(PitWord, u16)> {
    let Action::Relay(word) = case.then else {
        return None;
    };
    let mut seeds = case.when.iter().filter(|t| seed_test(t.pit, &t.is).is_some());
    let only = seeds.next()?;
    if seeds.next().is_some() || only.pit != word {
        return None;
    }
    match (word, &only.is) {
        (PitWord::Next, Quality::Occupied) => Some((word, 1)),
        (PitWord::Last, Quality::WasOccupied) => Some((word, 2)),
        _ => None,
    }
}
