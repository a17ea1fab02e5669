//! Positions, moves and results observed in another project, played by the engine.
//!
//! `oracle/peer-cases.json` holds them as facts, with the project, the commit and the licence they come from. Every case
//! is either played here or listed in [`NOT_PLAYED`] with the reason; a case that is neither, or both, fails.

use serde_json::Value;
use sowlab::engine::{End, Kernel, Lanes, Machine, Move, Scope, Sown, State, Watch};
use sowlab::play::{Class, Decision, MatchResult, Onlooker, Player, Turn as TurnSeen, play_match, refill};
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::{
    Action, Board, Capture, CaptureLimits, Case, Chain, Choice, ClosedPits, Direction, EnPassant, EqualSplit,
    FillOrder, Goal, MatchEnd, MatchPlay, NeverEnding, NoMove, Origin, Pit, PitWord, Quality, Remainder, Reopen,
    Repetition, Round, RoundEnd, RowsFilled, Ruleset, Seat, Starter, Stores, Surplus, Taker, Test, Then, Turn,
};
use sowlab::with_kernel;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// The reading of Bosh that is the other project's: either row, one capture, the pit lifted is sown again, a round ends
/// on the turn of a player with an empty row, each row goes to its owner, pits are filled from the player's right, and
/// the starter alternates.
const PEER_READING: &str = "bosh:09=row-owners,11=alternate,12=reverse";

/// The other project also ends a round when a single seed is left. Here its owner moves it on, the other player has no
/// move, and the seeds are divided as there.
const SINGLE_SEED_LEFT: [&str; 2] = ["bosh-30-round-end-one-seed", "bosh-30-round-tie"];

#[test]
fn every_case_is_played() {
    let text = include_str!("oracle/peer-cases.json");
    let file: Value = serde_json::from_str(text).expect("the cases are JSON");
    let mut cases = BTreeMap::new();
    for case in list(&file["cases"]) {
        let id = case["id"].as_str().expect("an id");
        assert!(cases.insert(id, case).is_none(), "{id} is there twice");
    }
    assert_eq!(cases.len(), 38);
    let unplayed: Vec<&str> = cases.into_iter().filter(|(id, case)| !play_case(id, case)).map(|(id, _)| id).collect();
    assert!(unplayed.is_empty(), "not played: {unplayed:?}");
}

/// Plays a case and asserts its result; says whether it knows how to.
fn play_case(id: &str, case: &Value) -> bool {
    match id {
        "relay-next-01-no-relay" | "relay-next-02-laps" => sow_case(&relay_only(board_of(case)), case),
        "relay-next-03-stop-for-cross-capture" => sow_case(&stops_for_cross_capture(board_of(case)), case),
        "relay-next-04-not-from-store" => sow_case(&sows_its_store(board_of(case)), case),
        "lap-capture-07-next" => sow_case(&captures_between_laps(board_of(case), PitWord::Next), case),
        "lap-capture-07-gap" => sow_case(&captures_between_laps(board_of(case), PitWord::Beyond), case),
        "relay-next-05-passing-capture-aos" => sow_case(&passing_capture(board_of(case), false), case),
        "relay-next-05-passing-capture-aoo" => sow_case(&passing_capture(board_of(case), true), case),
        "gap-capture-06-a" => capture_case(&gap_capture(board_of(case), Chain::Once), case),
        "gap-capture-06-b" => capture_case(&gap_capture(board_of(case), Chain::ThroughLast), case),
        "endless-21-relay-next" => laps_of_each_pit(&relay_only(board_of(case)), case),
        "endless-22-relay-same" => {
            let (_, sown, _) = sow(&relay_from_last_clockwise(board_of(case)), case, pit(&case["action"]["sow_from"]));
            assert!(sown.never_ending, "{id}");
        }
        "endless-32-exact" => exact_verdicts(case),
        "refill-17-fill-orders" => fill_orders(case),
        "refill-18-shorten" => shortened_rows(case),
        "refill-19-loser-only" => refilled_alone(case),
        "starter-20" => starters(case),
        "bosh-31-opening-symmetry" => openings(case),
        "bosh-30-refill" => refill_case(&peer_bosh(), case),
        _ if id.starts_with("refill-16") => refill_case(&pandi(), case),
        _ if id.starts_with("match-") => turn_case(&pandi(), id, case),
        _ if id.starts_with("bosh-30") => turn_case(&peer_bosh(), id, case),
        _ => return false,
    }
    true
}

