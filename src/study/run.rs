//! Playing a study.

use super::cells::{Cell, Study};
use super::error::StudyError;
use super::kept;
use super::records::{Block, Conditions, Found, Record, Records};
use super::registration::registered;
use super::results::{blocks_until, enough, load_first};
use super::seats::players;
use crate::agents::{NotExact, Pairing, simulate_match, simulate_rounds};
use crate::engine::{Machine, Scope, SharedMemory};
use crate::metrics::{GameHashes, Observation, Tally};
use crate::rng::GameSeed;
use crate::solve::SolveError;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Games between two reports of progress.
const TICK: u64 = 250;

/// Someone who is told how far a run has come. Called from many threads.
pub trait Progress: Sync {
    /// The run begins, or goes on after a look; so many games are to be played, and so many were found in records.
    fn begin(&self, to_play: u64, found: u64);
    /// So many more games have been played.
    fn tick(&self, games: u64);
}

/// Someone who doesn't care.
#[derive(Clone, Copy, Debug)]
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _to_play: u64, _found: u64) {}
    fn tick(&self, _games: u64) {}
}

/// One share of a study: the cells whose number leaves this remainder. Shares write the records that the whole would
/// write, so the folders of all shares put together are that of the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which share, from 1.
    index: u32,
    /// How many there are.
    of: NonZeroU32,
}

impl Shard {
    /// The whole study.
    pub const WHOLE: Self = Self { index: 1, of: NonZeroU32::MIN };

    /// Share `index` of `of`, counted from 1; `None` if there is no such share.
    #[must_use]
    pub fn new(index: u32, of: u32) -> Option<Self> {
        NonZeroU32::new(of).filter(|_| (1..=of).contains(&index)).map(|of| Self { index, of })
    }

    /// Whether a cell belongs to it.
    const fn has(self, cell: usize) -> bool {
        cell as u64 % self.of.get() as u64 == self.index as u64 - 1
    }
}

/// How to run.
pub struct Run<'a> {
    /// The folder of the study; records go to its `data`.
    pub folder: &'a Path,
    /// The share that is played.
    pub shard: Shard,
    /// Set from elsewhere to break off: blocks in hand are finished and kept, no new one is begun.
    pub stop: &'a AtomicBool,
    /// Who is told of progress.
    pub progress: &'a dyn Progress,
}

/// What became of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether every record of the share is there. If not, the run was broken off.
    pub complete: bool,
    /// Games played.
    pub played: u64,
    /// Games whose records were there already.
    pub found: u64,
    /// Records that could not be trusted and why; their games were played again.
    pub refused: Vec<(PathBuf, &'static str)>,
}

/// The blocks to be played under one set of rules, which is compiled once for all of them.
struct Group<'a> {
    /// A cell with these rules.
    first: &'a Cell,
    blocks: Vec<(&'a Cell, Conditions, Block)>,
}

/// Plays what is missing of a study and keeps it. Uses the threads of the current rayon pool.
///
/// # Errors
/// If the study is registered otherwise, if rules cannot be compiled or a record cannot be read or written. Records
/// written before that are kept.
pub fn run(study: &Study, run: &Run<'_>) -> Result<Outcome, StudyError> {
    registered(study, run.folder)?;
    let looks = study.plan.looks();
    if looks.len() > 1 && run.shard != Shard::WHOLE {
        return Err(StudyError::SharedLooks);
    }
    let mut all = Outcome { complete: true, played: 0, found: 0, refused: Vec::new() };
    let mut before = 0;
    for look in looks {
        let outcome = play_blocks(study, run, before, look)?;
        before = look;
        all.complete = outcome.complete;
        all.played += outcome.played;
        all.found += outcome.found;
        all.refused.extend(outcome.refused);
        let done = look == study.plan.games || !all.complete;
        if done || enough(study, &load_first(study, run.folder, look)?) {
            break;
        }
    }
    Ok(all)
}

