//! The progress bar of long runs: games done, rate, time left. On standard error, and only at a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;

/// A bar for a run of `games` games.
pub(super) fn bar(games: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr_with_hz(8));
    let template = "{bar:32} {human_pos} of {human_len} games, {rate} a second, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // Writing into the bar's own text does not fail.
            let _ = write!(out, "{:.0}", state.per_sec());
        };
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}
