//! Any text read as a rules file, held to what `tests/robustness` holds its corpus to.
#![no_main]

#[path = "../../tests/robustness/invariants.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|text: &str| invariants::hold(text));
