//! `sowlab fmt`.

use super::common::{Failure, print_diagnostics};
use crate::diagnostics::{Diagnostics, SourceMap};
use crate::lang::format;
use std::io::Write;
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
            Some(formatted) => replace(path, &formatted)?,
        }
    }
    if at_fault { Err(Failure::Told) } else { Ok(()) }
}

/// Replaces a file whole, so that a full disk or a crash leaves the old one.
fn replace(path: &std::path::Path, text: &str) -> Result<(), Failure> {
    let at_fault = |e: std::io::Error| Failure::input(format!("{}: {e}; the file is as it was", path.display()));
    let dir = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or_else(|| std::path::Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(dir).map_err(at_fault)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).map_err(at_fault)?;
    if let Ok(meta) = std::fs::metadata(path) {
        file.as_file().set_permissions(meta.permissions()).map_err(at_fault)?;
    }
    file.persist(path).map_err(|e| at_fault(e.error))?;
    Ok(())
}
