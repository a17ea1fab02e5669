//! What a reader needs who does not see a page, or sees it poorly: checked on every committed page.
//!
//! The rules are those of WCAG 2.2: contrast (1.4.3), text alternatives (1.1.1), structure (1.3.1, 2.4.6), language (3.1.1) and
//! the purpose of links (2.4.4).

use roxmltree::{Document, Node, ParsingOptions};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Colour = [f64; 3];

/// The least contrast of text and what it stands on.
const LEAST_CONTRAST: f64 = 4.5;

fn pages() -> Vec<PathBuf> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let mut pages = Vec::new();
    for entry in fs::read_dir(&reports).expect("there are reports") {
        let folder = entry.expect("it can be read").path();
        pages.extend(["report.html", "index.html"].map(|name| folder.join(name)).into_iter().filter(|p| p.is_file()));
    }
    pages.sort();
    assert!(pages.len() >= 3, "{pages:?}");
    pages
}

fn each_page(check: impl Fn(&str, &Document<'_>)) {
    for path in pages() {
        let text = fs::read_to_string(&path).expect("it can be read");
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let page =
            Document::parse_with_options(&text, options).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        check(&path.display().to_string(), &page);
    }
}

fn elements<'a>(page: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    page.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/1999/xhtml", name)))
}

fn words(node: Node<'_, '_>) -> String {
    node.descendants().filter_map(|inner| inner.text().filter(|_| inner.is_text())).collect::<String>()
}

/// `#rgb`, `#rrggbb` or `rgb(r, g, b)`.
fn colour(text: &str) -> Option<Colour> {
    let byte = |hex: &str| u8::from_str_radix(hex, 16).ok().map(f64::from);
    if let Some(hex) = text.strip_prefix('#') {
        let digits: Vec<String> = match hex.len() {
            3 => hex.chars().map(|c| format!("{c}{c}")).collect(),
            6 => (0..3).map(|n| hex[2 * n..2 * n + 2].to_owned()).collect(),
            _ => return None,
        };
        return Some([byte(&digits[0])?, byte(&digits[1])?, byte(&digits[2])?]);
    }
    let inner = text.strip_prefix("rgb(")?.strip_suffix(')')?;
    let parts: Vec<f64> = inner.split(',').map(|n| n.trim().parse().ok()).collect::<Option<_>>()?;
    parts.try_into().ok()
}

