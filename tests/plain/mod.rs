//! A plain kernel of the Bosh family: arrays, loops and visited sets.
//!
//! It is written from the descriptions of the game alone (Marin 1931 and the numbered questions about it), shares no
//! line and no type with the crate, and is slow on purpose where that keeps it simple. What the engine says is worth
//! believing when this says the same.
//!
//! Pits are numbered as on the board: 0 is South's leftmost pit, numbers run anticlockwise. Players are 0 (South) and
//! 1 (North).

#![allow(dead_code, reason = "each test program uses the part it needs")]

use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::collections::HashSet;

/// Room for the largest board, two rows of twelve.
pub const MOST: usize = 24;

/// Seeds by pit; places past the board's end stay 0.
pub type Pits = [u16; MOST];

/// Which pits are open; places past the board's end stay false.
pub type Open = [bool; MOST];

/// Question 02: the rows from which the mover may capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    Either,
    Opponents,
    Own,
}

/// Questions 03 and 18: one capture, or a chain that spares the pit sown last, or one that may take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    Single,
    Spared,
    Taken,
}

/// Questions 04 and 05: which pit a lap passes over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    Nothing,
    LapsOwn,
    MovesFirst,
}

/// Question 07: what the pit of the last seed has to do with a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    Any,
    Empty,
    Follows,
}

/// Question 08: what ends a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    OnTurn,
    AtOnce,
    MoverEmptied,
}

/// Question 09: who gets the seeds that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Opponent,
    RowOwners,
    Nobody,
}

/// Question 22: what a sowing without end does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    MoverLoses,
    Forbidden,
    Drawn,
}

/// The rules of turns and rounds.
#[allow(clippy::struct_excessive_bools, reason = "each is the answer to a question of two readings")]
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Pits in each row.
    pub row: usize,
    /// Question 01, for each player.
    pub clockwise: [bool; 2],
    pub rows: Rows,
    pub chain: Chain,
    pub skip: Skip,
    /// Question 06: a relay lifts from the mover's own row only.
    pub relay_own: bool,
    pub landing: Landing,
    /// Question 15: closed pits stand as empty ones before the tests that follow a lap.
    pub closed_stand: bool,
    /// Question 16: the empty pit and the pit captured after it are in one row.
    pub one_row: bool,
    /// Question 17: the pit the move began with is never captured.
    pub spare_origin: bool,
    /// Question 26: the fewest seeds that may be lifted to begin a move.
    pub least: u16,
    /// Question 10: a player whose opponent has nothing must feed him if he can.
    pub feed: bool,
    pub ends: Ends,
    pub rest: Rest,
    pub never: Never,
    /// Question 23: the first return of board and player ends the round.
    pub repeat_ends: bool,
    /// The round is broken off after so many turns.
    pub cap: Option<u32>,
    /// Question 25: a player who can move may pass.
    pub may_pass: bool,
    /// Question 14: closed pits are opened in a round, on their owner's turn, for so many seeds each.
    pub opens_for: Option<(u16, Order)>,
    /// Question 20: a player who holds fewer seeds than this, his row counted, has lost the match.
    pub lost_below: Option<u32>,
}

impl Rules {
    /// The best supported reading of Bosh on a board of any width.
    pub const fn best(row: usize) -> Self {
        Self {
            row,
            clockwise: [false, false],
            rows: Rows::Either,
            chain: Chain::Single,
            skip: Skip::Nothing,
            relay_own: false,
            landing: Landing::Any,
            closed_stand: false,
            one_row: false,
            spare_origin: false,
            least: 1,
            feed: false,
            ends: Ends::OnTurn,
            rest: Rest::Opponent,
            never: Never::MoverLoses,
            repeat_ends: true,
            cap: None,
            may_pass: false,
            opens_for: None,
            lost_below: None,
        }
    }

    /// Pits on the board.
    pub const fn pits(&self) -> usize {
        2 * self.row
    }

    /// The player whose row holds `pit`.
    pub const fn owner(&self, pit: usize) -> usize {
        pit / self.row
    }

    /// The pits of a player's row in the order of his sowing.
    pub fn row_of(&self, player: usize) -> Vec<usize> {
        let mut row: Vec<usize> = (player * self.row..(player + 1) * self.row).collect();
        if self.clockwise[player] {
            row.reverse();
        }
        row
    }

