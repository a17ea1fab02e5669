//! Every rules file that is shipped: it loads without a word, stands in canonical layout, its examples come out, and under
//! every reading that differs from the best supported one in one answer games are played with all checks on, and broken off
//! only if they go on for very long.
//!
//! A test run plays some rounds of each reading. A thousand of each: `SOWLAB_ROUNDS=1000 cargo test --test variants`.

mod ledger;

use ledger::{Ledger, turned, turned_end, turned_moves};
use rayon::prelude::*;
use sowlab::agents::{Agent, record_round};
use sowlab::diagnostics::{Diagnostics, FileId, render};
use sowlab::engine::{
    End, Kernel, Lanes, Layout, MOST_LAPS, Machine, Move, Position, Scope, Situation, Sown, State, Variant,
};
use sowlab::lang;
use sowlab::play::{
    Decision, Player, RoundPlay, Script, ScriptStop, Transcript, Turn, examine, move_name, play_match, play_script,
};
use sowlab::rng::{GameSeed, Rng};
use sowlab::rules::game::{Game, Severity};
use sowlab::rules::ruleset::{Pit, Ruleset};
use sowlab::with_kernel;
use std::convert::Infallible;
use std::fs;
use std::path::PathBuf;

/// Rounds of each reading, unless the environment says otherwise.
const ROUNDS: u64 = 100;
/// Turns after which a round is broken off here. Under some readings of the games of four rows the last seeds go round for
/// hundreds of thousands of turns.
const MOST_TURNS: u32 = 400;
/// Rounds after which a match is broken off.
const MATCH_ROUNDS: u32 = 20;

fn rounds() -> u64 {
    std::env::var("SOWLAB_ROUNDS").map_or(ROUNDS, |n| n.parse().expect("SOWLAB_ROUNDS is a number of rounds"))
}

fn files() -> Vec<PathBuf> {
    let files = in_folder("variants");
    assert!(files.len() > 10, "the shipped games are looked for in the right place");
    files
}

fn in_folder(folder: &str) -> Vec<PathBuf> {
    let folder = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "sow"));
    files.sort();
    files
}

fn games() -> Vec<Game> {
    files().iter().map(|path| Game::load(path).game.expect("it is sound")).collect()
}

#[test]
fn every_shipped_file_loads_without_a_word() {
    for path in files() {
        let loaded = Game::load(&path);
        let said = render(&loaded.diagnostics, &loaded.sources, false);
        assert!(loaded.diagnostics.is_empty(), "{said}");
        let name = path.file_stem().and_then(|s| s.to_str());
        assert_eq!(loaded.game.map(|g| g.id).as_deref(), name, "a file has the name of its game");
    }
}

#[test]
fn every_shipped_file_stands_in_canonical_layout() {
    for path in files() {
        let text = fs::read_to_string(&path).expect("it can be read");
        let laid_out = lang::format(FileId(0), &text, &mut Diagnostics::new());
        assert_eq!(laid_out.as_deref(), Some(text.as_str()), "{}", path.display());
    }
}

#[test]
fn every_example_comes_out_and_every_refutation_is_declared() {
    for game in games() {
        let found = examine(&game).expect("the examples can be played");
        assert!(!found.best.is_empty(), "{} has examples", game.id);
        assert_eq!(found.best.iter().flatten().next(), None, "{}", game.id);
        assert_eq!(found.unfounded, [], "{}", game.id);
        assert_eq!(found.refuted.iter().find(|r| !r.declared), None, "{}", game.id);
    }
}

/// A reading to play: its id, its rules, and whether what it answers can be met in a match alone.
struct Case {
    id: String,
    rules: Ruleset,
    scope: Scope,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for game in games() {
        let one = game.one_at_a_time(&[Severity::A, Severity::B, Severity::C]);
        let others = one.into_iter().map(|(question, answers)| (Some(question), answers));
        for (question, answers) in std::iter::once((None, game.best())).chain(others) {
            let mut rules = game.ruleset(&answers).expect("every reading compiles");
            rules.round.turn_cap = Some(rules.round.turn_cap.map_or(MOST_TURNS, |cap| cap.min(MOST_TURNS)));
            let between = question.is_some_and(|q| game.questions[q].scope == sowlab::rules::game::Scope::Match);
            let scope = if between { Scope::Match } else { Scope::Round };
            cases.push(Case { id: game.reading_id(&answers), rules, scope });
        }
    }
    cases
}

