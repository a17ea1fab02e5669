//! A position in a round, packed for play and plain for people.

use super::lanes::Lanes;
use crate::rules::ruleset::{Board, Form, Pit, Ruleset, Seat};
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
    /// What the moves before leave for the start of the next one.
    pub mark: Mark,
    /// Who captured last, if anybody has.
    pub last_capture: Option<Seat>,
    /// Closed pits, bit by pit number.
    pub closed: u32,
    /// Pits that are a player's ur, South's first, bit by pit number.
    pub ur: [u32; 2],
}

impl<W: Lanes> State<W> {
    /// Seeds by pit, South to move, and nothing else.
    #[must_use]
    pub const fn new(cells: W) -> Self {
        Self {
            cells,
            won: [0, 0],
            out: 0,
            mover: Seat::South,
            mark: Mark::Free,
            last_capture: None,
            closed: 0,
            ur: [0, 0],
        }
    }

    /// A player wins so many seeds.
    #[inline(always)]
    pub fn win(&mut self, seat: Seat, seeds: u16) {
        // Both numbers are written at once, as they will be read.
        let [south, north] = self.won.map(u32::from);
        let both = (south | north << 16) + (u32::from(seeds) << (16 * seat.index()));
        self.won = [both as u16, (both >> 16) as u16];
    }
}

/// What the moves before leave for the start of the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Nothing.
    #[default]
    Free,
    /// The move begins at the first pit that holds seeds, from this one on.
    From(Pit),
    /// The player passes, and the move after that begins from this pit on.
    Passes(Pit),
    /// The first moves of a round are prescribed, and so many of them have been made, those of both players counted.
    FirstMoves(u8),
    /// The first move has chosen the way for the round.
    Way(SowingWay),
}

/// One of the two ways round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SowingWay {
    /// The one that the rules name first.
    First,
    /// The other.
    Other,
}

impl Mark {
    /// Whether the player to move must pass.
    #[must_use]
    pub const fn passes(self) -> bool {
        matches!(self, Self::Passes(_))
    }

    /// What is left once he has passed.
    #[must_use]
    pub const fn after_pass(self) -> Self {
        match self {
            Self::Passes(pit) => Self::From(pit),
            other => other,
        }
    }
}

/// A position: seeds by pit, closed pits, winnings and the player to move. Any diagram can be one; whether a machine can
/// play it is for the machine to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The board, without its seeds.
    pub form: Form,
    /// Seeds by pit number; `None` is a closed pit.
    pub pits: Vec<Option<u16>>,
    /// The player to move.
    pub mover: Seat,
    /// Seeds won, South's first.
    pub won: [u16; 2],
    /// What the moves before leave for the start of the next one.
    pub mark: Mark,
    /// Pits that are a player's ur, South's first, bit by pit number.
    pub ur: [u32; 2],
}

