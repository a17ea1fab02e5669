//! The move diagram: a turn lap by lap on small boards, as ethnographers draw it.

use super::axis::real;
use super::board::{Board, Place};
use super::canvas::{Canvas, Drawing, Point};
use super::colour::{BLACK, SKY, VERMILLION, WHITE};
use super::error::FigureError;
use super::font::{ASCENT, DESCENT, Face};
use super::ground::{EDGE, Geometry, PitLook, Strip, draw_letter, draw_player, draw_seeds, least_pitch, player_room};
use super::hops::{draw_capture, draw_path, inner_pitch, row_spaces, side_room};
use super::output::Figure;
use super::pen::{Dash, Stroke, Type};
use super::preset::Preset;
use super::table::Table;
use super::text::{fit, listed, upper_first};

/// One turn, from the board before it to the board after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveDiagram {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The board before the turn.
    pub before: Board,
    /// The laps, in order.
    pub laps: Vec<LapDrawing>,
    /// Why the sowing stopped, in words, e.g. "the next pit, E, is empty".
    pub stop: String,
    /// What was captured, in order.
    pub captures: Vec<CaptureDrawing>,
    /// The board after the turn, captured seeds taken off.
    pub after: Board,
}

/// One lap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LapDrawing {
    /// Name of the pit lifted.
    pub from: String,
    /// Seeds lifted.
    pub seeds: u32,
    /// Names of the pits sown, in order, one a seed.
    pub sown: Vec<String>,
    /// The board at the end of the lap.
    pub after: Board,
}

/// One capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptureDrawing {
    /// Name of the pit captured from.
    pub pit: String,
    /// Seeds captured.
    pub seeds: u32,
}

/// What became of a pit in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Untouched,
    Lifted,
    Sown(u32),
    /// Lifted, then sown again in the same lap.
    LiftedAndSown(u32),
    Captured(u32),
}

/// One of the small boards.
struct Frame<'a> {
    head: String,
    words: String,
    board: &'a Board,
    roles: Vec<(Place, Role)>,
    path: Vec<Place>,
    /// Whether the players are named here.
    players: bool,
}

/// Names of the pits sown that a line under a lap lists before it gives only the ends.
const LISTED_PITS: usize = 14;

impl MoveDiagram {
    fn frames(&self) -> Result<Vec<Frame<'_>>, FigureError> {
        let mut frames = vec![Frame {
            head: "before".to_owned(),
            words: String::new(),
            board: &self.before,
            roles: Vec::new(),
            path: Vec::new(),
            players: true,
        }];
        for (number, lap) in self.laps.iter().enumerate() {
            frames.push(Frame {
                head: format!("lap {}", number + 1),
                words: lap.words(),
                board: &lap.after,
                roles: lap.roles()?,
                path: lap.path()?,
                players: false,
            });
        }
        let roles: Result<Vec<(Place, Role)>, FigureError> = self
            .captures
            .iter()
            .map(|capture| {
                let place = self.after.place_of(&capture.pit)?;
                Ok((place, Role::Captured(capture.seeds)))
            })
            .collect();
        frames.push(Frame {
            head: "end".to_owned(),
            words: self.end_words(),
            board: &self.after,
            roles: roles?,
            path: Vec::new(),
            players: true,
        });
        Ok(frames)
    }

    fn end_words(&self) -> String {
        let captured: Vec<String> =
            self.captures.iter().map(|capture| format!("{} ({})", capture.pit, capture.seeds)).collect();
        let captured = match captured.len() {
            0 => "nothing captured".to_owned(),
            _ => format!("capture {}", listed(&captured)),
        };
        if self.stop.is_empty() { captured } else { format!("{}; {captured}", self.stop) }
    }
}

impl LapDrawing {
    fn words(&self) -> String {
        let sown = match &self.sown[..] {
            [first, .., last] if self.sown.len() > LISTED_PITS => {
                format!("{first} to {last}, {} pits", self.sown.len())
            }
            sown => sown.join(" "),
        };
        format!("lift {} ({}), sow {sown}", self.from, self.seeds)
    }