/// Plays at random, and looks at every move before it is made.
struct Checked<'a> {
    rng: Rng,
    id: &'a str,
    /// The positions met, with the moves listed in them.
    met: Vec<(Position, Vec<String>)>,
}

impl Player for Checked<'_> {
    type Stop = Infallible;

    fn choose<W: Lanes>(&mut self, turn: &Turn<'_, W>) -> Result<Move, Infallible> {
        let chosen = turn.nth(self.rng.below(turn.choices()));
        check_choice(self.id, turn);
        check_move(self.id, turn.kernel, turn.layout, turn.state, chosen);
        let names = turn.named().into_iter().map(|(name, _)| name).collect();
        self.met.push((Position::unpack(turn.state, &turn.kernel.rules().board), names));
        Ok(chosen)
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<usize, Infallible> {
        Ok(self.rng.below(decision.options.len() as u32) as usize)
    }
}

/// The moves listed lift pits that hold seeds and that the mover may lift, and are as many seen from the other side.
fn check_choice<W: Lanes>(id: &str, turn: &Turn<'_, W>) {
    let (kernel, state) = (turn.kernel, turn.state);
    let board = &kernel.rules().board;
    for chosen in turn.moves.iter() {
        let pit = chosen.pit().expect("a move lifts a pit");
        assert!(board.is_pit(pit) && state.cells.get(pit.0) > 0, "{id}: {chosen:?} lifts seeds");
        assert!(board.owner(pit).is_none_or(|seat| seat == state.mover), "{id}: {chosen:?} lifts an own pit");
        let out = state.closed | state.ur[0] | state.ur[1];
        assert_eq!(u64::from(out) >> pit.0 & 1, 0, "{id}: {chosen:?} lifts an open pit that is no ur");
    }
    let Some(there) = turned(kernel.rules(), state) else { return };
    let here = Situation::Choose { moves: turn.moves, may_pass: turn.may_pass };
    match (here, kernel.situation(kernel.layout(there.closed), &there)) {
        (Situation::Choose { moves, may_pass }, Situation::Choose { moves: others, may_pass: other }) => {
            let mut listed: Vec<Move> = others.iter().collect();
            let mut expected = turned_moves(board, moves);
            listed.sort_by_key(|m| m.code());
            expected.sort_by_key(|m| m.code());
            assert_eq!((listed, other), (expected, may_pass), "{id}: seen from the other side");
        }
        (_, other) => panic!("{id}: seen from the other side there is {other:?}"),
    }
}

/// What a move comes to: what its sowing came to, the position after it, its end, and the seeds once that is settled.
fn made<W: Lanes>(
    kernel: &Kernel<W>,
    layout: &Layout<W>,
    state: &State<W>,
    chosen: Move,
    watch: &mut impl sowlab::engine::Watch,
) -> (Sown, State<W>, Option<End>, State<W>) {
    let mut after = *state;
    let (sown, end) = kernel.make(layout, &mut after, chosen, watch);
    let mut settled = after;
    if let Some(end) = end {
        kernel.settle(&mut settled, end);
    }
    (sown, after, end, settled)
}

