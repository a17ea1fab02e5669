//! Players that are programs: by chance, by greed, by looking ahead, by playing out and by exact values.

pub mod alphabeta;
mod kind;
mod matters;
pub mod mcts;
mod pairing;

pub use kind::{Agent, Contender, KINDS, MOST_DEPTH, MOST_SIMS, UnknownAgent};
pub use matters::{Budget, Parting, parting};
pub use pairing::{NotExact, Pairing, book};

use crate::engine::{Kernel, Lanes, Machine, Move, Position, State};
use crate::play::{
    BriefResult, ByChance, Decision, MatchResult, Onlooker, Player, RoundPlay, RoundResult, Transcript, Turn,
    play_match, play_round, play_rounds, play_rounds_briefly, play_rounds_by_chance,
};
use crate::rng::{GameSeed, Rng};
use crate::rules::ruleset::Seat;
use crate::solve::Book;
use crate::with_kernel;
use pairing::Mind;
use std::convert::Infallible;

/// An agent at the board, with his own stream of luck.
#[derive(Clone, Debug)]
pub struct Seated {
    mind: Mind,
    rng: Rng,
    /// Moves that are still left to chance.
    by_chance: u32,
}

impl Seated {
    /// A player by chance whose luck starts from a number.
    const fn by_chance(seed: u64) -> Self {
        Self { mind: Mind::Unaided(Agent::Random), rng: Rng::from_u64(seed), by_chance: 0 }
    }

    /// Both players of one game, first player first.
    #[must_use]
    pub fn pair(players: impl Into<Pairing>, seed: GameSeed) -> [Self; 2] {
        let players = players.into();
        let [one, other] = players.moves_by_chance();
        let [first, second] = players.minds;
        [
            Self { mind: first, rng: Rng::for_player(seed, 0), by_chance: one },
            Self { mind: second, rng: Rng::for_player(seed, 1), by_chance: other },
        ]
    }
}

impl Player for Seated {
    type Stop = Infallible;

    #[inline]
    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        if self.by_chance > 0 {
            self.by_chance -= 1;
            return Ok(turn.nth(self.rng.below(turn.choices())));
        }
        Ok(match &self.mind {
            Mind::Unaided(Agent::Random) => turn.nth(self.rng.below(turn.choices())),
            Mind::Unaided(Agent::Greedy) => greediest(turn, &mut self.rng),
            Mind::Unaided(Agent::AlphaBeta(depth)) => alphabeta::choose(turn, *depth, &mut self.rng),
            Mind::Unaided(Agent::Mcts(sims)) => mcts::choose(turn, *sims, &mut self.rng),
            Mind::Exact(book) => exact(turn, book, &mut self.rng),
        })
    }

    #[inline]
    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        Ok(self.rng.below(decision.options.len() as u32) as usize)
    }
}

fn greediest<W: Lanes>(turn: &Turn<'_, W>, rng: &mut Rng) -> Move {
    let me = turn.state.mover.index();
    let (mut best, mut most, mut equals) = (turn.nth(0), i32::MIN, 0);
    for n in 0..turn.choices() {
        let chosen = turn.nth(n);
        let mut after = *turn.state;
        let (_, end) = turn.kernel.make(turn.layout, &mut after, chosen, &mut ());
        if let Some(end) = end {
            turn.kernel.settle(&mut after, end);
        } else if let crate::engine::Situation::Over(end) = turn.kernel.situation(turn.layout, &after) {
            turn.kernel.settle(&mut after, end);
        }
        let gain = i32::from(after.won[me]) - i32::from(after.won[1 - me]);
        if gain > most {
            (best, most, equals) = (chosen, gain, 1);
        } else if gain == most {
            // The k-th equal replaces the one kept with chance 1/k, so that each ends up equally likely.
            equals += 1;
            if rng.below(equals) == 0 {
                best = chosen;
            }
        }
    }
    best
}

/// One of the best moves. Where a position cannot come up from the one that the book begins with, it says nothing, and every
/// move is equally likely.
fn exact<W: Lanes>(turn: &Turn<'_, W>, book: &Book, rng: &mut Rng) -> Move {
    let best = book.best(turn.kernel, turn.state);
    if best.is_empty() { turn.nth(rng.below(turn.choices())) } else { best[rng.below(best.len() as u32) as usize] }
}

fn opening<W: Lanes>(kernel: &Kernel<W>) -> State<W> {
    Position::start(kernel.rules()).pack()
}

/// Plays one round between two agents from the opening position. The first sits South.
#[must_use]
pub fn simulate_round(machine: &Machine, players: impl Into<Pairing>, seed: GameSeed) -> RoundResult {
    round_watched(machine, players.into(), seed, &mut ())
}

