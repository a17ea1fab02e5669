//! The opening table: the score of each first move, on the board it is played on.

use super::axis::{domain, real};
use super::board::{Board, Pit, Place};
use super::canvas::{Canvas, Drawing};
use super::colour::{BLACK, MID_GREY, PALE_GREY, viridis};
use super::error::FigureError;
use super::estimate::{Estimate, Measure, check_finite};
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::ground::{
    EDGE, Geometry, PitLook, RowSpace, Strip, draw_letter, draw_pit, draw_player, draw_seeds, letter_room, padding,
    player_room,
};
use super::heat::{colour_bar, interval_lines};
use super::output::Figure;
use super::pen::{Anchor, Stroke, Type};
use super::preset::Preset;
use super::solved::Bounds;
use super::table::Table;
use super::text::number;

/// The score of every first move.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The score and how it was measured.
    pub measure: Measure,
    /// The starting position.
    pub board: Board,
    /// One entry a first move.
    pub moves: Vec<OpeningMove>,
    /// The range of the colours, in the unit of the score; the range of the estimates where none is given.
    pub range: Option<(f64, f64)>,
}

/// One first move.
#[derive(Debug, Clone, PartialEq)]
pub struct OpeningMove {
    /// Name of the pit lifted.
    pub pit: String,
    /// The score of the mover who opens so.
    pub score: Estimate,
    /// The exact value of a round that opens so, in seeds of the first player less those of the second, where it is known.
    pub exact: Option<Bounds>,
}

impl Opening {
    fn check(&self) -> Result<(), FigureError> {
        if self.moves.is_empty() {
            return Err(FigureError::Empty { what: "first moves" });
        }
        for opening in &self.moves {
            self.board.place_of(&opening.pit)?;
            opening.score.check(&opening.pit)?;
        }
        if let Some((low, high)) = self.range {
            check_finite(low, "the lower end of the range")?;
            check_finite(high, "the upper end of the range")?;
            if low >= high {
                return Err(FigureError::Range { what: "the range of the colours", low, high });
            }
        }
        Ok(())
    }

    fn range(&self) -> (f64, f64) {
        self.range.unwrap_or_else(|| domain(self.moves.iter().map(|opening| opening.score.value), 0.0))
    }

    fn of(&self, pit: &Pit) -> Option<&OpeningMove> {
        self.moves.iter().find(|opening| opening.pit == pit.name)
    }

    /// The interval in one line where it fits between two pits of a row, else in two; then the exact value, if it is known.
    fn lines(&self, canvas: &Canvas, opening: &OpeningMove, pitch: f64) -> Vec<String> {
        let room = if self.board.is_ring() { 0.0 } else { pitch };
        let ends = (opening.score.low, opening.score.high);
        let mut lines = interval_lines(canvas, ends, self.measure.decimals, room);
        lines.extend(opening.exact.map(|value| format!("exact {}", value.signed())));
        lines
    }

    /// The widest number to be set inside a pit.
    fn widest_score(&self, canvas: &Canvas) -> f64 {
        self.moves
            .iter()
            .map(|opening| {
                let text = number(opening.score.value, self.measure.decimals);
                canvas.text_width(&text, Face::Bold)
            })
            .fold(0.0, f64::max)
    }

    fn pitch(&self, canvas: &Canvas, width: f64) -> Result<f64, FigureError> {
        let columns = self.board.breadth().max(1.0);
        let em = canvas.em();
        let sides = 2.0 * self.side(canvas);
        let pitch = ((width - sides) / columns).min(6.4 * em);
        // The number stands inside a circle of 0.84 pitches across, at capital height.
        let least = self.widest_score(canvas).hypot(CAP_HEIGHT * em) / 0.84 + 0.2;
        if pitch < least {
            return Err(FigureError::TooNarrow {
                what: "the opening table",
                needed: least * columns + sides,
                available: width,
            });
        }
        Ok(pitch)
    }

    /// Room beside the outermost pits: for the intervals where the board is a ring.
    fn side(&self, canvas: &Canvas) -> f64 {
        if !self.board.is_ring() {
            return padding(canvas);
        }
        let scores = self.moves.iter().flat_map(|opening| self.lines(canvas, opening, 0.0));
        ring_clearance(canvas) + scores.map(|line| canvas.text_width(&line, Face::Regular)).fold(0.0, f64::max)
    }

