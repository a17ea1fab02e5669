//! The files that diagnostics speak of.

use super::{FileId, Span};

/// One file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name as it is shown.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Where each line starts.
    lines: Vec<usize>,
}

/// The files read so far.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// A place as an editor counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl SourceMap {
    /// No files yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. A map holds fewer than 2^32 files.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let text = text.into();
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(n, _)| n + 1)).collect();
        self.files.push(SourceFile { name: name.into(), text, lines });
        id
    }

    /// The file with this id.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(usize::try_from(id.0).ok()?)
    }

    /// The name of a file, or nothing for a file that is not in the map.
    #[must_use]
    pub fn name(&self, id: FileId) -> &str {
        self.get(id).map_or("", |f| &f.name)
    }

    /// The text of a file, or nothing for a file that is not in the map.
    #[must_use]
    pub fn text(&self, id: FileId) -> &str {
        self.get(id).map_or("", |f| &f.text)
    }

    /// The words at `span`.
    #[must_use]
    pub fn words(&self, span: Span) -> &str {
        self.text(span.file).get(span.start..span.end).unwrap_or("")
    }

    /// Line and column of an offset; an offset past the end is taken to be the end.
    #[must_use]
    pub fn position(&self, file: FileId, offset: usize) -> Position {
        let Some(SourceFile { text, lines, .. }) = self.get(file) else { return Position { line: 1, column: 1 } };
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        // The first line starts at 0, so that at least one start is not beyond the offset.
        let line = lines.partition_point(|&start| start <= end);
        let start = lines.get(line.saturating_sub(1)).copied().unwrap_or(0);
        Position { line, column: text[start..end].chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        let mut map = SourceMap::new();
        let file = map.add("a.sow", "name \"Bòsh\"\npeople");
        assert_eq!(map.position(file, 9), Position { line: 1, column: 9 });
        assert_eq!(map.position(file, 13), Position { line: 2, column: 1 });
        assert_eq!(map.position(file, 10_000), Position { line: 2, column: 7 });
        assert_eq!(map.position(file, 8), Position { line: 1, column: 8 }, "inside the ò: the character it is in");
    }
}
