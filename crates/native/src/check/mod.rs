//! Code under test: a property runs on every input that a search finds.
//!
//! A property is a function of the user's program with its arguments. All arguments
//! together are the **input**, a structure like any other, so a search generates inputs:
//! its predicate is the pre-condition. For each, the property runs natively in an address
//! space of its own, on a copy of the input, and everything it did is taken back.
//!
//! | module | its job |
//! | --- | --- |
//! | [`property`] | what is run, with which arguments, and what has to hold |
//! | `open` | from what a user names to properties |
//! | [`bounds_text`] | the bounds that a check gives itself |
//! | `emit` | a property as functions of the program |
//! | `compiled` | the instrumented program, and the property loaded from it |
//! | `observe` | reading an input back after a run |
//! | `frames` | where in the program a run broke off |
//! | `coverage` | which lines ran |
//! | `runner` | a check as a search's runner, and what it adds up |

pub mod bounds_text;
mod compiled;
pub(crate) mod coverage;
mod emit;
mod frames;
mod observe;
mod open;
pub mod property;
mod runner;

pub use bounds_text::CheckBounds;
pub use compiled::{Check, CheckBuild, CompiledCheck, Failed, Leaks};
pub use coverage::CoveredBlock;
pub use frames::{Frame, Frames};
pub(crate) use observe::difference;
pub use open::{Checked, open};
pub use property::{Callee, Named, Passed, Property, PropertyError};
pub use runner::{CheckRunner, CheckTally, FailedInput, FailedInputs, FailureKey, Observed};
