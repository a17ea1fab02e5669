//! Filling the pits for the next round: who opens what, and what becomes of the rest.
//!
//! The player who starts the round fills first; where pits are closed as their owner chooses, he chooses first, in the
//! sight of the other.

use super::account::hash_step;
use super::player::{Decision, DecisionKind, Onlooker, Player};
use crate::engine::{Kernel, Lanes, State};
use crate::rules::ruleset::{Direction, FillOrder, MatchPlay, Pit, Reopen, RowsFilled, Ruleset, Seat, Surplus};

/// A player's pits in the order in which they are filled. Where he chooses, the order of sowing.
pub(super) fn fill_order(rules: &Ruleset, order: FillOrder, seat: Seat) -> Vec<Pit> {
    let mut pits: Vec<Pit> = rules.board.row(seat).collect();
    let against = rules.turn.direction[seat.index()] == Direction::Clockwise;
    if against != (order == FillOrder::AgainstSowing) {
        pits.reverse();
    }
    if order == FillOrder::FromEnds {
        let mut inward = Vec::with_capacity(pits.len());
        let mut rest = &pits[..];
        while let [first, middle @ ..] = rest {
            inward.push(*first);
            rest = middle;
            if let [middle @ .., last] = rest {
                inward.push(*last);
                rest = middle;
            }
        }
        return inward;
    }
    pits
}

/// All sets of `size` of the pits, in lexicographic order.
fn subsets(pits: &[Pit], size: usize) -> Vec<u32> {
    let [first, rest @ ..] = pits else {
        return if size == 0 { vec![0] } else { Vec::new() };
    };
    if size == 0 {
        return vec![0];
    }
    let with_first = subsets(rest, size - 1).into_iter().map(|set| set | 1 << first.0);
    with_first.chain(subsets(rest, size)).collect()
}

/// The pits that a player may open at a refill.
fn openable(rules: &Ruleset, play: &MatchPlay, seat: Seat, closed: u32) -> Vec<Pit> {
    let mut pits = fill_order(rules, play.order, seat);
    if play.reopen == Reopen::Never {
        pits.retain(|p| closed >> p.0 & 1 == 0);
    }
    pits
}

/// How many pits a player can fill.
pub(super) fn fillable(rules: &Ruleset, play: &MatchPlay, seat: Seat, closed: u32, seeds: u16) -> u16 {
    (seeds / play.fill).min(openable(rules, play, seat, closed).len() as u16)
}

/// The poorer player, seeds in his pits counted with what he has won; South where both have the same.
fn poorer<W: Lanes>(kernel: &Kernel<W>, state: &State<W>) -> Seat {
    let [south, north] = Seat::BOTH.map(|s| state.won[s.index()] + kernel.row_sum(state, s));
    if north < south { Seat::North } else { Seat::South }
}

/// Puts back what lay in the richer player's pits when the round ended, where they stay as they are.
pub(super) fn restore<W: Lanes>(kernel: &Kernel<W>, state: &mut State<W>, last: W) {
    let richer = poorer(kernel, state).opponent();
    for pit in kernel.rules().board.row(richer) {
        let seeds = last.get(pit.0).min(state.won[richer.index()]);
        state.cells = state.cells.with(pit.0, seeds);
        state.won[richer.index()] -= seeds;
    }
}

fn mask(pits: impl IntoIterator<Item = Pit>) -> u32 {
    pits.into_iter().fold(0, |mask, p| mask | 1 << p.0)
}

/// A refill under way.
struct Filling<'a, W> {
    kernel: &'a Kernel<W>,
    play: &'a MatchPlay,
    state: &'a mut State<W>,
}