// What stands in a case.

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn number(value: &Value) -> u16 {
    u16::try_from(value.as_u64().expect("a number")).expect("few seeds")
}

fn numbers(value: &Value) -> Vec<u16> {
    list(value).iter().map(number).collect()
}

fn pair(value: &Value) -> [u16; 2] {
    numbers(value).try_into().expect("a number for each player")
}

fn pit(value: &Value) -> Pit {
    Pit(u8::try_from(number(value)).expect("a pit"))
}

fn pits(value: &Value) -> u32 {
    list(value).iter().fold(0, |mask, p| mask | 1 << pit(p).0)
}

fn seat(value: &Value) -> Option<Seat> {
    match value.as_str() {
        Some("S") => Some(Seat::South),
        Some("N") => Some(Seat::North),
        _ => None,
    }
}

fn board_of(case: &Value) -> Board {
    let holes = &case["rules"]["holes_per_side"];
    let pits = u8::try_from(number(holes)).expect("a short row");
    Board::two_rows(pits, vec![0; 2 * usize::from(pits)])
}

// The rules of the cases.

fn test(pit: PitWord, is: Quality) -> Test {
    Test { pit, is }
}

fn relay_next() -> Case {
    Case { when: vec![test(PitWord::Next, Quality::Occupied)], then: Action::Relay(PitWord::Next) }
}

/// Rules of a turn and a round around the cases of what follows a lap.
fn rules(board: Board, after_lap: Vec<Case>) -> Ruleset {
    Ruleset {
        board,
        turn: Turn {
            choice: Choice::any_holding(1),
            direction: [Direction::Anticlockwise; 2],
            ways: sowlab::rules::ruleset::Ways::One,
            origin: Origin::Sown,
            en_passant: None,
            after_lap,
            captures: CaptureLimits::NONE,
            never_ending: NeverEnding::Drawn,
        },
        round: Round {
            ends: vec![RoundEnd::OnTurn],
            no_move: NoMove::EndsRound,
            remainder: Remainder::RowOwners,
            repetition: Repetition::Drawn(1),
            turn_cap: None,
            goal: Goal::MoreSeeds,
        },
        match_play: None,
    }
}

fn relay_only(board: Board) -> Ruleset {
    rules(board, vec![relay_next()])
}

fn stops_for_cross_capture(board: Board) -> Ruleset {
    let stop = Case {
        when: vec![test(PitWord::Last, Quality::WasEmpty), test(PitWord::OppositeLast, Quality::Occupied)],
        then: Action::EndTurn,
    };
    rules(board, vec![stop, relay_next()])
}

/// A pit that reaches four goes to its owner. Where the last seed of a lap does not capture, it stops the sowing.
fn passing_capture(board: Board, by_last_seed: bool) -> Ruleset {
    let stop = Case { when: vec![test(PitWord::Last, Quality::Holds(vec![4]))], then: Action::EndTurn };
    let mut cases = vec![relay_next()];
    if !by_last_seed {
        cases.insert(0, stop);
    }
    let mut rules = rules(board, cases);
    rules.turn.en_passant = Some(EnPassant { count: 4, taker: Taker::Owner, by_last_seed });
    rules
}

/// A store after each player's last pit, sown by its owner: as the place that follows, it is no pit to relay from.
fn sows_its_store(board: Board) -> Ruleset {
    relay_only(Board { stores: Some(Stores { sown_by_both: false, start: 0 }), ..board })
}

