//! Where a board and its pits lie on the sheet, and how they are drawn there.

use super::axis::{centred, real};
use super::board::{Board, Pit, Pits, Place, Player, ring_radius};
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
    centres: Centres,
}

/// Where the centres of the pits lie.
enum Centres {
    /// The height of each row, the left edge of the first column, and the middles of the stores.
    Rows { heights: Vec<f64>, first: f64, stores: Option<[Point; 2]> },
    /// On a circle.
    Ring { middle: Point, radius: f64, pits: usize },
}

/// Radius of a pit, in distances between the centres of two neighbours.
pub(crate) const PIT_SHARE: f64 = 0.42;

/// Where on a ring the first pit lies: at the lower left of a reader who sits below, as a row begins at his left.
const FIRST_OF_RING: f64 = 225.0;

impl Geometry {
    /// Lays a board out in the middle of a strip.
    ///
    /// # Errors
    /// [`FigureError::Empty`] for a board without pits, [`FigureError::TooNarrow`] where the seeds would not fit into
    /// the pits.
    pub(crate) fn new(canvas: &Canvas, board: &Board, strip: Strip, spaces: &[RowSpace]) -> Result<Self, FigureError> {
        let columns = board.breadth();
        if board.pits().next().is_none() {
            return Err(FigureError::Empty { what: "pits" });
        }
        let Strip { at, width, widest_pitch, side: pad } = strip;
        let pitch = ((width - 2.0 * pad) / columns).min(widest_pitch);
        let least = least_pitch(canvas, board);
        if pitch < least {
            return Err(FigureError::TooNarrow {
                what: "the board",
                needed: least * columns + 2.0 * pad,
                available: width,
            });
        }
        let radius = PIT_SHARE * pitch;
        let left = at.0 + (width - columns * pitch) / 2.0 - pad;
        let rim = 0.3 * canvas.em();
        let mut y = at.1 + rim;
        // A ring takes up one row as high as it is wide.
        let half = match &board.pits {
            Pits::Rows(_) | Pits::RowsAndStores { .. } => radius,
            Pits::Ring(pits) => radius + ring_radius(pits.len()) * pitch,
        };
        let mut heights = Vec::with_capacity(spaces.len());
        for space in spaces {
            y += space.above + half;
            heights.push(y);
            y += half + space.below;
        }
        let first = left + pad;
        let centres = match &board.pits {
            Pits::Rows(_) => Centres::Rows { heights, first, stores: None },
            Pits::RowsAndStores { .. } => {
                let height = f64::midpoint(heights.first().copied().unwrap_or(y), heights.last().copied().unwrap_or(y));
                let store = |column: f64| (first + column * pitch, height);
                Centres::Rows { heights, first: first + pitch, stores: Some([store(0.5), store(columns - 0.5)]) }
            }
            Pits::Ring(pits) => Centres::Ring {
                middle: (first + columns * pitch / 2.0, heights.first().copied().unwrap_or(y)),
                radius: half - radius,
                pits: pits.len(),
            },
        };
        Ok(Self { left, right: left + columns * pitch + 2.0 * pad, top: at.1, bottom: y + rim, pitch, radius, centres })
    }

    pub(crate) fn centre(&self, (row, column): Place) -> Point {
        match &self.centres {
            Centres::Rows { heights, first, stores } => match (heights.get(row), stores) {
                (None, Some(stores)) => stores[column],
                (height, _) => (first + (real(column) + 0.5) * self.pitch, height.copied().unwrap_or(self.bottom)),
            },
            Centres::Ring { middle, radius, pits } => {
                let angle = (FIRST_OF_RING + real(column) / real(*pits) * 360.0).to_radians();
                (middle.0 + radius * angle.cos(), middle.1 - radius * angle.sin())
            }
        }
    }

    /// Whether a place is that of a store.
    pub(crate) fn is_store(&self, (row, _): Place) -> bool {
        matches!(&self.centres, Centres::Rows { heights, stores: Some(_), .. } if row == heights.len())
    }

    /// The side of a pit that faces away from the board's middle, as a unit vector; a single row faces downwards.
    pub(crate) fn outer(&self, place: Place) -> Point {
        match &self.centres {
            Centres::Rows { heights, .. } => (0.0, if place.0 < heights.len() / 2 { -1.0 } else { 1.0 }),
            Centres::Ring { middle, radius, .. } => {
                let (x, y) = self.centre(place);
                ((x - middle.0) / radius, (y - middle.1) / radius)
            }
        }
    }

    /// The side of a pit that faces the board's middle; of a single row the lower one, since seeds hop over it.
    pub(crate) fn inner(&self, place: Place) -> Point {
        match &self.centres {
            Centres::Rows { heights, .. } if heights.len() == 1 => (0.0, 1.0),
            _ => opposite(self.outer(place)),
        }
    }

    /// The middle of a box of a given size that stands beside a pit, clear of everything within `clearance` of its edge.
    pub(crate) fn beside(&self, place: Place, side: Point, clearance: f64, (width, height): (f64, f64)) -> Point {
        let (x, y) = self.centre(place);
        let reach = self.radius + clearance + side.0.abs() * width / 2.0 + side.1.abs() * height / 2.0;
        (x + side.0 * reach, y + side.1 * reach)
    }

