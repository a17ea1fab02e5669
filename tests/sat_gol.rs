//! Sat-gol with the forced start has no decision after the first, and all first moves are alike by rotation: each reading is
//! one fixed game. The results were worked out beforehand by an independent program.

use sowlab::agents::{Agent, record_round};
use sowlab::engine::{Machine, Scope};
use sowlab::rng::GameSeed;
use sowlab::rules::game::Game;
use std::path::Path;

fn sat_gol() -> Game {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/sat-gol.sow");
    Game::load(&file).game.expect("the rules of Sat-gol are sound")
}

fn machine(game: &Game, reading: &str) -> Machine {
    let answers = game.parse_reading(reading).expect("a reading");
    Machine::new(game.ruleset(&answers).expect("it compiles"), Scope::Round).expect("it can be played")
}

/// The reading, stones of the first player and of the second, stones left.
const FIXED_GAMES: [(&str, [u16; 2], u16); 7] = [
    ("sat-gol", [6, 19], 3),
    ("sat-gol:05=first-loaded", [15, 12], 1),
    ("sat-gol:05=chained", [7, 17], 4),
    ("sat-gol:06=skipped", [20, 1], 7),
    ("sat-gol:05=first-loaded,06=skipped", [17, 10], 1),
    ("sat-gol:03=begun", [5, 16], 7),
    ("sat-gol:03=begun,06=skipped", [16, 8], 4),
];

#[test]
fn the_fixed_games_come_out_as_they_were_worked_out() {
    let game = sat_gol();
    for (reading, won, left) in FIXED_GAMES {
        let machine = machine(&game, reading);
        // Whatever the first move: all seven are met.
        for number in 0..40 {
            let (result, _) = record_round(&machine, [Agent::Random; 2], GameSeed { study: 7, game: number });
            assert_eq!((result.won, 28 - result.won[0] - result.won[1]), (won, left), "{reading}");
            assert_eq!(result.counts.forced_turns, result.counts.turns - 1, "no decision after the first");
        }
    }
}

/// Each turn of the game under the best supported reading, lifted from circle 1: where it starts, its laps, the last circle,
/// what is captured, and the ring after it.
const PLIES: [(char, u32, char, u16, &str); 8] = [
    ('A', 4, 'B', 1, "3 8 0 0 7 2 7"),
    ('E', 20, 'D', 4, "5 6 1 9 0 0 2"),
    ('G', 2, 'D', 0, "6 7 0 10 0 0 0"),
    ('A', 1, 'G', 8, "0 0 1 11 1 1 1"),
    ('C', 3, 'A', 0, "1 0 0 12 0 2 0"),
    ('D', 4, 'D', 5, "0 3 1 3 0 0 3"),
    ('G', 5, 'G', 5, "0 0 0 1 2 0 2"),
    ('D', 1, 'E', 2, "0 0 0 0 3 0 0"),
];

#[test]
fn the_best_supported_game_is_played_turn_by_turn_as_it_was_worked_out() {
    let game = sat_gol();
    let machine = machine(&game, "sat-gol");
    let lifted_first = |number| {
        let (_, told) = record_round(&machine, [Agent::Random; 2], GameSeed { study: 7, game: number });
        Some(told).filter(|told| told.rounds[0].turns[0].pit == Some('A'))
    };
    let told = (0..100).find_map(lifted_first).expect("one of a hundred games begins with circle 1");
    let turns = &told.rounds[0].turns;
    for (n, ((pit, laps, last, captured, ring), turn)) in PLIES.iter().zip(turns).enumerate() {
        let taken: u16 = turn.captures.iter().map(|c| c.seeds).sum();
        let ended = turn.laps.last().map(|lap| lap.to);
        assert_eq!(
            (turn.pit, turn.lap_count, ended, taken),
            (Some(*pit), *laps, Some(*last), *captured),
            "ply {}",
            n + 1
        );
        assert!(turn.board.starts_with(ring), "ply {}: {}", n + 1, turn.board);
    }
    // The position of ply 9 comes back at ply 37.
    assert_eq!(turns.len(), 36);
}
