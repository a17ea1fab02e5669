//! The commands as scripts call them: answers as JSON, exit codes, streams.

use assert_cmd::Command;
use serde_json::{Value, json};

fn sowlab() -> Command {
    let mut command = Command::cargo_bin("sowlab").unwrap();
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn answer(args: &[&str]) -> Value {
    let out = sowlab().args(args).assert().success().get_output().stdout.clone();
    serde_json::from_slice(&out).unwrap()
}

const BOSH: &str = "variants/bosh.sow";

/// Marin 1931: 507, lap by lap.
#[test]
fn play_tells_marin_s_move_lap_by_lap() {
    let played = answer(&["play", BOSH, "--moves", "E", "--json"]);
    let turn = &played["turns"][0];
    assert_eq!(turn["pit"], "E");
    let laps: Vec<Value> = turn["laps"].as_array().unwrap().clone();
    assert_eq!(laps.len(), 2);
    for (lap, (from, to)) in laps.iter().zip([("E", "I"), ("J", "D")]) {
        assert_eq!((&lap["from"], &lap["seeds"], &lap["to"]), (&json!(from), &json!(4), &json!(to)));
    }
    assert_eq!(turn["captures"], json!([{"pit": "F", "seeds": 5, "by": "south"}]));
    assert_eq!(turn["board"], "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0");
}

/// Under "opponent's row only" four of the five openings win nothing.
#[test]
fn an_answer_goes_by_letter_and_by_name() {
    for answer_given in ["BOSH-02=b", "BOSH-02=opponent", "02=opponent"] {
        for (pit, wins) in [("A", false), ("B", false), ("C", false), ("D", false), ("E", true)] {
            let played = answer(&["play", BOSH, "--answer", answer_given, "--moves", pit, "--json"]);
            assert_eq!(played["reading"], "bosh:02=opponent");
            assert_eq!(!played["turns"][0]["captures"].as_array().unwrap().is_empty(), wins, "{pit}");
        }
    }
}

#[test]
fn a_batch_answers_each_line_and_goes_on_after_a_fault() {
    let input =
        "4 4 4 4 4 / 4 4 4 4 4; E\n\n4 4 4 4 4 / 4 4 4 4; A\n4 4 4 4 4 / 4 4 4 4 4; J\n1 0 0 0 0 / 1 0 2 0 0; A\n";
    let out = sowlab().args(["play", BOSH, "--batch", "-"]).write_stdin(input).assert().code(1).get_output().clone();
    let lines: Vec<Value> =
        String::from_utf8(out.stdout).unwrap().lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["turns"][0]["board"], "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0");
    assert!(lines[1]["error"].as_str().unwrap().contains("lower row"));
    assert!(lines[2]["error"].as_str().unwrap().contains("legal moves are A, B, C, D and E"));
    assert!(lines[3].get("error").is_none());
    assert!(String::from_utf8(out.stderr).unwrap().contains("2 lines could not be played"));
}

/// Five openings; each wins five seeds from a pit, so that a row of five pits keeps between three and five loaded: counted by
/// hand from the ten boards after each opening of either player, by rotation one board.
#[test]
fn perft_counts_the_openings() {
    let counts = answer(&["perft", BOSH, "--depth", "2", "--json"])["counts"].clone();
    // After E the other row is 0 5 5 5 0 (three moves); after A it is F0 G5 H5 I5 J5; after B F5 G0 H5 I5 J5; after C F5 G5
    // H0 I5 J5; after D F5 G5 H5 I0 J5: four moves each. 3 + 4 * 4 = 19.
    assert_eq!(counts, json!([1, 5, 19]));
}

#[test]
fn simulate_counts_every_game_in_one_class() {
    for scope in ["round", "match"] {
        let a = answer(&[
            "simulate",
            BOSH,
            "--games",
            "300",
            "--agents",
            "random,greedy",
            "--seed",
            "7",
            "--scope",
            scope,
            "--json",
        ]);
        let of = |key: &str| a[key].as_u64().unwrap();
        let classes = ["first_wins", "second_wins", "draws", "never_ending", "repetition", "cut_off"];
        assert_eq!(classes.iter().map(|c| of(c)).sum::<u64>(), 300);
        assert_eq!(of("games"), 300);
        assert!(of("distinct_games") <= 300);
        let score = &a["first_score"];
        assert!(score["low"].as_f64() < score["value"].as_f64() && score["value"].as_f64() < score["high"].as_f64());
        for key in ["turns_mean", "laps_per_turn_mean", "margin_mean"] {
            assert!(a[key].is_number(), "{key}");
        }
    }
}

