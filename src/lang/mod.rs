//! The language of rules files: text to tree, tree to checks, text to canonical layout.

pub mod ast;
pub mod check;
mod format;
mod grammar;
pub mod guard;
mod parse;
pub mod standing;
pub mod suggest;
pub mod symbols;
pub mod walk;
mod words;

pub use format::format;
pub use parse::{LARGEST_FILE, parse, too_large};
