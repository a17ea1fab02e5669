//! What must be true of any text that is read as a rules file.

use sowlab::diagnostics::{Diagnostics, FileId, json, render};
use sowlab::lang;
use sowlab::lang::symbols::{Symbol, symbols};
use sowlab::rules::game::Game;

/// Reads a text and lays it out, and looks at what comes of it.
///
/// # Panics
/// If something is not as it must be.
pub fn hold(text: &str) {
    let loaded = Game::from_str("any.sow", text, None);
    assert_eq!(loaded.game.is_none(), loaded.diagnostics.has_errors(), "a game or an error");
    for diagnostic in &loaded.diagnostics {
        let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.others);
        for span in labels.map(|label| label.span) {
            assert!(span.start <= span.end && span.end <= text.len(), "a place in the text");
            assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "whole characters");
        }
        assert!(!diagnostic.message.is_empty() && diagnostic.help.as_ref().is_some_and(|help| !help.is_empty()));
    }
    assert_eq!(render(&loaded.diagnostics, &loaded.sources, false).is_empty(), loaded.diagnostics.is_empty());
    assert_eq!(json(&loaded.diagnostics, &loaded.sources).len(), loaded.diagnostics.iter().count());
    if let Some(game) = &loaded.game {
        game.ruleset(&game.best()).expect("a game without errors compiles");
    }
    let mut diagnostics = Diagnostics::new();
    let tree = lang::parse(FileId(0), text, &mut diagnostics);
    if let Some(tree) = &tree {
        nested(&symbols(tree, text), text.len());
    }
    let Some(once) = lang::format(FileId(0), text, &mut Diagnostics::new()) else { return };
    assert!(diagnostics.is_empty(), "only a file without faults of grammar is laid out");
    if once.len() > lang::LARGEST_FILE {
        // Indented, a file that was just small enough may be too large.
        return;
    }
    let mut none = Diagnostics::new();
    assert_eq!(lang::parse(FileId(0), &once, &mut none), tree, "laid out it says the same");
    assert_eq!(lang::format(FileId(0), &once, &mut none).as_ref(), Some(&once), "laid out twice it is the same");
}

fn nested(symbol: &Symbol, length: usize) {
    assert!(symbol.span.start <= symbol.span.end && symbol.span.end <= length);
    for child in &symbol.children {
        assert!(symbol.span.start <= child.span.start && child.span.end <= symbol.span.end, "a part lies in its whole");
        nested(child, length);
    }
}
