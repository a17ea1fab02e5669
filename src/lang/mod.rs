//! The language of rules files: text to tree, tree to checks, text to canonical layout.

pub mod ast;
pub mod check;
mod grammar;
pub mod guard;
mod parse;
pub mod suggest;
pub mod walk;
mod words;

pub use parse::{LARGEST_FILE, parse};
