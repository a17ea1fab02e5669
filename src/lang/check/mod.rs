//! What can be checked of a tree before it is compiled: names, evidence, and that every clause is stated once.
//!
//! Sums and sizes are checked where the rules are compiled; sources are looked up where the bibliography is at hand.

mod names;
mod once;

use super::ast::{
    Block, BoardClause, Example, File, GameItem, MatchClause, Question, RoundClause, Spanned, TurnClause,
};
use super::standing::{Part, Standing};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};

/// The parts of a game, sorted by kind: a view of the tree, in file order.
#[derive(Debug, Default)]
pub struct Parts<'a> {
    /// The questions.
    pub questions: Vec<&'a Question>,
    /// The examples.
    pub examples: Vec<(&'a Example, Span)>,
    /// The board block, and its place.
    pub board: Option<(&'a Block<BoardClause>, Span)>,
    /// The turn block.
    pub turn: Option<(&'a Block<TurnClause>, Span)>,
    /// The round block.
    pub round: Option<(&'a Block<RoundClause>, Span)>,
    /// The match block.
    pub match_play: Option<(&'a Block<MatchClause>, Span)>,
}

impl<'a> Parts<'a> {
    /// Sorts the parts of a game. Where a block stands twice the first counts.
    #[must_use]
    pub fn of(items: &'a [Spanned<GameItem>]) -> Self {
        let mut parts = Self::default();
        for item in items {
            match &item.value {
                GameItem::Question(question) => parts.questions.push(question),
                GameItem::Example(example) => parts.examples.push((example, item.span)),
                GameItem::Board(block) => _ = parts.board.get_or_insert((block, item.span)),
                GameItem::Turn(block) => _ = parts.turn.get_or_insert((block, item.span)),
                GameItem::Round(block) => _ = parts.round.get_or_insert((block, item.span)),
                GameItem::Match(block) => _ = parts.match_play.get_or_insert((block, item.span)),
                _ => {}
            }
        }
        parts
    }

    /// The question with this id.
    #[must_use]
    pub fn question(&self, id: &str) -> Option<&'a Question> {
        self.questions.iter().find(|q| q.id.value == id).copied()
    }
}

/// The standing questions that a tree neither answers nor asks, in the order of their list.
#[must_use]
pub fn unanswered(file: &File) -> Vec<Standing> {
    once::unanswered(&Parts::of(&file.game.items))
}

/// Warns of the standing questions that a tree without errors neither answers nor asks.
pub fn open_questions(file: &File, diagnostics: &mut Diagnostics) {
    let parts = Parts::of(&file.game.items);
    for question in once::unanswered(&parts) {
        let (name, at) = match question.part() {
            Part::Turn => ("turn", parts.turn.map(|(_, span)| span)),
            Part::Round => ("round", parts.round.map(|(_, span)| span)),
            Part::Match => ("match", parts.match_play.map(|(_, span)| span)),
        };
        let span = at.unwrap_or(file.game.id.span);
        diagnostics.push(
            Diagnostic::warning(
                Code::OpenQuestion,
                format!("the {name} neither says nor asks: {}", question.sentence()),
                Span::new(span.file, span.start, span.start + name.len()),
                "left open here",
            )
            .help(question.left_open()),
        );
    }
}

/// Checks a tree. Where the text was not understood as a whole, things that seem to be missing are not reported, since they
/// may stand in what was lost.
pub fn check(file: &File, diagnostics: &mut Diagnostics) {
    let parts = Parts::of(&file.game.items);
    repeated_items(&file.game.items, diagnostics);
    names::check(&parts, &file.lost, diagnostics);
    if file.lost.is_empty() {
        once::blocks(file, &parts, diagnostics);
    }
}

/// Everything but questions, notes and examples stands at most once in a game.
fn repeated_items(items: &[Spanned<GameItem>], diagnostics: &mut Diagnostics) {
    let kind = |item: &GameItem| {
        Some(match item {
            GameItem::Name(_) => "name",
            GameItem::People(_) => "people",
            GameItem::Recorded(_) => "recorded",
            GameItem::DescribedBy(_) => "described by",
            GameItem::Board(_) => "board",
            GameItem::Turn(_) => "turn",
            GameItem::Round(_) => "round",
            GameItem::Match(_) => "match",
            GameItem::Note(_) | GameItem::Question(_) | GameItem::Example(_) => return None,
        })
    };
    for (n, item) in items.iter().enumerate() {
        let Some(name) = kind(&item.value) else { continue };
        if let Some(first) = items[..n].iter().find(|other| kind(&other.value) == Some(name)) {
            let head = |span: Span| Span::new(span.file, span.start, span.start + name.len());
            diagnostics.push(
                Diagnostic::error(
                    Code::Duplicate,
                    format!("a game has one `{name}`, and here is a second"),
                    head(item.span),
                    "stated again",
                )
                .and(head(first.span), "stated first")
                .help("keep one of the two; what is doubtful is told with a question and `by`"),
            );
        }
    }
}
