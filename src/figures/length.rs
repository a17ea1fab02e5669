//! The distribution of game lengths: the share of games that have ended by each turn.

use super::axis::{
    Scale, Ticks, horizontal_axis, horizontal_ticks, overhang, real_count, vertical_axis, vertical_axis_width,
};
use super::canvas::{Canvas, Drawing, Point};
use super::error::FigureError;
use super::output::Figure;
use super::pen::Stroke;
use super::preset::Preset;
use super::series::{Swatch, check_count, dash_name, legend, marker, style};
use super::table::Table;
use super::text::{grouped, number, upper_first};

/// Length distributions of several readings.
#[derive(Debug, Clone, PartialEq)]
pub struct Lengths {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// Label of the horizontal axis, with its unit, e.g. "length of a round (turns)".
    pub axis: String,
    /// What is counted, in the plural: "rounds" or "matches".
    pub counted: String,
    /// One curve a reading, at most five.
    pub curves: Vec<LengthCurve>,
    /// Where the horizontal axis ends; at the longest game where nothing is said.
    pub until: Option<u32>,
}

/// The lengths of the games of one reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LengthCurve {
    /// The reading's name.
    pub name: String,
    /// Games that ended after so many turns, as (turns, games), in any order.
    pub ended: Vec<(u32, u64)>,
    /// Games that had not ended when they were cut off. They stay in the denominator.
    pub unfinished: u64,
}

impl LengthCurve {
    pub(crate) fn games(&self) -> u64 {
        self.ended.iter().map(|(_, games)| games).sum::<u64>() + self.unfinished
    }

    /// Share of games ended by each length that occurs, in order of length.
    fn steps(&self) -> Vec<(u32, u64, f64)> {
        let mut counts: Vec<(u32, u64)> = Vec::new();
        let mut sorted = self.ended.clone();
        sorted.sort_unstable();
        for (turns, games) in sorted {
            match counts.last_mut() {
                Some((last, sum)) if *last == turns => *sum += games,
                _ => counts.push((turns, games)),
            }
        }
        let all = real_count(self.games());
        let mut by_now = 0;
        counts
            .into_iter()
            .map(|(turns, games)| {
                by_now += games;
                (turns, by_now, real_count(by_now) / all)
            })
            .collect()
    }

    /// The shortest length by which half of all games had ended.
    pub(crate) fn median(&self) -> Option<u32> {
        self.steps().into_iter().find(|&(_, by_now, _)| by_now * 2 >= self.games()).map(|(turns, _, _)| turns)
    }

    /// Half-width of the simultaneous 95 % band about the curve: sqrt(ln(2 / 0.05) / (2 n)), the
    /// Dvoretzky-Kiefer-Wolfowitz inequality with the constant of Massart 1990 (*Annals of Probability* 18: 1269-83).
    fn band(&self) -> f64 {
        ((2.0_f64 / 0.05).ln() / (2.0 * real_count(self.games()))).sqrt()
    }
}

impl Lengths {
    fn check(&self) -> Result<(), FigureError> {
        check_count(self.curves.len())?;
        self.check_games()
    }

    /// # Errors
    /// [`FigureError::Empty`] where a curve has no games.
    pub(crate) fn check_games(&self) -> Result<(), FigureError> {
        let none = self.curves.iter().any(|curve| curve.games() == 0);
        if none { Err(FigureError::Empty { what: "games" }) } else { Ok(()) }
    }

    /// Where the axis ends.
    pub(crate) fn last_turn(&self) -> u32 {
        let longest = self.curves.iter().flat_map(|curve| &curve.ended).map(|(turns, _)| *turns).max().unwrap_or(1);
        self.until.unwrap_or(longest).max(1)
    }

    /// Where the axis ends, turns.
    fn end(&self) -> f64 {
        f64::from(self.last_turn())
    }

    /// What a caption says of games that are not, or not wholly, in the picture.
    pub(crate) fn beyond(&self) -> Option<String> {
        let mut parts = Vec::new();
        let unfinished: Vec<String> = self
            .curves
            .iter()
            .filter(|curve| curve.unfinished > 0)
            .map(|curve| format!("{} of {}", grouped(curve.unfinished), curve.name))
            .collect();
        if !unfinished.is_empty() {
            parts.push(format!(
                "{} cut off before their end stay in the denominator: {}.",
                upper_first(&self.counted),
                unfinished.join("; ")
            ));
        }
        let beyond: Vec<String> = self
            .curves
            .iter()
            .filter_map(|curve| {
                let shown = self.steps_shown(curve).last().map_or(0, |(_, games, _)| games);
                let longer = curve.games() - curve.unfinished - shown;
                (longer > 0).then(|| format!("{} of {}", grouped(longer), curve.name))
            })
            .collect();
        if !beyond.is_empty() {
            parts.push(format!("Longer {} lie beyond the axis: {}.", self.counted, beyond.join("; ")));
        }
        (!parts.is_empty()).then(|| parts.join(" "))
    }

