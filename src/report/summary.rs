//! The answer in brief: one table, a row a question, and the sentences before it.

use super::analysis::{Finding, OneAtATime, Verdict};
use super::plates::{players, scope_words};
use super::words::{self, capital, grouped, interval_in_points, list, signed};
use super::{Found, Material};
use crate::rules::game::{Grade, Question, ReadingOption};
use serde::Serialize;

/// The table.
#[derive(Debug, Serialize)]
pub(super) struct Brief {
    /// Heads of the columns of effects.
    columns: Vec<String>,
    rows: Vec<BriefRow>,
}

#[derive(Debug, Serialize)]
struct BriefRow {
    id: String,
    sentence: String,
    cells: Vec<BriefCell>,
    refuted: Vec<String>,
    best: String,
    grade: String,
}

/// What a question does in one scope under one kind of player.
#[derive(Debug, Serialize)]
struct BriefCell {
    /// A word for the style: `matters`, `not`, `undecided` or `none`.
    kind: &'static str,
    /// "+12.3", or nothing.
    effect: String,
    /// "+11.4 to +13.2", or nothing.
    interval: String,
    /// The reading that makes the effect, or nothing.
    reading: String,
    /// The verdict, or why there is none.
    verdict: String,
    /// How the share of games without a result changes, where it changes by more than the margin.
    unresolved: String,
}

impl Verdict {
    const fn kind(self) -> &'static str {
        match self {
            Self::Matters => "matters",
            Self::DoesNotMatter => "not",
            Self::Undecided => "undecided",
            Self::NoScore => "none",
        }
    }
}

/// What is found one question at a time, under each kind of player. What another part has found already in the same games
/// is not told again.
fn tables<'a>(material: &'a Material<'_>) -> Vec<(&'a Found<'a>, &'a OneAtATime)> {
    let all = material.one_at_a_time().flat_map(|f| f.tables.iter().map(move |t| (f, t)));
    all.filter(|(found, table)| !material.told_before(found, table.agents)).collect()
}

/// The table in brief.
pub(super) fn table(material: &Material<'_>) -> Brief {
    let study = material.study;
    let tables = tables(material);
    let columns = tables.iter().map(|(found, table)| {
        format!("{}, {}", capital(scope_words(found.layout.scope).0), players(found.layout, table.agents))
    });
    let mut asked: Vec<usize> = tables.iter().flat_map(|(_, t)| t.findings.iter().map(|f| f.question)).collect();
    asked.sort_unstable();
    asked.dedup();
    let rows = asked.into_iter().map(|number| {
        let question = &study.game.questions[number];
        let cell =
            |(found, table): &(&Found<'_>, &OneAtATime)| match table.findings.iter().find(|f| f.question == number) {
                Some(finding) => cell(material, found, question, finding),
                None => BriefCell {
                    kind: "none",
                    effect: String::new(),
                    interval: String::new(),
                    reading: String::new(),
                    verdict: if study.part(found.layout).leave_out.contains_key(&question.id) {
                        "left out".to_owned()
                    } else {
                        format!("cannot show in a single {}", scope_words(found.layout.scope).0)
                    },
                    unresolved: String::new(),
                },
            };
        let best = question.readings.first();
        BriefRow {
            id: question.id.clone(),
            sentence: question.sentence.clone(),
            cells: tables.iter().map(cell).collect(),
            refuted: material.examples.against(number).map(|r| question.readings[r.reading].name.clone()).collect(),
            best: best.map(|r| r.name.clone()).unwrap_or_default(),
            grade: best.map_or("", grade).to_owned(),
        }
    });
    Brief { columns: columns.collect(), rows: rows.collect() }
}

/// The best grade of evidence for a reading.
fn grade(reading: &ReadingOption) -> &'static str {
    match reading.evidence.iter().map(|e| e.grade).min() {
        Some(Grade::Primary) => "primary",
        Some(Grade::Secondary) => "secondary",
        Some(Grade::Implementation) => "implementation",
        Some(Grade::Reconstruction) | None => "reconstruction",
    }
}

