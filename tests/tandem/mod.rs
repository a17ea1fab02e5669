//! The engine and the plain kernel side by side: the same rules in both, and games that both must play alike.

#![allow(dead_code, reason = "each test program uses the part it needs")]

use crate::plain::{self, MOST};
use sowlab::engine::{End, Kernel, Lanes, Machine, Move, Scope, Sown, State, Watch, bits};
use sowlab::play::{
    Class, Decision, DecisionKind, MatchResult, Onlooker, Player, RoundPlay, Standing, Turn, play_match,
};
use sowlab::rng::Rng;
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::{
    Action, Board, Capture, CaptureLimits, CaptureRows, Case, Chain, Choice, ClosedPits, Direction, EqualSplit,
    Feeding, FillOrder, Goal, MatchEnd, MatchPlay, NeverEnding, NoMove, Origin, Pit, PitWord, Quality, Remainder,
    Reopen, Repetition, Round, RoundEnd, RowsFilled, Ruleset, Seat, Starter, Surplus, Test, Turn as TurnRules,
};
use sowlab::with_kernel;
use std::cell::RefCell;
use std::convert::Infallible;

/// The ruleset that says what the plain rules say, four seeds in every pit.
pub fn ruleset(rules: &plain::Rules, play: Option<&plain::Match>) -> Ruleset {
    Ruleset {
        board: Board::two_rows(u8::try_from(rules.row).expect("a short row"), vec![4; rules.pits()]),
        turn: TurnRules {
            choice: Choice {
                feeding: if rules.feed { Feeding::Due } else { Feeding::Free },
                may_pass: rules.may_pass,
                ..Choice::any_holding(rules.least)
            },
            direction: rules.clockwise.map(|c| if c { Direction::Clockwise } else { Direction::Anticlockwise }),
            ways: sowlab::rules::ruleset::Ways::One,
            origin: match rules.skip {
                plain::Skip::Nothing => Origin::Sown,
                plain::Skip::LapsOwn => Origin::SkippedEachLap,
                plain::Skip::MovesFirst => Origin::SkippedWholeMove,
            },
            en_passant: None,
            after_lap: after_lap(rules),
            captures: CaptureLimits {
                rows: match rules.rows {
                    plain::Rows::Either => CaptureRows::Either,
                    plain::Rows::Opponents => CaptureRows::Opponents,
                    plain::Rows::Own => CaptureRows::Own,
                },
                round_the_corner: !rules.one_row,
                from_origin: !rules.spare_origin,
                ..CaptureLimits::NONE
            },
            never_ending: match rules.never {
                plain::Never::MoverLoses => NeverEnding::MoverLoses,
                plain::Never::Forbidden => NeverEnding::NotAllowed,
                plain::Never::Drawn => NeverEnding::Drawn,
            },
        },
        round: Round {
            ends: vec![match rules.ends {
                plain::Ends::OnTurn => RoundEnd::OnTurn,
                plain::Ends::AtOnce => RoundEnd::AtOnce,
                plain::Ends::MoverEmptied => RoundEnd::MoverEmptied,
            }],
            no_move: if rules.ends == plain::Ends::MoverEmptied { NoMove::Pass } else { NoMove::EndsRound },
            remainder: match rules.rest {
                plain::Rest::Opponent => Remainder::Opponent,
                plain::Rest::RowOwners => Remainder::RowOwners,
                plain::Rest::Nobody => Remainder::Nobody,
            },
            repetition: if rules.repeat_ends { Repetition::Drawn(1) } else { Repetition::Ignored },
            turn_cap: rules.cap,
            goal: Goal::MoreSeeds,
        },
        match_play: Some(match_play(rules, play.unwrap_or(&plain::Match::best()))),
    }
}

