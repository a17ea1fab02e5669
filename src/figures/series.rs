//! How series are told apart: a colour, a marker and a dash each, and the legend that explains them.

use super::axis::real;
use super::canvas::{Canvas, Point, corners};
use super::colour::{Rgb, SERIES, WHITE};
use super::error::FigureError;
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::pen::{Anchor, Dash, Stroke, Type};
use super::text::{balanced, fit, upper_first};

/// A mark for one estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marker {
    FilledCircle,
    OpenSquare,
    FilledTriangle,
    OpenDiamond,
    FilledDiamond,
}

impl Marker {
    /// What a caption calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FilledCircle => "filled circles",
            Self::OpenSquare => "open squares",
            Self::FilledTriangle => "filled triangles",
            Self::OpenDiamond => "open diamonds",
            Self::FilledDiamond => "filled diamonds",
        }
    }
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SeriesStyle {
    pub(crate) colour: Rgb,
    pub(crate) marker: Marker,
    pub(crate) dash: Dash,
}

const STYLES: [(Marker, Dash, &str); SERIES.len()] = [
    (Marker::FilledCircle, Dash::Solid, "solid"),
    (Marker::OpenSquare, Dash::Pattern(&[4.0, 1.6]), "dashed"),
    (Marker::FilledTriangle, Dash::Pattern(&[1.0, 1.4]), "dotted"),
    (Marker::OpenDiamond, Dash::Pattern(&[5.0, 1.4, 1.0, 1.4]), "dash-dotted"),
    (Marker::FilledDiamond, Dash::Pattern(&[9.0, 2.0]), "long-dashed"),
];

/// The style of the series with this number, counted from nought.
///
/// Callers have made sure with [`check_count`] that there is one; numbers beyond the last repeat the styles.
pub(crate) fn style(number: usize) -> SeriesStyle {
    let (marker, dash, _) = STYLES[number % STYLES.len()];
    SeriesStyle { colour: SERIES[number % SERIES.len()], marker, dash }
}

/// What marks the series of these names, in their order, for a caption: "Filled circles, random players; …".
pub(crate) fn marks<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let marks: Vec<String> =
        names.enumerate().map(|(place, name)| format!("{}, {name}", style(place).marker.name())).collect();
    upper_first(&marks.join("; "))
}

/// What a caption calls the line of a series.
pub(crate) fn dash_name(number: usize) -> &'static str {
    STYLES[number % STYLES.len()].2
}

/// # Errors
/// [`FigureError::TooManySeries`] where there are more series than styles, [`FigureError::Empty`] where there is none.
pub(crate) fn check_count(given: usize) -> Result<(), FigureError> {
    match given {
        0 => Err(FigureError::Empty { what: "series" }),
        given if given > STYLES.len() => Err(FigureError::TooManySeries { given, most: STYLES.len() }),
        _ => Ok(()),
    }
}

/// Draws a marker about 1.6 mm wide beside 7 pt text.
pub(crate) fn marker(canvas: &mut Canvas, (x, y): Point, style: SeriesStyle) {
    let r = canvas.scaled(0.75);
    let pen = Stroke::solid(0.8, style.colour);
    let diamond = [(x, y - 1.3 * r), (x + 1.3 * r, y), (x, y + 1.3 * r), (x - 1.3 * r, y)];
    match style.marker {
        Marker::FilledCircle => canvas.disc((x, y), r, style.colour),
        Marker::OpenSquare => {
            let s = r * 0.9;
            let square = corners((x - s, y - s), (x + s, y + s));
            canvas.polygon(&square, WHITE);
            canvas.outline(&square, pen);
        }
        Marker::FilledTriangle => {
            let triangle = [(x, y - 1.25 * r), (x + 1.15 * r, y + 0.8 * r), (x - 1.15 * r, y + 0.8 * r)];
            canvas.polygon(&triangle, style.colour);
        }
        Marker::OpenDiamond => {
            canvas.polygon(&diamond, WHITE);
            canvas.outline(&diamond, pen);
        }
        Marker::FilledDiamond => canvas.polygon(&diamond, style.colour),
    }
}

/// A sample beside a legend's text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Swatch {
    /// A marker on a short interval.
    Estimate(SeriesStyle),
    /// A piece of line, with the marker in its middle where asked.
    Line(SeriesStyle, bool),
    /// A plain line.
    Rule(Stroke),
    /// A short upright stroke.
    Tick(Stroke),
    /// A filled patch.
    Patch(Rgb),
    /// A filled patch with an outline.
    Framed(Rgb, Rgb),
    /// A hatched patch with an outline.
    Hatched(Rgb, Rgb),
}

