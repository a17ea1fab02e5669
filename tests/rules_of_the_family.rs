//! One small position for each rule of the wider family, with what it comes to worked out by hand.
//!
//! Rows are written as they are drawn, North's above. Pits are lettered from South's left, anticlockwise.

use sowlab::diagnostics::{Code, render};
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
        // A rule of one sentence leaves the standing questions open that have nothing to do with it.
        let open = loaded.diagnostics.iter().all(|d| d.code == Code::OpenQuestion);
        assert!(open, "{}", render(&loaded.diagnostics, &loaded.sources, false));
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
    // It is North who has nothing to go on with.
    assert_eq!(rules.end("0 0 0 / 1 1 0", "").0, Some(End::Stuck(sowlab::rules::ruleset::Seat::North)));
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

#[test]
fn a_move_is_judged_by_its_first_lap() {
    let choose = "choose an own pit holding at least 1,
        forbid a move whose first lap ends so that last is own and last was occupied";
    let rules = Rules { choose, ..PLAIN };
    // A falls into the occupied B, and B into the empty C.
    assert_eq!(rules.legal("1 1 1 / 1 1 0"), ["B"]);
    // A falls into the empty B, and C into the occupied D, which is not South's.
    assert_eq!(rules.legal("1 1 1 / 1 0 1"), ["A", "C"]);
    // It is the first lap that counts: A falls into the empty B, and what it relays into does not matter.
    let relays = Rules { after: "if next is occupied relay from next\n otherwise end the turn", ..rules };
    assert_eq!(relays.legal("1 1 1 / 1 0 1"), ["A", "C"]);
    // South's one move is forbidden, and he has none.
    let choose = "choose an own pit holding at least 1, forbid a move whose first lap ends so that last is own";
    let stuck = Rules { choose, ..PLAIN };
    assert_eq!(stuck.end("1 1 1 / 2 0 0", "").0, Some(End::Stuck(sowlab::rules::ruleset::Seat::South)));
}

#[test]
fn a_pit_that_is_lifted_keeps_seeds_where_it_holds_more() {
    let sow = "sow anticlockwise, origin sown, a pit that is lifted keeps 1, where it holds more";
    let rules = Rules { sow, ..PLAIN };
    // Of three seeds one stays and two fall; a single seed is lifted whole.
    assert_eq!(rules.after("1 1 1 / 3 0 0", "A"), "1 1 1 / 1 1 1 n s:0 n:0");
    assert_eq!(rules.after("1 1 1 / 1 0 0", "A"), "1 1 1 / 0 1 0 n s:0 n:0");
    // A relay is lifted in the same way: A keeps 1 and falls into B; C keeps 1 of its 2 and falls into D, and E is empty.
    let relays = Rules { after: "if next is occupied relay from next\n otherwise end the turn", ..rules };
    assert_eq!(relays.after("1 0 1 / 2 0 2", "A"), "1 0 2 / 1 1 1 n s:0 n:0");
    let laps = &relays.play("1 0 1 / 2 0 2", "A").rounds[0].turns[0].laps;
    assert_eq!(
        laps.iter().map(|lap| (lap.from, lap.seeds, lap.sown.as_str())).collect::<Vec<_>>(),
        [('A', 1, "B"), ('C', 1, "D")]
    );
    // Captured seeds that are sown on are all sown: two from E, opposite of B, fall into C and D.
    let after = "if last is own and last was empty and opposite of last is occupied
                   capture opposite of last, once, sow the captured seeds on
                 otherwise end the turn";
    let sown_on = Rules { sow, after, ..PLAIN };
    assert_eq!(sown_on.after("1 2 1 / 2 0 1", "A"), "1 0 2 / 1 1 2 n s:0 n:0");
}

