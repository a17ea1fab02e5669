//! Faults that sowing engines are known to have had, each with a small input that would show it.
//!
//! The positions are written as on the command line: the rows from the top, North's first, as South sees them, so that
//! the upper row reads J I H G F and the lower one A B C D E; then the player to move and the seeds won.

mod plain;
mod tandem;

use sowlab::agents::{Agent, Seated, record_match, record_round, simulate_match};
use sowlab::engine::{End, Kernel, Lanes, Machine, Mark, Moves, Position, Scope, Situation, State, Watch, bits};
use sowlab::play::{
    Class, MOST_LAPS_KEPT, MatchResult, Onlooker, RoundPlay, RoundResult, Script, Transcript, TranscriptTurn,
    play_match, play_round, play_script, refill,
};
use sowlab::rng::{GameSeed, Rng};
use sowlab::rules::game::{Answers, Game};
use sowlab::rules::ruleset::{Form, Ruleset, Seat};
use sowlab::with_kernel;
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

static BOSH: LazyLock<Game> = LazyLock::new(|| {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    Game::load(&file).game.expect("the rules of Bosh are sound")
});

/// Two players by chance.
const CHANCE: [Agent; 2] = [Agent::Random; 2];

const fn game(game: u64) -> GameSeed {
    GameSeed { study: 1_931, game }
}

/// The ruleset of a reading of Bosh, by its id.
fn bosh(reading: &str) -> Ruleset {
    let answers = BOSH.parse_reading(reading).expect("a reading of Bosh");
    BOSH.ruleset(&answers).expect("it compiles")
}

/// Plays moves of a round from a position.
fn play(rules: Ruleset, position: &str, moves: &str) -> Transcript {
    let position = Position::parse(position, &rules.board).expect("a position");
    let machine = Machine::for_position(rules, Scope::Round, &position).expect("it can be played");
    play_script(&machine, &position, Script::new(moves)).expect("the moves are legal")
}

/// The only turn of a round of one move.
fn turn(reading: &str, position: &str, pit: &str) -> TranscriptTurn {
    play(bosh(reading), position, pit).turns().next().expect("a turn").clone()
}

fn captures(turn: &TranscriptTurn) -> Vec<(char, u16)> {
    turn.captures.iter().map(|c| (c.pit, c.seeds)).collect()
}

fn end(transcript: &Transcript) -> Option<End> {
    transcript.rounds[0].end
}

/// Plays a round by chance from a position; the first player of the result is the one to move in it.
fn round_from(rules: Ruleset, position: &str) -> RoundResult {
    let position = Position::parse(position, &rules.board).expect("a position");
    let machine = Machine::for_position(rules, Scope::Round, &position).expect("it can be played");
    with_kernel!(&machine, kernel => {
        let mut players = Seated::pair(CHANCE, game(0));
        let Ok(result) = play_round(kernel, &mut RoundPlay::new(), position.pack(), &mut players, &mut ());
        result
    })
}

/// Notes where rounds begin and how they end.
#[derive(Default)]
struct Rounds {
    begun: Vec<(Seat, u32)>,
    /// Seeds still on the board, won by each player and out of the game.
    settled: Vec<(u16, [u16; 2], u16)>,
}

impl Watch for Rounds {}

impl Onlooker for Rounds {
    fn round_begins<W: Lanes>(&mut self, _kernel: &Kernel<W>, state: &State<W>, _number: u32) {
        self.begun.push((state.mover, state.closed));
    }

    fn round_ends<W: Lanes>(&mut self, kernel: &Kernel<W>, state: &State<W>, _end: End) {
        let on_board = Seat::BOTH.map(|seat| kernel.row_sum(state, seat)).iter().sum();
        self.settled.push((on_board, state.won, state.out));
    }
}

