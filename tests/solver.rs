//! The solver against values worked by hand, an independent solver over the plain kernel, and play with real repetition.

mod plain;
mod tandem;

use plain::{Chain, Ends, MOST, Never, Rest, Rows, Rules, Skip};
use sowlab::engine::{Machine, Move, Position, Scope, Width};
use sowlab::play::{Script, move_name, play_script};
use sowlab::rng::Rng;
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::Seat;
use sowlab::solve::{Answer, Bounds, Limits, SolveError, Work, solve};
use std::collections::HashMap;
use std::path::Path;

const NEVER: fn(Work) -> bool = |_| false;

const PLENTY: Limits = Limits::within(1 << 30);

fn solved(machine: &Machine, position: &Position) -> Answer {
    solve(machine, position, &PLENTY, &NEVER).expect("it can be solved")
}

/// The answer for a reading of Bosh and a position as on the command line.
fn bosh(reading: &str, position: &str) -> Answer {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    let game = Game::load(&file).game.expect("the rules of Bosh are sound");
    let rules = game.ruleset(&game.parse_reading(reading).expect("a reading")).expect("it compiles");
    let position = Position::parse(position, &rules.board).expect("a position");
    solved(&Machine::for_position(rules, Scope::Round, &position).expect("it can be played"), &position)
}

/// South E to F wins nothing. North must go F to G, and South has nothing to move: the seed is North's.
#[test]
fn a_lone_seed_that_leaves_its_row_is_lost() {
    let answer = bosh("bosh", "0 0 0 0 0 / 0 0 0 0 1 s s:0 n:0");
    assert_eq!(answer.value, Bounds::exactly(-1));
    // South to move with E; North with F, which is as South with A; South with G, when it is over.
    assert_eq!(answer.positions, 3);
    assert_eq!(answer.line.len(), 2);
}

/// A and C hold a seed each. A falls into B, the next pit C is occupied and is sown into D; E is empty, F is empty: no capture.
/// South's seeds B and D then meet a North who has none: they are South's.
#[test]
fn a_move_after_which_the_opponent_cannot_move_wins_what_is_left() {
    let answer = bosh("bosh", "0 0 0 0 0 / 1 0 1 0 0 s s:3 n:1");
    // 2 seeds on the board and 3 to 1 won before: A wins all of them, 3 + 2 - 1.
    assert_eq!(answer.value, Bounds::exactly(4));
}

/// Two lone seeds walk round the ring five pits apart until South's must leave his row. North, whose seed has come to J, lets
/// it stand and moves the other: South has nothing left, and both seeds are North's.
#[test]
fn of_two_seeds_that_chase_each_other_the_second_player_wins_both() {
    assert_eq!(bosh("bosh", "0 0 0 0 1 / 1 0 0 0 0 s s:0 n:0").value, Bounds::exactly(-2));
}

/// Where a player must feed an opponent who has nothing, neither can ever leave the chase. Only the rule of repetition gives the
/// round an end, so that nothing but the two seeds bounds its value.
#[test]
fn a_chase_that_nobody_can_leave_has_only_bounds() {
    let answer = bosh("bosh:10=must-feed", "0 0 0 0 1 / 1 0 0 0 0 s s:7 n:2");
    assert_eq!(answer.value, Bounds { low: 5 - 2, high: 5 + 2 });
    assert!(answer.complete && answer.line.is_empty());
    // The mover's seed in A to E: the other one five pits on, or six when South has moved and North has not.
    assert_eq!(answer.positions, 10);
}

/// A position without winnings.
type At = ([u16; MOST], usize);

/// Where a move leads: to a position or to the end, with what South gains on the way.
type Way = (i32, Option<At>);

/// The graph of a round by the plain kernel.
struct Graph {
    ways: HashMap<At, Vec<Way>>,
    order: Vec<At>,
}

fn round(rules: Rules, (pits, mover): At) -> plain::Round {
    let mut position = plain::Position::start(&rules, 0, mover);
    position.pits = pits;
    plain::Round::new(Rules { repeat_ends: false, cap: None, ..rules }, position)
}

fn south_gains(round: &plain::Round) -> i32 {
    i32::try_from(round.position.won[0]).unwrap() - i32::try_from(round.position.won[1]).unwrap()
}

fn seeds(at: &At) -> i32 {
    at.0.iter().map(|&n| i32::from(n)).sum()
}

