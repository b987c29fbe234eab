//! The arguments of `pikse compare` and `pikse ranges`.

use std::path::PathBuf;

use clap::Args;

use super::explore::{ProgramArgs, SearchArgs};

pub(crate) const COMPARE_HELP: &str = "\
Paths have an order: the true side of a branch comes before the false one, cases and values ascend. A
test is a position in this order. Only what the two paths have in common is executed, without the solver.

Examples:
  pikse compare subjects/explore/c/mid.c a.json b.json --entry mid
  pikse compare parser.c old.ktest new.ktest --sym-stdin 6 --json

With --json it prints {\"order\": \"smaller\"}, \"bigger\" or \"equivalent\": what A is, compared with B.";

/// `pikse compare`
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The files of the program, then two tests (.json, .ktest)
    #[arg(value_name = "FILE… A B", required = true, num_args = 3.., help_heading = None::<&str>)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Print the result as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

pub(crate) const RANGES_HELP: &str = "\
The tests are sorted in the order of their paths; those that follow the same path count once. Each range
has about as many of them. Ranges are explored with `pikse explore --from A --to B`, in any order, on any
machine: together they are the whole exploration, and no path is in two of them.

Examples:
  pikse explore parser.c --sym-stdin 6 --search random --time 10s
  pikse ranges parser.c --sym-stdin 6 --tests pikse-out/parser --parts 4";

/// `pikse ranges`
#[derive(Debug, Args)]
pub(crate) struct Ranges {
    /// The files of the program
    #[arg(value_name = "FILE", required = true, help_heading = None::<&str>)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// A folder of tests (.json, .jsonl, .ktest)
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) tests: PathBuf,
    /// The number of ranges
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
          help_heading = "Output")]
    pub(crate) parts: u32,
    /// The folder for the tests at which the ranges begin
    #[arg(long, value_name = "FOLDER", default_value = "pikse-ranges", help_heading = "Output")]
    pub(crate) out: PathBuf,
    /// Print the result as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}
