//! Players who look ahead, against plain search and against each other.

use sowlab::agents::{Agent, Seated, simulate_round};
use sowlab::engine::{End, Kernel, Lanes, Machine, Mark, Move, Position, Scope, Situation, State};
use sowlab::play::{Player, RoundPlay, Turn};
use sowlab::rng::{GameSeed, Rng};
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::{Board, Repetition, Ruleset, Seat};
use sowlab::with_kernel;
use std::collections::HashSet;
use std::path::Path;

/// The readings searched: the best supported one; one where play often comes back; skipped origins, so that sowings may never
/// end; passing allowed; a round that goes on while a player passes.
const READINGS: [&str; 5] =
    ["bosh", "bosh:02=opponent", "bosh:04=skipped,22=drawn", "bosh:25=may-pass", "bosh:08=mover-emptied"];

fn bosh(reading: &str) -> Ruleset {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    let game = Game::load(&file).game.expect("the rules of Bosh are sound");
    game.ruleset(&game.parse_reading(reading).expect("a reading")).expect("it compiles")
}

/// The rules of a reading on a board of two rows of `pits`.
fn small(reading: &str, pits: u8, seeds: u16) -> Ruleset {
    Ruleset { board: Board::two_rows(pits, vec![seeds; 2 * usize::from(pits)]), match_play: None, ..bosh(reading) }
}

type Seen<W> = (W, Seat, Mark);

fn margin<W>(state: &State<W>, seat: Seat) -> i32 {
    i32::from(state.won[seat.index()]) - i32::from(state.won[seat.opponent().index()])
}

fn settled<W: Lanes>(kernel: &Kernel<W>, state: &State<W>, end: End, seat: Seat) -> i32 {
    let mut settled = *state;
    kernel.settle(&mut settled, end);
    margin(&settled, seat)
}

/// Plain minimax to a fixed depth, the whole line remembered: no pruning, no table. Seeds won by `seat` less the other's.
fn minimax<W: Lanes>(
    kernel: &Kernel<W>,
    state: &State<W>,
    line: &mut Vec<(Seen<W>, [u16; 2])>,
    depth: u8,
    seat: Seat,
) -> i32 {
    let (moves, pass) = match kernel.situation(kernel.layout(state.closed), state) {
        Situation::Over(end) => return settled(kernel, state, end, seat),
        Situation::MustPass => (vec![], true),
        Situation::Choose { moves, may_pass } => (moves.iter().collect(), may_pass),
    };
    if depth == 0 {
        return margin(state, seat);
    }
    let values = moves
        .into_iter()
        .chain(pass.then_some(Move::Pass))
        .map(|chosen| after(kernel, state, chosen, line, depth, seat));
    if state.mover == seat { values.max() } else { values.min() }.expect("a move or a pass")
}

fn after<W: Lanes>(
    kernel: &Kernel<W>,
    state: &State<W>,
    chosen: Move,
    line: &mut Vec<(Seen<W>, [u16; 2])>,
    depth: u8,
    seat: Seat,
) -> i32 {
    let mut next = *state;
    let (_, end) = kernel.make(kernel.layout(state.closed), &mut next, chosen, &mut ());
    if let Some(end) = end {
        return settled(kernel, &next, end, seat);
    }
    let here = ((next.cells, next.mover, next.mark), next.won);
    if kernel.rules().round.repetition == Repetition::Drawn(1) && line.contains(&here) {
        return settled(kernel, &next, End::Repetition, seat);
    }
    line.push(here);
    let value = minimax(kernel, &next, line, depth - 1, seat);
    line.pop();
    value
}

/// The moves that an agent makes in a position under many seeds, and the best moves by plain minimax.
fn compare<W: Lanes>(kernel: &Kernel<W>, position: &Position, depth: u8) -> Option<(Vec<Move>, Vec<Move>)> {
    let state: State<W> = position.pack();
    let layout = kernel.layout(state.closed);
    let Situation::Choose { moves, may_pass } = kernel.situation(layout, &state) else { return None };
    let history = [(state.cells, state.mover, state.mark)];
    let turn = Turn::new(kernel, layout, &state, moves, may_pass, &history);
    let mut line = vec![(history[0], state.won)];
    let legal: Vec<Move> = (0..turn.choices()).map(|n| turn.nth(n)).collect();
    let values: Vec<i32> = legal.iter().map(|&m| after(kernel, &state, m, &mut line, depth, state.mover)).collect();
    let most = values.iter().max().copied();
    let best: Vec<Move> = legal.iter().zip(&values).filter(|&(_, &v)| Some(v) == most).map(|(&m, _)| m).collect();
    let mut made: Vec<Move> = (0..40)
        .map(|game| {
            let [mut player, _] = Seated::pair([Agent::AlphaBeta(depth); 2], GameSeed { study: 5, game });
            let Ok(chosen) = player.choose(&turn);
            chosen
        })
        .collect();
    made.sort_by_key(|m| m.code());
    made.dedup();
    Some((made, best))
}

