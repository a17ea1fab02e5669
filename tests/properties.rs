//! What holds of every position under every reading of a turn and a round.
//!
//! More cases than a test run has time for: `PROPTEST_CASES=20000 cargo test --test properties`.

mod plain;
mod tandem;

use plain::{Chain, Ends, Landing, Match, Never, Order, Position, Rest, Rows, Rules, Skip, Surplus};
use proptest::prelude::*;
use proptest::sample::select;
use sowlab::agents::{Agent, Seated, simulate_round, simulate_rounds, simulate_rounds_briefly};
use sowlab::engine::{
    self, End, Kernel, Lanes, LapPath, Machine, Mark, Move, Moves, Scope, Situation, State, Watch, Width, bits,
};
use sowlab::play::{
    BriefResult, Decision, Player, RoundPlay, Script, ScriptStop, Transcript, Turn, play_script, refill,
};
use sowlab::rng::GameSeed;
use sowlab::rules::ruleset::{FillOrder, Form, Pit, Seat};
use sowlab::with_kernel;
use std::convert::Infallible;

const ROW: usize = 5;
const PITS: usize = 2 * ROW;

// What is drawn.

/// Rules of a turn, both players sowing the same way round.
fn turns() -> impl Strategy<Value = Rules> {
    let rows = select(vec![Rows::Either, Rows::Opponents, Rows::Own]);
    let chain = select(vec![Chain::Single, Chain::Spared, Chain::Taken]);
    let skip = select(vec![Skip::Nothing, Skip::LapsOwn, Skip::MovesFirst]);
    let landing = select(vec![Landing::Any, Landing::Empty, Landing::Follows]);
    let switches = any::<[bool; 5]>();
    (rows, chain, skip, landing, switches).prop_map(|(rows, chain, skip, landing, yes)| Rules {
        rows,
        chain,
        skip,
        landing,
        relay_own: yes[0],
        closed_stand: yes[1],
        one_row: yes[2],
        spare_origin: yes[3],
        clockwise: [yes[4]; 2],
        ..Rules::best(ROW)
    })
}

/// Rules of a turn and a round.
fn rules() -> impl Strategy<Value = Rules> {
    let ends = select(vec![Ends::OnTurn, Ends::AtOnce, Ends::MoverEmptied]);
    let rest = select(vec![Rest::Opponent, Rest::RowOwners, Rest::Nobody]);
    let never = select(vec![Never::MoverLoses, Never::Forbidden, Never::Drawn]);
    (turns(), ends, rest, never, 1..=2_u16, any::<[bool; 2]>()).prop_map(|(turns, ends, rest, never, least, yes)| {
        Rules { ends, rest, never, least, feed: yes[0], may_pass: yes[1], cap: Some(200), ..turns }
    })
}

/// A position of 24 seeds at most on the board, with at least one open pit in each row; so few that a sowing without end
/// comes back soon.
fn positions() -> impl Strategy<Value = Position> {
    let pit = prop_oneof![2 => Just(Some(0)), 6 => (0..=4_u16).prop_map(Some), 1 => (5..=12_u16).prop_map(Some), 1 => Just(None)];
    let board = proptest::collection::vec(pit, PITS);
    (board, [0..=8_u32, 0..=8_u32], 0..=1_usize).prop_filter_map("a row without an open pit, or many seeds", |drawn| {
        let (pits, won, mover) = drawn;
        let rows_open = [&pits[..ROW], &pits[ROW..]].iter().all(|row| row.iter().any(Option::is_some));
        let mut position = Position { pits: [0; plain::MOST], open: [false; plain::MOST], won, mover };
        for (p, seeds) in pits.iter().enumerate() {
            position.pits[p] = seeds.unwrap_or(0);
            position.open[p] = seeds.is_some();
        }
        let open = position.open.iter().filter(|&&open| open).count();
        (rows_open && open > 2 && position.on_board() <= 24).then_some(position)
    })
}

fn machine(rules: &Rules) -> Machine {
    tandem::round_machine(rules)
}

// The board seen from the other side, and in a mirror that swaps left and right.

const fn rotated(pit: usize) -> usize {
    (pit + ROW) % PITS
}

const fn mirrored(pit: usize) -> usize {
    if pit < ROW { ROW - 1 - pit } else { PITS + ROW - 1 - pit }
}

/// The position with every pit where `to` puts it.
fn moved(position: &Position, to: fn(usize) -> usize) -> Position {
    let mut other = position.clone();
    for pit in 0..PITS {
        other.pits[to(pit)] = position.pits[pit];
        other.open[to(pit)] = position.open[pit];
    }
    other
}

fn mirror(position: &Position) -> Position {
    moved(position, mirrored)
}

fn rotate(position: &Position) -> Position {
    let mut other = moved(position, rotated);
    other.won.swap(0, 1);
    other.mover = 1 - position.mover;
    other
}