impl Graph {
    fn from(rules: Rules, roots: Vec<At>) -> Self {
        let (mut ways, mut open, mut order) = (HashMap::new(), roots, Vec::new());
        while let Some(at) = open.pop() {
            if ways.contains_key(&at) {
                continue;
            }
            let begun = round(rules, at);
            let mut out: Vec<Way> = Vec::new();
            if begun.over.is_some() {
                out.push((south_gains(&begun), None));
            } else {
                let mut moves: Vec<Option<usize>> = begun.position.legal(&rules).into_iter().map(Some).collect();
                if moves.is_empty() || rules.may_pass {
                    moves.push(None);
                }
                for pit in moves {
                    let mut after = begun.clone();
                    after.play(pit);
                    let next = after.over.is_none().then_some((after.position.pits, after.position.mover));
                    out.push((south_gains(&after), next));
                    open.extend(next);
                }
            }
            ways.insert(at, out);
            order.push(at);
        }
        order.sort_by_key(seeds);
        Self { ways, order }
    }

    /// The positions from which `player` can force South's gain to be at least (for South) or at most (for North) each
    /// number, with play that does not end counted against him: the least sets closed under one move.
    fn forced(&self, player: usize) -> HashMap<At, i32> {
        let sign = if player == 0 { 1 } else { -1 };
        // The best that is known to be forced, to the player; from the loss of all seeds up.
        let mut best: HashMap<At, i32> = self.order.iter().map(|at| (*at, -seeds(at))).collect();
        loop {
            let mut changed = false;
            for at in &self.order {
                let worths = self.ways[at].iter().map(|(gain, next)| sign * gain + next.map_or(0, |next| best[&next]));
                let worth = if at.1 == player { worths.max() } else { worths.min() }.unwrap();
                if worth > best[at] {
                    best.insert(*at, worth);
                    changed = true;
                }
            }
            if !changed {
                return best;
            }
        }
    }

    /// The bounds of every position to the player to move.
    fn bounds(&self) -> HashMap<At, Bounds> {
        let (south, north) = (self.forced(0), self.forced(1));
        let both = |at: &At| {
            let (low, high) = if at.1 == 0 { (south[at], -north[at]) } else { (north[at], -south[at]) };
            (*at, Bounds { low: i16::try_from(low).unwrap(), high: i16::try_from(high).unwrap() })
        };
        self.order.iter().map(both).collect()
    }
}

/// Readings of every kind that bears on ends and circles.
fn readings(row: usize) -> Vec<Rules> {
    let best = Rules::best(row);
    vec![
        best,
        Rules { rows: Rows::Opponents, ..best },
        Rules { feed: true, ..best },
        Rules { may_pass: true, ..best },
        Rules { ends: Ends::MoverEmptied, rest: Rest::RowOwners, ..best },
        Rules { ends: Ends::AtOnce, rest: Rest::Nobody, chain: Chain::Taken, ..best },
        Rules { skip: Skip::LapsOwn, never: Never::Drawn, ..best },
        Rules { skip: Skip::MovesFirst, never: Never::Forbidden, rows: Rows::Own, ..best },
        Rules { clockwise: [false, true], feed: true, rows: Rows::Opponents, ..best },
    ]
}

fn position(machine: &Machine, (pits, mover): &At) -> Position {
    let mut position = Position::start(machine.rules());
    for (to, from) in position.pits.iter_mut().zip(pits) {
        *to = Some(*from);
    }
    position.mover = Seat::BOTH[*mover];
    position
}

/// The solver's bounds for one in `every` positions of a graph are those of the independent solver; says how many there were, and
/// how many of them have bounds that do not meet.
fn agrees(rules: Rules, roots: Vec<At>, every: usize) -> (usize, usize) {
    let graph = Graph::from(rules, roots);
    let machine = tandem::round_machine(&rules);
    let (mut compared, mut open) = (0, 0);
    let bounds = graph.bounds();
    for at in graph.order.iter().step_by(every) {
        let answer = solved(&machine, &position(&machine, at));
        assert_eq!(answer.value, bounds[at], "{rules:?}\n{at:?}");
        compared += 1;
        open += usize::from(answer.value.value().is_none());
    }
    (compared, open)
}

fn filled(rules: &Rules, seeds: u16) -> At {
    let mut pits = [0; MOST];
    pits[..rules.pits()].fill(seeds);
    (pits, 0)
}

