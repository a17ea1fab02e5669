//! The way of the seeds over a board: hops from pit to pit, and captures leaving it.

use super::axis::real;
use super::board::{Board, Pits, Place, ring_radius};
use super::canvas::{Canvas, Point};
use super::colour::{BLACK, BLUE, Rgb, VERMILLION};
use super::font::{ASCENT, CAP_HEIGHT, DESCENT, Face};
use super::ground::{Geometry, PIT_SHARE, RowSpace, letter_room, opposite};
use super::pen::{Anchor, Stroke, Type};

/// Room for hops and capture arrows on the outer side of a row.
fn hop_room(canvas: &Canvas) -> f64 {
    1.5 * canvas.em()
}

/// Room for hops from one row to another at the ends of the board, and for all that surrounds a ring.
pub(crate) fn side_room(canvas: &Canvas, board: &Board) -> f64 {
    if board.is_ring() { hop_room(canvas) } else { 1.35 * canvas.em() }
}

/// The closest the pits of a ring may stand for their letters to have room inside it: nought for other boards.
pub(crate) fn inner_pitch(canvas: &Canvas, board: &Board) -> f64 {
    let Pits::Ring(pits) = &board.pits else { return 0.0 };
    // Letters stand 0.3 em and half their height inside the pits, and 1.3 em from each other.
    let (inside, apart) = ((0.3 + f64::midpoint(ASCENT, DESCENT)) * canvas.em(), 1.3 * canvas.em());
    let half_turn = std::f64::consts::PI / real(pits.len().max(2));
    (apart / 2.0 / half_turn.sin() + inside) / (ring_radius(pits.len()) - PIT_SHARE)
}

pub(crate) fn row_spaces(canvas: &Canvas, board: &Board) -> Vec<RowSpace> {
    let (outer, inner) = (hop_room(canvas), letter_room(canvas) + 0.1 * canvas.em());
    if board.is_ring() {
        return vec![RowSpace { above: outer, below: outer }];
    }
    (0..board.row_count())
        .map(|row| {
            if board.is_upper(row) || board.row_count() == 1 {
                RowSpace { above: outer, below: inner }
            } else {
                RowSpace { above: inner, below: outer }
            }
        })
        .collect()
}

/// The seeds that leave a captured pit: an arrow out of the board with their number.
pub(crate) fn draw_capture(canvas: &mut Canvas, geometry: &Geometry, place: Place, seeds: u32) {
    let em = canvas.em();
    let (x, y) = geometry.centre(place);
    let away = opposite(geometry.inner(place));
    let at = |reach: f64| (x + away.0 * reach, y + away.1 * reach);
    let (from, to) = (geometry.radius + 0.15 * em, geometry.radius + hop_room(canvas) - 0.1 * em);
    canvas.line(&[at(from), at(to - 0.4 * em)], Stroke::solid(0.9, VERMILLION));
    arrow_head(canvas, at(to), away, VERMILLION);
    // The number stands beside the arrow, to its right where it has one.
    let beside = if away.1 > 0.0 { (away.1, -away.0) } else { (-away.1, away.0) };
    let seeds = seeds.to_string();
    let half = (canvas.text_width(&seeds, Face::Bold) / 2.0, CAP_HEIGHT / 2.0 * em);
    let reach = 0.45 * em + beside.0.abs() * half.0 + beside.1.abs() * half.1;
    let middle = at(f64::midpoint(from, to));
    canvas.text(
        &seeds,
        (middle.0 + beside.0 * reach, middle.1 + beside.1 * reach + half.1),
        Type::bold().coloured(BLACK).anchored(Anchor::Middle),
    );
}

/// A filled head that ends at `tip` and points along the unit vector `towards`.
fn arrow_head(canvas: &mut Canvas, tip: Point, towards: Point, colour: Rgb) {
    let (length, half) = (0.55 * canvas.em(), 0.22 * canvas.em());
    let base = (tip.0 - towards.0 * length, tip.1 - towards.1 * length);
    let across = (-towards.1 * half, towards.0 * half);
    canvas.polygon(&[tip, (base.0 + across.0, base.1 + across.1), (base.0 - across.0, base.1 - across.1)], colour);
}

