//! A match worked out as a chain of rounds.
//!
//! A round hangs on how the rows are filled, which pits are closed and who starts, and for most rules on nothing else: what the
//! players hold beside the board only says what comes after it. So rounds are sampled once from each *start* that comes up, and
//! the match is the Markov chain whose states are the *standings* between rounds (a start, and the seeds in both hands) and whose
//! steps are the sampled results of a round, each followed by what the rules of the match make of it. Choices at a refill are
//! made by chance, as the players that are programs make them.
//!
//! *Value.* From the opening the chances of all standings are carried forward round by round until next to nothing is left or the
//! match is broken off, and the values of standings are carried back from there. The score is W1 + D/2 over W1 + W2 + D, as where
//! matches are played one by one, and matches broken off at the same round count as cut off in the same way.
//!
//! *Error.* The score is a function of the distributions sampled, one a start, which are independent. By its linear part (the
//! delta method, as in W. G. Cochran, *Sampling Techniques*, 3rd ed. (New York: Wiley, 1977), ch. 6) its variance is the sum
//! over starts of the variance of g over the rounds sampled there, divided by their number, where g of a result is the
//! change of the score for each unit of its probability: over all rounds of a match, the chance of standing at that start times the
//! value of what the result leads to. Starts are then given more rounds in proportion to the standard deviation of g
//! (J. Neyman, "On the two different aspects of the representative method", *Journal of the Royal Statistical Society* 97
//! (1934): 558-625), until the interval is as narrow as asked for.

use crate::agents::{Pairing, Seated, simulate_rounds_from};
use crate::engine::{Kernel, Lanes, Machine, Move, Position, State};
use crate::play::{Class, Decision, Player, RoundPlay, Turn, match_over, next_starter, refill};
use crate::rng::GameSeed;
use crate::rules::ruleset::{MatchEnd, MatchPlay, Reopen, RowsFilled, Ruleset, Seat, Ways};
use crate::stats::{Confidence, Estimate, real};
use crate::with_kernel;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::convert::Infallible;
use thiserror::Error;

/// Rounds sampled from a start when it first comes up.
const FIRST: u64 = 200;
/// More standings than this are many.
const MANY: usize = 1_000;
/// Rounds of a match that are looked at first where standings are many.
const FIRST_ROUNDS: u32 = 40;
/// Of a match less than this is left out as not ended.
const NOTHING: f64 = 1e-10;

/// Why a match cannot be worked out so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum ChainError {
    #[error("the rules say nothing of a match")]
    NoMatch,
    #[error("exact players know single rounds, and this is a match")]
    ExactPlayers,
    #[error("a match is worked out from rounds that hang on the rows and the starter alone; under these rules {why}")]
    MoreThanRows { why: &'static str },
}

/// How well a match is to be known.
#[derive(Clone, Copy, Debug)]
pub struct Precision {
    /// Half the width of the interval of the score.
    pub half_width: f64,
    /// The level of that interval.
    pub confidence: Confidence,
    /// No more rounds than this are played in all.
    pub most: u64,
}

/// What is known of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worked {
    /// The score of the first player with its interval; none if no match has a result.
    pub score: Option<Estimate>,
    /// The chances that a match is won by the first player, by the second, drawn, and not ended when it is broken off.
    pub classes: [f64; 4],
    /// The mean number of rounds.
    pub rounds: f64,
    /// Starts from which rounds were sampled.
    pub starts: usize,
    /// Standings of the chain.
    pub standings: usize,
    /// Rounds played for it, besides those that were there.
    pub played: u64,
}

/// Works out the matches of a machine between these players, the first of whom sits South and starts; they are broken off after
/// `round_cap` rounds. Uses the threads of the current rayon pool; what comes out does not hang on their number.
///
/// # Errors
/// If the rules have no match, or more is carried from round to round than seeds, closed pits and the starter.
pub fn work_out(
    machine: &Machine,
    players: &Pairing,
    seed: u64,
    round_cap: u32,
    precision: Precision,
) -> Result<Worked, ChainError> {
    let rules = machine.rules();
    let play = rules.match_play.as_ref().ok_or(ChainError::NoMatch)?;
    Ok(work_out_all(machine, players, seed, round_cap, precision, std::slice::from_ref(play))?.remove(0))
}

