//! sowlab: a workbench for the study of sowing (mancala) games.
pub mod figures;
pub mod rules;
