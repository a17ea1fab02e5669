//! What a factorial says beyond main effects: whose doubt makes the variance, and which doubts act together.

use super::plates::{players, scope_words};
use super::section::{PlainCell, PlainRow, PlainTable};
use super::words::{self, count, fixed, interval_in_points, list, percent, signed};
use crate::rules::game::Game;
use crate::stats::{Batched, Bootstrap, Confidence, Estimate, Points, Shares, balanced, factorial};
use crate::study::{CellResult, Layout, Row, Study};

/// Two answers to different questions, and what they add to the score when they are given together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Together {
    /// The two questions, as positions among the layout's.
    pub questions: (usize, usize),
    /// The answers, as indices among the readings of each question.
    pub answers: (usize, usize),
    /// What they add beyond their main effects.
    pub effect: Estimate,
}

/// The variance of a full factorial under one kind of player.
#[derive(Clone, Debug)]
pub(super) struct Spread {
    /// Whose share it is.
    pub shares: Shares,
    /// Every pair of answers, pair of questions by pair of questions.
    pub together: Vec<Together>,
}

/// The answers to each question of a layout that its readings give, in the order of the game.
pub(super) fn answers(game: &Game, layout: &Layout) -> Vec<Vec<usize>> {
    let given = |&q: &usize| {
        let by_some = |&a: &usize| layout.rows.iter().any(|r| r.answers.get(q) == Some(a));
        (0..game.questions[q].readings.len()).filter(by_some).collect()
    };
    layout.questions.iter().map(given).collect()
}

/// The spread of a full factorial. `None` where a reading has no score, or scores vary no more than by chance.
pub(super) fn of(study: &Study, results: &[CellResult], layout: &Layout, agents: usize) -> Option<Spread> {
    let answers = answers(&study.game, layout);
    let levels: Vec<usize> = answers.iter().map(Vec::len).collect();
    let games: Vec<&[Points]> = layout.rows.iter().map(|r| results[r.cells[agents]].points.as_slice()).collect();
    let scores = Batched::new(&games)?;
    let confidence = study.plan.confidence;
    let shares = Shares::of(&levels, &scores, Bootstrap::seeded(study.plan.seed), confidence)?;
    let mut together = Vec::new();
    for (i, j) in factorial::pairs(levels.len()) {
        for (n, effect) in factorial::interaction(&levels, &scores, (i, j), confidence)?.into_iter().enumerate() {
            let answers = (answers[i][n / levels[j]], answers[j][n % levels[j]]);
            together.push(Together { questions: (i, j), answers, effect });
        }
    }
    Some(Spread { shares, together })
}

impl Spread {
    /// The pair of answers to questions `i` and `j` that adds or takes most; the first of equals.
    fn most(&self, pair: (usize, usize)) -> Option<&Together> {
        let own = self.together.iter().filter(|t| t.questions == pair);
        own.rev().max_by(|a, b| a.effect.value.abs().total_cmp(&b.effect.value.abs()))
    }
}

type Cell = (String, String);

fn share(e: Estimate) -> Cell {
    (fixed(e.value * 100.0, 1), format!("{}–{}", fixed(e.low * 100.0, 1), fixed(e.high * 100.0, 1)))
}

fn none() -> Cell {
    ("–".to_owned(), String::new())
}

fn id(study: &Study, layout: &Layout, position: usize) -> String {
    study.game.questions[layout.questions[position]].id.clone()
}

/// Rows of the table of shares: a question, and for each kind of player its share alone and in all.
pub(super) fn share_rows(study: &Study, layout: &Layout, spreads: &[Option<Spread>]) -> Vec<(String, Vec<Cell>)> {
    if spreads.iter().all(Option::is_none) {
        return Vec::new();
    }
    let cells = |position: usize| {
        let of = |s: &Option<Spread>| match s {
            Some(s) => [share(s.shares.first[position]), share(s.shares.total[position])],
            None => [none(), none()],
        };
        spreads.iter().flat_map(of).collect()
    };
    (0..layout.questions.len()).map(|p| (id(study, layout, p), cells(p))).collect()
}

/// Rows of the table of interactions: a pair of questions, and for each kind of player its share and the answers that go
/// together most.
pub(super) fn interaction_rows(study: &Study, layout: &Layout, spreads: &[Option<Spread>]) -> Vec<(String, Vec<Cell>)> {
    if spreads.iter().all(Option::is_none) {
        return Vec::new();
    }
    let name =
        |position: usize, answer: usize| study.game.questions[layout.questions[position]].readings[answer].name.clone();
    let row = |(number, pair): (usize, (usize, usize))| {
        let cells = spreads.iter().flat_map(|s| match s {
            Some(s) => {
                let most = s.most(pair).map_or_else(none, |t| {
                    let names = format!("{} with {}", name(pair.0, t.answers.0), name(pair.1, t.answers.1));
                    let effect = signed(t.effect.value * 100.0, 1);
                    (format!("{names}: {effect}"), interval_in_points(t.effect))
                });
                [share(s.shares.pairs[number]), most]
            }
            None => [none(), none()],
        });
        (format!("{}, {}", id(study, layout, pair.0), id(study, layout, pair.1)), cells.collect())
    };
    factorial::pairs(layout.questions.len()).enumerate().map(row).collect()
}

