//! Exact values beside play: what the rounds of each reading are worth, and whether play ranks the readings as they do.

use super::combined::for_files;
use super::plates::{Plate, players, row_name, size};
use super::words::{self, count, grouped};
use super::{Found, Material};
use crate::engine::Scope;
use crate::figures::{Bounds as Drawn, FigureError, Preset, SolvedReading, SolvedValues};
use crate::solve::Bounds;
use crate::stats::kendall;
use crate::study::{Design, Row, SolvedRound};
use serde::Serialize;

/// Most readings in the figure; more of them would not be told apart.
const MOST_DRAWN: usize = 60;

/// The values of one layout.
#[derive(Debug, Serialize)]
pub(super) struct ExactBlock {
    caption: String,
    rows: Vec<ExactRow>,
    sentences: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ExactRow {
    reading: String,
    value: String,
    moves: String,
    positions: String,
    remark: String,
}

/// A reading with its values.
pub(super) struct Solved<'a> {
    pub row: &'a Row,
    pub round: &'a SolvedRound,
}

/// The readings of single rounds whose values are kept, each ruleset once; of the layouts whose readings stand by themselves, and
/// of these only such as tell of a ruleset that none before has told of.
pub(super) fn solved<'a>(material: &'a Material<'_>) -> Vec<(&'a Found<'a>, Vec<Solved<'a>>)> {
    let of = |found: &'a Found<'a>| {
        let rows = found.layout.distinct().into_iter().filter_map(|row| {
            let &cell = row.cells.first()?;
            let round = material.solved.get(&material.study.cells[cell].rules_hash)?;
            Some(Solved { row, round })
        });
        (found, rows.collect::<Vec<_>>())
    };
    let each = |found: &&Found<'_>| material.study.part(found.layout).design != Design::Ladder;
    let rounds = material.singly().filter(each).filter(|found| found.layout.scope == Scope::Round).map(of);
    let mut told: Vec<(&Found<'_>, Vec<Solved<'_>>)> = Vec::new();
    for (found, rows) in rounds.filter(|(_, rows)| !rows.is_empty()) {
        let again = |s: &Solved<'_>| told.iter().any(|(_, rows)| rows.iter().any(|t| t.round.rules == s.round.rules));
        if !rows.iter().all(again) {
            told.push((found, rows));
        }
    }
    told
}

fn name(material: &Material<'_>, row: &Row) -> String {
    let study = material.study;
    if row.changes.is_some() || row.id == study.game.id { row_name(study, row) } else { row.id.clone() }
}

fn signed(seeds: i16) -> String {
    words::signed(seeds.into(), 0)
}

fn told(bounds: Bounds) -> String {
    bounds.value().map_or_else(|| format!("{} to {}", signed(bounds.low), signed(bounds.high)), signed)
}

/// What a value hangs on, where it hangs on something.
fn remark(round: &SolvedRound) -> String {
    let mut remarks = Vec::new();
    if !round.complete {
        remarks.push("bounds: not all positions fitted in memory".to_owned());
    } else if round.value.value().is_none() {
        remarks.push("hangs on what a repeated position does".to_owned());
    }
    if round.whatever_never_ending != round.value {
        remarks.push(format!("{} by what a sowing that never ends does", told(round.whatever_never_ending)));
    }
    remarks.join("; ")
}

/// The tables of the page.
pub(super) fn blocks(material: &Material<'_>) -> Vec<ExactBlock> {
    solved(material).iter().map(|(found, rows)| block(material, found, rows)).collect()
}

