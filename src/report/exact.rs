//! Exact values beside play: what the rounds of each reading are worth, and whether play ranks the readings as they do.

use super::combined::for_files;
use super::plates::{Plate, drawn, intervals, players, reading_name, row_name, size};
use super::words::{self, count, grouped};
use super::{Found, Material};
use crate::engine::Scope;
use crate::figures::{
    Bounds as Drawn, FigureError, Measure, Preset, SolvedReading, SolvedValues, ValueInPlay, ValuesInPlay,
};
use crate::solve::Bounds;
use crate::stats::kendall;
use crate::study::{Design, Row, SolvedRound};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

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
    let rounds = material.found.iter().filter(each).filter(|found| found.layout.scope == Scope::Round).map(of);
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

/// What a study of exact values alone comes to, a sentence or two a part.
pub(super) fn in_brief(material: &Material<'_>) -> Vec<String> {
    let part = |(found, rows): &(&Found<'_>, Vec<Solved<'_>>)| {
        let taus = (0..found.layout.players.len()).filter_map(|agents| {
            let (tau, _) = tau(material, rows, agents)?;
            Some(format!("{} ({})", words::fixed(tau, 2), players(found.layout, agents)))
        });
        let taus: Vec<String> = taus.collect();
        let agree = format!(" Kendall’s tau-b of the values with mean margins in play: {}.", words::list(&taus));
        range(material, rows) + if taus.is_empty() { "" } else { &agree }
    };
    solved(material).iter().map(part).collect()
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
            .chain(agreements(material, found, rows))
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

/// Kendall's tau-b of the exact values with the mean margins under one kind of player, and the readings that it ranks.
fn tau(material: &Material<'_>, rows: &[Solved<'_>], agents: usize) -> Option<(f64, usize)> {
    let pairs = rows.iter().filter_map(|s| {
        let &cell = s.row.cells.get(agents)?;
        let margin = material.results[cell].tally.margin.mean(material.study.plan.confidence)?;
        Some((f64::from(s.round.value.value()?), margin.value))
    });
    let (values, margins): (Vec<f64>, Vec<f64>) = pairs.unzip();
    Some((kendall::tau(&values, &margins)?, values.len()))
}

/// Whether the mean margins under each kind of player rank the readings as their exact values do.
fn agreements(material: &Material<'_>, found: &Found<'_>, rows: &[Solved<'_>]) -> Vec<String> {
    let of = |agents| {
        let (tau, ranked) = tau(material, rows, agents)?;
        Some(format!(
            "The mean margins of {} and the exact values rank the {} with Kendall’s tau-b of {}.",
            players(found.layout, agents),
            count(ranked as u64, "reading of known value", "readings of known value"),
            words::fixed(tau, 2)
        ))
    };
    (0..found.layout.players.len()).filter_map(of).collect()
}

/// The figures of each layout: the values of the first moves too where the readings are few, and all beside play.
pub(super) fn plates(material: &Material<'_>) -> Result<Vec<Plate>, FigureError> {
    let mut plates = Vec::new();
    for (found, rows) in solved(material) {
        let part = &material.study.part(found.layout).name;
        if rows.len() <= MOST_DRAWN {
            let heading = "Exact value of a round, by reading".to_owned();
            let stem = format!("solved-{}", for_files(part));
            let (figure, preset) = (by_reading(material, &rows), size(material.study, Preset::Elsevier2));
            plates.push(Plate::new((stem, heading), &figure, preset, range(material, &rows))?);
        }
        if let Some(figure) = beside_play(material, found, &rows) {
            let heading = "Exact value of a round beside play".to_owned();
            let stem = format!("solved-in-play-{}", for_files(part));
            let sentence = agreements(material, found, &rows).join(" ");
            plates.push(Plate::new((stem, heading), &figure, size(material.study, Preset::Elsevier2), sentence)?);
        }
    }
    Ok(plates)
}

fn drawn_bounds(b: Bounds) -> Drawn {
    Drawn::new(b.low.into(), b.high.into())
}

const VALUE: &str = "value of a round (seeds of the first player less those of the second)";

fn by_reading(material: &Material<'_>, rows: &[Solved<'_>]) -> SolvedValues {
    let readings = rows.iter().map(|s| SolvedReading {
        name: name(material, s.row),
        value: drawn_bounds(s.round.value),
        moves: s.round.moves.iter().map(|(pit, v)| (pit.clone(), drawn_bounds(*v))).collect(),
    });
    SolvedValues {
        subject: "Exact value of a round and of its first moves under each reading".to_owned(),
        axis: VALUE.to_owned(),
        readings: readings.collect(),
    }
}

