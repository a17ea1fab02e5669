//! The canonical layout of a rules file.
//!
//! As in gofmt, lines stay as the author broke them and comments stay where they are; indentation, spaces, blank lines
//! and the columns of neighbouring lines are laid down here. Laying out twice changes nothing, and what a file says stays
//! the same.

use std::collections::{HashMap, HashSet};

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::grammar::{Rule, SowParser};
use super::parse::last_token;
use crate::diagnostics::{Diagnostics, FileId};

/// Spaces for each level of indentation.
const STEP: usize = 2;
/// Least number of spaces before a column.
const GAP: usize = 2;

/// Lays out a file. A file with errors is left alone: they are added to `diagnostics`.
pub fn format(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<String> {
    let before = diagnostics.len();
    super::parse(file, text, diagnostics)?;
    if diagnostics.len() > before {
        return None;
    }
    let mut nodes = Nodes::default();
    nodes.add(SowParser::parse(Rule::file, text).ok()?.next()?.into_inner());
    let mut lines = lines(SowParser::parse(Rule::layout, text).ok()?);
    indent(&mut lines, &nodes);
    break_into_columns(&mut lines, &nodes);
    align_columns(&mut lines);
    align_comments(&mut lines);
    Some(lines.iter().map(|line| line.text() + "\n").collect())
}

/// A piece of a line.
struct Token {
    rule: Rule,
    start: usize,
    text: String,
}

/// A column: the token that it begins with, what it is a column of, and the spaces that stand before it.
struct Column {
    token: usize,
    of: Rule,
    spaces: usize,
}

/// One line of the file; without tokens where it is blank.
#[derive(Default)]
struct Line {
    tokens: Vec<Token>,
    level: usize,
    column: Option<Column>,
    comment: Option<Column>,
}

impl Line {
    fn begins_with(&self, rules: &[Rule]) -> bool {
        self.tokens.first().is_some_and(|t| rules.contains(&t.rule))
    }

    fn ends_with(&self, rule: Rule) -> bool {
        self.tokens.iter().rev().find(|t| t.rule != Rule::comment).is_some_and(|t| t.rule == rule)
    }

    fn text(&self) -> String {
        self.up_to(self.tokens.len())
    }

    /// The line up to but not including a token.
    fn up_to(&self, end: usize) -> String {
        let mut text = String::new();
        for (n, token) in self.tokens[..end].iter().enumerate() {
            let column = [&self.column, &self.comment].into_iter().flatten().find(|c| c.token == n);
            let spaces = match (n, column) {
                (0, _) => self.level * STEP,
                (_, Some(column)) => column.spaces,
                _ => usize::from(!matches!(token.rule, Rule::comma | Rule::semicolon | Rule::colon)),
            };
            text.extend(std::iter::repeat_n(' ', spaces));
            text.push_str(&token.text);
        }
        text
    }
}

/// The lines of a file, without needless blank ones.
fn lines(layout: Pairs<'_, Rule>) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    for token in layout.flatten() {
        let rule = token.as_rule();
        match rule {
            Rule::newline => lines.push(Line::default()),
            Rule::layout | Rule::EOI => {}
            _ => {
                let text = if rule == Rule::comment { comment(token.as_str()) } else { token.as_str().to_owned() };
                if let Some(line) = lines.last_mut() {
                    line.tokens.push(Token { rule, start: token.as_span().start(), text });
                }
            }
        }
    }
    let mut kept: Vec<Line> = Vec::new();
    for line in lines {
        let after_opening = kept.last().is_none_or(|last| last.tokens.is_empty() || last.ends_with(Rule::open));
        if line.tokens.is_empty() && after_opening {
            continue;
        }
        if line.begins_with(&[Rule::close]) && kept.last().is_some_and(|last| last.tokens.is_empty()) {
            kept.pop();
        }
        kept.push(line);
    }
    while kept.last().is_some_and(|last| last.tokens.is_empty()) {
        kept.pop();
    }
    kept
}

/// A comment with a space after its slashes and none at its end.
fn comment(text: &str) -> String {
    let text = text.trim_end();
    let words = &text[2..];
    if words.is_empty() || words.starts_with([' ', '/']) { text.to_owned() } else { format!("// {words}") }
}

/// What layout needs to know of the tree.
#[derive(Default)]
struct Nodes {
    /// Start and end of every node, outer before inner.
    spans: Vec<(usize, usize)>,
    /// Where a node with columns starts: its rule and where its column starts.
    columns: HashMap<usize, (Rule, usize)>,
    /// Where a line of an example starts that belongs to the move above it.
    of_a_move: HashSet<usize>,
}

impl Nodes {
    fn add(&mut self, pairs: Pairs<'_, Rule>) {
        for node in pairs {
            let start = node.as_span().start();
            self.spans.push((start, last_token(&node)));
            let rule = node.as_rule();
            let column = |n: usize| node.clone().into_inner().nth(n).map(|p| p.as_span().start());
            let at = match rule {
                Rule::name_clause | Rule::people_clause | Rule::recorded_clause => column(1).map(|c| (Rule::game, c)),
                Rule::reading => column(2).map(|c| (rule, c)),
                Rule::case | Rule::otherwise => {
                    node.clone().into_inner().last().map(|p| (Rule::case, p.as_span().start()))
                }
                Rule::lap | Rule::captures | Rule::c_wins_nothing => {
                    self.of_a_move.insert(start);
                    None
                }
                _ if is_arm(&node) => column(1).map(|c| (Rule::arm_head, c)),
                _ => None,
            };
            if let Some(at) = at {
                self.columns.insert(start, at);
            }
            self.add(node.into_inner());
        }
    }
}

