//! `sowlab check`.

use super::common::{Failure, count, print, print_diagnostics};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, JsonDiagnostic, json};
use crate::play::{Departure, DepartureKind, Examination, ExamineError, Finding, examine, findings};
use crate::rules::game::{Answers, Game, Severity};
use std::mem::discriminant;
use std::path::PathBuf;

/// Arguments of `sowlab check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab check variants/*.sow")]
pub(super) struct Args {
    /// The rules files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print the diagnostics as JSON, one line a file
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Answer {
    file: String,
    ok: bool,
    diagnostics: Vec<JsonDiagnostic>,
    /// What is proved of the game, each with the readings it is proved of.
    findings: Vec<Proved>,
}

/// Something proved of single rounds, and of which readings.
#[derive(serde::Serialize)]
struct Proved {
    #[serde(flatten)]
    finding: Finding,
    /// The best supported reading and those that differ from it in one answer.
    readings: Vec<String>,
    /// How many readings were looked at.
    of: usize,
}

/// What is proved of the best supported reading and of each that differs from it in one answer.
fn proved(game: &Game) -> Result<Vec<Proved>, ExamineError> {
    let others = game.one_at_a_time(&[Severity::A, Severity::B, Severity::C]).into_iter().map(|(_, answers)| answers);
    let readings: Vec<Answers> = std::iter::once(game.best()).chain(others).collect();
    let mut found: Vec<Proved> = Vec::new();
    for answers in &readings {
        for finding in findings(&game.ruleset(answers)?)? {
            let id = game.reading_id(answers);
            match found.iter_mut().find(|p| discriminant(&p.finding) == discriminant(&finding)) {
                Some(proved) => {
                    proved.finding.join(&finding);
                    proved.readings.push(id);
                }
                None => found.push(Proved { finding, readings: vec![id], of: readings.len() }),
            }
        }
    }
    for proved in &mut found {
        proved.readings.dedup();
    }
    Ok(found)
}

/// A finding in words.
pub(super) fn finding(finding: &Finding) -> String {
    match finding {
        Finding::NoDecision { first_moves, turns } => format!(
            "no decision is ever open after the first move: {} lead to as many fixed games, of at most {}",
            count(u64::from(*first_moves), "first move"),
            count(u64::from(*turns), "turn"),
        ),
        Finding::SowingsEnd => {
            "no sowing of a round goes on for ever: every move leaves two empty pits side by side, and a \
                                never-ending relay cannot begin on such a board"
                .to_owned()
        }
        Finding::NeverBare => {
            "the board is never bare, though that alone ends a round: the seed sown last is never captured".to_owned()
        }
    }
}

fn told_of(proved: &Proved) -> String {
    let of = match &proved.readings[..] {
        all if all.len() == proved.of => "under every reading looked at".to_owned(),
        few if few.len() <= 4 => format!("under {}", few.join(" and ")),
        many => format!("under {} and {} more of the {} readings looked at", many[0], many.len() - 1, proved.of),
    };
    format!("  proved: {}; {of}", finding(&proved.finding))
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut at_fault = false;
    for path in &args.files {
        let loaded = Game::load(path);
        let mut diagnostics = loaded.diagnostics;
        if let (Some(game), false) = (&loaded.game, diagnostics.has_errors()) {
            match examine(game) {
                Ok(found) => diagnostics.append(on_examples(game, &found)),
                Err(e) => return Err(Failure::input(format!("{}: {e}", path.display()))),
            }
        }
        diagnostics.sort();
        let errors = diagnostics.has_errors();
        at_fault |= errors;
        if args.json {
            let diagnostics = json(&diagnostics, &loaded.sources);
            let findings = match (&loaded.game, errors) {
                (Some(game), false) => proved(game).map_err(Failure::input)?,
                _ => Vec::new(),
            };
            let file = path.display().to_string();
            super::common::print_json(&Answer { file, ok: !errors, diagnostics, findings })?;
            continue;
        }
        print_diagnostics(&diagnostics, &loaded.sources);
        if let (Some(game), false) = (&loaded.game, errors) {
            let questions = count(game.questions.len() as u64, "question");
            let examples = count(game.examples.len() as u64, "worked example");
            print(&format!("{}: {questions}, {examples}, no errors", path.display()))?;
            for proved in proved(game).map_err(Failure::input)? {
                print(&told_of(&proved))?;
            }
        }
    }
    if at_fault { Err(Failure::Told) } else { Ok(()) }
}

/// What the worked examples have to say, as diagnostics.
fn on_examples(game: &Game, found: &Examination) -> Diagnostics {
    let mut out = Diagnostics::new();
    for (example, departure) in game.examples.iter().zip(&found.best) {
        if let Some(departure) = departure {
            let message =
                format!("the example \"{}\" does not come out under the best supported reading", example.title);
            out.push(
                Diagnostic::error(Code::ExampleFails, message, departure.span, told(departure))
                    .help("correct the example, or put first the reading under which it comes out"),
            );
        }
    }
    for refuted in found.refuted.iter().filter(|r| !r.declared) {
        let (example, question) = (&game.examples[refuted.example], &game.questions[refuted.question]);
        let reading = &question.readings[refuted.reading];
        let message = format!("the example \"{}\" refutes {} {}", example.title, question.id, reading.name);
        out.push(
            Diagnostic::warning(Code::UnstatedRefutation, message, refuted.departure.span, told(&refuted.departure))
                .and(reading.span, "under this reading")
                .help(format!("if the example stands, say so in it: refutes {} {}", question.id, reading.name)),
        );
    }
    for &(number, place) in &found.unfounded {
        let (example, said) = (&game.examples[number], &game.examples[number].refutes[place]);
        let question = &game.questions[said.question];
        let reading = &question.readings[said.reading].name;
        let message = format!("the example \"{}\" does not refute {} {reading}", example.title, question.id);
        out.push(
            Diagnostic::error(Code::FalseRefutation, message, said.span, "it comes out under this reading too")
                .help("take the clause out, or tell more of what the source says happens"),
        );
    }
    out
}

/// What is played instead of what the example tells.
pub(super) fn told(departure: &Departure) -> String {
    match &departure.kind {
        DepartureKind::NotLegal { legal } => match &legal[..] {
            [] => "this move is not legal; there is none".to_owned(),
            legal => format!("this move is not legal; legal are {}", legal.join(" ")),
        },
        DepartureKind::RoundOver => "the round is over before this move".to_owned(),
        DepartureKind::Lap { played: None, .. } => "the sowing has ended before this lap".to_owned(),
        DepartureKind::Lap { played: Some((from, sown)), .. } => {
            let sown: Vec<String> = sown.chars().map(String::from).collect();
            format!("played is: lift {from}, sow {}", sown.join(" "))
        }
        DepartureKind::GoesOn { lifts } => format!("the sowing goes on and lifts {lifts}"),
        DepartureKind::Captures { played } if played.is_empty() => "nothing is captured".to_owned(),
        DepartureKind::Captures { played } => {
            let all: Vec<String> = played.iter().map(|(pit, seeds)| format!("{pit} {seeds}")).collect();
            format!("captured is {}", all.join(", "))
        }
        DepartureKind::Board { played } => format!("the board is {played}"),
        DepartureKind::Winnings { played: [south, north] } => format!("South has won {south}, North {north}"),
        DepartureKind::NeverEnds => "the sowing never ends".to_owned(),
    }
}
