//! Pachgarhwa and Bao Kigogo played by loops written for each alone, which share no code with the crate, beside the engine,
//! on random positions: board, captures, laps and whether the sowing ends.

use sowlab::engine::{Kernel, Lanes, Machine, Move, Scope, State};
use sowlab::rng::Rng;
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::{Pit, Seat};
use sowlab::with_kernel;
use std::collections::HashSet;
use std::path::Path;

/// Laps after which boards are written down, so that one that comes back is known again.
const PATIENCE: u32 = 100;

/// What a move came to: the pits after it, the seeds captured, and the laps; no laps for a sowing that never ends.
#[derive(Debug, PartialEq, Eq)]
struct Done {
    pits: Vec<u16>,
    captured: u16,
    laps: Option<u32>,
}

fn machine(file: &str, reading: &str) -> Machine {
    let game = Game::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).game.expect("the rules are sound");
    let answers = game.parse_reading(reading).expect("a reading");
    Machine::new(game.ruleset(&answers).expect("it compiles"), Scope::Round).expect("it can be played")
}

fn by_engine<W: Lanes>(kernel: &Kernel<W>, pits: &[u16], mover: Seat, lift: usize) -> Done {
    let cells = (0..).zip(pits).fold(W::EMPTY, |cells, (p, &seeds)| cells.with(p, seeds));
    let mut state = State { mover, ..State::new(cells) };
    let lift = Pit(u8::try_from(lift).expect("a pit"));
    let (sown, _) = kernel.make(kernel.layout(0), &mut state, Move::Lift(lift), &mut ());
    let after = (0..pits.len()).map(|p| state.cells.get(u8::try_from(p).expect("a pit"))).collect();
    let captured = state.won[0] + state.won[1] + state.out;
    Done { pits: after, captured, laps: (!sown.never_ending).then_some(sown.laps) }
}

/// Seeds thrown into pits, fewer or more of them from board to board.
fn scattered(rng: &mut Rng, pits: usize, most: u32) -> Vec<u16> {
    let mut board = vec![0; pits];
    let bare = rng.below(4);
    for _ in 0..=rng.below(most) {
        let pit = rng.below(pits as u32) as usize;
        if pit as u32 % 4 >= bare {
            board[pit] += 1;
        }
    }
    board
}

/// Humphries 1906: seeds are dropped to the right; the next space is lifted while it is not vacant; what lies immediately
/// beyond the vacant one is won. `opponents_only` and `counter` are other readings.
fn pachgarhwa(mut pits: Vec<u16>, south: bool, lift: usize, opponents_only: bool, counter: bool) -> Done {
    let step = |at: usize| if counter && !south { (at + 9) % 10 } else { (at + 1) % 10 };
    let start = pits.clone();
    let mut seen = HashSet::new();
    let (mut at, mut laps) = (lift, 0);
    loop {
        if laps >= PATIENCE && !seen.insert((pits.clone(), at)) {
            return Done { pits: start, captured: 0, laps: None };
        }
        laps += 1;
        let mut hand = std::mem::replace(&mut pits[at], 0);
        while hand > 0 {
            at = step(at);
            pits[at] += 1;
            hand -= 1;
        }
        at = step(at);
        if pits[at] == 0 {
            break;
        }
    }
    let beyond = step(at);
    let captured = if opponents_only && (beyond < 5) == south { 0 } else { std::mem::replace(&mut pits[beyond], 0) };
    Done { pits, captured, laps: Some(laps) }
}

#[test]
fn pachgarhwa_is_played_as_a_loop_of_its_own_plays_it() {
    for (reading, opponents_only, counter) in
        [("pachgarhwa", false, false), ("pachgarhwa:03=opponent", true, false), ("pachgarhwa:01=counter", false, true)]
    {
        let machine = machine("variants/pachgarhwa.sow", reading);
        let mut rng = Rng::from_u64(1_906);
        let (mut positions, mut never) = (0, 0);
        while positions < 100_000 {
            let (pits, south) = (scattered(&mut rng, 10, 50), rng.below(2) == 0);
            let own = if south { 0..5 } else { 5..10 };
            let seat = if south { Seat::South } else { Seat::North };
            let Some(lift) = own.filter(|&p| pits[p] > 0).max_by_key(|_| rng.below(1_000)) else { continue };
            let theirs = pachgarhwa(pits.clone(), south, lift, opponents_only, counter);
            let ours = with_kernel!(&machine, kernel => by_engine(kernel, &pits, seat, lift));
            assert_eq!(ours, theirs, "{reading}: {pits:?}, {seat:?} lifts {lift}");
            positions += 1;
            never += u32::from(ours.laps.is_none());
        }
        assert!(never > 0, "{reading}: some sowings never end");
    }
}

/// The note on Bao Kigogo, with each player's ring as a list of 24 pits of his own: the back row from his left, then the
/// front row from his right. The file faces column to column, as the players sit.
struct Bao {
    own: Vec<u16>,
    other: Vec<u16>,
}

impl Bao {
    /// The column of a front pit, counted from its owner's left.
    fn column(front: usize) -> usize {
        23 - front
    }

    fn play(mut self, lift: usize, back_too: bool) -> (Self, u16, Option<u32>) {
        let start = self.own.clone();
        let mut seen = HashSet::new();
        let (mut at, mut laps) = (lift, 0);
        loop {
            if laps >= PATIENCE && !seen.insert((self.own.clone(), at)) {
                self.own = start;
                return (self, 0, None);
            }
            laps += 1;
            let mut hand = std::mem::replace(&mut self.own[at], 0);
            while hand > 0 {
                at = (at + 1) % 24;
                self.own[at] += 1;
                hand -= 1;
            }
            if self.own[at] == 1 {
                break;
            }
        }
        let mut captured = 0;
        if at >= 12 {
            // The opponent's left is over against the mover's right.
            let column = 11 - Self::column(at);
            let (front, back) = (23 - column, column);
            if self.other[front] > 0 {
                captured = std::mem::replace(&mut self.other[front], 0) + std::mem::replace(&mut self.other[back], 0);
            } else if back_too {
                captured = std::mem::replace(&mut self.other[back], 0);
            }
        }
        (self, captured, Some(laps))
    }
}

#[test]
fn bao_kigogo_is_played_as_a_loop_of_its_own_plays_it() {
    for (reading, back_too) in [("bao-kigogo", false), ("bao-kigogo:08=taken", true)] {
        let machine = machine("variants/bao-kigogo.sow", reading);
        let mut rng = Rng::from_u64(1_911);
        let mut positions = 0;
        while positions < 100_000 {
            let (pits, south) = (scattered(&mut rng, 48, 92), rng.below(2) == 0);
            let (seat, first) = if south { (Seat::South, 0) } else { (Seat::North, 24) };
            let liftable = (first..first + 24).filter(|&p| pits[p] >= 2);
            let Some(lift) = liftable.max_by_key(|_| rng.below(1_000)) else { continue };
            let bao = Bao { own: pits[first..first + 24].to_vec(), other: pits[24 - first..48 - first].to_vec() };
            let (after, captured, laps) = bao.play(lift - first, back_too);
            let after = if south { [after.own, after.other] } else { [after.other, after.own] }.concat();
            let ours = with_kernel!(&machine, kernel => by_engine(kernel, &pits, seat, lift));
            assert_eq!(ours, Done { pits: after, captured, laps }, "{reading}: {pits:?}, {seat:?} lifts {lift}");
            positions += 1;
        }
    }
}
