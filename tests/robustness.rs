//! Whatever text is given to the program, it is answered, at once and in little room.
//!
//! The corpus is every rules file at hand, good and bad, and what was made to be hard. From it texts are made by chance, always
//! the same ones. More of them: `SOWLAB_MUTATIONS=20000 cargo test --test robustness`. A fuzzer can go on from there
//! (`fuzz/README.md`).

#[path = "robustness/invariants.rs"]
mod invariants;

use sowlab::diagnostics::render;
use sowlab::lang::LARGEST_FILE;
use sowlab::rng::Rng;
use sowlab::rules::game::{Game, Scope};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Texts made from the corpus, unless the environment says otherwise.
const MUTATIONS: u64 = 300;
/// The longest that any text may take in a test build, which is several times as slow as the program, and may run beside others.
const LONGEST: Duration = Duration::from_secs(60);

fn corpus() -> Vec<(String, String)> {
    let mut found = vec![("small".to_owned(), fs::read_to_string("tests/small.sow").expect("it is there"))];
    for folder in ["tests/bad", "variants"] {
        let mut paths: Vec<_> = fs::read_dir(folder).expect("it is there").map(|e| e.expect("a file").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|e| e == "sow")) {
            if let Ok(text) = fs::read_to_string(path) {
                found.push((path.display().to_string(), text));
            }
        }
    }
    assert!(found.len() > 100);
    found
}

fn small_with(old: &str, new: &str) -> String {
    let small = fs::read_to_string("tests/small.sow").expect("it is there");
    assert!(small.contains(old), "{old}");
    small.replacen(old, new, 1)
}

/// A game with so many questions of two readings, each with a clause of its own.
fn with_questions(count: usize) -> String {
    let (mut questions, mut cases) = (String::new(), String::new());
    for n in 0..count {
        let _ = write!(
            questions,
            "question Q-{n} \"Which?\" B {{ reading one reconstruction reading two reconstruction }}\n  "
        );
        let _ = write!(cases, "by Q-{n} {{ one: nothing; two: if last holds {} end the turn }}\n      ", n % 60 + 1);
    }
    small_with("  turn {", &format!("  {questions}\n  turn {{")).replacen(
        "      if next is occupied",
        &format!("      {cases}\n      if next is occupied"),
        1,
    )
}

/// Texts that were made to be hard, with their names.
fn hard() -> Vec<(&'static str, String)> {
    let full = |piece: &str| piece.repeat(LARGEST_FILE / piece.len());
    let game = |inner: &str| format!("game x {{\n{}\n}}", full(inner).get(..LARGEST_FILE - 64).unwrap_or_default());
    vec![
        ("a file of opening braces", full("{")),
        ("a file of closing braces", full("}")),
        ("a file of quotation marks", full("\"")),
        ("a file of texts", full("\"a\" ")),
        ("a file of slashes", full("/ ")),
        ("a file of remarks", full("//\n")),
        ("a file of blanks", full(" ")),
        ("a file of lines", full("\n")),
        ("a file of words", full("if ")),
        ("one word", full("a")),
        ("letters of several bytes", full("ò\u{1F331}ગ")),
        ("a game of words that are no clauses", game("relay from next\n")),
        ("a game of notes", game("note \"a\" @b \"c\" quote \"d\"\n")),
        ("a game of names", game("name \"a\"\n")),
        ("a game of questions that go wrong", game("question Q \"a\" A {\n")),
        ("deep blocks", format!("game x {{ turn {{ {} }} }}", "by Q { a: { ".repeat(40_000))),
        (
            "blocks as deep as they may be",
            format!("game x {{ turn {{ {}{} }} }}", "by Q { a: ".repeat(29), "} ".repeat(29)),
        ),
        (
            "a turn of cases",
            small_with(
                "      if next is occupied",
                &format!("{}      if next is occupied", "if last holds 9 move again\n".repeat(30_000)),
            ),
        ),
        (
            "a long condition",
            small_with(
                "if next is occupied",
                &format!("if next is occupied{}", " and next is occupied".repeat(40_000)),
            ),
        ),
        ("a huge diagram", small_with("seeds 2 in every pit", &format!("diagram {{ {} }}", "1 ".repeat(400_000)))),
        ("a number of a thousand digits", small_with("pits 3", &format!("pits {}", "9".repeat(1_000)))),
        ("a thousand million pits", small_with("pits 3", "pits 1000000000")),
        ("four thousand million pits and more", small_with("pits 3", "pits 99999999999")),
        ("a ring of a thousand million", small_with("rows 2, pits 3", "ring of 1000000000, owned by nobody")),
        ("a thousand million seeds", small_with("seeds 2", "seeds 1000000000")),
        ("a thousand million rounds", small_with("when a player has fewer than 2 seeds", "after 1000000000 rounds")),
        ("many questions", with_questions(64)),
        ("very many questions", with_questions(700)),
    ]
}

#[test]
fn what_was_made_to_be_hard_is_answered_at_once() {
    for (name, text) in hard() {
        let start = Instant::now();
        invariants::hold(&text);
        let took = start.elapsed();
        assert!(took < LONGEST, "{name}: {took:?}");
    }
}

