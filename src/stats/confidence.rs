//! The level of an interval and the quantiles that go with it.

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The level of an interval: the share of repeated studies whose interval would cover the true value. At least 0.5 and
/// below 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Confidence(f64);

/// A level outside the range of [`Confidence`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a confidence level is at least 0.5 and below 1, and this is {0}")]
pub struct NoLevel(f64);

impl TryFrom<f64> for Confidence {
    type Error = NoLevel;

    fn try_from(level: f64) -> Result<Self, NoLevel> {
        if (0.5..1.0).contains(&level) { Ok(Self(level)) } else { Err(NoLevel(level)) }
    }
}

impl From<Confidence> for f64 {
    fn from(confidence: Confidence) -> Self {
        confidence.0
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::NINETY_FIVE
    }
}

impl Confidence {
    /// 95 %.
    pub const NINETY_FIVE: Self = Self(0.95);

    /// The level as a share.
    #[must_use]
    pub const fn level(self) -> f64 {
        self.0
    }

    /// The level that each of `comparisons` intervals needs so that all of them together cover with this level at least
    /// (Bonferroni's inequality; O. J. Dunn, "Multiple comparisons among means", *Journal of the American Statistical
    /// Association* 56 (1961): 52-64). No comparison counts as one.
    #[must_use]
    pub fn for_each_of(self, comparisons: usize) -> Self {
        let comparisons = u32::try_from(comparisons.max(1)).unwrap_or(u32::MAX);
        Self(1.0 - (1.0 - self.0) / f64::from(comparisons))
    }

    /// Half-width of the central interval of this level under the standard normal distribution: 1.959964 for 95 %.
    #[must_use]
    pub fn z(self) -> f64 {
        Normal::standard().inverse_cdf(self.upper())
    }

    /// The same under Student's distribution with `freedom` degrees of freedom; the normal value where there are none
    /// that Student's distribution knows.
    #[must_use]
    pub fn t(self, freedom: f64) -> f64 {
        StudentsT::new(0.0, 1.0, freedom).map_or_else(|_| self.z(), |t| t.inverse_cdf(self.upper()))
    }

    /// The share below the upper end of a central interval.
    fn upper(self) -> f64 {
        0.5 + self.0 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_printed_tables() {
        assert!((Confidence::NINETY_FIVE.z() - 1.959_963_985).abs() < 1e-7);
        assert!((Confidence(0.99).z() - 2.575_829_304).abs() < 1e-7);
        assert!((Confidence::NINETY_FIVE.t(10.0) - 2.228_139).abs() < 1e-5);
        assert!((Confidence::NINETY_FIVE.t(1.0) - 12.706_205).abs() < 1e-4);
    }

    #[test]
    fn five_comparisons_at_ninety_five_per_cent_need_ninety_nine_each() {
        assert!((Confidence::NINETY_FIVE.for_each_of(5).level() - 0.99).abs() < 1e-12);
        assert_eq!(Confidence::NINETY_FIVE.for_each_of(0), Confidence::NINETY_FIVE);
    }

    #[test]
    fn a_level_of_one_is_refused() {
        assert_eq!(Confidence::try_from(1.0), Err(NoLevel(1.0)));
        assert!(Confidence::try_from(f64::NAN).is_err());
    }
}