/// Works out several matches that are made of the same rounds, one after the other: what was sampled for one serves the next. They
/// differ in who starts, how the rows are filled, what becomes of seeds left over, whether closed pits stay closed, and when the
/// match is over; whatever reaches into a round is as the machine has it.
///
/// # Errors
/// As [`work_out`].
pub fn work_out_all(
    machine: &Machine,
    players: &Pairing,
    seed: u64,
    round_cap: u32,
    precision: Precision,
    plays: &[MatchPlay],
) -> Result<Vec<Worked>, ChainError> {
    let rules = machine.rules();
    let own = rules.match_play.as_ref().ok_or(ChainError::NoMatch)?;
    if let Some(why) = plays.iter().find_map(|play| carries_more(rules, play)) {
        return Err(ChainError::MoreThanRows { why });
    }
    Ok(with_kernel!(machine, kernel => {
        let opening: State<_> = Position::start(rules).pack();
        let mut rounds = Rounds::new(kernel, own, players, seed);
        plays.iter().map(|play| Chain::new(&mut rounds, play, opening).worked(round_cap, precision)).collect()
    }))
}

/// What the rules carry from round to round besides, if anything.
fn carries_more(rules: &Ruleset, play: &MatchPlay) -> Option<&'static str> {
    if play.rows == RowsFilled::PoorerAlone {
        return Some("seeds stay in the pits from round to round");
    }
    if rules.turn.makes_ur() {
        return Some("a pit may be somebody's from round to round");
    }
    let choice = &rules.turn.choice;
    let marked = choice.forced.is_some() || !choice.first_lifts.is_empty() || rules.turn.ways == Ways::FirstMove;
    marked.then_some("a move may hang on those before it")
}

/// What a round can come to, as far as the match goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Outcome {
    /// Seeds that South and North have gained; of those in hand some may have gone into pits.
    gained: [i16; 2],
    last_mover: Option<Seat>,
    /// Pits closed at the end.
    closed: u32,
    /// Who has lost the match in the middle of the round, if anybody.
    lost: Option<[bool; 2]>,
}

/// A way to begin a round, and what rounds have come to from it.
struct Start<W> {
    state: State<W>,
    /// Told apart from every other start, the same in every run.
    salt: u64,
    outcomes: Vec<Outcome>,
    places: FxHashMap<Outcome, usize>,
    counts: Vec<u64>,
    played: u64,
}

/// A result of a round and where it leads, by its place among the ways on.
#[derive(Clone, Copy)]
struct Step {
    /// The result, by its place among those of the start.
    outcome: usize,
    way: usize,
}

/// A way on from a standing. Many results take the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct WayOn {
    next: Next,
    /// How the match ends if this was its last round by the rules.
    at_last: Class,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Over(Class),
    /// To a refill, by its number.
    Refill(usize),
}

/// What the players hold once a round is over and it is known who starts the next, and the standings that they can fill their rows
/// to, each with its chance. Many standings lead to the same refill, and where the players choose, each leads to many.
type Refill = Vec<(f64, usize)>;

/// A state of the chain.
struct Node<W> {
    state: State<W>,
    start: usize,
    /// Where each result of its start leads, as far as they are known.
    steps: Vec<Step>,
    ways: Vec<WayOn>,
    /// How many results have steps.
    known: usize,
}

/// The rounds sampled under one set of rules, for all matches that are made of them.
struct Rounds<'a, W> {
    kernel: &'a Kernel<W>,
    players: &'a Pairing,
    seed: u64,
    /// Whether what is in hand reaches into a round.
    hand_matters: bool,
    /// Whether it does so by a player who has too little.
    falls_short: bool,
    starts: Vec<Start<W>>,
    places: FxHashMap<State<W>, usize>,
}

impl<'a, W: Lanes> Rounds<'a, W> {
    fn new(kernel: &'a Kernel<W>, play: &MatchPlay, players: &'a Pairing, seed: u64) -> Self {
        let falls_short = play.lost_during_round;
        let hand_matters = falls_short || play.reopen == Reopen::DuringRound;
        Self { kernel, players, seed, hand_matters, falls_short, starts: Vec::new(), places: FxHashMap::default() }
    }