#[test]
fn a_simulation_depends_on_its_seed_and_on_nothing_else() {
    let run = |threads: &str, seed: &str| {
        let args = ["simulate", BOSH, "--games", "3000", "--seed", seed, "--json"];
        sowlab().env("RAYON_NUM_THREADS", threads).args(args).assert().success().get_output().stdout.clone()
    };
    assert_eq!(run("1", "5"), run("2", "5"));
    assert_ne!(run("2", "5"), run("2", "6"));
}

#[test]
fn faults_of_the_input_end_with_1_and_name_what_is_wrong() {
    for (args, words) in [
        (vec!["play", BOSH, "--moves", "Q"], "the legal moves are A, B, C, D and E"),
        (vec!["play", BOSH, "--position", "4 4 4 / 4 4 4", "--moves", "A"], "3 pits in the upper row"),
        (vec!["play", BOSH, "--position", "x x x x x / 4 4 4 4 4", "--moves", "A"], "all pits of one row are closed"),
        (vec!["play", BOSH, "--answer", "BOSH-02=oponent", "--moves", "A"], "opponent"),
        (vec!["play", BOSH, "--answer", "BOSH-99=a", "--moves", "A"], "BOSH-99"),
        (vec!["play", "variants/nowhere.sow", "--moves", "A"], "variants/nowhere.sow"),
        (vec!["simulate", BOSH, "--reading", "bosh:02=north"], "north"),
    ] {
        let out = sowlab().args(&args).assert().code(1).get_output().clone();
        let told = String::from_utf8(out.stderr).unwrap();
        assert!(told.contains(words), "{args:?}: {told}");
        assert!(out.stdout.is_empty() || args[0] == "play", "{args:?}");
    }
}

/// South E to F wins nothing; North must go F to G, and what is left is his. Of two winnings 3 to 1 South keeps 3 - 1 - 1.
#[test]
fn solve_tells_the_value_of_the_round_and_of_every_first_move() {
    let solved = answer(&["solve", BOSH, "--position", "0 0 0 0 0 / 0 0 0 0 1 s s:3 n:1", "--json"]);
    assert_eq!((&solved["value"], &solved["exact"], &solved["complete"]), (&json!(1), &json!(true), &json!(true)));
    assert_eq!(solved["moves"], json!([{"pit": "E", "value": 1, "low": 1, "high": 1}]));
    assert_eq!(solved["line"], json!(["E", "F"]));
    // One seed in ten pits, or none: eleven boards.
    assert_eq!((&solved["positions"], &solved["positions_at_most"]), (&json!(3), &json!(11)));
    let told = sowlab().args(["solve", BOSH, "--position", "0 0 0 0 0 / 0 0 0 0 1 s s:3 n:1"]).assert().success();
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(told.contains("Value to the player to move: +1") && told.contains("Best play: E F"), "{told}");
}

#[test]
fn solve_tells_bounds_where_memory_runs_out() {
    let solved = answer(&["solve", BOSH, "--memory", "10K", "--json"]);
    assert_eq!((&solved["exact"], &solved["complete"], &solved["value"]), (&json!(false), &json!(false), &Value::Null));
    let bound = |of: &str| solved[of].as_i64().unwrap();
    assert!(-40 <= bound("low") && bound("low") < bound("high") && bound("high") <= 40);
    assert!(solved["bytes"].as_u64().unwrap() <= 10 * 1_024);
}

const SMALL: &str = "tests/small.sow";

