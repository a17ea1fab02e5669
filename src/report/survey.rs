//! The report of a survey: where the doubts of a game leave the result of its matches.

use super::examples;
use super::manifest::Listed;
use super::methods;
use super::page::FigureBlock;
use super::plates::Plate;
use super::section::{PlainCell, PlainRow, PlainTable, Section};
use super::template::{self, Own};
use super::words::{self, count, fixed, grouped, list, percent};
use super::{File, Made, Options, ReportError, figure_files};
use crate::figures::{Estimate as Drawn, Forest, ForestGroup, ForestRow, ForestSeries, Measure, Preset};
use crate::rng;
use crate::rules::game::Answers;
use crate::stats::Histogram;
use crate::study::Survey;
use crate::study::survey::{Found, MOST_ROUNDS, real};
use serde::Serialize;
use std::path::Path;

const TEMPLATES: Own =
    [include_str!("templates/survey.html"), include_str!("templates/survey.md"), include_str!("templates/survey.tex")];

#[derive(Debug, Serialize)]
struct Page {
    title: String,
    sections: Vec<Section>,
    figure: FigureBlock,
    methods: Vec<String>,
    literature: Vec<String>,
    manifest: Vec<(String, String)>,
}

/// What a survey was made from and what it made.
#[derive(Debug, Serialize)]
struct Manifest<'a> {
    program: &'static str,
    version: &'static str,
    generator: &'static str,
    title: &'a str,
    seed: u64,
    plan_sha256: &'a str,
    rules_sha256: String,
    bibliography_sha256: Option<&'a str>,
    png_dpi: u32,
    combinations: usize,
    distinct_readings: usize,
    rounds_played: u64,
    files: Vec<Listed>,
}

/// One combination of answers and what its matches come to.
struct Reading {
    answers: Answers,
    found: Found,
    /// Whether it gives an answer that an example taken from a source speaks against.
    refuted: bool,
}

impl Reading {
    fn score(&self) -> Option<f64> {
        self.found.score.map(|[value, ..]| real(value))
    }
}

/// The scores of some readings, in thousand-millionths, and how they spread.
struct Spread(Histogram);

impl Spread {
    fn of<'a>(readings: impl Iterator<Item = &'a Reading>) -> Self {
        let mut scores = Histogram::default();
        for [score, ..] in readings.filter_map(|r| r.found.score) {
            scores.add(score);
        }
        Self(scores)
    }

    /// A quantile; nothing where there is no score.
    fn at(&self, p: f64) -> Option<f64> {
        self.0.quantile(p).map(|score| score / 1e9)
    }

    fn each(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.0.iter().map(|(score, times)| (real(score), crate::stats::real(times)))
    }

    fn n(&self) -> f64 {
        crate::stats::real(self.0.n())
    }

    fn mean(&self) -> Option<f64> {
        (self.0.n() > 0).then(|| self.each().map(|(score, times)| times * score).sum::<f64>() / self.n())
    }

    fn squares(&self, about: f64) -> f64 {
        self.each().map(|(score, times)| times * (score - about) * (score - about)).sum()
    }
}

fn drawn(spread: &Spread) -> Option<Drawn> {
    let at = |p| spread.at(p).map(|x| 100.0 * x);
    Some(Drawn { value: at(0.5)?, low: at(0.05)?, high: at(0.95)?, n: spread.0.n() })
}