fn moved_moves(moves: Moves, to: fn(usize) -> usize) -> Moves {
    Moves::plain(bits(moves.plain).fold(0, |all, pit| all | 1 << to(pit as usize)))
}

fn rotate_end(end: End) -> End {
    match end {
        End::Stuck(seat) => End::Stuck(seat.opponent()),
        End::NeverEnding(seat) => End::NeverEnding(seat.opponent()),
        End::MatchLost([south, north]) => End::MatchLost([north, south]),
        End::BoardEmpty | End::Exhausted | End::Repetition | End::TurnCap => end,
    }
}

fn rotate_situation(situation: Situation) -> Situation {
    match situation {
        Situation::Over(end) => Situation::Over(rotate_end(end)),
        Situation::Choose { moves, may_pass } => Situation::Choose { moves: moved_moves(moves, rotated), may_pass },
        Situation::MustPass => situation,
    }
}

/// Everything that can be done from a position: what the mover faces and, for each pit he may lift, what is told of the
/// sowing, the position after it, whether it ended the round, and the settled division of the seeds if it did.
type Everything = (Situation, Vec<(usize, tandem::Told, Position, Option<End>, [u16; 2])>);

fn everything<W: Lanes>(kernel: &Kernel<W>, position: &Position) -> Everything {
    let state: State<W> = tandem::pack(position, PITS);
    let layout = kernel.layout(state.closed);
    let situation = kernel.situation(layout, &state);
    let Situation::Choose { moves, .. } = situation else { return (situation, Vec::new()) };
    let moves = bits(moves.plain).map(|pit| {
        let (mut after, mut told) = (state, tandem::Told::default());
        let (_, end) = kernel.make(layout, &mut after, Move::Lift(Pit(pit as u8)), &mut told);
        let unsettled = tandem::unpack(&after, PITS);
        if let Some(end) = end {
            kernel.settle(&mut after, end);
        }
        (pit as usize, told, unsettled, end, after.won)
    });
    (situation, moves.collect())
}

fn packed_and_unpacked<W: Lanes>(_kernel: &Kernel<W>, position: &Position) -> Position {
    tandem::unpack(&tandem::pack::<W>(position, PITS), PITS)
}

fn moved_told(mut told: tandem::Told, to: fn(usize) -> usize) -> tandem::Told {
    for lap in &mut told.laps {
        (lap.0, lap.2) = (to(lap.0), to(lap.2));
    }
    for capture in &mut told.captured {
        capture.0 = to(capture.0);
    }
    told
}

fn rotate_everything((situation, moves): Everything) -> Everything {
    let moves = moves.into_iter().map(|(pit, told, after, end, won)| {
        (rotated(pit), moved_told(told, rotated), rotate(&after), end.map(rotate_end), [won[1], won[0]])
    });
    (rotate_situation(situation), moves.collect())
}

fn mirror_everything((situation, moves): Everything) -> Everything {
    let situation = match situation {
        Situation::Choose { moves, may_pass } => Situation::Choose { moves: moved_moves(moves, mirrored), may_pass },
        Situation::Over(_) | Situation::MustPass => situation,
    };
    let moves = moves
        .into_iter()
        .map(|(pit, told, after, end, won)| (mirrored(pit), moved_told(told, mirrored), mirror(&after), end, won));
    // Moves are listed by pit number, and a mirror turns that order round.
    (situation, moves.rev().collect())
}

/// Always takes the option of the same index, which a rotated owner must too.
struct Fixed(usize);

impl Player for Fixed {
    type Stop = Infallible;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        Ok(turn.nth(0))
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        Ok(self.0 % decision.options.len())
    }
}

/// Keeps the board by hand while a turn is told: a pit is empty once it is lifted or captured, and each seed of a lap
/// falls into the pit that the rules name.
struct Ledger<'a, W> {
    kernel: &'a Kernel<W>,
    closed: u32,
    mover: Seat,
    origin: Pit,
    pits: Vec<u16>,
    won: [u16; 2],
}

impl<W: Lanes> Watch for Ledger<'_, W> {
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        assert_eq!(self.pits[from.index()], seeds, "all seeds of the pit are lifted");
        let lap = LapPath { seat: self.mover, other_way: false, from, seeds, origin: Some(self.origin) };
        let path = self.kernel.path(self.closed, &lap);
        assert_eq!(path.len(), usize::from(seeds), "each seed lifted falls");
        assert_eq!(path.last(), Some(&last));
        self.pits[from.index()] = 0;
        for pit in path {
            self.pits[pit.index()] += 1;
        }
    }

    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        assert_eq!(std::mem::take(&mut self.pits[pit.index()]), seeds, "all seeds of the pit are captured");
        self.won[taker.index()] += seeds;
    }
}

