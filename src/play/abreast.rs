//! Rounds played several at a time, for speed: each as it would be played alone.

use super::account::{Account, Brief, Whole};
use super::player::{ByChance, Player};
use super::result::{BriefResult, RoundResult};
use super::round::{Course, Faced, RoundPlay, class_of, taken};
use crate::engine::{End, Flight, Kernel, Lanes, Layout, Move, State};
use crate::rules::ruleset::Pit;
use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::Range;

/// Rounds under way at a time.
pub(super) const ABREAST: usize = 4;

/// A round under way.
pub(super) struct Slot<W, P, A> {
    number: u64,
    pub state: State<W>,
    pub play: RoundPlay<W, A>,
    pub players: [P; 2],
    /// The pit that is being sown.
    pub lifted: Pit,
    /// Whether there is a round.
    pub under_way: bool,
}

/// Rounds by number, as they are begun and done.
pub(super) struct Rounds<'a, W, P, A, B, D> {
    pub kernel: &'a Kernel<W>,
    layout: &'a Layout<W>,
    start: State<W>,
    numbers: Range<u64>,
    begin: B,
    done: D,
    pub course: Course,
    slots: PhantomData<Slot<W, P, A>>,
}

impl<'a, W: Lanes, P: Player<Stop = Infallible>, A: Account, B, D> Rounds<'a, W, P, A, B, D>
where
    B: FnMut(u64) -> [P; 2],
    D: FnMut(u64, Settled<'_, W, A>),
{
    /// Rounds of these numbers, of which the first are put into slots. There must be enough of them for all slots.
    fn new(
        kernel: &'a Kernel<W>,
        start: &State<W>,
        mut numbers: Range<u64>,
        mut begin: B,
        done: D,
    ) -> (Self, [Slot<W, P, A>; ABREAST]) {
        let (layout, course) = (kernel.layout(start.closed), Course::of(kernel, 0));
        let slots = std::array::from_fn(|_| {
            let number = numbers.start;
            numbers.start += 1;
            let mut play = RoundPlay::default();
            play.begin(&course, start);
            Slot { number, state: *start, play, players: begin(number), lifted: Pit(0), under_way: true }
        });
        (Self { kernel, layout, start: *start, numbers, begin, done, course, slots: PhantomData }, slots)
    }

    /// Plays the rounds in these slots, and all that are still to come.
    fn play(&mut self, slots: &mut [Slot<W, P, A>; ABREAST]) {
        let mut flights = slots.each_mut().map(|slot| self.take_off(slot));
        while slots.iter().any(|slot| slot.under_way) {
            self.kernel.fly(self.layout, &mut flights);
            for (slot, flight) in slots.iter_mut().zip(&mut flights) {
                self.turn(slot, flight);
            }
        }
    }

    /// Puts the next round into a slot, if there is one.
    fn load(&mut self, slot: &mut Slot<W, P, A>) {
        slot.under_way = false;
        if let Some(number) = self.numbers.next() {
            slot.play.account.anew();
            slot.play.begin(&self.course, &self.start);
            (slot.number, slot.state, slot.players, slot.under_way) = (number, self.start, (self.begin)(number), true);
        }
    }

    /// Takes the round in a slot to its next sowing: its player lifts a pit. Rounds that end before that are handed over and
    /// the next one is begun. Nothing is sown in a slot that has no round any more.
    #[inline(always)]
    pub fn take_off(&mut self, slot: &mut Slot<W, P, A>) -> Flight<W> {
        while slot.under_way {
            let Ok(faced) = slot.play.face(self.kernel, self.layout, &slot.state, &mut slot.players);
            match faced {
                Faced::Over(end) => self.hand_over(slot, end),
                Faced::Chosen(Move::Lift(pit)) => {
                    slot.lifted = pit;
                    return self.kernel.take_off(self.layout, &slot.state, pit);
                }
                Faced::Chosen(chosen) => self.play_alone(slot, chosen),
            }
        }
        Flight::none()
    }

    /// Plays a move that is no plain lift.
    #[cold]
    pub fn play_alone(&mut self, slot: &mut Slot<W, P, A>, chosen: Move) {
        let (seat, before) = (slot.state.mover, taken(&slot.state));
        let (sown, ended) = self.kernel.make(self.layout, &mut slot.state, chosen, &mut ());
        slot.play.account.play(seat, chosen, &sown, slot.state.won);
        let afresh = taken(&slot.state) != before;
        let ended = ended
            .or_else(|| slot.play.ends_by_history(&self.course, self.kernel, &slot.state, sown.captures > 0, afresh));
        if let Some(end) = ended {
            self.hand_over(slot, end);
        }
    }

    /// Ends the turn of a slot whose seeds have been sown, and begins the next.
    #[inline(always)]
    fn turn(&mut self, slot: &mut Slot<W, P, A>, flight: &mut Flight<W>) {
        if slot.under_way {
            let (seat, before) = (slot.state.mover, taken(&slot.state));
            let (sown, ended) = self.kernel.land(self.layout, &mut slot.state, slot.lifted, flight);
            slot.play.account.play(seat, Move::Lift(slot.lifted), &sown, slot.state.won);
            let afresh = taken(&slot.state) != before;
            let ended = ended.or_else(|| {
                slot.play.ends_by_history(&self.course, self.kernel, &slot.state, sown.captures > 0, afresh)
            });
            if let Some(end) = ended {
                self.hand_over(slot, end);
            }
        }
        *flight = self.take_off(slot);
    }

    #[inline(never)]
    pub fn hand_over(&mut self, slot: &mut Slot<W, P, A>, end: End) {
        self.kernel.settle(&mut slot.state, end);
        (self.done)(slot.number, Settled { state: &slot.state, end, play: &slot.play });
        self.load(slot);
    }
}

/// A round that has been played and settled.
pub(super) struct Settled<'a, W, A> {
    state: &'a State<W>,
    end: End,
    play: &'a RoundPlay<W, A>,
}