/// Makes the report of a survey from its records and writes nothing.
///
/// # Errors
/// If records are missing, or anything cannot be drawn or set.
pub fn make(survey: &Survey, folder: &Path, options: &Options) -> Result<Made, ReportError> {
    let found = survey.load(folder)?;
    let played: u64 = found.iter().map(|f| f.played).sum();
    let refuted = examples::play_all(&survey.game)?.refuted;
    let reading = |(answers, &number): (Answers, &u32)| {
        let against = refuted.iter().any(|r| answers.get(r.question) == Some(r.reading));
        Reading { refuted: against, found: found[number as usize], answers }
    };
    let mut all: Vec<Reading> = survey.answers().zip(&survey.combinations).map(reading).collect();
    // A sample has the best supported reading before it, which was not drawn.
    let best = if survey.plan.survey.sample.is_some() {
        all.remove(0)
    } else {
        let Some(Reading { answers, found, refuted }) = all.first() else {
            return Err(ReportError::NothingPlayed(survey.plan.title.clone()));
        };
        Reading { answers: answers.clone(), found: *found, refuted: *refuted }
    };
    let against: Vec<String> = refuted
        .iter()
        .map(|r| {
            let asked = &survey.game.questions[r.question];
            format!("{} {}", asked.id, asked.readings[r.reading].name)
        })
        .collect();
    let figure = figure(survey, &all, &best);
    let name = ("scores-by-answer".to_owned(), "Where the doubts leave the first player's score".to_owned());
    let plate = Plate::new(name, &figure, Preset::Elsevier2, figure_sentence(&all))?;
    let mut files = figure_files(std::slice::from_ref(&plate), options.dpi)?;
    files.push(File { path: "tables/readings.csv".into(), bytes: readings_table(survey, &best, &all)? });
    files.push(File { path: "tables/answers.csv".into(), bytes: answers_table(survey, &all)? });
    let methods = methods_of(survey, played);
    let page = Page {
        title: survey.plan.title.clone(),
        sections: sections(survey, &all, &best, &against),
        figure: FigureBlock::of(&plate),
        literature: methods::literature(&methods).iter().map(|work| work.full()).collect(),
        methods,
        manifest: manifest_rows(survey, played),
    };
    files.extend(template::set(&page, &TEMPLATES, options.template.as_ref())?);
    let manifest = Manifest {
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        generator: rng::NAME,
        title: &survey.plan.title,
        seed: survey.plan.seed,
        plan_sha256: &survey.plan_hash,
        rules_sha256: survey.game.hash(),
        bibliography_sha256: survey.bibliography_hash.as_deref(),
        png_dpi: options.dpi,
        combinations: survey.combinations.len(),
        distinct_readings: survey.distinct(),
        rounds_played: played,
        files: Listed::all(&files),
    };
    files.push(File::of_manifest(&manifest)?);
    Ok(Made { files })
}

/// The answers that are given to a question.
fn answers_of(survey: &Survey, question: usize) -> impl Iterator<Item = (usize, &str)> {
    let asked = &survey.game.questions[question];
    let given = survey.questions.iter().filter(move |(q, _)| *q == question).flat_map(|(_, given)| given);
    given.map(move |&reading| (reading, asked.readings[reading].name.as_str()))
}

fn giving(all: &[Reading], question: usize, reading: usize) -> impl Iterator<Item = &Reading> {
    all.iter().filter(move |r| r.answers.get(question) == Some(reading))
}

fn figure(survey: &Survey, all: &[Reading], best: &Reading) -> Forest {
    let row = |reading: &str, base, spread: &Spread| ForestRow {
        reading: reading.to_owned(),
        base,
        estimates: vec![drawn(spread)],
    };
    let mut groups = vec![ForestGroup {
        question: "All".to_owned(),
        sentence: "Every reading, and those that no example from a source speaks against".to_owned(),
        rows: vec![
            row("every reading", false, &Spread::of(all.iter())),
            row("not refuted", false, &Spread::of(all.iter().filter(|r| !r.refuted))),
        ],
    }];
    groups.extend(survey.questions.iter().map(|&(question, _)| {
        let asked = &survey.game.questions[question];
        let given = best.answers.get(question);
        let rows = answers_of(survey, question)
            .map(|(reading, name)| row(name, given == Some(reading), &Spread::of(giving(all, question, reading))));
        ForestGroup { question: asked.id.clone(), sentence: asked.sentence.clone(), rows: rows.collect() }
    }));
    let players = survey.plan.survey.players;
    Forest {
        subject: format!(
            "First player's score in a match of {players} players, over the readings that give each answer; marks are medians"
        ),
        measure: Measure {
            label: "first player's score in a match (%)".to_owned(),
            decimals: 1,
            counted: "readings".to_owned(),
            interval: "the middle 90 % of the readings".to_owned(),
        },
        series: vec![ForestSeries { name: format!("{players} players"), base: best.score().map(|s| 100.0 * s) }],
        margin: None,
        groups,
    }
}

