//! The way of the seeds over a board: hops from pit to pit, and captures leaving it.

use super::board::{Board, Place};
use super::canvas::{Canvas, Point};
use super::colour::{BLACK, BLUE, Rgb, VERMILLION};
use super::font::CAP_HEIGHT;
use super::ground::{Geometry, RowSpace, letter_room};
use super::pen::{Anchor, Stroke, Type};

/// Room for hops and capture arrows on the outer side of a row.
fn hop_room(canvas: &Canvas) -> f64 {
    1.5 * canvas.em()
}

/// Room for hops from one row to another at the ends of the board.
pub(crate) fn side_room(canvas: &Canvas) -> f64 {
    1.35 * canvas.em()
}

pub(crate) fn row_spaces(canvas: &Canvas, board: &Board) -> Vec<RowSpace> {
    let (outer, inner) = (hop_room(canvas), letter_room(canvas) + 0.1 * canvas.em());
    (0..board.rows.len())
        .map(|row| {
            if board.is_upper(row) {
                RowSpace {
                    above: outer,
                    below: inner,
                }
            } else {
                RowSpace {
                    above: if board.rows.len() == 1 { outer } else { inner },
                    below: if board.rows.len() == 1 { inner } else { outer },
                }
            }
        })
        .collect()
}

/// The seeds that leave a captured pit: an arrow out of the board with their number.
pub(crate) fn draw_capture(
    canvas: &mut Canvas,
    geometry: &Geometry,
    board: &Board,
    place: Place,
    seeds: u32,
) {
    let em = canvas.em();
    let (x, y) = geometry.centre(place);
    let upper = board.is_upper(place.0) || board.rows.len() == 1;
    let away = if upper { -1.0 } else { 1.0 };
    let from = y + away * (geometry.radius + 0.15 * em);
    let to = y + away * (geometry.radius + hop_room(canvas) - 0.1 * em);
    let pen = Stroke::solid(0.9, VERMILLION);
    canvas.line(&[(x, from), (x, to - away * 0.4 * em)], pen);
    arrow_head(canvas, (x, to), (0.0, away), VERMILLION);
    canvas.text(
        &seeds.to_string(),
        (
            x + 0.45 * em,
            f64::midpoint(from, to) + CAP_HEIGHT / 2.0 * em,
        ),
        Type::bold().coloured(BLACK).anchored(Anchor::Start),
    );
}

/// A filled head that ends at `tip` and points along the unit vector `towards`.
fn arrow_head(canvas: &mut Canvas, tip: Point, towards: Point, colour: Rgb) {
    let (length, half) = (0.55 * canvas.em(), 0.22 * canvas.em());
    let base = (tip.0 - towards.0 * length, tip.1 - towards.1 * length);
    let across = (-towards.1 * half, towards.0 * half);
    canvas.polygon(
        &[
            tip,
            (base.0 + across.0, base.1 + across.1),
            (base.0 - across.0, base.1 - across.1),
        ],
        colour,
    );
}

/// The way of the seeds: a hop from each pit to the next, outside the rows, with a head on the last.
pub(crate) fn draw_path(canvas: &mut Canvas, geometry: &Geometry, board: &Board, path: &[Place]) {
    let hops: Vec<(Place, Place)> = path.windows(2).map(|pair| (pair[0], pair[1])).collect();
    for (number, &(from, to)) in hops.iter().enumerate() {
        let earlier = hops[..number]
            .iter()
            .filter(|hop| **hop == (from, to))
            .count();
        // From the third time round on, hops fall on those of the second.
        let height = 0.75 * canvas.em() * if earlier == 0 { 1.0 } else { 1.45 };
        let last = number + 1 == hops.len();
        draw_hop(canvas, geometry, board, (from, to), height, last);
    }
}

fn draw_hop(
    canvas: &mut Canvas,
    geometry: &Geometry,
    board: &Board,
    (from, to): (Place, Place),
    height: f64,
    last: bool,
) {
    let (start, end) = (geometry.centre(from), geometry.centre(to));
    let leave = outward(geometry, board, from, to);
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
            (
                blend(from.0, control.0, to.0),
                blend(from.1, control.1, to.1),
            )
        })
        .collect()
}

/// The direction in which a hop bulges: away from the middle of the board.
fn outward(geometry: &Geometry, board: &Board, from: Place, to: Place) -> Point {
    let (start, end) = (geometry.centre(from), geometry.centre(to));
    if from.0 == to.0 {
        let upper = board.is_upper(from.0) || board.rows.len() == 1;
        return (0.0, if upper { -1.0 } else { 1.0 });
    }
    let x = f64::midpoint(start.0, end.0);
    (if x < geometry.middle().0 { -1.0 } else { 1.0 }, 0.0)
}
