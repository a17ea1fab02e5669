//! Solved values by reading: what a round is worth under best play, and what each first move is.

use super::axis::{Scale, domain, horizontal_axis, horizontal_ticks, overhang, real};
use super::canvas::{Canvas, Drawing};
use super::colour::{BLACK, BLUE, DARK_GREY, PALE_GREY};
use super::error::FigureError;
use super::font::{CAP_HEIGHT, Face};
use super::ground::EDGE;
use super::output::Figure;
use super::pen::{Anchor, Dash, Stroke, Type};
use super::preset::Preset;
use super::series::{Swatch, legend, marker, right_aligned, style};
use super::table::Table;
use super::text::{number, upper_first, wrap};

/// The values of rounds under several readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedValues {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// Label of the axis with its unit, e.g. "value of a round (seeds of the first player less those of the second)".
    pub axis: String,
    /// The readings, from top to bottom.
    pub readings: Vec<SolvedReading>,
}

/// One reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedReading {
    /// Its name.
    pub name: String,
    /// The value of the round.
    pub value: Bounds,
    /// The value of each first move, by the name of the pit.
    pub moves: Vec<(String, Bounds)>,
}

/// What is known of a value: it lies between two ends, which are the same where it is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    /// A value that lies between these ends, in either order.
    #[must_use]
    pub const fn new(one: i32, other: i32) -> Self {
        if one <= other { Self { low: one, high: other } } else { Self { low: other, high: one } }
    }

    /// A value that is known.
    #[must_use]
    pub const fn exact(value: i32) -> Self {
        Self { low: value, high: value }
    }

    pub(crate) const fn is_exact(self) -> bool {
        self.low == self.high
    }

    pub(crate) const fn ends(self) -> [i32; 2] {
        [self.low, self.high]
    }

    pub(crate) fn middle(self) -> f64 {
        f64::midpoint(f64::from(self.low), f64::from(self.high))
    }

    /// With a sign: "+6", "−2 to +4", "0".
    pub(crate) fn signed(self) -> String {
        let sign = |value: i32| format!("{}{}", if value > 0 { "+" } else { "" }, number(f64::from(value), 0));
        if self.is_exact() { sign(self.low) } else { format!("{} to {}", sign(self.low), sign(self.high)) }
    }

    fn words(self) -> String {
        let low = number(f64::from(self.low), 0);
        if self.is_exact() { low } else { format!("{low} to {}", number(f64::from(self.high), 0)) }
    }
}

/// Lines a reading's name may take.
const LABEL_LINES: usize = 3;

fn open_stroke() -> Stroke {
    Stroke::dashed(1.2, BLUE, Dash::Pattern(&[2.0, 1.2]))
}

fn move_stroke() -> Stroke {
    Stroke::solid(1.0, DARK_GREY)
}

impl SolvedValues {
    fn ends(&self) -> impl Iterator<Item = f64> + '_ {
        let moves = self.readings.iter().flat_map(|reading| reading.moves.iter().map(|(_, value)| *value));
        let all = self.readings.iter().map(|reading| reading.value).chain(moves);
        all.flat_map(|bounds| [f64::from(bounds.low), f64::from(bounds.high)])
    }

    fn draw_row(canvas: &mut Canvas, plot: &Scale, reading: &SolvedReading, y: f64) {
        let at = |value: i32| plot.at(f64::from(value));
        let half = canvas.scaled(0.9);
        let span = reading.moves.iter().flat_map(|(_, value)| [value.low, value.high]);
        if let (Some(low), Some(high)) = (span.clone().min(), span.max()) {
            canvas.line(&[(at(low), y), (at(high), y)], Stroke::solid(0.5, DARK_GREY));
        }
        for (_, value) in &reading.moves {
            for end in [value.low, value.high] {
                canvas.line(&[(at(end), y - half), (at(end), y + half)], move_stroke());
            }
        }
        if reading.value.is_exact() {
            marker(canvas, (at(reading.value.low), y), style(0));
        } else {
            canvas.line(&[(at(reading.value.low), y), (at(reading.value.high), y)], open_stroke());
        }
    }
}

