//! What to say about words that are not understood.
//!
//! The grammar has already passed over them. Here the clause that could have stood there is tried once more, alone, so
//! that pest tells how far it got and what it looked for.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::super::grammar::{Rule, SowParser};
use super::super::{suggest, words};
use super::{Node, Reader};
use crate::diagnostics::{Code, Diagnostic, Span};

/// How far past its first line a clause that went wrong is followed, in bytes. The parser takes time for all the text it is
/// given, so that a file of nothing but faults would take for ever without a limit.
const WINDOW: usize = 2048;

/// A part of a file, as messages speak of it: the rule for one of its clauses and what it is called.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub one: Rule,
    pub called: &'static str,
}

impl Place {
    pub const GAME: Self = Self { one: Rule::game_one, called: "the game" };
    pub const QUESTION: Self = Self { one: Rule::question_one, called: "a question" };
    pub const BOARD: Self = Self { one: Rule::board_one, called: "the board" };
    pub const TURN: Self = Self { one: Rule::turn_one, called: "the turn" };
    pub const AFTER_LAP: Self = Self { one: Rule::case_one, called: "what follows a lap" };
    pub const ROUND: Self = Self { one: Rule::round_one, called: "the round" };
    pub const MATCH: Self = Self { one: Rule::match_one, called: "the match" };
    pub const EXAMPLE: Self = Self { one: Rule::example_one, called: "an example" };
}

impl Reader<'_> {
    /// Reports a `bad_…` node.
    pub(super) fn bad(&mut self, node: &Node<'_>, place: Place) {
        let start = node.as_span().start();
        self.lost.push(self.name(node));
        // What is no longer told need not be found out either.
        if start < self.told_up_to || self.diagnostics.is_full() {
            return;
        }
        let end = start + node.as_str().trim_end().len();
        let goes_on = self.broken_off_at.is_some_and(|at| self.text[at.min(start)..start].trim().is_empty());
        let mut window = (end + WINDOW).min(self.text.len());
        while !self.text.is_char_boundary(window) {
            window -= 1;
        }
        let Err(error) = SowParser::parse(place.one, &self.text[start..window]) else {
            self.misplaced(Span::new(self.file, start, end));
            return;
        };
        let (at, rules) = far(&error);
        if at > 0 {
            self.expected(start + at, &rules, Code::Syntax);
            let line_end = self.text[start + at..].find('\n').map_or(self.text.len(), |n| start + at + n);
            self.told_up_to = end.max(line_end);
            self.broken_off_at = Some(self.told_up_to);
            return;
        }
        // The lines after a clause that went wrong may be the rest of it; they are told only if they look like a clause.
        let first_line = self.text[start..end].lines().next().unwrap_or("");
        if goes_on && meant(first_line, &words::phrases(&rules)).is_none() {
            self.broken_off_at = Some(end);
        } else {
            self.not_a_clause(Span::new(self.file, start, end), &rules, place);
        }
    }

    /// Reports evidence without a reading: the one thing that is understood by itself and yet has no place of its own.
    fn misplaced(&mut self, span: Span) {
        self.told_up_to = span.end;
        self.diagnostics.push(
            Diagnostic::error(Code::UnknownClause, "this does not stand under a reading", span, "it has no reading")
                .help("evidence and `rejected` follow the reading that they speak of"),
        );
    }

    /// Reports that the file does not hold one game and nothing else.
    pub(super) fn outside_the_game(&mut self, error: &Error<Rule>) {
        let (at, rules) = far(error);
        if !rules.contains(&Rule::end_of_file) {
            self.expected(at, &rules, Code::Syntax);
            return;
        }
        let after = self.text.get(at..).unwrap_or("");
        let start = at + (after.len() - after.trim_start().len());
        let end = start + self.text[start..].lines().next().map_or(0, |line| line.trim_end().len());
        self.diagnostics.push(
            Diagnostic::error(
                Code::Syntax,
                "there is text after the end of the game",
                Span::new(self.file, start, end),
                "not part of the game",
            )
            .help("a rules file holds one game and nothing after it but comments"),
        );
    }

    fn not_a_clause(&mut self, span: Span, rules: &[Rule], place: Place) {
        let words = &self.text[span.start..span.end];
        let first_line = words.lines().next().unwrap_or(words).trim_end();
        let known = words::phrases(rules);
        let (shown, help) = match meant(first_line, &known) {
            Some(phrase) => {
                (first_words(first_line, phrase.split(' ').count()).len(), format!("did you mean `{phrase}`?"))
            }
            None => (
                first_line.len(),
                format!(
                    "clauses here begin with {}; a rule that none of them says is not one that the program can play",
                    quoted(&known)
                ),
            ),
        };
        let shown = Span::new(self.file, span.start, span.start + shown);
        self.diagnostics.push(
            Diagnostic::error(
                Code::UnknownClause,
                format!("this is not a clause of {}", place.called),
                shown,
                "not understood",
            )
            .help(help),
        );
    }

    fn expected(&mut self, at: usize, rules: &[Rule], code: Code) {
        let rest = &self.text[at..];
        let word = at + (rest.len() - rest.trim_start().len());
        let known = words::phrases(rules);
        let (choices, others): (Vec<Rule>, Vec<Rule>) =
            rules.iter().partition(|r| matches!(r, Rule::k_by | Rule::by_head));
        let mut expected: Vec<String> = others.iter().flat_map(|&r| words::expected(r)).collect();
        expected.extend(choices.first().into_iter().flat_map(|&r| words::expected(r)));
        expected.dedup();
        let message = format!("expected {}", words::or(&expected));
        let line = self.text[word..].lines().next().unwrap_or("").trim_end();
        let before = self.text[..at].trim_end();
        let found = found(line, &known);
        let new_line = self.text[before.len()..word].contains('\n');
        // A clause may go on in the next line, and what is near to a phrase that is looked for is a slip in it.
        let meant = meant(line, &known);
        let (span, label) = if let Some(phrase) = meant {
            let length = first_words(line, phrase.split(' ').count()).len();
            (Span::new(self.file, word, word + length), format!("found `{}`", &line[..length]))
        } else if new_line || line.is_empty() {
            let last = before.char_indices().next_back().map_or(0, |(n, _)| n);
            (Span::new(self.file, last, before.len()), "it should follow this".to_owned())
        } else {
            (Span::new(self.file, word, word + found.len()), format!("found `{found}`"))
        };
        let help = match meant {
            Some(phrase) => format!("did you mean `{phrase}`?"),
            None if rules.contains(&Rule::pit) => "pits go by capital letters, from A at South's left".to_owned(),
            None if rules == [Rule::k_game] => "a rules file begins with `game NAME {`".to_owned(),
            None => "the clause was understood up to here; put what was expected in this place".to_owned(),
        };
        self.diagnostics.push(Diagnostic::error(code, message, span, label).help(help));
    }
}

