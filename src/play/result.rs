//! What a game came to, as numbers.

use super::account::Brief;
use crate::engine::{Sown, Taken};
use crate::rules::ruleset::{Pit, Seat};
use serde::{Deserialize, Serialize};

/// How a game ended. The classes are never folded together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// W1: the player who moved first has won.
    FirstWins,
    /// W2: the player who moved second has won.
    SecondWins,
    /// D: drawn by the rules.
    Drawn,
    /// E: a sowing was proved never to end.
    NeverEnding,
    /// R: ended by a repeated position.
    Repetition,
    /// C: broken off, unfinished.
    CutOff,
}

impl Class {
    /// All classes in the order in which they are printed.
    pub const ALL: [Self; 6] =
        [Self::FirstWins, Self::SecondWins, Self::Drawn, Self::NeverEnding, Self::Repetition, Self::CutOff];

    /// One letter: W, L (first player's win, loss), D, E, R, C.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self {
            Self::FirstWins => b'W',
            Self::SecondWins => b'L',
            Self::Drawn => b'D',
            Self::NeverEnding => b'E',
            Self::Repetition => b'R',
            Self::CutOff => b'C',
        }
    }

    /// The class of a letter.
    #[must_use]
    pub fn from_letter(letter: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.letter() == letter)
    }

    /// The class of a game that was played to its end: more seeds win.
    #[must_use]
    pub const fn by_seeds(first: u16, second: u16) -> Self {
        if first > second {
            Self::FirstWins
        } else if first < second {
            Self::SecondWins
        } else {
            Self::Drawn
        }
    }
}

/// Counts over a game. A turn is one player's move with all its laps; a pass is a turn too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Turns.
    pub turns: u32,
    /// Laps, without those of a never-ending sowing. A lap is not a decision.
    pub laps: u32,
    /// Seeds sown, counted each time they fall, without those of a never-ending sowing.
    pub seeds_sown: u64,
    /// Laps of the longest turn that ended.
    pub longest_turn: u32,
    /// Pits captured.
    pub captures: u32,
    /// Seeds captured by the player who was sowing.
    pub seeds_captured: u32,
    /// Those of them that lay in his own row.
    pub captured_from_own_row: u32,
    /// Turns that won nothing.
    pub empty_turns: u32,
    /// Legal moves, summed over the turns; a pass that is allowed is one of them.
    pub choices: u32,
    /// Turns with exactly one legal move, forced passes among them.
    pub forced_turns: u32,
    /// Legal moves of the turn that had most.
    pub most_choices: u32,
    /// Passes.
    pub passes: u32,
    /// Logarithms to base ten of the legal moves, summed over the turns, in millionths.
    pub log_choices: u64,
    /// Legal moves by the number of their turn, from 0, summed over the turns.
    pub choices_by_turn: u64,
}

/// Logarithms to base ten in millionths of the numbers from 0 (for which 0 stands) to 64.
const LOGARITHMS: [u32; 65] = [
    0, 0, 301_030, 477_121, 602_060, 698_970, 778_151, 845_098, 903_090, 954_243, 1_000_000, 1_041_393, 1_079_181,
    1_113_943, 1_146_128, 1_176_091, 1_204_120, 1_230_449, 1_255_273, 1_278_754, 1_301_030, 1_322_219, 1_342_423,
    1_361_728, 1_380_211, 1_397_940, 1_414_973, 1_431_364, 1_447_158, 1_462_398, 1_477_121, 1_491_362, 1_505_150,
    1_518_514, 1_531_479, 1_544_068, 1_556_303, 1_568_202, 1_579_784, 1_591_065, 1_602_060, 1_612_784, 1_623_249,
    1_633_468, 1_643_453, 1_653_213, 1_662_758, 1_672_098, 1_681_241, 1_690_196, 1_698_970, 1_707_570, 1_716_003,
    1_724_276, 1_732_394, 1_740_363, 1_748_188, 1_755_875, 1_763_428, 1_770_852, 1_778_151, 1_785_330, 1_792_392,
    1_799_341, 1_806_180,
];

/// Legal moves below which turns are told apart while a game is played.
const FEW: usize = 8;

/// Counts as they are kept while a game is played: as little as can be, the rest is made of them at its end.
#[derive(Clone, Debug, Default)]
pub(super) struct Running {
    /// All but what legal moves are counted by.
    counts: Counts,
    /// Turns by the number of their legal moves, where those are few.
    turns_by_choices: [u32; FEW],
    /// What has been captured in turns that were counted [quickly](Self::play_quickly), as are `quick_turns`.
    taken: Taken,
    quick_turns: u32,
}

impl Running {
    /// Turns.
    #[inline(always)]
    pub const fn turns(&self) -> u32 {
        self.counts.turns
    }

    /// Counts the legal moves of the turn that is about to be played.
    #[inline(always)]
    pub fn choose_among(&mut self, choices: u32) {
        match self.turns_by_choices.get_mut(choices as usize) {
            Some(turns) => *turns += 1,
            None => self.counts.choose_among(choices, 1),
        }
        self.counts.choices_by_turn += u64::from(choices) * u64::from(self.counts.turns);
    }

