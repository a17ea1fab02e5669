//! Filling the pits for the next round: who opens what, and what becomes of the rest.
//!
//! The player who starts the round fills first; where pits are closed as their owner chooses, he chooses first, in the
//! sight of the other.

use super::player::{Decision, DecisionKind, Onlooker, Player};
use super::round::hash_step;
use crate::engine::{Kernel, Lanes, State};
use crate::rules::ruleset::{Direction, FillOrder, MatchPlay, Pit, Reopen, Ruleset, Seat, Surplus};

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

/// Fills both rows for the next round from what the players hold (`state.won`), and closes what cannot be filled.
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
    state.cells = W::EMPTY;
    let mut given = [0; 2];
    for seat in [starter, starter.opponent()] {
        let held = state.won[seat.index()];
        let row = rules.board.row(seat).fold(0u32, |mask, p| mask | 1 << p.0);
        let pits = openable(rules, play, seat, state.closed);
        let full = fillable(rules, play, seat, state.closed, held) as usize;
        let rest = held - full as u16 * play.fill;
        let short = play.surplus == Surplus::ShortPit && full < pits.len() && rest > 0;
        let opened = full + usize::from(short);
        let mut decide = |kind, options: &[u32], hash: &mut u64| -> Result<u32, P::Stop> {
            let index = match options {
                [_] => 0,
                _ => players[seat.index()].decide(&Decision { seat, kind, options })?,
            };
            let set = options[index.min(options.len() - 1)];
            *hash = hash_step(*hash, u64::from(set) << 8);
            onlooker.decided(seat, kind, set);
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
        let open_mask = open.iter().fold(0, |mask, p| mask | 1 << p.0);
        state.closed = state.closed & !row | row & !open_mask;
        for pit in open {
            let seeds = if short_pit == Some(pit) { rest } else { play.fill };
            state.cells = state.cells.with(pit.0, seeds);
        }
        state.won[seat.index()] = 0;
        match play.surplus {
            _ if short => {}
            Surplus::Kept | Surplus::ShortPit => state.won[seat.index()] = rest,
            Surplus::Lost => state.out += rest,
            Surplus::ToOpponent => given[seat.opponent().index()] = rest,
        }
    }
    for seat in Seat::BOTH {
        state.won[seat.index()] += given[seat.index()];
    }
    state.mover = starter;
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