#[test]
fn the_first_moves_of_both_players_may_be_laid_down() {
    let choose = "choose an own pit holding at least 1, a player's first moves lift his pits 3 and 1 from the left";
    let rules = Rules { choose, ..PLAIN };
    assert_eq!(rules.legal("2 2 2 / 2 2 2 s opening:0"), ["C"]);
    // C falls into D and E, North's F into A and B; then A, then D, and from there on all is free.
    assert_eq!(rules.after("2 2 2 / 2 2 2 s opening:0", "C"), "2 3 3 / 2 2 0 n s:0 n:0 opening:1");
    assert_eq!(rules.after("2 2 2 / 2 2 2 s opening:0", "C F"), "0 3 3 / 3 3 0 s s:0 n:0 opening:2");
    assert_eq!(rules.legal("0 3 3 / 3 3 0 s opening:2"), ["A"]);
    assert_eq!(rules.after("2 2 2 / 2 2 2 s opening:0", "C F A"), "0 3 4 / 0 4 1 n s:0 n:0 opening:3");
    assert_eq!(rules.legal("0 3 4 / 0 4 1 n opening:3"), ["D"]);
    assert_eq!(rules.after("2 2 2 / 2 2 2 s opening:0", "C F A D"), "1 4 0 / 1 5 1 s s:0 n:0");
    assert_eq!(rules.legal("1 4 0 / 1 5 1 s"), ["A", "B", "C"]);
}

#[test]
fn the_first_mover_may_choose_the_way_for_both() {
    let rules = Rules { sow: "sow one way, as the first mover chooses, origin sown", ..PLAIN };
    assert_eq!(rules.legal("1 1 1 / 0 2 0"), ["B", "B:other-way"]);
    // The other way B falls into A and, round the corner, into F; from then on everybody sows so: D falls into C.
    assert_eq!(rules.after("1 1 1 / 0 2 0", "B:other-way"), "2 1 1 / 1 0 0 n s:0 n:0 way:other");
    assert_eq!(rules.legal("2 1 1 / 1 0 0 n way:other"), ["D:other-way", "E:other-way", "F:other-way"]);
    assert_eq!(rules.after("1 1 1 / 0 2 0", "B:other-way D:other-way"), "2 1 0 / 1 0 1 s s:0 n:0 way:other");
    assert_eq!(rules.legal("1 1 2 / 0 0 1 n way:first"), ["D", "E", "F"]);
}

#[test]
fn a_pit_of_the_opponent_may_be_reserved() {
    let after = "if last is opponent's and last holds 4 last becomes the mover's ur\n otherwise end the turn";
    let rules = Rules { after, ..PLAIN };
    // C falls into D, which then holds four: they are South's at the end, and North may not lift them.
    assert_eq!(rules.after("1 1 3 / 1 0 1", "C"), "1 1 4s / 1 0 0 n s:0 n:0");
    assert_eq!(rules.legal("1 1 4s / 1 0 0 n"), ["E", "F"]);
    let owners = Rules {
        round: "ends when at most 6 seeds are left, a player without a move ends the round,
            remaining seeds go to the owners of the rows, a repeated position changes nothing",
        ..rules
    };
    assert_eq!(owners.end("1 0 3 / 1 0 1", "C").1, Some([5, 1]));
}

/// Two rows of five: South owns the two columns at the left, North the two at the right, and nobody the middle. South's
/// pits are A and B above and C and D below, his column at the end holding B and C; E is the middle pit below; North's are
/// F and G below and H and I above; J is the middle pit above.
const COLUMNS: Rules = Rules {
    board: "rows 2, pits 5, south owns columns 1 to 2 of both rows, north owns columns 4 to 5 of both rows,
            one ring through both rows, seeds 2 in every pit",
    ..PLAIN
};