    fn path(&self) -> Result<Vec<Place>, FigureError> {
        std::iter::once(&self.from).chain(&self.sown).map(|name| self.after.place_of(name)).collect()
    }

    fn roles(&self) -> Result<Vec<(Place, Role)>, FigureError> {
        let from = self.after.place_of(&self.from)?;
        let mut roles = vec![(from, Role::Lifted)];
        for name in &self.sown {
            let place = self.after.place_of(name)?;
            match roles.iter_mut().find(|(known, _)| *known == place) {
                Some((_, role)) => {
                    *role = match *role {
                        Role::Lifted => Role::LiftedAndSown(1),
                        Role::LiftedAndSown(seeds) => Role::LiftedAndSown(seeds + 1),
                        Role::Sown(seeds) => Role::Sown(seeds + 1),
                        other => other,
                    }
                }
                None => roles.push((place, Role::Sown(1))),
            }
        }
        Ok(roles)
    }
}

impl Role {
    fn words(self) -> String {
        match self {
            Self::Untouched => String::new(),
            Self::Lifted => "lifted".to_owned(),
            Self::Sown(seeds) => format!("sown {seeds}"),
            Self::LiftedAndSown(seeds) => format!("lifted, sown {seeds}"),
            Self::Captured(seeds) => format!("captured {seeds}"),
        }
    }

    fn look(self) -> PitLook {
        match self {
            Self::Untouched => PitLook::plain(),
            Self::Lifted => PitLook { fill: WHITE, edge: Stroke::solid(1.4, BLACK) },
            Self::Sown(_) => PitLook { fill: SKY.tint(0.68), edge: Stroke::solid(0.6, BLACK) },
            Self::LiftedAndSown(_) => PitLook { fill: SKY.tint(0.68), edge: Stroke::solid(1.4, BLACK) },
            Self::Captured(_) => {
                PitLook { fill: WHITE, edge: Stroke::dashed(1.3, VERMILLION, Dash::Pattern(&[2.2, 1.3])) }
            }
        }
    }
}

impl Frame<'_> {
    /// Draws the frame in a cell and gives the height of its lowest text.
    ///
    /// `named` says whether any board beside this one has its players named: all then keep the room for it, so that they
    /// stand at the same height.
    fn draw(&self, canvas: &mut Canvas, at: Point, width: f64, named: bool) -> Result<f64, FigureError> {
        let em = canvas.em();
        let board = self.board;
        let middle = at.0 + width / 2.0;
        let (over, under) = if named {
            let room = |player| player_room(canvas, player);
            (room(board.top.as_ref()), room(board.bottom.as_ref()))
        } else {
            (EDGE, 0.0)
        };
        if self.players {
            draw_player(canvas, middle, at.1, board.top.as_ref(), width);
        }
        let spaces = row_spaces(canvas, board);
        let strip = Strip {
            at: (at.0 + EDGE, at.1 + over),
            width: width - 2.0 * EDGE,
            widest_pitch: 3.6 * em,
            side: side_room(canvas, board),
        };
        let geometry = Geometry::new(canvas, board, strip, &spaces)?;
        geometry.draw_edge(canvas);
        for (place, pit) in board.pits() {
            let role = self.role(place);
            draw_seeds(canvas, &geometry, place, pit, role.look());
            draw_letter(canvas, &geometry, place, &pit.name, geometry.inner(place));
            if let Role::Captured(seeds) = role {
                draw_capture(canvas, &geometry, place, seeds);
            }
        }
        draw_path(canvas, &geometry, &self.path);
        if self.players {
            let top = geometry.bottom + 0.15 * em;
            draw_player(canvas, middle, top, board.bottom.as_ref(), width);
        }
        let words = (geometry.left, geometry.bottom + under + 0.2 * em);
        Ok(self.draw_words(canvas, words, at.0 + width - geometry.left))
    }

    fn role(&self, place: Place) -> Role {
        self.roles.iter().find(|(known, _)| *known == place).map_or(Role::Untouched, |(_, role)| *role)
    }

    fn draw_words(&self, canvas: &mut Canvas, at: Point, width: f64) -> f64 {
        let em = canvas.em();
        let head = if self.words.is_empty() { self.head.clone() } else { format!("{}:", self.head) };
        let mut baseline = at.1 + ASCENT * em;
        let indent = canvas.text_width(&head, Face::Bold) + 0.4 * em;
        canvas.text(&head, (at.0, baseline), Type::bold());
        let mut bottom = baseline + DESCENT * em;
        for line in fit(canvas, &self.words, width - indent, Face::Regular, 4) {
            canvas.text(&line, (at.0 + indent, baseline), Type::regular());
            bottom = baseline + DESCENT * em;
            baseline += canvas.leading();
        }
        bottom
    }
}

