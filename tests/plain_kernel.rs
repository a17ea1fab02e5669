//! The plain kernel on cases worked by hand and on facts proved of the game, before it is trusted to judge the engine.

mod plain;

use plain::{
    Chain, End, Ends, Landing, MOST, Match, Never, Open, Order, Pits, Position, Round, Rows, Rules, Skip, Surplus,
};

fn pits(seeds: &[u16]) -> Pits {
    let mut pits = [0; MOST];
    pits[..seeds.len()].copy_from_slice(seeds);
    pits
}

fn open(pits: usize, closed: &[usize]) -> Open {
    let mut open = [false; MOST];
    open[..pits].fill(true);
    for &pit in closed {
        open[pit] = false;
    }
    open
}

fn play(rules: &Rules, seeds: &[u16], from: usize) -> plain::Turn {
    plain::turn(rules, &pits(seeds), &open(seeds.len(), &[]), from / rules.row, from)
}

#[test]
fn marins_own_example_takes_five_from_f() {
    let turn = play(&Rules::best(5), &[4; 10], 4);
    assert_eq!(turn.pits, pits(&[5, 5, 5, 5, 0, 0, 5, 5, 5, 0]));
    assert_eq!(turn.captured, [(5, 5)]);
    assert_eq!((turn.laps, turn.sown, turn.last), (2, 8, 3));
}

#[test]
fn every_opening_takes_the_pit_after_the_one_it_began_with() {
    for from in 0..5 {
        let turn = play(&Rules::best(5), &[4; 10], from);
        assert_eq!(turn.captured, [(from + 1, 5)]);
        let opponents = Rules { rows: Rows::Opponents, ..Rules::best(5) };
        assert_eq!(play(&opponents, &[4; 10], from).gain(), if from == 4 { 5 } else { 0 });
    }
}

#[test]
fn two_empty_pits_after_the_last_seed_are_a_bosh() {
    // A1 B0 C2 D0 E0 / F0 G3: A to B, C to D and E, F is empty, G is taken; without seeds in G nothing is.
    let with = play(&Rules::best(5), &[1, 0, 2, 0, 0, 0, 3, 0, 0, 0], 0);
    assert_eq!(with.captured, [(6, 3)]);
    assert_eq!(with.pits, pits(&[0, 1, 0, 1, 1, 0, 0, 0, 0, 0]));
    let without = play(&Rules::best(5), &[1, 0, 2, 0, 0, 0, 0, 0, 0, 0], 0);
    assert!(without.captured.is_empty());
}

#[test]
fn a_chain_goes_on_over_empty_pits_and_stops_at_the_pit_sown_last_or_takes_it() {
    // Six pits. Lift 0 (1) into 1; 2 is empty, 3 is taken; 4 is empty, 5 is taken; 0 is empty, 1 was sown last.
    let board = [1, 0, 0, 2, 0, 3];
    let single = play(&Rules::best(3), &board, 0);
    assert_eq!(single.captured, [(3, 2)]);
    let spared = play(&Rules { chain: Chain::Spared, ..Rules::best(3) }, &board, 0);
    assert_eq!(spared.captured, [(3, 2), (5, 3)]);
    let taken = play(&Rules { chain: Chain::Taken, ..Rules::best(3) }, &board, 0);
    assert_eq!(taken.captured, [(3, 2), (5, 3), (1, 1)]);
    assert_eq!(taken.pits, [0; MOST]);
}

