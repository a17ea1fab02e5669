//! The language: what every clause compiles to, the canonical layout, and what no text may do.

use std::fs;

use proptest::prelude::*;
use sowlab::diagnostics::{Diagnostics, FileId, render};
use sowlab::lang::{self, ast};
use sowlab::rules::game::{Game, Scope};
use sowlab::rules::ruleset::*;

fn text(path: &str) -> String {
    fs::read_to_string(path).expect("the file is there")
}

fn tree(text: &str) -> ast::File {
    let mut diagnostics = Diagnostics::new();
    let file = lang::parse(FileId(0), text, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{:?}\n{text}", diagnostics.iter().next());
    file.expect("a file without faults has a tree")
}

fn laid_out(text: &str) -> String {
    let mut diagnostics = Diagnostics::new();
    let out = lang::format(FileId(0), text, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{:?}\n{text}", diagnostics.iter().next());
    out.expect("a file without faults is laid out")
}

fn game(text: &str) -> Game {
    let loaded = Game::from_str("test.sow", text, None);
    assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &loaded.sources, false));
    loaded.game.expect("a file without faults makes a game")
}

fn best(game: &Game) -> Ruleset {
    game.ruleset(&game.best()).expect("it compiles")
}

/// A game that has little in common with Bosh: players who sow in opposite directions, captures while sowing, relays from
/// the last pit, and no rounds.
const OTHER: &str = r#"
game other {
  name "Other"
  board {
    rows 2, pits 3
    north owns row 1, south owns row 2
    one ring through both rows
    diagram { 1 2 3 / 4 5 6 }
    total 21
  }
  turn {
    choose an own pit holding at least 2
    feeding an empty row is due where it can be done
    passing is allowed
    south sows clockwise
    north sows anticlockwise
    origin skipped the whole move
    while sowing { if a pit reaches 4 the mover captures it, but not the last seed of a lap }
    after a lap {
      if last is opponent's and last holds 3 or 2 capture last with the pit opposite, chained, even the pit sown last, end the turn
      if last was occupied and opposite of next is own and opposite of last is empty relay from last
      otherwise end the turn
    }
    captures from the mover's own row only
    captures over a corner are not made
    captures from the origin pit are not made
    a sowing that never ends: the round is drawn
  }
  round {
    ends when any row is empty
    a player without a move passes
    remaining seeds go to nobody
    a repeated position changes nothing
    broken off after 77 turns
    opened by south
  }
}
"#;

#[test]
fn clauses_that_bosh_does_not_use_compile_to_the_rules_written_out_by_hand() {
    let test = |pit, is| Test { pit, is };
    let capture =
        Capture { pit: PitWord::Last, also: None, chain: Chain::ThroughLast, with_opposite: true, then: Then::EndTurn };
    let expected = Ruleset {
        // South's row from his left, then North's from the right of the drawing.
        board: Board::two_rows(3, vec![4, 5, 6, 3, 2, 1]),
        turn: Turn {
            choice: Choice { feeding: Feeding::Due, may_pass: true, ..Choice::any_holding(2) },
            direction: [Direction::Clockwise, Direction::Anticlockwise],
            ways: sowlab::rules::ruleset::Ways::One,
            origin: Origin::SkippedWholeMove,
            en_passant: Some(EnPassant { count: 4, taker: Taker::Mover, by_last_seed: false }),
            after_lap: vec![
                Case {
                    when: vec![
                        test(PitWord::Last, Quality::Opponents),
                        test(PitWord::Last, Quality::Holds(vec![2, 3])),
                    ],
                    then: Action::Capture(capture),
                },
                Case {
                    when: vec![
                        test(PitWord::Last, Quality::WasOccupied),
                        test(PitWord::OppositeNext, Quality::Own),
                        test(PitWord::OppositeLast, Quality::Empty),
                    ],
                    then: Action::Relay(PitWord::Last),
                },
                Case { when: vec![], then: Action::EndTurn },
            ],
            captures: CaptureLimits {
                rows: CaptureRows::Own,
                round_the_corner: false,
                from_origin: false,
                ..CaptureLimits::NONE
            },
            never_ending: NeverEnding::Drawn,
        },
        round: Round {
            ends: vec![RoundEnd::AtOnce],
            no_move: NoMove::Pass,
            remainder: Remainder::Nobody,
            repetition: Repetition::Ignored,
            turn_cap: Some(77),
            goal: Goal::MoreSeeds,
        },
        match_play: None,
    };
    assert_eq!(best(&game(OTHER)), expected);
}

