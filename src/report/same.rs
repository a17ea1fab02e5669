//! Readings that are the same game, and why.
//!
//! By their rules: the readings of the study, and every reading that differs from the best supported one in one answer,
//! whatever its severity, are sorted into groups of one game. By their games: readings of the study whose rules differ may
//! still have come out alike in every game played, which is told apart from the former.

use super::plates::{reading_name, scope_words};
use crate::engine::Scope;
use crate::rules::equivalence::Reason;
use crate::rules::game::{Answers, Scope as Bearing, Severity};
use crate::study::{CellResult, Design, Layout, Row, Study, StudyError};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

/// The section of the page.
#[derive(Debug, Serialize)]
pub(super) struct Same {
    sentence: String,
    rows: Vec<SameRow>,
    /// For factorials: two answers to a question, and in how many combinations of the other answers they went alike.
    pairs: Vec<PairRow>,
}

/// Two answers of a factorial.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct PairRow {
    question: String,
    answers: String,
    alike: usize,
    of: usize,
}

/// A reading, those that are the same, and why.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct SameRow {
    scope: &'static str,
    reading: String,
    others: Vec<String>,
    why: String,
}

/// The readings that are the same game.
pub(super) fn of(study: &Study, results: &[CellResult]) -> Result<Same, StudyError> {
    let mut rows = Vec::new();
    let mut pairs = Vec::new();
    for scope in [Scope::Round, Scope::Match] {
        if study.layouts.iter().any(|l| l.scope == scope) {
            rows.extend(by_rules(study, scope)?);
        }
    }
    for layout in &study.layouts {
        match study.part(layout).design {
            Design::OneAtATime | Design::List | Design::AllDistinct => rows.extend(by_games(study, results, layout)),
            Design::Sample | Design::Ladder => {}
            Design::Factorial => pairs.extend(alike_in_factorial(study, results, layout)),
        }
    }
    let sentence =
        "Readings that come to the same rules are one game. Besides, readings of the study are shown whose rules differ but \
         each of whose games by each kind of player went alike: the same results and the same numbers of turns, laps and \
         captures. These may be one game, or differ only in positions that are seldom reached."
            .to_owned();
    Ok(Same { sentence, rows, pairs })
}

/// A reading by its one answer that is not the first, such as "BOSH-02 opponent", or by its id.
fn name(study: &Study, answers: &Answers) -> String {
    let mut other = answers.iter().enumerate().filter(|&(_, reading)| reading != 0);
    match (other.next(), other.next()) {
        (None, _) => "best supported reading".to_owned(),
        (Some((question, reading)), None) => reading_name(study, question, reading),
        _ => study.game.reading_id(answers),
    }
}

fn by_rules(study: &Study, scope: Scope) -> Result<Vec<SameRow>, StudyError> {
    let game = &study.game;
    let all = [Severity::A, Severity::B, Severity::C];
    let mut readings = vec![game.best()];
    readings.extend(game.one_at_a_time(&all).into_iter().map(|(_, answers)| answers));
    let studied = study.layouts.iter().filter(|l| l.scope == scope).flat_map(|l| &l.rows);
    // Readings of the study count once each, whatever answers they give to questions that are not asked.
    let mut known: FxHashSet<Answers> = readings.iter().map(|answers| game.canonical(answers)).collect();
    readings.extend(studied.map(|row| game.canonical(&row.answers)).filter(|answers| known.insert(answers.clone())));
    let bearing = match scope {
        Scope::Round => Bearing::Round,
        Scope::Match => Bearing::Match,
    };
    let groups = game
        .groups(readings, bearing)
        .map_err(|e| StudyError::Unplayable { reading: game.id.clone(), why: e.to_string() })?;
    let mut rows: Vec<SameRow> = Vec::new();
    for group in groups {
        let reading = name(study, &group.representative);
        let from = rows.len();
        for (answers, reason) in &group.others {
            let (other, why) = (name(study, answers), why(study, *reason));
            match rows[from..].iter_mut().find(|row| row.why == why) {
                Some(row) => row.others.push(other),
                None => {
                    rows.push(SameRow {
                        scope: scope_words(scope).0,
                        reading: reading.clone(),
                        others: vec![other],
                        why,
                    });
                }
            }
        }
    }
    Ok(rows)
}

fn why(study: &Study, reason: Reason) -> String {
    match reason {
        Reason::NotAsked { question } => format!("{} is not asked there", study.game.questions[question].id),
        Reason::PresentationOnly { .. } => "the question does not touch play".to_owned(),
        Reason::BetweenRounds { .. } => "the question bears on what happens between rounds".to_owned(),
        Reason::MirrorImage => "mirror image".to_owned(),
        Reason::SameRules => "the same rules".to_owned(),
    }
}

/// Readings of one question at a time that went alike although their rules differ.
fn by_games(study: &Study, results: &[CellResult], layout: &Layout) -> Vec<SameRow> {
    let mut taken = vec![false; layout.rows.len()];
    let mut rows = Vec::new();
    for (i, row) in layout.rows.iter().enumerate() {
        let alike =
            |&j: &usize| !taken[j] && rules_differ(row, &layout.rows[j]) && went_alike(results, row, &layout.rows[j]);
        let others: Vec<usize> = if taken[i] { Vec::new() } else { (i + 1..layout.rows.len()).filter(alike).collect() };
        for &j in &others {
            taken[j] = true;
        }
        if !others.is_empty() {
            rows.push(SameRow {
                scope: scope_words(layout.scope).0,
                reading: name(study, &row.answers),
                others: others.into_iter().map(|j| name(study, &layout.rows[j].answers)).collect(),
                why: "every game went alike, though the rules differ".to_owned(),
            });
        }
    }
    rows
}

/// For each question of a factorial and each two answers to it, in how many combinations of the other answers the games went
/// alike; without those that never did.
fn alike_in_factorial(study: &Study, results: &[CellResult], layout: &Layout) -> Vec<PairRow> {
    let key = |row: &Row| layout.questions.iter().filter_map(|&q| row.answers.get(q)).collect::<Vec<_>>();
    let by_key: FxHashMap<Vec<usize>, &Row> = layout.rows.iter().map(|row| (key(row), row)).collect();
    let mut pairs = Vec::new();
    for (position, &question) in layout.questions.iter().enumerate() {
        let asked = &study.game.questions[question];
        for one in 0..asked.readings.len() {
            for other in one + 1..asked.readings.len() {
                let contexts: Vec<(&Row, &Row)> = layout
                    .rows
                    .iter()
                    .filter(|row| row.answers.get(question) == Some(one))
                    .filter_map(|row| {
                        let mut answers = key(row);
                        answers[position] = other;
                        by_key.get(&answers).map(|&there| (row, there))
                    })
                    .collect();
                let alike = contexts.iter().filter(|(a, b)| went_alike(results, a, b)).count();
                if alike > 0 {
                    pairs.push(PairRow {
                        question: asked.id.clone(),
                        answers: format!("{} and {}", asked.readings[one].name, asked.readings[other].name),
                        alike,
                        of: contexts.len(),
                    });
                }
            }
        }
    }
    pairs
}

fn rules_differ(one: &Row, other: &Row) -> bool {
    one.cells != other.cells
}

/// Whether the games of two readings went alike, with every kind of player.
fn went_alike(results: &[CellResult], one: &Row, other: &Row) -> bool {
    one.cells
        .iter()
        .zip(&other.cells)
        .all(|(&a, &b)| a == b || (results[a].points == results[b].points && results[a].tally == results[b].tally))
}