/// The id of the reading of Bosh that says what the plain rules say about questions 02 to 10, 15 to 18, 22, 23 and 26.
pub fn reading_id(rules: &plain::Rules) -> String {
    let best = plain::Rules::best(5);
    assert_eq!((rules.row, rules.clockwise, rules.may_pass), (best.row, best.clockwise, best.may_pass));
    let mut parts = Vec::new();
    let mut answer = |differs: bool, part: &'static str| {
        if differs {
            parts.push(part);
        }
    };
    answer(rules.rows == plain::Rows::Opponents, "02=opponent");
    answer(rules.rows == plain::Rows::Own, "02=own");
    answer(rules.chain != plain::Chain::Single, "03=chained");
    answer(rules.skip != plain::Skip::Nothing, "04=skipped");
    answer(rules.skip == plain::Skip::MovesFirst, "05=whole-move");
    answer(rules.relay_own, "06=own");
    answer(rules.landing == plain::Landing::Empty, "07=landing-empty");
    answer(rules.landing == plain::Landing::Follows, "07=landing-follows");
    answer(rules.ends == plain::Ends::AtOnce, "08=at-once");
    answer(rules.ends == plain::Ends::MoverEmptied, "08=mover-emptied");
    answer(rules.rest == plain::Rest::RowOwners, "09=row-owners");
    answer(rules.rest == plain::Rest::Nobody, "09=nobody");
    answer(rules.feed, "10=must-feed");
    answer(rules.closed_stand, "15=empty");
    answer(rules.one_row, "16=row");
    answer(rules.spare_origin, "17=not-origin");
    answer(rules.chain == plain::Chain::Taken, "18=taken");
    answer(rules.never == plain::Never::Forbidden, "22=forbidden");
    answer(rules.never == plain::Never::Drawn, "22=drawn");
    answer(!rules.repeat_ends, "23=cap");
    answer(rules.least == 2, "26=not-singles");
    if parts.is_empty() { "bosh".to_owned() } else { format!("bosh:{}", parts.join(",")) }
}

fn after_lap(rules: &plain::Rules) -> Vec<Case> {
    let test = |pit, is| Test { pit, is };
    let chain = match rules.chain {
        plain::Chain::Single => Chain::Once,
        plain::Chain::Spared => Chain::BeforeLast,
        plain::Chain::Taken => Chain::ThroughLast,
    };
    let capture = |pit| Action::Capture(Capture::of(pit, chain));
    let mut cases = Vec::new();
    if rules.landing == plain::Landing::Follows {
        cases.push(Case {
            when: vec![test(PitWord::Last, Quality::WasEmpty), test(PitWord::Next, Quality::Occupied)],
            then: capture(PitWord::Next),
        });
    }
    let mut relay = vec![test(PitWord::Next, Quality::Occupied)];
    if rules.relay_own {
        relay.push(test(PitWord::Next, Quality::Own));
    }
    cases.push(Case { when: relay, then: Action::Relay(PitWord::Next) });
    if rules.landing != plain::Landing::Follows {
        let mut gap = vec![test(PitWord::Next, Quality::Empty), test(PitWord::Beyond, Quality::Occupied)];
        if rules.landing == plain::Landing::Empty {
            gap.push(test(PitWord::Last, Quality::WasEmpty));
        }
        cases.push(Case { when: gap, then: capture(PitWord::Beyond) });
    }
    cases
}

const fn fill_order(order: plain::Order) -> FillOrder {
    match order {
        plain::Order::Sowing => FillOrder::Sowing,
        plain::Order::Against => FillOrder::AgainstSowing,
        plain::Order::FromEnds => FillOrder::FromEnds,
    }
}

fn match_play(rules: &plain::Rules, play: &plain::Match) -> MatchPlay {
    MatchPlay {
        fill: play.fill,
        order: fill_order(play.order),
        rows: RowsFilled::Each,
        surplus: match play.surplus {
            plain::Surplus::Kept => Surplus::Kept,
            plain::Surplus::Lost => Surplus::Lost,
            plain::Surplus::ShortPit => Surplus::ShortPit,
            plain::Surplus::Given => Surplus::ToOpponent,
        },
        reopen: match (play.reopen, rules.opens_for) {
            (_, Some(_)) => Reopen::DuringRound,
            (true, None) => Reopen::AtRefill,
            (false, None) => Reopen::Never,
        },
        closed: if rules.closed_stand { ClosedPits::CountAsEmpty } else { ClosedPits::Absent },
        starter: match play.starter {
            plain::Starter::Loser => Starter::Loser,
            plain::Starter::Alternate => Starter::Alternate,
            plain::Starter::Winner => Starter::Winner,
            plain::Starter::LastMover => Starter::LastMover,
        },
        end: play.rounds.map_or(MatchEnd::FillsAtMost(u8::try_from(play.lost_at).expect("few pits")), MatchEnd::Rounds),
        lost_during_round: rules.lost_below.is_some(),
        equal_split: if play.split_draws { EqualSplit::Drawn } else { EqualSplit::PlayOn },
    }
}

