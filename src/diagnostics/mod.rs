//! Places in source text, and what is to be said about them.
mod span;

pub use span::{FileId, Span};
