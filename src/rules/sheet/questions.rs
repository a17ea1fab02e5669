//! The questions with their readings and evidence, and the worked examples.

use super::super::bib::Bibliography;
use super::super::document::{Block, Document, Inline, Line, plain};
use super::super::game::{
    Answers, Citation, Condition, Evidence, Example, Game, Grade, Note, Question, ReadingOption, Scope, Severity, Step,
    Won,
};
use super::super::ruleset::{PitNames, Seat};
use super::{Said, drawing};
use super::{and, count};

pub(super) fn add(
    game: &Game,
    answers: &Answers,
    bibliography: Option<&Bibliography>,
    said: Option<&[Said]>,
    document: &mut Document,
) {
    if game.questions.is_empty() {
        return;
    }
    document.heading(2, "Questions");
    document.paragraph(
        "A changes ordinary play, B is seldom reached, C is symmetry or presentation. The first reading of each question is the best \
         supported one; the reading played here is marked.",
    );
    let canonical = game.canonical(answers);
    for (n, question) in game.questions.iter().enumerate() {
        document.heading(3, format!("{}. {}", question.id, question.sentence));
        document.paragraph(about(game, question));
        for remark in &question.notes {
            document.blocks.push(Block::Paragraph(note(remark, bibliography)));
        }
        let chosen = canonical.get(n).filter(|_| game.applies(n, &canonical));
        let items = question
            .readings
            .iter()
            .enumerate()
            .map(|(r, option)| {
                let said = said.into_iter().flatten().filter(|s| (s.question, s.reading) == (n, r));
                reading(option, bibliography, Told { place: r, chosen: chosen == Some(r), said: said.collect() })
            })
            .collect();
        document.blocks.push(Block::List { numbered: false, items });
        let silent = said.is_some_and(|said| said.iter().all(|s| s.question != n));
        if silent && !question.presentation_only && !game.examples.is_empty() {
            document.paragraph(
                "The worked examples come out alike under all of its readings, or cannot be played under them.",
            );
        }
    }
}

/// Severity, scope and condition.
fn about(game: &Game, question: &Question) -> String {
    let severity = match question.severity {
        Severity::A => "Severity A",
        Severity::B => "Severity B",
        Severity::C => "Severity C",
    };
    let scope = match (question.presentation_only, question.scope) {
        (true, _) => "it does not touch play",
        (_, Scope::Round) => "it bears on every round",
        (_, Scope::Match) => "it bears on what happens between rounds",
    };
    let asked =
        question.only_if.as_ref().map_or_else(String::new, |c| format!(" Asked only if {}.", condition(game, c)));
    format!("{severity}; {scope}.{asked}")
}

fn condition(game: &Game, condition: &Condition) -> String {
    let any: Vec<String> = condition
        .any
        .iter()
        .map(|all| {
            let parts: Vec<String> = all
                .iter()
                .map(|part| {
                    let question = &game.questions[part.question];
                    let names: Vec<String> = part.readings.iter().map(|&r| question.readings[r].name.clone()).collect();
                    format!("{} is {}", question.id, names.join(" or "))
                })
                .collect();
            and(&parts)
        })
        .collect();
    any.join(", or ")
}

/// What is told of a reading beside what the file says of it.
struct Told<'s> {
    /// Its place among the readings of its question.
    place: usize,
    /// Whether it is played here.
    chosen: bool,
    /// What the worked examples say of it.
    said: Vec<&'s Said>,
}

fn reading(option: &ReadingOption, bibliography: Option<&Bibliography>, told: Told<'_>) -> Vec<Block> {
    let Told { place, chosen, said } = told;
    let mut line = Line::new();
    line.extend(Question::letter(place).map(|letter| Inline::Plain(format!("{letter} "))));
    line.push(if chosen { Inline::Strong(option.name.clone()) } else { Inline::Code(option.name.clone()) });
    line.extend(option.gloss.iter().map(|gloss| Inline::Plain(format!(": {gloss}"))));
    if chosen {
        line.push(Inline::Plain(" (played here)".into()));
    }
    line.extend(option.rejected.iter().map(|why| Inline::Plain(format!(" (rejected: {why})"))));
    let mut items: Vec<Vec<Block>> =
        option.evidence.iter().map(|e| vec![Block::Paragraph(evidence(e, bibliography))]).collect();
    items.extend(option.notes.iter().map(|remark| vec![Block::Paragraph(note(remark, bibliography))]));
    items.extend(said.into_iter().map(|said| vec![Block::Paragraph(plain(said.text.clone()))]));
    let mut blocks = vec![Block::Paragraph(line)];
    if !items.is_empty() {
        blocks.push(Block::List { numbered: false, items });
    }
    blocks
}

