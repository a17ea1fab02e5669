//! One small position for each rule of the wider family, with what it comes to worked out by hand.
//!
//! Rows are written as they are drawn, North's above. Pits are lettered from South's left, anticlockwise.

use sowlab::diagnostics::render;
use sowlab::engine::{End, Machine, Position, Scope};
use sowlab::play::{Script, ScriptStop, Transcript, play_script};
use sowlab::rules::game::Game;

/// What a game says, part by part; each test changes the part that it is about.
struct Rules {
    board: &'static str,
    choose: &'static str,
    sow: &'static str,
    after: &'static str,
    captures: &'static str,
    round: &'static str,
}

/// Three pits a row, one lap a move, nothing captured.
const PLAIN: Rules = Rules {
    board: "rows 2, pits 3, south owns row 2, north owns row 1, one ring through both rows, seeds 2 in every pit",
    choose: "choose an own pit holding at least 1",
    sow: "sow anticlockwise, origin sown",
    after: "otherwise end the turn",
    captures: "captures from either row, captures over a corner are made, captures from the origin pit are made",
    round: "ends when the mover has no seeds in his row, a player without a move ends the round
            remaining seeds go to nobody, a repeated position changes nothing",
};

/// Four rows of two, the best known rules of such games.
const FOUR: Rules = Rules {
    board: "rows 4, pits 2, south owns rows 3 and 4, north owns rows 1 and 2, a ring for each player over his rows,
            seeds 1 in every pit",
    after: "if last was occupied relay from last
            if last is in the front row and opposite of last is occupied
              capture opposite of last and behind opposite of last, once, end the turn
            otherwise end the turn",
    ..PLAIN
};

/// A ring of four that nobody owns.
const RING: Rules = Rules {
    board: "ring of 4, owned by nobody, seeds 1 in every pit",
    choose: "choose any pit holding at least 1",
    ..PLAIN
};

impl Rules {
    fn machine(&self) -> Machine {
        let Self { board, choose, sow, after, captures, round } = self;
        let text = format!(
            "game rule {{\n name \"Rule\"\n board {{ {board} }}\n turn {{ {choose}, {sow}\n after a lap {{ {after} }}\n {captures}\n \
             a sowing that never ends: the mover loses the round }}\n round {{ {round} }}\n}}\n"
        );
        let loaded = Game::from_str("rule.sow", &text, None);
        assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &loaded.sources, false));
        let game = loaded.game.expect("a file without faults makes a game");
        Machine::new(game.ruleset(&game.best()).expect("it compiles"), Scope::Round).expect("it can be played")
    }

    fn script(&self, position: &str, moves: &str) -> Result<Transcript, (ScriptStop, Transcript)> {
        let machine = self.machine();
        let position = Position::parse(position, &machine.rules().board).expect("a position");
        play_script(&machine, &position, Script::new(moves))
    }

    fn play(&self, position: &str, moves: &str) -> Transcript {
        self.script(position, moves).unwrap_or_else(|(stop, _)| panic!("{position}, {moves}: {stop:?}"))
    }

    /// The board after the last of the moves.
    fn after(&self, position: &str, moves: &str) -> String {
        self.play(position, moves).turns().last().expect("a turn was played").board.clone()
    }

    /// The moves that may be made, other than a first word that may not.
    fn legal(&self, position: &str) -> Vec<String> {
        match self.script(position, "nothing") {
            Err((ScriptStop::Illegal { legal, .. }, _)) => legal,
            other => panic!("{position}: {other:?}"),
        }
    }

    fn end(&self, position: &str, moves: &str) -> (Option<End>, Option<[u16; 2]>) {
        let played = self.play(position, moves);
        (played.rounds[0].end, played.rounds[0].won)
    }
}

#[test]
fn on_four_rows_each_player_sows_his_own_ring_alone() {
    // South: A B below, D C above; the four seeds of A fall into B, C, D and A.
    assert_eq!(PLAIN_FOUR.after("1 1 / 1 1 / 0 0 / 4 0", "A"), "1 1 / 1 1 / 1 1 / 1 1 n s:0 n:0");
}