    /// Room for a letter outside every row, and for intervals too where a row has first moves.
    fn spaces(&self, canvas: &Canvas, pitch: f64) -> Vec<RowSpace> {
        let bare = 0.25 * canvas.em();
        (0..self.board.row_count())
            .map(|row| {
                let lines = self
                    .board
                    .pits()
                    .filter(|(place, _)| place.0 == row)
                    .filter_map(|(_, pit)| self.of(pit))
                    .map(|opening| self.lines(canvas, opening, pitch).len())
                    .max()
                    .unwrap_or(0);
                let outer = letter_room(canvas) + real(lines) * canvas.leading();
                if self.board.is_ring() {
                    let around = ring_clearance(canvas) + real(lines) * canvas.leading();
                    RowSpace { above: around, below: around }
                } else if self.board.is_upper(row) {
                    RowSpace { above: outer, below: bare }
                } else {
                    RowSpace { above: bare, below: outer }
                }
            })
            .collect()
    }

    fn draw_cell(&self, canvas: &mut Canvas, geometry: &Geometry, place: Place, pit: &Pit) {
        let outer = geometry.outer(place);
        let Some(opening) = self.of(pit) else {
            let look = PitLook { fill: PALE_GREY.tint(0.55), edge: Stroke::solid(0.6, MID_GREY) };
            draw_seeds(canvas, geometry, place, pit, look);
            draw_letter(canvas, geometry, place, &pit.name, outer);
            return;
        };
        let (score, (low, high)) = (opening.score, self.range());
        let fill = viridis((score.value - low) / (high - low));
        let look = PitLook { fill, edge: Stroke::solid(0.6, BLACK) };
        draw_pit(canvas, geometry, place, pit, look);
        let (x, y) = geometry.centre(place);
        let em = canvas.em();
        canvas.text(
            &number(score.value, self.measure.decimals),
            (x, y + CAP_HEIGHT / 2.0 * em),
            Type::bold().anchored(Anchor::Middle).coloured(fill.ink()),
        );
        draw_letter(canvas, geometry, place, &pit.name, outer);
        let lines = self.lines(canvas, opening, geometry.pitch);
        let above = (real(lines.len()) - 1.0) * canvas.leading();
        let edge = geometry.radius + letter_room(canvas);
        let (x, mut baseline) = if self.board.is_ring() {
            let width = lines.iter().map(|line| canvas.text_width(line, Face::Regular)).fold(0.0, f64::max);
            let size = (width, above + (ASCENT + DESCENT) * em);
            let (x, middle) = geometry.beside(place, outer, ring_clearance(canvas), size);
            (x, middle - size.1 / 2.0 + ASCENT * em)
        } else if self.board.is_upper(place.0) {
            (x, y - edge - above - (DESCENT - 0.1) * em)
        } else {
            (x, y + edge + (ASCENT - 0.02) * em)
        };
        for line in lines {
            canvas.text(&line, (x, baseline), Type::regular().anchored(Anchor::Middle));
            baseline += canvas.leading();
        }
    }
}

/// How far from the edge of a pit of a ring its interval stands: beyond its letter, in whichever direction that lies.
fn ring_clearance(canvas: &Canvas) -> f64 {
    letter_room(canvas) + 0.25 * canvas.em()
}