/// Each time a lap ends in a pit that held seeds, the pit after it, or the one beyond an empty one, is captured if it holds
/// any; and then the seeds of the pit where the lap ended are sown on.
fn captures_between_laps(board: Board, taken: PitWord) -> Ruleset {
    let capture = Capture { then: Then::Relay(PitWord::Last), ..Capture::of(taken, Chain::Once) };
    let mut when = vec![test(PitWord::Last, Quality::WasOccupied), test(taken, Quality::Occupied)];
    if taken == PitWord::Beyond {
        when.push(test(PitWord::Next, Quality::Empty));
    }
    let relay = Case { when: vec![test(PitWord::Last, Quality::WasOccupied)], then: Action::Relay(PitWord::Last) };
    rules(board, vec![Case { when, then: Action::Capture(capture) }, relay])
}

fn gap(chain: Chain, with_opposite: bool) -> Case {
    Case {
        when: vec![test(PitWord::Next, Quality::Empty), test(PitWord::Beyond, Quality::Occupied)],
        then: Action::Capture(Capture { pit: PitWord::Beyond, also: None, chain, with_opposite, then: Then::EndTurn }),
    }
}

fn gap_capture(board: Board, chain: Chain) -> Ruleset {
    rules(board, vec![gap(chain, true)])
}

fn relay_from_last_clockwise(board: Board) -> Ruleset {
    let relay = Case { when: vec![test(PitWord::Last, Quality::WasOccupied)], then: Action::Relay(PitWord::Last) };
    let mut rules = rules(board, vec![relay]);
    rules.turn.direction = [Direction::Clockwise; 2];
    rules
}

fn match_play(fill: u16, order: FillOrder) -> MatchPlay {
    MatchPlay {
        fill,
        order,
        rows: RowsFilled::Each,
        surplus: Surplus::Kept,
        reopen: Reopen::AtRefill,
        closed: ClosedPits::Absent,
        starter: Starter::Alternate,
        end: MatchEnd::FillsAtMost(0),
        lost_during_round: false,
        equal_split: EqualSplit::PlayOn,
    }
}

/// The game of the `match-` cases: two rows of seven fives, fours taken while seeds fall, a gap capture with the pit
/// across, rounds with closing.
fn pandi() -> Ruleset {
    let mut rules = rules(Board::two_rows(7, vec![5; 14]), vec![relay_next(), gap(Chain::Once, true)]);
    rules.turn.en_passant = Some(EnPassant { count: 4, taker: Taker::Owner, by_last_seed: true });
    rules.match_play = Some(match_play(5, FillOrder::Sowing));
    rules
}

fn peer_bosh() -> Ruleset {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    let game = Game::load(&file).game.expect("the rules of Bosh are sound");
    let answers = game.parse_reading(PEER_READING).expect("a reading of Bosh");
    game.ruleset(&answers).expect("it can be compiled")
}

// Single turns.

/// What is told of the turns of a case.
#[derive(Debug, Default)]
struct Told {
    laps: Vec<(Pit, u16, Pit)>,
    captures: Vec<(Pit, u16, Seat)>,
    turns: Vec<Seen>,
    settled: Option<Seen>,
    starts: Vec<Seat>,
}

/// A position as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    ring: Vec<u16>,
    stores: [u16; 2],
    laps: u32,
    captured: u32,
}

impl Seen {
    fn of<W: Lanes>(kernel: &Kernel<W>, state: &State<W>, sown: Sown) -> Self {
        let ring = kernel.rules().board.all().map(|p| state.cells.get(p.0)).collect();
        Self { ring, stores: state.won, laps: sown.laps, captured: sown.captured }
    }
}

impl Watch for Told {
    fn lap(&mut self, from: Pit, seeds: u16, last: Pit) {
        self.laps.push((from, seeds, last));
    }

    fn capture(&mut self, pit: Pit, seeds: u16, taker: Seat) {
        self.captures.push((pit, seeds, taker));
    }
}

impl Onlooker for Told {
    fn round_begins<W: Lanes>(&mut self, _kernel: &Kernel<W>, state: &State<W>, _number: u32) {
        self.starts.push(state.mover);
    }