#[test]
fn a_game_without_captures_or_relays_need_not_limit_them() {
    let start = OTHER.find("    after a lap").expect("it is there");
    let end = OTHER.find("  round {").expect("it is there");
    let text = format!("{}    after a lap {{ otherwise end the turn }}\n  }}\n{}", &OTHER[..start], &OTHER[end..]);
    let turn = best(&game(&text)).turn;
    assert_eq!(turn.after_lap, [Case { when: vec![], then: Action::EndTurn }]);
}

/// Every value of every clause, with what it compiles to: `(clause with the value, the rest of the clause's line in the
/// small game, a look at the rules)`.
type Look = fn(&Ruleset) -> bool;

fn matched(rules: &Ruleset) -> &MatchPlay {
    rules.match_play.as_ref().expect("the small game is played in rounds")
}

const VALUES: &[(&str, &str, Look)] = &[
    (
        "origin by S-01 { sown: sown; skipped: skipped every lap }",
        "origin by S-01 { sown: skipped every lap; skipped: sown }",
        |r| r.turn.origin == Origin::SkippedEachLap,
    ),
    ("captures from either row", "captures from the opponent's row only", |r| {
        r.turn.captures.rows == CaptureRows::Opponents
    }),
    ("capture beyond, once", "capture beyond, chained, sparing the pit sown last", |r| {
        r.turn.after_lap.iter().any(|c| matches!(c.then, Action::Capture(Capture { chain: Chain::BeforeLast, .. })))
    }),
    ("when the mover has no seeds in his row", "when the mover has emptied his own row", |r| {
        r.round.ends == [RoundEnd::MoverEmptied]
    }),
    ("to the opponent of the player without seeds", "to the owners of the rows", |r| {
        r.round.remainder == Remainder::RowOwners
    }),
    ("in sowing order", "against sowing order", |r| matched(r).order == FillOrder::AgainstSowing),
    ("in sowing order", "from both ends inward", |r| matched(r).order == FillOrder::FromEnds),
    ("in sowing order", "as their owner chooses", |r| matched(r).order == FillOrder::OwnersChoice),
    ("is kept", "is lost", |r| matched(r).surplus == Surplus::Lost),
    ("is kept", "fills one short pit", |r| matched(r).surplus == Surplus::ShortPit),
    ("is kept", "goes to the opponent", |r| matched(r).surplus == Surplus::ToOpponent),
    ("pits at a refill", "pits never", |r| matched(r).reopen == Reopen::Never),
    ("pits at a refill", "pits at a refill and during a round", |r| matched(r).reopen == Reopen::DuringRound),
    ("leave the ring", "count as empty", |r| matched(r).closed == ClosedPits::CountAsEmpty),
    ("the loser", "alternates", |r| matched(r).starter == Starter::Alternate),
    ("the loser", "the winner", |r| matched(r).starter == Starter::Winner),
    ("the loser", "who moved last", |r| matched(r).starter == Starter::LastMover),
    ("when a player has fewer than 2 seeds", "when a player has fewer than 4 seeds", |r| {
        matched(r).end == MatchEnd::FillsAtMost(1)
    }),
    ("when a player has fewer than 2 seeds", "when a player can fill at most 2 pits", |r| {
        matched(r).end == MatchEnd::FillsAtMost(2)
    }),
    ("when a player has fewer than 2 seeds", "after 9 rounds", |r| matched(r).end == MatchEnd::Rounds(9)),
    ("a loss is found at a refill", "a loss is found during a round too", |r| matched(r).lost_during_round),
    ("leads to another round", "draws the match", |r| matched(r).equal_split == EqualSplit::Drawn),
    ("the mover loses the round", "it may not be made", |r| r.turn.never_ending == NeverEnding::NotAllowed),
    ("if next is occupied ", "if next is occupied and next is opponent's ", |r| {
        r.turn.after_lap[0].when[1] == Test { pit: PitWord::Next, is: Quality::Opponents }
    }),
    ("one seed a pit", "one seed a pit, passing is not allowed", |r| !r.turn.choice.may_pass),
    ("feeding an empty row is not asked", "feeding an empty row is not asked", |r| {
        r.turn.choice.feeding == Feeding::Free
    }),
    ("feeding an empty row is not asked", "feeding an empty row is due where it can be done", |r| {
        r.turn.choice.feeding == Feeding::Due
    }),
    ("relays from either row", "relays from the mover's own row only", |r| {
        r.turn.after_lap[0].when[1] == Test { pit: PitWord::Next, is: Quality::Own }
    }),
    ("relays from either row", "relays from the opponent's row only", |r| {
        r.turn.after_lap[0].when[1] == Test { pit: PitWord::Next, is: Quality::Opponents }
    }),
    ("captures with the last seed in any pit", "captures with the last seed in any pit", |r| {
        r.turn.after_lap[1].when.iter().all(|test| test.pit != PitWord::Last)
    }),
    ("captures with the last seed in any pit", "captures with the last seed in an empty pit only", |r| {
        r.turn.after_lap[1].when[2] == Test { pit: PitWord::Last, is: Quality::WasEmpty }
    }),
    ("captures with the last seed in any pit", "captures with the last seed in an occupied pit only", |r| {
        r.turn.after_lap[1].when[2] == Test { pit: PitWord::Last, is: Quality::WasOccupied }
    }),
    ("one seed a pit", "one seed a pit, a pit that is lifted keeps 1, where it holds more", |r| {
        r.turn.choice.kept == 1
    }),
    ("one seed a pit", "one seed a pit, a player's first moves lift his pits 3, 1 and 2 from the left", |r| {
        r.turn.choice.first_lifts == [2, 0, 1]
    }),
    (
        "one seed a pit",
        "one seed a pit, forbid a move whose first lap ends so that last is own and last was occupied",
        |r| {
            r.turn.choice.forbidden
                == [
                    Test { pit: PitWord::Last, is: Quality::Own },
                    Test { pit: PitWord::Last, is: Quality::WasOccupied },
                ]
        },
    ),
    ("sow anticlockwise", "sow one way, as the first mover chooses", |r| r.turn.ways == Ways::FirstMove),
    ("if next is occupied ", "if next is not closed and next is occupied ", |r| {
        r.turn.after_lap[0].when[0] == Test { pit: PitWord::Next, is: Quality::NotClosed }
    }),
    ("if next is occupied ", "if last holds 4 last becomes the mover's ur\n if next is occupied ", |r| {
        r.turn.after_lap[0].then == Action::ClaimLast
    }),
    ("relay from next", "relay from next the other way", |r| {
        r.turn.after_lap[0].then == Action::RelayBack(PitWord::Next)
    }),
    ("if next is occupied ", "if last is the origin move again\n if next is occupied ", |r| {
        r.turn.after_lap[0].when == [Test { pit: PitWord::Last, is: Quality::Origin }]
    }),
    ("capture beyond, once, end the turn", "capture beyond, once, relay from next the other way", |r| {
        matches!(r.turn.after_lap[1].then, Action::Capture(Capture { then: Then::RelayBack(PitWord::Next), .. }))
    }),
    ("opened by lot", "opened by agreement", |r| r.round.goal == Goal::MoreSeeds),
    ("feeding an empty row is not asked", "feeding an empty row is due, or the round ends", |r| {
        r.turn.choice.feeding == Feeding::DueOrRoundEnds
    }),
    ("an own pit holding at least 1", "an own pit holding at least 2, else one whose next pit is empty", |r| {
        r.turn.choice.least == 2 && r.turn.choice.else_into_empty
    }),
    ("one seed a pit", "one seed a pit, a player's first move lifts his pit 3 from the left", |r| {
        r.turn.choice.first_lifts == [2]
    }),
    ("sow anticlockwise", "sow either way", |r| {
        r.turn.ways == Ways::EachTurn && r.turn.direction[1] == Direction::Anticlockwise
    }),
    ("one seed a pit", "one seed a pit, each move starts anywhere", |r| r.turn.choice.forced.is_none()),
    ("one seed a pit", "one seed a pit, each move starts after the pit that the last move started from", |r| {
        r.turn.choice.forced == Some(ForcedStart::AfterStart)
    }),
    ("one seed a pit", "one seed a pit, each move starts after the pit lifted last", |r| {
        r.turn.choice.forced == Some(ForcedStart::AfterLastLifted)
    }),
    (
        "one seed a pit",
        "one seed a pit, each move starts after the pit captured last, or without a capture by S-01 {
           sown: after the two empty pits; skipped: at the pit that the last move started from
         }",
        |r| r.turn.choice.forced == Some(ForcedStart::AfterCaptured(NothingCaptured::AfterGap)),
    ),
    (
        "one seed a pit",
        "one seed a pit, each move starts after the pit captured last, or without a capture after a pass",
        |r| r.turn.choice.forced == Some(ForcedStart::AfterCaptured(NothingCaptured::Pass)),
    ),
    ("captures from either row", "captures from either row, captures by a single seed are not made", |r| {
        !r.turn.captures.by_singles
    }),
    ("captures from either row", "captures from either row, captured seeds go out of the game", |r| {
        r.turn.captures.out_of_game
    }),
    ("captures from either row", "captures from either row, captures of all the opponent's seeds win nothing", |r| {
        r.turn.captures.grand_slam == GrandSlam::WinsNothing
    }),
    (
        "captures from either row",
        "captures from either row, captures of all the opponent's seeds are not allowed",
        |r| r.turn.captures.grand_slam == GrandSlam::NotAllowed,
    ),
    ("capture beyond, once, end the turn", "capture beyond, backwards over pits holding 2 or 3, move again", |r| {
        r.turn.after_lap.iter().any(|c| {
            let chain = Chain::Backwards(Numbers(1 << 2 | 1 << 3));
            c.then == Action::Capture(Capture { then: Then::MoveAgain, ..Capture::of(PitWord::Beyond, chain) })
        })
    }),
    ("capture beyond, once, end the turn", "capture last and opposite of last, once, relay from next", |r| {
        r.turn.after_lap.iter().any(|c| {
            let also = Some(Also { pit: PitWord::OppositeLast, optional: false });
            let then = Then::Relay(PitWord::Next);
            c.then == Action::Capture(Capture { also, then, ..Capture::of(PitWord::Last, Chain::Once) })
        })
    }),
    (
        "capture beyond, once, end the turn",
        "capture opposite of last and next if the mover wishes, once, sow the captured seeds on",
        |r| {
            r.turn.after_lap.iter().any(|c| {
                let also = Some(Also { pit: PitWord::Next, optional: true });
                let then = Then::SowCaptured;
                c.then == Action::Capture(Capture { also, then, ..Capture::of(PitWord::OppositeLast, Chain::Once) })
            })
        },
    ),
    ("capture beyond, once", "capture the first occupied pit after next, once", |r| {
        r.turn.after_lap.iter().any(|c| c.then == Action::Capture(Capture::of(PitWord::FirstOccupied, Chain::Once)))
    }),
    ("capture beyond, once", "capture the first occupied pit after next, even last, once", |r| {
        r.turn
            .after_lap
            .iter()
            .any(|c| c.then == Action::Capture(Capture::of(PitWord::FirstOccupiedOrLast, Chain::Once)))
    }),
    ("if next is occupied ", "if last is no ur and next is occupied ", |r| {
        r.turn.after_lap[0].when[0] == Test { pit: PitWord::Last, is: Quality::NoUr }
    }),
    ("if next is occupied ", "if last is an ur move again\n if next is occupied ", |r| {
        r.turn.after_lap[0]
            == Case { when: vec![Test { pit: PitWord::Last, is: Quality::Ur }], then: Action::MoveAgain }
    }),
    (
        "if next is occupied ",
        "if opposite of last holds 3 move one seed from opposite of last to last, both become the mover's ur
         if next is occupied ",
        |r| r.turn.after_lap[0].then == Action::MakeUr,
    ),
    ("if next is occupied ", "if last is no store and next is occupied ", |r| {
        r.turn.after_lap[0].when[0].is == Quality::NoStore
    }),
    ("when the mover has no seeds in his row", "when the board is empty", |r| r.round.ends.is_empty()),
    (
        "when the mover has no seeds in his row",
        "when at most 1 seeds are left, or when at most 2 pits hold seeds, or after 30 turns without a capture",
        |r| r.round.ends == [RoundEnd::SeedsLeft(1), RoundEnd::PitsLeft(2), RoundEnd::QuietTurns(30)],
    ),
    ("when the mover has no seeds in his row", "when neither player can capture, or when any row is empty", |r| {
        r.round.ends == [RoundEnd::AtOnce, RoundEnd::NoCapture]
    }),
    ("to the opponent of the player without seeds", "to the player who captured last", |r| {
        r.round.remainder == Remainder::LastCapturer
    }),
    ("to the opponent of the player without seeds", "in halves to both players", |r| {
        r.round.remainder == Remainder::Halved
    }),
    ("a repeated position draws the round", "a repeated position draws the round at return 2", |r| {
        r.round.repetition == Repetition::Drawn(2)
    }),
    ("a repeated position draws the round", "a repeated position ends the round", |r| {
        r.round.repetition == Repetition::EndsRound
    }),
    (
        "a repeated position draws the round",
        "a repeated position draws the round, won by the player with more seeds",
        |r| r.round.goal == Goal::MoreSeeds,
    ),
    (
        "a repeated position draws the round",
        "a repeated position draws the round, won by the opponent of the player who cannot move",
        |r| r.round.goal == Goal::LastMove,
    ),
    (
        "a repeated position draws the round",
        "a repeated position draws the round, won by the player who captured last",
        |r| r.round.goal == Goal::LastCapture,
    ),
    ("a repeated position draws the round", "a repeated position draws the round, won by nobody", |r| {
        r.round.goal == Goal::Nobody
    }),
    ("in sowing order", "in sowing order, rows are filled each as far as its owner can", |r| {
        matched(r).rows == RowsFilled::Each
    }),
    (
        "in sowing order",
        "in sowing order, rows are filled both as far as the poorer player can, from south's first pit",
        |r| matched(r).rows == RowsFilled::BothFromSouth,
    ),
    (
        "in sowing order",
        "in sowing order, rows are filled both as far as the poorer player can, from his first pit",
        |r| matched(r).rows == RowsFilled::BothFromPoorer,
    ),
    ("in sowing order", "in sowing order, rows are filled for the poorer player alone", |r| {
        matched(r).rows == RowsFilled::PoorerAlone
    }),
    (
        "one ring through both rows",
        "one ring through both rows, a store for each player after his last pit, sown by both",
        |r| r.board.stores == Some(Stores { sown_by_both: true, start: 0 }),
    ),
    (
        "captures from either row",
        "captures from either row, while sowing { if a pit reaches 3, its owner captures it, the last seed of a lap too }",
        |r| r.turn.en_passant == Some(EnPassant { count: 3, taker: Taker::Owner, by_last_seed: true }),
    ),
];

