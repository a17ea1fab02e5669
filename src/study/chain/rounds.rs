//! The rounds sampled from each start.

use crate::agents::{Pairing, Seated, simulate_rounds_from};
use crate::engine::{End, Kernel, Lanes, Position, State};
use crate::play::RoundPlay;
use crate::rng::{GameSeed, Rng};
use crate::rules::ruleset::{MatchPlay, Reopen, Seat};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Rounds sampled from a start when it first comes up.
pub(super) const FIRST: u64 = 200;

/// What a round can come to, as far as the match goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Outcome {
    /// Seeds that South and North have gained; of those in hand some may have gone into pits.
    gained: [i16; 2],
    pub last_mover: Option<Seat>,
    /// Pits closed at the end.
    closed: u32,
    /// Who has lost the match in the middle of the round, if anybody.
    lost: Option<[bool; 2]>,
}

impl Outcome {
    /// What is held after a round that was begun so and came to this. All seeds are in hand or out of the match.
    pub fn after<W: Lanes>(&self, before: &State<W>, kernel: &Kernel<W>) -> State<W> {
        let won = [0, 1].map(|seat| before.won[seat].saturating_add_signed(self.gained[seat]));
        let out = kernel.rules().board.total() as u16 - won[0] - won[1];
        State { cells: W::EMPTY, won, out, closed: self.closed, last_capture: None, ..*before }
    }

    /// The end of the round, as far as the match goes.
    pub fn end(&self) -> End {
        self.lost.map_or(End::Exhausted, End::MatchLost)
    }
}

/// A way to begin a round, and what rounds have come to from it.
pub(super) struct Start<W> {
    state: State<W>,
    /// Told apart from every other start, the same in every run.
    salt: u64,
    pub outcomes: Vec<Outcome>,
    places: FxHashMap<Outcome, usize>,
    pub counts: Vec<u64>,
    pub played: u64,
    /// The results one after the other, by their places, in an order drawn by lot; as far as anybody has asked for it.
    series: Vec<u32>,
}

impl<W> Start<W> {
    /// Puts what has been played since into the series. The rounds of a batch are as good as drawn one by one in any order that does
    /// not hang on their results, and the order in which they ended does.
    fn extend_series(&mut self, seed: u64) {
        let mut left = self.counts.clone();
        for &place in &self.series {
            left[place as usize] -= 1;
        }
        let begun = self.series.len();
        for (place, n) in left.into_iter().enumerate() {
            self.series.extend(std::iter::repeat_n(place as u32, n as usize));
        }
        // The players of a round take the streams 0 and 1.
        let mut lot = Rng::for_player(GameSeed { study: seed, game: self.salt.wrapping_add(begun as u64) }, 2);
        let fresh = &mut self.series[begun..];
        for last in (1..fresh.len()).rev() {
            fresh.swap(last, lot.below(last as u32 + 1) as usize);
        }
    }
}

/// The rounds sampled under one set of rules, for all matches that are made of them.
pub(super) struct Rounds<'a, W> {
    pub kernel: &'a Kernel<W>,
    players: &'a Pairing,
    pub seed: u64,
    /// Whether what is in hand reaches into a round.
    hand_matters: bool,
    /// Whether it does so by a player who has too little.
    falls_short: bool,
    pub starts: Vec<Start<W>>,
    places: FxHashMap<State<W>, usize>,
    /// Rounds played for the match that is being worked out.
    pub played: u64,
}

impl<'a, W: Lanes> Rounds<'a, W> {
    pub fn new(kernel: &'a Kernel<W>, play: &MatchPlay, players: &'a Pairing, seed: u64) -> Self {
        let falls_short = play.lost_during_round;
        let hand_matters = falls_short || play.reopen == Reopen::DuringRound;
        let (starts, places) = (Vec::new(), FxHashMap::default());
        Self { kernel, players, seed, hand_matters, falls_short, starts, places, played: 0 }
    }

    /// The number of the start of a standing, which is made if it is new.
    pub fn start(&mut self, state: State<W>) -> usize {
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
            let digest = crate::study::sha256(name.as_bytes());
            let salt = u64::from_str_radix(&digest[..12], 16).unwrap_or_default() << 16;
            self.starts.push(Start {
                state: begun,
                salt,
                outcomes: Vec::new(),
                places: FxHashMap::default(),
                counts: Vec::new(),
                played: 0,
                series: Vec::new(),
            });
        }
        start
    }

    /// Plays rounds from each start until it has so many; false if all had them already.
    pub fn sample(&mut self, wanted: impl Fn(usize, &Start<W>) -> u64) -> bool {
        let (kernel, players, seed, alone) = (self.kernel, self.players, self.seed, self.hand_matters);
        let asked = self.starts.iter().enumerate().map(|(n, start)| (n, wanted(n, start)));
        let wanted: Vec<(usize, u64)> = asked.filter(|&(n, wanted)| wanted > self.starts[n].played).collect();
        let found: Vec<Vec<(Outcome, u64)>> = wanted
            .par_iter()
            .map(|&(n, wanted)| rounds(kernel, players, seed, &self.starts[n], wanted, alone))
            .collect();
        let more = !wanted.is_empty();
        for ((n, wanted), found) in wanted.into_iter().zip(found) {
            let start = &mut self.starts[n];
            for (outcome, count) in found {
                let fresh = start.outcomes.len();
                let place = *start.places.entry(outcome).or_insert(fresh);
                if place == fresh {
                    start.outcomes.push(outcome);
                    start.counts.push(0);
                }
                start.counts[place] += count;
            }
            self.played += wanted - start.played;
            start.played = wanted;
        }
        more
    }

    /// Sees to it that the series of the starts are as long as this.
    pub fn have(&mut self, wanted: &[usize]) {
        let short: Vec<bool> = self.starts.iter().zip(wanted).map(|(s, &wanted)| s.series.len() < wanted).collect();
        if !short.contains(&true) {
            return;
        }
        self.sample(|n, start| match wanted.get(n) {
            // Somewhat more, since the next match of the family asks for about as many.
            Some(&wanted) if wanted as u64 > start.played => FIRST.max(wanted as u64 + wanted as u64 / 4),
            _ => 0,
        });
        let short = self.starts.iter_mut().zip(short).filter(|(_, short)| *short);
        short.for_each(|(start, _)| start.extend_series(self.seed));
    }

    /// A result of a start by its number in the series, which must be [there](Self::have).
    pub fn nth(&self, start: usize, number: usize) -> Outcome {
        let start = &self.starts[start];
        start.outcomes[start.series[number] as usize]
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
    let numbers = start.played..wanted;
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
        let lost = if let End::MatchLost(lost) = end { Some(lost) } else { None };
        count(Outcome { gained: gained(state.won), last_mover: play.account.last_mover, closed: state.closed, lost });
    }
    found
}
