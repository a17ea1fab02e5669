//! The figures of a report: what is drawn, and one sentence a figure that says what it shows.

use super::analysis::{Finding, OneAtATime, Verdict};
use super::combined::for_files;
use super::examples::Examples;
use super::words::{self, capital, count, list, percent_with_interval, points};
use super::{Material, spread};
use crate::engine::{Position, Scope};
use crate::figures::{
    Agreement, Bounds, EffectBar, EffectPanel, Effects, Estimate as Drawn, Figure, FigureError, Forest, ForestGroup,
    ForestRow, ForestSeries, LengthCurve, Lengths, Measure, MoveDiagram, Opening, OpeningMove, Preset, RankedReading,
    Ridges, Sheet, Verdict as DrawnVerdict, Wealth, WealthRound, WealthSeries, board, move_diagram,
};
use crate::metrics::Classes;
use crate::play::{Class, Transcript, TranscriptTurn, play_example};
use crate::rules::ruleset::{Direction, Pit, Ruleset, Seat};
use crate::stats::{self, Estimate};
use crate::study::{CellResult, Layout, Players, Row, Study, StudyError};
use std::ops::Range;

/// A round of a match is drawn as long as this many matches reach it: of fewer no quartile is worth drawing.
const LEAST_MATCHES: u64 = 100;

/// The axis of lengths reaches no further than this many times the 95th percentile of the best supported reading.
const LONGEST_AXIS: f64 = 4.0;

/// The axis of ridges ends at this many times the 95th percentile of the reading in the middle.
const RIDGES_BEYOND: f64 = 1.3;

/// Most curves in one figure.
const MOST_CURVES: usize = 5;

/// A finished figure.
#[derive(Clone, Debug)]
pub struct Plate {
    /// The name of its files, without ending.
    pub stem: String,
    /// Its heading in the report.
    pub heading: String,
    /// The picture and what goes with it.
    pub sheet: Sheet,
    /// One sentence or two on what it shows.
    pub sentence: String,
}

impl Plate {
    pub(super) fn new(
        (stem, heading): (String, String),
        figure: &dyn Figure,
        preset: Preset,
        sentence: String,
    ) -> Result<Self, FigureError> {
        Ok(Self { stem, heading, sheet: Sheet::new(figure, preset)?, sentence })
    }
}

/// Words for a scope: one game of it, several, and a game of it within a sentence.
pub(super) const fn scope_words(scope: Scope) -> (&'static str, &'static str) {
    match scope {
        Scope::Round => ("round", "rounds"),
        Scope::Match => ("match", "matches"),
    }
}

/// "random players", "greedy against random players", "greedy players after 2 random turns".
pub(super) fn players(layout: &Layout, agents: usize) -> String {
    let Players { pair, random_turns, .. } = layout.players[agents];
    match random_turns {
        0 => format!("{pair} players"),
        turns => format!("{pair} players after {}", count(turns.into(), "random turn", "random turns")),
    }
}

/// The size of a figure: that of the plan, or else the one that suits it.
pub(super) fn size(study: &Study, suits: Preset) -> Preset {
    study.plan.preset.and_then(|size| size.name().parse().ok()).unwrap_or(suits)
}

/// The name of the files of a figure of a layout: that of the part is in it where another part has the same scope and design.
fn stem(study: &Study, layout: &Layout, name: &str) -> String {
    let one = scope_words(layout.scope).0;
    let part = study.part(layout);
    let alike = |other: &&Layout| other.scope == layout.scope && study.part(other).design == part.design;
    if study.layouts.iter().filter(alike).count() < 2 {
        return format!("{name}-{one}");
    }
    format!("{name}-{}-{one}", for_files(&part.name))
}

/// The kind of an interval, such as "95 % Wilson intervals".
pub(super) fn intervals(study: &Study, kind: &str) -> String {
    format!("{} % {kind}", words::hundredths(study.plan.confidence.level()))
}

/// The first player's score as figures measure it.
fn measure_of_score(study: &Study, layout: &Layout, kind: &str) -> Measure {
    let (one, many) = scope_words(layout.scope);
    Measure {
        label: format!("first player's score in a {one} (%)"),
        decimals: 1,
        counted: many.to_owned(),
        interval: intervals(study, kind),
    }
}

