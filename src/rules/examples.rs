//! Worked examples: from the lines of the file to moves, and whether their seeds add up.
//!
//! The sums need no rules: a lap lifts as many seeds as it sows, a capture takes what lies there, and the board drawn at
//! the end holds what is left. Whether the rules lead to these laps is for the floor that plays.

use super::build::citation;
use super::game::{CaptureSeen, Example, Game, LapSeen, Placed, Refutation, Step, Won};
use super::lower::{Faults, Shape, seeds_of};
use super::ruleset::{Pit, PitNames, Seat};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span};
use crate::lang::ast::{self, ExampleItem, Name, Number, Spanned};
use crate::lang::walk;

/// What the examples of a game are read against.
pub(super) struct Reader<'a> {
    pub game: &'a Game,
    /// The shape of the board and where its size is stated.
    pub shape: Shape,
    /// The seeds at the start, by pit number.
    pub start: &'a [u16],
}

impl Reader<'_> {
    /// Reads one example and checks its sums.
    pub(super) fn read(&self, example: &ast::Example, span: Span, diagnostics: &mut Diagnostics) -> Example {
        let before = diagnostics.len();
        let mut lines =
            Lines { reader: self, diagnostics, start: None, from_start: None, steps: Vec::new(), lost_move: false };
        let mut refutes = Vec::new();
        for item in &example.items {
            if let ExampleItem::Refutes(all) = &item.value {
                if example.constructed {
                    lines.diagnostics.push(
                        Diagnostic::error(
                            Code::NoEvidence,
                            "a constructed example refutes nothing",
                            item.span,
                            "no source stands behind this",
                        )
                        .help("give the source of the example instead of `constructed`, or take this line out"),
                    );
                }
                refutes.extend(all.iter().filter_map(|(id, reading)| self.refutation(id, reading)));
            } else {
                lines.add(item);
            }
        }
        if lines.start.is_none() && lines.from_start.is_none() {
            lines.diagnostics.push(
                Diagnostic::error(
                    Code::ExampleOrder,
                    "the example does not say from which position it begins",
                    example.title.span,
                    "this example",
                )
                .help("begin with `start` or with `board { … }`"),
            );
        }
        let (start, steps) = (lines.start, lines.steps);
        let read = Example {
            title: example.title.value.clone(),
            citation: example.citation.as_ref().map(citation),
            constructed: example.constructed,
            start,
            steps,
            refutes,
            span,
        };
        // Sums of lines that were not read as they stand would only repeat what is wrong with them.
        if diagnostics.len() == before {
            self.sums(&read, diagnostics);
        }
        read
    }

    fn refutation(&self, id: &Name, reading: &Name) -> Option<Refutation> {
        let question = self.game.question(&id.value)?;
        let found = self.game.questions[question].readings.iter().position(|r| r.name == reading.value)?;
        Some(Refutation { question, reading: found, span: id.span.to(reading.span) })
    }

    fn pit(&self, name: &Name, diagnostics: &mut Diagnostics) -> Option<Pit> {
        let names = self.game.board.names();
        let mut letters = name.value.chars();
        let found = letters.next().filter(|_| letters.next().is_none()).and_then(|letter| names.pit(letter));
        if found.is_none() {
            let (first, last) = names.ends();
            diagnostics.push(
                Diagnostic::error(
                    Code::UnknownPit,
                    format!("the board has no pit {}", name.value),
                    name.span,
                    "not a pit of this board",
                )
                .and(self.shape.pits_at, "the board")
                .help(format!("its pits are {first} to {last}, from South's left anticlockwise")),
            );
        }
        found
    }

    /// A place that a seed falls into: a pit, or a store, where which player's it is goes without saying.
    fn place(&self, name: &Name, diagnostics: &mut Diagnostics) -> Option<Pit> {
        match self.game.board.store(Seat::South).filter(|_| name.value == "#") {
            Some(store) => Some(store),
            None => self.pit(name, diagnostics),
        }
    }

    fn seeds(number: &Number, diagnostics: &mut Diagnostics) -> u16 {
        u16::try_from(number.value).unwrap_or_else(|_| {
            diagnostics.push(
                Diagnostic::error(Code::NumberRange, "there are not so many seeds", number.span, "too many")
                    .help("the seeds of an example are those of its board"),
            );
            u16::MAX
        })
    }

    fn diagram(&self, diagram: &Spanned<ast::Diagram>, diagnostics: &mut Diagnostics) -> Option<Placed<Vec<u16>>> {
        let mut faults = Faults::default();
        let seeds = seeds_of(&diagram.value, diagram.span, self.shape, &mut faults);
        for fault in faults.0 {
            diagnostics.push(fault.diagnostic(diagram.span));
        }
        let value = seeds?.into_iter().map(|n| u16::try_from(n).unwrap_or(u16::MAX)).collect::<Vec<_>>();
        let total: u64 = self.start.iter().map(|&n| u64::from(n)).sum();
        let held: u64 = value.iter().map(|&n| u64::from(n)).sum();
        if held > total {
            diagnostics.push(
                Diagnostic::error(
                    Code::SeedTotal,
                    format!("this position holds {held} seeds and the game has {total}"),
                    diagram.span,
                    "more seeds than there are",
                )
                .help("correct the position; seeds that were won lie outside the pits"),
            );
        }
        Some(Placed { value, span: diagram.span })
    }

    /// Whether seeds are captured before the last lap has ended, go elsewhere than to the mover or stay in the pit lifted.
    fn captures_on_the_way(&self) -> bool {
        let mut found = false;
        walk::clauses(&self.game.clauses.turn, &mut |clause, _| match &clause.value {
            ast::TurnClause::WhileSowing(_) | ast::TurnClause::Captured(_) | ast::TurnClause::Keeps(_) => found = true,
            ast::TurnClause::AfterLap(cases) => walk::clauses(cases, &mut |case, _| {
                walk::clauses(std::slice::from_ref(&case.value.then), &mut |action: &Spanned<ast::Action>, _| {
                    match &action.value {
                        ast::Action::Capture(capture) => {
                            walk::clauses(std::slice::from_ref(&capture.then), &mut |then: &Spanned<ast::Then>, _| {
                                found |= !matches!(then.value, ast::Then::EndTurn | ast::Then::MoveAgain);
                            });
                        }
                        ast::Action::MakeUr => found = true,
                        _ => {}
                    }
                });
            }),
            _ => {}
        });
        found
    }

    /// Follows the seeds of an example from its first position to its last.
    fn sums(&self, example: &Example, diagnostics: &mut Diagnostics) {
        if self.captures_on_the_way() || self.game.board.stores.is_some() {
            return;
        }
        let mut seeds = example.start.as_ref().map_or_else(|| self.start.to_vec(), |s| s.value.clone());
        let mut won = [0_u16; 2];
        for step in &example.steps {
            if !follow(self.game.board.names(), step, &mut seeds, &mut won, diagnostics) {
                return;
            }
        }
    }
}

