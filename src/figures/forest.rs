//! The forest plot: a metric over the readings, grouped by question, with intervals.

use super::axis::{Scale, Ticks, domain, horizontal_axis, horizontal_ticks, overhang, real};
use super::canvas::{Canvas, Drawing, corners};
use super::colour::{DARK_GREY, PALE_GREY, Rgb};
use super::error::FigureError;
use super::estimate::{Estimate, Measure, check_finite};
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::ground::EDGE;
use super::output::Figure;
use super::pen::{Anchor, Dash, Stroke, Type};
use super::preset::Preset;
use super::series::{Swatch, check_count, legend, marker, marks, right_aligned, style};
use super::table::Table;
use super::text::{number, plural, wrap};

/// A metric over readings, one group of rows a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The metric and how it was measured.
    pub measure: Measure,
    /// Players (agents) drawn as series, at most five.
    pub series: Vec<ForestSeries>,
    /// Half-width of the equivalence band about each base value, in the unit of the axis.
    pub margin: Option<f64>,
    /// One group a question.
    pub groups: Vec<ForestGroup>,
}

/// One series of a forest plot.
#[derive(Debug, Clone, PartialEq)]
pub struct ForestSeries {
    /// Its name in the legend, e.g. "random players".
    pub name: String,
    /// The metric under the base reading: the series' reference line.
    pub base: Option<f64>,
}

/// The readings of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct ForestGroup {
    /// The question's id, e.g. "BOSH-02"; where it is empty, the rows have no head.
    pub question: String,
    /// The question in words.
    pub sentence: String,
    /// Its readings, one row each.
    pub rows: Vec<ForestRow>,
}

/// One reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ForestRow {
    /// The reading's name.
    pub reading: String,
    /// Whether this is the reading the base answers the question with.
    pub base: bool,
    /// One estimate a series, in their order; none where it was not run.
    pub estimates: Vec<Option<Estimate>>,
}

/// Widths of the parts of a row, millimetres from the left edge.
struct Columns {
    labels: f64,
    plot: Scale,
    ticks: Ticks,
    /// Right edges of the columns of numbers, one a series; empty where there is no room for them.
    numbers: Vec<f64>,
}

impl ForestRow {
    fn label(&self) -> String {
        if self.base { format!("{} (base)", self.reading) } else { self.reading.clone() }
    }
}

impl Forest {
    fn check(&self) -> Result<(), FigureError> {
        check_count(self.series.len())?;
        for series in &self.series {
            if let Some(base) = series.base {
                check_finite(base, &series.name)?;
            }
        }
        if let Some(margin) = self.margin {
            check_finite(margin, "the equivalence margin")?;
        }
        for group in &self.groups {
            for row in &group.rows {
                let what = format!("{} {}", group.question, row.reading);
                if row.estimates.len() != self.series.len() {
                    return Err(FigureError::Length { what, found: row.estimates.len(), expected: self.series.len() });
                }
                for estimate in row.estimates.iter().flatten() {
                    estimate.check(&what)?;
                }
            }
        }
        if self.estimates().next().is_none() {
            return Err(FigureError::Empty { what: "estimates" });
        }
        Ok(())
    }

    fn rows(&self) -> impl Iterator<Item = &ForestRow> {
        self.groups.iter().flat_map(|group| &group.rows)
    }