    /// The number of the start of a standing, which is made if it is new.
    fn start(&mut self, state: State<W>) -> usize {
        let board = &self.kernel.rules().board;
        // Where a player opens closed pits from his hand, what he holds is nothing to a row that is open.
        let reaches_in = |seat: Seat| {
            self.hand_matters && (self.falls_short || board.row(seat).any(|p| state.closed >> p.0 & 1 == 1))
        };
        let won = Seat::BOTH.map(|seat| if reaches_in(seat) { state.won[seat.index()] } else { 0 });
        let begun = State { won, out: 0, last_capture: None, ..state };
        let fresh = self.starts.len();
        let start = *self.places.entry(begun).or_insert(fresh);
        if start == fresh {
            // The name of a start is its position, which no version of the program changes.
            let name = Position::unpack(&begun, &self.kernel.rules().board).to_string();
            let digest = super::sha256(name.as_bytes());
            let salt = u64::from_str_radix(&digest[..12], 16).unwrap_or_default() << 16;
            self.starts.push(Start {
                state: begun,
                salt,
                outcomes: Vec::new(),
                places: FxHashMap::default(),
                counts: Vec::new(),
                played: 0,
            });
        }
        start
    }

    /// Plays rounds from each start until it has so many, and says how many were played.
    fn sample(&mut self, wanted: impl Fn(usize, &Start<W>) -> u64) -> u64 {
        let (kernel, players, seed, alone) = (self.kernel, self.players, self.seed, self.hand_matters);
        let wanted: Vec<u64> = self.starts.iter().enumerate().map(|(n, s)| wanted(n, s).max(s.played)).collect();
        let found: Vec<Vec<(Outcome, u64)>> = self
            .starts
            .par_iter()
            .zip(&wanted)
            .map(|(start, &wanted)| rounds(kernel, players, seed, start, wanted, alone))
            .collect();
        let mut played = 0;
        for ((start, found), wanted) in self.starts.iter_mut().zip(found).zip(wanted) {
            for (outcome, count) in found {
                let fresh = start.outcomes.len();
                let place = *start.places.entry(outcome).or_insert(fresh);
                if place == fresh {
                    start.outcomes.push(outcome);
                    start.counts.push(0);
                }
                start.counts[place] += count;
            }
            played += wanted - start.played;
            start.played = wanted;
        }
        played
    }
}

struct Chain<'a, 'r, W> {
    rounds: &'r mut Rounds<'a, W>,
    play: &'r MatchPlay,
    total: u16,
    nodes: Vec<Node<W>>,
    places: FxHashMap<State<W>, usize>,
    refills: Vec<Refill>,
    /// Refills by what is held, with the starter as the player to move.
    held: FxHashMap<State<W>, usize>,
    /// Rounds that were played for it.
    played: u64,
}

impl<'a, 'r, W: Lanes> Chain<'a, 'r, W> {
    fn new(rounds: &'r mut Rounds<'a, W>, play: &'r MatchPlay, opening: State<W>) -> Self {
        let total = rounds.kernel.rules().board.total() as u16;
        let mut chain = Self {
            rounds,
            play,
            total,
            nodes: Vec::new(),
            places: FxHashMap::default(),
            refills: Vec::new(),
            held: FxHashMap::default(),
            played: 0,
        };
        chain.node(opening);
        chain
    }

    /// The number of a standing, which is made if it is new.
    fn node(&mut self, state: State<W>) -> usize {
        if let Some(&known) = self.places.get(&state) {
            return known;
        }
        let start = self.rounds.start(state);
        let number = self.nodes.len();
        self.nodes.push(Node { state, start, steps: Vec::new(), ways: Vec::new(), known: 0 });
        self.places.insert(state, number);
        number
    }

    /// Finds every standing that the results sampled lead to, sampling from each new start.
    fn explore(&mut self) {
        let mut at = 0;
        while at < self.nodes.len() {
            self.played += self.rounds.sample(|_, start| if start.played == 0 { FIRST } else { 0 });
            while at < self.nodes.len() {
                let start = self.nodes[at].start;
                if self.rounds.starts[start].played == 0 {
                    break;
                }
                for outcome in self.nodes[at].known..self.rounds.starts[start].outcomes.len() {
                    let way = self.way(at, outcome);
                    let ways = &mut self.nodes[at].ways;
                    let place = ways.iter().position(|known| *known == way).unwrap_or_else(|| {
                        ways.push(way);
                        ways.len() - 1
                    });
                    self.nodes[at].steps.push(Step { outcome, way: place });
                    self.nodes[at].known = outcome + 1;
                }
                at += 1;
            }
        }
    }