/// The lone seed that leaves its row is lost, so that whoever has it on the board stands as he stood; but two rows of three pits
/// with two seeds in each are a game, whose value each first move bears out, and whose match is a walk of such rounds.
#[test]
fn a_match_is_solved_as_a_game_of_rounds() {
    let round = answer(&["solve", SMALL, "--json"]);
    let value = round["value"].as_i64().expect("an exact value");
    let solved = answer(&["solve", SMALL, "--scope", "match", "--json"]);
    assert_eq!(solved["rounds"][0]["position"], round["position"]);
    assert_eq!(solved["rounds"][0]["value"], json!(value));
    assert_eq!(solved["rounds"][0]["won"], json!([6 + value / 2, 6 - value / 2]));
    assert!(solved["exact"].is_boolean() && solved["starts"].as_u64().unwrap() > 1);
    let told = sowlab().args(["solve", SMALL, "--scope", "match"]).assert().success();
    let told = String::from_utf8(told.get_output().stdout.clone()).unwrap();
    assert!(told.contains("round 1") && told.contains("if both play every round for seeds"), "{told}");
    let refused = sowlab()
        .args(["solve", BOSH, "--answer", "BOSH-12=choice", "--scope", "match"])
        .args(["--position", "0 0 0 0 0 / 0 0 0 0 1 s s:20 n:19"])
        .assert()
        .code(1);
    let refused = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(refused.contains("players choose the pits that they fill"), "{refused}");
}

#[test]
fn an_exact_player_wins_what_the_round_is_worth() {
    let value = answer(&["solve", SMALL, "--json"])["value"].as_f64().expect("an exact value");
    let margin = |agents: &str| {
        let args = ["simulate", SMALL, "--games", "50", "--agents", agents, "--json"];
        answer(&args)["margin_mean"].as_f64().expect("a mean")
    };
    assert!((margin("exact,exact") - value).abs() < 1e-9);
    assert!(margin("exact,random") >= value && margin("random,exact") <= value);
    let matches = sowlab().args(["simulate", SMALL, "--scope", "match", "--agents", "exact"]).assert().code(1);
    let told = String::from_utf8(matches.get_output().stderr.clone()).unwrap();
    assert!(told.contains("exact players play single rounds"), "{told}");
}

#[test]
fn a_database_is_written_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("few.db");
    let file = file.to_str().unwrap();
    let written = sowlab().args(["solve", SMALL, "--write-database", file, "--seeds", "5"]).assert().success();
    // C(5 + 6, 6) ways to lay up to five seeds into six pits.
    assert!(String::from_utf8(written.get_output().stdout.clone()).unwrap().contains("462 positions"));
    let (alone, aided) = (answer(&["solve", SMALL, "--json"]), answer(&["solve", SMALL, "--database", file, "--json"]));
    assert_eq!((&alone["value"], &alone["moves"], &alone["line"]), (&aided["value"], &aided["moves"], &aided["line"]));
    assert!(aided["positions"].as_u64() < alone["positions"].as_u64());
    let other = sowlab().args(["solve", SMALL, "--answer", "S-01=skipped", "--database", file]).assert().code(1);
    assert!(String::from_utf8(other.get_output().stderr.clone()).unwrap().contains("made for other rules"));
}

#[test]
fn faults_of_usage_end_with_2() {
    for args in [
        vec!["simulate", BOSH, "--agents", "clever"],
        vec!["simulate", BOSH, "--agents", "alphabeta:0"],
        vec!["simulate", BOSH, "--games", "0"],
        vec!["perft", BOSH],
        vec!["solve", BOSH, "--memory", "much"],
        vec!["solve", BOSH, "--seeds", "8"],
        vec!["solve", BOSH, "--write-database", "x.db"],
        vec!["perform"],
    ] {
        sowlab().args(&args).assert().code(2);
    }
}

#[test]
fn every_command_has_an_example_in_its_help() {
    let help = String::from_utf8(sowlab().arg("--help").assert().success().get_output().stdout.clone()).unwrap();
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|l| !l.starts_with("Commands:"))
        .skip(1)
        .take_while(|l| !l.is_empty())
        .filter_map(|l| l.split_whitespace().next())
        .filter(|&c| c != "help")
        .collect();
    assert!(commands.len() >= 10, "{commands:?}");
    for command in commands {
        let help = sowlab().args([command, "--help"]).assert().success().get_output().stdout.clone();
        assert!(String::from_utf8(help).unwrap().contains(&format!("sowlab {command} ")), "{command}");
    }
}

