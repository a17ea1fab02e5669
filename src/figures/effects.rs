//! The tornado of effects: how far the answer to each question moves a metric away from the base reading.

use super::axis::{Scale, Ticks, domain, horizontal_axis, horizontal_ticks, overhang, real};
use super::canvas::{Canvas, Drawing, corners};
use super::colour::{BLACK, BLUE, DARK_GREY, ORANGE, PALE_GREY, Rgb, WHITE};
use super::error::FigureError;
use super::estimate::{Estimate, Measure, check_finite};
use super::font::Face;
use super::ground::EDGE;
use super::output::Figure;
use super::panels::{Spot, check_panels, set_out, titles};
use super::pen::Stroke;
use super::preset::Preset;
use super::series::{Swatch, hatched, legend, right_aligned};
use super::table::Table;
use super::text::{number, upper_first, wrap};

/// Panels of bars, one bar a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Effects {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The difference and how it was measured, e.g. labelled "change in first-player score (points)".
    pub measure: Measure,
    /// The equivalence margin: differences within it are held not to matter.
    pub margin: Option<f64>,
    /// One panel a scope or an agent, lettered in this order.
    pub panels: Vec<EffectPanel>,
}

/// The effects in one scope, or for one kind of player.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectPanel {
    /// What sets this panel apart, e.g. "one round, random players".
    pub title: String,
    /// One bar a question, in any order; they are drawn with the largest effect on top.
    pub bars: Vec<EffectBar>,
}

/// The largest effect of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct EffectBar {
    /// The question's id.
    pub question: String,
    /// The reading that differs most from the base reading.
    pub reading: String,
    /// Its difference from the base reading.
    pub effect: Estimate,
    /// The verdict on the question.
    pub verdict: Verdict,
}

/// What the study says of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The difference is there.
    Matters,
    /// It could not be told at this n.
    Undecided,
    /// The difference lies within the margin.
    DoesNotMatter,
}

impl Verdict {
    /// In words, as in a legend.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Matters => "matters",
            Self::Undecided => "undecided at this n",
            Self::DoesNotMatter => "does not matter",
        }
    }

    const ALL: [Self; 3] = [Self::Matters, Self::Undecided, Self::DoesNotMatter];
}

/// Fill of bars that matter.
const STRONG: Rgb = BLUE;
/// Ground and hatch of undecided bars.
const OPEN: Rgb = ORANGE;
/// Lines a bar's name may take.
const LABEL_LINES: usize = 3;

/// Fill and outline of a bar, and whether it is hatched.
fn look(verdict: Verdict) -> (Rgb, Rgb, bool) {
    match verdict {
        Verdict::Matters => (STRONG.tint(0.25), BLACK, false),
        Verdict::Undecided => (OPEN.tint(0.75), DARK_GREY, true),
        Verdict::DoesNotMatter => (WHITE, DARK_GREY, false),
    }
}

fn swatch(verdict: Verdict) -> Swatch {
    match look(verdict) {
        (fill, line, true) => Swatch::Hatched(fill, line),
        (fill, line, false) => Swatch::Framed(fill, line),
    }
}

impl EffectBar {
    fn label(&self) -> String {
        format!("{} {}", self.question, self.reading)
    }
}

impl EffectPanel {
    fn sorted(&self) -> Vec<&EffectBar> {
        let mut bars: Vec<&EffectBar> = self.bars.iter().collect();
        bars.sort_by(|one, other| {
            let size = |bar: &EffectBar| bar.effect.value.abs();
            size(other).total_cmp(&size(one)).then_with(|| one.question.cmp(&other.question))
        });
        bars
    }
}

/// Where a panel stands and how its parts are laid out.
struct Frame {
    left: f64,
    labels: f64,
    plot: Scale,
    ticks: Ticks,
}

impl Effects {
    fn check(&self) -> Result<(), FigureError> {
        if let Some(margin) = self.margin {
            check_finite(margin, "the equivalence margin")?;
        }
        for bar in self.bars() {
            bar.effect.check(&bar.label())?;
        }
        if self.bars().next().is_none() {
            return Err(FigureError::Empty { what: "effects" });
        }
        check_panels(self.panels.len())
    }

