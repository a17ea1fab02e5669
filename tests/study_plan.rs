//! What a faulty plan is told. Each message is read as the author of a plan would read it: where, what, and what to do.

use sowlab::study::Plan;

/// A whole plan, with one line replaced.
fn plan(line: &str, with: &str) -> String {
    let whole = "\
title: A study
game: ../../variants/bosh.sow
seed: 1931
games: 1000
agents: [random, greedy]
match_round_cap: 200
margin: 0.03
parts:
  - name: around
    design: one-at-a-time
    severities: [A]
    scopes: [round, match]
";
    assert!(line.is_empty() || whole.contains(line), "the plan has a line {line}");
    if line.is_empty() { format!("{whole}{with}") } else { whole.replacen(line, with, 1) }
}

/// The message for a plan with one line replaced.
fn told(line: &str, with: &str) -> String {
    match Plan::from_yaml(&plan(line, with)) {
        Ok(_) => "no fault".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_whole_plan_has_no_fault() {
    let read = Plan::from_yaml(&plan("", "")).expect("a whole plan");
    assert_eq!((read.seed, read.games, read.keep, read.games_a_record), (1931, 1000, 0, 10_000));
    assert_eq!(read.agents.iter().map(|stated| stated.pair.to_string()).collect::<Vec<_>>(), ["random", "greedy"]);
}

#[test]
fn a_mixed_pair_of_players_is_named_in_the_order_of_moving() {
    let read = Plan::from_yaml(&plan("[random, greedy]", "[random, [greedy, random]]")).expect("a whole plan");
    assert_eq!(read.agents[1].pair.to_string(), "greedy against random");
}

macro_rules! told {
    ($($name:ident: $line:expr => $with:expr;)*) => {
        $(#[test] fn $name() { insta::assert_snapshot!(stringify!($name), told($line, $with)); })*
    };
}

told! {
    a_misspelt_key_is_named_with_its_likeness: "games: 1000" => "gmaes: 1000";
    a_misspelt_key_of_a_part_is_named_with_its_likeness: "    severities: [A]" => "    severity: [A]";
    a_missing_key_is_named: "seed: 1931\n" => "";
    a_key_that_stands_twice_is_named: "seed: 1931\n" => "seed: 1931\nseed: 1932\n";
    a_word_for_a_number_is_refused: "games: 1000" => "games: many";
    too_few_games_are_refused: "games: 1000" => "games: 1";
    a_negative_number_of_games_is_refused: "games: 1000" => "games: -5";
    too_many_games_are_refused: "games: 1000" => "games: 1000000000000";
    a_margin_of_nought_is_refused: "margin: 0.03" => "margin: 0";
    a_margin_in_points_of_a_hundred_is_refused: "margin: 0.03" => "margin: 3";
    a_confidence_in_per_cent_is_refused: "margin: 0.03" => "confidence: 95";
    a_round_cap_of_nought_is_refused: "match_round_cap: 200" => "match_round_cap: 0";
    matches_without_a_round_cap_are_refused: "match_round_cap: 200\n" => "";
    an_unknown_player_is_refused: "[random, greedy]" => "[random, gredy]";
    three_players_in_a_pair_are_refused: "[random, greedy]" => "[[random, greedy, random]]";
    the_same_players_twice_are_refused: "[random, greedy]" => "[random, random]";
    no_players_are_refused: "[random, greedy]" => "[]";
    an_unknown_design_is_refused: "design: one-at-a-time" => "design: one-at-time";
    an_unknown_severity_is_refused: "severities: [A]" => "severities: [D]";
    an_unknown_scope_is_refused: "[round, match]" => "[rounds]";
    a_scope_twice_is_refused: "[round, match]" => "[round, round]";
    no_scope_is_refused: "[round, match]" => "[]";
    a_part_without_questions_is_refused: "    severities: [A]\n" => "";
    a_part_with_both_kinds_of_choice_is_refused: "severities: [A]" => "severities: [A]\n    questions: [BOSH-02]";
    two_parts_of_one_name_are_refused: "" => "  - {name: around, design: factorial, questions: [BOSH-02], scopes: [round]}\n";
    a_study_without_parts_is_refused: "parts:\n  - name: around\n    design: one-at-a-time\n    severities: [A]\n    scopes: [round, match]\n" => "parts: []\n";
    a_tab_is_refused: "seed: 1931" => "\tseed: 1931";
    text_that_is_no_mapping_is_refused: "title: A study\n" => "- title\n";
    a_seed_beyond_sixty_four_bits_is_refused: "seed: 1931" => "seed: 99999999999999999999999";
}

#[test]
fn players_may_have_games_and_random_turns_of_their_own() {
    let line = "agents: [random, {players: [greedy, random], games: 50, random_turns: 2}]";
    let read = Plan::from_yaml(&plan("agents: [random, greedy]", line)).expect("a whole plan");
    let stated = &read.agents[1];
    assert_eq!(
        (stated.pair.to_string(), stated.games, stated.random_turns),
        ("greedy against random".into(), Some(50), Some(2))
    );
}

told! {
    an_unknown_key_of_players_is_refused: "[random, greedy]" => "[{player: greedy}]";
    too_many_random_turns_are_refused: "[random, greedy]" => "[{players: greedy, random_turns: 41}]";
    a_measure_that_is_not_there_is_named_with_its_likeness: "margin: 0.03" => "metrics: {turn_mean: 3}";
    a_quantile_is_not_compared: "margin: 0.03" => "metrics: {turns_median: 3}";
    the_margin_of_the_score_is_stated_elsewhere: "margin: 0.03" => "metrics: {first_score: 0.03}";
    a_measure_without_a_margin_is_refused: "margin: 0.03" => "metrics: {turns_mean: 0}";
    an_unknown_figure_is_refused: "margin: 0.03" => "figures: [score]";
    an_unknown_size_of_figures_is_refused: "margin: 0.03" => "preset: elsevier";
    memory_without_a_unit_that_is_known_is_refused: "margin: 0.03" => "solve: 8X";
    a_ladder_of_one_rung_is_refused: "design: one-at-a-time\n    severities: [A]" => "design: ladder\n    rungs: [random]";
    a_ladder_that_asks_questions_is_refused: "design: one-at-a-time" => "design: ladder\n    rungs: [random, greedy]";
    a_ladder_with_a_player_on_two_rungs_is_refused: "design: one-at-a-time\n    severities: [A]" => "design: ladder\n    rungs: [random, greedy, random]";
    rungs_without_a_ladder_are_refused: "severities: [A]" => "severities: [A]\n    rungs: [random, greedy]";
}

#[test]
fn an_enormous_plan_is_refused_before_it_is_read() {
    let error = Plan::from_yaml(&"#".repeat(2 << 20)).expect_err("too long");
    assert_eq!(error.to_string(), "line 1, column 1: the plan has 2097152 bytes\n  a plan has at most 1048576 bytes");
}

#[test]
fn a_plan_says_how_many_games_to_play_or_until_when_and_not_both() {
    assert_eq!(
        told("games: 1000\n", ""),
        "line 1, column 1: the plan says neither how many games to play nor until when\n  state games: 10000, or until: \
         {half_width: 0.01, at_least: 1000, at_most: 100000}"
    );
    assert_eq!(
        told("games: 1000\n", "games: 1000\nuntil: {half_width: 0.01, at_least: 1000, at_most: 2000}\n"),
        "line 5, column 1: the plan has both games and until\n  keep one of them"
    );
}

#[test]
fn a_plan_that_stops_by_looks_has_no_other_numbers_of_games() {
    let looks = "until: {half_width: 0.1, at_least: 6, at_most: 20}\n";
    let with = |line: &str, with: &str| {
        let text = plan("games: 1000\n", looks).replacen(line, with, 1);
        Plan::from_yaml(&text).expect_err("two numbers").to_string()
    };
    assert_eq!(
        with("[random, greedy]", "[{players: random, games: 5}]"),
        "line 5, column 1: the players \"random\" have a number of games, and the plan stops by looks\n  leave out one of them"
    );
    assert_eq!(
        with("severities: [A]", "severities: [A]\n    games: 5"),
        "line 9, column 11: the part \"around\" has a number of games, and the plan stops by looks\n  leave out one of them"
    );
}

#[test]
fn looks_that_cannot_be_taken_are_refused() {
    assert_eq!(
        told("games: 1000\n", "until: {half_width: 1.5, at_least: 1000, at_most: 2000}\n"),
        "line 4, column 9: 1.5 is no half-width of an interval of shares\n  expected a number above 0 and at most 0.5"
    );
    assert_eq!(
        told("games: 1000\n", "until: {half_width: 0.01, at_least: 3000, at_most: 2000}\n"),
        "line 4, column 1: there are no looks from 3000 to 2000 games\n  at_least is from 2 to at_most, and at_most is at \
         most 100000000"
    );
}

#[test]
fn a_sample_says_how_many_readings_to_draw() {
    assert_eq!(
        told("design: one-at-a-time", "design: sample"),
        "line 9, column 11: the part \"around\" does not say how many readings to draw\n  a sample has a size, such as size: 64"
    );
    assert_eq!(
        told("design: one-at-a-time", "design: factorial\n    size: 64"),
        "line 9, column 11: the part \"around\" has a size, which only design: sample takes\n  leave it out or choose that \
         design"
    );
}

#[test]
fn a_list_names_its_readings_and_nothing_besides() {
    assert_eq!(
        told("    design: one-at-a-time\n    severities: [A]\n", "    design: list\n"),
        "line 9, column 11: the part \"around\" names no reading\n  a list has readings, such as readings: [bosh, \
         \"bosh:02=opponent\"]"
    );
    assert_eq!(
        told("design: one-at-a-time", "design: list\n    readings: [bosh]"),
        "line 9, column 11: the part \"around\" is a list and asks questions besides\n  the readings that it names say all; \
         leave out severities, questions and hold"
    );
    assert_eq!(
        told("    design: one-at-a-time\n    severities: [A]\n", "    design: list\n    readings: [bosh, bosh]\n"),
        "line 11, column 22: the reading bosh is named twice\n  name each reading once"
    );
}
