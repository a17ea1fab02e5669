//! The language of rules files: text to tree, tree to checks, text to canonical layout.
pub mod ast;
