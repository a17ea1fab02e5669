//! What the records say of the questions.
//!
//! *One at a time.* Each reading is compared with the first of its part over the same games ([`Paired`]). A question
//! *matters* to the score if a difference is shown to be beyond the margin of the plan, it *does not matter* if all
//! differences are shown to be within it ([`Claims`]), and else it is *undecided*. Under each kind of player and in each scope
//! the claims of one kind are corrected together for the number of questions ([`holm`]), so that the chance of one false
//! "matters" or more, and likewise of one false "does not matter" or more, is at most that which the plan's confidence
//! leaves. The intervals shown are each of that confidence by itself.
//!
//! *Factorial.* The main effect of an answer is the mean score over all readings that give it, less that over all that give
//! the first answer, each with the other questions' answers evenly mixed ([`Contrast`]).

use crate::rules::game::Game;
use crate::stats::{Claims, Confidence, Contrast, Estimate, Paired, PairedDifference, apart, holm};
use crate::study::{CellResult, Layout, Study};

/// What is found of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A reading changes the score, or what else is measured, by more than the margin.
    Matters,
    /// No reading does.
    DoesNotMatter,
    /// The games do not tell.
    Undecided,
    /// A reading has no score to compare.
    NoScore,
}

/// One reading compared with the first of its part.
#[derive(Clone, Copy, Debug)]
pub struct Effect<D = PairedDifference> {
    /// Index of the reading among the layout's rows.
    pub row: usize,
    /// Index of the answer among the question's readings.
    pub reading: usize,
    /// Whether the two are one and the same game by their rules.
    pub same_rules: bool,
    /// The difference of scores, this reading's less the first one's.
    pub difference: Option<D>,
    /// Whether that is within or beyond the margin, before any correction. `None` where there is no difference.
    pub claims: Option<Claims>,
    /// Share of games without a result that the score counts (never-ending, repetition, cut off): under the first
    /// reading and under this one.
    pub without_result: [f64; 2],
}

/// One question under one kind of player.
#[derive(Clone, Debug)]
pub struct Finding<D = PairedDifference> {
    /// Index of the question.
    pub question: usize,
    /// Its readings compared; at least one.
    pub effects: Vec<Effect<D>>,
    /// The claims on the question, corrected for the number of questions.
    pub claims: Claims,
    /// The verdict.
    pub verdict: Verdict,
}

impl Finding {
    /// The reading that changes the share of games without a result most, if it does so by more than `margin`.
    #[must_use]
    pub fn unresolved(&self, margin: f64) -> Option<&Effect> {
        let change = |e: &Effect| (e.without_result[1] - e.without_result[0]).abs();
        self.effects.iter().rev().max_by(|a, b| change(a).total_cmp(&change(b))).filter(|e| change(e) > margin)
    }
}

impl<D: Differs> Finding<D> {
    /// The reading that changes what is measured most.
    #[must_use]
    pub fn largest(&self) -> Option<&Effect<D>> {
        let size = |e: &Effect<D>| e.difference.map_or(-1.0, |d| d.estimate().value.abs());
        // The first of equals, so that the answer does not hang on the order of comparison.
        self.effects.iter().rev().max_by(|a, b| size(a).total_cmp(&size(b)))
    }
}

/// A difference with its interval.
pub trait Differs: Copy {
    /// What it is.
    fn estimate(&self) -> Estimate;
}

impl Differs for PairedDifference {
    fn estimate(&self) -> Estimate {
        self.difference
    }
}

impl Differs for Estimate {
    fn estimate(&self) -> Estimate {
        *self
    }
}

/// All questions of a part and scope, under one kind of player.
#[derive(Clone, Debug)]
pub struct OneAtATime<D = PairedDifference> {
    /// Index of the pair of players in the plan.
    pub agents: usize,
    /// How many readings are compared.
    pub comparisons: usize,
    /// One finding a question, in the order of the game.
    pub findings: Vec<Finding<D>>,
}

/// Compares the scores of the readings of a one-at-a-time layout.
#[must_use]
pub fn one_at_a_time(study: &Study, results: &[CellResult], layout: &Layout, agents: usize) -> OneAtATime {
    let confidence = study.plan.confidence;
    findings(results, layout, agents, confidence, |row, base| {
        let table = compare(&results[row], &results[base]);
        (table.difference(confidence), table.claims(study.plan.margin))
    })
}

/// Compares the readings of a one-at-a-time layout by a measure, told for each cell, of which a difference of `margin` matters.
#[must_use]
pub fn by_measure(
    study: &Study,
    results: &[CellResult],
    layout: &Layout,
    agents: usize,
    (measured, margin): (impl Fn(usize) -> Option<Estimate>, f64),
) -> OneAtATime<Estimate> {
    let confidence = study.plan.confidence;
    findings(results, layout, agents, confidence, |row, base| {
        let both = measured(row).zip(measured(base));
        let difference = both.map(|(row, base)| apart::difference(row, base));
        (difference, both.map(|(row, base)| apart::claims(row, base, margin, confidence)))
    })
}