/// An estimate as figures take it.
pub(super) fn drawn(e: Estimate, factor: f64, n: u64) -> Drawn {
    let e = e.scaled(factor);
    Drawn { value: e.value, low: e.low, high: e.high, n }
}

/// The score of a cell in per cent.
fn score(study: &Study, classes: &Classes) -> Option<Drawn> {
    classes.score(study.plan.confidence).map(|e| drawn(e, 100.0, classes.decided()))
}

/// The reading of a question by its name, such as "BOSH-02 opponent".
pub(super) fn reading_name(study: &Study, question: usize, reading: usize) -> String {
    let asked = &study.game.questions[question];
    format!("{} {}", asked.id, asked.readings[reading].name)
}

/// Most kinds of player in one figure of scores, beyond which the marks of a reading lie too close.
const MOST_KINDS: usize = 4;

/// The first player's score by reading, grouped by question: as many figures as the kinds of player take.
pub(super) fn forests(study: &Study, results: &[CellResult], layout: &Layout) -> Result<Vec<Plate>, FigureError> {
    let kinds = layout.players.len();
    let each = kinds.div_ceil(kinds.div_ceil(MOST_KINDS).max(1)).max(1);
    let starts = (0..kinds).step_by(each).enumerate();
    starts.map(|(n, from)| forest(study, results, layout, (n, from..(from + each).min(kinds)))).collect()
}

fn forest(
    study: &Study,
    results: &[CellResult],
    layout: &Layout,
    (number, kinds): (usize, Range<usize>),
) -> Result<Plate, FigureError> {
    let one = scope_words(layout.scope).0;
    let base = &layout.rows[0];
    let estimates =
        |row: &Row| row.cells[kinds.clone()].iter().map(|&c| score(study, &results[c].tally.classes)).collect();
    let groups = layout.questions.iter().filter_map(|&question| {
        let asked = &study.game.questions[question];
        let own: Vec<(&Row, usize)> = layout
            .rows
            .iter()
            .filter_map(|r| r.changes.filter(|&(q, _)| q == question).map(|(_, reading)| (r, reading)))
            .collect();
        if own.is_empty() {
            return None;
        }
        let first = base.answers.get(question).unwrap_or_default();
        let mut rows =
            vec![ForestRow { reading: asked.readings[first].name.clone(), base: true, estimates: estimates(base) }];
        rows.extend(own.into_iter().map(|(row, reading)| ForestRow {
            reading: asked.readings[reading].name.clone(),
            base: false,
            estimates: estimates(row),
        }));
        Some(ForestGroup { question: asked.id.clone(), sentence: asked.sentence.clone(), rows })
    });
    let series = kinds.clone().map(|agents| ForestSeries {
        name: players(layout, agents),
        base: score(study, &results[base.cells[agents]].tally.classes).map(|e| e.value),
    });
    let figure = Forest {
        subject: format!("First player's score in one {one} under each reading, one question at a time"),
        measure: measure_of_score(study, layout, "Wilson intervals"),
        series: series.collect(),
        margin: Some(study.plan.margin * 100.0),
        groups: groups.collect(),
    };
    let sentences = kinds.clone().filter_map(|a| range_sentence(study, results, layout, a));
    let sentence = sentences.collect::<Vec<_>>().join(" ");
    let which = if number == 0 { String::new() } else { format!("-{}", number + 1) };
    let of = if kinds.len() < layout.players.len() {
        let named: Vec<String> = kinds.map(|a| layout.players[a].pair.to_string()).collect();
        format!(", {} players", words::list(&named))
    } else {
        String::new()
    };
    let heading = format!("First player's score in a {one}, by reading{of}");
    let name = (format!("{}{which}", stem(study, layout, "score-by-reading")), heading);
    Plate::new(name, &figure, size(study, Preset::Elsevier2), sentence)
}