#[test]
fn players_may_own_the_ends_of_the_board_and_nobody_the_middle() {
    assert_eq!(COLUMNS.legal("1 1 1 1 1 / 1 1 1 1 1"), ["A", "B", "C", "D"]);
    assert_eq!(COLUMNS.legal("1 1 1 1 1 / 1 1 1 1 1 n"), ["F", "G", "H", "I"]);
    // Above, A is the second from the left. A's three seeds fall into B, C and D, round South's end of the board.
    assert_eq!(COLUMNS.after("0 3 0 0 0 / 0 0 0 0 1", "A"), "1 0 0 0 0 / 1 1 0 0 1 n s:0 n:0");
    // I is North's innermost pit above; it falls into the middle pit J and into A.
    assert_eq!(COLUMNS.after("0 0 0 2 0 / 1 0 0 0 0 n", "I"), "0 1 1 0 0 / 1 0 0 0 0 s s:0 n:0");
}

#[test]
fn a_neutral_pit_is_told_from_owned_ones_and_its_seeds_are_nobodys() {
    let after = "if next is occupied and next is not neutral relay from next\n otherwise end the turn";
    let rules = Rules { after, ..COLUMNS };
    // C falls into D; E, the middle pit below, holds seeds and is not relayed from.
    assert_eq!(rules.after("0 0 0 0 0 / 1 0 2 0 1", "C"), "0 0 0 0 0 / 0 1 2 0 1 n s:0 n:0");
    // D falls into E; F is North's and is relayed into G.
    assert_eq!(rules.after("0 0 0 0 0 / 0 1 0 1 0", "D"), "0 0 0 0 0 / 0 0 1 0 1 n s:0 n:0");
    let to_owners = Rules {
        round: "ends when at most 5 seeds are left, a player without a move ends the round,
            remaining seeds go to the owners of the rows, a repeated position changes nothing",
        ..COLUMNS
    };
    // D falls into E. The seed of B is South's and that of H North's; the three in the middle go to nobody.
    assert_eq!(to_owners.end("1 0 1 0 1 / 0 1 1 0 0", "D").1, Some([1, 1]));
}

#[test]
fn pits_face_each_other_and_rows_have_corners_where_columns_are_owned() {
    let after = "if opposite of last is occupied capture opposite of last, once, end the turn\n otherwise end the turn";
    // C falls into D, which faces A; A's two seeds are taken, though they are South's own.
    assert_eq!(Rules { after, ..COLUMNS }.after("0 2 0 0 0 / 1 0 0 0 1", "C"), "0 0 0 0 0 / 0 1 0 0 1 n s:2 n:0");
    // D falls into E, the middle pit, which faces J.
    assert_eq!(Rules { after, ..COLUMNS }.after("0 0 3 0 0 / 0 1 0 0 1", "D"), "0 0 0 0 0 / 0 0 1 0 1 n s:3 n:0");
    let beyond = "if next is empty and beyond is occupied capture beyond, once, end the turn\n otherwise end the turn";
    let corner = "captures from either row, captures over a corner are not made, captures from the origin pit are made";
    let rules = Rules { after: beyond, captures: corner, ..COLUMNS };
    // D falls into E; F is empty, and G in the same row is taken. A falls into B; C is empty, and D in the same row is taken.
    // I falls into J and A; B is empty, and C lies in the other row.
    assert_eq!(rules.after("0 0 0 0 0 / 0 1 0 0 2", "D"), "0 0 0 0 0 / 0 0 1 0 0 n s:2 n:0");
    assert_eq!(rules.after("0 1 0 0 0 / 0 2 0 0 1", "A"), "1 0 0 0 0 / 0 0 0 0 1 n s:2 n:0");
    assert_eq!(rules.after("0 0 0 2 0 / 2 0 0 0 1 n", "I"), "0 1 1 0 0 / 2 0 0 0 1 s s:0 n:0");
    let opponents =
        "captures from the opponent's row only, captures over a corner are made, captures from the origin pit are made";
    // B falls into C and D; E, in the middle, is empty, and North's F is taken. C falls into D; E is nobody's.
    let rules = Rules { captures: opponents, ..rules };
    assert_eq!(rules.after("2 0 0 0 0 / 0 0 0 3 1", "B"), "0 0 0 0 0 / 1 1 0 0 1 n s:3 n:0");
    let next = "if next is occupied capture next, once, end the turn\n otherwise end the turn";
    assert_eq!(Rules { after: next, ..rules }.after("0 0 0 0 0 / 1 0 3 0 1", "C"), "0 0 0 0 0 / 0 1 3 0 1 n s:0 n:0");
}

