//! The difference of two shares from separate sets of games.
//!
//! R. G. Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven
//! methods", *Statistics in Medicine* 17 (1998): 873-890, method 10: the Wilson intervals of the two shares, their arms
//! added in squares. For shares from the same games see [`paired`](super::paired).

use super::{Confidence, Estimate, share};

/// The share of `a` less that of `b`, each given as hits and games. `None` if either has no games.
#[must_use]
pub fn difference(a: (u64, u64), b: (u64, u64), confidence: Confidence) -> Option<Estimate> {
    let (a, b) = (share(a.0, a.1, confidence)?, share(b.0, b.1, confidence)?);
    Some(join(a, b, 0.0))
}

/// The difference of `a` less `b` from their own intervals, when the two estimates are correlated by `correlation`
/// (-1 to 1; 0 is Newcombe's method 10). The general form is that of G. Y. Zou and A. Donner, "Construction of
/// confidence limits about effect measures: a general approach", *Statistics in Medicine* 27 (2008): 1693-1702.
pub(super) fn join(a: Estimate, b: Estimate, correlation: f64) -> Estimate {
    let value = a.value - b.value;
    let arm = |x: f64, y: f64| (x * x - 2.0 * correlation * x * y + y * y).max(0.0).sqrt();
    Estimate {
        value,
        low: value - arm(a.value - a.low, b.high - b.value),
        high: value + arm(a.high - a.value, b.value - b.low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Newcombe 1998 (independent proportions), table II, method 10.
    #[test]
    fn intervals_are_those_of_newcombes_table() {
        for (a, b, low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((6, 7), (2, 7), 0.0582, 0.8062),
            ((5, 56), (0, 29), -0.0381, 0.1926),
            ((0, 10), (0, 20), -0.1611, 0.2775),
            ((0, 10), (0, 10), -0.2775, 0.2775),
            ((10, 10), (0, 20), 0.6791, 1.0),
            ((10, 10), (0, 10), 0.6075, 1.0),
        ] {
            let e = difference(a, b, Confidence::NINETY_FIVE).unwrap();
            assert!(
                (e.low - low).abs() < 6e-5 && (e.high - high).abs() < 6e-5,
                "{a:?} {b:?}: {e:?}, not {low} to {high}"
            );
        }
    }

    #[test]
    fn exchanging_the_two_turns_the_interval_over() {
        let there = difference((56, 70), (48, 80), Confidence::NINETY_FIVE).unwrap();
        let back = difference((48, 80), (56, 70), Confidence::NINETY_FIVE).unwrap();
        assert!((there.low + back.high).abs() < 1e-12 && (there.high + back.low).abs() < 1e-12);
    }
}