fn range_sentence(study: &Study, results: &[CellResult], layout: &Layout, agents: usize) -> Option<String> {
    let confidence = study.plan.confidence;
    let score = |row: &Row| results[row.cells[agents]].tally.classes.score(confidence);
    let base = score(&layout.rows[0])?;
    let scored: Vec<(&Row, Estimate)> = layout.rows.iter().filter_map(|r| score(r).map(|e| (r, e))).collect();
    let name = |row: &Row| {
        row.changes.map_or_else(|| "the best supported reading".to_owned(), |(q, r)| reading_name(study, q, r))
    };
    let (low, least) = scored.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let (high, most) = scored.iter().rev().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    Some(format!(
        "With {} the first player scores {} under the best supported reading; over all readings drawn his score runs \
         from {} ({}) to {} ({}).",
        players(layout, agents),
        percent_with_interval(base),
        words::percent(least.value),
        name(low),
        words::percent(most.value),
        name(high),
    ))
}

/// The largest effect of each question, a panel a kind of player.
pub(super) fn effects(study: &Study, layout: &Layout, tables: &[OneAtATime]) -> Result<Option<Plate>, FigureError> {
    let (one, many) = scope_words(layout.scope);
    let bar = |finding: &Finding| {
        let effect = finding.largest()?;
        let d = effect.difference?;
        Some(EffectBar {
            question: study.game.questions[finding.question].id.clone(),
            reading: study.game.questions[finding.question].readings[effect.reading].name.clone(),
            effect: drawn(d.difference, 100.0, d.games),
            verdict: match finding.verdict {
                Verdict::Matters => DrawnVerdict::Matters,
                Verdict::DoesNotMatter => DrawnVerdict::DoesNotMatter,
                Verdict::Undecided | Verdict::NoScore => DrawnVerdict::Undecided,
            },
        })
    };
    let panels: Vec<EffectPanel> = tables
        .iter()
        .map(|table| EffectPanel {
            title: players(layout, table.agents),
            bars: table.findings.iter().filter_map(bar).collect(),
        })
        .filter(|panel| !panel.bars.is_empty())
        .collect();
    if panels.is_empty() {
        return Ok(None);
    }
    let figure = Effects {
        subject: format!(
            "Largest change of the first player's score in one {one} that an answer to each question makes"
        ),
        measure: Measure {
            label: format!("change of first player's score in a {one} (points)"),
            decimals: 1,
            counted: many.to_owned(),
            interval: intervals(study, "intervals for differences over the same games"),
        },
        margin: Some(study.plan.margin * 100.0),
        panels,
    };
    let sentences = tables.iter().filter_map(|t| effects_sentence(study, layout, t));
    let sentence = sentences.collect::<Vec<_>>().join(" ");
    let heading = format!("Effect of each question on a {one}");
    Plate::new((stem(study, layout, "effects"), heading), &figure, size(study, Preset::Elsevier2), sentence).map(Some)
}

fn effects_sentence(study: &Study, layout: &Layout, table: &OneAtATime) -> Option<String> {
    let size = |f: &Finding| f.largest().and_then(|e| e.difference).map_or(-1.0, |d| d.difference.value.abs());
    let top = table.findings.iter().rev().max_by(|a, b| size(a).total_cmp(&size(b)))?;
    let effect = top.largest()?;
    let of = table.findings.len();
    let matter = match table.findings.iter().filter(|f| f.verdict == Verdict::Matters).count() {
        0 => format!("none of {of} questions changes"),
        1 => format!("1 of {of} questions changes"),
        n => format!("{n} of {of} questions change"),
    };
    Some(format!(
        "With {} the largest change in a {} is {}, from {}; {matter} the score by more than {} points.",
        players(layout, table.agents),
        scope_words(layout.scope).0,
        points(effect.difference?.difference.value),
        reading_name(study, top.question, effect.reading),
        words::hundredths(study.plan.margin),
    ))
}