    fn step(&self, player: usize, pit: usize) -> usize {
        let all = self.pits();
        if self.clockwise[player] { (pit + all - 1) % all } else { (pit + 1) % all }
    }

    /// The pit that the seed after one in `pit` falls into, were no pit passed over.
    fn sown_after(&self, open: &Open, player: usize, pit: usize) -> usize {
        let mut pit = self.step(player, pit);
        while !open[pit] {
            pit = self.step(player, pit);
        }
        pit
    }

    /// The pit that stands after `pit` when a lap is over.
    fn seen_after(&self, open: &Open, player: usize, pit: usize) -> usize {
        if self.closed_stand { self.step(player, pit) } else { self.sown_after(open, player, pit) }
    }
}

/// The fixed facts of one move.
struct Move<'a> {
    rules: &'a Rules,
    open: &'a Open,
    mover: usize,
    from: usize,
}

impl Move<'_> {
    /// Sows the seeds of `lifted`; returns the pit of the last one and the number sown.
    fn lap(&self, pits: &mut Pits, lifted: usize) -> (usize, u16) {
        let over = match self.rules.skip {
            Skip::Nothing => MOST,
            Skip::LapsOwn => lifted,
            Skip::MovesFirst => self.from,
        };
        let hand = pits[lifted];
        pits[lifted] = 0;
        let mut at = lifted;
        for _ in 0..hand {
            at = self.rules.sown_after(self.open, self.mover, at);
            if at == over {
                at = self.rules.sown_after(self.open, self.mover, at);
            }
            pits[at] += 1;
        }
        (at, hand)
    }

    /// Whether the mover may take what is in `pit`, which stands after `before`.
    fn may_take(&self, pits: &Pits, before: usize, pit: usize) -> bool {
        let rules = self.rules;
        let side = match rules.rows {
            Rows::Either => true,
            Rows::Opponents => rules.owner(pit) != self.mover,
            Rows::Own => rules.owner(pit) == self.mover,
        };
        pits[pit] > 0
            && side
            && !(rules.one_row && rules.owner(before) != rules.owner(pit))
            && !(rules.spare_origin && pit == self.from)
    }

    /// Takes `pit`, which stands after `before`, and what a chain brings.
    fn take(&self, pits: &mut Pits, last: usize, before: usize, pit: usize) -> Vec<(usize, u16)> {
        let mut taken = Vec::new();
        let (mut before, mut pit) = (before, pit);
        while self.may_take(pits, before, pit) {
            if !taken.is_empty() && self.rules.chain == Chain::Spared && pit == last {
                break;
            }
            taken.push((pit, pits[pit]));
            pits[pit] = 0;
            if self.rules.chain == Chain::Single {
                break;
            }
            before = self.rules.seen_after(self.open, self.mover, pit);
            if pits[before] > 0 {
                break;
            }
            pit = self.rules.seen_after(self.open, self.mover, before);
        }
        taken
    }
}

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The board after it; the board before it if it never ends.
    pub pits: Pits,
    /// Pits captured and their seeds, in order.
    pub captured: Vec<(usize, u16)>,
    /// Laps sown.
    pub laps: u64,
    /// Seeds sown in all laps together.
    pub sown: u64,
    /// The pit of the last seed.
    pub last: usize,
    /// The sowing came back to a board and a pit to lift that it had been at before.
    pub never_ends: bool,
}

impl Turn {
    /// Seeds captured.
    pub fn gain(&self) -> u32 {
        self.captured.iter().map(|&(_, seeds)| u32::from(seeds)).sum()
    }
}

/// Laps before boards are remembered. A sowing that never ends comes back to what it is at then, so nothing is missed.
const LAPS_BEFORE_WATCH: u64 = 40;

