//! What can go wrong with a study.

use super::plan::PlanError;
use crate::agents::NotExact;
use crate::diagnostics::{Diagnostics, SourceMap};
use crate::engine::MachineError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a study cannot go on.
#[derive(Debug, Error)]
pub enum StudyError {
    /// The plan is at fault.
    #[error("{}: {error}", path.display())]
    Plan {
        /// The plan.
        path: PathBuf,
        /// What is wrong with it.
        error: PlanError,
    },
    /// The rules file is at fault.
    #[error("{}: the rules cannot be used", path.display())]
    Rules {
        /// The rules file.
        path: PathBuf,
        /// What is wrong with it.
        diagnostics: Box<Diagnostics>,
        /// The text that they speak of.
        sources: Box<SourceMap>,
    },
    /// A reading cannot be compiled or played.
    #[error("the reading {reading} cannot be played: {why}")]
    Unplayable {
        /// Its id.
        reading: String,
        /// The reason.
        why: String,
    },
    /// Matches are asked for, and the game is a single round under this reading.
    #[error("the reading {reading} says nothing of a match\n  leave the scope \"match\" out of the plan")]
    NoMatch {
        /// Its id.
        reading: String,
    },
    /// Compiled rules cannot be played.
    #[error("the reading {reading} cannot be played")]
    Machine {
        /// Its id.
        reading: String,
        /// The reason.
        source: MachineError,
    },
    /// A match cannot be worked out as a chain of rounds.
    #[error("the matches of {reading} cannot be worked out")]
    Chain {
        /// The id of the reading, or of the game.
        reading: String,
        /// The reason.
        source: super::chain::ChainError,
    },
    /// Exact players are asked for, and the round is beyond the solver.
    #[error("the reading {reading} cannot be played exactly")]
    NotExact {
        /// Its id.
        reading: String,
        /// The reason.
        source: NotExact,
    },
    /// A file cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}\n  {}", path.display(), advice(source))]
    Write {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Not every record is there.
    #[error("{missing} of {all} records are missing or stale, among them {}\n  run the study first; it plays only what is missing", first.display())]
    Incomplete {
        /// Records that are not there or cannot be trusted.
        missing: usize,
        /// Records of the study.
        all: usize,
        /// One of them.
        first: PathBuf,
    },
    /// A share is asked for of a study that stops by looks.
    #[error(
        "a study that plays until its intervals are narrow enough cannot be shared out\n  whether to go on is decided by all of its cells; state games instead of until"
    )]
    SharedLooks,
    /// A study is to be registered of which games have been played.
    #[error("a study is registered before it is played, and there is a record {}\n  remove its records, or go on without a registration", path.display())]
    Played {
        /// A record.
        path: PathBuf,
    },
    /// A study is not what was registered.
    #[error("{}: differs from what is registered: {differing}\n  restore it, or remove the registration and say in the report that the plan was changed", path.display())]
    NotAsRegistered {
        /// The registration.
        path: PathBuf,
        /// What differs.
        differing: String,
    },
    /// There is no such game among those kept.
    #[error("no game \"{name}\" is kept\n  {help}")]
    NoGame {
        /// What was asked for.
        name: String,
        /// What there is.
        help: String,
    },
    /// A kept game is not the game that its seed gives.
    #[error("the game {name} is not the one that its seed gives under these rules and this version\n  it was stored in {}", path.display())]
    OtherGame {
        /// Its name.
        name: String,
        /// Where it is kept.
        path: PathBuf,
    },
}

/// What to do about a file that could not be written.
fn advice(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "make room and run the same command again: every record written so far is kept and will not be played again"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "allow writing there and run the same command again: every record written so far is kept"
        }
        _ => "mend this and run the same command again: every record written so far is kept",
    }
}
