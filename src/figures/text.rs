//! Breaking names into lines, and shortening those that still do not fit.

use super::canvas::Canvas;
use super::font::Face;

const ELLIPSIS: char = '\u{2026}';

/// Breaks a text into lines no wider than `width` mm: at spaces, after hyphens, slashes and colons, and inside a word
/// only where the word alone is wider than a line.
pub(crate) fn wrap(canvas: &Canvas, text: &str, width: f64, face: Face) -> Vec<String> {
    let fits = |line: &str| canvas.text_width(line.trim_end(), face) <= width;
    let mut lines = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        let joined = format!("{line}{piece}");
        if fits(&joined) {
            line = joined;
            continue;
        }
        if !line.trim().is_empty() {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        line.clear();
        for character in piece.chars() {
            if !line.is_empty() && !fits(&format!("{line}{character}")) {
                lines.push(std::mem::take(&mut line));
            }
            line.push(character);
        }
    }
    if !line.trim().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// As [`wrap`], with lines of about the same length: the narrowest setting that takes no more lines.
pub(crate) fn balanced(canvas: &Canvas, text: &str, width: f64, face: Face) -> Vec<String> {
    let mut lines = wrap(canvas, text, width, face);
    let step = 0.25 * canvas.em();
    let mut narrower = width - step;
    while lines.len() > 1 && narrower > step {
        let tried = wrap(canvas, text, narrower, face);
        if tried.len() > lines.len() {
            break;
        }
        lines = tried;
        narrower -= step;
    }
    lines
}

/// As [`wrap`], but at most `most` lines: the rest is cut off with an ellipsis, and the full name noted for the key.
pub(crate) fn fit(canvas: &mut Canvas, text: &str, width: f64, face: Face, most: usize) -> Vec<String> {
    let mut lines = wrap(canvas, text, width, face);
    if lines.len() <= most {
        return lines;
    }
    lines.truncate(most);
    if let Some(last) = lines.last_mut() {
        let mut words = std::mem::take(last);
        while !words.is_empty() && canvas.text_width(&format!("{words}{ELLIPSIS}"), face) > width {
            words.pop();
        }
        *last = format!("{}{ELLIPSIS}", words.trim_end_matches([' ', ',', '-', '/', ';']));
    }
    canvas.note_key(&lines.join(" "), text);
    lines
}

/// The parts between which a line may break, each with the space or sign that ends it.
fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive([' ', '-', '/', ':']).collect()
}

/// A count with its thousands set apart by commas.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// "1 question", "2 questions".
pub(crate) fn plural(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

/// A number with a fixed count of decimals and a true minus sign.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| matches!(c, '0' | '.')) => rest.to_owned(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => text,
    }
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A sentence's first letter made a capital.
pub(crate) fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::preset::Preset;

    #[test]
    fn a_text_breaks_at_spaces_and_after_hyphens() {
        let canvas = Canvas::new(Preset::Elsevier1);
        let width = canvas.text_width("never-ending", Face::Regular) + 0.01;
        assert_eq!(wrap(&canvas, "chained, but never-ending", width, Face::Regular), ["chained, but", "never-ending"]);
        let width = canvas.text_width("chained-", Face::Regular) + 0.01;
        assert_eq!(wrap(&canvas, "chained-short", width, Face::Regular), ["chained-", "short"]);
    }

    #[test]
    fn balanced_lines_leave_no_single_word_behind() {
        let canvas = Canvas::new(Preset::Elsevier1);
        let text = "chained, but never past the pit sown last";
        let width = canvas.text_width("chained, but never past the pit sown", Face::Regular) + 0.01;
        assert_eq!(balanced(&canvas, text, width, Face::Regular), ["chained, but never", "past the pit sown last"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_inside() {
        let canvas = Canvas::new(Preset::Elsevier1);
        let width = canvas.text_width("mmm", Face::Regular) + 0.01;
        assert_eq!(wrap(&canvas, "mmmmmmm", width, Face::Regular), ["mmm", "mmm", "m"]);
    }

    #[test]
    fn a_name_too_long_for_its_lines_is_cut_and_kept_in_the_key() {
        let mut canvas = Canvas::new(Preset::Elsevier1);
        let full = "one two three four five six";
        let width = canvas.text_width("one two three", Face::Regular);
        let lines = fit(&mut canvas, full, width, Face::Regular, 1);
        assert_eq!(lines, ["one two thr\u{2026}"]);
        let drawing = canvas.finish(5.0, "").expect("drawn");
        assert_eq!(drawing.key, [("one two thr\u{2026}".to_owned(), full.to_owned())]);
    }

    #[test]
    fn numbers_have_true_minus_signs_and_no_negative_zero() {
        assert_eq!(number(-0.25, 1), "\u{2212}0.2");
        assert_eq!(number(-0.01, 1), "0.0");
        assert_eq!(number(3.0, 0), "3");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
    }
}
