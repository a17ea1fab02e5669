//! What is made from the grammar: its reference for readers, and the grammar of colours for editors. Both are kept beside it
//! and must be up to date: `SOWLAB_UPDATE=1 cargo test --test reference` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use pest_meta::ast::{Expr, Rule as Production};
use pest_meta::parser::{self, Rule};
use serde_json::{Value, json};
use sowlab::lang::standing::{GOES_WITHOUT_SAYING, Part, Standing};

const GRAMMAR: &str = "grammar/sow.pest";

struct Grammar {
    /// The productions by name.
    rules: BTreeMap<String, Expr>,
    /// The headings of the grammar file, each with the names of its productions, in order.
    sections: Vec<(String, Vec<String>)>,
}

impl Grammar {
    fn read() -> Self {
        let text = fs::read_to_string(GRAMMAR).expect("the grammar is there");
        let pairs = parser::parse(Rule::grammar_rules, &text).expect("it is a grammar of pest");
        let rules: Vec<Production> = parser::consume_rules(pairs).expect("it is sound");
        let mut sections: Vec<(String, Vec<String>)> = Vec::new();
        for line in text.lines() {
            let heading = line
                .strip_prefix("// ")
                .and_then(|rest| rest.split_once(". "))
                .filter(|(n, _)| n.parse::<u8>().is_ok());
            if let Some((_, title)) = heading {
                sections.push((title.to_owned(), Vec::new()));
            }
            let name = line.split_once('=').map(|(name, _)| name.trim());
            if let (Some(name), Some((_, names))) =
                (name.filter(|n| rules.iter().any(|r| r.name == *n)), sections.last_mut())
            {
                names.push(name.to_owned());
            }
        }
        let found: usize = sections.iter().map(|(_, names)| names.len()).sum();
        assert_eq!(found, rules.len(), "every production stands under a heading, at the beginning of a line");
        Self { rules: rules.into_iter().map(|r| (r.name, r.expr)).collect(), sections }
    }

    /// The words of a fixed phrase.
    fn phrase(&self, name: &str) -> Option<String> {
        if !["k_", "c_", "v_"].iter().any(|kind| name.starts_with(kind)) {
            return None;
        }
        let mut words = String::new();
        spelled(self.rules.get(name)?, &mut words);
        Some(words)
    }

    /// All fixed phrases, without repeats.
    fn phrases(&self) -> Vec<String> {
        let mut all: Vec<String> = self.rules.keys().filter_map(|name| self.phrase(name)).collect();
        all.sort();
        all.dedup();
        all
    }

    /// How a production stands in the right side of another.
    fn mention(&self, name: &str) -> String {
        if let Some(phrase) = self.phrase(name) {
            return phrase;
        }
        let sign = match name {
            "match_play" => return "<match>".to_owned(),
            "open" => "{",
            "close" => "}",
            "colon" => ":",
            "slash" => "/",
            "comma" | "and_then" => ",",
            _ => "",
        };
        if !sign.is_empty() {
            return format!("'{sign}'");
        }
        let called = name.replace('_', " ");
        if let Some(value) = called.strip_suffix(" alt") {
            format!("<{value}>*")
        } else if let Some(block) = called.strip_suffix(" items") {
            format!("<{block} item> …")
        } else {
            format!("<{called}>")
        }
    }

    fn told(&self, expr: &Expr) -> String {
        match expr {
            Expr::Str(text) | Expr::Insens(text) => format!("'{text}'"),
            Expr::Ident(name) if ["sep", "SOI", "EOI", "b", "s", "end_of_file"].contains(&name.as_str()) => {
                String::new()
            }
            Expr::Ident(name) => self.mention(name),
            Expr::Seq(one, two) => {
                let part = |expr: &Expr| match expr {
                    Expr::Choice(..) => format!("( {} )", self.told(expr)),
                    other => self.told(other),
                };
                [part(one), part(two)].join(" ").trim().to_owned()
            }
            Expr::Choice(one, two) => {
                let all = [self.told(one), self.told(two)];
                // What is not understood has no place in a reference, and a choice by question is told by its star.
                let known =
                    all.into_iter().filter(|t| !t.is_empty() && !t.starts_with("<bad ") && !t.ends_with(" by>"));
                known.collect::<Vec<_>>().join(" | ")
            }
            Expr::Opt(inner) => format!("[ {} ]", self.told(inner)),
            Expr::Rep(inner) | Expr::RepOnce(inner) => match self.told(inner) {
                told if told.is_empty() => told,
                told if told.contains(' ') => format!("( {told} ) …"),
                told => format!("{told} …"),
            },
            Expr::NegPred(_) | Expr::PosPred(_) => String::new(),
            other => panic!("the reference has no way of telling {other}"),
        }
    }
}