#[test]
fn what_cannot_be_played_is_said_to_be_so() {
    for (name, code) in [
        ("a file of opening braces", "too-deep"),
        ("deep blocks", "too-deep"),
        ("a number of a thousand digits", "number-range"),
        ("a thousand million pits", "not-playable"),
        ("four thousand million pits and more", "number-range"),
        ("a ring of a thousand million", "not-playable"),
        ("a thousand million seeds", "not-playable"),
    ] {
        let (_, text) = hard().into_iter().find(|(n, _)| *n == name).expect("it is among them");
        let loaded = Game::from_str("hard.sow", &text, None);
        assert!(
            loaded.diagnostics.iter().any(|d| d.code.as_str() == code),
            "{name}: {}",
            render(&loaded.diagnostics, &loaded.sources, false)
        );
    }
}

#[test]
fn readings_without_number_are_counted_or_refused_at_once() {
    let start = Instant::now();
    // 2^65 readings of one turn: too many to go through, and that is said.
    let loaded = Game::from_str("many.sow", &with_questions(64), None);
    let game = loaded.game.unwrap_or_else(|| panic!("{}", render(&loaded.diagnostics, &loaded.sources, false)));
    let all: Vec<usize> = (0..game.questions.len()).collect();
    let refused = game.census(&all, Scope::Match).map_err(|e| e.to_string());
    assert!(refused.as_ref().is_err_and(|e| e.contains("too many to go through")), "{refused:?}");
    assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
}

#[test]
fn every_file_at_hand_keeps_the_invariants() {
    for (name, text) in corpus() {
        let start = Instant::now();
        invariants::hold(&text);
        assert!(start.elapsed() < LONGEST, "{name}");
    }
}

/// A text with some of its pieces moved about, doubled, taken out or replaced by pieces of another.
fn changed(text: &str, other: &str, rng: &mut Rng) -> String {
    let mut pieces: Vec<&str> = text.split_inclusive([' ', '\n', '{', '}', ';', ',', ':']).collect();
    let others: Vec<&str> = other.split_inclusive([' ', '\n', '{', '}', ';', ',', ':']).collect();
    let below = |n: usize, rng: &mut Rng| rng.below(n.max(1) as u32) as usize;
    for _ in 0..=below(6, rng) {
        let at = below(pieces.len(), rng);
        let length = 1 + below(12, rng);
        let end = (at + length).min(pieces.len());
        match below(5, rng) {
            0 => drop(pieces.drain(at..end)),
            1 => {
                let copy: Vec<&str> = pieces[at..end].to_vec();
                let to = below(pieces.len() + 1, rng);
                pieces.splice(to..to, copy);
            }
            2 => {
                let from = below(others.len(), rng);
                let copy = others[from..(from + length).min(others.len())].to_vec();
                pieces.splice(at..at, copy);
            }
            3 => pieces.insert(at, ["{", "}", "\"", "by Q {", "4294967296", "//", "#", "ò"][below(8, rng)]),
            _ => {
                let to = below(pieces.len(), rng);
                if at < pieces.len() {
                    pieces.swap(at, to);
                }
            }
        }
    }
    pieces.concat()
}

#[test]
fn texts_made_by_chance_keep_the_invariants() {
    let mutations = std::env::var("SOWLAB_MUTATIONS").map_or(MUTATIONS, |n| n.parse().expect("a number of texts"));
    let corpus = corpus();
    let mut rng = Rng::from_u64(1_931);
    for n in 0..mutations {
        let [text, other] = [0, 1].map(|_| &corpus[rng.below(corpus.len() as u32) as usize].1);
        let text = changed(text, other, &mut rng);
        let kept = std::panic::catch_unwind(|| {
            let start = Instant::now();
            invariants::hold(&text);
            start.elapsed()
        });
        let Ok(took) = kept else { panic!("text {n} of the mutations:\n{text}") };
        assert!(took < LONGEST, "text {n} of the mutations took {took:?}:\n{text}");
    }
}

/// Two hundred megabytes of address space hold the program, its stack and all that it makes of a file of one megabyte.
#[cfg(target_os = "linux")]
#[test]
fn a_file_of_a_megabyte_is_checked_in_two_hundred() {
    let folder = tempfile::tempdir().expect("there is room");
    fs::copy("variants/sources.bib", folder.path().join("sources.bib")).expect("it can be copied");
    for (name, text) in hard() {
        let path = folder.path().join("hard.sow");
        fs::write(&path, text).expect("it can be written");
        let program = assert_cmd::cargo::cargo_bin("sowlab");
        let limited = "ulimit -v 204800; exec \"$0\" check \"$1\"";
        let out = std::process::Command::new("sh").args(["-c", limited]).arg(&program).arg(Path::new(&path)).output();
        let out = out.expect("a shell");
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(
            matches!(out.status.code(), Some(0 | 1)),
            "{name}: {:?}\n{}",
            out.status,
            said.chars().take(2_000).collect::<String>()
        );
    }
}
