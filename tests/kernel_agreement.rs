//! The engine against the plain kernel: single turns from random positions, whole rounds, whole matches.

mod plain;
mod tandem;

use plain::{Chain, End, Ends, Landing, Match, Never, Order, Position, Rest, Rows, Rules, Skip, Starter, Surplus};
use rayon::prelude::*;
use sowlab::engine::{Kernel, Lanes, Machine, Move};
use sowlab::play::Class;
use sowlab::rng::Rng;
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::Pit;
use sowlab::with_kernel;
use std::collections::HashSet;
use std::mem::discriminant;
use std::path::Path;
use std::sync::Mutex;

/// Positions for each reading.
const POSITIONS: u64 = 100_000;

fn bosh() -> Game {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    Game::load(&file).game.expect("the rules of Bosh are sound")
}

/// A machine for rounds, its rules read from the rules file where its questions can say them.
fn machine_of(game: &Game, rules: &Rules) -> Machine {
    if rules.cap.is_none() && !rules.may_pass && rules.clockwise == [false, false] {
        tandem::round_machine_from_file(game, rules)
    } else {
        tandem::round_machine(rules)
    }
}

/// Every answer to 02, 03 with 18, 04 with 05, and 07: 81 readings.
fn readings() -> Vec<Rules> {
    let mut readings = Vec::new();
    for rows in [Rows::Either, Rows::Opponents, Rows::Own] {
        for chain in [Chain::Single, Chain::Spared, Chain::Taken] {
            for skip in [Skip::Nothing, Skip::LapsOwn, Skip::MovesFirst] {
                for landing in [Landing::Any, Landing::Empty, Landing::Follows] {
                    readings.push(Rules { rows, chain, skip, landing, ..Rules::best(5) });
                }
            }
        }
    }
    readings
}

/// The same with 06, 15, 16, 17 and the direction of each player answered in turn, so that each answer meets each.
fn crossed_readings() -> Vec<Rules> {
    let cross = |(n, rules)| {
        // Multiplying by an odd number spreads neighbouring readings over the answers.
        let answers = (n + 1) * 37;
        let yes = |bit: u32| answers >> bit & 1 == 1;
        Rules {
            relay_own: yes(0),
            closed_stand: yes(1),
            one_row: yes(2),
            spare_origin: yes(3),
            clockwise: [yes(4), yes(5)],
            ..rules
        }
    };
    readings().into_iter().enumerate().map(cross).collect()
}

/// A random position of up to 40 seeds: in half of them some pits are closed, and rows are filled thinly or thickly.
fn random_position(rules: &Rules, rng: &mut Rng) -> Position {
    let row = rules.row;
    let below = |rng: &mut Rng, n: usize| rng.below(u32::try_from(n).expect("small")) as usize;
    let mut position = Position::start(rules, 0, below(rng, 2));
    if rng.below(2) == 0 {
        // As in play, one player has all his pits; now and then both have lost some.
        let poorer = below(rng, 2) * row;
        for _ in 0..=below(rng, row - 1) {
            position.open[poorer + below(rng, row)] = false;
        }
        if rng.below(4) == 0 {
            position.open[row - poorer + below(rng, row)] = false;
        }
        position.open[poorer + below(rng, row)] = true;
    }
    let open: Vec<usize> = (0..rules.pits()).filter(|&p| position.open[p]).collect();
    let loaded: Vec<usize> = open.iter().copied().filter(|_| rng.below(3) > 0).collect();
    let most = if rng.below(8) == 0 { 40 } else { 18 };
    let seeds = 1 + rng.below(most);
    let own: Vec<usize> = open.iter().copied().filter(|&p| rules.owner(p) == position.mover).collect();
    position.pits[own[below(rng, own.len())]] += 1;
    for _ in 1..seeds {
        if let Some(&pit) = loaded.get(below(rng, loaded.len().max(1))) {
            position.pits[pit] += 1;
        }
    }
    position
}

