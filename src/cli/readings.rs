//! `sowlab readings`.

use super::common::{Failure, ScopeArg, count, grouped, load, print, print_json};
use crate::play::{Likeness, likeness};
use crate::rules::equivalence::{Group, Reason};
use crate::rules::game::{Answers, Game, Grade, Question, Scope, Severity};
use crate::rules::ruleset::Ruleset;
use clap::ValueEnum;
use serde::Serialize;
use std::path::PathBuf;

/// Readings that are listed one by one; of more, only those that differ in one answer from the best supported one are.
const MOST_LISTED: u128 = 20_000;

/// Positions up to which two games are gone through side by side.
pub(super) const MOST_POSITIONS: usize = 20_000;
/// Groups of readings of which every two are compared position by position.
const MOST_PAIRED: usize = 64;
/// Groups that are compared with the first.
const MOST_COMPARED: usize = 1_000;

/// Arguments of `sowlab readings`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab readings variants/bosh.sow\n  sowlab readings variants/bosh.sow --severity A --scope round --json"
)]
pub(super) struct Args {
    /// The rules file
    file: PathBuf,
    /// Only questions of this severity; may be repeated
    #[arg(long, value_enum)]
    severity: Vec<SeverityArg>,
    /// Which readings are different games: when single rounds are played, or matches
    #[arg(long, value_enum, default_value = "match")]
    scope: ScopeArg,
    /// Go through rounds side by side, up to so many positions, to find readings that are the same game though their rules
    /// differ; 0 for not at all
    #[arg(long, value_name = "POSITIONS", default_value_t = MOST_POSITIONS)]
    compare: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SeverityArg {
    /// Changes ordinary play
    #[value(name = "A", alias = "a")]
    A,
    /// Seldom reached
    #[value(name = "B", alias = "b")]
    B,
    /// Symmetry or presentation only
    #[value(name = "C", alias = "c")]
    C,
}

impl From<SeverityArg> for Severity {
    fn from(severity: SeverityArg) -> Self {
        match severity {
            SeverityArg::A => Self::A,
            SeverityArg::B => Self::B,
            SeverityArg::C => Self::C,
        }
    }
}

#[derive(Serialize)]
struct ReadingAnswer<'a> {
    letter: Option<char>,
    name: &'a str,
    gloss: Option<&'a str>,
    grades: Vec<Grade>,
    rejected: Option<&'a str>,
}

#[derive(Serialize)]
struct QuestionAnswer<'a> {
    id: &'a str,
    sentence: &'a str,
    severity: Severity,
    scope: Scope,
    readings: Vec<ReadingAnswer<'a>>,
}

#[derive(Serialize)]
struct Coincidence {
    id: String,
    same_as: String,
    why: String,
}

#[derive(Serialize)]
struct Answer<'a> {
    game: &'a str,
    scope: Scope,
    questions: Vec<QuestionAnswer<'a>>,
    raw: u128,
    distinct: u128,
    /// One id for each different game among the readings that are listed.
    ids: Vec<String>,
    /// Positions up to which games were gone through side by side: those that are alike in all of their positions are one.
    compared_up_to: usize,
    /// Whether those are all readings, or only those that differ in one answer from the best supported one.
    ids_complete: bool,
    same: Vec<Coincidence>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let game = load(&args.file)?;
    let wanted: Vec<Severity> = match &args.severity[..] {
        [] => vec![Severity::A, Severity::B, Severity::C],
        some => some.iter().map(|&s| s.into()).collect(),
    };
    let scope = if args.scope == ScopeArg::Round { Scope::Round } else { Scope::Match };
    let in_scope = |q: &Question| scope == Scope::Match || q.scope == Scope::Round;
    let chosen: Vec<usize> = (0..game.questions.len())
        .filter(|&n| wanted.contains(&game.questions[n].severity) && in_scope(&game.questions[n]))
        .collect();
    let census = game.census(&chosen, scope).map_err(Failure::input)?;
    let complete = census.raw <= MOST_LISTED;
    let readings: Vec<Answers> = if complete {
        game.factorial(&chosen, &game.best()).collect()
    } else {
        let one = game.one_at_a_time(&wanted).into_iter().filter(|(question, _)| chosen.contains(question));
        std::iter::once(game.best()).chain(one.map(|(_, answers)| answers)).collect()
    };
    let groups = game.groups(readings, scope).map_err(Failure::input)?;
    let mut same = Vec::new();
    // Rounds that are alike do not make matches alike.
    let compare = if scope == Scope::Match && game.has_match() { 0 } else { args.compare };
    let alike = if compare == 0 { Vec::new() } else { alike(&game, &groups, compare)? };
    let ids = groups.iter().enumerate().filter(|(n, _)| alike.iter().all(|a| a.place != *n));
    let ids = ids.map(|(_, g)| game.reading_id(&g.representative)).collect();
    for group in &groups {
        for (other, reason) in &group.others {
            let id = chosen_id(&game, other);
            same.push(Coincidence { id, same_as: game.reading_id(&group.representative), why: why(&game, *reason) });
        }
    }
    same.extend(alike.iter().map(|found| Coincidence {
        id: game.reading_id(&groups[found.place].representative),
        same_as: game.reading_id(&groups[found.as_place].representative),
        why: same_graph(found.positions),
    }));
    let answer = Answer {
        game: &game.id,
        scope,
        questions: chosen.iter().map(|&n| question(&game.questions[n])).collect(),
        raw: census.raw,
        distinct: census.distinct,
        ids,
        ids_complete: complete,
        compared_up_to: compare,
        same,
    };
    if args.json { print_json(&answer) } else { print(&text(&answer)) }
}

