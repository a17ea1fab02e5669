//! Intervals and summaries.
//!
//! Sums over games are of whole numbers, so that a result can't depend on the order in which games came in, and resampling is
//! seeded. Each file names the paper that it carries out, and its tests hold it to published figures and to examples
//! worked by hand.

pub mod apart;
pub mod balanced;
pub mod batched;
pub mod bootstrap;
pub mod confidence;
pub mod contrast;
pub mod equivalence;
pub mod factorial;
pub mod histogram;
pub mod holm;
pub mod kendall;
pub mod looks;
pub mod moments;
pub mod newcombe;
pub mod paired;
pub mod wilson;

pub use batched::Batched;
pub use bootstrap::Bootstrap;
pub use confidence::Confidence;
pub use contrast::Contrast;
pub use equivalence::Claims;
pub use factorial::Shares;
pub use histogram::Histogram;
pub use looks::Until;
pub use moments::{Moments, RatioSums};
pub use newcombe::difference;
pub use paired::{Paired, PairedDifference, Points};
pub use wilson::{score, share};

use serde::Serialize;

/// A figure with its interval, in the unit of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure itself.
    pub value: f64,
    /// Lower end of its interval.
    pub low: f64,
    /// Upper end of its interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// The same estimate in a unit that is `factor` times smaller: 100 turns a share into per cent.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self { value: self.value * factor, low: self.low * factor, high: self.high * factor }
    }
}

/// A count as a floating-point number. Counts of games stay far below 2^53, where every integer is exact.
#[allow(clippy::cast_precision_loss)]
pub(crate) const fn real(count: u64) -> f64 {
    count as f64
}

/// A wide integer sum as a floating-point number, rounded once.
#[allow(clippy::cast_precision_loss)]
pub(crate) const fn wide(sum: u128) -> f64 {
    sum as f64
}