const PLAIN_FOUR: Rules = Rules { after: PLAIN.after, captures: PLAIN.captures, ..FOUR };

#[test]
fn on_four_rows_a_lap_into_an_empty_front_pit_takes_the_facing_pit_and_the_one_behind_it() {
    // B falls into C, at the right of South's front row; North's 3 face it and 2 lie behind them.
    assert_eq!(FOUR.after("1 2 / 1 3 / 0 0 / 1 1", "B"), "1 0 / 1 0 / 0 1 / 1 0 n s:5 n:0");
}

#[test]
fn on_four_rows_a_back_pit_is_safe_behind_an_empty_front_pit() {
    assert_eq!(FOUR.after("1 2 / 1 0 / 0 0 / 1 1", "B"), "1 2 / 1 0 / 0 1 / 1 0 n s:0 n:0");
}

#[test]
fn on_four_rows_a_lap_into_an_empty_back_pit_takes_nothing() {
    assert_eq!(FOUR.after("1 2 / 1 3 / 0 1 / 1 0", "A"), "1 2 / 1 3 / 0 1 / 0 1 n s:0 n:0");
}

#[test]
fn a_relay_lifts_the_last_seed_with_the_pit_it_fell_into() {
    // A into B, which then holds two: they fall into C and D, and D was empty; what it faces is empty too.
    assert_eq!(FOUR.after("1 1 / 0 0 / 0 0 / 1 1", "A"), "1 1 / 0 0 / 1 1 / 0 0 n s:0 n:0");
}

#[test]
fn captured_seeds_that_leave_the_game_are_won_by_nobody() {
    let rules = Rules {
        captures: "captures from either row, captures over a corner are made,
        captures from the origin pit are made, captured seeds go out of the game",
        ..FOUR
    };
    assert_eq!(rules.after("1 2 / 1 3 / 0 0 / 1 1", "B"), "1 0 / 1 0 / 0 1 / 1 0 n s:0 n:0");
}

#[test]
fn a_single_seed_is_lifted_only_where_no_pit_holds_more_and_only_into_an_empty_pit() {
    let rules = Rules { choose: "choose an own pit holding at least 2, else one whose next pit is empty", ..PLAIN };
    assert_eq!(rules.legal("0 0 1 / 1 2 1"), ["B"]);
    assert_eq!(rules.legal("0 0 1 / 1 1 0"), ["B"]);
    assert_eq!(rules.legal("0 0 0 / 1 1 1"), ["C"]);
}

#[test]
fn a_step_of_a_single_seed_captures_only_where_that_is_allowed() {
    let captures = "captures from either row, captures over a corner are made, captures from the origin pit are made,
        captures by a single seed are not made";
    let rules = Rules { captures, ..FOUR };
    assert_eq!(rules.after("1 2 / 1 3 / 0 0 / 1 1", "B"), "1 2 / 1 3 / 0 1 / 1 0 n s:0 n:0");
    // Two seeds of A fall into B and C.
    assert_eq!(rules.after("1 2 / 1 3 / 0 0 / 2 0", "A"), "1 0 / 1 0 / 0 1 / 0 1 n s:5 n:0");
}

#[test]
fn a_ring_that_nobody_owns_is_lifted_from_anywhere_by_both() {
    assert_eq!(RING.legal("1 0 2 1"), ["A", "C", "D"]);
    assert_eq!(RING.after("1 0 2 1", "C D"), "3 1 0 0 s s:0 n:0");
}

#[test]
fn the_player_may_choose_which_way_he_sows() {
    let rules = Rules { sow: "sow either way, origin sown", ..PLAIN };
    assert_eq!(rules.legal("1 1 1 / 0 2 0"), ["B", "B:other-way"]);
    assert_eq!(rules.after("1 1 1 / 0 2 0", "B"), "1 1 2 / 0 0 1 n s:0 n:0");
    // The other way B falls into A and, round the corner, into F.
    assert_eq!(rules.after("1 1 1 / 0 2 0", "B:other-way"), "2 1 1 / 1 0 0 n s:0 n:0");
}