/// The opening table of the best supported reading under each kind of player.
pub(super) fn openings(material: &Material<'_>, layout: &Layout) -> Result<Vec<Plate>, FigureError> {
    let (study, results) = (material.study, material.results);
    let one = scope_words(layout.scope).0;
    let confidence = study.plan.confidence;
    let base = &layout.rows[0];
    let tables: Vec<Vec<(Pit, Estimate, u64)>> = base
        .cells
        .iter()
        .map(|&cell| {
            let openings = results[cell].tally.openings.iter();
            openings.filter_map(|(pit, c)| c.score(confidence).map(|e| (pit, e, c.decided()))).collect()
        })
        .collect();
    // One scale of colours for all kinds of player, so that the tables can be compared.
    let values = || tables.iter().flatten().map(|(_, e, _)| e.value * 100.0);
    let range = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let mut plates = Vec::new();
    for (agents, table) in tables.iter().enumerate() {
        let (Some(worst), Some(best)) = (
            table.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value)),
            table.iter().rev().max_by(|a, b| a.1.value.total_cmp(&b.1.value)),
        ) else {
            continue;
        };
        let rules = &study.cells[base.cells[agents]].rules;
        let names = rules.board.names();
        let solved = material.solved.get(&study.cells[base.cells[agents]].rules_hash);
        let exact =
            |pit: &str| solved.and_then(|round| round.moves.iter().find(|(name, _)| name == pit)).map(|(_, v)| *v);
        let figure = Opening {
            subject: format!(
                "Score of each first move of a {one} under the best supported reading, {}",
                players(layout, agents)
            ),
            measure: measure_of_score(study, layout, "Wilson intervals"),
            board: board(rules, &Position::start(rules), false),
            moves: table
                .iter()
                .map(|&(pit, e, n)| {
                    let pit = names.of(pit).to_string();
                    let exact = exact(&pit).map(|v| Bounds::new(v.low.into(), v.high.into()));
                    OpeningMove { pit, score: drawn(e, 100.0, n), exact }
                })
                .collect(),
            range: (range.1 > range.0).then_some(range),
        };
        let sentence = if table.len() < 2 {
            format!("Only {} is ever lifted first; it scores {}.", names.of(best.0), percent_with_interval(best.1))
        } else {
            format!(
                "With {} it is best to begin with {}, which scores {}, and worst with {}, which scores {}: {} lie between them.",
                players(layout, agents),
                names.of(best.0),
                percent_with_interval(best.1),
                names.of(worst.0),
                percent_with_interval(worst.1),
                points(best.1.value - worst.1.value).trim_start_matches('+'),
            )
        };
        let name = for_files(&layout.players[agents].pair.to_string());
        let heading = format!("First moves of a {one}, {}", players(layout, agents));
        let stem = format!("{}-{name}", stem(study, layout, "first-moves"));
        plates.push(Plate::new((stem, heading), &figure, size(study, Preset::Elsevier1Half), sentence)?);
    }
    Ok(plates)
}

/// The name of a row for a figure.
pub(super) fn row_name(study: &Study, row: &Row) -> String {
    row.changes.map_or_else(|| "best supported reading".to_owned(), |(q, r)| reading_name(study, q, r))
}

/// Lengths under some readings, the best supported one first, by the first kind of player.
fn lengths_under(study: &Study, results: &[CellResult], layout: &Layout, rows: &[&Row], subject: String) -> Lengths {
    let (one, many) = scope_words(layout.scope);
    let result = |row: &Row| &results[row.cells[0]].tally;
    let curves = rows.iter().map(|&row| {
        let tally = result(row);
        let unfinished = tally.classes.count(Class::CutOff);
        let ended = tally.length.turns.iter().map(|(turns, n)| (u32::try_from(turns).unwrap_or(u32::MAX), n));
        LengthCurve { name: row_name(study, row), ended: without_unfinished(ended.collect(), unfinished), unfinished }
    });
    // The axis ends where nearly every game of every reading has ended, or, where one of them is far longer than the best
    // supported one, at several times the length of that: a few very long games would squeeze the rest.
    let nearly_all = rows.iter().filter_map(|r| result(r).length.turns.quantile(0.995)).fold(1.0, f64::max);
    let base = result(&layout.rows[0]);
    let until = base.length.turns.quantile(0.95).map_or(nearly_all, |q| nearly_all.min(LONGEST_AXIS * q));
    Lengths {
        subject,
        axis: format!("length of a {one} (turns)"),
        counted: many.to_owned(),
        curves: curves.collect(),
        until: Some(whole(until)),
    }
}

/// The median and the quartiles of the turns under a reading, by the first kind of player.
fn quartiles(results: &[CellResult], row: &Row) -> (String, String, String) {
    let turns = &results[row.cells[0]].tally.length.turns;
    let at = |p| turns.quantile(p).map_or_else(String::new, words::quantile);
    (at(0.5), at(0.25), at(0.75))
}

