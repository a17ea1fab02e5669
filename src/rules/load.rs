//! From a file to a [`Game`], with everything there is to say about the file.

use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::bib::{BESIDE, Bibliography, Reference};
use super::game::{Answers, Citation, Game, Severity};
use super::lower::{Faults, Reach, shape_of};
use super::{build, examples};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, FileId, SourceMap, Span};
use crate::lang::ast::{self, Alt, BoardClause, Spanned};
use crate::lang::check::Parts;
use crate::lang::{self, suggest, walk};

/// What came of loading a file.
#[derive(Debug)]
pub struct Loaded {
    /// The game, if the file has no errors.
    pub game: Option<Game>,
    /// Everything found, in the order of the file.
    pub diagnostics: Diagnostics,
    /// The files that the diagnostics speak of.
    pub sources: SourceMap,
    /// The bibliography that the sources were looked up in.
    pub bibliography: Option<Bibliography>,
}

/// Readings of one block that are all compiled when a game is loaded; of more, only those that differ in one answer are.
const ALL_COMPILED: usize = 4096;

impl Game {
    /// Loads a rules file, and the bibliography that stands beside it.
    #[must_use]
    pub fn load(path: &Path) -> Loaded {
        let name = path.display().to_string();
        let mut sources = SourceMap::new();
        let mut diagnostics = Diagnostics::new();
        let unreadable =
            |code, message: String, help: &str| Diagnostic::error(code, message, Span::default(), "").help(help);
        let bytes = match read_bytes(path) {
            Ok(Bytes::Read(bytes)) => bytes,
            Ok(Bytes::TooMany(bytes)) => {
                diagnostics.push(lang::too_large(sources.add(name, ""), bytes));
                return Loaded { game: None, diagnostics, sources, bibliography: None };
            }
            Err(error) => {
                sources.add(name, "");
                diagnostics.push(unreadable(
                    Code::Unreadable,
                    format!("the file cannot be read: {error}"),
                    "check its name",
                ));
                return Loaded { game: None, diagnostics, sources, bibliography: None };
            }
        };
        match String::from_utf8(bytes) {
            Ok(text) => {
                let file = sources.add(name, text.as_str());
                let bibliography = Bibliography::beside(path, &mut sources, &mut diagnostics);
                if bibliography.is_none() && diagnostics.is_empty() {
                    diagnostics.push(
                        Diagnostic::warning(
                            Code::Bibliography,
                            format!(
                                "no bibliography stands beside the file, so its sources were not looked up ({BESIDE})"
                            ),
                            Span::new(file, 0, 0),
                            "",
                        )
                        .help("put the sources that the file cites there"),
                    );
                }
                let game = read(file, &text, bibliography.as_ref(), &mut diagnostics);
                Loaded { game, diagnostics, sources, bibliography }
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let file = sources.add(name, String::from_utf8_lossy(error.as_bytes()));
                diagnostics.push(
                    Diagnostic::error(
                        Code::NotUtf8,
                        "the file is not text in UTF-8",
                        Span::new(file, at, at + '\u{fffd}'.len_utf8()),
                        "the first byte that is not",
                    )
                    .help("save the file as UTF-8"),
                );
                Loaded { game: None, diagnostics, sources, bibliography: None }
            }
        }
    }

    /// Reads a game from text; `name` is what the file is called in messages. Without a bibliography sources are not
    /// looked up.
    #[must_use]
    pub fn from_str(name: &str, text: &str, bibliography: Option<&Bibliography>) -> Loaded {
        let mut sources = SourceMap::new();
        let file = sources.add(name, text);
        let mut diagnostics = Diagnostics::new();
        let game = read(file, text, bibliography, &mut diagnostics);
        Loaded { game, diagnostics, sources, bibliography: bibliography.cloned() }
    }
}

/// The bytes of a file, or how many they are where they are too many to be read.
enum Bytes {
    Read(Vec<u8>),
    TooMany(u64),
}

/// Reads no more of a file than a rules file may have, whatever its size is said to be.
fn read_bytes(path: &Path) -> std::io::Result<Bytes> {
    let most = lang::LARGEST_FILE as u64;
    let file = std::fs::File::open(path)?;
    let said = file.metadata()?.len();
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    let read = bytes.len() as u64;
    Ok(if read > most { Bytes::TooMany(said.max(read)) } else { Bytes::Read(bytes) })
}

