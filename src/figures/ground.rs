//! Where a board and its pits lie on the sheet, and how they are drawn there.

use super::axis::{centred, real};
use super::board::{Board, Pit, Place, Player};
use super::canvas::{Canvas, Point};
use super::colour::{BLACK, DARK_GREY, MID_GREY, PALE_GREY, Rgb, WHITE};
use super::error::FigureError;
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::pen::{Anchor, Dash, Stroke, Type};

/// Kept free at the edge of the sheet, so that no line is cut, millimetres.
pub(crate) const EDGE: f64 = 0.3;

/// Room above and below the pits of a row, millimetres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowSpace {
    pub(crate) above: f64,
    pub(crate) below: f64,
}

/// The strip of the sheet a board may take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strip {
    /// Its upper left corner.
    pub(crate) at: Point,
    pub(crate) width: f64,
    /// Distance between the centres of two pits where there is room to spare.
    pub(crate) widest_pitch: f64,
    /// Room between the outermost pits and the edge of the board.
    pub(crate) side: f64,
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
    /// Lays a board out in the middle of a strip.
    ///
    /// # Errors
    /// [`FigureError::Empty`] for a board without pits, [`FigureError::TooNarrow`] where the seeds would not fit into
    /// the pits.
    pub(crate) fn new(
        canvas: &Canvas,
        board: &Board,
        strip: Strip,
        spaces: &[RowSpace],
    ) -> Result<Self, FigureError> {
        let columns = real(board.columns());
        if board.pits().next().is_none() {
            return Err(FigureError::Empty { what: "pits" });
        }
        let Strip {
            at,
            width,
            widest_pitch,
            side: pad,
        } = strip;
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
        let rim = 0.3 * canvas.em();
        let mut y = at.1 + rim;
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
            bottom: y + rim,
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
pub(crate) fn padding(canvas: &Canvas) -> f64 {
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
    1.3 * canvas.em()
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
    let gap = 0.3 * em;
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
    player.map_or(EDGE, |_| (ASCENT + DESCENT + 0.15) * canvas.em())
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