    /// What comes after a result of a round.
    fn way(&mut self, node: usize, outcome: usize) -> WayOn {
        let kernel = self.rounds.kernel;
        let before = self.nodes[node].state;
        let came = self.rounds.starts[self.nodes[node].start].outcomes[outcome];
        let won = [0, 1].map(|seat| before.won[seat].saturating_add_signed(came.gained[seat]));
        let out = self.total - won[0] - won[1];
        let after = State { cells: W::EMPTY, won, out, closed: came.closed, last_capture: None, ..before };
        let at_last = Class::by_seeds(won[0], won[1]);
        let end = came.lost.map_or(crate::engine::End::Exhausted, crate::engine::End::MatchLost);
        // The last round by the rules is looked after where rounds are counted.
        if let Some(class) = match_over(kernel, self.play, &after, end, 0) {
            return WayOn { next: Next::Over(class), at_last };
        }
        let starter = next_starter(self.play.starter, before.mover, won, came.last_mover);
        let held = State { mover: starter, ..after };
        if let Some(&known) = self.held.get(&held) {
            return WayOn { next: Next::Refill(known), at_last };
        }
        let filled = refills(kernel, self.play, after, starter);
        let refill = filled.into_iter().map(|(share, state)| (share, self.node(state))).collect();
        self.refills.push(refill);
        self.held.insert(held, self.refills.len() - 1);
        WayOn { next: Next::Refill(self.refills.len() - 1), at_last }
    }

    /// The chance of each way on from each standing.
    fn chances(&self) -> Vec<Vec<f64>> {
        let of = |node: &Node<W>| {
            let start = &self.rounds.starts[node.start];
            let played = real(start.played.max(1));
            let mut chances = vec![0.0; node.ways.len()];
            for step in &node.steps {
                chances[step.way] += real(start.counts[step.outcome]) / played;
            }
            chances
        };
        self.nodes.iter().map(of).collect()
    }

    fn worked(mut self, round_cap: u32, precision: Precision) -> Worked {
        let z = precision.confidence.z();
        // Where there are many standings, a look at the first rounds tells well enough where more have to be sampled.
        let (mut looked_at, mut looks) = (round_cap, 0);
        loop {
            self.explore();
            if self.nodes.len() > MANY && looks == 0 {
                looked_at = round_cap.min(FIRST_ROUNDS);
            }
            looks += 1;
            let run = Run::of(&self, looked_at);
            let deviations = run.deviations(&self);
            let starts = &self.rounds.starts;
            let variance: f64 = deviations.iter().zip(starts).map(|(d, s)| d * d / real(s.played.max(1))).sum();
            let arm = z * variance.sqrt();
            let enough = run.decided() <= 0.0 || arm <= precision.half_width || self.played >= precision.most;
            if enough && looked_at < round_cap {
                looked_at = round_cap;
                continue;
            }
            if enough {
                let score = (run.decided() > 0.0).then(|| {
                    let value = run.points / run.decided();
                    Estimate { value, low: (value - arm).max(0.0), high: (value + arm).min(1.0) }
                });
                let mut used: Vec<usize> = self.nodes.iter().map(|node| node.start).collect();
                used.sort_unstable();
                used.dedup();
                return Worked {
                    score,
                    classes: run.classes,
                    rounds: run.rounds,
                    starts: used.len(),
                    standings: self.nodes.len(),
                    played: self.played,
                };
            }
            // A little more than is needed by this estimate, so that one more look is mostly enough.
            let all: f64 = deviations.iter().sum();
            let target = precision.half_width * 0.97 / z;
            let left = precision.most - self.played;
            let more = self.rounds.sample(|n, start| {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range")]
                let needed = (deviations[n] * all / (target * target)).ceil().clamp(0.0, 1e15) as u64;
                // No start is given more than eight times what it has on the strength of one estimate.
                needed.min(start.played * 8).min(start.played + left)
            });
            self.played +=
                if more > 0 { more } else { self.rounds.sample(|_, start| start.played + start.played / 4 + 1) };
        }
    }
}

/// The chances of a match carried forward and the values carried back.
struct Run {
    /// Over all rounds of a match, for each way on from each standing: the chance of standing there times the value of what it leads
    /// to, in points and in matches that count.
    gains: Vec<Vec<(f64, f64)>>,
    classes: [f64; 4],
    points: f64,
    rounds: f64,
    /// The round after which the rules end the match, from 1.
    last: Option<u32>,
}

