//! What a game came to, as numbers.

use crate::rules::ruleset::Pit;
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
    /// A hash of the list of moves: equal games have equal hashes.
    pub game_hash: u64,
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
