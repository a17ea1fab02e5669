//! A position as one number: what a solved graph is kept under. How that is done is known here alone.
//!
//! Where the rules treat both players alike, the position of North to move is that of South to move with the board turned by
//! half, or as it lies if nobody owns its pits; then only positions of South to move are kept.

use super::rank::Ranking;
use crate::engine::{Kernel, Lanes, Mark, State};
use crate::rules::ruleset::{Form, Pit, RoundEnd, Ruleset, Seat, Ways};
use thiserror::Error;

/// Why a position cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum Unsolvable {
    #[error("{found} seeds on the board; rounds of up to {most} can be solved")]
    Seeds { found: u32, most: u32 },
    #[error(
        "the round ends after so many turns without a capture, and the value hangs on the count of them; such rounds cannot be solved"
    )]
    QuietTurns,
    #[error("players come to own pits in the course of a round; such rounds cannot be solved")]
    Ur,
    #[error("the first moves of the round are laid down or choose the way of it; such rounds cannot be solved")]
    Opening,
    #[error("the positions of this board cannot be numbered within 63 bits")]
    TooManyBoards,
    #[error("a match was given where a single round is solved")]
    Match,
}

/// Most seeds on the board: their margins fit a byte.
pub const MOST_SEEDS_SOLVED: u32 = 127;

/// How the player to move is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turned {
    /// By half a turn of the board: so many pits on.
    Half(u8),
    /// The board as it lies.
    AsItLies,
    /// Not at all.
    No,
}

/// How boards become numbers.
#[derive(Clone, Debug)]
enum Boards {
    /// The lanes of the engine as they are, 60 bits.
    Word,
    /// Their rank among the boards of as many seeds.
    Ranked(Ranking),
}

/// How positions of a ruleset become numbers below 2^63.
#[derive(Clone, Debug)]
pub struct Packing {
    pits: u8,
    closed: u32,
    turned: Turned,
    boards: Boards,
    /// Whether who captured last is part of the position.
    last_capture: bool,
    /// Whether the start prescribed to the next move is.
    marks: bool,
}

impl Packing {
    /// For rounds of a kernel's rules with these pits closed and up to `seeds` seeds on the board.
    ///
    /// # Errors
    /// [`Unsolvable`] where the rules hang on more than the board, or it is too large.
    pub fn new<W: Lanes>(kernel: &Kernel<W>, closed: u32, seeds: u32) -> Result<Self, Unsolvable> {
        let rules = kernel.rules();
        if kernel.scope() == crate::engine::Scope::Match {
            return Err(Unsolvable::Match);
        }
        if seeds > MOST_SEEDS_SOLVED {
            return Err(Unsolvable::Seeds { found: seeds, most: MOST_SEEDS_SOLVED });
        }
        if rules.round.ends.iter().any(|end| matches!(end, RoundEnd::QuietTurns(_))) {
            return Err(Unsolvable::QuietTurns);
        }
        if rules.turn.makes_ur() {
            return Err(Unsolvable::Ur);
        }
        if rules.turn.choice.first_lifts.len() > 1 || rules.turn.ways == Ways::FirstMove {
            return Err(Unsolvable::Opening);
        }
        let pits = rules.board.len() as u8;
        let last_capture = rules.round.looks_at_last_capture();
        let marks = rules.turn.choice.forced.is_some() || !rules.turn.choice.first_lifts.is_empty();
        let mut packing =
            Self { pits, closed, turned: turned(rules, closed), boards: Boards::Word, last_capture, marks };
        if packing.extra() > 8 || W::EMPTY.word().is_none() {
            let ranking = Ranking::new(pits.into(), seeds as usize).ok_or(Unsolvable::TooManyBoards)?;
            if ranking.count(seeds as usize).checked_mul(packing.extra()).is_none_or(|n| n >= 1 << 63) {
                return Err(Unsolvable::TooManyBoards);
            }
            packing.boards = Boards::Ranked(ranking);
        }
        Ok(packing)
    }

    /// Values of what is told beside the board.
    pub const fn extra(&self) -> u64 {
        let movers = if matches!(self.turned, Turned::No) { 2 } else { 1 };
        let captures = if self.last_capture { 3 } else { 1 };
        let marks = if self.marks { 2 * self.pits as u64 + 3 } else { 1 };
        movers * captures * marks
    }

    /// The positions of up to `seeds` seeds on the board, whether they can come up or not; none beyond 63 bits.
    #[must_use]
    pub fn all(&self, seeds: usize) -> Option<u64> {
        // As many as with one pit more, which holds what is not on the board.
        Ranking::new(usize::from(self.pits) + 1, seeds)?.count(seeds).checked_mul(self.extra())
    }

