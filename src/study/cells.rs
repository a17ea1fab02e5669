//! From a plan and a game to what is played.
//!
//! A *cell* is one set of compiled rules, one scope and one pair of players. Readings that come to the same rules for a
//! scope share a cell and are played once. For a round the rules of the match are put aside before rules are compared,
//! since nothing of them is in force there.

use super::error::StudyError;
use super::plan::{Design, Pair, Part, Plan, Stated, fault};
use super::sha256;
use crate::engine::Scope;
use crate::rules::bib::{BESIDE, Bibliography};
use crate::rules::game::{Answers, Game, Scope as Bearing};
use crate::rules::ruleset::Ruleset;
use crate::stats::balanced;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// A plan laid out.
#[derive(Debug)]
pub struct Study {
    /// The plan.
    pub plan: Plan,
    /// SHA-256 of the plan's bytes.
    pub plan_hash: String,
    /// The game.
    pub game: Game,
    /// The bibliography beside the rules file, if there is one.
    pub bibliography: Option<Bibliography>,
    /// SHA-256 of its bytes.
    pub bibliography_hash: Option<String>,
    /// What is played, part by part and scope by scope.
    pub layouts: Vec<Layout>,
    /// The cells, in the order in which the plan comes to them.
    pub cells: Vec<Cell>,
}

/// The readings of one part in one scope.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Index of the part in the plan.
    pub part: usize,
    /// What is played.
    pub scope: Scope,
    /// The questions that the part varies in this scope, as indices into the game's.
    pub questions: Vec<usize>,
    /// Who plays.
    pub players: Vec<Players>,
    /// The readings; the first is the one that the others are compared with.
    pub rows: Vec<Row>,
}

/// The players of a cell, and what is settled of their games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Players {
    /// Who plays.
    pub pair: Pair,
    /// Games that they play, or play at most.
    pub games: u64,
    /// Turns at the beginning of each game that are left to chance.
    pub random_turns: u32,
}

impl Players {
    /// Those that a part states.
    fn of(plan: &Plan, part: &Part, stated: &Stated) -> Self {
        Self {
            pair: stated.pair,
            games: stated.games.or(part.games).unwrap_or(plan.games),
            random_turns: stated.random_turns.or(part.random_turns).unwrap_or(0),
        }
    }
}

/// Their kinds, and how many turns are left to chance if some are: "greedy", "random against greedy", "greedy (2 random
/// turns)".
impl fmt::Display for Players {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pair.fmt(f)?;
        match self.random_turns {
            0 => Ok(()),
            1 => f.write_str(" (1 random turn)"),
            turns => write!(f, " ({turns} random turns)"),
        }
    }
}

impl Layout {
    /// The readings that are games of their own: of those that come to the same rules the first.
    #[must_use]
    pub fn distinct(&self) -> Vec<&Row> {
        let mut rows: Vec<&Row> = Vec::new();
        for row in &self.rows {
            if rows.iter().all(|other| other.cells != row.cells) {
                rows.push(row);
            }
        }
        rows
    }
}

/// One reading of a part.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its answers.
    pub answers: Answers,
    /// The question and the reading in which it differs from the first row, where it does so in one alone.
    pub changes: Option<(usize, usize)>,
    /// The cells in which it is played, one for each of the layout's players, in their order.
    pub cells: Vec<usize>,
}

/// One set of rules, scope and pair of players.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What is played.
    pub scope: Scope,
    /// Who plays, and how many games.
    pub players: Players,
    /// The rules; without those of the match where a round is played.
    pub rules: Ruleset,
    /// SHA-256 of the rules in their serialised form.
    pub rules_hash: String,
    /// The ids of the readings that come to these rules, in the order of the plan; at least one.
    pub readings: Vec<String>,
}

impl Study {
    /// Reads a plan and the rules file that it names.
    ///
    /// # Errors
    /// If either cannot be read or is at fault, or if a reading of the plan cannot be played.
    pub fn open(path: &Path) -> Result<Self, StudyError> {
        let text = fs::read_to_string(path).map_err(|source| StudyError::Read { path: path.to_owned(), source })?;
        let at_fault = |error| StudyError::Plan { path: path.to_owned(), error };
        let plan = Plan::from_yaml(&text).map_err(at_fault)?;
        let (game, bibliography, bibliography_hash) = game_of(path, &text, &plan.game)?;
        let laid_out = Self::lay_out(&plan, &text, &game).map_err(|error| raised(path, error));
        let (layouts, cells) = laid_out?;
        Ok(Self { plan_hash: sha256(text.as_bytes()), plan, game, bibliography, bibliography_hash, layouts, cells })
    }

