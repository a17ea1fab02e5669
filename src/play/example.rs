//! The worked examples of a game, played under a reading: does what happens agree with what the source says?

use super::game::{Script, ScriptStop, play_script};
use super::transcript::{Transcript, TranscriptTurn};
use crate::diagnostics::Span;
use crate::engine::{Machine, MachineError, Mark, Position, Scope};
use crate::rules::game::{Example, Game, LapSeen, Step, Won};
use crate::rules::ruleset::{Direction, PitNames, Ruleset, Seat};

/// The first place where play departs from an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The step of the example, from 0.
    pub step: usize,
    /// What differs.
    pub kind: DepartureKind,
    /// The words of the example that are not borne out.
    pub span: Span,
}

/// How play departs from an example. Pits are lettered as the example letters them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DepartureKind {
    /// The move may not be made.
    NotLegal {
        /// The moves that may.
        legal: Vec<String>,
    },
    /// The round is over before it.
    RoundOver,
    /// A lap differs; `None` where there is no such lap.
    Lap {
        /// Its number in the move, from 1.
        number: usize,
        /// Pit lifted and pits sown, as played.
        played: Option<(char, String)>,
    },
    /// The sowing goes on after the laps that are told; the pit lifted next.
    GoesOn {
        /// That pit.
        lifts: char,
    },
    /// Other pits are captured, or other numbers of seeds.
    Captures {
        /// Pits and seeds, as played.
        played: Vec<(char, u16)>,
    },
    /// The board differs.
    Board {
        /// As played, in the notation of positions.
        played: String,
    },
    /// The winnings differ.
    Winnings {
        /// South's and North's, as played.
        played: [u16; 2],
    },
    /// The sowing never ends.
    NeverEnds,
}

/// Whether pits and boards of an example are seen in a mirror under these rules.
fn is_mirrored(game: &Game, rules: &Ruleset, example: &Example) -> bool {
    let seat = example.steps.first().map_or(Seat::South, |s| s.seat);
    game.letters_follow_sowing && rules.turn.direction[seat.index()] == Direction::Clockwise
}

/// Whether the examples of a game can be played under these rules: they are told on the board of the best supported reading.
#[must_use]
pub fn applies(game: &Game, rules: &Ruleset) -> bool {
    let shape = |board: &crate::rules::ruleset::Board| (board.form, board.pits, board.stores);
    shape(&game.board) == shape(&rules.board)
}

/// Plays an example under compiled rules and says where play departs from it, if it does.
///
/// # Errors
/// If the rules cannot be played from the example's position.
pub fn check_example(game: &Game, rules: &Ruleset, example: &Example) -> Result<Option<Departure>, MachineError> {
    if !applies(game, rules) {
        return Ok(None);
    }
    let names = game.board.names();
    let mirrored = is_mirrored(game, rules, example);
    let seen = if mirrored { example.mirrored(&game.board) } else { example.clone() };
    let letter = |pit: char| {
        if mirrored { mirror_letter(game, pit) } else { pit }
    };
    let (transcript, stop) = play_example(rules, &seen)?;
    let turns: Vec<&TranscriptTurn> = transcript.turns().collect();
    for (number, step) in seen.steps.iter().enumerate() {
        let departs = |kind, span| Ok(Some(Departure { step: number, kind, span }));
        let Some(turn) = turns.get(number) else {
            let kind = match &stop {
                Some(ScriptStop::Illegal { legal, .. }) => {
                    DepartureKind::NotLegal { legal: legal.iter().map(|m| m.chars().map(letter).collect()).collect() }
                }
                _ => DepartureKind::RoundOver,
            };
            return departs(kind, step.pit.span);
        };
        if let Some((kind, span)) = departure(names, step, turn, letter) {
            return departs(kind, span);
        }
    }
    Ok(None)
}

/// Plays the moves of an example, already turned to the way the rules sow.
///
/// # Errors
/// If the rules cannot be played from the example's position.
pub fn play_example(rules: &Ruleset, example: &Example) -> Result<(Transcript, Option<ScriptStop>), MachineError> {
    let mut position = Position::start(rules);
    if let Some(start) = &example.start {
        position.pits = start.value.iter().map(|&n| Some(n)).collect();
        position.mark = Mark::Free;
    }
    position.mover = example.steps.first().map_or(Seat::South, |s| s.seat);
    let machine = Machine::for_position(rules.clone(), Scope::Round, &position)?;
    let names = rules.board.names();
    let moves: Vec<String> = example.steps.iter().map(|s| names.of(s.pit.value).to_string()).collect();
    Ok(match play_script(&machine, &position, Script::new(&moves.join(" "))) {
        Ok(transcript) => (transcript, None),
        Err((stop, transcript)) => (transcript, Some(stop)),
    })
}

fn mirror_letter(game: &Game, letter: char) -> char {
    let names = game.board.names();
    names.pit(letter).map_or(letter, |pit| names.of(game.board.mirror(pit)))
}

fn lap_letters(names: PitNames, lap: &LapSeen) -> (char, String) {
    (names.of(lap.from), lap.sown.iter().map(|&p| names.of(p)).collect())
}

fn departure(
    names: PitNames,
    step: &Step,
    turn: &TranscriptTurn,
    letter: impl Fn(char) -> char,
) -> Option<(DepartureKind, Span)> {
    let lettered = |from: char, sown: &str| (letter(from), sown.chars().map(&letter).collect());
    if turn.never_ending {
        return Some((DepartureKind::NeverEnds, step.span));
    }
    for (i, lap) in step.laps.iter().enumerate() {
        let told = lap_letters(names, &lap.value);
        let played = turn.laps.get(i).map(|l| (l.from, l.sown.clone()));
        if played.as_ref() != Some(&told) {
            let played = played.map(|(from, sown)| lettered(from, &sown));
            return Some((DepartureKind::Lap { number: i + 1, played }, lap.span));
        }
    }
    if let (Some(last), Some(next)) = (step.laps.last(), turn.laps.get(step.laps.len())) {
        return Some((DepartureKind::GoesOn { lifts: letter(next.from) }, last.span));
    }
    let played: Vec<(char, u16)> = turn.captures.iter().map(|c| (c.pit, c.seeds)).collect();
    let captured = match &step.won {
        None => None,
        Some(Won::Nothing(span)) => (!played.is_empty()).then_some(*span),
        Some(Won::Captures(told)) => {
            let same = told.iter().map(|c| (names.of(c.value.pit), c.value.seeds)).eq(played.iter().copied());
            (!same).then(|| told.first().map_or(step.span, |c| c.span))
        }
    };
    if let Some(span) = captured {
        let played = played.into_iter().map(|(pit, seeds)| (letter(pit), seeds)).collect();
        return Some((DepartureKind::Captures { played }, span));
    }
    let after = turn.position.as_ref()?;
    if let Some(board) = &step.board {
        let same = board.value.iter().zip(&after.pits).all(|(&told, &played)| played == Some(told));
        if !same {
            return Some((DepartureKind::Board { played: turn.board.clone() }, board.span));
        }
    }
    let winnings = step.winnings.as_ref().filter(|w| w.value != after.won)?;
    Some((DepartureKind::Winnings { played: after.won }, winnings.span))
}