    /// Pits of the board.
    pub const fn pits(&self) -> u8 {
        self.pits
    }

    /// Whether the start prescribed to the next move is part of a position.
    pub const fn has_marks(&self) -> bool {
        self.marks
    }

    /// The same position with the players changed about.
    fn turn<W: Lanes>(&self, state: &State<W>) -> State<W> {
        let mut out = *state;
        out.mover = state.mover.opponent();
        out.won = [state.won[1], state.won[0]];
        out.last_capture = state.last_capture.map(Seat::opponent);
        if let Turned::Half(own) = self.turned {
            out.cells = half_turned(state.cells, own);
            let on = |pit: Pit| Pit((pit.0 + own) % (2 * own));
            out.mark = match state.mark {
                Mark::From(pit) => Mark::From(on(pit)),
                Mark::Passes(pit) => Mark::Passes(on(pit)),
                other => other,
            };
        }
        out
    }

    /// The position that stands for this one and that with the players changed about: the one of South to move, where the
    /// players are alike.
    #[inline]
    pub fn folded<W: Lanes>(&self, state: &State<W>) -> State<W> {
        if state.mover == Seat::North && self.turned != Turned::No { self.turn(state) } else { *state }
    }

    /// The number of a position.
    #[inline]
    #[must_use]
    pub fn key<W: Lanes>(&self, state: &State<W>) -> u64 {
        let state = &self.folded(state);
        let extra = self.beside(state);
        let board = match (&self.boards, state.cells.word()) {
            (Boards::Word, Some(word)) => word,
            (Boards::Ranked(ranking), _) => ranking.rank((0..self.pits).map(|p| state.cells.get(p))),
            (Boards::Word, None) => 0,
        };
        match self.boards {
            Boards::Word => board | extra << 60,
            Boards::Ranked(_) => board * self.extra() + extra,
        }
    }

    /// The number of what is told beside the board, below [`extra`](Self::extra), of a folded position.
    #[inline]
    pub fn beside<W>(&self, state: &State<W>) -> u64 {
        let mut extra = 0;
        if self.turned == Turned::No {
            extra = state.mover as u64;
        }
        if self.last_capture {
            extra = extra * 3 + state.last_capture.map_or(0, |seat| 1 + seat as u64);
        }
        if self.marks {
            let pits = u64::from(self.pits);
            extra = extra * (2 * pits + 3)
                + match state.mark {
                    Mark::Free | Mark::Way(_) => 0,
                    Mark::FirstMoves(made) => 1 + u64::from(made.min(1)),
                    Mark::From(pit) => 3 + u64::from(pit.0),
                    Mark::Passes(pit) => 3 + pits + u64::from(pit.0),
                };
        }
        extra
    }

    /// The position of a number, with `seeds` seeds on the board and nothing won. Where the players are alike South moves.
    #[inline]
    #[must_use]
    pub fn state<W: Lanes>(&self, key: u64, seeds: usize) -> State<W> {
        let (board, extra) = match self.boards {
            Boards::Word => (key & ((1 << 60) - 1), key >> 60),
            Boards::Ranked(_) => (key / self.extra(), key % self.extra()),
        };
        let cells = match &self.boards {
            Boards::Word => W::of_word(board).unwrap_or(W::EMPTY),
            Boards::Ranked(ranking) => {
                let mut cells = W::EMPTY;
                ranking.unrank(board, seeds, |pit, n| cells = cells.with(pit as u8, n));
                cells
            }
        };
        self.completed(cells, extra)
    }

    /// The position of a board and of the number of what is told beside it.
    #[inline]
    pub fn completed<W: Lanes>(&self, cells: W, mut extra: u64) -> State<W> {
        let mut state = State { closed: self.closed, ..State::new(cells) };
        if self.marks {
            let pits = u64::from(self.pits);
            let mark = extra % (2 * pits + 3);
            extra /= 2 * pits + 3;
            state.mark = match mark {
                0 => Mark::Free,
                1 | 2 => Mark::FirstMoves((mark - 1) as u8),
                from if from < 3 + pits => Mark::From(Pit((from - 3) as u8)),
                passes => Mark::Passes(Pit((passes - 3 - pits) as u8)),
            };
        }
        if self.last_capture {
            state.last_capture = [None, Some(Seat::South), Some(Seat::North)][(extra % 3) as usize];
            extra /= 3;
        }
        state.mover = Seat::BOTH[(extra % 2) as usize];
        state
    }
}

