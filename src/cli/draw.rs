//! `sowlab draw`.

use super::common::{Failure, GameArgs, machine_for, print};
use crate::engine::{Position, Scope};
use crate::figures::{Figure, Preset, move_diagram, position_diagram, write};
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
    /// The first move of a worked example of the file, by its title, drawn lap by lap
    #[arg(long, value_name = "TITLE", conflicts_with = "move")]
    example: Option<String>,
    /// Width and text size: elsevier-1, elsevier-1.5, elsevier-2, ieee-1, ieee-2, springer-1, springer-2, antiquity, slide
    #[arg(long, default_value = "elsevier-1")]
    preset: Preset,
    /// The folder for the files
    #[arg(long, default_value = ".")]
    out: PathBuf,
    /// The files' name without its ending
    #[arg(long, default_value = "board")]
    stem: String,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let (game, _, rules) = args.game.ruleset()?;
    let figure = figure(args, &game, rules)?;
    std::fs::create_dir_all(&args.out).map_err(|e| Failure::input(format!("{}: {e}", args.out.display())))?;
    for path in write(&*figure, args.preset, &args.out, &args.stem).map_err(Failure::input)? {
        print(&path.display().to_string())?;
    }
    Ok(())
}

fn figure(args: &Args, game: &Game, rules: Ruleset) -> Result<Box<dyn Figure>, Failure> {
    let undrawable =
        || Failure::input("this move cannot be drawn lap by lap: it is a pass, never ends, or is too long");
    if let Some(title) = &args.example {
        let Some(example) = game.examples.iter().find(|e| e.title.eq_ignore_ascii_case(title)) else {
            let known: Vec<String> = game.examples.iter().map(|e| format!("\"{}\"", e.title)).collect();
            return Err(Failure::input(format!("no example is called \"{title}\"; there are {}", known.join(", "))));
        };
        let (transcript, _) = play_example(&rules, example).map_err(Failure::input)?;
        let turn = transcript.turns().next().ok_or_else(undrawable)?;
        let before = transcript.rounds.first().map_or("", |r| &r.start);
        let before = Position::parse(before, &rules.board).map_err(Failure::input)?;
        let subject = format!("{}, {}", game.name, example.title);
        return Ok(Box::new(move_diagram(&before, turn, subject, false).ok_or_else(undrawable)?));
    }
    let (machine, position) = machine_for(rules, Scope::Round, args.position.as_deref())?;
    let Some(chosen) = &args.r#move else {
        return Ok(Box::new(position_diagram(&position, format!("A position of {}", game.name))));
    };
    let transcript = play_script(&machine, &position, Script::new(chosen)).map_err(|(stop, _)| Failure::input(stop))?;
    let turn = transcript.turns().next().ok_or_else(undrawable)?;
    let subject = format!("{} lifts {chosen} in {}", seat_name(turn.mover), game.name);
    Ok(Box::new(move_diagram(&position, turn, subject, false).ok_or_else(undrawable)?))
}
