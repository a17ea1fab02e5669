//! A study from its plan to its report: the same bytes however it was run, and nothing believed that is not whole.

use sowlab::report::{self, manifest::Manifest};
use sowlab::study::kept::replay;
use sowlab::study::{Outcome, Progress, Quiet, Run, Shard, Study, StudyError, load_solved, run, sha256, solve_rounds};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tempfile::TempDir;

/// A plan small enough for a test: 60 games a cell in records of 25, so that cells have several records.
fn plan(games: u64) -> String {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    format!(
        "title: A small study
game: {}
seed: 7
games: {games}
agents: [random, greedy]
match_round_cap: 50
keep: 2
games_a_record: 25
parts:
  - name: around
    design: one-at-a-time
    questions: [BOSH-02, BOSH-09, BOSH-11]
    scopes: [round, match]
  - name: crossed
    design: factorial
    questions: [BOSH-02, BOSH-08]
    scopes: [round]
",
        rules.display()
    )
}

/// A folder with a plan in it.
fn folder(plan: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    fs::write(folder.path().join("study.yaml"), plan).expect("the plan can be written");
    folder
}

fn open(folder: &Path) -> Study {
    Study::open(&folder.join("study.yaml")).expect("the plan and the rules are sound")
}

fn play(study: &Study, folder: &Path, shard: Shard) -> Outcome {
    let stop = AtomicBool::new(false);
    run(study, &Run { folder, shard, stop: &stop, progress: &Quiet }).expect("the study can be played")
}

/// Every file under a folder, by its path there.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it lies in the folder").to_owned();
                found.insert(name, fs::read(&path).expect("the file can be read"));
            }
        }
    }
    found
}

/// The files of the study of 60 games a cell, run at a stretch.
fn at_a_stretch() -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    assert!(play(&study, folder.path(), Shard::WHOLE).complete);
    report::build(&study, folder.path()).expect("the report can be made");
    files(folder.path())
}

/// The same, made once for all tests.
fn undisturbed() -> &'static BTreeMap<PathBuf, Vec<u8>> {
    static FILES: OnceLock<BTreeMap<PathBuf, Vec<u8>>> = OnceLock::new();
    FILES.get_or_init(at_a_stretch)
}

/// Someone who asks for a stop after so many games.
struct Impatient<'a> {
    after: u64,
    seen: AtomicU64,
    stop: &'a AtomicBool,
}

impl Progress for Impatient<'_> {
    fn begin(&self, _to_play: u64, _found: u64) {}

    fn tick(&self, games: u64) {
        if self.seen.fetch_add(games, Ordering::SeqCst) + games >= self.after {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

#[test]
fn readings_are_laid_out_by_part_and_scope_and_shared_rules_are_played_once() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    let rows: Vec<_> = study.layouts.iter().map(|l| l.rows.len()).collect();
    // Rounds: the best supported reading, two others of 02, two of 09. Matches: three of 11 besides. Crossed: 3 x 3.
    assert_eq!(rows, [5, 8, 9]);
    assert_eq!(study.layouts[0].rows[0].id, "bosh");
    assert_eq!(study.layouts[0].rows[1].id, "bosh:02=opponent");
    assert_eq!(study.layouts[2].rows[4].id, "bosh:02=opponent,08=at-once");
    // Three readings of the factorial are those of the first part: 5 + 8 + 6 sets of rules, two kinds of player.
    assert_eq!(study.cells.len(), 38);
    assert_eq!(study.layouts[2].rows[0].cells, study.layouts[0].rows[0].cells);
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads");
        pool.install(at_a_stretch)
    };
    assert_eq!(with(1), with(2));
}

#[test]
fn a_run_broken_off_and_taken_up_again_gives_the_same_bytes() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    let mut runs = 0;
    loop {
        let stop = AtomicBool::new(false);
        let impatient = Impatient { after: 300, seen: AtomicU64::new(0), stop: &stop };
        let outcome =
            run(&study, &Run { folder: folder.path(), shard: Shard::WHOLE, stop: &stop, progress: &impatient });
        runs += 1;
        if outcome.expect("the study can be played").complete {
            break;
        }
        assert!(runs < 50, "every run gets further");
    }
    assert!(runs > 2, "it was broken off more than once");
    report::build(&study, folder.path()).expect("the report can be made");
    assert_eq!(files(folder.path()), *undisturbed());
}

