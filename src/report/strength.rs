//! Ladders: what each player gains on the next weaker one, and by looking further.

use super::combined::for_files;
use super::plates::{Plate, drawn, intervals, row_name, scope_words, size};
use super::section::{PlainCell, PlainRow, PlainTable, Section};
use super::words::{self, capital, count, fixed, grouped, list, percent_with_interval};
use super::{Found, Material};
use crate::agents::{Agent, Contender};
use crate::figures::{FigureError, Ladder, Measure, Preset, Rung as DrawnRung};
use crate::metrics::depth::{self, Rung};
use crate::stats::Estimate;
use crate::study::{Row, Study};

/// One rung under one reading.
pub(super) struct Step {
    /// The stronger player, and the one below.
    pub players: [Contender; 2],
    /// The stronger player's score.
    pub score: Option<Estimate>,
    /// Games in either seat, and how many of all are distinct.
    pub games: u64,
    pub distinct: u64,
}

impl Step {
    /// Whether the stronger player has twice the budget of the weaker one.
    pub fn doubles(&self) -> bool {
        let budget = |c: Contender| match c {
            Contender::Unaided(Agent::Mcts(sims)) => Some(sims),
            _ => None,
        };
        let [more, less] = self.players.map(budget);
        more.zip(less).is_some_and(|(more, less)| more == less * 2)
    }
}

fn rung<'a>(material: &'a Material<'_>, row: &Row, n: usize) -> Rung<'a> {
    let points = |at: usize| material.results[row.cells[at]].points.as_slice();
    Rung { stronger_first: points(2 * n), stronger_second: points(2 * n + 1) }
}

/// The rungs of a ladder under one of its readings, the weakest first.
pub(super) fn steps(material: &Material<'_>, found: &Found<'_>, row: &Row) -> Vec<Step> {
    let step = |(n, players): (usize, [Contender; 2])| {
        let both = [row.cells[2 * n], row.cells[2 * n + 1]].map(|cell| &material.results[cell]);
        Step {
            players,
            score: depth::score(&[rung(material, row, n)], material.study.plan.confidence),
            games: both[0].tally.games(),
            distinct: both.iter().map(|r| r.distinct).sum(),
        }
    };
    // Each rung is played in two seatings, the stronger player first in the first of them.
    found.layout.players.iter().step_by(2).map(|players| players.pair.0).enumerate().map(step).collect()
}

/// The mean score of the stronger player over the rungs on which the budget doubles, and how many those are.
fn per_doubling(material: &Material<'_>, found: &Found<'_>, row: &Row) -> Option<(Estimate, usize)> {
    let steps = steps(material, found, row);
    let rungs: Vec<Rung<'_>> =
        steps.iter().enumerate().filter(|(_, s)| s.doubles()).map(|(n, _)| rung(material, row, n)).collect();
    Some((depth::score(&rungs, material.study.plan.confidence)?, rungs.len()))
}

fn reading(study: &Study, row: &Row) -> String {
    if row.id == study.game.id { "best supported reading".to_owned() } else { row.id.clone() }
}

fn table(material: &Material<'_>, found: &Found<'_>, row: &Row) -> PlainTable {
    let one = scope_words(found.layout.scope).0;
    let line = |step: &Step| PlainRow {
        name: format!("{} against {}", step.players[0], step.players[1]),
        cells: vec![
            step.score.map_or_else(
                || PlainCell::new("–".to_owned(), String::new()),
                |e| {
                    let ends = format!("{}–{}", fixed(e.low * 100.0, 1), fixed(e.high * 100.0, 1));
                    PlainCell::new(fixed(e.value * 100.0, 1), ends)
                },
            ),
            PlainCell::new(grouped(2 * step.games), grouped(step.distinct)),
        ],
    };
    PlainTable {
        caption: format!(
            "The score of each player against the next weaker one in a {one}, {}: the mean of his scores as first and as \
             second player, in per cent, with its interval; and the games of both seatings, those that are distinct below.",
            reading(material.study, row)
        ),
        head: ["Players", "Score of the stronger", "Games"].map(str::to_owned).to_vec(),
        rows: steps(material, found, row).iter().map(line).collect(),
    }
}

