//! The kinds of players and their names.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A kind of player who needs nothing but the position before him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Agent {
    /// Each legal move is equally likely.
    Random,
    /// The move after which the player's winnings less his opponent's have grown most, the rest of the board counted where
    /// the move ends the round; among equals each is equally likely. Other decisions than moves are left to chance.
    Greedy,
    /// Looks so many turns ahead, from 1 to [`MOST_DEPTH`], and takes the move that is best against best replies; see
    /// [`alphabeta`](super::alphabeta). Other decisions than moves are left to chance.
    AlphaBeta(u8),
    /// Plays so many games out from each position, from 1 to [`MOST_SIMS`], and takes the move tried most; see
    /// [`mcts`](super::mcts). Other decisions than moves are left to chance.
    Mcts(u32),
}

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Contender {
    /// One who needs nothing but the position.
    Unaided(Agent),
    /// Perfect play, for which the round is solved first: of the moves that secure the exact value those by which it is
    /// brought in soonest, each equally likely; see [`Book::best`](crate::solve::Book::best). Single rounds only.
    Exact,
}

/// Most turns that can be looked ahead.
pub const MOST_DEPTH: u8 = 60;

/// Most games that can be played out for one move.
pub const MOST_SIMS: u32 = 1_000_000;

/// How the kinds of players are asked for.
pub const KINDS: &str = "random, greedy, alphabeta:DEPTH with 1 to 60 turns, mcts:SIMS with 1 to 1000000 games, exact";

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::AlphaBeta(depth) => write!(f, "alphabeta:{depth}"),
            Self::Mcts(sims) => write!(f, "mcts:{sims}"),
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaided(agent) => agent.fmt(f),
            Self::Exact => f.write_str("exact"),
        }
    }
}

/// No kind of player has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{name}\" is not a kind of player; known are {KINDS}")]
pub struct UnknownAgent {
    /// The name asked for.
    pub name: String,
}

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        let number = |text: &str, most: u32| {
            let plain = !text.starts_with(['0', '+']);
            text.parse::<u32>().ok().filter(|n| plain && (1..=most).contains(n))
        };
        let found = match name.split_once(':') {
            None if name == "random" => Some(Self::Random),
            None if name == "greedy" => Some(Self::Greedy),
            Some(("alphabeta", depth)) => number(depth, MOST_DEPTH.into()).map(|n| Self::AlphaBeta(n as u8)),
            Some(("mcts", sims)) => number(sims, MOST_SIMS).map(Self::Mcts),
            _ => None,
        };
        found.ok_or_else(|| UnknownAgent { name: name.to_owned() })
    }
}

impl FromStr for Contender {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        if name == "exact" { Ok(Self::Exact) } else { name.parse().map(Self::Unaided) }
    }
}

impl TryFrom<String> for Contender {
    type Error = UnknownAgent;

    fn try_from(name: String) -> Result<Self, UnknownAgent> {
        name.parse()
    }
}

impl From<Contender> for String {
    fn from(contender: Contender) -> Self {
        contender.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_read_back_from_its_name() {
        for agent in [Agent::Random, Agent::Greedy, Agent::AlphaBeta(1), Agent::AlphaBeta(60), Agent::Mcts(1_000_000)] {
            assert_eq!(agent.to_string().parse(), Ok(agent));
            assert_eq!(agent.to_string().parse(), Ok(Contender::Unaided(agent)));
        }
        assert_eq!(Contender::Exact.to_string().parse(), Ok(Contender::Exact));
    }

    #[test]
    fn numbers_out_of_range_and_other_spellings_are_no_kinds() {
        for name in
            ["alphabeta", "alphabeta:0", "alphabeta:61", "alphabeta:04", "mcts:+5", "mcts:1000001", "mcts:", "Greedy"]
        {
            assert_eq!(name.parse::<Agent>(), Err(UnknownAgent { name: name.to_owned() }));
        }
    }
}
