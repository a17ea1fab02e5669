//! The difference of two estimates of which it is not known how they hang together.
//!
//! Under common random numbers the estimates of two readings are correlated, and where only their sums were kept the
//! correlation is not known. The standard error of a difference is at most the sum of both standard errors, whatever the
//! correlation (the inequality of Cauchy and Schwarz), so adding the arms of both intervals gives one that is never too
//! narrow on that account. It is wider than that of independent games by up to √2.

use super::{Claims, Confidence, Estimate};

/// The one less the other.
#[must_use]
pub fn difference(one: Estimate, other: Estimate) -> Estimate {
    let value = one.value - other.value;
    Estimate {
        value,
        low: value - (one.value - one.low) - (other.high - other.value),
        high: value + (one.high - one.value) + (other.value - other.low),
    }
}

/// Whether that difference is within or beyond `margin`. Both estimates have intervals of this confidence, whose arms are
/// taken to grow in proportion to the standard errors that they reach to each side.
#[must_use]
pub fn claims(one: Estimate, other: Estimate, margin: f64, confidence: Confidence) -> Claims {
    let d = difference(one, other);
    Claims::of(margin, |z| {
        let times = z / confidence.z();
        Estimate {
            value: d.value,
            low: d.value - times * (d.value - d.low),
            high: d.value + times * (d.high - d.value),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Moments;
    use proptest::prelude::*;

    /// By hand: 30 (28 to 33) less 20 (19 to 22) is 10, from 10 - 2 - 2 to 10 + 3 + 1.
    #[test]
    fn arms_add_up() {
        let d = difference(
            Estimate { value: 30.0, low: 28.0, high: 33.0 },
            Estimate { value: 20.0, low: 19.0, high: 22.0 },
        );
        assert_eq!(d, Estimate { value: 10.0, low: 6.0, high: 14.0 });
    }

    /// By hand: arms of 0.5 each at 1.96 standard errors make 0.5102 of error in all; a difference of 3 lies 1 below a margin of 4,
    /// 1.96 of those, beyond which 0.025 of the normal distribution lies.
    #[test]
    fn a_difference_is_told_from_the_margin_by_its_own_arms() {
        let about = |value: f64| Estimate { value, low: value - 0.5, high: value + 0.5 };
        let found = claims(about(13.0), about(10.0), 4.0, Confidence::NINETY_FIVE);
        assert!((found.within - 0.025).abs() < 1e-4, "{found:?}");
    }

    proptest! {
        /// The interval is never narrower than that of the differences game by game, which knows the correlation.
        #[test]
        fn no_pairing_makes_a_wider_interval(pairs in prop::collection::vec((0i64..40, 0i64..40), 3..60)) {
            let of = |values: Vec<i64>| {
                let mut moments = Moments::default();
                for v in values {
                    moments.add(v);
                }
                moments.mean(Confidence::NINETY_FIVE).unwrap()
            };
            let one = of(pairs.iter().map(|p| p.0).collect());
            let other = of(pairs.iter().map(|p| p.1).collect());
            let paired = of(pairs.iter().map(|p| p.0 - p.1).collect());
            prop_assert!(difference(one, other).half_width() >= paired.half_width() - 1e-9);
        }
    }
}
