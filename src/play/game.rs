//! Playing a given list of moves.

use super::player::{Decision, DecisionKind, Onlooker, Player, Turn, move_named};
use super::round::RoundPlay;
use super::transcript::Transcript;
use crate::engine::{Lanes, Machine, Move, Position, bits};
use crate::rules::ruleset::{Pit, PitNames};
use crate::with_kernel;
use std::collections::VecDeque;
use thiserror::Error;

/// A list of moves and decisions, played in order.
#[derive(Clone, Debug)]
pub struct Script {
    words: VecDeque<String>,
    read: usize,
}

/// Why a script stops.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ScriptStop {
    /// All its words have been played: not a fault.
    #[error("the moves are at an end")]
    Exhausted,
    #[error("move {number}, \"{word}\", cannot be played here; {}", legal_moves(.legal))]
    Illegal { number: usize, word: String, legal: Vec<String> },
    #[error("the round is over before move {number}, \"{word}\"")]
    Over { number: usize, word: String },
}

fn legal_moves(legal: &[String]) -> String {
    match legal {
        [one] => format!("the only legal move is {one}"),
        [most @ .., last] => format!("the legal moves are {} and {last}", most.join(", ")),
        [] => "there is no legal move".to_owned(),
    }
}

impl Script {
    /// Reads words divided by spaces or commas: moves by [name](super::move_name), `close:AB`, `short:A`, `open:A`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        Self { words: words.map(str::to_owned).collect(), read: 0 }
    }

    fn take(&mut self) -> Result<String, ScriptStop> {
        self.read += 1;
        self.words.pop_front().ok_or(ScriptStop::Exhausted)
    }
}

pub(super) fn pits_of(names: PitNames, mask: u32) -> String {
    bits(u64::from(mask)).map(|p| names.of(Pit(p as u8))).collect()
}

/// Both players read from the one script.
struct Reader<'a>(&'a std::cell::RefCell<Script>);

impl Player for Reader<'_> {
    type Stop = ScriptStop;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, ScriptStop> {
        let mut script = self.0.borrow_mut();
        let word = script.take()?;
        let legal = turn.named();
        move_named(turn.kernel.rules().board.names(), &legal, &word).ok_or_else(|| ScriptStop::Illegal {
            number: script.read,
            word,
            legal: legal.into_iter().map(|(name, _)| name).collect(),
        })
    }

    /// A pass that is forced may be said, as a transcript says it, or left unsaid.
    fn must_pass(&mut self) {
        let mut script = self.0.borrow_mut();
        if script.words.front().is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
            script.words.pop_front();
            script.read += 1;
        }
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, ScriptStop> {
        let mut script = self.0.borrow_mut();
        let word = script.take()?;
        let what = match decision.kind {
            DecisionKind::Close => "close",
            DecisionKind::Short => "short",
            DecisionKind::Reopen => "open",
        };
        let names: Vec<String> =
            decision.options.iter().map(|&set| format!("{what}:{}", pits_of(decision.names, set))).collect();
        names.iter().position(|name| name.eq_ignore_ascii_case(&word)).ok_or_else(|| ScriptStop::Illegal {
            number: script.read,
            word,
            legal: names,
        })
    }
}

/// Plays the moves of a script from a position, within one round.
///
/// # Errors
/// [`ScriptStop::Illegal`] or [`ScriptStop::Over`], with what was played before.
pub fn play_script(
    machine: &Machine,
    position: &Position,
    script: Script,
) -> Result<Transcript, (ScriptStop, Transcript)> {
    let shared = std::cell::RefCell::new(script);
    let mut transcript = Transcript::new();
    let ended = with_kernel!(machine, kernel => {
        let mut state = position.pack();
        transcript.round_begins(kernel, &state, 1);
        let mut players = [Reader(&shared), Reader(&shared)];
        RoundPlay::new().run(kernel, &mut state, &mut players, &mut transcript).map(|_| ())
    });
    match ended {
        Err(ScriptStop::Exhausted) => Ok(transcript),
        Err(stop) => Err((stop, transcript)),
        Ok(()) => match shared.into_inner() {
            Script { mut words, read } if !words.is_empty() => {
                let word = words.pop_front().unwrap_or_default();
                Err((ScriptStop::Over { number: read + 1, word }, transcript))
            }
            _ => Ok(transcript),
        },
    }
}
