//! The arguments of `pikse split`, `pikse run` and `pikse merge`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::duration;

pub(crate) const SPLIT_HELP: &str = "\
Each part is a file that `pikse run` works on, on any machine that has the folder and the same Pikse. The
compiled program is in the folder, too: neither the sources nor a compiler are needed. Parts need no connection
to each other, and can be stopped and continued. `pikse merge` reports what all of them found, as if it had been
one run.

Examples:
  pikse split --parts 100 --out parts count subjects/c/search_tree.c --size 8
  pikse run parts/017
  pikse split parts/017 --parts 4
  parallel pikse run --quiet ::: parts/[0-9]*
  pikse merge parts";

/// `pikse split`
#[derive(Debug, Args)]
pub(crate) struct Split {
    /// The number of parts; there may be fewer if the work is small
    #[arg(long, value_name = "N")]
    pub(crate) parts: Option<String>,
    /// The folder for the parts; it must be empty
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<String>,
    /// The command to split, `count`, `generate`, `check` or `explore`, with its arguments; --parts and --out
    /// may also stand among them. Or the file of a part, which is split again
    #[arg(
        value_name = "COMMAND",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub(crate) command: Vec<String>,
}

/// `pikse run`
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// The file of the part
    #[arg(value_name = "PART")]
    pub(crate) part: PathBuf,
    /// Number of worker processes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop after this time; `pikse run` continues: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) stop_after: Option<Duration>,
    /// Print the result of the part as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not print the summary or the progress
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

pub(crate) const MERGE_HELP: &str = "\
A part that is missing or not finished makes the result incomplete (exit code 3), and is named.";

/// `pikse merge`
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The folder of the parts
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Print the result as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Do not print the summary
    #[arg(long, short, conflicts_with = "json")]
    pub(crate) quiet: bool,
}
