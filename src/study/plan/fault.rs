//! What is wrong with a plan, where, and what to do.

use crate::lang::suggest::nearest;

/// What is wrong with a plan, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}{}", help.as_ref().map(|h| format!("\n  {h}")).unwrap_or_default())]
pub struct PlanError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What was expected or what to do.
    pub help: Option<String>,
}

/// A fault found after the plan has been read, put where the word stands first.
pub(in crate::study) fn fault(text: &str, word: &str, message: &str, help: &str) -> PlanError {
    let (line, column) = places(text, word).next().unwrap_or((1, 1));
    PlanError { line, column, message: message.to_owned(), help: Some(help.to_owned()) }
}

/// Line and column of the places where `word` stands by itself outside a comment.
pub(super) fn places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')).flat_map(move |(number, line)| {
        let code = line.find(" #").map_or(line, |comment| &line[..comment]);
        let alone = move |&(at, _): &(usize, &str)| {
            let before = code[..at].chars().next_back();
            let after = code[at + word.len()..].chars().next();
            !before.is_some_and(part_of_word) && !after.is_some_and(part_of_word)
        };
        code.match_indices(word).filter(alone).map(move |(at, _)| (number + 1, code[..at].chars().count() + 1))
    })
}

/// A reader's error in the words of this program.
pub(in crate::study) fn explain(error: &serde_yaml::Error) -> PlanError {
    let (line, column) = error.location().map_or((1, 1), |l| (l.line(), l.column()));
    let whole = error.to_string();
    let located = format!(" at line {line} column {column}");
    let text = whole.strip_suffix(&located).unwrap_or(&whole);
    // The reader puts the path of keys before its message; the place says the same.
    let text = match text.split_once(": ") {
        Some((path, rest)) if !path.contains(' ') => rest,
        _ => text,
    };
    let (message, help) = reworded(text);
    PlanError { line, column, message, help }
}

/// A message of the reader as a sentence of ours and a word of help.
fn reworded(text: &str) -> (String, Option<String>) {
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    match (text, quoted.as_slice()) {
        (t, [key, keys @ ..]) if t.starts_with("unknown field") => (
            format!("there is no key \"{key}\" here"),
            Some(format!("the keys are {}{}", keys.join(", "), did_you_mean(key, keys.iter().copied()))),
        ),
        (t, [value, values @ ..]) if t.starts_with("unknown variant") => (
            format!("\"{value}\" is not known here"),
            Some(format!("expected {}{}", values.join(" or "), did_you_mean(value, values.iter().copied()))),
        ),
        (t, [key]) if t.starts_with("missing field") => (format!("the key \"{key}\" is missing"), None),
        (t, [key]) if t.starts_with("duplicate field") => (format!("the key \"{key}\" stands twice"), None),
        (t, _) => unfit(t),
    }
}

/// The message for a value that does not fit its place, or for text that is not YAML.
fn unfit(text: &str) -> (String, Option<String>) {
    if let Some((found, expected)) = text.split_once(", expected ") {
        let found = value_in(found);
        let meant = if found.starts_with('"') {
            let words = expected.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| w.len() > 2);
            did_you_mean(found.trim_matches('"'), words)
        } else {
            String::new()
        };
        return (format!("{found} cannot stand here"), Some(format!("expected {expected}{meant}")));
    }
    // The reader of YAML puts places of its own into its messages.
    let text = text.split(" at line ").next().unwrap_or(text);
    let help = text.contains("tab character").then(|| "indent with spaces".to_owned());
    (text.to_owned(), help)
}

/// "; did you mean games?", if one of the words is like the one given.
fn did_you_mean<'a>(given: &str, words: impl Iterator<Item = &'a str>) -> String {
    nearest(given, words).map(|meant| format!("; did you mean {meant}?")).unwrap_or_default()
}

/// The value in a message of the reader such as "invalid type: integer `5`".
fn value_in(found: &str) -> String {
    let found = found.split_once(": ").map_or(found, |(_, value)| value);
    if let Some(length) = found.strip_prefix("invalid length ") {
        return format!("a list of {length}");
    }
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "a mapping".to_owned(),
        "unit value" => "nothing".to_owned(),
        _ => match (found.find(['"', '`']), found.rfind(['"', '`'])) {
            (Some(from), Some(to)) if to > from => {
                let value = found[from..=to].trim_matches('`');
                value.strip_suffix(".0").unwrap_or(value).to_owned()
            }
            _ => found.to_owned(),
        },
    }
}