#[test]
fn a_finished_study_is_not_played_again() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    let first = play(&study, folder.path(), Shard::WHOLE);
    assert_eq!((first.played, first.found), (38 * 60, 0));
    let second = play(&study, folder.path(), Shard::WHOLE);
    assert_eq!((second.played, second.found), (0, 38 * 60));
}

#[test]
fn more_games_go_on_from_those_that_are_there() {
    let folder = folder(&plan(50));
    play(&open(folder.path()), folder.path(), Shard::WHOLE);
    fs::write(folder.path().join("study.yaml"), plan(60)).expect("the plan can be written");
    let study = open(folder.path());
    let outcome = play(&study, folder.path(), Shard::WHOLE);
    // Two whole records of 25 games a cell are there already.
    assert_eq!((outcome.played, outcome.found), (38 * 10, 38 * 50));
    report::build(&study, folder.path()).expect("the report can be made");
    assert_eq!(files(folder.path()), *undisturbed());
}

#[test]
fn shares_put_together_are_the_whole() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    for index in 1..=3 {
        let shard = Shard::new(index, 3).expect("a share of three");
        assert!(play(&study, folder.path(), shard).complete);
    }
    report::build(&study, folder.path()).expect("the report can be made");
    assert_eq!(files(folder.path()), *undisturbed());
}

/// The path of one record.
fn a_record(folder: &Path) -> PathBuf {
    let records = files(folder);
    let record = records.keys().find(|p| p.starts_with("data") && p.extension().is_some_and(|e| e == "json"));
    folder.join(record.expect("there are records"))
}

#[test]
fn a_damaged_record_is_named_and_its_games_are_played_again() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let path = a_record(folder.path());
    let whole = fs::read_to_string(&path).expect("the record can be read");
    // Cut short; a letter changed where it still reads as a record; emptied; a space that changes nothing but the bytes.
    let letter =
        whole.replacen("\"classes\":\"W", "\"classes\":\"L", 1).replacen("\"classes\":\"D", "\"classes\":\"L", 1);
    let spaced = whole.replacen("\"block\":", "\"block\": ", 1);
    for damaged in [whole[..whole.len() / 2].to_owned(), letter, String::new(), spaced] {
        if damaged == whole {
            continue;
        }
        fs::write(&path, damaged).expect("the record can be written");
        assert!(matches!(sowlab::study::load(&study, folder.path()), Err(StudyError::Incomplete { missing: 1, .. })));
        let outcome = play(&study, folder.path(), Shard::WHOLE);
        assert_eq!(outcome.refused, [(path.clone(), "damaged")]);
        assert_eq!(fs::read_to_string(&path).expect("the record can be read"), whole);
    }
}

#[test]
fn a_record_under_the_name_of_another_is_stale() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let path = a_record(folder.path());
    let other = path.with_file_name("00001.json");
    fs::copy(&other, &path).expect("the record can be copied");
    let outcome = play(&study, folder.path(), Shard::WHOLE);
    assert_eq!(outcome.refused, [(path, "stale")]);
}

#[test]
fn a_record_whose_kept_games_are_gone_is_made_again() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let before = files(folder.path());
    let games = before.keys().find(|p| p.to_string_lossy().ends_with(".games.jsonl")).expect("games are kept");
    fs::remove_file(folder.path().join(games)).expect("the file can be removed");
    assert_eq!(play(&study, folder.path(), Shard::WHOLE).refused.len(), 1);
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_half_written_file_beside_a_record_does_no_harm() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let before = files(folder.path());
    let path = a_record(folder.path());
    let mut beside = path.clone().into_os_string();
    beside.push(".part");
    fs::write(&beside, "half a rec").expect("the file can be written");
    fs::remove_file(&path).expect("the record can be removed");
    play(&study, folder.path(), Shard::WHOLE);
    assert_eq!(files(folder.path()), before);
}

