//! The questions with what speaks for each answer, and the sources cited.

use super::words;
use crate::rules::bib::Bibliography;
use crate::rules::game::{Citation, Evidence, Grade, Note, Question, ReadingOption};
use crate::study::Study;
use serde::Serialize;
use std::collections::BTreeSet;

/// One question as the page shows it.
#[derive(Debug, Serialize)]
pub(super) struct QuestionBlock {
    id: String,
    sentence: String,
    /// How much hangs on it, and when it is asked.
    kind: String,
    readings: Vec<ReadingBlock>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ReadingBlock {
    letter: String,
    name: String,
    gloss: String,
    rejected: String,
    evidence: Vec<EvidenceLine>,
    notes: Vec<String>,
}

#[derive(Debug, Serialize)]
struct EvidenceLine {
    grade: &'static str,
    /// Sources in short, with their places.
    text: String,
    /// Words of the sources.
    quotations: Vec<String>,
}

/// Every question of the game.
pub(super) fn questions(study: &Study) -> Vec<QuestionBlock> {
    study.game.questions.iter().map(|q| question(study, q)).collect()
}

fn question(study: &Study, question: &Question) -> QuestionBlock {
    use crate::rules::game::{Scope, Severity};
    let severity = match question.severity {
        Severity::A => "changes ordinary play",
        Severity::B => "seldom reached",
        Severity::C => "symmetry or presentation only",
    };
    let scope = match question.scope {
        Scope::Round => "",
        Scope::Match => "; a question of the match",
    };
    let condition = question.only_if.as_ref().map_or_else(String::new, |condition| {
        let all = condition.any.iter().map(|parts| {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| {
                    let other = &study.game.questions[part.question];
                    let names: Vec<&str> = part.readings.iter().map(|&r| other.readings[r].name.as_str()).collect();
                    format!("{} is {}", other.id, names.join(" or "))
                })
                .collect();
            words::list(&parts)
        });
        format!("; asked only if {}", all.collect::<Vec<_>>().join(", or if "))
    });
    let readings = question.readings.iter().enumerate().map(|(n, r)| reading(study, n, r));
    QuestionBlock {
        id: question.id.clone(),
        sentence: question.sentence.clone(),
        kind: format!("{severity}{scope}{condition}"),
        readings: readings.collect(),
        notes: question.notes.iter().map(|n| note(study, n)).collect(),
    }
}

fn reading(study: &Study, number: usize, reading: &ReadingOption) -> ReadingBlock {
    ReadingBlock {
        letter: Question::letter(number).map(String::from).unwrap_or_default(),
        name: reading.name.clone(),
        gloss: reading.gloss.clone().unwrap_or_default(),
        rejected: reading.rejected.clone().unwrap_or_default(),
        evidence: reading.evidence.iter().map(|e| evidence(study, e)).collect(),
        notes: reading.notes.iter().map(|n| note(study, n)).collect(),
    }
}

fn evidence(study: &Study, evidence: &Evidence) -> EvidenceLine {
    let grade = match evidence.grade {
        Grade::Primary => "primary",
        Grade::Secondary => "secondary",
        Grade::Implementation => "implementation",
        Grade::Reconstruction => "reconstruction",
    };
    let sources: Vec<String> = evidence.citations.iter().map(|c| c.short(study.bibliography.as_ref())).collect();
    let text = match (&evidence.remark, sources.is_empty()) {
        (Some(remark), true) => remark.clone(),
        (Some(remark), false) => format!("{remark} ({})", sources.join("; ")),
        (None, true) => "stated by nobody".to_owned(),
        (None, false) => sources.join("; "),
    };
    EvidenceLine { grade, text, quotations: evidence.citations.iter().filter_map(|c| c.quotation.clone()).collect() }
}

fn note(study: &Study, note: &Note) -> String {
    let sources: Vec<String> = note.citations.iter().map(|c| c.short(study.bibliography.as_ref())).collect();
    if sources.is_empty() { note.text.clone() } else { format!("{} ({})", note.text, sources.join("; ")) }
}

/// The sources that the rules file cites, one line each, in alphabetical order.
pub(super) fn references(study: &Study) -> Vec<String> {
    let game = &study.game;
    let of_notes = |notes: &'_ [Note]| notes.iter().flat_map(|n| n.citations.clone()).collect::<Vec<Citation>>();
    let of_reading = |r: &ReadingOption| {
        let evidence = r.evidence.iter().flat_map(|e| e.citations.clone());
        evidence.chain(of_notes(&r.notes)).collect::<Vec<_>>()
    };
    let of_question =
        |q: &Question| q.readings.iter().flat_map(of_reading).chain(of_notes(&q.notes)).collect::<Vec<_>>();
    let cited: BTreeSet<String> = game
        .described_by
        .iter()
        .cloned()
        .chain(of_notes(&game.notes))
        .chain(game.questions.iter().flat_map(of_question))
        .chain(game.examples.iter().filter_map(|e| e.citation.clone()))
        .map(|c| c.key)
        .collect();
    let line =
        |bibliography: &Bibliography, key: &String| bibliography.get(key).map(crate::rules::bib::Reference::full);
    let mut lines: Vec<String> = match &study.bibliography {
        Some(bibliography) => cited.iter().filter_map(|key| line(bibliography, key)).collect(),
        None => cited.into_iter().collect(),
    };
    lines.sort_by_key(|line| line.to_lowercase());
    lines
}
