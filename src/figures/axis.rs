//! Scales from data to millimetres, ticks at round numbers, and the axes drawn from them.

use super::canvas::Canvas;
use super::colour::{BLACK, DARK_GREY, PALE_GREY};
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::pen::{Anchor, Stroke, Type};
use super::text::{fit, number};

/// A linear map from data to a length of the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    pub(crate) low: f64,
    pub(crate) high: f64,
    /// Where `low` lies, mm.
    pub(crate) from: f64,
    /// Where `high` lies, mm.
    pub(crate) to: f64,
}

impl Scale {
    pub(crate) fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// As [`Scale::at`], held within the drawn length.
    pub(crate) fn held(&self, value: f64) -> f64 {
        self.at(value.clamp(self.low, self.high))
    }
}

/// Round numbers along a scale, and the decimals they are written with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ticks {
    pub(crate) values: Vec<f64>,
    pub(crate) decimals: usize,
}

impl Ticks {
    /// Multiples of 1, 2 or 5 times a power of ten inside `low..=high`, as many as there can be up to `most`.
    ///
    /// Steps under `least_step` are not used (1 for counts).
    pub(crate) fn within(low: f64, high: f64, most: usize, least_step: f64) -> Self {
        let span = (high - low).max(f64::MIN_POSITIVE);
        let mut power = span.log10().floor() - 2.0;
        loop {
            for lead in [1.0, 2.0, 5.0] {
                let step = lead * 10_f64.powf(power);
                if step + 1e-12 < least_step {
                    continue;
                }
                let first = (low / step - 1e-9).ceil();
                let last = (high / step + 1e-9).floor();
                if last - first < real(most) - 0.5 {
                    return Self {
                        values: multiples(first, last, step),
                        decimals: decimals_of(power),
                    };
                }
            }
            power += 1.0;
        }
    }

    pub(crate) fn label(&self, value: f64) -> String {
        number(value, self.decimals)
    }
}

fn multiples(first: f64, last: f64, step: f64) -> Vec<f64> {
    std::iter::successors(Some(first), |count| Some(count + 1.0))
        .take_while(|&count| count <= last)
        .map(|count| count * step)
        .collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the power of ten of a step is a small whole number"
)]
fn decimals_of(power: f64) -> usize {
    (-power).clamp(0.0, 12.0).round() as usize
}

/// A small count as a number to calculate lengths with.
pub(crate) fn real(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::from(u32::MAX), f64::from)
}

/// A count of games as a number; exact up to 2^53.
#[expect(
    clippy::cast_precision_loss,
    reason = "no study plays 2^53 games, and only shares are taken"
)]
pub(crate) fn real_count(count: u64) -> f64 {
    count as f64
}

/// The range of some values, widened by a share of it on both sides; a single value gets a range about it.
pub(crate) fn domain(values: impl Iterator<Item = f64>, widened: f64) -> (f64, f64) {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    let span = high - low;
    let extra = if span > 0.0 {
        span * widened
    } else {
        low.abs().max(1.0) * 0.05
    };
    (low - extra, high + extra)
}

/// As many ticks as their labels leave room for along a horizontal scale.
pub(crate) fn horizontal_ticks(canvas: &Canvas, scale: &Scale, least_step: f64) -> Ticks {
    let length = (scale.to - scale.from).abs();
    let mut most = 9;
    loop {
        let ticks = Ticks::within(scale.low, scale.high, most, least_step);
        let widest = ticks
            .values
            .iter()
            .map(|&value| canvas.text_width(&ticks.label(value), Face::Regular))
            .fold(0.0, f64::max);
        let gap = match ticks.values[..] {
            [first, second, ..] => (scale.at(second) - scale.at(first)).abs(),
            _ => length,
        };
        if most <= 2 || gap >= widest + 1.2 * canvas.em() {
            return ticks;
        }
        most -= 1;
    }
}

/// Half the width of the widest label: how far labels may reach beyond the ends of the scale.
pub(crate) fn overhang(canvas: &Canvas, ticks: &Ticks) -> f64 {
    ticks
        .values
        .iter()
        .map(|&value| canvas.text_width(&ticks.label(value), Face::Regular) / 2.0)
        .fold(0.0, f64::max)
}

/// Draws a horizontal axis at height `y` and gives the height of its lowest text.
pub(crate) fn horizontal_axis(
    canvas: &mut Canvas,
    scale: &Scale,
    ticks: &Ticks,
    y: f64,
    label: &str,
) -> f64 {
    let length = canvas.scaled(0.9);
    canvas.line(&[(scale.from, y), (scale.to, y)], Stroke::solid(0.5, BLACK));
    let baseline = y + length + canvas.scaled(0.5) + CAP_HEIGHT * canvas.em();
    for &value in &ticks.values {
        let x = scale.at(value);
        canvas.line(&[(x, y), (x, y + length)], Stroke::solid(0.5, BLACK));
        let kind = Type::regular().anchored(Anchor::Middle);
        canvas.text(&ticks.label(value), (x, baseline), kind);
    }
    let mut bottom = baseline + DESCENT * canvas.em();
    if !label.is_empty() {
        bottom = axis_label(canvas, f64::midpoint(scale.from, scale.to), bottom, label);
    }
    bottom
}

