//! Numbers and lists as English prose.

use crate::stats::Estimate;

/// A no-break space, between a number and its unit.
pub const NBSP: char = '\u{a0}';

/// A whole number with commas between groups of three digits.
#[must_use]
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 game", "2 games", "10,000 games".
#[must_use]
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// A text as it stands at the beginning of a sentence.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// "a", "a and b", "a, b and c".
#[must_use]
pub fn list<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", most.join(", "), last.as_ref())
        }
    }
}

/// A number with a fixed number of decimals and a true minus; never "-0.0".
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| c == '0' || c == '.') => digits.to_owned(),
        Some(digits) => format!("\u{2212}{digits}"),
        None => text,
    }
}

/// The same with a plus before what is above nought.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    let nought = text.chars().all(|c| c == '0' || c == '.');
    if nought || text.starts_with('\u{2212}') { text } else { format!("+{text}") }
}

/// A share as "63.1 %".
#[must_use]
pub fn percent(share: f64) -> String {
    format!("{}{NBSP}%", fixed(share * 100.0, 1))
}

/// A share with its interval as "63.1 % (62.2 to 64.0)".
#[must_use]
pub fn percent_with_interval(e: Estimate) -> String {
    format!("{} ({} to {})", percent(e.value), fixed(e.low * 100.0, 1), fixed(e.high * 100.0, 1))
}

/// A difference of shares in points of a hundred, with its interval: "+12.3 points (+11.4 to +13.2)".
#[must_use]
pub fn points_with_interval(e: Estimate) -> String {
    format!("{} ({})", points(e.value), interval_in_points(e))
}

/// "+12.3 points".
#[must_use]
pub fn points(difference: f64) -> String {
    let number = signed(difference * 100.0, 1);
    let unit = if number == "+1.0" || number == "\u{2212}1.0" { "point" } else { "points" };
    format!("{number}{NBSP}{unit}")
}

/// "+11.4 to +13.2".
#[must_use]
pub fn interval_in_points(e: Estimate) -> String {
    format!("{} to {}", signed(e.low * 100.0, 1), signed(e.high * 100.0, 1))
}

/// A margin or level with no more decimals than it needs: 0.03 as "3", 0.025 as "2.5".
#[must_use]
pub fn hundredths(share: f64) -> String {
    let text = fixed(share * 100.0, 4);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A quantile of whole numbers, which is whole or half: "7,419.5".
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "quantiles of counts are not negative")]
pub fn quantile(value: f64) -> String {
    let whole = grouped(value.floor() as u64);
    if value.fract() == 0.0 { whole } else { format!("{whole}.5") }
}

/// Text as HTML: what has a meaning there is escaped, straight apostrophes are rounded and ids such as `BOSH-02` are kept on
/// one line.
#[must_use]
pub fn prose(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let starts_word = !html.ends_with(|c: char| c.is_alphanumeric());
        let id = if starts_word { id_length(rest) } else { 0 };
        if id > 0 {
            html.push_str("<span class=\"id\">");
            html.push_str(&rest[..id]);
            html.push_str("</span>");
            rest = &rest[id..];
            continue;
        }
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push('\u{2019}'),
            other => html.push(other),
        }
        rest = &rest[c.len_utf8()..];
    }
    html
}

/// The length of a question's id at the beginning of a text: capitals, a hyphen and digits. Nought if there is none.
fn id_length(text: &str) -> usize {
    let capitals = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let Some(number) = text[capitals..].strip_prefix('-') else { return 0 };
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    if capitals > 0 && digits > 0 { capitals + 1 + digits } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_all_else_is_plural() {
        assert_eq!(count(1, "game", "games"), "1 game");
        assert_eq!(count(0, "game", "games"), "0 games");
        assert_eq!(count(1_234_567, "game", "games"), "1,234,567 games");
    }

    #[test]
    fn prose_is_escaped_and_its_ids_stay_whole() {
        assert_eq!(prose("A & B's <b>"), "A &amp; B\u{2019}s &lt;b&gt;");
        assert_eq!(prose("(BOSH-02 own)"), "(<span class=\"id\">BOSH-02</span> own)");
        assert_eq!(prose("SHA-256X, x-1, A-"), "<span class=\"id\">SHA-256</span>X, x-1, A-");
    }

    #[test]
    fn quantiles_are_whole_or_half() {
        assert_eq!((quantile(7419.5), quantile(13.0)), ("7,419.5".to_owned(), "13".to_owned()));
    }

    #[test]
    fn lists_have_no_comma_before_and() {
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn numbers_carry_their_signs_and_nought_has_none() {
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(-2.25, 1), "\u{2212}2.2");
        assert_eq!(signed(0.0, 1), "0.0");
        assert_eq!(signed(2.0, 1), "+2.0");
        assert_eq!(points(0.01), "+1.0\u{a0}point");
        assert_eq!(points(-0.123), "\u{2212}12.3\u{a0}points");
    }

    #[test]
    fn a_margin_is_written_with_the_decimals_it_has() {
        assert_eq!(hundredths(0.03), "3");
        assert_eq!(hundredths(0.025), "2.5");
        assert_eq!(hundredths(0.95), "95");
    }
}