/// Plays the rounds of these numbers between two agents from the opening position, as [`simulate_round`] plays each; `done`
/// is told the results as rounds end, which need not be in order, and what the first and the second player had won after
/// each turn. The first agent sits South.
pub fn simulate_rounds(
    machine: &Machine,
    players: impl Into<Pairing>,
    study: u64,
    numbers: std::ops::Range<u64>,
    done: impl FnMut(u64, RoundResult, &[[u16; 2]]),
) {
    let seed = |game| GameSeed { study, game };
    let players = players.into();
    if players.by_chance() {
        let begin = |game| by_chance(seed(game));
        with_kernel!(machine, kernel => play_rounds_by_chance(kernel, &opening(kernel), numbers, begin, done));
    } else {
        let begin = |game| Seated::pair(players.clone(), seed(game));
        with_kernel!(machine, kernel => play_rounds(kernel, &opening(kernel), numbers, begin, done));
    }
}

/// Plays the rounds that [`simulate_rounds`] plays between players by chance; of each, little is kept.
pub fn simulate_rounds_briefly(
    machine: &Machine,
    study: u64,
    numbers: std::ops::Range<u64>,
    done: impl FnMut(u64, BriefResult),
) {
    let begin = |game| by_chance(GameSeed { study, game });
    with_kernel!(machine, kernel => play_rounds_briefly(kernel, &opening(kernel), numbers, begin, done));
}

fn by_chance(seed: GameSeed) -> [ByChance; 2] {
    [0, 1].map(|player| ByChance(Rng::for_player(seed, player)))
}

/// Plays rounds from a position, as [`simulate_rounds`] does from the opening position; `seed` gives the luck of each, and `done`
/// is told the seeds of who moved first and of the other, and who moved last. The first agent sits South, whoever begins.
pub fn simulate_rounds_from<W: Lanes>(
    kernel: &Kernel<W>,
    start: &State<W>,
    players: &Pairing,
    seed: impl Fn(u64) -> GameSeed,
    numbers: std::ops::Range<u64>,
    mut done: impl FnMut([u16; 2], Option<Seat>),
) {
    if players.by_chance() {
        let begin = |game| by_chance(seed(game));
        play_rounds_briefly(kernel, start, numbers, begin, |_, result| done(result.won, result.course.last_mover));
    } else {
        let begin = |game| Seated::pair(players.clone(), seed(game));
        play_rounds(kernel, start, numbers, begin, |_, result, _| done(result.won, result.last_mover));
    }
}

fn round_watched(machine: &Machine, players: Pairing, seed: GameSeed, onlooker: &mut impl Onlooker) -> RoundResult {
    let mut players = Seated::pair(players, seed);
    with_kernel!(machine, kernel => {
        let Ok(result) = play_round(kernel, &mut RoundPlay::new(), opening(kernel), &mut players, onlooker);
        result
    })
}

/// Plays one match between two agents. The first sits South and starts the first round; the match is broken off after
/// `round_cap` rounds. None if the rules say nothing of a match.
#[must_use]
pub fn simulate_match(
    machine: &Machine,
    players: impl Into<Pairing>,
    seed: GameSeed,
    round_cap: u32,
) -> Option<MatchResult> {
    match_watched(machine, players.into(), seed, round_cap, &mut ())
}

fn match_watched(
    machine: &Machine,
    players: Pairing,
    seed: GameSeed,
    round_cap: u32,
    onlooker: &mut impl Onlooker,
) -> Option<MatchResult> {
    let mut players = Seated::pair(players, seed);
    let rules = machine.rules().match_play.as_ref()?;
    with_kernel!(machine, kernel => {
        let Ok(result) = play_match(kernel, rules, opening(kernel), &mut players, round_cap, onlooker);
        Some(result)
    })
}

/// The round that [`simulate_round`] plays, written down.
#[must_use]
pub fn record_round(machine: &Machine, players: impl Into<Pairing>, seed: GameSeed) -> (RoundResult, Transcript) {
    let mut transcript = Transcript::new();
    let result = round_watched(machine, players.into(), seed, &mut transcript);
    (result, transcript)
}

/// The match that [`simulate_match`] plays, written down.
#[must_use]
pub fn record_match(
    machine: &Machine,
    players: impl Into<Pairing>,
    seed: GameSeed,
    round_cap: u32,
) -> Option<(MatchResult, Transcript)> {
    let mut transcript = Transcript::new();
    let result = match_watched(machine, players.into(), seed, round_cap, &mut transcript)?;
    Some((result, transcript))
}
