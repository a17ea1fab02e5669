//! The report of a comparison: games side by side, each under its best supported reading, with the spread over its readings.

use super::manifest::{Counts, Listed};
use super::page::FigureBlock;
use super::plates::Plate;
use super::template::{self, Own};
use super::words::{capital, count, fixed, grouped, list};
use super::{File, Made, Options, ReportError, figure_files};
use crate::figures::{Estimate, Forest, ForestGroup, ForestRow, ForestSeries, Measure as Axis, Preset};
use crate::metrics::Measure;
use crate::play::{Finding, no_decision};
use crate::rng;
use crate::study::comparison::{Comparison, Member};
use crate::study::{CellResult, Layout, Row, load};
use serde::Serialize;

const TEMPLATES: Own = [
    include_str!("templates/comparison.html"),
    include_str!("templates/comparison.md"),
    include_str!("templates/comparison.tex"),
];

/// The measures that are set side by side: the name in the data, in prose, a factor and decimals.
const COMPARED: [(&str, &str, f64, usize); 11] = [
    ("first_score", "first player's score, %", 100.0, 1),
    ("turns_mean", "turns a game", 1.0, 1),
    ("moves_per_turn", "legal moves a turn", 1.0, 2),
    ("forced_turns", "turns with a single legal move, %", 100.0, 1),
    ("laps_per_turn_mean", "laps a turn", 1.0, 2),
    ("longest_turn", "laps of the longest sowing that ended", 1.0, 0),
    ("captures_per_turn", "pits captured a turn", 1.0, 2),
    ("seeds_per_capture", "seeds a capture", 1.0, 2),
    ("never_ending", "games ended by a never-ending sowing, %", 100.0, 2),
    ("repetition", "games ended by repetition, %", 100.0, 1),
    ("opening_leverage", "score of the best first move less that of the worst, points", 100.0, 1),
];

#[derive(Debug, Serialize)]
struct Page {
    title: String,
    studied: Vec<String>,
    fixed: Vec<String>,
    tables: Vec<Table>,
    figure: FigureBlock,
    manifest: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct Table {
    caption: String,
    columns: Vec<String>,
    rows: Vec<TableRow>,
}

#[derive(Debug, Serialize)]
struct TableRow {
    name: String,
    cells: Vec<TableCell>,
}

#[derive(Debug, Serialize)]
struct TableCell {
    value: String,
    interval: String,
    spread: String,
}

/// What a comparison was made from and what it made.
#[derive(Debug, Serialize)]
struct Manifest<'a> {
    program: &'static str,
    version: &'static str,
    generator: &'static str,
    title: &'a str,
    plan_sha256: &'a str,
    png_dpi: u32,
    studies: Vec<Compared<'a>>,
    files: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct Compared<'a> {
    folder: &'a str,
    seed: u64,
    plan_sha256: &'a str,
    rules_sha256: String,
    counts: Counts,
}

/// One study with its results and the layout that is compared.
struct Read<'a> {
    member: &'a Member,
    results: Vec<CellResult>,
    /// The measures of each cell.
    measures: Vec<Vec<Measure>>,
    layout: &'a Layout,
    /// Whether the best supported reading leaves no decision after the first move.
    fixed: Option<Finding>,
}

impl<'a> Read<'a> {
    fn of(member: &'a Member) -> Result<Self, ReportError> {
        let results = load(&member.study, &member.folder)?;
        // A plan that plays nothing has been refused.
        let layout = member.study.layouts.first().ok_or_else(|| ReportError::NothingPlayed(member.name.clone()))?;
        let rules = &member.study.cells[layout.rows[0].cells[0]].rules;
        let fixed = no_decision(rules).unwrap_or_default();
        let measures = results.iter().map(|r| r.tally.measures(member.study.plan.confidence)).collect();
        Ok(Self { member, results, measures, layout, fixed })
    }

    fn game(&self) -> &str {
        &self.member.study.game.name
    }

    fn measure(&self, row: &Row, agents: usize, id: &str) -> Option<Measure> {
        self.measures[*row.cells.get(agents)?].iter().find(|m| m.id == id).copied()
    }

    /// From the least to the greatest value that a measure has under any of the readings, if it has two values or more.
    fn spread(&self, agents: usize, id: &str) -> Option<[f64; 2]> {
        let rows = &self.layout.rows;
        let all: Vec<f64> = rows.iter().filter_map(|row| self.measure(row, agents, id)).map(|m| m.value).collect();
        let ends =
            [all.iter().copied().fold(f64::INFINITY, f64::min), all.iter().copied().fold(f64::NEG_INFINITY, f64::max)];
        (all.len() > 1).then_some(ends)
    }

