//! Means and ratios of sums, from integer sums.
//!
//! Sums are kept as integers, so that they are exact and don't depend on the order of games; each figure is rounded
//! once, at the end.

use super::{Confidence, Estimate, real, wide};
use serde::{Deserialize, Serialize};

/// Number, sum and sum of squares of whole numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moments {
    n: u64,
    sum: i128,
    squares: u128,
}

impl Moments {
    /// Counts one value.
    pub fn add(&mut self, value: i64) {
        self.add_many(value, 1);
    }

    /// Counts one value `times` times.
    pub fn add_many(&mut self, value: i64, times: u64) {
        self.n += times;
        self.sum += i128::from(value) * i128::from(times);
        self.squares += u128::from(value.unsigned_abs()).pow(2) * u128::from(times);
    }

    /// Adds what `other` has counted.
    pub const fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// How many values were counted.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The mean with Student's interval (Student, "The probable error of a mean", *Biometrika* 6 (1908): 1-25).
    /// `None` without values; of a single value the interval is the value itself.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn mean(&self, confidence: Confidence) -> Option<Estimate> {
        if self.n == 0 {
            return None;
        }
        let value = self.sum as f64 / real(self.n);
        let arm = self.deviation().map_or(0.0, |sd| confidence.t(real(self.n - 1)) * sd / real(self.n).sqrt());
        Some(Estimate { value, low: value - arm, high: value + arm })
    }

    /// The standard deviation, with n - 1. `None` for fewer than two values.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        if self.n < 2 {
            return None;
        }
        // n Σx² - (Σx)² is exact in integers and never negative (Cauchy and Schwarz).
        let n = u128::from(self.n);
        let spread = (n * self.squares) - self.sum.unsigned_abs().pow(2);
        Some((wide(spread) / (real(self.n) * real(self.n - 1))).sqrt())
    }
}

/// Sums for the ratio of two totals over games, such as laps over turns.
///
/// The turns of one game are no independent draws, so the interval is over games: the ratio is linearised (W. G.
/// Cochran, *Sampling Techniques*, 3rd ed. (New York: Wiley, 1977), ch. 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatioSums {
    n: u64,
    over: u128,
    under: u128,
    over_squared: u128,
    under_squared: u128,
    product: u128,
}

impl RatioSums {
    /// Counts one game: `over` events for `under` occasions.
    pub fn add(&mut self, over: u64, under: u64) {
        let (o, u) = (u128::from(over), u128::from(under));
        self.n += 1;
        self.over += o;
        self.under += u;
        self.over_squared += o * o;
        self.under_squared += u * u;
        self.product += o * u;
    }

