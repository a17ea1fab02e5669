//! What can go wrong between a figure spec and its files.

use std::io;
use std::path::PathBuf;

use plotters::drawing::DrawingAreaErrorKind;

/// Why a figure could not be drawn or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FigureError {
    /// The spec has nothing to draw where something is needed.
    #[error("the figure has no {what}")]
    Empty {
        /// What is missing, in the plural.
        what: &'static str,
    },
    /// A number to be drawn is infinite or not a number.
    #[error("{what} is {value}, which cannot be drawn")]
    NotFinite {
        /// The quantity at fault.
        what: String,
        /// Its value.
        value: f64,
    },
    /// An interval whose ends are out of order or do not hold the estimate.
    #[error("{what}: the interval {low} to {high} does not hold the estimate {value}")]
    Interval {
        /// The quantity at fault.
        what: String,
        /// The estimate.
        value: f64,
        /// Lower end of the interval.
        low: f64,
        /// Upper end of the interval.
        high: f64,
    },
    /// A range whose lower end is not below its upper end.
    #[error("{what} runs from {low} to {high}, which holds nothing")]
    Range {
        /// The range at fault.
        what: &'static str,
        /// Its lower end.
        low: f64,
        /// Its upper end.
        high: f64,
    },
    /// A row has more or fewer entries than the figure has series or columns.
    #[error("{what} has {found} entries where {expected} were expected")]
    Length {
        /// The list at fault.
        what: String,
        /// Entries found.
        found: usize,
        /// Entries expected.
        expected: usize,
    },
    /// More series than can be told apart in colour, in grey and by marker.
    #[error("{given} series in one figure; at most {most} can be told apart")]
    TooManySeries {
        /// Series asked for.
        given: usize,
        /// The largest number allowed.
        most: usize,
    },
    /// A move or a cell names a pit that the board does not have.
    #[error("the board has no pit {0}")]
    UnknownPit(String),
    /// A character the bundled font has no glyph for.
    #[error("the bundled font has no glyph for {character:?}, in {text:?}")]
    MissingGlyph {
        /// The character.
        character: char,
        /// The text it stands in.
        text: String,
    },
    /// The figure does not fit the width of the preset at its text size.
    #[error("{what} needs {needed:.0} mm, more than the {available:.0} mm of this preset")]
    TooNarrow {
        /// The part that does not fit.
        what: &'static str,
        /// Width needed, millimetres.
        needed: f64,
        /// Width there is, millimetres.
        available: f64,
    },
    /// No preset goes by this name.
    #[error("no figure preset is called {0:?}")]
    UnknownPreset(String),
    /// The drawing backend refused an element.
    #[error("the drawing backend failed")]
    Backend(#[from] DrawingAreaErrorKind<io::Error>),
    /// The SVG could not be read back for rasterising.
    #[error("the figure's SVG could not be read back")]
    Svg(#[from] resvg::usvg::Error),
    /// The SVG could not be set as a page.
    #[error("the figure cannot be set as a PDF: {why}")]
    Pdf {
        /// What the converter says.
        why: String,
    },
    /// The raster image could not be allocated.
    #[error("a raster image of {width} x {height} pixels cannot be made")]
    Raster {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// The PNG encoder failed.
    #[error("the PNG could not be encoded")]
    Png(#[from] png::EncodingError),
    /// The table of the figure could not be formed.
    #[error("the figure's table could not be written")]
    Csv(#[from] csv::Error),
    /// A file could not be written.
    #[error("{} could not be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
}
