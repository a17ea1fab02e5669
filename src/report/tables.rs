//! The tables of a report as CSV, one observation a row, with names that a statistics program takes as they are.

use super::{File, Material, ReportError, analysis, exact, strength};
use crate::engine::Scope;
use crate::metrics::{Method, distinct, state_space};
use crate::stats::factorial;
use std::path::Path;

/// Every table.
pub(super) fn all(material: &Material<'_>) -> Result<Vec<File>, ReportError> {
    let mut files = vec![readings(material)?, measures(material)?, opening(material)?, refuted(material)?];
    if material.one_at_a_time().next().is_some() {
        files.push(effects(material)?);
    }
    if material.found.iter().any(|f| !f.measured.is_empty()) {
        files.push(measured_effects(material)?);
    }
    if material.ladders().next().is_some() {
        files.push(ladder(material)?);
    }
    if material.factorials().next().is_some() {
        files.push(main_effects(material)?);
    }
    if material.found.iter().any(|f| f.spreads.iter().any(Option::is_some)) {
        files.extend([variance_shares(material)?, interactions(material)?]);
    }
    if !material.solved.is_empty() {
        files.extend([solved(material)?, solved_moves(material)?]);
    }
    Ok(files)
}

/// A table being written.
struct Table {
    name: &'static str,
    writer: csv::Writer<Vec<u8>>,
}

impl Table {
    fn new(name: &'static str, head: &[&str]) -> Result<Self, ReportError> {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        writer.write_record(head)?;
        Ok(Self { name, writer })
    }

    fn row(&mut self, fields: &[String]) -> Result<(), ReportError> {
        Ok(self.writer.write_record(fields)?)
    }

    fn file(self) -> Result<File, ReportError> {
        let bytes = self.writer.into_inner().map_err(|e| csv::Error::from(e.into_error()))?;
        Ok(File { path: Path::new("tables").join(self.name), bytes })
    }
}

/// A number as it stands in a table: six decimals, which is finer than any interval here, or nothing.
fn number(value: Option<f64>) -> String {
    value.map_or_else(String::new, |v| format!("{v:.6}"))
}

/// The exact value of every reading whose rounds are solved.
fn solved(material: &Material<'_>) -> Result<File, ReportError> {
    let head = [
        "reading",
        "rules_sha256",
        "low",
        "high",
        "low_whatever_never_ending",
        "high_whatever_never_ending",
        "positions",
        "all_positions",
        "never_ending_positions",
        "best_first_moves",
    ];
    let mut table = Table::new("solved.csv", &head)?;
    for exact::Solved { row, round } in exact::solved(material).into_iter().flat_map(|(_, rows)| rows) {
        table.row(&[
            row.id.clone(),
            round.rules.clone(),
            round.value.low.to_string(),
            round.value.high.to_string(),
            round.whatever_never_ending.low.to_string(),
            round.whatever_never_ending.high.to_string(),
            round.positions.to_string(),
            round.complete.to_string(),
            round.never_ending.to_string(),
            round.best().join(" "),
        ])?;
    }
    table.file()
}

/// The exact value of every first move of them.
fn solved_moves(material: &Material<'_>) -> Result<File, ReportError> {
    let mut table = Table::new("solved_moves.csv", &["reading", "move", "low", "high"])?;
    for exact::Solved { row, round } in exact::solved(material).into_iter().flat_map(|(_, rows)| rows) {
        for (name, value) in &round.moves {
            table.row(&[row.id.clone(), name.clone(), value.low.to_string(), value.high.to_string()])?;
        }
    }
    table.file()
}

/// Which reading is played in which cell.
fn readings(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let mut table = Table::new(
        "readings.csv",
        &["part", "scope", "players", "reading", "cell", "rules_sha256", "games", "distinct_games"],
    )?;
    for layout in &study.layouts {
        for row in &layout.rows {
            for (agents, &cell) in row.cells.iter().enumerate() {
                let result = &material.results[cell];
                table.row(&[
                    study.part(layout).name.clone(),
                    scope(layout.scope),
                    layout.players[agents].to_string(),
                    row.id.clone(),
                    cell.to_string(),
                    study.cells[cell].rules_hash.clone(),
                    result.tally.games().to_string(),
                    result.distinct.to_string(),
                ])?;
            }
        }
    }
    table.file()
}

