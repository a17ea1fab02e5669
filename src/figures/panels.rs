//! Panels of a figure: side by side where they are wide enough, and lettered where there is more than one.

use super::axis::{panel_title, real};
use super::canvas::Canvas;
use super::error::FigureError;
use super::font::{ASCENT, DESCENT};

/// Panels are lettered from a to z.
const MOST_PANELS: usize = 26;

/// Where a panel is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spot {
    pub(crate) left: f64,
    pub(crate) width: f64,
    pub(crate) top: f64,
    letter: Option<char>,
}

impl Spot {
    /// Sets the letter and the title over the panel, where it has a letter, and gives the height at which the panel begins.
    pub(crate) fn head(&self, canvas: &mut Canvas, title: &str) -> f64 {
        let em = canvas.em();
        let Some(letter) = self.letter else { return self.top };
        panel_title(canvas, (self.left, self.top + ASCENT * em), &letter.to_string(), title);
        self.top + (ASCENT + DESCENT + 0.4) * em
    }
}

/// # Errors
/// [`FigureError::Length`] where there are more panels than letters.
pub(crate) fn check_panels(given: usize) -> Result<(), FigureError> {
    if given > MOST_PANELS {
        let what = "the figure's list of panels".to_owned();
        return Err(FigureError::Length { what, found: given, expected: MOST_PANELS });
    }
    Ok(())
}

/// Sets panels out under `top`, two beside each other where each is then at least `least` ems wide. `draw` draws one and gives
/// the height of its lowest text; what is given back is that of the lowest of all.
pub(crate) fn set_out<P>(
    canvas: &mut Canvas,
    panels: &[P],
    top: f64,
    least: f64,
    mut draw: impl FnMut(&mut Canvas, &P, Spot) -> Result<f64, FigureError>,
) -> Result<f64, FigureError> {
    let (width, em) = (canvas.width(), canvas.em());
    let gap = 2.5 * em;
    let columns = if panels.len() > 1 && (width - gap) / 2.0 >= least * em { 2 } else { 1 };
    let each = (width - gap * (real(columns) - 1.0)) / real(columns);
    let letters: Vec<Option<char>> =
        if panels.len() > 1 { ('a'..='z').map(Some).collect() } else { vec![None; panels.len()] };
    let lettered: Vec<(&P, Option<char>)> = panels.iter().zip(letters).collect();
    let (mut y, mut bottom) = (top, top);
    for row in lettered.chunks(columns) {
        for (column, (panel, letter)) in row.iter().enumerate() {
            let spot = Spot { left: real(column) * (each + gap), width: each, top: y, letter: *letter };
            bottom = draw(canvas, panel, spot)?.max(bottom);
        }
        y = bottom + 0.9 * em;
    }
    Ok(bottom)
}

/// "(a) one round; (b) a match." for a caption; nothing for a single panel.
pub(crate) fn titles<'a>(titles: impl ExactSizeIterator<Item = &'a str>) -> Option<String> {
    if titles.len() < 2 {
        return None;
    }
    let told: Vec<String> = titles.zip('a'..='z').map(|(title, letter)| format!("({letter}) {title}")).collect();
    Some(format!("{}.", told.join("; ")))
}
