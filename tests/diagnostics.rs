//! Files with one fault each, and what is said about them.

use std::fs;
use std::path::{Path, PathBuf};

use sowlab::diagnostics::{Code, Diagnostics, FileId, render};
use sowlab::rules::Loaded;
use sowlab::rules::bib::Bibliography;
use sowlab::rules::game::Game;

fn bibliography() -> Bibliography {
    let text = fs::read_to_string("variants/sources.bib").expect("the bibliography is there");
    Bibliography::parse(FileId(1), &text, &mut Diagnostics::new()).expect("it is sound")
}

fn files() -> Vec<PathBuf> {
    in_folder("tests/bad")
}

fn in_folder(folder: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(folder).expect("the folder is there");
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

/// What `sowlab check` says of a file, beyond what reading it says: of its examples, and of what it leaves open.
fn checked(path: &Path) -> String {
    let folder = tempfile::tempdir().expect("there is room");
    let name = path.file_name().expect("a file");
    fs::copy(path, folder.path().join(name)).expect("it can be copied");
    fs::copy("variants/sources.bib", folder.path().join("sources.bib")).expect("it can be copied");
    let mut command = assert_cmd::Command::cargo_bin("sowlab").expect("the program is built");
    let out = command.current_dir(folder.path()).arg("check").arg(name).output().expect("it runs");
    String::from_utf8(out.stderr).expect("text")
}

#[test]
fn what_only_a_check_finds_gets_the_message_that_was_approved() {
    for path in in_folder("tests/checked") {
        let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("checked-{name}"), checked(&path));
        });
    }
}

#[test]
fn every_kind_of_fault_has_a_file_that_shows_it() {
    let bibliography = bibliography();
    let mut shown: Vec<String> = Vec::new();
    for path in files() {
        shown.extend(load(&path, &bibliography).diagnostics.iter().map(|d| d.code.to_string()));
    }
    for path in in_folder("tests/checked") {
        shown.extend(
            Code::ALL.iter().map(ToString::to_string).filter(|code| checked(&path).contains(&format!("[{code}]"))),
        );
    }
    // These are not about what stands in a file.
    let folder = tempfile::tempdir().expect("there is room");
    let of = |path: &Path| Game::load(path).diagnostics.iter().map(|d| d.code.to_string()).collect::<Vec<_>>();
    assert_eq!(of(&folder.path().join("nowhere.sow")), ["unreadable"]);
    let large = folder.path().join("large.sow");
    fs::write(&large, " ".repeat(sowlab::lang::LARGEST_FILE + 17)).expect("it can be written");
    assert_eq!(of(&large), ["too-large"]);
    let said = &Game::load(&large).diagnostics;
    assert!(
        said.iter().all(|d| d.message.contains(&(sowlab::lang::LARGEST_FILE + 17).to_string())),
        "the size is told"
    );
    let alone = folder.path().join("alone.sow");
    fs::copy("tests/small.sow", &alone).expect("it can be copied");
    assert_eq!(of(&alone), ["bibliography"]);
    shown.extend(["unreadable", "too-large", "bibliography"].map(str::to_owned));
    let missing: Vec<&str> =
        Code::ALL.iter().map(|code| code.as_str()).filter(|c| !shown.iter().any(|s| s == c)).collect();
    assert_eq!(missing, Vec::<&str>::new());
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
