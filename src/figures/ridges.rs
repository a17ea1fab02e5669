//! The same lengths as ridges: one small histogram a reading, all on one axis, for more readings than curves can be told apart.

use super::axis::{Scale, Ticks, horizontal_axis, horizontal_ticks, overhang, real, real_count};
use super::canvas::{Canvas, Drawing, Point};
use super::colour::{BLACK, BLUE, DARK_GREY, PALE_GREY};
use super::error::FigureError;
use super::font::Face;
use super::length::{LengthCurve, Lengths};
use super::output::Figure;
use super::pen::Stroke;
use super::preset::Preset;
use super::series::right_aligned;
use super::table::Table;
use super::text::grouped;

/// Length distributions of any number of readings.
#[derive(Debug, Clone, PartialEq)]
pub struct Ridges {
    /// What is drawn; the number of curves has no limit here.
    pub lengths: Lengths,
}

/// Lines a reading's name may take.
const LABEL_LINES: usize = 2;
/// Bins along the axis, where it is longer than this many turns.
const BINS: u32 = 60;

impl Ridges {
    /// Turns a bin: whole, and the same for all readings.
    fn bin(&self) -> u32 {
        self.lengths.last_turn().div_ceil(BINS).max(1)
    }

    /// Games that ended in each bin up to the end of the axis, from turn 1 on.
    fn histogram(&self, curve: &LengthCurve) -> Vec<u64> {
        let (bin, end) = (self.bin(), self.lengths.last_turn());
        let mut games = vec![0; end.div_ceil(bin) as usize];
        for &(turns, count) in &curve.ended {
            if let Some(held) = games.get_mut((turns.max(1) as usize - 1) / bin as usize).filter(|_| turns <= end) {
                *held += count;
            }
        }
        games
    }

    /// The share of a curve's games in each bin.
    fn shares(&self, curve: &LengthCurve) -> Vec<f64> {
        let all = real_count(curve.games());
        self.histogram(curve).into_iter().map(|games| real_count(games) / all).collect()
    }

    fn draw_ridge(&self, canvas: &mut Canvas, x: &Scale, curve: &LengthCurve, (base, height): (f64, f64), most: f64) {
        let bin = f64::from(self.bin());
        let mut points: Vec<Point> = vec![(x.at(0.0), base)];
        for (n, share) in self.shares(curve).into_iter().enumerate() {
            let y = base - share / most * height;
            points.push((x.held(real(n) * bin), y));
            points.push((x.held((real(n) + 1.0) * bin), y));
        }
        points.push((x.to, base));
        canvas.polygon(&points, BLUE.tint(0.62));
        canvas.line(&points, Stroke::solid(0.5, DARK_GREY));
        if let Some(median) = curve.median().filter(|&turns| f64::from(turns) <= x.high) {
            let at = x.at(f64::from(median));
            canvas.line(&[(at, base), (at, base - 0.45 * height)], Stroke::solid(1.2, BLACK));
        }
    }
}

impl Figure for Ridges {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        let curves = &self.lengths.curves;
        if curves.is_empty() {
            return Err(FigureError::Empty { what: "readings" });
        }
        self.lengths.check_games()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let widest = curves.iter().map(|curve| canvas.text_width(&curve.name, Face::Regular)).fold(0.0, f64::max);
        let labels = (widest + 0.1).min(0.36 * width);
        let end = f64::from(self.lengths.last_turn());
        let mut x = Scale { low: 0.0, high: end, from: labels + 0.8 * em, to: width - 0.5 * em };
        let ticks: Ticks = horizontal_ticks(&canvas, &x, 1.0);
        let past = x.at(ticks.values.last().copied().unwrap_or(0.0)) + overhang(&canvas, &ticks) - (width - 0.2 * em);
        x.to -= past.max(0.0);
        let most = curves.iter().flat_map(|curve| self.shares(curve)).fold(f64::MIN_POSITIVE, f64::max);
        let row = real(LABEL_LINES) * canvas.leading() + 0.1 * em;
        let bottom = 0.4 * em + real(curves.len()) * row;
        for &value in &ticks.values {
            canvas.line(&[(x.at(value), 0.4 * em), (x.at(value), bottom)], Stroke::solid(0.3, PALE_GREY));
        }
        for (n, curve) in curves.iter().enumerate() {
            let base = 0.4 * em + real(n + 1) * row;
            self.draw_ridge(&mut canvas, &x, curve, (base, 0.88 * row), most);
            right_aligned(&mut canvas, (labels, base - row / 2.0), &curve.name, labels, LABEL_LINES);
        }
        let bottom = horizontal_axis(&mut canvas, &x, &ticks, bottom, &self.lengths.axis);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["reading", "from_turn", "to_turn", "ended", "games"])?;
        let (bin, end) = (self.bin(), self.lengths.last_turn());
        for curve in &self.lengths.curves {
            for (n, ended) in (0..).zip(self.histogram(curve)) {
                table.row([
                    curve.name.clone(),
                    (n * bin + 1).to_string(),
                    ((n + 1) * bin).min(end).to_string(),
                    ended.to_string(),
                    curve.games().to_string(),
                ])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let bin = self.bin();
        let each = if bin == 1 { "a turn".to_owned() } else { format!("{} turns", grouped(bin.into())) };
        let counts = self.lengths.curves.iter().map(LengthCurve::games);
        let (least, most) = counts.fold((u64::MAX, 0), |(least, most), n| (least.min(n), most.max(n)));
        let n = if least == most { grouped(most) } else { format!("{} to {}", grouped(least), grouped(most)) };
        let mut caption = format!(
            "{}. Height: share of all {} of the reading that ended in a step of {each}, on one scale for all; heavy strokes: \
             medians; n = {n} {} a reading.",
            self.lengths.subject, self.lengths.counted, self.lengths.counted
        );
        if let Some(told) = self.lengths.beyond() {
            caption.push(' ');
            caption.push_str(&told);
        }
        caption
    }

    fn alt_text(&self) -> String {
        let told = self.lengths.curves.iter().map(|curve| match curve.median() {
            Some(turns) => format!("{} {turns}", curve.name),
            None => format!("{} none", curve.name),
        });
        format!("Histograms of the {}, medians: {}.", self.lengths.axis, told.collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ridges(ended: Vec<(u32, u64)>) -> Ridges {
        Ridges {
            lengths: Lengths {
                subject: "Lengths".into(),
                axis: "length of a round (turns)".into(),
                counted: "rounds".into(),
                curves: vec![LengthCurve { name: "single".into(), ended, unfinished: 1 }],
                until: None,
            },
        }
    }

    #[test]
    fn short_lengths_are_counted_turn_by_turn() {
        let short = ridges(vec![(3, 2), (1, 4)]);
        assert_eq!(short.histogram(&short.lengths.curves[0]), [4, 0, 2]);
        assert_eq!(
            short.csv().expect("table"),
            "reading,from_turn,to_turn,ended,games\nsingle,1,1,4,7\nsingle,2,2,0,7\nsingle,3,3,2,7\n"
        );
    }

    #[test]
    fn long_lengths_are_counted_in_steps_that_lose_no_game() {
        let long = ridges(vec![(1, 1), (2, 1), (3, 1), (4, 1), (180, 5)]);
        assert_eq!(long.bin(), 3);
        let counted = long.histogram(&long.lengths.curves[0]);
        assert_eq!((counted.len(), counted[0], counted[1], counted[59]), (60, 3, 1, 5));
    }
}
