//! Agreement between kinds of player: the readings ranked under each, joined by lines that cross where they disagree.

use super::axis::{centred, real};
use super::canvas::{Canvas, Drawing};
use super::colour::{BLUE, DARK_GREY, MID_GREY, VERMILLION};
use super::error::FigureError;
use super::estimate::{Estimate, Measure};
use super::font::{ASCENT, CAP_HEIGHT, Face};
use super::ground::EDGE;
use super::output::Figure;
use super::pen::{Anchor, Dash, Stroke, Type};
use super::preset::Preset;
use super::series::{Swatch, legend};
use super::table::Table;
use super::text::{fit, listed, number, upper_first};

/// The distance between two ranks in ems: a line of text, with air for the lines between the columns.
const RANK: f64 = 1.3;

/// A slope graph of ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// What the readings are ranked by.
    pub measure: Measure,
    /// The kinds of player, two or more, from left to right.
    pub players: Vec<String>,
    /// The readings.
    pub readings: Vec<RankedReading>,
    /// Kendall's tau of each kind of player with the next, where it can be told.
    pub taus: Vec<Option<Estimate>>,
}

/// One reading.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedReading {
    /// Its name.
    pub name: String,
    /// Its score under each kind of player, in their order.
    pub scores: Vec<Estimate>,
}

/// Which way a reading goes between two columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slope {
    Rises,
    Falls,
    Stays,
}

impl Slope {
    const ALL: [Self; 3] = [Self::Rises, Self::Falls, Self::Stays];

    fn stroke(self) -> Stroke {
        match self {
            Self::Rises => Stroke::solid(1.0, BLUE),
            Self::Falls => Stroke::dashed(1.0, VERMILLION, Dash::Pattern(&[3.0, 1.4])),
            Self::Stays => Stroke::solid(0.6, MID_GREY),
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Rises => "ranks higher on the right",
            Self::Falls => "ranks lower on the right",
            Self::Stays => "keeps its rank",
        }
    }
}

impl Agreement {
    fn check(&self) -> Result<(), FigureError> {
        if self.players.len() < 2 {
            return Err(FigureError::Empty { what: "kinds of player to compare" });
        }
        if self.readings.is_empty() {
            return Err(FigureError::Empty { what: "readings" });
        }
        if self.taus.len() + 1 != self.players.len() {
            let what = "the list of taus".to_owned();
            return Err(FigureError::Length { what, found: self.taus.len(), expected: self.players.len() - 1 });
        }
        for reading in &self.readings {
            if reading.scores.len() != self.players.len() {
                let (what, found) = (reading.name.clone(), reading.scores.len());
                return Err(FigureError::Length { what, found, expected: self.players.len() });
            }
            for score in &reading.scores {
                score.check(&reading.name)?;
            }
        }
        for tau in self.taus.iter().flatten() {
            tau.check("Kendall's tau")?;
        }
        Ok(())
    }

