//! A small document: headings, paragraphs, lists, tables and drawings, written as plain text, Markdown or HTML.

use std::fmt::Write;

/// A document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

/// A block of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading; level 1 is the title.
    Heading {
        /// The level, from 1.
        level: u8,
        /// The words.
        text: Line,
    },
    /// A paragraph.
    Paragraph(Line),
    /// A list.
    List {
        /// Whether its items are numbered.
        numbered: bool,
        /// The items, each of one or more blocks.
        items: Vec<Vec<Block>>,
    },
    /// Text that is kept as it is: a drawing of a board.
    Preformatted(String),
    /// A table; every row has as many cells as the head.
    Table {
        /// The words above the columns.
        head: Vec<Line>,
        /// The rows.
        rows: Vec<Vec<Line>>,
    },
}

/// Words in a line.
pub type Line = Vec<Inline>;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inline {
    /// Plain words.
    Plain(String),
    /// Words that stand out.
    Strong(String),
    /// Words of a source, in its own language.
    Quotation(String),
    /// A name as it is typed: a reading, a reading's id.
    Code(String),
    /// A link.
    Link {
        /// The words shown.
        text: String,
        /// The address.
        url: String,
    },
}

/// A line of plain words.
#[must_use]
pub fn plain(text: impl Into<String>) -> Line {
    vec![Inline::Plain(text.into())]
}

impl Document {
    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading { level, text: plain(text) });
    }

    /// Adds a paragraph of plain words.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(plain(text)));
    }

    /// The same with every heading a level deeper.
    #[must_use]
    pub fn deeper(&self) -> Self {
        let blocks = self.blocks.iter().map(|block| match block {
            Block::Heading { level, text } => Block::Heading { level: level + 1, text: text.clone() },
            other => other.clone(),
        });
        Self { blocks: blocks.collect() }
    }

    /// The document as plain text, its lines broken before `width` characters where there is a space to break them at.
    #[must_use]
    pub fn text(&self, width: usize) -> String {
        let mut out = String::new();
        text_blocks(&self.blocks, 0, width, &mut out);
        out
    }

    /// The document as Markdown (`CommonMark`, with tables as on GitHub).
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        markdown_blocks(&self.blocks, "", &mut out);
        out
    }

    /// The blocks as HTML, without a page around them. Headings begin at `<h1>`.
    #[must_use]
    pub fn html(&self) -> String {
        let mut out = String::new();
        html_blocks(&self.blocks, &mut out);
        out
    }
}

/// The words of a line without marks.
fn words(line: &[Inline]) -> String {
    line.iter()
        .map(|piece| match piece {
            Inline::Plain(t) | Inline::Strong(t) | Inline::Code(t) | Inline::Link { text: t, .. } => t.clone(),
            Inline::Quotation(t) => format!("“{t}”"),
        })
        .collect()
}

fn wrapped(text: &str, indent: usize, width: usize, out: &mut String) {
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used > 0 && indent + used + 1 + length > width {
            out.push('\n');
            used = 0;
        }
        if used == 0 {
            out.extend(std::iter::repeat_n(' ', indent));
        } else {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
    }
    out.push('\n');
}

fn text_blocks(blocks: &[Block], indent: usize, width: usize, out: &mut String) {
    for (n, block) in blocks.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        match block {
            Block::Heading { level, text } => {
                let text = words(text);
                let line = if *level == 1 { '=' } else { '-' };
                let under =
                    if *level <= 2 { line.to_string().repeat(text.chars().count()) + "\n" } else { String::new() };
                let _ = write!(out, "{text}\n{under}");
            }
            Block::Paragraph(line) => wrapped(&words(line), indent, width, out),
            Block::List { numbered, items } => text_list(*numbered, items, indent, width, out),
            Block::Preformatted(text) => {
                for line in text.lines() {
                    let _ = writeln!(out, "{}{line}", " ".repeat(indent));
                }
            }
            Block::Table { head, rows } => text_table(head, rows, indent, out),
        }
    }
}