/// Two groups of readings whose rules differ and whose rounds do not.
struct Alike {
    place: usize,
    as_place: usize,
    positions: usize,
}

/// The groups whose rounds are the same in all positions as those of an earlier group. Of many groups, each is compared with
/// the first alone.
fn alike(game: &Game, groups: &[Group], most: usize) -> Result<Vec<Alike>, Failure> {
    let rulesets: Vec<Ruleset> = groups
        .iter()
        .take(MOST_COMPARED)
        .map(|group| game.ruleset(&group.representative))
        .collect::<Result<_, _>>()
        .map_err(Failure::input)?;
    let pairwise = groups.len() <= MOST_PAIRED;
    let mut found: Vec<Alike> = Vec::new();
    for place in 1..rulesets.len() {
        let earlier = if pairwise { 0..place } else { 0..1 };
        for as_place in earlier {
            if found.iter().any(|a| a.place == as_place) {
                continue;
            }
            let likeness = likeness([&rulesets[place], &rulesets[as_place]], most).map_err(Failure::input)?;
            if let Likeness::Same { positions } = likeness {
                found.push(Alike { place, as_place, positions });
                break;
            }
        }
    }
    Ok(found)
}

/// The id of a reading with all the answers that differ from the best supported ones, also those without effect.
pub(super) fn chosen_id(game: &Game, answers: &Answers) -> String {
    let parts: Vec<String> = answers
        .iter()
        .zip(&game.questions)
        .filter(|&(reading, _)| reading > 0)
        .map(|(reading, question)| format!("{}={}", question.short, question.readings[reading].name))
        .collect();
    if parts.is_empty() { game.id.clone() } else { format!("{}:{}", game.id, parts.join(",")) }
}

fn question(question: &Question) -> QuestionAnswer<'_> {
    let readings = question.readings.iter().enumerate().map(|(n, reading)| {
        let mut grades: Vec<Grade> = reading.evidence.iter().map(|e| e.grade).collect();
        grades.sort_unstable();
        grades.dedup();
        ReadingAnswer {
            letter: Question::letter(n),
            name: &reading.name,
            gloss: reading.gloss.as_deref(),
            grades,
            rejected: reading.rejected.as_deref(),
        }
    });
    QuestionAnswer {
        id: &question.id,
        sentence: &question.sentence,
        severity: question.severity,
        scope: question.scope,
        readings: readings.collect(),
    }
}

/// Why two readings with different rules are the same game.
pub(super) fn same_graph(positions: usize) -> String {
    format!("their rounds have the same {}, and the same moves in each", count(positions as u64, "position"))
}

/// Why two readings are the same.
pub(super) fn why(game: &Game, reason: Reason) -> String {
    let id = |question: usize| &game.questions[question].id;
    match reason {
        Reason::NotAsked { question } => format!("{} is not asked there", id(question)),
        Reason::PresentationOnly { question } => format!("{} does not touch play", id(question)),
        Reason::BetweenRounds { question } => format!("{} bears only on what happens between rounds", id(question)),
        Reason::MirrorImage => "one is the mirror image of the other".to_owned(),
        Reason::SameRules => "they compile to the same rules".to_owned(),
    }
}

const fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Primary => "primary",
        Grade::Secondary => "secondary",
        Grade::Implementation => "implementation",
        Grade::Reconstruction => "reconstruction",
    }
}

fn text(answer: &Answer<'_>) -> String {
    let mut lines = Vec::new();
    for q in &answer.questions {
        lines.push(format!("{} {:?}  {}", q.id, q.severity, q.sentence));
        for r in &q.readings {
            let grades: Vec<&str> = r.grades.iter().map(|&g| grade(g)).collect();
            let state = r.rejected.map_or_else(|| grades.join(", "), |_| "rejected".to_owned());
            let letter = r.letter.map_or(String::new(), |l| format!("{l} "));
            let name = r.gloss.map_or_else(|| r.name.to_owned(), |gloss| format!("{}: {gloss}", r.name));
            lines.push(format!("    {letter}{name} ({state})"));
        }
    }
    let scope = if answer.scope == Scope::Round { "single rounds" } else { "matches" };
    lines.push(String::new());
    lines.push(format!(
        "{}, {} of them different games in {scope}",
        count(u64::try_from(answer.raw).unwrap_or(u64::MAX), "reading"),
        grouped(answer.distinct)
    ));
    if !answer.ids_complete {
        lines.push("Too many to list; those that differ in one answer from the best supported one:".to_owned());
    }
    lines.extend(answer.ids.iter().map(|id| format!("  {id}")));
    if !answer.same.is_empty() {
        lines.push("The same game:".to_owned());
        lines.extend(answer.same.iter().map(|s| format!("  {} as {}: {}", s.id, s.same_as, s.why)));
    }
    if answer.compared_up_to > 0 {
        lines.push(format!(
            "Rounds of up to {} were gone through side by side.",
            count(answer.compared_up_to as u64, "position")
        ));
    }
    lines.join("\n")
}
