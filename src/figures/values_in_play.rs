//! Solved values beside play: what a round is worth under each of many readings, against what players who see less make of it.

use super::axis::{
    Scale, Ticks, centred, domain, horizontal_axis, horizontal_ticks, overhang, vertical_axis, vertical_axis_width,
};
use super::canvas::{Canvas, Drawing};
use super::colour::DARK_GREY;
use super::error::FigureError;
use super::estimate::{Estimate, Measure};
use super::ground::EDGE;
use super::output::Figure;
use super::panels::{Spot, check_panels, set_out, titles};
use super::pen::{Dash, Stroke};
use super::preset::Preset;
use super::series::{Swatch, check_count, legend, marker, marks, style};
use super::solved::Bounds;
use super::table::Table;
use super::text::{number, upper_first};

/// Least width of a panel, ems.
const LEAST_WIDTH: f64 = 24.0;

/// Height of a panel's plot, ems.
const HEIGHT: f64 = 15.0;

/// Exact values against a measure of play, a mark a reading and a panel a kind of player.
#[derive(Debug, Clone, PartialEq)]
pub struct ValuesInPlay {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// Label of the axis of exact values with its unit.
    pub axis: String,
    /// What is measured in play.
    pub measure: Measure,
    /// What the marks tell apart, e.g. "BOSH-02 From which rows may the mover capture?".
    pub grouped_by: String,
    /// Names of the groups, at most five.
    pub groups: Vec<String>,
    /// The kinds of player, each a panel.
    pub players: Vec<String>,
    /// Kendall's tau-b of the values with each panel's measure, where it can be told.
    pub taus: Vec<Option<f64>>,
    /// The readings.
    pub readings: Vec<ValueInPlay>,
}

/// One reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueInPlay {
    /// Its id.
    pub name: String,
    /// Its group, counted from nought.
    pub group: usize,
    /// The value of a round.
    pub value: Bounds,
    /// What each kind of player makes of it, in their order.
    pub play: Vec<Estimate>,
}

fn nought() -> Stroke {
    Stroke::dashed(0.5, DARK_GREY, Dash::Pattern(&[1.2, 1.4]))
}

impl ValuesInPlay {
    fn check(&self) -> Result<(), FigureError> {
        check_panels(self.players.len())?;
        check_count(self.groups.len())?;
        if self.readings.is_empty() {
            return Err(FigureError::Empty { what: "readings" });
        }
        let expected = self.players.len();
        if self.taus.len() != expected {
            return Err(FigureError::Length { what: "the list of taus".to_owned(), found: self.taus.len(), expected });
        }
        for reading in &self.readings {
            let what = || reading.name.clone();
            if reading.play.len() != expected {
                return Err(FigureError::Length { what: what(), found: reading.play.len(), expected });
            }
            if reading.group >= self.groups.len() {
                let (found, expected) = (reading.group + 1, self.groups.len());
                return Err(FigureError::Length { what: what(), found, expected });
            }
            for estimate in &reading.play {
                estimate.check(&reading.name)?;
            }
        }
        Ok(())
    }

    /// The least and the greatest value.
    fn values(&self) -> (f64, f64) {
        let ends = self.readings.iter().flat_map(|reading| reading.value.ends().map(f64::from));
        ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), end| (low.min(end), high.max(end)))
    }

    /// "tau-b 0.61" beside the name of a kind of player.
    fn title(&self, player: usize) -> String {
        let tau = self.taus[player].map(|tau| format!(", tau-b {}", number(tau, 2)));
        format!("{}{}", self.players[player], tau.unwrap_or_default())
    }

    fn panel(&self, canvas: &mut Canvas, player: usize, spot: Spot) -> f64 {
        let em = canvas.em();
        let top = spot.head(canvas, &self.title(player)) + 0.4 * em;
        // One scale for all panels, so that they can be compared.
        let ends = self.readings.iter().flat_map(|r| r.play.iter().flat_map(|e| [e.low, e.high]));
        let (low, high) = domain(ends.chain([0.0]), 0.05);
        let y = Scale { low, high, from: top + HEIGHT * em, to: top };
        let y_ticks = Ticks::within(low, high, 6, 0.0);
        let left = spot.left + vertical_axis_width(canvas, &y_ticks);
        let right = spot.left + spot.width;
        let (low, high) = self.values();
        let (low, high) = domain([low, high, 0.0].into_iter(), 0.06);
        let mut x = Scale { low, high, from: left, to: right - 0.4 * em };
        let x_ticks = horizontal_ticks(canvas, &x, 1.0);
        let last = x.at(x_ticks.values.last().copied().unwrap_or(low));
        x.to -= (last + overhang(canvas, &x_ticks) - right).max(0.0);
        vertical_axis(canvas, &y, &y_ticks, (x.from, x.to), &self.measure.label);
        canvas.line(&[(x.at(0.0), y.from), (x.at(0.0), y.to)], nought());
        canvas.line(&[(x.from, y.at(0.0)), (x.to, y.at(0.0))], nought());
        for reading in &self.readings {
            let (at, estimate) = (x.at(reading.value.middle()), reading.play[player]);
            let style = style(reading.group);
            if !reading.value.is_exact() {
                let [low, high] = reading.value.ends().map(|end| x.at(f64::from(end)));
                let height = y.at(estimate.value);
                canvas.line(&[(low, height), (high, height)], Stroke::solid(0.8, style.colour));
            }
            canvas.line(&[(at, y.at(estimate.low)), (at, y.at(estimate.high))], Stroke::solid(0.8, style.colour));
            marker(canvas, (at, y.at(estimate.value)), style);
        }
        // The label is wider than a panel may be: it keeps to its own, or it would run into its neighbour's.
        let bottom = horizontal_axis(canvas, &x, &x_ticks, y.from, "");
        centred(canvas, (f64::midpoint(spot.left, right), bottom), &self.axis, spot.width - em, 3)
    }
}

