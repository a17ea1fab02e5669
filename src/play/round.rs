//! A round, from a position to its end.

use super::account::{Account, Whole};
use super::history::History;
use super::player::{Decision, DecisionKind, Onlooker, Player, Turn};
use super::refill::fill_order;
use super::result::{Class, Counts, RoundResult};
use crate::engine::{End, Kernel, Lanes, Layout, Move, Moves, Scope, Situation, State};
use crate::rules::ruleset::{FillOrder, Goal, Reopen, Repetition, RoundEnd, Seat};

/// A round being played: its history, and what is kept of it.
#[derive(Clone, Debug)]
pub struct RoundPlay<W, A = Whole> {
    /// What is kept of it.
    pub account: A,
    /// The seeds by pit when the last round ended, before they were settled.
    pub(super) last_cells: W,
    history: History<W>,
    /// Turns since something was captured.
    quiet_turns: u32,
}

/// What a player does when the turn comes to him.
pub(super) enum Faced {
    /// The round is over.
    Over(End),
    /// He does this.
    Chosen(Move),
}

/// How many returns of a position end a round, and how it then ends; 0 where none does.
#[must_use]
pub const fn returns_of(repetition: Repetition) -> (usize, End) {
    match repetition {
        Repetition::Drawn(returns) => (returns as usize, End::Repetition),
        Repetition::EndsRound => (1, End::Exhausted),
        Repetition::Ignored => (0, End::Repetition),
    }
}

/// The rules of a round that need its history.
pub(super) struct Course {
    /// Returns of a position that end the round; 0 where none does.
    returns: usize,
    /// How it then ends.
    at_return: End,
    /// Turns without a capture that end it; 0 where none do.
    quiet: u32,
    /// The number of turns in all at which it is broken off.
    cap: u32,
    /// Whether closed pits may be opened in a round.
    reopens: bool,
}

impl Course {
    /// The rules of a round that begins after so many turns.
    pub fn of<W: Lanes>(kernel: &Kernel<W>, turns: u32) -> Self {
        let rules = kernel.rules();
        let (returns, at_return) = returns_of(rules.round.repetition);
        let quiet = rules.round.ends.iter().find_map(|end| match end {
            RoundEnd::QuietTurns(turns) => Some(*turns),
            _ => None,
        });
        let reopens = kernel.scope() == Scope::Match
            && rules.match_play.as_ref().is_some_and(|m| m.reopen == Reopen::DuringRound);
        let cap = rules.round.turn_cap.map_or(u32::MAX, |cap| turns.saturating_add(cap));
        Self { returns, at_return, quiet: quiet.unwrap_or(0), cap, reopens }
    }
}

/// Seeds that have left the board.
#[inline(always)]
pub(super) const fn taken<W>(state: &State<W>) -> u16 {
    state.won[0] + state.won[1] + state.out
}

impl<W: Lanes, A: Account> Default for RoundPlay<W, A> {
    fn default() -> Self {
        Self { account: A::default(), last_cells: W::EMPTY, history: History::new(), quiet_turns: 0 }
    }
}

impl<W: Lanes> RoundPlay<W> {
    /// Before the first turn, everything to be kept.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What has happened.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.account.counts()
    }

    /// The result of a round that is settled.
    #[inline(always)]
    pub(super) fn result(&self, kernel: &Kernel<W>, state: &State<W>, end: End, first: Seat) -> RoundResult {
        let account = &self.account;
        RoundResult {
            class: class_of(kernel.rules().round.goal, end, state, first),
            won: [state.won[first.index()], state.won[first.opponent().index()]],
            counts: account.counts(),
            opening: account.opening,
            last_mover: account.last_mover,
            game_hash: account.game_hash,
        }
    }
}

