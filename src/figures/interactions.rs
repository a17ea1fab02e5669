//! The interaction matrix: how much of the variance between readings each pair of questions makes together.

use super::axis::real;
use super::canvas::{Canvas, Drawing, Point, corners};
use super::colour::{BLACK, WHITE, viridis};
use super::error::FigureError;
use super::estimate::{Estimate, Measure};
use super::font::{ASCENT, CAP_HEIGHT, Face};
use super::ground::EDGE;
use super::heat::{colour_bar, interval_lines};
use super::output::Figure;
use super::panels::{Spot, check_panels, set_out, titles};
use super::pen::{Anchor, Stroke, Type};
use super::preset::Preset;
use super::series::first_baseline;
use super::table::Table;
use super::text::number;

/// Panels of matrices, one a kind of player or scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Interactions {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// What the cells measure, e.g. labelled "share of the variance (%)".
    pub measure: Measure,
    /// One panel a kind of player, lettered in this order.
    pub panels: Vec<InteractionPanel>,
}

/// The questions of one factorial and what they do together.
#[derive(Debug, Clone, PartialEq)]
pub struct InteractionPanel {
    /// What sets this panel apart, e.g. "random players".
    pub title: String,
    /// The questions, in order, each with what it makes alone.
    pub questions: Vec<(String, Estimate)>,
    /// What two questions make beyond what each makes alone, for the pairs in the order (0, 1), (0, 2), …, (1, 2), ….
    pub pairs: Vec<Estimate>,
}

impl InteractionPanel {
    /// The cell of a row and a column that is not right of it; the diagonal holds what a question makes alone.
    fn cell(&self, row: usize, column: usize) -> Option<Estimate> {
        if row == column {
            return self.questions.get(row).map(|question| question.1);
        }
        // Pairs before those that begin with `column`: n-1 + n-2 + … terms.
        let (first, second, n) = (column, row, self.questions.len());
        let before = first * n - first * (first + 1) / 2;
        self.pairs.get(before + second - first - 1).copied()
    }

    /// Every cell, row by row.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, Estimate)> + '_ {
        let places = (0..self.questions.len()).flat_map(|row| (0..=row).map(move |column| (row, column)));
        places.filter_map(|(row, column)| self.cell(row, column).map(|share| (row, column, share)))
    }

    fn name(&self, row: usize, column: usize) -> String {
        if row == column {
            self.questions[row].0.clone()
        } else {
            format!("{} {}", self.questions[column].0, self.questions[row].0)
        }
    }
}

impl Interactions {
    fn check(&self) -> Result<(), FigureError> {
        check_panels(self.panels.len())?;
        for panel in &self.panels {
            let n = panel.questions.len();
            let expected = n * n.saturating_sub(1) / 2;
            if panel.pairs.len() != expected {
                let what = format!("the list of pairs of {}", panel.title);
                return Err(FigureError::Length { what, found: panel.pairs.len(), expected });
            }
            for (row, column, share) in panel.cells() {
                share.check(&panel.name(row, column))?;
            }
        }
        if self.cells().next().is_none() {
            return Err(FigureError::Empty { what: "questions" });
        }
        Ok(())
    }

