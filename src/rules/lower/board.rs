//! The board.

use super::super::game::{Answers, Game};
use super::super::ruleset::{Board, Form, Stores};
use super::fault::{Fault, MOST_PITS, MOST_SEEDS};
use super::{Chooser, Faults};
use crate::diagnostics::Span;
use crate::lang::ast::{BoardClause, Diagram, Number, Seat, Sowers, Spanned};

#[derive(Default)]
struct Stated<'t> {
    rows: Option<&'t Number>,
    pits: Option<&'t Number>,
    ring: Option<&'t Number>,
    /// Whether each player has a ring of his own, and where it is said.
    ring_each: Option<(bool, Span)>,
    owners: Vec<(Seat, &'t [Number], Span)>,
    columns: Vec<(Seat, [u32; 2], Span)>,
    stores: Option<(Stores, Span)>,
    start: Option<(Start<'t>, Span)>,
    total: Option<&'t Number>,
}

enum Start<'t> {
    Each(&'t Number),
    Diagram(&'t Diagram),
}

/// The shape of a board and where its size is stated.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub form: Form,
    pub pits: u8,
    pub rows_at: Span,
    pub pits_at: Span,
}

impl Shape {
    /// A board of this shape with these seeds.
    pub(crate) const fn board(self, start: Vec<u16>) -> Board {
        Board { form: self.form, pits: self.pits, stores: None, start }
    }
}

fn sort<'t>(clauses: &[&'t Spanned<BoardClause>], choose: &Chooser<'_>, faults: &mut Faults) -> Stated<'t> {
    let mut stated = Stated::default();
    for clause in clauses {
        match &clause.value {
            BoardClause::Rows(n) => stated.rows = Some(n),
            BoardClause::Pits(n) => stated.pits = choose.one(n),
            BoardClause::Ring(n) => stated.ring = choose.one(n),
            BoardClause::Owns(seat, rows) => stated.owners.push((*seat, rows, clause.span)),
            BoardClause::OwnsColumns(seat, from, to) => {
                stated.columns.push((*seat, [from.value, to.value], clause.span));
            }
            BoardClause::OneRing => stated.ring_each = Some((false, clause.span)),
            BoardClause::RingEach => stated.ring_each = Some((true, clause.span)),
            BoardClause::Stores { sowers, holding } => {
                let sown_by_both = choose.one(sowers).is_some_and(|s| s.value == Sowers::Both);
                let start = holding.as_ref().and_then(|n| choose.one(n)).map_or(0, |n| n.value);
                if start > MOST_SEEDS {
                    let what = "the seeds of a store";
                    faults.push(Fault::Range { what, value: start, least: 0, greatest: MOST_SEEDS, span: clause.span });
                }
                let start = u16::try_from(start).unwrap_or(u16::MAX);
                stated.stores = Some((Stores { sown_by_both, start }, clause.span));
            }
            BoardClause::SeedsEach(n) => stated.start = choose.one(n).map(|n| (Start::Each(n), clause.span)),
            BoardClause::Diagram(diagram) => stated.start = Some((Start::Diagram(&diagram.value), diagram.span)),
            BoardClause::Total(n) => stated.total = Some(n),
            BoardClause::OwnedByNobody | BoardClause::LettersFromSouthsLeft | BoardClause::LettersFollowSowing => {}
        }
    }
    stated
}

fn shape(stated: &Stated<'_>, faults: &mut Faults) -> Option<Shape> {
    let (form, rows_at, pits) = if let Some(ring) = stated.ring {
        (Form::Ring, ring.span, ring)
    } else {
        let rows = faults.need(stated.rows, "rows N")?;
        let pits = faults.need(stated.pits, "pits N")?;
        let form = match rows.value {
            2 => Some(Form::TwoRows),
            4 => Some(Form::FourRows),
            _ => None,
        };
        if form.is_none() {
            faults.push(Fault::Rows { rows: rows.value, span: rows.span });
        }
        (form.unwrap_or(Form::TwoRows), rows.span, pits)
    };
    if !(1..=MOST_PITS).contains(&pits.value) {
        faults.push(Fault::Pits { pits: pits.value, span: pits.span });
        return None;
    }
    let form = columns(stated, form, pits.value, faults)?;
    if let Some((each, span)) = stated.ring_each
        && form != Form::Ring
        && each != (form == Form::FourRows)
    {
        faults.push(Fault::Rings { span });
    }
    for (seat, rows, span) in &stated.owners {
        let mut rows: Vec<u32> = rows.iter().map(|n| n.value).collect();
        rows.sort_unstable();
        let right: &[u32] = match (form, seat) {
            (Form::FourRows, Seat::South) => &[3, 4],
            (Form::FourRows, Seat::North) => &[1, 2],
            (_, Seat::South) => &[2],
            (_, Seat::North) => &[1],
        };
        if rows != right {
            faults.push(Fault::Ownership { span: *span });
        }
    }
    if let Some((_, span)) = stated.stores.filter(|_| form != Form::TwoRows) {
        faults.push(Fault::Stores { span });
    }
    Some(Shape { form, pits: u8::try_from(pits.value).ok()?, rows_at, pits_at: pits.span })
}