impl Figure for Opening {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        self.check()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let pitch = self.pitch(&canvas, width - 2.0 * EDGE)?;
        let spaces = self.spaces(&canvas, pitch);
        let strip = Strip {
            at: (EDGE, player_room(&canvas, self.board.top.as_ref())),
            width: width - 2.0 * EDGE,
            widest_pitch: pitch,
            side: self.side(&canvas),
        };
        let geometry = Geometry::new(&canvas, &self.board, strip, &spaces)?;
        let middle = geometry.middle().0;
        draw_player(&mut canvas, middle, 0.0, self.board.top.as_ref(), width);
        geometry.draw_edge(&mut canvas);
        for (place, pit) in self.board.pits() {
            self.draw_cell(&mut canvas, &geometry, place, pit);
        }
        let under = geometry.bottom + 0.15 * em;
        let bottom = draw_player(&mut canvas, middle, under, self.board.bottom.as_ref(), width);
        let bottom = colour_bar(&mut canvas, self.range(), (middle, bottom + 0.7 * em), &self.measure.label);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let exact = self.moves.iter().any(|opening| opening.exact.is_some());
        let head = ["row", "column", "pit", "seeds", "score", "low", "high", "n"];
        let mut table = Table::new(&if exact { [&head[..], &["exact"]].concat() } else { head.to_vec() })?;
        for ((row, column), pit) in self.board.pits() {
            let opening = self.of(pit);
            let score = opening.map(|opening| opening.score);
            let cell = |part: fn(Estimate) -> String| score.map_or(String::new(), part);
            let fields = [
                (row + 1).to_string(),
                (column + 1).to_string(),
                pit.name.clone(),
                pit.seeds.to_string(),
                cell(|score| score.value.to_string()),
                cell(|score| score.low.to_string()),
                cell(|score| score.high.to_string()),
                cell(|score| score.n.to_string()),
            ];
            if exact {
                let value = opening.and_then(|opening| opening.exact).map_or_else(String::new, Bounds::signed);
                let [row, column, pit, seeds, score, low, high, n] = fields;
                table.row([row, column, pit, seeds, score, low, high, n, value])?;
            } else {
                table.row(fields)?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        format!(
            "{}. Coloured pits: {} where the round opens from that pit, beside it the {}; {}.{} Grey pits show their \
             seeds.",
            self.subject,
            self.measure.label,
            self.measure.interval,
            self.measure.caption_of_n(self.moves.iter().map(|opening| opening.score.n), "a first move"),
            if self.moves.iter().any(|opening| opening.exact.is_some()) {
                " Below that, the exact value of the round in seeds of the first player less those of the second."
            } else {
                ""
            }
        )
    }

    fn alt_text(&self) -> String {
        let decimals = self.measure.decimals;
        let moves: Vec<String> = self
            .moves
            .iter()
            .map(|opening| {
                let exact = opening.exact.map_or_else(String::new, |value| format!(", exact value {}", value.signed()));
                format!(
                    "{} {} ({} to {}{exact})",
                    opening.pit,
                    number(opening.score.value, decimals),
                    number(opening.score.low, decimals),
                    number(opening.score.high, decimals)
                )
            })
            .collect();
        format!(
            "Board whose pits are coloured by {} where the round opens from them: {}.",
            self.measure.label,
            moves.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::board::Pits;

    fn opening() -> Opening {
        let score = Estimate { value: 61.0, low: 60.0, high: 62.0, n: 2_000 };
        Opening {
            subject: "First moves".into(),
            measure: Measure {
                label: "score (%)".into(),
                decimals: 1,
                counted: "rounds".into(),
                interval: "95 % Wilson interval".into(),
            },
            board: Board {
                pits: Pits::Rows(vec![vec![Some(Pit::open("B", 4))], vec![Some(Pit::open("A", 4))]]),
                top: None,
                bottom: None,
            },
            moves: vec![OpeningMove { pit: "A".into(), score, exact: None }],
            range: None,
        }
    }

    #[test]
    fn the_table_has_every_pit_and_the_scores_of_those_that_can_open() {
        assert_eq!(
            opening().csv().expect("table"),
            "row,column,pit,seeds,score,low,high,n\n1,1,B,4,,,,\n2,1,A,4,61,60,62,2000\n"
        );
    }

    #[test]
    fn an_exact_value_stands_beside_the_score() {
        let mut solved = opening();
        solved.moves[0].exact = Some(Bounds::exact(6));
        assert!(solved.csv().expect("table").ends_with("2,1,A,4,61,60,62,2000,+6\n"));
        let texts = solved.draw(Preset::Elsevier1).expect("drawn").text_boxes;
        assert!(texts.iter().any(|text| text.text == "exact +6"));
        assert!(solved.caption().contains("exact value") && solved.alt_text().contains("exact value +6"));
    }

    #[test]
    fn a_first_move_from_a_pit_that_is_not_there_is_an_error() {
        let mut wrong = opening();
        wrong.moves[0].pit = "Z".into();
        assert!(matches!(
            wrong.draw(Preset::Elsevier1),
            Err(FigureError::UnknownPit(name)) if name == "Z"
        ));
    }

    #[test]
    fn a_range_of_colours_that_runs_backwards_is_an_error() {
        let mut wrong = opening();
        wrong.range = Some((70.0, 50.0));
        let error = wrong.draw(Preset::Elsevier1).expect_err("backwards");
        assert_eq!(error.to_string(), "the range of the colours runs from 70 to 50, which holds nothing");
    }

    #[test]
    fn a_single_score_still_has_a_range_of_colours() {
        let (low, high) = opening().range();
        assert!(low < 61.0 && high > 61.0);
    }
}
