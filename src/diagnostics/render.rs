//! Diagnostics as a person or a program reads them: the one place where their text is laid out.

use annotate_snippets::{AnnotationKind, Group, Level as Title, Renderer, Snippet};
use serde::Serialize;

use super::{Code, Diagnostic, Diagnostics, FileId, Label, Level, SourceMap, Span};

/// The most diagnostics that are written out as text; nobody reads more, and each takes a walk through its file.
const MOST_SHOWN: usize = 100;

/// The diagnostics as text, with the lines they speak of; in colour or plain. Of more than a hundred the first are shown
/// and the others counted.
#[must_use]
pub fn render(diagnostics: &Diagnostics, sources: &SourceMap, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let shown = diagnostics.iter().take(MOST_SHOWN);
    let mut all: Vec<String> = shown.map(|d| renderer.render(&[group(d, sources)]) + "\n").collect();
    if diagnostics.len() > MOST_SHOWN {
        all.push(format!("… and {} more\n", diagnostics.len() - MOST_SHOWN));
    }
    all.join("\n")
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Group<'a> {
    let level = match diagnostic.level {
        Level::Error => Title::ERROR,
        Level::Warning => Title::WARNING,
    };
    let title = level.primary_title(&*diagnostic.message).id(diagnostic.code.as_str());
    let file = diagnostic.primary.span.file;
    let mut group = title.element(snippet(sources, file, Some(&diagnostic.primary), &diagnostic.others));
    let mut shown = vec![file];
    for label in &diagnostic.others {
        if !shown.contains(&label.span.file) {
            shown.push(label.span.file);
            group = group.element(snippet(sources, label.span.file, None, &diagnostic.others));
        }
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Title::HELP.message(&**help));
    }
    group
}

fn snippet<'a>(
    sources: &'a SourceMap,
    file: FileId,
    primary: Option<&'a Label>,
    others: &'a [Label],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let text = sources.text(file);
    let range = |label: &Label| {
        let end = label.span.end.min(text.len());
        label.span.start.min(end)..end
    };
    let annotation = |kind: AnnotationKind, label: &'a Label| {
        let annotation = kind.span(range(label));
        if label.text.is_empty() { annotation } else { annotation.label(&*label.text) }
    };
    Snippet::source(text)
        .path(sources.name(file))
        .annotations(primary.map(|l| annotation(AnnotationKind::Primary, l)))
        .annotations(others.iter().filter(|l| l.span.file == file).map(|l| annotation(AnnotationKind::Context, l)))
}

/// A diagnostic for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    /// How grave it is.
    pub level: Level,
    /// What kind of fault it is.
    pub code: Code,
    /// The file.
    pub file: String,
    /// The place at fault.
    #[serde(flatten)]
    pub place: JsonSpan,
    /// What is wrong.
    pub message: String,
    /// The words under the place.
    pub label: String,
    /// Other places that have to do with it.
    pub others: Vec<JsonLabel>,
    /// What to do.
    pub help: Option<String>,
}

/// Another place of a diagnostic, for programs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonLabel {
    /// The file.
    pub file: String,
    /// Where in it.
    #[serde(flatten)]
    pub place: JsonSpan,
    /// The words under the place.
    pub label: String,
}

/// A stretch of text for programs: lines and columns count from 1, columns in characters; the end is just past the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct JsonSpan {
    /// First line.
    pub line: usize,
    /// First character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end.
    pub end_column: usize,
}

impl JsonSpan {
    /// A stretch of one of the files.
    #[must_use]
    pub fn of(span: Span, sources: &SourceMap) -> Self {
        let start = sources.position(span.file, span.start);
        let end = sources.position(span.file, span.end);
        Self { line: start.line, column: start.column, end_line: end.line, end_column: end.column }
    }
}

/// All diagnostics for programs.
#[must_use]
pub fn json(diagnostics: &Diagnostics, sources: &SourceMap) -> Vec<JsonDiagnostic> {
    diagnostics
        .iter()
        .map(|d| {
            let span = d.primary.span;
            let other = |label: &Label| JsonLabel {
                file: sources.name(label.span.file).to_owned(),
                place: JsonSpan::of(label.span, sources),
                label: label.text.clone(),
            };
            JsonDiagnostic {
                level: d.level,
                code: d.code,
                file: sources.name(span.file).to_owned(),
                place: JsonSpan::of(span, sources),
                message: d.message.clone(),
                label: d.primary.text.clone(),
                others: d.others.iter().map(other).collect(),
                help: d.help.clone(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_names_line_and_column_for_programs() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.sow", "one\ntwo three\n");
        let mut all = Diagnostics::new();
        all.push(Diagnostic::error(Code::Syntax, "wrong", Span::new(file, 8, 13), "here").help("do this"));
        let json = json(&all, &sources);
        assert_eq!(json[0].place, JsonSpan { line: 2, column: 5, end_line: 2, end_column: 10 });
    }

    #[test]
    fn of_very_many_diagnostics_the_first_are_shown_and_the_others_counted() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.sow", "one");
        let mut all = Diagnostics::new();
        let found = super::super::MOST_KEPT + 7;
        for _ in 0..found {
            all.push(Diagnostic::error(Code::Syntax, "wrong", Span::new(file, 0, 3), "here"));
        }
        let text = render(&all, &sources, false);
        assert_eq!(text.matches("error[syntax]").count(), MOST_SHOWN);
        assert!(text.ends_with(&format!("\n… and {} more\n", found - MOST_SHOWN)));
        assert_eq!(json(&all, &sources).len(), super::super::MOST_KEPT);
        assert!(all.has_errors());
    }

    #[test]
    fn a_place_past_the_end_of_its_file_is_shown_at_the_end() {
        let mut sources = SourceMap::new();
        let file = sources.add("a.sow", "one");
        let mut all = Diagnostics::new();
        all.push(Diagnostic::error(Code::Syntax, "wrong", Span::new(file, 7, 90), "here"));
        assert!(render(&all, &sources, false).contains("a.sow:1:4"));
    }
}