impl<W: Lanes> Filling<'_, W> {
    /// Fills these pits from what the player holds, the last of them with what is left over if `short`.
    fn fill(&mut self, seat: Seat, pits: &[Pit], short: Option<(Pit, u16)>) {
        let row = mask(self.kernel.rules().board.row(seat));
        self.state.closed = self.state.closed & !row | row & !mask(pits.iter().copied());
        for &pit in pits {
            let seeds = short.filter(|&(p, _)| p == pit).map_or(self.play.fill, |(_, rest)| rest);
            self.state.cells = self.state.cells.with(pit.0, seeds);
            self.state.won[seat.index()] -= seeds;
        }
    }

    /// Both rows as short as the poorer player's.
    fn both_shortened(&mut self, from_poorer: bool) {
        let board = &self.kernel.rules().board;
        let (poor, each) = (poorer(self.kernel, self.state), self.play.fill);
        let held = self.state.won[poor.index()];
        let full = usize::from(held / each).min(usize::from(board.own()));
        let rest = held - full as u16 * each;
        // The pits of a row from the end where both begin.
        let first = if from_poorer { poor } else { Seat::South };
        let begun = fill_order(self.kernel.rules(), FillOrder::Sowing, first);
        let facing: Vec<Pit> = begun.iter().filter_map(|&p| board.opposite(p)).collect();
        let short = from_poorer && rest > 0 && full < usize::from(board.own());
        for seat in Seat::BOTH {
            let row = if seat == first { &begun } else { &facing };
            let pits = &row[..full + usize::from(short)];
            let short_pit = pits.last().filter(|_| short).map(|&pit| (pit, rest));
            self.fill(seat, pits, short_pit);
        }
    }
}

/// Fills the rows for the next round from what the players hold (`state.won`), and closes what cannot be filled.
/// `state.closed` holds the pits closed in the round before. Decisions enter `hash`.
///
/// # Errors
/// When a player leaves off.
pub fn refill<W: Lanes, P: Player>(
    kernel: &Kernel<W>,
    play: &MatchPlay,
    state: &mut State<W>,
    starter: Seat,
    players: &mut [P; 2],
    hash: &mut u64,
    onlooker: &mut impl Onlooker,
) -> Result<(), P::Stop> {
    let rules = kernel.rules();
    let poor = poorer(kernel, state);
    let seats: &[Seat] = match play.rows {
        RowsFilled::Each => &[starter, starter.opponent()],
        RowsFilled::PoorerAlone => &[poor],
        RowsFilled::BothFromSouth | RowsFilled::BothFromPoorer => &[],
    };
    state.mover = starter;
    if play.rows != RowsFilled::PoorerAlone {
        state.cells = W::EMPTY;
    }
    if seats.is_empty() {
        Filling { kernel, play, state }.both_shortened(play.rows == RowsFilled::BothFromPoorer);
        return Ok(());
    }
    let mut given = [0; 2];
    for &seat in seats {
        let held = state.won[seat.index()];
        let pits = openable(rules, play, seat, state.closed);
        let full = fillable(rules, play, seat, state.closed, held) as usize;
        let rest = held - full as u16 * play.fill;
        let short = play.surplus == Surplus::ShortPit && full < pits.len() && rest > 0;
        let opened = full + usize::from(short);
        let mut decide = |kind, options: &[u32], hash: &mut u64| -> Result<u32, P::Stop> {
            let index = match options {
                [_] => 0,
                _ => players[seat.index()].decide(&Decision { seat, kind, options, names: rules.board.names() })?,
            };
            let set = options[index.min(options.len() - 1)];
            *hash = hash_step(*hash, u64::from(set) << 8);
            onlooker.decided(kernel, seat, kind, set);
            Ok(set)
        };
        let mut open: Vec<Pit> = pits[..opened].to_vec();
        let mut short_pit = short.then(|| open[opened - 1]);
        if play.order == FillOrder::OwnersChoice && opened > 0 {
            if opened < pits.len() {
                let closing = decide(DecisionKind::Close, &subsets(&pits, pits.len() - opened), hash)?;
                open = pits.iter().copied().filter(|p| closing >> p.0 & 1 == 0).collect();
            }
            if short {
                let options: Vec<u32> = open.iter().map(|p| 1 << p.0).collect();
                short_pit = Some(Pit(decide(DecisionKind::Short, &options, hash)?.trailing_zeros() as u8));
            }
        }
        Filling { kernel, play, state }.fill(seat, &open, short_pit.map(|pit| (pit, rest)));
        match play.surplus {
            _ if short => {}
            Surplus::Kept | Surplus::ShortPit => {}
            Surplus::Lost => {
                state.won[seat.index()] = 0;
                state.out += rest;
            }
            Surplus::ToOpponent => {
                state.won[seat.index()] = 0;
                given[seat.opponent().index()] = rest;
            }
        }
    }
    for seat in Seat::BOTH {
        state.won[seat.index()] += given[seat.index()];
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there_and_in_order() {
        let pits = [Pit(0), Pit(1), Pit(2), Pit(3)];
        assert_eq!(subsets(&pits, 2), [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100]);
        assert_eq!(subsets(&pits, 0), [0]);
        assert_eq!(subsets(&pits, 4), [0b1111]);
    }
}
