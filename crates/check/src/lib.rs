//! Checks: runs a property on every input that a search finds. Mutants of the code under
//! test measure how good the checks are.
//!
//! For each input, the property runs as native code in a separate memory slot, on a copy of
//! the input, and its effects are undone ([`pikse_native::under_test`]).
//!
//! | module | its job |
//! | --- | --- |
//! | `compiled` | compiles a property and its pre-condition for the native engine |
//! | `emit` | adds the functions of a property to the program |
//! | `coverage` | which lines and functions ran |
//! | `distinct` | merges failures that are the same for a user |
//! | `frames` | the call stack of a failed run |
//! | `mutants` | the mutants of a check, chosen and compiled |
//! | [`mutate`] | mutants of the code under test |
//! | `runner` | a check as a search's runner, and its tally |

mod compiled;
mod coverage;
mod distinct;
mod emit;
mod frames;
mod mutants;
pub mod mutate;
mod runner;

pub use compiled::{compile, compile_pre};
pub use coverage::{FileCoverage, coverage};
pub use distinct::Distinct;
pub use frames::{Frame, Frames};
pub use mutants::{CheckMutants, WantedMutants};
pub use mutate::{Mutant, Mutants, MutateError, Operator, What};
pub use runner::{CheckRunner, CheckTally, FailedInput, FailedInputs, FailureKey, Observed, Sums};
