//! Pits packed into one number: a lane a pit.
//!
//! Sowing a lap is one addition, whatever its length. A lane can never overflow: the machine picks a width whose lanes
//! hold all the seeds of the game at once, and a position with more seeds is refused.

use std::fmt::Debug;
use std::hash::Hash;

/// The seeds of all pits. Every width has at least one lane more than it admits pits; that lane stays 0 and serves as the
/// pit that is always empty.
pub trait Lanes: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// No seeds anywhere.
    const EMPTY: Self;
    /// Most pits on a board of this width.
    const PITS: usize;
    /// Most seeds in a game of this width.
    const SEEDS: u16;

    /// The lane of a pit, as [`at`](Self::at) takes it.
    fn lane(pit: u8) -> u8;
    /// The pit of a lane.
    fn pit(lane: u8) -> u8;
    /// Seeds in a lane.
    fn at(self, lane: u8) -> u16;
    /// The same board with so many seeds less in a lane that holds them.
    #[must_use]
    fn less(self, lane: u8, seeds: u16) -> Self;

    /// Seeds in a pit.
    #[inline]
    fn get(self, pit: u8) -> u16 {
        self.at(Self::lane(pit))
    }
    /// The same board with `seeds` in a pit.
    #[must_use]
    fn with(self, pit: u8, seeds: u16) -> Self;
    /// Lane by lane sum, wrapping: the second operand may be the difference that a lap makes.
    #[must_use]
    fn plus(self, difference: Self) -> Self;
    /// Lane by lane difference, wrapping.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// A number made of all lanes, the same for equal boards.
    fn digest(self) -> u64;

    /// The whole board as one word, where it is one, in lanes of 6 bits from the lowest.
    #[inline]
    fn word(self) -> Option<u64> {
        None
    }

    /// The board of a word, where boards are words.
    #[inline]
    #[must_use]
    fn of_word(_word: u64) -> Option<Self> {
        None
    }

    /// The pits from `first` on, `len` of them, that hold at least `least`: bit 0 is `first`.
    #[inline]
    fn at_least(self, first: u8, len: u8, least: u16) -> u32 {
        (0..len).fold(0, |mask, i| mask | u32::from(self.get(first + i) >= least) << i)
    }

    /// Seeds in the pits from `first` on, `len` of them.
    #[inline]
    fn sum(self, first: u8, len: u8) -> u16 {
        (first..first + len).map(|p| self.get(p)).sum()
    }
}

impl Lanes for u64 {
    const EMPTY: Self = 0;
    const PITS: usize = 10;
    const SEEDS: u16 = 63;

    #[inline]
    fn lane(pit: u8) -> u8 {
        6 * pit
    }

    #[inline]
    fn pit(lane: u8) -> u8 {
        lane / 6
    }

    #[inline]
    fn at(self, lane: u8) -> u16 {
        (self >> (lane & 63) & 63) as u16
    }

    #[inline]
    fn less(self, lane: u8, seeds: u16) -> Self {
        self.wrapping_sub(Self::from(seeds) << (lane & 63))
    }

    #[inline]
    fn with(self, pit: u8, seeds: u16) -> Self {
        let shift = 6 * u32::from(pit);
        (self & !(63 << shift)) | Self::from(seeds) << shift
    }

    #[inline]
    fn plus(self, difference: Self) -> Self {
        self.wrapping_add(difference)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline]
    fn digest(self) -> u64 {
        self
    }

    #[inline]
    fn word(self) -> Option<u64> {
        Some(self)
    }

    #[inline]
    fn of_word(word: u64) -> Option<Self> {
        Some(word)
    }

    #[inline]
    fn at_least(self, first: u8, len: u8, least: u16) -> u32 {
        if len != 5 || least > 32 {
            return (0..len).fold(0, |mask, i| mask | u32::from(self.get(first + i) >= least) << i);
        }
        // A lane's top bit is set by carry where its low five bits reach `least`, or was set already.
        let row = self >> (6 * u32::from(first));
        let reached = (((row & LOW_FIVE) + Self::from(32 - least) * ONES_OF_FIVE) | row) >> 5 & ONES_OF_FIVE;
        // Five bits six apart are gathered by one product; no two partial products meet.
        ((reached.wrapping_mul(GATHER) >> 24) & 31) as u32
    }
}

