//! Wealth over a match: the seeds of the first player round by round, and how many matches are still going on.

use super::axis::{
    Scale, Ticks, horizontal_axis, horizontal_ticks, overhang, panel_title, vertical_axis,
    vertical_axis_width,
};
use super::canvas::{Canvas, Drawing, Point};
use super::colour::DARK_GREY;
use super::error::FigureError;
use super::estimate::Estimate;
use super::font::{ASCENT, DESCENT};
use super::output::Figure;
use super::pen::{Dash, Stroke};
use super::preset::Preset;
use super::series::{Swatch, check_count, legend, marker, style};
use super::table::Table;
use super::text::{grouped, number, upper_first};

/// Seeds of the first player over the rounds of matches.
#[derive(Debug, Clone, PartialEq)]
pub struct Wealth {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// All seeds in play.
    pub seeds: u32,
    /// Kind of the intervals of the shares in panel (b), e.g. "95 % Wilson intervals".
    pub interval: String,
    /// One series a reading or kind of player, at most five.
    pub series: Vec<WealthSeries>,
}

/// The matches of one reading.
#[derive(Debug, Clone, PartialEq)]
pub struct WealthSeries {
    /// Its name.
    pub name: String,
    /// The rounds, in order.
    pub rounds: Vec<WealthRound>,
}

/// The start of one round, over the matches that reached it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WealthRound {
    /// Number of the round, from 1.
    pub round: u32,
    /// First quartile of the first player's seeds.
    pub first_quartile: f64,
    /// Median of the first player's seeds.
    pub median: f64,
    /// Third quartile of the first player's seeds.
    pub third_quartile: f64,
    /// Share of all matches that reached this round, 0 to 1; `n` counts all matches.
    pub going: Estimate,
}

impl WealthRound {
    /// The median between its quartiles, over the matches that reached the round.
    fn wealth(&self) -> Estimate {
        Estimate {
            value: self.median,
            low: self.first_quartile,
            high: self.third_quartile,
            n: self.going.n,
        }
    }
}

impl Wealth {
    fn check(&self) -> Result<(), FigureError> {
        check_count(self.series.len())?;
        for series in &self.series {
            if series.rounds.is_empty() {
                return Err(FigureError::Empty { what: "rounds" });
            }
            for round in &series.rounds {
                let what = format!("{}, round {}", series.name, round.round);
                round.going.check(&what)?;
                round.wealth().check(&what)?;
            }
        }
        Ok(())
    }

    fn last_round(&self) -> u32 {
        self.series
            .iter()
            .flat_map(|series| &series.rounds)
            .map(|round| round.round)
            .max()
            .unwrap_or(1)
    }

    fn draw_wealth(&self, canvas: &mut Canvas, x: &Scale, y: &Scale) {
        let even = y.at(f64::from(self.seeds) / 2.0);
        canvas.line(
            &[(x.from, even), (x.to, even)],
            Stroke::dashed(0.5, DARK_GREY, Dash::Pattern(&[1.2, 1.4])),
        );
        for (place, series) in self.series.iter().enumerate() {
            let line = |seeds: fn(&WealthRound) -> f64| -> Vec<Point> {
                series
                    .rounds
                    .iter()
                    .map(|round| (x.at(f64::from(round.round)), y.at(seeds(round))))
                    .collect()
            };
            let (upper, lower) = (
                line(|round| round.third_quartile),
                line(|round| round.first_quartile),
            );
            let style = style(place);
            let edge = Stroke::dashed(0.4, style.colour, style.dash);
            canvas.line(&upper, edge);
            canvas.line(&lower, edge);
            let band: Vec<Point> = upper.into_iter().chain(lower.into_iter().rev()).collect();
            canvas.veil(&band, style.colour, 0.18);
        }
        for (place, series) in self.series.iter().enumerate() {
            let style = style(place);
            let medians: Vec<Point> = series
                .rounds
                .iter()
                .map(|round| (x.at(f64::from(round.round)), y.at(round.median)))
                .collect();
            canvas.line(&medians, Stroke::dashed(1.0, style.colour, style.dash));
            for point in medians {
                marker(canvas, point, style);
            }
        }
    }

    fn draw_going(&self, canvas: &mut Canvas, x: &Scale, y: &Scale) {
        for (place, series) in self.series.iter().enumerate() {
            let style = style(place);
            let points: Vec<Point> = series
                .rounds
                .iter()
                .map(|round| (x.at(f64::from(round.round)), y.at(round.going.value)))
                .collect();
            canvas.line(&points, Stroke::dashed(1.0, style.colour, style.dash));
            for (point, round) in points.into_iter().zip(&series.rounds) {
                canvas.line(
                    &[
                        (point.0, y.at(round.going.low)),
                        (point.0, y.at(round.going.high)),
                    ],
                    Stroke::solid(0.8, style.colour),
                );
                marker(canvas, point, style);
            }
        }
    }
}

