//! The bibliography: the sources that a rules file may cite.

use std::collections::BTreeMap;
use std::path::Path;

use biblatex::ChunksExt;

use crate::diagnostics::{Code, Diagnostic, Diagnostics, FileId, SourceMap, Span};

/// The name of the bibliography that stands beside rules files.
pub const BESIDE: &str = "sources.bib";

/// Sources by their keys.
#[derive(Clone, Debug, Default)]
pub struct Bibliography {
    references: BTreeMap<String, Reference>,
}

/// One source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Its key, as cited after `@`.
    pub key: String,
    /// Its authors, family name first; an organisation as one name.
    pub authors: Vec<Author>,
    /// The year of publication, as far as it is known.
    pub year: Option<String>,
    /// Its title.
    pub title: String,
    /// Where it was published: journal, volume and pages, publisher and place, or the like.
    pub place: String,
    /// Its address on the web.
    pub url: Option<String>,
    /// What it is called in short, where author and year do not do.
    pub label: Option<String>,
    /// Remarks, above all on what was seen only through another source.
    pub note: Option<String>,
    /// The entry in the format of BibTeX.
    pub bibtex: String,
}

/// One author.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Author {
    /// Family name, with its prefix.
    pub family: String,
    /// Given names; empty for an organisation.
    pub given: String,
}

impl Bibliography {
    /// Reads a bibliography in the format of BibLaTeX. Faults are added to `diagnostics`; there is no bibliography if the
    /// text cannot be read.
    pub fn parse(file: FileId, text: &str, diagnostics: &mut Diagnostics) -> Option<Self> {
        match biblatex::Bibliography::parse(text) {
            Ok(entries) => {
                let references = entries.iter().map(|e| (e.key.clone(), Reference::of(e))).collect();
                Some(Self { references })
            }
            Err(error) => {
                let span = Span::new(file, error.span.start, error.span.end);
                diagnostics.push(
                    Diagnostic::error(
                        Code::Bibliography,
                        format!("the bibliography breaks off: {}", error.kind),
                        span,
                        "here",
                    )
                    .help("entries have the form `@article{key, author = {…}, title = {…}, date = {…}}`"),
                );
                None
            }
        }
    }

    /// Reads the bibliography that stands beside a rules file. `None` if there is none or it cannot be read.
    pub fn beside(rules: &Path, sources: &mut SourceMap, diagnostics: &mut Diagnostics) -> Option<Self> {
        let path = rules.with_file_name(BESIDE);
        let text = std::fs::read_to_string(&path).ok()?;
        let file = sources.add(path.display().to_string(), text.as_str());
        Self::parse(file, &text, diagnostics)
    }

    /// The source with this key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Reference> {
        self.references.get(key)
    }

    /// All keys, in alphabetical order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.references.keys().map(String::as_str)
    }

    /// All sources, in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = &Reference> {
        self.references.values()
    }
}

impl Reference {
    fn of(entry: &biblatex::Entry) -> Self {
        let field =
            |name: &str| entry.get(name).map(|chunks| plain(&chunks.format_verbatim())).filter(|s| !s.is_empty());
        let authors = entry.author().unwrap_or_default().into_iter().map(|person| Author {
            family: if person.prefix.is_empty() { person.name } else { format!("{} {}", person.prefix, person.name) },
            given: person.given_name,
        });
        let year = field("date").or_else(|| field("year")).map(|date| date.chars().take(4).collect());
        Self {
            key: entry.key.clone(),
            authors: authors.collect(),
            year,
            title: field("title").unwrap_or_default(),
            place: place(&field),
            url: field("url"),
            label: field("label"),
            note: field("note"),
            // An entry that BibTeX has no type for stays in the format that it was read in.
            bibtex: entry.to_bibtex_string().unwrap_or_else(|_| entry.to_biblatex_string()),
        }
    }

    /// Author and year, or what it is called in short: `Marin 1931`, `DLP 701`.
    #[must_use]
    pub fn short(&self) -> String {
        if let Some(label) = &self.label {
            return label.clone();
        }
        let names: Vec<&str> = self.authors.iter().map(|a| a.family.as_str()).collect();
        let names = match &names[..] {
            [] => self.title.clone(),
            [one] => (*one).to_owned(),
            [first, second] => format!("{first} and {second}"),
            [first, ..] => format!("{first} et al."),
        };
        match &self.year {
            Some(year) => format!("{names} {year}"),
            None => names,
        }
    }

