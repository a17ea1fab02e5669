//! A sheet to draw on, in millimetres, and its way through plotters to SVG.
//!
//! Figures draw from top to bottom and only then know how high they are, so marks are kept in a list and handed to
//! plotters at the end. plotters draws on whole numbers: a unit of its canvas is a hundredth of a millimetre.

use plotters::element::{Circle, PathElement, Polygon, Text};
use plotters::prelude::{IntoDrawingArea, RGBAColor, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, FontTransform, ShapeStyle, TextStyle,
};

use super::colour::{Rgb, WHITE};
use super::error::FigureError;
use super::font::{self, ASCENT, DESCENT, FAMILIES, Face, LEADING};
use super::pen::{Anchor, Dash, Stroke, Type, dashes};
use super::preset::{MM_PER_PT, Preset};

/// A place on the sheet: millimetres from its left and upper edge.
pub(crate) type Point = (f64, f64);

/// Units of the plotters canvas in a millimetre.
const UNITS_PER_MM: f64 = 100.0;
/// The thinnest line publishers accept, in points.
const LEAST_LINE_PT: f64 = 0.3;
/// plotters lowers a text anchored at its top by this many ems, which puts the baseline there.
const TOP_TO_BASELINE: f64 = 0.76;
/// plotters writes every font size divided by this number.
const FONT_SIZE_DIVISOR: f64 = 1.24;

/// The rectangle a text takes up, from the highest ascender to the lowest descender of its face.
#[derive(Debug, Clone, PartialEq)]
pub struct TextBox {
    /// The text.
    pub text: String,
    /// Left edge, millimetres from the left edge of the figure.
    pub left: f64,
    /// Right edge, millimetres.
    pub right: f64,
    /// Upper edge, millimetres from the upper edge of the figure.
    pub top: f64,
    /// Lower edge, millimetres.
    pub bottom: f64,
    /// Size of the text in points.
    pub size_pt: f64,
}

/// A figure drawn for one preset.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// The picture; the root element has its true size in millimetres.
    pub svg: String,
    /// Width in millimetres.
    pub width_mm: f64,
    /// Height in millimetres.
    pub height_mm: f64,
    /// Where every text stands.
    pub text_boxes: Vec<TextBox>,
    /// Names that had to be shortened to fit, each with its full form, in drawing order.
    pub key: Vec<(String, String)>,
}

enum Mark {
    Line(Vec<Point>, Stroke),
    Polygon(Vec<Point>, Rgb, f64),
    Disc(Point, f64, Rgb),
    Ring(Point, f64, Stroke),
    Text(String, Point, Type),
}

/// The sheet.
pub(crate) struct Canvas {
    preset: Preset,
    marks: Vec<Mark>,
    text_boxes: Vec<TextBox>,
    key: Vec<(String, String)>,
}

impl Canvas {
    pub(crate) fn new(preset: Preset) -> Self {
        Self {
            preset,
            marks: Vec::new(),
            text_boxes: Vec::new(),
            key: Vec::new(),
        }
    }

    /// Width of the sheet.
    pub(crate) fn width(&self) -> f64 {
        self.preset.width_mm()
    }

    /// Size of the text in millimetres.
    pub(crate) fn em(&self) -> f64 {
        font_units(self.preset) / UNITS_PER_MM
    }

    /// Distance between two baselines.
    pub(crate) fn leading(&self) -> f64 {
        LEADING * self.em()
    }

    /// A length that grows with the text: millimetres beside 7 pt text.
    pub(crate) fn scaled(&self, mm: f64) -> f64 {
        mm * self.preset.weight()
    }

    pub(crate) fn text_width(&self, text: &str, face: Face) -> f64 {
        font::width_em(text, face) * self.em()
    }

    /// Notes that a name is drawn in a shortened form.
    pub(crate) fn note_key(&mut self, short: &str, full: &str) {
        let entry = (short.to_owned(), full.to_owned());
        if !self.key.contains(&entry) {
            self.key.push(entry);
        }
    }

    pub(crate) fn line(&mut self, points: &[Point], stroke: Stroke) {
        let dash_scale = self.preset.weight() * MM_PER_PT;
        match stroke.dash {
            Dash::Solid => self.marks.push(Mark::Line(points.to_vec(), stroke)),
            Dash::Pattern(pattern) => {
                let lengths: Vec<f64> = pattern.iter().map(|pt| pt * dash_scale).collect();
                for piece in dashes(points, &lengths) {
                    self.marks.push(Mark::Line(piece, stroke));
                }
            }
        }
    }

    pub(crate) fn polygon(&mut self, points: &[Point], fill: Rgb) {
        self.marks.push(Mark::Polygon(points.to_vec(), fill, 1.0));
    }

    pub(crate) fn veil(&mut self, points: &[Point], fill: Rgb, opacity: f64) {
        self.marks
            .push(Mark::Polygon(points.to_vec(), fill, opacity));
    }

