//! The arguments of `pikse verify`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use pikse_verify::DataModel;

use super::{any_bytes, duration};

pub(crate) const VERIFY_HELP: &str = "\
A task is a program in C and a property, as in the competition on software verification (SV-COMP).
A task definition (.yml, format 2.0) names both, and the verdict that is expected. A folder stands
for all task definitions in it and below it. With --property, a program (.c, .i) is a task too.

The answer is `true` if every path was explored and none violates the property, `false` if a path
violates it, and `unknown` otherwise, with the reason. An error that the property does not mention,
such as an access out of bounds while unreach-call is checked, makes the answer unknown.

Properties: unreach-call, no-overflow, valid-memsafety, valid-memcleanup, termination (true or
unknown only), no-data-race (always unknown).

Examples:
  pikse verify subjects/verify
  pikse verify task.yml --time 300s --witnesses out
  pikse verify program.c --property unreach-call --data-model ILP32

Exit codes:
  0  every answer is right, or every property holds where nothing is expected
  1  an answer is wrong, or a property is violated where nothing is expected
  2  the command or its input is wrong
  3  incomplete: no answer is wrong, but some are unknown (--allow-incomplete turns 3 into 0)";

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Task definitions (.yml), folders of them, or programs (with --property)
    #[arg(value_name = "TASK", required = true)]
    pub(crate) tasks: Vec<PathBuf>,
    /// Only this property: a name, or a property file (.prp)
    #[arg(long, value_name = "PROPERTY")]
    pub(crate) property: Option<String>,
    /// The sizes of types of programs that are given without a task definition
    #[arg(long, value_enum, ignore_case = true, value_name = "MODEL", default_value = "LP64")]
    pub(crate) data_model: ModelName,
    /// The time for one task
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = duration,
          help_heading = "Limits")]
    pub(crate) time: Duration,
    /// The memory for one task
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = any_bytes,
          help_heading = "Limits")]
    pub(crate) memory: u64,
    /// How many tasks to work on at the same time [default: one per core]
    #[arg(long, short, value_name = "N", help_heading = "Limits")]
    pub(crate) jobs: Option<usize>,
    /// Write the witness of each answer to this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub(crate) witnesses: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
    /// Print only wrong answers
    #[arg(long, short, conflicts_with = "json", help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Exit with 0 instead of 3 if an answer is unknown
    #[arg(long, help_heading = "Output")]
    pub(crate) allow_incomplete: bool,
}

/// A task in a process of its own: reads it from standard input, writes the result to standard output.
#[derive(Debug, Args)]
pub(crate) struct VerifyTask {
    #[arg(long)]
    pub(crate) milliseconds: u64,
    #[arg(long)]
    pub(crate) memory: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModelName {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

impl From<ModelName> for DataModel {
    fn from(name: ModelName) -> Self {
        match name {
            ModelName::Ilp32 => Self::Ilp32,
            ModelName::Lp64 => Self::Lp64,
        }
    }
}
