//! From a checked tree to a [`Game`].

use std::collections::HashMap;

use super::game::{
    Citation, Clauses, Condition, ConditionPart, Evidence, Game, Grade, Note, Question, ReadingOption, Scope, Severity,
};
use super::ruleset::Board;
use crate::lang::ast::{self, GameItem};
use crate::lang::check::Parts;
use crate::lang::walk;

/// Builds the game of a tree that passed its checks; examples are added later. `hash` is that of the file.
pub(super) fn game(tree: &ast::Game, hash: String) -> Game {
    let parts = Parts::of(&tree.items);
    let mut game = Game {
        id: tree.id.value.clone(),
        name: tree.id.value.clone(),
        people: None,
        recorded: None,
        described_by: Vec::new(),
        notes: Vec::new(),
        // Read from the clauses by the caller, once they are at hand.
        board: Board::two_rows(1, Vec::new()),
        letters_follow_sowing: false,
        questions: questions(&parts),
        examples: Vec::new(),
        span: tree.id.span,
        clauses: clauses(&parts),
        hash,
    };
    for item in &tree.items {
        match &item.value {
            GameItem::Name(text) => game.name.clone_from(&text.value),
            GameItem::People(text) => game.people = Some(text.value.clone()),
            GameItem::Recorded(year) => game.recorded = Some(year.value),
            GameItem::DescribedBy(sources) => game.described_by = sources.iter().map(citation).collect(),
            GameItem::Note(remark) => game.notes.push(note(remark)),
            _ => {}
        }
    }
    walk::clauses(&game.clauses.board, &mut |clause, _| {
        game.letters_follow_sowing |= clause.value == ast::BoardClause::LettersFollowSowing;
    });
    game
}

fn clauses(parts: &Parts<'_>) -> Clauses {
    Clauses {
        board: parts.board.map(|(block, _)| block.clone()).unwrap_or_default(),
        turn: parts.turn.map(|(block, _)| block.clone()).unwrap_or_default(),
        round: parts.round.map(|(block, _)| block.clone()).unwrap_or_default(),
        match_play: parts.match_play.map(|(block, _)| block.clone()),
        index: parts.questions.iter().enumerate().map(|(n, q)| (q.id.value.clone(), n)).collect(),
    }
}

fn questions(parts: &Parts<'_>) -> Vec<Question> {
    let prefix = common_prefix(&parts.questions.iter().map(|q| q.id.value.as_str()).collect::<Vec<_>>());
    let in_rounds = in_rounds(parts);
    let readings: HashMap<&str, (usize, Vec<&str>)> = parts
        .questions
        .iter()
        .enumerate()
        .map(|(n, q)| (q.id.value.as_str(), (n, q.readings.iter().map(|r| r.name.value.as_str()).collect())))
        .collect();
    let part = |part: &ast::ConditionPart| {
        let (question, names) = readings.get(part.question.value.as_str())?;
        let readings = part.readings.iter().filter_map(|r| names.iter().position(|n| *n == r.value)).collect();
        Some(ConditionPart { question: *question, readings })
    };
    parts
        .questions
        .iter()
        .map(|q| Question {
            id: q.id.value.clone(),
            short: q.id.value[prefix..].to_owned(),
            sentence: q.sentence.value.clone(),
            severity: match q.severity.value.as_str() {
                "A" => Severity::A,
                "B" => Severity::B,
                _ => Severity::C,
            },
            scope: if in_rounds.contains(&q.id.value.as_str()) { Scope::Round } else { Scope::Match },
            only_if: q
                .only_if
                .as_ref()
                .map(|any| Condition { any: any.iter().map(|all| all.iter().filter_map(part).collect()).collect() }),
            presentation_only: q.presentation_only,
            readings: q.readings.iter().map(reading).collect(),
            notes: q.notes.iter().map(note).collect(),
            span: q.id.span,
        })
        .collect()
}

/// The questions that a clause of board, turn or round hangs on.
fn in_rounds<'a>(parts: &Parts<'a>) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut visit = |choice: walk::Choice<'a>, _: &[walk::Guard<'a>]| {
        found.extend(Some(choice.question.value.as_str()).filter(|_| !choice.told_only));
    };
    if let Some((block, _)) = parts.board {
        walk::choices(block, &mut visit);
    }
    if let Some((block, _)) = parts.turn {
        walk::choices(block, &mut visit);
    }
    if let Some((block, _)) = parts.round {
        walk::choices(block, &mut visit);
    }
    found
}

/// Length of what the ids have in common up to a hyphen: `BOSH-` of `BOSH-01` and `BOSH-02`.
fn common_prefix(ids: &[&str]) -> usize {
    let Some((first, others)) = ids.split_first() else { return 0 };
    let cut = first.rfind('-').map_or(0, |n| n + 1);
    let shared = others.iter().all(|id| id.starts_with(&first[..cut]) && id.len() > cut);
    if shared && first.len() > cut { cut } else { 0 }
}

fn reading(reading: &ast::Reading) -> ReadingOption {
    ReadingOption {
        name: reading.name.value.clone(),
        gloss: reading.gloss.as_ref().map(|t| t.value.clone()),
        evidence: reading.evidence.iter().map(evidence).collect(),
        rejected: reading.rejected.first().map(|t| t.value.clone()),
        notes: reading.notes.iter().map(note).collect(),
        span: reading.name.span,
    }
}

fn evidence(evidence: &ast::Spanned<ast::Evidence>) -> Evidence {
    Evidence {
        grade: match evidence.value.grade {
            ast::Grade::Primary => Grade::Primary,
            ast::Grade::Secondary => Grade::Secondary,
            ast::Grade::Implementation => Grade::Implementation,
            ast::Grade::Reconstruction => Grade::Reconstruction,
        },
        remark: evidence.value.remark.as_ref().map(|t| t.value.clone()),
        citations: evidence.value.citations.iter().map(citation).collect(),
        span: evidence.span,
    }
}

fn note(note: &ast::Note) -> Note {
    Note {
        text: note.text.value.clone(),
        citations: note.citations.iter().map(citation).collect(),
        span: note.text.span,
    }
}

pub(super) fn citation(citation: &ast::Citation) -> Citation {
    Citation {
        key: citation.key.value.clone(),
        locator: citation.locator.as_ref().map(|t| t.value.clone()),
        quotation: citation.quotation.as_ref().map(|t| t.value.clone()),
        span: citation.key.span,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_part_of_the_ids_ends_with_a_hyphen() {
        assert_eq!(common_prefix(&["BOSH-01", "BOSH-02"]), 5);
        assert_eq!(common_prefix(&["BOSH-01", "BASH-02"]), 0);
        assert_eq!(common_prefix(&["start", "end"]), 0);
        assert_eq!(common_prefix(&["A-", "A-1"]), 0, "nothing would be left of the first");
        assert_eq!(common_prefix(&[]), 0);
    }
}