/// Plays what is missing of every cell between one look and the next.
fn play_blocks(study: &Study, run: &Run<'_>, before: u64, look: u64) -> Result<Outcome, StudyError> {
    let records = Records::under(run.folder);
    let mut refused = Vec::new();
    let (mut to_play, mut found) = (0, 0);
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut by_rules: FxHashMap<(Scope, &str), usize> = FxHashMap::default();
    for (_, cell) in study.cells.iter().enumerate().filter(|&(n, _)| run.shard.has(n)) {
        let conditions = Conditions::new(&study.plan, cell);
        for block in blocks_until(study, cell, look).into_iter().filter(|block| block.first >= before) {
            match records.find(&conditions, block)? {
                Found::Whole(_) => {
                    found += block.games;
                    continue;
                }
                Found::Refused(why) => refused.push((records.path(&conditions, block), why)),
                Found::Nothing => {}
            }
            to_play += block.games;
            let group = *by_rules.entry((cell.scope, &cell.rules_hash)).or_insert_with(|| {
                groups.push(Group { first: cell, blocks: Vec::new() });
                groups.len() - 1
            });
            groups[group].blocks.push((cell, conditions.clone(), block));
        }
    }
    run.progress.begin(to_play, found);
    let played = AtomicU64::new(0);
    // Which of several errors comes out must not depend on threads, so all of them are gathered and the first by order
    // of the cells is taken; an error stops the run as a person would.
    let broken = AtomicBool::new(false);
    let stopped = || run.stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
    let memory = SharedMemory::default();
    let errors: Mutex<Vec<(usize, StudyError)>> = Mutex::new(Vec::new());
    let play_group = |number: usize, group: &Group<'_>| {
        if stopped() {
            return;
        }
        let fail = |error| {
            broken.store(true, Ordering::Relaxed);
            errors.lock().unwrap_or_else(PoisonError::into_inner).push((number, error));
        };
        let machine = match Machine::with_memory(group.first.rules.clone(), group.first.scope, &memory) {
            Ok(machine) => machine,
            Err(source) => return fail(StudyError::Machine { reading: group.first.reading().to_owned(), source }),
        };
        let mut known = None;
        let seat = |(cell, ..): &(&Cell, Conditions, Block)| players(&machine, cell, &mut known, &|_| stopped());
        let seated = match group.blocks.iter().map(seat).collect::<Result<Vec<Pairing>, _>>() {
            Ok(seated) => seated,
            // Broken off from outside, as the blocks are.
            Err(StudyError::NotExact { source: NotExact::Solve(SolveError::Stopped), .. }) => return,
            Err(error) => return fail(error),
        };
        seated.par_iter().zip(&group.blocks).with_max_len(1).for_each(|(players, (cell, conditions, block))| {
            if stopped() {
                return;
            }
            match play_block(study, &records, (&machine, players), cell, conditions, *block, run.progress) {
                Ok(()) => {
                    played.fetch_add(block.games, Ordering::Relaxed);
                }
                Err(error) => fail(error),
            }
        });
    };
    // What is solved takes all threads and much memory: one group after the other.
    let (exact, others): (Vec<_>, Vec<_>) = groups
        .iter()
        .enumerate()
        .partition(|(_, g)| g.blocks.iter().any(|(cell, ..)| cell.players.pair.plays_exactly()));
    for (number, group) in exact {
        play_group(number, group);
    }
    others.par_iter().with_max_len(1).for_each(|&(number, group)| play_group(number, group));
    let mut errors = errors.into_inner().unwrap_or_else(PoisonError::into_inner);
    errors.sort_by_key(|&(number, _)| number);
    if let Some((_, error)) = errors.into_iter().next() {
        return Err(error);
    }
    let played = played.into_inner();
    Ok(Outcome { complete: played == to_play, played, found, refused })
}

/// Plays some games of a cell and keeps nothing of them, so that whoever calls it can tell how long a game takes.
///
/// # Errors
/// If the rules of the cell cannot be compiled, or say nothing of a match that is asked for.
pub fn pilot(study: &Study, cell: &Cell, games: std::ops::Range<u64>) -> Result<(), StudyError> {
    let machine = Machine::new(cell.rules.clone(), cell.scope)
        .map_err(|source| StudyError::Machine { reading: cell.reading().to_owned(), source })?;
    let players = players(&machine, cell, &mut None, &|_| false)?;
    match cell.scope {
        Scope::Round => simulate_rounds(&machine, players, study.plan.seed, games, |_, _, _| {}),
        Scope::Match => {
            for game in games {
                let seed = GameSeed { study: study.plan.seed, game };
                simulate_match(&machine, players.clone(), seed, study.plan.round_cap())
                    .ok_or_else(|| StudyError::NoMatch { reading: cell.reading().to_owned() })?;
            }
        }
    }
    Ok(())
}

/// Plays the games of a block and keeps their record.
fn play_block(
    study: &Study,
    records: &Records,
    (machine, players): (&Machine, &Pairing),
    cell: &Cell,
    conditions: &Conditions,
    block: Block,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let mut tally = Tally::default();
    let mut hashes = GameHashes::default();
    // Games may end in another order than that of their numbers.
    let mut letters = vec![b' '; usize::try_from(block.games).unwrap_or(usize::MAX)];
    let mut since = 0;
    let mut count = |game: u64, seen: Observation<'_>| {
        tally.add(&seen);
        hashes.add(seen.game_hash);
        if let Some(letter) = letters.get_mut(usize::try_from(game - block.first).unwrap_or(usize::MAX)) {
            *letter = seen.class.letter();
        }
        since += 1;
        if since == TICK {
            progress.tick(since);
            since = 0;
        }
    };
    let numbers = block.first..block.first + block.games;
    match cell.scope {
        Scope::Round => simulate_rounds(machine, players.clone(), study.plan.seed, numbers, |game, result, won| {
            count(game, Observation::of_round(&result, won));
        }),
        Scope::Match => {
            for game in numbers {
                let seed = GameSeed { study: study.plan.seed, game };
                let played = simulate_match(machine, players.clone(), seed, study.plan.round_cap())
                    .ok_or_else(|| StudyError::NoMatch { reading: cell.reading().to_owned() })?;
                count(game, Observation::from(&played));
            }
        }
    }
    let classes: String = letters.into_iter().map(char::from).collect();
    progress.tick(since);
    let games = kept::play(machine, players, study, cell, block.first..block.first + block.keep)?;
    let kept = kept::keep(&records.games(conditions, block), &games)?;
    let hashes = hashes.into_distinct();
    records.keep(&Record {
        conditions: conditions.clone(),
        block,
        classes,
        distinct: hashes.len() as u64,
        kept,
        hashes: if block.whole { Vec::new() } else { hashes },
        tally,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_divide_the_cells_among_them() {
        let shares: Vec<_> = (1..=3).filter_map(|i| Shard::new(i, 3)).collect();
        for cell in 0..20 {
            assert_eq!(shares.iter().filter(|s| s.has(cell)).count(), 1);
            assert!(Shard::WHOLE.has(cell));
        }
    }

    #[test]
    fn there_is_no_share_nought_and_none_beyond_the_last() {
        assert_eq!(Shard::new(0, 2), None);
        assert_eq!(Shard::new(3, 2), None);
        assert_eq!(Shard::new(1, 0), None);
    }
}