    fn turn_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, sown: &Sown) {
        self.turns.push(Seen::of(kernel, state, *sown));
    }

    fn round_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, _end: End) {
        self.settled.get_or_insert_with(|| Seen::of(kernel, state, Sown::default()));
    }
}

fn pack<W: Lanes>(ring: &[u16], stores: [u16; 2], closed: u32, mover: Seat) -> State<W> {
    let cells = (0..).zip(ring).fold(W::EMPTY, |cells, (p, &seeds)| cells.with(p, seeds));
    State { won: stores, mover, closed, ..State::new(cells) }
}

/// Lifts one pit of the ring, whoever owns it, and leaves the round alone.
fn lift(rules: &Ruleset, ring: &[u16], from: Pit) -> (Seen, Sown, Told) {
    let seeds = ring.iter().map(|&n| u32::from(n)).sum();
    let machine = Machine::with_seeds(rules.clone(), Scope::Round, seeds).expect("it can be played");
    let mut told = Told::default();
    with_kernel!(&machine, kernel => {
        let mut state = pack(ring, [0, 0], 0, rules.board.owner(from).expect("somebody owns every pit"));
        let (sown, _) = kernel.make(kernel.layout(0), &mut state, Move::Lift(from), &mut told);
        (Seen::of(kernel, &state, sown), sown, told)
    })
}

fn sow(rules: &Ruleset, case: &Value, from: Pit) -> (Seen, Sown, Told) {
    lift(rules, &numbers(&case["before"]["ring"]), from)
}

fn sow_case(rules: &Ruleset, case: &Value) {
    let (seen, sown, told) = sow(rules, case, pit(&case["action"]["sow_from"]));
    let (after, id) = (&case["after"], &case["id"]);
    assert_eq!(seen.ring, numbers(&after["ring"]), "{id}");
    let last = told.laps.last().expect("a lap").2;
    assert_eq!(last, pit(&after["last_hole"]), "{id}");
    if let Some(laps) = after["laps"].as_u64() {
        assert_eq!(u64::from(sown.laps), laps, "{id}");
    }
    // The cases name the stores of South and North; the mover of the lift is the owner of the pit.
    let (before, after) = (pair(&case["before"]["stores"]), pair(&after["stores"]));
    assert_eq!(seen.stores, [after[0] - before[0], after[1] - before[1]], "{id}");
}

/// The case gives the board when sowing has stopped in `last_hole`. A lap that leads there is walked back seed by seed
/// to an empty pit, and played.
fn capture_case(rules: &Ruleset, case: &Value) {
    let after_sowing = numbers(&case["before"]["ring"]);
    let last = pit(&case["action"]["last_hole"]).index();
    let n = after_sowing.len();
    let mut before = after_sowing.clone();
    let (mut at, mut hand) = (last, 0);
    while before[at] > 0 {
        before[at] -= 1;
        hand += 1;
        at = (at + n - 1) % n;
    }
    before[at] = hand;
    let from = Pit(u8::try_from(at).expect("a pit"));
    let (seen, _, told) = lift(rules, &before, from);
    assert_eq!(told.laps, [(from, hand, Pit(u8::try_from(last).expect("a pit")))], "{}", case["id"]);
    assert_eq!(seen.ring, numbers(&case["after"]["ring"]), "{}", case["id"]);
}

fn laps_of_each_pit(rules: &Ruleset, case: &Value) {
    assert!(list(&case["after"]["endless_from"]).is_empty());
    for end in list(&case["after"]["ends"]) {
        let (_, sown, _) = sow(rules, case, pit(&end["sow_from"]));
        assert!(!sown.never_ending, "{end}");
        assert_eq!(sown.laps, u32::from(number(&end["laps"])), "{end}");
    }
}

