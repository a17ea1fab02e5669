//! Random rounds of Bosh a second: the engine, its rules read from `variants/bosh.sow`, beside a hand-written loop for this
//! one game. Both run in turns on one core and play the same games, which is asserted. Of its rounds the hand-written loop keeps
//! the seeds won, the numbers of turns and laps, and whether a position came back; the engine is timed when it keeps as little,
//! and when it keeps all that its statistics need. The machine may be shared and noisy,
//! so the ratio of each pair is what counts; its median is printed with the least and the greatest.

mod plain_bosh;

use sowlab::agents::{Agent, simulate_round, simulate_rounds, simulate_rounds_briefly};
use sowlab::engine::{Machine, Scope};
use sowlab::play::Class;
use sowlab::rng::GameSeed;
use sowlab::rules::game::Game;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

const ROUNDS: u64 = 100_000;
const PAIRS: u64 = 15;

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn main() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    let game = Game::load(&file).game.expect("the rules of Bosh load");
    let rules = game.ruleset(&game.best()).expect("the best supported reading compiles");
    let machine = Machine::new(rules, Scope::Round).expect("it can be played");
    let engine = |game| simulate_round(&machine, [Agent::Random; 2], GameSeed { study: 1931, game });
    let plain = |game| plain_bosh::round(GameSeed { study: 1931, game });
    for game in 0..20_000 {
        let (ours, theirs) = (engine(game), plain(game));
        assert_eq!(ours.won.map(u32::from), theirs.won, "game {game}");
        assert_eq!((ours.counts.turns, ours.counts.laps), (theirs.turns, theirs.laps), "game {game}");
        assert_eq!(ours.class == Class::Repetition, theirs.repeated, "game {game}");
    }
    simulate_rounds_briefly(&machine, 1931, 0..20_000, |game, ours| {
        let theirs = plain(game);
        assert_eq!((ours.won.map(u32::from), ours.course.turns), (theirs.won, theirs.turns), "game {game}");
        assert_eq!((ours.course.laps, ours.class == Class::Repetition), (theirs.laps, theirs.repeated), "game {game}");
    });
    println!("{PAIRS} pairs of {ROUNDS} random rounds of Bosh, best supported reading, one core");
    let mut rates: Vec<[f64; 7]> = (0..PAIRS)
        .map(|pair| {
            let games = pair * ROUNDS..(pair + 1) * ROUNDS;
            let brief = seconds(|| {
                simulate_rounds_briefly(&machine, 1931, games.clone(), |_, result| {
                    black_box(result);
                });
            });
            let ours = seconds(|| {
                simulate_rounds(&machine, [Agent::Random; 2], 1931, games.clone(), |_, result, _| {
                    black_box(result);
                });
            });
            let alone = seconds(|| {
                games.clone().for_each(|game| {
                    black_box(engine(game));
                });
            });
            let theirs = seconds(|| {
                games.clone().for_each(|game| {
                    black_box(plain(game));
                });
            });
            let rate = |seconds| ROUNDS as f64 / seconds;
            [rate(brief), rate(ours), rate(alone), rate(theirs), theirs / brief, theirs / ours, theirs / alone]
        })
        .collect();
    let names = [
        "engine, results alone, rounds a second",
        "engine, all statistics",
        "engine, all, one round at a time",
        "hand-written loop",
        "results alone to hand-written loop",
        "all statistics to hand-written loop",
        "one at a time to hand-written loop",
    ];
    for (column, name) in names.iter().enumerate() {
        rates.sort_by(|a, b| a[column].total_cmp(&b[column]));
        let [least, median, most] = [0, rates.len() / 2, rates.len() - 1].map(|i| rates[i][column]);
        let digits = if column > 3 { 2 } else { 0 };
        println!("{name:<39} median {median:>10.digits$}  ({least:.digits$} to {most:.digits$})");
    }
}