#[test]
fn check_lists_the_parts_of_a_file_that_have_names() {
    let told = answer(&["check", BOSH, "--format", "json"]);
    assert_eq!(told, answer(&["check", BOSH, "--json"]), "two names for one thing");
    let game = &told["symbols"];
    assert_eq!((&game["kind"], &game["name"], &game["detail"]), (&json!("game"), &json!("bosh"), &json!("Bòsh")));
    let children = game["children"].as_array().unwrap();
    let of = |kind: &str| children.iter().filter(|c| c["kind"] == kind).collect::<Vec<_>>();
    assert_eq!((of("board").len(), of("question").len(), of("turn").len(), of("example").len()), (1, 26, 1, 8));
    let second = &of("question")[1];
    assert_eq!(
        (&second["name"], &second["detail"]),
        (&json!("BOSH-02"), &json!("From which rows may the mover capture?"))
    );
    let readings: Vec<&Value> = second["children"].as_array().unwrap().iter().map(|r| &r["name"]).collect();
    assert_eq!(readings, ["either", "opponent", "own"]);
    // The place is that of the words in the file.
    let text = std::fs::read_to_string(BOSH).unwrap();
    let line = second["line"].as_u64().unwrap() as usize;
    let column = second["column"].as_u64().unwrap() as usize;
    assert!(text.lines().nth(line - 1).unwrap()[column - 1..].starts_with("question BOSH-02"));
}

/// Two rows of two, one lap a move: who has seeds can move, so that it makes no difference what becomes of a player with
/// seeds and without a move.
const TINY: &str = "game tiny { name \"Tiny\"
  board { rows 2, pits 2, south owns row 2, north owns row 1, one ring through both rows, seeds 1 in every pit }
  question T-01 \"What of a player without a move?\" B { reading ends reconstruction reading passes reconstruction }
  question T-02 \"From which rows may he capture?\" A { reading either reconstruction reading opponent reconstruction }
  turn {
    choose an own pit holding at least 1, feeding an empty row is not asked, sow anticlockwise, origin sown
    after a lap {
      if last was empty and opposite of last is occupied capture opposite of last, once, end the turn
      otherwise end the turn
    }
    captures from by T-02 { either: either row; opponent: the opponent's row only }
    captures over a corner are made, captures from the origin pit are made
  }
  round {
    ends when the mover has no seeds in his row, a player without a move by T-01 { ends: ends the round; passes: passes }
    remaining seeds go to the owners of the rows, a repeated position draws the round, opened by lot
  }
}
";

#[test]
fn readings_with_the_same_positions_and_moves_are_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiny.sow");
    std::fs::write(&path, TINY).unwrap();
    std::fs::write(folder.path().join("sources.bib"), "").unwrap();
    let path = path.to_str().unwrap();
    let told = answer(&["readings", path, "--json"]);
    assert_eq!((&told["raw"], &told["distinct"]), (&json!(4), &json!(4)), "four sets of rules");
    assert_eq!(told["ids"], json!(["tiny", "tiny:02=opponent"]), "two games");
    let same = told["same"].as_array().unwrap();
    let pairs: Vec<(&str, &str)> =
        same.iter().map(|s| (s["id"].as_str().unwrap(), s["same_as"].as_str().unwrap())).collect();
    assert_eq!(pairs, [("tiny:01=passes", "tiny"), ("tiny:01=passes,02=opponent", "tiny:02=opponent")]);
    assert!(same.iter().all(|s| s["why"].as_str().unwrap().contains("positions, and the same moves in each")));
    let unlooked = answer(&["readings", path, "--compare", "0", "--json"]);
    assert_eq!(unlooked["ids"].as_array().unwrap().len(), 4);
    // Too many positions for the bound that is given: nothing is said.
    assert_eq!(answer(&["readings", path, "--compare", "3", "--json"])["same"], json!([]));
    let checked = answer(&["check", path, "--json"]);
    assert_eq!(
        (&checked["same"][0]["reading"], &checked["same"][0]["same_as"]),
        (&json!("tiny:01=passes"), &json!("tiny"))
    );
}

#[test]
fn show_tells_at_each_question_what_the_examples_say() {
    let out = sowlab().args(["show", BOSH, "--width", "400"]).assert().success().get_output().stdout.clone();
    let text = String::from_utf8(out).unwrap();
    let (from, to) = (text.find("BOSH-06. ").unwrap(), text.find("BOSH-07. ").unwrap());
    assert!(text[from..to].contains("Refuted by the example \"Marin's own\""), "{}", &text[from..to]);
    let (from, to) = (text.find("BOSH-04. ").unwrap(), text.find("BOSH-05. ").unwrap());
    assert!(text[from..to].contains("The worked examples come out alike"), "{}", &text[from..to]);
}
