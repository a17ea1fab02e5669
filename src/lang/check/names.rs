//! Questions, readings and the names by which clauses and examples speak of them.

use super::super::ast::{ExampleItem, Grade, Name, Question};
use super::super::{suggest, walk};
use super::Parts;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};

/// Checks the questions by themselves.
pub(super) fn questions(parts: &Parts<'_>, diagnostics: &mut Diagnostics) {
    for (n, question) in parts.questions.iter().enumerate() {
        if let Some(first) = parts.questions[..n].iter().find(|q| q.id.value == question.id.value) {
            diagnostics.push(
                Diagnostic::error(
                    Code::Duplicate,
                    format!("two questions have the id {}", question.id.value),
                    question.id.span,
                    "used again",
                )
                .and(first.id.span, "used first")
                .help("give each question an id of its own"),
            );
        }
        severity(question, diagnostics);
        readings(question, diagnostics);
        condition(question, &parts.questions[..n], parts, diagnostics);
    }
    for (example, _) in &parts.examples {
        for item in &example.items {
            if let ExampleItem::Refutes(refuted) = &item.value {
                for (id, reading) in refuted {
                    if let Some(question) = known(id, &parts.questions, diagnostics) {
                        known_reading(question, reading, diagnostics);
                    }
                }
            }
        }
    }
}

fn severity(question: &Question, diagnostics: &mut Diagnostics) {
    let given = &question.severity;
    if !["A", "B", "C"].contains(&given.value.as_str()) {
        diagnostics.push(
            Diagnostic::error(
                Code::Severity,
                format!("`{}` is not a severity", given.value),
                given.span,
                "after the sentence of a question",
            )
            .help(
                "write A for what changes ordinary play, B for what is seldom reached, C for symmetry or presentation",
            ),
        );
    }
}

fn readings(question: &Question, diagnostics: &mut Diagnostics) {
    if question.readings.len() < 2 {
        diagnostics.push(
            Diagnostic::error(
                Code::FewReadings,
                format!("{} has fewer than two readings", question.id.value),
                question.id.span,
                "a question leaves a choice",
            )
            .help("add the reading that it is to be told from, or state the clause without a question"),
        );
    }
    for (n, reading) in question.readings.iter().enumerate() {
        let name = &reading.name;
        if let Some(first) = question.readings[..n].iter().find(|r| r.name.value == name.value) {
            diagnostics.push(
                Diagnostic::error(
                    Code::Duplicate,
                    format!("{} has two readings of the name `{}`", question.id.value, name.value),
                    name.span,
                    "used again",
                )
                .and(first.name.span, "used first")
                .help("give each reading of a question a name of its own"),
            );
        }
        if reading.evidence.is_empty() {
            diagnostics.push(
                Diagnostic::error(
                    Code::NoEvidence,
                    format!("nothing is said to speak for the reading `{}`", name.value),
                    name.span,
                    "this reading has no evidence",
                )
                .help(
                    "add `primary`, `secondary` or `implementation` with a source, or `reconstruction` if nobody states it",
                ),
            );
        }
        for evidence in &reading.evidence {
            if evidence.value.grade != Grade::Reconstruction && evidence.value.citations.is_empty() {
                diagnostics.push(
                    Diagnostic::error(
                        Code::NoEvidence,
                        "evidence that is not a reconstruction needs a source",
                        evidence.span,
                        "no source follows",
                    )
                    .help("add the source, such as `@marin1931 \"p. 507\"`"),
                );
            }
        }
        if let [first, second, ..] = &reading.rejected[..] {
            diagnostics.push(
                Diagnostic::error(
                    Code::Duplicate,
                    format!("the reading `{}` is rejected twice", name.value),
                    second.span,
                    "rejected again",
                )
                .and(first.span, "rejected first")
                .help("give the reasons in one text"),
            );
        }
    }
    if let Some(first) = question.readings.first().filter(|r| !r.rejected.is_empty()) {
        diagnostics.push(
            Diagnostic::error(
                Code::RejectedReading,
                format!("the first reading of {} is rejected", question.id.value),
                first.name.span,
                "the first reading is the best supported one",
            )
            .help("begin with a reading that is played"),
        );
    }
}

fn condition(question: &Question, before: &[&Question], parts: &Parts<'_>, diagnostics: &mut Diagnostics) {
    for part in question.only_if.iter().flatten().flatten() {
        let earlier = before.iter().any(|q| q.id.value == part.question.value);
        if !earlier && parts.question(&part.question.value).is_some() {
            diagnostics.push(
                Diagnostic::error(
                    Code::ConditionOrder,
                    format!("{} hangs on a question that does not come before it", question.id.value),
                    part.question.span,
                    "this question comes later",
                )
                .help("a question may hang only on questions above it; move one of the two"),
            );
            continue;
        }
        if let Some(other) = known(&part.question, &parts.questions, diagnostics) {
            for reading in &part.readings {
                known_reading(other, reading, diagnostics);
            }
        }
    }
}

