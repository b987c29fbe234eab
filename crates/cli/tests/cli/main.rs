//! The `pikse` command from the outside: what it prints, what it writes, and how it ends.

mod bad_input;
mod check;
mod check_bad_input;
mod check_options;
mod common;
mod containers;
mod deaths;
mod docs;
mod examples;
mod explore;
mod explore_bitcode;
mod explore_chosen;
mod explore_limits;
mod explore_package;
mod explore_parts;
mod explore_real;
mod explore_reports;
mod explore_structs;
mod explore_values;
mod features;
mod incomplete;
mod klee;
mod model;
#[cfg(feature = "mpi")]
mod mpi;
mod options;
mod parts;
mod pikse_toml;
mod published;
mod replay;
mod seeded;
mod since;
mod stage;

mod types;
mod verdicts;
mod verify;