fn check_move<W: Lanes>(id: &str, kernel: &Kernel<W>, layout: &Layout<W>, state: &State<W>, chosen: Move) {
    let rules = kernel.rules();
    let mut ledger = Ledger::new(rules, state, chosen);
    let (sown, after, end, settled) = made(kernel, layout, state, chosen, &mut ledger);
    if sown.never_ending || sown.broken_off {
        assert_eq!((after.cells, after.won, after.out), (state.cells, state.won, state.out), "{id}: {chosen:?}");
    } else {
        ledger.agrees(id, &after);
    }
    let total = |s: &State<W>| rules.board.all().map(|p| s.cells.get(p.0)).sum::<u16>() + s.won[0] + s.won[1] + s.out;
    assert_eq!(total(state), total(&after), "{id}: {chosen:?}");
    assert_eq!(total(state), total(&settled), "{id}: {chosen:?} settled");
    let Some(there) = turned(rules, state) else { return };
    let other = ledger::turned_move(&rules.board, chosen);
    let (sown_there, after_there, end_there, settled_there) =
        made(kernel, layout_of(kernel, &there), &there, other, &mut ());
    assert_eq!(sown, sown_there, "{id}: {chosen:?} seen from the other side");
    assert_eq!(turned(rules, &after), Some(after_there), "{id}: {chosen:?} seen from the other side");
    assert_eq!(end.map(turned_end), end_there, "{id}: {chosen:?} seen from the other side");
    assert_eq!([settled.won[1], settled.won[0]], settled_there.won, "{id}: {chosen:?} seen from the other side");
}

fn layout_of<'k, W: Lanes>(kernel: &'k Kernel<W>, state: &State<W>) -> &'k Layout<W> {
    kernel.layout(state.closed)
}

/// Every name that a move could have is played if it is listed and refused if not.
fn check_names(id: &str, machine: &Machine, position: &Position, listed: &[String]) {
    let board = &machine.rules().board;
    let (first, len) = board.field(position.mover);
    let ways = [false, true]
        .into_iter()
        .flat_map(|other_way| [false, true].into_iter().map(move |sparing| Variant { other_way, sparing }));
    // On boards of many pits a letter of the other case is the opponent's pit, and names are read in either case.
    let pits = (first..first + len).map(Pit);
    let mut names: Vec<String> = ways
        .flat_map(|v| pits.clone().map(move |p| if v == Variant::PLAIN { Move::Lift(p) } else { Move::Varied(p, v) }))
        .map(|chosen| move_name(board.names(), chosen))
        .collect();
    names.push("pass".to_owned());
    for name in names {
        let played = play_script(machine, position, Script::new(&name));
        if listed.contains(&name) {
            let transcript =
                played.unwrap_or_else(|(stop, _)| panic!("{id}: {name} is listed in {position}: {stop:?}"));
            assert_eq!(transcript.turns().next().map(|t| t.name.as_str()), Some(name.as_str()));
        } else {
            let refused = matches!(played, Err((ScriptStop::Illegal { .. }, _)));
            assert!(refused, "{id}: {name} is not listed in {position}");
        }
    }
}

fn check_round(case: &Case, machine: &Machine, game: u64) {
    let seed = GameSeed { study: 7, game };
    let mut players = [0, 1].map(|p| Checked { rng: Rng::for_player(seed, p), id: &case.id, met: Vec::new() });
    let written = with_kernel!(machine, kernel => {
        let mut transcript = Transcript::new();
        let mut state = Position::start(kernel.rules()).pack();
        sowlab::play::Onlooker::round_begins(&mut transcript, kernel, &state, 1);
        let Ok(_) = RoundPlay::new().run(kernel, &mut state, &mut players, &mut transcript);
        let seeds = state.won[0] + state.won[1] + state.out;
        assert_eq!(u32::from(seeds), kernel.rules().board.total(), "{}: all seeds at the end", case.id);
        transcript
    });
    let start = Position::parse(&written.rounds[0].start, &machine.rules().board).expect("a position");
    let again = play_script(machine, &start, Script::new(&written.moves())).expect("the moves are legal");
    assert_eq!(again, written, "{}: a round written down and played again", case.id);
    let [south, north] = players;
    let mut rng = south.rng;
    let met = [south.met, north.met].concat();
    if !met.is_empty() {
        let (position, listed) = &met[rng.below(met.len() as u32) as usize];
        check_names(&case.id, machine, position, listed);
    }
}

