//! Rounds between players by chance, under rules whose turns are simple: the way in which most rounds are ever played.
//!
//! It is [`abreast`](super::abreast) once more, with a player of whom all is known and the moves as plain numbers
//! ([`Quickly`]). Whatever is not simple in a round (nothing to lift, a relay that goes on and on) is done as there.

use super::abreast::{ABREAST, Rounds, Settled, Slot};
use super::account::Account;
use super::player::ByChance;
use crate::engine::{BIT_COUNT, End, Flight, Lanes, Move, NTH_BIT, Quickly};

impl<W: Lanes, A: Account, B, D> Rounds<'_, W, ByChance, A, B, D>
where
    B: FnMut(u64) -> [ByChance; 2],
    D: FnMut(u64, Settled<'_, W, A>),
{
    /// Plays the rounds in these slots, and all that are still to come.
    pub(super) fn play_quickly(&mut self, quickly: &Quickly<'_, W>, slots: &mut [Slot<W, ByChance, A>; ABREAST]) {
        let [a, b, c, d] = slots;
        let mut flights = [&mut *a, b, c, d].map(|slot| self.take_off_quickly(quickly, slot));
        // Each slot has code of its own: in a loop over them nothing would be known of where they are.
        while a.under_way || b.under_way || c.under_way || d.under_way {
            quickly.fly(&mut flights);
            let [of_a, of_b, of_c, of_d] = &mut flights;
            self.turn_quickly(quickly, a, of_a);
            self.turn_quickly(quickly, b, of_b);
            self.turn_quickly(quickly, c, of_c);
            self.turn_quickly(quickly, d, of_d);
        }
    }

    /// Ends the turn of a slot whose seeds have been sown, and begins the next.
    #[inline(always)]
    fn turn_quickly(&mut self, quickly: &Quickly<'_, W>, slot: &mut Slot<W, ByChance, A>, flight: &mut Flight<W>) {
        if slot.under_way {
            match self.land_quickly(quickly, slot, flight) {
                Some(Landing::Ended(end)) => self.hand_over(slot, end),
                Some(Landing::TurnedOn) => {}
                None => self.play_alone(slot, Move::Lift(slot.lifted)),
            }
        }
        *flight = self.take_off_quickly(quickly, slot);
    }

    /// Ends the turn of a slot; `None` where its laps go on.
    #[inline(always)]
    fn land_quickly(
        &self,
        quickly: &Quickly<'_, W>,
        slot: &mut Slot<W, ByChance, A>,
        flight: &Flight<W>,
    ) -> Option<Landing> {
        let seat = slot.state.mover;
        let landed = quickly.land(seat, slot.lifted, flight)?;
        let (taken, captures) = (landed.taken, landed.taken.seeds() > 0);
        slot.state.win(seat, taken.seeds());
        if quickly.looks_at_last_capture() && captures {
            slot.state.last_capture = Some(seat);
        }
        slot.state.cells = landed.cells;
        slot.state.mover = seat.opponent();
        let (laps, seeds) = (flight.laps(), flight.seeds());
        slot.play.account.play_quickly(seat, slot.lifted, laps, seeds, taken, slot.state.won);
        if let Some(end) = quickly.ended(landed.cells, seat) {
            return Some(Landing::Ended(end));
        }
        let end = slot.play.ends_by_history(&self.course, self.kernel, &slot.state, captures, captures);
        Some(end.map_or(Landing::TurnedOn, Landing::Ended))
    }

    /// Takes the round in a slot to its next sowing, as [`take_off`](Self::take_off) does.
    #[inline(always)]
    fn take_off_quickly(&mut self, quickly: &Quickly<'_, W>, slot: &mut Slot<W, ByChance, A>) -> Flight<W> {
        let seat = slot.state.mover;
        let lifts = quickly.lifts(slot.state.cells, seat);
        if lifts == 0 {
            return self.take_off(slot);
        }
        let choices = u32::from(BIT_COUNT[lifts as usize & 255]);
        let chosen = slot.players[seat.index()].0.below(choices);
        slot.play.account.choose_among(choices);
        slot.lifted = quickly.pit(seat, NTH_BIT[lifts as usize & 255][chosen as usize & 7]);
        quickly.take_off(slot.state.cells, seat, slot.lifted)
    }
}

/// What the end of a sowing leads to.
enum Landing {
    TurnedOn,
    Ended(End),
}
