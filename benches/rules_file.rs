//! The time that checking a rules file of two thousand lines takes, on one thread.
//!
//! `cargo bench --bench rules_file`. The file is made here: the Bosh file with more questions, each with its readings and a
//! clause that hangs on it, and more worked examples, until it has two thousand lines. It is checked over and over: read,
//! its names and evidence looked at, its readings compiled, its examples added up. The median must stay under fifty
//! milliseconds.

use sowlab::diagnostics::{Diagnostics, FileId, render};
use sowlab::lang;
use sowlab::rules::bib::Bibliography;
use sowlab::rules::game::Game;
use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

const LINES: usize = 2_000;
const TIMES: usize = 40;
const MOST: Duration = Duration::from_millis(50);

/// The Bosh file, longer.
fn long_file() -> String {
    let bosh = fs::read_to_string("variants/bosh.sow").expect("the Bosh file is there");
    let (head, examples) = bosh.split_at(bosh.find("  // The only worked example").expect("it has examples"));
    let opening = examples.find("  example \"Opening A\"").expect("it has openings");
    let end = examples.find("  example \"Opening B\"").expect("it has openings");
    let mut questions = String::new();
    let mut cases = String::new();
    for n in 100..220 {
        let _ = writeln!(
            questions,
            "  question BOSH-{n} \"Does a last seed that makes {} end the turn?\" B {{\n    note \"No source speaks of it.\"\n    \
             reading no   primary @marin1931 \"p. 507\" quote \"Then the other player starts\"\n      secondary @mw-bosh, @dlp701\n    \
             reading yes  reconstruction \"Made up, to have a long file.\"\n  }}\n",
            n - 40
        );
        let _ = writeln!(cases, "      by BOSH-{n} {{ no: nothing; yes: if last holds {} end the turn }}", n - 40);
    }
    let text = head.replacen("  turn {\n", &format!("{questions}  turn {{\n"), 1).replacen(
        "    after a lap {\n",
        &format!("    after a lap {{\n{cases}"),
        1,
    );
    let mut text = text + examples.trim_end().trim_end_matches('}');
    while text.lines().count() < LINES - 1 {
        text += &examples[opening..end];
    }
    text + "}\n"
}

fn main() {
    let text = long_file();
    let lines = text.lines().count();
    let sources = fs::read_to_string("variants/sources.bib").expect("the bibliography is there");
    let bibliography = Bibliography::parse(FileId(1), &sources, &mut Diagnostics::new()).expect("it is sound");
    let loaded = Game::from_str("long.sow", &text, Some(&bibliography));
    assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &loaded.sources, false));
    assert!(lines >= LINES, "{lines} lines");
    let median = |mut times: Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let timed = |work: &dyn Fn()| {
        median(
            (0..TIMES)
                .map(|_| {
                    let start = Instant::now();
                    work();
                    start.elapsed()
                })
                .collect(),
        )
    };
    let checked = timed(&|| _ = black_box(Game::from_str("long.sow", black_box(&text), Some(&bibliography))));
    let read = timed(&|| _ = black_box(lang::parse(FileId(0), black_box(&text), &mut Diagnostics::new())));
    println!(
        "{lines} lines, {} bytes: checked in {checked:.1?}, of which reading takes {read:.1?} (median of {TIMES})",
        text.len()
    );
    assert!(checked < MOST, "more than {MOST:?}");
}
