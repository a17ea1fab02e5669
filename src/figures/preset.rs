//! Page widths and text sizes of the places figures are printed in.

use std::fmt;
use std::str::FromStr;

use super::error::FigureError;

/// Millimetres in a typographic point (1 pt = 1/72 inch).
pub(crate) const MM_PER_PT: f64 = 25.4 / 72.0;

/// A printed width and the text size that goes with it.
///
/// Widths are the publishers' column widths; no text of a figure is smaller than [`Preset::text_pt`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Preset {
    /// Elsevier, one column.
    Elsevier1,
    /// Elsevier, one and a half columns.
    Elsevier1Half,
    /// Elsevier, two columns.
    Elsevier2,
    /// IEEE, one column.
    Ieee1,
    /// IEEE, two columns.
    Ieee2,
    /// Springer, one column.
    Springer1,
    /// Springer, two columns.
    Springer2,
    /// *Antiquity*, the width of the text.
    Antiquity,
    /// A slide of ten inches, read from afar.
    Slide,
}

impl Preset {
    /// Every preset, in the order they are listed to users.
    pub const ALL: [Self; 9] = [
        Self::Elsevier1,
        Self::Elsevier1Half,
        Self::Elsevier2,
        Self::Ieee1,
        Self::Ieee2,
        Self::Springer1,
        Self::Springer2,
        Self::Antiquity,
        Self::Slide,
    ];

    /// The name used in plans and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Elsevier1 => "elsevier-1",
            Self::Elsevier1Half => "elsevier-1.5",
            Self::Elsevier2 => "elsevier-2",
            Self::Ieee1 => "ieee-1",
            Self::Ieee2 => "ieee-2",
            Self::Springer1 => "springer-1",
            Self::Springer2 => "springer-2",
            Self::Antiquity => "antiquity",
            Self::Slide => "slide",
        }
    }

    /// Width of the figure in millimetres.
    #[must_use]
    pub fn width_mm(self) -> f64 {
        match self {
            Self::Elsevier1 => 90.0,
            Self::Elsevier1Half => 140.0,
            Self::Elsevier2 => 190.0,
            Self::Ieee1 => 88.9,
            Self::Ieee2 => 181.0,
            Self::Springer1 => 84.0,
            Self::Springer2 => 174.0,
            Self::Antiquity => 135.0,
            Self::Slide => 254.0,
        }
    }

    /// Size of all text in points.
    #[must_use]
    pub fn text_pt(self) -> f64 {
        match self {
            Self::Elsevier1 | Self::Elsevier1Half | Self::Elsevier2 => 7.0,
            Self::Ieee1 | Self::Ieee2 | Self::Springer1 | Self::Springer2 | Self::Antiquity => 8.0,
            Self::Slide => 14.0,
        }
    }

    /// How much heavier lines and markers are drawn than beside 7 pt text.
    pub(crate) fn weight(self) -> f64 {
        self.text_pt() / 7.0
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Preset {
    type Err = FigureError;

    /// # Errors
    /// [`FigureError::UnknownPreset`] where no preset has this name.
    fn from_str(name: &str) -> Result<Self, FigureError> {
        Self::ALL
            .into_iter()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| FigureError::UnknownPreset(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_found_by_its_name() {
        for preset in Preset::ALL {
            assert_eq!(preset.name().parse::<Preset>().ok(), Some(preset));
        }
    }

    #[test]
    fn an_unknown_name_is_an_error_that_repeats_it() {
        let error = "elsevier-9".parse::<Preset>().expect_err("no such preset");
        assert_eq!(
            error.to_string(),
            "no figure preset is called \"elsevier-9\""
        );
    }
}