#[test]
fn a_lap_of_ten_falls_into_its_own_pit_or_passes_over_it() {
    let board = [10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    // Sown: one seed everywhere, the last in pit 0; then 1 (1) goes to 2, 3 (1) to 4, and so on up to 9 (1) to 0;
    // 1 is empty and 2 holds two, which are taken.
    let sown = play(&Rules::best(5), &board, 0);
    assert_eq!(sown.laps, 6);
    assert_eq!(sown.captured, [(2, 2)]);
    assert_eq!(sown.pits, pits(&[2, 0, 0, 0, 2, 0, 2, 0, 2, 0]));
    // Passed over: 1 holds two and the last seed, 2 (1) goes to 3, 4 to 5, 6 to 7, 8 to 9; 0 is empty, and 1 is taken.
    let skipped = play(&Rules { skip: Skip::LapsOwn, ..Rules::best(5) }, &board, 0);
    assert_eq!(skipped.laps, 5);
    assert_eq!(skipped.captured, [(1, 2)]);
    assert_eq!(skipped.pits, pits(&[0, 0, 0, 2, 0, 2, 0, 2, 0, 2]));
}

#[test]
fn a_later_lap_passes_over_its_own_pit_or_over_the_first_pit_of_the_move() {
    // Four pits: 0 (1) into 1, then 2 (5) is lifted.
    let board = [1, 0, 5, 0];
    // Its own pit passed over: 3 0 1 3 0, so 3 and 0 hold two; 1 holds two and is lifted: 2 3; then 0 (2) into 1 2;
    // then 3 (3) into 0 1 2, its own pit left out; next is 3, empty; beyond is 0 (1): taken.
    let each = play(&Rules { skip: Skip::LapsOwn, ..Rules::best(2) }, &board, 0);
    assert_eq!((each.laps, each.last), (5, 2));
    assert_eq!(each.captured, [(0, 1)]);
    assert_eq!(each.pits, pits(&[0, 2, 3, 0]));
    // The first pit passed over: 3 1 2 3 1, so 1 holds three, 2 one, 3 two; 2 (1) is lifted into 3; 0 is empty, 1 is
    // taken.
    let whole = play(&Rules { skip: Skip::MovesFirst, ..Rules::best(2) }, &board, 0);
    assert_eq!((whole.laps, whole.last), (3, 3));
    assert_eq!(whole.captured, [(1, 3)]);
    assert_eq!(whole.pits, pits(&[0, 0, 0, 3]));
}

#[test]
fn an_opponents_pit_stops_a_relay_that_may_lift_own_pits_only() {
    let turn = play(&Rules { relay_own: true, ..Rules::best(5) }, &[4; 10], 4);
    assert_eq!((turn.laps, turn.last), (1, 8));
    assert!(turn.captured.is_empty());
}

#[test]
fn the_landing_pit_matters_in_two_of_the_three_readings() {
    // Pit 0 (1) into the empty 1; 2 is loaded. Any: it relays. Follows: it is taken and the turn ends.
    let board = [1, 0, 2, 0, 0, 0];
    assert_eq!(play(&Rules::best(3), &board, 0).laps, 2);
    let follows = play(&Rules { landing: Landing::Follows, ..Rules::best(3) }, &board, 0);
    assert_eq!((follows.laps, follows.captured), (1, vec![(2, 2)]));
    // Pit 0 (1) into 1, which held one; 2 is empty, 3 loaded: taken only where the landing pit does not matter.
    let board = [1, 1, 0, 2, 0, 0];
    assert_eq!(play(&Rules::best(3), &board, 0).captured, [(3, 2)]);
    assert!(play(&Rules { landing: Landing::Empty, ..Rules::best(3) }, &board, 0).captured.is_empty());
    assert!(play(&Rules { landing: Landing::Follows, ..Rules::best(3) }, &board, 0).captured.is_empty());
}

#[test]
fn a_capture_may_be_kept_to_one_row_and_away_from_the_first_pit() {
    // Marin's example counts from D over E to F, across the corner.
    assert!(play(&Rules { one_row: true, ..Rules::best(5) }, &[4; 10], 4).captured.is_empty());
    // Six pits. 2 (1) into 3; 4 (4) into 5 0 1 2; 3 (1) into 4; 5 (1) into 0, which holds two; 1 (1) into 2, which
    // holds two; 3 is empty, 4 (1) is taken, and in a chain 5 is empty, 0 (2) is taken, 1 is empty, 2 is the pit of
    // the last seed and the one the move began with.
    let board = [0, 0, 1, 0, 4, 0];
    let chain = Rules { chain: Chain::Taken, ..Rules::best(3) };
    assert_eq!(play(&chain, &board, 2).captured, [(4, 1), (0, 2), (2, 2)]);
    let spare = Rules { spare_origin: true, ..chain };
    assert_eq!(play(&spare, &board, 2).captured, [(4, 1), (0, 2)]);
}

#[test]
fn closed_pits_are_gone_or_stand_there_empty() {
    // Six pits, 2 closed; 0 (1) into 1. Gone: 3 (1) is next and is lifted into 4; 5 is empty, 0 is empty: a bosh.
    let closed = open(6, &[2]);
    let board = pits(&[1, 0, 0, 1, 0, 0]);
    let gone = plain::turn(&Rules::best(3), &board, &closed, 0, 0);
    assert_eq!((gone.laps, gone.captured), (2, vec![]));
    // Standing empty: 2 is next and empty, 3 is beyond it and is taken.
    let stand = plain::turn(&Rules { closed_stand: true, ..Rules::best(3) }, &board, &closed, 0, 0);
    assert_eq!((stand.laps, stand.captured), (1, vec![(3, 1)]));
}

#[test]
fn the_smallest_endless_sowing_on_ten_pits_is_found_endless() {
    // Known: seven seeds, 1 0 1 0 1 0 1 0 2 1; and the marching group 7 6 5 4 3 2 1 on seven pits, here shown on the
    // smallest even ring that has one from its first pit.
    let board = pits(&[1, 0, 1, 0, 1, 0, 1, 0, 2, 1]);
    let rules = Rules { rows: Rows::Opponents, ..Rules::best(5) };
    let all = open(10, &[]);
    let endless = (0..10).filter(|&p| board[p] > 0).any(|p| plain::turn(&rules, &board, &all, p / 5, p).never_ends);
    assert!(endless);
    let march = pits(&[6, 5, 4, 3, 2, 1]);
    let turn = plain::turn(&Rules::best(3), &march, &open(6, &[]), 0, 0);
    assert!(turn.never_ends);
    assert_eq!(turn.pits, march);
}

#[test]
fn a_round_ends_on_the_turn_of_the_empty_player_or_at_once() {
    // South 4 (1) goes to 5, and South has nothing left: 6 is empty, 7 (1) is taken. North then gives South a seed.
    let mut position = Position::start(&Rules::best(5), 0, 0);
    position.pits = pits(&[0, 0, 0, 0, 1, 0, 0, 1, 0, 2]);
    let on_turn = {
        let mut round = Round::new(Rules::best(5), position.clone());
        round.play(Some(4));
        assert_eq!((round.over, round.position.won), (None, [1, 0]));
        round.play(Some(9));
        round
    };
    // 9 (2) fell into 0 and 1; 2 is empty, 3 is empty; South can play on.
    assert_eq!(on_turn.over, None);
    assert_eq!(on_turn.position.pits, pits(&[1, 1, 0, 0, 0, 1, 0, 0, 0, 0]));
    for ends in [Ends::AtOnce, Ends::MoverEmptied] {
        let mut round = Round::new(Rules { ends, ..Rules::best(5) }, position.clone());
        round.play(Some(4));
        assert_eq!(round.over, Some(End::Ended(0)));
        assert_eq!((round.position.on_board(), round.position.won), (0, [1, 3]));
    }
}

#[test]
fn two_lone_seeds_that_chase_each_other_are_stopped_by_the_first_return() {
    // Half a ring apart, neither is ever beyond an empty pit after the other. South steps from 0 to 5 and North, who
    // always lifts his last pit, from 5 over 9 to 0: after ten turns the board and the player are as at the start.
    let mut position = Position::start(&Rules::best(5), 0, 0);
    position.pits = pits(&[1, 0, 0, 0, 0, 1]);
    position.won = [30, 8];
    let mut round = Round::new(Rules::best(5), position);
    while round.over.is_none() {
        let legal = round.position.legal(&round.rules);
        round.play(legal.last().copied());
    }
    assert_eq!((round.over, round.turns), (Some(End::Repeated), 10));
    assert_eq!(round.position.won, [31, 9]);
}

#[test]
fn a_refill_pays_four_a_pit_and_closes_what_it_cannot_pay() {
    let rules = Rules::best(5);
    let all = open(10, &[]);
    let won = [29, 11];
    let (kept, gone) = Match::best().refill(&rules, &all, won, 1);
    assert_eq!(kept.pits, pits(&[4, 4, 4, 4, 4, 4, 4, 0, 0, 0]));
    assert_eq!((kept.won, kept.open, gone), ([9, 3], open(10, &[7, 8, 9]), 0));
    let (reverse, _) = Match { order: Order::Against, ..Match::best() }.refill(&rules, &all, won, 1);
    assert_eq!(reverse.open, open(10, &[5, 6, 7]));
    let (ends, _) = Match { order: Order::FromEnds, ..Match::best() }.refill(&rules, &all, won, 1);
    assert_eq!(ends.open, open(10, &[6, 7, 8]));
    let (lost, gone) = Match { surplus: Surplus::Lost, ..Match::best() }.refill(&rules, &all, won, 1);
    assert_eq!((lost.won, gone), ([0, 0], 12));
    let (given, gone) = Match { surplus: Surplus::Given, ..Match::best() }.refill(&rules, &all, won, 1);
    assert_eq!((given.won, gone), ([3, 9], 0));
    let (short, _) = Match { surplus: Surplus::ShortPit, ..Match::best() }.refill(&rules, &all, won, 1);
    assert_eq!((short.pits[7], short.won, short.open), (3, [9, 0], open(10, &[8, 9])));
    // A pit closed before stays closed where nothing is opened again.
    let (never, _) = Match { reopen: false, ..Match::best() }.refill(&rules, &open(10, &[0, 1]), won, 1);
    assert_eq!((never.open, never.won), (open(10, &[0, 1, 7, 8, 9]), [17, 3]));
}

#[test]
fn a_sowing_without_end_costs_the_round_or_is_drawn_or_may_not_be_made() {
    let mut position = Position::start(&Rules::best(3), 0, 0);
    position.pits = pits(&[6, 5, 4, 3, 2, 1]);
    position.won = [1, 2];
    let rules = |never| Rules { never, ..Rules::best(3) };
    assert!(!position.legal(&rules(Never::Forbidden)).contains(&0));
    let mut loses = Round::new(rules(Never::MoverLoses), position.clone());
    loses.play(Some(0));
    assert_eq!((loses.over, loses.position.won), (Some(End::NeverEnding(0)), [1, 23]));
    let mut drawn = Round::new(rules(Never::Drawn), position);
    drawn.play(Some(0));
    assert_eq!((drawn.over, drawn.position.won), (Some(End::NeverEnding(0)), [16, 8]));
}