/// The words of a phrase: its strings, with a space wherever there must be one.
fn spelled(expr: &Expr, words: &mut String) {
    match expr {
        Expr::Str(text) => words.push_str(text),
        Expr::Seq(one, two) => {
            spelled(one, words);
            spelled(two, words);
        }
        Expr::Ident(name) if name == "s" => words.push(' '),
        Expr::Opt(inner) => {
            // A space that need not be there is written, a letter that need not be there too.
            spelled(inner, words);
        }
        _ => {}
    }
}

/// Productions that hold others together and say nothing by themselves.
fn is_plumbing(name: &str) -> bool {
    let ends = ["_by", "_arm", "_items", "_one"].iter().any(|end| name.ends_with(end));
    ends || ["file", "end_of_file", "test_alt"].contains(&name) || name.starts_with("bad_")
}

fn reference(grammar: &Grammar) -> String {
    let mut out = String::from(
        "# The language of rules files, in full\n\n\
         Made from `grammar/sow.pest`, which is the authority; `grammar/GUIDE.md` teaches the language. Words stand as they are \
         written;\n`<name>` is another line of this page, `[ … ]` may be left out, `…` after something means once or more often, or \
         not at all\nwhere a block may be empty, and `|` stands between alternatives. Where a star follows, `by QUESTION { READING: … ; \
         READING, READING: … }`\nmay stand instead, with something for every reading; so it may in place of any clause of a block and \
         of any test. Clauses are\nparted by lines, commas or semicolons, as the writer likes; `//` begins a remark. A `<name>` is of letters, digits and \
         hyphens, a `<pit>` a\nletter, a `<text>` stands in quotation marks, several after one another being one, and a `<source>` is a \
         key of the bibliography\nafter `@`. The test `no condition` always holds.\n",
    );
    for (title, names) in grammar.sections.iter().take(9) {
        let _ = write!(out, "\n## {title}\n\n```text\n");
        for name in names.iter().filter(|name| !is_plumbing(name)) {
            let shown = if name == "match_play" { "match" } else { name.strip_suffix("_alt").unwrap_or(name) }
                .replace('_', " ");
            let told = grammar.told(&grammar.rules[name]);
            let alone = grammar.sections[8].1.contains(name) && !told.contains('|');
            if !alone {
                let _ = writeln!(out, "{shown} = {told}");
            }
        }
        out.push_str("```\n");
    }
    // The values stand among the productions of choices.
    let values = &grammar.sections[8].1;
    assert!(values.iter().any(|name| name == "direction_alt"));
    out.push_str(
        "\n## Standing questions\n\nA file answers each of these or asks it. Where an answer is missing that play cannot do without, that \
         is an error;\notherwise a warning, and `sowlab check` looks for a position in which the answer matters.\n\n\
         | block | question | answers |\n| --- | --- | --- |\n",
    );
    for question in Standing::ALL {
        let part = match question.part() {
            Part::Turn => "turn",
            Part::Round => "round",
            Part::Match => "match",
        };
        let answers: Vec<String> = question.answers().iter().map(|answer| format!("`{answer}`")).collect();
        let answers = if answers.is_empty() { "in every capture".to_owned() } else { answers.join(", ") };
        let _ = writeln!(out, "| {part} | {} | {answers} |", question.sentence());
    }
    out.push_str("\n## What goes without saying\n\nThese clauses may be left out; the rules are then as with the clause shown.\n\n");
    for clause in GOES_WITHOUT_SAYING {
        let _ = writeln!(out, "- `{clause}`");
    }
    out
}

/// A regular expression of Oniguruma for phrases whose words may stand apart: the longest first.
fn any_of(phrases: &[String]) -> String {
    let mut phrases: Vec<&String> = phrases.iter().collect();
    phrases.sort_by_key(|phrase| (std::cmp::Reverse(phrase.len()), phrase.as_str()));
    let words: Vec<String> =
        phrases.iter().map(|phrase| phrase.trim_start_matches(", ").replace(' ', "\\s+")).collect();
    format!("(?<![\\w'-])(?:{})(?![\\w'-])", words.join("|"))
}