#[test]
fn every_value_compiles_to_the_rule_it_names() {
    let small = text("tests/small.sow");
    for (old, new, holds) in VALUES {
        assert!(small.contains(old), "{old}");
        // The example of the small game is about its own rules and sums.
        let rules = best(&game(&small.replacen(old, new, 1)));
        assert!(holds(&rules), "{new}");
    }
}

#[test]
fn a_lap_of_an_example_names_the_store_that_it_sows() {
    let stores = "one ring through both rows, a store for each player after his last pit, sown by its owner";
    let small = text("tests/small.sow").replace("one ring through both rows", stores);
    let start = small.find("      lap A").expect("it is there");
    let file = format!("{}      lap A: B #\n  }}\n}}\n", &small[..start]);
    assert_eq!(laid_out(&laid_out(&file)), laid_out(&file));
    // South's three pits and North's have the numbers 0 to 5, and the stores those after them.
    assert_eq!(game(&file).examples[0].steps[0].laps[0].value.sown, [Pit(1), Pit(6)]);
    let without = Game::from_str("test.sow", &file.replace(stores, "one ring through both rows"), None);
    assert_eq!(without.diagnostics.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), ["unknown-pit"]);
}

#[test]
fn a_choice_may_stand_around_clauses_in_place_of_a_value_and_among_tests() {
    let small = text("tests/small.sow");
    let value = small.replace(
        "captures from either row",
        "captures from by S-01 { sown: either row; skipped: the mover's own row only }",
    );
    let clause = small.replace(
        "captures from either row",
        "by S-01 { sown: captures from either row; skipped: { captures from the mover's own row only } }",
    );
    let (value, clause) = (game(&value), game(&clause));
    for id in ["small", "small:01=skipped"] {
        let rules = |game: &Game| game.ruleset(&game.parse_reading(id).expect("a reading")).expect("it compiles");
        assert_eq!(rules(&value), rules(&clause), "{id}");
    }
    let test = game(&small.replace(
        "next is occupied ",
        "next is occupied and by S-01 { sown: no condition; skipped: next is own and last was empty } ",
    ));
    let skipped = test.ruleset(&test.parse_reading("small:01=skipped").expect("a reading")).expect("it compiles");
    assert_eq!(best(&test).turn.after_lap[0].when.len(), 1);
    assert_eq!(skipped.turn.after_lap[0].when.len(), 3);
}