    fn bars(&self) -> impl Iterator<Item = &EffectBar> {
        self.panels.iter().flat_map(|panel| &panel.bars)
    }

    /// The range of all panels, with nought and the margins in it.
    fn domain(&self) -> (f64, f64) {
        let margin = self.margin.unwrap_or(0.0);
        let fixed = [0.0, margin, -margin].into_iter();
        let ends = self.bars().flat_map(|bar| [bar.effect.low, bar.effect.high]);
        domain(fixed.chain(ends), 0.04)
    }

    fn frame(&self, canvas: &Canvas, left: f64, width: f64) -> Frame {
        let em = canvas.em();
        let widest = self.bars().map(|bar| canvas.text_width(&bar.label(), Face::Regular)).fold(0.0, f64::max);
        let labels = (widest + 0.1).min(width * 0.42);
        let (low, high) = self.domain();
        let mut plot = Scale { low, high, from: left + labels + 0.8 * em, to: left + width - 0.3 * em };
        let ticks = horizontal_ticks(canvas, &plot, 0.0);
        let past =
            plot.at(ticks.values.last().copied().unwrap_or(low)) + overhang(canvas, &ticks) - (left + width - 0.2 * em);
        plot.to -= past.max(0.0);
        Frame { left, labels, plot, ticks }
    }

    fn row_height(canvas: &Canvas, frame: &Frame, bar: &EffectBar) -> f64 {
        let lines = wrap(canvas, &bar.label(), frame.labels, Face::Regular).len().min(LABEL_LINES);
        real(lines) * canvas.leading() + 0.35 * canvas.em()
    }

    /// Draws a panel and gives the height of its lowest text.
    fn draw_panel(&self, canvas: &mut Canvas, panel: &EffectPanel, spot: Spot) -> f64 {
        let em = canvas.em();
        let frame = &self.frame(canvas, spot.left, spot.width);
        let mut y = spot.head(canvas, &panel.title);
        let bars = panel.sorted();
        let heights: Vec<f64> = bars.iter().map(|bar| Self::row_height(canvas, frame, bar)).collect();
        let bottom = y + heights.iter().sum::<f64>() + 0.2 * em;
        let plot = frame.plot;
        if let Some(margin) = self.margin {
            let band = corners((plot.at(-margin), y), (plot.at(margin), bottom));
            canvas.polygon(&band, PALE_GREY.tint(0.55));
        }
        for &value in &frame.ticks.values {
            let x = plot.at(value);
            canvas.line(&[(x, y), (x, bottom)], Stroke::solid(0.3, PALE_GREY));
        }
        let ground = y;
        y += 0.1 * em;
        for (bar, height) in bars.iter().zip(heights) {
            let middle = y + height / 2.0;
            right_aligned(canvas, (frame.left + frame.labels, middle), &bar.label(), frame.labels, LABEL_LINES);
            draw_bar(canvas, &plot, bar, middle);
            y += height;
        }
        let zero = plot.at(0.0);
        canvas.line(&[(zero, ground), (zero, bottom)], Stroke::solid(0.6, BLACK));
        horizontal_axis(canvas, &plot, &frame.ticks, bottom, &self.measure.label)
    }
}

fn draw_bar(canvas: &mut Canvas, plot: &Scale, bar: &EffectBar, middle: f64) {
    let half = canvas.scaled(0.95);
    let (zero, end) = (plot.at(0.0), plot.at(bar.effect.value));
    let (from, to) = ((zero.min(end), middle - half), (zero.max(end), middle + half));
    let (fill, line, with_hatch) = look(bar.verdict);
    if with_hatch {
        hatched(canvas, from, to, fill, line);
    } else {
        canvas.rectangle(from, to, fill);
        canvas.outline(&corners(from, to), Stroke::solid(0.5, line));
    }
    let whisker = [(plot.at(bar.effect.low), middle), (plot.at(bar.effect.high), middle)];
    canvas.line(&whisker, Stroke::solid(0.8, BLACK));
    let cap = canvas.scaled(0.5);
    for (x, y) in whisker {
        canvas.line(&[(x, y - cap), (x, y + cap)], Stroke::solid(0.8, BLACK));
    }
}