/// How North's positions become South's, where the rules are alike for both and no pit is closed.
fn turned(rules: &Ruleset, closed: u32) -> Turned {
    let [south, north] = rules.turn.direction;
    if south != north || closed != 0 {
        return Turned::No;
    }
    match rules.board.form {
        Form::TwoRows | Form::FourRows | Form::Columns { .. } => Turned::Half((rules.board.len() / 2) as u8),
        Form::Ring => Turned::AsItLies,
    }
}

fn half_turned<W: Lanes>(cells: W, own: u8) -> W {
    if let Some(word) = cells.word() {
        let half = 6 * u32::from(own);
        let low = (1 << half) - 1;
        return W::of_word((word & low) << half | word >> half & low).unwrap_or(cells);
    }
    (0..2 * own).fold(W::EMPTY, |turned, p| turned.with((p + own) % (2 * own), cells.get(p)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Machine, Scope, Width};
    use crate::rng::Rng;
    use crate::rules::game::Game;
    use crate::rules::ruleset::{Direction, ForcedStart};
    use crate::with_kernel;
    use std::collections::HashMap;
    use std::path::Path;

    fn bosh() -> Ruleset {
        let game = Game::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow")).game.unwrap();
        game.ruleset(&game.best()).unwrap()
    }

    /// A state of 8 seeds laid by chance, with every kind of mark and of last capture.
    fn state<W: Lanes>(packing: &Packing, rng: &mut Rng) -> State<W> {
        let mut state = State::new(W::EMPTY);
        for _ in 0..8 {
            let pit = rng.below(10) as u8;
            state.cells = state.cells.with(pit, state.cells.get(pit) + 1);
        }
        state.mover = Seat::BOTH[rng.below(2) as usize];
        if packing.last_capture {
            state.last_capture = [None, Some(Seat::South), Some(Seat::North)][rng.below(3) as usize];
        }
        if packing.marks {
            let pit = Pit(rng.below(10) as u8);
            let first = Mark::FirstMoves(rng.below(2) as u8);
            state.mark = [Mark::Free, first, Mark::From(pit), Mark::Passes(pit)][rng.below(4) as usize];
        }
        state
    }

    fn keys_tell_positions_apart<W: Lanes>(kernel: &Kernel<W>) {
        let packing = Packing::new(kernel, 0, 8).unwrap();
        let mut rng = Rng::from_u64(6);
        let mut met: HashMap<u64, State<W>> = HashMap::new();
        for _ in 0..3_000 {
            let state: State<W> = state(&packing, &mut rng);
            // Where the players are alike, the position as South sees it.
            let seen =
                if state.mover == Seat::North && packing.turned != Turned::No { packing.turn(&state) } else { state };
            let key = packing.key(&state);
            assert_eq!(packing.state::<W>(key, 8), seen);
            assert_eq!(packing.key(&seen), key);
            assert_eq!(*met.entry(key).or_insert(seen), seen, "two positions have one key");
        }
    }

    #[test]
    fn every_position_has_a_key_of_its_own_and_is_found_again_by_it() {
        let plain = bosh();
        let mut opposed = plain.clone();
        opposed.turn.direction = [Direction::Anticlockwise, Direction::Clockwise];
        let mut marked = plain.clone();
        marked.turn.choice.forced = Some(ForcedStart::AfterStart);
        marked.round.remainder = crate::rules::ruleset::Remainder::LastCapturer;
        let mut opposed_and_marked = marked.clone();
        opposed_and_marked.turn.direction = opposed.turn.direction;
        for rules in [plain, opposed, marked, opposed_and_marked] {
            for width in [Width::Narrow, Width::Middle, Width::Wide] {
                let machine = Machine::no_narrower(rules.clone(), Scope::Round, width).unwrap();
                with_kernel!(&machine, kernel => keys_tell_positions_apart(kernel));
            }
        }
    }

    #[test]
    fn half_a_turn_takes_each_pit_to_the_one_half_the_ring_on() {
        let cells = (0..10).fold(0_u64, |cells, p| cells.with(p, p.into()));
        let turned = half_turned(cells, 5);
        let wide = half_turned((0..10).fold(0_u128, |cells, p| cells.with(p, p.into())), 5);
        for p in 0..10 {
            assert_eq!(turned.get((p + 5) % 10), u16::from(p));
            assert_eq!(wide.get((p + 5) % 10), u16::from(p));
        }
    }
}