impl Figure for Wealth {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let seeds = f64::from(self.seeds.max(1));
        let y_ticks = Ticks::within(0.0, seeds, 5, 1.0);
        let share_ticks = Ticks {
            values: vec![0.0, 0.5, 1.0],
            decimals: 1,
        };
        let left =
            vertical_axis_width(&canvas, &y_ticks).max(vertical_axis_width(&canvas, &share_ticks));
        let mut x = Scale {
            low: 1.0,
            high: f64::from(self.last_round().max(2)),
            from: left + 1.0 * em,
            to: width - 1.0 * em,
        };
        let x_ticks = horizontal_ticks(&canvas, &x, 1.0);
        let past = x.at(x_ticks.values.last().copied().unwrap_or(1.0))
            + overhang(&canvas, &x_ticks)
            - (width - 0.2 * em);
        x.to -= past.max(0.0);
        let entries: Vec<(Swatch, String)> = self
            .series
            .iter()
            .enumerate()
            .map(|(place, series)| (Swatch::Line(style(place), true), series.name.clone()))
            .collect();
        let top = legend(&mut canvas, (left, width), 0.0, &entries) + 0.5 * em;
        let title = (ASCENT + DESCENT + 0.75) * em;
        panel_title(&mut canvas, (0.0, top + ASCENT * em), "a", "seeds held");
        let upper = top + title;
        let height = (0.34 * width).min(24.0 * em);
        let y = Scale {
            low: 0.0,
            high: seeds,
            from: upper + height,
            to: upper,
        };
        let frame = (x.from - 1.0 * em, x.to + 0.6 * em);
        vertical_axis(&mut canvas, &y, &y_ticks, frame, "seeds of first player");
        self.draw_wealth(&mut canvas, &x, &y);
        let ground = Scale {
            from: frame.0,
            to: frame.1,
            ..x
        };
        let no_ticks = Ticks {
            values: Vec::new(),
            decimals: 0,
        };
        horizontal_axis(&mut canvas, &ground, &no_ticks, y.from, "");
        let second = y.from + 0.9 * em;
        let at = (0.0, second + ASCENT * em);
        panel_title(&mut canvas, at, "b", "matches still going on");
        let share = Scale {
            low: 0.0,
            high: 1.0,
            from: second + title + 0.42 * height,
            to: second + title,
        };
        vertical_axis(&mut canvas, &share, &share_ticks, frame, "share");
        horizontal_axis(&mut canvas, &ground, &no_ticks, share.from, "");
        let bottom = horizontal_axis(&mut canvas, &x, &x_ticks, share.from, "round of the match");
        self.draw_going(&mut canvas, &x, &share);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&[
            "series",
            "round",
            "first_quartile",
            "median",
            "third_quartile",
            "share_going",
            "share_low",
            "share_high",
            "matches",
        ])?;
        for series in &self.series {
            for round in &series.rounds {
                table.row([
                    series.name.clone(),
                    round.round.to_string(),
                    round.first_quartile.to_string(),
                    round.median.to_string(),
                    round.third_quartile.to_string(),
                    round.going.value.to_string(),
                    round.going.low.to_string(),
                    round.going.high.to_string(),
                    round.going.n.to_string(),
                ])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let counts: Vec<String> = self
            .series
            .iter()
            .map(|series| {
                let n = series.rounds.iter().map(|round| round.going.n).max();
                format!("{}, n = {}", series.name, grouped(n.unwrap_or(0)))
            })
            .collect();
        format!(
            "{}. (a) Seeds of the first player at the start of each round: median (line) and quartiles (band) over \
             the matches that reached it; the dotted line is an even share of the {} seeds. (b) Share of all matches \
             that reached the round, with {}. Matches: {}.",
            self.subject,
            self.seeds,
            self.interval,
            counts.join("; ")
        )
    }

    fn alt_text(&self) -> String {
        let series: Vec<String> = self
            .series
            .iter()
            .filter_map(|series| {
                let (first, last) = (series.rounds.first()?, series.rounds.last()?);
                Some(format!(
                    "{}: median {} seeds in round {}, {} in round {}, which {} % of matches reached",
                    series.name,
                    number(first.median, 1),
                    first.round,
                    number(last.median, 1),
                    last.round,
                    number(last.going.value * 100.0, 1)
                ))
            })
            .collect();
        format!(
            "Two panels over the rounds of a match: seeds of the first player, and share of matches still going on. \
             {}.",
            upper_first(&series.join("; "))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wealth() -> Wealth {
        let round = |round, median, share| WealthRound {
            round,
            first_quartile: median - 4.0,
            median,
            third_quartile: median + 4.0,
            going: Estimate {
                value: share,
                low: share - 0.01,
                high: share,
                n: 1_000,
            },
        };
        Wealth {
            subject: "Wealth".into(),
            seeds: 40,
            interval: "95 % Wilson intervals".into(),
            series: vec![WealthSeries {
                name: "random players".into(),
                rounds: vec![round(1, 20.0, 1.0), round(2, 22.5, 0.75)],
            }],
        }
    }

    #[test]
    fn the_table_has_a_line_a_round() {
        assert_eq!(
            wealth().csv().expect("table"),
            "series,round,first_quartile,median,third_quartile,share_going,share_low,share_high,matches\n\
             random players,1,16,20,24,1,0.99,1,1000\nrandom players,2,18.5,22.5,26.5,0.75,0.74,0.75,1000\n"
        );
    }

    #[test]
    fn the_alt_text_tells_the_first_and_the_last_round() {
        assert!(wealth().alt_text().ends_with(
            "Random players: median 20.0 seeds in round 1, 22.5 in round 2, which 75.0 % of matches reached."
        ));
    }

    #[test]
    fn a_median_outside_its_quartiles_is_an_error() {
        let mut wrong = wealth();
        wrong.series[0].rounds[1].median = 30.0;
        let error = wrong.draw(Preset::Elsevier1).expect_err("outside");
        assert_eq!(
            error.to_string(),
            "random players, round 2: the interval 18.5 to 26.5 does not hold the estimate 30"
        );
    }

    #[test]
    fn a_series_without_rounds_is_an_error() {
        let mut none = wealth();
        none.series[0].rounds.clear();
        assert!(matches!(
            none.draw(Preset::Elsevier1),
            Err(FigureError::Empty { what: "rounds" })
        ));
    }
}
