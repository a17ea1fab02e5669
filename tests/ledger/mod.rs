//! An onlooker that keeps the board by hand, and positions seen from the other side.

use sowlab::engine::{End, Lanes, Mark, Move, Moves, State, Watch, bits};
use sowlab::rules::ruleset::{
    Action, Board, Capture, Direction, EnPassant, Form, Origin, Pit, Ruleset, Seat, Taker, Then,
};
use std::collections::VecDeque;

/// Laps after which the ledger is closed: what goes on so long is left to the engine's own proofs.
const MOST_LAPS: u32 = 20_000;

/// Keeps the board by hand while a turn is told: a pit is empty once it is lifted or captured, and each seed of a lap
/// falls into the next place of the mover's ring.
pub struct Ledger<'r> {
    rules: &'r Ruleset,
    /// The mover's ring in the order of his sowing, closed pits left out.
    ring: Vec<Pit>,
    origin: Option<Pit>,
    mover: Seat,
    /// Seeds by place, stores after the pits.
    places: Vec<u16>,
    won: [u16; 2],
    out: u16,
    ur: [u32; 2],
    laps: u32,
    /// Seeds captured since the last lap, and where that ended.
    captured: u16,
    last: Option<Pit>,
    /// Captures told and not yet entered: those made while sowing are told before their lap.
    told: VecDeque<(Pit, u16, Seat)>,
}

impl<'r> Ledger<'r> {
    pub fn new<W: Lanes>(rules: &'r Ruleset, state: &State<W>, chosen: Move) -> Self {
        let board = &rules.board;
        let open = |p: &Pit| u64::from(state.closed) >> p.0 & 1 == 0;
        let mut ring: Vec<Pit> = board.ring(state.mover).into_iter().filter(open).collect();
        let clockwise = rules.turn.direction[state.mover.index()] == Direction::Clockwise;
        if clockwise != chosen.variant().other_way {
            ring.reverse();
        }
        let mut places: Vec<u16> = board.all().map(|p| state.cells.get(p.0)).collect();
        places.extend([0, 0]);
        Self {
            rules,
            ring,
            origin: chosen.pit(),
            mover: state.mover,
            places,
            won: state.won,
            out: state.out,
            ur: state.ur,
            laps: 0,
            captured: 0,
            last: None,
            told: VecDeque::new(),
        }
    }

    fn enter(&mut self, (pit, seeds, taker): (Pit, u16, Seat), while_sowing: bool) {
        assert_eq!(std::mem::take(&mut self.places[pit.index()]), seeds, "all seeds of the pit are captured");
        if self.rules.turn.captures.out_of_game && !while_sowing {
            self.out += seeds;
        } else {
            self.won[taker.index()] += seeds;
        }
        self.captured += seeds;
    }

    fn sows_captured(&self) -> bool {
        let sows = |then: &Action| matches!(then, Action::Capture(Capture { then: Then::SowCaptured, .. }));
        self.rules.turn.after_lap.iter().any(|case| sows(&case.then))
    }

    /// The position is that of the ledger, once the stores are emptied and a seed that makes an ur is moved.
    pub fn agrees<W: Lanes>(mut self, id: &str, after: &State<W>) {
        if self.laps > MOST_LAPS {
            return;
        }
        while let Some(capture) = self.told.pop_front() {
            self.enter(capture, false);
        }
        for seat in Seat::BOTH {
            if let Some(store) = self.rules.board.store(seat) {
                self.won[seat.index()] += self.places[store.index()];
            }
        }
        let made: Vec<u32> = bits(u64::from((after.ur[0] | after.ur[1]) & !(self.ur[0] | self.ur[1]))).collect();
        let claims = self.rules.turn.after_lap.iter().any(|case| case.then == Action::ClaimLast);
        if let ([one], true) = (&made[..], claims) {
            assert_eq!(self.last.map(|last| u32::from(last.0)), Some(*one), "{id}: the last pit becomes an ur");
        } else if let [one, two] = made[..] {
            // The last seed and one of the three that it faces: two in each.
            assert_eq!([self.places[one as usize], self.places[two as usize]].iter().sum::<u16>(), 4, "{id}");
            (self.places[one as usize], self.places[two as usize]) = (2, 2);
        } else {
            assert_eq!(made, [0_u32; 0], "{id}: two pits become ur or none");
        }
        let pits: Vec<u16> = self.rules.board.all().map(|p| after.cells.get(p.0)).collect();
        assert_eq!((pits.as_slice(), after.won, after.out), (&self.places[..pits.len()], self.won, self.out), "{id}");
    }
}

