//! The `pikse` command: arguments, progress, results and exit codes. It holds no algorithm.
//!
//! | module | its job |
//! | --- | --- |
//! | `args` | the arguments and their help |
//! | `commands` | the commands: parse, open the subject, run, report |
//! | `session` | a compiled predicate and the search with it |
//! | `check` | checks: from arguments to results |
//! | `explore` | explorations: the program, tests on disk, results |
//! | `klee` | KLEE's command line and files |
//! | `verify` | verification tasks: worker processes, results |
//! | `output` | writes structures, in each format |
//! | `outputs` | report files, for people and for CI |
//! | `summary` | the result of a search, as text and as JSON |
//! | `nothing` | the likely reason why nothing satisfies a predicate |
//! | `date` | the date of a run |
//! | `colour` | whether output has colours |
//! | `progress` | the progress line of a long search |
//! | `work` | work with its state on disk: begun, resumed, divided, merged |
//! | `save` | saved searches |
//! | `found` | what a saved run has found |
//! | `parts` | parts of a run, for job arrays |
//! | `program` | the compiled program of parts, in a file
//! | `ship` | jobs as bytes, for the ranks of MPI |
//! | `test_file` | tests as source code: where they are, how they are compiled |
//! | `files` | output files that appear only when they are complete |
//! | `log` | logging for developers (`PIKSE_LOG`) |
//! | `signals` | Ctrl-C |
//! | `errors` | errors of the command, with their messages |

mod args;
mod check;
mod colour;
mod commands;
mod date;
mod errors;
mod explore;
mod files;
mod found;
mod klee;
mod log;
mod nothing;
mod output;
mod outputs;
mod parts;
mod program;
mod progress;
mod save;
mod session;
#[cfg_attr(not(feature = "mpi"), path = "ship_none.rs")]
mod ship;
mod signals;
mod summary;
mod test_file;
mod verify;
mod work;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;

/// Without MPI, each rank would do everything, and all of them would write the same files.
#[cfg(not(feature = "mpi"))]
fn main() -> ExitCode {
    let size = std::env::var("OMPI_COMM_WORLD_SIZE").ok().and_then(|size| size.parse::<u32>().ok());
    if size.is_some_and(|size| size > 1) {
        eprintln!(
            "error: this pikse has no MPI; build it with: cargo build --release --features mpi"
        );
        return ExitCode::from(2);
    }
    pikse()
}

/// Rank 0 is the command, and the other ranks work for it.
#[cfg(feature = "mpi")]
fn main() -> ExitCode {
    let rank = pikse_cluster::mpi::begin();
    let code = match rank.map_or(0, |rank| rank.number) {
        0 => pikse(),
        _ => {
            ship::serve();
            ExitCode::SUCCESS
        }
    };
    pikse_cluster::mpi::end();
    code
}

/// The command.
fn pikse() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Wrong arguments, help or the version. If nobody reads the text, it is not wanted.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    colour::set(cli.color);
    if let Err(error) = log::begin() {
        eprintln!("error: {error}");
        return ExitCode::from(2);
    }
    match commands::run(&cli.command) {
        Ok(exit) => exit.into(),
        // The reader of the structures closed the pipe.
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