    fn estimates(&self) -> impl Iterator<Item = Estimate> + '_ {
        self.rows().flat_map(|row| row.estimates.iter().flatten().copied())
    }

    fn number_text(&self, estimate: Estimate) -> String {
        let decimals = self.measure.decimals;
        format!(
            "{} [{}, {}]",
            number(estimate.value, decimals),
            number(estimate.low, decimals),
            number(estimate.high, decimals)
        )
    }

    /// Lays out labels, plot and, where the plot keeps two fifths of the width, the numbers.
    fn columns(&self, canvas: &Canvas) -> Columns {
        let (width, em) = (canvas.width(), canvas.em());
        let widest_label = self.rows().map(|row| canvas.text_width(&row.label(), Face::Regular)).fold(0.0, f64::max);
        let labels = (widest_label + 0.1).min(width * 0.36);
        let number_widths: Vec<f64> = self
            .series
            .iter()
            .enumerate()
            .map(|(place, series)| {
                self.rows()
                    .filter_map(|row| row.estimates[place])
                    .map(|estimate| canvas.text_width(&self.number_text(estimate), Face::Regular))
                    .fold(canvas.text_width(&series.name, Face::Bold), f64::max)
            })
            .collect();
        let gap = 1.2 * em;
        let numbers_width: f64 = number_widths.iter().map(|w| w + gap).sum();
        let from = labels + 0.8 * em;
        let show_numbers = width - from - numbers_width >= 0.4 * width;
        let to = if show_numbers { width - numbers_width } else { width };
        let (low, high) = self.domain();
        let mut plot = Scale { low, high, from, to: to - 0.5 * em };
        let ticks = horizontal_ticks(canvas, &plot, 0.0);
        if !show_numbers {
            let past =
                plot.at(ticks.values.last().copied().unwrap_or(low)) + overhang(canvas, &ticks) - (width - 0.2 * em);
            plot.to -= past.max(0.0);
        }
        let mut right = to;
        let numbers = number_widths
            .iter()
            .filter(|_| show_numbers)
            .map(|w| {
                right += gap + w;
                right
            })
            .collect();
        Columns { labels, plot, ticks, numbers }
    }

    fn domain(&self) -> (f64, f64) {
        let margin = self.margin.unwrap_or(0.0);
        let bases = self.series.iter().filter_map(|series| series.base).flat_map(|base| [base - margin, base + margin]);
        let ends = self.estimates().flat_map(|estimate| [estimate.low, estimate.high]);
        domain(bases.chain(ends), 0.04)
    }

    fn draw_legend(&self, canvas: &mut Canvas, reference: &str) -> f64 {
        let mut entries = Vec::new();
        for (place, series) in self.series.iter().enumerate() {
            entries.push((Swatch::Estimate(style(place)), series.name.clone()));
        }
        if self.series.iter().any(|series| series.base.is_some()) {
            let rule = Stroke { colour: DARK_GREY, ..reference_stroke(0) };
            entries.push((Swatch::Rule(rule), reference.to_owned()));
            if let Some(margin) = self.margin {
                let text = format!("base ± {}", number(margin, margin_decimals(margin)));
                entries.push((Swatch::Patch(PALE_GREY.tint(0.3)), text));
            }
        }
        let right = canvas.width();
        legend(canvas, (EDGE, right), 0.0, &entries)
    }

    /// Sets the question over its rows and gives the height of its lowest text.
    fn draw_head(canvas: &mut Canvas, group: &ForestGroup, top: f64) -> f64 {
        let em = canvas.em();
        let indent = canvas.text_width(&group.question, Face::Bold) + 0.6 * em;
        let mut baseline = top + ASCENT * em;
        canvas.text(&group.question, (0.0, baseline), Type::bold());
        let room = canvas.width() - indent;
        let lines = wrap(canvas, &group.sentence, room, Face::Regular);
        let mut bottom = baseline + DESCENT * em;
        for line in lines {
            canvas.text(&line, (indent, baseline), Type::regular());
            bottom = baseline + DESCENT * em;
            baseline += canvas.leading();
        }
        bottom
    }

    /// Grid, margin bands and reference lines behind the rows of a group.
    fn draw_ground(&self, canvas: &mut Canvas, columns: &Columns, top: f64, bottom: f64) {
        let plot = columns.plot;
        if let Some(margin) = self.margin {
            for (place, series) in self.series.iter().enumerate() {
                if let Some(base) = series.base {
                    let band = corners((plot.held(base - margin), top), (plot.held(base + margin), bottom));
                    canvas.polygon(&band, band_colour(place));
                }
            }
        }
        for &value in &columns.ticks.values {
            let x = plot.at(value);
            canvas.line(&[(x, top), (x, bottom)], Stroke::solid(0.3, PALE_GREY));
        }
        for (place, series) in self.series.iter().enumerate() {
            if let Some(base) = series.base {
                let x = plot.at(base);
                canvas.line(&[(x, top), (x, bottom)], reference_stroke(place));
            }
        }
        canvas.line(&[(plot.from, bottom), (plot.to, bottom)], Stroke::solid(0.3, PALE_GREY));
        canvas.line(&[(plot.from, top), (plot.to, top)], Stroke::solid(0.3, PALE_GREY));
    }

    fn draw_row(&self, canvas: &mut Canvas, columns: &Columns, row: &ForestRow, y: f64) {
        right_aligned(canvas, (columns.labels, y), &row.label(), columns.labels, LABEL_LINES);
        let count = real(self.series.len());
        let apart = dodge(canvas);
        for (place, estimate) in row.estimates.iter().enumerate() {
            let Some(estimate) = estimate else { continue };
            let style = style(place);
            let y_mark = y + (real(place) - (count - 1.0) / 2.0) * apart;
            let plot = columns.plot;
            canvas.line(
                &[(plot.at(estimate.low), y_mark), (plot.at(estimate.high), y_mark)],
                Stroke::solid(0.8, style.colour),
            );
            marker(canvas, (plot.at(estimate.value), y_mark), style);
            if let Some(&right) = columns.numbers.get(place) {
                canvas.text(
                    &self.number_text(*estimate),
                    (right, y + CAP_HEIGHT / 2.0 * canvas.em()),
                    Type::regular().anchored(Anchor::End),
                );
            }
        }
    }

    fn row_height(&self, canvas: &Canvas, columns: &Columns, row: &ForestRow) -> f64 {
        let lines = wrap(canvas, &row.label(), columns.labels, Face::Regular).len().min(LABEL_LINES);
        let text = real(lines) * canvas.leading() + 0.1 * canvas.em();
        let marks = real(self.series.len()) * dodge(canvas) + canvas.scaled(0.6);
        text.max(marks)
    }
}

