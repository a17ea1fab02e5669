//! Random rounds a second under several readings of Bosh, on one thread: the engine beside the plain kernel of the tests.
//!
//! `cargo bench --bench readings`. Both play the same games, move by move from the same luck, and this is asserted first.
//! Then they take turns, so that whatever else the machine does meets both alike; printed are the median speed of each and
//! the median of the ratios, with the lowest and the highest. The plain kernel is written to be read, not to be quick: the
//! ratio shows which readings cost the engine its tables. A loop written for speed stands in `rounds`.

#[path = "../tests/plain/mod.rs"]
mod plain;
#[path = "../tests/tandem/mod.rs"]
mod tandem;

use plain::{Chain, Ends, Landing, Rows, Rules, Skip};
use sowlab::agents::{Agent, simulate_round};
use sowlab::engine::Machine;
use sowlab::rng::{GameSeed, Rng};
use std::hint::black_box;
use std::ops::Range;
use std::time::Instant;

/// Games that are compared one by one before anything is timed.
const COMPARED: u64 = 2_000;
/// Games in a turn of one of the two.
const ROUNDS: u64 = 5_000;
/// Turns of both.
const PAIRS: u64 = 15;

const fn seed(game: u64) -> GameSeed {
    GameSeed { study: 1_931, game }
}

/// A round's turns and the seeds of both players at its end.
type Outcome = (u32, [u32; 2]);

fn by_engine(machine: &Machine, game: u64) -> Outcome {
    let result = simulate_round(machine, [Agent::Random; 2], seed(game));
    (result.counts.turns, result.won.map(u32::from))
}

fn by_plain_kernel(rules: &Rules, game: u64) -> Outcome {
    let mut luck = [Rng::for_player(seed(game), 0), Rng::for_player(seed(game), 1)];
    let mut round = plain::Round::new(*rules, plain::Position::start(rules, 4, 0));
    while round.over.is_none() {
        let legal = round.position.legal(rules);
        let choice = luck[round.position.mover].below(legal.len() as u32);
        round.play(legal.get(choice as usize).copied());
    }
    (round.turns, round.position.won)
}

fn seconds(games: Range<u64>, play: impl Fn(u64) -> Outcome) -> f64 {
    let start = Instant::now();
    for game in games {
        black_box(play(black_box(game)));
    }
    start.elapsed().as_secs_f64()
}

/// Least, median and greatest.
fn spread(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [0, numbers.len() / 2, numbers.len() - 1].map(|i| numbers[i])
}

fn main() {
    let best = Rules::best(5);
    let readings = [
        ("bosh", best),
        ("bosh:02=opponent", Rules { rows: Rows::Opponents, ..best }),
        ("bosh:03=chained", Rules { chain: Chain::Spared, ..best }),
        ("bosh:04=skipped", Rules { skip: Skip::LapsOwn, ..best }),
        ("bosh:04=skipped,05=whole-move", Rules { skip: Skip::MovesFirst, ..best }),
        ("bosh:06=own", Rules { relay_own: true, ..best }),
        ("bosh:07=landing-follows", Rules { landing: Landing::Follows, ..best }),
        ("bosh:08=at-once", Rules { ends: Ends::AtOnce, ..best }),
        ("bosh:10=must-feed", Rules { feed: true, ..best }),
    ];
    println!("{PAIRS} pairs of {ROUNDS} random rounds, one thread: rounds a second, and engine over plain kernel");
    for (id, rules) in &readings {
        let machine = tandem::round_machine(rules);
        for game in 0..COMPARED {
            assert_eq!(by_engine(&machine, game), by_plain_kernel(rules, game), "{id}, game {game}");
        }
        let turns = (0..PAIRS).map(|pair| {
            let games = pair * ROUNDS..(pair + 1) * ROUNDS;
            (
                seconds(games.clone(), |game| by_engine(&machine, game)),
                seconds(games, |game| by_plain_kernel(rules, game)),
            )
        });
        let (engine, plain): (Vec<f64>, Vec<f64>) = turns.unzip();
        let [low, ratio, high] = spread(engine.iter().zip(&plain).map(|(engine, plain)| plain / engine).collect());
        let [engine, plain] = [engine, plain].map(|times| ROUNDS as f64 / spread(times)[1]);
        println!("{id:<30} engine {engine:>9.0}   plain {plain:>8.0}   ratio {ratio:>6.2}  ({low:.2} to {high:.2})");
    }
}