/// Follows one move; false where there is no going on.
fn follow(
    names: PitNames,
    step: &Step,
    seeds: &mut Vec<u16>,
    won: &mut [u16; 2],
    diagnostics: &mut Diagnostics,
) -> bool {
    let letter = |pit: Pit| names.of(pit);
    let mut wrong = |message: String, span: Span, label: &str| {
        diagnostics.push(
            Diagnostic::error(Code::ExampleSum, message, span, label)
                .help("count again from the position before; if the source itself is wrong, say so in a note"),
        );
    };
    if step.laps.is_empty() {
        // The laps are not told; the position after the move has to be taken as it stands.
        let Some(board) = &step.board else { return false };
        seeds.clone_from(&board.value);
        return true;
    }
    let mut sound = true;
    for (n, lap) in step.laps.iter().enumerate() {
        let LapSeen { from, sown } = &lap.value;
        if n == 0 && *from != step.pit.value {
            wrong(
                format!("the move lifts {} and its first lap is from {}", letter(step.pit.value), letter(*from)),
                lap.span,
                "the first lap",
            );
            return false;
        }
        let held = std::mem::take(&mut seeds[from.index()]);
        if usize::from(held) != sown.len() {
            wrong(
                format!("{} holds {held} seeds here and this lap sows {}", letter(*from), sown.len()),
                lap.span,
                "the lap does not add up",
            );
            return false;
        }
        for pit in sown {
            seeds[pit.index()] += 1;
        }
    }
    if let Some(Won::Captures(captures)) = &step.won {
        for capture in captures {
            let CaptureSeen { pit, seeds: taken } = capture.value;
            let held = std::mem::take(&mut seeds[pit.index()]);
            if held != taken {
                sound = false;
                wrong(
                    format!("{} holds {held} seeds here and {taken} are captured", letter(pit)),
                    capture.span,
                    "the capture does not add up",
                );
            }
            won[step.seat.index()] += taken;
        }
    }
    if let Some(board) = &step.board
        && board.value != *seeds
        && sound
    {
        let differ: Vec<String> = (0..seeds.len())
            .filter(|&p| board.value[p] != seeds[p])
            .filter_map(|p| Some(format!("{} {} for {}", letter(Pit(u8::try_from(p).ok()?)), board.value[p], seeds[p])))
            .collect();
        sound = false;
        wrong(
            format!("the position does not follow from the laps: {}", differ.join(", ")),
            board.span,
            "drawn otherwise",
        );
    }
    if let Some(winnings) = &step.winnings
        && winnings.value != *won
        && sound
    {
        let [south, north] = *won;
        wrong(format!("by now South has won {south} and North {north}"), winnings.span, "stated otherwise");
    }
    sound
}