fn scope(scope: Scope) -> String {
    super::plates::scope_words(scope).0.to_owned()
}

/// Every measure of every cell.
fn measures(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let head = ["cell", "reading", "scope", "players", "measure", "value", "low", "high", "games", "unit", "interval"];
    let mut table = Table::new("measures.csv", &head)?;
    for (number_of_cell, (cell, result)) in study.cells.iter().zip(material.results).enumerate() {
        let mut measures = result.tally.measures(study.plan.confidence);
        measures.push(distinct::measure(result.distinct, result.tally.games()));
        measures.push(state_space::measure(cell.rules.board.total(), cell.rules.board.len() as u32));
        for m in measures {
            table.row(&[
                number_of_cell.to_string(),
                cell.reading().to_owned(),
                scope(cell.scope),
                cell.players.to_string(),
                m.id.to_owned(),
                number(Some(m.value)),
                number(m.interval.map(|i| i[0])),
                number(m.interval.map(|i| i[1])),
                m.games.to_string(),
                m.unit.to_owned(),
                method(m.method).to_owned(),
            ])?;
        }
    }
    table.file()
}

const fn method(method: Method) -> &'static str {
    match method {
        Method::Wilson => "Wilson",
        Method::Student => "Student",
        Method::Ratio => "ratio of sums",
        Method::OrderStatistics => "order statistics",
        Method::Exact => "",
    }
}

/// What became of each first move in every cell.
fn opening(material: &Material<'_>) -> Result<File, ReportError> {
    use crate::play::Class;
    let study = material.study;
    let mut head = vec!["cell", "reading", "scope", "players", "first_move"];
    head.extend([
        "first_wins",
        "second_wins",
        "draws",
        "never_ending",
        "repetition",
        "cut_off",
        "score",
        "low",
        "high",
    ]);
    let solved = !material.solved.is_empty();
    if solved {
        head.extend(["exact_low", "exact_high"]);
    }
    let mut table = Table::new("first-moves.csv", &head)?;
    for (number_of_cell, (cell, result)) in study.cells.iter().zip(material.results).enumerate() {
        for (pit, classes) in result.tally.openings.iter() {
            let score = classes.score(study.plan.confidence);
            let mut fields = vec![
                number_of_cell.to_string(),
                cell.reading().to_owned(),
                scope(cell.scope),
                cell.players.to_string(),
                cell.rules.board.names().of(pit).to_string(),
            ];
            fields.extend(Class::ALL.map(|c| classes.count(c).to_string()));
            fields.extend([score.map(|s| s.value), score.map(|s| s.low), score.map(|s| s.high)].map(number));
            if solved {
                let round = material.solved.get(&cell.rules_hash).filter(|_| cell.scope == Scope::Round);
                let name = cell.rules.board.names().of(pit).to_string();
                let exact = round.and_then(|r| r.moves.iter().find(|(n, _)| *n == name)).map(|(_, v)| *v);
                fields.extend(
                    [exact.map(|v| v.low), exact.map(|v| v.high)]
                        .map(|v| v.map_or_else(String::new, |v| v.to_string())),
                );
            }
            table.row(&fields)?;
        }
    }
    table.file()
}

