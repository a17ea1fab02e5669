//! A match: rounds until a player can go on no more.

use super::player::{Onlooker, Player};
use super::refill::{fillable, refill, restore};
use super::result::{Class, MatchResult, Standing};
use super::round::RoundPlay;
use crate::engine::{End, Kernel, Lanes, State};
use crate::rules::ruleset::{EqualSplit, MatchEnd, MatchPlay, RowsFilled, Seat, Starter};

/// Plays a match from the opening position. South is its first player. It is broken off after `round_cap` rounds.
///
/// # Errors
/// When a player leaves off.
pub fn play_match<W: Lanes, P: Player>(
    kernel: &Kernel<W>,
    rules: &MatchPlay,
    mut state: State<W>,
    players: &mut [P; 2],
    round_cap: u32,
    onlooker: &mut impl Onlooker,
) -> Result<MatchResult, P::Stop> {
    let mut play = RoundPlay::new();
    let mut wealth = Vec::new();
    let (mut never_ending_rounds, mut repetition_rounds, mut cut_off_rounds) = (0, 0, 0);
    let mut starter = state.mover;
    let class = loop {
        let rounds = wealth.len() as u32 + 1;
        let closed_at_start = state.closed;
        onlooker.round_begins(kernel, &state, rounds);
        play.account.last_mover = None;
        let end = play.run(kernel, &mut state, players, onlooker)?;
        match end {
            End::NeverEnding(_) => never_ending_rounds += 1,
            End::Repetition => repetition_rounds += 1,
            End::TurnCap => cut_off_rounds += 1,
            _ => {}
        }
        let open = Seat::BOTH
            .map(|seat| kernel.rules().board.row(seat).filter(|p| closed_at_start >> p.0 & 1 == 0).count() as u8);
        let standing = Standing { seeds: state.won, open };
        wealth.push(standing);
        onlooker.stands(standing);
        if let Some(class) = match_over(kernel, rules, &state, end, rounds) {
            break class;
        }
        if rounds >= round_cap {
            break Class::CutOff;
        }
        starter = next_starter(rules.starter, starter, state.won, play.account.last_mover);
        if rules.rows == RowsFilled::PoorerAlone {
            restore(kernel, &mut state, play.last_cells);
        }
        let mut hash = play.account.game_hash;
        refill(kernel, rules, &mut state, starter, players, &mut hash, onlooker)?;
        play.account.game_hash = hash;
    };
    Ok(MatchResult {
        class,
        won: state.won,
        rounds: wealth.len() as u32,
        counts: play.counts(),
        never_ending_rounds,
        repetition_rounds,
        cut_off_rounds,
        wealth,
        opening: play.account.opening,
        game_hash: play.account.game_hash,
    })
}

/// Who wins a match that these players, South first, cannot go on with.
const fn lost_by(lost: [bool; 2]) -> Option<Class> {
    match lost {
        [true, true] => Some(Class::Drawn),
        [true, false] => Some(Class::SecondWins),
        [false, true] => Some(Class::FirstWins),
        [false, false] => None,
    }
}

/// Whether the match is over after a round that ended so, and how; `rounds` have been played.
pub fn match_over<W: Lanes>(
    kernel: &Kernel<W>,
    play: &MatchPlay,
    state: &State<W>,
    end: End,
    rounds: u32,
) -> Option<Class> {
    if let End::MatchLost(lost) = end {
        return lost_by(lost);
    }
    let [south, north] = state.won;
    let most = match play.end {
        MatchEnd::Rounds(most) if rounds >= most => return Some(Class::by_seeds(south, north)),
        MatchEnd::FillsAtMost(pits) => u16::from(pits),
        MatchEnd::Rounds(_) => 0,
    };
    let lost =
        Seat::BOTH.map(|seat| fillable(kernel.rules(), play, seat, state.closed, state.won[seat.index()]) <= most);
    if let Some(class) = lost_by(lost) {
        return Some(class);
    }
    (play.equal_split == EqualSplit::Drawn && south == north).then_some(Class::Drawn)
}

/// Who starts the next round. After an equal split, and where nobody has moved, the same player starts again.
#[must_use]
pub const fn next_starter(rule: Starter, started: Seat, won: [u16; 2], last_mover: Option<Seat>) -> Seat {
    let poorer = match won {
        [south, north] if south < north => Some(Seat::South),
        [south, north] if south > north => Some(Seat::North),
        _ => None,
    };
    match (rule, poorer, last_mover) {
        (Starter::Alternate, _, _) => started.opponent(),
        (Starter::Loser, Some(poorer), _) => poorer,
        (Starter::Winner, Some(poorer), _) => poorer.opponent(),
        (Starter::LastMover, _, Some(last)) => last,
        (Starter::Loser | Starter::Winner, None, _) | (Starter::LastMover, _, None) => started,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Seat::{North, South};

    #[test]
    fn the_next_starter_is_who_the_rule_names() {
        assert_eq!(next_starter(Starter::Alternate, North, [30, 10], None), South);
        assert_eq!(next_starter(Starter::Alternate, South, [10, 30], Some(South)), North);
        assert_eq!(next_starter(Starter::Loser, North, [30, 10], None), North);
        assert_eq!(next_starter(Starter::Winner, North, [30, 10], None), South);
        assert_eq!(next_starter(Starter::LastMover, South, [30, 10], Some(North)), North);
    }

    #[test]
    fn after_an_equal_split_the_same_player_starts_where_loser_or_winner_is_asked_for() {
        assert_eq!(next_starter(Starter::Loser, North, [20, 20], Some(South)), North);
        assert_eq!(next_starter(Starter::Winner, South, [20, 20], Some(North)), South);
        assert_eq!(next_starter(Starter::Alternate, South, [20, 20], Some(North)), North);
    }
}
