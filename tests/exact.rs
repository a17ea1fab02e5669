//! Play by exact values, databases of them, and matches as games of rounds.

use rustc_hash::FxHashMap;
use sowlab::agents::{Agent, Contender, Pairing, Seated, book, simulate_round};
use sowlab::engine::{Kernel, Lanes, Machine, Position, Scope, Situation, State};
use sowlab::play::{Class, Decision, Player, RoundPlay, Turn, match_over, next_starter, play_round, refill};
use sowlab::rng::{GameSeed, Rng};
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::{Board, MatchPlay, Ruleset, Seat};
use sowlab::solve::{
    Book, Database, DatabaseError, Limits, MatchValue, SeedsFirst, SolveError, Work, solve, solve_match, write_database,
};
use sowlab::with_kernel;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const NEVER: fn(Work) -> bool = |_| false;
const PLENTY: Limits = Limits::within(1 << 30);

fn bosh(reading: &str) -> Ruleset {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("variants/bosh.sow");
    let game = Game::load(&file).game.expect("the rules of Bosh are sound");
    game.ruleset(&game.parse_reading(reading).expect("a reading")).expect("it compiles")
}

/// A reading on a board of two rows of `pits`, with as many seeds in each as a refill puts there.
fn small(reading: &str, pits: u8, seeds: u16) -> Ruleset {
    let rules = bosh(reading);
    let match_play = rules.match_play.map(|play| MatchPlay { fill: seeds, ..play });
    Ruleset { board: Board::two_rows(pits, vec![seeds; 2 * usize::from(pits)]), match_play, ..rules }
}

fn machine(rules: Ruleset) -> Machine {
    Machine::new(rules, Scope::Round).expect("it can be played")
}

fn paired(contenders: [Contender; 2], book: &Arc<Book>) -> Pairing {
    let Ok(pairing) = Pairing::new(contenders, || Ok::<_, std::convert::Infallible>(Arc::clone(book)));
    pairing
}

const RANDOM: Contender = Contender::Unaided(Agent::Random);

#[test]
fn exact_players_come_to_the_exact_value_and_do_no_worse_against_others() {
    let mut exact = 0;
    for reading in
        ["bosh", "bosh:02=opponent", "bosh:04=skipped", "bosh:06=own", "bosh:08=at-once", "bosh:10=must-feed"]
    {
        for (pits, seeds) in [(3, 2), (3, 3), (4, 2)] {
            let machine = machine(small(reading, pits, seeds));
            let opening = Position::start(machine.rules());
            let book = book(&machine, &opening, &PLENTY, &NEVER).expect("it can be solved");
            let Some(value) = solve(&machine, &opening, &PLENTY, &NEVER).expect("a value").value.value() else {
                continue;
            };
            exact += 1;
            for game in 0..40 {
                let margin = |contenders| {
                    let result = simulate_round(&machine, paired(contenders, &book), GameSeed { study: 3, game });
                    result.won[0].cast_signed() - result.won[1].cast_signed()
                };
                assert_eq!(margin([Contender::Exact; 2]), value, "{reading} {pits}x{seeds}");
                assert!(margin([Contender::Exact, RANDOM]) >= value, "{reading} {pits}x{seeds}");
                assert!(margin([RANDOM, Contender::Exact]) <= value, "{reading} {pits}x{seeds}");
            }
        }
    }
    assert!(exact > 12, "{exact} boards of exact value");
}

/// Endgames in which seeds go round and round if nobody takes care: whoever plays by the book still gets what he can secure,
/// under the real rule of repetition, whatever his opponent does.
#[test]
fn what_an_exact_player_can_secure_he_gets_without_going_in_circles() {
    let machine = machine(bosh("bosh"));
    let mut rng = Rng::from_u64(5);
    let (mut circles, mut secured) = (0, 0);
    for game in 0..300 {
        let mut position = Position::start(machine.rules());
        position.pits.fill(Some(0));
        for _ in 0..4 {
            let pit = position.pits[rng.below(10) as usize].get_or_insert(0);
            *pit += 1;
        }
        position.won = [18, 18];
        let book = book(&machine, &position, &PLENTY, &NEVER).expect("it can be solved");
        with_kernel!(&machine, kernel => {
            let state = position.pack();
            let bounds = book.bounds(kernel, &state).expect("the position itself");
            for (exact, contenders) in [[Contender::Exact, RANDOM], [RANDOM, Contender::Exact]].into_iter().enumerate() {
                let mut players = Seated::pair(paired(contenders, &book), GameSeed { study: 4, game });
                let Ok(result) = play_round(kernel, &mut RoundPlay::new(), state, &mut players, &mut ());
                let south = result.won[0].cast_signed() - result.won[1].cast_signed();
                let (got, least) = if exact == 0 { (south, bounds.low) } else { (-south, -bounds.high) };
                assert!(got >= least, "{position}: {got} where {least} can be secured");
                secured += usize::from(least > -4);
                circles += usize::from(result.class == Class::Repetition);
            }
        });
    }
    assert!(secured > 100, "something can be secured in {secured}");
    assert!(circles > 0, "no game went in a circle");
}

