//! A position in a round, packed for play and plain for people.

use super::lanes::Lanes;
use crate::rules::ruleset::{Board, Pit, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// A position packed for play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<W> {
    /// Seeds by pit.
    pub cells: W,
    /// Seeds each player has won and not sown again, South's first.
    pub won: [u16; 2],
    /// Seeds that have left the game.
    pub out: u16,
    /// Whose turn it is.
    pub mover: Seat,
    /// Closed pits, bit by pit number.
    pub closed: u32,
}

/// A position: seeds by pit, closed pits, winnings and the player to move. Any diagram can be one; whether a machine can
/// play it is for the machine to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Seeds by pit number; `None` is a closed pit.
    pub pits: Vec<Option<u16>>,
    /// The player to move.
    pub mover: Seat,
    /// Seeds won, South's first.
    pub won: [u16; 2],
}

impl Position {
    /// The opening position: South moves.
    #[must_use]
    pub fn start(board: &Board) -> Self {
        Self { pits: board.start.iter().map(|&n| Some(n)).collect(), mover: Seat::South, won: [0, 0] }
    }

    /// Seeds in the pits and won.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.pits.iter().flatten().chain(&self.won).map(|&n| u32::from(n)).sum()
    }

    /// Seeds in a pit, 0 where it is closed.
    #[must_use]
    pub fn seeds(&self, pit: Pit) -> u16 {
        self.pits.get(pit.index()).copied().flatten().unwrap_or(0)
    }

    /// A drawing in plain text: the rows as South sees them, the pits' letters above and below, the winnings beside them.
    #[must_use]
    pub fn drawing(&self) -> String {
        let half = self.pits.len() / 2;
        let cell = |line: String, text: &str| line + &" ".repeat(4_usize.saturating_sub(text.len())) + text;
        let letters = |pits: &mut dyn Iterator<Item = usize>| {
            pits.fold(String::new(), |line, p| cell(line, pit_name(Pit(p as u8)).encode_utf8(&mut [0; 4])))
        };
        let [north, south] = self
            .rows()
            .map(|row| row.iter().fold(String::new(), |line, n| cell(line, &n.map_or("x".into(), |n| n.to_string()))));
        let to_move = |seat| if self.mover == seat { "  to move" } else { "" };
        format!(
            "         {}\n   North {north}   won {}{}\n   South {south}   won {}{}\n         {}\n",
            letters(&mut (half..self.pits.len()).rev()),
            self.won[1],
            to_move(Seat::North),
            self.won[0],
            to_move(Seat::South),
            letters(&mut (0..half)),
        )
    }

    /// The two rows as South sees them, North's first, each from his left.
    #[must_use]
    pub fn rows(&self) -> [Vec<Option<u16>>; 2] {
        let (south, north) = self.pits.split_at(self.pits.len() / 2);
        [north.iter().rev().copied().collect(), south.to_vec()]
    }

    /// The position of a packed state on a board of `pits` pits.
    #[must_use]
    pub fn unpack<W: Lanes>(state: &State<W>, pits: usize) -> Self {
        let pits = (0..pits as u8).map(|p| (state.closed >> p & 1 == 0).then(|| state.cells.get(p))).collect();
        Self { pits, mover: state.mover, won: state.won }
    }

    /// Packed for play. The lanes must be wide enough for the position's seeds, as those of a machine made for it are.
    #[must_use]
    pub fn pack<W: Lanes>(&self) -> State<W> {
        let numbered = || (0u8..).zip(&self.pits);
        State {
            cells: numbered().fold(W::EMPTY, |cells, (p, seeds)| cells.with(p, seeds.unwrap_or(0))),
            won: self.won,
            out: 0,
            mover: self.mover,
            closed: numbered().filter(|(_, seeds)| seeds.is_none()).fold(0, |mask, (p, _)| mask | 1 << p),
        }
    }

    /// Reads `rows from the top, "/" between them, the player to move, then the winnings`, as in
    /// `0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0`. The player to move is `s` if nothing is said, and winnings are 0.
    ///
    /// # Errors
    /// [`PositionError`] says which word is at fault.
    pub fn parse(text: &str, board: &Board) -> Result<Self, PositionError> {
        let mut rows: Vec<Vec<Option<u16>>> = vec![Vec::new()];
        let (mut mover, mut won) = (None, [None, None]);
        for word in text.replace('/', " / ").split_whitespace() {
            let unknown = || PositionError::UnknownWord { word: word.to_owned() };
            let lower = word.to_ascii_lowercase();
            if word == "/" {
                rows.push(Vec::new());
            } else if let Some((seat, seeds)) = lower.split_once(':') {
                let seat = seat_of(seat).ok_or_else(unknown)?;
                let seeds = seeds.parse().map_err(|_| unknown())?;
                if won[seat.index()].replace(seeds).is_some() {
                    return Err(PositionError::SaidTwice { word: word.to_owned() });
                }
            } else if let Some(seat) = seat_of(&lower) {
                if mover.replace(seat).is_some() {
                    return Err(PositionError::SaidTwice { word: word.to_owned() });
                }
            } else if mover.is_some() || won != [None, None] {
                return Err(unknown());
            } else if let Some(row) = rows.last_mut() {
                row.push(if lower == "x" { None } else { Some(lower.parse().map_err(|_| unknown())?) });
            }
        }
        let [north, south] = &rows[..] else {
            return Err(PositionError::Rows { found: rows.len() });
        };
        for (row, name) in [(north, "upper"), (south, "lower")] {
            if row.len() != usize::from(board.pits) {
                return Err(PositionError::Pits { row: name, found: row.len(), expected: board.pits });
            }
        }
        let pits: Vec<_> = south.iter().chain(north.iter().rev()).copied().collect();
        let total: u64 = pits.iter().flatten().chain(won.iter().flatten()).map(|&n| u64::from(n)).sum();
        if total > u64::from(u16::MAX) {
            return Err(PositionError::Seeds { found: total, most: u16::MAX });
        }
        Ok(Self { pits, mover: mover.unwrap_or(Seat::South), won: won.map(|w| w.unwrap_or(0)) })
    }
}