/// Lines a reading's name may take.
const LABEL_LINES: usize = 3;

/// Vertical distance between the marks of two series in a row.
fn dodge(canvas: &Canvas) -> f64 {
    canvas.scaled(1.7)
}

fn reference_stroke(place: usize) -> Stroke {
    Stroke::dashed(0.6, style(place).colour, Dash::Pattern(&[2.2, 1.2]))
}

fn band_colour(place: usize) -> Rgb {
    style(place).colour.tint(0.86)
}

/// Enough decimals for a margin that plans give, at most two.
fn margin_decimals(margin: f64) -> usize {
    (0..2)
        .find(|&decimals| {
            let shifted = margin * 10_f64.powf(real(decimals));
            (shifted - shifted.round()).abs() < 1e-9
        })
        .unwrap_or(2)
}

impl Forest {
    /// Draws the rows under another description, for figures that are rows of estimates too. `reference` is what the legend
    /// calls the lines at the bases.
    pub(crate) fn draw_described(
        &self,
        preset: Preset,
        reference: &str,
        description: &str,
    ) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let em = canvas.em();
        let columns = self.columns(&canvas);
        let mut y = self.draw_legend(&mut canvas, reference) + 0.4 * em;
        if !columns.numbers.is_empty() {
            for (series, &right) in self.series.iter().zip(&columns.numbers) {
                canvas.text(&series.name, (right, y + ASCENT * em), Type::bold().anchored(Anchor::End));
            }
            y += (ASCENT + DESCENT) * em;
        }
        for group in &self.groups {
            if !group.question.is_empty() {
                y = Self::draw_head(&mut canvas, group, y + 0.5 * em) + 0.3 * em;
            }
            let heights: Vec<f64> = group.rows.iter().map(|row| self.row_height(&canvas, &columns, row)).collect();
            let bottom = y + heights.iter().sum::<f64>();
            self.draw_ground(&mut canvas, &columns, y, bottom);
            for (row, height) in group.rows.iter().zip(heights) {
                self.draw_row(&mut canvas, &columns, row, y + height / 2.0);
                y += height;
            }
        }
        let plot = columns.plot;
        let bottom = horizontal_axis(&mut canvas, &plot, &columns.ticks, y, &self.measure.label);
        canvas.finish(bottom + 0.2 * em, description)
    }
}