fn range(spread: &Spread) -> String {
    match (spread.at(0.05), spread.at(0.95), spread.at(0.0), spread.at(1.0)) {
        (Some(low), Some(high), Some(least), Some(most)) => format!(
            "from {} to {} in nine of ten, and from {} to {} in all",
            percent(low),
            percent(high),
            percent(least),
            percent(most)
        ),
        _ => "nowhere".to_owned(),
    }
}

fn figure_sentence(all: &[Reading]) -> String {
    format!(
        "The first player's score runs {} over the readings drawn, and {} over those that no example refutes.",
        range(&Spread::of(all.iter())),
        range(&Spread::of(all.iter().filter(|r| !r.refuted)))
    )
}

/// The share of the variance between readings that a question makes alone: ε² = (between - (k - 1) within) / total, where within is
/// the mean square within its k answers, so that a question that makes nothing has nought in the mean.
fn share(survey: &Survey, all: &[Reading], question: usize) -> Option<f64> {
    let whole = Spread::of(all.iter());
    let mean = whole.mean()?;
    let total = whole.squares(mean);
    let parts: Vec<Spread> = answers_of(survey, question)
        .map(|(reading, _)| Spread::of(giving(all, question, reading)))
        .filter(|spread| spread.0.n() > 0)
        .collect();
    let within: f64 = parts.iter().filter_map(|part| Some(part.squares(part.mean()?))).sum();
    let (answers, readings) = (parts.len() as f64, whole.n());
    (total > 0.0 && readings > answers)
        .then(|| (total - within - (answers - 1.0) * within / (readings - answers)) / total)
}

fn sections(survey: &Survey, all: &[Reading], best: &Reading, against: &[String]) -> Vec<Section> {
    let game = &survey.game;
    let what = &survey.plan.survey;
    let factorial: u64 = survey.questions.iter().map(|(_, given)| given.len() as u64).product();
    let drawn = if what.sample.is_some() {
        format!(
            "of which a balanced sample of {} was worked out beside the best supported one",
            grouped(all.len() as u64)
        )
    } else {
        "all of which were worked out".to_owned()
    };
    let left_out: Vec<String> =
        what.leave_out.iter().flat_map(|(q, names)| names.iter().map(move |name| format!("{q} {name}"))).collect();
    let left_out = if left_out.is_empty() { String::new() } else { format!(" Left out: {}.", list(&left_out)) };
    let whole = Spread::of(all.iter());
    let open: Vec<&Reading> = all.iter().filter(|r| !r.refuted).collect();
    let left = Spread::of(open.iter().copied());
    let decided = |low: bool| {
        let beyond =
            |r: &&&Reading| r.found.score.is_some_and(|[_, l, h]| if low { real(h) < 0.5 } else { real(l) > 0.5 });
        open.iter().filter(beyond).count() as u64
    };
    let unended = all.iter().filter(|r| real(r.found.classes[3]) > 0.05).count() as u64;
    let best_score = best.found.score.map_or_else(
        || "has no score".to_owned(),
        |[value, low, high]| {
            format!("is {} ({} to {})", percent(real(value)), fixed(real(low) * 100.0, 1), fixed(real(high) * 100.0, 1))
        },
    );
    let mut sentences = vec![
        format!(
            "{} leaves {} open that this survey asks; their answers make {} combinations, {drawn}: {} distinct by their \
             rules.{left_out} Both players are {} players.",
            game.name,
            count(survey.questions.len() as u64, "question", "questions"),
            grouped(factorial),
            count(survey.distinct() as u64, "reading", "readings"),
            what.players,
        ),
        format!("Under the best supported reading the first player's score in a match {best_score}."),
        format!(
            "Over all readings it runs {}, with a median of {}.",
            range(&whole),
            whole.at(0.5).map_or_else(String::new, percent)
        ),
        format!(
            "Examples taken from sources speak against {}. Over the {} that give none of these answers it runs {}: the first player \
             is shown to be ahead under {} and behind under {} of them.",
            if against.is_empty() { "no answer".to_owned() } else { list(against) },
            count(open.len() as u64, "reading", "readings"),
            range(&left),
            grouped(decided(false)),
            grouped(decided(true)),
        ),
        format!(
            "Under {} of {} more than one match in twenty is not over after {}.",
            grouped(unended),
            count(all.len() as u64, "reading", "readings"),
            count(what.match_round_cap.into(), "round", "rounds")
        ),
    ];
    let wide = |r: &&Reading| {
        r.found.score.is_some_and(|[_, low, high]| real(high) - real(low) > 2.0 * what.half_width + 1e-6)
    };
    let wider = all.iter().filter(wide).count() as u64;
    if wider > 0 {
        sentences.push(format!(
            "Under {} the interval of the score is wider than asked for, {} being the most that are played for one.",
            count(wider, "reading", "readings"),
            count(MOST_ROUNDS, "round", "rounds")
        ));
    }
    vec![Section {
        id: "answer",
        heading: "The answer in brief".to_owned(),
        sentences,
        tables: vec![questions_table(survey, all)],
    }]
}

