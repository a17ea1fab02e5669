//! Places in source text.

use serde::Serialize;

/// The number of a file in a [`SourceMap`](super::SourceMap).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct FileId(pub u32);

/// A stretch of text: a file and the bytes from `start` up to but not including `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just past the last byte; never less than `start`.
    pub end: usize,
}

impl Span {
    /// The bytes `start..end` of `file`.
    #[must_use]
    pub const fn new(file: FileId, start: usize, end: usize) -> Self {
        Self { file, start, end }
    }

    /// The smallest stretch that holds both; `other` is taken to be in the same file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether `offset` lies in the stretch.
    #[must_use]
    pub const fn holds(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }
}