const STORES: Rules = Rules {
    board: "rows 2, pits 3, south owns row 2, north owns row 1, one ring through both rows, seeds 2 in every pit,
            a store for each player after his last pit, sown by its owner",
    after: "if last is own store move again
            otherwise end the turn",
    ..PLAIN
};

#[test]
fn a_seed_in_the_own_store_is_won_and_the_last_one_gives_another_move() {
    assert_eq!(STORES.after("1 1 1 / 0 2 0", "B"), "1 1 1 / 0 0 1 s s:1 n:0");
}

#[test]
fn the_opponents_store_is_passed_over_unless_both_are_sown() {
    // C: the own store, North's D, E and F, and A beyond North's store.
    assert_eq!(STORES.after("0 0 0 / 0 0 5", "C"), "1 1 1 / 1 0 0 n s:1 n:0");
    let both = Rules {
        board: "rows 2, pits 3, south owns row 2, north owns row 1, one ring through both rows, seeds 2 in every pit,
                a store for each player after his last pit, sown by both, holding 3",
        ..STORES
    };
    assert_eq!(both.after("0 0 0 / 0 0 5 s s:3 n:3", "C"), "1 1 1 / 0 0 0 n s:4 n:4");
}

#[test]
fn captures_backwards_take_pits_of_the_named_numbers_until_one_holds_another() {
    let rules = Rules {
        after:
            "if last is opponent's and last holds 2 or 3 capture last, backwards over pits holding 2 or 3, end the turn
                otherwise end the turn",
        captures: "captures from the opponent's row only, captures over a corner are made,
            captures from the origin pit are made",
        ..PLAIN
    };
    // C's three seeds make D 2, E 3 and F 2, all of them captured; with one more in D the chain ends at E.
    assert_eq!(rules.after("1 2 1 / 1 0 3", "C"), "0 0 0 / 1 0 0 n s:7 n:0");
    assert_eq!(rules.after("1 2 3 / 1 0 3", "C"), "0 0 4 / 1 0 0 n s:5 n:0");
}

const SLAM: &str = "captures from the opponent's row only, captures over a corner are made,
    captures from the origin pit are made, captures of all the opponent's seeds";

fn slam(what: &str) -> Machine {
    let captures: &'static str = Box::leak(format!("{SLAM} {what}").into_boxed_str());
    Rules { after: "if last holds 2 capture last, once, end the turn\n otherwise end the turn", captures, ..PLAIN }
        .machine()
}

#[test]
fn a_capture_of_all_the_opponents_seeds_is_made_or_wins_nothing_or_is_not_allowed() {
    let play = |machine: &Machine| {
        let position = Position::parse("0 0 1 / 1 0 1", &machine.rules().board).expect("a position");
        play_script(machine, &position, Script::new("C")).map(|t| t.turns().last().map(|t| t.board.clone()))
    };
    assert_eq!(play(&slam("are made")), Ok(Some("0 0 0 / 1 0 0 n s:2 n:0".to_owned())));
    assert_eq!(play(&slam("win nothing")), Ok(Some("0 0 2 / 1 0 0 n s:0 n:0".to_owned())));
    let legal = vec!["A".to_owned()];
    assert!(matches!(play(&slam("are not allowed")), Err((ScriptStop::Illegal { legal: l, .. }, _)) if l == legal));
}

#[test]
fn three_in_the_facing_pit_make_two_ur_that_are_never_lifted() {
    let rules = Rules {
        after: "if last is own and last was empty and opposite of last holds 3
                  move one seed from opposite of last to last, both become the mover's ur
                otherwise end the turn",
        ..PLAIN
    };
    // A falls into B, which faces E with its three.
    assert_eq!(rules.after("1 3 1 / 1 0 1", "A"), "1 2s 1 / 0 2s 1 n s:0 n:0");
    assert_eq!(rules.legal("1 2s 1 / 0 2s 1"), ["C"]);
    assert_eq!(rules.legal("1 2s 1 / 0 2s 1 n"), ["D", "F"]);
}