fn text_list(numbered: bool, items: &[Vec<Block>], indent: usize, width: usize, out: &mut String) {
    let mark_width = if numbered { items.len().to_string().len() + 2 } else { 2 };
    for (n, item) in items.iter().enumerate() {
        let mark = if numbered { format!("{}.", n + 1) } else { "-".to_owned() };
        let mut inner = String::new();
        // Blocks of an item follow each other without blank lines: lists of evidence are long.
        for block in item {
            text_blocks(std::slice::from_ref(block), indent + mark_width, width, &mut inner);
        }
        let space = indent + mark_width;
        let _ = write!(out, "{}{mark:mark_width$}{}", " ".repeat(indent), inner.get(space..).unwrap_or(""));
    }
}

fn text_table(head: &[Line], rows: &[Vec<Line>], indent: usize, out: &mut String) {
    let cells: Vec<Vec<String>> = std::iter::once(head)
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| row.iter().map(|c| words(c)).collect())
        .collect();
    let widths: Vec<usize> = (0..head.len())
        .map(|n| cells.iter().filter_map(|row| row.get(n)).map(|c| c.chars().count()).max().unwrap_or(0))
        .collect();
    for row in &cells {
        let line: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(out, "{}{}", " ".repeat(indent), line.join("  ").trim_end());
    }
}

fn markdown_line(line: &[Inline]) -> String {
    line.iter()
        .map(|piece| match piece {
            Inline::Plain(t) => markdown_escaped(t),
            Inline::Strong(t) => format!("**{}**", markdown_escaped(t)),
            Inline::Quotation(t) => format!("“{}”", markdown_escaped(t)),
            Inline::Code(t) => format!("`{}`", t.replace('`', "'")),
            Inline::Link { text, url } => format!("[{}](<{}>)", markdown_escaped(text), url.replace(['<', '>'], "")),
        })
        .collect()
}

/// Text with the signs that Markdown takes for marks escaped.
#[must_use]
pub fn markdown_escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn markdown_blocks(blocks: &[Block], indent: &str, out: &mut String) {
    for (n, block) in blocks.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        match block {
            Block::Heading { level, text } => {
                let _ = writeln!(out, "{indent}{} {}", "#".repeat(usize::from(*level)), markdown_line(text));
            }
            Block::Paragraph(line) => {
                let _ = writeln!(out, "{indent}{}", markdown_line(line));
            }
            Block::List { numbered, items } => {
                for (n, item) in items.iter().enumerate() {
                    let mark = if *numbered { format!("{}. ", n + 1) } else { "- ".to_owned() };
                    let inner_indent = format!("{indent}{}", " ".repeat(mark.len()));
                    let mut inner = String::new();
                    markdown_blocks(item, &inner_indent, &mut inner);
                    let _ = write!(out, "{indent}{mark}{}", inner.get(inner_indent.len()..).unwrap_or(""));
                }
            }
            Block::Preformatted(text) => {
                let _ = writeln!(out, "{indent}```text");
                for line in text.lines() {
                    let _ = writeln!(out, "{indent}{line}");
                }
                let _ = writeln!(out, "{indent}```");
            }
            Block::Table { head, rows } => {
                let line = |cells: &[Line]| cells.iter().map(|c| markdown_line(c)).collect::<Vec<_>>().join(" | ");
                let _ = writeln!(out, "{indent}| {} |\n{indent}|{}", line(head), " --- |".repeat(head.len()));
                for row in rows {
                    let _ = writeln!(out, "{indent}| {} |", line(row));
                }
            }
        }
    }
}

/// Text with the signs that HTML reserves written out.
#[must_use]
pub fn html_escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn html_line(line: &[Inline]) -> String {
    line.iter()
        .map(|piece| match piece {
            Inline::Plain(t) => html_escaped(t),
            Inline::Strong(t) => format!("<strong>{}</strong>", html_escaped(t)),
            Inline::Quotation(t) => format!("<q>{}</q>", html_escaped(t)),
            Inline::Code(t) => format!("<code>{}</code>", html_escaped(t)),
            // Only addresses of the web become links; the words of any other are shown.
            Inline::Link { text, url } if url.starts_with("https://") || url.starts_with("http://") => {
                format!("<a href=\"{}\">{}</a>", html_escaped(url), html_escaped(text))
            }
            Inline::Link { text, .. } => html_escaped(text),
        })
        .collect()
}