/// Every way to lay up to `most` seeds into four pits, with either player to move.
fn boards_of_four(most: u16) -> Vec<At> {
    let board = |n: u16| [n % 9, n / 9 % 9, n / 81 % 9, n / 729];
    let boards = (0..9_u16.pow(4)).map(board).filter(|b| b.iter().sum::<u16>() <= most);
    let at = |b: [u16; 4]| {
        let mut pits = [0; MOST];
        pits[..4].copy_from_slice(&b);
        [(pits, 0), (pits, 1)]
    };
    boards.flat_map(at).collect()
}

#[test]
fn every_position_of_a_ring_of_four_pits_has_the_independent_solver_s_bounds() {
    let mut found = Vec::new();
    for rules in readings(2) {
        let mut roots = boards_of_four(6);
        roots.push(filled(&rules, 3));
        found.push(agrees(rules, roots, 1));
    }
    assert!(found.iter().all(|f| f.0 > 400), "{found:?}");
    assert!(found.iter().any(|f| f.1 > 0), "no position hangs on repetition: {found:?}");
}

#[test]
fn positions_of_two_rows_of_three_with_two_seeds_a_pit_have_the_independent_solver_s_bounds() {
    for rules in readings(3) {
        agrees(rules, vec![filled(&rules, 2)], 41);
    }
}

#[test]
fn positions_of_two_rows_of_three_with_three_seeds_a_pit_have_the_independent_solver_s_bounds() {
    for rules in readings(3).into_iter().take(3) {
        agrees(rules, vec![filled(&rules, 3)], 97);
    }
}

#[test]
fn thousands_of_endgames_of_bosh_have_the_independent_solver_s_bounds() {
    let mut rng = Rng::from_u64(9);
    let mut compared = 0;
    for rules in readings(5) {
        for _ in 0..3 {
            let mut pits = [0; MOST];
            for _ in 0..5 {
                pits[rng.below(10) as usize] += 1;
            }
            compared += agrees(rules, vec![(pits, rng.below(2) as usize)], 3).0;
        }
    }
    assert!(compared > 2_000, "{compared} endgames");
}

/// South's gain where positions that come back end the round and each player keeps his row, with the whole way remembered.
fn with_history(round: &plain::Round) -> i32 {
    if round.over.is_some() {
        return south_gains(round);
    }
    let mut moves: Vec<Option<usize>> = round.position.legal(&round.rules).into_iter().map(Some).collect();
    if moves.is_empty() || round.rules.may_pass {
        moves.push(None);
    }
    let values = moves.into_iter().map(|pit| {
        let mut after = round.clone();
        after.play(pit);
        with_history(&after)
    });
    if round.position.mover == 0 { values.max() } else { values.min() }.expect("a move or a pass")
}

#[test]
fn the_value_under_real_repetition_lies_within_the_bounds_and_meets_them_where_they_meet() {
    let mut open = 0;
    for rules in readings(2) {
        let machine = tandem::round_machine(&rules);
        for number in 0..3_u16.pow(4) {
            let mut pits = [0; MOST];
            for (p, pit) in pits[..4].iter_mut().enumerate() {
                *pit = number / 3_u16.pow(p as u32) % 3;
            }
            if pits.iter().sum::<u16>() > 4 {
                continue;
            }
            let mut start = plain::Position::start(&rules, 0, 0);
            start.pits = pits;
            let value = with_history(&plain::Round::new(Rules { repeat_ends: true, ..rules }, start)) as i16;
            let answer = solved(&machine, &position(&machine, &(pits, 0)));
            let Bounds { low, high } = answer.value;
            assert!(low <= value && value <= high, "{rules:?}\n{pits:?}: {value} is not from {low} to {high}");
            open += usize::from(low < high);
        }
    }
    assert!(open > 0, "no position hangs on repetition");
}

/// Endgames of Bosh for the tests below, large enough for many levels.
fn endgame() -> (Machine, Position) {
    let machine = tandem::round_machine(&Rules::best(5));
    let position = Position::parse("1 0 2 1 3 / 1 1 2 2 0 s s:10 n:17", &machine.rules().board).expect("a position");
    (machine, position)
}

