//! Exact values of rounds, and looking ahead: what tells positions apart, how they follow each other, what ends are worth.
//!
//! This floor lies above `play` and below `agents`, whose players look ahead with it. [`solve()`] finds all positions that can
//! come up (see `graph`), works their values backwards from the ends of rounds (see `retrograde`, where the treatment of
//! positions that come back is proved), and tells the value of the round, of each first move, and a best line. Rounds broken
//! off after so many turns are not foreseen: values are those of rounds that are played to their end.

mod answer;
mod book;
mod checkpoint;
mod database;
mod file;
mod graph;
mod key;
mod matches;
mod packing;
mod rank;
mod retrograde;
mod step;
mod table;

pub use answer::{Answer, MoveValue, positions_at_most, solve};
pub use book::{Book, Limits, SolveError, bytes};
pub use checkpoint::CheckpointError;
pub use database::{Database, DatabaseError, write_database};
pub use graph::{BYTES_A_POSITION, Stop, Work};
pub use key::{Distinction, Key};
pub use matches::{MatchAnswer, MatchError, MatchValue, SeedsFirst, SolvedRound, solve_match};
pub use packing::{MOST_SEEDS_SOLVED, Unsolvable};
pub use rank::Ranking;
pub use retrograde::Bounds;
pub use step::{DECIDED, Path, Seen, Step, Worth, situation};
