//! Matches walked through sampled rounds, one by one, where standings are too many to carry them all.
//!
//! Each match stands at a start after each of its rounds, takes the next result from the series of that start, and goes where it leads,
//! with choices at a refill by lot. No result is taken twice for one reading, so that the matches are independent of one another
//! and just what matches played one by one would be; but the rounds were played once for all readings that share them.
//!
//! The score is W1 + D/2 over W1 + W2 + D, and its interval by the delta method, as of any ratio of means over independent matches.

use super::rounds::Rounds;
use super::run::place;
use super::{Precision, Worked, share_within};
use crate::engine::{Lanes, State};
use crate::play::{ByChance, match_over, next_starter, refill};
use crate::rng::{GameSeed, Rng};
use crate::rules::ruleset::MatchPlay;
use crate::stats::real;
use std::ops::Range;

/// Matches walked before anything is estimated.
const FIRST: u64 = 2_000;
/// The streams of the choices between rounds, after those of the players of a round and of the order of its results.
const CHOICES: usize = 3;

/// A match under way.
struct Walker<W> {
    state: State<W>,
    start: usize,
    players: [ByChance; 2],
}

/// What matches came to.
#[derive(Default)]
struct Tally {
    matches: u64,
    classes: [u64; 4],
    rounds: u64,
}

impl Tally {
    /// The score and half the width of its interval; none if no match has a result.
    fn score(&self, z: f64) -> Option<(f64, f64)> {
        let [won, lost, drawn, _] = self.classes.map(real);
        let decided = won + lost + drawn;
        if decided == 0.0 {
            return None;
        }
        let score = (won + drawn / 2.0) / decided;
        let squares = won * (1.0 - score).powi(2) + lost * score.powi(2) + drawn * (0.5 - score).powi(2);
        // Where all matches so far came to the same, as far as the score may still lie: E. B. Wilson, "Probable inference, the law of
        // succession, and statistical inference", Journal of the American Statistical Association 22 (1927): 209-212.
        let least = z * z / (decided + z * z);
        Some((score, (z * squares.sqrt() / decided).max(least)))
    }
}

/// Walks matches until the score is known well enough. `standings` were found before they were too many.
pub(super) fn worked<W: Lanes>(
    rounds: &mut Rounds<'_, W>,
    play: &MatchPlay,
    opening: State<W>,
    standings: usize,
    round_cap: u32,
    precision: Precision,
) -> Worked {
    let z = precision.confidence.z();
    let mut walk = Walk { rounds, play, used: Vec::new(), tally: Tally::default() };
    let mut wanted = FIRST;
    loop {
        walk.batch(opening, walk.tally.matches..wanted, round_cap);
        let tally = &walk.tally;
        let found = tally.score(z);
        let precise = found.is_none_or(|(_, arm)| arm <= precision.half_width);
        if precise || walk.rounds.played >= precision.most {
            let share = |n: u64| real(n) / real(tally.matches);
            return Worked {
                score: found.map(|(value, arm)| share_within(value, arm)),
                classes: tally.classes.map(share),
                rounds: share(tally.rounds),
                starts: walk.used.iter().filter(|&&used| used > 0).count(),
                standings,
                walked: Some(tally.matches),
                played: walk.rounds.played,
            };
        }
        // A little more than is needed by this estimate, and no more than eight times what there is.
        let ratio = found.map_or(2.0, |(_, arm)| (arm / precision.half_width).powi(2) * 1.03).clamp(1.01, 8.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of matches")]
        let so_many = (real(tally.matches) * ratio).ceil() as u64;
        wanted = so_many;
    }
}

struct Walk<'a, 'r, W> {
    rounds: &'r mut Rounds<'a, W>,
    play: &'r MatchPlay,
    /// How many results of each start have been taken.
    used: Vec<usize>,
    tally: Tally,
}

impl<W: Lanes> Walk<'_, '_, W> {
    /// Walks the matches of these numbers, all of them a round at a time.
    fn batch(&mut self, opening: State<W>, numbers: Range<u64>, round_cap: u32) {
        let seed = self.rounds.seed;
        let first = self.rounds.start(opening);
        let begin = |number| {
            let game = GameSeed { study: seed, game: number };
            let players = [0, 1].map(|player| ByChance(Rng::for_player(game, CHOICES + player)));
            Walker { state: opening, start: first, players }
        };
        self.tally.matches += numbers.end - numbers.start;
        let mut going: Vec<Walker<W>> = numbers.map(begin).collect();
        for round in 1..=round_cap {
            if going.is_empty() {
                break;
            }
            self.used.resize(self.rounds.starts.len(), 0);
            let mut wanted = self.used.clone();
            for walker in &going {
                wanted[walker.start] += 1;
            }
            self.rounds.have(&wanted);
            self.tally.rounds += going.len() as u64;
            going.retain_mut(|walker| self.goes_on(walker, round));
        }
        self.tally.classes[3] += going.len() as u64;
    }

    /// Takes a match over its next round; false if it is over, which is counted.
    fn goes_on(&mut self, walker: &mut Walker<W>, round: u32) -> bool {
        let Walker { state, start, players } = walker;
        let kernel = self.rounds.kernel;
        let came = self.rounds.nth(*start, self.used[*start]);
        self.used[*start] += 1;
        let before = state.mover;
        *state = came.after(state, kernel);
        if let Some(class) = match_over(kernel, self.play, state, came.end(), round) {
            self.tally.classes[place(class)] += 1;
            return false;
        }
        let starter = next_starter(self.play.starter, before, state.won, came.last_mover);
        let Ok(()) = refill(kernel, self.play, state, starter, players, &mut 0, &mut ());
        *start = self.rounds.start(*state);
        true
    }
}
