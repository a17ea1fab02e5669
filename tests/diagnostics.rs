//! Files with one fault each, and what is said about them.

use std::fs;
use std::path::{Path, PathBuf};

use sowlab::diagnostics::{Diagnostics, FileId, render};
use sowlab::rules::Loaded;
use sowlab::rules::bib::Bibliography;
use sowlab::rules::game::Game;

fn bibliography() -> Bibliography {
    let text = fs::read_to_string("variants/sources.bib").expect("the bibliography is there");
    Bibliography::parse(FileId(1), &text, &mut Diagnostics::new()).expect("it is sound")
}

fn files() -> Vec<PathBuf> {
    let folder = fs::read_dir("tests/bad").expect("the folder is there");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be listed").path()).collect();
    files.sort();
    files
}

fn load(path: &Path, bibliography: &Bibliography) -> Loaded {
    match fs::read_to_string(path) {
        Ok(text) => {
            let name = path.file_name().map(|n| n.to_string_lossy().into_owned());
            Game::from_str(&name.unwrap_or_default(), &text, Some(bibliography))
        }
        Err(_) => Game::load(path),
    }
}

#[test]
fn the_file_that_the_bad_ones_are_made_from_is_sound() {
    let loaded = load(Path::new("tests/small.sow"), &bibliography());
    assert_eq!(render(&loaded.diagnostics, &loaded.sources, false), "");
    assert!(loaded.game.is_some());
}

#[test]
fn every_bad_file_gets_the_message_that_was_approved() {
    let bibliography = bibliography();
    for path in files() {
        let loaded = load(&path, &bibliography);
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, render(&loaded.diagnostics, &loaded.sources, false));
        });
    }
}

#[test]
fn one_fault_gets_one_message() {
    let bibliography = bibliography();
    let mut otherwise: Vec<String> = Vec::new();
    for path in files() {
        let loaded = load(&path, &bibliography);
        if loaded.diagnostics.len() != 1 || loaded.game.is_some() {
            let said: Vec<&str> = loaded.diagnostics.iter().map(|d| d.message.as_str()).collect();
            otherwise.push(format!("{}: {said:?}", path.display()));
        }
    }
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn every_message_says_what_is_wrong_and_what_to_do() {
    let bibliography = bibliography();
    for path in files() {
        for diagnostic in &load(&path, &bibliography).diagnostics {
            let help = diagnostic.help.as_deref().unwrap_or_default();
            assert!(!help.is_empty(), "{}", path.display());
            for text in [diagnostic.message.as_str(), help] {
                assert!(!text.ends_with('.'), "{}: no full stop after a sentence that stands alone", path.display());
                for grammar in ["_alt", "_clause", "k_", "v_", "c_", "EOI", "Rule"] {
                    assert!(!text.contains(grammar), "{}: a name of the grammar in {text:?}", path.display());
                }
            }
        }
    }
}
