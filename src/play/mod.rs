//! Play: a round turn by turn, a match round by round, and the record of what happened.
//!
//! The players are whoever answers [`Player`]; who looks on is an [`Onlooker`]. Neither changes what the rules do.

mod abreast;
mod account;
mod evidence;
mod example;
mod findings;
mod game;
mod graph;
mod history;
mod matches;
mod perft;
mod player;
mod quick;
mod refill;
mod result;
mod round;
mod transcript;

pub use abreast::{play_rounds, play_rounds_briefly, play_rounds_by_chance};
pub use account::{Account, Brief, Whole};
pub use evidence::{Examination, ExamineError, Refuted, examine};
pub use example::{Departure, DepartureKind, applies, check_example, play_example};
pub use findings::{Finding, findings, no_decision};
pub use game::{Script, ScriptStop, play_script};
pub use graph::{Likeness, likeness};
pub use matches::{match_over, next_starter, play_match};
pub use perft::perft;
pub use player::{ByChance, Decision, DecisionKind, Onlooker, Player, Turn, move_name, move_named};
pub use refill::refill;
pub use result::{BriefResult, Class, Counts, MatchResult, RoundResult, Standing};
pub use round::{RoundPlay, play_round, returns_of};
pub use transcript::{
    MOST_LAPS_KEPT, Transcript, TranscriptCapture, TranscriptDecision, TranscriptLap, TranscriptRound, TranscriptTurn,
    end_sentence, seat_name,
};
