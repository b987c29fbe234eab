//! The native engine: predicates and code under test of the user's program, run as native
//! code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`multi_value`] | which loads decide the predicate's result, and for which values |
//! | `instrument` | a program tells what memory it reads and writes |
//! | `library` | the instrumented program as a shared library, loaded |
//! | `candidate` | the candidate in memory |
//! | `engine` | the predicate on its own stack and heap; checkpoints; faults |
//! | [`predicate`] | a search's runner |
//! | [`under_test`] | code under test, run on a copy of each input |

mod candidate;
mod engine;
mod instrument;
mod library;
pub mod multi_value;
pub mod predicate;
pub mod under_test;

pub use engine::{Broken, Difference, FieldDifference, MemoryLimits, Said};
pub use instrument::CoveredBlock;
pub use predicate::{
    Build, Compiled, Failure, Limits, NativeError, Predicate, PredicateTally, Strategy,
};
pub use under_test::{Check, CheckBuild, CompiledCheck, Failed, Leaks};
