//! The skill ladder: how each player fares against the next weaker one.

use super::canvas::Drawing;
use super::error::FigureError;
use super::estimate::{Estimate, Measure};
use super::forest::{Forest, ForestGroup, ForestRow, ForestSeries};
use super::output::Figure;
use super::preset::Preset;
use super::series::marks;
use super::table::Table;
use super::text::number;

/// Ladders of players, a group a game or scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Ladder {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The score of the stronger player and how it was measured, e.g. labelled "score (%)".
    pub measure: Measure,
    /// The score of players of equal strength, in the unit of the axis: 50 for per cent.
    pub even: f64,
    /// What the series are, in their order, e.g. the games or readings that the ladders are of; at most five.
    pub series: Vec<String>,
    /// The rungs, the weakest player's first.
    pub rungs: Vec<Rung>,
}

/// One rung.
#[derive(Debug, Clone, PartialEq)]
pub struct Rung {
    /// The stronger player, e.g. "alphabeta:2".
    pub player: String,
    /// The player below.
    pub against: String,
    /// The stronger player's score, one a series; none where it was not played.
    pub scores: Vec<Option<Estimate>>,
}

impl Rung {
    fn label(&self) -> String {
        format!("{} against {}", self.player, self.against)
    }
}

impl Ladder {
    fn scores(&self) -> impl Iterator<Item = Estimate> + '_ {
        self.rungs.iter().flat_map(|rung| rung.scores.iter().copied().flatten())
    }

    /// The same as rows of estimates, the strongest player on top.
    fn forest(&self) -> Forest {
        let row = |rung: &Rung| ForestRow { reading: rung.label(), base: false, estimates: rung.scores.clone() };
        let series = self.series.iter().enumerate();
        Forest {
            subject: self.subject.clone(),
            measure: self.measure.clone(),
            // One line of even strength serves all series.
            series: series
                .map(|(n, name)| ForestSeries { name: name.clone(), base: (n == 0).then_some(self.even) })
                .collect(),
            margin: None,
            groups: vec![ForestGroup {
                question: String::new(),
                sentence: String::new(),
                rows: self.rungs.iter().rev().map(row).collect(),
            }],
        }
    }
}

impl Figure for Ladder {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.forest().draw_described(preset, "equal strength", &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["player", "against", "series", "score", "low", "high", "n"])?;
        for rung in &self.rungs {
            for (series, score) in self.series.iter().zip(&rung.scores) {
                let Some(score) = score else { continue };
                table.estimate([&rung.player, &rung.against, series], *score)?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        format!(
            "{}. Each row: the {} of a player against the next weaker one. {}; horizontal lines are {}; {}. Dashed line: equal \
             strength.",
            self.subject,
            self.measure.label,
            marks(self.series.iter().map(String::as_str)),
            self.measure.interval,
            self.measure.caption_of_n(self.scores().map(|score| score.n), "a rung")
        )
    }

    fn alt_text(&self) -> String {
        let rungs = self.rungs.iter().map(|rung| {
            let scores = self.series.iter().zip(&rung.scores).filter_map(|(series, score)| {
                score.map(|score| format!("{} in {series}", number(score.value, self.measure.decimals)))
            });
            format!("{} {}", rung.label(), scores.collect::<Vec<_>>().join(", "))
        });
        format!("Skill ladder, {}: {}.", self.measure.label, rungs.collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rungs_are_told_from_the_weakest_and_drawn_from_the_strongest() {
        let score = |value: f64| Some(Estimate { value, low: value - 2.0, high: value + 2.0, n: 400 });
        let rung =
            |player: &str, against: &str, scores| Rung { player: player.into(), against: against.into(), scores };
        let ladder = Ladder {
            subject: "A ladder".into(),
            measure: Measure {
                label: "score (%)".into(),
                decimals: 0,
                counted: "rounds".into(),
                interval: "95 % intervals".into(),
            },
            even: 50.0,
            series: vec!["Bòsh".into()],
            rungs: vec![rung("greedy", "random", vec![score(70.0)]), rung("alphabeta:2", "greedy", vec![score(80.0)])],
        };
        assert_eq!(
            ladder.alt_text(),
            "Skill ladder, score (%): greedy against random 70 in Bòsh; alphabeta:2 against greedy 80 in Bòsh."
        );
        assert_eq!(ladder.forest().groups[0].rows[0].reading, "alphabeta:2 against greedy");
        let texts = ladder.draw(Preset::Elsevier1).expect("drawn").text_boxes;
        assert!(texts.iter().any(|text| text.text == "equal strength"));
    }
}