    pub(crate) fn rectangle(&mut self, upper_left: Point, lower_right: Point, fill: Rgb) {
        self.polygon(&corners(upper_left, lower_right), fill);
    }

    pub(crate) fn outline(&mut self, points: &[Point], stroke: Stroke) {
        let mut closed = points.to_vec();
        closed.extend(points.iter().take(2));
        self.line(&closed, stroke);
    }

    pub(crate) fn disc(&mut self, centre: Point, radius: f64, fill: Rgb) {
        self.marks.push(Mark::Disc(centre, radius, fill));
    }

    pub(crate) fn ring(&mut self, centre: Point, radius: f64, stroke: Stroke) {
        match stroke.dash {
            Dash::Solid => self.marks.push(Mark::Ring(centre, radius, stroke)),
            Dash::Pattern(_) => {
                let points: Vec<Point> = (0..=72)
                    .map(|step| {
                        let angle = f64::from(step) / 72.0 * std::f64::consts::TAU;
                        (
                            centre.0 + radius * angle.cos(),
                            centre.1 + radius * angle.sin(),
                        )
                    })
                    .collect();
                self.line(&points, stroke);
            }
        }
    }

    /// Sets a line of text with its baseline at `at.1` (or, turned, at `at.0`).
    pub(crate) fn text(&mut self, text: &str, at: Point, kind: Type) {
        if text.is_empty() {
            return;
        }
        let (width, em) = (self.text_width(text, kind.face), self.em());
        let before = match kind.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (left, right, top, bottom) = if kind.turned {
            (
                at.0 - ASCENT * em,
                at.0 + DESCENT * em,
                at.1 + before - width,
                at.1 + before,
            )
        } else {
            (
                at.0 - before,
                at.0 - before + width,
                at.1 - ASCENT * em,
                at.1 + DESCENT * em,
            )
        };
        self.text_boxes.push(TextBox {
            text: text.to_owned(),
            left,
            right,
            top,
            bottom,
            size_pt: em / MM_PER_PT,
        });
        self.marks.push(Mark::Text(text.to_owned(), at, kind));
    }

    /// Hands the marks to plotters and gives the finished picture.
    pub(crate) fn finish(self, height: f64, description: &str) -> Result<Drawing, FigureError> {
        for mark in &self.marks {
            if let Mark::Text(text, _, kind) = mark
                && let Some(character) = font::missing_glyph(text, kind.face)
            {
                return Err(FigureError::MissingGlyph {
                    character,
                    text: text.clone(),
                });
            }
        }
        let size = (extent(self.width()), extent(height));
        let mut svg = String::new();
        {
            let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
            area.fill(&paint(WHITE, 1.0))?;
            for mark in &self.marks {
                match mark {
                    Mark::Line(points, stroke) => {
                        area.draw(&PathElement::new(places(points), self.pen(*stroke)))?;
                    }
                    Mark::Polygon(points, fill, opacity) => {
                        area.draw(&Polygon::new(
                            places(points),
                            ShapeStyle::from(paint(*fill, *opacity)).filled(),
                        ))?;
                    }
                    Mark::Disc(centre, radius, fill) => {
                        area.draw(&Circle::new(
                            place(*centre),
                            units(*radius),
                            ShapeStyle::from(paint(*fill, 1.0)).filled(),
                        ))?;
                    }
                    Mark::Ring(centre, radius, stroke) => {
                        area.draw(&Circle::new(
                            place(*centre),
                            units(*radius),
                            self.pen(*stroke),
                        ))?;
                    }
                    Mark::Text(text, at, kind) => {
                        let (place, style) = self.setting(*at, *kind);
                        area.draw(&Text::new(text.as_str(), place, style))?;
                    }
                }
            }
            area.present()?;
        }
        Ok(Drawing {
            svg: completed(&svg, size, font_units(self.preset), description),
            width_mm: f64::from(size.0) / UNITS_PER_MM,
            height_mm: f64::from(size.1) / UNITS_PER_MM,
            text_boxes: self.text_boxes,
            key: self.key,
        })
    }

    fn pen(&self, stroke: Stroke) -> ShapeStyle {
        let pt = (stroke.pt * self.preset.weight()).max(LEAST_LINE_PT);
        let width = extent(pt * MM_PER_PT);
        ShapeStyle::from(paint(stroke.colour, 1.0)).stroke_width(width)
    }

    /// Where plotters has to be told to put a text, and how, for its baseline to lie where it was asked for.
    ///
    /// Only the anchoring at the top is written in ems; the others depend on the renderer's idea of an ex.
    fn setting(&self, at: Point, kind: Type) -> ((i32, i32), TextStyle<'static>) {
        let rise = TOP_TO_BASELINE * self.em();
        let at = if kind.turned {
            (at.0 - rise, at.1)
        } else {
            (at.0, at.1 - rise)
        };
        let style = match kind.face {
            Face::Regular => FontStyle::Normal,
            Face::Bold => FontStyle::Bold,
            Face::Italic => FontStyle::Italic,
        };
        let transform = if kind.turned {
            FontTransform::Rotate270
        } else {
            FontTransform::None
        };
        let anchor = match kind.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let font = FontDesc::new(
            FontFamily::Name(FAMILIES),
            font_units(self.preset) * FONT_SIZE_DIVISOR,
            style,
        );
        let style = TextStyle {
            color: paint(kind.colour, 1.0).to_backend_color(),
            ..TextStyle::from(font)
                .transform(transform)
                .pos(Pos::new(anchor, VPos::Top))
        };
        (place(at), style)
    }
}

