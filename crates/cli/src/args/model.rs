//! The arguments of `pikse model`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::duration;

/// Help after the options.
pub(crate) const MODEL_HELP: &str = "\
Examples:
  pikse model tree.als
  pikse model tree.als --all
  pikse model tree.als --command three --enumerate 10 --no-isomorphs
  pikse model tree.als --command three --count --json
  pikse model tree.als --eval 'Node.left' --eval '#Node'
  pikse model tree.als --command sorted --core

Exit codes:
  0  every command gave what it expects; without `expect`: no `check` has a counterexample
  1  an `expect` is violated, or a `check` without `expect` has a counterexample
  2  the command or the model is wrong
  3  unknown: a limit was reached before the answer";

#[derive(Debug, Args)]
pub(crate) struct Model {
    /// The model
    #[arg(value_name = "FILE.als")]
    pub(crate) file: PathBuf,
    /// Run the commands with this name, or the one with this number (from 1) [default: the first]
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub(crate) command: Option<String>,
    /// Run all commands
    #[arg(long)]
    pub(crate) all: bool,
    /// Give up to N instances of each command
    #[arg(long, value_name = "N")]
    pub(crate) enumerate: Option<u64>,
    /// Give each instance once up to renaming of atoms
    #[arg(long)]
    pub(crate) no_isomorphs: bool,
    /// Count the instances
    #[arg(long)]
    pub(crate) count: bool,
    /// Evaluate an expression or formula on each instance given; atoms by name, such as Node$0
    #[arg(long, value_name = "EXPR")]
    pub(crate) eval: Vec<String>,
    /// If there is no instance, name the formulas of a minimal unsatisfiable core
    #[arg(long)]
    pub(crate) core: bool,
    /// Let integers wrap around; otherwise no instance depends on an overflow
    #[arg(long)]
    pub(crate) wrap: bool,
    /// Stop a step (the translation, or one instance) after this time: 30s, 5m, 2h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Print one JSON object for each command
    #[arg(long)]
    pub(crate) json: bool,
    /// The format of instances
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: ModelFormat,
}

/// How instances are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelFormat {
    /// One line for each signature and field
    Text,
    /// The same as --json
    Json,
    /// A graph for Graphviz
    Dot,
}
