//! A round, from a position to its end.

use super::player::{Decision, DecisionKind, Onlooker, Player, Turn};
use super::refill::fill_order;
use super::result::{Class, Counts, RoundResult};
use crate::engine::{End, Kernel, Lanes, Mark, Move, Scope, Situation, State};
use crate::rules::ruleset::{FillOrder, Goal, Pit, Reopen, Repetition, RoundEnd, Seat};

/// A round being played: counts, history and hash.
#[derive(Clone, Debug)]
pub struct RoundPlay<W> {
    /// What has happened.
    pub counts: Counts,
    /// The pit lifted first.
    pub opening: Option<Pit>,
    /// Who lifted last.
    pub last_mover: Option<Seat>,
    /// A hash of the moves.
    pub game_hash: u64,
    /// The seeds by pit when the last round ended, before they were settled.
    pub(super) last_cells: W,
    /// The positions since seeds were last captured; earlier ones cannot come again.
    history: Vec<(W, Seat, Mark)>,
}

impl<W: Lanes> Default for RoundPlay<W> {
    fn default() -> Self {
        Self::new()
    }
}

/// Adds one decision to the hash of a game (the multiply-rotate step of the Firefox hash).
#[inline]
pub(super) const fn hash_step(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
}

impl<W: Lanes> RoundPlay<W> {
    /// Before the first turn.
    #[must_use]
    pub fn new() -> Self {
        Self {
            counts: Counts::default(),
            opening: None,
            last_mover: None,
            game_hash: 0,
            last_cells: W::EMPTY,
            history: Vec::with_capacity(32),
        }
    }

    /// Plays from `state` until the round is over, and settles it. `players` sit South and North.
    ///
    /// # Errors
    /// When a player leaves off; the position is then as it was before his turn.
    #[inline(always)]
    pub fn run<P: Player>(
        &mut self,
        kernel: &Kernel<W>,
        state: &mut State<W>,
        players: &mut [P; 2],
        onlooker: &mut impl Onlooker,
    ) -> Result<End, P::Stop> {
        let rules = kernel.rules();
        let (returns, at_return) = match rules.round.repetition {
            Repetition::Drawn(returns) => (usize::from(returns), End::Repetition),
            Repetition::EndsRound => (1, End::Exhausted),
            Repetition::Ignored => (0, End::Repetition),
        };
        let repetition = returns > 0;
        let quiet = rules.round.ends.iter().find_map(|end| match end {
            RoundEnd::QuietTurns(turns) => Some(*turns),
            _ => None,
        });
        let mut quiet_turns = 0;
        let cap = rules.round.turn_cap.map_or(u32::MAX, |cap| self.counts.turns.saturating_add(cap));
        let reopens = kernel.scope() == Scope::Match
            && rules.match_play.as_ref().is_some_and(|m| m.reopen == Reopen::DuringRound);
        let mut layout = kernel.layout(state.closed);
        self.history.clear();
        if repetition {
            self.history.push((state.cells, state.mover, state.mark));
        }
        let end = loop {
            if reopens && state.cells != W::EMPTY && self.reopen(kernel, state, players, onlooker)? {
                layout = kernel.layout(state.closed);
                if repetition {
                    self.history.push((state.cells, state.mover, state.mark));
                }
            }
            let seat = state.mover;
            let chosen = match kernel.situation(layout, state) {
                Situation::Over(end) => break end,
                Situation::MustPass => {
                    players[seat.index()].must_pass();
                    self.counts.choices += 1;
                    self.counts.forced_turns += 1;
                    self.counts.most_choices = self.counts.most_choices.max(1);
                    Move::Pass
                }
                Situation::Choose { moves, may_pass } => {
                    let turn = Turn { kernel, layout, state, moves, may_pass };
                    let choices = turn.choices();
                    let chosen = players[seat.index()].choose(&turn)?;
                    self.counts.choices += choices;
                    self.counts.forced_turns += u32::from(choices == 1);
                    self.counts.most_choices = self.counts.most_choices.max(choices);
                    chosen
                }
            };
            onlooker.turn_begins(kernel, state, chosen);
            let taken_before = state.won[0] + state.won[1] + state.out;
            let (sown, ended) = kernel.make(layout, state, chosen, onlooker);
            self.count(seat, chosen, &sown);
            onlooker.turn_ends(kernel, state, &sown);
            if let Some(end) = ended {
                break end;
            }
            if let Some(most) = quiet {
                quiet_turns = if sown.captures > 0 { 0 } else { quiet_turns + 1 };
                if quiet_turns >= most {
                    break End::Exhausted;
                }
            }
            if repetition {
                let now = (state.cells, state.mover, state.mark);
                if state.won[0] + state.won[1] + state.out != taken_before {
                    self.history.clear();
                } else if self.history.contains(&now)
                    && (returns == 1 || self.history.iter().filter(|&&was| was == now).count() >= returns)
                {
                    break at_return;
                }
                self.history.push((state.cells, state.mover, state.mark));
            }
            if self.counts.turns >= cap {
                break match kernel.situation(layout, state) {
                    Situation::Over(end) => end,
                    _ => End::TurnCap,
                };
            }
        };
        self.last_cells = state.cells;
        kernel.settle(state, end);
        onlooker.round_ends(kernel, state, end);
        Ok(end)
    }