/// The way of the seeds: a hop from each pit to the next, outside the rows, with a head on the last.
pub(crate) fn draw_path(canvas: &mut Canvas, geometry: &Geometry, path: &[Place]) {
    let hops: Vec<(Place, Place)> = path.windows(2).map(|pair| (pair[0], pair[1])).collect();
    for (number, &(from, to)) in hops.iter().enumerate() {
        let earlier = hops[..number].iter().filter(|hop| **hop == (from, to)).count();
        // From the third time round on, hops fall on those of the second.
        let height = 0.75 * canvas.em() * if earlier == 0 { 1.0 } else { 1.45 };
        let last = number + 1 == hops.len();
        draw_hop(canvas, geometry, (from, to), height, last);
    }
}

fn draw_hop(canvas: &mut Canvas, geometry: &Geometry, (from, to): (Place, Place), height: f64, last: bool) {
    let (start, end) = (geometry.centre(from), geometry.centre(to));
    let leave = outward(geometry, from, to);
    let along = direction(start, end);
    // Hops leave a little towards where they go and arrive a little short, so that two never touch on a pit.
    let lean = 0.42_f64;
    let foot = (1.0 - lean * lean).sqrt();
    let touch = |centre: Point, sign: f64| {
        let reach = geometry.radius + 0.12 * canvas.em();
        (
            centre.0 + reach * (leave.0 * foot + sign * along.0 * lean),
            centre.1 + reach * (leave.1 * foot + sign * along.1 * lean),
        )
    };
    let (lift, land) = (touch(start, 1.0), touch(end, -1.0));
    let control = (
        f64::midpoint(lift.0, land.0) + leave.0 * 2.0 * height,
        f64::midpoint(lift.1, land.1) + leave.1 * 2.0 * height,
    );
    if last {
        let towards = direction(control, land);
        let neck = 0.4 * canvas.em();
        let stop = (land.0 - towards.0 * neck, land.1 - towards.1 * neck);
        canvas.line(&bow(lift, control, stop), Stroke::solid(0.8, BLUE));
        arrow_head(canvas, land, towards, BLUE);
    } else {
        canvas.line(&bow(lift, control, land), Stroke::solid(0.8, BLUE));
    }
}

/// The unit vector from one place to another.
fn direction(from: Point, to: Point) -> Point {
    let span = (to.0 - from.0, to.1 - from.1);
    let length = span.0.hypot(span.1).max(f64::MIN_POSITIVE);
    (span.0 / length, span.1 / length)
}

/// A quadratic Bezier curve as a path of short lines.
fn bow(from: Point, control: Point, to: Point) -> Vec<Point> {
    (0..=16)
        .map(|step| {
            let share = f64::from(step) / 16.0;
            let blend = |from: f64, control: f64, to: f64| {
                let rest = 1.0 - share;
                rest * rest * from + 2.0 * share * rest * control + share * share * to
            };
            (blend(from.0, control.0, to.0), blend(from.1, control.1, to.1))
        })
        .collect()
}

/// The direction in which a hop bulges: away from the middle of the board.
fn outward(geometry: &Geometry, from: Place, to: Place) -> Point {
    let (start, end) = (geometry.centre(from), geometry.centre(to));
    if from.0 == to.0 {
        let (one, other) = (geometry.inner(from), geometry.inner(to));
        let sum = (one.0 + other.0, one.1 + other.1);
        // Between the two ends of a ring's diameter neither side is the outer one.
        let inner = if sum.0.hypot(sum.1) > 1e-9 { direction((0.0, 0.0), sum) } else { (one.1, -one.0) };
        return opposite(inner);
    }
    let x = f64::midpoint(start.0, end.0);
    if geometry.is_store(from) || geometry.is_store(to) {
        // A store lies beyond the last pit of a row and half a row nearer to the middle.
        let along = direction(start, end);
        let across = (along.1, -along.0);
        let middle = geometry.middle();
        let away = (x - middle.0) * across.0 + (f64::midpoint(start.1, end.1) - middle.1) * across.1;
        return if away < 0.0 { opposite(across) } else { across };
    }
    (if x < geometry.middle().0 { -1.0 } else { 1.0 }, 0.0)
}
