//! The parts of a file that have names, as an editor lists them.

use serde::Serialize;

use super::ast::{Alt, Block, Example, ExampleItem, File, GameItem, Question, Spanned, TurnClause};
use super::walk;
use crate::diagnostics::Span;

/// What a symbol names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// The game.
    Game,
    /// The board.
    Board,
    /// A question.
    Question,
    /// A reading of a question.
    Reading,
    /// The turn.
    Turn,
    /// A case of what follows a lap.
    Case,
    /// The round.
    Round,
    /// The match.
    Match,
    /// A worked example.
    Example,
    /// A move of an example.
    Move,
}

/// A part of a file that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its name: an id, a title, or the first words of a case.
    pub name: String,
    /// What is said of it in short: the sentence of a question, what a reading means.
    pub detail: Option<String>,
    /// The whole part.
    pub span: Span,
    /// The parts in it.
    pub children: Vec<Symbol>,
}

/// The symbols of a file, the game itself the only one at the top. `text` is what was parsed.
#[must_use]
pub fn symbols(file: &File, text: &str) -> Symbol {
    let game = &file.game;
    let children: Vec<Symbol> = game.items.iter().filter_map(|item| of_item(&item.value, item.span, text)).collect();
    let name = game.items.iter().find_map(|item| match &item.value {
        GameItem::Name(name) => Some(name.value.clone()),
        _ => None,
    });
    let last = game.items.last().map_or(game.id.span, |item| item.span);
    let span = game.id.span.to(last);
    Symbol { kind: SymbolKind::Game, name: game.id.value.clone(), detail: name, span, children }
}

fn of_item(item: &GameItem, span: Span, text: &str) -> Option<Symbol> {
    let block = |kind, name: &str, children| Some(Symbol { kind, name: name.to_owned(), detail: None, span, children });
    match item {
        GameItem::Board(_) => block(SymbolKind::Board, "board", Vec::new()),
        GameItem::Turn(clauses) => block(SymbolKind::Turn, "turn", cases(clauses, text)),
        GameItem::Round(_) => block(SymbolKind::Round, "round", Vec::new()),
        GameItem::Match(_) => block(SymbolKind::Match, "match", Vec::new()),
        GameItem::Question(question) => Some(of_question(question, span)),
        GameItem::Example(example) => Some(of_example(example, span)),
        _ => None,
    }
}

fn of_question(question: &Question, span: Span) -> Symbol {
    let reading = |reading: &super::ast::Reading| Symbol {
        kind: SymbolKind::Reading,
        name: reading.name.value.clone(),
        detail: reading.gloss.as_ref().map(|gloss| gloss.value.clone()),
        span: reading.evidence.last().map_or(reading.name.span, |last| reading.name.span.to(last.span)),
        children: Vec::new(),
    };
    Symbol {
        kind: SymbolKind::Question,
        name: question.id.value.clone(),
        detail: Some(question.sentence.value.clone()),
        span,
        children: question.readings.iter().map(reading).collect(),
    }
}

fn cases(clauses: &[Alt<Spanned<TurnClause>>], text: &str) -> Vec<Symbol> {
    let mut found = Vec::new();
    walk::clauses(clauses, &mut |clause, _| {
        if let TurnClause::AfterLap(cases) = &clause.value {
            each_case(cases, text, &mut found);
        }
    });
    found
}

fn each_case(cases: &Block<super::ast::Case>, text: &str, found: &mut Vec<Symbol>) {
    walk::clauses(cases, &mut |case, _| {
        let words = text.get(case.span.start..case.span.end).unwrap_or("");
        let name = words.lines().next().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
        found.push(Symbol { kind: SymbolKind::Case, name, detail: None, span: case.span, children: Vec::new() });
    });
}

fn of_example(example: &Example, span: Span) -> Symbol {
    let moves = example.items.iter().filter_map(|item| match &item.value {
        ExampleItem::Lifts(_, pit) => Some(Symbol {
            kind: SymbolKind::Move,
            name: pit.value.clone(),
            detail: None,
            span: item.span,
            children: Vec::new(),
        }),
        _ => None,
    });
    Symbol {
        kind: SymbolKind::Example,
        name: example.title.value.clone(),
        detail: None,
        span,
        children: moves.collect(),
    }
}