impl<W: Lanes, A: Account> RoundPlay<W, A> {
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
        let course = Course::of(kernel, self.account.turns());
        let mut layout = kernel.layout(state.closed);
        self.begin(&course, state);
        let end = loop {
            if course.reopens && state.cells != W::EMPTY && self.reopen(kernel, state, players, onlooker)? {
                layout = kernel.layout(state.closed);
                self.remember(&course, state);
            }
            let seat = state.mover;
            let chosen = match self.face(kernel, layout, state, players)? {
                Faced::Over(end) => break end,
                Faced::Chosen(chosen) => chosen,
            };
            onlooker.turn_begins(kernel, state, chosen);
            let taken_before = taken(state);
            let (sown, ended) = kernel.make(layout, state, chosen, onlooker);
            self.account.play(seat, chosen, &sown, state.won);
            onlooker.turn_ends(kernel, state, &sown);
            if let Some(end) = ended.or_else(|| {
                self.ends_by_history(&course, kernel, state, sown.captures > 0, taken(state) != taken_before)
            }) {
                break end;
            }
        };
        self.last_cells = state.cells;
        kernel.settle(state, end);
        onlooker.round_ends(kernel, state, end);
        Ok(end)
    }

    /// Before the first turn of a round.
    #[inline(always)]
    pub(super) fn begin(&mut self, course: &Course, state: &State<W>) {
        self.history.clear();
        self.account.begin();
        self.quiet_turns = 0;
        self.remember(course, state);
    }

    #[inline(always)]
    fn remember(&mut self, course: &Course, state: &State<W>) {
        if course.returns > 0 {
            self.history.push((state.cells, state.mover, state.mark));
        }
    }

    /// What the player to move does.
    #[inline(always)]
    pub(super) fn face<P: Player>(
        &mut self,
        kernel: &Kernel<W>,
        layout: &Layout<W>,
        state: &State<W>,
        players: &mut [P; 2],
    ) -> Result<Faced, P::Stop> {
        // Nearly every turn of nearly every game takes this way; the other is kept apart so that it costs nothing here.
        let pits = kernel.plain_lifts(state);
        if pits != 0 {
            let turn = Turn::new(kernel, layout, state, Moves::plain(pits), false, self.history.positions());
            return Self::choose(&mut self.account, &turn, players);
        }
        self.face_otherwise(kernel, layout, state, players)
    }

    #[inline(never)]
    fn face_otherwise<P: Player>(
        &mut self,
        kernel: &Kernel<W>,
        layout: &Layout<W>,
        state: &State<W>,
        players: &mut [P; 2],
    ) -> Result<Faced, P::Stop> {
        match kernel.situation(layout, state) {
            Situation::Over(end) => Ok(Faced::Over(end)),
            Situation::MustPass => {
                players[state.mover.index()].must_pass();
                self.account.choose_among(1);
                Ok(Faced::Chosen(Move::Pass))
            }
            Situation::Choose { moves, may_pass } => {
                let turn = Turn::new(kernel, layout, state, moves, may_pass, self.history.positions());
                Self::choose(&mut self.account, &turn, players)
            }
        }
    }

    #[inline(always)]
    fn choose<P: Player>(account: &mut A, turn: &Turn<'_, W>, players: &mut [P; 2]) -> Result<Faced, P::Stop> {
        let choices = turn.choices();
        let chosen = players[turn.state.mover.index()].choose(turn)?;
        account.choose_among(choices);
        Ok(Faced::Chosen(chosen))
    }

    /// Whether the round ends after a turn because of what has gone before: quiet turns, a position that came back, or too
    /// many turns. `captures` tells whether pits have been captured in the turn, `afresh` whether seeds have left the board in the turn, so that no earlier position can come back.
    #[inline(always)]
    pub(super) fn ends_by_history(
        &mut self,
        course: &Course,
        kernel: &Kernel<W>,
        state: &State<W>,
        captures: bool,
        afresh: bool,
    ) -> Option<End> {
        if course.quiet > 0 {
            self.quiet_turns = if captures { 0 } else { self.quiet_turns + 1 };
            if self.quiet_turns >= course.quiet {
                return Some(End::Exhausted);
            }
        }
        if course.returns > 0 {
            let now = (state.cells, state.mover, state.mark);
            if self.history.goes_on(now, afresh, course.returns) {
                return Some(course.at_return);
            }
        }
        if self.account.turns() >= course.cap {
            return Some(match kernel.situation(kernel.layout(state.closed), state) {
                Situation::Over(end) => end,
                _ => End::TurnCap,
            });
        }
        None
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
                self.account.decide(u64::from(opened) << 8);
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
    Ok(play.result(kernel, &state, end, first))
}