#[test]
fn the_first_move_of_each_player_lifts_the_pit_that_is_prescribed() {
    let rules = Rules {
        choose: "choose an own pit holding at least 1, a player's first move lifts his pit 3 from the left",
        ..PLAIN
    };
    assert_eq!(rules.legal("2 2 2 / 2 2 2 s opening:0"), ["C"]);
    assert_eq!(rules.legal("2 3 3 / 2 2 0 n opening:1"), ["F"]);
    assert_eq!(rules.legal("2 3 3 / 2 2 0 n"), ["D", "E", "F"]);
}

#[test]
fn a_prescribed_start_lifts_the_first_pit_with_seeds_after_the_place_that_is_named() {
    let from = |what: &str| {
        let choose: &'static str =
            Box::leak(format!("choose any pit holding at least 1, each move starts {what}").into_boxed_str());
        Rules { choose, after: "if next is occupied relay from next\n otherwise end the turn", ..RING }
    };
    // A falls into B. C, the next, is lifted and falls into D and A; then B, into C; then D, into A, and B is empty.
    let start = from("after the pit that the last move started from");
    assert_eq!(start.after("1 0 2 0", "A"), "2 0 1 0 n s:0 n:0 from:B");
    assert_eq!(start.legal("2 0 1 0 n s:0 n:0 from:B"), ["C"]);
    let lifted = from("after the pit lifted last");
    assert_eq!(lifted.after("1 0 2 0", "A"), "2 0 1 0 n s:0 n:0 from:A");
    assert_eq!(lifted.legal("2 0 1 0 n s:0 n:0 from:A"), ["A"]);
}

#[test]
fn what_ends_a_round_ends_it_when_it_comes() {
    let ends = |what: &str| {
        let round: &'static str = Box::leak(
            format!(
                "ends {what}, a player without a move ends the round, remaining seeds go to the owners of the rows,
                     a repeated position changes nothing"
            )
            .into_boxed_str(),
        );
        Rules { round, ..PLAIN }
    };
    assert_eq!(ends("when at most 3 seeds are left").end("0 0 1 / 1 0 1", "A"), (Some(End::Exhausted), Some([2, 1])));
    assert_eq!(ends("when at most 2 pits hold seeds").end("0 0 2 / 1 1 0", "A"), (Some(End::Exhausted), Some([2, 2])));
    let quiet = ends("after 2 turns without a capture");
    assert_eq!(quiet.end("0 1 1 / 1 1 1", "A"), (None, None));
    assert_eq!(quiet.end("0 1 1 / 1 1 1", "A D"), (Some(End::Exhausted), Some([3, 2])));
    assert_eq!(ends("when neither player can capture").end("0 1 1 / 1 1 1", ""), (Some(End::Exhausted), Some([3, 2])));
}

#[test]
fn seeds_left_go_to_the_last_capturer_or_in_halves() {
    let rest = |what: &str| {
        let round: &'static str = Box::leak(
            format!(
                "ends when at most 3 seeds are left, a player without a move ends the round,
                     remaining seeds go {what}, a repeated position changes nothing"
            )
            .into_boxed_str(),
        );
        Rules { after: "if last holds 2 capture last, once, end the turn\n otherwise end the turn", round, ..PLAIN }
    };
    // B's seed makes two of C; three seeds are left, and one of them is odd.
    assert_eq!(rest("to the player who captured last").end("1 1 1 / 0 1 1", "B").1, Some([5, 0]));
    assert_eq!(rest("in halves to both players").end("1 1 1 / 0 1 1", "B").1, Some([3, 1]));
}

#[test]
fn a_capture_may_go_on_with_the_seeds_that_it_took() {
    let after = "if last is own and last was empty and opposite of last is occupied
                   capture opposite of last, once, sow the captured seeds on
                 otherwise end the turn";
    // A falls into B and takes the two of E; they are sown from B on, into C and D.
    assert_eq!(Rules { after, ..PLAIN }.after("0 2 0 / 1 0 0", "A"), "0 0 1 / 0 1 1 n s:0 n:0");
}