fn exact_verdicts(case: &Value) {
    let rules = relay_only(board_of(case));
    let rows = list(&case["after"]["rows"]);
    assert_eq!(rows.len(), 8);
    for row in rows {
        let (seen, sown, told) = lift(&rules, &numbers(&row["ring"]), pit(&row["sow_from"]));
        let verdict = row["verdict"].as_str().expect("a verdict");
        assert_eq!(sown.never_ending, verdict.starts_with("CYCLE"), "{row}");
        if !sown.never_ending {
            let board = seen.ring.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
            let last = told.laps.last().expect("a lap").2.0;
            let ours = format!("ends after {} laps, last hole {last}, board {board}", sown.laps);
            assert_eq!(ours, verdict);
        }
    }
}

// Turns with what they do to the round and the match.

/// Plays given pits and leaves off when they are used up; then, if asked to, whatever is forced.
struct Scripted<'a> {
    moves: &'a [Pit],
    goes_on_where_forced: bool,
}

struct UsedUp;

/// Both players read from the one script.
struct Reader<'a>(&'a RefCell<Scripted<'a>>);

impl Player for Reader<'_> {
    type Stop = UsedUp;

    fn choose<W: Lanes>(&mut self, turn: &TurnSeen<'_, W>) -> Result<Move, UsedUp> {
        let mut script = self.0.borrow_mut();
        if let [first, rest @ ..] = script.moves {
            assert!(turn.moves.contains(Move::Lift(*first)), "the move is legal");
            script.moves = rest;
            return Ok(Move::Lift(*first));
        }
        if script.goes_on_where_forced && turn.choices() == 1 { Ok(turn.nth(0)) } else { Err(UsedUp) }
    }

    fn decide(&mut self, _decision: &Decision<'_>) -> Result<usize, UsedUp> {
        Err(UsedUp)
    }
}

/// A position of a match to begin from.
struct Start<'a> {
    ring: &'a [u16],
    stores: [u16; 2],
    closed: u32,
    mover: Seat,
}

/// Plays moves of a match that has `round_cap` rounds at most; none if the moves end before it does.
fn play_on(
    rules: &Ruleset,
    start: &Start<'_>,
    moves: &[Pit],
    goes_on_where_forced: bool,
    round_cap: u32,
) -> (Option<MatchResult>, Told) {
    let machine = Machine::new(rules.clone(), Scope::Match).expect("it can be played");
    let script = RefCell::new(Scripted { moves, goes_on_where_forced });
    let mut told = Told::default();
    let between = rules.match_play.as_ref().expect("rules of a match");
    let result = with_kernel!(&machine, kernel => {
        let state = pack(start.ring, start.stores, start.closed, start.mover);
        play_match(kernel, between, state, &mut [Reader(&script), Reader(&script)], round_cap, &mut told).ok()
    });
    assert!(script.borrow().moves.is_empty(), "the round ended before the moves did");
    (result, told)
}

fn turn_case(rules: &Ruleset, id: &str, case: &Value) {
    let (before, after) = (&case["before"], &case["after"]);
    let ring = numbers(&before["ring"]);
    let start = Start {
        ring: &ring,
        stores: pair(&before["stores"]),
        closed: pits(&before["closed"]),
        mover: seat(&before["mover"]).expect("a mover"),
    };
    let single = SINGLE_SEED_LEFT.contains(&id);
    let (result, told) = play_on(rules, &start, &[pit(&case["action"]["sow_from"])], single, 1);
    let turn = &told.turns[0];
    assert_eq!(u64::from(turn.laps), after["laps"].as_u64().expect("laps"), "{id}: laps");
    if let Some(gained) = after["gained"].as_u64() {
        assert_eq!(u64::from(turn.captured), gained, "{id}: seeds captured");
        assert_eq!(turn.captured > 0, after["captured"].as_bool().expect("yes or no"), "{id}");
    }
    let seen = told.settled.as_ref().unwrap_or(turn);
    assert_eq!(seen.ring, numbers(&after["ring"]), "{id}: the ring");
    assert_eq!(seen.stores, pair(&after["stores"]), "{id}: what the players hold");
    // Broken off after one round, a match that is not over is cut off.
    let class = result.map(|result| result.class);
    let expected = match (after["result"].as_str(), seat(&after["winner"])) {
        (None, _) => None,
        (Some("round over" | "round tied"), _) => Some(Class::CutOff),
        (Some("match over"), Some(Seat::South)) => Some(Class::FirstWins),
        (Some("match over"), Some(Seat::North)) => Some(Class::SecondWins),
        (Some(other), _) => panic!("{id}: a result {other:?}"),
    };
    assert_eq!(class, expected, "{id}: the result");
    if expected.is_some() {
        let [south, north] = seen.stores;
        let ahead = match south.cmp(&north) {
            std::cmp::Ordering::Greater => Some(Seat::South),
            std::cmp::Ordering::Less => Some(Seat::North),
            std::cmp::Ordering::Equal => None,
        };
        assert_eq!(ahead, seat(&after["winner"]), "{id}: who is ahead");
    }
    assert_eq!(told.turns.len() > 1, single, "{id}: only a single seed is moved on");
}