/// Plays a match by chance from a position.
fn match_from(rules: Ruleset, position: &str, round_cap: u32, number: u64) -> (MatchResult, Rounds) {
    let position = Position::parse(position, &rules.board).expect("a position");
    let machine = Machine::with_seeds(rules, Scope::Match, position.total()).expect("it can be played");
    let between = machine.rules().match_play.as_ref().expect("rules of a match");
    let mut rounds = Rounds::default();
    let result = with_kernel!(&machine, kernel => {
        let mut players = Seated::pair(CHANCE, game(number));
        let Ok(result) = play_match(kernel, between, position.pack(), &mut players, round_cap, &mut rounds);
        result
    });
    (result, rounds)
}

fn situation(rules: Ruleset, position: &str) -> Situation {
    let position = Position::parse(position, &rules.board).expect("a position");
    let machine = Machine::for_position(rules, Scope::Round, &position).expect("it can be played");
    with_kernel!(&machine, kernel => {
        let state = position.pack();
        kernel.situation(kernel.layout(state.closed), &state)
    })
}

// What a player may do.

/// These pits may be lifted, and nobody may pass.
fn plain_choice(pits: u64) -> Situation {
    Situation::Choose { moves: Moves::plain(pits), may_pass: false }
}

#[test]
fn a_must_feed_rule_that_cannot_be_kept_leaves_the_moves_there_are() {
    let rules = plain::Rules { feed: true, ..plain::Rules::best(6) };
    let ruleset = tandem::ruleset(&rules, None);
    let position = "0 0 0 0 0 0 / 1 0 0 0 0 0 s";
    assert_eq!(situation(ruleset.clone(), position), plain_choice(1));
    // A goes to B; North, on his turn, has nothing.
    let round = play(ruleset, position, "A");
    assert_eq!((end(&round), round.rounds[0].won), (Some(End::Stuck(Seat::North)), Some([1, 0])));
}

#[test]
fn where_one_move_feeds_and_another_does_not_only_that_one_may_be_played_if_feeding_is_due() {
    // A (1) stays in South's row, E (1) goes to F.
    let position = "0 0 0 0 0 / 1 0 0 0 1 s";
    assert_eq!(situation(bosh("bosh"), position), plain_choice(0b1_0001));
    assert_eq!(situation(bosh("bosh:10=must-feed"), position), plain_choice(0b1_0000));
}

#[test]
fn a_lone_move_from_the_first_pit_is_a_move() {
    for (position, first) in [("0 4 0 0 0 / 1 0 0 0 0 s", 0), ("0 0 0 0 1 / 0 4 0 0 0 n", 5)] {
        assert_eq!(situation(bosh("bosh"), position), plain_choice(1 << first));
    }
}

// Sowing and capture.

#[test]
fn six_moves_from_an_uneven_start_are_as_worked_by_hand() {
    let round = play(bosh("bosh"), "1 2 0 4 1 / 2 0 3 1 0 s", "A J C F D I");
    let boards: Vec<&str> = round.turns().map(|t| t.board.as_str()).collect();
    assert_eq!(
        boards,
        [
            // A (2) to B C; D (1) to E; F (1) to G; H is empty, I (2) is won.
            "1 0 0 5 0 / 0 1 4 0 1 n s:2 n:0",
            // J (1) to A; B (1) to C; D is empty, E (1) is won.
            "0 0 0 5 0 / 1 0 5 0 0 s s:2 n:1",
            // C (5) to D E F G H; I and J are empty: bosh.
            "0 0 1 6 1 / 1 0 0 1 1 n s:2 n:1",
            // F (1) to G; H (1) to I; J is empty, A (1) is won.
            "0 1 0 7 0 / 0 0 0 1 1 s s:2 n:2",
            // D (1) to E; F is empty, G (7) is won.
            "0 1 0 0 0 / 0 0 0 0 2 n s:9 n:2",
            // I (1) to J; A and B are empty: bosh.
            "1 0 0 0 0 / 0 0 0 0 2 s s:9 n:2",
        ]
    );
    let laps: Vec<u32> = round.turns().map(|t| t.lap_count).collect();
    assert_eq!(laps, [3, 2, 1, 2, 1, 1]);
}