#[test]
fn a_record_that_cannot_be_written_is_named_and_the_others_are_kept() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let path = a_record(folder.path());
    // A folder stands where the record is written before it takes its name.
    fs::remove_file(&path).expect("the record can be removed");
    let mut beside = path.clone().into_os_string();
    beside.push(".part");
    fs::create_dir(&beside).expect("the folder can be made");
    let kept = files(folder.path());
    let stop = AtomicBool::new(false);
    let error = run(&study, &Run { folder: folder.path(), shard: Shard::WHOLE, stop: &stop, progress: &Quiet });
    let error = error.expect_err("the record cannot be written").to_string();
    assert!(error.starts_with(&format!("cannot write {}: ", path.display())), "{error}");
    assert!(error.contains("run the same command again"), "{error}");
    assert_eq!(files(folder.path()), kept);
    fs::remove_dir(&beside).expect("the folder can be removed");
    assert_eq!(play(&study, folder.path(), Shard::WHOLE).played, 25);
}

#[test]
fn a_report_needs_every_record_and_says_what_to_do() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    let error = report::build(&study, folder.path()).expect_err("nothing has been played").to_string();
    assert!(error.starts_with("114 of 114 records are missing"), "{error}");
    assert!(error.contains("run the study first"), "{error}");
}

#[test]
fn a_report_made_twice_has_the_same_bytes_and_its_manifest_lists_every_file() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    report::build(&study, folder.path()).expect("the report can be made");
    let before = files(folder.path());
    let manifest = report::build(&study, folder.path()).expect("the report can be made again");
    assert_eq!(files(folder.path()), before);

    let written: Manifest = serde_json::from_slice(&before[Path::new("manifest.json")]).expect("a manifest");
    assert_eq!(written, manifest);
    let listed: BTreeMap<PathBuf, String> =
        manifest.files.iter().map(|f| (f.path.clone().into(), f.sha256.clone())).collect();
    let made = before.iter().filter(|(path, _)| {
        !path.starts_with("data") && *path != Path::new("manifest.json") && *path != Path::new("study.yaml")
    });
    let made: BTreeMap<PathBuf, String> = made.map(|(path, bytes)| (path.clone(), sha256(bytes))).collect();
    assert_eq!(listed, made);
    for kind in ["svg", "png", "csv", "txt", "alt.txt"] {
        assert!(listed.keys().any(|p| p.to_string_lossy().ends_with(kind)), "there is a figure as {kind}");
    }
    assert_eq!((manifest.counts.cells, manifest.counts.games), (38, 38 * 60));
    let c = &manifest.counts;
    let classes = c.first_wins + c.second_wins + c.draws + c.never_ending + c.repetition + c.cut_off;
    assert_eq!(classes, c.games);
}

#[test]
fn the_page_is_well_formed_whole_in_itself_and_has_no_slip_of_number() {
    let made = undisturbed();
    let page = String::from_utf8(made[Path::new("report.html")].clone()).expect("text");
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    let tree = roxmltree::Document::parse_with_options(&page, options).expect("well-formed");
    let named = |name: &'static str| tree.descendants().filter(move |n| n.tag_name().name() == name);
    assert_eq!(tree.root_element().attribute("lang"), Some("en-GB"));
    assert_eq!(named("h1").count(), 1);
    assert_eq!(named("script").count() + named("link").count() + named("img").count(), 0);
    for table in named("table") {
        assert!(table.children().any(|n| n.tag_name().name() == "caption"), "every table has a caption");
    }
    for figure in named("figure") {
        let picture = figure.descendants().find(|n| n.attribute("role") == Some("img"));
        assert!(picture.and_then(|p| p.attribute("aria-label")).is_some_and(|alt| alt.len() > 40));
        assert!(figure.descendants().any(|n| n.tag_name().name() == "svg"));
    }
    let text: String = tree.descendants().filter_map(|n| if n.is_text() { n.text() } else { None }).collect();
    for slip in [
        " 1 games",
        " 1 rounds",
        " 1 matches",
        " 1 readings",
        " 1 questions",
        " 1 seeds",
        " 1 laps",
        "NaN",
        "inf ",
        "()",
    ] {
        assert!(!text.contains(slip), "the page says \"{slip}\"");
    }
    // Links within the page lead somewhere.
    let ids: Vec<&str> = tree.descendants().filter_map(|n| n.attribute("id")).collect();
    for target in named("a").filter_map(|n| n.attribute("href")).filter_map(|h| h.strip_prefix('#')) {
        assert!(ids.contains(&target), "#{target} leads nowhere");
    }
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "no id stands twice");
}