    /// Lays out a plan, whose text is `text`, for a game.
    ///
    /// # Errors
    /// If the plan names a question or a reading that the game does not have, or a reading cannot be played.
    fn lay_out(plan: &Plan, text: &str, game: &Game) -> Result<(Vec<Layout>, Vec<Cell>), LayOutError> {
        let mut layouts = Vec::new();
        let mut cells = Cells::default();
        for (part, stated) in plan.parts.iter().enumerate() {
            let base = held(stated, text, game)?;
            let players = players(plan, stated);
            for &scope in &stated.scopes {
                let listed = listed(stated, text, game)?;
                let questions = match stated.design {
                    Design::List | Design::Ladder => differing(game, &listed),
                    _ => questions(stated, text, game, scope)?,
                };
                let mut readings = match stated.design {
                    Design::OneAtATime => one_at_a_time(game, &questions, &base),
                    Design::Factorial | Design::AllDistinct => {
                        few_enough(stated, text, game, &questions)?;
                        game.factorial(&questions, &base).collect()
                    }
                    Design::Sample => sampled(game, &questions, &base, stated.size.unwrap_or_default(), plan.seed),
                    Design::Ladder if listed.is_empty() => vec![base.clone()],
                    Design::List | Design::Ladder => listed,
                };
                let left_out = left_out(&stated.leave_out, text, game, &base)?;
                readings.retain(|answers| {
                    left_out.iter().all(|&(question, reading)| answers.get(question) != Some(reading))
                });
                let base = readings.first().unwrap_or(&base).clone();
                let mut rows: Vec<Row> = Vec::new();
                for answers in readings {
                    let id = game.reading_id(&answers);
                    let placed = cells.place((text, game), (scope, &players), &answers, &id)?;
                    if stated.design == Design::AllDistinct && rows.iter().any(|r| r.cells == placed) {
                        continue;
                    }
                    rows.push(Row { id, changes: change(game, &base, &answers), answers, cells: placed });
                }
                layouts.push(Layout { part, scope, questions, players: players.clone(), rows });
            }
        }
        Ok((layouts, cells.all))
    }

    /// The part of the plan that a layout belongs to.
    #[must_use]
    pub fn part(&self, layout: &Layout) -> &Part {
        &self.plan.parts[layout.part]
    }
}

impl Cell {
    /// The id of the first reading that comes to these rules.
    #[must_use]
    pub fn reading(&self) -> &str {
        self.readings.first().map_or("", String::as_str)
    }
}

/// A game with the bibliography beside its rules file and the hash of that.
type Opened = (Game, Option<Bibliography>, Option<String>);

/// Reads the rules file that a plan names, whose text is `text`.
pub(super) fn game_of(path: &Path, text: &str, named: &Path) -> Result<Opened, StudyError> {
    let rules: PathBuf = path.parent().unwrap_or_else(|| Path::new("")).join(named);
    if !rules.is_file() {
        let message = format!("there is no rules file {}", rules.display());
        let error =
            fault(text, &named.display().to_string(), &message, "the path is taken from the folder of the plan");
        return Err(StudyError::Plan { path: path.to_owned(), error });
    }
    let loaded = Game::load(&rules);
    let Some(game) = loaded.game.filter(|_| !loaded.diagnostics.has_errors()) else {
        return Err(StudyError::Rules {
            path: rules,
            diagnostics: Box::new(loaded.diagnostics),
            sources: Box::new(loaded.sources),
        });
    };
    // A bibliography that cannot be read is reported by the rules file's own diagnostics.
    let hash = fs::read(rules.with_file_name(BESIDE)).ok().map(|bytes| sha256(&bytes));
    Ok((game, loaded.bibliography, hash))
}

/// What went wrong while the plan at `path` was laid out.
pub(super) fn raised(path: &Path, error: LayOutError) -> StudyError {
    match error {
        LayOutError::Plan(error) => StudyError::Plan { path: path.to_owned(), error },
        LayOutError::Study(error) => error,
    }
}

/// What may be wrong while laying out: with the plan, at a place of its text, or with the rules.
pub(super) enum LayOutError {
    Plan(super::PlanError),
    Study(StudyError),
}

impl From<StudyError> for LayOutError {
    fn from(error: StudyError) -> Self {
        Self::Study(error)
    }
}