/// Sets the label of a horizontal axis under `top`, centred on `middle` as far as the sheet allows, and gives the
/// height of its lowest text.
pub(crate) fn axis_label(canvas: &mut Canvas, middle: f64, top: f64, label: &str) -> f64 {
    let (sheet, em) = (canvas.width(), canvas.em());
    let widest = canvas.text_width(label, Face::Regular).min(sheet - em);
    let half = widest / 2.0;
    let middle = middle.clamp(half, (sheet - half - em * 0.2).max(half));
    centred(canvas, (middle, top), label, widest + 0.01, 2)
}

/// Sets a paragraph of centred lines under a place and gives the height of its lowest text.
pub(crate) fn centred(
    canvas: &mut Canvas,
    (middle, top): (f64, f64),
    text: &str,
    width: f64,
    most: usize,
) -> f64 {
    let mut baseline = top + ASCENT * canvas.em();
    let mut bottom = top;
    for line in fit(canvas, text, width, Face::Regular, most) {
        let kind = Type::regular().anchored(Anchor::Middle);
        canvas.text(&line, (middle, baseline), kind);
        bottom = baseline + DESCENT * canvas.em();
        baseline += canvas.leading();
    }
    bottom
}

/// Width a vertical axis needs left of the plot for its tick labels and its turned label.
pub(crate) fn vertical_axis_width(canvas: &Canvas, ticks: &Ticks) -> f64 {
    let labels = 2.0 * overhang(canvas, ticks);
    labels + canvas.scaled(0.9 + 0.6 + 1.0) + (ASCENT + DESCENT) * canvas.em()
}

/// Draws a vertical axis at `x`, with grid lines to `grid_to`; its label is turned and stands at the left edge.
pub(crate) fn vertical_axis(
    canvas: &mut Canvas,
    scale: &Scale,
    ticks: &Ticks,
    (x, grid_to): (f64, f64),
    label: &str,
) {
    let length = canvas.scaled(0.9);
    for &value in &ticks.values {
        let y = scale.at(value);
        canvas.line(&[(x, y), (grid_to, y)], Stroke::solid(0.3, PALE_GREY));
        canvas.line(&[(x - length, y), (x, y)], Stroke::solid(0.5, BLACK));
        canvas.text(
            &ticks.label(value),
            (
                x - length - canvas.scaled(0.6),
                y + CAP_HEIGHT / 2.0 * canvas.em(),
            ),
            Type::regular().anchored(Anchor::End),
        );
    }
    canvas.line(&[(x, scale.from), (x, scale.to)], Stroke::solid(0.5, BLACK));
    let left = x - vertical_axis_width(canvas, ticks);
    let height = (scale.from - scale.to).abs();
    let lines = fit(canvas, label, height, Face::Regular, 1);
    for line in lines {
        canvas.text(
            &line,
            (
                left + ASCENT * canvas.em(),
                f64::midpoint(scale.from, scale.to),
            ),
            Type::regular().anchored(Anchor::Middle).turned(),
        );
    }
}

/// Draws a panel's letter and title with the baseline at `at`.
pub(crate) fn panel_title(canvas: &mut Canvas, at: (f64, f64), letter: &str, title: &str) {
    let head = format!("({letter})");
    canvas.text(&head, at, Type::bold());
    let x = at.0 + canvas.text_width(&head, Face::Bold) + 0.35 * canvas.em();
    canvas.text(title, (x, at.1), Type::regular().coloured(DARK_GREY));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_inside_the_range() {
        let ticks = Ticks::within(0.43, 0.71, 5, 0.0);
        let labels: Vec<_> = ticks.values.iter().map(|&v| ticks.label(v)).collect();
        assert_eq!(labels, ["0.5", "0.6", "0.7"]);
        let ticks = Ticks::within(0.43, 0.71, 7, 0.0);
        let labels: Vec<_> = ticks.values.iter().map(|&v| ticks.label(v)).collect();
        assert_eq!(labels, ["0.45", "0.50", "0.55", "0.60", "0.65", "0.70"]);
    }

    #[test]
    fn ticks_of_counts_are_whole() {
        let ticks = Ticks::within(1.0, 4.0, 9, 1.0);
        assert_eq!(ticks.values, [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(ticks.decimals, 0);
    }

    #[test]
    fn a_range_of_one_value_is_given_room() {
        let (low, high) = domain([0.5].into_iter(), 0.1);
        assert!(low < 0.5 && high > 0.5);
    }
}