fn is_arm(node: &Pair<'_, Rule>) -> bool {
    node.clone().into_inner().next().is_some_and(|first| first.as_rule() == Rule::arm_head)
}

/// A line is one level deeper for each earlier line on which something begins that has not ended.
fn indent(lines: &mut [Line], nodes: &Nodes) {
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut next = 0;
    let mut starts: Vec<usize> = Vec::new();
    for line in lines.iter_mut() {
        let Some(first) = line.tokens.first() else { continue };
        let at = first.start;
        while let Some(&(start, end)) = nodes.spans.get(next).filter(|(start, _)| *start < at) {
            while open.last().is_some_and(|&(_, end)| end <= start) {
                open.pop();
            }
            open.push((start, end));
            next += 1;
        }
        while open.last().is_some_and(|&(_, end)| end <= at) {
            open.pop();
        }
        // Starts of lines on which an open node begins, each once.
        let mut level: usize = 0;
        let mut last = None;
        for &(start, _) in &open {
            let on = starts.partition_point(|&s| s <= start).checked_sub(1);
            if on != last {
                level += 1;
                last = on;
            }
        }
        let brace = line.begins_with(&[Rule::open, Rule::close]);
        level = level.saturating_sub(usize::from(brace)) + usize::from(nodes.of_a_move.contains(&at));
        line.level = level;
        starts.push(at);
    }
}

fn break_into_columns(lines: &mut [Line], nodes: &Nodes) {
    for line in lines {
        let Some(first) = line.tokens.first() else { continue };
        line.comment = line
            .tokens
            .last()
            .filter(|t| t.rule == Rule::comment && line.tokens.len() > 1)
            .map(|_| Column { token: line.tokens.len() - 1, of: Rule::comment, spaces: GAP });
        if line.ends_with(Rule::open) {
            continue;
        }
        if let Some(&(of, start)) = nodes.columns.get(&first.start)
            && let Some(token) = line.tokens.iter().position(|t| t.start == start)
        {
            line.column = Some(Column { token, of, spaces: GAP });
        }
    }
}

/// Brings the columns of neighbouring lines of one kind under each other. Lines that go on from one of them may stand in
/// between.
fn align_columns(lines: &mut [Line]) {
    let mut group: Vec<usize> = Vec::new();
    let mut kind = None;
    for n in 0..lines.len() {
        let line = &lines[n];
        let this = line.column.as_ref().map(|c| (c.of, line.level));
        let goes_on = !line.tokens.is_empty() && kind.is_some_and(|(_, level)| line.level > level);
        if goes_on && this != kind {
            continue;
        }
        if this != kind {
            spread(lines, &group, |line| &mut line.column);
            group.clear();
            kind = this;
        }
        if this.is_some() {
            group.push(n);
        }
    }
    spread(lines, &group, |line| &mut line.column);
}

/// Brings the comments at the ends of neighbouring lines under each other.
fn align_comments(lines: &mut [Line]) {
    let mut group: Vec<usize> = Vec::new();
    for n in 0..lines.len() {
        if lines[n].comment.is_none() {
            spread(lines, &group, |line| &mut line.comment);
            group.clear();
        } else {
            group.push(n);
        }
    }
    spread(lines, &group, |line| &mut line.comment);
}

fn spread(lines: &mut [Line], group: &[usize], column: fn(&mut Line) -> &mut Option<Column>) {
    let mut widths = Vec::new();
    for &n in group {
        let token = column(&mut lines[n]).as_ref().map_or(0, |c| c.token);
        widths.push(lines[n].up_to(token).chars().count());
    }
    let widest = widths.iter().copied().max().unwrap_or(0);
    for (&n, width) in group.iter().zip(widths) {
        if let Some(column) = column(&mut lines[n]) {
            column.spaces = widest - width + GAP;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(text: &str) -> String {
        let mut diagnostics = Diagnostics::new();
        let out = format(FileId(0), text, &mut diagnostics);
        assert_eq!(diagnostics.iter().map(|d| d.message.clone()).collect::<Vec<_>>(), Vec::<String>::new());
        out.expect("a file without errors is laid out")
    }

    #[test]
    fn indentation_columns_and_blank_lines_are_canonical() {
        let text = "\u{feff}//first\r\n\r\n\r\ngame  x{\r\n\r\nname \"X\"  //a\nrecorded\t1931 // b\n\n\n\n\
                    question Q \"why?\" A{ reading one primary @m\nreading other-one   reconstruction\n\n}\n}\n\n";
        assert_eq!(
            laid_out(text),
            "// first\n\ngame x {\n  name      \"X\"   // a\n  recorded  1931  // b\n\n  \
             question Q \"why?\" A { reading one primary @m\n    reading other-one  reconstruction\n  }\n}\n"
        );
    }

    #[test]
    fn a_clause_that_goes_on_is_indented_once_for_each_line_it_hangs_on() {
        let text = "game x {\nturn {\nafter a lap {\nif next is occupied\nand by Q {\nno: no condition\nyes: next is own\n}\n\
                    relay from next\notherwise end the turn\n}\n}\n}\n";
        assert_eq!(
            laid_out(text),
            "game x {\n  turn {\n    after a lap {\n      if next is occupied\n        and by Q {\n          \
             no:   no condition\n          yes:  next is own\n        }\n        relay from next\n      \
             otherwise  end the turn\n    }\n  }\n}\n"
        );
    }
}