fn assert_agreement<W: Lanes>(kernel: &Kernel<W>, rules: &Rules, position: &Position, from: usize) -> plain::Turn {
    let done = plain::turn(rules, &position.pits, &position.open, position.mover, from);
    let mut state = tandem::pack::<W>(position, rules.pits());
    let mut told = tandem::Told::default();
    let pit = Pit(u8::try_from(from).expect("a small board"));
    let (sown, _) = kernel.make(kernel.layout(state.closed), &mut state, Move::Lift(pit), &mut told);
    tandem::assert_same_turn(&done, &sown, &told);
    let after = tandem::unpack(&state, rules.pits());
    let mut expected = Position { pits: done.pits, ..position.clone() };
    expected.won[position.mover] += done.gain();
    if !done.never_ends {
        expected.mover = 1 - position.mover;
    }
    assert_eq!(after, expected, "the position after the turn");
    done
}

fn agree_on_random_positions(readings: &[Rules], machines: &[Machine]) {
    let seen = Mutex::new([0u64; 4]);
    let blocks = 20;
    (0..readings.len() as u64 * blocks).into_par_iter().for_each(|job| {
        let reading = usize::try_from(job / blocks).expect("few");
        let (rules, machine) = (&readings[reading], &machines[reading]);
        let mut rng = Rng::from_u64(job);
        let mut tally = [0u64; 4];
        for _ in 0..POSITIONS / blocks {
            let position = random_position(rules, &mut rng);
            let loaded: Vec<usize> =
                (0..rules.pits()).filter(|&p| rules.owner(p) == position.mover && position.pits[p] > 0).collect();
            let from = loaded[rng.below(u32::try_from(loaded.len()).expect("small")) as usize];
            let turn = std::panic::catch_unwind(
                || with_kernel!(machine, kernel => assert_agreement(kernel, rules, &position, from)),
            )
            .unwrap_or_else(|_| panic!("lifting {from} of {position:?} under {rules:?}"));
            tally[0] += 1;
            tally[1] += u64::from(turn.never_ends);
            tally[2] += u64::from(turn.captured.len() > 1);
            tally[3] += u64::from(!turn.captured.is_empty());
        }
        let mut seen = seen.lock().expect("no panic while it is held");
        for (all, n) in seen.iter_mut().zip(tally) {
            *all += n;
        }
    });
    let [positions, never, chains, captures] = seen.into_inner().expect("no panic while it was held");
    assert_eq!(positions, readings.len() as u64 * POSITIONS);
    assert!(never > 1_000, "{never} sowings without end among {positions}");
    assert!(chains > positions / 100 && captures > positions / 10, "{chains} chains, {captures} captures");
}

#[test]
fn both_kernels_agree_on_a_hundred_thousand_positions_of_each_reading_of_the_rules_file() {
    let game = bosh();
    let readings = readings();
    let machines: Vec<Machine> = readings.iter().map(|r| tandem::round_machine_from_file(&game, r)).collect();
    agree_on_random_positions(&readings, &machines);
}

#[test]
fn both_kernels_agree_where_the_lesser_questions_are_answered_otherwise_too() {
    let readings = crossed_readings();
    let machines: Vec<Machine> = readings.iter().map(tandem::round_machine).collect();
    agree_on_random_positions(&readings, &machines);
}

/// Round rules on top of the turn rules of a reading, drawn so that every answer meets every other somewhere.
fn with_round_rules(rules: Rules, rng: &mut Rng) -> Rules {
    let repeat_ends = rng.below(3) > 0;
    Rules {
        least: if rng.below(4) == 0 { 2 } else { 1 },
        feed: rng.below(3) == 0,
        ends: [Ends::OnTurn, Ends::AtOnce, Ends::MoverEmptied][rng.below(3) as usize],
        rest: [Rest::Opponent, Rest::RowOwners, Rest::Nobody][rng.below(3) as usize],
        never: [Never::MoverLoses, Never::Forbidden, Never::Drawn][rng.below(3) as usize],
        repeat_ends,
        cap: if !repeat_ends || rng.below(3) == 0 { Some(40) } else { None },
        may_pass: rng.below(5) == 0,
        ..rules
    }
}

