//! Random numbers that replay: one named generator, seeded per game and player, never per reading.
//!
//! The generator is xoshiro256++ 1.0 (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", *ACM
//! Transactions on Mathematical Software* 47(4), 2021), its state filled by `SplitMix64` (G. Steele, D. Lea and C. Flood,
//! "Fast splittable pseudorandom number generators", OOPSLA 2014) from the study's seed, the number of the game and the
//! player. No reading enters the seed, so that readings meet the same luck (common random numbers). Golden vectors in the
//! tests freeze [`NAME`]: a change of any of them is a new name.

use serde::{Deserialize, Serialize};
use std::hint::select_unpredictable;

/// Name and version of the generator and its seeding, printed in every manifest.
pub const NAME: &str = "sowlab-xoshiro256++/1";

/// What fixes the luck of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameSeed {
    /// The seed of the study.
    pub study: u64,
    /// The number of the game, from 0.
    pub game: u64,
}

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The stream of one player of one game: 0 for the player who starts it, 1 for the other.
    #[must_use]
    pub const fn for_player(seed: GameSeed, player: usize) -> Self {
        let mut a = seed.study;
        let mut mixed = split_mix(&mut a) ^ seed.game;
        let mut b = split_mix(&mut mixed) ^ (player as u64);
        Self::from_u64(split_mix(&mut b))
    }

    /// The stream that starts from a single number.
    #[must_use]
    pub const fn from_u64(seed: u64) -> Self {
        let mut s = seed;
        let state = [split_mix(&mut s), split_mix(&mut s), split_mix(&mut s), split_mix(&mut s)];
        Self { state }
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.state;
        let out = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let t = s1 << 17;
        let s2 = s2 ^ s0;
        let s3 = s3 ^ s1;
        let s1 = s1 ^ s2;
        let s0 = s0 ^ s3;
        self.state = [s0, s1, s2 ^ t, s3.rotate_left(45)];
        out
    }

    /// A number from 0 to `n - 1`, each equally likely; 0 if `n` is 0. One draw for every `n` from 2, none below, so
    /// that a forced move costs no luck. By multiplication with rejection: D. Lemire, "Fast random integer generation in an
    /// interval", *ACM Transactions on Modeling and Computer Simulation* 29(1), 2019.
    ///
    /// Whether a move is forced cannot be guessed; so a number is drawn in any case and taken or put back.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let mut after = self.clone();
        let wide = u64::from(after.next_u64() as u32) * u64::from(n);
        if (wide as u32) < select_unpredictable(n > 1, n, 0) {
            return self.below_with_rejection(n);
        }
        for (now, after) in self.state.iter_mut().zip(after.state) {
            *now = select_unpredictable(n > 1, after, *now);
        }
        (wide >> 32) as u32
    }

    #[cold]
    fn below_with_rejection(&mut self, n: u32) -> u32 {
        let threshold = n.wrapping_neg() % n;
        loop {
            let wide = u64::from(self.next_u64() as u32) * u64::from(n);
            if (wide as u32) >= threshold {
                return (wide >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference implementation's state (1, 2, 3, 4): its first outputs follow from the recurrence by hand:
    /// rotl(1 + 4, 23) + 1 = 5 * 2^23 + 1 = 41943041.
    #[test]
    fn the_recurrence_is_the_published_one() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        assert_eq!(rng.next_u64(), 41_943_041);
        // After one step by hand: s2 ^= s0 -> 2, s3 ^= s1 -> 6, s1 ^= s2 -> 0, s0 ^= s3 -> 7, s2 ^= 2 << 17, s3 = rotl(6, 45).
        assert_eq!(rng.state, [7, 0, 2 ^ (2 << 17), 6 << 45]);
    }

    /// `SplitMix64` from 1234567, as published with the generator at prng.di.unimi.it and in many ports.
    #[test]
    fn split_mix_gives_the_published_numbers() {
        let mut s = 1_234_567;
        let first: Vec<u64> = (0..3).map(|_| split_mix(&mut s)).collect();
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn players_and_games_have_streams_of_their_own() {
        let first = |study, game, player| Rng::for_player(GameSeed { study, game }, player).next_u64();
        let mut seen: Vec<u64> =
            (0..200).flat_map(|g| [first(1931, g, 0), first(1931, g, 1), first(1932, g, 0)]).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 600);
    }

    #[test]
    fn draws_are_even_and_below_the_bound() {
        let mut rng = Rng::from_u64(7);
        let mut counts = [0u32; 5];
        for _ in 0..50_000 {
            counts[rng.below(5) as usize] += 1;
        }
        // Standard deviation of each count is sqrt(50000 * 0.2 * 0.8) = 89; five of them is a generous bound.
        assert!(counts.iter().all(|&c| c.abs_diff(10_000) < 450), "{counts:?}");
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
    }
}