impl Figure for Effects {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let mut entries: Vec<(Swatch, String)> = Verdict::ALL
            .into_iter()
            .filter(|verdict| self.bars().any(|bar| bar.verdict == *verdict))
            .map(|verdict| (swatch(verdict), verdict.words().to_owned()))
            .collect();
        if let Some(margin) = self.margin {
            let text = format!("margin, ± {}", number(margin, self.measure.decimals));
            entries.push((Swatch::Patch(PALE_GREY.tint(0.55)), text));
        }
        let y = legend(&mut canvas, (EDGE, width), 0.0, &entries) + 0.6 * em;
        // A panel under about 26 ems has no room for names and bars beside each other.
        let bottom =
            set_out(
                &mut canvas,
                &self.panels,
                y,
                26.0,
                |canvas, panel, spot| Ok(self.draw_panel(canvas, panel, spot)),
            )?;
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["panel", "question", "reading", "effect", "low", "high", "n", "verdict"])?;
        for panel in &self.panels {
            for bar in panel.sorted() {
                table.row([
                    panel.title.clone(),
                    bar.question.clone(),
                    bar.reading.clone(),
                    bar.effect.value.to_string(),
                    bar.effect.low.to_string(),
                    bar.effect.high.to_string(),
                    bar.effect.n.to_string(),
                    bar.verdict.words().to_owned(),
                ])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut parts = vec![format!("{}.", self.subject)];
        parts.extend(titles(self.panels.iter().map(|panel| panel.title.as_str())));
        parts.push(format!(
            "Each bar is the reading that differs most from the base reading; lines are {}; {}.",
            self.measure.interval,
            self.measure.caption_of_n(self.bars().map(|bar| bar.effect.n), "a reading")
        ));
        if let Some(margin) = self.margin {
            parts.push(format!(
                "Grey band: differences within ± {}, held not to matter.",
                number(margin, self.measure.decimals)
            ));
        }
        parts.join(" ")
    }

    fn alt_text(&self) -> String {
        let mut lines = vec![format!("Bar chart of {} by question.", self.measure.label)];
        for panel in &self.panels {
            let bars: Vec<String> = panel
                .sorted()
                .into_iter()
                .map(|bar| {
                    format!(
                        "{} {} ({})",
                        bar.label(),
                        number(bar.effect.value, self.measure.decimals),
                        bar.verdict.words()
                    )
                })
                .collect();
            let title = upper_first(&panel.title);
            lines.push(format!("{title}: {}.", bars.join("; ")));
        }
        lines.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(question: &str, value: f64, verdict: Verdict) -> EffectBar {
        EffectBar {
            question: question.into(),
            reading: "own".into(),
            effect: Estimate { value, low: value - 1.0, high: value + 1.0, n: 10_000 },
            verdict,
        }
    }

    fn effects() -> Effects {
        Effects {
            subject: "Largest effect of each question".into(),
            measure: Measure {
                label: "change in first-player score (points)".into(),
                decimals: 1,
                counted: "rounds".into(),
                interval: "95 % Newcombe intervals".into(),
            },
            margin: Some(3.0),
            panels: vec![EffectPanel {
                title: "one round".into(),
                bars: vec![
                    bar("BOSH-04", 0.5, Verdict::DoesNotMatter),
                    bar("BOSH-02", -8.0, Verdict::Matters),
                    bar("BOSH-08", 3.0, Verdict::Undecided),
                ],
            }],
        }
    }

    #[test]
    fn bars_are_drawn_with_the_largest_effect_on_top_whatever_its_sign() {
        let table = effects().csv().expect("table");
        let questions: Vec<&str> = table.lines().skip(1).filter_map(|line| line.split(',').nth(1)).collect();
        assert_eq!(questions, ["BOSH-02", "BOSH-08", "BOSH-04"]);
    }

    #[test]
    fn the_alt_text_gives_every_bar_with_its_verdict() {
        assert_eq!(
            effects().alt_text(),
            "Bar chart of change in first-player score (points) by question. One round: BOSH-02 own \u{2212}8.0 \
             (matters); BOSH-08 own 3.0 (undecided at this n); BOSH-04 own 0.5 (does not matter)."
        );
    }

    #[test]
    fn the_range_always_holds_nought_and_both_margins() {
        let (low, high) = effects().domain();
        assert!(low < -9.0 && high > 4.0);
    }
}
