//! The board as ethnographers draw it: pits as circles with their seeds, lettered, each player at his side.

use super::axis::{centred, real};
use super::canvas::{Anchor, Canvas, Dash, Drawing, Point, Stroke, Type};
use super::colour::{BLACK, DARK_GREY, MID_GREY, PALE_GREY, Rgb, WHITE};
use super::error::FigureError;
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::output::Figure;
use super::preset::Preset;
use super::table::Table;

/// A position on a board, as it lies before the reader.
///
/// Rows run from the top of the diagram to the bottom, pits from left to right. A place without a pit leaves a gap, so
/// that four-row boards, rings and boards with uneven rows can all be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The rows.
    pub rows: Vec<Vec<Option<Pit>>>,
    /// The player who sits at the top.
    pub top: Option<Player>,
    /// The player who sits at the bottom.
    pub bottom: Option<Player>,
}

/// One pit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pit {
    /// Its letter or name.
    pub name: String,
    /// Seeds in it.
    pub seeds: u32,
    /// Whether it is closed: filled in, and out of play for the time being.
    pub closed: bool,
}

impl Pit {
    /// An open pit.
    #[must_use]
    pub fn open(name: impl Into<String>, seeds: u32) -> Self {
        Self {
            name: name.into(),
            seeds,
            closed: false,
        }
    }

    /// A closed pit.
    #[must_use]
    pub fn closed(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            seeds: 0,
            closed: true,
        }
    }
}

/// A player beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Name or seat, e.g. "South".
    pub name: String,
    /// Seeds won so far, where they are to be shown.
    pub won: Option<u32>,
}

impl Player {
    fn words(&self) -> String {
        match self.won {
            Some(won) => format!("{} ({won} won)", self.name),
            None => self.name.clone(),
        }
    }
}

/// Row and column of a pit in [`Board::rows`].
pub(crate) type Place = (usize, usize);

impl Board {
    pub(crate) fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Whether the row lies in the upper half; a single row counts as the lower half.
    pub(crate) fn is_upper(&self, row: usize) -> bool {
        row < self.rows.len() / 2
    }

    /// Every pit with its place, row by row.
    pub(crate) fn pits(&self) -> impl Iterator<Item = (Place, &Pit)> {
        self.rows.iter().enumerate().flat_map(|(row, pits)| {
            pits.iter()
                .enumerate()
                .filter_map(move |(column, pit)| pit.as_ref().map(|pit| ((row, column), pit)))
        })
    }

    /// # Errors
    /// [`FigureError::UnknownPit`] where no pit has this name.
    pub(crate) fn place_of(&self, name: &str) -> Result<Place, FigureError> {
        self.pits()
            .find(|(_, pit)| pit.name == name)
            .map(|(place, _)| place)
            .ok_or_else(|| FigureError::UnknownPit(name.to_owned()))
    }

    /// The position in words, a row after the other.
    pub(crate) fn words(&self) -> String {
        let row = |pits: &Vec<Option<Pit>>| {
            let pits: Vec<String> = pits
                .iter()
                .flatten()
                .map(|pit| {
                    if pit.closed {
                        format!("{} closed", pit.name)
                    } else {
                        format!("{} {}", pit.name, pit.seeds)
                    }
                })
                .collect();
            pits.join(", ")
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        rows.join("; ")
    }
}

/// Room above and below the pits of a row, millimetres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowSpace {
    pub(crate) above: f64,
    pub(crate) below: f64,
}

/// Where everything of a board lies on the sheet.
pub(crate) struct Geometry {
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) pitch: f64,
    pub(crate) radius: f64,
    /// Height of the centres of each row.
    rows: Vec<f64>,
    /// Left edge of the first column.
    first: f64,
}

