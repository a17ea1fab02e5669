//! Looking ahead: what tells positions apart, how they follow each other, and what the end of a round is worth.
//!
//! This floor lies above `play` and below `agents`, whose players look ahead with it.

mod key;
mod step;

pub use key::{Distinction, Key};
pub use step::{DECIDED, Path, Seen, Step, Worth};
