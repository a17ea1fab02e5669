//! Boards and moves of play as figures.

use super::board::{Board, BoardDiagram, Pit, Player};
use super::moves::{CaptureDrawing, LapDrawing, MoveDiagram};
use crate::engine::Position;
use crate::play::TranscriptTurn;
use crate::rules::ruleset::{Pit as PitNumber, Seat};

/// The board of a position, South below; winnings are shown where `won` is set.
#[must_use]
pub fn board(position: &Position, won: bool) -> Board {
    let lying = position.board();
    let names = lying.names();
    let pit = |p: PitNumber| {
        let name = names.of(p);
        Some(position.pits[p.index()].map_or_else(|| Pit::closed(name), |seeds| Pit::open(name, u32::from(seeds))))
    };
    let player = |name: &str, seat: Seat| {
        Some(Player { name: name.to_owned(), won: won.then(|| u32::from(position.won[seat.index()])) })
    };
    Board {
        rows: lying.drawn().into_iter().map(|row| row.into_iter().map(pit).collect()).collect(),
        top: player("North", Seat::North),
        bottom: player("South", Seat::South),
    }
}

/// The diagram of a position.
#[must_use]
pub fn position_diagram(position: &Position, subject: impl Into<String>) -> BoardDiagram {
    BoardDiagram { subject: subject.into(), board: board(position, position.won != [0, 0]) }
}

/// The diagram of a turn, lap by lap, from the position before it. `None` for a pass, for a sowing that never ends and for
/// one too long to have been written down whole. `won` has the winnings shown beside every board, not the last alone.
#[must_use]
pub fn move_diagram(
    before: &Position,
    turn: &TranscriptTurn,
    subject: impl Into<String>,
    won: bool,
) -> Option<MoveDiagram> {
    let after = turn.position.as_ref()?;
    if turn.pit.is_none() || turn.never_ending || turn.lap_count as usize != turn.laps.len() {
        return None;
    }
    let mut now = before.clone();
    let names = before.board().names();
    let laps = turn.laps.iter().map(|lap| {
        for (pit, change) in std::iter::once((lap.from, None)).chain(lap.sown.chars().map(|pit| (pit, Some(1)))) {
            if let Some(Some(seeds)) = names.pit(pit).and_then(|p| now.pits.get_mut(p.index())) {
                *seeds = change.map_or(0, |one| *seeds + one);
            }
        }
        LapDrawing {
            from: lap.from.to_string(),
            seeds: u32::from(lap.seeds),
            sown: lap.sown.chars().map(String::from).collect(),
            after: board(&now, won),
        }
    });
    let laps: Vec<LapDrawing> = laps.collect();
    let captures =
        turn.captures.iter().map(|c| CaptureDrawing { pit: c.pit.to_string(), seeds: u32::from(c.seeds) }).collect();
    Some(MoveDiagram {
        subject: subject.into(),
        before: board(before, won),
        laps,
        stop: String::new(),
        captures,
        after: board(after, true),
    })
}