    /// The place of each reading in a column, nought on top; equals stand in the order of the list.
    fn places(&self, column: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.readings.len()).collect();
        let score = |n: usize| self.readings[n].scores[column].value;
        order.sort_by(|&one, &other| score(other).total_cmp(&score(one)).then(one.cmp(&other)));
        let mut places = vec![0; order.len()];
        for (place, reading) in order.into_iter().enumerate() {
            places[reading] = place;
        }
        places
    }

    /// The rank of each reading in a column, from 1; equals share the best rank of theirs.
    fn ranks(&self, column: usize) -> Vec<usize> {
        let score = |n: usize| self.readings[n].scores[column].value;
        (0..self.readings.len())
            .map(|n| 1 + (0..self.readings.len()).filter(|&other| score(other) > score(n)).count())
            .collect()
    }

    fn slope(&self, reading: usize, column: usize) -> Slope {
        let (left, right) = (self.ranks(column)[reading], self.ranks(column + 1)[reading]);
        match left.cmp(&right) {
            std::cmp::Ordering::Greater => Slope::Rises,
            std::cmp::Ordering::Less => Slope::Falls,
            std::cmp::Ordering::Equal => Slope::Stays,
        }
    }

    fn score_text(&self, reading: usize, column: usize) -> String {
        number(self.readings[reading].scores[column].value, self.measure.decimals)
    }

    fn used(&self) -> impl Iterator<Item = Slope> + '_ {
        Slope::ALL.into_iter().filter(|&slope| {
            let columns = 0..self.players.len() - 1;
            columns.into_iter().any(|column| (0..self.readings.len()).any(|n| self.slope(n, column) == slope))
        })
    }

    /// Sets the name and the score of a reading beside the first or the last column.
    fn draw_end(
        &self,
        canvas: &mut Canvas,
        reading: usize,
        column: usize,
        (x, y): (f64, f64),
        names: f64,
        scores: f64,
    ) {
        let em = canvas.em();
        let baseline = y + CAP_HEIGHT / 2.0 * em;
        let (away, anchor) = if column == 0 { (-1.0, Anchor::End) } else { (1.0, Anchor::Start) };
        let score = self.score_text(reading, column);
        canvas.text(&score, (x + away * 0.7 * em, baseline), Type::regular().anchored(anchor));
        let name = fit(canvas, &self.readings[reading].name, names, Face::Regular, 1).join(" ");
        let beyond = x + away * (scores + 1.3 * em);
        canvas.text(&name, (beyond, baseline), Type::regular().anchored(anchor).coloured(DARK_GREY));
    }
}