#[test]
fn the_relay_does_not_stop_for_a_capture_that_cannot_happen() {
    // E (4) to I, J (4) to D, E is empty and F is North's: both laps are sown, and what may not be taken is not taken.
    for reading in ["bosh:02=own", "bosh:16=row"] {
        let turn = turn(reading, "4 4 4 4 4 / 4 4 4 4 4 s", "E");
        assert_eq!((turn.lap_count, captures(&turn)), (2, vec![]), "{reading}");
    }
    let turn = turn("bosh:02=opponent", "4 4 4 4 4 / 4 4 4 4 4 s", "A");
    assert_eq!((turn.lap_count, captures(&turn)), (2, vec![]), "A would take B, which is South's own");
}

#[test]
fn the_other_row_is_reached_past_closed_pits_at_the_corner() {
    // E and F are closed, so that D is followed by G. C (1) falls into D, and G (2) is North's.
    let position = "0 0 0 2 x / 0 0 1 0 x s";
    assert_eq!(turn("bosh", position, "C").lap_count, 2);
    assert_eq!(turn("bosh:06=own", position, "C").lap_count, 1);
    // C (1) falls into D; G is empty and H (3) beyond it is in the same row.
    let position = "0 0 3 0 x / 0 0 1 0 x s";
    assert_eq!(captures(&turn("bosh:16=row", position, "C")), [('H', 3)]);
    // B (1) falls into C; D is empty, and G (3) beyond it is in the other row.
    let position = "0 0 0 3 x / 0 1 0 0 x s";
    assert_eq!(captures(&turn("bosh", position, "B")), [('G', 3)]);
    assert_eq!(captures(&turn("bosh:02=opponent", position, "B")), [('G', 3)]);
    assert_eq!(captures(&turn("bosh:16=row", position, "B")), []);
    assert_eq!(captures(&turn("bosh:02=own", position, "B")), []);
}

#[test]
fn wrapping_round_is_right_for_both_players() {
    let south = turn("bosh", "4 4 4 4 4 / 4 4 4 4 4 s", "E");
    assert_eq!((captures(&south), south.board.as_str()), (vec![('F', 5)], "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0"));
    // Half a ring on: J (4) to D, E (4) to I, J is empty, A (5) is won.
    let north = turn("bosh", "4 4 4 4 4 / 4 4 4 4 4 n", "J");
    assert_eq!((captures(&north), north.board.as_str()), (vec![('A', 5)], "0 5 5 5 5 / 0 5 5 5 0 s s:0 n:5"));
}

#[test]
fn both_players_close_pits_at_the_same_end_of_their_own_rows() {
    let closed = |reading: &str, won| {
        let machine = Machine::new(bosh(reading), Scope::Match).expect("it can be played");
        with_kernel!(&machine, kernel => {
            let mut state = Position::start(kernel.rules()).pack();
            state.won = won;
            let rules = kernel.rules().match_play.as_ref().expect("rules of a match");
            let players = &mut Seated::pair(CHANCE, game(0));
            let Ok(()) = refill(kernel, rules, &mut state, Seat::South, players, &mut 0, &mut ());
            bits(state.closed.into()).collect::<Vec<u32>>()
        })
    };
    // Eleven seeds fill two pits: A and B of South's, F and G of North's; against the sowing, D and E, I and J.
    assert_eq!((closed("bosh", [11, 29]), closed("bosh", [29, 11])), (vec![2, 3, 4], vec![7, 8, 9]));
    let reading = "bosh:12=reverse";
    assert_eq!((closed(reading, [11, 29]), closed(reading, [29, 11])), (vec![0, 1, 2], vec![5, 6, 7]));
}

#[test]
fn a_sowing_that_stops_by_itself_after_many_laps_is_not_called_endless() {
    // Known to stop: 90 laps from G, its last seed in B, where C (0) and D (4) follow; 215 laps from D, its last seed in
    // G, where H (0) and I (12) follow.
    let long = turn("bosh", "0 0 3 6 3 / 4 1 0 1 6 n", "G");
    assert_eq!((long.lap_count, captures(&long)), (90, vec![('D', 4)]));
    let longer = turn("bosh", "0 27 2 27 2 / 3 0 26 2 11 s", "D");
    assert_eq!((longer.lap_count, captures(&longer)), (215, vec![('I', 12)]));
}