impl Geometry {
    /// Lays a board out in the middle of a strip that begins at `at` and is `width` wide.
    ///
    /// # Errors
    /// [`FigureError::Empty`] for a board without pits, [`FigureError::TooNarrow`] where the seeds would not fit into
    /// the pits.
    pub(crate) fn new(
        canvas: &Canvas,
        board: &Board,
        at: Point,
        width: f64,
        widest_pitch: f64,
        spaces: &[RowSpace],
    ) -> Result<Self, FigureError> {
        let columns = real(board.columns());
        if board.pits().next().is_none() {
            return Err(FigureError::Empty { what: "pits" });
        }
        let pad = padding(canvas);
        let pitch = ((width - 2.0 * pad) / columns).min(widest_pitch);
        let least = least_pitch(canvas, board);
        if pitch < least {
            return Err(FigureError::TooNarrow {
                what: "the board",
                needed: least * columns + 2.0 * pad,
                available: width,
            });
        }
        let radius = 0.42 * pitch;
        let left = at.0 + (width - columns * pitch) / 2.0 - pad;
        let mut y = at.1 + pad * 0.6;
        let mut rows = Vec::with_capacity(spaces.len());
        for space in spaces {
            y += space.above + radius;
            rows.push(y);
            y += radius + space.below;
        }
        Ok(Self {
            left,
            right: left + columns * pitch + 2.0 * pad,
            top: at.1,
            bottom: y + pad * 0.6,
            pitch,
            radius,
            rows,
            first: left + pad,
        })
    }

    pub(crate) fn centre(&self, (row, column): Place) -> Point {
        (
            self.first + (real(column) + 0.5) * self.pitch,
            self.rows[row],
        )
    }

    pub(crate) fn middle(&self) -> Point {
        (
            f64::midpoint(self.left, self.right),
            f64::midpoint(self.top, self.bottom),
        )
    }

    /// The edge of the wooden board or of the dug ground: a rectangle with round corners.
    pub(crate) fn draw_edge(&self, canvas: &mut Canvas) {
        let r = (0.35 * self.pitch).min((self.bottom - self.top) / 2.0);
        let turns = [
            (self.right - r, self.top + r, -90.0),
            (self.right - r, self.bottom - r, 0.0),
            (self.left + r, self.bottom - r, 90.0),
            (self.left + r, self.top + r, 180.0),
        ];
        let points: Vec<Point> = turns
            .into_iter()
            .flat_map(|(x, y, start): (f64, f64, f64)| {
                (0..=8).map(move |step| {
                    let angle = (start + f64::from(step) * 90.0 / 8.0).to_radians();
                    (x + r * angle.cos(), y + r * angle.sin())
                })
            })
            .collect();
        canvas.outline(&points, Stroke::solid(0.6, DARK_GREY));
    }
}

/// Room between the edge of the board and its pits.
fn padding(canvas: &Canvas) -> f64 {
    0.5 * canvas.em()
}

/// The closest the centres of two pits may stand for their seeds and names to fit.
pub(crate) fn least_pitch(canvas: &Canvas, board: &Board) -> f64 {
    board
        .pits()
        .map(|(_, pit)| {
            let seeds = canvas.text_width(&pit.seeds.to_string(), Face::Regular);
            let name = canvas.text_width(&pit.name, Face::Italic);
            // The number's box must lie inside a circle of 0.84 pitches across.
            (seeds.hypot(CAP_HEIGHT * canvas.em()) / 0.84 + 0.2).max(name + 0.2 * canvas.em())
        })
        .fold(0.0, f64::max)
}

/// The widest pitch at which a board still looks like one, not like a row of plates.
pub(crate) fn natural_pitch(canvas: &Canvas) -> f64 {
    4.2 * canvas.em()
}

/// Room a line of letters takes beside a row.
pub(crate) fn letter_room(canvas: &Canvas) -> f64 {
    1.2 * canvas.em()
}

/// How a pit is set off from the others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PitLook {
    pub(crate) fill: Rgb,
    pub(crate) edge: Stroke,
}

impl PitLook {
    pub(crate) fn plain() -> Self {
        Self {
            fill: WHITE,
            edge: Stroke::solid(0.6, BLACK),
        }
    }
}

