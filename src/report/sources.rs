//! The rules with their questions, and the sources cited, as the rule sheet has them.

use super::template::Blocks;
use crate::rules::document::{Block, Document, Inline};
use crate::rules::sheet::sheet;
use crate::study::{Study, StudyError};

/// Sections of the rule sheet that the page has in its own way.
const ELSEWHERE: [&str; 2] = ["Worked examples", "Sources"];

/// The rule sheet of the best supported reading as part of a page: without its title and the sections that the page has
/// elsewhere.
pub(super) fn rules(study: &Study) -> Result<Blocks, StudyError> {
    let game = &study.game;
    let best = game.best();
    let whole = sheet(game, &best, study.bibliography.as_ref())
        .map_err(|e| StudyError::Unplayable { reading: game.reading_id(&best), why: e.to_string() })?;
    let mut part = Document::default();
    let mut wanted = true;
    for block in whole.blocks {
        match block {
            Block::Heading { level: 1, .. } => {}
            Block::Heading { level, text } => {
                if level == 2 {
                    wanted = !matches!(text.as_slice(), [Inline::Plain(words)] if ELSEWHERE.contains(&words.as_str()));
                }
                if wanted {
                    part.blocks.push(Block::Heading { level, text });
                }
            }
            other if wanted => part.blocks.push(other),
            _ => {}
        }
    }
    Ok(Blocks::within_page(&part))
}

/// The sources that the rules file cites, one line each, in alphabetical order.
pub(super) fn references(study: &Study) -> Vec<String> {
    let keys = keys(study);
    let line = |key: &&str| match study.bibliography.as_ref().and_then(|b| b.get(key)) {
        Some(reference) => reference.full(),
        None => (*key).to_owned(),
    };
    let mut lines: Vec<String> = keys.iter().map(line).collect();
    lines.sort_by_key(|line| line.to_lowercase());
    lines
}

/// The entries of these sources in the format of BibTeX.
pub(super) fn bibtex(study: &Study) -> String {
    let entries = keys(study).into_iter().filter_map(|key| study.bibliography.as_ref()?.get(key));
    entries.flat_map(|reference| [reference.bibtex.as_str(), "\n"]).collect()
}

/// The keys of the sources that the rules file cites, once each.
fn keys(study: &Study) -> Vec<&str> {
    let mut keys: Vec<&str> = study.game.citations().map(|c| c.key.as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