/// A plain position, packed.
pub fn pack<W: Lanes>(position: &plain::Position, pits: usize) -> State<W> {
    let all = 0..u8::try_from(pits).expect("a small board");
    let cells = all.clone().fold(W::EMPTY, |cells, p| cells.with(p, position.pits[usize::from(p)]));
    State {
        won: position.won.map(|n| u16::try_from(n).expect("few seeds")),
        mover: Seat::BOTH[position.mover],
        closed: all.filter(|&p| !position.open[usize::from(p)]).fold(0, |mask, p| mask | 1 << p),
        ..State::new(cells)
    }
}

/// A packed position, plain.
pub fn unpack<W: Lanes>(state: &State<W>, pits: usize) -> plain::Position {
    let mut position = plain::Position {
        pits: [0; MOST],
        open: [false; MOST],
        won: state.won.map(u32::from),
        mover: state.mover.index(),
    };
    for p in 0..u8::try_from(pits).expect("a small board") {
        position.pits[usize::from(p)] = state.cells.get(p);
        position.open[usize::from(p)] = state.closed >> p & 1 == 0;
    }
    position
}

/// What the engine tells of one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub laps: Vec<(usize, u16, usize)>,
    pub captured: Vec<(usize, u16)>,
}

impl Watch for Told {
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        self.laps.push((from.index(), seeds, last.index()));
    }

    fn capture(&mut self, pit: Pit, seeds: u16, _taker: Seat) {
        self.captured.push((pit.index(), seeds));
    }
}

/// Asserts that what the engine did in a turn is what the plain kernel did.
pub fn assert_same_turn(plain: &plain::Turn, sown: &Sown, told: &Told) {
    assert_eq!(plain.never_ends, sown.never_ending, "whether it never ends");
    if plain.never_ends {
        return;
    }
    assert_eq!(plain.captured, told.captured, "captures");
    assert_eq!(plain.gain(), sown.captured, "seeds captured");
    assert_eq!(plain.captured.len(), sown.captures as usize, "pits captured");
    assert_eq!(plain.laps, u64::from(sown.laps), "laps");
    assert_eq!(plain.laps, told.laps.len() as u64, "laps told");
    assert_eq!(plain.sown, sown.seeds, "seeds sown");
    assert_eq!(Some(plain.last), told.laps.last().map(|lap| lap.2), "the pit sown last");
}

/// Games on both kernels at once. Players draw their moves by chance and check what they are offered.
#[derive(Debug)]
pub struct Tandem {
    rules: plain::Rules,
    play: plain::Match,
    rng: Rng,
    round: plain::Round,
    rounds: u32,
    started: usize,
    told: Told,
    done: Option<plain::Turn>,
    chosen: [Option<Vec<usize>>; 2],
}

impl Tandem {
    fn new(rules: plain::Rules, play: plain::Match, start: plain::Position, seed: u64) -> Self {
        Self {
            started: start.mover,
            round: plain::Round::new(rules, start),
            rules,
            play,
            rng: Rng::from_u64(seed),
            rounds: 0,
            told: Told::default(),
            done: None,
            chosen: [None, None],
        }
    }

    fn end(&self) -> plain::End {
        self.round.over.expect("the plain round is over when the engine's is")
    }
}

/// One player of a tandem.
struct Half<'a>(&'a RefCell<Tandem>);

