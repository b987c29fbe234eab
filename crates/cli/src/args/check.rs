//! The arguments of `pikse check` and `pikse replay`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use pikse_native::Leaks;

use super::{FieldBounds, Limits, Names, ReportFiles, Switch, duration};

pub(crate) const CHECK_HELP: &str = "\
Without a file and without --package, pikse.toml in this folder says what is checked, and without
that the Cargo package in this folder is.

Checks stand in the source: PIKSE_CHECK of pikse.h and pikse.hpp, #[pikse::check] in Rust. A function
that is there can be checked without any: --call names it, and --post what has to hold after it.
A parameter `old` of a post-condition gets the structure as it was before the call, `result` what
the call returned; others go by the names of the call's parameters.

Examples:
  pikse check subjects/c/search_tree.c --size 5 --call bst_add --args 'x=0..n' --post rep_ok
  pikse check tests/trees.c --size 4 --report trees.html
  pikse check --package . --jobs 2 --junit junit.xml --sarif pikse.sarif

Every distinct failure is kept in the folder pikse-out: its smallest input, which `pikse replay`
runs again, and a regression test.

Exit codes: 0 if all checks passed, 1 if one failed, 2 if the command or its input is wrong, 3 if none
failed but not everything was tried: a check was stopped or interrupted, no input satisfies its
pre-condition, or a mutant has no verdict. --allow-incomplete makes 3 a 0.";

pub(crate) const REPLAY_HELP: &str = "\
Examples:
  pikse replay pikse-out/bst_add-1.json
  pikse replay pikse-out/bst_add-1.json --debugger
  pikse replay pikse-out/mid-mid/test-000001.json
  pikse replay pikse-out/mid-mid

Tests of `pikse explore`, one or a folder of them, run the program natively and say whether it takes the
same path to the same end.

Exit codes: 0 if the input passes or the tests are confirmed, 1 if the input fails, a test has an error or
is refuted, 2 if the command or its input is wrong, 3 if a native run cannot tell, or the input is none
of the check any more. --allow-incomplete makes 3 a 0.";

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Sources: .c, .cc, .cpp, .cxx, .rs, .bc, .ll
    #[arg(value_name = "FILE", help_heading = "Arguments")]
    pub(crate) files: Vec<PathBuf>,
    /// A Cargo package in place of files: its folder
    #[arg(long, value_name = "PATH", conflicts_with = "files", help_heading = "The property")]
    pub(crate) package: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) property: PropertyArgs,
    #[command(flatten)]
    pub(crate) names: Names,
    /// How large inputs get: the number of objects of each class that pointers lead to, and the
    /// largest value of ints; left out, what the check itself says
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub(crate) size: Option<u32>,
    /// What an argument may be: x=0..6, x=1,5,9
    #[arg(long, value_name = "NAME=VALUES", allow_hyphen_values = true, help_heading = "Bounds")]
    pub(crate) args: Vec<String>,
    #[command(flatten)]
    pub(crate) fields: FieldBounds,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// What is checked.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "The property")]
pub(crate) struct PropertyArgs {
    /// Only these checks of the source
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "call")]
    pub(crate) only: Vec<String>,
    /// The function to check, in place of checks in the source
    #[arg(long, value_name = "NAME")]
    pub(crate) call: Option<String>,
    /// What has to hold before the call, besides the predicate of each structure
    #[arg(long, value_name = "NAME", requires = "call")]
    pub(crate) pre: Vec<String>,
    /// What has to hold after the call
    #[arg(long, value_name = "NAME", requires = "call")]
    pub(crate) post: Vec<String>,
    /// A function that should do the same
    #[arg(long, value_name = "NAME", requires = "call")]
    pub(crate) same_as: Option<String>,
}

/// How it runs.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "The run")]
pub(crate) struct RunArgs {
    /// How many worker processes run
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// Stop each check after so long, with what was found: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) stop_after: Option<Duration>,
    /// Stop each check at its first failure
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Whether memory that nobody can reach is a failure: auto looks for it if the program
    /// allocates or frees memory anywhere
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) leaks: LeaksName,
    /// Whether values that a comparison decides alone are struck out without a run
    #[arg(long, value_enum, default_value = "on", hide = true)]
    pub(crate) multi_value: Switch,
    /// Make so many mutants of the code under test, and say which of them no failure shows
    #[arg(long, value_name = "N")]
    pub(crate) mutants: Option<u32>,
    /// Only in files whose paths have this part, libraries too: mylib/src, slab-0.4
    #[arg(long, value_name = "PART", requires = "mutants")]
    pub(crate) mutate_in: Option<String>,
}

/// What is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// The folder for failures
    #[arg(long, value_name = "FOLDER", default_value = "pikse-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) files: ReportFiles,
    /// Write the instrumented programs into this folder, as LLVM's text
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dump_instrumented: Option<PathBuf>,
    /// So many inputs are drawn in the report
    #[arg(long, value_name = "N", default_value = "10000", requires = "report")]
    pub(crate) gallery: u64,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Print no summary and no progress
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with code 0 in place of 3 if not everything was tried, for runs with a time limit
    #[arg(long)]
    pub(crate) allow_incomplete: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeaksName {
    Auto,
    On,
    Off,
}

impl From<LeaksName> for Leaks {
    fn from(name: LeaksName) -> Self {
        match name {
            LeaksName::Auto => Leaks::Auto,
            LeaksName::On => Leaks::On,
            LeaksName::Off => Leaks::Off,
        }
    }
}

/// How an input is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowAs {
    Text,
    Dot,
    Code,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// The file of a failure or a test, in pikse-out, or a folder of tests
    #[arg(value_name = "FILE", help_heading = "Arguments")]
    pub(crate) file: PathBuf,
    /// Print the command that runs the input under a debugger
    #[arg(long)]
    pub(crate) debugger: bool,
    /// Run nothing; show the input: as text, as a DOT graph, or as test code in the language of
    /// the file
    #[arg(long, value_enum, value_name = "FORM", conflicts_with_all = ["debugger", "json"])]
    pub(crate) show: Option<ShowAs>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "debugger")]
    pub(crate) json: bool,
    /// Exit with code 0 in place of 3 if it cannot be told whether the input still fails
    #[arg(long)]
    pub(crate) allow_incomplete: bool,
    /// Run in this process, as a debugger wants it
    #[arg(long, hide = true)]
    pub(crate) here: bool,
}
