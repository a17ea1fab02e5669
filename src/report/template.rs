//! From a page of typed data to HTML, Markdown and LaTeX: one page, a template a format.
//!
//! Every value is escaped for its format unless a template says `|safe`. LaTeX templates write `<< value >>`, `<% if … %>` and
//! `<# remark #>`, since braces and per cent signs are LaTeX's own.

use super::{File, ReportError, words};
use crate::rules::document::{Document, markdown_escaped};
use crate::rules::latex::latex_escaped;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior, Value, context};
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

const STYLE: &str = include_str!("templates/report.css");
/// What HTML pages have in common.
const BASE: &str = include_str!("templates/base.html");
/// What manuscripts in LaTeX have in common.
const PREAMBLE: &str = include_str!("templates/preamble.tex");
/// Parts that several kinds of page include, by name.
const PARTS: [(&str, &str); 4] = [
    ("sections.html", include_str!("templates/sections.html")),
    ("sections.md", include_str!("templates/sections.md")),
    ("sections.tex", include_str!("templates/sections.tex")),
    ("manifest.html", include_str!("templates/manifest.html")),
];

/// A format that a report is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `report.html`, whole in itself.
    Html,
    /// `report.md`, with its figures beside it.
    Markdown,
    /// `report.tex`, with its figures and `references.bib` beside it.
    Latex,
}

impl Form {
    /// Every format, in the order in which they are written.
    pub const ALL: [Self; 3] = [Self::Html, Self::Markdown, Self::Latex];

    /// What the names of its files end with.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Markdown => "md",
            Self::Latex => "tex",
        }
    }
}

/// A template of a user's own, in place of that of its format.
#[derive(Clone, Debug)]
pub struct Template {
    form: Form,
    name: String,
    text: String,
}

/// Why a template cannot be used.
#[derive(Debug, Error)]
pub enum TemplateError {
    /// Its name does not say its format.
    #[error("{}: the name of a template ends with .html, .md or .tex, and so says what it is for", .0.display())]
    Form(PathBuf),
    /// It cannot be read.
    #[error("{}: the template cannot be read: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
}

impl Template {
    /// Reads a template from a file whose name ends with `.html`, `.md` or `.tex`.
    ///
    /// # Errors
    /// [`TemplateError`].
    pub fn read(path: &Path) -> Result<Self, TemplateError> {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        let form = Form::ALL.into_iter().find(|form| form.extension() == extension);
        let form = form.ok_or_else(|| TemplateError::Form(path.to_owned()))?;
        let text =
            std::fs::read_to_string(path).map_err(|source| TemplateError::Read { path: path.to_owned(), source })?;
        Ok(Self { form, name: path.display().to_string(), text })
    }
}

/// The templates of a kind of report, in the order of [`Form::ALL`].
pub(super) type Own = [&'static str; 3];

/// Blocks of a document in every format.
#[derive(Debug, Serialize)]
pub(super) struct Blocks {
    html: String,
    markdown: String,
    latex: String,
}

impl Blocks {
    /// The blocks as part of a page that has sections of its own: headings of the second level become the third, which in
    /// LaTeX are subsections already.
    pub fn within_page(document: &Document) -> Self {
        let deeper = document.deeper();
        Self { html: deeper.html(), markdown: deeper.markdown(), latex: document.latex() }
    }
}

/// Sets a page in every format.
///
/// # Errors
/// If a template names what the page does not have.
pub(super) fn set(page: &impl Serialize, own: &Own, other: Option<&Template>) -> Result<Vec<File>, ReportError> {
    let of = |(form, text): (Form, &'static str)| {
        let given = other.filter(|template| template.form == form);
        let (name, text) = given.map_or(("report", text), |t| (t.name.as_str(), t.text.as_str()));
        let set = environment(form)?.render_named_str(name, text, context! { page => Serde(page), style => STYLE })?;
        Ok(File { path: format!("report.{}", form.extension()).into(), bytes: set.into_bytes() })
    };
    Form::ALL.into_iter().zip(own.iter().copied()).map(of).collect()
}

fn environment(form: Form) -> Result<Environment<'static>, ReportError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let escape = if form == Form::Html { AutoEscape::Html } else { AutoEscape::None };
    environment.set_auto_escape_callback(move |_| escape.clone());
    environment.set_formatter(move |out, state, value| write(form, out, state, value));
    environment.add_filter("prose", |text: String| Value::from_safe_string(words::prose(&text)));
    environment.add_filter("cited", |text: String| Value::from_safe_string(super::methods::cited_in_latex(&text)));
    let mut syntax = SyntaxConfig::builder();
    // Lines that hold a tag alone leave no line behind.
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    if form == Form::Latex {
        syntax.block_delimiters("<%", "%>").variable_delimiters("<<", ">>").comment_delimiters("<#", "#>");
    }
    environment.set_syntax(syntax.build()?);
    environment.add_template("base.html", if form == Form::Html { BASE } else { "" })?;
    environment.add_template("preamble.tex", if form == Form::Latex { PREAMBLE } else { "" })?;
    for (name, text) in PARTS.into_iter().filter(|(name, _)| name.ends_with(form.extension())) {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

/// Writes a value, escaped for its format.
fn write(form: Form, out: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), minijinja::Error> {
    let escaped: fn(&str) -> String = match form {
        _ if value.is_safe() => return minijinja::escape_formatter(out, state, value),
        Form::Html => return minijinja::escape_formatter(out, state, value),
        Form::Markdown => markdown_escaped,
        Form::Latex => latex_escaped,
    };
    let text = match value.as_str() {
        Some(text) => text.to_owned(),
        None => value.to_string(),
    };
    Ok(out.write_str(&escaped(&text))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Page {
        title: &'static str,
    }

    const OWN: Own = ["<h1>{{ page.title }}</h1>", "# {{ page.title }}", "\\section*{<< page.title >>}"];

    fn texts(other: Option<&Template>) -> Result<Vec<String>, ReportError> {
        let files = set(&Page { title: "A & B_1 <*>" }, &OWN, other)?;
        Ok(files.into_iter().map(|file| String::from_utf8(file.bytes).expect("UTF-8")).collect())
    }

    #[test]
    fn every_value_is_escaped_for_its_format() {
        assert_eq!(
            texts(None).expect("set"),
            [
                "<h1>A &amp; B_1 &lt;*&gt;</h1>",
                "# A & B\\_1 \\<\\*\\>",
                "\\section*{A \\& B\\_1 \\textless{}*\\textgreater{}}"
            ]
        );
    }

    #[test]
    fn a_template_of_ones_own_takes_the_place_of_that_of_its_format() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.md");
        std::fs::write(&path, "Title: {{ page.title }}").expect("written");
        let template = Template::read(&path).expect("read");
        assert_eq!(texts(Some(&template)).expect("set")[1], "Title: A & B\\_1 \\<\\*\\>");
        std::fs::write(&path, "{{ page.titel }}").expect("written");
        let error = texts(Some(&Template::read(&path).expect("read"))).expect_err("no such value").to_string();
        assert!(error.contains("mine.md:1"), "{error}");
    }

    #[test]
    fn a_template_whose_name_says_no_format_is_refused() {
        let error = Template::read(Path::new("mine.txt")).expect_err("no format");
        assert!(error.to_string().starts_with("mine.txt: the name of a template ends with .html, .md or .tex"));
    }
}
