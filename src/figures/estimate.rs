//! The numbers figures draw: always with an interval and a count.

use super::error::FigureError;
use super::text::grouped;

/// An estimate with its interval and the number of games behind it, all in the unit of the figure's axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
    /// Games (rounds or matches) it rests on.
    pub n: u64,
}

impl Estimate {
    /// # Errors
    /// [`FigureError::NotFinite`] and [`FigureError::Interval`], naming the quantity `what`.
    pub(crate) fn check(&self, what: &str) -> Result<(), FigureError> {
        for value in [self.value, self.low, self.high] {
            check_finite(value, what)?;
        }
        if self.low <= self.value && self.value <= self.high {
            Ok(())
        } else {
            Err(FigureError::Interval {
                what: what.to_owned(),
                value: self.value,
                low: self.low,
                high: self.high,
            })
        }
    }
}

/// # Errors
/// [`FigureError::NotFinite`], naming the quantity `what`.
pub(crate) fn check_finite(value: f64, what: &str) -> Result<(), FigureError> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(FigureError::NotFinite {
            what: what.to_owned(),
            value,
        })
    }
}

/// What a figure measures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// Axis label: words and unit, e.g. "first-player score (%)".
    pub label: String,
    /// Decimals of numbers written in the picture, 0 to 6 in practice.
    pub decimals: usize,
    /// What `n` counts, in the plural: "rounds" or "matches".
    pub counted: String,
    /// Kind of the intervals, e.g. "95 % Wilson intervals".
    pub interval: String,
}

impl Measure {
    /// "n = 10,000 rounds a point; bars are 95 % Wilson intervals" for the counts drawn.
    pub(crate) fn caption_of_n(&self, counts: impl Iterator<Item = u64>, each: &str) -> String {
        let (least, most) = counts.fold((u64::MAX, 0), |(least, most), n| {
            (least.min(n), most.max(n))
        });
        if least >= most {
            format!("n = {} {} {each}", grouped(most), self.counted)
        } else {
            let (least, most) = (grouped(least), grouped(most));
            format!("n = {least} to {most} {} {each}", self.counted)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_that_misses_its_estimate_is_an_error() {
        let estimate = Estimate {
            value: 0.5,
            low: 0.6,
            high: 0.7,
            n: 10,
        };
        let error = estimate.check("BOSH-02 own").expect_err("out of order");
        assert_eq!(
            error.to_string(),
            "BOSH-02 own: the interval 0.6 to 0.7 does not hold the estimate 0.5"
        );
    }

    #[test]
    fn the_count_is_given_once_or_as_a_range() {
        let measure = Measure {
            label: "score (%)".into(),
            decimals: 1,
            counted: "rounds".into(),
            interval: "95 % Wilson intervals".into(),
        };
        let same = measure.caption_of_n([10_000, 10_000].into_iter(), "a reading");
        assert_eq!(same, "n = 10,000 rounds a reading");
        let range = measure.caption_of_n([9_000, 10_000].into_iter(), "a reading");
        assert_eq!(range, "n = 9,000 to 10,000 rounds a reading");
    }
}