/// One sentence a kind of player on what the tables say.
pub(super) fn sentence(study: &Study, layout: &Layout, spreads: &[Option<Spread>]) -> String {
    let of = |(agents, spread): (usize, &Option<Spread>)| {
        let players = players(layout, agents);
        let Some(s) = spread else {
            return format!(
                "With {players} the scores have no variance between readings that could be told from chance."
            );
        };
        let largest = (0..s.shares.total.len())
            .rev()
            .max_by(|&a, &b| s.shares.total[a].value.total_cmp(&s.shares.total[b].value));
        let alone: f64 = s.shares.first.iter().map(|e| e.value).sum();
        let largest = largest.map_or_else(String::new, |p| {
            let e = s.shares.total[p];
            format!(
                "; {} makes {} of the variance with all its interactions ({} to {})",
                id(study, layout, p),
                percent(e.value),
                fixed(e.low * 100.0, 1),
                fixed(e.high * 100.0, 1)
            )
        });
        format!(
            "With {players} the score differs between readings with a standard deviation of {} points{largest}, \
             and the questions alone, without interactions, make {} in sum.",
            fixed(s.shares.deviation * 100.0, 1),
            percent(alone),
        )
    };
    spreads.iter().enumerate().map(of).collect::<Vec<_>>().join(" ")
}

/// How far the answers of a sample are mixed.
pub(super) fn aliasing(study: &Study, layout: &Layout) -> String {
    let answers = answers(&study.game, layout);
    let levels: Vec<usize> = answers.iter().map(Vec::len).collect();
    let place = |row: &Row, position: usize| {
        let answer = row.answers.get(layout.questions[position]);
        answers[position].iter().position(|&a| Some(a) == answer).unwrap_or_default()
    };
    let rows: Vec<Vec<usize>> = layout.rows.iter().map(|r| (0..levels.len()).map(|p| place(r, p)).collect()).collect();
    let values = balanced::aliasing(&levels, &rows);
    let all: u64 = levels.iter().map(|&l| l as u64).product();
    let told: Vec<String> = factorial::pairs(levels.len())
        .zip(&values)
        .map(|((i, j), v)| format!("{} with {} {}", id(study, layout, i), id(study, layout, j), fixed(*v, 2)))
        .collect();
    format!(
        "These are a balanced sample of {} out of {}, drawn by the seed. The effect of an answer is in part that of the \
         answers it comes with; how far, Cramér's V tells, from 0 (evenly mixed) to 1 (never apart): {}.",
        count(layout.rows.len() as u64, "reading", "readings"),
        words::grouped(all),
        list(&told)
    )
}

/// The readings that are ranked: those that come to the same rules once, and those without a score under some kind of player
/// not at all.
pub(super) fn ranked<'a>(results: &[CellResult], layout: &'a Layout) -> Vec<&'a Row> {
    let mut rows = layout.distinct();
    rows.retain(|row| row.cells.iter().all(|&cell| results[cell].tally.classes.decided() > 0));
    rows
}

/// For each layout and pair of kinds of player, whether they rank the readings alike.
pub(super) fn agreement(
    study: &Study,
    results: &[CellResult],
    layout: &Layout,
) -> Vec<(usize, usize, Option<Estimate>)> {
    let rows = ranked(results, layout);
    // Kinds of player may have played different numbers of games; those that all of them have played are compared.
    let games = rows.iter().flat_map(|r| &r.cells).map(|&cell| results[cell].points.len()).min().unwrap_or(0);
    let scores = |agents: usize| -> Option<Batched> {
        Batched::new(&rows.iter().map(|r| &results[r.cells[agents]].points[..games]).collect::<Vec<_>>())
    };
    let all: Vec<Option<Batched>> = (0..layout.players.len()).map(scores).collect();
    factorial::pairs(all.len())
        .map(|(a, b)| {
            let tau = all[a]
                .as_ref()
                .zip(all[b].as_ref())
                .and_then(|(a, b)| rank_agreement(a, b, Bootstrap::seeded(study.plan.seed), study.plan.confidence));
            (a, b, tau)
        })
        .collect()
}

/// Most pairs of kinds of player that are told in a sentence each.
const MOST_TOLD: usize = 3;

