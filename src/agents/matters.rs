//! Whether it matters how a question is answered: a position, met in play by chance, where two rulesets part.

use super::{Agent, record_match, record_round};
use crate::engine::{Machine, MachineError, Position, Scope};
use crate::play::{Script, ScriptStop, Transcript, TranscriptRound, play_script};
use crate::rng::GameSeed;
use crate::rules::ruleset::Ruleset;

/// The seed of the games: the year in which Bosh was recorded.
const SEED: u64 = 1_931;
/// Rounds of a match that are looked at.
const ROUNDS: u32 = 8;

/// How far play is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Games, at most.
    pub games: u64,
    /// Turns in all; a game that has begun is played to its end.
    pub turns: usize,
}

impl Budget {
    /// Enough to meet what happens once in some hundreds of games, in about a second.
    pub const DEFAULT: Self = Self { games: 2_000, turns: 60_000 };
}

/// Where two rulesets part that agree up to there. Positions are in the notation of [`crate::engine::Position`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parting {
    /// The same move leads to two positions.
    Move {
        /// The position before it.
        position: String,
        /// The move.
        name: String,
        /// The position after it, under each.
        after: [String; 2],
    },
    /// The mover has other moves.
    Choice {
        /// The position.
        position: String,
        /// His moves, under each; none where the round is over.
        legal: [Vec<String>; 2],
    },
    /// The round comes out otherwise.
    Outcome {
        /// The position in which it ends.
        position: String,
        /// Seeds of South and North, under each.
        won: [[u16; 2]; 2],
    },
    /// The next round begins otherwise; nothing where there is none.
    NextRound {
        /// Seeds of South and North after the round.
        won: [u16; 2],
        /// The position with which the next begins, under each.
        start: [Option<String>; 2],
    },
}

/// Looks for a position where two rulesets part, in play by chance from the start of the game: both play the same games, and
/// the first difference is found. Matches are played where both are of matches and `scope` asks for it.
///
/// # Errors
/// If one of them cannot be played.
pub fn parting(rules: [&Ruleset; 2], scope: Scope, budget: Budget) -> Result<Option<Parting>, MachineError> {
    let [one, two] = rules.map(|rules| Machine::new(rules.clone(), scope));
    let machines = [one?, two?];
    let mut turns = 0;
    for game in 0..budget.games {
        if turns >= budget.turns {
            break;
        }
        let seed = GameSeed { study: SEED, game };
        let played = [0, 1].map(|n| record(&machines[n], scope, seed));
        turns += played[0].turns().count();
        if let Some(found) = first_difference(&machines, &played) {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn record(machine: &Machine, scope: Scope, seed: GameSeed) -> Transcript {
    let agents = [Agent::Random; 2];
    match scope {
        Scope::Round => record_round(machine, agents, seed).1,
        Scope::Match => record_match(machine, agents, seed, ROUNDS).map(|(_, played)| played).unwrap_or_default(),
    }
}

fn first_difference(machines: &[Machine; 2], [one, two]: &[Transcript; 2]) -> Option<Parting> {
    let mut won = [0, 0];
    for n in 0..one.rounds.len().max(two.rounds.len()) {
        let rounds = [one.rounds.get(n), two.rounds.get(n)];
        let [Some(a), Some(b)] = rounds else {
            return Some(Parting::NextRound { won, start: rounds.map(|r| r.map(|r| r.start.clone())) });
        };
        if a.start != b.start {
            return Some(Parting::NextRound { won, start: [Some(a.start.clone()), Some(b.start.clone())] });
        }
        if let Some(found) = in_round(machines, a, b) {
            return Some(found);
        }
        won = a.won.unwrap_or(won);
    }
    None
}

/// The moves that may be made in a position.
fn legal(machine: &Machine, position: &str) -> Vec<String> {
    let Ok(position) = Position::parse(position, &machine.rules().board) else { return Vec::new() };
    match play_script(machine, &position, Script::new("?")) {
        Err((ScriptStop::Illegal { legal, .. }, _)) => legal,
        _ => Vec::new(),
    }
}

fn in_round(machines: &[Machine; 2], a: &TranscriptRound, b: &TranscriptRound) -> Option<Parting> {
    let mut position = a.start.clone();
    for n in 0..a.turns.len().max(b.turns.len()) {
        let turns = [a.turns.get(n), b.turns.get(n)];
        if let [Some(x), Some(y)] = turns
            && x.name == y.name
        {
            if x.board != y.board || x.never_ending != y.never_ending {
                let after = [x.board.clone(), y.board.clone()];
                return Some(Parting::Move { position, name: x.name.clone(), after });
            }
            position.clone_from(&x.board);
            continue;
        }
        let legal = machines.each_ref().map(|machine| legal(machine, &position));
        return Some(Parting::Choice { position, legal });
    }
    match (a.won, b.won) {
        (Some(x), Some(y)) if x != y => Some(Parting::Outcome { position, won: [x, y] }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ruleset::{CaptureRows, Origin, Remainder};

    /// Two rows of three, two seeds in each pit: A is lifted, falls into B and C, relays from D into E and F and takes B.
    fn small() -> Ruleset {
        let text = include_str!("../../tests/small.sow");
        let game = crate::rules::game::Game::from_str("small.sow", text, None).game.expect("it is sound");
        game.ruleset(&game.best()).expect("it compiles")
    }

    #[test]
    fn rules_part_at_the_move_that_they_tell_of_otherwise() {
        let rules = small();
        let mut other = rules.clone();
        other.turn.captures.rows = CaptureRows::Opponents;
        let found = parting([&rules, &other], Scope::Round, Budget::DEFAULT).expect("they can be played");
        let Some(Parting::Move { position, name, after: [one, two] }) = found else { panic!("{found:?}") };
        assert_eq!(position.matches('/').count(), 1);
        assert_eq!(name.len(), 1);
        assert_ne!(one, two);
    }

    #[test]
    fn the_same_rules_never_part_and_a_rule_about_the_rest_parts_at_the_end() {
        let rules = small();
        let budget = Budget { games: 50, turns: 5_000 };
        assert_eq!(parting([&rules, &rules], Scope::Match, budget), Ok(None));
        let mut other = rules.clone();
        other.round.remainder = Remainder::Nobody;
        let found = parting([&rules, &other], Scope::Round, Budget::DEFAULT).expect("they can be played");
        assert!(matches!(found, Some(Parting::Outcome { .. })), "{found:?}");
    }

    #[test]
    fn a_lap_right_round_is_met_in_play() {
        let rules = small();
        let mut other = rules.clone();
        other.turn.origin = Origin::SkippedEachLap;
        assert!(parting([&rules, &other], Scope::Round, Budget::DEFAULT).expect("they can be played").is_some());
    }
}
