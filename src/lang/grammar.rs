//! The parser that pest makes from `grammar/sow.pest`.
#![allow(missing_docs, clippy::pedantic, reason = "generated from the grammar, where every rule is explained")]

use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "../grammar/sow.pest"]
pub(super) struct SowParser;
