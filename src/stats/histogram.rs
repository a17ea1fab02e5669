//! Counts of whole numbers, and what can be read from them.

use super::{Confidence, Estimate, Moments, real};
use serde::{Deserialize, Serialize};
use statrs::distribution::{Binomial, DiscreteCDF};
use std::collections::BTreeMap;

/// Values below this are counted in a table, larger ones in a map: lengths of games are mostly small and sometimes
/// enormous.
const DENSE: usize = 4096;

/// How often each whole number came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    dense: Vec<u64>,
    sparse: BTreeMap<u64, u64>,
}

impl Histogram {
    /// Counts `value` once.
    pub fn add(&mut self, value: u64) {
        self.add_many(value, 1);
    }

    /// Counts `value` `times` times.
    pub fn add_many(&mut self, value: u64, times: u64) {
        if times == 0 {
            return;
        }
        match usize::try_from(value) {
            Ok(index) if index < DENSE => {
                if self.dense.len() <= index {
                    self.dense.resize(index + 1, 0);
                }
                self.dense[index] += times;
            }
            _ => *self.sparse.entry(value).or_default() += times,
        }
    }

    /// Adds every count of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (value, times) in other.iter() {
            self.add_many(value, times);
        }
    }

    /// Each value that came up and how often, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let dense = self.dense.iter().enumerate().map(|(value, &times)| (value as u64, times));
        dense.filter(|&(_, times)| times > 0).chain(self.sparse.iter().map(|(&value, &times)| (value, times)))
    }

    /// How many values were counted.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.iter().map(|(_, times)| times).sum()
    }

    /// The largest value.
    #[must_use]
    pub fn max(&self) -> Option<u64> {
        self.iter().last().map(|(value, _)| value)
    }

    /// Number, sum and sum of squares of the values; values from 2^63 count as that.
    #[must_use]
    pub fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for (value, times) in self.iter() {
            moments.add_many(i64::try_from(value).unwrap_or(i64::MAX), times);
        }
        moments
    }

    /// The value below or at which the share `p` lies, `p` from 0 to 1: definition 2 of R. J. Hyndman and Y. Fan,
    /// "Sample quantiles in statistical packages", *The American Statistician* 50 (1996): 361-365, which halves the
    /// difference where the share falls exactly between two values; at ½ it is the usual median.
    #[must_use]
    pub fn quantile(&self, p: f64) -> Option<f64> {
        let n = self.n();
        if n == 0 {
            return None;
        }
        let position = p.clamp(0.0, 1.0) * real(n);
        let above = self.ranked(position.floor() + 1.0);
        let whole = (position - position.round()).abs() < 1e-9;
        Some(if whole {
            f64::midpoint(self.ranked(position.round()), self.ranked(position.round() + 1.0))
        } else {
            above
        })
    }

    /// The quantile `p` with an interval between two of the values counted, free of any assumption on their
    /// distribution (H. A. David and H. N. Nagaraja, *Order Statistics*, 3rd ed. (Hoboken: Wiley, 2003), section 7.1):
    /// the number of values below the true quantile is binomial. It covers with at least the level asked for, unless
    /// there are so few values that the range of all of them, which is then given, falls short of it.
    #[must_use]
    pub fn quantile_interval(&self, p: f64, confidence: Confidence) -> Option<Estimate> {
        let value = self.quantile(p)?;
        let tail = (1.0 - confidence.level()) / 2.0;
        let below = Binomial::new(p.clamp(0.0, 1.0), self.n()).ok()?;
        let (low, high) = (below.inverse_cdf(tail), below.inverse_cdf(1.0 - tail) + 1);
        Some(Estimate { value, low: self.ranked(real(low)).min(value), high: self.ranked(real(high)).max(value) })
    }

    /// The value of a rank, counted from 1; the least and the greatest value for ranks beyond the ends.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn ranked(&self, rank: f64) -> f64 {
        let rank = rank.max(1.0) as u64;
        let mut seen = 0;
        let mut last = 0;
        for (value, times) in self.iter() {
            seen += times;
            last = value;
            if seen >= rank {
                break;
            }
        }
        real(last)
    }
}

/// Written as pairs of value and count, ascending, so that equal histograms have equal bytes.
impl Serialize for Histogram {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut histogram = Self::default();
        for (value, times) in Vec::<(u64, u64)>::deserialize(deserializer)? {
            histogram.add_many(value, times);
        }
        Ok(histogram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        for &v in values {
            histogram.add(v);
        }
        histogram
    }

    #[test]
    fn the_median_of_an_even_number_of_values_lies_between_the_middle_two() {
        assert_eq!(of(&[1, 2]).quantile(0.5), Some(1.5));
        assert_eq!(of(&[7, 1, 2]).quantile(0.5), Some(2.0));
        assert_eq!(of(&[]).quantile(0.5), None);
    }

    /// By hand for 1 to 10: a quarter of ten is two and a half, so the third value; nine tenths fall between the ninth
    /// and the tenth.
    #[test]
    fn quantiles_of_one_to_ten_are_those_of_definition_two() {
        let h = of(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(h.quantile(0.25), Some(3.0));
        assert_eq!(h.quantile(0.75), Some(8.0));
        assert_eq!(h.quantile(0.9), Some(9.5));
        assert_eq!((h.quantile(0.0), h.quantile(1.0)), (Some(1.0), Some(10.0)));
    }

    /// David and Nagaraja's method for the median of ten: ranks 2 and 9, since the chance of at most one value below
    /// the median is 11/1024 and of at most two 56/1024, which is above 2.5 %.
    #[test]
    fn the_interval_of_the_median_of_ten_runs_from_the_second_value_to_the_ninth() {
        let e = of(&[10, 20, 30, 40, 50, 60, 70, 80, 90, 100]).quantile_interval(0.5, Confidence::NINETY_FIVE).unwrap();
        assert_eq!((e.value, e.low, e.high), (55.0, 20.0, 90.0));
    }

    #[test]
    fn an_enormous_value_is_counted_like_any_other() {
        let h = of(&[3, 1_200_000, 3]);
        assert_eq!((h.max(), h.n(), h.quantile(0.5)), (Some(1_200_000), 3, Some(3.0)));
        assert_eq!(serde_json::to_string(&h).unwrap(), "[[3,2],[1200000,1]]");
    }

    proptest! {
        #[test]
        fn counting_in_two_parts_is_counting_at_once(values in prop::collection::vec(0u64..9000, 0..50), cut in 0usize..50) {
            let cut = cut.min(values.len());
            let mut parts = of(&values[cut..]);
            parts.merge(&of(&values[..cut]));
            let whole = of(&values);
            prop_assert_eq!(&parts.iter().collect::<Vec<_>>(), &whole.iter().collect::<Vec<_>>());
            let back: Histogram = serde_json::from_str(&serde_json::to_string(&whole).unwrap()).unwrap();
            prop_assert_eq!(back, whole);
        }

        #[test]
        fn quantiles_rise_with_the_share(values in prop::collection::vec(0u64..100, 1..50), p in 0.0f64..1.0, q in 0.0f64..1.0) {
            let h = of(&values);
            let (low, high) = (p.min(q), p.max(q));
            prop_assert!(h.quantile(low) <= h.quantile(high));
            let e = h.quantile_interval(p, Confidence::NINETY_FIVE).unwrap();
            prop_assert!(e.low <= e.value && e.value <= e.high);
        }
    }
}