const fn counts(class: Class) -> (f64, f64) {
    match class {
        Class::FirstWins => (1.0, 1.0),
        Class::SecondWins => (0.0, 1.0),
        Class::Drawn => (0.5, 1.0),
        Class::NeverEnding | Class::Repetition | Class::CutOff => (0.0, 0.0),
    }
}

impl Run {
    fn of<W: Lanes>(chain: &Chain<'_, '_, W>, round_cap: u32) -> Self {
        let chances = chain.chances();
        let nodes = &chain.nodes;
        let last = match chain.play.end {
            MatchEnd::Rounds(rounds) => Some(rounds),
            MatchEnd::FillsAtMost(_) => None,
        };
        let gains = nodes.iter().map(|node| vec![(0.0, 0.0); node.ways.len()]).collect();
        let mut run = Self { gains, classes: [0.0; 4], points: 0.0, rounds: 0.0, last };
        let mut layers = Vec::new();
        let mut layer = vec![0.0; nodes.len()];
        layer[0] = 1.0;
        for round in 1..=round_cap {
            let left: f64 = layer.iter().sum();
            if left < NOTHING {
                break;
            }
            run.rounds += left;
            let mut held = vec![0.0; chain.refills.len()];
            for ((node, chances), &chance) in nodes.iter().zip(&chances).zip(&layer).filter(|(_, c)| **c > 0.0) {
                for (way, share) in node.ways.iter().zip(chances) {
                    match run.next(*way, round) {
                        Next::Over(class) => run.count(class, chance * share),
                        Next::Refill(to) => held[to] += chance * share,
                    }
                }
            }
            let mut next = vec![0.0; nodes.len()];
            for (refill, &chance) in chain.refills.iter().zip(&held).filter(|(_, c)| **c > 0.0) {
                for &(share, to) in refill {
                    next[to] += chance * share;
                }
            }
            layers.push(std::mem::replace(&mut layer, next));
        }
        run.classes[3] += layer.iter().sum::<f64>();
        // Back again: what is left after the last layer is not counted.
        let mut after = vec![(0.0, 0.0); nodes.len()];
        for (before_it, layer) in layers.iter().enumerate().rev() {
            let round = before_it as u32 + 1;
            let filled: Vec<(f64, f64)> = chain
                .refills
                .iter()
                .map(|refill| {
                    refill.iter().fold((0.0, 0.0), |sum, &(share, to)| {
                        (sum.0 + share * after[to].0, sum.1 + share * after[to].1)
                    })
                })
                .collect();
            let mut before = vec![(0.0, 0.0); nodes.len()];
            for (n, node) in nodes.iter().enumerate() {
                for (place, (way, share)) in node.ways.iter().zip(&chances[n]).enumerate() {
                    let (points, decided) = match run.next(*way, round) {
                        Next::Over(class) => counts(class),
                        Next::Refill(to) => filled[to],
                    };
                    before[n].0 += share * points;
                    before[n].1 += share * decided;
                    run.gains[n][place].0 += layer[n] * points;
                    run.gains[n][place].1 += layer[n] * decided;
                }
            }
            after = before;
        }
        run
    }

    /// Where a way leads after a round of this number, from 1.
    fn next(&self, way: WayOn, round: u32) -> Next {
        if self.last.is_some_and(|last| round >= last) { Next::Over(way.at_last) } else { way.next }
    }

    fn count(&mut self, class: Class, chance: f64) {
        self.points += counts(class).0 * chance;
        let place = match class {
            Class::FirstWins => 0,
            Class::SecondWins => 1,
            Class::Drawn => 2,
            Class::NeverEnding | Class::Repetition | Class::CutOff => 3,
        };
        self.classes[place] += chance;
    }

    fn decided(&self) -> f64 {
        self.classes[..3].iter().sum()
    }

