//! Single values of a plan, each within its range.

use crate::stats::Confidence;
use serde::de::{Deserialize, Deserializer, Error as _, Unexpected, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Most games a cell.
pub(super) const MOST_GAMES: u64 = 100_000_000;

/// A whole number within a range.
struct Whole {
    least: u64,
    most: u64,
}

impl Visitor<'_> for Whole {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {} to {}", self.least, self.most)
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<u64, E> {
        if (self.least..=self.most).contains(&value) {
            Ok(value)
        } else {
            Err(E::invalid_value(Unexpected::Unsigned(value), &self))
        }
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<u64, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(value), &self)),
        }
    }
}

pub(super) fn seed<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 0, most: u64::MAX })
}

pub(super) fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = u64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a number of bytes such as 500M or 8G")
        }

        fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<u64, E> {
            let number = crate::solve::bytes(text).filter(|&n| n > 0);
            number.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Bytes).map(Some)
}

pub(super) fn games<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 2, most: MOST_GAMES })
}

/// Games where the plan may leave the number to another key.
pub(super) fn some_games<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    games(deserializer).map(Some)
}

pub(super) fn random_turns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let turns = deserializer.deserialize_u64(Whole { least: 0, most: 40 })?;
    Ok(u32::try_from(turns).ok())
}

pub(super) fn keep<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 0, most: 1_000 })
}

pub(super) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    deserializer.deserialize_u64(Whole { least: 2, most: 100_000 }).map(Some)
}

pub(super) fn games_a_record<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    deserializer.deserialize_u64(Whole { least: 1, most: 1_000_000 })
}

pub(super) fn round_cap<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let cap = deserializer.deserialize_u64(Whole { least: 1, most: 100_000 })?;
    Ok(u32::try_from(cap).ok())
}

/// A number between two others.
struct Between {
    above: f64,
    below: f64,
    ends: bool,
}

impl Visitor<'_> for Between {
    type Value = f64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ends {
            write!(f, "a number from {} to below {}", self.above, self.below)
        } else {
            write!(f, "a number above {} and at most {}", self.above, self.below)
        }
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<f64, E> {
        let within = if self.ends {
            value >= self.above && value < self.below
        } else {
            value > self.above && value <= self.below
        };
        if within { Ok(value) } else { Err(E::invalid_value(Unexpected::Float(value), &self)) }
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<f64, E> {
        self.visit_f64(crate::stats::real(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<f64, E> {
        Err(E::invalid_value(Unexpected::Signed(value), &self))
    }
}

pub(super) fn margin<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    deserializer.deserialize_f64(Between { above: 0.0, below: 0.5, ends: false })
}

/// Margins by the names of measures.
pub(super) fn margins<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, f64>, D::Error> {
    struct Positive;

    impl Visitor<'_> for Positive {
        type Value = f64;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a margin: a number above 0, in the unit of the measure")
        }

        fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<f64, E> {
            if value > 0.0 && value.is_finite() {
                Ok(value)
            } else {
                Err(E::invalid_value(Unexpected::Float(value), &self))
            }
        }

        fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<f64, E> {
            self.visit_f64(crate::stats::real(value))
        }

        fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<f64, E> {
            Err(E::invalid_value(Unexpected::Signed(value), &self))
        }
    }

    struct Margin(f64);

    impl<'de> Deserialize<'de> for Margin {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_f64(Positive).map(Self)
        }
    }

    let margins = BTreeMap::<String, Margin>::deserialize(deserializer)?;
    Ok(margins.into_iter().map(|(id, Margin(margin))| (id, margin)).collect())
}

pub(super) fn confidence<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Confidence, D::Error> {
    let level = deserializer.deserialize_f64(Between { above: 0.5, below: 1.0, ends: true })?;
    Confidence::try_from(level).map_err(D::Error::custom)
}

pub(super) const fn three_points() -> f64 {
    0.03
}

pub(super) const fn ten_thousand() -> u64 {
    10_000
}