impl Watch for Ledger<'_> {
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        self.laps = self.laps.saturating_add(1);
        if self.laps > MOST_LAPS {
            return;
        }
        let while_sowing = self.rules.turn.en_passant;
        if while_sowing.is_none() {
            while let Some(capture) = self.told.pop_front() {
                self.enter(capture, false);
            }
        }
        let board = &self.rules.board;
        if self.sows_captured() && self.captured > 0 && self.last == Some(from) {
            // What was captured is sown on from the pit of the last seed, and that keeps what it holds.
            assert_eq!(seeds, self.captured, "all seeds captured are sown on");
            if self.rules.turn.captures.out_of_game {
                self.out -= seeds;
            } else {
                self.won[self.mover.index()] -= seeds;
            }
        } else {
            let (held, kept) = (self.places[from.index()], self.rules.turn.choice.kept);
            assert_eq!(
                seeds,
                if held > kept { held - kept } else { held },
                "all seeds of the pit are lifted but those it keeps"
            );
            self.places[from.index()] -= seeds;
        }
        (self.captured, self.last) = (0, Some(last));
        let skipped = match self.rules.turn.origin {
            Origin::Sown => None,
            Origin::SkippedEachLap => Some(from),
            Origin::SkippedWholeMove => self.origin,
        };
        let mut at = self.ring.iter().position(|&p| p == from).expect("the pit is in the mover's ring");
        for seed in 1..=seeds {
            at = (at + 1) % self.ring.len();
            if Some(self.ring[at]) == skipped {
                at = (at + 1) % self.ring.len();
            }
            let pit = self.ring[at];
            self.places[pit.index()] += 1;
            let here = self.places[pit.index()];
            // Where the owner captures, a pit that nobody owns is left.
            let somebodys = |rule: &EnPassant| rule.taker == Taker::Mover || board.owner(pit).is_some();
            let due = |rule: &EnPassant| {
                rule.count == here && board.is_pit(pit) && somebodys(rule) && (seed < seeds || rule.by_last_seed)
            };
            if let Some(rule) = while_sowing.filter(due) {
                let owner = board.owner(pit).unwrap_or(self.mover);
                let taker = if rule.taker == Taker::Owner { owner } else { self.mover };
                assert_eq!(self.told.pop_front(), Some((pit, here, taker)), "the pit is captured as it fills");
                self.enter((pit, here, taker), true);
            }
        }
        assert_eq!(self.ring[at], last, "the last seed falls there");
        assert!(self.told.is_empty(), "each capture was made by a seed that fell");
    }

    fn turns_round(&mut self) {
        self.ring.reverse();
    }

    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        if self.laps <= MOST_LAPS {
            self.told.push_back((pit, seeds, taker));
        }
    }
}

/// The pit that lies where `pit` does for the player on the other side; on a ring, the one after it.
fn turned_pit(board: &Board, pit: Pit) -> Pit {
    if board.form == Form::Ring {
        return Pit((pit.0 + 1) % board.pits);
    }
    let len = board.len() as u8;
    if pit.0 >= len { Pit(len + 1 - (pit.0 - len)) } else { Pit((pit.0 + len / 2) % len) }
}

pub fn turned_move(board: &Board, chosen: Move) -> Move {
    match chosen {
        Move::Lift(pit) => Move::Lift(turned_pit(board, pit)),
        Move::Varied(pit, variant) => Move::Varied(turned_pit(board, pit), variant),
        Move::Pass => Move::Pass,
    }
}

pub fn turned_moves(board: &Board, moves: Moves) -> Vec<Move> {
    moves.iter().map(|m| turned_move(board, m)).collect()
}

pub fn turned_end(end: End) -> End {
    match end {
        End::Stuck(seat) => End::Stuck(seat.opponent()),
        End::NeverEnding(seat) => End::NeverEnding(seat.opponent()),
        End::MatchLost([south, north]) => End::MatchLost([north, south]),
        End::BoardEmpty | End::Exhausted | End::Repetition | End::TurnCap => end,
    }
}

/// The position seen from the other side of the board; nothing where the players sow in opposite directions, so that the
/// other side is another game.
pub fn turned<W: Lanes>(rules: &Ruleset, state: &State<W>) -> Option<State<W>> {
    let board = &rules.board;
    if rules.turn.direction[0] != rules.turn.direction[1] {
        return None;
    }
    let set_of = |pits: u32| bits(u64::from(pits)).fold(0, |all, p| all | 1 << turned_pit(board, Pit(p as u8)).0);
    let mark = match state.mark {
        Mark::From(pit) => Mark::From(turned_pit(board, pit)),
        Mark::Passes(pit) => Mark::Passes(turned_pit(board, pit)),
        other => other,
    };
    Some(State {
        cells: board.all().fold(W::EMPTY, |cells, p| cells.with(turned_pit(board, p).0, state.cells.get(p.0))),
        won: [state.won[1], state.won[0]],
        out: state.out,
        mover: state.mover.opponent(),
        mark,
        last_capture: state.last_capture.map(Seat::opponent),
        closed: set_of(state.closed),
        ur: [set_of(state.ur[1]), set_of(state.ur[0])],
    })
}
