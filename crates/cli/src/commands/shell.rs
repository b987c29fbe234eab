//! `pikse completions` and `pikse man`: files for shells and for `man`.

use clap::CommandFactory;

use super::{Exit, print};
use crate::args::{Cli, Completions, Man};
use crate::errors::CliError;

/// Prints the completion script of a shell.
pub(crate) fn completions(args: &Completions) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "pikse", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Passed)
}

/// Writes a page for the command and one for each subcommand.
pub(crate) fn man(args: &Man) -> Result<Exit, CliError> {
    let folder = &args.folder;
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| CliError::Write { path: folder.clone(), error })?;
    Ok(Exit::Passed)
}