#[test]
fn best_play_leads_to_the_value_by_legal_moves() {
    let (machine, position) = endgame();
    let answer = solved(&machine, &position);
    let names = machine.rules().board.names();
    let script: Vec<String> = answer.line.iter().map(|&m| move_name(names, m)).collect();
    let transcript = play_script(&machine, &position, Script::new(&script.join(" "))).expect("the moves are legal");
    let [south, north] = transcript.rounds[0].won.expect("the round is over");
    assert_eq!(answer.value.value(), Some(i16::try_from(south).unwrap() - i16::try_from(north).unwrap()));
    let best = answer.moves.iter().map(|m| m.value.low).max();
    assert_eq!(best, answer.value.value());
    assert_eq!(answer.moves.iter().find(|m| Some(m.value.low) == best).map(|m| m.chosen), answer.line.first().copied());
    assert!(answer.moves.iter().all(|m| matches!(m.chosen, Move::Lift(_))));
}

#[test]
fn the_width_of_lanes_and_the_numbering_of_boards_change_nothing() {
    let (machine, position) = endgame();
    let narrow = solved(&machine, &position);
    for width in [Width::Middle, Width::Wide] {
        let machine = Machine::no_narrower(machine.rules().clone(), Scope::Round, width).expect("it compiles");
        let answer = solved(&machine, &position);
        assert_eq!(
            (answer.value, answer.moves, answer.line),
            (narrow.value, narrow.moves.clone(), narrow.line.clone())
        );
        assert_eq!(answer.positions, narrow.positions);
    }
}

#[test]
fn one_thread_and_three_give_the_same_answer() {
    let (machine, position) = endgame();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| solved(&machine, &position))
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn too_little_memory_gives_bounds_that_hold_and_no_more_than_was_allowed() {
    let (machine, position) = endgame();
    let exact = solved(&machine, &position);
    let little = Limits::within(100_000);
    let bounded = solve(&machine, &position, &little, &NEVER).expect("bounds");
    assert!(exact.complete && !bounded.complete);
    assert!(exact.bytes > 100_000 && bounded.bytes <= 100_000, "{} and {} bytes", exact.bytes, bounded.bytes);
    assert!(bounded.value.low <= exact.value.low && exact.value.high <= bounded.value.high);
    // 13 seeds on the board and 10 to 17 won: from -20 to +6 is known without looking.
    assert!(bounded.value.low >= -20 && bounded.value.high <= 6, "{:?}", bounded.value);
}

#[test]
fn work_that_is_stopped_is_taken_up_again_to_the_same_answer_and_the_same_file() {
    let (machine, position) = endgame();
    let folder = tempfile::tempdir().expect("a folder");
    let whole = solved(&machine, &position);
    let works = [Work::Finding(13), Work::Finding(8), Work::Finding(0), Work::Valuing(0), Work::Valuing(9)];
    for (n, work) in works.into_iter().enumerate() {
        let stopped = |threads: usize| {
            let file = folder.path().join(format!("{n} by {threads}"));
            let limits = Limits { checkpoint: Some(file.clone()), ..PLENTY };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let stopped = pool.install(|| solve(&machine, &position, &limits, &|at| at == work));
            assert!(matches!(stopped, Err(SolveError::Stopped)), "{work:?}");
            (std::fs::read(&file).expect("a checkpoint"), limits)
        };
        let (bytes, limits) = stopped(1);
        assert_eq!(bytes, stopped(3).0, "{work:?}");
        assert_eq!(solve(&machine, &position, &limits, &NEVER).expect("it goes on"), whole, "{work:?}");
    }
}

#[test]
fn a_checkpoint_that_is_cut_changed_or_of_another_position_is_refused() {
    let (machine, position) = endgame();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("kept");
    let limits = Limits { checkpoint: Some(file.clone()), ..PLENTY };
    let attempt = |position: &Position| solve(&machine, position, &limits, &NEVER).map(|a| a.value);
    assert!(solve(&machine, &position, &limits, &|at| at == Work::Valuing(7)).is_err());
    let whole = std::fs::read(&file).expect("a checkpoint");
    let refused = |bytes: &[u8], words: &str, position: &Position| {
        std::fs::write(&file, bytes).expect("written");
        let told = attempt(position).expect_err("refused").to_string();
        assert!(told.contains(words), "{told}");
    };
    refused(&whole[..whole.len() - 5], "damaged", &position);
    let mut changed = whole.clone();
    let middle = whole.len() - 40;
    changed[middle] ^= 1;
    refused(&changed, "damaged", &position);
    refused(b"", "damaged", &position);
    let other = Position { mover: Seat::North, ..position.clone() };
    refused(&whole, "another position", &other);
    std::fs::write(&file, &whole).expect("written");
    assert!(attempt(&position).is_ok());
}