fn check_match(case: &Case, machine: &Machine, game: u64) {
    let seed = GameSeed { study: 7, game };
    let mut players = [0, 1].map(|p| Checked { rng: Rng::for_player(seed, p), id: &case.id, met: Vec::new() });
    with_kernel!(machine, kernel => {
        let rules = kernel.rules().match_play.as_ref().expect("a question between rounds has rounds");
        let state = Position::start(kernel.rules()).pack();
        let Ok(result) = play_match(kernel, rules, state, &mut players, MATCH_ROUNDS, &mut ());
        let seeds = u32::from(result.won[0] + result.won[1]);
        assert!(seeds <= kernel.rules().board.total(), "{}: no seed is made", case.id);
    });
}

#[test]
fn every_reading_of_every_shipped_game_is_played_to_the_end_with_all_checks_on() {
    let cases = cases();
    assert!(cases.len() > 200, "the readings are found");
    cases.par_iter().for_each(|case| {
        let machine = Machine::new(case.rules.clone(), case.scope).expect("it can be played");
        // Side by side as well: under a few readings a round takes a thousand times as long as under the others.
        (0..rounds()).into_par_iter().for_each(|game| match case.scope {
            Scope::Round => check_round(case, &machine, game),
            Scope::Match => check_match(case, &machine, game),
        });
    });
}

/// Rules that no shipped game has, in games made up for them.
#[test]
fn games_made_up_for_other_rules_of_the_family_are_played_to_the_end_with_all_checks_on() {
    let paths = in_folder("tests/family");
    assert!(paths.len() > 5, "the games are looked for in the right place");
    paths.par_iter().for_each(|path| {
        let loaded = Game::load(path);
        // No bibliography stands beside them, and that is all there is to say.
        let said: Vec<&str> = loaded.diagnostics.iter().map(|d| d.code.as_str()).collect();
        assert_eq!(said, ["bibliography"], "{}", render(&loaded.diagnostics, &loaded.sources, false));
        let game = loaded.game.expect("it is sound");
        let mut rules = game.ruleset(&game.best()).expect("it compiles");
        rules.round.turn_cap = Some(MOST_TURNS);
        let case = Case { id: game.id.clone(), rules, scope: Scope::Round };
        let machine = Machine::new(case.rules.clone(), case.scope).expect("it can be played");
        for number in 0..rounds() {
            check_round(&case, &machine, number);
        }
    });
}

#[test]
fn recorded_rounds_of_a_seed_are_the_same_rounds() {
    for game in games() {
        let machine = Machine::new(game.ruleset(&game.best()).expect("it compiles"), Scope::Round).expect("playable");
        let seed = GameSeed { study: 7, game: 1 };
        let [one, two] = [0, 1].map(|_| record_round(&machine, [Agent::Random; 2], seed).1);
        assert_eq!(one, two, "{}", game.id);
        assert!(one.rounds[0].end.is_some(), "{}", game.id);
    }
}

/// From a random round under a reading by which captured seeds are sown on. Nothing tells how many laps this move has; it is not
/// called never-ending, the board is left as it was, and the round counts as cut off.
#[test]
fn a_sowing_that_neither_stops_nor_comes_back_is_broken_off() {
    let path = PathBuf::from("variants/bao-kigogo.sow");
    let game = Game::load(&path).game.expect("it is sound");
    let answers = game.answer(&game.best(), "BAOK-15=resown").expect("a reading");
    let board = "1 4 1 7 2 0 1 0 1 0 3 2 / 4 1 3 2 7 2 1 1 0 3 1 2 / 1 2 1 0 11 3 0 1 2 1 0 1 / 0 1 0 4 1 2 1 2 1 5 1 2 s s:0 n:0";
    let machine = Machine::new(game.ruleset(&answers).expect("it compiles"), Scope::Round).expect("playable");
    let start = Position::parse(board, &machine.rules().board).expect("a position");
    let written = play_script(&machine, &start, Script::new("T")).expect("a legal move");
    let turn = written.turns().next().expect("a turn");
    assert_eq!((turn.lap_count, turn.never_ending, turn.board.as_str()), (MOST_LAPS, false, board));
    assert_eq!(written.rounds[0].end, Some(End::TurnCap));
    assert!(written.to_string().contains("is broken off: after 10000000 laps"), "{written}");
}
