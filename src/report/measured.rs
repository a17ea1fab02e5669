//! What the questions change beside the score: verdicts by the measures that the plan names.

use super::analysis::{self, Finding, OneAtATime, Verdict};
use super::plates::{players, scope_words};
use super::section::{PlainCell, PlainRow, PlainTable, Section};
use super::words::{capital, list, signed};
use super::{Found, Material};
use crate::metrics::Measure;
use crate::stats::Estimate;
use rustc_hash::FxHashMap;

/// One measure and the difference of it that matters.
pub(super) struct Measured {
    /// Its id.
    pub id: String,
    /// Its name in prose, and its unit.
    pub name: &'static str,
    pub unit: &'static str,
    /// The margin, in its unit.
    pub margin: f64,
    /// What is found under each kind of player.
    pub tables: Vec<OneAtATime<Estimate>>,
}

/// The measures of a layout by which its readings are compared; those that nothing in it bears on are left out.
pub(super) fn of(material: &Material<'_>, found: &Found<'_>) -> Vec<Measured> {
    let (study, results) = (material.study, material.results);
    if study.plan.metrics.is_empty() {
        return Vec::new();
    }
    let cells = found.layout.rows.iter().flat_map(|row| &row.cells);
    let by_cell: FxHashMap<usize, Vec<Measure>> =
        cells.map(|&cell| (cell, results[cell].tally.measures(study.plan.confidence))).collect();
    let measured = |(id, &margin): (&String, &f64)| {
        let of = |cell: usize| by_cell.get(&cell)?.iter().find(|m| m.id == *id);
        let estimate = |cell: usize| {
            let found = of(cell)?;
            found.interval.map(|[low, high]| Estimate { value: found.value, low, high })
        };
        let measure = of(found.layout.rows[0].cells[0])?;
        let kinds = (0..found.layout.players.len()).filter(|&kind| !material.told_before(found, kind));
        let tables = kinds.map(|kind| analysis::by_measure(study, results, found.layout, kind, (&estimate, margin)));
        Some(Measured { id: id.clone(), name: measure.name, unit: measure.unit, margin, tables: tables.collect() })
    };
    study.plan.metrics.iter().filter_map(measured).collect()
}

/// Decimals that tell a margin from nought, and one more.
fn decimals(margin: f64) -> usize {
    let mut decimals = 1;
    while decimals < 6 && margin * 10f64.powi(decimals - 1) < 1.0 - 1e-9 {
        decimals += 1;
    }
    decimals.unsigned_abs() as usize
}

fn cell(material: &Material<'_>, measured: &Measured, finding: Option<&Finding<Estimate>>) -> PlainCell {
    let Some(finding) = finding else { return PlainCell::new("–".to_owned(), String::new()) };
    let digits = decimals(measured.margin);
    let readings = &material.study.game.questions[finding.question].readings;
    let largest = finding.largest().and_then(|e| Some((&readings[e.reading].name, e.difference?)));
    let (verdict, kind) = match finding.verdict {
        _ if finding.effects.iter().all(|e| e.same_rules) => ("the same rules", "not"),
        Verdict::Matters => ("matters", "matters"),
        Verdict::DoesNotMatter => ("does not matter", "not"),
        Verdict::Undecided => ("undecided", "undecided"),
        Verdict::NoScore => ("not measured under one reading", "none"),
    };
    let below = largest.map_or_else(String::new, |(name, d)| {
        format!("{} {name} ({} to {})", signed(d.value, digits), signed(d.low, digits), signed(d.high, digits))
    });
    PlainCell { text: verdict.to_owned(), below, kind }
}

fn table(material: &Material<'_>, found: &Found<'_>, measured: &Measured) -> PlainTable {
    let game = &material.study.game;
    let asked = measured.tables.first().map_or(&[][..], |t| &t.findings);
    let row = |finding: &Finding<Estimate>| PlainRow {
        name: game.questions[finding.question].id.clone(),
        cells: measured
            .tables
            .iter()
            .map(|t| cell(material, measured, t.findings.iter().find(|f| f.question == finding.question)))
            .collect(),
    };
    PlainTable {
        caption: format!(
            "{}, in a {} ({}): whether a question changes it by more than {} ({}), corrected for the number of questions; below, \
             the largest change that one of its readings makes against the best supported one, with its interval.",
            capital(measured.name),
            scope_words(found.layout.scope).0,
            material.study.part(found.layout).name,
            measured.margin,
            measured.unit
        ),
        head: std::iter::once("Question".to_owned())
            .chain(measured.tables.iter().map(|t| capital(&players(found.layout, t.agents))))
            .collect(),
        rows: asked.iter().map(row).collect(),
    }
}

/// Which questions matter by a measure, under any kind of player.
fn sentence(material: &Material<'_>, found: &Found<'_>, measured: &Measured) -> String {
    let game = &material.study.game;
    let says = |wanted: Verdict| {
        let asked = measured.tables.first().map_or(&[][..], |t| &t.findings);
        let ids = asked.iter().map(|f| f.question).filter(|&question| {
            let of = |t: &OneAtATime<Estimate>| t.findings.iter().find(|f| f.question == question).map(|f| f.verdict);
            match wanted {
                Verdict::Matters => measured.tables.iter().any(|t| of(t) == Some(wanted)),
                _ => measured.tables.iter().all(|t| of(t) == Some(wanted)),
            }
        });
        ids.map(|question| game.questions[question].id.as_str()).collect::<Vec<_>>()
    };
    let (matter, not) = (says(Verdict::Matters), says(Verdict::DoesNotMatter));
    let told = |ids: &[&str], none: &str| if ids.is_empty() { none.to_owned() } else { list(ids) };
    let under = if measured.tables.len() > 1 { " under some kind of player" } else { "" };
    let all = if measured.tables.len() > 1 { " under any" } else { "" };
    format!(
        "{}, in a {} ({}): {} matter{}{under}; {} do{} not{all}.",
        capital(measured.name),
        scope_words(found.layout.scope).0,
        material.study.part(found.layout).name,
        told(&matter, "no questions"),
        if matter.len() == 1 { "s" } else { "" },
        told(&not, "no questions"),
        if not.len() == 1 { "es" } else { "" },
    )
}

/// The section; nothing where the plan names no measures.
pub(super) fn section(material: &Material<'_>) -> Option<Section> {
    let (mut sentences, mut tables) = (Vec::new(), Vec::new());
    for found in material.one_at_a_time() {
        for measured in &found.measured {
            sentences.push(sentence(material, found, measured));
            tables.push(table(material, found, measured));
        }
    }
    (!tables.is_empty()).then(|| Section {
        id: "measures",
        heading: "What the questions change beside the score".to_owned(),
        sentences,
        tables,
    })
}

/// Words for the margins, for the paragraph on method.
pub(super) fn margins(found: &[&Found<'_>]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for measured in found.iter().flat_map(|f| &f.measured) {
        let words = format!("{} ({} {})", measured.name, measured.margin, measured.unit);
        if !told.contains(&words) {
            told.push(words);
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::decimals;

    #[test]
    fn a_difference_has_one_decimal_more_than_its_margin() {
        assert_eq!([3.0, 1.0, 0.5, 0.1, 0.05, 0.01].map(decimals), [1, 1, 2, 2, 3, 3]);
    }
}
