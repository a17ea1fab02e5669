//! The gallery of figures in `reports/gallery`: every kind, in colour and as a monochrome printer gives it.
//!
//! `cargo run --example figure_gallery` makes it anew from the committed studies, the rules files and `reports/gallery/tables`.
//!
//! `cargo run --example figure_gallery -- DIR [PRESET] [DPI]` writes figures of made-up data into a folder instead, each also
//! in grey, to be looked at.

#[allow(dead_code, reason = "tests and the two ways to run this share it")]
mod samples;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, context};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use serde::{Deserialize, Serialize};
use sowlab::engine::{Machine, Position, Scope};
use sowlab::figures::{
    Bounds, Estimate, Figure, Format, Ladder, Measure, Png, Preset, Rung, Sheet, SolvedReading, SolvedValues, Svg,
    move_diagram, position_diagram, write,
};
use sowlab::files::write_whole;
use sowlab::play::{Script, play_script};
use sowlab::rules::game::Game;
use sowlab::rules::ruleset::Ruleset;
use sowlab::stats::{Confidence, share};

const TEMPLATE: &str = include_str!("gallery.html");
const STYLE: &str = include_str!("../../src/report/templates/report.css");

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(directory) = arguments.next().map(PathBuf::from) else {
        return gallery(&Path::new(env!("CARGO_MANIFEST_DIR")).join("reports"));
    };
    let preset: Preset = arguments.next().map_or(Ok(Preset::Elsevier1), |name| name.parse())?;
    let dpi: u32 = arguments.next().map_or(Ok(600), |number| number.parse())?;
    for (stem, figure) in samples::all() {
        let sheet = Sheet::new(&*figure, preset)?;
        write(&sheet, dpi, &directory, stem)?;
        let grey = in_grey(&Png { dpi }.encode(&sheet)?)?;
        fs::write(directory.join(format!("{stem}.grey.png")), grey)?;
    }
    Ok(())
}

/// The picture as a monochrome printer would give it: luma by the weights of ITU-R BT.709.
fn in_grey(png: &[u8]) -> Result<Vec<u8>> {
    let mut image = Pixmap::decode_png(png)?;
    for pixel in image.pixels_mut() {
        let luma =
            0.2126 * f32::from(pixel.red()) + 0.7152 * f32::from(pixel.green()) + 0.0722 * f32::from(pixel.blue());
        let level = format!("{luma:.0}").parse()?;
        *pixel = PremultipliedColorU8::from_rgba(level, level, level, 255).context("an opaque grey")?;
    }
    Ok(image.encode_png()?)
}

/// A figure as the page shows it.
#[derive(Serialize)]
struct Entry {
    kind: &'static str,
    /// The picture, from the folder of the page.
    picture: String,
    alt: String,
    caption: String,
    /// The command that makes it.
    command: String,
}

/// Figures that reports have, by the study.
const OF_STUDIES: [(&str, &str, &str); 10] = [
    ("Forest plot", "bosh-marin", "score-by-reading-one-at-a-time-round"),
    ("Effects", "bosh-marin", "effects-one-at-a-time-round"),
    ("Interaction matrix", "bosh-marin", "interactions-factorial-round"),
    ("Variance shares", "bosh-marin", "variance-shares-factorial-round"),
    ("Opening table", "bosh-marin", "first-moves-one-at-a-time-round-random"),
    ("Lengths as cumulative distributions", "bosh-marin", "length-one-at-a-time-round"),
    ("Lengths as ridges", "bosh-marin", "length-by-reading-one-at-a-time-round"),
    ("Wealth over the rounds of a match", "bosh-marin", "wealth"),
    ("Agreement of players", "bosh-marin", "agreement-strong-players-round"),
    ("Solved values beside play", "bosh-solved", "solved-in-play-factorial"),
];