/// A position of few seeds, laid out by chance.
fn position(rng: &mut Rng, rules: &Ruleset, seeds: u32) -> Position {
    let mut position = Position::start(rules);
    let pits = position.pits.len() as u32;
    position.pits.fill(Some(0));
    for _ in 0..seeds {
        let pit = rng.below(pits) as usize;
        position.pits[pit] = position.pits[pit].map(|n| n + 1);
    }
    position.mover = Seat::BOTH[rng.below(2) as usize];
    position
}

#[test]
fn alpha_beta_makes_the_best_moves_of_plain_minimax_and_each_of_them_in_turn() {
    let mut rng = Rng::from_u64(8);
    let mut ties = 0;
    for reading in READINGS {
        for (pits, seeds) in [(2, 5), (3, 8), (3, 12)] {
            let rules = small(reading, pits, 2);
            for round in 0..40 {
                let position = position(&mut rng, &rules, seeds);
                let machine = Machine::for_position(rules.clone(), Scope::Round, &position).expect("it can be played");
                let depth = 1 + round % 6;
                let Some((made, best)) = with_kernel!(&machine, k => compare(k, &position, depth)) else { continue };
                ties += usize::from(best.len() > 1);
                // Forty draws miss one of three equals with a chance of (2/3)^40, less than one in ten million.
                assert_eq!(made, best, "{reading} {position}, {depth} turns ahead");
            }
        }
    }
    assert!(ties > 50, "only {ties} positions have moves that are equally good");
}

#[test]
fn looking_ahead_changes_what_a_player_does() {
    let rules = bosh("bosh");
    let machine = Machine::new(rules, Scope::Round).expect("it compiles");
    let played = |agent| {
        (0..50)
            .map(|game| simulate_round(&machine, [agent; 2], GameSeed { study: 2, game }).game_hash)
            .collect::<Vec<_>>()
    };
    assert_ne!(played(Agent::AlphaBeta(1)), played(Agent::AlphaBeta(3)));
    assert_ne!(played(Agent::Mcts(1)), played(Agent::Mcts(50)));
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_seed_another() {
    let machine = Machine::new(bosh("bosh"), Scope::Round).expect("it compiles");
    for agent in [Agent::AlphaBeta(3), Agent::Mcts(60)] {
        let play = |game| simulate_round(&machine, [agent; 2], GameSeed { study: 3, game });
        assert_eq!(play(0), play(0), "{agent}");
        let games: HashSet<u64> = (0..20).map(|game| play(game).game_hash).collect();
        assert!(games.len() > 1, "{agent} plays every game alike");
    }
}

/// A position some turns of chance after the opening. Search players repeat themselves, so that games from one position are
/// one game told many times; games from positions that differ are not.
fn start<W: Lanes>(kernel: &Kernel<W>, turns: u32, rng: &mut Rng) -> Option<State<W>> {
    let mut state: State<W> = Position::start(kernel.rules()).pack();
    for _ in 0..turns {
        let layout = kernel.layout(state.closed);
        let Situation::Choose { moves, .. } = kernel.situation(layout, &state) else { return None };
        let (_, end) = kernel.make(layout, &mut state, moves.nth(rng.below(moves.count())), &mut ());
        if end.is_some() {
            return None;
        }
    }
    Some(state)
}

/// The score of `strong` from `starts` positions that all differ, each played twice, once on either side; and its standard
/// error, the two games of a position counted as one observation.
fn duel<W: Lanes>(kernel: &Kernel<W>, strong: Agent, weak: Agent, starts: usize) -> (f64, f64) {
    let mut rng = Rng::from_u64(1_931);
    let mut met = HashSet::new();
    let mut scores = Vec::new();
    while scores.len() < starts {
        let Some(state) = start(kernel, 6, &mut rng) else { continue };
        if !met.insert((state.cells, state.won)) {
            continue;
        }
        let seed = GameSeed { study: 1_931, game: scores.len() as u64 };
        let play = |agents: [Agent; 2], seat: Seat| {
            let (mut state, mut players) = (state, Seated::pair(agents, seed));
            let Ok(_) = RoundPlay::new().run(kernel, &mut state, &mut players, &mut ());
            f64::from(margin(&state, seat).signum() + 1) / 2.0
        };
        scores.push(f64::midpoint(play([strong, weak], Seat::South), play([weak, strong], Seat::North)));
    }
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

#[test]
fn each_rung_of_the_ladder_beats_the_one_below() {
    let machine = Machine::new(bosh("bosh"), Scope::Round).expect("it compiles");
    let (random, greedy, mcts) = (Agent::Random, Agent::Greedy, Agent::Mcts(400));
    let rungs = [
        (greedy, random),
        (Agent::AlphaBeta(3), greedy),
        (Agent::AlphaBeta(6), Agent::AlphaBeta(3)),
        (Agent::Mcts(50), random),
        (mcts, greedy),
        (mcts, Agent::Mcts(50)),
    ];
    for (strong, weak) in rungs {
        let (score, error) = with_kernel!(&machine, kernel => duel(kernel, strong, weak, 150));
        // Three standard errors: less than one chance in seven hundred for an equal player.
        assert!(score > 0.5 + 3.0 * error, "{strong} against {weak}: {score:.3}, standard error {error:.3}");
    }
}
