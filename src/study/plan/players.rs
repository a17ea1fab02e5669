//! The players that a plan names.

use super::values::{random_turns, some_games};
use crate::agents::{Contender, KINDS};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Unexpected, Visitor};
use std::fmt;

/// Two players, who moves first and who moves second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair(pub [Contender; 2]);

impl Pair {
    /// Whether one of them plays by exact values.
    #[must_use]
    pub fn plays_exactly(self) -> bool {
        self.0.contains(&Contender::Exact)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [first, second] if first == second => write!(f, "{first}"),
            [first, second] => write!(f, "{first} against {second}"),
        }
    }
}

/// Players as a plan states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stated {
    /// Who plays.
    pub pair: Pair,
    /// Games a cell, where they are not as many as the part or the plan says.
    pub games: Option<u64>,
    /// Turns at the beginning of a game that are left to chance, where they are not as many as the part says.
    pub random_turns: Option<u32>,
}

impl From<Pair> for Stated {
    fn from(pair: Pair) -> Self {
        Self { pair, games: None, random_turns: None }
    }
}

impl<'de> Deserialize<'de> for Stated {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entry;

        /// The long form.
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "players, games and random_turns")]
        struct Long {
            players: Pair,
            #[serde(default, deserialize_with = "some_games")]
            games: Option<u64>,
            #[serde(default, deserialize_with = "random_turns")]
            random_turns: Option<u32>,
        }

        impl<'de> Visitor<'de> for Entry {
            type Value = Stated;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{Players}, or a mapping such as {{players: greedy, games: 1000}}")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Stated, E> {
                Players.visit_str(name).map(Stated::from)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Stated, A::Error> {
                Players.visit_seq(list).map(Stated::from)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Stated, A::Error> {
                let Long { players, games, random_turns } = Long::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Stated { pair: players, games, random_turns })
            }
        }

        deserializer.deserialize_any(Entry)
    }
}

/// One kind of player or two.
struct Players;

impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a kind of player ({KINDS}) or a list of two, who moves first and who second")
    }
}

impl<'de> Visitor<'de> for Players {
    type Value = Pair;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Pair, E> {
        let agent = name.parse().map_err(|_| E::invalid_value(Unexpected::Str(name), &self))?;
        Ok(Pair([agent; 2]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Pair, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = list.next_element::<String>()? {
            names.push(name);
        }
        let [first, second] = names.as_slice() else {
            return Err(serde::de::Error::invalid_length(names.len(), &self));
        };
        let kind =
            |name: &str| name.parse().map_err(|_| serde::de::Error::invalid_value(Unexpected::Str(name), &Players));
        Ok(Pair([kind(first)?, kind(second)?]))
    }
}

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Players)
    }
}