impl Figure for SolvedValues {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        if self.readings.is_empty() {
            return Err(FigureError::Empty { what: "readings" });
        }
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let mut entries = Vec::new();
        if self.readings.iter().any(|reading| reading.value.is_exact()) {
            entries.push((Swatch::Estimate(style(0)), "value of the round".to_owned()));
        }
        if self.readings.iter().any(|reading| !reading.value.is_exact()) {
            entries.push((Swatch::Rule(open_stroke()), "bounds of the value".to_owned()));
        }
        if self.readings.iter().any(|reading| !reading.moves.is_empty()) {
            entries.push((Swatch::Tick(move_stroke()), "value of a first move".to_owned()));
        }
        let top = legend(&mut canvas, (EDGE, width), 0.0, &entries) + 0.5 * em;
        let widest = self.readings.iter().map(|r| canvas.text_width(&r.name, Face::Regular)).fold(0.0, f64::max);
        let labels = (widest + 0.1).min(0.36 * width);
        let values: Vec<String> = self.readings.iter().map(|reading| reading.value.words()).collect();
        let numbers = values.iter().map(|value| canvas.text_width(value, Face::Regular)).fold(0.0, f64::max);
        let (low, high) = domain(self.ends().chain([0.0]), 0.04);
        let to = width - numbers - 1.6 * em;
        let mut plot = Scale { low, high, from: labels + 0.8 * em, to };
        let ticks = horizontal_ticks(&canvas, &plot, 1.0);
        let past =
            plot.at(ticks.values.last().copied().unwrap_or(low)) + overhang(&canvas, &ticks) - (width - 0.2 * em);
        plot.to -= past.max(0.0);
        let heights: Vec<f64> = self
            .readings
            .iter()
            .map(|reading| {
                let lines = wrap(&canvas, &reading.name, labels, Face::Regular).len().min(LABEL_LINES);
                real(lines) * canvas.leading() + 0.35 * em
            })
            .collect();
        let bottom = top + heights.iter().sum::<f64>();
        for &value in &ticks.values {
            canvas.line(&[(plot.at(value), top), (plot.at(value), bottom)], Stroke::solid(0.3, PALE_GREY));
        }
        canvas.line(&[(plot.at(0.0), top), (plot.at(0.0), bottom)], Stroke::solid(0.6, BLACK));
        let mut y = top;
        for ((reading, value), height) in self.readings.iter().zip(&values).zip(heights) {
            let middle = y + height / 2.0;
            right_aligned(&mut canvas, (labels, middle), &reading.name, labels, LABEL_LINES);
            Self::draw_row(&mut canvas, &plot, reading, middle);
            let kind = Type::regular().anchored(Anchor::End);
            canvas.text(value, (width - 0.1 * em, middle + CAP_HEIGHT / 2.0 * em), kind);
            y += height;
        }
        let bottom = horizontal_axis(&mut canvas, &plot, &ticks, bottom, &self.axis);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["reading", "first_move", "low", "high"])?;
        for reading in &self.readings {
            let round = std::iter::once(("", reading.value));
            for (pit, value) in round.chain(reading.moves.iter().map(|(pit, value)| (pit.as_str(), *value))) {
                table.row([reading.name.clone(), pit.to_owned(), value.low.to_string(), value.high.to_string()])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut caption = format!(
            "{}. Circles and the numbers at the right: the {} under best play of both; short strokes: that of each first move. \
             These values are proved, not estimated.",
            self.subject, self.axis
        );
        if self.readings.iter().any(|reading| !reading.value.is_exact()) {
            caption.push_str(" Dashed lines: proved bounds where the value is not known.");
        }
        caption
    }

    fn alt_text(&self) -> String {
        let told = self.readings.iter().map(|reading| {
            let moves: Vec<String> =
                reading.moves.iter().map(|(pit, value)| format!("{pit} {}", value.words())).collect();
            let moves = if moves.is_empty() { String::new() } else { format!(" ({})", moves.join(", ")) };
            format!("{} {}{moves}", reading.name, reading.value.words())
        });
        format!(
            "{} by reading, first moves in brackets: {}.",
            upper_first(&self.axis),
            told.collect::<Vec<_>>().join("; ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved() -> SolvedValues {
        SolvedValues {
            subject: "Values".into(),
            axis: "value of a round (seeds)".into(),
            readings: vec![
                SolvedReading {
                    name: "best supported".into(),
                    value: Bounds::exact(4),
                    moves: vec![("A".into(), Bounds::exact(4)), ("B".into(), Bounds::exact(-2))],
                },
                SolvedReading { name: "own".into(), value: Bounds::new(6, -4), moves: Vec::new() },
            ],
        }
    }

    #[test]
    fn values_and_bounds_are_told_apart() {
        assert_eq!(
            solved().alt_text(),
            "Value of a round (seeds) by reading, first moves in brackets: best supported 4 (A 4, B \u{2212}2); own \
             \u{2212}4 to 6."
        );
        assert_eq!(
            solved().csv().expect("table"),
            "reading,first_move,low,high\nbest supported,,4,4\nbest supported,A,4,4\nbest supported,B,-2,-2\nown,,-4,6\n"
        );
        assert!(solved().caption().ends_with("where the value is not known."));
    }
}
