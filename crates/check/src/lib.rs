//! Checks: a property runs on every input that a search finds; and mutants of the code under
//! test, which tell how much the checks notice.
//!
//! For each input, the property runs natively in an address space of its own, on a copy of
//! the input, and everything it did is taken back ([`pikse_native::under_test`]).
//!
//! | module | its job |
//! | --- | --- |
//! | `compiled` | a property, and its pre-condition, as programs of the native engine |
//! | `emit` | a property as functions of the program |
//! | `coverage` | which lines and functions ran |
//! | `distinct` | failures that are the same for a user, as one |
//! | `frames` | where in the program a run broke off |
//! | `mutants` | the mutants of a check, chosen and compiled |
//! | [`mutate`] | mutants of the code under test |
//! | `runner` | a check as a search's runner, and what it adds up |

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
pub use runner::{CheckRunner, CheckTally, FailedInput, FailedInputs, FailureKey, Observed};