#[test]
fn whole_rounds_are_the_same_on_both_kernels_under_every_answer_about_rounds() {
    let game = bosh();
    let readings: Vec<Rules> = readings().into_iter().chain(crossed_readings()).collect();
    let ends = Mutex::new(HashSet::new());
    (0..3 * readings.len()).into_par_iter().for_each(|job| {
        let mut rng = Rng::from_u64(1_931 + job as u64);
        let rules = with_round_rules(readings[job % readings.len()], &mut rng);
        let machine = machine_of(&game, &rules);
        for number in 0..24 {
            let start = match number % 4 {
                0 => Position::start(&rules, 4, 0),
                _ => random_position(&rules, &mut rng),
            };
            let seed = rng.next_u64();
            let (end, _) = std::panic::catch_unwind(|| tandem::round(&machine, &rules, &start, seed))
                .unwrap_or_else(|_| panic!("round {seed} from {start:?} under {rules:?}"));
            ends.lock().expect("no panic while it is held").insert(discriminant(&end));
        }
    });
    let reached = ends.into_inner().expect("no panic while it was held");
    for end in [End::Ended(0), End::Bare, End::NeverEnding(0), End::Repeated, End::CutOff] {
        assert!(reached.contains(&discriminant(&end)), "no round ended with {end:?}");
    }
}

#[test]
fn whole_matches_are_the_same_on_both_kernels_under_every_answer_about_matches() {
    let turns = readings();
    let classes = Mutex::new(HashSet::new());
    (0..400_u64).into_par_iter().for_each(|job| {
        let mut rng = Rng::from_u64(507 + job);
        let mut rules = with_round_rules(turns[rng.below(81) as usize], &mut rng);
        rules.clockwise = [rng.below(2) == 0, rng.below(2) == 0];
        rules.closed_stand = rng.below(3) == 0;
        rules.cap = Some(rules.cap.unwrap_or(400));
        let order = [Order::Sowing, Order::Against, Order::FromEnds][rng.below(3) as usize];
        let rounds = (rng.below(4) == 0).then_some(3);
        let lost_at: usize = if rounds.is_none() && rng.below(4) == 0 { 2 } else { 0 };
        rules.opens_for = (rng.below(3) == 0).then_some((4, order));
        rules.lost_below = (rng.below(3) == 0).then_some(4);
        let play = Match {
            order,
            lost_at,
            surplus: [Surplus::Kept, Surplus::Lost, Surplus::ShortPit, Surplus::Given][rng.below(4) as usize],
            reopen: rules.opens_for.is_some() || rng.below(2) == 0,
            starter: [Starter::Loser, Starter::Alternate, Starter::Winner, Starter::LastMover][rng.below(4) as usize],
            rounds,
            split_draws: rng.below(3) == 0,
            ..Match::best()
        };
        let as_chosen = rules.opens_for.is_none() && rng.below(3) == 0;
        let machine = tandem::match_machine(&rules, &play, as_chosen);
        for _ in 0..3 {
            let seed = rng.next_u64();
            let result = std::panic::catch_unwind(|| tandem::full_match(&machine, &rules, &play, seed, 60))
                .unwrap_or_else(|_| panic!("match {seed} under {rules:?} and {play:?}"));
            classes.lock().expect("no panic while it is held").insert(result.class);
        }
    });
    let reached = classes.into_inner().expect("no panic while it was held");
    for class in [Class::FirstWins, Class::SecondWins, Class::Drawn] {
        assert!(reached.contains(&class), "no match ended as {class:?}");
    }
}