#[test]
fn a_closed_pit_that_counts_as_empty_is_told_from_an_empty_one() {
    let small = std::fs::read_to_string("tests/small.sow").expect("it is there");
    let text = small
        .replace("closed pits leave the ring", "closed pits count as empty")
        .replace("if next is empty and beyond is occupied", "if next is closed and beyond is occupied");
    // The example of the small game is about its own rules.
    let game = Game::from_str("closed.sow", &text, None).game.expect("it is sound");
    let after = |text: &str| {
        let rules = game.ruleset(&game.best()).expect("it compiles");
        let position = Position::parse(text, &rules.board).expect("a position");
        let machine = Machine::for_position(rules, Scope::Round, &position).expect("it can be played");
        let played = play_script(&machine, &position, Script::new("A")).expect("A is legal");
        played.turns().last().expect("a turn was played").board.clone()
    };
    // A falls into B. C, the next, is closed, and D beyond it holds two; if C is open and empty nothing is taken.
    assert_eq!(after("0 0 2 / 1 0 x"), "0 0 0 / 0 1 x n s:2 n:0");
    assert_eq!(after("0 0 2 / 1 0 0"), "0 0 2 / 0 1 0 n s:0 n:0");
}

#[test]
fn the_pit_that_the_move_began_with_is_told_from_the_others() {
    let rules = Rules { after: "if last is the origin move again\n otherwise end the turn", ..PLAIN };
    // Six seeds go right round to A, five to F.
    assert_eq!(rules.after("0 0 0 / 6 0 0", "A"), "1 1 1 / 1 1 1 s s:0 n:0");
    assert_eq!(rules.after("0 0 0 / 5 0 0", "A"), "1 1 1 / 0 1 1 n s:0 n:0");
    let relays = "if last was occupied and last is not the origin relay from last\n otherwise end the turn";
    // B falls into C, whose eleven go nearly twice round and end in B: it holds a seed already, and there the move began.
    assert_eq!(Rules { after: relays, ..PLAIN }.after("0 0 0 / 0 1 10", "B"), "2 2 2 / 2 2 1 n s:0 n:0");
    let choose = "choose an own pit holding at least 1, forbid a move whose first lap ends so that last is the origin";
    assert_eq!(Rules { choose, ..PLAIN }.legal("0 0 0 / 6 1 0"), ["B"]);
}

#[test]
fn a_relay_may_turn_the_sowing_round() {
    let after = "if last was occupied relay from last the other way\n otherwise end the turn";
    let rules = Rules { after, ..PLAIN };
    // A falls into B; its two are sown back, into A and F.
    assert_eq!(rules.after("0 0 0 / 1 1 0", "A"), "1 0 0 / 1 0 0 n s:0 n:0");
    // B falls into C; its two are sown back into B and A, and A's two forward again into B and C.
    assert_eq!(rules.after("0 0 0 / 1 1 1", "B"), "0 0 0 / 0 2 1 n s:0 n:0");
    let laps = &rules.play("0 0 0 / 1 1 1", "B").rounds[0].turns[0].laps;
    let told: Vec<_> = laps.iter().map(|lap| (lap.from, lap.seeds, lap.sown.as_str())).collect();
    assert_eq!(told, [('B', 1, "C"), ('C', 2, "BA"), ('A', 2, "BC")]);
    // What is next and beyond is so as the seeds were sown last: back from F, E is empty and D is taken.
    let capture = "if last was occupied relay from last the other way
                   if next is empty and beyond is occupied capture beyond, once, end the turn
                   otherwise end the turn";
    assert_eq!(Rules { after: capture, ..PLAIN }.after("0 0 3 / 1 1 0", "A"), "1 0 0 / 1 0 0 n s:3 n:0");
}
