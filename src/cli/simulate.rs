//! `sowlab simulate`.

use super::common::{Failure, GameArgs, ScopeArg, bytes, count, grouped, print, print_json};
use super::progress;
use crate::agents::{Contender, Pairing, book, simulate_match, simulate_rounds};
use crate::engine::{Machine, Position, Scope};
use crate::metrics::{GameHashes, Measure, Observation, Tally, distinct};
use crate::play::{Class, no_decision};
use crate::rng::GameSeed;
use crate::solve::Limits;
use crate::stats::{Confidence, Estimate};
use crate::study::{Precision, work_out};
use rayon::prelude::*;
use serde::Serialize;

/// Arguments of `sowlab simulate`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab simulate variants/bosh.sow --games 10000 --agents random,greedy --seed 1931\n  sowlab simulate variants/bosh.sow --answer BOSH-11=alternate --games 2000 --scope match --json\n  sowlab simulate variants/bosh.sow --scope match --two-stage 0.01"
)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Who moves first and who second: random, greedy, alphabeta:DEPTH (looks so many turns ahead), mcts:SIMS (plays so many
    /// games out for each move), exact (solves the round first)
    #[arg(long, value_name = "A,B", default_value = "random,random", value_parser = pair)]
    agents: [Contender; 2],
    /// The seed of all chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One round or whole matches
    #[arg(long, value_enum, default_value_t)]
    scope: ScopeArg,
    /// A match is broken off, and counted as unfinished, after so many rounds
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    round_cap: u32,
    /// Memory for the values that exact players need, such as 500M or 8G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes)]
    memory: u64,
    /// Work a match out from rounds sampled once from each start that comes up, as a chain, until the first player's score is
    /// known to within this much to either side, such as 0.01
    #[arg(long, value_name = "HALF_WIDTH", value_parser = half_width, conflicts_with = "games")]
    two_stage: Option<f64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn half_width(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n <= 0.5);
    number.ok_or_else(|| "a number above 0 and at most 0.5 is expected, such as 0.01".to_owned())
}

/// Most rounds that are played for a match that is worked out.
const MOST_ROUNDS: u64 = 1_000_000_000;

#[derive(Serialize)]
struct TwoStage<'a> {
    reading: &'a str,
    agents: [Contender; 2],
    seed: u64,
    rng: &'static str,
    first_wins: f64,
    second_wins: f64,
    draws: f64,
    cut_off: f64,
    rounds_mean: f64,
    first_score: Option<Estimate>,
    starts: usize,
    standings: usize,
    walked: Option<u64>,
    rounds_played: u64,
    confidence: f64,
}

/// A match as a chain of rounds.
fn two_stage(args: &Args, machine: &Machine, players: &Pairing, reading: &str, half_width: f64) -> Result<(), Failure> {
    let confidence = Confidence::NINETY_FIVE;
    let precision = Precision { half_width, confidence, most: MOST_ROUNDS };
    let found = work_out(machine, players, args.seed, args.round_cap, precision).map_err(Failure::input)?;
    let [first_wins, second_wins, draws, cut_off] = found.classes;
    let answer = TwoStage {
        reading,
        agents: args.agents,
        seed: args.seed,
        rng: crate::rng::NAME,
        first_wins,
        second_wins,
        draws,
        cut_off,
        rounds_mean: found.rounds,
        first_score: found.score,
        starts: found.starts,
        standings: found.standings,
        walked: found.walked,
        rounds_played: found.played,
        confidence: confidence.level(),
    };
    if args.json {
        return print_json(&answer);
    }
    let [first, second] = args.agents;
    let score = found.score.map_or_else(
        || "no match has a result".to_owned(),
        |e| format!("{:.4} ({:.4} to {:.4})", e.value, e.low, e.high),
    );
    let standings = count(found.standings as u64, "standing");
    let between = match found.walked {
        Some(matches) => format!("{standings} between rounds and more, and so {} matches walked", grouped(matches)),
        None => format!("{standings} between rounds"),
    };
    print(&format!(
        "{reading}: matches of {first} against {second}, seed {}, as a chain of rounds\n\n\
         score of the first player  {score}\n\
         won by the first player    {first_wins:.4}\n\
         won by the second player   {second_wins:.4}\n\
         drawn                      {draws:.4}\n\
         not over after {:<10}  {cut_off:.4}\n\
         rounds a match, mean       {:.3}\n\n\
         {} played from {}; {}",
        args.seed,
        count(args.round_cap.into(), "round"),
        found.rounds,
        count(found.played, "round"),
        count(found.starts as u64, "start"),
        between,
    ))
}

