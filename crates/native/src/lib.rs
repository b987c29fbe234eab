//! The native engine: runs predicates and code under test as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`multi_value`] | which loads decide the predicate's result, and for which values |
//! | `instrument` | inserts calls before each memory access that report the address |
//! | `library` | builds and loads the instrumented program as a shared library |
//! | `candidate` | the candidate in memory |
//! | `engine` | runs the predicate on a separate stack and heap; checkpoints; faults |
//! | [`predicate`] | the search's runner for a native predicate |
//! | [`under_test`] | runs code under test on a copy of each input |

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
