//! When to stop.
//!
//! A study may play until its intervals are narrow enough. It looks at them only after numbers of games that are declared
//! beforehand, and what it looks at is their width and never where they lie: intervals of a fixed width stopped in this
//! way cover with their level as they grow narrow (Y. S. Chow and H. Robbins, "On the asymptotic theory of fixed-width
//! sequential confidence intervals for the mean", *The Annals of Mathematical Statistics* 36 (1965): 457-462).

use serde::{Deserialize, Serialize};

/// Looks are taken after this many times the games of the look before.
const GROWTH: u64 = 2;

/// Until when to play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// Half the width of the widest interval at which to stop, as a share of points: above 0, at most 0.5.
    pub half_width: f64,
    /// Games at the first look, at least 2.
    pub at_least: u64,
    /// Games at the last look, no fewer.
    pub at_most: u64,
}

impl Until {
    /// The games at each look, ascending: the least, doubled until the most, and the most.
    #[must_use]
    pub fn looks(&self) -> Vec<u64> {
        let doubled = std::iter::successors(Some(self.at_least.max(2)), |games| games.checked_mul(GROWTH));
        doubled.take_while(|&games| games < self.at_most).chain([self.at_most]).collect()
    }

    /// Whether intervals as wide as these are narrow enough.
    pub fn satisfied(&self, half_widths: impl IntoIterator<Item = f64>) -> bool {
        half_widths.into_iter().all(|half_width| half_width <= self.half_width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_double_from_the_least_to_the_most() {
        let until = |at_least, at_most| Until { half_width: 0.01, at_least, at_most }.looks();
        assert_eq!(until(1_000, 10_000), [1_000, 2_000, 4_000, 8_000, 10_000]);
        assert_eq!(until(1_000, 4_000), [1_000, 2_000, 4_000]);
        assert_eq!(until(500, 500), [500]);
        assert_eq!(until(u64::MAX / 2 + 1, u64::MAX), [u64::MAX / 2 + 1, u64::MAX]);
    }

    #[test]
    fn the_widest_interval_decides() {
        let until = Until { half_width: 0.01, at_least: 10, at_most: 20 };
        assert!(until.satisfied([0.01, 0.002]));
        assert!(!until.satisfied([0.002, 0.011]));
        assert!(!until.satisfied([f64::NAN]));
    }
}