/// Every comparison with the first reading of a part.
fn effects(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let mut head = vec!["part", "scope", "players", "question", "reading", "same_rules", "difference", "low", "high"];
    head.extend(["p_within", "p_beyond", "correlation", "variance_ratio", "games"]);
    head.extend(["question_p_within_holm", "question_p_beyond_holm", "verdict_on_question"]);
    let mut table = Table::new("effects.csv", &head)?;
    for found in material.one_at_a_time() {
        for t in &found.tables {
            for finding in &t.findings {
                for e in &finding.effects {
                    let asked = &study.game.questions[finding.question];
                    let d = e.difference;
                    table.row(&[
                        study.part(found.layout).name.clone(),
                        scope(found.layout.scope),
                        found.layout.players[t.agents].to_string(),
                        asked.id.clone(),
                        asked.readings[e.reading].name.clone(),
                        e.same_rules.to_string(),
                        number(d.map(|d| d.difference.value)),
                        number(d.map(|d| d.difference.low)),
                        number(d.map(|d| d.difference.high)),
                        number(e.claims.map(|c| c.within)),
                        number(e.claims.map(|c| c.beyond)),
                        number(d.map(|d| d.correlation)),
                        number(d.map(|d| d.variance_ratio)),
                        d.map_or_else(String::new, |d| d.games.to_string()),
                        number(Some(finding.claims.within)),
                        number(Some(finding.claims.beyond)),
                        verdict(finding.verdict).to_owned(),
                    ])?;
                }
            }
        }
    }
    table.file()
}

/// Each reading compared with the first of its part by the measures that the plan names.
fn measured_effects(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let mut head = vec!["part", "scope", "players", "measure", "unit", "margin", "question", "reading", "same_rules"];
    head.extend(["difference", "low", "high", "p_within", "p_beyond"]);
    head.extend(["question_p_within_holm", "question_p_beyond_holm", "verdict_on_question"]);
    let mut table = Table::new("measured-effects.csv", &head)?;
    for found in material.one_at_a_time() {
        for measured in &found.measured {
            for (t, finding) in measured.tables.iter().flat_map(|t| t.findings.iter().map(move |f| (t, f))) {
                for e in &finding.effects {
                    let asked = &study.game.questions[finding.question];
                    table.row(&[
                        study.part(found.layout).name.clone(),
                        scope(found.layout.scope),
                        found.layout.players[t.agents].to_string(),
                        measured.id.clone(),
                        measured.unit.to_owned(),
                        measured.margin.to_string(),
                        asked.id.clone(),
                        asked.readings[e.reading].name.clone(),
                        e.same_rules.to_string(),
                        number(e.difference.map(|d| d.value)),
                        number(e.difference.map(|d| d.low)),
                        number(e.difference.map(|d| d.high)),
                        number(e.claims.map(|c| c.within)),
                        number(e.claims.map(|c| c.beyond)),
                        number(Some(finding.claims.within)),
                        number(Some(finding.claims.beyond)),
                        verdict(finding.verdict).to_owned(),
                    ])?;
                }
            }
        }
    }
    table.file()
}

/// Each rung of each ladder.
fn ladder(material: &Material<'_>) -> Result<File, ReportError> {
    let mut head = vec!["part", "scope", "reading", "player", "against", "doubling", "score", "low", "high"];
    head.extend(["games", "distinct_games"]);
    let mut table = Table::new("ladder.csv", &head)?;
    for found in material.ladders() {
        for row in &found.layout.rows {
            for step in strength::steps(material, found, row) {
                table.row(&[
                    material.study.part(found.layout).name.clone(),
                    scope(found.layout.scope),
                    row.id.clone(),
                    step.players[0].to_string(),
                    step.players[1].to_string(),
                    step.doubles().to_string(),
                    number(step.score.map(|e| e.value)),
                    number(step.score.map(|e| e.low)),
                    number(step.score.map(|e| e.high)),
                    (2 * step.games).to_string(),
                    step.distinct.to_string(),
                ])?;
            }
        }
    }
    table.file()
}

const fn verdict(verdict: analysis::Verdict) -> &'static str {
    match verdict {
        analysis::Verdict::Matters => "matters",
        analysis::Verdict::DoesNotMatter => "does not matter",
        analysis::Verdict::Undecided => "undecided",
        analysis::Verdict::NoScore => "no score",
    }
}

