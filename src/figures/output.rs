//! From a figure to its files.

use std::path::{Path, PathBuf};

use super::canvas::Drawing;
use super::error::FigureError;
use super::preset::Preset;
use super::raster::{Pdf, Png};
use crate::files::write_whole;
use crate::rules::latex::latex_escaped;

/// Anything that can be drawn for a paper.
///
/// A figure carries no title inside the picture: the caption says what it shows.
pub trait Figure {
    /// Draws the figure at the width and text size of a preset.
    ///
    /// # Errors
    /// Where the spec is empty, holds numbers that cannot be drawn, or does not fit the preset.
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError>;

    /// Exactly the numbers drawn, as CSV.
    ///
    /// # Errors
    /// Where the table cannot be formed.
    fn csv(&self) -> Result<String, FigureError>;

    /// The caption, with n and the kind of interval.
    fn caption(&self) -> String;

    /// What a reader who cannot see the picture is told.
    fn alt_text(&self) -> String;
}

/// A finished figure: everything its files are made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// The picture.
    pub drawing: Drawing,
    /// The numbers in it.
    pub csv: String,
    /// Its caption, with a key to the names that were shortened.
    pub caption: String,
    /// Its text alternative.
    pub alt_text: String,
}

impl Sheet {
    /// Draws a figure and collects what goes with it.
    ///
    /// # Errors
    /// Those of [`Figure::draw`] and [`Figure::csv`].
    pub fn new(figure: &dyn Figure, preset: Preset) -> Result<Self, FigureError> {
        let drawing = figure.draw(preset)?;
        let mut caption = figure.caption();
        if !drawing.key.is_empty() {
            let entries: Vec<String> = drawing.key.iter().map(|(short, full)| format!("{short} = {full}")).collect();
            caption = format!("{caption} Shortened: {}.", entries.join("; "));
        }
        Ok(Self { csv: figure.csv()?, caption, alt_text: figure.alt_text(), drawing })
    }
}

/// A kind of file a figure is written as.
pub trait Format {
    /// What the file's name ends with, without the leading dot.
    fn extension(&self) -> &'static str;

    /// The bytes of the file.
    ///
    /// # Errors
    /// Where the picture cannot be turned into this format.
    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError>;
}

/// The picture as plotters drew it, with real text an editor can change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Svg;

/// The numbers drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Csv;

/// The caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caption;

/// The caption as a command of LaTeX, to be read in with `\input` within a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatexCaption;

/// The text alternative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AltText;

impl Format for Svg {
    fn extension(&self) -> &'static str {
        "svg"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        Ok(sheet.drawing.svg.clone().into_bytes())
    }
}

impl Format for Csv {
    fn extension(&self) -> &'static str {
        "csv"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        Ok(sheet.csv.clone().into_bytes())
    }
}

impl Format for Caption {
    fn extension(&self) -> &'static str {
        "txt"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        Ok(format!("{}\n", sheet.caption).into_bytes())
    }
}

impl Format for AltText {
    fn extension(&self) -> &'static str {
        "alt.txt"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        Ok(format!("{}\n", sheet.alt_text).into_bytes())
    }
}

impl Format for LatexCaption {
    fn extension(&self) -> &'static str {
        "tex"
    }

    fn encode(&self, sheet: &Sheet) -> Result<Vec<u8>, FigureError> {
        Ok(format!("\\caption{{{}}}\n", latex_escaped(&sheet.caption)).into_bytes())
    }
}

/// Every kind of file of a figure, in the order in which [`write()`] gives their paths.
#[must_use]
pub fn formats(dpi: u32) -> [Box<dyn Format + Sync>; 7] {
    [
        Box::new(Svg),
        Box::new(Pdf),
        Box::new(Png { dpi }),
        Box::new(Csv),
        Box::new(Caption),
        Box::new(LatexCaption),
        Box::new(AltText),
    ]
}

/// Writes a figure in every format beside each other, and gives the paths: `stem.svg`, `stem.pdf`, `stem.png` at `dpi` dots
/// an inch, `stem.csv`, the caption as `stem.txt` and `stem.tex`, and `stem.alt.txt`.
///
/// Files that are there already are replaced.
///
/// # Errors
/// Those of [`Format::encode`], and [`FigureError::Write`] with the path at fault.
pub fn write(sheet: &Sheet, dpi: u32, directory: &Path, stem: &str) -> Result<Vec<PathBuf>, FigureError> {
    let one = |format: &(dyn Format + Sync)| {
        let path = directory.join(format!("{stem}.{}", format.extension()));
        let bytes = format.encode(sheet)?;
        write_whole(&path, &bytes).map_err(|source| FigureError::Write { path: path.clone(), source })?;
        Ok(path)
    };
    formats(dpi).iter().map(|format| one(&**format)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::canvas::Canvas;
    use crate::figures::font::{CAP_HEIGHT, Face};
    use crate::figures::pen::{Anchor, Type};
    use resvg::tiny_skia::Pixmap;

    /// Left, right, upper and lower edge of the ink, millimetres.
    fn ink(png: &[u8], dpi: f64) -> (f64, f64, f64, f64) {
        let image = Pixmap::decode_png(png).expect("a picture");
        let mut edges = (f64::MAX, 0.0_f64, f64::MAX, 0.0_f64);
        for y in 0..image.height() {
            for x in 0..image.width() {
                if image.pixel(x, y).is_some_and(|pixel| pixel.red() < 128) {
                    let (x, y) = (f64::from(x) / dpi * 25.4, f64::from(y) / dpi * 25.4);
                    edges = (edges.0.min(x), edges.1.max(x), edges.2.min(y), edges.3.max(y));
                }
            }
        }
        edges
    }

    /// The bearings of an H are 168 and 174 of 2048 units (`hmtx` and `glyf` tables), 0.08 em on either side.
    #[test]
    fn the_rasteriser_puts_texts_where_they_were_measured_to_stand() {
        for (anchor, before) in [(Anchor::Start, 0.0), (Anchor::Middle, 0.5), (Anchor::End, 1.0)] {
            let mut canvas = Canvas::new(Preset::Elsevier1);
            let (em, width) = (canvas.em(), canvas.text_width("HHHHHHHH", Face::Regular));
            canvas.text("HHHHHHHH", (40.0, 10.0), Type::regular().anchored(anchor));
            let sheet = Sheet {
                drawing: canvas.finish(14.0, "").expect("drawn"),
                csv: String::new(),
                caption: String::new(),
                alt_text: String::new(),
            };
            let png = Png { dpi: 1200 }.encode(&sheet).expect("rasterised");
            let (left, right, top, bottom) = ink(&png, 1200.0);
            let start = 40.0 - before * width;
            for (edge, expected) in [
                (left, start + 0.08 * em),
                (right, start + width - 0.08 * em),
                (top, 10.0 - CAP_HEIGHT * em),
                (bottom, 10.0),
            ] {
                assert!((edge - expected).abs() < 0.06, "{anchor:?}: {edge} for {expected}");
            }
        }
    }
}