fn read(file: FileId, text: &str, bibliography: Option<&Bibliography>, diagnostics: &mut Diagnostics) -> Option<Game> {
    let before = diagnostics.len();
    let game = lang::parse(file, text, diagnostics).and_then(|tree| {
        lang::check::check(&tree, diagnostics);
        if let Some(bibliography) = bibliography {
            sources_known(&tree, bibliography, diagnostics);
        }
        if diagnostics.len() > before {
            return None;
        }
        let game = compiled(&tree, text, diagnostics);
        if diagnostics.len() == before {
            lang::check::open_questions(&tree, diagnostics);
        }
        game
    });
    diagnostics.sort();
    game.filter(|_| !diagnostics.has_errors())
}

/// Builds the game and compiles enough of its readings to meet every clause.
fn compiled(tree: &ast::File, text: &str, diagnostics: &mut Diagnostics) -> Option<Game> {
    let parts = Parts::of(&tree.game.items);
    one_form(parts.board?.0, diagnostics)?;
    let mut game = build::game(&tree.game, hash(text));
    let mut faults = Faults::default();
    game.compile_part(Part::Board, &mut faults);
    let board = game.lower_board(&game.best(), &mut Faults::default());
    if let Some(board) = &board {
        game.board = board.clone();
    }
    for part in [Part::Turn, Part::Round, Part::Match] {
        game.compile_part(part, &mut faults);
    }
    if faults.0.is_empty() {
        game.fit_together(&mut faults);
    }
    for fault in &faults.0 {
        diagnostics.push(fault.diagnostic(game.span));
    }
    if faults.0.is_empty() {
        unreached(&game, diagnostics);
    }
    let shape = shape_of(&game, &game.best())?;
    let reader = examples::Reader { game: &game, shape, start: &board?.start };
    game.examples = parts.examples.iter().map(|(example, span)| reader.read(example, *span, diagnostics)).collect();
    Some(game)
}

/// Whether the board is one of rows or a ring, and of how many rows, is the same under every reading.
fn one_form(block: &[Alt<Spanned<BoardClause>>], diagnostics: &mut Diagnostics) -> Option<()> {
    let mut doubtful = None;
    walk::clauses(block, &mut |clause, guards| {
        let of_form = matches!(
            clause.value,
            BoardClause::Rows(_) | BoardClause::Ring(_) | BoardClause::RingEach | BoardClause::OwnsColumns(..)
        );
        if of_form && !guards.is_empty() {
            doubtful.get_or_insert(clause.span);
        }
    });
    if let Some(span) = doubtful {
        let message = "the form of the board hangs on a question";
        diagnostics.push(
            Diagnostic::error(Code::NotPlayable, message, span, "stated for some readings only")
                .help("write a file for each form"),
        );
        return None;
    }
    Some(())
}

/// A block of a game, as far as compiling goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Board,
    Turn,
    Round,
    Match,
}

