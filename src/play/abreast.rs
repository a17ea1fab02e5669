//! Rounds played several at a time, for speed: each as it would be played alone.

use super::player::Player;
use super::result::RoundResult;
use super::round::{Course, Faced, RoundPlay, taken};
use crate::engine::{Flight, Kernel, Lanes, Layout, State};
use crate::rules::ruleset::{Pit, Seat};
use std::convert::Infallible;
use std::ops::Range;

/// Rounds under way at a time.
const ABREAST: usize = 4;

/// A round under way.
struct Slot<W, P> {
    number: u64,
    state: State<W>,
    play: RoundPlay<W>,
    players: [P; 2],
    /// The pit that is being sown.
    lifted: Pit,
}

/// Rounds by number, as they are begun and done.
struct Rounds<'a, W, P, B, D> {
    kernel: &'a Kernel<W>,
    layout: &'a Layout<W>,
    start: State<W>,
    numbers: Range<u64>,
    begin: B,
    done: D,
    course: Course,
    slots: std::marker::PhantomData<P>,
}

impl<W: Lanes, P, B, D> Rounds<'_, W, P, B, D>
where
    P: Player<Stop = Infallible>,
    B: FnMut(u64) -> [P; 2],
    D: FnMut(u64, RoundResult, &[[u16; 2]]),
{
    /// Puts the next round into a slot. False if there is none.
    fn load(&mut self, slot: &mut Option<Slot<W, P>>) -> bool {
        let Some(number) = self.numbers.next() else {
            *slot = None;
            return false;
        };
        let mut play = slot.take().map_or_else(RoundPlay::new, |slot| slot.play.anew());
        play.begin(&self.course, &self.start);
        let players = (self.begin)(number);
        *slot = Some(Slot { number, state: self.start, play, players, lifted: Pit(0) });
        true
    }

    /// Takes the round in a slot to its next sowing: its player lifts a pit. Rounds that end before that are handed over and
    /// the next one is begun. Nothing is sown in a slot that has no round any more.
    #[inline(always)]
    fn take_off(&mut self, slot: &mut Option<Slot<W, P>>) -> (Seat, Flight<W>) {
        loop {
            let Some(at) = slot else { return (Seat::South, Flight::none()) };
            let Ok(faced) = at.play.face(self.kernel, self.layout, &at.state, &mut at.players);
            match faced {
                Faced::Over(end) => self.hand_over(slot, end),
                Faced::Chosen(chosen) => {
                    if let Some(pit) = chosen.pit() {
                        at.lifted = pit;
                        return (at.state.mover, self.kernel.take_off(&at.state, pit));
                    }
                    let (seat, before) = (at.state.mover, taken(&at.state));
                    let (sown, ended) = self.kernel.make(self.layout, &mut at.state, chosen, &mut ());
                    at.play.count(seat, chosen, &sown, at.state.won);
                    let ended =
                        ended.or_else(|| at.play.ends_by_history(&self.course, self.kernel, &at.state, &sown, before));
                    if let Some(end) = ended {
                        self.hand_over(slot, end);
                    }
                }
            }
        }
    }

    /// Ends the turn of a slot whose seeds have been sown.
    #[inline(always)]
    fn land(&mut self, slot: &mut Option<Slot<W, P>>, flight: &Flight<W>) {
        let Some(at) = slot else { return };
        let (seat, before) = (at.state.mover, taken(&at.state));
        let (sown, ended) = self.kernel.land(self.layout, &mut at.state, at.lifted, flight);
        at.play.count(seat, crate::engine::Move::Lift(at.lifted), &sown, at.state.won);
        let ended = ended.or_else(|| at.play.ends_by_history(&self.course, self.kernel, &at.state, &sown, before));
        if let Some(end) = ended {
            self.hand_over(slot, end);
        }
    }

    #[inline(never)]
    fn hand_over(&mut self, slot: &mut Option<Slot<W, P>>, end: crate::engine::End) {
        if let Some(at) = slot {
            self.kernel.settle(&mut at.state, end);
            let result = at.play.result(self.kernel, &at.state, end, self.start.mover);
            (self.done)(at.number, result, &at.play.won_by_turn);
        }
        self.load(slot);
    }
}

/// Plays the rounds of these numbers from one position, several at a time where the rules allow it. `begin` seats the players
/// of a round; `done` is told the result of each as it ends, which need not be in order of numbers, and what South and North
/// had won after each of its turns. Each round is played
/// as [`play_round`](super::play_round) plays it.
pub fn play_rounds<W: Lanes, P: Player<Stop = Infallible>>(
    kernel: &Kernel<W>,
    start: &State<W>,
    numbers: Range<u64>,
    mut begin: impl FnMut(u64) -> [P; 2],
    mut done: impl FnMut(u64, RoundResult, &[[u16; 2]]),
) {
    if !kernel.goes_abreast() {
        for number in numbers {
            let mut play = RoundPlay::new();
            let Ok(result) = super::play_round(kernel, &mut play, *start, &mut begin(number), &mut ());
            done(number, result, &play.won_by_turn);
        }
        return;
    }
    let layout = kernel.layout(start.closed);
    let course = Course::of(kernel, 0);
    let slots = std::marker::PhantomData::<P>;
    let mut rounds = Rounds { kernel, layout, start: *start, numbers, begin, done, course, slots };
    let mut slots: [Option<Slot<W, P>>; ABREAST] = std::array::from_fn(|_| None);
    for slot in &mut slots {
        rounds.load(slot);
    }
    while slots.iter().any(Option::is_some) {
        let mut movers = [Seat::South; ABREAST];
        let mut flights = [Flight::none(); ABREAST];
        for (n, slot) in slots.iter_mut().enumerate() {
            (movers[n], flights[n]) = rounds.take_off(slot);
        }
        kernel.fly(layout, movers, &mut flights);
        for (slot, flight) in slots.iter_mut().zip(&flights) {
            rounds.land(slot, flight);
        }
    }
}