fn evidence(evidence: &Evidence, bibliography: Option<&Bibliography>) -> Line {
    let grade = match evidence.grade {
        Grade::Primary => "primary",
        Grade::Secondary => "secondary",
        Grade::Implementation => "implementation",
        Grade::Reconstruction => "reconstruction",
    };
    let mut line = plain(grade);
    if !evidence.citations.is_empty() {
        line.push(Inline::Plain(": ".into()));
        line.extend(citations(&evidence.citations, bibliography));
    }
    line.push(Inline::Plain(".".into()));
    line.extend(evidence.remark.iter().map(|remark| Inline::Plain(format!(" {remark}"))));
    line
}

pub(super) fn note(note: &Note, bibliography: Option<&Bibliography>) -> Line {
    let mut line = plain(note.text.clone());
    if !note.citations.is_empty() {
        line.push(Inline::Plain(" (".into()));
        line.extend(citations(&note.citations, bibliography));
        line.push(Inline::Plain(")".into()));
    }
    line
}

fn citations(all: &[Citation], bibliography: Option<&Bibliography>) -> Line {
    let mut line = Line::new();
    for (n, citation) in all.iter().enumerate() {
        let before = if n == 0 { "" } else { "; " };
        line.push(Inline::Plain(format!("{before}{}", citation.short(bibliography))));
        if let Some(words) = &citation.quotation {
            line.push(Inline::Plain(", ".into()));
            line.push(Inline::Quotation(words.clone()));
        }
    }
    line
}

pub(super) fn examples(game: &Game, bibliography: Option<&Bibliography>, document: &mut Document) {
    if game.examples.is_empty() {
        return;
    }
    document.heading(2, "Worked examples");
    if game.letters_follow_sowing {
        document.paragraph("Letters follow the sowing: where it is clockwise, read each example as in a mirror.");
    }
    for example in &game.examples {
        document.heading(3, &example.title);
        let from = match &example.citation {
            Some(citation) => format!("From {}.", citation.short(bibliography)),
            None => "Constructed: a test of the best supported reading, and no evidence.".to_owned(),
        };
        let start = if example.start.is_some() {
            "It begins from this position:"
        } else {
            "It begins from the start of the game."
        };
        document.paragraph(format!("{from} {start}"));
        if let Some(seeds) = &example.start {
            document.blocks.push(Block::Preformatted(drawing::board(&game.board, &seeds.value)));
        }
        for step in &example.steps {
            document.paragraph(told(game.board.names(), step));
            if let Some(seeds) = &step.board {
                document.blocks.push(Block::Preformatted(drawing::board(&game.board, &seeds.value)));
            }
        }
        refuted(game, example, document);
    }
}

fn told(names: PitNames, step: &Step) -> String {
    let mut said = vec![format!("{} lifts {}.", seat(step.seat), names.of(step.pit.value))];
    for lap in &step.laps {
        let sown: Vec<String> = lap.value.sown.iter().map(|&p| names.of(p).to_string()).collect();
        said.push(format!("From {} the seeds fall into {}.", names.of(lap.value.from), sown.join(" ")));
    }
    match &step.won {
        Some(Won::Captures(all)) => {
            let pits: Vec<String> = all
                .iter()
                .map(|c| format!("{} from {}", count(c.value.seeds.into(), "seed"), names.of(c.value.pit)))
                .collect();
            said.push(format!("He captures {}.", and(&pits)));
        }
        Some(Won::Nothing(_)) => said.push("He wins nothing.".to_owned()),
        None => {}
    }
    if let Some(winnings) = &step.winnings {
        let [south, north] = winnings.value;
        said.push(format!("South has then won {south}, North {north}."));
    }
    said.join(" ")
}

const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "South",
        Seat::North => "North",
    }
}

fn refuted(game: &Game, example: &Example, document: &mut Document) {
    let refuted: Vec<String> = example
        .refutes
        .iter()
        .map(|r| {
            let question = &game.questions[r.question];
            format!("{} {}", question.id, question.readings[r.reading].name)
        })
        .collect();
    if !refuted.is_empty() {
        document.paragraph(format!("It refutes {}.", and(&refuted)));
    }
}