/// What each question makes of the variance, the most first.
fn questions_table(survey: &Survey, all: &[Reading]) -> PlainTable {
    let mut rows: Vec<(f64, PlainRow)> = survey
        .questions
        .iter()
        .map(|&(question, _)| {
            let asked = &survey.game.questions[question];
            let made = share(survey, all, question).unwrap_or(0.0);
            let means = answers_of(survey, question).map(|(reading, name)| {
                let mean = Spread::of(giving(all, question, reading)).mean();
                format!("{name} {}", mean.map_or_else(|| "–".to_owned(), |m| fixed(100.0 * m, 1)))
            });
            let cells = vec![
                PlainCell::new(fixed(100.0 * made.max(0.0), 1), String::new()),
                PlainCell::new(means.collect::<Vec<_>>().join(", "), String::new()),
                PlainCell::new(asked.sentence.clone(), String::new()),
            ];
            (made, PlainRow { name: asked.id.clone(), cells })
        })
        .collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    PlainTable {
        caption: "What each question makes of the variance of the score between readings, alone and in per cent, and the mean \
                  score, in per cent, of the readings that give each answer."
            .to_owned(),
        head: ["Question", "Share of variance", "Mean score by answer", "It asks"].map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    }
}

fn methods_of(survey: &Survey, played: u64) -> Vec<String> {
    let what = &survey.plan.survey;
    let sample = if what.sample.is_some() {
        " Combinations of answers were drawn by the seed as a balanced sample (McKay, Beckman and Conover 1979)."
    } else {
        ""
    };
    vec![
        format!(
            "Each reading of {} was compiled to its own rules with {} {}, and its match between {} players worked out as a Markov \
             chain of rounds: a round hangs on the rows and the starter, so rounds were sampled once from each start that comes \
             up and shared by all readings whose rounds are the same, {} in all. Matches were broken off after {}. The random \
             numbers of a round were drawn from {} (Blackman and Vigna 2021) by the seed {}, the start and the number of the \
             round.{sample}",
            survey.game.name,
            env!("CARGO_PKG_NAME"),
            env!("CARGO_PKG_VERSION"),
            what.players,
            count(played, "round", "rounds"),
            count(what.match_round_cap.into(), "round", "rounds"),
            rng::NAME,
            survey.plan.seed,
        ),
        format!(
            "The first player's score is his wins and half the draws over all matches won, lost or drawn. Its variance is that of \
             its linear part over the rounds sampled (Cochran 1977), and starts were given rounds in proportion to what they add to \
             it until the 95{}% interval of each reading was no wider than {} points to either side. Readings that share rounds share \
             their error. The share of a question in the variance between readings is ε², the sum of squares between its answers \
             less what chance would make of it, over the whole. Quantiles are those of definition 2 of Hyndman and Fan 1996.",
            words::NBSP,
            words::hundredths(what.half_width),
        ),
    ]
}