impl Position {
    /// The opening position: South moves.
    #[must_use]
    pub fn start(rules: &Ruleset) -> Self {
        let board = &rules.board;
        let mark = if rules.turn.choice.first_lifts.is_empty() { Mark::Free } else { Mark::FirstMoves(0) };
        let won = [board.stores.map_or(0, |s| s.start); 2];
        let pits = board.start.iter().map(|&n| Some(n)).collect();
        Self { form: board.form, pits, mover: Seat::South, won, mark, ur: [0, 0] }
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

    /// The board that the position lies on, without seeds and stores.
    #[must_use]
    pub fn board(&self) -> Board {
        let pits = (self.pits.len() / self.form.rows()) as u8;
        Board { form: self.form, pits, stores: None, start: Vec::new() }
    }

    /// A drawing in plain text: the rows as South sees them, the pits' letters above and below, the winnings beside them.
    #[must_use]
    pub fn drawing(&self) -> String {
        let board = self.board();
        let names = board.names();
        let line = |cells: Vec<String>| cells.iter().fold(String::new(), |line, cell| format!("{line}{cell:>4}"));
        let letters =
            |row: &[Pit]| format!("         {}\n", line(row.iter().map(|&p| names.of(p).to_string()).collect()));
        let to_move = |seat| if self.mover == seat { "  to move" } else { "" };
        let won = |seat: Seat| format!("   won {}{}", self.won[seat.index()], to_move(seat));
        let drawn = board.drawn();
        let half = drawn.len() / 2;
        let mut text = drawn.first().map(|row| letters(row)).unwrap_or_default();
        for (n, row) in drawn.iter().enumerate() {
            let (name, beside) = match (self.form, n) {
                (Form::Ring | Form::Columns { .. }, _) => ("", String::new()),
                (_, n) if n + 1 == half => ("North", won(Seat::North)),
                (_, n) if n == half => ("South", won(Seat::South)),
                _ => ("", String::new()),
            };
            let cells = row.iter().map(|&p| self.cell(p)).collect();
            text += format!("   {name:<5} {}{beside}", line(cells)).trim_end();
            text.push('\n');
        }
        if drawn.len() > 1 {
            text += &drawn.last().map(|row| letters(row)).unwrap_or_default();
        }
        if matches!(self.form, Form::Ring | Form::Columns { .. }) {
            for seat in Seat::BOTH {
                let name = if seat == Seat::South { "South" } else { "North" };
                text = format!("{text}   {name:<5}{}\n", won(seat));
            }
        }
        text
    }

    /// A pit in the notation.
    fn cell(&self, pit: Pit) -> String {
        let Some(seeds) = self.pits.get(pit.index()).copied().flatten() else { return "x".to_owned() };
        let owner = Seat::BOTH.into_iter().find(|s| u64::from(self.ur[s.index()]) >> pit.0 & 1 == 1);
        match owner {
            Some(Seat::South) => format!("{seeds}s"),
            Some(Seat::North) => format!("{seeds}n"),
            None => seeds.to_string(),
        }
    }

    /// The position of a packed state on a board.
    #[must_use]
    pub fn unpack<W: Lanes>(state: &State<W>, board: &Board) -> Self {
        let open = |p: Pit| u64::from(state.closed) >> p.0 & 1 == 0;
        let pits = board.all().map(|p| open(p).then(|| state.cells.get(p.0))).collect();
        Self { form: board.form, pits, mover: state.mover, won: state.won, mark: state.mark, ur: state.ur }
    }

    /// Packed for play. The lanes must be wide enough for the position's seeds, as those of a machine made for it are.
    #[must_use]
    pub fn pack<W: Lanes>(&self) -> State<W> {
        let numbered = || (0u8..).zip(&self.pits);
        State {
            won: self.won,
            mover: self.mover,
            mark: self.mark,
            ur: self.ur,
            closed: numbered().filter(|(p, seeds)| *p < 32 && seeds.is_none()).fold(0, |mask, (p, _)| mask | 1 << p),
            ..State::new(numbered().fold(W::EMPTY, |cells, (p, seeds)| cells.with(p, seeds.unwrap_or(0))))
        }
    }

    /// Reads `rows from the top, "/" between them, the player to move, then the winnings`, as in
    /// `0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0`. The player to move is `s` if nothing is said, and winnings are 0. A ring is one row.
    /// A pit that is somebody's ur has his letter after its seeds, `2s`. Where the start of a move is prescribed,
    /// `from:C` or `pass:C` may follow the winnings; `opening:1` where the first moves are and one has been made; and
    /// `way:first` or `way:other` where the first move chose the way.
    ///
    /// # Errors
    /// [`PositionError`] says which word is at fault.
    pub fn parse(text: &str, board: &Board) -> Result<Self, PositionError> {
        let mut rows: Vec<Vec<Cell>> = vec![Vec::new()];
        let (mut mover, mut won, mut mark) = (None, [None, None], None);
        for word in text.replace('/', " / ").split_whitespace() {
            let unknown = || PositionError::UnknownWord { word: word.to_owned() };
            let twice = || PositionError::SaidTwice { word: word.to_owned() };
            let lower = word.to_ascii_lowercase();
            if word == "/" {
                rows.push(Vec::new());
            } else if let Some((key, value)) = lower.split_once(':') {
                let value_as_given = &word[key.len() + 1..];
                if let Some(found) = mark_of(key, value_as_given, board) {
                    if mark.replace(found).is_some() {
                        return Err(twice());
                    }
                    continue;
                }
                let seat = seat_of(key).ok_or_else(unknown)?;
                let seeds = value.parse().map_err(|_| unknown())?;
                if won[seat.index()].replace(seeds).is_some() {
                    return Err(twice());
                }
            } else if let Some(seat) = seat_of(&lower) {
                if mover.replace(seat).is_some() {
                    return Err(twice());
                }
            } else if mover.is_some() || won != [None, None] || mark.is_some() {
                return Err(unknown());
            } else if let Some(row) = rows.last_mut() {
                row.push(Cell::parse(&lower).ok_or_else(unknown)?);
            }
        }
        let drawn = board.drawn();
        if rows.len() != drawn.len() {
            return Err(PositionError::Rows { found: rows.len(), expected: drawn.len() });
        }
        let mut position = Self {
            form: board.form,
            pits: vec![None; board.len()],
            mover: mover.unwrap_or(Seat::South),
            won: won.map(|w| w.unwrap_or(0)),
            mark: mark.unwrap_or_default(),
            ur: [0, 0],
        };
        for (n, (row, places)) in rows.iter().zip(&drawn).enumerate() {
            if row.len() != places.len() {
                let row_name = row_name(n, drawn.len());
                return Err(PositionError::Pits { row: row_name, found: row.len(), expected: board.pits });
            }
            for (cell, place) in row.iter().zip(places) {
                position.pits[place.index()] = cell.seeds;
                if let Some(seat) = cell.ur.filter(|_| place.0 < 32) {
                    position.ur[seat.index()] |= 1 << place.0;
                }
            }
        }
        let total: u64 = position.pits.iter().flatten().chain(&position.won).map(|&n| u64::from(n)).sum();
        if total > u64::from(u16::MAX) {
            return Err(PositionError::Seeds { found: total, most: u16::MAX });
        }
        Ok(position)
    }
}

/// A pit as it is written.
struct Cell {
    seeds: Option<u16>,
    ur: Option<Seat>,
}

impl Cell {
    fn parse(word: &str) -> Option<Self> {
        if word == "x" {
            return Some(Self { seeds: None, ur: None });
        }
        let digits = word.trim_end_matches(['s', 'n']);
        let ur = match &word[digits.len()..] {
            "" => None,
            seat => Some(seat_of(seat)?),
        };
        Some(Self { seeds: Some(digits.parse().ok()?), ur })
    }
}

const fn row_name(n: usize, rows: usize) -> &'static str {
    match (n, rows) {
        (_, 1) => "one",
        (0, 2) => "upper",
        (1, 2) => "lower",
        (0, _) => "first",
        (1, _) => "second",
        (2, _) => "third",
        _ => "fourth",
    }
}