#[test]
fn a_sowing_of_more_than_a_million_laps_is_proved_endless_and_leaves_the_board_alone() {
    // Known to come back to its start after 1,196,640 laps.
    let endless = turn("bosh", "1 7 1 2 1 / 6 7 0 10 4 s", "A");
    assert!(endless.never_ending);
    assert_eq!(endless.lap_count, 1_196_640);
    assert_eq!(endless.laps.len(), MOST_LAPS_KEPT, "the record is kept short");
    assert_eq!(endless.board, "1 7 1 2 1 / 6 7 0 10 4 s s:0 n:0");
}

// Seeds.

#[test]
fn no_seed_is_made_or_lost_at_any_turn_of_a_match() {
    for (number, reading) in
        ["bosh", "bosh:03=chained,18=taken", "bosh:13=given", "bosh:13=short-pit"].iter().enumerate()
    {
        let machine = Machine::new(bosh(reading), Scope::Match).expect("it can be played");
        let (_, transcript) = record_match(&machine, CHANCE, game(number as u64), 50).expect("rules of a match");
        let board = &machine.rules().board;
        let boards = transcript.rounds.iter().flat_map(|r| r.turns.iter().map(|t| &t.board).chain([&r.start]));
        for text in boards {
            assert_eq!(Position::parse(text, board).expect("a position").total(), 40, "{reading}: {text}");
        }
    }
}

#[test]
fn seeds_swept_at_the_end_of_a_round_are_counted_once_and_leave_the_board() {
    for ends in ["on-turn", "at-once", "mover-emptied"] {
        for rest in ["opponent", "row-owners", "nobody"] {
            let (_, rounds) = match_from(bosh(&format!("bosh:08={ends},09={rest}")), "4 4 4 4 4 / 4 4 4 4 4 s", 30, 0);
            assert!(!rounds.settled.is_empty());
            for (on_board, won, out) in rounds.settled {
                assert_eq!((on_board, won[0] + won[1] + out), (0, 40));
            }
        }
    }
}

// Who wins.

#[test]
fn the_winner_is_found_after_the_remaining_seeds_are_swept() {
    // South leads 18 to 16, has nothing on the board, and North's six are still to be counted.
    let result = round_from(bosh("bosh"), "0 0 0 0 6 / 0 0 0 0 0 s s:18 n:16");
    assert_eq!((result.class, result.won), (Class::SecondWins, [18, 22]));
}

#[test]
fn a_mover_who_gives_away_his_last_seeds_has_not_won_by_moving_last() {
    // E (1) to F; G (1) to H; I and J are empty, and South has emptied his own row.
    let result = round_from(bosh("bosh:08=at-once"), "0 0 0 1 0 / 0 0 0 0 1 s s:19 n:19");
    assert_eq!((result.class, result.won), (Class::SecondWins, [19, 21]));
    // The same of North, who moves first here.
    let result = round_from(bosh("bosh:08=at-once"), "1 0 0 0 0 / 0 1 0 0 0 n s:19 n:19");
    assert_eq!((result.class, result.won), (Class::SecondWins, [19, 21]));
}

#[test]
fn after_a_tied_round_every_rule_names_a_starter() {
    // South's only seed moves from A to B, and North has nothing: twenty each.
    let starter = |rule: &str| {
        let (_, rounds) = match_from(bosh(&format!("bosh:11={rule}")), "0 0 0 0 0 / 1 0 0 0 0 s s:19 n:20", 2, 0);
        rounds.begun[1].0
    };
    assert_eq!(starter("loser"), Seat::South, "who started starts again");
    assert_eq!(starter("winner"), Seat::South, "who started starts again");
    assert_eq!(starter("alternate"), Seat::North);
    assert_eq!(starter("last-mover"), Seat::South);
}