    /// Counts a turn that has been played.
    #[inline(always)]
    pub fn play(&mut self, sown: &Sown, passes: bool) {
        let counts = &mut self.counts;
        counts.turns += 1;
        // A sowing that never ends has no number of laps, and what its proof took says nothing of the game; of one that is broken
        // off the number is not known.
        if sown.is_over() {
            counts.laps = counts.laps.saturating_add(sown.laps);
            counts.seeds_sown += sown.seeds;
            counts.longest_turn = counts.longest_turn.max(sown.laps);
        }
        counts.captures += sown.captures;
        counts.seeds_captured += sown.captured;
        counts.captured_from_own_row += sown.from_own_row;
        counts.empty_turns += u32::from(sown.captured == 0);
        counts.passes += u32::from(passes);
    }

    /// Counts a turn of nothing but laps and captures.
    #[inline(always)]
    pub fn play_quickly(&mut self, laps: u32, seeds: u32, taken: Taken) {
        let counts = &mut self.counts;
        counts.turns += 1;
        counts.laps = counts.laps.saturating_add(laps);
        counts.seeds_sown += u64::from(seeds);
        counts.longest_turn = counts.longest_turn.max(laps);
        self.taken = self.taken.and(taken);
        self.quick_turns += 1;
    }

    /// The counts.
    pub fn counts(&self) -> Counts {
        let mut counts = self.counts;
        counts.captures += u32::from(self.taken.pits());
        counts.seeds_captured += u32::from(self.taken.seeds());
        counts.captured_from_own_row += u32::from(self.taken.from_own_row());
        counts.empty_turns += self.quick_turns - u32::from(self.taken.turns());
        for (choices, &turns) in (0..).zip(&self.turns_by_choices).filter(|&(_, &turns)| turns > 0) {
            counts.choose_among(choices, turns);
        }
        counts
    }
}

impl Counts {
    /// Counts the legal moves of so many turns.
    fn choose_among(&mut self, choices: u32, turns: u32) {
        self.choices += choices * turns;
        self.forced_turns += if choices == 1 { turns } else { 0 };
        self.most_choices = self.most_choices.max(choices);
        let logarithm = LOGARITHMS.get(choices as usize).copied().unwrap_or_else(|| logarithm(choices));
        self.log_choices += u64::from(logarithm) * u64::from(turns);
    }
}

/// The logarithm of a number of moves beyond the table.
#[cold]
#[allow(clippy::cast_sign_loss, reason = "the logarithm of a number from 1 is not negative")]
fn logarithm(choices: u32) -> u32 {
    (f64::from(choices.max(1)).log10() * 1e6).round() as u32
}

/// A round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundResult {
    /// How it ended.
    pub class: Class,
    /// Seeds at its end of the player who moved first and of the other.
    pub won: [u16; 2],
    /// What happened in it.
    pub counts: Counts,
    /// The pit lifted first; none if nobody could move.
    pub opening: Option<Pit>,
    /// Who lifted last; none if nobody could move.
    pub last_mover: Option<Seat>,
    /// A hash of the list of moves: equal games have equal hashes.
    pub game_hash: u64,
}

/// A round of whose course little is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BriefResult {
    /// How it ended.
    pub class: Class,
    /// Seeds at its end of the player who moved first and of the other.
    pub won: [u16; 2],
    /// What has been kept.
    pub course: Brief,
}

/// What the players hold after a round of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Seeds of the first player of the match and of the second.
    pub seeds: [u16; 2],
    /// Open pits of each in the round just played.
    pub open: [u8; 2],
}

/// A match. The first player is the one who started its first round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchResult {
    /// How it ended. Rounds ended by a never-ending sowing or by repetition are counted below; the match goes on.
    pub class: Class,
    /// Seeds at its end.
    pub won: [u16; 2],
    /// Rounds played.
    pub rounds: u32,
    /// What happened in them all.
    pub counts: Counts,
    /// Rounds ended by a never-ending sowing.
    pub never_ending_rounds: u32,
    /// Rounds ended by repetition.
    pub repetition_rounds: u32,
    /// Rounds broken off.
    pub cut_off_rounds: u32,
    /// The standing after each round.
    pub wealth: Vec<Standing>,
    /// The pit lifted first.
    pub opening: Option<Pit>,
    /// A hash of all decisions: equal matches have equal hashes.
    pub game_hash: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_holds_the_logarithms() {
        for (choices, &millionths) in (0..).zip(&LOGARITHMS) {
            assert_eq!(millionths, logarithm(choices), "{choices}");
        }
    }

    /// The worked round of the metrics: 5, 4 and 1 legal moves: 20 games, and 5·0 + 4·1 + 1·2.
    #[test]
    fn legal_moves_are_counted_by_turn() {
        let mut running = Running::default();
        for choices in [5, 4, 1] {
            running.choose_among(choices);
            running.play(&Sown::default(), false);
        }
        let counts = running.counts();
        assert_eq!((counts.choices, counts.forced_turns, counts.most_choices), (10, 1, 5));
        assert_eq!((counts.log_choices, counts.choices_by_turn), (1_301_030, 6));
        // And one turn with more moves than are told apart: the logarithm of 20, and 20 times 3.
        running.choose_among(20);
        let counts = running.counts();
        assert_eq!((counts.choices, counts.forced_turns, counts.most_choices), (30, 1, 20));
        assert_eq!((counts.log_choices, counts.choices_by_turn), (2_602_060, 66));
    }
}
