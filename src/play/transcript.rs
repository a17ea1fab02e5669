//! The record of a game, lap by lap, for people and for scripts.

use super::game::pits_of;
use super::player::{DecisionKind, Onlooker, move_name};
use super::result::Standing;
use crate::engine::{End, Kernel, Lanes, LapPath, Move, Position, Sown, State, Variant, Watch};
use crate::rules::ruleset::{Pit, PitNames, Seat};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Laps of one turn that are kept; a never-ending sowing may be proved after millions.
pub const MOST_LAPS_KEPT: usize = 1_000;

/// One lap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptLap {
    /// The pit lifted.
    pub from: char,
    /// Seeds lifted.
    pub seeds: u16,
    /// Where the last of them fell.
    pub to: char,
    /// The pits sown, in order, one seed each.
    pub sown: String,
    /// Whether it is sown the other way than the turn began.
    #[serde(skip)]
    pub turned: bool,
}

/// One capture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptCapture {
    /// The pit emptied.
    pub pit: char,
    /// Seeds taken.
    pub seeds: u16,
    /// Who took them.
    pub by: Seat,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptTurn {
    /// Whose turn it was.
    pub mover: Seat,
    /// The pit lifted; none for a pass.
    pub pit: Option<char>,
    /// The move by its [name](super::move_name).
    #[serde(rename = "move")]
    pub name: String,
    /// The laps, at most [`MOST_LAPS_KEPT`].
    pub laps: Vec<TranscriptLap>,
    /// All laps sown.
    pub lap_count: u32,
    /// The captures, in order.
    pub captures: Vec<TranscriptCapture>,
    /// Whether the sowing was proved never to end; the board is then as it was before.
    pub never_ending: bool,
    /// The position after it, in the notation of [`Position`].
    pub board: String,
    /// The same, for programs.
    #[serde(skip)]
    pub position: Option<Position>,
}

/// A set of pits closed, shortened or opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptDecision {
    /// Whose pits.
    pub seat: Seat,
    /// `close`, `short` or `open`.
    pub what: String,
    /// The pits.
    pub pits: String,
    /// How many turns of the round had been played.
    pub after_turns: usize,
}

/// One round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptRound {
    /// The position it began with.
    pub start: String,
    /// Pits closed and opened for it and in it.
    pub decisions: Vec<TranscriptDecision>,
    /// Its turns.
    pub turns: Vec<TranscriptTurn>,
    /// Why it ended; none where it is not over.
    pub end: Option<End>,
    /// Seeds of South and North once it is settled.
    pub won: Option<[u16; 2]>,
}

/// A game as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transcript {
    /// Its rounds.
    pub rounds: Vec<TranscriptRound>,
    #[serde(skip)]
    pending: Vec<TranscriptDecision>,
    /// The way round of the turn that is being played.
    #[serde(skip)]
    variant: Variant,
    /// Whether the sowing has turned round in that turn, an odd number of times.
    #[serde(skip)]
    turned: bool,
    /// The names of the board's pits, once a round has begun.
    #[serde(skip)]
    names: Option<PitNames>,
}

impl Transcript {
    /// Before anything has happened.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The turns of all rounds.
    pub fn turns(&self) -> impl Iterator<Item = &TranscriptTurn> {
        self.rounds.iter().flat_map(|r| &r.turns)
    }

    /// The moves and decisions as words, those that the rules leave no choice in among them.
    #[must_use]
    pub fn moves(&self) -> String {
        let mut words = Vec::new();
        for round in &self.rounds {
            let mut decisions = round.decisions.iter().peekable();
            for (n, turn) in round.turns.iter().enumerate() {
                while let Some(d) = decisions.next_if(|d| d.after_turns <= n) {
                    words.push(format!("{}:{}", d.what, d.pits));
                }
                words.push(turn.name.clone());
            }
        }
        words.join(" ")
    }

    fn name(&self, pit: Pit) -> char {
        self.names.map_or('?', |names| names.of(pit))
    }

    fn turn(&mut self) -> Option<&mut TranscriptTurn> {
        self.rounds.last_mut()?.turns.last_mut()
    }
}

fn position<W: Lanes>(kernel: &Kernel<W>, state: &State<W>) -> String {
    Position::unpack(state, &kernel.rules().board).to_string()
}

impl Watch for Transcript {
    fn turns_round(&mut self) {
        self.turned = !self.turned;
    }

    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        let (from, to, turned) = (self.name(from), self.name(last), self.turned);
        if let Some(turn) = self.turn().filter(|t| t.laps.len() < MOST_LAPS_KEPT) {
            turn.laps.push(TranscriptLap { from, seeds, to, sown: String::new(), turned });
        }
    }

    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        let pit = self.name(pit);
        if let Some(turn) = self.turn() {
            turn.captures.push(TranscriptCapture { pit, seeds, by: taker });
        }
    }
}

