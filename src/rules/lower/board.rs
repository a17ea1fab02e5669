//! The board.

use super::super::game::{Answers, Game};
use super::super::ruleset::Board;
use super::fault::{Fault, MOST_PITS, MOST_SEEDS};
use super::{Chooser, Faults};
use crate::diagnostics::Span;
use crate::lang::ast::{BoardClause, Diagram, Number, Seat, Spanned};

pub(super) fn lower(
    clauses: &[&Spanned<BoardClause>],
    game: &Game,
    answers: &Answers,
    faults: &mut Faults,
) -> Option<Board> {
    let mut rows = None;
    let mut pits = None;
    let mut start = None;
    let mut total = None;
    for clause in clauses {
        match &clause.value {
            BoardClause::Rows(n) => rows = Some(n),
            BoardClause::Pits(n) => pits = Some(n),
            BoardClause::Owns(seat, row) => {
                let right = if *seat == Seat::South { 2 } else { 1 };
                if row.value != right {
                    faults.push(Fault::Ownership { span: clause.span });
                }
            }
            BoardClause::SeedsEach(n) => {
                start = Chooser::new(game, answers).one(n).map(|n| (Start::Each(n), clause.span))
            }
            BoardClause::Diagram(diagram) => start = Some((Start::Diagram(diagram), diagram.span)),
            BoardClause::Total(n) => total = Some(n),
            BoardClause::OneRing | BoardClause::LettersFromSouthsLeft | BoardClause::LettersFollowSowing => {}
        }
    }
    let rows = faults.need(rows, "rows N")?;
    if rows.value != 2 {
        faults.push(Fault::Rows { rows: rows.value, span: rows.span });
    }
    let pits = faults.need(pits, "pits N")?;
    if !(1..=MOST_PITS).contains(&pits.value) {
        faults.push(Fault::Pits { pits: pits.value, span: pits.span });
    }
    let (start, span) = faults.need(start, "seeds N in every pit")?;
    let count =
        u8::try_from(pits.value).ok().filter(|&n| rows.value == 2 && (1..=MOST_PITS).contains(&u32::from(n)))?;
    let seeds: Vec<u32> = match start {
        Start::Each(n) => vec![n.value; 2 * usize::from(count)],
        Start::Diagram(diagram) => seeds_of(&diagram.value, diagram.span, (count, pits.span), rows.span, faults)?,
    };
    let counted: u64 = seeds.iter().map(|&n| u64::from(n)).sum();
    if counted == 0 || counted > u64::from(MOST_SEEDS) {
        faults.push(Fault::Seeds { seeds: counted, span });
    }
    if let Some(total) = total.filter(|t| u64::from(t.value) != counted) {
        faults.push(Fault::Total { stated: total.value, counted, span: total.span, seeds: span });
    }
    let start = seeds.into_iter().map(u16::try_from).collect::<Result<_, _>>().ok()?;
    Some(Board { pits: count, start })
}

enum Start<'a> {
    Each(&'a Number),
    Diagram(&'a Spanned<Diagram>),
}

/// The seeds of a diagram by pit number. `pits` are the pits of a row of the board and where they are stated.
pub(crate) fn seeds_of(
    diagram: &Diagram,
    span: Span,
    pits: (u8, Span),
    rows: Span,
    faults: &mut Faults,
) -> Option<Vec<u32>> {
    let (count, stated) = pits;
    let [north, south] = &diagram.rows[..] else {
        faults.push(Fault::DiagramRows { found: diagram.rows.len(), rows: 2, span, stated: rows });
        return None;
    };
    let mut fits = true;
    for row in [north, south] {
        if row.value.len() != usize::from(count) {
            fits = false;
            let found = row.value.len();
            faults.push(Fault::DiagramColumns { found, pits: u32::from(count), span: row.span, stated });
        }
    }
    // Numbers run along South's row from the left and back along North's from the right of the drawing.
    fits.then(|| south.value.iter().chain(north.value.iter().rev()).map(|n| n.value).collect())
}
