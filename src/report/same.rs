//! Readings that are the same game, and why.
//!
//! By their rules: the readings of the study, and every reading that differs from the best supported one in one answer,
//! whatever its severity, are sorted into groups of one game. By their games: readings of the study whose rules differ may
//! still have come out alike in every game played, which is told apart from the former.

use super::plates::{reading_name, scope_words};
use super::words::count;
use crate::engine::Scope;
use crate::rules::equivalence::Reason;
use crate::rules::game::{Answers, Scope as Bearing, Severity};
use crate::study::{CellResult, Study, StudyError};
use serde::Serialize;

/// The section of the page.
#[derive(Debug, Serialize)]
pub(super) struct Same {
    sentences: Vec<String>,
    rows: Vec<SameRow>,
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
    for scope in [Scope::Round, Scope::Match] {
        if study.layouts.iter().any(|l| l.scope == scope) {
            rows.extend(by_rules(study, scope)?);
            rows.extend(by_games(study, results, scope));
        }
    }
    let sentence = format!(
        "Readings that come to the same rules are one game. Besides, readings of the study are shown whose rules differ but \
         each of whose {} by each kind of player went alike: the same results and the same numbers of turns, laps and \
         captures. These may be one game, or differ only in positions that are seldom reached.",
        count(study.plan.games, "game", "games")
    );
    Ok(Same { sentences: vec![sentence], rows })
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
    readings.extend(studied.map(|row| row.answers.clone()));
    let mut seen = rustc_hash::FxHashSet::default();
    readings.retain(|answers| seen.insert(answers.clone()));
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

fn by_games(study: &Study, results: &[CellResult], scope: Scope) -> Vec<SameRow> {
    // The cells of the first kind of player stand for those of all kinds: they have the same rules.
    let cells: Vec<usize> = (0..study.cells.len())
        .filter(|&c| study.cells[c].scope == scope && study.cells[c].agents == study.plan.agents[0])
        .collect();
    let mut taken = vec![false; cells.len()];
    let mut rows = Vec::new();
    for i in 0..cells.len() {
        let alike = |&j: &usize| !taken[j] && played_alike(study, results, cells[i], cells[j]);
        let others: Vec<usize> = if taken[i] { Vec::new() } else { (i + 1..cells.len()).filter(alike).collect() };
        for &j in &others {
            taken[j] = true;
        }
        if !others.is_empty() {
            let id = |n: usize| study.cells[cells[n]].reading().to_owned();
            rows.push(SameRow {
                scope: scope_words(scope).0,
                reading: id(i),
                others: others.into_iter().map(id).collect(),
                why: "every game went alike, though the rules differ".to_owned(),
            });
        }
    }
    rows
}

/// Whether the games of two cells, and of the cells with the same rules and other players, went alike.
fn played_alike(study: &Study, results: &[CellResult], one: usize, other: usize) -> bool {
    study.plan.agents.iter().all(|&agents| {
        let with = |cell: usize| {
            let of = &study.cells[cell];
            study.cells.iter().position(|c| c.scope == of.scope && c.agents == agents && c.rules_hash == of.rules_hash)
        };
        match (with(one), with(other)) {
            (Some(a), Some(b)) => results[a].points == results[b].points && results[a].tally == results[b].tally,
            _ => false,
        }
    })
}
