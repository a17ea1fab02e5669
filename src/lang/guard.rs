//! What is looked at before the grammar: braces that match, texts that end, and no deeper nesting than anybody writes.
//!
//! The grammar is recursive, so that the depth of a file is the depth of the parser's stack.

use crate::diagnostics::{Code, Diagnostic, Diagnostics, FileId, Span};

/// The deepest nesting of braces that is read; the deepest in practice is about 8.
pub const DEEPEST: usize = 32;

/// Reports braces that do not match, texts that do not end on their line and braces nested too deep.
/// Says whether the grammar may be applied.
pub fn check(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> bool {
    let before = diagnostics.len();
    let mut open: Vec<usize> = Vec::new();
    let (mut deep, mut open_text) = (false, false);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '/' if chars.peek().is_some_and(|&(_, next)| next == '/') => {
                while chars.next_if(|&(_, c)| c != '\n').is_some() {}
            }
            '"' => {
                while chars.next_if(|&(_, c)| c != '"' && c != '\n').is_some() {}
                let end = chars.peek().map_or(text.len(), |&(end, _)| end);
                if chars.next_if(|&(_, c)| c == '"').is_none() {
                    open_text = true;
                    diagnostics.push(
                        Diagnostic::error(
                            Code::OpenText,
                            "a text has no closing quotation mark",
                            Span::new(file, at, end),
                            "the text begins here and does not end on this line",
                        )
                        .help("close it with `\"`; a long text may go on as a second text on the next line"),
                    );
                }
            }
            '{' => {
                open.push(at);
                if open.len() > DEEPEST && !deep {
                    deep = true;
                    diagnostics.push(
                        Diagnostic::error(
                            Code::TooDeep,
                            format!("blocks are nested more than {DEEPEST} deep"),
                            Span::new(file, at, at + 1),
                            "this block is too deep",
                        )
                        .help("put the clauses of one question side by side instead of inside one another"),
                    );
                }
            }
            // A text that does not end may have swallowed a brace.
            '}' if open.pop().is_none() && !open_text => diagnostics.push(
                Diagnostic::error(
                    Code::Braces,
                    "a closing brace closes nothing",
                    Span::new(file, at, at + 1),
                    "no block is open here",
                )
                .help("take it out, or look above for a block that was closed too early"),
            ),
            _ => {}
        }
    }
    if let Some(&at) = open.last().filter(|_| !open_text) {
        diagnostics.push(
            Diagnostic::error(
                Code::Braces,
                "a block is not closed",
                Span::new(file, at, at + 1),
                "this brace has no closing brace",
            )
            .help("add the missing `}`; the block may be one that stands inside this one"),
        );
    }
    diagnostics.len() == before
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(text: &str) -> Vec<Code> {
        let mut all = Diagnostics::new();
        check(FileId(0), text, &mut all);
        all.iter().map(|d| d.code).collect()
    }

    #[test]
    fn braces_in_comments_and_texts_do_not_count() {
        assert_eq!(codes("game x { // }\n note \"{\" }"), []);
    }

    #[test]
    fn every_fault_of_the_braces_is_found_in_one_pass() {
        assert_eq!(codes("} { { }"), [Code::Braces, Code::Braces]);
    }

    #[test]
    fn a_text_that_does_not_end_excuses_the_braces_after_it() {
        assert_eq!(codes("{ \"abc }\n"), [Code::OpenText]);
        assert_eq!(codes("\"abc {\n \"d\" \"e\n }"), [Code::OpenText, Code::OpenText]);
    }

    #[test]
    fn depth_is_reported_once() {
        assert_eq!(codes(&("{".repeat(100) + &"}".repeat(100))), [Code::TooDeep]);
        assert_eq!(codes(&("{".repeat(DEEPEST) + &"}".repeat(DEEPEST))), []);
    }
}
