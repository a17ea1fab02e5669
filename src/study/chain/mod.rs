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
//!
//! *Many standings.* Where players choose which pits to close, and what they hold in hand counts, tens of thousands of standings come
//! up, most of them hardly ever. Beyond a thousand the chain is not carried; matches are walked through the sampled rounds one by
//! one instead.

mod refills;
mod rounds;
mod run;
mod walk;

use crate::agents::Pairing;
use crate::engine::{Lanes, Machine, Position, State};
use crate::play::{Class, match_over, next_starter};
use crate::rules::ruleset::{MatchPlay, RowsFilled, Ruleset, Ways};
use crate::stats::{Confidence, Estimate, real};
use crate::with_kernel;
use rounds::{FIRST, Rounds};
use run::Run;
use rustc_hash::FxHashMap;
use thiserror::Error;

/// More standings than this are many.
const MANY: usize = 1_000;

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
    /// Standings of the chain; where they are too many to carry, those found until then.
    pub standings: usize,
    /// Matches walked, where standings are too many.
    pub walked: Option<u64>,
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
        let mut works_out = |play| {
            rounds.played = 0;
            let chain = Chain::new(&mut rounds, play, opening).worked(round_cap, precision);
            chain.unwrap_or_else(|standings| walk::worked(&mut rounds, play, opening, standings, round_cap, precision))
        };
        plays.iter().map(&mut works_out).collect()
    }))
}

/// A share with an interval that reaches so far to both sides, as far as there are shares.
fn share_within(value: f64, arm: f64) -> Estimate {
    Estimate { value, low: (value - arm).max(0.0), high: (value + arm).min(1.0) }
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

struct Chain<'a, 'r, W> {
    rounds: &'r mut Rounds<'a, W>,
    play: &'r MatchPlay,
    nodes: Vec<Node<W>>,
    places: FxHashMap<State<W>, usize>,
    refills: Vec<Refill>,
    /// Refills by what is held, with the starter as the player to move.
    held: FxHashMap<State<W>, usize>,
}

impl<'a, 'r, W: Lanes> Chain<'a, 'r, W> {
    fn new(rounds: &'r mut Rounds<'a, W>, play: &'r MatchPlay, opening: State<W>) -> Self {
        let mut chain = Self {
            rounds,
            play,
            nodes: Vec::new(),
            places: FxHashMap::default(),
            refills: Vec::new(),
            held: FxHashMap::default(),
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

    /// Finds every standing that the results sampled lead to, sampling from each new start; false if they are too many.
    fn explore(&mut self) -> bool {
        let mut at = 0;
        while at < self.nodes.len() {
            if self.nodes.len() > MANY {
                return false;
            }
            self.rounds.sample(|_, start| if start.played == 0 { FIRST } else { 0 });
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
        true
    }

    /// What comes after a result of a round.
    fn way(&mut self, node: usize, outcome: usize) -> WayOn {
        let before = self.nodes[node].state;
        let came = self.rounds.starts[self.nodes[node].start].outcomes[outcome];
        let kernel = self.rounds.kernel;
        let after = came.after(&before, kernel);
        let at_last = Class::by_seeds(after.won[0], after.won[1]);
        // The last round by the rules is looked after where rounds are counted.
        if let Some(class) = match_over(kernel, self.play, &after, came.end(), 0) {
            return WayOn { next: Next::Over(class), at_last };
        }
        let starter = next_starter(self.play.starter, before.mover, after.won, came.last_mover);
        let held = State { mover: starter, ..after };
        if let Some(&known) = self.held.get(&held) {
            return WayOn { next: Next::Refill(known), at_last };
        }
        let filled = refills::all(kernel, self.play, after, starter);
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

    /// The match; where its standings are too many, their number so far.
    fn worked(mut self, round_cap: u32, precision: Precision) -> Result<Worked, usize> {
        let z = precision.confidence.z();
        loop {
            if !self.explore() {
                return Err(self.nodes.len());
            }
            let run = Run::of(&self, round_cap);
            let deviations = run.deviations(&self);
            let starts = &self.rounds.starts;
            let variance: f64 = deviations.iter().zip(starts).map(|(d, s)| d * d / real(s.played.max(1))).sum();
            let arm = z * variance.sqrt();
            let enough = run.decided() <= 0.0 || arm <= precision.half_width || self.rounds.played >= precision.most;
            if enough {
                let score = (run.decided() > 0.0).then(|| share_within(run.points / run.decided(), arm));
                let mut used: Vec<usize> = self.nodes.iter().map(|node| node.start).collect();
                used.sort_unstable();
                used.dedup();
                return Ok(Worked {
                    score,
                    classes: run.classes,
                    rounds: run.rounds,
                    starts: used.len(),
                    standings: self.nodes.len(),
                    walked: None,
                    played: self.rounds.played,
                });
            }
            // A little more than is needed by this estimate, so that one more look is mostly enough.
            let all: f64 = deviations.iter().sum();
            let target = precision.half_width * 0.97 / z;
            let left = precision.most - self.rounds.played;
            let more = self.rounds.sample(|n, start| {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range")]
                let needed = (deviations[n] * all / (target * target)).ceil().clamp(0.0, 1e15) as u64;
                // No start is given more than eight times what it has on the strength of one estimate.
                needed.min(start.played * 8).min(start.played + left)
            });
            if !more {
                self.rounds.sample(|_, start| start.played + start.played / 4 + 1);
            }
        }
    }
}