    pub(crate) fn middle(&self) -> Point {
        (f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    /// The edge of the wooden board or of the dug ground: a rectangle with round corners. A ring is drawn on bare ground.
    pub(crate) fn draw_edge(&self, canvas: &mut Canvas) {
        if matches!(self.centres, Centres::Ring { .. }) {
            return;
        }
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

/// The other direction.
pub(crate) fn opposite((x, y): Point) -> Point {
    (-x, -y)
}

/// Room between the edge of the board and its pits.
pub(crate) fn padding(canvas: &Canvas) -> f64 {
    0.5 * canvas.em()
}

/// Room at the sides of a board whose letters stand on the outer side of its pits.
pub(crate) fn letter_side(canvas: &Canvas, board: &Board) -> f64 {
    if board.is_ring() { letter_room(canvas) } else { padding(canvas) }
}

/// The closest the centres of two pits may stand for their seeds and names to fit.
pub(crate) fn least_pitch(canvas: &Canvas, board: &Board) -> f64 {
    board
        .pits()
        .map(|(place, pit)| {
            let seeds = canvas.text_width(&pit.seeds.to_string(), Face::Regular);
            let lettered = place.0 < board.row_count();
            let name = if lettered { canvas.text_width(&pit.name, Face::Italic) } else { 0.0 };
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
        Self { fill: WHITE, edge: Stroke::solid(0.6, BLACK) }
    }
}

/// Draws the circle of a pit, without its number.
pub(crate) fn draw_pit(canvas: &mut Canvas, geometry: &Geometry, place: Place, pit: &Pit, look: PitLook) {
    let (centre, r) = (geometry.centre(place), geometry.radius);
    if pit.closed {
        // Earth over the pit: hatched, without a number.
        canvas.disc(centre, r, PALE_GREY.tint(0.3));
        let step = canvas.scaled(0.9);
        let mut offset = -r + step / 2.0;
        while offset < r {
            let half = (r * r - offset * offset).sqrt();
            let turn = std::f64::consts::FRAC_1_SQRT_2;
            let end = |along: f64| (centre.0 + (along + offset) * turn, centre.1 + (offset - along) * turn);
            canvas.line(&[end(-half), end(half)], Stroke::solid(0.4, MID_GREY));
            offset += step;
        }
        canvas.ring(centre, r, Stroke::dashed(0.6, DARK_GREY, Dash::Pattern(&[2.0, 1.2])));
    } else {
        canvas.disc(centre, r, look.fill);
        canvas.ring(centre, r, look.edge);
    }
}

/// Draws a pit with its seeds.
pub(crate) fn draw_seeds(canvas: &mut Canvas, geometry: &Geometry, place: Place, pit: &Pit, look: PitLook) {
    draw_pit(canvas, geometry, place, pit, look);
    if pit.closed {
        return;
    }
    let centre = geometry.centre(place);
    let colour = if pit.seeds == 0 { DARK_GREY } else { look.fill.ink() };
    canvas.text(
        &pit.seeds.to_string(),
        (centre.0, centre.1 + CAP_HEIGHT / 2.0 * canvas.em()),
        Type::regular().anchored(Anchor::Middle).coloured(colour),
    );
}

/// Sets the letter of a pit on one of its sides. Stores have none; whose they are is plain from where they lie.
pub(crate) fn draw_letter(canvas: &mut Canvas, geometry: &Geometry, place: Place, name: &str, side: Point) {
    if geometry.is_store(place) {
        return;
    }
    let em = canvas.em();
    let letter = (canvas.text_width(name, Face::Italic), CAP_HEIGHT * em);
    let (x, y) = geometry.beside(place, side, 0.3 * em, letter);
    let kind = Type::italic().anchored(Anchor::Middle).coloured(DARK_GREY);
    canvas.text(name, (x, y + CAP_HEIGHT / 2.0 * em), kind);
}

/// Height a player's name takes above or under a board.
pub(crate) fn player_room(canvas: &Canvas, player: Option<&Player>) -> f64 {
    player.map_or(EDGE, |_| (ASCENT + DESCENT + 0.15) * canvas.em())
}

/// Sets a player's name centred under `top` and gives the height of its lowest text.
pub(crate) fn draw_player(canvas: &mut Canvas, middle: f64, top: f64, player: Option<&Player>, width: f64) -> f64 {
    match player {
        Some(player) => centred(canvas, (middle, top), &player.words(), width, 1),
        None => top,
    }
}

/// Room for letters on the outer side of every row.
pub(crate) fn outer_letters(canvas: &Canvas, board: &Board) -> Vec<RowSpace> {
    let (letter, bare) = (letter_room(canvas), 0.25 * canvas.em());
    if board.is_ring() {
        return vec![RowSpace { above: letter, below: letter }];
    }
    (0..board.row_count())
        .map(|row| {
            if board.is_upper(row) {
                RowSpace { above: letter, below: bare }
            } else {
                RowSpace { above: bare, below: letter }
            }
        })
        .collect()
}