#[test]
fn a_case_out_of_reach_under_one_reading_is_left_out_of_its_rules() {
    let small = text("tests/small.sow");
    let text = small.replace(
        "      if next is empty and",
        "      by S-01 { sown: nothing; skipped: if next is empty end the turn }\n      if next is empty and",
    );
    let game = game(&text);
    let skipped = game.ruleset(&game.parse_reading("small:01=skipped").expect("a reading")).expect("it compiles");
    assert!(skipped.turn.after_lap.iter().all(|c| !matches!(c.then, Action::Capture(_))));
    assert_eq!(skipped.turn.after_lap.len(), 3);
}

#[test]
fn the_shipped_file_stands_in_canonical_layout() {
    let bosh = text("variants/bosh.sow");
    assert_eq!(laid_out(&bosh), bosh);
}

#[test]
fn several_faults_are_all_told_in_one_run() {
    let small = text("tests/small.sow")
        .replace("  starter the loser", "  startr the loser")
        .replace("captures B 3", "captures B three")
        .replace("surplus is kept", "surplus is kep")
        .replace("by S-02", "by S-07");
    let loaded = Game::from_str("test.sow", &small, None);
    let lines: Vec<usize> = loaded
        .diagnostics
        .iter()
        .map(|d| loaded.sources.position(d.primary.span.file, d.primary.span.start).line)
        .collect();
    assert_eq!(lines, [37, 51, 54, 65]);
}