fn openings(case: &Value) {
    let rules = peer_bosh();
    let ring = numbers(&case["before"]["ring"]);
    let rows = list(&case["after"]["rows"]);
    assert_eq!(rows.len(), 5);
    for row in rows {
        let start = Start { ring: &ring, stores: [0, 0], closed: 0, mover: Seat::South };
        let (_, told) = play_on(&rules, &start, &[pit(&row["sow_from"])], false, 1);
        let gained = number(&row["gained"]);
        let expected = Seen {
            ring: numbers(&row["ring"]),
            stores: [gained, 0],
            laps: u32::from(number(&row["laps"])),
            captured: u32::from(gained),
        };
        assert_eq!(told.turns, [expected], "{row}");
    }
}

// What stands between rounds.

/// Fills both rows; returns the ring, what is left in hand and the closed pits.
fn fill(rules: &Ruleset, stores: [u16; 2]) -> (Vec<u16>, [u16; 2], u32) {
    let machine = Machine::new(rules.clone(), Scope::Match).expect("it can be played");
    let script = RefCell::new(Scripted { moves: &[], goes_on_where_forced: false });
    let between = rules.match_play.as_ref().expect("rules of a match");
    with_kernel!(&machine, kernel => {
        let mut state = pack(&vec![0; rules.board.len()], stores, 0, Seat::South);
        let players = &mut [Reader(&script), Reader(&script)];
        let filled = refill(kernel, between, &mut state, Seat::South, players, &mut 0, &mut ());
        assert!(filled.is_ok(), "nothing has to be decided");
        let seen = Seen::of(kernel, &state, Sown::default());
        (seen.ring, seen.stores, state.closed)
    })
}

fn refill_case(rules: &Ruleset, case: &Value) {
    let (ring, stores, closed) = fill(rules, pair(&case["before"]["stores"]));
    let after = &case["after"];
    assert_eq!(ring, numbers(&after["ring"]), "{}", case["id"]);
    assert_eq!(stores, pair(&after["stores"]), "{}", case["id"]);
    assert_eq!(closed, pits(&after["closed"]), "{}", case["id"]);
}

fn fill_orders(case: &Value) {
    let rows = list(&case["after"]["rows"]);
    assert_eq!(rows.len(), 12);
    for row in rows {
        let order = match row["order"].as_str() {
            Some("left") => FillOrder::Sowing,
            Some("right") => FillOrder::AgainstSowing,
            Some("outside") => FillOrder::FromEnds,
            other => panic!("an order {other:?}"),
        };
        let mut rules = rules(Board::two_rows(3, vec![2; 6]), vec![relay_next()]);
        rules.match_play = Some(match_play(2, order));
        let before = pair(&row["stores_before"]);
        let (_, stores, closed) = fill(&rules, before);
        assert_eq!(stores, pair(&row["stores_after"]), "{row}");
        if order == FillOrder::FromEnds && before == [10, 2] {
            // There both players begin at the same end of the board, which is South's first pit and North's last. Here
            // each begins at his own first pit, so that neither seat is favoured: North keeps D where South keeps A.
            assert_eq!((pits(&row["closed"]), closed), (0b01_1000, 0b11_0000));
        } else {
            assert_eq!(closed, pits(&row["closed"]), "{row}");
        }
    }
}