fn manifest_rows(survey: &Survey, played: u64) -> Vec<(String, String)> {
    let rows = [
        ("Program", format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))),
        ("Generator of random numbers", rng::NAME.to_owned()),
        ("Seed", survey.plan.seed.to_string()),
        ("Plan (SHA-256)", survey.plan_hash.clone()),
        ("Rules file (SHA-256)", survey.game.hash()),
        ("Combinations of answers", grouped(survey.combinations.len() as u64)),
        ("Distinct readings", grouped(survey.distinct() as u64)),
        ("Rounds played", grouped(played)),
    ];
    rows.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

fn number(value: f64) -> String {
    format!("{value:.6}")
}

/// What is found of every reading, the best supported one first.
fn readings_table(survey: &Survey, best: &Reading, all: &[Reading]) -> Result<Vec<u8>, ReportError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "reading",
        "refuted",
        "score",
        "low",
        "high",
        "first_wins",
        "second_wins",
        "draws",
        "not_over",
        "rounds_mean",
    ])?;
    let whole = survey.plan.survey.sample.is_none();
    for reading in std::iter::once(best).chain(all.iter().skip(usize::from(whole))) {
        let Found { score, classes, rounds, .. } = reading.found;
        let mut fields = vec![survey.game.reading_id(&reading.answers), reading.refuted.to_string()];
        fields.extend(score.map_or_else(|| [(); 3].map(|()| String::new()), |s| s.map(|x| number(real(x)))));
        fields.extend(classes.map(|x| number(real(x))));
        fields.push(number(real(rounds)));
        out.write_record(fields)?;
    }
    out.into_inner().map_err(|error| ReportError::Table(error.into_error().into()))
}

/// How the scores of the readings spread that give each answer.
fn answers_table(survey: &Survey, all: &[Reading]) -> Result<Vec<u8>, ReportError> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "question",
        "answer",
        "readings",
        "mean",
        "least",
        "p5",
        "median",
        "p95",
        "greatest",
        "share_of_variance",
    ])?;
    for &(question, _) in &survey.questions {
        let made = share(survey, all, question);
        for (reading, name) in answers_of(survey, question) {
            let spread = Spread::of(giving(all, question, reading));
            let least = spread.at(0.0);
            let numbers =
                [spread.mean(), least, spread.at(0.05), spread.at(0.5), spread.at(0.95), spread.at(1.0), made];
            let mut fields =
                vec![survey.game.questions[question].id.clone(), name.to_owned(), spread.0.n().to_string()];
            fields.extend(numbers.map(|n| n.map_or_else(String::new, number)));
            out.write_record(fields)?;
        }
    }
    out.into_inner().map_err(|error| ReportError::Table(error.into_error().into()))
}

#[cfg(test)]
mod tests {
    use super::Spread;
    use crate::stats::Histogram;

    /// By hand, definition 2: of four scores the median is the mean of the second and the third, the 30th percentile the second.
    #[test]
    fn quantiles_are_those_of_the_definition() {
        let spread = Spread([1, 2, 4, 8].into_iter().fold(Histogram::default(), |mut scores, tenths| {
            scores.add(tenths * 100_000_000);
            scores
        }));
        let at = |p| spread.at(p).unwrap();
        assert!((at(0.5) - 0.3).abs() < 1e-12 && (at(0.3) - 0.2).abs() < 1e-12);
        assert!((at(0.0) - 0.1).abs() < 1e-12 && (at(1.0) - 0.8).abs() < 1e-12);
        assert_eq!(Spread(Histogram::default()).at(0.5), None);
    }
}