fn pair(text: &str) -> Result<[Contender; 2], String> {
    let agent = |name: &str| name.trim().parse::<Contender>().map_err(|e| e.to_string());
    match text.split(',').collect::<Vec<_>>()[..] {
        [both] => Ok([agent(both)?; 2]),
        [first, second] => Ok([agent(first)?, agent(second)?]),
        _ => Err("two kinds of player are expected, such as random,greedy".to_owned()),
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    reading: &'a str,
    scope: Scope,
    agents: [Contender; 2],
    seed: u64,
    rng: &'static str,
    games: u64,
    first_wins: u64,
    second_wins: u64,
    draws: u64,
    never_ending: u64,
    repetition: u64,
    cut_off: u64,
    turns_mean: Option<f64>,
    laps_per_turn_mean: Option<f64>,
    margin_mean: Option<f64>,
    first_score: Option<Estimate>,
    distinct_games: u64,
    /// Whether a player ever has anything to decide after the first move.
    decisions: bool,
    confidence: f64,
    measures: &'a [Measure],
}

/// Most games given to one thread at a time.
const MOST_IN_CHUNK: u64 = 1_000;

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, answers, rules) = args.game.ruleset()?;
    let fixed = no_decision(&rules).map_err(Failure::input)?;
    let machine = Machine::new(rules, args.scope.into()).map_err(Failure::input)?;
    let opening = Position::start(machine.rules());
    let players = Pairing::new(args.agents, || book(&machine, &opening, &Limits::within(args.memory), &|_| false));
    let players = players.map_err(Failure::input)?;
    if let Some(half_width) = args.two_stage {
        if args.scope == ScopeArg::Round {
            return Err(Failure::input("a chain of rounds is a match: --two-stage goes with --scope match"));
        }
        return two_stage(args, &machine, &players, &game.reading_id(&answers), half_width);
    }
    let (tally, hashes) = simulate(args, &machine, &players);
    let distinct_games = hashes.into_distinct().len() as u64;
    let confidence = Confidence::NINETY_FIVE;
    let mut measures = tally.measures(confidence);
    measures.push(distinct::measure(distinct_games, tally.games()));
    let reading = game.reading_id(&answers);
    let value = |id: &str| measures.iter().find(|m| m.id == id).map(|m| m.value);
    let of = |class| tally.classes.count(class);
    if args.json {
        return print_json(&Answer {
            reading: &reading,
            scope: args.scope.into(),
            agents: args.agents,
            seed: args.seed,
            rng: crate::rng::NAME,
            games: tally.games(),
            first_wins: of(Class::FirstWins),
            second_wins: of(Class::SecondWins),
            draws: of(Class::Drawn),
            never_ending: of(Class::NeverEnding),
            repetition: of(Class::Repetition),
            cut_off: of(Class::CutOff),
            turns_mean: value("turns_mean"),
            laps_per_turn_mean: value("laps_per_turn_mean"),
            margin_mean: value("margin_mean"),
            first_score: tally.classes.score(confidence),
            distinct_games,
            decisions: fixed.is_none(),
            confidence: confidence.level(),
            measures: &measures,
        });
    }
    let games = count(tally.games(), if args.scope == ScopeArg::Round { "round" } else { "match" });
    let [first, second] = args.agents;
    print(&format!("{reading}: {games}, {first} against {second}, seed {}\n", args.seed).replace("matchs", "matches"))?;
    if let Some(fixed) = &fixed {
        print(&format!(
            "{reading}: {}.\nWhat follows describes those games; chance has no part in them but the first move, and the \
             intervals say nothing.\n",
            super::check::finding(fixed)
        ))?;
    }
    let lines: Vec<String> = measures.iter().map(line).collect();
    print(&lines.join("\n"))
}

fn line(m: &Measure) -> String {
    let number = |v: f64| if v.fract() == 0.0 && v >= 1_000.0 { format!("{v:.0}") } else { format!("{v:.3}") };
    let interval = m.interval.map_or(String::new(), |[low, high]| format!("({low:.3} to {high:.3})"));
    format!("{:<50} {:>12}  {interval:<24} {}", m.name, number(m.value), m.unit).trim_end().to_owned()
}

/// Plays the games. Sums of whole numbers make the result independent of how games fall to threads.
fn simulate(args: &Args, machine: &Machine, players: &Pairing) -> (Tally, GameHashes) {
    let bar = progress::bar(args.games);
    let in_chunk = args.games.div_ceil(64).min(MOST_IN_CHUNK);
    let chunks: Vec<u64> = (0..args.games.div_ceil(in_chunk)).collect();
    let done = chunks
        .into_par_iter()
        .map(|chunk| {
            let (mut tally, mut hashes) = (Tally::default(), GameHashes::default());
            let games = chunk * in_chunk..args.games.min((chunk + 1) * in_chunk);
            let played = games.end - games.start;
            let mut count = |seen: Observation<'_>| {
                hashes.add(seen.game_hash);
                tally.add(&seen);
            };
            match args.scope {
                ScopeArg::Round => simulate_rounds(machine, players.clone(), args.seed, games, |_, result, won| {
                    count(Observation::of_round(&result, won));
                }),
                ScopeArg::Match => {
                    for game in games {
                        let seed = GameSeed { study: args.seed, game };
                        if let Some(result) = simulate_match(machine, players.clone(), seed, args.round_cap) {
                            count(Observation::from(&result));
                        }
                    }
                }
            }
            bar.inc(played);
            (tally, hashes)
        })
        .reduce(
            || (Tally::default(), GameHashes::default()),
            |(mut tally, mut hashes), (other, more)| {
                tally.merge(&other);
                hashes.extend(more.into_distinct());
                (tally, hashes)
            },
        );
    bar.finish_and_clear();
    done
}