/// The lengths of games under the best supported reading and those readings that change them most.
pub(super) fn lengths(study: &Study, results: &[CellResult], layout: &Layout) -> Result<Plate, FigureError> {
    let (one, many) = scope_words(layout.scope);
    let turns = |row: &Row| results[row.cells[0]].tally.length.turns.moments().mean(study.plan.confidence);
    let mean = |row: &Row| turns(row).map_or(0.0, |e| e.value);
    let base = &layout.rows[0];
    let mut others: Vec<&Row> = layout.rows[1..].iter().filter(|r| r.cells[0] != base.cells[0]).collect();
    others.sort_by(|a, b| (mean(b) - mean(base)).abs().total_cmp(&(mean(a) - mean(base)).abs()));
    others.truncate(MOST_CURVES - 1);
    let drawn: Vec<&Row> = std::iter::once(base).chain(others.iter().copied()).collect();
    let subject = format!(
        "Length of a {one} under the best supported reading and the readings that change its mean most, {}",
        players(layout, 0)
    );
    let figure = lengths_under(study, results, layout, &drawn, subject);
    let (median, low, high) = quartiles(results, base);
    let mut sentence = format!(
        "With {} half of all {many} under the best supported reading are over within {median} turns (quartiles {low} and {high})",
        players(layout, 0)
    );
    if let Some(&most) = others.first() {
        let (median, low, high) = quartiles(results, most);
        let name = row_name(study, most);
        let change = format!("; the greatest change is that of {name}: {median} turns ({low} and {high})");
        sentence.push_str(&change);
    }
    sentence.push('.');
    let heading = format!("Length of a {one}");
    Plate::new((stem(study, layout, "length"), heading), &figure, size(study, Preset::Elsevier1Half), sentence)
}

/// The lengths of games under every reading that is a game of its own.
pub(super) fn ridges(study: &Study, results: &[CellResult], layout: &Layout) -> Result<Plate, FigureError> {
    let one = scope_words(layout.scope).0;
    let drawn = layout.distinct();
    let subject = format!("Length of a {one} under each reading, {}", players(layout, 0));
    // Ridges are for shapes: the axis ends a little beyond where nearly all games of the middle reading have ended, and the
    // caption counts what lies beyond.
    let mut ends: Vec<f64> =
        drawn.iter().filter_map(|row| results[row.cells[0]].tally.length.turns.quantile(0.95)).collect();
    ends.sort_by(f64::total_cmp);
    let until = ends.get(ends.len() / 2).map(|end| whole(RIDGES_BEYOND * end));
    let lengths = lengths_under(study, results, layout, &drawn, subject);
    let figure = Ridges { lengths: Lengths { until: until.or(lengths.until), ..lengths } };
    let median = |row: &Row| results[row.cells[0]].tally.length.turns.quantile(0.5).unwrap_or(0.0);
    let shortest = drawn.iter().min_by(|a, b| median(a).total_cmp(&median(b)));
    let longest = drawn.iter().rev().max_by(|a, b| median(a).total_cmp(&median(b)));
    let sentence = shortest.zip(longest).map_or_else(String::new, |(shortest, longest)| {
        format!(
            "With {} the median length of a {one} runs from {} turns ({}) to {} ({}).",
            players(layout, 0),
            quartiles(results, shortest).0,
            row_name(study, shortest),
            quartiles(results, longest).0,
            row_name(study, longest)
        )
    });
    let heading = format!("Length of a {one}, by reading");
    Plate::new(
        (stem(study, layout, "length-by-reading"), heading),
        &figure,
        size(study, Preset::Elsevier1Half),
        sentence,
    )
}