fn shortened_rows(case: &Value) {
    let rows = list(&case["after"]["rows"]);
    assert_eq!(rows.len(), 5);
    for row in rows {
        let mut rules = rules(Board::two_rows(3, vec![2; 6]), vec![relay_next()]);
        let filled = match row["method"].as_str() {
            Some("SHORTEN") => RowsFilled::BothFromSouth,
            Some("SHORTEN_ALL") => RowsFilled::BothFromPoorer,
            other => panic!("a method {other:?}"),
        };
        rules.match_play = Some(MatchPlay { rows: filled, ..match_play(2, FillOrder::Sowing) });
        let (_, stores, closed) = fill(&rules, pair(&row["stores_before"]));
        assert_eq!(stores, pair(&row["stores_after"]), "{row}");
        assert_eq!(closed, pits(&row["closed"]), "{row}");
    }
}

fn refilled_alone(case: &Value) {
    let (before, after) = (&case["before"], &case["after"]);
    let mut rules = rules(Board::two_rows(3, vec![2; 6]), vec![relay_next()]);
    rules.match_play = Some(MatchPlay { rows: RowsFilled::PoorerAlone, ..match_play(2, FillOrder::Sowing) });
    let between = rules.match_play.clone().expect("they have just been given");
    let machine = Machine::new(rules, Scope::Match).expect("it can be played");
    with_kernel!(&machine, kernel => {
        let mut state = pack(&numbers(&before["ring"]), pair(&before["stores"]), pits(&before["closed"]), Seat::South);
        let script = RefCell::new(Scripted { moves: &[], goes_on_where_forced: false });
        let players = &mut [Reader(&script), Reader(&script)];
        let filled = refill(kernel, &between, &mut state, Seat::South, players, &mut 0, &mut ());
        assert!(filled.is_ok(), "nobody has anything to choose");
        let ring: Vec<u16> = (0..6).map(|p| state.cells.get(p)).collect();
        assert_eq!(ring, numbers(&after["ring"]));
        assert_eq!((state.won, state.closed), (pair(&after["stores"]), pits(&after["closed"])));
    });
}

/// A round of one move: its starter has a single seed, moves it on in his own row, and the other player, who has none,
/// ends it. What the players hold already makes one of them the winner.
fn starters(case: &Value) {
    let rows = list(&case["after"]["rows"]);
    assert_eq!(rows.len(), 8);
    for row in rows {
        let mut rules = peer_bosh();
        let between = rules.match_play.as_mut().expect("rules of a match");
        between.starter = match row["rule"].as_str() {
            Some("alternate") => Starter::Alternate,
            Some("loser") => Starter::Loser,
            Some("winner") => Starter::Winner,
            Some("last mover") => Starter::LastMover,
            other => panic!("a rule {other:?}"),
        };
        // Where the case names only the last mover, he started: the round has no other move.
        let started = seat(&row["started"]).or_else(|| seat(&row["last_mover"])).expect("a starter");
        let own = &rules.board.row(started).collect::<Vec<_>>()[..2];
        let mut ring = vec![0; 10];
        ring[own[0].index()] = 1;
        let mut stores = match seat(&row["winner"]) {
            Some(Seat::South) => [30, 10],
            Some(Seat::North) => [10, 30],
            None => [20, 20],
        };
        // The seed on the board comes back to the starter.
        stores[started.index()] -= 1;
        let start = Start { ring: &ring, stores, closed: 0, mover: started };
        let (_, told) = play_on(&rules, &start, &[own[0]], false, 2);
        assert_eq!(told.starts, [started, seat(&row["next"]).expect("a starter")], "{row}");
    }
}
