//! Games whose exact values are known, and another solver for one of them.
//!
//! Kalah: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", *ICGA Journal* 23(3), 2000, pp. 139-147. There the last seed
//! in an own empty pit is captured whether anything lies in the pit opposite or not.

use rustc_hash::{FxHashMap, FxHashSet};
use sowlab::engine::{Kernel, Lanes, Machine, Position, Scope, Situation, State};
use sowlab::rng::Rng;
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::{Board, Ruleset};
use sowlab::solve::{Bounds, Database, Limits, Work, solve, write_database};
use sowlab::with_kernel;
use std::path::Path;

const NEVER: fn(Work) -> bool = |_| false;

fn ruleset(file: &str, reading: &str) -> Ruleset {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants").join(file);
    let game = Game::load(&path).game.expect("the rules are sound");
    game.ruleset(&game.parse_reading(reading).expect("a reading")).expect("it compiles")
}

/// Kalah on a board of two rows of `pits`, each holding `seeds`.
fn kalah(reading: &str, pits: u8, seeds: u16) -> Machine {
    let rules = ruleset("kalah.sow", reading);
    let full = Board::two_rows(pits, vec![seeds; 2 * usize::from(pits)]);
    let board = Board { stores: rules.board.stores, ..full };
    Machine::new(Ruleset { board, ..rules }, Scope::Round).expect("it can be played")
}

/// Positions of a game that is over as soon as somebody holds `enough` seeds: what is in the stores and who moves told apart,
/// the positions in which it is over among them, as the last move leaves them.
fn positions<W: Lanes>(kernel: &Kernel<W>, enough: u16) -> usize {
    let layout = kernel.layout(0);
    let key = |s: &State<W>| (s.cells, s.won, s.mover);
    let start: State<W> = Position::start(kernel.rules()).pack();
    let mut seen = FxHashSet::from_iter([key(&start)]);
    let mut last = FxHashSet::default();
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        for chosen in kernel.situation(layout, &state).moves() {
            let mut after = state;
            let (_, end) = kernel.make(layout, &mut after, chosen, &mut ());
            if end.is_some() {
                last.insert(key(&after));
            } else if seen.insert(key(&after)) && after.won.iter().all(|&w| w < enough) {
                open.push(after);
            }
        }
    }
    seen.len() + last.len()
}

/// The number of positions that Irving, Donkers and Uiterwijk give for the full graph of Kalah with four pits a side and three
/// seeds in each.
#[test]
fn the_full_graph_of_kalah_has_the_published_number_of_positions() {
    let machine = kalah("kalah:02=alone", 4, 3);
    assert_eq!(with_kernel!(&machine, kernel => positions(kernel, 13)), 4_604_996);
}

/// Whether the first player wins, loses or draws small boards, after the same paper: a row for each number of pits, from one
/// seed a pit on.
#[test]
fn small_boards_of_kalah_have_the_published_results() {
    for (pits, results) in [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWWW"), (4, "WWW"), (5, "DD")] {
        for (seeds, result) in (1..).zip(results.chars()) {
            let machine = kalah("kalah:02=alone", pits, seeds);
            let opening = Position::start(machine.rules());
            let answer = solve(&machine, &opening, &Limits::within(1 << 30), &NEVER).expect("it can be solved");
            let value = answer.value.value().expect("no position comes back in Kalah");
            let found = match value {
                1.. => 'W',
                0 => 'D',
                ..0 => 'L',
            };
            assert_eq!(found, result, "Kalah({pits},{seeds}) is worth {value:+}");
        }
    }
}

/// Oware by loops over an array: pits 0 to 5 are those of the player to move, 6 to 11 his opponent's.
type Oware = [u8; 12];

/// A move and what it wins; none if nothing lies there.
fn oware_move(board: &Oware, pit: usize) -> Option<(Oware, i16)> {
    let mut after = *board;
    let mut seeds = std::mem::take(&mut after[pit]);
    if seeds == 0 {
        return None;
    }
    let mut at = pit;
    while seeds > 0 {
        at = (at + 1) % 12;
        if at != pit {
            after[at] += 1;
            seeds -= 1;
        }
    }
    let mut captured = after;
    let mut won = 0;
    while at >= 6 && (2..=3).contains(&captured[at]) {
        won += i16::from(std::mem::take(&mut captured[at]));
        at -= 1;
    }
    // A capture of all that the opponent has wins nothing.
    if captured[6..].iter().all(|&n| n == 0) { Some((after, 0)) } else { Some((captured, won)) }
}

/// Where the player to move can go, with what he gains; no board where the game is over.
fn oware_ways(board: &Oware) -> Vec<(i16, Option<Oware>)> {
    let [own, other] = [&board[..6], &board[6..]].map(|row| row.iter().map(|&n| i16::from(n)).sum::<i16>());
    let all = own + other;
    if own == 0 {
        // The player without seeds cannot move: the rest is his opponent's.
        return vec![(-all, None)];
    }
    let mut ways = Vec::new();
    for (after, won) in (0..6).filter_map(|pit| oware_move(board, pit)) {
        if other == 0 && after[6..].iter().all(|&n| n == 0) {
            continue;
        }
        let mut turned = after;
        turned.rotate_left(6);
        ways.push((won, Some(turned)));
    }
    // He cannot give the opponent a seed, and the rest is his who could have moved.
    if ways.is_empty() { vec![(all, None)] } else { ways }
}