/// Plays one move of `mover` from `from`, which holds seeds.
pub fn turn(rules: &Rules, pits: &Pits, open: &Open, mover: usize, from: usize) -> Turn {
    assert!(pits[from] > 0 && open[from], "a move begins with seeds in an open pit");
    let this = Move { rules, open, mover, from };
    let start = *pits;
    let mut pits = *pits;
    let (mut laps, mut sown) = (0, 0);
    let mut seen = FxHashSet::default();
    let mut lifted = from;
    loop {
        if laps >= LAPS_BEFORE_WATCH && !seen.insert((pits, lifted)) {
            return Turn { pits: start, captured: Vec::new(), laps, sown, last: lifted, never_ends: true };
        }
        let (last, hand) = this.lap(&mut pits, lifted);
        laps += 1;
        sown += u64::from(hand);
        let fell_in_empty = pits[last] == 1;
        let next = rules.seen_after(open, mover, last);
        let mut captured = Vec::new();
        if rules.landing == Landing::Follows {
            if fell_in_empty && pits[next] > 0 {
                captured = this.take(&mut pits, last, last, next);
            } else if relays(rules, &pits, mover, next) {
                lifted = next;
                continue;
            }
        } else if pits[next] > 0 {
            if relays(rules, &pits, mover, next) {
                lifted = next;
                continue;
            }
        } else if rules.landing == Landing::Any || fell_in_empty {
            let beyond = rules.seen_after(open, mover, next);
            captured = this.take(&mut pits, last, next, beyond);
        }
        return Turn { pits, captured, laps, sown, last, never_ends: false };
    }
}

fn relays(rules: &Rules, pits: &Pits, mover: usize, next: usize) -> bool {
    pits[next] > 0 && (!rules.relay_own || rules.owner(next) == mover)
}

/// A position in a round.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub pits: Pits,
    pub open: Open,
    /// Seeds won by each player.
    pub won: [u32; 2],
    pub mover: usize,
}

impl Position {
    /// The first position of a match: every pit open and holding `fill`.
    pub fn start(rules: &Rules, fill: u16, mover: usize) -> Self {
        let mut pits = [0; MOST];
        let mut open = [false; MOST];
        pits[..rules.pits()].fill(fill);
        open[..rules.pits()].fill(true);
        Self { pits, open, won: [0, 0], mover }
    }

    /// Seeds in a player's row.
    pub fn row(&self, rules: &Rules, player: usize) -> u32 {
        rules.row_of(player).iter().map(|&pit| u32::from(self.pits[pit])).sum()
    }

    /// Seeds on the board.
    pub fn on_board(&self) -> u32 {
        self.pits.iter().map(|&n| u32::from(n)).sum()
    }

    /// Seeds on the board and won.
    pub fn total(&self) -> u32 {
        self.on_board() + self.won[0] + self.won[1]
    }

    /// The pits the mover may lift, in ascending order.
    pub fn legal(&self, rules: &Rules) -> Vec<usize> {
        let first = self.mover * rules.row;
        let mut legal: Vec<usize> =
            (first..first + rules.row).filter(|&p| self.open[p] && self.pits[p] >= rules.least).collect();
        if rules.never == Never::Forbidden {
            legal.retain(|&p| !turn(rules, &self.pits, &self.open, self.mover, p).never_ends);
        }
        if rules.feed && self.row(rules, 1 - self.mover) == 0 {
            let feeds = |&&p: &&usize| {
                let after = Self { pits: turn(rules, &self.pits, &self.open, self.mover, p).pits, ..self.clone() };
                after.row(rules, 1 - self.mover) > 0
            };
            let feeding: Vec<usize> = legal.iter().filter(feeds).copied().collect();
            if !feeding.is_empty() {
                legal = feeding;
            }
        }
        legal
    }
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This player had no seeds in his row, or no move.
    Ended(usize),
    /// There was nothing left on the board.
    Bare,
    /// This player began a sowing without end.
    NeverEnding(usize),
    /// A position came back.
    Repeated,
    /// The cap was reached; each player keeps his row.
    CutOff,
    /// These players have too few seeds to go on with the match; each keeps his row.
    Lost([bool; 2]),
}

/// A round as it is played.
#[derive(Clone, Debug)]
pub struct Round {
    pub rules: Rules,
    pub position: Position,
    /// Turns played, passes included.
    pub turns: u32,
    pub over: Option<End>,
    /// The player who made the last move.
    pub last_mover: Option<usize>,
    seen: HashSet<Position>,
}

impl Round {
    pub fn new(rules: Rules, position: Position) -> Self {
        let mut round = Self { rules, position, turns: 0, over: None, last_mover: None, seen: HashSet::new() };
        round.before_turn();
        round
    }

