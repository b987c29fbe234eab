//! The arguments of `pikse check` and `pikse replay`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use pikse_native::Leaks;

use super::{FieldBounds, Limits, Names, ReportFiles, Switch, UnreadFields, duration};
use crate::parts::Mode;

pub(crate) const CHECK_HELP: &str = "\
Without a file or --package, `pikse check` runs the checks that pikse.toml in this folder lists. If
there is no pikse.toml, it runs the checks of the Cargo package in this folder.

Write checks in the source with PIKSE_CHECK (pikse.h, pikse.hpp) or #[pikse::check] (Rust). Or
check any function: --call names it, and --post names a function that must return true afterwards.
A post-condition gets its arguments by name: those of the call, `result` for the return value, and
`old` for the structure before the call.

Each distinct failure is saved in pikse-out: its smallest input, for `pikse replay`, and a
regression test.

Examples:
  pikse check subjects/c/search_tree.c --size 5 --call bst_add --args 'x=0..n' --post rep_ok
  pikse check tests/trees.c --size 4 --report trees.html
  pikse check --package . --jobs 2 --junit junit.xml --sarif pikse.sarif

Exit codes:
  0  passed: every check passed on every input
  1  failed: a check failed
  2  the command or its input is wrong
  3  incomplete: no check failed, but one was stopped or interrupted, has no input that satisfies
     its pre-condition, or has a mutant without a result (--allow-incomplete turns 3 into 0)";

pub(crate) const REPLAY_HELP: &str = "\
For a failure of `pikse check`, this runs the check on its input again. For a test of
`pikse explore`, or a folder of tests, this runs the program as native code and reports whether it
takes the same path and ends the same way.

Examples:
  pikse replay pikse-out/bst_add-1.json
  pikse replay pikse-out/bst_add-1.json --debugger
  pikse replay pikse-out/mid-mid/test-000001.json
  pikse replay pikse-out/mid-mid
  pikse replay pikse-out/search_tree-bst_add/test-000001.json --show text

Exit codes:
  0  passed: the input passes now, or the native run confirms every test
  1  failed: the input fails, a test has an error, or the native run refutes a test
  2  the command or its input is wrong
  3  incomplete: a native run neither confirms nor refutes a test, or the check does not try this
     input any more (--allow-incomplete turns 3 into 0)";

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Source files: .c, .cc, .cpp, .cxx, .rs, .bc, .ll
    #[arg(value_name = "FILE", help_heading = None::<&str>)]
    pub(crate) files: Vec<PathBuf>,
    /// Check the Cargo package in this folder instead of files
    #[arg(long, value_name = "PATH", conflicts_with = "files", help_heading = "What to check")]
    pub(crate) package: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) property: PropertyArgs,
    #[command(flatten)]
    pub(crate) names: Names,
    /// The size n: up to n objects of each class that a pointer can reach, and ints from 0 to n
    /// [default: the size that the check sets]
    #[arg(long, value_name = "N", help_heading = "Bounds")]
    pub(crate) size: Option<u32>,
    // Written as an attribute, because documents would take the brackets for links.
    #[arg(
        long,
        alias = "arg",
        value_name = "NAME=VALUES",
        allow_hyphen_values = true,
        help_heading = "Bounds",
        help = "The values of a scalar parameter: x=0..6, x=1,5,9; or the lengths of a slice, a \
                string or a vector: 'data=u8[0..4]'"
    )]
    pub(crate) args: Vec<String>,
    #[command(flatten)]
    pub(crate) fields: FieldBounds,
    /// Fields that the code under test reads and the pre-condition does not: try every value, or
    /// keep the first
    #[arg(long, value_enum, value_name = "MODE", default_value = "vary", help_heading = "Bounds")]
    pub(crate) unread: UnreadFields,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The checks to run.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "What to check")]
pub(crate) struct PropertyArgs {
    /// Run only these checks
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "call")]
    pub(crate) only: Vec<String>,
    /// Check this function, instead of the checks in the source
    #[arg(long, value_name = "NAME")]
    pub(crate) call: Option<String>,
    /// A function that must return true before the call, in addition to the predicates
    #[arg(long, value_name = "NAME", requires = "call")]
    pub(crate) pre: Vec<String>,
    /// A function that must return true after the call
    #[arg(long, value_name = "NAME", requires = "call")]
    pub(crate) post: Vec<String>,
    /// A function that must give the same results on the same inputs
    #[arg(long, value_name = "NAME", requires = "call")]
    pub(crate) same_as: Option<String>,
}

/// How the checks run.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Run")]
pub(crate) struct RunArgs {
    /// Number of worker processes
    #[arg(long, value_name = "N", default_value = "1",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: u16,
    /// Stop each check after this time and report what was found: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) stop_after: Option<Duration>,
    /// Save the state of the checks to this file, for --resume
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue saved checks; use the same options
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// What to do with the state of the checks
    #[arg(skip)]
    pub(crate) mode: Mode,
    /// Stop each check at its first failure
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Also report undefined arithmetic in C and C++: signed overflow, wrong shifts, divisions by
    /// zero, array indices, conversions of floating-point numbers
    #[arg(long)]
    pub(crate) ub: bool,
    /// Report memory leaks; auto: only if the program allocates or frees memory
    #[arg(long, value_enum, value_name = "MODE", default_value = "auto")]
    pub(crate) leaks: LeaksName,
    /// Skip values that one comparison decides, without running the check on them
    #[arg(long, value_enum, default_value = "on", hide = true)]
    pub(crate) multi_value: Switch,
    /// Test the check with N mutants of the code, and list the surviving ones
    #[arg(long, value_name = "N")]
    pub(crate) mutants: Option<u32>,
    /// Mutate only files whose path contains this text, also in dependencies: mylib/src, slab-0.4
    #[arg(long, value_name = "PART", requires = "mutants")]
    pub(crate) mutate_in: Option<String>,
}

/// The output of the command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Save failures in this folder
    #[arg(long, value_name = "FOLDER", default_value = "pikse-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) files: ReportFiles,
    /// Write the instrumented programs to this folder, as LLVM IR
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dump_instrumented: Option<PathBuf>,
    /// Number of inputs to draw in the report
    #[arg(long, value_name = "N", default_value = "10000", requires = "report")]
    pub(crate) gallery: u64,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not print the summary or the progress
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with 0 instead of 3 if the run is incomplete
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

/// The format in which an input is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowAs {
    Text,
    Dot,
    Code,
}

#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// A saved failure or test, or a folder of tests
    #[arg(value_name = "FILE", help_heading = None::<&str>)]
    pub(crate) file: PathBuf,
    /// Print a gdb command that runs the input
    #[arg(long)]
    pub(crate) debugger: bool,
    /// Show the input instead of running it: as text, as a DOT graph, or as test code in the
    /// language of the file
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["debugger", "json"])]
    pub(crate) show: Option<ShowAs>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "debugger")]
    pub(crate) json: bool,
    /// Exit with 0 instead of 3 if the result is incomplete
    #[arg(long)]
    pub(crate) allow_incomplete: bool,
    /// Run in this process, for a debugger
    #[arg(long, hide = true)]
    pub(crate) here: bool,
}
