//! Prose and rules against each other: what the sheet says is what is in force, and what is in force is said.
//!
//! The sheet is made from the compiled rules. Here every field of a ruleset is changed to every value that it can have, one
//! at a time and two at a time, and the sheet must tell them all apart; and over all readings of all shipped games two
//! sheets are the same if and only if the rules are.

use std::collections::HashMap;
use std::fs;

use sowlab::rules::game::{Game, Severity};
use sowlab::rules::ruleset::*;
use sowlab::rules::sheet::of_rules;

type Change = (&'static str, Box<dyn Fn(&mut Ruleset)>);

/// Every field of the rules: a new one does not compile until it stands here, and then it wants a change below.
fn every_field(rules: &Ruleset) {
    let Ruleset { board, turn, round, match_play } = rules;
    let Board { form: _, pits: _, stores, start: _ } = board;
    let Turn { choice, direction: _, ways: _, origin: _, en_passant, after_lap, captures, never_ending: _ } = turn;
    let Choice {
        least: _,
        else_into_empty: _,
        forced: _,
        first_lifts: _,
        forbidden: _,
        kept: _,
        feeding: _,
        may_pass: _,
    } = choice;
    let CaptureLimits { rows: _, round_the_corner: _, from_origin: _, by_singles: _, grand_slam: _, out_of_game: _ } =
        captures;
    let Round { ends: _, no_move: _, remainder: _, repetition: _, turn_cap: _, goal: _ } = round;
    if let Some(Stores { sown_by_both: _, start: _ }) = stores {}
    if let Some(EnPassant { count: _, taker: _, by_last_seed: _ }) = en_passant {}
    for Case { when: _, then } in after_lap {
        if let Action::Capture(Capture { pit: _, also: _, chain: _, with_opposite: _, then: _ }) = then {}
    }
    if let Some(MatchPlay {
        fill: _,
        order: _,
        rows: _,
        surplus: _,
        reopen: _,
        closed: _,
        starter: _,
        end: _,
        lost_during_round: _,
        equal_split: _,
    }) = match_play
    {}
}

const WORDS: [PitWord; PitWord::COUNT] = [
    PitWord::Last,
    PitWord::Next,
    PitWord::Beyond,
    PitWord::OppositeLast,
    PitWord::OppositeNext,
    PitWord::BehindOpposite,
    PitWord::FirstOccupied,
    PitWord::FirstOccupiedOrLast,
];

fn test(pit: PitWord, is: Quality) -> Test {
    Test { pit, is }
}

/// Rules in which every clause has something to bear on: relays, two kinds of capture, captures while sowing, a match.
fn base() -> Ruleset {
    let text = fs::read_to_string("tests/small.sow").expect("it is there");
    let game = Game::from_str("small.sow", &text, None).game.expect("it is sound");
    let mut rules = game.ruleset(&game.best()).expect("it compiles");
    rules.turn.en_passant = Some(EnPassant { count: 4, taker: Taker::Owner, by_last_seed: true });
    let also = Some(Also { pit: PitWord::OppositeLast, optional: false });
    rules.turn.after_lap = vec![
        Case {
            when: vec![test(PitWord::Last, Quality::Own), test(PitWord::Last, Quality::WasOccupied)],
            then: Action::Relay(PitWord::Next),
        },
        Case {
            when: vec![test(PitWord::Next, Quality::Empty), test(PitWord::Beyond, Quality::Occupied)],
            then: Action::Capture(Capture { also, ..Capture::of(PitWord::Beyond, Chain::Once) }),
        },
        Case { when: vec![test(PitWord::Next, Quality::Holds(vec![9]))], then: Action::Relay(PitWord::Next) },
        Case {
            when: vec![test(PitWord::Last, Quality::Opponents), test(PitWord::Last, Quality::Holds(vec![2, 3]))],
            then: Action::Capture(Capture::of(PitWord::Last, Chain::Backwards(Numbers(1 << 2 | 1 << 3)))),
        },
        Case { when: vec![], then: Action::EndTurn },
    ];
    rules
}

fn capture(rules: &mut Ruleset) -> Option<&mut Capture> {
    rules.turn.after_lap.iter_mut().find_map(|case| match &mut case.then {
        Action::Capture(capture) => Some(capture),
        _ => None,
    })
}

#[allow(clippy::too_many_lines, reason = "a table")]
fn all_changes() -> Vec<Change> {
    let mut all: Vec<Change> = Vec::new();
    let mut add = |name, change: Box<dyn Fn(&mut Ruleset)>| all.push((name, change));
    macro_rules! each {
        ($name:literal, [$($value:expr),+ $(,)?], $set:expr) => {
            $(add($name, Box::new(move |rules: &mut Ruleset| { let set: fn(&mut Ruleset, _) = $set; set(rules, $value) }));)+
        };
    }
    each!(
        "board.form",
        [(Form::FourRows, 12), (Form::Ring, 3), (Form::Columns { neutral: 1 }, 6)],
        |r, (form, len)| {
            (r.board.form, r.board.start) = (form, vec![2; len]);
        }
    );
    each!("board.pits", [4], |r, pits| (r.board.pits, r.board.start) = (pits, vec![2; 2 * usize::from(pits)]));
    each!("board.stores", [(false, 0), (true, 0), (false, 3)], |r, (sown_by_both, start)| {
        r.board.stores = Some(Stores { sown_by_both, start });
    });
    each!("board.start", [0, 5], |r, pit| if let Some(n) = r.board.start.get_mut(pit) {
        *n += 1;
    });
    each!("choice.least", [2, 3], |r, n| r.turn.choice.least = n);
    each!("choice.else_into_empty", [true], |r, it| r.turn.choice.else_into_empty = it);
    each!(
        "choice.forced",
        [
            ForcedStart::AfterCaptured(NothingCaptured::AfterGap),
            ForcedStart::AfterCaptured(NothingCaptured::AtStart),
            ForcedStart::AfterCaptured(NothingCaptured::Free),
            ForcedStart::AfterCaptured(NothingCaptured::Pass),
            ForcedStart::AfterStart,
            ForcedStart::AfterLastLifted,
        ],
        |r, start| r.turn.choice.forced = Some(start)
    );
    each!("choice.first_lifts", [vec![0], vec![2], vec![0, 2], vec![2, 0], vec![0, 1, 2]], |r, n: Vec<u8>| {
        r.turn.choice.first_lifts = n;
    });
    each!("choice.forbidden", [Quality::Own, Quality::WasOccupied], |r, is| {
        r.turn.choice.forbidden.push(test(PitWord::Last, is));
    });
    each!("choice.kept", [1, 2], |r, n| r.turn.choice.kept = n);
    each!("choice.feeding", [Feeding::Due, Feeding::DueOrRoundEnds], |r, it| r.turn.choice.feeding = it);
    each!("choice.may_pass", [true], |r, it| r.turn.choice.may_pass = it);
    // Where a player may choose his way, none is named.
    each!("turn.direction", [0, 1], |r, n: usize| if r.turn.ways == Ways::One {
        r.turn.direction[n] = Direction::Clockwise;
    });
    each!("turn.ways", [Ways::EachTurn, Ways::FirstMove], |r, ways| {
        (r.turn.ways, r.turn.direction) = (ways, [Direction::Anticlockwise; 2]);
    });
    each!("turn.origin", [Origin::SkippedEachLap, Origin::SkippedWholeMove], |r, it| r.turn.origin = it);
    each!("turn.en_passant", [None::<EnPassant>], |r, it| r.turn.en_passant = it);
    each!("en_passant.count", [1, 5], |r, n| if let Some(rule) = &mut r.turn.en_passant {
        rule.count = n;
    });
    each!("en_passant.taker", [Taker::Mover], |r, it| if let Some(rule) = &mut r.turn.en_passant {
        rule.taker = it;
    });
    each!("en_passant.by_last_seed", [false], |r, it| if let Some(rule) = &mut r.turn.en_passant {
        rule.by_last_seed = it;
    });
    each!(
        "a quality",
        [
            Quality::Occupied,
            Quality::Empty,
            Quality::WasEmpty,
            Quality::WasOccupied,
            Quality::Holds(vec![1]),
            Quality::Holds(vec![1, 4]),
            Quality::Own,
            Quality::Opponents,
            Quality::Front,
            Quality::Back,
            Quality::OwnStore,
            Quality::NoStore,
            Quality::Ur,
            Quality::NoUr,
            Quality::Neutral,
            Quality::NotNeutral,
            Quality::Closed,
            Quality::NotClosed,
            Quality::Origin,
            Quality::NotOrigin,
        ],
        |r, is| r.turn.after_lap[0].when.push(test(PitWord::Last, is))
    );
    for word in WORDS {
        add("a pit that is tested", Box::new(move |r| r.turn.after_lap[0].when[0].pit = word));
        add("a pit that is relayed from", Box::new(move |r| r.turn.after_lap[0].then = Action::Relay(word)));
        add("a relay the other way", Box::new(move |r| r.turn.after_lap[0].then = Action::RelayBack(word)));
        add(
            "a pit that is captured",
            Box::new(move |r| {
                if let Some(c) = capture(r) {
                    c.pit = word;
                }
            }),
        );
        add(
            "a pit that is captured with it",
            Box::new(move |r| {
                if let Some(also) = capture(r).and_then(|c| c.also.as_mut()) {
                    also.pit = word;
                }
            }),
        );
        add(
            "a relay the other way after a capture",
            Box::new(move |r| {
                if let Some(c) = capture(r) {
                    c.then = Then::RelayBack(word);
                }
            }),
        );
        add(
            "a relay after a capture",
            Box::new(move |r| {
                if let Some(c) = capture(r) {
                    c.then = Then::Relay(word);
                }
            }),
        );
    }
    each!("an action", [Action::MoveAgain, Action::MakeUr, Action::ClaimLast], |r, then| r.turn.after_lap[0].then =
        then);
    each!("capture.also", [None::<Also>], |r, also| if let Some(c) = capture(r) {
        c.also = also;
    });
    each!("also.optional", [true], |r, it| if let Some(also) = capture(r).and_then(|c| c.also.as_mut()) {
        also.optional = it;
    });
    each!("capture.chain", [Chain::BeforeLast, Chain::ThroughLast, Chain::Backwards(Numbers(1 << 4))], |r, chain| {
        if let Some(c) = capture(r) {
            c.chain = chain;
        }
    });
    each!("capture.with_opposite", [true], |r, it| if let Some(c) = capture(r) {
        c.with_opposite = it;
    });
    each!("capture.then", [Then::MoveAgain, Then::SowCaptured], |r, then| if let Some(c) = capture(r) {
        c.then = then;
    });
    each!("captures.rows", [CaptureRows::Opponents, CaptureRows::Own], |r, rows| r.turn.captures.rows = rows);
    each!("captures.round_the_corner", [false], |r, it| r.turn.captures.round_the_corner = it);
    each!("captures.from_origin", [false], |r, it| r.turn.captures.from_origin = it);
    each!("captures.by_singles", [false], |r, it| r.turn.captures.by_singles = it);
    each!("captures.grand_slam", [GrandSlam::WinsNothing, GrandSlam::NotAllowed], |r, it| r.turn.captures.grand_slam =
        it);
    each!("captures.out_of_game", [true], |r, it| r.turn.captures.out_of_game = it);
    each!("turn.never_ending", [NeverEnding::NotAllowed, NeverEnding::Drawn], |r, it| r.turn.never_ending = it);
    each!(
        "round.ends",
        [
            vec![],
            vec![RoundEnd::AtOnce],
            vec![RoundEnd::MoverEmptied],
            vec![RoundEnd::SeedsLeft(3)],
            vec![RoundEnd::PitsLeft(3)],
            vec![RoundEnd::QuietTurns(3)],
            vec![RoundEnd::NoCapture],
            vec![RoundEnd::OnTurn, RoundEnd::NoCapture],
        ],
        |r, ends: Vec<RoundEnd>| r.round.ends = ends
    );
    each!("round.no_move", [NoMove::Pass], |r, it| r.round.no_move = it);
    each!(
        "round.remainder",
        [Remainder::RowOwners, Remainder::Nobody, Remainder::LastCapturer, Remainder::Halved],
        |r, it| {
            r.round.remainder = it;
        }
    );
    each!("round.repetition", [Repetition::Drawn(2), Repetition::EndsRound, Repetition::Ignored], |r, it| r
        .round
        .repetition =
        it);
    each!("round.turn_cap", [Some(1), Some(90)], |r, it| r.round.turn_cap = it);
    each!("round.goal", [Goal::LastMove, Goal::LastCapture, Goal::Nobody], |r, it| r.round.goal = it);
    each!("match_play", [None::<MatchPlay>], |r, it| r.match_play = it);
    macro_rules! each_of_match {
        ($field:ident, [$($value:expr),+ $(,)?]) => {
            $(add(stringify!($field), Box::new(move |r: &mut Ruleset| if let Some(m) = &mut r.match_play { m.$field = $value }));)+
        };
    }
    each_of_match!(fill, [1, 3]);
    each_of_match!(order, [FillOrder::AgainstSowing, FillOrder::FromEnds, FillOrder::OwnersChoice]);
    each_of_match!(rows, [RowsFilled::BothFromSouth, RowsFilled::BothFromPoorer, RowsFilled::PoorerAlone]);
    each_of_match!(surplus, [Surplus::Lost, Surplus::ShortPit, Surplus::ToOpponent]);
    each_of_match!(reopen, [Reopen::Never, Reopen::DuringRound]);
    each_of_match!(closed, [ClosedPits::CountAsEmpty]);
    each_of_match!(starter, [Starter::Alternate, Starter::Winner, Starter::LastMover]);
    each_of_match!(end, [MatchEnd::FillsAtMost(1), MatchEnd::FillsAtMost(2), MatchEnd::Rounds(3)]);
    each_of_match!(lost_during_round, [true]);
    each_of_match!(equal_split, [EqualSplit::Drawn]);
    all
}

/// A sheet and the rules that it was made from: no two different rules have one sheet.
#[derive(Default)]
struct Sheets(HashMap<String, (Ruleset, String)>);

impl Sheets {
    fn add(&mut self, rules: &Ruleset, name: &str) {
        every_field(rules);
        let sheet = of_rules(rules).text(100);
        let (first, of) = self.0.entry(sheet).or_insert_with(|| (rules.clone(), name.to_owned()));
        assert_eq!(first, rules, "one sheet for {of} and for {name}");
    }
}

#[test]
fn every_value_of_every_field_is_told_alone_and_beside_every_other() {
    let base = base();
    let changes = all_changes();
    assert!(changes.len() > 150, "{}", changes.len());
    let mut sheets = Sheets::default();
    sheets.add(&base, "no change");
    for (n, (name, change)) in changes.iter().enumerate() {
        let mut one = base.clone();
        change(&mut one);
        for (other_name, other) in &changes[..n] {
            let mut two = one.clone();
            other(&mut two);
            sheets.add(&two, &format!("{name} and {other_name}"));
        }
        sheets.add(&one, name);
    }
}

#[test]
fn over_all_shipped_games_two_sheets_are_the_same_only_if_the_rules_are() {
    let mut sheets = Sheets::default();
    let mut told = 0;
    for entry in fs::read_dir("variants").expect("it is there") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|e| e != "sow") {
            continue;
        }
        let game = Game::load(&path).game.expect("it is sound");
        let all = [Severity::A, Severity::B, Severity::C];
        let others = game.one_at_a_time(&all).into_iter().map(|(_, answers)| answers);
        let asked: Vec<usize> = (0..game.questions.len()).take(7).collect();
        for answers in std::iter::once(game.best()).chain(others).chain(game.factorial(&asked, &game.best()).take(400))
        {
            sheets.add(&game.ruleset(&answers).expect("it compiles"), &game.reading_id(&answers));
            told += 1;
        }
    }
    assert!(told > 3_000, "{told}");
}
