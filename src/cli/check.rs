//! `sowlab check`.

use super::common::{Failure, count, grouped, print, print_diagnostics};
use super::readings;
use crate::agents::{Budget, Parting, parting};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, FileId, JsonDiagnostic, JsonSpan, SourceMap, json};
use crate::engine::Scope;
use crate::lang;
use crate::lang::standing::Part;
use crate::lang::symbols::{Symbol, SymbolKind, symbols};
use crate::play::{
    Departure, DepartureKind, Examination, ExamineError, Finding, Likeness, examine, findings, likeness,
};
use crate::rules::game::{self, Answers, Game, Severity};
use crate::rules::standing::left_open;
use std::mem::discriminant;
use std::path::PathBuf;

/// Arguments of `sowlab check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab check variants/*.sow")]
pub(super) struct Args {
    /// The rules files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// The same as `--format json`
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Text for people
    #[default]
    Text,
    /// JSON, one line a file: diagnostics and findings, and the parts of the file that have names
    Json,
}

#[derive(serde::Serialize)]
struct Answer {
    file: String,
    ok: bool,
    diagnostics: Vec<JsonDiagnostic>,
    /// What is proved of the game, each with the readings it is proved of.
    findings: Vec<Proved>,
    /// Readings, each differing in one answer from the best supported one, that cannot be told from another.
    same: Vec<Twin>,
    /// The parts of the file that have names; nothing where it has no game.
    symbols: Option<JsonSymbol>,
}

/// A part of a file that has a name.
#[derive(serde::Serialize)]
struct JsonSymbol {
    kind: SymbolKind,
    name: String,
    detail: Option<String>,
    #[serde(flatten)]
    place: JsonSpan,
    children: Vec<JsonSymbol>,
}

impl JsonSymbol {
    fn of(symbol: Symbol, sources: &SourceMap) -> Self {
        let Symbol { kind, name, detail, span, children } = symbol;
        let children = children.into_iter().map(|child| Self::of(child, sources)).collect();
        Self { kind, name, detail, place: JsonSpan::of(span, sources), children }
    }
}

/// The symbols of a file, as far as it was understood.
fn symbols_of(sources: &SourceMap) -> Option<JsonSymbol> {
    let file = FileId::default();
    let tree = lang::parse(file, sources.text(file), &mut Diagnostics::new())?;
    Some(JsonSymbol::of(symbols(&tree, sources.text(file)), sources))
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

/// A reading that cannot be told from another.
#[derive(serde::Serialize)]
struct Twin {
    reading: String,
    same_as: String,
    why: String,
}

/// The readings, each differing in one answer from the best supported one, that are the same game as another of them: their
/// rules are the same or each other's mirror image, or their rounds are the same in every position.
fn same_games(game: &Game) -> Result<Vec<Twin>, Failure> {
    let others = game.one_at_a_time(&[Severity::A, Severity::B, Severity::C]).into_iter().map(|(_, answers)| answers);
    let groups = game.groups(std::iter::once(game.best()).chain(others), game::Scope::Match).map_err(Failure::input)?;
    let mut found = Vec::new();
    for group in &groups {
        let same_as = game.reading_id(&group.representative);
        found.extend(group.others.iter().map(|(answers, reason)| Twin {
            reading: readings::chosen_id(game, answers),
            same_as: same_as.clone(),
            why: readings::why(game, *reason),
        }));
    }
    // Rounds that are alike do not make matches alike.
    if game.has_match() {
        return Ok(found);
    }
    let best = game.ruleset(&game.best()).map_err(Failure::input)?;
    for group in groups.iter().skip(1) {
        let rules = game.ruleset(&group.representative).map_err(Failure::input)?;
        let alike = likeness([&best, &rules], readings::MOST_POSITIONS).map_err(Failure::input)?;
        if let Likeness::Same { positions } = alike {
            let reading = game.reading_id(&group.representative);
            found.push(Twin { reading, same_as: game.id.clone(), why: readings::same_graph(positions) });
        }
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
        matters(loaded.sources.text(FileId::default()), &mut diagnostics);
        diagnostics.sort();
        let errors = diagnostics.has_errors();
        at_fault |= errors;
        if args.json || args.format == Format::Json {
            let diagnostics = json(&diagnostics, &loaded.sources);
            let (findings, same) = match (&loaded.game, errors) {
                (Some(game), false) => (proved(game).map_err(Failure::input)?, same_games(game)?),
                _ => (Vec::new(), Vec::new()),
            };
            let file = path.display().to_string();
            super::common::print_json(&Answer {
                file,
                ok: !errors,
                diagnostics,
                findings,
                same,
                symbols: symbols_of(&loaded.sources),
            })?;
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
            for Twin { reading, same_as, why } in same_games(game)? {
                print(&format!("  the same game: {reading} as {same_as}: {why}"))?;
            }
        }
    }
    if at_fault { Err(Failure::Told) } else { Ok(()) }
}

/// Says of each standing question that is left open in which position, met in play by chance, its answer matters.
fn matters(text: &str, diagnostics: &mut Diagnostics) {
    for open in left_open(text) {
        let scope = if open.question.part() == Part::Match { Scope::Match } else { Scope::Round };
        let rules = |game: &Game| game.ruleset(&game.best()).ok();
        let Some((first, one)) = open.games.first().and_then(|(answer, game)| Some((*answer, rules(game)?))) else {
            continue;
        };
        let mut found = None;
        for (answer, game) in &open.games[1..] {
            let Some(two) = rules(game) else { continue };
            if let Ok(Some(parting)) = parting([&one, &two], scope, Budget::DEFAULT) {
                found = Some(told_parting(&parting, [first, answer]));
                break;
            }
        }
        let told = found.unwrap_or_else(|| {
            format!("no position in which it matters was met in {} games of chance", grouped(Budget::DEFAULT.games))
        });
        let left_open = open.question.left_open();
        diagnostics.add_to_help(&left_open, &format!("; {told}"));
    }
}

/// Where two answers part, in words.
fn told_parting(parting: &Parting, answers: [&str; 2]) -> String {
    let [one, two] = answers;
    match parting {
        Parting::Move { position, name, after: [a, b] } => {
            format!(
                "it matters: from \"{position}\" the move {name} leads to \"{a}\" with `{one}` and to \"{b}\" with `{two}`"
            )
        }
        Parting::Choice { position, legal } => {
            let [a, b] = legal.each_ref().map(|moves| match &moves[..] {
                [] => "there is no move".to_owned(),
                moves => format!("the moves are {}", moves.join(", ")),
            });
            format!("it matters: at \"{position}\" {a} with `{one}`, and {b} with `{two}`")
        }
        Parting::Outcome { position, won: [a, b] } => format!(
            "it matters: a round that ends at \"{position}\" leaves South {} and North {} with `{one}`, and South {} and North {} with `{two}`",
            a[0], a[1], b[0], b[1]
        ),
        Parting::NextRound { won: [south, north], start } => {
            let [a, b] = start.each_ref().map(|start| {
                start
                    .as_ref()
                    .map_or_else(|| "there is no further round".to_owned(), |s| format!("the next begins with \"{s}\""))
            });
            format!(
                "it matters: after a round that leaves South {south} and North {north}, {a} with `{one}`, and {b} with `{two}`"
            )
        }
    }
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
