//! Text to tree.
//!
//! The whole grammar stands in `grammar/sow.pest`, section by section. A clause that is not understood becomes a `bad_…`
//! node that ends with its line; [`fault`] finds out what was expected there, and reading goes on after it.

mod blocks;
mod fault;
mod game;

use std::num::NonZeroUsize;
use std::sync::Once;

use pest::Parser;
use pest::iterators::Pair;

use super::ast::{Alt, Arm, By, File, Name, Number, Spanned, Text};
use super::grammar::{Rule, SowParser};
use super::{guard, words};
use crate::diagnostics::{Code, Diagnostic, Diagnostics, FileId, Span};

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: usize = 1 << 20;

/// Bound on the parser's steps, against inputs made to take for ever. The Bosh file takes well under a hundredth of it.
const CALL_LIMIT: Option<NonZeroUsize> = NonZeroUsize::new(200_000_000);

/// The error about a file that is too large to be read, of so many bytes.
#[must_use]
pub fn too_large(file: FileId, bytes: u64) -> Diagnostic {
    Diagnostic::error(
        Code::TooLarge,
        format!("the file has {bytes} bytes, more than the {LARGEST_FILE} that a rules file may have"),
        Span::new(file, 0, 0),
        "",
    )
    .help("a rules file holds one game; check that this is one")
}

/// Reads a file. Whatever is wrong is added to `diagnostics`; with errors the tree holds what was understood. There is
/// no tree where nothing was.
pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<File> {
    static LIMIT: Once = Once::new();
    LIMIT.call_once(|| pest::set_call_limit(CALL_LIMIT));
    if text.len() > LARGEST_FILE {
        diagnostics.push(too_large(file, text.len() as u64));
        return None;
    }
    if !guard::check(file, text, diagnostics) {
        return None;
    }
    let comments = comments(file, text);
    let mut reader = Reader { file, text, diagnostics, told_up_to: 0, broken_off_at: None, lost: Vec::new() };
    let rest = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if rest.is_empty() || (rest.starts_with("//") && comments_only(text)) {
        reader.diagnostics.push(
            Diagnostic::error(Code::EmptyFile, "the file has no game in it", Span::new(file, 0, 0), "")
                .help("a rules file begins with `game NAME {`"),
        );
        return None;
    }
    match SowParser::parse(Rule::file, text) {
        Ok(mut pairs) => {
            let game = pairs.next()?.into_inner().find(|p| p.as_rule() == Rule::game)?;
            let game = reader.game(game);
            Some(File { game, comments, lost: reader.lost })
        }
        Err(error) => {
            reader.outside_the_game(&error);
            None
        }
    }
}

fn comments_only(text: &str) -> bool {
    text.lines().map(|l| l.trim_start_matches('\u{feff}').trim()).all(|l| l.is_empty() || l.starts_with("//"))
}

/// The comments of a file, without slashes. The guard has seen to it that texts end on their lines.
fn comments(file: FileId, text: &str) -> Vec<Text> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut quoted = false;
        let start = line.char_indices().find(|&(n, c)| {
            quoted ^= c == '"';
            !quoted && line[n..].starts_with("//")
        });
        if let Some((n, _)) = start {
            let words = line[n..].trim_end();
            let span = Span::new(file, at + n, at + n + words.len());
            found.push(Spanned { value: words[2..].trim().to_owned(), span });
        }
        at += line.len();
    }
    found
}

/// What reading a file needs at hand.
struct Reader<'a> {
    file: FileId,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
    /// Up to here everything that was not understood has been told.
    told_up_to: usize,
    /// Where a clause that went wrong after a good beginning was given up; what follows may belong to it.
    broken_off_at: Option<usize>,
    /// What was not understood.
    lost: Vec<Text>,
}

type Node<'a> = Pair<'a, Rule>;

/// The parts of a node that carry something, without signs and the phrases that join clauses.
fn parts(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    node.into_inner().filter(|p| words::joiner(p.as_rule()).is_none())
}

/// The end of the last token of a node: a node that ends in an optional part may reach over the space and the comments
/// that follow it.
pub(super) fn last_token(node: &Node<'_>) -> usize {
    node.clone().into_inner().last().map_or_else(|| node.as_span().end(), |last| last_token(&last))
}

impl Reader<'_> {
    fn span(&self, node: &Node<'_>) -> Span {
        Span::new(self.file, node.as_span().start(), last_token(node))
    }

    fn spanned<T>(&self, node: &Node<'_>, value: T) -> Spanned<T> {
        Spanned { value, span: self.span(node) }
    }

    fn name(&self, node: &Node<'_>) -> Name {
        self.spanned(node, node.as_str().to_owned())
    }

    fn text(&self, node: Node<'_>) -> Text {
        let span = self.span(&node);
        let texts: Vec<&str> = node.into_inner().map(|s| s.as_str().trim_matches('"')).collect();
        Spanned { value: texts.join(" "), span }
    }

    fn number(&mut self, node: &Node<'_>) -> Number {
        let value = node.as_str().parse().unwrap_or_else(|_| {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::NumberRange,
                    "a number is too large to be meant",
                    self.span(node),
                    "more than four thousand million",
                )
                .help("numbers count pits, seeds, turns or rounds"),
            );
            u32::MAX
        });
        self.spanned(node, value)
    }

    /// Reads something that may hang on a question; `leaf` reads it where it does not.
    fn alt<T>(&mut self, node: Node<'_>, leaf: &dyn Fn(&mut Self, Node<'_>) -> Option<T>) -> Option<Alt<T>> {
        let mut inner = node.clone().into_inner();
        let Some(head) = inner.next().filter(|first| first.as_rule() == Rule::by_head) else {
            return leaf(self, node).map(Alt::Plain);
        };
        let span = self.span(&head);
        let question = parts(head).next().map(|n| self.name(&n))?;
        let mut arms = Vec::new();
        for arm in inner.filter(|p| words::joiner(p.as_rule()).is_none()) {
            let mut readings = Vec::new();
            let mut body = Vec::new();
            for part in parts(arm) {
                match part.as_rule() {
                    Rule::arm_head => readings.extend(parts(part).map(|n| self.name(&n))),
                    Rule::c_nothing => {}
                    _ => body.extend(self.alt(part, leaf)),
                }
            }
            arms.push(Arm { readings, body });
        }
        Some(Alt::By(By { question, arms, span }))
    }

    /// Reads a value that is a fixed phrase and may hang on a question.
    fn phrase<T>(&mut self, node: Option<Node<'_>>, leaf: fn(Rule) -> Option<T>) -> Option<Alt<Spanned<T>>> {
        self.alt(node?, &|reader, node| Some(reader.spanned(&node, leaf(node.as_rule())?)))
    }

    /// Reads a number that may hang on a question.
    fn number_alt(&mut self, node: Option<Node<'_>>) -> Option<Alt<Number>> {
        self.alt(node?, &|reader, node| Some(reader.number(&node)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_kept_with_their_places() {
        let text = "// first\ngame x { note \"http://a\" // second\n}";
        let found = comments(FileId(0), text);
        assert_eq!(found.iter().map(|c| c.value.as_str()).collect::<Vec<_>>(), ["first", "second"]);
        assert_eq!(&text[found[1].span.start..found[1].span.end], "// second");
    }
}
