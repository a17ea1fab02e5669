//! Boards and moves of play as figures.

use super::board::{Board, BoardDiagram, Pit, Pits, Player};
use super::moves::{CaptureDrawing, LapDrawing, MoveDiagram};
use crate::engine::Position;
use crate::play::{TranscriptLap, TranscriptTurn};
use crate::rules::ruleset::{Board as RulesBoard, Direction, Form, Pit as PitNumber, Ruleset, Seat};

/// The names under which the stores stand in the diagrams of a game that has them, South's first.
const STORES: [&str; 2] = ["South’s store", "North’s store"];

/// The board of a position, South below; winnings are shown where `won` is set, and those that lie in stores always. Beside
/// a ring, which nobody owns, players are named only with their winnings.
#[must_use]
pub fn board(rules: &Ruleset, position: &Position, won: bool) -> Board {
    let lying = position.board();
    let names = lying.names();
    let pit = |p: PitNumber| {
        let name = names.of(p);
        position.pits[p.index()].map_or_else(|| Pit::closed(name), |seeds| Pit::open(name, u32::from(seeds)))
    };
    let (ring, stores) = (lying.form == Form::Ring, rules.board.stores.is_some());
    let held = |seat: Seat| u32::from(position.won[seat.index()]);
    let player = |name: &str, seat: Seat| {
        let beside = won || !ring;
        beside.then(|| Player { name: name.to_owned(), won: (won && !stores).then(|| held(seat)) })
    };
    let rows = || lying.drawn().into_iter().map(|row| row.into_iter().map(|p| Some(pit(p))).collect()).collect();
    let store = |seat: Seat| Pit::open(STORES[seat.index()], held(seat));
    let pits = match lying.form {
        Form::Ring => Pits::Ring(lying.all().map(pit).collect()),
        // Each player's store lies at his right.
        _ if stores => Pits::RowsAndStores { rows: rows(), left: store(Seat::North), right: store(Seat::South) },
        _ => Pits::Rows(rows()),
    };
    Board { pits, top: player("North", Seat::North), bottom: player("South", Seat::South) }
}

/// The diagram of a position.
#[must_use]
pub fn position_diagram(rules: &Ruleset, position: &Position, subject: impl Into<String>) -> BoardDiagram {
    BoardDiagram { subject: subject.into(), board: board(rules, position, position.won != [0, 0]) }
}

/// The diagram of a turn under some rules, lap by lap, from the position before it. `None` for a pass, for a sowing that
/// never ends and for one too long to have been written down whole. `won` has the winnings shown beside every board, not the
/// last alone.
#[must_use]
pub fn move_diagram(
    rules: &Ruleset,
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
    let lying = RulesBoard { stores: rules.board.stores, ..before.board() };
    let names = lying.names();
    let name = |p: PitNumber| store_of(&lying, p).map_or_else(|| names.of(p).to_string(), |s| STORES[s.index()].into());
    let mut laps = Vec::new();
    let mut left = None;
    for lap in &turn.laps {
        let way = Way::of(&lying, rules, turn.mover, lap);
        let from = names.pit(lap.from)?;
        *now.pits.get_mut(from.index())? = Some(0);
        let mut sown = Vec::new();
        let mut at = from;
        for letter in lap.sown.chars() {
            // A store has no letter of its own: it is the one that comes next.
            at = names.pit(letter).or_else(|| way.next_store(at))?;
            match store_of(&lying, at) {
                Some(seat) => now.won[seat.index()] += 1,
                None => *now.pits.get_mut(at.index())?.as_mut()? += 1,
            }
            sown.push(name(at));
        }
        left = Some((way, at));
        let after = board(rules, &now, won);
        laps.push(LapDrawing { from: lap.from.to_string(), seeds: u32::from(lap.seeds), sown, after });
    }
    let (way, last) = left?;
    let next = way.after(last).find(|&p| store_of(&lying, p).is_some() || now.pits[p.index()].is_some());
    let stop = match next {
        Some(pit) if lying.is_pit(pit) && now.pits[pit.index()] == Some(0) => {
            format!("the next pit, {}, is empty", name(pit))
        }
        _ => format!("the last seed fell into {}", name(last)),
    };
    let captures =
        turn.captures.iter().map(|c| CaptureDrawing { pit: c.pit.to_string(), seeds: u32::from(c.seeds) }).collect();
    let (before, after) = (board(rules, before, won), board(rules, after, true));
    Some(MoveDiagram { subject: subject.into(), before, laps, stop, captures, after })
}

/// The pits and stores in the order in which a lap passes them.
struct Way<'a> {
    ring: Vec<PitNumber>,
    board: &'a RulesBoard,
}

impl<'a> Way<'a> {
    /// The way of a lap: that of its mover, or, where he may choose, the one in which its first seed went less far.
    fn of(board: &'a RulesBoard, rules: &Ruleset, mover: Seat, lap: &TranscriptLap) -> Self {
        let mut ring = board.ring(mover);
        let names = board.names();
        let place = |letter| names.pit(letter).and_then(|pit| ring.iter().position(|&p| p == pit));
        let turned = rules.turn.ways != crate::rules::ruleset::Ways::One
            && place(lap.from)
                .zip(lap.sown.chars().next().and_then(place))
                .is_some_and(|(from, to)| (to + ring.len() - from) % ring.len() > ring.len() / 2);
        if turned
            != (rules.turn.direction[mover.index()] == Direction::Clockwise
                && rules.turn.ways == crate::rules::ruleset::Ways::One)
        {
            ring.reverse();
        }
        Self { ring, board }
    }

    /// What comes after a pit or store, once round.
    fn after(&self, pit: PitNumber) -> impl Iterator<Item = PitNumber> + '_ {
        let at = self.ring.iter().position(|&p| p == pit).map_or(0, |at| at + 1);
        self.ring.iter().cycle().skip(at).take(self.ring.len()).copied()
    }

    fn next_store(&self, pit: PitNumber) -> Option<PitNumber> {
        self.after(pit).find(|&p| store_of(self.board, p).is_some())
    }
}

/// Whose store this is; `None` for a pit.
fn store_of(board: &RulesBoard, place: PitNumber) -> Option<Seat> {
    board.owner(place).filter(|_| !board.is_pit(place))
}
