//! Boards and moves of every rules file, drawn as they are played.

mod sheets;

use sheets::{assert_apart, assert_whole};
use sowlab::engine::{Machine, Position, Scope};
use sowlab::figures::{Board, MoveDiagram, Pit, Pits, Preset, Sheet, move_diagram, position_diagram};
use sowlab::play::{Script, Transcript, play_script};
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::Ruleset;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants");
    let entries = std::fs::read_dir(folder).expect("there are rules files");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "sow"));
    files.sort();
    files
}

fn rules_of(path: &Path) -> Ruleset {
    let game = Game::load(path).game.expect("it is sound");
    game.ruleset(&game.best()).expect("it can be compiled")
}

fn variant(name: &str) -> Ruleset {
    rules_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("variants/{name}.sow")))
}

fn played(rules: &Ruleset, start: &Position, moves: &str) -> Option<Transcript> {
    let machine = Machine::for_position(rules.clone(), Scope::Round, start).expect("it can be played");
    play_script(&machine, start, Script::new(moves)).ok()
}

/// The diagram of the first move of a round.
fn moved(rules: &Ruleset, pit: &str) -> Option<MoveDiagram> {
    let start = Position::start(rules);
    let transcript = played(rules, &start, pit)?;
    move_diagram(rules, &start, transcript.turns().next()?, format!("{pit} lifted"), true)
}

fn pits(board: &Board) -> Vec<&Pit> {
    match &board.pits {
        Pits::Rows(rows) => rows.iter().flatten().flatten().collect(),
        Pits::RowsAndStores { rows, left, right } => rows.iter().flatten().flatten().chain([left, right]).collect(),
        Pits::Ring(pits) => pits.iter().collect(),
    }
}

fn seeds(board: &Board) -> u32 {
    pits(board).iter().map(|pit| pit.seeds).sum()
}

#[test]
fn the_opening_and_every_first_move_of_every_game_can_be_drawn_at_every_width() {
    let mut drawn = 0;
    for path in files() {
        let rules = rules_of(&path);
        let start = Position::start(&rules);
        let names = rules.board.names();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let opening = position_diagram(&rules, &start, "The opening");
        let moves: Vec<MoveDiagram> =
            rules.board.all().filter_map(|pit| moved(&rules, &names.of(pit).to_string())).collect();
        for preset in [Preset::Springer1, Preset::Elsevier1, Preset::Elsevier2] {
            let sheet = Sheet::new(&opening, preset).expect("drawn");
            assert_whole(&name, &sheet.drawing);
            assert_apart(&name, &sheet.drawing);
            for diagram in &moves {
                let sheet = Sheet::new(diagram, preset).unwrap_or_else(|e| panic!("{name}, {}: {e}", diagram.subject));
                let name = format!("{name} at {preset}, {}", diagram.subject);
                assert_whole(&name, &sheet.drawing);
                assert_apart(&name, &sheet.drawing);
                drawn += 1;
            }
        }
    }
    assert!(drawn > 100, "{drawn}");
}

#[test]
fn no_lap_makes_or_loses_a_seed() {
    for path in files() {
        let rules = rules_of(&path);
        let names = rules.board.names();
        for pit in rules.board.all() {
            let Some(diagram) = moved(&rules, &names.of(pit).to_string()) else { continue };
            let before = seeds(&diagram.before);
            for lap in &diagram.laps {
                assert_eq!(lap.sown.len(), lap.seeds as usize, "{} {}", path.display(), diagram.subject);
                assert_eq!(seeds(&lap.after), before, "{} {}", path.display(), diagram.subject);
            }
        }
    }
}

/// From four seeds a pit, C is sown into D, E, F and South's store.
#[test]
fn a_seed_that_falls_into_a_store_is_drawn_there() {
    let kalah = variant("kalah");
    let diagram = moved(&kalah, "C").expect("it can be drawn");
    assert_eq!(diagram.laps[0].sown, ["D", "E", "F", "South’s store"]);
    let Pits::RowsAndStores { right, left, .. } = &diagram.laps[0].after.pits else { panic!("Kalah has stores") };
    assert_eq!((right.seeds, left.seeds), (1, 0));
}

/// Das Gupta's ring has no rows and no owner: beside it nobody is named.
#[test]
fn a_ring_that_nobody_owns_is_drawn_as_a_ring() {
    let rules = variant("sat-gol");
    let diagram = position_diagram(&rules, &Position::start(&rules), "The ring");
    let Pits::Ring(pits) = &diagram.board.pits else { panic!("Sat-gol is played on a ring") };
    assert_eq!(pits.iter().map(|pit| pit.name.as_str()).collect::<Vec<_>>(), ["A", "B", "C", "D", "E", "F", "G"]);
    assert_eq!((&diagram.board.top, &diagram.board.bottom), (&None, &None));
    let drawing = Sheet::new(&diagram, Preset::Elsevier1).expect("drawn").drawing;
    let place = |name: &str| drawing.text_boxes.iter().find(|text| text.text == name).expect("it is drawn");
    // A lies at the lower left, and the letters go round against the clock: B at the bottom, C at the lower right.
    assert!(place("A").left < place("B").left && place("B").left < place("C").left);
    assert!(place("A").bottom < place("B").bottom && place("E").top < place("A").top);
}