    fn cells(&self) -> impl Iterator<Item = Estimate> + '_ {
        self.panels.iter().flat_map(|panel| panel.cells().map(|(_, _, share)| share))
    }

    /// The range of the colours: from nought, or the least share where the noise has taken one below, to the greatest.
    fn range(&self) -> (f64, f64) {
        let (low, high) =
            self.cells().fold((0.0_f64, 0.0_f64), |(l, h), share| (l.min(share.value), h.max(share.value)));
        (low, if high > low { high } else { low + 1.0 })
    }

    fn draw_panel(&self, canvas: &mut Canvas, panel: &InteractionPanel, spot: Spot) -> Result<f64, FigureError> {
        let em = canvas.em();
        let decimals = self.measure.decimals;
        let top = spot.head(canvas, &panel.title);
        let names = panel.questions.iter().map(|(id, _)| canvas.text_width(id, Face::Regular)).fold(0.0, f64::max);
        let left = spot.left + names + 0.6 * em;
        let cell = ((spot.left + spot.width - EDGE - left) / real(panel.questions.len())).min(7.0 * em);
        let value_width = |share: Estimate| canvas.text_width(&number(share.value, decimals), Face::Bold);
        let widest = panel.cells().map(|(_, _, share)| value_width(share)).fold(0.0, f64::max) + 0.4 * em;
        if cell < widest {
            let needed = (widest * real(panel.questions.len()) + names + 0.6 * em) * canvas.width() / spot.width;
            return Err(FigureError::TooNarrow { what: "the matrix", needed, available: canvas.width() });
        }
        let intervals: Vec<(usize, usize, Estimate, Vec<String>)> = panel
            .cells()
            .map(|(row, column, share)| {
                (row, column, share, interval_lines(canvas, (share.low, share.high), decimals, cell))
            })
            .collect();
        let interval_width = intervals
            .iter()
            .flat_map(|(.., lines)| lines.iter().map(|line| canvas.text_width(line, Face::Regular)))
            .fold(0.0, f64::max);
        let most = intervals.iter().map(|(.., lines)| lines.len()).max().unwrap_or(0);
        // Intervals are set in while cells do not get higher than they are wide by more than a little.
        let with_intervals = (real(most) + 1.0) * canvas.leading() + 0.5 * em;
        let shown = if interval_width + 0.3 * em <= cell && with_intervals <= 1.15 * cell { most } else { 0 };
        let height = (real(shown) + 1.0) * canvas.leading() + 0.5 * em;
        let corner = |row: usize, column: usize| -> Point { (left + real(column) * cell, top + real(row) * height) };
        let (low, high) = self.range();
        for (row, column, share, lines) in intervals {
            let fill = viridis((share.value - low) / (high - low));
            let (from, to) = (corner(row, column), corner(row + 1, column + 1));
            canvas.rectangle(from, to, fill);
            canvas.outline(&corners(from, to), Stroke::solid(0.8, WHITE));
            let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
            let kind = |face: Type| face.anchored(Anchor::Middle).coloured(fill.ink());
            let mut baseline = first_baseline(canvas, middle.1, 1 + if shown > 0 { lines.len() } else { 0 });
            canvas.text(&number(share.value, decimals), (middle.0, baseline), kind(Type::bold()));
            for line in lines.iter().filter(|_| shown > 0) {
                baseline += canvas.leading();
                canvas.text(line, (middle.0, baseline), kind(Type::regular()));
            }
        }
        // After the cells, so that no neighbour paints over the frames.
        for place in 0..panel.questions.len() {
            let frame = corners(corner(place, place), corner(place + 1, place + 1));
            canvas.outline(&frame, Stroke::solid(1.2, BLACK));
            let y = corner(place, 0).1 + height / 2.0 + CAP_HEIGHT / 2.0 * em;
            let name = &panel.questions[place].0;
            canvas.text(name, (spot.left + names, y), Type::regular().anchored(Anchor::End));
        }
        Ok(Self::draw_columns(canvas, panel, corner(panel.questions.len(), 0), cell, names))
    }

    /// Sets the names of the questions under their columns, turned where they are wider than these.
    fn draw_columns(canvas: &mut Canvas, panel: &InteractionPanel, at: Point, cell: f64, widest: f64) -> f64 {
        let em = canvas.em();
        let turned = widest + 0.4 * em > cell;
        for (place, (name, _)) in panel.questions.iter().enumerate() {
            let x = at.0 + (real(place) + 0.5) * cell;
            if turned {
                let kind = Type::regular().anchored(Anchor::End).turned();
                canvas.text(name, (x + CAP_HEIGHT / 2.0 * em, at.1 + 0.4 * em), kind);
            } else {
                canvas.text(name, (x, at.1 + (0.3 + ASCENT) * em), Type::regular().anchored(Anchor::Middle));
            }
        }
        at.1 + if turned { widest + 0.4 * em } else { (0.3 + ASCENT + 0.22) * em }
    }
}