/// Draws the circle of a pit, without its number.
pub(crate) fn draw_pit(
    canvas: &mut Canvas,
    geometry: &Geometry,
    place: Place,
    pit: &Pit,
    look: PitLook,
) {
    let (centre, r) = (geometry.centre(place), geometry.radius);
    if pit.closed {
        // Earth over the pit: hatched, without a number.
        canvas.disc(centre, r, PALE_GREY.tint(0.3));
        let step = canvas.scaled(0.9);
        let mut offset = -r + step / 2.0;
        while offset < r {
            let half = (r * r - offset * offset).sqrt();
            let turn = std::f64::consts::FRAC_1_SQRT_2;
            let end = |along: f64| {
                (
                    centre.0 + (along + offset) * turn,
                    centre.1 + (offset - along) * turn,
                )
            };
            canvas.line(&[end(-half), end(half)], Stroke::solid(0.4, MID_GREY));
            offset += step;
        }
        canvas.ring(
            centre,
            r,
            Stroke::dashed(0.6, DARK_GREY, Dash::Pattern(&[2.0, 1.2])),
        );
    } else {
        canvas.disc(centre, r, look.fill);
        canvas.ring(centre, r, look.edge);
    }
}

/// Draws a pit with its seeds.
pub(crate) fn draw_seeds(
    canvas: &mut Canvas,
    geometry: &Geometry,
    place: Place,
    pit: &Pit,
    look: PitLook,
) {
    draw_pit(canvas, geometry, place, pit, look);
    if pit.closed {
        return;
    }
    let centre = geometry.centre(place);
    let colour = if pit.seeds == 0 {
        DARK_GREY
    } else {
        look.fill.ink()
    };
    canvas.text(
        &pit.seeds.to_string(),
        (centre.0, centre.1 + CAP_HEIGHT / 2.0 * canvas.em()),
        Type::regular().anchored(Anchor::Middle).coloured(colour),
    );
}

/// Sets the letter of a pit above or under it.
pub(crate) fn draw_letter(
    canvas: &mut Canvas,
    geometry: &Geometry,
    place: Place,
    name: &str,
    above: bool,
) {
    let (x, y) = geometry.centre(place);
    let em = canvas.em();
    let gap = 0.22 * em;
    let baseline = if above {
        y - geometry.radius - gap
    } else {
        y + geometry.radius + gap + CAP_HEIGHT * em
    };
    canvas.text(
        name,
        (x, baseline),
        Type::italic().anchored(Anchor::Middle).coloured(DARK_GREY),
    );
}

/// Height a player's name takes above or under a board.
pub(crate) fn player_room(canvas: &Canvas, player: Option<&Player>) -> f64 {
    player.map_or(0.0, |_| (ASCENT + DESCENT + 0.15) * canvas.em())
}

/// Sets a player's name centred under `top` and gives the height of its lowest text.
pub(crate) fn draw_player(
    canvas: &mut Canvas,
    middle: f64,
    top: f64,
    player: Option<&Player>,
    width: f64,
) -> f64 {
    match player {
        Some(player) => centred(canvas, (middle, top), &player.words(), width, 1),
        None => top,
    }
}

/// Room for letters on the outer side of every row.
pub(crate) fn outer_letters(canvas: &Canvas, board: &Board) -> Vec<RowSpace> {
    let (letter, bare) = (letter_room(canvas), 0.25 * canvas.em());
    (0..board.rows.len())
        .map(|row| {
            if board.is_upper(row) {
                RowSpace {
                    above: letter,
                    below: bare,
                }
            } else {
                RowSpace {
                    above: bare,
                    below: letter,
                }
            }
        })
        .collect()
}

/// A figure of one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardDiagram {
    /// What the figure shows, the first sentence of the caption, without its full stop.
    pub subject: String,
    /// The position.
    pub board: Board,
}