impl Figure for MoveDiagram {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        let frames = self.frames()?;
        let mut canvas = Canvas::new(preset);
        let (width, em) = (canvas.width(), canvas.em());
        let gap = 2.0 * em;
        let columns = columns_of(&canvas, &self.before, frames.len(), gap);
        let each = (width - gap * (real(columns) - 1.0)) / real(columns);
        let mut y = 0.0;
        let mut bottom = 0.0;
        for row in frames.chunks(columns) {
            bottom = y;
            let named = row.iter().any(|frame| frame.players);
            for (column, frame) in row.iter().enumerate() {
                let at = (real(column) * (each + gap), y);
                bottom = frame.draw(&mut canvas, at, each, named)?.max(bottom);
            }
            y = bottom + 0.8 * em;
        }
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["frame", "row", "column", "pit", "seeds", "closed", "role"])?;
        for frame in self.frames()? {
            for (place, pit) in frame.board.pits() {
                table.row([
                    frame.head.clone(),
                    (place.0 + 1).to_string(),
                    (place.1 + 1).to_string(),
                    pit.name.clone(),
                    pit.seeds.to_string(),
                    pit.closed.to_string(),
                    frame.role(place).words(),
                ])?;
            }
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut caption = format!(
            "{}. Numbers are seeds after the lap; a heavy ring marks the pit lifted, shading the pits sown, the arrow \
             their order",
            self.subject
        );
        if !self.captures.is_empty() {
            caption.push_str("; a dashed ring marks the pit captured, with its seeds at the arrow");
        }
        caption.push('.');
        caption
    }

    fn alt_text(&self) -> String {
        let mut parts = vec![format!("Move diagram. Before, {}: {}.", self.before.order(), self.before.words())];
        for (number, lap) in self.laps.iter().enumerate() {
            parts.push(format!("Lap {}: {}.", number + 1, lap.words()));
        }
        parts.push(format!("{}.", upper_first(&self.end_words())));
        parts.push(format!("After: {}.", self.after.words()));
        parts.join(" ")
    }
}