    /// Plays the mover's pit, or a pass where he has no move.
    pub fn play(&mut self, pit: Option<usize>) -> Option<Turn> {
        assert!(self.over.is_none(), "the round is over");
        let mover = self.position.mover;
        let done = pit.map(|pit| turn(&self.rules, &self.position.pits, &self.position.open, mover, pit));
        self.turns += 1;
        if let Some(done) = &done {
            self.last_mover = Some(mover);
            if done.never_ends {
                match self.rules.never {
                    Never::MoverLoses => self.sweep(|_| Some(1 - mover)),
                    Never::Drawn => self.sweep_to_owners(),
                    Never::Forbidden => panic!("a forbidden move was played"),
                }
                self.over = Some(End::NeverEnding(mover));
                return Some(done.clone());
            }
            self.position.pits = done.pits;
            self.position.won[mover] += done.gain();
        }
        if let Some(least) = self.rules.lost_below {
            let holds = |player| self.position.won[player] + self.position.row(&self.rules, player);
            let lost = [holds(0) < least, holds(1) < least];
            if lost != [false, false] {
                self.sweep_to_owners();
                self.over = Some(End::Lost(lost));
                return done;
            }
        }
        if self.position.on_board() == 0 {
            self.over = Some(End::Bare);
            return done;
        }
        if done.is_some() {
            let empty = |player| self.position.row(&self.rules, player) == 0;
            let ended = match self.rules.ends {
                Ends::OnTurn => None,
                Ends::AtOnce => [0, 1].into_iter().find(|&player| empty(player)),
                Ends::MoverEmptied => Some(mover).filter(|&player| empty(player)),
            };
            if let Some(player) = ended {
                self.ended_by(player);
                return done;
            }
        }
        self.position.mover = 1 - mover;
        self.before_turn();
        done
    }

    fn before_turn(&mut self) {
        if self.position.on_board() == 0 {
            self.over = Some(End::Bare);
            return;
        }
        self.open_closed();
        if self.rules.repeat_ends && !self.seen.insert(self.position.clone()) {
            self.sweep_to_owners();
            self.over = Some(End::Repeated);
        } else if self.rules.ends != Ends::MoverEmptied && self.position.legal(&self.rules).is_empty() {
            self.ended_by(self.position.mover);
        } else if self.rules.cap.is_some_and(|cap| self.turns >= cap) {
            self.sweep_to_owners();
            self.over = Some(End::CutOff);
        }
    }

    fn open_closed(&mut self) {
        let Some((fill, order)) = self.rules.opens_for else { return };
        let mover = self.position.mover;
        for pit in order.of(self.rules.row_of(mover)) {
            if !self.position.open[pit] && self.position.won[mover] >= u32::from(fill) {
                self.position.won[mover] -= u32::from(fill);
                self.position.open[pit] = true;
                self.position.pits[pit] = fill;
            }
        }
    }

    fn ended_by(&mut self, player: usize) {
        match self.rules.rest {
            Rest::Opponent => self.sweep(|_| Some(1 - player)),
            Rest::RowOwners => self.sweep_to_owners(),
            Rest::Nobody => self.sweep(|_| None),
        }
        self.over = Some(End::Ended(player));
    }

    fn sweep_to_owners(&mut self) {
        let row = self.rules.row;
        self.sweep(|pit| Some(pit / row));
    }

    fn sweep(&mut self, taker: impl Fn(usize) -> Option<usize>) {
        for pit in 0..self.rules.pits() {
            let seeds = u32::from(self.position.pits[pit]);
            self.position.pits[pit] = 0;
            if let Some(player) = taker(pit) {
                self.position.won[player] += seeds;
            }
        }
    }
}

/// Question 12 without the owner's choice: which of his pits a player fills first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Sowing,
    Against,
    FromEnds,
}

impl Order {
    /// The pits of a row, given in the order of sowing, in the order of filling.
    fn of(self, row: Vec<usize>) -> Vec<usize> {
        match self {
            Self::Sowing => row,
            Self::Against => row.into_iter().rev().collect(),
            Self::FromEnds => {
                let (mut left, mut right) = (0, row.len());
                let mut order = Vec::new();
                while left < right {
                    order.push(row[left]);
                    left += 1;
                    if left < right {
                        right -= 1;
                        order.push(row[right]);
                    }
                }
                order
            }
        }
    }
}

/// Question 13: seeds left over when the pits are filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surplus {
    Kept,
    Lost,
    ShortPit,
    Given,
}

/// Question 11: who starts the next round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    Loser,
    Alternate,
    Winner,
    LastMover,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(usize),
    Drawn,
}