/// The corners of an upright rectangle.
pub(crate) fn corners(upper_left: Point, lower_right: Point) -> [Point; 4] {
    [
        upper_left,
        (lower_right.0, upper_left.1),
        lower_right,
        (upper_left.0, lower_right.1),
    ]
}

/// The text size of a preset in canvas units, a whole number no smaller than asked.
fn font_units(preset: Preset) -> f64 {
    (preset.text_pt() * MM_PER_PT * UNITS_PER_MM).ceil()
}

/// What plotters cannot be told: the root's size in millimetres, the picture's description, and the font size as the
/// whole number it was meant to be before it was divided.
fn completed(svg: &str, size: (u32, u32), font_size: f64, description: &str) -> String {
    let divided = font_size * FONT_SIZE_DIVISOR / FONT_SIZE_DIVISOR;
    let svg = svg.replace(
        &format!("font-size=\"{divided}\""),
        &format!("font-size=\"{font_size}\""),
    );
    let plain = format!("width=\"{}\" height=\"{}\" ", size.0, size.1);
    let (width, height) = (
        f64::from(size.0) / UNITS_PER_MM,
        f64::from(size.1) / UNITS_PER_MM,
    );
    let sized = format!("width=\"{width}mm\" height=\"{height}mm\" role=\"img\" ");
    let svg = svg.replacen(&plain, &sized, 1);
    let escaped = description
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    svg.replacen('\n', &format!("\n<desc>{escaped}</desc>\n"), 1)
}

fn paint(colour: Rgb, opacity: f64) -> RGBAColor {
    RGBAColor(colour.0, colour.1, colour.2, opacity)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a sheet is a few hundred millimetres wide; a cast from float saturates"
)]
fn units(mm: f64) -> i32 {
    (mm * UNITS_PER_MM).round() as i32
}

/// A length in units, at least one.
fn extent(mm: f64) -> u32 {
    units(mm).max(1).unsigned_abs()
}

fn place(at: Point) -> (i32, i32) {
    (units(at.0), units(at.1))
}

fn places(points: &[Point]) -> Vec<(i32, i32)> {
    points.iter().copied().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::colour::BLACK;

    #[test]
    fn a_sheet_has_its_true_size_and_its_text_the_size_of_the_preset() {
        let mut canvas = Canvas::new(Preset::Elsevier1);
        canvas.text("E", (10.0, 10.0), Type::bold());
        let drawing = canvas.finish(20.0, "a <pit>").expect("drawn");
        assert!(drawing.svg.starts_with(
            "<svg width=\"90mm\" height=\"20mm\" role=\"img\" viewBox=\"0 0 9000 2000\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n<desc>a &lt;pit&gt;</desc>\n"
        ));
        // 7 pt = 246.9 hundredths of a millimetre; the baseline is 0.76 em under the anchor: 1000 - 187.72.
        assert!(drawing.svg.contains("font-size=\"247\""), "{}", drawing.svg);
        assert!(drawing.svg.contains("x=\"1000\" y=\"812\" dy=\"0.76em\""));
    }

    #[test]
    fn every_preset_writes_a_whole_font_size() {
        for preset in Preset::ALL {
            let mut canvas = Canvas::new(preset);
            canvas.text("E", (10.0, 10.0), Type::regular());
            let svg = canvas.finish(20.0, "").expect("drawn").svg;
            let written = format!("font-size=\"{:.0}\"", font_units(preset));
            assert!(svg.contains(&written), "{preset}: {svg}");
        }
    }

    #[test]
    fn no_line_is_thinner_than_three_tenths_of_a_point() {
        let mut canvas = Canvas::new(Preset::Elsevier1);
        canvas.line(&[(1.0, 1.0), (5.0, 1.0)], Stroke::solid(0.1, BLACK));
        let drawing = canvas.finish(5.0, "").expect("drawn");
        // 0.3 pt = 0.1058 mm.
        assert!(drawing.svg.contains("stroke-width=\"11\""));
    }

    #[test]
    fn a_character_the_font_lacks_is_named() {
        let mut canvas = Canvas::new(Preset::Elsevier1);
        canvas.text("ખોલા", (10.0, 10.0), Type::regular());
        let error = canvas.finish(20.0, "").expect_err("no such glyph");
        assert!(matches!(
            error,
            FigureError::MissingGlyph {
                character: 'ખ', ..
            }
        ));
    }
}
