//! The figures of full factorials: whose doubt makes the variance, and which doubts act together.

use super::plates::{Plate, drawn, intervals, players, scope_words, size};
use super::words::{fixed, percent};
use super::{Found, spread};
use crate::figures::{
    Estimate as Drawn, FigureError, InteractionPanel, Interactions, Measure, Preset, ShareGroup, ShareRow, Shares,
};
use crate::stats::{Estimate, factorial};
use crate::study::{CellResult, Study};

/// The kinds of player under which the variance could be told from chance, each with it.
fn told<'a>(found: &'a Found<'_>) -> Vec<(usize, &'a spread::Spread)> {
    found.spreads.iter().enumerate().filter_map(|(agents, spread)| spread.as_ref().map(|s| (agents, s))).collect()
}

fn id(study: &Study, found: &Found<'_>, position: usize) -> String {
    study.game.questions[found.layout.questions[position]].id.clone()
}

fn measure(study: &Study, found: &Found<'_>) -> Measure {
    Measure {
        label: "share of the variance of the score (%)".to_owned(),
        decimals: 1,
        counted: scope_words(found.layout.scope).1.to_owned(),
        interval: intervals(study, "percentile intervals over resampled batches"),
    }
}

/// A share in per cent. Its interval, which comes from resamples, is widened to hold it where these all lie to one side.
fn share(e: Estimate, games: u64) -> Drawn {
    drawn(Estimate { low: e.low.min(e.value), high: e.high.max(e.value), ..e }, 100.0, games)
}

/// The stem and the heading of a figure of a part.
fn named(study: &Study, found: &Found<'_>, stem: &str, heading: &str) -> (String, String) {
    let (part, one) = (&study.part(found.layout).name, scope_words(found.layout.scope).0);
    (format!("{stem}-{}-{one}", for_files(part)), format!("{heading} ({part}, {one})"))
}

/// The name of a part as part of a file's name.
pub(super) fn for_files(part: &str) -> String {
    part.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect()
}

/// Games of each reading.
fn games(results: &[CellResult], found: &Found<'_>) -> u64 {
    results[found.layout.rows[0].cells[0]].tally.games()
}

/// How much of the variance each question makes; nothing where it could not be told from chance.
pub(super) fn shares(study: &Study, results: &[CellResult], found: &Found<'_>) -> Result<Option<Plate>, FigureError> {
    let told = told(found);
    if told.is_empty() {
        return Ok(None);
    }
    let games = games(results, found);
    let groups = told.iter().map(|(agents, spread)| ShareGroup {
        title: players(found.layout, *agents),
        rows: (0..found.layout.questions.len())
            .map(|position| ShareRow {
                question: id(study, found, position),
                alone: share(spread.shares.first[position], games),
                total: share(spread.shares.total[position], games),
            })
            .collect(),
    });
    let one = scope_words(found.layout.scope).0;
    let figure = Shares {
        subject: format!(
            "What each question makes of the variance of the first player's score in a {one} between readings"
        ),
        measure: measure(study, found),
        groups: groups.collect(),
    };
    let sentence = spread::sentence(study, found.layout, &found.spreads);
    let name = named(study, found, "variance-shares", "Whose doubt makes the variance");
    Plate::new(name, &figure, size(study, Preset::Elsevier1Half), sentence).map(Some)
}

/// How much of the variance each pair of questions makes; nothing where it could not be told from chance.
pub(super) fn interactions(
    study: &Study,
    results: &[CellResult],
    found: &Found<'_>,
) -> Result<Option<Plate>, FigureError> {
    let told = told(found);
    if told.is_empty() || found.layout.questions.len() < 2 {
        return Ok(None);
    }
    let games = games(results, found);
    let panels = told.iter().map(|(agents, spread)| InteractionPanel {
        title: players(found.layout, *agents),
        questions: (0..found.layout.questions.len())
            .map(|position| (id(study, found, position), share(spread.shares.first[position], games)))
            .collect(),
        pairs: spread.shares.pairs.iter().map(|e| share(*e, games)).collect(),
    });
    let one = scope_words(found.layout.scope).0;
    let figure = Interactions {
        subject: format!("What pairs of questions make of the variance of the first player's score in a {one}"),
        measure: measure(study, found),
        panels: panels.collect(),
    };
    let sentences = told.iter().filter_map(|(agents, spread)| {
        let pairs = factorial::pairs(found.layout.questions.len()).zip(&spread.shares.pairs);
        let ((i, j), most) = pairs.max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        Some(format!(
            "With {} the pair that acts together most is {} and {}, which makes {} of the variance ({} to {}) beyond what each \
             makes alone.",
            players(found.layout, *agents),
            id(study, found, i),
            id(study, found, j),
            percent(most.value),
            fixed(most.low * 100.0, 1),
            fixed(most.high * 100.0, 1)
        ))
    });
    let sentence = sentences.collect::<Vec<_>>().join(" ");
    let name = named(study, found, "interactions", "Which doubts act together");
    Plate::new(name, &figure, size(study, Preset::Elsevier1Half), sentence).map(Some)
}
