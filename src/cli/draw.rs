//! `sowlab draw`.

use super::common::{Failure, GameArgs, machine_for, print};
use crate::engine::{Position, Scope};
use crate::figures::{Figure, LINE_ART_DPI, Preset, Sheet, move_diagram, position_diagram, write};
use crate::play::{Script, play_example, play_script, seat_name};
use crate::rules::game::Game;
use crate::rules::ruleset::Ruleset;
use std::path::PathBuf;

/// Arguments of `sowlab draw`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab draw variants/bosh.sow --example \"Marin's own\"\n  sowlab draw variants/bosh.sow --position \"x x 4 4 4 / 4 4 4 4 4\" --stem closed --preset antiquity"
)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The position to draw, such as "0 5 5 5 0 / 5 5 5 5 0 n s:5 n:0"; the opening one if none is given
    #[arg(long, conflicts_with = "example")]
    position: Option<String>,
    /// A move from that position, drawn lap by lap
    #[arg(long, value_name = "PIT")]
    r#move: Option<String>,
    /// A worked example of the file, by its title: each of its moves drawn lap by lap
    #[arg(long, value_name = "TITLE", conflicts_with = "move")]
    example: Option<String>,
    /// Width and text size: elsevier-1, elsevier-1.5, elsevier-2, ieee-1, ieee-2, springer-1, springer-2, antiquity, slide
    #[arg(long, default_value = "elsevier-1")]
    preset: Preset,
    /// Dots an inch of the PNG: 600 for line art, 1000 or 1200 where a journal asks for them
    #[arg(long, default_value_t = LINE_ART_DPI, value_parser = clap::value_parser!(u32).range(72..=2400))]
    dpi: u32,
    /// The folder for the files
    #[arg(long, default_value = ".")]
    out: PathBuf,
    /// The files' name without its ending
    #[arg(long, default_value = "board")]
    stem: String,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, _, rules) = args.game.ruleset()?;
    std::fs::create_dir_all(&args.out).map_err(|e| Failure::input(format!("{}: {e}", args.out.display())))?;
    for (stem, figure) in figures(args, &game, &rules)? {
        let sheet = Sheet::new(&*figure, args.preset).map_err(Failure::input)?;
        for path in write(&sheet, args.dpi, &args.out, &stem).map_err(Failure::input)? {
            print(&path.display().to_string())?;
        }
    }
    Ok(())
}

type Named = (String, Box<dyn Figure>);

/// What is to be drawn, with the stem of its files.
fn figures(args: &Args, game: &Game, rules: &Ruleset) -> Result<Vec<Named>, Failure> {
    if let Some(title) = &args.example {
        return moves_of_example(args, game, rules, title);
    }
    let (machine, position) = machine_for(rules.clone(), Scope::Round, args.position.as_deref())?;
    let Some(chosen) = &args.r#move else {
        let figure = position_diagram(rules, &position, format!("A position of {}", game.name));
        return Ok(vec![(args.stem.clone(), Box::new(figure))]);
    };
    let transcript = play_script(&machine, &position, Script::new(chosen)).map_err(|(stop, _)| Failure::input(stop))?;
    let turn = transcript.turns().next().ok_or_else(|| undrawable(chosen))?;
    let subject = format!("{} lifts {chosen} in {}", seat_name(turn.mover), game.name);
    let figure = move_diagram(rules, &position, turn, subject, false).ok_or_else(|| undrawable(chosen))?;
    Ok(vec![(args.stem.clone(), Box::new(figure))])
}

fn undrawable(name: &str) -> Failure {
    Failure::input(format!("the move {name} cannot be drawn lap by lap: it is a pass, never ends, or is too long"))
}

/// Every move of a worked example, a figure each; they are numbered where there are several.
fn moves_of_example(args: &Args, game: &Game, rules: &Ruleset, title: &str) -> Result<Vec<Named>, Failure> {
    let Some(example) = game.examples.iter().find(|e| e.title.eq_ignore_ascii_case(title)) else {
        let known: Vec<String> = game.examples.iter().map(|e| format!("\"{}\"", e.title)).collect();
        return Err(Failure::input(format!("no example is called \"{title}\"; there are {}", known.join(", "))));
    };
    let (transcript, _) = play_example(rules, example).map_err(Failure::input)?;
    let start = transcript.rounds.first().map_or("", |r| &r.start);
    let mut before = Position::parse(start, &rules.board).map_err(Failure::input)?;
    let several = transcript.turns().count() > 1;
    let mut drawn: Vec<Named> = Vec::new();
    for (number, turn) in (1..).zip(transcript.turns()) {
        let (which, stem) = if several {
            (format!(", move {number}"), format!("{}-{number}", args.stem))
        } else {
            (String::new(), args.stem.clone())
        };
        let subject = format!("{}, {}{which}", game.name, example.title);
        let figure = move_diagram(rules, &before, turn, subject, false).ok_or_else(|| undrawable(&turn.name))?;
        drawn.push((stem, Box::new(figure)));
        before = turn.position.clone().ok_or_else(|| undrawable(&turn.name))?;
    }
    if drawn.is_empty() { Err(Failure::input(format!("the example \"{title}\" has no move"))) } else { Ok(drawn) }
}