fn gallery(reports: &Path) -> Result<()> {
    let folder = reports.join("gallery");
    let mut entries = Vec::new();
    for (kind, study, stem) in OF_STUDIES {
        entries.push(of_study(reports, kind, study, stem)?);
    }
    let tables = folder.join("tables");
    let drawn: Vec<Drawn> = vec![
        ("Skill ladder", "ladder", LADDER.to_owned(), Box::new(ladder(&tables.join("ladder.csv"))?)),
        ("Solved values", "solved", SOLVED.to_owned(), Box::new(solved(&tables.join("solved.csv"))?)),
        board("Board of two rows", "board-two-rows", "bosh", Some("x 4 4 12 0 / 4 4 8 0 x n s:3 n:1"))?,
        board("Board of four rows", "board-four-rows", "bao-kigogo", None)?,
        board("Board with stores", "board-stores", "kalah", None)?,
        board("Bare ring", "board-ring", "sat-gol", None)?,
        moved("Move on two rows", "move-two-rows", "bosh", "E")?,
        moved("Move on four rows", "move-four-rows", "bao-kigogo", "J")?,
        moved("Move with stores", "move-stores", "kalah", "E")?,
        moved("Move on a ring", "move-ring", "sat-gol", "A")?,
    ];
    for (kind, stem, command, figure) in drawn {
        // Four rows of twelve have room beside each other on two columns alone.
        let preset = if stem == "move-four-rows" { Preset::Elsevier2 } else { Preset::Elsevier1 };
        let sheet = Sheet::new(&*figure, preset)?;
        let picture = format!("figures/{stem}.svg");
        write_whole(&folder.join(&picture), &Svg.encode(&sheet)?)?;
        entries.push(Entry { kind, picture, alt: sheet.alt_text, caption: sheet.caption, command });
    }
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let page = environment.render_named_str(
        "gallery.html",
        TEMPLATE,
        context! { entries => Serde(&entries), style => STYLE },
    )?;
    write_whole(&folder.join("index.html"), format!("{page}\n").as_bytes())?;
    Ok(())
}

fn of_study(reports: &Path, kind: &'static str, study: &str, stem: &str) -> Result<Entry> {
    let within = format!("{study}/figures/{stem}");
    let text = |ending: &str| -> Result<String> {
        let path = reports.join(format!("{within}.{ending}"));
        Ok(fs::read_to_string(&path).with_context(|| path.display().to_string())?.trim_end().to_owned())
    };
    Ok(Entry {
        kind,
        picture: format!("../{within}.svg"),
        alt: text("alt.txt")?,
        caption: text("txt")?,
        command: format!("sowlab study reports/{study}/study.yaml"),
    })
}

fn rules_of(name: &str) -> Result<(Game, Ruleset)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("variants/{name}.sow"));
    let game = Game::load(&path).game.with_context(|| format!("{} cannot be used", path.display()))?;
    let rules = game.ruleset(&game.best())?;
    Ok((game, rules))
}

type Drawn = (&'static str, &'static str, String, Box<dyn Figure>);

fn board(kind: &'static str, stem: &'static str, name: &str, position: Option<&str>) -> Result<Drawn> {
    let (game, rules) = rules_of(name)?;
    let (lying, subject, option) = match position {
        Some(text) => {
            let lying = Position::parse(text, &rules.board)?;
            (lying, format!("A position of {}, made up", game.name), format!(" --position \"{text}\""))
        }
        None => (Position::start(&rules), format!("{}, the opening position", game.name), String::new()),
    };
    let figure = position_diagram(&rules, &lying, subject);
    Ok((kind, stem, format!("sowlab draw variants/{name}.sow{option}"), Box::new(figure)))
}