/// The form of a board whose players own columns: as many at either end of two rows, South's at the left.
fn columns(stated: &Stated<'_>, form: Form, pits: u32, faults: &mut Faults) -> Option<Form> {
    let Some(&(_, _, span)) = stated.columns.first() else { return Some(form) };
    let of = |seat: Seat| stated.columns.iter().find(|(s, _, _)| *s == seat).map(|&(_, columns, _)| columns);
    let own = of(Seat::South).map_or(0, |[_, to]| to);
    let ends = own.checked_mul(2).is_some_and(|both| both > 0 && both <= pits);
    let right = form == Form::TwoRows && ends && stated.owners.is_empty();
    if right && of(Seat::South) == Some([1, own]) && of(Seat::North) == Some([pits - own + 1, pits]) {
        return u8::try_from(pits - 2 * own).ok().map(|neutral| Form::Columns { neutral });
    }
    faults.push(Fault::Columns { span });
    None
}

pub(super) fn lower(
    clauses: &[&Spanned<BoardClause>],
    game: &Game,
    answers: &Answers,
    faults: &mut Faults,
) -> Option<Board> {
    let stated = sort(clauses, &Chooser::new(game, answers), faults);
    let shape = shape(&stated, faults);
    let (start, span) = faults.need(stated.start, "seeds N in every pit")?;
    let shape = shape?;
    let board = shape.board(Vec::new());
    let seeds: Vec<u32> = match start {
        Start::Each(n) => vec![n.value; board.len()],
        Start::Diagram(diagram) => seeds_of(diagram, span, shape, faults)?,
    };
    let stores = stated.stores.map(|(stores, _)| stores);
    let counted = seeds.iter().map(|&n| u64::from(n)).sum::<u64>() + stores.map_or(0, |s| 2 * u64::from(s.start));
    if counted == 0 || counted > u64::from(MOST_SEEDS) {
        faults.push(Fault::Seeds { seeds: counted, span });
    }
    if let Some(total) = stated.total.filter(|t| u64::from(t.value) != counted) {
        faults.push(Fault::Total { stated: total.value, counted, span: total.span, seeds: span });
    }
    let start = seeds.into_iter().map(u16::try_from).collect::<Result<_, _>>().ok()?;
    Some(Board { stores, start, ..board })
}

/// The shape of the board under a reading; nothing where it is not as it should be, which has been reported.
pub(crate) fn shape_of(game: &Game, answers: &Answers) -> Option<Shape> {
    let choose = Chooser::new(game, answers);
    let faults = &mut Faults::default();
    shape(&sort(&choose.all(&game.clauses.board), &choose, faults), faults)
}

/// The seeds of a diagram by pit number.
pub(crate) fn seeds_of(diagram: &Diagram, span: Span, shape: Shape, faults: &mut Faults) -> Option<Vec<u32>> {
    let board = shape.board(Vec::new());
    let drawn = board.drawn();
    if diagram.rows.len() != drawn.len() {
        let (found, rows) = (diagram.rows.len(), drawn.len() as u32);
        faults.push(Fault::DiagramRows { found, rows, span, stated: shape.rows_at });
        return None;
    }
    let mut seeds = vec![0; board.len()];
    let mut fits = true;
    for (row, places) in diagram.rows.iter().zip(&drawn) {
        if row.value.len() != places.len() {
            fits = false;
            let (found, pits) = (row.value.len(), u32::from(shape.pits));
            faults.push(Fault::DiagramColumns { found, pits, span: row.span, stated: shape.pits_at });
            continue;
        }
        for (n, place) in row.value.iter().zip(places) {
            seeds[place.index()] = n.value;
        }
    }
    fits.then_some(seeds)
}