#[test]
fn no_round_is_set_up_once_the_match_is_over() {
    // B moves to C, North has nothing and is left with three seeds.
    let (result, rounds) = match_from(bosh("bosh"), "0 0 0 0 0 / 0 1 0 0 0 s s:36 n:3", 30, 0);
    assert_eq!((result.class, result.won, result.rounds), (Class::FirstWins, [37, 3], 1));
    assert_eq!(rounds.begun.len(), 1);
}

// Repetition.

#[test]
fn a_position_that_comes_back_ends_the_round_and_each_keeps_his_row() {
    // Two lone seeds half a ring apart, neither ever two ahead of the other: after ten turns all is as at the start.
    let moves = "A F B G C H D I E J";
    let round = play(bosh("bosh"), "0 0 0 0 1 / 1 0 0 0 0 s s:30 n:8", moves);
    assert_eq!((end(&round), round.rounds[0].won), (Some(End::Repetition), Some([31, 9])));
    assert_eq!(round.turns().count(), 10);
}

#[test]
fn equal_boards_with_different_players_to_move_are_different_positions() {
    let position = "4 4 4 4 4 / 4 4 4 4 4 s";
    assert_eq!(end(&play(bosh("bosh:25=may-pass"), position, "pass")), None);
    assert_eq!(end(&play(bosh("bosh:25=may-pass"), position, "pass pass")), Some(End::Repetition));
}

// Long games, and games kept.

#[test]
fn a_match_of_five_thousand_turns_is_played_and_counted() {
    // Where seeds left over go to the opponent nobody stays rich, and matches go on and on.
    let start = "4 4 4 4 4 / 4 4 4 4 4 s";
    let mut matches = (0..40).map(|number| match_from(bosh("bosh:13=given"), start, 400, number));
    let (result, rounds) = matches.find(|(r, _)| r.counts.turns >= 5_000).expect("one of them is long");
    assert!(result.counts.turns >= 5_000, "{} turns", result.counts.turns);
    assert_eq!((result.rounds as usize, result.wealth.len()), (rounds.begun.len(), rounds.settled.len()));
    assert!(result.wealth.iter().all(|standing| standing.seeds.iter().sum::<u16>() == 40));
}

#[test]
fn a_stored_round_is_replayed_position_by_position() {
    for (number, reading) in ["bosh", "bosh:08=mover-emptied", "bosh:02=opponent,25=may-pass"].iter().enumerate() {
        let machine = Machine::new(bosh(reading), Scope::Round).expect("it can be played");
        for repeat in 0..50 {
            let (_, written) = record_round(&machine, CHANCE, game(1_000 * number as u64 + repeat));
            let stored = serde_json::to_string(&written).expect("a transcript is data");
            let read: Transcript = serde_json::from_str(&stored).expect("and is read back");
            let start = Position::start(machine.rules());
            let again = play_script(&machine, &start, Script::new(&read.moves())).expect("the moves are legal");
            assert_eq!(again, written, "{reading}");
        }
    }
}

#[test]
fn games_count_as_the_same_if_and_only_if_their_moves_are_the_same() {
    // On a short board games repeat themselves.
    let rules = tandem::ruleset(&plain::Rules::best(2), None);
    let machine = Machine::new(rules, Scope::Round).expect("it can be played");
    let (mut by_moves, mut by_hash) = (HashMap::new(), HashMap::new());
    for number in 0..2_000 {
        let (result, transcript) = record_round(&machine, CHANCE, game(number));
        assert_eq!(*by_moves.entry(transcript.moves()).or_insert(result.game_hash), result.game_hash);
        by_hash.insert(result.game_hash, transcript.moves());
    }
    assert_eq!(by_moves.len(), by_hash.len(), "different games have different hashes");
    assert!(by_moves.len() < 2_000, "some games were the same");
}

// Every rule matters.

