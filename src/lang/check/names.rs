//! Questions, readings and the names by which clauses and examples speak of them.

use super::super::ast::{ExampleItem, Grade, Name, Question, Text};
use super::super::{suggest, walk, words};
use super::Parts;
use crate::diagnostics::{Code, Diagnostic, Diagnostics};

/// Checks all names of a game. `lost` is what was not understood: names that occur there are taken to be good.
pub(super) fn check(parts: &Parts<'_>, lost: &[Text], diagnostics: &mut Diagnostics) {
    let mut names = Names { parts, lost, diagnostics };
    names.questions();
    names.choices();
}

struct Names<'p, 'd> {
    parts: &'p Parts<'p>,
    lost: &'p [Text],
    diagnostics: &'d mut Diagnostics,
}

impl<'p> Names<'p, '_> {
    /// Checks the questions by themselves, and what examples say of them.
    fn questions(&mut self) {
        for (n, question) in self.parts.questions.iter().enumerate() {
            let before = &self.parts.questions[..n];
            if let Some(first) = before.iter().find(|q| q.id.value == question.id.value) {
                self.diagnostics.push(
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
            severity(question, self.diagnostics);
            readings(question, self.lost.is_empty(), self.diagnostics);
            self.condition(question, before);
        }
        for (example, _) in &self.parts.examples {
            for item in &example.items {
                if let ExampleItem::Refutes(refuted) = &item.value {
                    for (id, reading) in refuted {
                        if let Some(question) = self.known(id) {
                            self.known_reading(question, reading);
                        }
                    }
                }
            }
        }
    }

    fn condition(&mut self, question: &Question, before: &[&Question]) {
        for part in question.only_if.iter().flatten().flatten() {
            let earlier = before.iter().any(|q| q.id.value == part.question.value);
            if !earlier && self.parts.question(&part.question.value).is_some() {
                self.diagnostics.push(
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
            if let Some(other) = self.known(&part.question) {
                for reading in &part.readings {
                    self.known_reading(other, reading);
                }
            }
        }
    }

    /// Checks every choice of the clauses, and that every question is asked by one.
    fn choices(&mut self) {
        let parts = self.parts;
        let mut all = Vec::new();
        let mut visit = |choice: walk::Choice<'p>, guards: &[walk::Guard<'p>]| all.push((choice, guards.to_vec()));
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
        let mut asked: Vec<&str> = Vec::new();
        let mut all_known = true;
        for (choice, guards) in &all {
            if !choice.told_only {
                asked.push(&choice.question.value);
            }
            match self.known(choice.question) {
                Some(question) => self.choice(question, choice, guards),
                None => all_known = false,
            }
        }
        // A question that seems to be unused may be the one that an unknown id was meant for.
        if !self.lost.is_empty() || !all_known {
            return;
        }
        for question in &parts.questions {
            let id = &question.id;
            if !question.presentation_only && !asked.contains(&id.value.as_str()) {
                let (named, message) = (&id.value, "so that its readings are never used");
                self.diagnostics.push(
                    Diagnostic::error(
                        Code::UnusedQuestion,
                        format!("no rule hangs on {named}, {message}"),
                        id.span,
                        "asked, and never answered by a rule",
                    )
                    .help(format!(
                        "say with `by {named} {{ … }}` what each reading does, or mark the question `presentation only`"
                    )),
                );
            }
        }
    }

    fn choice(&mut self, question: &Question, choice: &walk::Choice<'_>, guards: &[walk::Guard<'_>]) {
        if guards.iter().any(|(id, _)| *id == question.id.value) {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::NestedQuestion,
                    format!("{} is already answered here", question.id.value),
                    choice.span,
                    "this stands inside a choice by the same question",
                )
                .help("write out what the reading of the outer choice says"),
            );
        }
        if question.presentation_only && !choice.told_only {
            self.diagnostics.push(
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
        self.arms(question, choice);
    }

    fn arms(&mut self, question: &Question, choice: &walk::Choice<'_>) {
        let mut seen: Vec<&Name> = Vec::new();
        let mut all_known = self.lost.is_empty();
        for reading in choice.arms.iter().flat_map(|names| names.iter()) {
            let Some(rejected) = self.known_reading(question, reading) else {
                all_known = false;
                continue;
            };
            if rejected {
                self.diagnostics.push(
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
                self.diagnostics.push(
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
        // A reading that seems to be missing may be the one that an unknown name was meant for.
        if !missing.is_empty() && all_known {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::MissingReading,
                    format!("this choice leaves out {}", words::and(&missing)),
                    choice.span,
                    "every reading needs an arm here",
                )
                .and(question.id.span, "the question")
                .help("add an arm for it; where it changes nothing, name it in the arm that it agrees with"),
            );
        }
    }

    /// Whether a word occurs in what was not understood.
    fn is_lost(&self, word: &str) -> bool {
        let in_a_name = |c: char| c.is_alphanumeric() || c == '-';
        self.lost.iter().any(|text| text.value.split(|c| !in_a_name(c)).any(|w| w == word))
    }

    /// The question of this id, or an error.
    fn known(&mut self, id: &Name) -> Option<&'p Question> {
        let questions = &self.parts.questions;
        let found = questions.iter().find(|q| q.id.value == id.value).copied();
        if found.is_none() && !self.is_lost(&id.value) {
            let help = match suggest::nearest(&id.value, questions.iter().map(|q| q.id.value.as_str())) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "add the question to the file, or correct its id".to_owned(),
            };
            self.diagnostics.push(
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
    fn known_reading(&mut self, question: &Question, name: &Name) -> Option<bool> {
        if let Some(reading) = question.readings.iter().find(|r| r.name.value == name.value) {
            return Some(!reading.rejected.is_empty());
        }
        if self.is_lost(&name.value) {
            return None;
        }
        let names = || question.readings.iter().map(|r| r.name.value.as_str());
        let help = match suggest::nearest(&name.value, names()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its readings are {}", names().collect::<Vec<_>>().join(", ")),
        };
        self.diagnostics.push(
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

/// `whole` says that nothing of the file was lost.
fn readings(question: &Question, whole: bool, diagnostics: &mut Diagnostics) {
    if question.readings.len() < 2 && whole {
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
        if reading.evidence.is_empty() && whole {
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
