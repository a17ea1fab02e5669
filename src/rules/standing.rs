//! A game with its standing questions answered in one way or another, so that it can be seen what hangs on them.

use super::game::Game;
use crate::diagnostics::{Diagnostics, FileId, Span};
use crate::lang::check::{Parts, unanswered};
use crate::lang::standing::{Part, Standing};
use crate::lang::{self, ast};

/// A standing question that a file leaves open, and the game under each of its answers.
#[derive(Debug)]
pub struct LeftOpen {
    /// The question.
    pub question: Standing,
    /// Each answer as a clause, with the game that has it and is the same in all else. Answers that the game's other rules
    /// leave no room for are not among them.
    pub games: Vec<(&'static str, Game)>,
}

/// The standing questions that a file leaves open, where nothing else is wrong with it. All of them but the one that is
/// looked at have their first answer.
#[must_use]
pub fn left_open(text: &str) -> Vec<LeftOpen> {
    let Some(tree) = lang::parse(FileId::default(), text, &mut Diagnostics::new()) else { return Vec::new() };
    if !tree.lost.is_empty() {
        return Vec::new();
    }
    let open: Vec<Standing> = unanswered(&tree).into_iter().filter(|q| !q.answers().is_empty()).collect();
    let game = |about: Standing, answer: &'static str| {
        let said: Vec<(Part, &str)> = open
            .iter()
            .filter_map(|&q| Some((q.part(), if q == about { answer } else { q.answers().first()? })))
            .collect();
        Game::from_str("", &answered(&tree, text, &said), None).game
    };
    let of = |question: Standing| LeftOpen {
        question,
        games: question.answers().iter().filter_map(|&answer| Some((answer, game(question, answer)?))).collect(),
    };
    open.iter().copied().filter(|q| q.is_played()).map(of).collect()
}

/// The text with more clauses at the ends of its blocks.
fn answered(tree: &ast::File, text: &str, clauses: &[(Part, &str)]) -> String {
    let parts = Parts::of(&tree.game.items);
    let end = |span: Span| span.end.saturating_sub(1);
    let mut ends: Vec<(usize, Part)> = [
        parts.turn.map(|(_, span)| (end(span), Part::Turn)),
        parts.round.map(|(_, span)| (end(span), Part::Round)),
        parts.match_play.map(|(_, span)| (end(span), Part::Match)),
    ]
    .into_iter()
    .flatten()
    .collect();
    ends.sort_by_key(|&(at, _)| std::cmp::Reverse(at));
    let mut out = text.to_owned();
    for (at, part) in ends {
        for (_, clause) in clauses.iter().filter(|(p, _)| *p == part) {
            out.insert_str(at, &format!("\n{clause}\n"));
        }
    }
    out
}