impl Figure for Agreement {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let entries: Vec<(Swatch, String)> =
            self.used().map(|slope| (Swatch::Rule(slope.stroke()), slope.words().to_owned())).collect();
        let top = legend(&mut canvas, (EDGE, width), 0.0, &entries) + 0.6 * em;
        let (last, readings) = (self.players.len() - 1, self.readings.len());
        let columns = [0, last].into_iter();
        let scores = columns
            .flat_map(|column| (0..readings).map(move |n| (n, column)))
            .map(|(n, column)| canvas.text_width(&self.score_text(n, column), Face::Regular))
            .fold(0.0, f64::max);
        let longest =
            self.readings.iter().map(|r| canvas.text_width(&r.name, Face::Regular)).fold(0.0, f64::max) + 0.05;
        // Names give way before the lines between the columns, which are what the figure shows, get too short.
        let most = if last > 1 { 0.29 } else { 0.36 };
        let names = longest.min(most * width - scores - 1.3 * em).max(4.0 * em);
        let (from, to) = (names + scores + 1.3 * em, width - names - scores - 1.3 * em);
        if to - from < 4.0 * em {
            let needed = width + 4.0 * em - (to - from);
            return Err(FigureError::TooNarrow { what: "the slope graph", needed, available: width });
        }
        let across = |column: usize| from + (to - from) * real(column) / real(last);
        let room = if last > 1 { (to - from) / real(last) - em } else { to - from + names };
        let mut below = top;
        for (column, player) in self.players.iter().enumerate() {
            below = centred(&mut canvas, (across(column), top), player, room, 2).max(below);
        }
        let first = below + 0.3 * em + ASCENT * em;
        let down = |place: usize| first + real(place) * RANK * em;
        let places: Vec<Vec<usize>> = (0..=last).map(|column| self.places(column)).collect();
        // Lines that stay go underneath.
        let mut lines: Vec<(Slope, usize, usize)> = (0..last)
            .flat_map(|column| (0..readings).map(move |n| (n, column)))
            .map(|(n, column)| (self.slope(n, column), n, column))
            .collect();
        lines.sort_by_key(|(slope, ..)| *slope != Slope::Stays);
        for (slope, n, column) in lines {
            let ends = [column, column + 1].map(|c| (across(c), down(places[c][n])));
            canvas.line(&ends, slope.stroke());
        }
        for (column, placed) in places.iter().enumerate() {
            for (n, &place) in placed.iter().enumerate() {
                let at = (across(column), down(place));
                canvas.disc(at, canvas.scaled(0.55), DARK_GREY);
                if column == 0 || column == last {
                    self.draw_end(&mut canvas, n, column, at, names, scores);
                }
            }
        }
        canvas.finish(down(readings - 1) + em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["players", "reading", "rank", "score", "low", "high", "n"])?;
        for (column, players) in self.players.iter().enumerate() {
            for (reading, rank) in self.readings.iter().zip(self.ranks(column)) {
                table.estimate([players, &reading.name, &rank.to_string()], reading.scores[column])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let taus: Vec<String> = self
            .taus
            .iter()
            .zip(self.players.windows(2))
            .filter_map(|(tau, pair)| {
                tau.map(|tau| {
                    format!(
                        "{} and {}: {} ({} to {})",
                        pair[0],
                        pair[1],
                        number(tau.value, 2),
                        number(tau.low, 2),
                        number(tau.high, 2)
                    )
                })
            })
            .collect();
        let counts = self.readings.iter().flat_map(|reading| reading.scores.iter().map(|score| score.n));
        let mut parts = vec![
            format!("{}.", self.subject),
            format!(
                "Readings from the highest {} down, which stands beside the outer columns; {}.",
                self.measure.label,
                self.measure.caption_of_n(counts, "a reading")
            ),
        ];
        if !taus.is_empty() {
            parts.push(format!("Kendall's tau with {}: {}.", self.measure.interval, taus.join("; ")));
        }
        parts.join(" ")
    }

    fn alt_text(&self) -> String {
        let columns = self.players.iter().enumerate().map(|(column, players)| {
            let places = self.places(column);
            let mut order: Vec<usize> = (0..self.readings.len()).collect();
            order.sort_by_key(|&n| places[n]);
            let named: Vec<String> =
                order.iter().map(|&n| format!("{} {}", self.readings[n].name, self.score_text(n, column))).collect();
            format!("{}: {}.", upper_first(players), named.join(", "))
        });
        format!(
            "Readings ranked by {} under {}. {}",
            self.measure.label,
            listed(&self.players),
            columns.collect::<Vec<_>>().join(" ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agreement() -> Agreement {
        let score = |value: f64| Estimate { value, low: value - 1.0, high: value + 1.0, n: 1_000 };
        let reading =
            |name: &str, one, other| RankedReading { name: name.into(), scores: vec![score(one), score(other)] };
        Agreement {
            subject: "Ranks".into(),
            measure: Measure {
                label: "score (%)".into(),
                decimals: 0,
                counted: "rounds".into(),
                interval: "95 % intervals".into(),
            },
            players: vec!["random players".into(), "greedy players".into()],
            readings: vec![reading("a", 60.0, 50.0), reading("b", 55.0, 70.0), reading("c", 55.0, 40.0)],
            taus: vec![None],
        }
    }

    #[test]
    fn equals_share_a_rank_and_each_reading_rises_falls_or_stays() {
        let ranked = agreement();
        assert_eq!(ranked.ranks(0), [1, 2, 2]);
        assert_eq!(ranked.ranks(1), [2, 1, 3]);
        assert_eq!([0, 1, 2].map(|n| ranked.slope(n, 0)), [Slope::Falls, Slope::Rises, Slope::Falls]);
    }

    #[test]
    fn the_alt_text_gives_both_orders() {
        assert_eq!(
            agreement().alt_text(),
            "Readings ranked by score (%) under random players and greedy players. Random players: a 60, b 55, c 55. Greedy \
             players: b 70, a 50, c 40."
        );
    }

    #[test]
    fn one_kind_of_player_has_nobody_to_agree_with() {
        let mut alone = agreement();
        alone.players.pop();
        let error = alone.draw(Preset::Elsevier1).expect_err("nobody to compare with");
        assert_eq!(error.to_string(), "the figure has no kinds of player to compare");
    }
}