fn cell(material: &Material<'_>, found: &Found<'_>, question: &Question, finding: &Finding) -> BriefCell {
    let margin = words::hundredths(material.study.plan.margin);
    let largest = finding.largest();
    let difference = largest.and_then(|e| e.difference).map(|d| d.difference);
    let verdict = match finding.verdict {
        _ if finding.effects.iter().all(|e| e.same_rules) => "the same rules".to_owned(),
        Verdict::Matters => format!("matters: more than {margin} points{}", chance(finding.claims.beyond)),
        Verdict::DoesNotMatter => {
            format!("does not matter: less than {margin} points{}", chance(finding.claims.within))
        }
        Verdict::Undecided => "undecided at this n".to_owned(),
        Verdict::NoScore => format!("no {} has a result under one reading", scope_words(found.layout.scope).0),
    };
    let unresolved = finding.unresolved(material.study.plan.margin).map_or_else(String::new, |e| {
        let [before, after] = e.without_result;
        let many = scope_words(found.layout.scope).1;
        let reading = &question.readings[e.reading].name;
        format!("{many} without a result: {} to {} ({reading})", words::percent(before), words::percent(after))
    });
    BriefCell {
        kind: finding.verdict.kind(),
        effect: difference.map_or_else(String::new, |d| signed(d.value * 100.0, 1)),
        interval: difference.map_or_else(String::new, interval_in_points),
        reading: largest.map(|e| question.readings[e.reading].name.clone()).unwrap_or_default(),
        verdict,
        unresolved,
    }
}

/// The value of a corrected test, as " (p < 0.001)".
fn chance(p: f64) -> String {
    if p < 0.001 { " (p\u{a0}<\u{a0}0.001)".to_owned() } else { format!(" (p\u{a0}=\u{a0}{})", words::fixed(p, 3)) }
}

/// The sentences before the table: for each scope and kind of player, which questions change the score.
pub(super) fn sentences(material: &Material<'_>) -> Vec<String> {
    let study = material.study;
    let margin = words::hundredths(study.plan.margin);
    let mut sentences = Vec::new();
    for (found, table) in tables(material) {
        let (one, many) = scope_words(found.layout.scope);
        let ids = |verdict| {
            let of = table.findings.iter().filter(move |f| f.verdict == verdict);
            of.map(|f| study.game.questions[f.question].id.clone()).collect::<Vec<_>>()
        };
        let (matter, not, open) = (ids(Verdict::Matters), ids(Verdict::DoesNotMatter), ids(Verdict::Undecided));
        let unscored = ids(Verdict::NoScore);
        let mut clauses = Vec::new();
        if !matter.is_empty() {
            clauses.push(format!(
                "{} {} the first player's score by more than {margin} points",
                list(&matter),
                if matter.len() == 1 { "changes" } else { "change" }
            ));
        }
        if !not.is_empty() {
            let verb = if not.len() == 1 { "changes" } else { "change" };
            let what = if matter.is_empty() { "the first player's score" } else { "it" };
            clauses.push(format!("{} {verb} {what} by less", list(&not)));
        }
        if !open.is_empty() {
            let verb = if open.len() == 1 { "is" } else { "are" };
            clauses.push(format!(
                "{} {verb} undecided with {} {many} a reading",
                list(&open),
                grouped(material.results[found.layout.rows[0].cells[table.agents]].tally.games())
            ));
        }
        if !unscored.is_empty() {
            let verb = if unscored.len() == 1 { "has" } else { "have" };
            clauses.push(format!("{} {verb} a reading under which no {one} has a result", list(&unscored)));
        }
        if !clauses.is_empty() {
            sentences.push(format!(
                "In a {one}, with {}: {}.",
                players(found.layout, table.agents),
                clauses.join("; ")
            ));
        }
    }
    sentences
}
