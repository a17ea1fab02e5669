//! From a game with its questions to one ruleset.
pub mod ruleset;
