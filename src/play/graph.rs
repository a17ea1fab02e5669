//! Whether two rulesets are the same game after all: the same moves and the same outcome in every position of a round that can
//! be reached.

use super::round::class_of;
use crate::engine::{End, Kernel, Lanes, Machine, MachineError, Mark, Move, Position, Scope, Situation, State};
use crate::rules::ruleset::{Repetition, RoundEnd, Ruleset, Seat};
use rustc_hash::FxHashMap;

/// How alike the single rounds of two rulesets are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// They are the same game, gone through to the last of this many positions.
    Same {
        /// The positions.
        positions: usize,
    },
    /// Some position of a round tells them apart.
    Different,
    /// No difference was met in this many positions, and there are more.
    Unknown {
        /// The positions.
        positions: usize,
    },
}

/// Goes through the rounds of two rulesets side by side, from their opening position, up to `most` positions. Positions differ
/// in the seeds on the board, the player to move and whatever else the rules look at; what is won by the way is compared
/// move by move.
///
/// Where the two treat a position that comes back in different ways, break a round off at different turns, or divide the seeds
/// otherwise when its course ends a round, they are the same only if no position can come back and no round goes on for so
/// long.
///
/// # Errors
/// If one of them cannot be played.
pub fn likeness(rules: [&Ruleset; 2], most: usize) -> Result<Likeness, MachineError> {
    let [one, two] = rules;
    if one.board != two.board || one.round.goal != two.round.goal || quiet_turns(one) != quiet_turns(two) {
        return Ok(Likeness::Different);
    }
    let machines = [Machine::new(one.clone(), Scope::Round)?, Machine::new(two.clone(), Scope::Round)?];
    Ok(match &machines {
        [Machine::Narrow(one), Machine::Narrow(two)] => Walk::new(one, two).go(most),
        [Machine::Middle(one), Machine::Middle(two)] => Walk::new(one, two).go(most),
        [Machine::Wide(one), Machine::Wide(two)] => Walk::new(one, two).go(most),
        // The width hangs on the board, and that is the same.
        _ => Likeness::Different,
    })
}

fn quiet_turns(rules: &Ruleset) -> Option<u32> {
    rules.round.ends.iter().find_map(|end| match end {
        RoundEnd::QuietTurns(turns) => Some(*turns),
        _ => None,
    })
}

/// What of a position bears on what follows.
type Key<W> = (W, Seat, Mark, [u32; 2], Option<Seat>);

fn key<W: Lanes>(state: &State<W>) -> Key<W> {
    (state.cells, state.mover, state.mark, state.ur, state.last_capture)
}

/// The seeds that a turn, or the end of a round, has given to the players and taken out of the game.
fn given<W>(before: &State<W>, after: &State<W>) -> [i32; 3] {
    let gain = |now: u16, then: u16| i32::from(now) - i32::from(then);
    [gain(after.won[0], before.won[0]), gain(after.won[1], before.won[1]), gain(after.out, before.out)]
}

struct Walk<'k, W> {
    kernels: [&'k Kernel<W>; 2],
    known: FxHashMap<Key<W>, u32>,
    /// Positions whose moves have not been looked at.
    waiting: Vec<State<W>>,
    /// From each position, by number, those that a move leads to.
    next: Vec<Vec<u32>>,
    /// Whether a round that its course ends, in whatever position, comes out alike.
    course_ends_alike: bool,
}

impl<'k, W: Lanes> Walk<'k, W> {
    fn new(one: &'k Kernel<W>, two: &'k Kernel<W>) -> Self {
        Self {
            kernels: [one, two],
            known: FxHashMap::default(),
            waiting: Vec::new(),
            next: Vec::new(),
            course_ends_alike: true,
        }
    }

    fn number(&mut self, state: &State<W>) -> u32 {
        let next = self.known.len() as u32;
        *self.known.entry(key(state)).or_insert_with(|| {
            // What has been won does not bear on what follows; let it not grow.
            self.waiting.push(State { won: [0, 0], out: 0, ..*state });
            self.next.push(Vec::new());
            next
        })
    }

