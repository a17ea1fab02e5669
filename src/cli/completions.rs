//! `sowlab completions` and the manual pages, both made from the arguments themselves.

use super::common::Failure;
use clap::CommandFactory;
use clap_complete::Shell;
use std::path::PathBuf;

/// Arguments of `sowlab completions`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sowlab completions bash > ~/.local/share/bash-completion/completions/sowlab")]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args) {
    clap_complete::generate(args.shell, &mut super::Cli::command(), "sowlab", &mut std::io::stdout());
}

/// Arguments of `sowlab man`.
#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The folder
    dir: PathBuf,
}

pub(super) fn man(args: &ManArgs) -> Result<(), Failure> {
    let at_fault = |e| Failure::input(format!("{}: {e}", args.dir.display()));
    std::fs::create_dir_all(&args.dir).map_err(at_fault)?;
    clap_mangen::generate_to(super::Cli::command(), &args.dir).map_err(at_fault)
}
