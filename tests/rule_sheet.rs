//! The rule sheet: a game in prose, told from what was compiled.

use std::collections::HashSet;
use std::path::Path;

use sowlab::rules::Loaded;
use sowlab::rules::document::{Block, Document};
use sowlab::rules::game::{Game, Severity};
use sowlab::rules::sheet::sheet;

fn bosh() -> Loaded {
    Game::load(Path::new("variants/bosh.sow"))
}

fn of_reading(loaded: &Loaded, id: &str) -> Document {
    let game = loaded.game.as_ref().expect("the file is sound");
    let answers = game.parse_reading(id).expect("a reading");
    sheet(game, &answers, loaded.bibliography.as_ref()).expect("it compiles")
}

/// The part of a sheet that tells the rules: from the board up to the questions.
fn rules(document: &Document) -> String {
    let heading = |name: &str| {
        let found = document.blocks.iter().position(
            |b| matches!(b, Block::Heading { level: 2, text } if text == &sowlab::rules::document::plain(name)),
        );
        found.expect("the sheet has this part")
    };
    let blocks = document.blocks[heading("Board")..heading("Questions")].to_vec();
    Document { blocks }.text(100)
}

#[test]
fn the_sheet_of_bosh_reads_as_approved() {
    insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("sheet-bosh", of_reading(&bosh(), "bosh").text(100));
    });
}

#[test]
fn every_answer_that_changes_the_rules_changes_what_the_sheet_says_of_them() {
    let loaded = bosh();
    let game = loaded.game.as_ref().expect("the file is sound");
    let all = [Severity::A, Severity::B, Severity::C];
    let mut told = HashSet::from([rules(&of_reading(&loaded, "bosh"))]);
    let mut rulesets = HashSet::from([game.ruleset(&game.best()).expect("it compiles")]);
    for (_, answers) in game.one_at_a_time(&all) {
        let new_rules = rulesets.insert(game.ruleset(&answers).expect("it compiles"));
        let new_words = told.insert(rules(&of_reading(&loaded, &game.reading_id(&answers))));
        assert_eq!(new_rules, new_words, "{}", game.reading_id(&answers));
    }
}

#[test]
fn the_sheet_names_the_reading_it_tells() {
    let loaded = bosh();
    let text = of_reading(&loaded, "bosh:02=opponent").text(100);
    assert!(text.contains("The rules are those of the reading named here, bosh:02=opponent."));
    assert!(text.contains("Only pits of the opponent's row may be captured."));
    assert!(text.contains("- b opponent: from the opponent's row only (played here)"));
    assert!(text.contains("- a mover-loses (played here)"), "BOSH-22 is asked under this reading");
}

#[test]
fn the_sheet_is_written_in_markdown_and_html_too() {
    let loaded = bosh();
    let document = of_reading(&loaded, "bosh");
    let (markdown, html) = (document.markdown(), document.html());
    assert!(markdown.starts_with("# Bòsh\n"));
    assert!(markdown.contains("\n## Board\n\n```text\n        North\n"));
    assert!(html.contains("<q>takes as his winnings the contents of the next pit</q>"));
    for tag in ["ul", "ol", "li", "p", "h2", "pre"] {
        assert_eq!(html.matches(&format!("<{tag}>")).count(), html.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn every_source_that_is_cited_is_listed() {
    let loaded = bosh();
    let game = loaded.game.as_ref().expect("the file is sound");
    let bibliography = loaded.bibliography.as_ref().expect("it stands beside the file");
    let text = of_reading(&loaded, "bosh").text(10_000);
    for citation in game.citations() {
        let reference = bibliography.get(&citation.key).expect("the file was checked");
        assert!(text.contains(&reference.full()), "{}", citation.key);
    }
}