#[test]
fn a_position_that_cannot_come_up_has_no_values_and_no_best_moves() {
    let machine = machine(bosh("bosh"));
    let few = Position::parse("0 0 0 0 0 / 0 0 0 0 1 s s:20 n:19", &machine.rules().board).expect("a position");
    let other = Position::parse("0 1 0 0 0 / 0 0 1 0 0 s s:19 n:19", &machine.rules().board).expect("a position");
    let book = Book::new(&machine, &few, &PLENTY, &NEVER).expect("it can be solved");
    with_kernel!(&machine, kernel => {
        assert!(book.bounds(kernel, &few.pack()).is_some());
        assert_eq!(book.best(kernel, &few.pack()).len(), 1);
        assert_eq!(book.bounds(kernel, &other.pack()), None);
        assert_eq!(book.best(kernel, &other.pack()), []);
    });
}

fn file(folder: &tempfile::TempDir, name: &str) -> std::path::PathBuf {
    folder.path().join(name)
}

#[test]
fn a_database_gives_every_round_the_value_that_it_has_without() {
    let folder = tempfile::tempdir().expect("a folder");
    for (n, reading) in
        ["bosh", "bosh:04=skipped", "bosh:07=landing-follows", "bosh:25=may-pass"].into_iter().enumerate()
    {
        let machine = machine(bosh(reading));
        let path = file(&folder, &n.to_string());
        // C(7 + 10, 10), every way to lay up to 7 seeds into 10 pits.
        assert_eq!(write_database(&machine, 7, &path, 1 << 30, &NEVER).expect("it is written"), 19_448);
        let database = Arc::new(Database::open(&path, &machine).expect("it opens"));
        let aided = Limits { database: Some(database), ..PLENTY };
        let mut rng = Rng::from_u64(n as u64);
        for seeds in [3, 7, 8, 11] {
            let mut position = Position::start(machine.rules());
            position.pits.fill(Some(0));
            for _ in 0..seeds {
                *position.pits[rng.below(10) as usize].get_or_insert(0) += 1;
            }
            let alone = solve(&machine, &position, &PLENTY, &NEVER).expect("solved");
            let with = solve(&machine, &position, &aided, &NEVER).expect("solved");
            assert_eq!((with.value, &with.moves, &with.line), (alone.value, &alone.moves, &alone.line), "{position}");
            assert!(with.positions < alone.positions, "{position}");
            if alone.never_ending == 0 && with.never_ending == 0 {
                assert_eq!(with.whatever_never_ending, alone.whatever_never_ending);
            } else {
                // Sowings of the database that never end are taken to be worth anything.
                assert!(with.whatever_never_ending.low <= alone.whatever_never_ending.low);
                assert!(with.whatever_never_ending.high >= alone.whatever_never_ending.high);
            }
        }
    }
}