    /// Adds what `other` has counted.
    pub const fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.over += other.over;
        self.under += other.under;
        self.over_squared += other.over_squared;
        self.under_squared += other.under_squared;
        self.product += other.product;
    }

    /// Games counted.
    #[must_use]
    pub const fn n(&self) -> u64 {
        self.n
    }

    /// The ratio of the totals with its interval over games. `None` where the lower total is nought; of a single game
    /// the interval is the ratio itself.
    #[must_use]
    pub fn ratio(&self, confidence: Confidence) -> Option<Estimate> {
        if self.under == 0 {
            return None;
        }
        let value = wide(self.over) / wide(self.under);
        if self.n < 2 {
            return Some(Estimate { value, low: value, high: value });
        }
        let residuals =
            wide(self.over_squared) - 2.0 * value * wide(self.product) + value * value * wide(self.under_squared);
        let n = real(self.n);
        let error = (residuals.max(0.0) / (n - 1.0) * n).sqrt() / wide(self.under);
        let arm = confidence.t(n - 1.0) * error;
        Some(Estimate { value, low: value - arm, high: value + arm })
    }

    /// The mean of what is over raised to a power, by that of what is under raised to another, with its interval over games,
    /// linearised as that of the ratio. `None` where either mean is nought.
    #[must_use]
    pub fn powers(&self, over: f64, under: f64, confidence: Confidence) -> Option<Estimate> {
        if self.over == 0 || self.under == 0 {
            return None;
        }
        let n = real(self.n);
        let (mean_over, mean_under) = (wide(self.over) / n, wide(self.under) / n);
        let value = mean_over.powf(over) * mean_under.powf(under);
        if self.n < 2 {
            return Some(Estimate { value, low: value, high: value });
        }
        let about = |sum: u128, product: f64| (wide(sum) - n * product) / (n - 1.0) / product;
        let relative = over * over * about(self.over_squared, mean_over * mean_over)
            + under * under * about(self.under_squared, mean_under * mean_under)
            + 2.0 * over * under * about(self.product, mean_over * mean_under);
        let arm = confidence.t(n - 1.0) * value * (relative.max(0.0) / n).sqrt();
        Some(Estimate { value, low: value - arm, high: value + arm })
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the numbers compared are exact")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Student's own data (1908, section IX): extra hours of sleep with two drugs, here in tenths. The mean difference
    /// is 1.58 hours and its standard deviation with n - 1 is 1.23.
    #[test]
    fn students_sleep_data_give_his_mean_and_deviation() {
        let mut m = Moments::default();
        for tenths in [12, 24, 13, 13, 0, 10, 18, 8, 46, 14] {
            m.add(tenths);
        }
        assert!((m.deviation().unwrap() - 12.299_96).abs() < 1e-4);
        let e = m.mean(Confidence::NINETY_FIVE).unwrap();
        assert!((e.value - 15.8).abs() < 1e-12);
        assert!((e.low - 7.001_14).abs() < 1e-3 && (e.high - 24.598_86).abs() < 1e-3, "{e:?}");
    }

    #[test]
    fn negative_values_are_counted_with_their_sign() {
        let mut m = Moments::default();
        for v in [-3, 3, -1, 1] {
            m.add(v);
        }
        assert_eq!(m.mean(Confidence::NINETY_FIVE).unwrap().value, 0.0);
        assert!((m.deviation().unwrap() - (20.0f64 / 3.0).sqrt()).abs() < 1e-12);
    }

    /// By hand: games of 2 laps in 1 turn and 2 laps in 3 turns. The ratio is 4/4; residuals 1 and -1; error
    /// √(2·2)/4 = ½; t of one degree of freedom is 12.706.
    #[test]
    fn the_ratio_of_two_games_is_that_of_their_totals() {
        let mut r = RatioSums::default();
        r.add(2, 1);
        r.add(2, 3);
        let e = r.ratio(Confidence::NINETY_FIVE).unwrap();
        assert!((e.value - 1.0).abs() < 1e-12);
        assert!((e.half_width() - 12.706_205 / 2.0).abs() < 1e-3, "{e:?}");
    }

    #[test]
    fn a_ratio_of_nothing_is_none() {
        assert!(RatioSums::default().ratio(Confidence::NINETY_FIVE).is_none());
    }

    /// With the powers 1 and -1 it is the ratio, and its linear part is the same.
    #[test]
    fn the_first_power_over_the_first_is_the_ratio() {
        let mut sums = RatioSums::default();
        for (over, under) in [(3, 2), (5, 4), (9, 5), (1, 3)] {
            sums.add(over, under);
        }
        let (a, b) =
            (sums.ratio(Confidence::NINETY_FIVE).unwrap(), sums.powers(1.0, -1.0, Confidence::NINETY_FIVE).unwrap());
        assert!((a.value - b.value).abs() < 1e-12 && (a.low - b.low).abs() < 1e-9, "{a:?} {b:?}");
        assert_eq!(RatioSums::default().powers(1.0, 1.0, Confidence::NINETY_FIVE), None);
    }

    proptest! {
        #[test]
        fn a_ratio_is_the_same_whatever_the_order(games in prop::collection::vec((0u64..50, 1u64..50), 1..30)) {
            let (mut forward, mut backward) = (RatioSums::default(), RatioSums::default());
            for &(o, u) in &games {
                forward.add(o, u);
            }
            for &(o, u) in games.iter().rev() {
                backward.add(o, u);
            }
            prop_assert_eq!(forward, backward);
            let e = forward.ratio(Confidence::NINETY_FIVE).unwrap();
            prop_assert!(e.low <= e.value && e.value <= e.high);
        }
    }
}