/// All boards of so many seeds.
fn boards(seeds: u8) -> Vec<Oware> {
    fn lay(board: &mut Oware, pit: usize, seeds: u8, out: &mut Vec<Oware>) {
        if pit == 11 {
            board[11] = seeds;
            out.push(*board);
            return;
        }
        for n in 0..=seeds {
            board[pit] = n;
            lay(board, pit + 1, seeds - n, out);
        }
    }
    let mut out = Vec::new();
    lay(&mut [0; 12], 0, seeds, &mut out);
    out
}

/// The value where endless play is the worst for the player to move, and where it is the best for him; by repeating the
/// equations over all boards until nothing changes.
fn oware_values(most: u8) -> FxHashMap<Oware, [i16; 2]> {
    let mut values: FxHashMap<Oware, [i16; 2]> = FxHashMap::default();
    for seeds in 0..=most {
        let level = boards(seeds);
        let all = i16::from(seeds);
        values.extend(level.iter().map(|&board| (board, [-all, all])));
        let ways: Vec<_> = level.iter().map(|board| (board, oware_ways(board))).collect();
        loop {
            let mut changed = false;
            for (board, ways) in &ways {
                let worth = |bound: usize| {
                    let of = |&(gain, to): &(i16, Option<Oware>)| gain - to.map_or(0, |to| values[&to][1 - bound]);
                    ways.iter().map(of).max().expect("a way")
                };
                let found = [worth(0), worth(1)];
                changed |= values.insert(**board, found) != Some(found);
            }
            if !changed {
                break;
            }
        }
    }
    values
}

fn packed<W: Lanes>(_kernel: &Kernel<W>, position: &Position) -> State<W> {
    position.pack()
}

#[test]
fn endgames_of_oware_up_to_eight_seeds_have_the_values_of_another_solver() {
    let machine = Machine::new(ruleset("oware.sow", "oware"), Scope::Round).expect("it can be played");
    let values = oware_values(8);
    // Every way to lay up to 8 seeds into 12 pits, C(8 + 12, 12).
    assert_eq!(values.len(), 125_970);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("oware");
    let written = write_database(&machine, 8, &path, 1 << 30, &NEVER).expect("it is written");
    assert_eq!(written, 125_970);
    let database = Database::open(&path, &machine).expect("it opens");
    let mut open = 0;
    let mut values: Vec<_> = values.into_iter().collect();
    values.sort_by_key(|(board, _)| (board.iter().sum::<u8>(), *board));
    for (n, (board, [low, high])) in values.into_iter().enumerate() {
        let mut position = Position::start(machine.rules());
        position.pits = board.iter().map(|&seeds| Some(seeds.into())).collect();
        let expected = Bounds { low, high };
        open += usize::from(low < high);
        // And by the search from the position itself, for some.
        if n % 1_000 == 0 {
            let alone = solve(&machine, &position, &Limits::within(1 << 30), &NEVER).expect("solved");
            assert_eq!(alone.value, expected, "{position}");
        }
        let told = with_kernel!(&machine, kernel => database.look_up(&packed(kernel, &position)));
        assert_eq!(told, Some(expected), "{position}");
    }
    assert!(open > 0, "no value hangs on what a position that comes back does");
}

/// What the rest of the round is worth to the player to move, by alpha-beta search to the end.
fn alpha_beta<W: Lanes>(kernel: &Kernel<W>, state: &State<W>, mut alpha: i16, beta: i16) -> i16 {
    let seat = state.mover;
    let margin = |s: &State<W>| s.won[seat.index()].cast_signed() - s.won[seat.opponent().index()].cast_signed();
    let ended = |mut s: State<W>, end| {
        kernel.settle(&mut s, end);
        margin(&s) - margin(state)
    };
    let moves = match kernel.situation(kernel.layout(0), state) {
        Situation::Over(end) => return ended(*state, end),
        situation => situation.moves(),
    };
    let mut best = i16::MIN;
    for chosen in moves {
        let mut after = *state;
        let (_, end) = kernel.make(kernel.layout(0), &mut after, chosen, &mut ());
        let gain = margin(&after) - margin(state);
        let value = match end {
            Some(end) => ended(after, end),
            None if after.mover == seat => gain + alpha_beta(kernel, &after, alpha - gain, beta - gain),
            None => gain - alpha_beta(kernel, &after, gain - beta, gain - alpha),
        };
        best = best.max(value);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[test]
fn thousands_of_endgames_of_kalah_have_the_value_of_alpha_beta_search_to_the_end() {
    let machine = kalah("kalah", 6, 4);
    let mut rng = Rng::from_u64(6);
    for _ in 0..2_000 {
        let mut position = Position::start(machine.rules());
        position.pits.fill(Some(0));
        for _ in 0..3 + rng.below(8) {
            *position.pits[rng.below(12) as usize].get_or_insert(0) += 1;
        }
        let answer = solve(&machine, &position, &Limits::within(1 << 28), &NEVER).expect("it can be solved");
        let searched = with_kernel!(&machine, kernel => alpha_beta(kernel, &packed(kernel, &position), -99, 99));
        assert_eq!(answer.value, Bounds::exactly(searched), "{position}");
    }
}