fn block(material: &Material<'_>, found: &Found<'_>, rows: &[Solved<'_>]) -> ExactBlock {
    let part = &material.study.part(found.layout).name;
    ExactBlock {
        caption: format!(
            "Exact value of a round and of each first move, in seeds of the first player less those of the second, by reading \
             ({part}). Positions: those that can come up; where both players are treated alike, a position and the same with \
             the players changed about are one."
        ),
        rows: rows
            .iter()
            .map(|solved| ExactRow {
                reading: name(material, solved.row),
                value: told(solved.round.value),
                moves: solved
                    .round
                    .moves
                    .iter()
                    .map(|(pit, v)| format!("{pit} {}", told(*v)))
                    .collect::<Vec<_>>()
                    .join(", "),
                positions: grouped(solved.round.positions),
                remark: remark(solved.round),
            })
            .collect(),
        sentences: [range(material, rows)]
            .into_iter()
            .chain(examples(material, rows))
            .chain((0..found.layout.players.len()).filter_map(|agents| agreement(material, found, rows, agents)))
            .collect(),
    }
}

/// How many values are known, and from where to where they run.
fn range(material: &Material<'_>, rows: &[Solved<'_>]) -> String {
    let exact: Vec<(&Solved<'_>, i16)> = rows.iter().filter_map(|s| Some((s, s.round.value.value()?))).collect();
    let known = format!(
        "Of {} the exact value of a round is known for {}, whatever a repeated position does",
        count(rows.len() as u64, "reading", "readings"),
        if exact.len() == rows.len() { "all".to_owned() } else { exact.len().to_string() }
    );
    let (Some((least, low)), Some((most, high))) =
        (exact.iter().min_by_key(|e| e.1), exact.iter().rev().max_by_key(|e| e.1))
    else {
        return format!("{known}.");
    };
    if low == high {
        let each = if exact.len() == 1 { "it is" } else { "it is the same under each of them," };
        return format!("{known}; {each} {}.", signed(*low));
    }
    format!(
        "{known}; it runs from {} ({}) to {} ({}).",
        signed(*low),
        name(material, least.row),
        signed(*high),
        name(material, most.row)
    )
}

/// Whether the first moves that sources show are among the best.
fn examples(material: &Material<'_>, rows: &[Solved<'_>]) -> Vec<String> {
    let game = &material.study.game;
    let names = match material.study.cells.first() {
        Some(cell) => cell.rules.board.names(),
        None => return Vec::new(),
    };
    let shown = game.examples.iter().filter(|e| !e.constructed && e.start.is_none());
    let first = shown.filter_map(|e| e.steps.first().map(|step| (&e.title, names.of(step.pit.value).to_string())));
    first
        .map(|(title, pit)| {
            let best = |s: &&Solved<'_>| s.round.best().contains(&pit.as_str());
            let among = rows.iter().filter(best).count();
            format!(
                "The first move of the example “{title}”, {pit}, is among the best first moves under {among} of {}.",
                count(rows.len() as u64, "reading", "readings")
            )
        })
        .collect()
}

/// Whether the mean margin under one kind of player ranks the readings as their exact values do.
fn agreement(material: &Material<'_>, found: &Found<'_>, rows: &[Solved<'_>], agents: usize) -> Option<String> {
    let pairs = rows.iter().filter_map(|s| {
        let result = &material.results[*s.row.cells.get(agents)?];
        let margin = result.tally.margin.mean(material.study.plan.confidence)?;
        Some((f64::from(s.round.value.value()?), margin.value))
    });
    let (values, margins): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let tau = kendall::tau(&values, &margins)?;
    Some(format!(
        "The mean margins of {} and the exact values rank the {} with Kendall’s tau-b of {}.",
        players(found.layout, agents),
        count(values.len() as u64, "reading of known value", "readings of known value"),
        words::fixed(tau, 2)
    ))
}

/// The figure of each layout.
pub(super) fn plates(material: &Material<'_>) -> Result<Vec<Plate>, FigureError> {
    let mut plates = Vec::new();
    for (found, rows) in solved(material) {
        if rows.len() > MOST_DRAWN {
            continue;
        }
        let drawn = |b: Bounds| Drawn::new(b.low.into(), b.high.into());
        let figure = SolvedValues {
            subject: "Exact value of a round and of its first moves under each reading".to_owned(),
            axis: "value of a round (seeds of the first player less those of the second)".to_owned(),
            readings: rows
                .iter()
                .map(|s| SolvedReading {
                    name: name(material, s.row),
                    value: drawn(s.round.value),
                    moves: s.round.moves.iter().map(|(pit, v)| (pit.clone(), drawn(*v))).collect(),
                })
                .collect(),
        };
        let part = &material.study.part(found.layout).name;
        let stem = format!("solved-{}", for_files(part));
        let sentence = range(material, &rows);
        plates.push(Plate::new(
            (stem, "Exact value of a round, by reading".to_owned()),
            &figure,
            size(material.study, Preset::Elsevier2),
            sentence,
        )?);
    }
    Ok(plates)
}