/// The words that stand where something else was expected: as many as the expected phrases that begin alike, or one.
fn found<'a>(line: &'a str, known: &[&str]) -> &'a str {
    if !line.starts_with(|c: char| c.is_alphanumeric()) {
        return &line[..line.chars().next().map_or(0, char::len_utf8)];
    }
    let first = line.split(|c: char| !(c.is_alphanumeric() || "-'".contains(c))).next().unwrap_or(line);
    let alike = known.iter().map(|phrase| phrase.split(' ')).filter(|words| words.clone().next() == Some(first));
    alike.map(Iterator::count).min().map_or(first, |count| first_words(line, count))
}

/// How far the parser got, and the rules that it looked for there.
fn far(error: &Error<Rule>) -> (usize, Vec<Rule>) {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => (at, positives.clone()),
        ErrorVariant::CustomError { .. } => (at, Vec::new()),
    }
}

/// The phrase that the words at the beginning of `line` are nearest to, if they are near one.
fn meant<'a>(line: &str, phrases: &[&'a str]) -> Option<&'a str> {
    phrases
        .iter()
        .filter_map(|&phrase| {
            let found = first_words(line, phrase.split(' ').count());
            suggest::nearest(found, [phrase]).map(|p| (suggest::distance(found, p) * 100 / p.len(), p))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, phrase)| phrase)
}

/// The first `count` words of a line, without a sign at their end.
fn first_words(line: &str, count: usize) -> &str {
    let mut end = 0;
    let mut words = 0;
    for word in line.split_inclusive(' ') {
        if words == count {
            break;
        }
        end += word.len();
        words += usize::from(!word.trim().is_empty());
    }
    let found = line[..end].trim_end();
    let cut = found.find(['{', '}', ';', ':', '"']).unwrap_or(found.len());
    found[..cut].trim_end_matches([' ', ','])
}

fn quoted(phrases: &[&str]) -> String {
    words::or(&phrases.iter().map(|p| format!("`{p}`")).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_of_several_words_is_recognised_with_a_slip_in_it() {
        let known = ["when the mover has no seeds in his row", "when any row is empty"];
        assert_eq!(meant("when the mover has no seed in his row // so", &known), Some(known[0]));
        assert_eq!(meant("at dawn", &known), None);
    }

    #[test]
    fn the_first_words_end_before_signs() {
        assert_eq!(first_words("turns { sow", 1), "turns");
        assert_eq!(first_words("once, end the turn", 1), "once");
        assert_eq!(first_words("row", 3), "row");
    }
}