#[test]
fn a_kept_game_comes_out_the_same_from_its_seed() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let replayed = replay(&study, folder.path(), "0-1").expect("the game is kept");
    assert_eq!((replayed.game, replayed.cell.reading()), (1, "bosh"));
    assert!(replayed.transcript.turns().count() > 1);

    let unkept = replay(&study, folder.path(), "0-2").expect_err("two games are kept").to_string();
    assert_eq!(unkept, "no game \"0-2\" is kept\n  games 0 to 1 of each cell are kept");
    let nowhere = replay(&study, folder.path(), "38-0").expect_err("there are 38 cells").to_string();
    assert_eq!(nowhere, "no game \"38-0\" is kept\n  cells are numbered from 0 to 37");
    let unclear = replay(&study, folder.path(), "first").expect_err("not a name").to_string();
    assert!(unclear.contains("such as 17-3"), "{unclear}");
}

#[test]
fn a_kept_game_that_was_changed_is_found_out() {
    let folder = folder(&plan(60));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    for path in files(folder.path()).keys().filter(|p| p.to_string_lossy().ends_with(".games.jsonl")) {
        let path = folder.path().join(path);
        let changed = fs::read_to_string(&path).expect("text").replacen("\"seeds\":4", "\"seeds\":5", 1);
        fs::write(&path, changed).expect("the file can be written");
    }
    assert!(matches!(replay(&study, folder.path(), "0-0"), Err(StudyError::OtherGame { .. })));
}

/// What a plan is told that reads well and does not fit the game.
fn refused(line: &str, with: &str) -> String {
    let whole = plan(60);
    assert!(whole.contains(line));
    let folder = folder(&whole.replacen(line, with, 1));
    let error = Study::open(&folder.path().join("study.yaml")).expect_err("the plan does not fit").to_string();
    error.replace(&folder.path().join("study.yaml").display().to_string(), "study.yaml")
}

#[test]
fn a_question_that_the_game_does_not_have_is_named_with_its_likeness() {
    assert_eq!(
        refused("BOSH-09, BOSH-11", "BOHS-09, BOSH-11"),
        "study.yaml: line 12, column 26: the game has no question \"BOHS-09\"\n  did you mean BOSH-09?"
    );
}

#[test]
fn an_answer_held_that_the_question_does_not_have_is_named() {
    let told =
        refused("    questions: [BOSH-02, BOSH-08]", "    hold: {BOSH-18: takn}\n    questions: [BOSH-02, BOSH-08]");
    assert!(told.starts_with("study.yaml: line 16, column 21: "), "{told}");
    assert!(told.contains("taken"), "{told}");
}

#[test]
fn a_part_that_asks_only_what_a_round_cannot_show_is_refused() {
    assert_eq!(
        refused("    questions: [BOSH-02, BOSH-08]", "    questions: [BOSH-11]"),
        "study.yaml: line 14, column 11: no question of the part \"crossed\" can show in this scope\n  choose other \
         questions or another scope"
    );
}

#[test]
fn a_rules_file_that_is_not_there_is_named() {
    let told = refused("variants/bosh.sow", "variants/bsoh.sow");
    assert!(told.starts_with("study.yaml: line 2, column 7: there is no rules file"), "{told}");
}

/// A plan of one part, in place of the two.
fn plan_of(games: &str, part: &str) -> String {
    let whole = plan(60);
    let head = whole.split("parts:").next().expect("a head").replace("games: 60\n", games);
    format!("{head}parts:\n  - {part}\n")
}

#[test]
fn a_list_is_laid_out_as_it_stands() {
    let part = "{name: chosen, design: list, readings: [\"bosh:02=opponent\", bosh, \"bosh:02=opponent,08=at-once\"], scopes: [round]}";
    let folder = folder(&plan_of("games: 60\n", part));
    let study = open(folder.path());
    let ids: Vec<&str> = study.layouts[0].rows.iter().map(|r| r.id.as_str()).collect();
    assert_eq!(ids, ["bosh:02=opponent", "bosh", "bosh:02=opponent,08=at-once"]);
    let asked: Vec<&str> = study.layouts[0].questions.iter().map(|&q| study.game.questions[q].id.as_str()).collect();
    assert_eq!(asked, ["BOSH-02", "BOSH-08"]);
    play(&study, folder.path(), Shard::WHOLE);
    report::build(&study, folder.path()).expect("the report can be made");
    let page = fs::read_to_string(folder.path().join("report.html")).expect("a page");
    assert!(page.contains("readings chosen for the plan"));
}

