//! Text and documents in LaTeX, for a manuscript in UTF-8.

use super::document::{Block, Document, Inline, Line};
use std::fmt::Write;

/// Text with what has a meaning in LaTeX written out, and signs that its text fonts lack set as mathematics.
#[must_use]
pub fn latex_escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '%' | '&' | '#' | '_' | '$' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '[' => out.push_str("{[}"),
            ']' => out.push_str("{]}"),
            '\u{a0}' => out.push('~'),
            '–' => out.push_str("--"),
            '—' => out.push_str("---"),
            '…' => out.push_str("\\ldots{}"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            '‘' => out.push('`'),
            '’' => out.push('\''),
            '"' => out.push_str("\\textquotedbl{}"),
            '±' => out.push_str("$\\pm$"),
            '×' => out.push_str("$\\times$"),
            '\u{2212}' => out.push_str("$-$"),
            '≤' => out.push_str("$\\leq$"),
            '≥' => out.push_str("$\\geq$"),
            '→' => out.push_str("$\\rightarrow$"),
            other => out.push(other),
        }
    }
    out
}

impl Document {
    /// The blocks as LaTeX, without a preamble. Headings of the first level are sections; tables take the package `booktabs`.
    #[must_use]
    pub fn latex(&self) -> String {
        let mut out = String::new();
        blocks(&self.blocks, &mut out);
        out
    }
}

fn line(pieces: &[Inline]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Inline::Plain(t) => latex_escaped(t),
            Inline::Strong(t) => format!("\\textbf{{{}}}", latex_escaped(t)),
            Inline::Quotation(t) => format!("``{}''", latex_escaped(t)),
            Inline::Code(t) => format!("\\texttt{{{}}}", latex_escaped(t)),
            Inline::Link { text, url } => format!("{} (\\url{{{}}})", latex_escaped(text), url.replace(['{', '}'], "")),
        })
        .collect()
}

fn blocks(all: &[Block], out: &mut String) {
    for (n, block) in all.iter().enumerate() {
        if n > 0 {
            out.push('\n');
        }
        match block {
            Block::Heading { level, text } => {
                let command = match level {
                    0 | 1 => "section",
                    2 => "subsection",
                    3 => "subsubsection",
                    _ => "paragraph",
                };
                // Writing to a string does not fail, here and below.
                let _ = writeln!(out, "\\{command}*{{{}}}", line(text));
            }
            Block::Paragraph(words) => {
                let _ = writeln!(out, "{}", line(words));
            }
            Block::List { numbered, items } => {
                let kind = if *numbered { "enumerate" } else { "itemize" };
                let _ = writeln!(out, "\\begin{{{kind}}}");
                for item in items {
                    out.push_str("\\item ");
                    blocks(item, out);
                }
                let _ = writeln!(out, "\\end{{{kind}}}");
            }
            Block::Preformatted(text) => {
                let _ = writeln!(out, "\\begin{{verbatim}}\n{}\n\\end{{verbatim}}", text.trim_end());
            }
            Block::Table { head, rows } => {
                let row = |cells: &[Line]| cells.iter().map(|c| line(c)).collect::<Vec<_>>().join(" & ");
                let _ = writeln!(out, "\\begin{{tabular}}{{{}}}\n\\toprule", "l".repeat(head.len()));
                let _ = writeln!(out, "{} \\\\\n\\midrule", row(head));
                for cells in rows {
                    let _ = writeln!(out, "{} \\\\", row(cells));
                }
                let _ = writeln!(out, "\\bottomrule\n\\end{{tabular}}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::plain;
    use super::*;

    #[test]
    fn what_has_a_meaning_in_latex_is_escaped() {
        assert_eq!(
            latex_escaped("95\u{a0}% of {x_1} & “y” \u{2212}1–2 <a> [b] ±3"),
            "95~\\% of \\{x\\_1\\} \\& ``y'' $-$1--2 \\textless{}a\\textgreater{} {[}b{]} $\\pm$3"
        );
    }

    #[test]
    fn a_document_keeps_its_order_and_its_nesting() {
        let mut document = Document::default();
        document.heading(2, "A & B");
        document.blocks.push(Block::List {
            numbered: true,
            items: vec![vec![
                Block::Paragraph(vec![Inline::Strong("one".into()), Inline::Quotation("so".into())]),
                Block::List { numbered: false, items: vec![vec![Block::Paragraph(plain("inner_1"))]] },
            ]],
        });
        document
            .blocks
            .push(Block::Table { head: vec![plain("x"), plain("y")], rows: vec![vec![plain("1"), plain("2")]] });
        document.blocks.push(Block::Preformatted("| 4_4 |\n".into()));
        assert_eq!(
            document.latex(),
            "\\subsection*{A \\& B}\n\n\\begin{enumerate}\n\\item \\textbf{one}``so''\n\n\\begin{itemize}\n\\item inner\\_1\n\
             \\end{itemize}\n\\end{enumerate}\n\n\\begin{tabular}{ll}\n\\toprule\nx & y \\\\\n\\midrule\n1 & 2 \\\\\n\
             \\bottomrule\n\\end{tabular}\n\n\\begin{verbatim}\n| 4_4 |\n\\end{verbatim}\n"
        );
    }
}
