//! The exact result of a match, as a game of rounds.
//!
//! # What is computed
//!
//! A round is played for the seeds it yields, and its exact value says how they fall if both players want as many as they can
//! get. Where a match goes on from there is settled by the rules alone: who fills which pits, who starts, whether the match is
//! over. So, both playing each round for seeds, a match is a walk from standing to standing, and it ends, or comes back to
//! where it was and goes on for ever.
//!
//! # Whether that is the best way to play a match
//!
//! In a match a round's seeds matter only through the standing they lead to, and more seeds could lead to a worse one: another
//! player starts, another pit stays closed. Let every standing be rated by where that walk leads from it: a win, the better
//! the fewer rounds it takes; then a match that is drawn or never ends; then a loss, the better the more rounds it takes. A
//! player can secure, in each round, as many seeds as the walk has him win, and his opponent may let him have more. **If in
//! every standing that can come up so, whatever more he gets leads to no standing rated lower, then playing for seeds secures
//! him the result of the walk; and if that holds for both players, it is the exact result of the match.** For after each round
//! he stands no lower than on the walk: where the walk wins in so many rounds, he wins in so many or fewer; where it does not
//! lose he does not lose, for he would have to come to a lower rating first. That more seeds are better everywhere is not
//! asked, and is not so: with seven seeds a player of Bosh can stand better than with eight, since the loser starts. The
//! condition is checked for each player, every standing that he can come to and everything that he may get there, and the
//! answer says whether it holds.

use super::book::{Limits, SolveError};
use super::graph::Stop;
use super::solve;
use crate::engine::{End, Kernel, Lanes, Machine, MachineError, Move, Position, Scope, State};
use crate::play::{Class, Decision, Player, Turn, match_over, next_starter, refill};
use crate::rules::ruleset::{MatchEnd, MatchPlay, Remainder, Reopen, RowsFilled, Ruleset, Seat, Starter};
use crate::with_kernel;
use rustc_hash::FxHashMap;
use thiserror::Error;

/// Why there is no result.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum MatchError {
    #[error("the rules say nothing of a match")]
    NoMatch,
    #[error("a match is solved as a game of rounds that hang on the seeds in hand alone; under these rules {why}")]
    MoreThanSeeds { why: &'static str },
    #[error("the value of the round from {start} hangs on what a repeated position does: it is from {low} to {high}")]
    NotExact { start: Position, low: i16, high: i16 },
    #[error("the round from {start} was not solved within the memory allowed")]
    Memory { start: Position },
    #[error(transparent)]
    Machine(#[from] MachineError),
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// How a match ends when both play each round for seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchValue {
    /// This player wins it.
    Won(Seat),
    /// It is drawn.
    Drawn,
    /// It never ends: after its last round it stands as before the round of this number, from 0.
    Endless(usize),
}

/// One round of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedRound {
    /// How it begins; what the players hold beside the board is won already.
    pub start: Position,
    /// Seeds that its starter wins on the board, less his opponent's.
    pub value: i16,
    /// Seeds in hand after it, South's first.
    pub won: [u16; 2],
}

/// Whether to play every round for seeds is the best way to play the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedsFirst {
    /// It is: in none of so many standings does a player who gets more than he can secure stand lower for it.
    Best {
        /// Standings that can come up while at least one of the players plays for seeds.
        standings: usize,
    },
    /// It need not be.
    Doubtful {
        /// How the round begins after which it is not.
        start: Position,
        /// Who stands lower, getting more seeds than he can secure.
        seat: Seat,
        /// Seeds in his hand after it if he gets what he can secure.
        secured: u16,
        /// And those with which he stands lower.
        more: u16,
    },
}

/// What solving a match has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchAnswer {
    /// The result.
    pub value: MatchValue,
    /// The rounds that lead to it.
    pub rounds: Vec<SolvedRound>,
    /// Whether it is the exact result.
    pub seeds_first: SeedsFirst,
    /// Different starts of rounds that were solved, seeds in hand left out.
    pub starts: usize,
    /// Positions of all of them.
    pub positions: u64,
}

/// What follows a round.
#[derive(Clone, Copy, Debug)]
enum After {
    Over(Class),
    Standing(usize),
}

/// A standing between rounds.
#[derive(Debug)]
struct Standing {
    start: Position,
    /// What the starter gains in it.
    value: i16,
    /// What follows, by the seeds that South wins on the board.
    after: Vec<After>,
}

impl Standing {
    /// Seeds that South wins on the board, both playing for seeds.
    fn south_wins(&self) -> usize {
        let on_board = i64::try_from(self.after.len()).unwrap_or(i64::MAX) - 1;
        let south = i64::from(if self.start.mover == Seat::South { self.value } else { -self.value });
        // Every seed is shared out, so that the sum is even.
        i64::midpoint(on_board, south).unsigned_abs() as usize
    }
}