/// The main effects of every factorial.
fn main_effects(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let mut head = vec!["part", "scope", "players", "question", "reading", "readings", "mean", "mean_low", "mean_high"];
    head.extend(["effect", "low", "high"]);
    let mut table = Table::new("main-effects.csv", &head)?;
    for layout in material.factorials().map(|f| f.layout) {
        for agents in 0..layout.players.len() {
            for e in analysis::main_effects(study, material.results, layout, agents) {
                let asked = &study.game.questions[e.question];
                let mut fields = vec![
                    study.part(layout).name.clone(),
                    scope(layout.scope),
                    layout.players[agents].to_string(),
                    asked.id.clone(),
                    asked.readings[e.reading].name.clone(),
                    e.readings.to_string(),
                ];
                fields.extend([e.mean.map(|m| m.value), e.mean.map(|m| m.low), e.mean.map(|m| m.high)].map(number));
                fields
                    .extend([e.effect.map(|m| m.value), e.effect.map(|m| m.low), e.effect.map(|m| m.high)].map(number));
                table.row(&fields)?;
            }
        }
    }
    table.file()
}

/// Whose share the variance of each full factorial is.
fn variance_shares(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let mut head = vec!["part", "scope", "players", "kind", "questions", "share", "low", "high"];
    head.extend(["standard_deviation", "noise_subtracted"]);
    let mut table = Table::new("variance-shares.csv", &head)?;
    for found in &material.found {
        let id = |position: usize| study.game.questions[found.layout.questions[position]].id.clone();
        let pairs = || factorial::pairs(found.layout.questions.len()).map(|(i, j)| format!("{} {}", id(i), id(j)));
        for (agents, spread) in found.spreads.iter().enumerate() {
            let Some(shares) = spread.as_ref().map(|s| &s.shares) else { continue };
            let singly = || (0..found.layout.questions.len()).map(id);
            let kinds = [
                ("alone", singly().zip(&shares.first).collect::<Vec<_>>()),
                ("in all", singly().zip(&shares.total).collect()),
                ("interaction", pairs().zip(&shares.pairs).collect()),
            ];
            for (kind, rows) in kinds {
                for (questions, e) in rows {
                    let mut fields = vec![
                        study.part(found.layout).name.clone(),
                        scope(found.layout.scope),
                        found.layout.players[agents].to_string(),
                        kind.to_owned(),
                        questions,
                    ];
                    let numbers = [e.value, e.low, e.high, shares.deviation, shares.noise];
                    fields.extend(numbers.map(|n| number(Some(n))));
                    table.row(&fields)?;
                }
            }
        }
    }
    table.file()
}

/// What pairs of answers add to the score of each full factorial.
fn interactions(material: &Material<'_>) -> Result<File, ReportError> {
    let study = material.study;
    let mut head = vec!["part", "scope", "players", "question", "reading", "other_question", "other_reading"];
    head.extend(["effect", "low", "high"]);
    let mut table = Table::new("interactions.csv", &head)?;
    for found in &material.found {
        let asked = |position: usize| &study.game.questions[found.layout.questions[position]];
        for (agents, spread) in found.spreads.iter().enumerate() {
            for t in spread.iter().flat_map(|s| &s.together) {
                let (one, other) = (asked(t.questions.0), asked(t.questions.1));
                let mut fields = vec![
                    study.part(found.layout).name.clone(),
                    scope(found.layout.scope),
                    found.layout.players[agents].to_string(),
                    one.id.clone(),
                    one.readings[t.answers.0].name.clone(),
                    other.id.clone(),
                    other.readings[t.answers.1].name.clone(),
                ];
                fields.extend([t.effect.value, t.effect.low, t.effect.high].map(|n| number(Some(n))));
                table.row(&fields)?;
            }
        }
    }
    table.file()
}

/// The answers that examples speak against.
fn refuted(material: &Material<'_>) -> Result<File, ReportError> {
    let game = &material.study.game;
    let mut table =
        Table::new("refuted.csv", &["example", "question", "reading", "first_departure", "stated_in_rules_file"])?;
    for r in &material.examples.refuted {
        let asked = &game.questions[r.question];
        table.row(&[
            game.examples[r.example].title.clone(),
            asked.id.clone(),
            asked.readings[r.reading].name.clone(),
            r.departure.clone(),
            r.stated.to_string(),
        ])?;
    }
    table.file()
}