impl Figure for Interactions {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let em = canvas.em();
        let panels = &self.panels;
        let bottom =
            set_out(&mut canvas, panels, 0.0, 26.0, |canvas, panel, spot| self.draw_panel(canvas, panel, spot))?;
        let middle = canvas.width() / 2.0;
        let bottom = colour_bar(&mut canvas, self.range(), (middle, bottom + 0.9 * em), &self.measure.label);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["panel", "question", "other_question", "value", "low", "high", "n"])?;
        for panel in &self.panels {
            for (row, column, share) in panel.cells() {
                let name = |place: usize| panel.questions[place].0.as_str();
                let other = if row == column { "" } else { name(row) };
                table.estimate([&panel.title, name(column), other], share)?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut parts = vec![format!("{}.", self.subject)];
        parts.extend(titles(self.panels.iter().map(|panel| panel.title.as_str())));
        parts.push(format!(
            "Cells: {} that two questions make beyond what each makes alone; framed cells on the diagonal: what a question \
             makes alone; the {} stand below where there is room; {}.",
            self.measure.label,
            self.measure.interval,
            self.measure.caption_of_n(self.cells().map(|share| share.n), "a reading")
        ));
        parts.join(" ")
    }

    fn alt_text(&self) -> String {
        let mut parts = vec![format!("Matrix of the {} by pairs of questions.", self.measure.label)];
        for panel in &self.panels {
            let mut told: Vec<(f64, String)> =
                panel.cells().map(|(row, column, share)| (share.value, panel.name(row, column))).collect();
            told.sort_by(|one, other| other.0.total_cmp(&one.0));
            let most: Vec<String> = told
                .iter()
                .take(3)
                .map(|(value, name)| format!("{name} {}", number(*value, self.measure.decimals)))
                .collect();
            parts.push(format!("{}, largest first: {}.", panel.title, most.join(", ")));
        }
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(value: f64) -> Estimate {
        Estimate { value, low: value - 0.5, high: value + 0.5, n: 10_000 }
    }

    fn interactions() -> Interactions {
        let question = |id: &str, value| (id.to_owned(), share(value));
        Interactions {
            subject: "Shares".into(),
            measure: Measure {
                label: "share of the variance (%)".into(),
                decimals: 1,
                counted: "rounds".into(),
                interval: "95 % intervals".into(),
            },
            panels: vec![InteractionPanel {
                title: "random players".into(),
                questions: vec![question("A", 50.0), question("B", 20.0), question("C", 10.0)],
                // A with B, A with C, B with C.
                pairs: vec![share(8.0), share(7.0), share(5.0)],
            }],
        }
    }

    #[test]
    fn each_pair_stands_in_the_row_and_the_column_of_its_questions() {
        let csv = interactions().csv().expect("table");
        let lines: Vec<&str> = csv.lines().skip(1).map(|line| line.trim_start_matches("random players,")).collect();
        let values: Vec<String> = lines.iter().map(|l| l.split(',').take(3).collect::<Vec<_>>().join(",")).collect();
        assert_eq!(values, ["A,,50", "A,B,8", "B,,20", "A,C,7", "B,C,5", "C,,10"]);
    }

    #[test]
    fn a_list_with_a_pair_too_few_is_an_error() {
        let mut short = interactions();
        short.panels[0].pairs.pop();
        let error = short.draw(Preset::Elsevier1).expect_err("too short");
        assert_eq!(error.to_string(), "the list of pairs of random players has 2 entries where 3 were expected");
    }

    #[test]
    fn the_alt_text_names_the_largest_shares() {
        assert_eq!(
            interactions().alt_text(),
            "Matrix of the share of the variance (%) by pairs of questions. random players, largest first: A 50.0, B \
             20.0, C 10.0."
        );
    }
}
