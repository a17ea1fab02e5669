//! Variance shares: how much of the variance between readings each question makes, alone and with all its interactions.

use super::canvas::Drawing;
use super::error::FigureError;
use super::estimate::{Estimate, Measure};
use super::forest::{Forest, ForestGroup, ForestRow, ForestSeries};
use super::output::Figure;
use super::preset::Preset;
use super::series::marks;
use super::table::Table;
use super::text::{number, upper_first};

/// The shares of the questions of a factorial, a group a kind of player.
#[derive(Debug, Clone, PartialEq)]
pub struct Shares {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// What is measured, e.g. labelled "share of the variance (%)".
    pub measure: Measure,
    /// One group a kind of player.
    pub groups: Vec<ShareGroup>,
}

/// The shares under one kind of player.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareGroup {
    /// The kind of player.
    pub title: String,
    /// One row a question, in any order; the largest total is drawn on top.
    pub rows: Vec<ShareRow>,
}

/// The share of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareRow {
    /// The question's id.
    pub question: String,
    /// What it makes alone (first-order share).
    pub alone: Estimate,
    /// What it makes with all its interactions (total share).
    pub total: Estimate,
}

const SERIES: [&str; 2] = ["alone", "with all interactions"];

impl ShareGroup {
    fn sorted(&self) -> Vec<&ShareRow> {
        let mut rows: Vec<&ShareRow> = self.rows.iter().collect();
        rows.sort_by(|one, other| {
            other.total.value.total_cmp(&one.total.value).then_with(|| one.question.cmp(&other.question))
        });
        rows
    }
}

impl Shares {
    fn estimates(&self) -> impl Iterator<Item = Estimate> + '_ {
        self.groups.iter().flat_map(|group| &group.rows).flat_map(|row| [row.alone, row.total])
    }

    /// The same as rows of estimates.
    fn forest(&self) -> Forest {
        let row = |row: &ShareRow| ForestRow {
            reading: row.question.clone(),
            base: false,
            estimates: vec![Some(row.alone), Some(row.total)],
        };
        Forest {
            subject: self.subject.clone(),
            measure: self.measure.clone(),
            series: SERIES.map(|name| ForestSeries { name: name.to_owned(), base: None }).to_vec(),
            margin: None,
            groups: self
                .groups
                .iter()
                .map(|group| ForestGroup {
                    question: upper_first(&group.title),
                    sentence: String::new(),
                    rows: group.sorted().into_iter().map(row).collect(),
                })
                .collect(),
        }
    }
}

impl Figure for Shares {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.forest().draw_described(preset, "", &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["group", "question", "kind", "value", "low", "high", "n"])?;
        for group in &self.groups {
            for row in group.sorted() {
                for (kind, share) in SERIES.into_iter().zip([row.alone, row.total]) {
                    table.estimate([&group.title, &row.question, kind], share)?;
                }
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        format!(
            "{}. {}; horizontal lines are {}; {}. Shares with interactions overlap and may come to more than the whole.",
            self.subject,
            marks(SERIES.into_iter()),
            self.measure.interval,
            self.measure.caption_of_n(self.estimates().map(|share| share.n), "a reading")
        )
    }

    fn alt_text(&self) -> String {
        let decimals = self.measure.decimals;
        let groups = self.groups.iter().map(|group| {
            let rows = group.sorted().into_iter().map(|row| {
                let (alone, total) = (number(row.alone.value, decimals), number(row.total.value, decimals));
                format!("{} {alone} alone and {total} in all", row.question)
            });
            format!(" {}: {}.", upper_first(&group.title), rows.collect::<Vec<_>>().join(", "))
        });
        format!("Shares of the variance by question, {}.{}", self.measure.label, groups.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_stand_in_the_order_of_what_they_make_in_all() {
        let share = |value: f64| Estimate { value, low: value - 1.0, high: value + 1.0, n: 100 };
        let row = |id: &str, alone, total| ShareRow { question: id.into(), alone: share(alone), total: share(total) };
        let shares = Shares {
            subject: "Shares".into(),
            measure: Measure {
                label: "share of the variance (%)".into(),
                decimals: 0,
                counted: "rounds".into(),
                interval: "95 % intervals".into(),
            },
            groups: vec![ShareGroup {
                title: "random players".into(),
                rows: vec![row("A", 30.0, 40.0), row("B", 20.0, 70.0)],
            }],
        };
        assert_eq!(
            shares.alt_text(),
            "Shares of the variance by question, share of the variance (%). Random players: B 20 alone and 70 in all, A 30 \
             alone and 40 in all."
        );
        assert_eq!(
            shares.csv().expect("table").lines().nth(2),
            Some("random players,B,with all interactions,70,69,71,100")
        );
    }
}