fn html_blocks(blocks: &[Block], out: &mut String) {
    for block in blocks {
        match block {
            Block::Heading { level, text } => {
                let _ = writeln!(out, "<h{level}>{}</h{level}>", html_line(text));
            }
            Block::Paragraph(line) => {
                let _ = writeln!(out, "<p>{}</p>", html_line(line));
            }
            Block::List { numbered, items } => {
                let tag = if *numbered { "ol" } else { "ul" };
                let _ = writeln!(out, "<{tag}>");
                for item in items {
                    out.push_str("<li>");
                    html_blocks(item, out);
                    out.push_str("</li>\n");
                }
                let _ = writeln!(out, "</{tag}>");
            }
            Block::Preformatted(text) => {
                let _ = writeln!(out, "<pre>{}</pre>", html_escaped(text));
            }
            Block::Table { head, rows } => {
                let row = |cells: &[Line], tag: &str| {
                    let open = if tag == "th" { "th scope=\"col\"" } else { tag };
                    let cells: Vec<String> =
                        cells.iter().map(|c| format!("<{open}>{}</{tag}>", html_line(c))).collect();
                    format!("<tr>{}</tr>\n", cells.concat())
                };
                let body: String = rows.iter().map(|r| row(r, "td")).collect();
                let _ =
                    write!(out, "<table>\n<thead>\n{}</thead>\n<tbody>\n{body}</tbody>\n</table>\n", row(head, "th"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Document {
        let mut document = Document::default();
        document.heading(1, "A & B");
        document.blocks.push(Block::Paragraph(vec![
            Inline::Plain("He says ".into()),
            Inline::Quotation("so <it> is".into()),
            Inline::Plain(" of ".into()),
            Inline::Code("a_b".into()),
            Inline::Plain(".".into()),
        ]));
        document.blocks.push(Block::List {
            numbered: true,
            items: vec![
                vec![
                    Block::Paragraph(plain("one")),
                    Block::List { numbered: false, items: vec![vec![Block::Paragraph(plain("inner_1"))]] },
                ],
                vec![Block::Paragraph(plain("two"))],
            ],
        });
        document
            .blocks
            .push(Block::Table { head: vec![plain("x"), plain("long")], rows: vec![vec![plain("yyy"), plain("z")]] });
        document.blocks.push(Block::Preformatted("| 4 |".into()));
        document
    }

    #[test]
    fn plain_text_is_wrapped_and_nested() {
        assert_eq!(
            sample().text(16),
            "A & B\n=====\n\nHe says “so <it>\nis” of a_b.\n\n1. one\n   - inner_1\n2. two\n\nx    long\nyyy  z\n\n| 4 |\n"
        );
    }

    #[test]
    fn markdown_keeps_signs_from_being_marks() {
        assert_eq!(
            sample().markdown(),
            "# A & B\n\nHe says “so \\<it\\> is” of `a_b`.\n\n1. one\n\n   - inner\\_1\n2. two\n\n\
             | x | long |\n| --- | --- |\n| yyy | z |\n\n```text\n| 4 |\n```\n"
        );
    }

    #[test]
    fn html_keeps_signs_from_being_tags() {
        assert_eq!(
            sample().html(),
            "<h1>A &amp; B</h1>\n<p>He says <q>so &lt;it&gt; is</q> of <code>a_b</code>.</p>\n<ol>\n<li><p>one</p>\n\
             <ul>\n<li><p>inner_1</p>\n</li>\n</ul>\n</li>\n<li><p>two</p>\n</li>\n</ol>\n<table>\n<thead>\n\
             <tr><th scope=\"col\">x</th><th scope=\"col\">long</th></tr>\n</thead>\n<tbody>\n<tr><td>yyy</td><td>z</td></tr>\n</tbody>\n</table>\n\
             <pre>| 4 |</pre>\n"
        );
    }

    #[test]
    fn an_address_that_is_not_of_the_web_is_no_link() {
        let line = [Inline::Link { text: "here".into(), url: "javascript:x".into() }];
        assert_eq!(html_line(&line), "here");
    }
}