    /// For each start the standard deviation, over its rounds, of what a result adds to the score.
    fn deviations<W: Lanes>(&self, chain: &Chain<'_, '_, W>) -> Vec<f64> {
        let decided = self.decided();
        let score = if decided > 0.0 { self.points / decided } else { 0.0 };
        let starts = &chain.rounds.starts;
        let mut gains: Vec<Vec<f64>> = starts.iter().map(|s| vec![0.0; s.outcomes.len()]).collect();
        for (node, ways) in chain.nodes.iter().zip(&self.gains) {
            for step in &node.steps {
                let (points, counted) = ways[step.way];
                gains[node.start][step.outcome] += (points - score * counted) / decided;
            }
        }
        let deviation = |(gains, start): (&Vec<f64>, &Start<W>)| {
            let played = real(start.played.max(1));
            let sum = |of: &dyn Fn(f64) -> f64| -> f64 {
                gains.iter().zip(&start.counts).map(|(&g, &n)| of(g) * real(n) / played).sum()
            };
            let mean = sum(&|g| g);
            sum(&|g| (g - mean) * (g - mean)).sqrt()
        };
        gains.iter().zip(starts).map(deviation).collect()
    }
}

/// What the rounds from a start come to, from those it has to those it is to have.
fn rounds<W: Lanes>(
    kernel: &Kernel<W>,
    players: &Pairing,
    seed: u64,
    start: &Start<W>,
    wanted: u64,
    alone: bool,
) -> Vec<(Outcome, u64)> {
    let numbers = start.played..wanted.max(start.played);
    let game = |number| GameSeed { study: seed, game: start.salt.wrapping_add(number) };
    let hand = start.state.won;
    let mut found: Vec<(Outcome, u64)> = Vec::new();
    let mut places: FxHashMap<Outcome, usize> = FxHashMap::default();
    let mut count = |outcome: Outcome| {
        let fresh = found.len();
        let place = *places.entry(outcome).or_insert(fresh);
        if place == fresh {
            found.push((outcome, 0));
        }
        found[place].1 += 1;
    };
    let gained = |won: [u16; 2]| [0, 1].map(|seat| won[seat].cast_signed() - hand[seat].cast_signed());
    if !alone {
        let first = start.state.mover.index();
        simulate_rounds_from(kernel, &start.state, players, game, numbers, |won, last_mover| {
            let won = [won[first], won[1 - first]];
            let closed = start.state.closed;
            count(Outcome { gained: gained(won), last_mover, closed, lost: None });
        });
        // Several rounds are played abreast and end in an order of their own.
        found.sort_by_key(|(o, _)| (o.gained, o.last_mover.map(Seat::index)));
        return found;
    }
    for number in numbers {
        let mut seated = Seated::pair(players.clone(), game(number));
        let (mut state, mut play) = (start.state, RoundPlay::new());
        let Ok(end) = play.run(kernel, &mut state, &mut seated, &mut ());
        let lost = if let crate::engine::End::MatchLost(lost) = end { Some(lost) } else { None };
        count(Outcome { gained: gained(state.won), last_mover: play.account.last_mover, closed: state.closed, lost });
    }
    found
}

/// The choices that are made at a refill, and how many there were at each.
#[derive(Default)]
struct Choices {
    path: Vec<usize>,
    options: Vec<usize>,
}

/// A player who makes the choices that he is told to. Both players take them from one list, as they choose one after the other.
struct Chooser<'a>(&'a RefCell<Choices>);

impl Player for Chooser<'_> {
    type Stop = Infallible;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        Ok(turn.nth(0))
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        let mut choices = self.0.borrow_mut();
        let at = choices.options.len();
        choices.options.push(decision.options.len());
        Ok(choices.path.get(at).copied().unwrap_or(0))
    }
}

/// How the rows can be filled for the next round, each with its chance where all choices are made by chance.
fn refills<W: Lanes>(kernel: &Kernel<W>, play: &MatchPlay, after: State<W>, starter: Seat) -> Vec<(f64, State<W>)> {
    let mut found = Vec::new();
    let mut paths = vec![Vec::new()];
    while let Some(path) = paths.pop() {
        let mut state = after;
        let choices = RefCell::new(Choices { path: path.clone(), options: Vec::new() });
        let mut choosers = [Chooser(&choices), Chooser(&choices)];
        let Ok(()) = refill(kernel, play, &mut state, starter, &mut choosers, &mut 0, &mut ());
        let options = choices.into_inner().options;
        if options.len() > path.len() {
            let next = options[path.len()];
            paths.extend((0..next).rev().map(|choice| [&path[..], &[choice]].concat()));
            continue;
        }
        let share = options.iter().map(|&n| 1.0 / n as f64).product();
        found.push((share, state));
    }
    found
}