impl Onlooker for Transcript {
    fn round_begins<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, _number: u32) {
        self.names = Some(kernel.rules().board.names());
        let decisions = std::mem::take(&mut self.pending);
        self.rounds.push(TranscriptRound { start: position(kernel, state), decisions, ..Default::default() });
    }

    fn turn_begins<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, chosen: Move) {
        let names = kernel.rules().board.names();
        self.variant = chosen.variant();
        self.turned = false;
        if let Some(round) = self.rounds.last_mut() {
            round.turns.push(TranscriptTurn {
                mover: state.mover,
                pit: chosen.pit().map(|pit| names.of(pit)),
                name: move_name(names, chosen),
                laps: Vec::new(),
                lap_count: 0,
                captures: Vec::new(),
                never_ending: false,
                board: String::new(),
                position: None,
            });
        }
    }

    fn turn_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, sown: &Sown) {
        let position = Position::unpack(state, &kernel.rules().board);
        let names = kernel.rules().board.names();
        let variant = self.variant;
        self.turned = false;
        if let Some(turn) = self.turn() {
            let origin = turn.pit.and_then(|name| names.pit(name));
            let seat = turn.mover;
            for lap in &mut turn.laps {
                let other_way = variant.other_way != lap.turned;
                let Some(from) = names.pit(lap.from) else { continue };
                let path = kernel.path(state.closed, &LapPath { seat, other_way, from, seeds: lap.seeds, origin });
                lap.sown = path.into_iter().map(|pit| names.of(pit)).collect();
            }
            turn.board = position.to_string();
            turn.position = Some(position);
            turn.never_ending = sown.never_ending;
            turn.lap_count = sown.laps;
            if sown.never_ending || sown.broken_off {
                turn.captures.clear();
            }
        }
    }

    fn decided<W: Lanes>(&mut self, kernel: &Kernel<W>, seat: Seat, kind: DecisionKind, pits: u32) {
        let what = match kind {
            DecisionKind::Close => "close",
            DecisionKind::Short => "short",
            DecisionKind::Reopen => "open",
        };
        let pits = pits_of(kernel.rules().board.names(), pits);
        let mut decision = TranscriptDecision { seat, what: what.to_owned(), pits, after_turns: 0 };
        match self.rounds.last_mut() {
            Some(round) if round.end.is_none() => {
                decision.after_turns = round.turns.len();
                round.decisions.push(decision);
            }
            _ => self.pending.push(decision),
        }
    }

    fn round_ends<W: Lanes>(&mut self, _kernel: &Kernel<W>, state: &State<W>, end: End) {
        if let Some(round) = self.rounds.last_mut() {
            round.end = Some(end);
            round.won = Some(state.won);
        }
    }

    fn stands(&mut self, _standing: Standing) {}
}

/// "South" or "North".
#[must_use]
pub const fn seat_name(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "South",
        Seat::North => "North",
    }
}

/// "1 seed", "2 seeds".
fn seeds(n: u16) -> String {
    if n == 1 { "1 seed".to_owned() } else { format!("{n} seeds") }
}

impl fmt::Display for TranscriptTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mover = seat_name(self.mover);
        let Some(pit) = self.pit else {
            return writeln!(f, "{mover} passes.\n  {}", self.board);
        };
        writeln!(f, "{mover} lifts {pit}.")?;
        let shown = if self.never_ending { 5 } else { self.laps.len() };
        for (n, lap) in self.laps.iter().take(shown).enumerate() {
            writeln!(f, "  lap {}: {} from {} to {}", n + 1, seeds(lap.seeds), lap.from, lap.to)?;
        }
        if self.never_ending {
            writeln!(f, "  … and never ends: after {} laps a position has come back.", self.lap_count)?;
        } else if self.broken_off() {
            writeln!(
                f,
                "  … and is broken off: after {} laps it has neither stopped nor come back to anything.",
                self.lap_count
            )?;
        } else if (self.lap_count as usize) > self.laps.len() {
            writeln!(f, "  … {} laps in all.", self.lap_count)?;
        }
        for capture in &self.captures {
            writeln!(f, "  {} captures {} from {}", seat_name(capture.by), seeds(capture.seeds), capture.pit)?;
        }
        if self.captures.is_empty() && !self.never_ending && !self.broken_off() {
            writeln!(f, "  nothing is won")?;
        }
        writeln!(f, "  {}", self.board)
    }
}

impl TranscriptTurn {
    /// Whether its sowing was broken off: it has more laps than are sown, and the board is as it was.
    fn broken_off(&self) -> bool {
        self.lap_count >= crate::engine::MOST_LAPS && !self.never_ending
    }
}

/// One sentence on why a round is over.
#[must_use]
pub fn end_sentence(end: End) -> String {
    match end {
        End::Stuck(seat) => format!("{} has no move; the round is over.", seat_name(seat)),
        End::Exhausted => "The rules end the round here.".to_owned(),
        End::BoardEmpty => "The board is empty; the round is over.".to_owned(),
        End::NeverEnding(seat) => format!("{}'s sowing never ends; the round is over.", seat_name(seat)),
        End::Repetition => "The position has come back; the round is over.".to_owned(),
        End::TurnCap => "The round is broken off, unfinished.".to_owned(),
        End::MatchLost([true, true]) => "Neither player can go on; the match is over.".to_owned(),
        End::MatchLost([south, _]) => {
            format!(
                "{} has too few seeds left; the match is over.",
                seat_name(if south { Seat::South } else { Seat::North })
            )
        }
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, round) in self.rounds.iter().enumerate() {
            if self.rounds.len() > 1 {
                writeln!(f, "Round {}", number + 1)?;
            }
            writeln!(f, "  {}", round.start)?;
            let mut decisions = round.decisions.iter().peekable();
            for (n, turn) in round.turns.iter().enumerate() {
                while let Some(d) = decisions.next_if(|d| d.after_turns <= n) {
                    let verb = match d.what.as_str() {
                        "close" => "closes",
                        "open" => "opens",
                        _ => "fills short",
                    };
                    writeln!(f, "{} {verb} {}.", seat_name(d.seat), d.pits)?;
                }
                write!(f, "{turn}")?;
            }
            if let (Some(end), Some([south, north])) = (round.end, round.won) {
                writeln!(f, "{} South holds {}, North {}.", end_sentence(end), seeds(south), seeds(north))?;
            }
        }
        Ok(())
    }
}
