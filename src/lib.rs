//! sowlab: a workbench for the study of sowing (mancala) games.
pub mod diagnostics;
pub mod lang;
pub mod rules;
