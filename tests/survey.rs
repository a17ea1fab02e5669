//! A survey from its plan to its report: the same bytes however it was run, and faults of a plan told at their place.

use sowlab::report::{self, Options};
use sowlab::study::Survey;
use sowlab::study::survey::real;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tempfile::TempDir;

const WHAT: &str = "{severities: [A], leave_out: {BOSH-07: [landing-empty, landing-follows]}, sample: 8, players: random, half_width: 0.1, match_round_cap: 20}";

fn folder(what: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    let plan = format!("title: A survey\ngame: {}\nseed: 7\nsurvey: {what}\n", rules.display());
    fs::write(folder.path().join("study.yaml"), plan).expect("the plan can be written");
    folder
}

fn open(folder: &Path) -> Survey {
    Survey::open(&folder.join("study.yaml")).expect("the plan is sound").expect("it is a survey")
}

fn run(survey: &Survey, folder: &Path) -> bool {
    survey.run(folder, &AtomicBool::new(false), |_, _| ()).expect("it can be worked out")
}

fn records(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder.join("data/survey")).expect("records").map(|entry| entry.expect("an entry").path());
    files
        .map(|p| (p.file_name().expect("a name").to_string_lossy().into_owned(), fs::read(&p).expect("read")))
        .collect()
}

#[test]
fn threads_and_breaks_change_nothing() {
    let whole = folder(WHAT);
    let survey = open(whole.path());
    assert_eq!((survey.combinations.len(), survey.distinct()), (9, 9), "eight drawn and the best supported reading");
    assert!(run(&survey, whole.path()));

    let alone = folder(WHAT);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    assert!(one.install(|| run(&open(alone.path()), alone.path())));
    assert_eq!(records(alone.path()), records(whole.path()));

    let broken = folder(WHAT);
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let again = open(broken.path());
    let finished = one.install(|| {
        again.run(broken.path(), &stop, |n, _| {
            done.store(n, Ordering::Relaxed);
            stop.store(n >= 2, Ordering::Relaxed);
        })
    });
    assert!(!finished.expect("no fault") && done.load(Ordering::Relaxed) == 2);
    assert!(again.load(broken.path()).is_err(), "some records are missing");
    assert!(run(&again, broken.path()));
    assert_eq!(records(broken.path()), records(whole.path()));
}

/// What is found of a reading among others that share its rounds is what is found of it alone, within the errors of both.
#[test]
fn a_reading_among_others_comes_out_as_by_itself() {
    use sowlab::agents::{Agent, Pairing};
    use sowlab::engine::{Machine, Scope};
    use sowlab::study::{Precision, work_out};
    let place = folder(WHAT);
    let survey = open(place.path());
    assert!(run(&survey, place.path()));
    let found = survey.load(place.path()).expect("all is there");
    let precision = Precision { half_width: 0.03, confidence: sowlab::stats::Confidence::NINETY_FIVE, most: 2_000_000 };
    for (answers, &number) in survey.answers().zip(&survey.combinations) {
        let rules = survey.game.ruleset(&answers).expect("it compiles");
        let machine = Machine::new(rules, Scope::Match).expect("playable");
        let alone = work_out(&machine, &Pairing::from([Agent::Random; 2]), 11, 20, precision).expect("a match");
        let (Some(alone), Some([value, low, high])) = (alone.score, found[number as usize].score) else { continue };
        let error = (real(high) - real(low)).hypot(alone.high - alone.low) / 2.0 / 1.96;
        assert!((real(value) - alone.value).abs() < 4.0 * error, "{}", survey.game.reading_id(&answers));
    }
}

#[test]
fn a_report_tells_where_the_doubts_leave_the_match() {
    let place = folder(WHAT);
    let survey = open(place.path());
    let missing =
        report::survey::make(&survey, place.path(), &Options::default()).err().expect("nothing is worked out");
    assert!(missing.to_string().contains("missing"), "{missing}");
    assert!(run(&survey, place.path()));
    report::survey::make(&survey, place.path(), &Options::default())
        .expect("made")
        .write(place.path())
        .expect("written");
    for name in ["report.html", "report.md", "report.tex"] {
        let page = fs::read_to_string(place.path().join(name)).expect("a page");
        assert!(page.contains("279,936 combinations") && page.contains("BOSH-13"), "{name}: {page}");
    }
    let table = fs::read_to_string(place.path().join("tables/readings.csv")).expect("a table");
    assert_eq!(table.lines().count(), 1 + 9, "{table}");
    assert!(table.lines().nth(1).expect("a row").starts_with("bosh,false,"), "{table}");
    assert!(place.path().join("figures/scores-by-answer.svg").is_file());
}

#[test]
fn a_fault_in_the_plan_is_told_at_its_place() {
    for (with, told) in [
        ("sample: 8", ""),
        ("sample: 1", "line 4, column 83: a sample has two combinations of answers or more"),
        ("sampel: 8", "line 4, column 83: there is no key \"sampel\" here"),
    ] {
        let what = WHAT.replace("sample: 8", with);
        let place = folder(&what);
        match Survey::open(&place.path().join("study.yaml")) {
            Ok(_) => assert_eq!(told, "", "{with}"),
            Err(error) => assert!(!told.is_empty() && error.to_string().contains(told), "{error}"),
        }
    }
    let wide = folder(&WHAT.replace("half_width: 0.1", "half_width: 2"));
    let error = Survey::open(&wide.path().join("study.yaml")).expect_err("no such interval").to_string();
    assert!(error.contains("2 is no half-width of an interval of shares"), "{error}");
    let exact = folder(&WHAT.replace("players: random", "players: exact"));
    let error = Survey::open(&exact.path().join("study.yaml")).expect_err("no exact players").to_string();
    assert!(error.contains("exact players know single rounds"), "{error}");
}
