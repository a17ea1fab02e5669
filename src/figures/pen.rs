//! How lines are stroked and texts are set.

use super::canvas::Point;
use super::colour::{BLACK, Rgb};
use super::font::Face;

/// How a line is broken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Dash {
    /// Unbroken.
    Solid,
    /// Strokes and gaps in turn, in points.
    Pattern(&'static [f64]),
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    /// Width in points beside 7 pt text; larger text has heavier lines.
    pub(crate) pt: f64,
    pub(crate) colour: Rgb,
    pub(crate) dash: Dash,
}

impl Stroke {
    pub(crate) fn solid(pt: f64, colour: Rgb) -> Self {
        Self {
            pt,
            colour,
            dash: Dash::Solid,
        }
    }

    pub(crate) fn dashed(pt: f64, colour: Rgb, dash: Dash) -> Self {
        Self { pt, colour, dash }
    }
}

/// Which end of a text stands at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set. The size is always that of the preset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Type {
    pub(crate) face: Face,
    pub(crate) colour: Rgb,
    pub(crate) anchor: Anchor,
    /// Runs upwards instead of to the right.
    pub(crate) turned: bool,
}

impl Type {
    pub(crate) const fn regular() -> Self {
        Self {
            face: Face::Regular,
            colour: BLACK,
            anchor: Anchor::Start,
            turned: false,
        }
    }

    pub(crate) const fn bold() -> Self {
        Self {
            face: Face::Bold,
            ..Self::regular()
        }
    }

    pub(crate) const fn italic() -> Self {
        Self {
            face: Face::Italic,
            ..Self::regular()
        }
    }

    pub(crate) const fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    pub(crate) const fn coloured(self, colour: Rgb) -> Self {
        Self { colour, ..self }
    }

    pub(crate) const fn turned(self) -> Self {
        Self {
            turned: true,
            ..self
        }
    }
}

/// Cuts a path into the strokes of a dash pattern (strokes and gaps in turn, millimetres).
pub(crate) fn dashes(points: &[Point], pattern: &[f64]) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let Some((&first, rest)) = points.split_first() else {
        return pieces;
    };
    let (mut part, mut left) = (0, pattern[0]);
    let (mut at, mut piece) = (first, vec![first]);
    for &next in rest {
        let mut span = (next.0 - at.0).hypot(next.1 - at.1);
        while span > left {
            let share = left / span;
            at = (
                at.0 + (next.0 - at.0) * share,
                at.1 + (next.1 - at.1) * share,
            );
            span -= left;
            if part % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            part = (part + 1) % pattern.len();
            left = pattern[part];
        }
        left -= span;
        at = next;
        if part % 2 == 0 {
            piece.push(next);
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_round_corners_and_keep_their_lengths() {
        let path = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0)];
        let pieces = dashes(&path, &[2.0, 0.5]);
        assert_eq!(
            pieces,
            vec![
                vec![(0.0, 0.0), (2.0, 0.0)],
                vec![(2.5, 0.0), (3.0, 0.0), (3.0, 1.5)],
                vec![(3.0, 2.0), (3.0, 3.0)],
            ]
        );
    }
}
