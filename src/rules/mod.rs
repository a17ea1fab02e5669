//! From a game with its questions to one ruleset.

pub mod bib;
mod build;
pub mod document;
pub mod equivalence;
mod examples;
pub mod game;
pub mod latex;
mod load;
mod lower;
mod reading;
pub mod ruleset;
pub mod sheet;
pub mod standing;

pub use load::Loaded;
pub use lower::{Fault, LowerError};
pub use reading::ReadingError;
