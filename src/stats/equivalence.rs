//! Whether a difference is within a margin, beyond it, or neither by these games.
//!
//! *Within*: two one-sided tests, each of the margin on its own side, both of which must reject (D. J. Schuirmann, "A
//! comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average
//! bioavailability", *Journal of Pharmacokinetics and Biopharmaceutics* 15 (1987): 657-680). *Beyond*: the difference is
//! tested against the margin on either side, and the smaller value is doubled for the choice of side.
//!
//! Each value is the one at which the difference's own interval just touches the margin, so that tests and intervals never
//! disagree. For several readings of one question, all must be within for the question to be (an intersection-union test,
//! which needs no correction: R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", *Technometrics* 24
//! (1982): 295-300), and one beyond suffices, its value multiplied by the number of readings (Bonferroni).

use super::Estimate;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

/// Values from 0 to 1; the smaller, the less the games agree with the contrary of the claim.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Claims {
    /// Of the claim that the difference is less than the margin, either way.
    pub within: f64,
    /// Of the claim that it is more.
    pub beyond: f64,
}

impl Claims {
    /// What is known beforehand, such as of readings that come to the same rules: the difference is nought.
    pub const SAME: Self = Self { within: 0.0, beyond: 1.0 };
    /// What is known of nothing.
    pub const NONE: Self = Self { within: 1.0, beyond: 1.0 };

    /// The claims of a difference against a margin, from the interval that reaches `z` standard errors to each side of
    /// it; a wider `z` must give a wider interval.
    pub fn of(margin: f64, interval: impl Fn(f64) -> Estimate) -> Self {
        let value = interval(0.0).value;
        let inside = value.abs() < margin;
        // How far the interval may be stretched before it passes the margin.
        let reaches = |z: f64| {
            let e = interval(z);
            if inside { e.low > -margin && e.high < margin } else { e.low > margin || e.high < -margin }
        };
        let (mut near, mut far) = (0.0, FARTHEST);
        if reaches(far) {
            near = far;
        } else {
            while far - near > 1e-9 {
                let middle = f64::midpoint(near, far);
                if reaches(middle) { near = middle } else { far = middle }
            }
        }
        let p = Normal::standard().sf(near);
        if inside { Self { within: p, beyond: 1.0 } } else { Self { within: 1.0, beyond: (2.0 * p).min(1.0) } }
    }

    /// The claims on a question from those on its readings; what is known of nothing where there is none.
    #[must_use]
    pub fn of_question(readings: &[Self]) -> Self {
        let many = readings.len() as f64;
        let within = readings.iter().map(|c| c.within).fold(f64::NAN, f64::max);
        let beyond = readings.iter().map(|c| c.beyond).fold(f64::NAN, f64::min);
        if readings.is_empty() { Self::NONE } else { Self { within, beyond: (many * beyond).min(1.0) } }
    }
}

/// Beyond 38 standard errors the tail of the normal distribution is below the least positive number.
const FARTHEST: f64 = 38.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn about(value: f64, error: f64) -> impl Fn(f64) -> Estimate {
        move |z| Estimate { value, low: value - z * error, high: value + z * error }
    }

    /// By hand: a difference of 0.01 with a standard error of 0.01 lies two errors below the margin of 0.03 and four above
    /// that of -0.03; the farther tail is the smaller, and the nearer decides: the upper tail beyond 2 is 0.02275.
    #[test]
    fn the_nearer_margin_decides_on_equivalence() {
        let claims = Claims::of(0.03, about(0.01, 0.01));
        assert!((claims.within - 0.022_750).abs() < 1e-6, "{claims:?}");
        assert!((claims.beyond - 1.0).abs() < f64::EPSILON);
    }

    /// By hand: 0.06 is three errors of 0.01 beyond the margin; twice the tail beyond 3 is 0.0026998.
    #[test]
    fn a_difference_beyond_the_margin_is_tested_from_either_side() {
        for value in [0.06, -0.06] {
            let claims = Claims::of(0.03, about(value, 0.01));
            assert!((claims.beyond - 0.002_699_8).abs() < 1e-6, "{claims:?}");
            assert!((claims.within - 1.0).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn a_difference_without_error_is_certain() {
        assert!(Claims::of(0.03, about(0.0, 0.0)).within < 1e-300);
    }

    #[test]
    fn all_readings_must_be_within_and_one_beyond_suffices() {
        let of = |within, beyond| Claims { within, beyond };
        let question = Claims::of_question(&[of(0.01, 1.0), of(0.2, 1.0), of(1.0, 0.01)]);
        assert!((question.within - 1.0).abs() < 1e-12 && (question.beyond - 0.03).abs() < 1e-12);
        assert_eq!(Claims::of_question(&[]), Claims::NONE);
    }
}