fn colours(grammar: &Grammar) -> Value {
    let blocks = ["game", "board", "question", "turn", "round", "match", "example", "reading", "note"];
    let grades = ["primary", "secondary", "implementation", "reconstruction", "rejected", "constructed"];
    let of = |wanted: &[&str]| wanted.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>();
    let all = grammar.phrases();
    for word in blocks.iter().chain(&grades).chain(&["by", "if", "otherwise", "south", "north"]) {
        assert!(all.iter().any(|phrase| phrase == word), "{word} is a word of the grammar");
    }
    let control = of(&["by", "if", "otherwise", "only if", "and", "or", "is", "no condition", "nothing"]);
    let seats = of(&["south", "north"]);
    let taken: Vec<String> = [of(&blocks), of(&grades), control.clone(), seats.clone()].concat();
    let rest: Vec<String> = all.into_iter().filter(|phrase| !taken.contains(phrase)).collect();
    json!({
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "sowlab rules",
        "scopeName": "source.sow",
        "fileTypes": ["sow"],
        "patterns": [
            { "name": "comment.line.double-slash.sow", "match": "//.*$" },
            { "name": "string.quoted.double.sow", "match": "\"[^\"\\n]*\"?" },
            { "name": "entity.name.tag.source.sow", "match": "@[A-Za-z][A-Za-z0-9-]*" },
            { "name": "constant.numeric.sow", "match": "(?<![\\w'-])\\d+(?![\\w'-])" },
            { "name": "storage.type.sow", "match": any_of(&of(&blocks)) },
            { "name": "support.constant.grade.sow", "match": any_of(&of(&grades)) },
            { "name": "keyword.other.clause.sow", "match": any_of(&rest) },
            { "name": "keyword.control.sow", "match": any_of(&control) },
            { "name": "variable.language.seat.sow", "match": any_of(&seats) },
            { "name": "variable.other.reading.sow", "match": "[A-Za-z][A-Za-z0-9-]*(?=\\s*[:,])" },
            { "name": "entity.name.question.sow", "match": "(?<![\\w'-])[A-Z]+-[A-Z0-9]+(?![\\w'-])" }
        ]
    })
}

/// Compares a file with what it should be, or writes it.
fn kept(path: &str, expected: &str) {
    if std::env::var_os("SOWLAB_UPDATE").is_some() {
        fs::write(path, expected).expect("it can be written");
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "{path} is out of date: SOWLAB_UPDATE=1 cargo test --test reference");
}

#[test]
fn the_reference_is_that_of_the_grammar() {
    kept("grammar/REFERENCE.md", &reference(&Grammar::read()));
}

#[test]
fn the_colours_are_those_of_the_grammar() {
    let mut text = serde_json::to_string_pretty(&colours(&Grammar::read())).expect("it is data");
    text.push('\n');
    kept("grammar/sow.tmLanguage.json", &text);
}

#[test]
fn the_words_of_the_grammar_are_read_word_by_word() {
    let grammar = Grammar::read();
    assert_eq!(grammar.phrase("k_never_ends").as_deref(), Some("a sowing that never ends"));
    assert_eq!(grammar.phrase("v_chained_sparing").as_deref(), Some("chained, sparing the pit sown last"));
    assert_eq!(grammar.phrase("relay"), None);
    assert!(grammar.phrases().len() > 200);
}

#[test]
fn every_phrase_has_a_colour() {
    let colours = colours(&Grammar::read());
    let patterns: Vec<&str> =
        colours["patterns"].as_array().expect("a list").iter().filter_map(|p| p["match"].as_str()).collect();
    for phrase in Grammar::read().phrases() {
        let words = phrase.trim_start_matches(", ").replace(' ', "\\s+");
        let found = patterns.iter().any(|pattern| {
            let list = pattern.strip_prefix("(?<![\\w'-])(?:").and_then(|rest| rest.strip_suffix(")(?![\\w'-])"));
            list.is_some_and(|list| list.split('|').any(|one| one == words))
        });
        assert!(found, "{phrase}");
    }
}
