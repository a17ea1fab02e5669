//! sowlab: a workbench for the study of sowing (mancala) games.

pub mod agents;
pub mod diagnostics;
pub mod engine;
pub mod figures;
pub mod lang;
pub mod play;
pub mod rng;
pub mod rules;