/// The low five bits of the first five lanes.
const LOW_FIVE: u64 = 0x1f | 0x1f << 6 | 0x1f << 12 | 0x1f << 18 | 0x1f << 24;
/// The lowest bit of the first five lanes.
const ONES_OF_FIVE: u64 = 1 | 1 << 6 | 1 << 12 | 1 << 18 | 1 << 24;
/// Moves bit 6i to bit 24 + i for i from 0 to 4: the sum of 2^(24 - 5i).
const GATHER: u64 = 1 << 24 | 1 << 19 | 1 << 14 | 1 << 9 | 1 << 4;

impl Lanes for u128 {
    const EMPTY: Self = 0;
    const PITS: usize = 15;
    const SEEDS: u16 = 255;

    #[inline]
    fn lane(pit: u8) -> u8 {
        8 * pit
    }

    #[inline]
    fn pit(lane: u8) -> u8 {
        lane / 8
    }

    #[inline]
    fn at(self, lane: u8) -> u16 {
        (self >> (lane & 127) & 255) as u16
    }

    #[inline]
    fn less(self, lane: u8, seeds: u16) -> Self {
        self.wrapping_sub(Self::from(seeds) << (lane & 127))
    }

    #[inline]
    fn with(self, pit: u8, seeds: u16) -> Self {
        let shift = 8 * u32::from(pit);
        (self & !(255 << shift)) | Self::from(seeds) << shift
    }

    #[inline]
    fn plus(self, difference: Self) -> Self {
        self.wrapping_add(difference)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline]
    fn digest(self) -> u64 {
        (self >> 64) as u64 ^ (self as u64).rotate_left(29)
    }
}

/// Sixty-four lanes of 8 bits.
pub type Wide = [u8; 64];

impl Lanes for Wide {
    const EMPTY: Self = [0; 64];
    const PITS: usize = 63;
    const SEEDS: u16 = 255;

    #[inline]
    fn lane(pit: u8) -> u8 {
        pit
    }

    #[inline]
    fn pit(lane: u8) -> u8 {
        lane
    }

    #[inline]
    fn at(self, lane: u8) -> u16 {
        u16::from(self[lane as usize & 63])
    }

    #[inline]
    fn less(mut self, lane: u8, seeds: u16) -> Self {
        self[lane as usize & 63] -= seeds as u8;
        self
    }

    #[inline]
    fn with(mut self, pit: u8, seeds: u16) -> Self {
        self[pit as usize & 63] = seeds as u8;
        self
    }

    #[inline]
    fn plus(mut self, difference: Self) -> Self {
        for (a, b) in self.iter_mut().zip(difference) {
            *a = a.wrapping_add(b);
        }
        self
    }

    #[inline]
    fn minus(mut self, other: Self) -> Self {
        for (a, b) in self.iter_mut().zip(other) {
            *a = a.wrapping_sub(b);
        }
        self
    }

    #[inline]
    fn digest(self) -> u64 {
        let words = self.chunks_exact(8).map(|c| c.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        words.fold(0, |digest: u64, word| digest.rotate_left(7).wrapping_mul(0x2545_f491_4f6c_dd1d) ^ word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn agrees<W: Lanes>(pits: u8, most: u32) {
        let mut rng = Rng::from_u64(3);
        for _ in 0..1_000 {
            let plain: Vec<u16> = (0..pits).map(|_| rng.below(most + 1) as u16).collect();
            let packed = (0..pits).fold(W::EMPTY, |w, p| w.with(p, plain[p as usize]));
            for p in 0..pits {
                assert_eq!((packed.get(p), W::pit(W::lane(p))), (plain[p as usize], p));
                assert_eq!(packed.less(W::lane(p), plain[p as usize]), packed.with(p, 0));
            }
            assert_eq!(packed.get(pits), 0, "the spare lane stays empty");
            for least in [1, 2, 3, 33] {
                for first in 0..pits {
                    for len in 1..=pits - first {
                        let by_hand = (0..len).filter(|&i| plain[(first + i) as usize] >= least);
                        assert_eq!(packed.at_least(first, len, least), by_hand.fold(0, |m, i| m | 1 << i));
                    }
                }
            }
            assert_eq!(packed.sum(0, pits), plain.iter().sum::<u16>());
            assert_eq!(packed.plus(packed).minus(packed), packed);
        }
    }

    #[test]
    fn every_width_keeps_its_pits_apart() {
        agrees::<u64>(10, 63);
        agrees::<u128>(15, 255);
        agrees::<Wide>(30, 255);
    }
}