    /// The line of a list of references.
    #[must_use]
    pub fn full(&self) -> String {
        let mut line = String::new();
        let mut add = |part: &str| {
            if !part.is_empty() {
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(part.trim_end_matches('.'));
                line.push('.');
            }
        };
        let authors: Vec<String> = self
            .authors
            .iter()
            .map(|a| if a.given.is_empty() { a.family.clone() } else { format!("{}, {}", a.family, a.given) })
            .collect();
        add(&authors.join("; "));
        add(self.year.as_deref().unwrap_or_default());
        add(&self.title);
        add(&self.place);
        add(self.url.as_deref().unwrap_or_default());
        if let Some(note) = &self.note {
            add(&format!("[{}]", note.trim_end_matches('.')));
        }
        line
    }
}

/// Where a work appeared, in one line.
fn place(field: &dyn Fn(&str) -> Option<String>) -> String {
    let journal = field("journaltitle").or_else(|| field("journal"));
    let volume = match (field("volume"), field("number")) {
        (Some(volume), Some(number)) => Some(format!("{volume}({number})")),
        (volume, number) => volume.or(number),
    };
    let mut parts: Vec<String> = Vec::new();
    parts.extend(field("booktitle").map(|book| format!("In {book}")));
    parts.extend(field("series"));
    parts.extend(field("edition").map(|edition| format!("ed. {edition}")));
    parts.extend(match (journal, volume) {
        (Some(journal), Some(volume)) => Some(format!("{journal} {volume}")),
        (journal, volume) => journal.or(volume),
    });
    parts.extend(field("organization"));
    parts.extend(field("howpublished"));
    parts.extend(
        field("version").map(|v| if v.starts_with(|c: char| c.is_ascii_digit()) { format!("version {v}") } else { v }),
    );
    parts.extend(match (field("location").or_else(|| field("address")), field("publisher")) {
        (Some(place), Some(publisher)) => Some(format!("{place}: {publisher}")),
        (place, publisher) => publisher.or(place),
    });
    parts.extend(field("pages"));
    parts.join(", ")
}

/// The text of a field without the marks of TeX that occur in bibliographies.
fn plain(text: &str) -> String {
    text.replace("--", "–").replace("\\_", "_").replace("\\&", "&").replace(['{', '}'], "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Bibliography>, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        (Bibliography::parse(FileId(0), text, &mut diagnostics), diagnostics)
    }

    #[test]
    fn a_reference_is_cited_by_author_and_year_and_listed_in_full() {
        let (bib, _) = read(
            "@article{m, author = {Marin, G.}, title = {Somali Games}, journaltitle = {Journal}, volume = {61},\n\
             date = {1931}, pages = {499--511}, note = {Not seen.}}",
        );
        let bib = bib.expect("it is sound");
        let marin = bib.get("m").expect("it is there");
        assert_eq!(marin.short(), "Marin 1931");
        assert_eq!(marin.full(), "Marin, G. 1931. Somali Games. Journal 61, 499–511. [Not seen].");
    }

    #[test]
    fn a_prefix_belongs_to_the_family_name_and_a_label_goes_before_it() {
        let (bib, _) = read(
            "@misc{v, author = {de Voogt, Alex}, title = {T}, date = {2000}}\n\
             @misc{d, author = {{Digital Ludeme Project}}, title = {E}, label = {DLP 1}}",
        );
        let bib = bib.expect("it is sound");
        assert_eq!(bib.get("v").map(Reference::short).as_deref(), Some("de Voogt 2000"));
        assert_eq!(bib.get("d").map(Reference::short).as_deref(), Some("DLP 1"));
        assert_eq!(bib.get("d").map(Reference::full).as_deref(), Some("Digital Ludeme Project. E."));
    }

    #[test]
    fn an_entry_goes_on_as_bibtex() {
        let (bib, _) = read("@article{m, author = {Marin, G.}, title = {T}, journaltitle = {J}, date = {1931}}");
        let bib = bib.expect("it is sound");
        let bibtex = bib.get("m").map(|m| m.bibtex.clone()).unwrap_or_default();
        // BibTeX knows neither journaltitle nor date.
        assert!(bibtex.starts_with("@article{m,\n") && bibtex.contains("journal = {J}"), "{bibtex}");
        assert!(bibtex.contains("year = {1931}") && !bibtex.contains("date"), "{bibtex}");
    }

    #[test]
    fn a_bibliography_that_breaks_off_is_reported() {
        let (bib, diagnostics) = read("@article{m, author = {Marin");
        assert!(bib.is_none());
        assert_eq!(diagnostics.iter().next().map(|d| d.code), Some(Code::Bibliography));
    }
}