#[test]
fn a_list_that_names_no_reading_of_the_game_is_refused_at_its_place() {
    let part = "{name: chosen, design: list, readings: [bosh, \"bosh:02=oponent\"], scopes: [round]}";
    let folder = folder(&plan_of("games: 60\n", part));
    let error = Study::open(&folder.path().join("study.yaml")).expect_err("there is no such reading").to_string();
    assert!(error.contains("line 10, column 52: ") && error.contains("opponent"), "{error}");
}

#[test]
fn a_sample_has_its_size_and_every_answer_as_often_as_any_other() {
    let part = "{name: drawn, design: sample, size: 9, questions: [BOSH-02, BOSH-03, BOSH-08], scopes: [round]}";
    let folder = folder(&plan_of("games: 60\n", part));
    let study = open(folder.path());
    let layout = &study.layouts[0];
    assert_eq!(layout.rows.len(), 9);
    for &question in &layout.questions {
        let given: Vec<usize> = layout.rows.iter().filter_map(|r| r.answers.get(question)).collect();
        let playable: Vec<usize> = study.game.questions[question].playable().collect();
        let counts = playable.iter().map(|a| given.iter().filter(|&g| g == a).count());
        assert!(counts.clone().max().unwrap() - counts.min().unwrap() <= 1);
    }
    play(&study, folder.path(), Shard::WHOLE);
    report::build(&study, folder.path()).expect("the report can be made");
    let page = fs::read_to_string(folder.path().join("report.html")).expect("a page");
    assert!(page.contains("Cramér") && page.contains("balanced sample of 9 readings"));
    assert!(fs::read_to_string(folder.path().join("methods.md")).expect("methods").contains("McKay"));
}

/// A ladder has a cell for each seating of each rung; the score of a rung is worked out anew from the records.
#[test]
fn a_ladder_is_climbed_in_either_seat() {
    let part =
        "{name: strength, design: ladder, rungs: [random, greedy, \"mcts:2\", \"mcts:4\"], games: 40, scopes: [round]}";
    let folder = folder(&plan_of("games: 60\n", part));
    let study = open(folder.path());
    let seatings: Vec<String> = study.layouts[0].players.iter().map(ToString::to_string).collect();
    let expected = [
        "greedy against random",
        "random against greedy",
        "mcts:2 against greedy",
        "greedy against mcts:2",
        "mcts:4 against mcts:2",
        "mcts:2 against mcts:4",
    ];
    assert_eq!(seatings, expected);
    assert_eq!(play(&study, folder.path(), Shard::WHOLE).played, 6 * 40);
    report::build(&study, folder.path()).expect("the report can be made");
    let results = sowlab::study::load(&study, folder.path()).expect("the records are there");
    let share = |cell: usize| {
        let classes = &results[cell].tally.classes;
        let [won, lost, drawn] =
            [sowlab::play::Class::FirstWins, sowlab::play::Class::SecondWins, sowlab::play::Class::Drawn]
                .map(|c| classes.count(c) as f64);
        (won + drawn / 2.0) / (won + lost + drawn)
    };
    let told = files(folder.path());
    let table = String::from_utf8(told[Path::new("tables/ladder.csv")].clone()).expect("text");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 3);
    for (n, row) in rows.iter().enumerate() {
        let expected = f64::midpoint(share(2 * n), 1.0 - share(2 * n + 1));
        assert!((row[6].parse::<f64>().expect("a score") - expected).abs() < 1e-6, "{row:?} {expected}");
    }
    assert_eq!(rows.iter().map(|row| row[5]).collect::<Vec<_>>(), ["false", "false", "true"]);
    assert!(told.contains_key(Path::new("figures/ladder-strength-round.svg")));
    for page in ["report.html", "report.md", "report.tex"] {
        let page = String::from_utf8(told[Path::new(page)].clone()).expect("text");
        assert!(
            page.contains("What stronger players gain") && page.contains("Each doubling of the playouts"),
            "{page}"
        );
    }
    assert!(fs::read_to_string(folder.path().join("methods.md")).expect("methods").contains("Lantz et al. 2017"));
}