fn seat_of(word: &str) -> Option<Seat> {
    match word {
        "s" | "south" => Some(Seat::South),
        "n" | "north" => Some(Seat::North),
        _ => None,
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.rows().iter().enumerate() {
            if i > 0 {
                f.write_str("/ ")?;
            }
            for pit in row {
                match pit {
                    Some(seeds) => write!(f, "{seeds} ")?,
                    None => f.write_str("x ")?,
                }
            }
        }
        let mover = if self.mover == Seat::South { 's' } else { 'n' };
        write!(f, "{mover} s:{} n:{}", self.won[0], self.won[1])
    }
}

/// Why a line is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum PositionError {
    #[error(
        "\"{word}\" is neither a number of seeds, `x` for a closed pit, `s` or `n` for the player to move, nor winnings like `s:5`"
    )]
    UnknownWord { word: String },
    #[error("\"{word}\" is said a second time")]
    SaidTwice { word: String },
    #[error("{found} rows where two are expected, with \"/\" between them")]
    Rows { found: usize },
    #[error("{found} pits in the {row} row where the board has {expected}")]
    Pits { row: &'static str, found: usize, expected: u8 },
    #[error("{found} seeds in all; at most {most} can be played with")]
    Seeds { found: u64, most: u16 },
}

/// The name of a pit: a letter in ring order from South's left.
#[must_use]
pub fn pit_name(pit: Pit) -> char {
    char::from(b'A' + pit.0)
}

/// The pit of a letter, in either case.
#[must_use]
pub fn pit_named(name: char) -> Option<Pit> {
    let name = u8::try_from(name.to_ascii_uppercase()).ok().filter(u8::is_ascii_uppercase)?;
    Some(Pit(name - b'A'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: fn() -> Board = || Board { pits: 5, start: vec![4; 10] };

    #[test]
    fn the_contract_s_example_is_the_board_after_marin_s_move() {
        let text = "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0";
        let position = Position::parse(text, &BOARD()).unwrap();
        // A 5, B 5, C 5, D 5, E 0 / F 0, G 5, H 5, I 5, J 0, as in Marin 1931: 507.
        let seeds: Vec<u16> = BOARD().all().map(|p| position.seeds(p)).collect();
        assert_eq!(seeds, [5, 5, 5, 5, 0, 0, 5, 5, 5, 0]);
        assert_eq!((position.mover, position.won, position.total()), (Seat::North, [5, 0], 40));
        assert_eq!(position.to_string(), text);
    }

    #[test]
    fn what_is_not_said_is_south_to_move_and_nothing_won() {
        let position = Position::parse("x 4 4 4 4/4 4 4 4 4", &BOARD()).unwrap();
        assert_eq!(position.to_string(), "x 4 4 4 4 / 4 4 4 4 4 s s:0 n:0");
        assert_eq!(position.pits[9], None, "the upper left pit is J");
    }

    #[test]
    fn each_fault_is_named() {
        let fault = |text| Position::parse(text, &BOARD()).unwrap_err();
        assert_eq!(fault("4 4 4 4 4"), PositionError::Rows { found: 1 });
        assert_eq!(fault("4 4 4 4 / 4 4 4 4 4"), PositionError::Pits { row: "upper", found: 4, expected: 5 });
        assert_eq!(fault("4 4 4 4 4 / 4 4 four 4 4"), PositionError::UnknownWord { word: "four".into() });
        assert_eq!(fault("4 4 4 4 4 / 4 4 4 4 4 s n"), PositionError::SaidTwice { word: "n".into() });
        assert_eq!(fault("4 4 4 4 4 / 4 4 4 4 -4"), PositionError::UnknownWord { word: "-4".into() });
        assert!(matches!(fault("60000 60000 4 4 4 / 4 4 4 4 4"), PositionError::Seeds { .. }));
    }
}