impl Figure for ValuesInPlay {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let entries: Vec<(Swatch, String)> = self
            .groups
            .iter()
            .enumerate()
            .map(|(group, name)| (Swatch::Estimate(style(group)), name.clone()))
            .collect();
        let top = legend(&mut canvas, (EDGE, width), 0.0, &entries) + 0.6 * em;
        let panels: Vec<usize> = (0..self.players.len()).collect();
        let draw = |canvas: &mut Canvas, &player: &usize, spot: Spot| Ok(self.panel(canvas, player, spot));
        let bottom = set_out(&mut canvas, &panels, top, LEAST_WIDTH, draw)?;
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table =
            Table::new(&["reading", "group", "value_low", "value_high", "players", "measure", "low", "high", "n"])?;
        for reading in &self.readings {
            let [low, high] = reading.value.ends();
            for (player, estimate) in self.players.iter().zip(&reading.play) {
                table.row([
                    reading.name.clone(),
                    self.groups[reading.group].clone(),
                    low.to_string(),
                    high.to_string(),
                    player.clone(),
                    estimate.value.to_string(),
                    estimate.low.to_string(),
                    estimate.high.to_string(),
                    estimate.n.to_string(),
                ])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let counts = self.readings.iter().flat_map(|reading| reading.play.iter().map(|estimate| estimate.n));
        let panels = titles(self.players.iter().map(String::as_str)).map(|titles| format!(" {titles}"));
        let open = if self.readings.iter().all(|reading| reading.value.is_exact()) {
            ""
        } else {
            " Where the value is not known a bar across shows its proved bounds, and the mark stands in their middle."
        };
        format!(
            "{}. A mark is a reading; across, the {}, proved and not estimated; upwards, the {}.{open} {}, by the answer to {}. \
             Tau-b is Kendall’s, between the rankings of the readings whose value is known.{} {}.",
            self.subject,
            self.axis,
            self.measure.label,
            marks(self.groups.iter().map(String::as_str)),
            self.grouped_by,
            panels.unwrap_or_default(),
            upper_first(&self.measure.caption_of_n(counts, "a mark")),
        )
    }

    fn alt_text(&self) -> String {
        let (low, high) = self.values();
        let panels = (0..self.players.len()).map(|player| {
            let (low, high) = self
                .readings
                .iter()
                .map(|reading| reading.play[player].value)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
            let decimals = self.measure.decimals;
            format!("{}, from {} to {}", self.title(player), number(low, decimals), number(high, decimals))
        });
        format!(
            "Scatter plots of {} readings, one for each kind of player. Across: {}, from {} to {}. Upwards: {}: {}.",
            self.readings.len(),
            self.axis,
            number(low, 0),
            number(high, 0),
            self.measure.label,
            panels.collect::<Vec<_>>().join("; ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> ValuesInPlay {
        let estimate = |value| Estimate { value, low: value - 0.25, high: value + 0.25, n: 1_000 };
        let reading = |name: &str, group, value, play: [f64; 2]| ValueInPlay {
            name: name.into(),
            group,
            value,
            play: play.map(estimate).to_vec(),
        };
        ValuesInPlay {
            subject: "Values in play".into(),
            axis: "value of a round (seeds)".into(),
            measure: Measure {
                label: "mean margin (seeds)".into(),
                decimals: 1,
                counted: "rounds".into(),
                interval: "95 % intervals".into(),
            },
            grouped_by: "BOSH-02".into(),
            groups: vec!["either".into(), "own".into()],
            players: vec!["random players".into(), "greedy players".into()],
            taus: vec![Some(1.0), None],
            readings: vec![
                reading("one", 0, Bounds::exact(6), [2.5, 1.0]),
                reading("two", 1, Bounds::new(-4, -2), [0.5, 1.5]),
            ],
        }
    }

    #[test]
    fn the_table_has_a_line_for_a_reading_and_a_kind_of_player() {
        assert_eq!(
            two().csv().expect("table"),
            "reading,group,value_low,value_high,players,measure,low,high,n\n\
             one,either,6,6,random players,2.5,2.25,2.75,1000\none,either,6,6,greedy players,1,0.75,1.25,1000\n\
             two,own,-4,-2,random players,0.5,0.25,0.75,1000\ntwo,own,-4,-2,greedy players,1.5,1.25,1.75,1000\n"
        );
    }

    #[test]
    fn the_alt_text_tells_ranges_and_taus() {
        assert_eq!(
            two().alt_text(),
            "Scatter plots of 2 readings, one for each kind of player. Across: value of a round (seeds), from \u{2212}4 \
             to 6. Upwards: mean margin (seeds): random players, tau-b 1.00, from 0.5 to 2.5; greedy players, from 1.0 to 1.5."
        );
    }

    #[test]
    fn lists_of_unlike_length_are_errors() {
        let mut short = two();
        short.readings[1].play.pop();
        assert!(matches!(short.draw(Preset::Elsevier2), Err(FigureError::Length { found: 1, expected: 2, .. })));
        let mut beyond = two();
        beyond.readings[0].group = 2;
        assert!(matches!(beyond.draw(Preset::Elsevier2), Err(FigureError::Length { found: 3, expected: 2, .. })));
        let mut taus = two();
        taus.taus.clear();
        assert!(matches!(taus.draw(Preset::Elsevier2), Err(FigureError::Length { found: 0, expected: 2, .. })));
    }
}