/// Two sowings by chance at the beginning: the games of greedy players, whose chance is in ties alone, become more distinct, and every
/// opening comes up.
#[test]
fn random_turns_make_more_games_distinct_and_are_told() {
    let part = "{name: around, design: list, readings: [bosh], scopes: [round], \
                agents: [greedy]}";
    let distinct = |part: &str| {
        let folder = folder(&plan_of("games: 60\n", part));
        let study = open(folder.path());
        play(&study, folder.path(), Shard::WHOLE);
        report::build(&study, folder.path()).expect("the report can be made");
        let results = sowlab::study::load(&study, folder.path()).expect("the records are there");
        (results[0].distinct, results[0].tally.openings.iter().count(), files(folder.path()))
    };
    let (few, _, told) = distinct(part);
    let (many, all, left_to_chance) = distinct(&part.replace("[greedy]", "[{players: greedy, random_turns: 4}]"));
    assert!(few < many && all == 5, "{few} {many} {all}");
    let page =
        |told: &BTreeMap<PathBuf, Vec<u8>>| String::from_utf8(told[Path::new("report.md")].clone()).expect("text");
    assert!(page(&told).contains("leaves the first turns of each game to chance"), "{}", page(&told));
    assert!(page(&left_to_chance).contains("greedy (4 turns)"), "{}", page(&left_to_chance));
}

/// Each measure of the plan has its verdicts, and the plan says which figures there are and of what size.
#[test]
fn a_plan_may_name_measures_and_figures() {
    let part = "{name: around, design: one-at-a-time, questions: [BOSH-02, BOSH-09], scopes: [round]}";
    let keys = "games: 60\nmetrics: {turns_mean: 3, never_ending: 0.2}\nfigures: [effects, lengths]\npreset: ieee-1\n";
    let folder = folder(&plan_of(keys, part));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    report::build(&study, folder.path()).expect("the report can be made");
    let told = files(folder.path());
    let figures: Vec<_> =
        told.keys().filter(|p| p.extension().is_some_and(|e| e == "svg")).map(|p| p.display().to_string()).collect();
    assert_eq!(figures, ["figures/effects-round.svg", "figures/length-round.svg"]);
    let svg = String::from_utf8(told[Path::new("figures/effects-round.svg")].clone()).expect("text");
    assert!(svg.contains("width=\"88.9mm\""), "{}", &svg[..300]);
    let table = String::from_utf8(told[Path::new("tables/measured-effects.csv")].clone()).expect("text");
    let readings: usize = study.layouts[0].rows.len() - 1;
    // Two measures under two kinds of player.
    assert_eq!(table.lines().count(), 1 + 4 * readings, "{table}");
    for page in ["report.html", "report.md", "report.tex"] {
        let page = String::from_utf8(told[Path::new(page)].clone()).expect("text");
        assert!(page.contains("What the questions change beside the score"), "{page}");
    }
}