/// Nobody: where players choose how they fill their pits, a match is more than its rounds.
struct Undecided;

impl Player for Undecided {
    type Stop = ();

    fn choose<W: Lanes>(&mut self, _turn: &Turn<'_, W>) -> Result<Move, ()> {
        Err(())
    }

    fn decide(&mut self, _decision: &Decision<'_>) -> Result<usize, ()> {
        Err(())
    }
}

/// Solves the match from a standing; the machine's scope is the match.
///
/// # Errors
/// [`MatchError`] where the rules make a match more than a game of rounds, and where a round cannot be solved exactly.
pub fn solve_match(
    machine: &Machine,
    position: &Position,
    limits: &Limits,
    stop: Stop<'_>,
) -> Result<MatchAnswer, MatchError> {
    let rules = machine.rules();
    let play = rules.match_play.as_ref().ok_or(MatchError::NoMatch)?;
    seeds_alone(rules, play)?;
    let limits = Limits { checkpoint: None, ..limits.clone() };
    let mut solver = Solver { rules, play, limits, stop, values: FxHashMap::default(), positions: 0 };
    with_kernel!(machine, kernel => solver.walk(kernel, position))
}

/// Whether nothing but the seeds in hand, the closed pits and the starter tells standings apart.
fn seeds_alone(rules: &Ruleset, play: &MatchPlay) -> Result<(), MatchError> {
    let faults = [
        (rules.round.remainder == Remainder::Nobody, "seeds are left to nobody at the end of a round"),
        (rules.turn.captures.out_of_game, "captured seeds leave the game"),
        (play.starter == Starter::LastMover, "who moved last starts the next round"),
        (play.rows == RowsFilled::PoorerAlone, "one player's pits stay as they are"),
        (play.reopen == Reopen::DuringRound, "pits are opened in the middle of a round"),
        (play.lost_during_round, "a match is lost in the middle of a round"),
        (matches!(play.end, MatchEnd::Rounds(_)), "the match ends after a number of rounds"),
    ];
    match faults.into_iter().find(|&(found, _)| found) {
        Some((_, why)) => Err(MatchError::MoreThanSeeds { why }),
        None => Ok(()),
    }
}

struct Solver<'a> {
    rules: &'a Ruleset,
    play: &'a MatchPlay,
    limits: Limits,
    stop: Stop<'a>,
    /// By the start of a round, nothing in hand.
    values: FxHashMap<Position, i16>,
    positions: u64,
}

impl Solver<'_> {
    fn walk<W: Lanes>(&mut self, kernel: &Kernel<W>, first: &Position) -> Result<MatchAnswer, MatchError> {
        let mut standings: Vec<Standing> = Vec::new();
        let mut known = FxHashMap::from_iter([(first.clone(), 0)]);
        let mut open = vec![first.clone()];
        while let Some(start) = open.get(standings.len()).cloned() {
            let value = self.value(&start)?;
            let board = &kernel.rules().board;
            let state: State<W> = start.pack();
            let on_board = state.cells.sum(0, board.len() as u8);
            let mut after = Vec::new();
            for south in 0..=on_board {
                let won = [state.won[0] + south, state.won[1] + on_board - south];
                let ended = State { cells: W::EMPTY, won, ..state };
                after.push(match self.next(kernel, ended)? {
                    Err(class) => After::Over(class),
                    Ok(next) => {
                        let next = Position::unpack(&next, board);
                        let number = *known.entry(next.clone()).or_insert_with(|| {
                            open.push(next);
                            open.len() - 1
                        });
                        After::Standing(number)
                    }
                });
            }
            standings.push(Standing { start, value, after });
        }
        let seeds_first = seeds_first(&standings, &ratings(&standings));
        let (value, rounds) = line(&standings);
        Ok(MatchAnswer { value, rounds, seeds_first, starts: self.values.len(), positions: self.positions })
    }

    /// The round after one that has ended with these seeds in hand, or how the match is over.
    fn next<W: Lanes>(&self, kernel: &Kernel<W>, ended: State<W>) -> Result<Result<State<W>, Class>, MatchError> {
        if let Some(class) = match_over(kernel, self.play, &ended, End::Exhausted, 1) {
            return Ok(Err(class));
        }
        let mut next = State { closed: ended.closed, won: ended.won, out: ended.out, ..State::new(W::EMPTY) };
        // The player to move is who starts the round: nobody has moved in a standing.
        let starter = next_starter(self.play.starter, ended.mover, ended.won, None);
        refill(kernel, self.play, &mut next, starter, &mut [Undecided, Undecided], &mut 0, &mut ())
            .map_err(|()| MatchError::MoreThanSeeds { why: "players choose the pits that they fill" })?;
        Ok(Ok(next))
    }

    /// What the starter of a round gains in it.
    fn value(&mut self, start: &Position) -> Result<i16, MatchError> {
        let bare = Position { won: [0, 0], ..start.clone() };
        if let Some(&value) = self.values.get(&bare) {
            return Ok(value);
        }
        let machine = Machine::for_position(self.rules.clone(), Scope::Round, &bare)?;
        let answer = solve(&machine, &bare, &self.limits, self.stop)?;
        if !answer.complete {
            return Err(MatchError::Memory { start: bare });
        }
        let bounds = answer.value;
        let value =
            bounds.value().ok_or(MatchError::NotExact { start: bare.clone(), low: bounds.low, high: bounds.high })?;
        self.positions += answer.positions;
        self.values.insert(bare, value);
        Ok(value)
    }
}