/// Compares each reading with the first by whatever `compared` finds of their two cells.
fn findings<D>(
    results: &[CellResult],
    layout: &Layout,
    agents: usize,
    confidence: Confidence,
    compared: impl Fn(usize, usize) -> (Option<D>, Option<Claims>),
) -> OneAtATime<D> {
    let comparisons = layout.rows.iter().filter(|r| r.changes.is_some()).count();
    let base = &layout.rows[0];
    let mut findings: Vec<Finding<D>> = Vec::new();
    for (number, row) in layout.rows.iter().enumerate() {
        let Some((question, reading)) = row.changes else { continue };
        let (difference, claims) = compared(row.cells[agents], base.cells[agents]);
        let same_rules = row.cells[agents] == base.cells[agents];
        let effect = Effect {
            row: number,
            reading,
            same_rules,
            difference,
            // What has the same rules has no difference, whatever the games.
            claims: if same_rules { Some(Claims::SAME) } else { claims },
            without_result: [base, row].map(|r| without_result(&results[r.cells[agents]])),
        };
        match findings.iter_mut().find(|f| f.question == question) {
            Some(finding) => finding.effects.push(effect),
            None => findings.push(Finding {
                question,
                effects: vec![effect],
                claims: Claims::NONE,
                verdict: Verdict::Undecided,
            }),
        }
    }
    decide(&mut findings, confidence);
    OneAtATime { agents, comparisons, findings }
}

/// The share of games that the score leaves out.
fn without_result(result: &CellResult) -> f64 {
    let classes = &result.tally.classes;
    1.0 - crate::stats::real(classes.decided()) / crate::stats::real(classes.games().max(1))
}

fn compare(one: &CellResult, other: &CellResult) -> Paired {
    Paired::collect(one.points.iter().copied().zip(other.points.iter().copied()))
}

/// Gives every finding its corrected claims and its verdict.
fn decide<D>(findings: &mut [Finding<D>], confidence: Confidence) {
    let claims: Vec<Claims> = findings.iter().map(of_question).collect();
    let within = holm::adjusted(&claims.iter().map(|c| c.within).collect::<Vec<_>>());
    let beyond = holm::adjusted(&claims.iter().map(|c| c.beyond).collect::<Vec<_>>());
    let level = 1.0 - confidence.level();
    for ((finding, within), beyond) in findings.iter_mut().zip(within).zip(beyond) {
        finding.claims = Claims { within, beyond };
        finding.verdict = if beyond < level {
            Verdict::Matters
        } else if finding.effects.iter().any(|e| e.claims.is_none()) {
            Verdict::NoScore
        } else if within < level {
            Verdict::DoesNotMatter
        } else {
            Verdict::Undecided
        };
    }
}

/// The claims on a question before correction. A reading without a score is known of nothing; one that is the same game
/// is no comparison, unless all are.
fn of_question<D>(finding: &Finding<D>) -> Claims {
    let compared: Vec<Claims> =
        finding.effects.iter().filter(|e| !e.same_rules).map(|e| e.claims.unwrap_or(Claims::NONE)).collect();
    if compared.is_empty() { Claims::SAME } else { Claims::of_question(&compared) }
}

/// One answer in a factorial, under one kind of player.
#[derive(Clone, Copy, Debug)]
pub struct MainEffect {
    /// Index of the question.
    pub question: usize,
    /// Index of the answer among its readings.
    pub reading: usize,
    /// How many readings of the game give this answer.
    pub readings: usize,
    /// Mean score over them.
    pub mean: Option<Estimate>,
    /// That mean less the one over the readings that give the first answer; nothing for the first answer itself.
    pub effect: Option<Estimate>,
}

/// The main effects of a factorial layout, question by question and answer by answer.
#[must_use]
pub fn main_effects(study: &Study, results: &[CellResult], layout: &Layout, agents: usize) -> Vec<MainEffect> {
    let confidence = study.plan.confidence;
    let mut effects = Vec::new();
    for &question in &layout.questions {
        let answers = answers_given(&study.game, layout, question);
        let rows_with = |answer: usize| -> Vec<&CellResult> {
            let rows = layout.rows.iter().filter(|r| r.answers.get(question) == Some(answer));
            rows.map(|r| &results[r.cells[agents]]).collect()
        };
        let Some(&first) = answers.first() else { continue };
        for &reading in &answers {
            let rows = rows_with(reading);
            effects.push(MainEffect {
                question,
                reading,
                readings: rows.len(),
                mean: contrast(&[(1.0, &rows)], confidence),
                effect: (reading != first)
                    .then(|| contrast(&[(1.0, &rows), (-1.0, &rows_with(first))], confidence))
                    .flatten(),
            });
        }
    }
    effects
}

/// The answers to a question that the readings of a layout give, in the order of the game.
fn answers_given(game: &Game, layout: &Layout, question: usize) -> Vec<usize> {
    let given = |&answer: &usize| layout.rows.iter().any(|r| r.answers.get(question) == Some(answer));
    (0..game.questions[question].readings.len()).filter(given).collect()
}

