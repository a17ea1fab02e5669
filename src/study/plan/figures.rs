//! What a plan says of its figures.

use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    /// The first player's score under each reading.
    Scores,
    /// The largest change of the score that each question makes.
    Effects,
    /// What becomes of each first move.
    FirstMoves,
    /// How the kinds of player rank the readings.
    Agreement,
    /// How long games are under a few readings.
    Lengths,
    /// How long games are under every reading.
    LengthsByReading,
    /// What the first player holds from round to round.
    Wealth,
    /// How much of the variance each question makes.
    Shares,
    /// Which questions act together.
    Interactions,
    /// How each player fares against the next weaker one.
    Ladder,
    /// The exact value of each reading.
    Solved,
    /// The worked examples, lap by lap.
    Examples,
}

/// The size of figures, by the name of the place that they are printed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureSize(&'static str);

impl FigureSize {
    /// The names of all sizes. What they measure is for whoever draws.
    pub const NAMES: [&'static str; 9] = [
        "elsevier-1",
        "elsevier-1.5",
        "elsevier-2",
        "ieee-1",
        "ieee-2",
        "springer-1",
        "springer-2",
        "antiquity",
        "slide",
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl<'de> Deserialize<'de> for FigureSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = FigureSize;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", FigureSize::NAMES.join(" or "))
            }

            // The place of a fault is known to a visitor alone.
            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<FigureSize, E> {
                let found = FigureSize::NAMES.into_iter().find(|known| *known == name);
                found.map(FigureSize).ok_or_else(|| E::unknown_variant(name, &FigureSize::NAMES))
            }
        }

        deserializer.deserialize_str(Name)
    }
}