/// How rounds follow each other.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    pub fill: u16,
    pub order: Order,
    pub surplus: Surplus,
    /// Question 14: a pit once closed may be opened at a later refill.
    pub reopen: bool,
    pub starter: Starter,
    /// Question 19: a player who can fill no more pits than this has lost.
    pub lost_at: usize,
    /// Or so many rounds are played.
    pub rounds: Option<u32>,
    /// Question 21: an equal split ends the match.
    pub split_draws: bool,
}

impl Match {
    /// The best supported reading.
    pub const fn best() -> Self {
        Self {
            fill: 4,
            order: Order::Sowing,
            surplus: Surplus::Kept,
            reopen: true,
            starter: Starter::Loser,
            lost_at: 0,
            rounds: None,
            split_draws: false,
        }
    }

    /// A player's pits in the order in which he fills them, those left out that must stay closed.
    pub fn fillable(&self, rules: &Rules, open: &Open, player: usize) -> Vec<usize> {
        let order = self.order.of(rules.row_of(player));
        order.into_iter().filter(|&pit| self.reopen || open[pit]).collect()
    }

    /// The result after a round, if the match is over.
    pub fn over(&self, rules: &Rules, open: &Open, won: [u32; 2], rounds: u32) -> Option<Outcome> {
        if self.rounds.is_some_and(|limit| rounds >= limit) {
            return Some(match won[0].cmp(&won[1]) {
                Ordering::Greater => Outcome::Won(0),
                Ordering::Less => Outcome::Won(1),
                Ordering::Equal => Outcome::Drawn,
            });
        }
        let lost = [0, 1].map(|player| {
            let can = (won[player] / u32::from(self.fill)) as usize;
            can.min(self.fillable(rules, open, player).len()) <= self.lost_at
        });
        match lost {
            [true, true] => Some(Outcome::Drawn),
            [true, false] => Some(Outcome::Won(1)),
            [false, true] => Some(Outcome::Won(0)),
            [false, false] if self.split_draws && won[0] == won[1] => Some(Outcome::Drawn),
            [false, false] => None,
        }
    }

    /// Sets up a round; returns the position and the seeds that left the game.
    pub fn refill(&self, rules: &Rules, open: &Open, won: [u32; 2], starter: usize) -> (Position, u32) {
        self.refill_as_chosen(rules, open, won, starter, &[None, None])
    }

    /// Sets up a round where a player may have chosen the pits that he fills, in the order in which he pays for them.
    ///
    /// His choice must fill as many pits as any other would.
    pub fn refill_as_chosen(
        &self,
        rules: &Rules,
        open: &Open,
        won: [u32; 2],
        starter: usize,
        chosen: &[Option<Vec<usize>>; 2],
    ) -> (Position, u32) {
        let fill = u32::from(self.fill);
        let mut next = Position { pits: [0; MOST], open: [false; MOST], won, mover: starter };
        let mut over = [0; 2];
        for player in [0, 1] {
            let may = self.fillable(rules, open, player);
            let order = chosen[player].clone().unwrap_or_else(|| may.clone());
            assert!(order.iter().all(|pit| may.contains(pit)), "only these pits may be opened");
            let paid = order.len().min((won[player] / fill) as usize);
            assert_eq!(paid, may.len().min((won[player] / fill) as usize), "every pit that can be paid is paid");
            for pit in order {
                let seeds = if next.won[player] >= fill {
                    fill
                } else if self.surplus == Surplus::ShortPit {
                    next.won[player]
                } else {
                    0
                };
                next.pits[pit] = u16::try_from(seeds).expect("a pit holds few seeds at a refill");
                next.open[pit] = seeds > 0;
                next.won[player] -= seeds;
            }
            if matches!(self.surplus, Surplus::Lost | Surplus::Given) {
                over[player] = std::mem::take(&mut next.won[player]);
            }
        }
        if self.surplus == Surplus::Given {
            next.won = [over[1], over[0]];
            over = [0; 2];
        }
        (next, over[0] + over[1])
    }

    /// Who starts the next round.
    pub fn starter(&self, won: [u32; 2], started: usize, last_mover: Option<usize>) -> usize {
        match self.starter {
            Starter::Alternate => 1 - started,
            Starter::LastMover => last_mover.unwrap_or(started),
            Starter::Loser | Starter::Winner if won[0] == won[1] => started,
            Starter::Loser => usize::from(won[1] < won[0]),
            Starter::Winner => usize::from(won[1] > won[0]),
        }
    }
}