impl Figure for BoardDiagram {
    fn draw(&self, preset: Preset) -> Result<Drawing, FigureError> {
        let mut canvas = Canvas::new(preset);
        let board = &self.board;
        let (width, em) = (canvas.width(), canvas.em());
        let top = player_room(&canvas, board.top.as_ref());
        let geometry = Geometry::new(
            &canvas,
            board,
            (0.3, top),
            width - 0.6,
            natural_pitch(&canvas),
            &outer_letters(&canvas, board),
        )?;
        let middle = geometry.middle().0;
        draw_player(&mut canvas, middle, 0.0, board.top.as_ref(), width);
        geometry.draw_edge(&mut canvas);
        for (place, pit) in board.pits() {
            draw_seeds(&mut canvas, &geometry, place, pit, PitLook::plain());
            let upper = board.is_upper(place.0);
            draw_letter(&mut canvas, &geometry, place, &pit.name, upper);
        }
        let under = geometry.bottom + 0.15 * em;
        let bottom = draw_player(&mut canvas, middle, under, board.bottom.as_ref(), width);
        canvas.finish(bottom + 0.2 * em, &self.alt_text())
    }

    fn csv(&self) -> Result<String, FigureError> {
        let mut table = Table::new(&["row", "column", "pit", "seeds", "closed"])?;
        for ((row, column), pit) in self.board.pits() {
            table.row([
                (row + 1).to_string(),
                (column + 1).to_string(),
                pit.name.clone(),
                pit.seeds.to_string(),
                pit.closed.to_string(),
            ])?;
        }
        table.finish()
    }

    fn caption(&self) -> String {
        let mut caption = format!(
            "{}. Numbers are seeds; pits are named by the letters beside them.",
            self.subject
        );
        if self.board.pits().any(|(_, pit)| pit.closed) {
            caption.push_str(" Hatched pits are closed.");
        }
        caption
    }

    fn alt_text(&self) -> String {
        let players: String = [("top", &self.board.top), ("bottom", &self.board.bottom)]
            .into_iter()
            .filter_map(|(side, player)| {
                player
                    .as_ref()
                    .map(|player| format!(" {} sits at the {side}.", player.words()))
            })
            .collect();
        format!(
            "Board diagram, rows from the top: {}.{players}",
            self.board.words()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board {
            rows: vec![
                vec![Some(Pit::open("D", 0)), Some(Pit::closed("C"))],
                vec![Some(Pit::open("A", 12)), Some(Pit::open("B", 3))],
            ],
            top: Some(Player {
                name: "North".into(),
                won: None,
            }),
            bottom: Some(Player {
                name: "South".into(),
                won: Some(5),
            }),
        }
    }

    #[test]
    fn a_board_is_told_row_by_row_with_its_players() {
        let diagram = BoardDiagram {
            subject: "A made-up position".into(),
            board: board(),
        };
        assert_eq!(
            diagram.alt_text(),
            "Board diagram, rows from the top: D 0, C closed; A 12, B 3. North sits at the top. South (5 won) sits at \
             the bottom."
        );
        assert_eq!(
            diagram.csv().expect("table"),
            "row,column,pit,seeds,closed\n1,1,D,0,false\n1,2,C,0,true\n2,1,A,12,false\n2,2,B,3,false\n"
        );
    }

    #[test]
    fn a_pit_that_is_not_there_is_named() {
        let error = board().place_of("K").expect_err("no such pit");
        assert_eq!(error.to_string(), "the board has no pit K");
    }

    #[test]
    fn a_board_too_wide_for_the_page_says_what_it_needs() {
        let wide = BoardDiagram {
            subject: "Forty pits".into(),
            board: Board {
                rows: vec![vec![Some(Pit::open("A", 24)); 40]],
                top: None,
                bottom: None,
            },
        };
        assert!(matches!(
            wide.draw(Preset::Elsevier1),
            Err(FigureError::TooNarrow { .. })
        ));
    }
}