proptest! {
    #[test]
    fn seen_from_the_other_side_every_move_and_its_end_is_the_same(rules in rules(), position in positions()) {
        let machine = machine(&rules);
        with_kernel!(&machine, kernel => {
            let here = everything(kernel, &position);
            let there = everything(kernel, &rotate(&position));
            prop_assert_eq!(rotate_everything(here), there);
        });
    }

    #[test]
    fn seen_from_the_other_side_a_refill_is_the_same(
        rules in turns(),
        order in select(vec![FillOrder::Sowing, FillOrder::AgainstSowing, FillOrder::FromEnds, FillOrder::OwnersChoice]),
        surplus in select(vec![Surplus::Kept, Surplus::Lost, Surplus::ShortPit, Surplus::Given]),
        reopen in any::<bool>(),
        position in positions(),
        south in 0..=40_u32,
        choice in 0..30_usize,
    ) {
        let play = Match { surplus, reopen, order: Order::Sowing, ..Match::best() };
        let mut ruleset = tandem::ruleset(&rules, Some(&play));
        ruleset.match_play.as_mut().expect("rules of a match").order = order;
        let machine = Machine::new(ruleset, Scope::Match).expect("Bosh can be played");
        let before = Position { won: [south, 40 - south], ..position };
        with_kernel!(&machine, kernel => {
            let filled = |before: &Position| {
                let mut state = tandem::pack(before, PITS);
                let rules = kernel.rules().match_play.as_ref().expect("rules of a match");
                let players = &mut [Fixed(choice), Fixed(choice)];
                let Ok(()) = refill(kernel, rules, &mut state, Seat::BOTH[before.mover], players, &mut 0, &mut ());
                (tandem::unpack(&state, PITS), state.out)
            };
            let (here, out) = filled(&before);
            prop_assert_eq!(here.total() + u32::from(out), 40);
            prop_assert_eq!((rotate(&here), out), filled(&rotate(&before)));
        });
    }

    #[test]
    fn no_seed_is_made_or_lost_by_any_lap_or_capture(rules in turns(), position in positions()) {
        let machine = machine(&rules);
        with_kernel!(&machine, kernel => {
            let state = tandem::pack(&position, PITS);
            for pit in (0..PITS).filter(|&p| rules.owner(p) == position.mover && position.pits[p] > 0) {
                let origin = Pit(pit as u8);
                let mover = state.mover;
                let pits = position.pits[..PITS].to_vec();
                let mut ledger = Ledger { kernel, closed: state.closed, mover, origin, pits, won: state.won };
                let mut after = state;
                let (sown, _) = kernel.make(kernel.layout(state.closed), &mut after, Move::Lift(origin), &mut ledger);
                let after = tandem::unpack(&after, PITS);
                prop_assert_eq!(after.total(), position.total());
                if sown.never_ending {
                    prop_assert_eq!(after, position.clone());
                } else {
                    prop_assert_eq!(&after.pits[..PITS], &ledger.pits[..]);
                    prop_assert_eq!(after.won, ledger.won.map(u32::from));
                }
            }
        });
    }

    #[test]
    fn a_move_can_be_played_if_and_only_if_it_is_listed(rules in rules(), position in positions()) {
        let machine = machine(&rules);
        let names = machine.rules().board.names();
        let state_of = |p: &Position| engine::Position {
            form: Form::TwoRows,
            mark: Mark::Free,
            ur: [0, 0],
            pits: (0..PITS).map(|pit| p.open[pit].then_some(p.pits[pit])).collect(),
            mover: Seat::BOTH[p.mover],
            won: p.won.map(|n| n as u16),
        };
        let situation = with_kernel!(&machine, kernel => {
            let state = tandem::pack(&position, PITS);
            kernel.situation(kernel.layout(state.closed), &state)
        });
        let listed = if let Situation::Choose { moves, .. } = situation { moves.plain } else { 0 };
        let plain: u64 = position.legal(&rules).iter().map(|&pit| 1 << pit).sum();
        prop_assert_eq!(listed, plain, "the plain kernel lists the same");
        if situation == Situation::MustPass {
            return Ok(());
        }
        for pit in 0..PITS as u8 {
            let played = play_script(&machine, &state_of(&position), Script::new(&names.of(Pit(pit)).to_string()));
            if listed >> pit & 1 == 1 {
                let transcript = played.expect("a listed move is played");
                let first = transcript.turns().find(|turn| turn.pit.is_some());
                prop_assert_eq!(first.and_then(|turn| turn.pit), Some(names.of(Pit(pit))));
            } else {
                let refused = matches!(played, Err((ScriptStop::Illegal { .. } | ScriptStop::Over { .. }, _)));
                prop_assert!(refused, "{} is refused", names.of(Pit(pit)));
            }
        }
    }

    #[test]
    fn a_round_written_down_and_played_again_is_the_same_round(
        rules in rules(),
        position in positions(),
        agents in select(vec![[Agent::Random; 2], [Agent::Greedy, Agent::Random]]),
        game in any::<u64>(),
    ) {
        let machine = machine(&rules);
        let written = with_kernel!(&machine, kernel => {
            let mut transcript = Transcript::new();
            let mut state = tandem::pack(&position, PITS);
            let mut players = Seated::pair(agents, GameSeed { study: 1_931, game });
            sowlab::play::Onlooker::round_begins(&mut transcript, kernel, &state, 1);
            let Ok(_) = RoundPlay::new().run(kernel, &mut state, &mut players, &mut transcript);
            transcript
        });
        let store = |transcript: &Transcript| serde_json::to_string(transcript).expect("a transcript is data");
        let stored = store(&written);
        let read: Transcript = serde_json::from_str(&stored).expect("and is read back");
        prop_assert_eq!(store(&read), stored);
        let start = engine::Position::parse(&read.rounds[0].start, &machine.rules().board).expect("a position");
        let again = play_script(&machine, &start, Script::new(&read.moves())).expect("the moves are legal");
        prop_assert_eq!(again, written, "each position, lap and capture");
    }

    #[test]
    fn the_width_of_the_lanes_changes_nothing(rules in rules(), position in positions()) {
        let ruleset = tandem::ruleset(&rules, None);
        let machines = [Width::Narrow, Width::Middle, Width::Wide]
            .map(|width| Machine::no_narrower(ruleset.clone(), Scope::Round, width).expect("playable"));
        prop_assert!(matches!(machines, [Machine::Narrow(_), Machine::Middle(_), Machine::Wide(_)]));
        let [narrow, middle, wide] = machines.map(|machine| {
            with_kernel!(&machine, kernel => {
                (packed_and_unpacked(kernel, &position), everything(kernel, &position))
            })
        });
        prop_assert_eq!(&narrow.0, &position, "packing and unpacking is nothing");
        prop_assert_eq!(&narrow, &middle);
        prop_assert_eq!(&narrow, &wide);
    }

    #[test]
    fn rounds_played_side_by_side_are_the_rounds_played_alone(
        rules in rules(),
        agents in select(vec![[Agent::Random; 2], [Agent::Greedy, Agent::Random]]),
        first in 0..1_000_000_u64,
        rounds in 1..30_u64,
        width in select(vec![Width::Narrow, Width::Middle, Width::Wide]),
    ) {
        let machine = Machine::no_narrower(tandem::ruleset(&rules, None), Scope::Round, width).expect("playable");
        let mut abreast = Vec::new();
        simulate_rounds(&machine, agents, 1_931, first..first + rounds, |game, result, _| abreast.push((game, result)));
        abreast.sort_by_key(|&(game, _)| game);
        let alone: Vec<_> = (first..first + rounds)
            .map(|game| (game, simulate_round(&machine, agents, GameSeed { study: 1_931, game })))
            .collect();
        prop_assert_eq!(&abreast, &alone);
        if agents == [Agent::Random; 2] {
            let mut brief = Vec::new();
            simulate_rounds_briefly(&machine, 1_931, first..first + rounds, |game, r| brief.push((game, r)));
            brief.sort_by_key(|&(game, _)| game);
            let whole = alone.iter().map(|&(game, r)| (game, r.class, r.won, r.counts.turns, r.counts.laps, r.last_mover));
            let brief = brief.iter().map(|&(game, BriefResult { class, won, course })| {
                (game, class, won, course.turns, course.laps, course.last_mover)
            });
            prop_assert!(brief.eq(whole), "what is kept of a round changes nothing in it");
        }
    }

    #[test]
    fn sowing_the_other_way_round_is_the_same_game_in_a_mirror(rules in rules(), position in positions()) {
        let other = Rules { clockwise: rules.clockwise.map(|way| !way), ..rules };
        let (machine, in_mirror) = (machine(&rules), machine(&other));
        let here = with_kernel!(&machine, kernel => everything(kernel, &position));
        let there = with_kernel!(&in_mirror, kernel => everything(kernel, &mirror(&position)));
        prop_assert_eq!(mirror_everything(here), there);
    }

    #[test]
    fn a_position_is_read_as_it_is_written(position in positions()) {
        let board = tandem::ruleset(&Rules::best(ROW), None).board;
        let ours = engine::Position {
            form: Form::TwoRows,
            mark: Mark::Free,
            ur: [0, 0],
            pits: (0..PITS).map(|pit| position.open[pit].then_some(position.pits[pit])).collect(),
            mover: Seat::BOTH[position.mover],
            won: position.won.map(|n| n as u16),
        };
        prop_assert_eq!(engine::Position::parse(&ours.to_string(), &board).expect("a position"), ours);
    }
}
