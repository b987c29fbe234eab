//! The `pikse` command: arguments, progress, results, exit codes; no algorithm.
//!
//! | module | its job |
//! | --- | --- |
//! | `args` | the arguments, and their help |
//! | `commands` | the commands: parse, open the subject, run, report |
//! | `session` | a predicate that is compiled, and the search over it |
//! | `check` | checks: what is to be checked, the run, and what comes of it |
//! | `explore` | explorations: the program, tests on disk, and what is told |
//! | `output` | where structures go, and in which form |
//! | `outputs` | reports in files, for people and for CI |
//! | `summary` | what a search has come to, for people and for machines |
//! | `progress` | the line that tells how far a long search is |
//! | `save` | saved searches |
//! | `files` | files that are there only when they are whole |
//! | `log` | what happens inside, for developers (`PIKSE_LOG`) |
//! | `signals` | Ctrl-C |
//! | `errors` | what goes wrong, as one diagnostic |

mod args;
mod check;
mod commands;
mod errors;
mod explore;
mod files;
mod log;
mod output;
mod outputs;
mod progress;
mod save;
mod session;
mod signals;
mod summary;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

fn main() -> ExitCode {
    // Wrong arguments end here, with code 2 and what clap says of them.
    let cli = Cli::parse();
    if let Err(error) = log::begin() {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    match commands::run(&cli.command) {
        Ok(exit) => exit.into(),
        // Who read the structures has read enough of them.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