#[test]
fn a_question_of_presentation_bears_on_no_round() {
    let small = text("tests/small.sow").replace(
        "  turn {",
        "  question S-03 \"Who opens?\" C presentation only {\n    reading lot reconstruction\n    reading agreed reconstruction\n  }\n  turn {",
    );
    let game = game(&small);
    assert_eq!((game.questions[2].scope, game.questions[1].scope), (Scope::Match, Scope::Round));
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let large = " ".repeat(lang::LARGEST_FILE + 1);
    let loaded = Game::from_str("large.sow", &large, None);
    assert_eq!(loaded.diagnostics.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), ["too-large"]);
}

#[test]
fn a_file_that_is_not_there_is_reported() {
    let loaded = Game::load(std::path::Path::new("variants/nowhere.sow"));
    assert_eq!(loaded.diagnostics.iter().map(|d| d.code.as_str()).collect::<Vec<_>>(), ["unreadable"]);
    assert!(loaded.game.is_none());
}

/// The same text with other space between its words: at each gap one of some spaces, chosen by `choices`.
fn respaced(text: &str, choices: &[u8]) -> String {
    let mut out = String::new();
    let mut choices = choices.iter().cycle();
    for line in text.lines() {
        let mut quoted = false;
        let code = line.char_indices().find(|&(n, c)| {
            quoted ^= c == '"';
            !quoted && line[n..].starts_with("//")
        });
        let (code, comment) = line.split_at(code.map_or(line.len(), |(n, _)| n));
        let mut quoted = false;
        for c in code.chars() {
            quoted ^= c == '"';
            if c != ' ' || quoted {
                out.push(c);
            } else if !out.ends_with([' ', '\n', '\t']) {
                let choice = *choices.next().unwrap_or(&0);
                out.push_str(match choice % 8 {
                    0 => "\n",
                    1 => "   ",
                    2 => "\t",
                    3 => "\r\n\n\n",
                    4 => " //remark { \"\n",
                    _ => " ",
                });
            }
        }
        out.push_str(comment);
        out.push('\n');
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layout_is_idempotent_and_keeps_what_a_file_says(choices in prop::collection::vec(any::<u8>(), 1..200), bosh in any::<bool>()) {
        let original = text(if bosh { "variants/bosh.sow" } else { "tests/small.sow" });
        let changed = respaced(&original, &choices);
        let before = tree(&changed);
        prop_assert_eq!(&before.game, &tree(&original).game, "space says nothing");
        let once = laid_out(&changed);
        prop_assert_eq!(&tree(&once), &before, "the tree and the comments stay");
        prop_assert_eq!(&laid_out(&once), &once, "a second time changes nothing");
    }

    #[test]
    fn no_text_makes_the_reader_fail(
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..6, "[a-zA-Z0-9{}:;,/\"@ \n-]{0,6}"), 1..6),
        bosh in any::<bool>(),
    ) {
        let mut text = text(if bosh { "variants/bosh.sow" } else { "tests/small.sow" });
        for (at, kind, words) in edits {
            let mut at = at.index(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let mut end = (at + usize::from(kind) * 7).min(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.replace_range(at..end.max(at), &words);
        }
        let loaded = Game::from_str("test.sow", &text, None);
        prop_assert_eq!(loaded.game.is_none(), loaded.diagnostics.has_errors());
        for diagnostic in &loaded.diagnostics {
            let span = diagnostic.primary.span;
            prop_assert!(span.start <= span.end && span.end <= text.len());
            prop_assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
        }
        prop_assert_eq!(render(&loaded.diagnostics, &loaded.sources, false).is_empty(), loaded.diagnostics.is_empty());
        lang::format(FileId(0), &text, &mut Diagnostics::new());
    }

    #[test]
    fn any_text_at_all_is_answered(text in "\\PC{0,200}") {
        let loaded = Game::from_str("test.sow", &text, None);
        prop_assert!(loaded.game.is_none());
        prop_assert!(loaded.diagnostics.has_errors());
        prop_assert!(!render(&loaded.diagnostics, &loaded.sources, true).is_empty());
    }
}

#[test]
fn what_goes_without_saying_may_be_said() {
    let small = text("tests/small.sow").replace(", one seed a pit", "");
    let rules = best(&game(&small));
    for clause in sowlab::lang::standing::GOES_WITHOUT_SAYING {
        let said = ["  turn {", "  round {", "  match {"].iter().filter_map(|block| {
            let text = small.replacen(block, &format!("{block}\n    {clause}"), 1);
            let loaded = Game::from_str("test.sow", &text, None);
            loaded.game.filter(|_| loaded.diagnostics.is_empty()).map(|game| best(&game))
        });
        assert_eq!(said.collect::<Vec<_>>(), std::slice::from_ref(&rules), "{clause}");
    }
}

#[test]
fn a_standing_question_that_is_left_open_is_asked_and_a_doubt_about_it_is_enough() {
    let small = text("tests/small.sow");
    let open = |text: &str| -> Vec<String> {
        let loaded = Game::from_str("test.sow", text, None);
        loaded.diagnostics.iter().map(|d| format!("{}: {}", d.code, d.message)).collect()
    };
    for (clause, block) in [
        ("    relays from either row\n", "the turn neither says nor asks: from whose pits may a relay lift?"),
        (
            "    captures with the last seed in any pit\n",
            "the turn neither says nor asks: must the last seed of a capture fall into an empty pit?",
        ),
        (
            "    feeding an empty row is not asked\n",
            "the turn neither says nor asks: must a player leave seeds in the row of an opponent who has none?",
        ),
        ("    opened by lot\n", "the round neither says nor asks: who opens the first round?"),
    ] {
        assert_eq!(open(&small.replace(clause, "")), [format!("open-question: {block}")]);
        let asked = format!("    by S-01 {{ sown:{}; skipped:{} }}\n", clause.trim_end(), clause.trim_end());
        assert_eq!(open(&small.replace(clause, &asked)), Vec::<String>::new(), "{clause}");
    }
    // What the cases say of rows and of the last pit answers the question too.
    let by_test = small
        .replace("    relays from either row\n", "")
        .replace("    captures with the last seed in any pit\n", "")
        .replace("if next is occupied ", "if next is occupied and next is own ")
        .replace("beyond is occupied ", "beyond is occupied and last was empty ");
    assert_eq!(open(&by_test), Vec::<String>::new());
}

#[test]
fn every_standing_question_that_is_not_answered_is_found() {
    let small = text("tests/small.sow");
    let beginning = |clause: &str| clause.split(' ').take(2).collect::<Vec<_>>().join(" ");
    for question in sowlab::lang::standing::Standing::ALL {
        let Some(first) = question.answers().first() else { continue };
        // The line of the small game that answers it.
        let start = match beginning(first).as_str() {
            "origin sown" => "origin by".to_owned(),
            "a player" => "a player without".to_owned(),
            "ends when" if question.part() == sowlab::lang::standing::Part::Match => {
                "ends when a player has".to_owned()
            }
            "ends when" => "ends when the mover".to_owned(),
            "a sowing" => "a sowing that".to_owned(),
            "captures from" if first.contains("origin") => "captures from the origin".to_owned(),
            "captures from" => "captures from either".to_owned(),
            "sow anticlockwise" => "sow anticlockwise".to_owned(),
            start => start.to_owned(),
        };
        let lines: Vec<&str> = small.lines().filter(|line| line.trim_start().starts_with(&start)).collect();
        let [line] = lines[..] else { panic!("{start}: {lines:?}") };
        let loaded = Game::from_str("test.sow", &small.replace(line, ""), None);
        let told = loaded.diagnostics.iter().find(|d| d.help.as_deref() == Some(question.left_open().as_str()));
        assert!(told.is_some(), "{question:?}: {}", render(&loaded.diagnostics, &loaded.sources, false));
    }
}