/// A sum of mean scores over groups of readings, each with its sign; none if one of the readings has no score.
fn contrast(groups: &[(f64, &[&CellResult])], confidence: Confidence) -> Option<Estimate> {
    let games = groups.first()?.1.first()?.points.len();
    let mut sum = Contrast::new(games);
    for (sign, rows) in groups {
        let weight = sign / crate::stats::real(rows.len() as u64);
        for row in *rows {
            if !sum.add(weight, &row.points) {
                return None;
            }
        }
    }
    sum.estimate(confidence)
}

/// What the pairing of games was worth in a table: the range of correlations and of variance ratios reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairing {
    /// Least and greatest correlation of the results of two readings over the same games.
    pub correlation: (f64, f64),
    /// Least and greatest variance of a difference over what separate games would have given.
    pub variance_ratio: (f64, f64),
}

/// The pairing over some tables; none where nothing was compared.
#[must_use]
pub fn pairing(tables: &[OneAtATime]) -> Option<Pairing> {
    let differences = tables
        .iter()
        .flat_map(|t| &t.findings)
        .flat_map(|f| &f.effects)
        .filter(|e| !e.same_rules)
        .filter_map(|e| e.difference);
    let around = |range: Option<(f64, f64)>, x: f64| Some(range.map_or((x, x), |(l, h)| (l.min(x), h.max(x))));
    let (mut correlation, mut ratio) = (None, None);
    for d in differences {
        correlation = around(correlation, d.correlation);
        ratio = around(ratio, d.variance_ratio);
    }
    Some(Pairing { correlation: correlation?, variance_ratio: ratio? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reading whose difference has a standard error of one point.
    fn effect(difference: f64) -> Effect {
        let interval =
            |z: f64| Estimate { value: difference, low: difference - z / 100.0, high: difference + z / 100.0 };
        let claims = Some(Claims::of(0.03, interval));
        Effect { row: 1, reading: 1, same_rules: false, difference: None, claims, without_result: [0.0; 2] }
    }

    fn findings(questions: &[&[Effect]]) -> Vec<Finding> {
        let of = |(question, effects): (usize, &&[Effect])| Finding {
            question,
            effects: effects.to_vec(),
            claims: Claims::NONE,
            verdict: Verdict::Undecided,
        };
        let mut findings: Vec<Finding> = questions.iter().enumerate().map(of).collect();
        decide(&mut findings, Confidence::NINETY_FIVE);
        findings
    }

    fn verdict(effects: &[Effect]) -> Verdict {
        findings(&[effects])[0].verdict
    }

    #[test]
    fn a_question_matters_if_one_reading_is_shown_to_be_beyond_the_margin() {
        assert_eq!(verdict(&[effect(0.0), effect(-0.07)]), Verdict::Matters);
    }

    #[test]
    fn a_question_does_not_matter_only_if_every_reading_is_shown_to_be_within() {
        assert_eq!(verdict(&[effect(0.0), effect(0.01)]), Verdict::DoesNotMatter);
        assert_eq!(verdict(&[effect(0.0), effect(0.02)]), Verdict::Undecided);
    }

    #[test]
    fn a_difference_that_is_there_but_may_be_small_is_undecided() {
        assert_eq!(verdict(&[effect(0.04)]), Verdict::Undecided);
    }

    /// By hand: 0.01 lies two standard errors inside the margin, a value of 0.0228; twice that is 0.0455 and three times
    /// 0.0683, so that among three such questions none is left within, and among two both are.
    #[test]
    fn what_holds_for_one_question_need_not_hold_among_three() {
        let alone = [effect(0.01)];
        let of = |many: usize| findings(&vec![&alone[..]; many]).iter().map(|f| f.verdict).collect::<Vec<_>>();
        assert_eq!(of(2), [Verdict::DoesNotMatter; 2]);
        assert_eq!(of(3), [Verdict::Undecided; 3]);
    }

    #[test]
    fn readings_with_the_same_rules_never_make_a_question_matter() {
        let same = Effect { same_rules: true, claims: Some(Claims::SAME), ..effect(0.5) };
        assert_eq!(verdict(&[same]), Verdict::DoesNotMatter);
        assert_eq!(verdict(&[same, effect(0.5)]), Verdict::Matters);
    }

    #[test]
    fn games_without_a_result_are_told_of_where_their_share_changes_by_more_than_the_margin() {
        let few = Effect { without_result: [0.10, 0.12], ..effect(0.0) };
        let many = Effect { row: 2, without_result: [0.10, 0.50], ..effect(0.0) };
        assert_eq!(findings(&[&[few, many]])[0].unresolved(0.03).map(|e| e.row), Some(2));
        assert!(findings(&[&[few]])[0].unresolved(0.03).is_none());
    }

    #[test]
    fn a_reading_without_a_score_leaves_no_verdict_unless_another_matters() {
        let none = Effect { claims: None, ..effect(0.0) };
        assert_eq!(verdict(&[none, effect(0.0)]), Verdict::NoScore);
        assert_eq!(verdict(&[none, effect(0.1)]), Verdict::Matters);
    }
}