#[test]
fn a_database_is_the_same_file_by_one_thread_and_by_three_and_refused_where_it_does_not_belong() {
    let folder = tempfile::tempdir().expect("a folder");
    let machine = machine(bosh("bosh"));
    let by = |threads: usize| {
        let path = file(&folder, &format!("by {threads}"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| write_database(&machine, 6, &path, 1 << 30, &NEVER)).expect("it is written");
        std::fs::read(path).expect("a file")
    };
    let whole = by(1);
    assert_eq!(whole, by(3));
    let refused = |bytes: &[u8], machine: &Machine| {
        let path = file(&folder, "changed");
        std::fs::write(&path, bytes).expect("written");
        Database::open(&path, machine).map(|_| ()).expect_err("refused")
    };
    assert!(matches!(refused(&whole[..whole.len() - 1], &machine), DatabaseError::Damaged { .. }));
    assert!(matches!(refused(b"", &machine), DatabaseError::Io { .. } | DatabaseError::Damaged { .. }));
    let mut changed = whole.clone();
    let middle = whole.len() - 1_000;
    changed[middle] ^= 1;
    assert!(matches!(refused(&changed, &machine), DatabaseError::Damaged { .. }));
    let other = self::machine(bosh("bosh:02=own"));
    assert!(matches!(refused(&whole, &other), DatabaseError::Other { .. }));
    let little = write_database(&machine, 12, &file(&folder, "too large"), 1_000_000, &NEVER);
    assert!(matches!(little, Err(DatabaseError::Memory { positions: 646_646, .. })), "{little:?}");
    let stopped = write_database(&machine, 6, &file(&folder, "stopped"), 1 << 30, &|at| at == Work::Valuing(3));
    assert!(matches!(stopped, Err(DatabaseError::Stopped)));
    assert!(!file(&folder, "stopped").exists() && !file(&folder, "too large").exists());
}

/// The file that is there when the process is killed, whenever that is, leads to the same answer and the same file at the end.
#[test]
fn work_is_kept_while_it_goes_on() {
    let machine = machine(bosh("bosh"));
    let position = Position::parse("1 0 2 1 3 / 1 1 2 2 0 s s:10 n:17", &machine.rules().board).expect("a position");
    let folder = tempfile::tempdir().expect("a folder");
    let whole = solve(&machine, &position, &PLENTY, &NEVER).expect("solved");
    let (path, copy) = (file(&folder, "kept"), file(&folder, "as found"));
    let limits = Limits { checkpoint: Some(path.clone()), keep_after: Duration::ZERO, ..PLENTY };
    for killed_at in [Work::Finding(5), Work::Valuing(6)] {
        let seen = |at| {
            if at == killed_at {
                std::fs::copy(&path, &copy).expect("a level is done, and its work is kept");
            }
            false
        };
        assert_eq!(solve(&machine, &position, &limits, &seen).expect("solved"), whole);
        let at_the_end = std::fs::read(&path).expect("kept");
        std::fs::copy(&copy, &path).expect("put back");
        assert_eq!(solve(&machine, &position, &limits, &NEVER).expect("solved"), whole);
        assert!(std::fs::read(&path).expect("kept") == at_the_end, "{killed_at:?}");
        std::fs::remove_file(&path).expect("removed");
    }
}

/// Nobody decides how pits are filled.
struct Nobody;

impl Player for Nobody {
    type Stop = ();

    fn choose<W: Lanes>(&mut self, _turn: &Turn<'_, W>) -> Result<sowlab::engine::Move, ()> {
        Err(())
    }

    fn decide(&mut self, _decision: &Decision<'_>) -> Result<usize, ()> {
        Err(())
    }
}

/// A whole match turn by turn: where it stands and who started the round.
type Whole<W> = (State<W>, Seat);

/// Where a move leads in it: on, or to the end of the match.
enum Way<W> {
    On(Whole<W>),
    Over(Class),
}

fn ways<W: Lanes>(kernel: &Kernel<W>, play: &MatchPlay, (state, opener): &Whole<W>) -> Vec<Way<W>> {
    let finish = |mut ended: State<W>, end| {
        kernel.settle(&mut ended, end);
        if let Some(class) = match_over(kernel, play, &ended, end, 1) {
            return Way::Over(class);
        }
        let starter = next_starter(play.starter, *opener, ended.won, None);
        let mut next = State { closed: ended.closed, won: ended.won, ..State::new(W::EMPTY) };
        refill(kernel, play, &mut next, starter, &mut [Nobody, Nobody], &mut 0, &mut ()).expect("nobody decides");
        Way::On((next, starter))
    };
    match kernel.situation(kernel.layout(state.closed), state) {
        Situation::Over(end) => vec![finish(*state, end)],
        situation => situation
            .moves()
            .map(|chosen| {
                let mut after = *state;
                let (_, end) = kernel.make(kernel.layout(state.closed), &mut after, chosen, &mut ());
                after.last_capture = None;
                end.map_or(Way::On((after, *opener)), |end| finish(after, end))
            })
            .collect(),
    }
}

/// Whether a player can win the whole match, played turn by turn with nothing in view but its end, by exhaustive search: 1 if
/// the first can, -1 if the second can, 0 if neither.
fn by_exhaustion<W: Lanes>(kernel: &Kernel<W>, play: &MatchPlay, first: State<W>) -> i8 {
    let key = |(s, started): &Whole<W>| (s.cells, s.won, s.closed, s.mover, *started);
    let mut nodes = vec![(first, first.mover)];
    let mut known = FxHashMap::from_iter([(key(&nodes[0]), 0)]);
    // For each, its mover, what it leads to, and the results that it leads to at once.
    let mut graph: Vec<(Seat, Vec<usize>, Vec<i8>)> = Vec::new();
    while let Some(node) = nodes.get(graph.len()).copied() {
        let (mut leads, mut results) = (Vec::new(), Vec::new());
        for way in ways(kernel, play, &node) {
            match way {
                Way::On(next) => leads.push(*known.entry(key(&next)).or_insert_with(|| {
                    nodes.push(next);
                    nodes.len() - 1
                })),
                Way::Over(Class::FirstWins) => results.push(1),
                Way::Over(Class::SecondWins) => results.push(-1),
                Way::Over(_) => results.push(0),
            }
        }
        graph.push((node.0.mover, leads, results));
    }
    let mut value = vec![0_i8; graph.len()];
    loop {
        let mut changed = false;
        for (n, (mover, leads, results)) in graph.iter().enumerate() {
            let all = leads.iter().map(|&l| value[l]).chain(results.iter().copied());
            let best = if *mover == Seat::South { all.max() } else { all.min() }.expect("something follows");
            // What is not known to be won or lost stays at 0.
            if best != value[n] {
                value[n] = best;
                changed = true;
            }
        }
        if !changed {
            return value[0];
        }
    }
}

#[test]
fn a_match_of_rounds_has_the_result_of_the_whole_match_played_out() {
    let (mut best, mut results) = (0, [0; 2]);
    for reading in [
        "bosh",
        "bosh:11=alternate",
        "bosh:11=winner",
        "bosh:14=never",
        "bosh:15=empty",
        "bosh:13=lost",
        "bosh:13=given",
        "bosh:02=opponent",
        "bosh:02=own",
        "bosh:04=skipped",
        "bosh:08=at-once",
        "bosh:12=reverse",
    ] {
        for (pits, seeds) in [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2)] {
            let rules = small(reading, pits, seeds);
            let machine = Machine::new(rules, Scope::Match).expect("it can be played");
            let opening = Position::start(machine.rules());
            let Ok(answer) = solve_match(&machine, &opening, &PLENTY, &NEVER) else { continue };
            let told: i8 = match answer.value {
                MatchValue::Won(Seat::South) => 1,
                MatchValue::Won(Seat::North) => -1,
                MatchValue::Drawn | MatchValue::Endless(_) => 0,
            };
            let play = machine.rules().match_play.as_ref().expect("rules of a match");
            let exhausted = with_kernel!(&machine, kernel => by_exhaustion(kernel, play, opening.pack()));
            if let SeedsFirst::Best { .. } = answer.seeds_first {
                best += 1;
                results[usize::from(told.unsigned_abs())] += 1;
                assert_eq!(told, exhausted, "{reading} {pits}x{seeds}: {answer:?}");
            }
        }
    }
    assert!(best > 15 && results[0] > 0 && results[1] > 0, "{best} matches, {results:?} undecided and won");
}

#[test]
fn a_match_that_is_more_than_its_rounds_is_refused() {
    for reading in ["bosh:12=choice", "bosh:09=nobody", "bosh:11=last-mover"] {
        let machine = Machine::new(small(reading, 3, 2), Scope::Match).expect("it can be played");
        let told = solve_match(&machine, &Position::start(machine.rules()), &PLENTY, &NEVER).expect_err("refused");
        assert!(told.to_string().contains("under these rules"), "{reading}: {told}");
    }
    let machine = machine(bosh("bosh"));
    let stopped = Book::new(&machine, &Position::start(machine.rules()), &PLENTY, &|_| true).map(|_| ());
    assert!(matches!(stopped, Err(SolveError::Stopped)));
}
