//! The rules file of Bosh: its questions, its readings and what they compile to.

use std::path::Path;

use sowlab::rules::equivalence::{Census, Reason};
use sowlab::rules::game::{Answers, Game, Scope, Severity, Won};
use sowlab::rules::ruleset::*;
use sowlab::rules::{Loaded, ReadingError};

fn bosh() -> Game {
    let Loaded { game, diagnostics, sources, .. } = Game::load(Path::new("variants/bosh.sow"));
    assert!(diagnostics.is_empty(), "{}", sowlab::diagnostics::render(&diagnostics, &sources, false));
    game.expect("a file without diagnostics makes a game")
}

fn ruleset(game: &Game, id: &str) -> Ruleset {
    let answers = game.parse_reading(id).expect("the id names a reading");
    game.ruleset(&answers).expect("the reading compiles")
}

fn of_severity(game: &Game, severity: Severity) -> Vec<usize> {
    (0..game.questions.len()).filter(|&q| game.questions[q].severity == severity).collect()
}

/// The best supported reading, written out from the sources by hand.
fn best_by_hand() -> Ruleset {
    let test = |pit, is| Test { pit, is };
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
                    then: Action::Capture(Capture::of(PitWord::Beyond, Chain::Once)),
                },
                Case { when: vec![], then: Action::EndTurn },
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
        match_play: Some(MatchPlay {
            fill: 4,
            order: FillOrder::Sowing,
            rows: RowsFilled::Each,
            surplus: Surplus::Kept,
            reopen: Reopen::AtRefill,
            closed: ClosedPits::Absent,
            starter: Starter::Loser,
            end: MatchEnd::FillsAtMost(0),
            lost_during_round: false,
            equal_split: EqualSplit::PlayOn,
        }),
    }
}

#[test]
fn the_best_supported_reading_compiles_to_the_rules_written_out_by_hand() {
    assert_eq!(ruleset(&bosh(), "bosh"), best_by_hand());
}

/// What one answer changes in the rules of the best supported reading.
type Change = fn(&mut Ruleset);

fn matched(rules: &mut Ruleset) -> &mut MatchPlay {
    rules.match_play.as_mut().expect("Bosh is played in rounds")
}

fn chain(rules: &mut Ruleset, to: Chain) {
    for case in &mut rules.turn.after_lap {
        if let Action::Capture(capture) = &mut case.then {
            capture.chain = to;
        }
    }
}

const CHANGES: &[(&str, Change)] = &[
    ("01=clockwise", |r| r.turn.direction = [Direction::Clockwise; 2]),
    ("02=opponent", |r| r.turn.captures.rows = CaptureRows::Opponents),
    ("02=own", |r| r.turn.captures.rows = CaptureRows::Own),
    ("03=chained", |r| chain(r, Chain::BeforeLast)),
    ("03=chained,18=taken", |r| chain(r, Chain::ThroughLast)),
    ("03=chained-short", |r| chain(r, Chain::BeforeLast)),
    ("04=skipped", |r| r.turn.origin = Origin::SkippedEachLap),
    ("04=skipped,05=whole-move", |r| r.turn.origin = Origin::SkippedWholeMove),
    ("06=own", |r| r.turn.after_lap[0].when.push(Test { pit: PitWord::Next, is: Quality::Own })),
    ("07=landing-empty", |r| r.turn.after_lap[1].when.push(Test { pit: PitWord::Last, is: Quality::WasEmpty })),
    ("07=landing-follows", |r| {
        let test = |pit, is| Test { pit, is };
        let capture = Action::Capture(Capture::of(PitWord::Next, Chain::Once));
        r.turn.after_lap = vec![
            Case {
                when: vec![test(PitWord::Last, Quality::WasEmpty), test(PitWord::Next, Quality::Occupied)],
                then: capture,
            },
            Case { when: vec![test(PitWord::Next, Quality::Empty)], then: Action::EndTurn },
            Case { when: vec![test(PitWord::Next, Quality::Occupied)], then: Action::Relay(PitWord::Next) },
            Case { when: vec![], then: Action::EndTurn },
        ];
    }),
    ("08=at-once", |r| r.round.ends = vec![RoundEnd::AtOnce]),
    ("08=mover-emptied", |r| {
        r.round.ends = vec![RoundEnd::MoverEmptied];
        r.round.no_move = NoMove::Pass;
    }),
    ("09=row-owners", |r| r.round.remainder = Remainder::RowOwners),
    ("09=nobody", |r| r.round.remainder = Remainder::Nobody),
    ("10=must-feed", |r| r.turn.choice.feeding = Feeding::Due),
    ("11=alternate", |r| matched(r).starter = Starter::Alternate),
    ("11=winner", |r| matched(r).starter = Starter::Winner),
    ("11=last-mover", |r| matched(r).starter = Starter::LastMover),
    ("12=reverse", |r| matched(r).order = FillOrder::AgainstSowing),
    ("12=choice", |r| matched(r).order = FillOrder::OwnersChoice),
    ("13=lost", |r| matched(r).surplus = Surplus::Lost),
    ("13=short-pit", |r| matched(r).surplus = Surplus::ShortPit),
    ("13=given", |r| matched(r).surplus = Surplus::ToOpponent),
    ("14=never", |r| matched(r).reopen = Reopen::Never),
    ("14=during-round", |r| matched(r).reopen = Reopen::DuringRound),
    ("15=empty", |r| matched(r).closed = ClosedPits::CountAsEmpty),
    ("15=empty,22=forbidden", |r| {
        matched(r).closed = ClosedPits::CountAsEmpty;
        r.turn.never_ending = NeverEnding::NotAllowed;
    }),
    ("16=row", |r| r.turn.captures.round_the_corner = false),
    ("17=not-origin", |r| r.turn.captures.from_origin = false),
    ("19=two-pits", |r| matched(r).end = MatchEnd::FillsAtMost(2)),
    ("19=fixed-rounds", |r| matched(r).end = MatchEnd::Rounds(5)),
    ("20=during-round", |r| matched(r).lost_during_round = true),
    ("21=draw", |r| matched(r).equal_split = EqualSplit::Drawn),
    ("02=own,22=drawn", |r| {
        r.turn.captures.rows = CaptureRows::Own;
        r.turn.never_ending = NeverEnding::Drawn;
    }),
    ("23=cap", |r| {
        r.round.repetition = Repetition::Ignored;
        r.round.turn_cap = Some(1000);
    }),
    ("25=may-pass", |r| r.turn.choice.may_pass = true),
    ("26=not-singles", |r| r.turn.choice.least = 2),
];