/// More than a match has rounds before it comes back to a standing.
const WON: i64 = 1 << 32;

/// A standing's rating for South: so many less than [`WON`] as rounds are left to his win, 0 where nobody wins, and the same
/// below 0 for North's.
fn rating(after: &After, ratings: &[i64]) -> i64 {
    match *after {
        After::Over(Class::FirstWins) => WON,
        After::Over(Class::SecondWins) => -WON,
        After::Over(_) => 0,
        After::Standing(number) => ratings[number],
    }
}

/// The ratings of all standings: those from which the walk comes to an end, from the end back; the others are 0.
fn ratings(standings: &[Standing]) -> Vec<i64> {
    let mut ratings = vec![0; standings.len()];
    let mut done = vec![false; standings.len()];
    for first in 0..standings.len() {
        let (mut way, mut at) = (Vec::new(), After::Standing(first));
        // Each standing is gone through once on the way to the end or to one that is rated.
        while let After::Standing(number) = at
            && !done[number]
        {
            done[number] = true;
            way.push(number);
            at = standings[number].after[standings[number].south_wins()];
        }
        let mut found = rating(&at, &ratings);
        // Back where it was: the walk never ends, and what was gone through stays at 0.
        for number in way.into_iter().rev() {
            found -= found.signum();
            ratings[number] = found;
        }
    }
    ratings
}

/// Whether each player, playing for seeds, never stands lower than on the walk.
fn seeds_first(standings: &[Standing], ratings: &[i64]) -> SeedsFirst {
    let mut seen = vec![false; standings.len()];
    for seat in Seat::BOTH {
        let for_him = |after: &After| rating(after, ratings) * if seat == Seat::South { 1 } else { -1 };
        let mut been = vec![false; standings.len()];
        let mut open = vec![0];
        while let Some(number) = open.pop() {
            if std::mem::replace(&mut been[number], true) {
                continue;
            }
            seen[number] = true;
            let standing = &standings[number];
            let (south, on_board) = (standing.south_wins(), standing.after.len() - 1);
            let his = |south: usize| {
                let won = if seat == Seat::South { south } else { on_board - south };
                standing.start.won[seat.index()] + won as u16
            };
            let possible = if seat == Seat::South { south..=on_board } else { 0..=south };
            for result in possible {
                let after = &standing.after[result];
                if for_him(after) < for_him(&standing.after[south]) {
                    let (start, secured, more) = (standing.start.clone(), his(south), his(result));
                    return SeedsFirst::Doubtful { start, seat, secured, more };
                }
                if let After::Standing(next) = *after {
                    open.push(next);
                }
            }
        }
    }
    SeedsFirst::Best { standings: seen.into_iter().filter(|&s| s).count() }
}

/// The walk from the first standing.
fn line(standings: &[Standing]) -> (MatchValue, Vec<SolvedRound>) {
    let (mut rounds, mut been) = (Vec::new(), Vec::new());
    let mut at = 0;
    loop {
        if let Some(round) = been.iter().position(|&b| b == at) {
            return (MatchValue::Endless(round), rounds);
        }
        been.push(at);
        let standing = &standings[at];
        let south = standing.south_wins();
        let [own, other] = standing.start.won;
        let won = [own + south as u16, other + (standing.after.len() - 1 - south) as u16];
        rounds.push(SolvedRound { start: standing.start.clone(), value: standing.value, won });
        match standing.after[south] {
            After::Standing(next) => at = next,
            After::Over(Class::FirstWins) => return (MatchValue::Won(Seat::South), rounds),
            After::Over(Class::SecondWins) => return (MatchValue::Won(Seat::North), rounds),
            After::Over(_) => return (MatchValue::Drawn, rounds),
        }
    }
}