/// Cells found so far.
#[derive(Default)]
struct Cells {
    all: Vec<Cell>,
    by_key: FxHashMap<(Scope, Pair, u32, String), usize>,
}

impl Cells {
    /// The cells of a reading, one for each of the players; made where they are new.
    fn place(
        &mut self,
        (text, game): (&str, &Game),
        (scope, players): (Scope, &[Players]),
        answers: &Answers,
        id: &str,
    ) -> Result<Vec<usize>, LayOutError> {
        let why = |e: &dyn std::fmt::Display| StudyError::Unplayable { reading: id.to_owned(), why: e.to_string() };
        let mut rules = game.ruleset(answers).map_err(|e| why(&e))?;
        match scope {
            Scope::Round => rules.match_play = None,
            Scope::Match if rules.match_play.is_none() => {
                return Err(StudyError::NoMatch { reading: id.to_owned() }.into());
            }
            Scope::Match => {}
        }
        let bytes = serde_json::to_vec(&rules).map_err(|e| why(&e))?;
        let rules_hash = sha256(&bytes);
        let mut placed = Vec::with_capacity(players.len());
        for &players in players {
            let next = self.all.len();
            let key = (scope, players.pair, players.random_turns, rules_hash.clone());
            let cell = *self.by_key.entry(key).or_insert(next);
            if cell == next {
                let (rules, rules_hash) = (rules.clone(), rules_hash.clone());
                self.all.push(Cell { scope, players, rules, rules_hash, readings: Vec::new() });
            }
            let there = &mut self.all[cell];
            if there.players.games != players.games {
                let (one, other) = (there.players.games, players.games);
                let message =
                    format!("{players} players are to play {one} games of {id} in one part and {other} in another");
                let word = players.pair.0[0].to_string();
                return Err(LayOutError::Plan(fault(text, &word, &message, "games are played once: state one number")));
            }
            if !there.readings.iter().any(|r| r == id) {
                there.readings.push(id.to_owned());
            }
            placed.push(cell);
        }
        Ok(placed)
    }
}

/// Who plays in a part. On a ladder each player meets the next weaker one in either seat, the stronger one first.
fn players(plan: &Plan, part: &Part) -> Vec<Players> {
    if part.design == Design::Ladder {
        let meetings = part.rungs.windows(2).flat_map(|rung| [Pair([rung[1], rung[0]]), Pair([rung[0], rung[1]])]);
        return meetings.map(|pair| Players::of(plan, part, &pair.into())).collect();
    }
    let stated = if part.agents.is_empty() { &plan.agents } else { &part.agents };
    stated.iter().map(|stated| Players::of(plan, part, stated)).collect()
}

/// The best supported reading with the answers that a part holds.
fn held(part: &Part, text: &str, game: &Game) -> Result<Answers, LayOutError> {
    let mut answers = game.best();
    for (question, reading) in &part.hold {
        question_named(question, text, game)?;
        answers = game.answer(&answers, &format!("{question}={reading}")).map_err(|e| {
            LayOutError::Plan(fault(text, reading, &e.to_string(), "hold takes a question and one of its readings"))
        })?;
    }
    Ok(answers)
}

/// The answers that are left out, each as a question and one of its readings. The first reading gives none of them.
pub(super) fn left_out(
    stated: &BTreeMap<String, Vec<String>>,
    text: &str,
    game: &Game,
    base: &Answers,
) -> Result<Vec<(usize, usize)>, LayOutError> {
    let mut left_out = Vec::new();
    for (id, names) in stated {
        let question = question_named(id, text, game)?;
        for name in names {
            let answers = game.answer(base, &format!("{id}={name}")).map_err(|e| {
                let help = "leave_out takes a question and a list of its readings";
                LayOutError::Plan(fault(text, name, &e.to_string(), help))
            })?;
            let reading = answers.get(question);
            if reading == base.get(question) {
                let message = format!("{name} is the answer to {id} that the others are compared with");
                return Err(LayOutError::Plan(fault(text, name, &message, "leave out other answers")));
            }
            left_out.extend(reading.map(|reading| (question, reading)));
        }
    }
    Ok(left_out)
}

/// The index of a question that the plan names.
fn question_named(id: &str, text: &str, game: &Game) -> Result<usize, LayOutError> {
    game.question(id).ok_or_else(|| {
        let ids = || game.questions.iter().map(|q| q.id.as_str());
        let help = crate::lang::suggest::nearest(id, ids()).map_or_else(
            || format!("the questions are {}", ids().collect::<Vec<_>>().join(", ")),
            |like| format!("did you mean {like}?"),
        );
        LayOutError::Plan(fault(text, id, &format!("the game has no question \"{id}\""), &help))
    })
}

