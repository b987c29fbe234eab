//! The arguments of `pikse stage`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::explore::SearchArgs;
use super::{Bounds, Words, words};

pub(crate) const STAGE_HELP: &str = "\
Explores a predicate alone, and stores every path on which it accepts: an object graph, a condition
on its data, and one solution. `pikse explore --staged FILE` then begins where the predicate has
accepted: the predicate is not explored again, for any function that takes the structure.

Examples:
  pikse stage subjects/c/search_tree.c --size 3 --out trees.stage
  pikse explore subjects/c/search_tree.c --entry bst_add --staged trees.stage
  pikse stage subjects/c/sorted_list.c --size 3 --format text --out lists.stage

Exit codes:
  0  passed: every path of the predicate was followed to its end
  1  failed: the predicate has an error on a path
  2  the command or its input is wrong
  3  incomplete: not everything was explored, or the predicate accepts nothing
     (--allow-incomplete turns 3 into 0)";

#[derive(Debug, Args)]
pub(crate) struct Stage {
    /// Source files: .c, .cc, .cpp, .cxx, .rs, .bc, .ll
    #[arg(value_name = "FILE", required = true, help_heading = None::<&str>)]
    pub(crate) files: Vec<PathBuf>,
    /// The type of the structures [default: the parameter type of the predicate]
    #[arg(long = "type", value_name = "T", help_heading = "Predicate")]
    pub(crate) of: Option<String>,
    /// The predicate, a function or method [default: `rep_ok` or `repOk`]
    #[arg(long, value_name = "NAME", help_heading = "Predicate")]
    pub(crate) predicate: Option<String>,
    /// Flags for clang, in one argument: '-I include -DN=3'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words,
          help_heading = "Predicate")]
    pub(crate) cflags: Option<Words>,
    /// Flags for rustc, in one argument: '--cfg test'
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true, value_parser = words,
          help_heading = "Predicate")]
    pub(crate) rustflags: Option<Words>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Write the inputs to this file, for `pikse explore --staged`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) out: Option<PathBuf>,
    /// Print each input, with its condition
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<StageFormat>,
    /// Print the result as JSON
    #[arg(long, conflicts_with = "format", help_heading = "Output")]
    pub(crate) json: bool,
    /// Do not print the summary
    #[arg(long, short, conflicts_with = "json", help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Exit with 0 instead of 3 if the run is incomplete
    #[arg(long, help_heading = "Output")]
    pub(crate) allow_incomplete: bool,
}

/// How stored inputs are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageFormat {
    Text,
    Dot,
}