/// Readings from which on their values are drawn beside play; of fewer a list tells more.
const FEWEST_BESIDE_PLAY: usize = 12;

/// The exact values against the mean margins of each kind of player; none where the readings are few or all worth the same.
fn beside_play(material: &Material<'_>, found: &Found<'_>, rows: &[Solved<'_>]) -> Option<ValuesInPlay> {
    let study = material.study;
    let complete: Vec<&Solved<'_>> = rows.iter().filter(|s| s.round.complete).collect();
    let first = complete.first()?.round.value;
    if complete.len() < FEWEST_BESIDE_PLAY || complete.iter().all(|s| s.round.value == first) {
        return None;
    }
    let question = most_telling(found, &complete)?;
    let answers: BTreeSet<usize> = complete.iter().filter_map(|s| s.row.answers.get(question)).collect();
    let answers: Vec<usize> = answers.into_iter().collect();
    let kinds = 0..found.layout.players.len();
    let play = |s: &Solved<'_>| {
        let cells = s.row.cells.iter().map(|&cell| {
            let tally = &material.results[cell].tally;
            Some(drawn(tally.margin.mean(study.plan.confidence)?, 1.0, tally.margin.games()))
        });
        cells.collect::<Option<Vec<_>>>()
    };
    let readings = complete.iter().filter_map(|s| {
        Some(ValueInPlay {
            name: s.row.id.clone(),
            group: answers.binary_search(&s.row.answers.get(question)?).ok()?,
            value: drawn_bounds(s.round.value),
            play: play(s)?,
        })
    });
    let asked = &study.game.questions[question];
    Some(ValuesInPlay {
        subject: "Exact value of a round under each reading beside what players make of it".to_owned(),
        axis: VALUE.to_owned(),
        measure: Measure {
            label: "mean margin (seeds)".to_owned(),
            decimals: 1,
            counted: "rounds".to_owned(),
            interval: intervals(study, "Student intervals"),
        },
        grouped_by: format!("{}, “{}”", asked.id, asked.sentence),
        groups: answers.iter().map(|&reading| reading_name(study, question, reading)).collect(),
        players: kinds.clone().map(|agents| players(found.layout, agents)).collect(),
        taus: kinds.map(|agents| tau(material, rows, agents).map(|(tau, _)| tau)).collect(),
        readings: readings.collect(),
    })
}

/// The question of up to five readings whose answers part the values most: of the greatest variance between its answers.
fn most_telling(found: &Found<'_>, rows: &[&Solved<'_>]) -> Option<usize> {
    let few = found.layout.questions.iter().copied().filter_map(|question| {
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for s in rows {
            let sum = sums.entry(s.row.answers.get(question)?).or_default();
            *sum = (sum.0 + 1.0, sum.1 + drawn_bounds(s.round.value).middle());
        }
        let between: f64 = sums.values().map(|(n, sum)| sum * sum / n).sum();
        (sums.len() <= MOST_GROUPS).then_some((question, between))
    });
    few.reduce(|one, other| if other.1 > one.1 { other } else { one }).map(|(question, _)| question)
}

/// Groups that marks can tell apart.
const MOST_GROUPS: usize = 5;