    #[inline(always)]
    fn count(&mut self, seat: Seat, chosen: Move, sown: &crate::engine::Sown) {
        let counts = &mut self.counts;
        counts.turns += 1;
        // A sowing that never ends has no number of laps; what its proof took says nothing of the game.
        if !sown.never_ending {
            counts.laps = counts.laps.saturating_add(sown.laps);
            counts.seeds_sown += sown.seeds;
            counts.longest_turn = counts.longest_turn.max(sown.laps);
        }
        counts.captures += sown.captures;
        counts.seeds_captured += sown.captured;
        counts.captured_from_own_row += sown.from_own_row;
        counts.empty_turns += u32::from(sown.captured == 0);
        if let Some(pit) = chosen.pit() {
            self.opening = self.opening.or(Some(pit));
            self.last_mover = Some(seat);
            self.game_hash = hash_step(self.game_hash, u64::from(chosen.code()) + 1);
        } else {
            counts.passes += 1;
            self.game_hash = hash_step(self.game_hash, 0);
        }
    }

    /// Opens closed pits of the player to move for as long as his winnings fill one. Says whether any was opened.
    #[cold]
    fn reopen<P: Player>(
        &mut self,
        kernel: &Kernel<W>,
        state: &mut State<W>,
        players: &mut [P; 2],
        onlooker: &mut impl Onlooker,
    ) -> Result<bool, P::Stop> {
        let Some(play) = &kernel.rules().match_play else {
            return Ok(false);
        };
        let seat = state.mover;
        let mut any = false;
        loop {
            let closed: Vec<u32> = fill_order(kernel.rules(), play.order, seat)
                .into_iter()
                .filter(|p| state.closed >> p.0 & 1 == 1)
                .map(|p| 1 << p.0)
                .collect();
            if closed.is_empty() || state.won[seat.index()] < play.fill {
                return Ok(any);
            }
            let mut opened = closed[0];
            if play.order == FillOrder::OwnersChoice && closed.len() > 1 {
                let names = kernel.rules().board.names();
                let decision = Decision { seat, kind: DecisionKind::Reopen, options: &closed, names };
                let index = players[seat.index()].decide(&decision)?;
                opened = closed[index.min(closed.len() - 1)];
                self.game_hash = hash_step(self.game_hash, u64::from(opened) << 8);
            }
            state.won[seat.index()] -= play.fill;
            state.cells = state.cells.with(opened.trailing_zeros() as u8, play.fill);
            state.closed &= !opened;
            onlooker.decided(kernel, seat, DecisionKind::Reopen, opened);
            self.history.clear();
            any = true;
        }
    }
}

/// The class of a round that ended in this way, with what the position says once it is settled.
pub(super) fn class_of<W>(goal: Goal, end: End, state: &State<W>, first: Seat) -> Class {
    let won_by = |seat: Seat| if seat == first { Class::FirstWins } else { Class::SecondWins };
    match (end, goal) {
        (End::NeverEnding(_), _) => Class::NeverEnding,
        (End::Repetition, _) => Class::Repetition,
        (End::TurnCap, _) => Class::CutOff,
        (_, Goal::MoreSeeds) => Class::by_seeds(state.won[first.index()], state.won[first.opponent().index()]),
        (End::Stuck(seat), Goal::LastMove) => won_by(seat.opponent()),
        (_, Goal::LastCapture) => state.last_capture.map_or(Class::Drawn, won_by),
        (_, Goal::LastMove | Goal::Nobody) => Class::Drawn,
    }
}

/// Plays one round from the opening position; South is the first player.
///
/// # Errors
/// When a player leaves off.
#[inline]
pub fn play_round<W: Lanes, P: Player>(
    kernel: &Kernel<W>,
    play: &mut RoundPlay<W>,
    mut state: State<W>,
    players: &mut [P; 2],
    onlooker: &mut impl Onlooker,
) -> Result<RoundResult, P::Stop> {
    let first = state.mover;
    onlooker.round_begins(kernel, &state, 1);
    let end = play.run(kernel, &mut state, players, onlooker)?;
    let won = [state.won[first.index()], state.won[first.opponent().index()]];
    Ok(RoundResult {
        class: class_of(kernel.rules().round.goal, end, &state, first),
        won,
        counts: play.counts,
        opening: play.opening,
        game_hash: play.game_hash,
    })
}
