//! `sowlab fmt`.

use super::common::{Failure, print_diagnostics};
use crate::diagnostics::{Diagnostics, SourceMap};
use crate::files::write_whole;
use crate::lang::format;
use std::path::PathBuf;

/// Arguments of `sowlab fmt`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  sowlab fmt variants/bosh.sow\n  sowlab fmt --check variants/*.sow")]
pub(super) struct Args {
    /// The rules files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; end with 1 and name the files that are laid out otherwise
    #[arg(long)]
    check: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut at_fault = false;
    for path in &args.files {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) => {
                eprintln!("error: {}: {e}", path.display());
                at_fault = true;
                continue;
            }
        };
        let (mut sources, mut diagnostics) = (SourceMap::new(), Diagnostics::new());
        let file = sources.add(path.display().to_string(), text.as_str());
        let formatted = format(file, &text, &mut diagnostics);
        print_diagnostics(&diagnostics, &sources);
        match formatted {
            None => at_fault = true,
            Some(formatted) if formatted == text => {}
            Some(_) if args.check => {
                eprintln!("{} is not laid out in the canonical way; run `sowlab fmt {0}`", path.display());
                at_fault = true;
            }
            Some(formatted) => write_whole(path, formatted.as_bytes())
                .map_err(|e| Failure::input(format!("{}: {e}; the file is as it was", path.display())))?,
        }
    }
    if at_fault { Err(Failure::Told) } else { Ok(()) }
}