impl Player for Half<'_> {
    type Stop = Infallible;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        let mut tandem = self.0.borrow_mut();
        assert_eq!(tandem.round.over, None, "the plain round goes on");
        let legal: Vec<usize> = turn.moves.iter().filter_map(Move::pit).map(Pit::index).collect();
        assert_eq!(legal, tandem.round.position.legal(&tandem.rules), "legal moves of {:?}", tandem.round.position);
        assert_eq!(turn.may_pass, tandem.rules.may_pass);
        Ok(turn.nth(tandem.rng.below(turn.choices())))
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        Ok(self.0.borrow_mut().rng.below(u32::try_from(decision.options.len()).expect("few options")) as usize)
    }
}

/// Looks on and checks.
struct Witness<'a>(&'a RefCell<Tandem>);

impl Watch for Witness<'_> {
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        self.0.borrow_mut().told.lap(from, seeds, last);
    }

    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        self.0.borrow_mut().told.capture(pit, seeds, taker);
    }
}

impl Onlooker for Witness<'_> {
    fn round_begins<W: Lanes>(&mut self, _kernel: &Kernel<W>, state: &State<W>, number: u32) {
        let tandem = &mut *self.0.borrow_mut();
        if number > 1 {
            let before = &tandem.round;
            let (won, open) = (before.position.won, before.position.open);
            assert_eq!(tandem.play.over(&tandem.rules, &open, won, tandem.rounds), None, "the match goes on");
            tandem.started = tandem.play.starter(won, tandem.started, before.last_mover);
            let chosen = std::mem::take(&mut tandem.chosen);
            let (next, _) = tandem.play.refill_as_chosen(&tandem.rules, &open, won, tandem.started, &chosen);
            tandem.round = plain::Round::new(tandem.rules, next.clone());
            assert_eq!(unpack(state, tandem.rules.pits()), next, "the refill");
        }
        tandem.rounds = number;
    }

    fn turn_begins<W: Lanes>(&mut self, _kernel: &Kernel<W>, state: &State<W>, chosen: Move) {
        let tandem = &mut *self.0.borrow_mut();
        assert_eq!(tandem.round.over, None, "the plain round goes on");
        assert_eq!(unpack(state, tandem.rules.pits()), tandem.round.position, "the position");
        tandem.told = Told::default();
        tandem.done = match chosen {
            Move::Lift(pit) => tandem.round.play(Some(pit.index())),
            Move::Varied(..) => panic!("plain rules leave no choice but the pit"),
            Move::Pass => {
                assert!(tandem.rules.may_pass || tandem.round.position.legal(&tandem.rules).is_empty());
                tandem.round.play(None)
            }
        };
    }

    fn turn_ends<W: Lanes>(&mut self, _kernel: &Kernel<W>, _state: &State<W>, sown: &Sown) {
        let tandem = self.0.borrow();
        if let Some(done) = &tandem.done {
            assert_same_turn(done, sown, &tandem.told);
        }
    }

    fn decided<W: Lanes>(&mut self, _kernel: &Kernel<W>, seat: Seat, kind: DecisionKind, pits: u32) {
        let tandem = &mut *self.0.borrow_mut();
        let pits: Vec<usize> = bits(pits.into()).map(|p| p as usize).collect();
        let player = seat.index();
        let may = tandem.play.fillable(&tandem.rules, &tandem.round.position.open, player);
        let chosen = tandem.chosen[player].get_or_insert(may);
        match kind {
            DecisionKind::Close => chosen.retain(|pit| !pits.contains(pit)),
            // The pit that stays short is paid for last.
            DecisionKind::Short => {
                chosen.retain(|pit| !pits.contains(pit));
                chosen.extend(pits);
            }
            DecisionKind::Reopen => tandem.chosen[player] = None,
        }
    }

    fn round_ends<W: Lanes>(&mut self, _kernel: &Kernel<W>, state: &State<W>, end: End) {
        let tandem = self.0.borrow();
        let expected = match end {
            End::Stuck(seat) => plain::End::Ended(seat.index()),
            End::Exhausted => panic!("plain rules end no round like this"),
            End::BoardEmpty => plain::End::Bare,
            End::NeverEnding(seat) => plain::End::NeverEnding(seat.index()),
            End::Repetition => plain::End::Repeated,
            End::TurnCap => plain::End::CutOff,
            End::MatchLost(lost) => plain::End::Lost(lost),
        };
        assert_eq!(tandem.end(), expected, "why the round ended");
        assert_eq!(state.won.map(u32::from), tandem.round.position.won, "what the players hold");
        assert_eq!(state.cells, W::EMPTY, "a round that is over leaves a bare board");
    }

    fn stands(&mut self, standing: Standing) {
        assert_eq!(standing.seeds.map(u32::from), self.0.borrow().round.position.won);
    }
}