/// Plays the rounds of these numbers from one position, several at a time where the rules allow it. `begin` seats the players
/// of a round; `done` is told the result of each as it ends, which need not be in order of numbers, and what South and North
/// had won after each of its turns. Each round is played as [`play_round`](super::play_round) plays it.
pub fn play_rounds<W: Lanes, P: Player<Stop = Infallible>>(
    kernel: &Kernel<W>,
    start: &State<W>,
    numbers: Range<u64>,
    begin: impl FnMut(u64) -> [P; 2],
    done: impl FnMut(u64, RoundResult, &[[u16; 2]]),
) {
    play_and_tell(kernel, start, numbers, begin, wholly(kernel, start, done));
}

/// Plays rounds between players by chance, as [`play_rounds`] does.
pub fn play_rounds_by_chance<W: Lanes>(
    kernel: &Kernel<W>,
    start: &State<W>,
    numbers: Range<u64>,
    begin: impl FnMut(u64) -> [ByChance; 2],
    done: impl FnMut(u64, RoundResult, &[[u16; 2]]),
) {
    play_by_chance(kernel, start, numbers, begin, wholly(kernel, start, done));
}

/// Plays rounds between players by chance, as [`play_rounds_by_chance`] does, of which little is kept.
pub fn play_rounds_briefly<W: Lanes>(
    kernel: &Kernel<W>,
    start: &State<W>,
    numbers: Range<u64>,
    begin: impl FnMut(u64) -> [ByChance; 2],
    mut done: impl FnMut(u64, BriefResult),
) {
    let (goal, first) = (kernel.rules().round.goal, start.mover);
    play_by_chance(kernel, start, numbers, begin, |number, settled: Settled<'_, W, Brief>| {
        let won = settled.state.won;
        let result = BriefResult {
            class: class_of(goal, settled.end, settled.state, first),
            won: [won[first.index()], won[first.opponent().index()]],
            course: settled.play.account,
        };
        done(number, result);
    });
}

/// Tells the whole result of a round.
fn wholly<W: Lanes>(
    kernel: &Kernel<W>,
    start: &State<W>,
    mut done: impl FnMut(u64, RoundResult, &[[u16; 2]]),
) -> impl FnMut(u64, Settled<'_, W, Whole>) {
    let first = start.mover;
    move |number, settled| {
        let result = settled.play.result(kernel, settled.state, settled.end, first);
        done(number, result, &settled.play.account.won_by_turn);
    }
}

fn play_by_chance<W: Lanes, A: Account>(
    kernel: &Kernel<W>,
    start: &State<W>,
    numbers: Range<u64>,
    begin: impl FnMut(u64) -> [ByChance; 2],
    done: impl FnMut(u64, Settled<'_, W, A>),
) {
    match kernel.quickly(kernel.layout(start.closed)) {
        Some(quickly) if numbers.end.saturating_sub(numbers.start) >= ABREAST as u64 => {
            let (mut rounds, mut slots) = Rounds::new(kernel, start, numbers, begin, done);
            rounds.play_quickly(&quickly, &mut slots);
        }
        _ => play_and_tell(kernel, start, numbers, begin, done),
    }
}

fn play_and_tell<W: Lanes, P: Player<Stop = Infallible>, A: Account>(
    kernel: &Kernel<W>,
    start: &State<W>,
    numbers: Range<u64>,
    mut begin: impl FnMut(u64) -> [P; 2],
    mut done: impl FnMut(u64, Settled<'_, W, A>),
) {
    if kernel.goes_abreast() && numbers.end.saturating_sub(numbers.start) >= ABREAST as u64 {
        let (mut rounds, mut slots) = Rounds::new(kernel, start, numbers, begin, done);
        return rounds.play(&mut slots);
    }
    for number in numbers {
        let (mut play, mut state) = (RoundPlay::default(), *start);
        let Ok(end) = play.run(kernel, &mut state, &mut begin(number), &mut ());
        done(number, Settled { state: &state, end, play: &play });
    }
}