/// A sentence for each pair of kinds of player, or one for all where they are many.
pub(super) fn agreement_sentences(study: &Study, results: &[CellResult], layout: &Layout) -> Vec<String> {
    let level = words::hundredths(study.plan.confidence.level());
    let many = scope_words(layout.scope).1;
    let pairs = agreement(study, results, layout);
    let sentence = |&(a, b, tau): &(usize, usize, Option<Estimate>)| {
        let (a, b) = (players(layout, a), players(layout, b));
        match tau {
            Some(e) => format!(
                "In {many} {a} and {b} rank the readings by the first player's score with a Kendall's tau of {} ({level} % \
                 interval {} to {}), where 1 is the same order and \u{2212}1 the reverse.",
                fixed(e.value, 2),
                fixed(e.low, 2),
                fixed(e.high, 2)
            ),
            None => format!("In {many} the rankings of {a} and {b} cannot be compared."),
        }
    };
    if pairs.len() <= MOST_TOLD {
        return pairs.iter().map(sentence).collect();
    }
    let known = || pairs.iter().filter_map(|&(a, b, tau)| Some((a, b, tau?)));
    let (Some(least), Some(most)) = (
        known().min_by(|x, y| x.2.value.total_cmp(&y.2.value)),
        known().rev().max_by(|x, y| x.2.value.total_cmp(&y.2.value)),
    ) else {
        return vec![format!("In {many} no two kinds of player give rankings that can be compared.")];
    };
    let told = |(a, b, e): (usize, usize, Estimate)| {
        let (a, b) = (players(layout, a), players(layout, b));
        format!("{} ({a} and {b}; {level} % interval {} to {})", fixed(e.value, 2), fixed(e.low, 2), fixed(e.high, 2))
    };
    vec![format!(
        "In {many} Kendall's tau between two kinds of player, of the order in which each puts the readings by the first player's \
         score, runs from {} to {}; 1 is the same order and \u{2212}1 the reverse.",
        told(least),
        told(most)
    )]
}

/// The taus of all pairs of kinds of player as a table, where they are too many for sentences.
pub(super) fn agreement_table(study: &Study, results: &[CellResult], layout: &Layout) -> Option<PlainTable> {
    let pairs = agreement(study, results, layout);
    if pairs.len() <= MOST_TOLD {
        return None;
    }
    let kinds = layout.players.len();
    let cell = |row: usize, column: usize| {
        let found = pairs.iter().find(|&&(a, b, _)| (a, b) == (column, row) || (a, b) == (row, column));
        match found.map(|&(.., tau)| tau) {
            None => PlainCell::default(),
            Some(None) => PlainCell::new("–".to_owned(), String::new()),
            Some(Some(e)) => PlainCell::new(fixed(e.value, 2), format!("{} to {}", fixed(e.low, 2), fixed(e.high, 2))),
        }
    };
    Some(PlainTable {
        caption: format!(
            "Kendall's tau of the readings ranked by the first player's score in {} under two kinds of player, with its interval.",
            scope_words(layout.scope).1
        ),
        head: std::iter::once(String::new())
            .chain((0..kinds - 1).map(|kind| layout.players[kind].to_string()))
            .collect(),
        rows: (1..kinds)
            .map(|row| PlainRow {
                name: layout.players[row].to_string(),
                cells: (0..kinds - 1)
                    .map(|column| if column < row { cell(row, column) } else { PlainCell::default() })
                    .collect(),
            })
            .collect(),
    })
}

/// Kendall's tau of two lists of scores over the same games.
fn rank_agreement(a: &Batched, b: &Batched, bootstrap: Bootstrap, confidence: Confidence) -> Option<Estimate> {
    let batches = a.batches();
    let statistic = |drawn: &[usize]| {
        let scores = a.scores(drawn).zip(b.scores(drawn));
        scores.and_then(|(a, b)| crate::stats::kendall::tau(&a, &b)).unwrap_or(f64::NAN)
    };
    let e = (batches == b.batches()).then(|| bootstrap.bca(batches, confidence, statistic))??;
    Some(Estimate { low: e.low.min(e.value), high: e.high.max(e.value), ..e })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Points::{One, Zero};

    #[test]
    fn two_kinds_of_player_that_rank_three_readings_in_reverse_have_a_tau_of_minus_one() {
        let games = |wins: usize| (0..400).map(|n| if n % 8 < wins { One } else { Zero }).collect::<Vec<_>>();
        let (low, middle, high) = (games(2), games(4), games(6));
        let there = Batched::new(&[&low, &middle, &high]).unwrap();
        let back = Batched::new(&[&high, &middle, &low]).unwrap();
        let boot = Bootstrap { resamples: 100, seed: 1 };
        let tau = rank_agreement(&there, &back, boot, Confidence::NINETY_FIVE).unwrap();
        assert!((tau.value + 1.0).abs() < 1e-12 && tau.low >= -1.0 && tau.high <= 1.0, "{tau:?}");
        let same = rank_agreement(&there, &there, boot, Confidence::NINETY_FIVE).unwrap();
        assert!((same.value - 1.0).abs() < 1e-12);
    }
}
