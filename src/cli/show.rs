//! `sowlab show`.

use super::common::{Failure, GameArgs, load_with_sources, print};
use crate::play::{Examination, examine};
use crate::rules::document::Document;
use crate::rules::game::Game;
use crate::rules::sheet::{Said, sheet_with_examples};
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
    let found = examine(&game).map_err(Failure::input)?;
    let mut document =
        sheet_with_examples(&game, &answers, bibliography.as_ref(), &said(&game, &found)).map_err(Failure::input)?;
    on_examples(&game, &found, &mut document);
    print(&match args.format {
        Format::Text => document.text(usize::from(args.width)),
        Format::Markdown => document.markdown(),
        Format::Html => document.html(),
    })
}

/// What the worked examples say of the readings.
fn said(game: &Game, found: &Examination) -> Vec<Said> {
    let refuted = found.refuted.iter().map(|refuted| Said {
        question: refuted.question,
        reading: refuted.reading,
        text: format!(
            "Refuted by the example \"{}\": {}.",
            game.examples[refuted.example].title,
            super::check::told(&refuted.departure)
        ),
    });
    refuted.collect()
}

/// Adds whether the worked examples come out.
fn on_examples(game: &Game, found: &Examination, document: &mut Document) {
    document.heading(2, "What the examples say");
    for (example, departure) in game.examples.iter().zip(&found.best) {
        let comes_out = if departure.is_none() { "comes out" } else { "does not come out" };
        document.paragraph(format!("\"{}\" {comes_out} under the best supported reading.", example.title));
    }
}