/// Plays one round on both kernels; returns how it ended and its turns.
pub fn round(machine: &Machine, rules: &plain::Rules, start: &plain::Position, seed: u64) -> (plain::End, u32) {
    let tandem = RefCell::new(Tandem::new(*rules, plain::Match::best(), start.clone(), seed));
    with_kernel!(machine, kernel => {
        let mut state = pack(start, rules.pits());
        let mut players = [Half(&tandem), Half(&tandem)];
        let mut play = RoundPlay::new();
        let Ok(_) = play.run(kernel, &mut state, &mut players, &mut Witness(&tandem));
        assert_eq!(play.counts().turns, tandem.borrow().round.turns);
    });
    let tandem = tandem.into_inner();
    (tandem.end(), tandem.round.turns)
}

/// Plays one match on both kernels, broken off after `round_cap` rounds.
pub fn full_match(
    machine: &Machine,
    rules: &plain::Rules,
    play: &plain::Match,
    seed: u64,
    round_cap: u32,
) -> MatchResult {
    let start = plain::Position::start(rules, play.fill, 0);
    let tandem = RefCell::new(Tandem::new(*rules, *play, start.clone(), seed));
    let match_rules = machine.rules().match_play.as_ref().expect("rules of a match");
    let result = with_kernel!(machine, kernel => {
        let state = pack(&start, rules.pits());
        let mut players = [Half(&tandem), Half(&tandem)];
        let Ok(result) = play_match(kernel, match_rules, state, &mut players, round_cap, &mut Witness(&tandem));
        result
    });
    let tandem = tandem.into_inner();
    let position = &tandem.round.position;
    let over = match tandem.end() {
        plain::End::Lost([true, true]) => Some(plain::Outcome::Drawn),
        plain::End::Lost(lost) => Some(plain::Outcome::Won(usize::from(lost[0]))),
        _ => play.over(rules, &position.open, position.won, tandem.rounds),
    };
    let class = match over {
        Some(plain::Outcome::Drawn) => Class::Drawn,
        Some(plain::Outcome::Won(0)) => Class::FirstWins,
        Some(plain::Outcome::Won(_)) => Class::SecondWins,
        None => Class::CutOff,
    };
    assert_eq!(result.class, class, "how the match ended");
    assert_eq!(result.won.map(u32::from), position.won);
    assert_eq!(result.rounds, tandem.rounds);
    result
}

/// A machine for one round under plain rules, for up to 63 seeds.
pub fn round_machine(rules: &plain::Rules) -> Machine {
    machine_for_rounds(ruleset(rules, None))
}

/// The same, its rules read from the rules file of Bosh.
pub fn round_machine_from_file(game: &Game, rules: &plain::Rules) -> Machine {
    let answers = game.parse_reading(&reading_id(rules)).expect("a reading of Bosh");
    machine_for_rounds(game.ruleset(&answers).expect("the reading compiles"))
}

fn machine_for_rounds(ruleset: Ruleset) -> Machine {
    Machine::with_seeds(ruleset, Scope::Round, 63).expect("Bosh can be played")
}

/// A machine for matches under plain rules; pits may be closed as their owners choose instead of in the plain order.
pub fn match_machine(rules: &plain::Rules, play: &plain::Match, as_chosen: bool) -> Machine {
    let mut ruleset = ruleset(rules, Some(play));
    if let Some(play) = ruleset.match_play.as_mut().filter(|_| as_chosen) {
        play.order = FillOrder::OwnersChoice;
    }
    Machine::new(ruleset, Scope::Match).expect("Bosh can be played")
}