fn moved(kind: &'static str, stem: &'static str, name: &str, pit: &str) -> Result<Drawn> {
    let (game, rules) = rules_of(name)?;
    let start = Position::start(&rules);
    let machine = Machine::for_position(rules.clone(), Scope::Round, &start)?;
    let transcript = match play_script(&machine, &start, Script::new(pit)) {
        Ok(transcript) => transcript,
        Err((stop, _)) => bail!("{name} {pit}: {stop}"),
    };
    let turn = transcript.turns().next().context("a move is a turn")?;
    let subject = format!("{}, {pit} lifted from the opening position", game.name);
    let figure = move_diagram(&rules, &start, turn, subject, false).context("it can be drawn lap by lap")?;
    Ok((kind, stem, format!("sowlab draw variants/{name}.sow --move {pit}"), Box::new(figure)))
}

const LADDER: &str = "sowlab simulate variants/GAME.sow --games 500 --agents PLAYER,AGAINST --seed 1931 --json, and the same \
                      with the players changed about; won, lost and drawn of both runs are summed in tables/ladder.csv";

/// What a player won, lost and drew against the one below, in both seats.
#[derive(Deserialize)]
struct Played {
    game: String,
    player: String,
    against: String,
    won: u64,
    lost: u64,
    drawn: u64,
}

fn ladder(path: &Path) -> Result<Ladder> {
    let played = csv::Reader::from_path(path)?.into_deserialize().collect::<Result<Vec<Played>, _>>()?;
    let mut series: Vec<String> = played.iter().map(|row| row.game.clone()).collect();
    series.dedup();
    let score = |row: &Played| {
        let games = row.won + row.lost + row.drawn;
        // Half a point a draw: the score of twice as many half points, its interval that of as many games.
        let value = (2 * row.won + row.drawn) as f64 / (2 * games) as f64;
        let interval = share(row.won + row.drawn / 2, games, Confidence::NINETY_FIVE)?;
        let (low, high) = (interval.low.min(value), interval.high.max(value));
        Some(Estimate { value: value * 100.0, low: low * 100.0, high: high * 100.0, n: games })
    };
    let mut rungs: Vec<Rung> = Vec::new();
    for row in &played {
        let place = series.iter().position(|name| *name == row.game).context("its game is a series")?;
        let known = rungs.iter().position(|rung| rung.player == row.player);
        let at = known.unwrap_or_else(|| {
            let scores = vec![None; series.len()];
            rungs.push(Rung { player: row.player.clone(), against: row.against.clone(), scores });
            rungs.len() - 1
        });
        rungs[at].scores[place] = score(row);
    }
    Ok(Ladder {
        subject: "How much each player gains on the one below, in single rounds, each in both seats equally often"
            .into(),
        measure: Measure {
            label: "score of the stronger player (%)".into(),
            decimals: 1,
            counted: "rounds".into(),
            interval: "95 % Wilson intervals, half a point a draw".into(),
        },
        even: 50.0,
        series,
        rungs,
    })
}

const SOLVED: &str = "sowlab solve variants/bosh.sow --position \"1 2 1 2 1 / 1 2 1 2 1\" --json, and with --answer for each other \
                      reading; value, low and high are kept in tables/solved.csv";

/// The bounds of the value of a round, or of a first move of it.
#[derive(Deserialize)]
struct Proved {
    reading: String,
    first_move: String,
    low: i32,
    high: i32,
}

fn solved(path: &Path) -> Result<SolvedValues> {
    let mut readings: Vec<SolvedReading> = Vec::new();
    for row in csv::Reader::from_path(path)?.into_deserialize() {
        let Proved { reading, first_move, low, high } = row?;
        let value = Bounds::new(low, high);
        match readings.iter_mut().find(|known| known.name == reading) {
            Some(known) => known.moves.push((first_move, value)),
            None => readings.push(SolvedReading { name: reading, value, moves: Vec::new() }),
        }
    }
    Ok(SolvedValues {
        subject: "Values of a round of Bòsh from fourteen seeds on the board, by reading".into(),
        axis: "value of a round (seeds of the first player less those of the second)".into(),
        readings,
    })
}