    fn go(mut self, most: usize) -> Likeness {
        let start = Position::start(self.kernels[0].rules()).pack();
        self.number(&start);
        while let Some(state) = self.waiting.pop() {
            if !self.alike_from(&state) {
                return Likeness::Different;
            }
            if self.known.len() > most {
                return Likeness::Unknown { positions: self.known.len() };
            }
        }
        if self.history_matters() { Likeness::Different } else { Likeness::Same { positions: self.known.len() } }
    }

    /// Whether both kernels offer the same moves and make the same of each.
    fn alike_from(&mut self, state: &State<W>) -> bool {
        let [one, two] = self.kernels;
        let situation = one.situation(one.layout(state.closed), state);
        if situation != two.situation(two.layout(state.closed), state) {
            return false;
        }
        if let Situation::Over(end) = situation {
            return self.settled_alike(state, [state, state], end);
        }
        // A position that came back, too many turns, or too many without a capture.
        for end in [End::Repetition, End::Exhausted, End::TurnCap] {
            self.course_ends_alike &= self.settled_alike(state, [state, state], end);
        }
        let from = self.number(state);
        for chosen in situation.moves() {
            let [(one, end_one), (two, end_two)] = self.kernels.map(|kernel| made(kernel, state, chosen));
            if key(&one) != key(&two) || given(state, &one) != given(state, &two) || end_one != end_two {
                return false;
            }
            if let Some(end) = end_one {
                if !self.settled_alike(state, [&one, &two], end) {
                    return false;
                }
            } else {
                let to = self.number(&one);
                self.next[from as usize].push(to);
            }
        }
        true
    }

    fn settled_alike(&self, before: &State<W>, ended: [&State<W>; 2], end: End) -> bool {
        let [one, two] = [0, 1].map(|n| {
            let mut state = *ended[n];
            self.kernels[n].settle(&mut state, end);
            let goal = self.kernels[n].rules().round.goal;
            (given(before, &state), class_of(goal, end, &state, Seat::South))
        });
        one == two
    }

    /// Whether the two differ in what they make of the course of a round, and that can come to bear.
    fn history_matters(&self) -> bool {
        let [one, two] = self.kernels.map(|kernel| &kernel.rules().round);
        let quiet = quiet_turns(self.kernels[0].rules());
        let cap = one.turn_cap.unwrap_or(u32::MAX).min(two.turn_cap.unwrap_or(u32::MAX));
        let same_returns =
            one.repetition == two.repetition || [one, two].iter().all(|round| round.repetition == Repetition::Ignored);
        let same_rules = same_returns && one.turn_cap == two.turn_cap;
        let no_rules = one.repetition == Repetition::Ignored && cap == u32::MAX && quiet.is_none();
        if same_rules && (no_rules || self.course_ends_alike) {
            return false;
        }
        // In a circle, positions come back and a round may be as long as you please.
        let least = u64::from(cap.min(quiet.unwrap_or(u32::MAX)));
        self.longest().is_none_or(|turns| least <= turns)
    }

    /// The turns of the longest round; nothing where positions come back.
    fn longest(&self) -> Option<u64> {
        let mut arrivals = vec![0_u32; self.next.len()];
        for &to in self.next.iter().flatten() {
            arrivals[to as usize] += 1;
        }
        let mut ready: Vec<u32> = (0..self.next.len() as u32).filter(|&n| arrivals[n as usize] == 0).collect();
        let mut turns = vec![0_u64; self.next.len()];
        let mut done = 0;
        while let Some(from) = ready.pop() {
            done += 1;
            for &to in &self.next[from as usize] {
                turns[to as usize] = turns[to as usize].max(turns[from as usize] + 1);
                arrivals[to as usize] -= 1;
                if arrivals[to as usize] == 0 {
                    ready.push(to);
                }
            }
        }
        // One more, for the move that ends it.
        (done == self.next.len()).then(|| turns.into_iter().max().unwrap_or(0) + 1)
    }
}