/// The questions that a part varies in a scope: those that can differ there and that it doesn't hold.
fn questions(part: &Part, text: &str, game: &Game, scope: Scope) -> Result<Vec<usize>, LayOutError> {
    let named = part.questions.iter().map(|id| question_named(id, text, game)).collect::<Result<Vec<_>, _>>()?;
    let held: Vec<usize> = part.hold.keys().filter_map(|id| game.question(id)).collect();
    let asked = |(index, question): (usize, &crate::rules::game::Question)| {
        let chosen =
            if named.is_empty() { part.severities.contains(&question.severity) } else { named.contains(&index) };
        let bears = scope == Scope::Match || question.scope == Bearing::Round;
        (chosen && bears && !held.contains(&index) && !question.presentation_only).then_some(index)
    };
    let questions: Vec<usize> = game.questions.iter().enumerate().filter_map(asked).collect();
    if questions.is_empty() {
        let message = format!("no question of the part \"{}\" can show in this scope", part.name);
        return Err(LayOutError::Plan(fault(text, &part.name, &message, "choose other questions or another scope")));
    }
    Ok(questions)
}

/// Most readings of a factorial.
const MOST_READINGS: u64 = 100_000;

/// Refuses a factorial of more readings than anyone would play.
fn few_enough(part: &Part, text: &str, game: &Game, questions: &[usize]) -> Result<(), LayOutError> {
    let answers = questions.iter().map(|&q| game.questions[q].playable().count() as u64);
    let readings = answers.fold(1, u64::saturating_mul);
    if readings <= MOST_READINGS {
        return Ok(());
    }
    let message = format!("the part \"{}\" has more than {MOST_READINGS} combinations of answers", part.name);
    Err(LayOutError::Plan(fault(text, &part.name, &message, "name fewer questions, or draw some with design: sample")))
}

/// The readings that a part names.
fn listed(part: &Part, text: &str, game: &Game) -> Result<Vec<Answers>, LayOutError> {
    let named = |id: &String| {
        game.parse_reading(id).map_err(|e| {
            LayOutError::Plan(fault(
                text,
                id,
                &e.to_string(),
                "a reading is the game's name, and after a colon its answers",
            ))
        })
    };
    part.readings.iter().map(named).collect()
}

/// The questions to which some of the readings give different answers.
fn differing(game: &Game, readings: &[Answers]) -> Vec<usize> {
    let differs = |&q: &usize| readings.iter().any(|r| r.get(q) != readings[0].get(q));
    (0..game.questions.len()).filter(differs).collect()
}

/// A balanced sample of the combinations of playable answers.
fn sampled(game: &Game, questions: &[usize], base: &Answers, size: u64, seed: u64) -> Vec<Answers> {
    let playable: Vec<Vec<usize>> = questions.iter().map(|&q| game.questions[q].playable().collect()).collect();
    let levels: Vec<usize> = playable.iter().map(Vec::len).collect();
    let rows = balanced::sample(&levels, usize::try_from(size).unwrap_or(usize::MAX), seed);
    let answered = |row: &Vec<usize>| {
        let chosen = questions.iter().zip(&playable).zip(row);
        chosen.fold(base.clone(), |answers, ((&question, playable), &choice)| {
            playable.get(choice).map_or_else(|| answers.clone(), |&reading| game.with(&answers, question, reading))
        })
    };
    rows.iter().map(answered).collect()
}

/// The base reading and each playable one that differs from it in the answer to one of the questions.
fn one_at_a_time(game: &Game, questions: &[usize], base: &Answers) -> Vec<Answers> {
    let mut readings = vec![base.clone()];
    for &question in questions.iter().filter(|&&q| game.applies(q, base)) {
        let asked = &game.questions[question];
        for (number, reading) in asked.readings.iter().enumerate() {
            if reading.playable() && base.get(question) != Some(number) {
                readings.extend(game.answer(base, &format!("{}={}", asked.id, reading.name)));
            }
        }
    }
    readings
}

/// The question and reading in which a reading differs from the base, if it does in one alone.
fn change(game: &Game, base: &Answers, answers: &Answers) -> Option<(usize, usize)> {
    let mut differing = (0..game.questions.len()).filter(|&q| base.get(q) != answers.get(q));
    match (differing.next(), differing.next()) {
        (Some(question), None) => answers.get(question).map(|reading| (question, reading)),
        _ => None,
    }
}
