//! The page: everything as typed data for the template.

use super::analysis::{self, MainEffect};
use super::exact::{self, ExactBlock};
use super::manifest::{Counts, Inputs};
use super::plates::{Plate, players, reading_name, scope_words};
use super::same::{self, Same};
use super::section::Section;
use super::sources;
use super::summary::{self, Brief};
use super::template::{self, Blocks, Own, Template};
use super::words::{self, capital, count, fixed, grouped, list, percent};
use super::{File, Found, Material, ReportError, measured, methods, spread, strength};
use crate::agents::{Agent, Contender};
use crate::engine::Scope;
use crate::play::{Class, no_decision};
use crate::stats::{Estimate, Histogram};
use crate::study::{CellResult, Design, Layout, Row, Study};
use rustc_hash::FxHashMap;
use serde::Serialize;

const TEMPLATES: Own =
    [include_str!("templates/report.html"), include_str!("templates/report.md"), include_str!("templates/report.tex")];

#[derive(Debug, Serialize)]
struct Page {
    title: String,
    game: String,
    studied: Vec<String>,
    lead: Vec<String>,
    brief: Brief,
    exact: Vec<ExactBlock>,
    sections: Vec<Section>,
    rules: Blocks,
    examples: Vec<String>,
    refuted: Vec<RefutedRow>,
    outcomes: Vec<OutcomeTable>,
    figures: Vec<FigureBlock>,
    factorials: Vec<FactorialBlock>,
    same: Same,
    methods: Vec<String>,
    sources: Vec<String>,
    literature: Vec<String>,
    manifest: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct RefutedRow {
    question: String,
    sentence: String,
    reading: String,
    example: String,
    departure: String,
}

#[derive(Debug, Serialize)]
struct OutcomeTable {
    caption: String,
    /// Heads of the columns of lengths.
    lengths: Vec<&'static str>,
    rows: Vec<OutcomeRow>,
}

#[derive(Debug, Serialize)]
struct OutcomeRow {
    /// How many rows the reading has; nought in all but its first.
    span: usize,
    reading: String,
    players: String,
    games: String,
    distinct: String,
    /// Score and share of each class, each with the ends of its interval.
    shares: Vec<(String, String)>,
    /// Median of each length, and its quartiles.
    lengths: Vec<(String, String)>,
}

/// A figure as pages show it.
#[derive(Debug, Serialize)]
pub(super) struct FigureBlock {
    stem: String,
    heading: String,
    svg: String,
    alt: String,
    caption: String,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct FactorialBlock {
    heading: String,
    intro: String,
    players: Vec<String>,
    effects: Vec<EffectRow>,
    shares_sentence: String,
    shares: Vec<(String, Vec<(String, String)>)>,
    interactions: Vec<(String, Vec<(String, String)>)>,
    /// How far the answers of a sample are mixed; nothing for a full factorial.
    aliasing: String,
    grids: Vec<Grid>,
}

#[derive(Debug, Serialize)]
struct EffectRow {
    question: String,
    sentence: String,
    /// How many rows the question has; nought in all but its first.
    span: usize,
    reading: String,
    /// For each kind of player: mean, effect and its interval.
    cells: Vec<(String, String, String)>,
}

/// The scores of all readings of a factorial under one kind of player.
#[derive(Debug, Serialize)]
struct Grid {
    caption: String,
    /// Questions whose answers head the rows.
    row_questions: Vec<String>,
    /// For each question that heads columns: its id, and its answers with the columns that each spans.
    column_heads: Vec<(String, Vec<(String, usize)>)>,
    rows: Vec<GridRow>,
}

#[derive(Debug, Serialize)]
struct GridRow {
    /// Answers that head the row, each with the rows that it spans; only where a span begins.
    heads: Vec<(String, usize)>,
    /// Score and colour.
    cells: Vec<(String, String)>,
}

/// Sets the page in every format.
pub(super) fn render(
    material: &Material<'_>,
    plates: &[Plate],
    inputs: &Inputs,
    template: Option<&Template>,
) -> Result<Vec<File>, ReportError> {
    let study = material.study;
    let methods = methods::paragraphs(material, inputs);
    let lead = summary::sentences(material);
    let page = Page {
        title: study.plan.title.clone(),
        game: study.game.name.clone(),
        studied: studied(material),
        lead: if lead.is_empty() { exact::in_brief(material) } else { lead },
        brief: summary::table(material),
        exact: exact::blocks(material),
        sections: [agreement(material), measured::section(material), strength::section(material)]
            .into_iter()
            .flatten()
            .collect(),
        rules: sources::rules(study)?,
        examples: examples(material),
        refuted: refuted(material),
        outcomes: material.singly().map(|f| outcomes(study, material.results, f.layout)).collect(),
        figures: plates.iter().map(FigureBlock::of).collect(),
        factorials: material.factorials().map(|f| factorial(material, f)).collect(),
        same: same::of(study, material.results)?,
        sources: sources::references(study),
        literature: methods::literature(&methods).iter().map(|work| work.full()).collect(),
        methods,
        manifest: manifest(inputs, &Counts::of(material.results)),
    };
    template::set(&page, &TEMPLATES, template)
}

fn studied(material: &Material<'_>) -> Vec<String> {
    let study = material.study;
    let game = &study.game;
    let people = game.people.as_ref().map_or_else(String::new, |p| format!(", played by the {p}"));
    let recorded = game.recorded.map_or_else(String::new, |year| format!(" and recorded in {year}"));
    let playable = |q: &crate::rules::game::Question| q.readings.iter().filter(|r| r.playable()).count() as u64;
    let readings: u64 = game.questions.iter().map(playable).sum();
    let mut paragraphs = vec![format!(
        "{}{people}{recorded}, is known from sources that leave {} open. Each question has two or more answers, its \
         readings, {} in all; one answer to every question makes the game playable. The best supported reading gives \
         the first answer everywhere. Each reading was played {} times by each kind of player, over the same random \
         numbers, and compared with the best supported one.",
        game.name,
        count(game.questions.len() as u64, "question", "questions"),
        grouped(readings),
        material.games_of(study.layouts.iter().filter(|l| study.part(l).design != Design::Ladder)),
    )];
    for layout in &study.layouts {
        paragraphs.push(part_paragraph(study, layout));
    }
    paragraphs.extend(without_decisions(study));
    paragraphs.extend(repeated(material));
    paragraphs
}

/// Games of which fewer are distinct than this share are told of.
const DISTINCT_ENOUGH: f64 = 0.9;

/// Says between which players too many games are the same, so that there are fewer observations than games.
fn repeated(material: &Material<'_>) -> Option<String> {
    let mut kinds: Vec<(String, f64)> = Vec::new();
    for (cell, result) in material.study.cells.iter().zip(material.results) {
        let share = crate::stats::real(result.distinct) / crate::stats::real(result.tally.games().max(1));
        // Between players by chance alone a game that comes up twice is two draws.
        let by_chance = cell.players.pair.0 == [Contender::Unaided(Agent::Random); 2];
        if share >= DISTINCT_ENOUGH || by_chance || no_decision(&cell.rules).is_ok_and(|fixed| fixed.is_some()) {
            continue;
        }
        let players = cell.players.to_string();
        match kinds.iter_mut().find(|(known, _)| *known == players) {
            Some((_, least)) => *least = least.min(share),
            None => kinds.push((players, share)),
        }
    }
    let told: Vec<String> = kinds.iter().map(|(players, least)| format!("{players} ({})", percent(*least))).collect();
    (!told.is_empty()).then(|| {
        format!(
            "Fewer than {} of the games of some reading are distinct between these players, the least share in brackets: {}. Games \
             that are the same are one observation, so that the intervals of those readings are too narrow; random_turns in \
             the plan leaves the first turns of each game to chance.",
            percent(DISTINCT_ENOUGH),
            list(&told)
        )
    })
}

/// Says of which readings there is nothing to be estimated, since nobody ever has anything to decide.
fn without_decisions(study: &Study) -> Option<String> {
    let mut readings: Vec<(&str, bool)> = Vec::new();
    for cell in study.cells.iter().filter(|c| c.scope == Scope::Round) {
        if readings.iter().all(|(id, _)| *id != cell.reading()) {
            readings.push((cell.reading(), no_decision(&cell.rules).is_ok_and(|fixed| fixed.is_some())));
        }
    }
    let without = readings.iter().filter(|(_, fixed)| *fixed).count();
    let of = match without {
        0 => return None,
        all if all == readings.len() => "Under every reading".to_owned(),
        _ => format!(
            "Under {} of the {} that are played in rounds",
            grouped(without as u64),
            count(readings.len() as u64, "reading", "readings")
        ),
    };
    Some(format!(
        "{of} no decision is ever open after the first move: the game is as many fixed games as it has first moves. What is told \
         of them below is those games; chance has no part in them but the first move, and their intervals, tests and verdicts \
         say nothing."
    ))
}

fn part_paragraph(study: &Study, layout: &Layout) -> String {
    let part = study.part(layout);
    let (one, many) = scope_words(layout.scope);
    if part.design == Design::Ladder {
        let rungs: Vec<String> = part.rungs.iter().map(ToString::to_string).collect();
        return format!(
            "Part “{}”, {many}: a ladder of players, {}; each meets the next weaker one in either seat, {} in each, under {}.",
            part.name,
            list(&rungs),
            count(layout.players.first().map_or(0, |p| p.games), "game", "games"),
            count(layout.rows.len() as u64, "reading", "readings"),
        );
    }
    let ids: Vec<&str> = layout.questions.iter().map(|&q| study.game.questions[q].id.as_str()).collect();
    let held: Vec<String> = part.hold.iter().map(|(q, r)| format!("{q} is answered “{r}”")).collect();
    let held = if held.is_empty() { String::new() } else { format!("; {} throughout", list(&held)) };
    let left_out: Vec<String> =
        part.leave_out.iter().flat_map(|(q, names)| names.iter().map(move |name| format!("{q} {name}"))).collect();
    let left_out = if left_out.is_empty() { String::new() } else { format!("; left out: {}", list(&left_out)) };
    let design = match part.design {
        Design::OneAtATime => "one question at a time",
        Design::Factorial => "every combination of answers",
        Design::Sample => "a balanced sample of the combinations of answers",
        Design::AllDistinct => "every combination of answers that is a game of its own",
        Design::List | Design::Ladder => "readings chosen for the plan",
    };
    let cap = match (layout.scope, study.plan.match_round_cap) {
        (Scope::Match, Some(cap)) => {
            format!(" A match is broken off, and counted as cut off, after {}.", count(cap.into(), "round", "rounds"))
        }
        _ => String::new(),
    };
    format!(
        "Part “{}”, {many}: {design}, {} of a {one} ({}){held}{left_out}.{cap}",
        part.name,
        count(layout.rows.len() as u64, "reading", "readings"),
        list(&ids),
    )
}

fn examples(material: &Material<'_>) -> Vec<String> {
    let game = &material.study.game;
    let name = |&n: &usize| {
        let example = &game.examples[n];
        if example.constructed {
            format!("“{}” (constructed)", example.title)
        } else {
            format!("“{}”", example.title)
        }
    };
    let mut sentences = Vec::new();
    let borne: Vec<String> = material.examples.borne_out.iter().map(name).collect();
    if !borne.is_empty() {
        let (noun, verb) = if borne.len() == 1 { ("example", "is") } else { ("examples", "are") };
        sentences.push(format!("The {noun} {} {verb} borne out by the best supported reading.", list(&borne)));
    }
    for (n, departure) in &material.examples.failed {
        sentences.push(format!("The example {} is not: {departure}.", name(n)));
    }
    let stated = |r: &&super::examples::Refuted| !r.stated;
    for r in material.examples.refuted.iter().filter(stated) {
        sentences.push(format!(
            "That {} is refuted by {} is not stated in the rules file.",
            reading_name(material.study, r.question, r.reading),
            name(&r.example)
        ));
    }
    if material.examples.refuted.is_empty() {
        sentences.push("No reading is refuted by an example from a source.".to_owned());
    }
    sentences
}

fn refuted(material: &Material<'_>) -> Vec<RefutedRow> {
    let game = &material.study.game;
    let row = |r: &super::examples::Refuted| {
        let asked = &game.questions[r.question];
        RefutedRow {
            question: asked.id.clone(),
            sentence: asked.sentence.clone(),
            reading: asked.readings[r.reading].name.clone(),
            example: game.examples[r.example].title.clone(),
            departure: capital(&r.departure),
        }
    };
    material.examples.refuted.iter().map(row).collect()
}

fn outcomes(study: &Study, results: &[CellResult], layout: &Layout) -> OutcomeTable {
    let (one, _) = scope_words(layout.scope);
    let rows = layout.rows.iter().flat_map(|row| {
        row.cells.iter().enumerate().map(move |(agents, &cell)| outcome(study, layout, &results[cell], row, agents))
    });
    let level = words::hundredths(study.plan.confidence.level());
    let lengths = match layout.scope {
        Scope::Round => vec!["Turns"],
        Scope::Match => vec!["Rounds", "Turns"],
    };
    OutcomeTable {
        caption: format!(
            "How a {one} ends under each reading. The score of the first player is his wins and half the draws over wins, \
             losses and draws. Shares are of all games, in per cent, with {level} % Wilson intervals below. Lengths are \
             medians, with quartiles below."
        ),
        lengths,
        rows: rows.collect(),
    }
}

fn outcome(study: &Study, layout: &Layout, result: &CellResult, row: &Row, agents: usize) -> OutcomeRow {
    let scope = layout.scope;
    let tally = &result.tally;
    let confidence = study.plan.confidence;
    let cell = |e: Option<Estimate>| match e {
        Some(e) => (fixed(e.value * 100.0, 1), format!("{}–{}", fixed(e.low * 100.0, 1), fixed(e.high * 100.0, 1))),
        None => ("–".to_owned(), String::new()),
    };
    let mut shares = vec![cell(tally.classes.score(confidence))];
    shares.extend(Class::ALL.map(|class| cell(tally.classes.share(class, confidence))));
    let length = |histogram: &Histogram| {
        let at = |p| histogram.quantile(p).map_or_else(String::new, words::quantile);
        (at(0.5), format!("{}–{}", at(0.25), at(0.75)))
    };
    let mut lengths = vec![length(&tally.length.turns)];
    if scope == Scope::Match {
        lengths.insert(0, length(&tally.wealth.rounds));
    }
    OutcomeRow {
        span: if agents == 0 { row.cells.len() } else { 0 },
        reading: match row.changes {
            Some((q, r)) => reading_name(study, q, r),
            None if study.game.parse_reading(&row.id) == Ok(study.game.best()) => {
                format!("best supported ({})", row.id)
            }
            None => row.id.clone(),
        },
        players: layout.players[agents].to_string(),
        games: grouped(tally.games()),
        distinct: grouped(result.distinct),
        shares,
        lengths,
    }
}

impl FigureBlock {
    pub fn of(plate: &Plate) -> Self {
        Self {
            stem: plate.stem.clone(),
            heading: plate.heading.clone(),
            svg: plate.sheet.drawing.svg.clone(),
            alt: plate.sheet.alt_text.clone(),
            caption: plate.sheet.caption.clone(),
            sentence: plate.sentence.clone(),
        }
    }
}

/// Whether kinds of player rank the readings alike.
fn agreement(material: &Material<'_>) -> Option<Section> {
    let (study, results) = (material.study, material.results);
    let layouts = || material.one_at_a_time().map(|f| f.layout);
    let sentences: Vec<String> =
        layouts().flat_map(|layout| spread::agreement_sentences(study, results, layout)).collect();
    (!sentences.is_empty()).then(|| Section {
        id: "agreement",
        heading: "Whether players agree on the readings".to_owned(),
        sentences,
        tables: layouts().filter_map(|layout| spread::agreement_table(study, results, layout)).collect(),
    })
}

fn factorial(material: &Material<'_>, found: &Found<'_>) -> FactorialBlock {
    let study = material.study;
    let layout = found.layout;
    let full = study.part(layout).design == Design::Factorial;
    let (one, many) = scope_words(layout.scope);
    let tables: Vec<Vec<MainEffect>> = (0..layout.players.len())
        .map(|agents| analysis::main_effects(study, material.results, layout, agents))
        .collect();
    let effects = (0..tables[0].len()).map(|n| {
        let e = &tables[0][n];
        let first = n == 0 || tables[0][n - 1].question != e.question;
        let asked = &study.game.questions[e.question];
        EffectRow {
            question: asked.id.clone(),
            sentence: asked.sentence.clone(),
            span: if first { tables[0].iter().filter(|o| o.question == e.question).count() } else { 0 },
            reading: asked.readings[e.reading].name.clone(),
            cells: tables.iter().map(|t| main_effect_cell(&t[n], first)).collect(),
        }
    });
    let grids = (0..layout.players.len()).filter(|_| full).map(|agents| grid(material, layout, agents));
    let sentences = tables.iter().enumerate().filter_map(|(agents, t)| main_effect_sentence(study, layout, agents, t));
    let level = words::hundredths(study.plan.confidence.level());
    FactorialBlock {
        heading: format!("{} of a {one}", capital(&study.part(layout).name)),
        intro: format!(
            "{} {} that the answers to {} make, {} {many} each. The effect of an answer is the mean score of the first \
             player over all readings that give it, less that over all that give the first answer, in points, with {level} % \
             intervals over the common games. {}",
            if full { "All" } else { "Of the readings" },
            count(layout.rows.len() as u64, "reading", "readings"),
            list(&layout.questions.iter().map(|&q| study.game.questions[q].id.as_str()).collect::<Vec<_>>()),
            material.games_of(std::iter::once(layout)),
            sentences.collect::<Vec<_>>().join(" "),
        ),
        players: (0..layout.players.len()).map(|a| players(layout, a)).collect(),
        effects: effects.collect(),
        shares_sentence: if full { spread::sentence(study, layout, &found.spreads) } else { String::new() },
        shares: spread::share_rows(study, layout, &found.spreads),
        interactions: spread::interaction_rows(study, layout, &found.spreads),
        aliasing: if full { String::new() } else { spread::aliasing(study, layout) },
        grids: grids.collect(),
    }
}

fn main_effect_cell(e: &MainEffect, first: bool) -> (String, String, String) {
    let mean = e.mean.map_or_else(|| "no score".to_owned(), |m| percent(m.value));
    match e.effect {
        Some(d) => (mean, words::signed(d.value * 100.0, 1), words::interval_in_points(d)),
        None if first => (mean, "first answer".to_owned(), String::new()),
        None => (mean, "–".to_owned(), String::new()),
    }
}

fn main_effect_sentence(study: &Study, layout: &Layout, agents: usize, effects: &[MainEffect]) -> Option<String> {
    let sized = effects.iter().filter_map(|e| e.effect.map(|d| (e, d)));
    let (top, d) = sized.rev().max_by(|a, b| a.1.value.abs().total_cmp(&b.1.value.abs()))?;
    Some(format!(
        "With {} the largest is that of {}: {}.",
        players(layout, agents),
        reading_name(study, top.question, top.reading),
        words::points_with_interval(d)
    ))
}

/// The grid of scores: the first questions head the rows, the others the columns, so that there are no fewer rows than
/// columns.
fn grid(material: &Material<'_>, layout: &Layout, agents: usize) -> Grid {
    let study = material.study;
    let answers: Vec<Vec<usize>> = layout
        .questions
        .iter()
        .map(|&q| {
            let given = |&a: &usize| layout.rows.iter().any(|r| r.answers.get(q) == Some(a));
            (0..study.game.questions[q].readings.len()).filter(given).collect()
        })
        .collect();
    let product = |lists: &[Vec<usize>]| lists.iter().map(Vec::len).product::<usize>();
    let split =
        (0..=answers.len()).find(|&k| product(&answers[..k]) >= product(&answers[k..])).unwrap_or(answers.len());
    let name =
        |position: usize, answer: usize| study.game.questions[layout.questions[position]].readings[answer].name.clone();
    let id = |position: usize| study.game.questions[layout.questions[position]].id.clone();
    let key = |row: &Row| layout.questions.iter().filter_map(|&q| row.answers.get(q)).collect::<Vec<_>>();
    let scores: FxHashMap<Vec<usize>, f64> = layout
        .rows
        .iter()
        .filter_map(|row| {
            let score = material.results[row.cells[agents]].tally.classes.score(study.plan.confidence)?;
            Some((key(row), score.value))
        })
        .collect();
    let (low, high) =
        scores.values().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &s| (f64::min(l, s), f64::max(h, s)));
    let columns = combinations(&answers[split..]);
    let spans = |lists: &[Vec<usize>], level: usize| product(&lists[level + 1..]);
    let column_heads = (split..answers.len()).map(|position| {
        let span = spans(&answers[split..], position - split);
        let repeated = product(&answers[split..position]);
        let heads = (0..repeated).flat_map(|_| answers[position].iter().map(|&a| (name(position, a), span)));
        (id(position), heads.collect())
    });
    let rows = combinations(&answers[..split]).into_iter().enumerate().map(|(number, row)| GridRow {
        heads: row
            .iter()
            .enumerate()
            .filter_map(|(level, &answer)| {
                let span = spans(&answers[..split], level);
                number.is_multiple_of(span).then(|| (name(level, answer), span))
            })
            .collect(),
        cells: columns
            .iter()
            .map(|column| {
                let score = scores.get(&row.iter().chain(column).copied().collect::<Vec<_>>());
                score.map_or_else(
                    || ("–".to_owned(), "#ffffff".to_owned()),
                    |&s| (fixed(s * 100.0, 1), shade((s - low) / (high - low).max(f64::MIN_POSITIVE))),
                )
            })
            .collect(),
    });
    Grid {
        caption: format!(
            "First player's score in per cent under every combination, {}; from {} (palest) to {} (darkest).",
            players(layout, agents),
            percent(low),
            percent(high)
        ),
        row_questions: (0..split).map(id).collect(),
        column_heads: column_heads.collect(),
        rows: rows.collect(),
    }
}

/// Every choice of one entry a list, the last list fastest.
fn combinations(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    lists.iter().fold(vec![Vec::new()], |made, list| {
        made.iter()
            .flat_map(|start| list.iter().map(move |&next| start.iter().copied().chain([next]).collect()))
            .collect()
    })
}

/// A shade from white to a blue on which black text still has a contrast of more than 7 to 1.
fn shade(t: f64) -> String {
    let t = t.clamp(0.0, 1.0);
    let mix = |dark: f64| fixed((dark - 255.0).mul_add(t, 255.0), 0);
    format!("rgb({}, {}, {})", mix(120.0), mix(180.0), mix(226.0))
}

fn manifest(inputs: &Inputs, counts: &Counts) -> Vec<(String, String)> {
    let mut rows = vec![
        ("Program", format!("{} {}", inputs.program, inputs.version)),
        ("Generator of random numbers", inputs.generator.clone()),
        ("Seed", inputs.seed.to_string()),
        ("Plan (SHA-256)", inputs.plan_sha256.clone()),
        ("Rules file (SHA-256)", inputs.rules_sha256.clone()),
        ("Bibliography (SHA-256)", inputs.bibliography_sha256.clone().unwrap_or_else(|| "none".to_owned())),
        ("Registration (SHA-256)", inputs.registration_sha256.clone().unwrap_or_else(|| "none".to_owned())),
        ("Cells", grouped(counts.cells)),
        ("Games", grouped(counts.games)),
    ];
    rows.extend([
        ("Won by the first player", grouped(counts.first_wins)),
        ("Won by the second player", grouped(counts.second_wins)),
        ("Drawn", grouped(counts.draws)),
        ("Ended by a never-ending sowing", grouped(counts.never_ending)),
        ("Ended by repetition", grouped(counts.repetition)),
        ("Cut off", grouped(counts.cut_off)),
    ]);
    rows.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_run_through_the_last_list_fastest() {
        assert_eq!(combinations(&[vec![0, 1], vec![4, 5]]), [[0, 4], [0, 5], [1, 4], [1, 5]]);
        assert_eq!(combinations(&[]), [Vec::<usize>::new()]);
    }

    #[test]
    fn the_palest_shade_is_white_and_nothing_leaves_the_scale() {
        assert_eq!(shade(0.0), "rgb(255, 255, 255)");
        assert_eq!(shade(7.0), "rgb(120, 180, 226)");
    }
}
