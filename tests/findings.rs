//! What is proved of a game without chance.

use sowlab::play::{Finding, findings};
use sowlab::rules::game::Game;
use std::path::Path;

fn of(file: &str, reading: &str) -> Vec<Finding> {
    let game = Game::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).game.expect("the rules are sound");
    let answers = game.parse_reading(reading).expect("a reading");
    findings(&game.ruleset(&answers).expect("it compiles")).expect("it can be played")
}

fn sowings_end(file: &str, reading: &str) -> bool {
    of(file, reading).contains(&Finding::SowingsEnd)
}

#[test]
fn the_forced_game_of_sat_gol_has_no_decision_and_the_free_one_has() {
    // The position of ply 9 comes back at ply 37, after 36 turns.
    assert!(of("variants/sat-gol.sow", "sat-gol").contains(&Finding::NoDecision { first_moves: 7, turns: 36 }));
    let open = |f: &Finding| matches!(f, Finding::NoDecision { .. });
    assert!(!of("variants/sat-gol.sow", "sat-gol:02=free").iter().any(open));
    assert!(!of("variants/sat-gol.sow", "sat-gol:04=free").iter().any(open));
    assert!(!of("variants/bosh.sow", "bosh").iter().any(open));
}

#[test]
fn single_captures_never_clear_the_board_of_pachgarhwa_and_chained_ones_may() {
    let never_bare = |reading| of("variants/pachgarhwa.sow", reading).contains(&Finding::NeverBare);
    assert!(never_bare("pachgarhwa:05=bare"));
    assert!(never_bare("pachgarhwa:02=chained-short,05=bare"));
    assert!(!never_bare("pachgarhwa:02=chained,05=bare"));
    assert!(!never_bare("pachgarhwa"), "there the round ends in another way");
}

#[test]
fn sowings_are_proved_to_end_where_every_move_leaves_two_empty_pits_side_by_side() {
    for (file, reading) in [
        ("variants/bosh.sow", "bosh"),
        ("variants/bosh.sow", "bosh:03=chained"),
        ("variants/pachgarhwa.sow", "pachgarhwa:01=counter"),
        ("variants/sat-gol.sow", "sat-gol:05=first-loaded"),
    ] {
        assert!(sowings_end(file, reading), "{reading}");
    }
    // In all of these never-ending sowings have been met, or the proof does not reach.
    for (file, reading) in [
        ("variants/bosh.sow", "bosh:02=opponent"),
        ("variants/bosh.sow", "bosh:04=skipped"),
        ("variants/bosh.sow", "bosh:06=own"),
        ("variants/bosh.sow", "bosh:07=landing-empty"),
        ("variants/pachgarhwa.sow", "pachgarhwa:03=opponent"),
        ("variants/bao-kigogo.sow", "bao-kigogo"),
    ] {
        assert!(!sowings_end(file, reading), "{reading}");
    }
}