#[test]
fn a_capture_may_be_followed_by_a_relay_or_another_move() {
    let relay = "if last is own and last was empty and opposite of last is occupied
                   capture opposite of last, once, relay from next
                 otherwise end the turn";
    // A falls into B and takes the two of E; C is lifted and falls into D, which is not South's.
    assert_eq!(Rules { after: relay, ..PLAIN }.after("0 2 0 / 1 0 1", "A"), "0 0 1 / 0 1 0 n s:2 n:0");
    let again = "if last is own and last was empty and opposite of last is occupied
                   capture opposite of last, once, move again
                 otherwise end the turn";
    assert_eq!(Rules { after: again, ..PLAIN }.after("0 2 0 / 1 0 1", "A"), "0 0 0 / 0 1 1 s s:2 n:0");
}

#[test]
fn the_first_occupied_pit_after_the_next_one_is_found_over_any_gap() {
    let after =
        "if next is empty capture the first occupied pit after next, once, end the turn\n otherwise end the turn";
    // A falls into B; C, D and E are empty, and F holds two.
    assert_eq!(Rules { after, ..PLAIN }.after("2 0 0 / 1 0 0", "A"), "0 0 0 / 0 1 0 n s:2 n:0");
    // Nothing but the last seed is left: it is spared, or taken where it is said to be.
    assert_eq!(Rules { after, ..PLAIN }.after("0 0 0 / 1 0 0", "A"), "0 0 0 / 0 1 0 n s:0 n:0");
    let even = "if next is empty capture the first occupied pit after next, even last, once, end the turn\n otherwise end the turn";
    assert_eq!(Rules { after: even, ..PLAIN }.after("0 0 0 / 1 0 0", "A"), "0 0 0 / 0 0 0 n s:1 n:0");
}

#[test]
fn a_second_pit_may_be_left_where_the_mover_may_choose() {
    let after =
        "if last is own and last was empty capture last and opposite of last if the mover wishes, once, end the turn
                 otherwise end the turn";
    let rules = Rules { after, ..PLAIN };
    assert_eq!(rules.legal("0 2 0 / 1 0 0"), ["A", "A:sparing"]);
    assert_eq!(rules.after("0 2 0 / 1 0 0", "A"), "0 0 0 / 0 0 0 n s:3 n:0");
    assert_eq!(rules.after("0 2 0 / 1 0 0", "A:sparing"), "0 2 0 / 0 0 0 n s:1 n:0");
}

#[test]
fn an_empty_row_must_be_fed_or_the_round_ends() {
    let choose = "choose an own pit holding at least 1, feeding an empty row is due, or the round ends";
    let rules = Rules { choose, ..PLAIN };
    // Of A and C only C reaches North's row; B and A alone reach it not at all.
    assert_eq!(rules.legal("0 0 0 / 1 0 1"), ["C"]);
    assert_eq!(rules.end("0 0 0 / 1 1 0", "").0, Some(End::Stuck(sowlab::rules::ruleset::Seat::South)));
}

#[test]
fn a_repeated_position_ends_the_round_at_the_return_that_is_named() {
    let rules = |what: &str| {
        let round: &'static str = Box::leak(
            format!(
                "ends when the mover has no seeds in his row, a player without a move ends the round,
                 remaining seeds go to the owners of the rows, a repeated position {what}"
            )
            .into_boxed_str(),
        );
        Rules { round, ..PLAIN }
    };
    // Two lone seeds chase each other; after three moves each they have changed places, and South is to move as at first.
    let (start, once) = ("0 0 1 / 1 0 0", "A D B E C F");
    let twice = format!("{once} {once}");
    assert_eq!(rules("draws the round").end(start, once), (Some(End::Repetition), Some([1, 1])));
    assert_eq!(rules("ends the round").end(start, once), (Some(End::Exhausted), Some([1, 1])));
    assert_eq!(rules("draws the round at return 2").end(start, once), (None, None));
    assert_eq!(rules("draws the round at return 2").end(start, &twice), (Some(End::Repetition), Some([1, 1])));
    assert_eq!(rules("changes nothing").end(start, &twice), (None, None));
}
