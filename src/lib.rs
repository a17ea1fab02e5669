//! sowlab: a workbench for the study of sowing (mancala) games.

pub mod agents;
pub mod cli;
pub mod diagnostics;
pub mod engine;
pub mod figures;
pub mod files;
pub mod lang;
pub mod metrics;
pub mod play;
pub mod report;
pub mod rng;
pub mod rules;
pub mod solve;
pub mod stats;
pub mod study;