fn sentences(material: &Material<'_>, found: &Found<'_>, row: &Row) -> Vec<String> {
    let one = scope_words(found.layout.scope).0;
    let steps = steps(material, found, row);
    let gains = steps.iter().filter(|s| s.score.is_some_and(|e| e.low > 0.5)).count();
    let flat: Vec<String> = steps
        .iter()
        .filter(|s| s.score.is_none_or(|e| e.low <= 0.5))
        .map(|s| format!("{} against {}", s.players[0], s.players[1]))
        .collect();
    let mut told = vec![format!(
        "In a {one} under the {} the stronger player is shown to be the stronger on {gains} of {}{}.",
        reading(material.study, row),
        count(steps.len() as u64, "rung", "rungs"),
        if flat.is_empty() { String::new() } else { format!(", and not on {}", list(&flat)) }
    )];
    if let Some((e, rungs)) = per_doubling(material, found, row) {
        told.push(format!(
            "Each doubling of the playouts brings the player who has them a score of {} ({}); 50 would be no gain.",
            percent_with_interval(e),
            count(rungs as u64, "doubling", "doublings"),
        ));
    }
    told
}

/// The section; nothing where no ladder was climbed.
pub(super) fn section(material: &Material<'_>) -> Option<Section> {
    let rows = || material.ladders().flat_map(|found| found.layout.rows.iter().map(move |row| (found, row)));
    let tables: Vec<PlainTable> = rows().map(|(found, row)| table(material, found, row)).collect();
    (!tables.is_empty()).then(|| Section {
        id: "depth",
        heading: "What stronger players gain".to_owned(),
        sentences: rows().flat_map(|(found, row)| sentences(material, found, row)).collect(),
        tables,
    })
}

/// Most readings in one figure: as many as series can be told apart.
const MOST_SERIES: usize = 5;

/// The figures of a ladder, as many as its readings take.
pub(super) fn plates(material: &Material<'_>, found: &Found<'_>) -> Result<Vec<Plate>, FigureError> {
    let chunks = found.layout.rows.chunks(MOST_SERIES).enumerate();
    chunks.map(|(number, rows)| plate(material, found, rows, number)).collect()
}

fn plate(material: &Material<'_>, found: &Found<'_>, rows: &[Row], number: usize) -> Result<Plate, FigureError> {
    let study = material.study;
    let (one, many) = scope_words(found.layout.scope);
    let by_row: Vec<Vec<Step>> = rows.iter().map(|row| steps(material, found, row)).collect();
    let score = |step: &Step| step.score.map(|e| drawn(e, 100.0, 2 * step.games));
    let rung = |(n, players): (usize, [Contender; 2])| DrawnRung {
        player: players[0].to_string(),
        against: players[1].to_string(),
        scores: by_row.iter().map(|steps| score(&steps[n])).collect(),
    };
    let figure = Ladder {
        subject: format!("Each player against the next weaker one in a {one}, seats changed about"),
        measure: Measure {
            label: "score of the stronger player (%)".to_owned(),
            decimals: 1,
            counted: many.to_owned(),
            interval: intervals(study, "intervals over pairs of games"),
        },
        even: 50.0,
        series: rows.iter().map(|row| capital(&reading_or_row(study, row))).collect(),
        rungs: by_row.first().into_iter().flatten().map(|step| step.players).enumerate().map(rung).collect(),
    };
    let part = for_files(&study.part(found.layout).name);
    let which = if number == 0 { String::new() } else { format!("-{}", number + 1) };
    let sentence = rows.iter().flat_map(|row| sentences(material, found, row)).collect::<Vec<_>>().join(" ");
    let heading = format!("What stronger players gain in a {one}");
    Plate::new((format!("ladder-{part}-{one}{which}"), heading), &figure, size(study, Preset::Elsevier1Half), sentence)
}

fn reading_or_row(study: &Study, row: &Row) -> String {
    if row.changes.is_some() { row_name(study, row) } else { reading(study, row) }
}

/// Words for the ladders, for the paragraph on method.
pub(super) fn method(material: &Material<'_>) -> Option<String> {
    let ladders: Vec<String> = material
        .ladders()
        .map(|found| {
            let part = material.study.part(found.layout);
            let rungs: Vec<String> = part.rungs.iter().map(ToString::to_string).collect();
            let games = found.layout.players.first().map_or(0, |p| p.games);
            format!("{} ({} in either seat, {})", list(&rungs), count(games, "game", "games"), part.name)
        })
        .collect();
    (!ladders.is_empty()).then(|| {
        format!(
            "On a ladder of players each met the next weaker one in either seat over the same games: {}. A rung's score is the mean of \
             the stronger player's scores in both seats; its interval is Wilson's at the effective number of games, those of one \
             number in both seats being one observation. Depth is the score per doubling of the budget (Lantz et al. 2017; \
             Cauwet et al. 2015).",
            words::list(&ladders)
        )
    })
}
