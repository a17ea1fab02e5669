//! How many of the games are different games.
//!
//! Two games are the same if the same moves and decisions were made in them. Players that repeat themselves make many
//! games of few, and an interval that takes them for independent is then too narrow; so the number of distinct games
//! stands beside the number of games. Equality is that of 64-bit hashes: among a million distinct games two share a hash
//! with a chance of about 3 in 100 million. Unit: games, from 1 to the number played.

use super::Measure;

/// The hashes of games, in no particular order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHashes(Vec<u64>);

impl GameHashes {
    /// Notes one game.
    pub fn add(&mut self, hash: u64) {
        self.0.push(hash);
    }

    /// Notes the games of another list.
    pub fn extend(&mut self, hashes: impl IntoIterator<Item = u64>) {
        self.0.extend(hashes);
    }

    /// The distinct hashes, ascending.
    #[must_use]
    pub fn into_distinct(mut self) -> Vec<u64> {
        self.0.sort_unstable();
        self.0.dedup();
        self.0
    }
}

/// The number of distinct games as a measure.
#[must_use]
pub const fn measure(distinct: u64, games: u64) -> Measure {
    Measure::exact(("distinct_games", "distinct games", "games"), crate::stats::real(distinct), games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_played_twice_is_one_game() {
        let mut hashes = GameHashes::default();
        for h in [9, 4, 9, 9] {
            hashes.add(h);
        }
        assert_eq!(hashes.into_distinct(), [4, 9]);
    }
}
