//! From a game with its questions to one ruleset.
pub mod game;
pub mod ruleset;