impl Game {
    /// The questions that the clauses of a block hang on, in question order.
    pub(super) fn asked_by(&self, part: Part) -> Vec<usize> {
        let mut found = Vec::new();
        let mut visit = |choice: walk::Choice<'_>, _: &[walk::Guard<'_>]| {
            found.extend(self.clauses.index.get(&choice.question.value).copied().filter(|_| !choice.told_only));
        };
        match part {
            Part::Board => walk::choices(&self.clauses.board, &mut visit),
            Part::Turn => walk::choices(&self.clauses.turn, &mut visit),
            Part::Round => walk::choices(&self.clauses.round, &mut visit),
            Part::Match => walk::choices(self.clauses.match_play.as_deref().unwrap_or_default(), &mut visit),
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn compile_part(&self, part: Part, faults: &mut Faults) {
        for answers in self.samples(&self.asked_by(part)) {
            match part {
                Part::Board => _ = self.lower_board(&answers, faults),
                Part::Turn => _ = self.lower_turn(&answers, faults),
                Part::Round => _ = self.lower_round(&answers, faults),
                Part::Match => _ = self.lower_match(&answers, faults),
            }
        }
    }

    /// Whether board, turn and round fit together under the readings that differ from the best supported one in one answer.
    fn fit_together(&self, faults: &mut Faults) {
        let severities = [Severity::A, Severity::B, Severity::C];
        let others = self.one_at_a_time(&severities).into_iter().map(|(_, answers)| answers);
        for answers in std::iter::once(self.best()).chain(others) {
            if let Err(error) = self.ruleset(&answers) {
                faults.extend(error.faults);
            }
        }
    }

    /// Readings that meet every answer to some questions: all combinations where they are few enough.
    fn samples(&self, questions: &[usize]) -> Vec<Answers> {
        let count = questions.iter().try_fold(1_usize, |n, &q| n.checked_mul(self.questions[q].playable().count()));
        if count.is_some_and(|n| n <= ALL_COMPILED) {
            return self.factorial(questions, &self.best()).collect();
        }
        let mut found = vec![self.best()];
        for &question in questions {
            found.extend(self.factorial(&[question], &self.asking(question)));
        }
        found
    }

    /// A reading under which a question is asked, near the best supported one.
    fn asking(&self, question: usize) -> Answers {
        let mut answers = self.best();
        let mut wanted = vec![question];
        while let Some(question) = wanted.pop() {
            for part in self.questions[question].only_if.iter().filter_map(|c| c.any.first()).flatten() {
                if let Some(reading) = part.readings.first().and_then(|&r| u8::try_from(r).ok()) {
                    answers.0[part.question] = reading;
                }
                wanted.push(part.question);
            }
        }
        answers
    }
}

/// Reports cases after a lap that no reading reaches.
fn unreached(game: &Game, diagnostics: &mut Diagnostics) {
    let mut questions = Vec::new();
    walk::clauses(&game.clauses.turn, &mut |clause, _| {
        if let ast::TurnClause::AfterLap(cases) = &clause.value {
            walk::choices(cases, &mut |choice, _| questions.extend(game.clauses.index.get(&choice.question.value)));
        }
    });
    questions.sort_unstable();
    questions.dedup();
    let mut found: Vec<(Span, Reach)> = Vec::new();
    for answers in game.samples(&questions) {
        for (span, reach) in game.reach_of_cases(&answers) {
            match found.iter_mut().find(|(s, _)| *s == span) {
                Some((_, best)) => *best = reach.min(*best),
                None => found.push((span, reach)),
            }
        }
    }
    for (span, reach) in found {
        diagnostics.push(match reach {
            Reach::Reached => continue,
            Reach::Shadowed => Diagnostic::error(
                Code::ShadowedCase,
                "this case is never reached",
                span,
                "whenever it holds, one of the cases above it does",
            )
            .help(
                "the first case that holds is done; go through what the cases above leave over, or take this one out",
            ),
            Reach::Preceded => Diagnostic::error(
                Code::UnreachableCase,
                "this case is never reached",
                span,
                "an earlier case holds whenever this one does",
            )
            .help("the first case that holds is done; put the narrower case first, or take this one out"),
            Reach::Contradicted => Diagnostic::error(
                Code::ContradictoryTests,
                "the tests of this case contradict each other",
                span,
                "it can never hold",
            )
            .help("correct one of the tests, or take the case out"),
        });
    }
}

/// Every key that the file cites is in the bibliography.
fn sources_known(tree: &ast::File, bibliography: &Bibliography, diagnostics: &mut Diagnostics) {
    let mut cited: Vec<&ast::Citation> = Vec::new();
    for item in &tree.game.items {
        match &item.value {
            ast::GameItem::DescribedBy(all) => cited.extend(all),
            ast::GameItem::Note(note) => cited.extend(&note.citations),
            ast::GameItem::Example(example) => cited.extend(&example.citation),
            ast::GameItem::Question(question) => {
                cited.extend(question.notes.iter().flat_map(|n| &n.citations));
                for reading in &question.readings {
                    cited.extend(reading.evidence.iter().flat_map(|e| &e.value.citations));
                    cited.extend(reading.notes.iter().flat_map(|n| &n.citations));
                }
            }
            _ => {}
        }
    }
    for citation in cited {
        let key = &citation.key;
        if bibliography.get(&key.value).is_some() {
            continue;
        }
        let help = match suggest::nearest(&key.value, bibliography.keys()) {
            Some(near) => format!("did you mean `@{near}`?"),
            None => format!("add the source to {BESIDE}, or correct its key"),
        };
        diagnostics.push(
            Diagnostic::error(
                Code::UnknownSource,
                format!("the bibliography has no source `{}`", key.value),
                key.span,
                "not in the bibliography",
            )
            .help(help),
        );
    }
}

fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |hash, byte| format!("{hash}{byte:02x}"))
}

impl Citation {
    /// The citation in short, such as `Marin 1931, p. 507`: the key where the source is not in the bibliography.
    #[must_use]
    pub fn short(&self, bibliography: Option<&Bibliography>) -> String {
        let source = bibliography.and_then(|b| b.get(&self.key)).map_or_else(|| self.key.clone(), Reference::short);
        match &self.locator {
            Some(locator) => format!("{source}, {locator}"),
            None => source,
        }
    }
}