#[test]
fn a_part_may_leave_out_answers() {
    let part = |leave_out: &str| {
        format!(
            "{{name: around, design: one-at-a-time, questions: [BOSH-02, BOSH-09], scopes: [round], leave_out: {leave_out}}}"
        )
    };
    let folder = folder(&plan_of("games: 60\n", &part("{BOSH-02: [own]}")));
    let ids: Vec<String> = open(folder.path()).layouts[0].rows.iter().map(|r| r.id.clone()).collect();
    assert!(ids.contains(&"bosh:02=opponent".to_owned()) && !ids.contains(&"bosh:02=own".to_owned()), "{ids:?}");
    for (leave_out, told) in [
        ("{BOSH-02: [either]}", "either is the answer to BOSH-02 that the others are compared with"),
        ("{BOSH-02: [owm]}", "did you mean own"),
        ("{BOSH-99: [own]}", "the game has no question \"BOSH-99\""),
    ] {
        fs::write(folder.path().join("study.yaml"), plan_of("games: 60\n", &part(leave_out))).expect("written");
        let error = Study::open(&folder.path().join("study.yaml")).expect_err("it does not fit").to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn the_same_players_play_the_same_number_of_games_throughout() {
    let part = "{name: around, design: list, readings: [bosh], scopes: [round]}\n  \
                - {name: again, design: list, readings: [bosh], games: 20, scopes: [round]}";
    let folder = folder(&plan_of("games: 60\n", part));
    let error = Study::open(&folder.path().join("study.yaml")).expect_err("two numbers of games").to_string();
    assert!(error.contains("random players are to play 60 games of bosh in one part and 20 in another"), "{error}");
}

/// By Wilson's formula half the width at a score of one half is 0.263 for ten games, 0.201 for twenty and 0.168 for
/// thirty: play goes on beyond the first look and stops at forty games, of which at most ten have no result, or, should all
/// scores lie far from one half, at twenty.
#[test]
fn a_study_stops_at_the_look_at_which_its_intervals_are_narrow_enough() {
    let part = "{name: around, design: one-at-a-time, questions: [BOSH-02], scopes: [round]}";
    let folder = folder(&plan_of("until: {half_width: 0.17, at_least: 10, at_most: 80}\n", part));
    let study = open(folder.path());
    assert_eq!(study.plan.looks(), [10, 20, 40, 80]);
    let outcome = play(&study, folder.path(), Shard::WHOLE);
    assert!(outcome.complete);
    let results = sowlab::study::load(&study, folder.path()).expect("the records are there");
    let games = results[0].tally.games();
    assert!(games == 20 || games == 40, "{games}");
    assert_eq!(outcome.played, games * study.cells.len() as u64);
    for result in &results {
        assert_eq!((result.tally.games(), result.points.len() as u64), (games, games));
        assert!(result.tally.classes.score(study.plan.confidence).expect("a score").half_width() <= 0.17);
    }
    report::build(&study, folder.path()).expect("the report can be made");
    let methods = fs::read_to_string(folder.path().join("methods.md")).expect("methods");
    assert!(methods.contains("after 10, 20, 40 and 80 games") && methods.contains(&format!("{games} games a reading")));

    let stop = AtomicBool::new(false);
    let share = Shard::new(1, 2).expect("a share");
    let error = run(&study, &Run { folder: folder.path(), shard: share, stop: &stop, progress: &Quiet });
    assert!(matches!(error, Err(StudyError::SharedLooks)));
}

#[test]
fn a_registered_study_runs_as_it_was_registered_and_not_otherwise() {
    let part = "{name: around, design: one-at-a-time, questions: [BOSH-02], scopes: [round]}";
    let text = plan_of("games: 20\n", part);
    let folder = folder(&text);
    let study = open(folder.path());
    sowlab::study::register(&study, folder.path()).expect("nothing has been played");
    sowlab::study::register(&study, folder.path()).expect("it is registered as it is");
    play(&study, folder.path(), Shard::WHOLE);
    let manifest = report::build(&study, folder.path()).expect("the report can be made");
    let registration = fs::read(folder.path().join("registration.json")).expect("a registration");
    assert_eq!(manifest.inputs.registration_sha256, Some(sha256(&registration)));

    fs::write(folder.path().join("study.yaml"), text.replace("seed: 7", "seed: 8")).expect("the plan can be written");
    let changed = open(folder.path());
    let stop = AtomicBool::new(false);
    let error = run(&changed, &Run { folder: folder.path(), shard: Shard::WHOLE, stop: &stop, progress: &Quiet });
    assert!(error.expect_err("the plan was changed").to_string().contains("differs from what is registered: the plan"));
}

#[test]
fn a_study_that_has_been_played_is_not_registered_any_more() {
    let part = "{name: around, design: one-at-a-time, questions: [BOSH-02], scopes: [round]}";
    let folder = folder(&plan_of("games: 20\n", part));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    assert!(matches!(sowlab::study::register(&study, folder.path()), Err(StudyError::Played { .. })));
    assert!(!folder.path().join("registration.json").exists());
}

/// Exact values are kept beside the games, one file a ruleset; a damaged file is solved anew; and exact players, who come to
/// their margin by play, bear the values out.
#[test]
fn the_rounds_of_a_study_are_solved_where_the_plan_says_so() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/small.sow");
    let folder = folder(&format!(
        "title: Solved
game: {}
seed: 7
games: 20
agents: [exact, random]
solve: 1G
parts:
  - name: one at a time
    design: one-at-a-time
    severities: [A, B]
    scopes: [round]
",
        rules.display()
    ));
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let unsolved = report::build(&study, folder.path()).expect_err("nothing has been solved").to_string();
    assert!(unsolved.contains("missing"), "{unsolved}");
    let stop = AtomicBool::new(false);
    let solve = || solve_rounds(&study, folder.path(), &stop, |_, _| ()).expect("the rounds can be solved");
    assert!(solve());
    let kept = files(&folder.path().join("data/solved"));
    assert_eq!(kept.len(), 2, "S-01 sown and skipped");
    let (name, whole) = kept.first_key_value().expect("a file");
    let path = folder.path().join("data/solved").join(name);
    fs::write(&path, &whole[..whole.len() - 3]).expect("damaged");
    assert!(load_solved(&study, folder.path()).is_err());
    assert!(solve());
    assert_eq!(files(&folder.path().join("data/solved")), kept);
    let solved = load_solved(&study, folder.path()).expect("all is there");
    let results = sowlab::study::load(&study, folder.path()).expect("the records are there");
    let exact = study.cells.iter().zip(&results).filter(|(cell, _)| cell.players.pair.plays_exactly());
    let mut compared = 0;
    for (cell, result) in exact {
        let Some(value) = solved[&cell.rules_hash].value.value() else { continue };
        let measures = result.tally.measures(study.plan.confidence);
        let margin = measures.iter().find(|m| m.id == "margin_mean").expect("a mean margin");
        assert!((margin.value - f64::from(value)).abs() < 1e-9, "{}: {} and {value}", cell.reading(), margin.value);
        compared += 1;
    }
    assert!(compared > 0, "a reading of exact value");
    report::build(&study, folder.path()).expect("the report can be made");
    let told = files(folder.path());
    let table = String::from_utf8(told[Path::new("tables/solved.csv")].clone()).expect("text");
    assert_eq!(table.lines().count(), 1 + kept.len(), "{table}");
    assert!(told.contains_key(Path::new("figures/solved-one-at-a-time.svg")));
    for page in ["report.html", "report.md", "report.tex"] {
        let page = String::from_utf8(told[Path::new(page)].clone()).expect("text");
        assert!(page.contains("What a round is worth") && page.contains("exact value of a round is known"), "{page}");
    }
}

/// Bosh with a seed a pit, small enough to be solved under each of many readings.
#[test]
fn the_values_of_many_readings_are_drawn_beside_play() {
    let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let rules = fs::read_to_string(variants.join("bosh.sow")).expect("the rules of Bosh");
    let (rules, _) = rules.split_once("  // The only worked example").expect("examples");
    let rules = rules.replace("seeds 4 in every pit", "seeds 1 in every pit").replace("total 40", "total 10");
    let folder = folder(
        "title: Solved
game: bosh.sow
seed: 7
games: 100
agents: [random, greedy]
solve: 1G
parts:
  - name: factorial
    design: factorial
    questions: [BOSH-02, BOSH-04, BOSH-08]
    scopes: [round]
",
    );
    fs::write(folder.path().join("bosh.sow"), format!("{rules}}}\n")).expect("the rules can be written");
    fs::copy(variants.join("sources.bib"), folder.path().join("sources.bib")).expect("the bibliography can be copied");
    let study = open(folder.path());
    play(&study, folder.path(), Shard::WHOLE);
    let stop = AtomicBool::new(false);
    assert!(solve_rounds(&study, folder.path(), &stop, |_, _| ()).expect("the rounds can be solved"));
    let solved = load_solved(&study, folder.path()).expect("all is there");
    report::build(&study, folder.path()).expect("the report can be made");
    let told = files(folder.path());
    let drawn = told[Path::new("figures/solved-in-play-factorial.csv")].as_slice();
    let lines: Vec<csv::StringRecord> =
        csv::Reader::from_reader(drawn).into_records().collect::<Result<_, _>>().expect("a table");
    assert_eq!(lines.len(), 2 * solved.len(), "a line for a reading and a kind of player");
    // The value drawn of each reading is the one that was proved.
    for line in &lines {
        let cell = study.cells.iter().find(|cell| cell.readings.iter().any(|id| *id == line[0])).expect("a reading");
        let value = solved[&cell.rules_hash].value;
        assert_eq!([&line[2], &line[3]], [value.low.to_string(), value.high.to_string()], "{line:?}");
    }
    let page = String::from_utf8(told[Path::new("report.html")].clone()).expect("text");
    assert!(page.contains("Exact value of a round beside play") && page.contains("tau-b of"), "{page}");
}