/// Sets a legend from `left` to `right` under `top`, in as many lines as it takes, and gives the height it ends at.
pub(crate) fn legend(canvas: &mut Canvas, (left, right): (f64, f64), top: f64, entries: &[(Swatch, String)]) -> f64 {
    let (em, sample) = (canvas.em(), canvas.scaled(6.0));
    let mut x = left;
    let mut baseline = top + ASCENT * em;
    for (swatch, name) in entries {
        let room = right - left - sample - 0.4 * em;
        let name = fit(canvas, name, room, Face::Regular, 1).join(" ");
        let width = sample + 0.4 * em + canvas.text_width(&name, Face::Regular);
        if x > left && x + width > right {
            x = left;
            baseline += canvas.leading();
        }
        draw_swatch(canvas, *swatch, (x, baseline - CAP_HEIGHT / 2.0 * em), sample);
        canvas.text(&name, (x + sample + 0.4 * em, baseline), Type::regular());
        x += width + 1.3 * em;
    }
    baseline + DESCENT * em
}

fn draw_swatch(canvas: &mut Canvas, swatch: Swatch, (x, y): Point, width: f64) {
    let middle = (x + width / 2.0, y);
    let half = canvas.scaled(0.9);
    let patch = corners((x, y - half), (x + width, y + half));
    match swatch {
        Swatch::Estimate(style) => {
            canvas.line(&[(x, y), (x + width, y)], Stroke::solid(0.8, style.colour));
            marker(canvas, middle, style);
        }
        Swatch::Line(style, marked) => {
            let stroke = Stroke::dashed(1.0, style.colour, style.dash);
            canvas.line(&[(x, y), (x + width, y)], stroke);
            if marked {
                marker(canvas, middle, style);
            }
        }
        Swatch::Rule(stroke) => canvas.line(&[(x, y), (x + width, y)], stroke),
        Swatch::Tick(stroke) => canvas.line(&[(middle.0, y - half), (middle.0, y + half)], stroke),
        Swatch::Patch(fill) => canvas.polygon(&patch, fill),
        Swatch::Framed(fill, line) => {
            canvas.polygon(&patch, fill);
            canvas.outline(&patch, Stroke::solid(0.5, line));
        }
        Swatch::Hatched(fill, line) => hatched(canvas, patch[0], patch[2], fill, line),
    }
}

/// A rectangle with slanting lines over a fill.
pub(crate) fn hatched(canvas: &mut Canvas, upper_left: Point, lower_right: Point, fill: Rgb, line: Rgb) {
    canvas.rectangle(upper_left, lower_right, fill);
    let (width, height) = (lower_right.0 - upper_left.0, lower_right.1 - upper_left.1);
    let step = canvas.scaled(0.8);
    let mut start = step - height;
    while start < width {
        // A line rises from (start, bottom) to (start + height, top); the parts outside the rectangle are cut off.
        let from = start.max(0.0);
        let to = (start + height).min(width);
        canvas.line(
            &[(upper_left.0 + from, lower_right.1 - (from - start)), (upper_left.0 + to, lower_right.1 - (to - start))],
            Stroke::solid(0.4, line),
        );
        start += step;
    }
    canvas.outline(&corners(upper_left, lower_right), Stroke::solid(0.5, line));
}

/// Sets a text right-aligned, in up to `most` lines centred on the height `y`.
pub(crate) fn right_aligned(canvas: &mut Canvas, (x, y): Point, text: &str, width: f64, most: usize) {
    let mut lines = balanced(canvas, text, width, Face::Regular);
    if lines.len() > most {
        lines = fit(canvas, text, width, Face::Regular, most);
    }
    let mut baseline = first_baseline(canvas, y, lines.len());
    for line in lines {
        canvas.text(&line, (x, baseline), Type::regular().anchored(Anchor::End));
        baseline += canvas.leading();
    }
}

/// The first baseline of `lines` lines whose middle lies at height `y`.
pub(crate) fn first_baseline(canvas: &Canvas, y: f64, lines: usize) -> f64 {
    let extra = real(lines.saturating_sub(1)) * canvas.leading();
    y - extra / 2.0 + CAP_HEIGHT / 2.0 * canvas.em()
}