/// Answers under which a question is asked, and one of its readings on top of them.
fn context(question: &str) -> &'static str {
    match question {
        "05" => "bosh:04=skipped",
        // A round that ends because a row is empty leaves seeds in the other row alone, so that it does not matter whether
        // they go to its owner or to the opponent of the player who has none. It does where single seeds cannot move.
        "09" => "bosh:26=not-singles",
        "18" => "bosh:03=chained",
        "22" => "bosh:02=opponent",
        _ => "bosh",
    }
}

/// Games from many positions and whole matches, as numbers that a difference in play would change.
fn fingerprint(answers: &Answers, tries: std::ops::Range<u64>) -> Vec<(Class, [u16; 2], u64)> {
    let rules = BOSH.ruleset(answers).expect("it compiles");
    let matches = Machine::new(rules.clone(), Scope::Match).expect("it can be played");
    let rounds = Machine::with_seeds(rules, Scope::Round, 63).expect("it can be played");
    let mut prints = Vec::new();
    for number in tries {
        let result = simulate_match(&matches, CHANCE, game(number), 30).expect("rules of a match");
        prints.push((result.class, result.won, result.game_hash));
        let mut rng = Rng::from_u64(number);
        let position = Position {
            form: Form::TwoRows,
            mark: Mark::Free,
            ur: [0, 0],
            // Few seeds, thinly spread: positions come back and rows run empty.
            pits: (0..10)
                .map(|pit| if rng.below(9) == 0 && pit % 5 > 0 { None } else { Some(few(&mut rng)) })
                .collect(),
            mover: Seat::BOTH[rng.below(2) as usize],
            won: [0, 0],
        };
        let result = with_kernel!(&rounds, kernel => {
            let mut players = Seated::pair(CHANCE, game(number));
            let Ok(result) = play_round(kernel, &mut RoundPlay::new(), position.pack(), &mut players, &mut ());
            result
        });
        prints.push((result.class, result.won, result.game_hash));
    }
    prints
}

fn few(rng: &mut Rng) -> u16 {
    [0, 0, 0, 0, 0, 1, 1, 2, 3, 4][rng.below(10) as usize]
}

#[test]
fn every_reading_of_every_question_that_is_played_changes_some_game() {
    let mut unchanged = Vec::new();
    for question in &BOSH.questions {
        let base = BOSH.parse_reading(context(&question.short)).expect("a reading");
        for reading in question.playable().skip(1) {
            let name = format!("{}={}", question.short, question.readings[reading].name);
            let other = BOSH.answer(&base, &name).expect("a reading");
            let differs = (0..60).any(|n| {
                let tries = 50 * n..50 * (n + 1);
                fingerprint(&base, tries.clone()) != fingerprint(&other, tries)
            });
            if !differs {
                unchanged.push(name);
            }
        }
    }
    // Who opens the first round is a question of presentation: both answers are the same rules.
    assert_eq!(unchanged, ["24=agreed"]);
}

#[test]
fn the_two_answers_about_the_first_opener_are_the_same_rules() {
    assert_eq!(bosh("bosh"), bosh("bosh:24=agreed"));
}

#[test]
fn who_gets_the_rest_does_not_matter_where_a_round_ends_with_an_empty_row() {
    let read = |id: &str| fingerprint(&BOSH.parse_reading(id).expect("a reading"), 0..500);
    assert_eq!(read("bosh"), read("bosh:09=row-owners"));
    assert_ne!(read("bosh"), read("bosh:09=nobody"));
}

#[test]
fn the_starter_follows_its_rule_whoever_sat_where_in_the_first_round() {
    for (first, second) in [("s", Seat::North), ("n", Seat::South)] {
        let (_, rounds) = match_from(bosh("bosh:11=alternate"), &format!("4 4 4 4 4 / 4 4 4 4 4 {first}"), 4, 0);
        let starters: Vec<Seat> = rounds.begun.iter().map(|begun| begun.0).collect();
        assert_eq!(starters[1], second);
        assert!(starters.windows(2).all(|pair| pair[0] != pair[1]), "{starters:?}");
    }
}