impl Figure for Forest {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.draw_described(preset, "base reading", &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table =
            Table::new(&["question", "sentence", "reading", "base", "series", "value", "low", "high", "n"])?;
        for group in &self.groups {
            for row in &group.rows {
                for (series, estimate) in self.series.iter().zip(&row.estimates) {
                    let Some(estimate) = estimate else { continue };
                    let names = [&group.question, &group.sentence, &row.reading];
                    let [question, sentence, reading] = names.map(String::as_str);
                    let base = if row.base { "true" } else { "false" };
                    table.estimate([question, sentence, reading, base, &series.name], *estimate)?;
                }
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut parts = vec![format!("{}.", self.subject)];
        parts.push(format!(
            "{}; horizontal lines are {}; {}.",
            marks(self.series.iter().map(|series| series.name.as_str())),
            self.measure.interval,
            self.measure.caption_of_n(self.estimates().map(|estimate| estimate.n), "a point")
        ));
        if self.series.iter().any(|series| series.base.is_some()) {
            let band = self.margin.map_or(String::new(), |margin| {
                format!(
                    ", in a band of ± {} within which a difference is held not to matter",
                    number(margin, margin_decimals(margin))
                )
            });
            parts.push(format!(
                "Dashed lines: the base reading, which answers every question as the sources support best{band}."
            ));
        }
        parts.join(" ")
    }

    fn alt_text(&self) -> String {
        let mut lines = vec![format!(
            "Forest plot of {} for {} of {}.",
            self.measure.label,
            plural(self.rows().count(), "reading"),
            plural(self.groups.len(), "question")
        )];
        for (place, series) in self.series.iter().enumerate() {
            let mut known: Vec<(f64, String)> = self
                .groups
                .iter()
                .flat_map(|group| group.rows.iter().map(move |row| (group, row)))
                .filter_map(|(group, row)| {
                    row.estimates
                        .get(place)
                        .copied()
                        .flatten()
                        .map(|e| (e.value, format!("{} {}", group.question, row.reading)))
                })
                .collect();
            known.sort_by(|one, other| one.0.total_cmp(&other.0));
            if let (Some(least), Some(most)) = (known.first(), known.last()) {
                let decimals = self.measure.decimals;
                lines.push(format!(
                    "For {}, values run from {} ({}) to {} ({}){}.",
                    series.name,
                    number(least.0, decimals),
                    least.1,
                    number(most.0, decimals),
                    most.1,
                    series
                        .base
                        .map_or(String::new(), |base| format!("; the base reading has {}", number(base, decimals)))
                ));
            }
        }
        lines.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64) -> Estimate {
        Estimate { value, low: value - 1.0, high: value + 1.0, n: 10_000 }
    }

    fn forest() -> Forest {
        Forest {
            subject: "First-player score by reading".into(),
            measure: Measure {
                label: "first-player score (%)".into(),
                decimals: 1,
                counted: "rounds".into(),
                interval: "95 % Wilson intervals".into(),
            },
            series: vec![ForestSeries { name: "random players".into(), base: Some(60.0) }],
            margin: Some(3.0),
            groups: vec![ForestGroup {
                question: "BOSH-02".into(),
                sentence: "From which rows may the mover capture?".into(),
                rows: vec![
                    ForestRow { reading: "either".into(), base: true, estimates: vec![Some(estimate(60.0))] },
                    ForestRow { reading: "own".into(), base: false, estimates: vec![Some(estimate(52.5))] },
                ],
            }],
        }
    }

    #[test]
    fn the_table_holds_every_estimate_as_given() {
        assert_eq!(
            forest().csv().expect("table"),
            "question,sentence,reading,base,series,value,low,high,n\n\
             BOSH-02,From which rows may the mover capture?,either,true,random players,60,59,61,10000\n\
             BOSH-02,From which rows may the mover capture?,own,false,random players,52.5,51.5,53.5,10000\n"
        );
    }

    #[test]
    fn the_caption_gives_n_the_interval_and_the_margin() {
        assert_eq!(
            forest().caption(),
            "First-player score by reading. Filled circles, random players; horizontal lines are 95 % Wilson \
             intervals; n = 10,000 rounds a point. Dashed lines: the base reading, which answers every question as \
             the sources support best, in a band of ± 3 within which a difference is held not to matter."
        );
    }

    #[test]
    fn the_alt_text_names_the_lowest_and_the_highest_reading() {
        assert_eq!(
            forest().alt_text(),
            "Forest plot of first-player score (%) for 2 readings of 1 question. For random players, values run from \
             52.5 (BOSH-02 own) to 60.0 (BOSH-02 either); the base reading has 60.0."
        );
    }

    #[test]
    fn a_row_without_an_entry_for_every_series_is_an_error() {
        let mut short = forest();
        short.groups[0].rows[1].estimates.clear();
        let error = short.draw(Preset::Elsevier1).expect_err("too short");
        assert_eq!(error.to_string(), "BOSH-02 own has 0 entries where 1 were expected");
    }
}