fn mark_of(key: &str, value: &str, board: &Board) -> Option<Mark> {
    let pit = || board.names().pit(Some(value.chars().next()?).filter(|_| value.chars().count() == 1)?);
    match (key, value) {
        ("from", _) => pit().map(Mark::From),
        ("pass", _) => pit().map(Mark::Passes),
        ("opening", made) => made.parse().ok().map(Mark::FirstMoves),
        ("way", "first") => Some(Mark::Way(SowingWay::First)),
        ("way", "other") => Some(Mark::Way(SowingWay::Other)),
        _ => None,
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
        let board = self.board();
        for (i, row) in board.drawn().iter().enumerate() {
            if i > 0 {
                f.write_str("/ ")?;
            }
            for &pit in row {
                write!(f, "{} ", self.cell(pit))?;
            }
        }
        let mover = if self.mover == Seat::South { 's' } else { 'n' };
        write!(f, "{mover} s:{} n:{}", self.won[0], self.won[1])?;
        match self.mark {
            Mark::Free => Ok(()),
            Mark::From(pit) => write!(f, " from:{}", board.names().of(pit)),
            Mark::Passes(pit) => write!(f, " pass:{}", board.names().of(pit)),
            Mark::FirstMoves(made) => write!(f, " opening:{made}"),
            Mark::Way(SowingWay::First) => f.write_str(" way:first"),
            Mark::Way(SowingWay::Other) => f.write_str(" way:other"),
        }
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
    #[error("{found} rows where {expected} are expected, with \"/\" between rows")]
    Rows { found: usize, expected: usize },
    #[error("{found} pits in the {row} row where the board has {expected}")]
    Pits { row: &'static str, found: usize, expected: u8 },
    #[error("{found} seeds in all; at most {most} can be played with")]
    Seeds { found: u64, most: u16 },
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: fn() -> Board = || Board::two_rows(5, vec![4; 10]);

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
        assert_eq!(fault("4 4 4 4 4"), PositionError::Rows { found: 1, expected: 2 });
        assert_eq!(fault("4 4 4 4 / 4 4 4 4 4"), PositionError::Pits { row: "upper", found: 4, expected: 5 });
        assert_eq!(fault("4 4 4 4 4 / 4 4 four 4 4"), PositionError::UnknownWord { word: "four".into() });
        assert_eq!(fault("4 4 4 4 4 / 4 4 4 4 4 s n"), PositionError::SaidTwice { word: "n".into() });
        assert_eq!(fault("4 4 4 4 4 / 4 4 4 4 -4"), PositionError::UnknownWord { word: "-4".into() });
        assert!(matches!(fault("60000 60000 4 4 4 / 4 4 4 4 4"), PositionError::Seeds { .. }));
    }
}