fn made<W: Lanes>(kernel: &Kernel<W>, state: &State<W>, chosen: Move) -> (State<W>, Option<End>) {
    let mut after = *state;
    let (_, end) = kernel.make(kernel.layout(state.closed), &mut after, chosen, &mut ());
    (after, end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::Game;
    use crate::rules::ruleset::{CaptureRows, NeverEnding, NoMove, Remainder};

    /// Two rows of two, a seed in each pit, one lap a move, and what the last seed faces is captured.
    fn small(more: &str) -> Ruleset {
        of("if last was empty and opposite of last is occupied capture opposite of last, once, end the turn", more)
    }

    fn of(case: &str, more: &str) -> Ruleset {
        let text = format!(
            "game small {{ name \"Small\" board {{ rows 2, pits 2, south owns row 2, north owns row 1, \
             one ring through both rows, seeds 1 in every pit }} turn {{ choose an own pit holding at least 1, \
             feeding an empty row is not asked, sow anticlockwise, origin sown, after a lap {{ \
             {case} otherwise end the turn }} captures with the last seed in any pit, captures from either row, captures over a corner are made, \
             captures from the origin pit are made }} round {{ ends when the mover has no seeds in his row, \
             a player without a move ends the round, remaining seeds go to the owners of the rows, {more}, opened by lot }} }}"
        );
        let loaded = Game::from_str("small.sow", &text, None);
        let game = loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        game.ruleset(&game.best()).expect("it compiles")
    }

    const DRAWN: &str = "a repeated position draws the round";

    #[test]
    fn a_rule_that_never_comes_to_bear_makes_no_other_game() {
        let rules = small(DRAWN);
        let mut other = rules.clone();
        // Nothing is relayed, so that no sowing can go on for ever; and who has seeds can move.
        other.turn.never_ending = NeverEnding::Drawn;
        other.round.no_move = NoMove::Pass;
        let found = likeness([&rules, &other], 10_000).expect("they can be played");
        assert!(matches!(found, Likeness::Same { positions } if positions > 4), "{found:?}");
    }

    #[test]
    fn a_rule_that_comes_to_bear_makes_another_game() {
        let rules = small(DRAWN);
        let mut other = rules.clone();
        other.turn.captures.rows = CaptureRows::Opponents;
        // B falls into C; its two fall into D and A; then A's two fall into B and the empty C, which faces B, South's own.
        assert_eq!(likeness([&rules, &other], 10_000), Ok(Likeness::Different));
    }

    #[test]
    fn what_is_not_gone_through_to_the_end_is_not_said_to_be_the_same() {
        let rules = small(DRAWN);
        let mut other = rules.clone();
        other.turn.never_ending = NeverEnding::Drawn;
        assert!(matches!(likeness([&rules, &other], 2), Ok(Likeness::Unknown { .. })));
    }

    #[test]
    fn what_a_returning_position_does_matters_only_where_one_can_return() {
        // Where nothing is captured, D from 1 0 1 2 (A to D), then B, C, A, D, A, C and B lead back to it.
        let [drawn, ignored] = [DRAWN, "a repeated position changes nothing"].map(|rule| of("", rule));
        assert_eq!(likeness([&drawn, &ignored], 10_000), Ok(Likeness::Different));
        let capped = of("", "a repeated position changes nothing, broken off after 5000 turns");
        assert_eq!(likeness([&ignored, &capped], 10_000), Ok(Likeness::Different));
        assert!(matches!(likeness([&capped, &capped], 10_000), Ok(Likeness::Same { .. })));
    }

    #[test]
    fn who_gets_the_seeds_of_a_round_that_its_course_ends_makes_another_game() {
        // Without seeds in his row a player passes, so that nothing but a position that comes back ends a round.
        let mut rules = of("", "a repeated position ends the round");
        (rules.round.ends, rules.round.no_move) = (Vec::new(), NoMove::Pass);
        let mut other = rules.clone();
        other.round.remainder = Remainder::Nobody;
        assert_eq!(likeness([&rules, &other], 10_000), Ok(Likeness::Different));
        let ignored = [rules, other].map(|mut rules| {
            rules.round.repetition = Repetition::Ignored;
            rules
        });
        assert!(matches!(likeness([&ignored[0], &ignored[1]], 10_000), Ok(Likeness::Same { .. })));
    }
}
