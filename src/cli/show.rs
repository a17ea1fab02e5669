//! `sowlab show`.

use super::common::{Failure, GameArgs, load_with_sources, print};
use crate::play::examine;
use crate::rules::document::Document;
use crate::rules::game::Game;
use crate::rules::sheet::sheet;
use clap::ValueEnum;

/// Arguments of `sowlab show`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  sowlab show variants/bosh.sow\n  sowlab show variants/bosh.sow --answer BOSH-03=chained --format markdown"
)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The language of the sheet
    #[arg(long, value_enum, default_value_t)]
    lang: Lang,
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Characters a line, for text
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u16).range(40..=400))]
    width: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Lang {
    /// English
    #[default]
    En,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Plain text
    #[default]
    Text,
    /// Markdown
    Markdown,
    /// HTML, without head and style
    Html,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let Lang::En = args.lang;
    let (game, bibliography) = load_with_sources(&args.game.file)?;
    let answers = args.game.reading_of(&game)?;
    let mut document = sheet(&game, &answers, bibliography.as_ref()).map_err(Failure::input)?;
    on_examples(&game, &mut document)?;
    print(&match args.format {
        Format::Text => document.text(usize::from(args.width)),
        Format::Markdown => document.markdown(),
        Format::Html => document.html(),
    })
}

/// Adds what the worked examples say of the readings.
fn on_examples(game: &Game, document: &mut Document) -> Result<(), Failure> {
    let found = examine(game).map_err(Failure::input)?;
    document.heading(2, "What the examples say");
    for (example, departure) in game.examples.iter().zip(&found.best) {
        let comes_out = if departure.is_none() { "comes out" } else { "does not come out" };
        document.paragraph(format!("\"{}\" {comes_out} under the best supported reading.", example.title));
    }
    for refuted in &found.refuted {
        let question = &game.questions[refuted.question];
        document.paragraph(format!(
            "\"{}\" refutes {} {}: {}.",
            game.examples[refuted.example].title,
            question.id,
            question.readings[refuted.reading].name,
            super::check::told(&refuted.departure)
        ));
    }
    Ok(())
}