#[test]
fn each_answer_changes_the_rules_it_is_about_and_no_other() {
    let game = bosh();
    for (answers, change) in CHANGES {
        let mut expected = best_by_hand();
        change(&mut expected);
        assert_eq!(ruleset(&game, &format!("bosh:{answers}")), expected, "{answers}");
    }
}

#[test]
fn every_reading_that_is_played_stands_in_the_table_above() {
    let game = bosh();
    for question in game.questions.iter().filter(|q| !q.presentation_only) {
        for reading in question.readings.iter().skip(1).filter(|r| r.playable()) {
            let answer = format!("{}={}", question.short, reading.name);
            assert!(CHANGES.iter().any(|(id, _)| id.split(',').any(|a| a == answer)), "{answer}");
        }
    }
}

#[test]
fn a_landing_pit_that_must_be_followed_chains_as_other_captures_do() {
    let rules = ruleset(&bosh(), "bosh:03=chained,07=landing-follows,18=taken");
    let capture = Capture::of(PitWord::Next, Chain::ThroughLast);
    assert_eq!(rules.turn.after_lap[0].then, Action::Capture(capture));
}

#[test]
fn the_questions_have_the_severities_and_scopes_of_what_they_touch() {
    let game = bosh();
    let short = |questions: Vec<usize>| {
        questions.into_iter().map(|q| game.questions[q].short.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(game.questions.len(), 26);
    assert_eq!(short(of_severity(&game, Severity::A)), "02 03 04 06 07 08 09 11 12 13 14 15 19");
    assert_eq!(short(of_severity(&game, Severity::C)), "01 24 25");
    let between = (0..26).filter(|&q| game.questions[q].scope == Scope::Match).collect();
    assert_eq!(short(between), "11 12 13 14 15 19 20 21 24");
}

#[test]
fn ids_name_only_what_differs_and_matters_and_read_back() {
    let game = bosh();
    assert_eq!(game.reading_id(&game.best()), "bosh");
    let answers = game.parse_reading("bosh:04=skipped,02=b").expect("letters and any order will do");
    assert_eq!(game.reading_id(&answers), "bosh:02=opponent,04=skipped");
    assert_eq!(game.parse_reading("bosh:02=opponent,04=skipped"), Ok(answers.clone()));
    let same = game.answer(&answers, "BOSH-24=agreed").expect("a reading of presentation");
    assert_eq!(game.reading_id(&same), "bosh:02=opponent,04=skipped", "who opens does not matter");
    let not_asked = game.answer(&game.best(), "05=whole-move").expect("it may be answered before it is asked");
    assert_eq!(game.reading_id(&not_asked), "bosh");
    let asked = game.answer(&not_asked, "04=skipped").expect("and counts once it is");
    assert_eq!(game.reading_id(&asked), "bosh:04=skipped,05=whole-move");
}

#[test]
fn words_that_name_no_reading_are_told_from_each_other() {
    let game = bosh();
    let text = |id: &str| game.parse_reading(id).expect_err("it names none").to_string();
    assert_eq!(text("pach"), "`pach` is not a reading of bosh: its readings begin with `bosh`");
    assert_eq!(text("bosh:02"), "`02` is not of the form QUESTION=READING, such as BOSH-01=anticlockwise");
    assert_eq!(text("bosh:BOSH-30=a"), "bosh has no question BOSH-30 (did you mean BOSH-03?)");
    assert_eq!(
        text("bosh:02=opponents"),
        "BOSH-02 has no reading opponents (did you mean opponent?); its readings are either, opponent, own"
    );
    assert_eq!(text("bosh:02=own,BOSH-02=a"), "BOSH-02 is answered twice");
    assert!(matches!(game.parse_reading("bosh:12=d"), Err(ReadingError::Rejected { .. })));
}

#[test]
fn a_question_is_asked_only_where_its_condition_holds() {
    let game = bosh();
    let never_ending = game.question("BOSH-22").expect("it is in the file");
    assert!(!game.applies(never_ending, &game.best()));
    for answers in ["02=own", "04=skipped", "06=own", "07=c", "13=short-pit", "14=c", "15=empty", "16=row", "17=b"] {
        let answers = game.answer(&game.best(), answers).expect("a reading");
        assert!(game.applies(never_ending, &answers), "{}", game.reading_id(&answers));
    }
    for answers in ["03=chained", "08=at-once", "13=given", "14=never"] {
        let answers = game.answer(&game.best(), answers).expect("a reading");
        assert!(!game.applies(never_ending, &answers), "{}", game.reading_id(&answers));
    }
}

#[test]
fn one_answer_at_a_time_gives_every_other_reading_of_the_questions_that_are_asked() {
    let game = bosh();
    let ids: Vec<String> = game.one_at_a_time(&[Severity::A]).iter().map(|(_, a)| game.reading_id(a)).collect();
    // Readings of the thirteen A questions less the first of each, less one that is rejected:
    // 2+2+1+1+2+2+2 in rounds, 3+2+3+2+1+2 between them.
    assert_eq!(ids.len(), 25);
    assert_eq!(ids[..3], ["bosh:02=opponent", "bosh:02=own", "bosh:03=chained"]);
    assert!(!ids.contains(&"bosh:12=facing".to_owned()));
}

#[test]
fn a_factorial_varies_its_last_question_fastest() {
    let game = bosh();
    let questions: Vec<usize> = ["02", "03", "04", "07", "08"].iter().filter_map(|id| game.question(id)).collect();
    let ids: Vec<String> = game.factorial(&questions, &game.best()).map(|a| game.reading_id(&a)).collect();
    assert_eq!(ids.len(), 162);
    assert_eq!(ids[..3], ["bosh", "bosh:08=at-once", "bosh:08=mover-emptied"]);
    assert_eq!(ids[3], "bosh:07=landing-empty");
    assert_eq!(ids[161], "bosh:02=own,03=chained-short,04=skipped,07=landing-follows,08=mover-emptied");
}

#[test]
fn the_readings_of_the_a_questions_are_counted_in_both_scopes() {
    let game = bosh();
    let questions = of_severity(&game, Severity::A);
    // 3*3*2*2*3*3*3 in rounds times 4*3*4*3*2*3 between them. Of the three readings of BOSH-03, chained (sparing the pit
    // sown last by BOSH-18) and chained-short are the same rules, so a third fewer are different games.
    assert_eq!(game.census(&questions, Scope::Match), Ok(Census { raw: 839_808, distinct: 559_872 }));
    assert_eq!(game.census(&questions, Scope::Round), Ok(Census { raw: 839_808, distinct: 648 }));
}

#[test]
fn counting_agrees_with_listing() {
    let game = bosh();
    let some = |ids: &[&str]| ids.iter().filter_map(|id| game.question(id)).collect::<Vec<_>>();
    for ids in [
        &["01", "02", "03", "04", "05", "18", "22"][..],
        &["02", "13", "14", "15", "22", "24"],
        &["06", "07", "15", "17", "21", "22", "23"],
        &["03", "18"],
        &["15", "22"],
        &[],
    ] {
        let questions = some(ids);
        let listed = game.groups(game.factorial(&questions, &game.best()), Scope::Match).expect("all compile");
        let census = game.census(&questions, Scope::Match).expect("they are few");
        assert_eq!(census.distinct, listed.len() as u128, "{ids:?}");
        let all: usize = listed.iter().map(|g| 1 + g.others.len()).sum();
        assert_eq!(census.raw, all as u128, "{ids:?}");
    }
}

#[test]
fn all_readings_of_all_questions_are_counted() {
    let game = bosh();
    let all: Vec<usize> = (0..game.questions.len()).collect();
    let census = game.census(&all, Scope::Match).expect("they can be counted");
    // The A questions, twelve questions of two readings and BOSH-22 of three.
    assert_eq!(census.raw, 839_808 * (1 << 12) * 3);
    assert!(census.distinct < census.raw / 8);
}

#[test]
fn readings_that_are_one_game_are_grouped_with_the_reason() {
    let game = bosh();
    let read = |id: &str| game.parse_reading(id).expect("a reading");
    let reason = |a: &str, b: &str, scope| {
        let groups = game.groups([read(a), read(b)], scope).expect("they compile");
        assert_eq!(groups.len(), 1, "{a} and {b}");
        groups[0].others[0].1
    };
    let question = |id: &str| game.question(id).expect("a question");
    assert_eq!(reason("bosh", "bosh:01=clockwise", Scope::Match), Reason::MirrorImage);
    let question_5 = question("05");
    assert_eq!(reason("bosh", "bosh:05=whole-move", Scope::Match), Reason::NotAsked { question: question_5 });
    let question_24 = question("24");
    assert_eq!(reason("bosh", "bosh:24=agreed", Scope::Match), Reason::PresentationOnly { question: question_24 });
    let question_11 = question("11");
    assert_eq!(reason("bosh", "bosh:11=winner", Scope::Round), Reason::BetweenRounds { question: question_11 });
    assert_eq!(reason("bosh:03=chained", "bosh:03=chained-short", Scope::Match), Reason::SameRules);
    let apart = game.groups([read("bosh"), read("bosh:11=winner")], Scope::Match).expect("they compile");
    assert_eq!(apart.len(), 2);
}

#[test]
fn marins_example_is_read_pit_by_pit() {
    let game = bosh();
    let marin = &game.examples[0];
    assert_eq!((marin.title.as_str(), marin.constructed, marin.start.is_some()), ("Marin's own", false, false));
    let [step] = &marin.steps[..] else { panic!("one move") };
    assert_eq!((step.seat, step.pit.value), (Seat::South, Pit(4)));
    let laps: Vec<(u8, Vec<u8>)> =
        step.laps.iter().map(|l| (l.value.from.0, l.value.sown.iter().map(|p| p.0).collect())).collect();
    assert_eq!(laps, [(4, vec![5, 6, 7, 8]), (9, vec![0, 1, 2, 3])]);
    let Some(Won::Captures(captures)) = &step.won else { panic!("it captures") };
    assert_eq!((captures[0].value.pit, captures[0].value.seeds), (Pit(5), 5));
    assert_eq!(step.board.as_ref().map(|b| b.value.clone()), Some(vec![5, 5, 5, 5, 0, 0, 5, 5, 5, 0]));
    let refuted: Vec<String> = marin
        .refutes
        .iter()
        .map(|r| {
            format!("{} {}", game.questions[r.question].short, game.questions[r.question].readings[r.reading].name)
        })
        .collect();
    assert_eq!(refuted, ["02 own", "06 own", "07 landing-empty", "07 landing-follows", "16 row"]);
}

#[test]
fn an_example_whose_letters_follow_the_sowing_has_a_mirror_image() {
    let game = bosh();
    assert!(game.letters_follow_sowing);
    let mirrored = game.examples[0].mirrored(&game.board);
    // South's rightmost pit becomes his leftmost; sowing clockwise from it runs along North's row from the left.
    assert_eq!(mirrored.steps[0].pit.value, Pit(0));
    let first: Vec<u8> = mirrored.steps[0].laps[0].value.sown.iter().map(|p| p.0).collect();
    assert_eq!(first, [9, 8, 7, 6]);
    assert_eq!(mirrored.steps[0].board.as_ref().map(|b| b.value.clone()), Some(vec![0, 5, 5, 5, 5, 0, 5, 5, 5, 0]));
    assert_eq!(mirrored.mirrored(&game.board).steps[0].pit.value, Pit(4));
}

#[test]
fn every_playable_answer_has_evidence_and_a_letter() {
    let game = bosh();
    for question in &game.questions {
        assert!(question.readings.iter().all(|r| !r.evidence.is_empty()), "{}", question.id);
    }
    assert_eq!(sowlab::rules::game::Question::letter(3), Some('d'));
}

#[test]
fn answers_are_counted_by_question() {
    let game = bosh();
    let answers: Answers = game.answer(&game.best(), "BOSH-11=last-mover").expect("a reading");
    assert_eq!(answers.iter().len(), 26);
    assert_eq!(answers.get(10), Some(3));
    assert_eq!(answers.get(26), None);
}