    fn steps_shown<'a>(&self, curve: &'a LengthCurve) -> impl Iterator<Item = (u32, u64, f64)> + use<'a> {
        let end = self.end();
        curve.steps().into_iter().filter(move |(turns, _, _)| f64::from(*turns) <= end)
    }

    fn draw_curve(&self, canvas: &mut Canvas, x: &Scale, y: &Scale, number: usize) {
        let curve = &self.curves[number];
        let style = style(number);
        let mut points: Vec<Point> = vec![(x.at(0.0), y.at(0.0))];
        let mut level = 0.0;
        for (turns, _, share) in self.steps_shown(curve) {
            let across = x.at(f64::from(turns));
            points.push((across, y.at(level)));
            points.push((across, y.at(share)));
            level = share;
        }
        points.push((x.at(x.high), y.at(level)));
        let band = curve.band();
        let shifted = |by: f64| {
            points.iter().map(move |&(across, height)| {
                let share = y.low + (height - y.from) / (y.to - y.from) * (y.high - y.low);
                (across, y.at((share + by).clamp(0.0, 1.0)))
            })
        };
        let outline: Vec<Point> = shifted(band).chain(shifted(-band).rev()).collect();
        canvas.veil(&outline, style.colour, 0.16);
        canvas.line(&points, Stroke::dashed(1.0, style.colour, style.dash));
        if let Some(median) = curve.median()
            && f64::from(median) <= x.high
        {
            marker(canvas, (x.at(f64::from(median)), y.at(0.5)), style);
        }
    }
}

impl Figure for Lengths {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let y_ticks = Ticks { values: vec![0.0, 0.25, 0.5, 0.75, 1.0], decimals: 2 };
        let left = vertical_axis_width(&canvas, &y_ticks);
        let entries: Vec<(Swatch, String)> = self
            .curves
            .iter()
            .enumerate()
            .map(|(number, curve)| (Swatch::Line(style(number), true), curve.name.clone()))
            .collect();
        let top = legend(&mut canvas, (left, width), 0.0, &entries) + 0.7 * em;
        let height = (0.5 * width).min(30.0 * em);
        let mut x = Scale { low: 0.0, high: self.end(), from: left, to: width - 0.5 * em };
        let x_ticks = horizontal_ticks(&canvas, &x, 1.0);
        let past =
            x.at(x_ticks.values.last().copied().unwrap_or(0.0)) + overhang(&canvas, &x_ticks) - (width - 0.2 * em);
        x.to -= past.max(0.0);
        let y = Scale { low: 0.0, high: 1.0, from: top + height, to: top };
        let label = format!("share of {} ended", self.counted);
        vertical_axis(&mut canvas, &y, &y_ticks, (left, x.to), &label);
        for number in 0..self.curves.len() {
            self.draw_curve(&mut canvas, &x, &y, number);
        }
        let bottom = horizontal_axis(&mut canvas, &x, &x_ticks, y.from, &self.axis);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["curve", "turns", "ended_by_then", "games", "share"])?;
        for curve in &self.curves {
            for (turns, by_now, share) in self.steps_shown(curve) {
                table.row([
                    curve.name.clone(),
                    turns.to_string(),
                    by_now.to_string(),
                    curve.games().to_string(),
                    share.to_string(),
                ])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let curves: Vec<String> = self
            .curves
            .iter()
            .enumerate()
            .map(|(number, curve)| {
                format!("{}, {} (n = {} {})", dash_name(number), curve.name, grouped(curve.games()), self.counted)
            })
            .collect();
        let mut parts = vec![
            format!("{}.", self.subject),
            format!("Lines: {}.", curves.join("; ")),
            "Markers: medians. Shading: simultaneous 95 % bands (Dvoretzky-Kiefer-Wolfowitz; Massart 1990).".to_owned(),
        ];
        parts.extend(self.beyond());
        parts.join(" ")
    }

    fn alt_text(&self) -> String {
        let curves: Vec<String> = self
            .curves
            .iter()
            .map(|curve| {
                let median = curve.median().map_or("no median".to_owned(), |turns| format!("median {turns}"));
                let quarter = |share: f64| {
                    curve
                        .steps()
                        .into_iter()
                        .find(|step| step.2 >= share)
                        .map_or("beyond the record".to_owned(), |step| number(f64::from(step.0), 0))
                };
                format!("{} {median}, a tenth ended by {}, nine tenths by {}", curve.name, quarter(0.1), quarter(0.9))
            })
            .collect();
        format!("Cumulative distributions of the {}: {}.", self.axis, curves.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lengths() -> Lengths {
        Lengths {
            subject: "Lengths".into(),
            axis: "length of a round (turns)".into(),
            counted: "rounds".into(),
            curves: vec![LengthCurve {
                name: "single".into(),
                ended: vec![(9, 2), (3, 1), (5, 4), (9, 1)],
                unfinished: 2,
            }],
            until: None,
        }
    }

    #[test]
    fn unfinished_games_stay_in_the_denominator() {
        // 10 games: 1 ended by turn 3, 5 by turn 5, 8 by turn 9, 2 never seen to end.
        assert_eq!(
            lengths().csv().expect("table"),
            "curve,turns,ended_by_then,games,share\nsingle,3,1,10,0.1\nsingle,5,5,10,0.5\nsingle,9,8,10,0.8\n"
        );
        assert_eq!(lengths().curves[0].median(), Some(5));
    }

    #[test]
    fn games_beyond_the_axis_are_counted_in_the_caption() {
        let mut cut = lengths();
        cut.until = Some(6);
        let caption = cut.caption();
        assert!(caption.ends_with("Longer rounds lie beyond the axis: 3 of single."), "{caption}");
        assert!(caption.contains("stay in the denominator: 2 of single."));
    }

    #[test]
    fn the_band_is_that_of_massart() {
        // ln 40 = 3.688879; sqrt(3.688879 / 20,000) = 0.013581.
        let curve = LengthCurve { name: "a".into(), ended: vec![(1, 10_000)], unfinished: 0 };
        assert!((curve.band() - 0.013_581).abs() < 1e-6);
    }

    #[test]
    fn a_curve_without_games_is_an_error() {
        let mut none = lengths();
        none.curves[0].ended.clear();
        none.curves[0].unfinished = 0;
        assert!(matches!(none.draw(Preset::Elsevier1), Err(FigureError::Empty { what: "games" })));
    }
}