    fn cell(&self, agents: usize, (id, _, factor, decimals): (&str, &str, f64, usize)) -> TableCell {
        let show = |value: f64| fixed(value * factor, decimals);
        let base = self.measure(&self.layout.rows[0], agents, id);
        let range = |[low, high]: [f64; 2]| format!("{} to {}", show(low), show(high));
        let interval = base.filter(|_| self.fixed.is_none()).and_then(|m| m.interval);
        TableCell {
            value: base.map_or_else(|| "–".to_owned(), |m| show(m.value)),
            interval: interval.map_or_else(String::new, range),
            spread: self.spread(agents, id).map_or_else(String::new, range),
        }
    }
}

/// Players of a comparison: the pairs that every study has, by name.
fn common_agents(read: &[Read<'_>]) -> Vec<String> {
    let names = |r: &Read<'_>| r.layout.players.iter().map(ToString::to_string).collect::<Vec<_>>();
    let Some(first) = read.first() else { return Vec::new() };
    names(first).into_iter().filter(|name| read.iter().all(|r| names(r).contains(name))).collect()
}

fn place(read: &Read<'_>, agents: &str) -> usize {
    read.layout.players.iter().position(|a| a.to_string() == agents).unwrap_or(0)
}

/// Makes the report of a comparison from the records of its studies, and writes nothing.
///
/// # Errors
/// If records are missing, or anything cannot be drawn or set.
pub fn make(comparison: &Comparison, options: &Options) -> Result<Made, ReportError> {
    let read = comparison.members.iter().map(Read::of).collect::<Result<Vec<_>, _>>()?;
    let agents = common_agents(&read);
    let name = ("score-by-game-and-reading".to_owned(), "The first player's score".to_owned());
    let figure = score_figure(&read, &agents);
    let plate = Plate::new(name, &figure, Preset::Elsevier2, figure_sentence(&read, &agents))?;
    let mut files = figure_files(std::slice::from_ref(&plate), options.dpi)?;
    files.push(File { path: "tables/comparison.csv".into(), bytes: csv_table(&read)? });
    let page = Page {
        title: comparison.title.clone(),
        studied: studied(&read, &agents),
        fixed: read.iter().filter_map(fixed_sentence).collect(),
        tables: agents.iter().map(|name| table(&read, name)).collect(),
        figure: FigureBlock::of(&plate),
        manifest: manifest_rows(comparison),
    };
    files.extend(template::set(&page, &TEMPLATES, options.template.as_ref())?);
    let studies = read.iter().map(|r| Compared {
        folder: &r.member.name,
        seed: r.member.study.plan.seed,
        plan_sha256: &r.member.study.plan_hash,
        rules_sha256: r.member.study.game.hash(),
        counts: Counts::of(&r.results),
    });
    let manifest = Manifest {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        generator: rng::NAME,
        title: &comparison.title,
        plan_sha256: &comparison.plan_hash,
        png_dpi: options.dpi,
        studies: studies.collect(),
        files: Listed::all(&files),
    };
    files.push(File::of_manifest(&manifest)?);
    Ok(Made { files })
}

fn studied(read: &[Read<'_>], agents: &[String]) -> Vec<String> {
    let games: Vec<String> = read
        .iter()
        .map(|r| {
            let (readings, each) = (r.layout.rows.len() as u64, r.results.first().map_or(0, |c| c.tally.games()));
            format!(
                "{} under {}, {} of each",
                r.game(),
                count(readings, "reading", "readings"),
                count(each, "round", "rounds")
            )
        })
        .collect();
    let players: Vec<String> = agents.iter().map(|a| format!("{a} players")).collect();
    vec![
        format!("Set side by side are {}; the rounds were played by {}.", list(&games), list(&players)),
        "Each game is told under its best supported reading; the readings that differ from it in the answer to one \
         question give the spread, from the least value that any of them has to the greatest. Intervals are those of the best \
         supported reading."
            .to_owned(),
    ]
}

fn fixed_sentence(read: &Read<'_>) -> Option<String> {
    let Finding::NoDecision { first_moves, turns } = read.fixed.as_ref()? else { return None };
    Some(format!(
        "{} has no decision after the first move under its best supported reading: its {} lead to as many fixed games, of {} at \
         most. What stands in its column describes those games; it has no intervals, since chance has no part in them.",
        read.game(),
        count(u64::from(*first_moves), "first move", "first moves"),
        count(u64::from(*turns), "turn", "turns"),
    ))
}

fn table(read: &[Read<'_>], agents: &str) -> Table {
    let rows = COMPARED.iter().map(|&compared| TableRow {
        name: compared.1.to_owned(),
        cells: read.iter().map(|r| r.cell(place(r, agents), compared)).collect(),
    });
    Table {
        caption: format!(
            "{} players: the value under the best supported reading, its interval, and in italics the spread over the readings.",
            capital(agents)
        ),
        columns: read.iter().map(|r| r.game().to_owned()).collect(),
        rows: rows.collect(),
    }
}

fn score_figure(read: &[Read<'_>], agents: &[String]) -> Forest {
    let estimate = |r: &Read<'_>, row: &Row, name: &str| {
        let result = &r.results[row.cells[place(r, name)]];
        let classes = &result.tally.classes;
        let score = classes.score(r.member.study.plan.confidence)?.scaled(100.0);
        Some(Estimate { value: score.value, low: score.low, high: score.high, n: classes.decided() })
    };
    let groups = read.iter().map(|r| {
        let prefix = format!("{}:", r.member.study.game.id);
        let rows = r.layout.rows.iter().enumerate().map(|(n, row)| ForestRow {
            reading: if n == 0 { "best supported".to_owned() } else { row.id.trim_start_matches(&prefix).to_owned() },
            base: n == 0,
            estimates: agents.iter().map(|name| estimate(r, row, name)).collect(),
        });
        ForestGroup { question: r.game().to_owned(), sentence: String::new(), rows: rows.collect() }
    });
    Forest {
        subject: "Score of the first player by game and reading".to_owned(),
        measure: Axis {
            label: "first player's score in a round (%)".to_owned(),
            decimals: 1,
            counted: "rounds".to_owned(),
            interval: "95 % Wilson intervals".to_owned(),
        },
        series: agents.iter().map(|name| ForestSeries { name: format!("{name} players"), base: None }).collect(),
        margin: None,
        groups: groups.collect(),
    }
}

fn figure_sentence(read: &[Read<'_>], agents: &[String]) -> String {
    let Some(name) = agents.first() else { return String::new() };
    let spreads = read.iter().filter_map(|r| {
        let [low, high] = r.spread(place(r, name), "first_score")?.map(|share| fixed(share * 100.0, 1));
        Some(format!("from {low} to {high} % in {}", r.game()))
    });
    format!(
        "Between {name} players the first player's score lies {}, by the reading.",
        list(&spreads.collect::<Vec<_>>())
    )
}

/// Every value, interval and spread as data.
fn csv_table(read: &[Read<'_>]) -> Result<Vec<u8>, ReportError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["game", "reading", "players", "measure", "value", "low", "high", "games"])?;
    for r in read {
        for row in &r.layout.rows {
            for (at, agents) in r.layout.players.iter().enumerate() {
                for (id, ..) in COMPARED {
                    let Some(m) = r.measure(row, at, id) else { continue };
                    let ends = m.interval.map_or([String::new(), String::new()], |ends| ends.map(|v| v.to_string()));
                    let [low, high] = ends;
                    let game = r.member.study.game.id.clone();
                    let (value, games) = (m.value.to_string(), m.games.to_string());
                    out.write_record([
                        game,
                        row.id.clone(),
                        agents.to_string(),
                        id.to_owned(),
                        value,
                        low,
                        high,
                        games,
                    ])?;
                }
            }
        }
    }
    out.into_inner().map_err(|error| ReportError::Table(error.into_error().into()))
}

fn manifest_rows(comparison: &Comparison) -> Vec<(String, String)> {
    let mut rows = vec![
        ("program".to_owned(), format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))),
        ("generator".to_owned(), rng::NAME.to_owned()),
        ("plan".to_owned(), comparison.plan_hash.clone()),
    ];
    for member in &comparison.members {
        let study = &member.study;
        rows.push((format!("{}: plan", member.name), study.plan_hash.clone()));
        rows.push((format!("{}: rules", member.name), study.game.hash()));
        rows.push((format!("{}: seed", member.name), grouped(study.plan.seed)));
    }
    rows
}
