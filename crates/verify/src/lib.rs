//! Verification tasks as in the competition on software verification (SV-COMP): a program in C, a
//! property, and the answer *true*, *false* or *unknown*.
//!
//! | module | its job |
//! | --- | --- |
//! | `task` | task definitions (YAML, format 2.0) |
//! | `property` | properties and their files |
//! | `sources` | the program of a task, compiled leniently |
//! | `run` | explores the program and answers |
//! | `judge` | what an error means for a property |
//! | `answer` | answers, compared with what is expected; points |
//! | `witness` | witnesses, as YAML and GraphML |
//! | `yaml`, `hash` | YAML with line numbers; SHA-256 |
//!
//! **Invariant:** *true* needs a complete exploration without any error; *false* needs a run that
//! violates the property itself. Everything else is *unknown*, with the reason.
//!
//! **Invariant:** this crate does not print.

mod answer;
mod hash;
mod judge;
mod property;
mod run;
mod sources;
pub mod task;
pub mod witness;
mod yaml;

pub use answer::{Answer, Comparison, Unknown};
pub use property::{Part, Property, PropertyError};
pub use run::{Budget, Confirmation, Counterexample, Done, Spot, run};
pub use task::{DataModel, Expected, Task, TaskError};