/// Relative luminance (WCAG 2.2).
fn luminance(colour: Colour) -> f64 {
    let [r, g, b] = colour.map(|channel| {
        let level = channel / 255.0;
        if level <= 0.04045 { level / 12.92 } else { ((level + 0.055) / 1.055).powf(2.4) }
    });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(one: Colour, other: Colour) -> f64 {
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn contrast_is_measured_as_the_guidelines_do() {
    // The examples of the W3C: black on white 21, #767676 on white just above 4.5.
    assert!((contrast([0.0; 3], [255.0; 3]) - 21.0).abs() < 1e-9);
    let grey = contrast([118.0; 3], [255.0; 3]);
    assert!((4.5..4.6).contains(&grey), "{grey}");
}

/// The colours that a style sheet gives to a property, variables resolved.
fn declared(style: &str, property: &str) -> Vec<(String, Colour)> {
    let screen = style.split("@media print").next().unwrap_or_default();
    let declarations = || screen.split(['{', '}', ';']).filter_map(|d| d.split_once(':'));
    let variables: BTreeMap<&str, &str> = declarations()
        .map(|(name, value)| (name.trim(), value.trim()))
        .filter(|(name, _)| name.starts_with("--"))
        .collect();
    let found = declarations().filter(|(name, _)| name.trim() == property).filter_map(|(_, value)| {
        let value = value.trim();
        let named = value.strip_prefix("var(").and_then(|v| v.strip_suffix(')'));
        let value = named.map_or(value, |name| variables.get(name).copied().unwrap_or_default());
        colour(value).map(|colour| (value.to_owned(), colour))
    });
    found.collect()
}

#[test]
fn words_stand_out_from_what_they_stand_on() {
    each_page(|path, page| {
        let style = elements(page, "style").next().map(words).expect("a style");
        let (inks, grounds) = (declared(&style, "color"), declared(&style, "background"));
        assert!(inks.len() > 4 && grounds.len() > 1, "{path}: {inks:?} {grounds:?}");
        for (ink, colour) in &inks {
            for (ground, behind) in &grounds {
                let found = contrast(*colour, *behind);
                assert!(found >= LEAST_CONTRAST, "{path}: {ink} on {ground}: {found:.2}");
            }
        }
        let black = [0.0; 3];
        for cell in page.descendants().filter_map(|node| node.attribute("style")) {
            let behind = cell.strip_prefix("background: ").and_then(colour).expect("a cell has a ground alone");
            assert!(contrast(black, behind) >= LEAST_CONTRAST, "{path}: {cell}");
        }
    });
}

#[test]
fn headings_begin_with_one_title_and_leave_no_level_out() {
    each_page(|path, page| {
        let levels: Vec<u32> = page
            .descendants()
            .filter(Node::is_element)
            .filter_map(|node| node.tag_name().name().strip_prefix('h').and_then(|level| level.parse().ok()))
            .collect();
        assert_eq!(levels.first(), Some(&1), "{path}");
        assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{path}");
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{path}: {levels:?}");
        for heading in page.descendants().filter(|node| matches!(node.tag_name().name(), "h1" | "h2" | "h3" | "h4")) {
            assert!(!words(heading).trim().is_empty(), "{path}");
        }
    });
}

#[test]
fn every_picture_is_told_in_words() {
    each_page(|path, page| {
        for image in elements(page, "img") {
            assert!(image.attribute("alt").is_some_and(|alt| alt.len() > 10), "{path}: {image:?}");
            let source = image.attribute("src").expect("a picture has a source");
            let file = Path::new(path).parent().expect("a page lies in a folder").join(source);
            assert!(file.is_file(), "{path}: {source}");
        }
        for svg in page.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg"))) {
            let told = svg.ancestors().find_map(|node| node.attribute("aria-label"));
            assert!(told.is_some_and(|label| label.len() > 10), "{path}");
        }
    });
}

#[test]
fn a_page_says_its_language_and_its_title() {
    each_page(|path, page| {
        assert_eq!(page.root_element().attribute("lang"), Some("en-GB"), "{path}");
        let title = elements(page, "title").next().map(words).unwrap_or_default();
        assert!(!title.trim().is_empty(), "{path}");
    });
}

#[test]
fn tables_have_captions_and_their_heads_say_what_they_head() {
    each_page(|path, page| {
        for table in elements(page, "table") {
            let of_the_rules = table.ancestors().any(|node| node.attribute("class") == Some("sheet"));
            let captioned = table.children().any(|node| node.tag_name().name() == "caption");
            assert!(captioned || of_the_rules, "{path}: a table without a caption");
        }
        for head in elements(page, "th") {
            let scope = head.attribute("scope");
            assert!(matches!(scope, Some("col" | "row" | "rowgroup" | "colgroup")), "{path}: {}", words(head));
        }
    });
}

#[test]
fn links_lead_somewhere_and_ids_stand_once() {
    each_page(|path, page| {
        let mut ids = BTreeSet::new();
        for id in page.descendants().filter_map(|node| node.attribute("id")) {
            assert!(ids.insert(id), "{path}: {id} stands twice");
        }
        for link in elements(page, "a") {
            assert!(!words(link).trim().is_empty(), "{path}: a link without words");
            let target = link.attribute("href").expect("a link leads somewhere");
            if let Some(id) = target.strip_prefix('#') {
                assert!(ids.contains(id), "{path}: {target}");
            }
        }
    });
}

#[test]
fn words_within_figures_stand_out_from_the_paper() {
    let white = [255.0; 3];
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let mut seen = 0;
    for folder in ["bosh-marin/figures", "gallery/figures"] {
        for entry in fs::read_dir(reports.join(folder)).expect("there are figures") {
            let path = entry.expect("it can be read").path();
            if path.extension().is_none_or(|e| e != "svg") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("it can be read");
            let picture = Document::parse(&text).expect("well-formed");
            for word in picture.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))) {
                let fill = word.attribute("fill").and_then(colour).expect("a text has a colour");
                // White words stand on dark cells only; a test of the colours holds their contrast.
                let readable = fill.iter().all(|&level| level > 254.5) || contrast(fill, white) >= LEAST_CONTRAST;
                assert!(readable, "{}: {word:?}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}
