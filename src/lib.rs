//! sowlab: a workbench for the study of sowing (mancala) games.
pub mod rules;