/// How many frames stand beside each other: up to three where pits keep a comfortable size, and no more than it takes
/// for the number of rows, so that four frames make a square.
fn columns_of(canvas: &Canvas, board: &Board, frames: usize, gap: f64) -> usize {
    let comfortable = least_pitch(canvas, board).max(2.15 * canvas.em()).max(inner_pitch(canvas, board));
    let needed = board.breadth() * comfortable + 2.0 * (side_room(canvas, board) + EDGE);
    let most = (2..=3)
        .rev()
        .find(|&columns| (canvas.width() - gap * (real(columns) - 1.0)) / real(columns) >= needed)
        .unwrap_or(1);
    let rows = frames.div_ceil(most).max(1);
    frames.div_ceil(rows).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::board::{Pit, Pits};

    fn board(upper: [u32; 5], lower: [u32; 5]) -> Board {
        let row = |names: [&str; 5], seeds: [u32; 5]| {
            names.into_iter().zip(seeds).map(|(name, seeds)| Some(Pit::open(name, seeds))).collect()
        };
        Board {
            pits: Pits::Rows(vec![row(["J", "I", "H", "G", "F"], upper), row(["A", "B", "C", "D", "E"], lower)]),
            top: None,
            bottom: None,
        }
    }

    fn names(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Marin 1931, p. 507.
    fn marin() -> MoveDiagram {
        MoveDiagram {
            subject: "Marin's example".into(),
            before: board([4; 5], [4; 5]),
            laps: vec![
                LapDrawing {
                    from: "E".into(),
                    seeds: 4,
                    sown: names("F G H I"),
                    after: board([4, 5, 5, 5, 5], [4, 4, 4, 4, 0]),
                },
                LapDrawing {
                    from: "J".into(),
                    seeds: 4,
                    sown: names("A B C D"),
                    after: board([0, 5, 5, 5, 5], [5, 5, 5, 5, 0]),
                },
            ],
            stop: "E is empty".into(),
            captures: vec![CaptureDrawing { pit: "F".into(), seeds: 5 }],
            after: board([0, 5, 5, 5, 0], [5, 5, 5, 5, 0]),
        }
    }

    #[test]
    fn marins_example_is_told_lap_by_lap() {
        assert_eq!(
            marin().alt_text(),
            "Move diagram. Before, rows from the top: J 4, I 4, H 4, G 4, F 4; A 4, B 4, C 4, D 4, E 4. Lap 1: lift E \
             (4), sow F G H I. Lap 2: lift J (4), sow A B C D. E is empty; capture F (5). After: J 0, I 5, H 5, G 5, F \
             0; A 5, B 5, C 5, D 5, E 0."
        );
    }

    #[test]
    fn the_table_says_what_became_of_every_pit_in_every_frame() {
        let table = marin().csv().expect("table");
        assert_eq!(table.lines().count(), 1 + 4 * 10);
        for line in [
            "before,1,1,J,4,false,",
            "lap 1,2,5,E,0,false,lifted",
            "lap 1,1,5,F,5,false,sown 1",
            "lap 2,1,1,J,0,false,lifted",
            "lap 2,2,4,D,5,false,sown 1",
            "end,1,5,F,0,false,captured 5",
        ] {
            assert!(table.lines().any(|found| found == line), "{line}");
        }
    }

    #[test]
    fn a_pit_sown_again_after_it_was_lifted_keeps_both_roles() {
        let mut long = marin();
        long.laps[0].sown = names("F G H I J A B C D E F");
        let roles = long.laps[0].roles().expect("known pits");
        assert!(roles.contains(&((1, 4), Role::LiftedAndSown(1))));
        assert!(roles.contains(&((0, 4), Role::Sown(2))));
    }

    #[test]
    fn a_lap_that_names_an_unknown_pit_is_an_error() {
        let mut wrong = marin();
        wrong.laps[1].sown.push("K".into());
        let error = wrong.draw(Preset::Elsevier1).expect_err("no pit K");
        assert_eq!(error.to_string(), "the board has no pit K");
    }

    #[test]
    fn four_frames_make_a_square_and_five_two_rows() {
        let canvas = Canvas::new(Preset::Elsevier2);
        let gap = 2.0 * canvas.em();
        let board = marin().before;
        assert_eq!(columns_of(&canvas, &board, 4, gap), 2);
        assert_eq!(columns_of(&canvas, &board, 5, gap), 3);
        assert_eq!(columns_of(&canvas, &board, 2, gap), 2);
    }

    #[test]
    fn a_turn_that_wins_nothing_says_so() {
        let mut bosh = marin();
        bosh.captures.clear();
        assert_eq!(bosh.end_words(), "E is empty; nothing captured");
    }
}
