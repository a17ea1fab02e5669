//! A study: many games under many readings, by a plan.
//!
//! A plan ([`plan`]) names a game, its questions and how many games to play; it is laid out as cells ([`cells`]), each one
//! set of rules, scope and pair of players; cells are played in blocks of games ([`run`](mod@run)), and each block is a record on
//! disk ([`records`]). What comes out depends on the plan, the rules, the program's version and the seed; never on the
//! number of threads, the order in which blocks were played or how often the run was broken off.

pub mod cells;
pub mod chain;
pub mod comparison;
pub mod error;
pub mod kept;
pub mod plan;
pub mod records;
pub mod registration;
pub mod results;
pub mod run;
mod seats;
pub mod solved;
pub mod survey;

pub use cells::{Cell, Layout, Players, Row, Study};
pub use chain::{ChainError, Precision, Worked, work_out, work_out_all};
pub use error::StudyError;
pub use plan::{Design, FigureKind, FigureSize, Part, Plan, PlanError};
pub use registration::{register, registered};
pub use results::{CellResult, load};
pub use run::{Outcome, Progress, Quiet, Run, Shard, pilot, run};
pub use solved::{SolvedRound, load_solved, solve_rounds};
pub use survey::Survey;

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// SHA-256 in hexadecimal.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    /// The example of FIPS 180-2, appendix B.1.
    #[test]
    fn the_hash_of_abc_is_the_published_one() {
        assert_eq!(super::sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