/// The lines of an example as they come.
struct Lines<'r, 'd> {
    reader: &'r Reader<'r>,
    diagnostics: &'d mut Diagnostics,
    start: Option<Placed<Vec<u16>>>,
    from_start: Option<Span>,
    steps: Vec<Step>,
    /// Whether the move that the lines belong to was not understood, so that nothing can be said of them.
    lost_move: bool,
}

impl Lines<'_, '_> {
    fn add(&mut self, item: &Spanned<ExampleItem>) {
        let begins = matches!(item.value, ExampleItem::Start | ExampleItem::Lifts(..));
        if self.lost_move && !begins {
            return;
        }
        match &item.value {
            ExampleItem::Start => {
                if self.position_is_set() || !self.steps.is_empty() {
                    self.out_of_order(item.span, "an example begins from one position, before its first move");
                } else {
                    self.from_start = Some(item.span);
                }
            }
            ExampleItem::Board(diagram) => self.board(item.span, diagram),
            ExampleItem::Lifts(seat, name) => {
                let pit = self.reader.pit(name, self.diagnostics);
                self.lost_move = pit.is_none();
                let Some(pit) = pit else { return };
                let seat = if *seat == ast::Seat::South { Seat::South } else { Seat::North };
                let pit = Placed { value: pit, span: name.span };
                let (laps, span) = (Vec::new(), item.span);
                self.steps.push(Step { seat, pit, laps, won: None, board: None, winnings: None, span });
            }
            ExampleItem::Lap { from, sown } => {
                let from = self.reader.pit(from, self.diagnostics);
                let sown = sown.iter().map(|n| self.reader.place(n, self.diagnostics)).collect::<Option<Vec<_>>>();
                let (Some(from), Some(sown)) = (from, sown) else { return };
                if let Some(step) = self.step(item.span) {
                    step.laps.push(Placed { value: LapSeen { from, sown }, span: item.span });
                }
            }
            ExampleItem::Captures(all) => {
                let mut captures = Vec::new();
                for (name, number) in all {
                    let seeds = Reader::seeds(number, self.diagnostics);
                    if let Some(pit) = self.reader.pit(name, self.diagnostics) {
                        captures.push(Placed { value: CaptureSeen { pit, seeds }, span: name.span.to(number.span) });
                    }
                }
                self.won(item.span, Won::Captures(captures));
            }
            ExampleItem::WinsNothing => self.won(item.span, Won::Nothing(item.span)),
            ExampleItem::Won { south, north } => {
                let value = [Reader::seeds(south, self.diagnostics), Reader::seeds(north, self.diagnostics)];
                if let Some(step) = self.step(item.span) {
                    step.winnings = Some(Placed { value, span: item.span });
                }
            }
            ExampleItem::Refutes(_) => {}
        }
    }

    fn position_is_set(&self) -> bool {
        self.start.is_some() || self.from_start.is_some()
    }

    fn board(&mut self, span: Span, diagram: &Spanned<ast::Diagram>) {
        let Some(board) = self.reader.diagram(diagram, self.diagnostics) else {
            // A diagram of the wrong shape is a position all the same; it has been reported.
            if self.steps.is_empty() {
                self.from_start.get_or_insert(span);
            }
            return;
        };
        if let Some(step) = self.steps.last_mut() {
            if step.board.is_some() {
                self.out_of_order(span, "one position stands after a move");
            } else {
                step.board = Some(board);
            }
        } else if self.position_is_set() {
            self.out_of_order(span, "an example begins from one position");
        } else {
            self.start = Some(board);
        }
    }

    fn won(&mut self, span: Span, won: Won) {
        let Some(step) = self.step(span) else { return };
        match (&mut step.won, won) {
            (None, won) => step.won = Some(won),
            (Some(Won::Captures(all)), Won::Captures(more)) => all.extend(more),
            _ => self.out_of_order(span, "a move either captures or wins nothing"),
        }
    }

    /// The move that a line belongs to.
    fn step(&mut self, span: Span) -> Option<&mut Step> {
        if self.steps.is_empty() {
            self.out_of_order(span, "laps and captures follow the move they belong to");
        }
        let step = self.steps.last_mut()?;
        step.span = step.span.to(span);
        Some(step)
    }

    fn out_of_order(&mut self, span: Span, rule: &str) {
        self.diagnostics.push(
            Diagnostic::error(Code::ExampleOrder, "this line of the example is out of order", span, "not here")
                .help(rule),
        );
    }
}
