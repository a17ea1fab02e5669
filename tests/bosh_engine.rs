//! The engine on Bosh's rules built by hand: Marin's own example and what follows from it.

use sowlab::engine::{Machine, Position, Scope};
use sowlab::play::{Script, Transcript, play_script};
use sowlab::rules::ruleset::*;

/// Bosh under the best supported reading.
fn bosh() -> Ruleset {
    let test = |pit, is| Test { pit, is };
    let capture = Capture::of(PitWord::Beyond, Chain::Once);
    Ruleset {
        board: Board::two_rows(5, vec![4; 10]),
        turn: Turn {
            choice: Choice::any_holding(1),
            direction: [Direction::Anticlockwise; 2],
            ways: sowlab::rules::ruleset::Ways::One,
            origin: Origin::Sown,
            en_passant: None,
            after_lap: vec![
                Case { when: vec![test(PitWord::Next, Quality::Occupied)], then: Action::Relay(PitWord::Next) },
                Case {
                    when: vec![test(PitWord::Next, Quality::Empty), test(PitWord::Beyond, Quality::Occupied)],
                    then: Action::Capture(capture),
                },
            ],
            captures: CaptureLimits::NONE,
            never_ending: NeverEnding::MoverLoses,
        },
        round: Round {
            ends: vec![RoundEnd::OnTurn],
            no_move: NoMove::EndsRound,
            remainder: Remainder::Opponent,
            repetition: Repetition::Drawn(1),
            turn_cap: None,
            goal: Goal::MoreSeeds,
        },
        match_play: None,
    }
}

fn play(rules: Ruleset, position: &str, moves: &str) -> Transcript {
    let position = Position::parse(position, &rules.board).unwrap();
    let machine = Machine::for_position(rules, Scope::Round, &position).unwrap();
    play_script(&machine, &position, Script::new(moves)).unwrap()
}

/// Marin 1931: 507: E is lifted, F G H I are sown, J is lifted, A B C D are sown, E is empty, F is won.
#[test]
fn marin_s_example_is_played_as_he_tells_it() {
    let game = play(bosh(), "4 4 4 4 4 / 4 4 4 4 4", "E");
    let turn = game.turns().next().unwrap();
    let laps: Vec<_> = turn.laps.iter().map(|l| (l.from, l.seeds, l.to)).collect();
    assert_eq!(laps, [('E', 4, 'I'), ('J', 4, 'D')]);
    assert_eq!(turn.captures.iter().map(|c| (c.pit, c.seeds)).collect::<Vec<_>>(), [('F', 5)]);
    assert_eq!(turn.board, "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0");
}

/// Every opening is the same by rotation: X is lifted, X+5 relayed, X+1 won; only E wins in the other row.
#[test]
fn each_opening_captures_the_pit_after_the_one_lifted() {
    for (lift, won) in [("A", 'B'), ("B", 'C'), ("C", 'D'), ("D", 'E'), ("E", 'F')] {
        let game = play(bosh(), "4 4 4 4 4 / 4 4 4 4 4", lift);
        let captures: Vec<_> = game.turns().flat_map(|t| &t.captures).map(|c| (c.pit, c.seeds)).collect();
        assert_eq!(captures, [(won, 5)]);
    }
}

/// A to B, C lifted, D E sown, F empty, G (3) won; with G empty the move is a bosh.
#[test]
fn two_empty_pits_win_nothing() {
    let game = play(bosh(), "0 0 0 3 0 / 1 0 2 0 0", "A");
    assert_eq!(game.turns().next().unwrap().board, "0 0 0 0 0 / 0 1 0 1 1 n s:3 n:0");
    let game = play(bosh(), "1 0 0 0 0 / 1 0 2 0 0", "A");
    assert!(game.turns().next().unwrap().captures.is_empty());
}

/// The smallest never-ending relay on ten pits: seven seeds, 1 0 1 0 1 0 1 0 2 1.
#[test]
fn a_never_ending_relay_is_proved() {
    let ends = |rules: Ruleset, lift| {
        let game = play(rules, "1 2 0 1 0 / 1 0 1 0 1", lift);
        game.turns().next().unwrap().never_ending
    };
    let verdicts: Vec<bool> = ["A", "C", "E"].map(|l| ends(bosh(), l)).to_vec();
    assert!(verdicts.contains(&true), "{verdicts:?}");
}
