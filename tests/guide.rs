//! The guide to the language: its file is sound, and its pieces are parts of it.

use sowlab::diagnostics::{Diagnostics, FileId, render};
use sowlab::play::examine;
use sowlab::rules::bib::Bibliography;
use sowlab::rules::game::Game;

const GUIDE: &str = include_str!("../grammar/GUIDE.md");
const SOURCES: &str = "@book{traveller1910, author = {Traveller, A.}, title = {A Journey}, date = {1910}}";

/// The blocks of the guide that are marked with a word.
fn blocks(mark: &str) -> Vec<&'static str> {
    let fence = format!("```{mark}\n");
    GUIDE.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn game() -> Game {
    let bibliography = Bibliography::parse(FileId(1), SOURCES, &mut Diagnostics::new()).expect("it is sound");
    let [file] = blocks("sow")[..] else { panic!("the guide has one whole file") };
    let loaded = Game::from_str("four-holes.sow", file, Some(&bibliography));
    assert_eq!(render(&loaded.diagnostics, &loaded.sources, false), "");
    loaded.game.expect("a file without faults makes a game")
}

#[test]
fn the_file_of_the_guide_is_sound_and_in_canonical_layout() {
    let game = game();
    assert_eq!((game.questions.len(), game.examples.len()), (3, 1));
    let mut diagnostics = Diagnostics::new();
    let file = blocks("sow")[0];
    assert_eq!(sowlab::lang::format(FileId(0), file, &mut diagnostics).as_deref(), Some(file));
}

#[test]
fn every_piece_of_the_guide_is_a_part_of_its_file() {
    let file = blocks("sow")[0];
    let pieces = blocks("sow-part");
    assert_eq!(pieces.len(), 6);
    for piece in pieces {
        // An example closes in the piece before it says what it refutes.
        let piece = piece.trim_end().trim_end_matches('}').trim_end();
        assert!(file.contains(piece), "{piece}");
    }
}

#[test]
fn the_example_of_the_guide_comes_out_and_refutes_what_it_is_said_to() {
    let found = examine(&game()).expect("it can be played");
    assert_eq!(found.best, [None]);
    assert_eq!(found.unfounded, []);
    let refuted: Vec<(usize, usize)> = found.refuted.iter().map(|r| (r.question, r.reading)).collect();
    assert_eq!(refuted, [(0, 1)]);
}