/// Checks every choice of the clauses, and that every question is asked by one.
pub(super) fn choices(parts: &Parts<'_>, understood: bool, diagnostics: &mut Diagnostics) {
    let mut asked: Vec<&str> = Vec::new();
    let mut visit = |choice: walk::Choice<'_>, guards: &[walk::Guard<'_>]| {
        let is_known = parts.question(&choice.question.value).is_some();
        if !is_known && !understood {
            return;
        }
        let Some(question) = known(choice.question, &parts.questions, diagnostics) else { return };
        asked.push(&question.id.value);
        if guards.iter().any(|(id, _)| *id == question.id.value) {
            diagnostics.push(
                Diagnostic::error(
                    Code::NestedQuestion,
                    format!("{} is already answered here", question.id.value),
                    choice.span,
                    "this stands inside a choice by the same question",
                )
                .help("write out what the reading of the outer choice says"),
            );
        }
        if question.presentation_only {
            diagnostics.push(
                Diagnostic::error(
                    Code::PresentationOnly,
                    format!("{} is said to be presentation only, but a rule hangs on it", question.id.value),
                    choice.span,
                    "the rule",
                )
                .and(question.id.span, "said here to be `presentation only`")
                .help("take out `presentation only`, or the choice"),
            );
        }
        arms(question, &choice, diagnostics);
    };
    if let Some((block, _)) = parts.board {
        walk::choices(block, &mut visit);
    }
    if let Some((block, _)) = parts.turn {
        walk::choices(block, &mut visit);
    }
    if let Some((block, _)) = parts.round {
        walk::choices(block, &mut visit);
    }
    if let Some((block, _)) = parts.match_play {
        walk::choices(block, &mut visit);
    }
    if understood {
        for question in &parts.questions {
            if !question.presentation_only && !asked.contains(&question.id.value.as_str()) {
                diagnostics.push(
                    Diagnostic::error(
                        Code::UnusedQuestion,
                        format!("no rule hangs on {}, so that its readings are never used", question.id.value),
                        question.id.span,
                        "asked, and never answered by a rule",
                    )
                    .help(format!(
                        "say with `by {} {{ … }}` what each reading does, or mark the question `presentation only`",
                        question.id.value
                    )),
                );
            }
        }
    }
}

fn arms(question: &Question, choice: &walk::Choice<'_>, diagnostics: &mut Diagnostics) {
    let mut seen: Vec<&Name> = Vec::new();
    for reading in choice.arms.iter().flat_map(|names| names.iter()) {
        let Some(rejected) = known_reading(question, reading, diagnostics) else { continue };
        if rejected {
            diagnostics.push(
                Diagnostic::error(
                    Code::RejectedReading,
                    format!("the reading `{}` is rejected and has no rules", reading.value),
                    reading.span,
                    "a rejected reading is not played",
                )
                .help("take it out of the choice, or take `rejected` out of the question"),
            );
        }
        if let Some(first) = seen.iter().find(|n| n.value == reading.value) {
            diagnostics.push(
                Diagnostic::error(
                    Code::Duplicate,
                    format!("the reading `{}` stands in two arms of one choice", reading.value),
                    reading.span,
                    "again",
                )
                .and(first.span, "first")
                .help("each reading stands in one arm"),
            );
        }
        seen.push(reading);
    }
    let missing: Vec<String> = question
        .readings
        .iter()
        .filter(|r| r.rejected.is_empty() && !seen.iter().any(|n| n.value == r.name.value))
        .map(|r| format!("`{}`", r.name.value))
        .collect();
    if !missing.is_empty() {
        diagnostics.push(
            Diagnostic::error(
                Code::MissingReading,
                format!(
                    "this choice does not say what {} does",
                    crate::lang::words::or(&missing).replace(" or ", " and ")
                ),
                choice.span,
                "every reading needs an arm here",
            )
            .and(question.id.span, "the question")
            .help("add an arm for it; where it changes nothing, put it before the colon of the arm it agrees with"),
        );
    }
}

/// The question of this id, or an error.
fn known<'a>(id: &Name, questions: &[&'a Question], diagnostics: &mut Diagnostics) -> Option<&'a Question> {
    let found = questions.iter().find(|q| q.id.value == id.value).copied();
    if found.is_none() {
        let help = match suggest::nearest(&id.value, questions.iter().map(|q| q.id.value.as_str())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "add the question to the file, or correct its id".to_owned(),
        };
        diagnostics.push(
            Diagnostic::error(
                Code::UnknownQuestion,
                format!("the file has no question {}", id.value),
                id.span,
                "not a question of this file",
            )
            .help(help),
        );
    }
    found
}

/// Whether the reading of this name is rejected; an error if there is none.
fn known_reading(question: &Question, name: &Name, diagnostics: &mut Diagnostics) -> Option<bool> {
    if let Some(reading) = question.readings.iter().find(|r| r.name.value == name.value) {
        return Some(!reading.rejected.is_empty());
    }
    let names = || question.readings.iter().map(|r| r.name.value.as_str());
    let help = match suggest::nearest(&name.value, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its readings are {}", names().collect::<Vec<_>>().join(", ")),
    };
    diagnostics.push(
        Diagnostic::error(
            Code::UnknownReading,
            format!("{} has no reading `{}`", question.id.value, name.value),
            name.span,
            "not a reading of this question",
        )
        .and(question.id.span, "the question")
        .help(help),
    );
    None
}