/// The readings ranked under each kind of player; nothing where there is only one.
pub(super) fn agreement(study: &Study, results: &[CellResult], layout: &Layout) -> Result<Option<Plate>, FigureError> {
    let one = scope_words(layout.scope).0;
    let rows = spread::ranked(results, layout);
    let kinds = layout.players.len();
    if kinds < 2 || rows.len() < 2 {
        return Ok(None);
    }
    let readings = rows.iter().filter_map(|row| {
        let scores = row.cells.iter().map(|&cell| score(study, &results[cell].tally.classes));
        Some(RankedReading { name: row_name(study, row), scores: scores.collect::<Option<Vec<_>>>()? })
    });
    let pairs = spread::agreement(study, results, layout);
    let tau = |a: usize| {
        let (.., tau) = pairs.iter().find(|(one, other, _)| (*one, *other) == (a, a + 1))?;
        tau.map(|tau| drawn(tau, 1.0, rows.len() as u64))
    };
    let figure = Agreement {
        subject: format!("Readings ranked by the first player's score in a {one}, by kind of player"),
        measure: measure_of_score(study, layout, "bias-corrected and accelerated intervals"),
        players: layout.players.iter().map(|players| format!("{} players", players.pair)).collect(),
        readings: readings.collect(),
        taus: (0..kinds - 1).map(tau).collect(),
    };
    let sentence = spread::agreement_sentences(study, results, layout).join(" ");
    let heading = format!("Readings ranked under each kind of player, {one}");
    // Every column between the first and the last takes as much room as both of theirs.
    let suits = if kinds > 3 { Preset::Elsevier2 } else { Preset::Elsevier1Half };
    Plate::new((stem(study, layout, "agreement"), heading), &figure, size(study, suits), sentence).map(Some)
}

