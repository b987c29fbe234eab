//! Whether output has colours: `--color`, `NO_COLOR`, `TERM=dumb`, and whether it is a terminal's.

use std::io::IsTerminal;
use std::sync::OnceLock;

use clap::ValueEnum;

/// When output has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    #[default]
    Auto,
    Always,
    Never,
}

static WHEN: OnceLock<When> = OnceLock::new();

/// Keeps what the user asks for.
pub(crate) fn set(when: When) {
    // The first is the command line's.
    let _ = WHEN.set(when);
}

/// Whether the summary on standard output has colours.
pub(crate) fn on_stdout() -> bool {
    match WHEN.get().copied().unwrap_or_default() {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            std::io::stdout().is_terminal() && !no_colour && !is_dumb()
        }
    }
}

/// Whether standard error shows a line that is written again and again.
pub(crate) fn rewrites_lines() -> bool {
    std::io::stderr().is_terminal() && !is_dumb()
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
