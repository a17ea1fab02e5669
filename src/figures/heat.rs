//! What figures share that show magnitude by colour: the bar that explains it, and intervals within or beside a cell.

use super::axis::{Scale, horizontal_axis, horizontal_ticks};
use super::canvas::{Canvas, corners};
use super::colour::{DARK_GREY, viridis};
use super::font::Face;
use super::pen::Stroke;
use super::text::number;

/// Draws the colours from the lowest to the highest value with their axis under `top`, centred on `middle`, and gives the
/// height of its lowest text.
pub(crate) fn colour_bar(canvas: &mut Canvas, (low, high): (f64, f64), (middle, top): (f64, f64), label: &str) -> f64 {
    const STEPS: u32 = 60;
    let length = canvas.scaled(48.0).min(canvas.width() * 0.7);
    let scale = Scale { low, high, from: middle - length / 2.0, to: middle + length / 2.0 };
    let height = canvas.scaled(2.2);
    for step in 0..STEPS {
        let share = |step: u32| f64::from(step) / f64::from(STEPS);
        let from = scale.from + share(step) * length;
        let fill = viridis(f64::midpoint(share(step), share(step + 1)));
        // Each colour reaches to the end and is painted over by the next, so that no seam shows between them.
        canvas.rectangle((from, top), (scale.to, top + height), fill);
    }
    let frame = corners((scale.from, top), (scale.to, top + height));
    canvas.outline(&frame, Stroke::solid(0.4, DARK_GREY));
    let ticks = horizontal_ticks(canvas, &scale, 0.0);
    horizontal_axis(canvas, &scale, &ticks, top + height, label)
}

/// An interval in one line where it fits a width, else in two.
pub(crate) fn interval_lines(canvas: &Canvas, (low, high): (f64, f64), decimals: usize, width: f64) -> Vec<String> {
    let (low, high) = (number(low, decimals), number(high, decimals));
    let whole = format!("{low}\u{2013}{high}");
    if canvas.text_width(&whole, Face::Regular) + 0.3 * canvas.em() <= width {
        vec![whole]
    } else {
        vec![format!("{low}\u{2013}"), high]
    }
}