/// Takes the games that were cut off out of a distribution of lengths. They are the longest ones: a game is cut off by the
/// same cap as every other.
fn without_unfinished(mut ended: Vec<(u32, u64)>, mut unfinished: u64) -> Vec<(u32, u64)> {
    while unfinished > 0 {
        let Some((_, games)) = ended.last_mut() else { break };
        let taken = unfinished.min(*games);
        *games -= taken;
        unfinished -= taken;
        if *games == 0 {
            ended.pop();
        }
    }
    ended
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the range first")]
fn whole(value: f64) -> u32 {
    value.ceil().clamp(1.0, f64::from(u32::MAX)) as u32
}

/// What the first player holds from round to round under the best supported reading.
pub(super) fn wealth(study: &Study, results: &[CellResult], layout: &Layout) -> Result<Plate, FigureError> {
    let base = &layout.rows[0];
    let rules = |cell: usize| &study.cells[cell].rules;
    let series: Vec<WealthSeries> = base
        .cells
        .iter()
        .enumerate()
        .map(|(agents, &cell)| WealthSeries {
            name: players(layout, agents),
            rounds: wealth_rounds(study, &results[cell], rules(cell)),
        })
        .collect();
    let sentences: Vec<String> = base
        .cells
        .iter()
        .enumerate()
        .filter_map(|(agents, &cell)| wealth_sentence(layout, agents, &results[cell]))
        .collect();
    let figure = Wealth {
        subject: format!(
            "Seeds of the first player at the start of each round of a match under the best supported reading, as long as at least {LEAST_MATCHES} matches go on"
        ),
        seeds: rules(base.cells[0]).board.total(),
        interval: intervals(study, "Wilson intervals"),
        series,
    };
    let heading = "Wealth over the rounds of a match".to_owned();
    let stem = stem(study, layout, "wealth");
    let stem = stem.strip_suffix("-match").map_or_else(|| stem.clone(), str::to_owned);
    Plate::new((stem, heading), &figure, size(study, Preset::Elsevier1Half), sentences.join(" "))
}

fn wealth_rounds(study: &Study, result: &CellResult, rules: &Ruleset) -> Vec<WealthRound> {
    let all = result.tally.games();
    let going = |n| stats::share(n, all, study.plan.confidence).map(|e| drawn(e, 1.0, all));
    let start: u32 = rules.board.row(Seat::South).map(|p| u32::from(rules.board.start[p.index()])).sum();
    let start = f64::from(start);
    let first = going(all).map(|going| WealthRound {
        round: 1,
        first_quartile: start,
        median: start,
        third_quartile: start,
        going,
    });
    let later = (2..).zip(&result.tally.wealth.later).map_while(|(round, held)| {
        let held = &held.seeds[0];
        (held.n() >= LEAST_MATCHES.min(all)).then_some(())?;
        Some(WealthRound {
            round,
            first_quartile: held.quantile(0.25)?,
            median: held.quantile(0.5)?,
            third_quartile: held.quantile(0.75)?,
            going: going(held.n())?,
        })
    });
    first.into_iter().chain(later).collect()
}

fn wealth_sentence(layout: &Layout, agents: usize, result: &CellResult) -> Option<String> {
    let rounds = &result.tally.wealth.rounds;
    let (median, longest) = (rounds.quantile(0.5)?, rounds.max()?);
    let cut = result.tally.classes.count(Class::CutOff);
    let cut = match cut {
        0 => String::new(),
        n => format!(
            ", and {} broken off after {}",
            count(n, "match was", "matches were"),
            count(longest, "round", "rounds")
        ),
    };
    let second = result.tally.wealth.later.first().and_then(|w| w.seeds[0].quantile(0.5));
    let second = second.map_or_else(String::new, |q| {
        format!("; at the start of the second round the median of the first player's seeds is {}", words::quantile(q))
    });
    Some(format!(
        "With {} half of all matches are over within {} (the longest took {}){cut}{second}.",
        players(layout, agents),
        match words::quantile(median).as_str() {
            "1" => "1 round".to_owned(),
            rounds => format!("{rounds} rounds"),
        },
        count(longest, "round", "rounds"),
    ))
}

/// Each move of the examples taken from sources that tell its laps, lap by lap.
pub(super) fn moves(study: &Study, examples: &Examples) -> Result<Vec<Plate>, super::ReportError> {
    let game = &study.game;
    let best = game.best();
    let rules = game
        .ruleset(&best)
        .map_err(|e| StudyError::Unplayable { reading: game.reading_id(&best), why: e.to_string() })?;
    let mut plates = Vec::new();
    let cited = examples.borne_out.iter().filter(|&&n| !game.examples[n].constructed);
    for (number, example) in cited.map(|&n| (n, &game.examples[n])) {
        // Letters that the rules turn round would not be those of the source.
        let mirrored = rules.turn.direction.contains(&Direction::Clockwise) && game.letters_follow_sowing;
        if mirrored {
            continue;
        }
        let (transcript, _) = play_example(&rules, example)
            .map_err(|source| StudyError::Machine { reading: game.reading_id(&best), source })?;
        for (step, turn) in transcript.turns().enumerate() {
            if example.steps.get(step).is_some_and(|s| s.laps.is_empty()) {
                continue;
            }
            let several = example.steps.len() > 1;
            let source = example.citation.as_ref().map(|c| c.short(study.bibliography.as_ref()));
            let source = source.map_or_else(String::new, |s| format!(" ({s})"));
            let which = if several { format!(", move {}", step + 1) } else { String::new() };
            let subject = format!("The example “{}”{source}{which}, lap by lap", example.title);
            let Some(figure) = diagram(&rules, subject.clone(), &transcript, step) else { continue };
            let stem = if several {
                format!("example-{}-{}", number + 1, step + 1)
            } else {
                format!("example-{}", number + 1)
            };
            plates.push(Plate::new(
                (stem, capital(&subject)),
                &figure,
                size(study, Preset::Elsevier1Half),
                move_sentence(turn),
            )?);
        }
    }
    Ok(plates)
}

fn move_sentence(turn: &TranscriptTurn) -> String {
    let mover = match turn.mover {
        Seat::South => "South",
        Seat::North => "North",
    };
    let pit = turn.pit.map(String::from).unwrap_or_default();
    let captures: Vec<String> =
        turn.captures.iter().map(|c| format!("{} from {}", count(c.seeds.into(), "seed", "seeds"), c.pit)).collect();
    let won = if captures.is_empty() { "wins nothing".to_owned() } else { format!("captures {}", list(&captures)) };
    format!(
        "{mover} lifts {pit}, sows {} and {won}; the best supported reading plays the move as the source tells it.",
        count(turn.lap_count.into(), "lap", "laps")
    )
}

/// The drawing of one turn of a transcript. None where its laps were not all kept.
fn diagram(rules: &Ruleset, subject: String, transcript: &Transcript, step: usize) -> Option<MoveDiagram> {
    let round = transcript.rounds.first()?;
    let turn = round.turns.get(step)?;
    let before = match step.checked_sub(1) {
        Some(last) => round.turns.get(last)?.position.clone()?,
        None => Position::parse(&round.start, &rules.board).ok()?,
    };
    move_diagram(rules, &before, turn, subject, true)
}
