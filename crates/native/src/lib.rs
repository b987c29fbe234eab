//! Predicates in unmodified C, C++ and Rust, run as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | `instrument` | a program tells what memory it reads and writes |
//! | [`finitize`] | bounds that a function of the program gives; `finitize_run` runs it |
//! | `library` | the instrumented program as a shared library, loaded |
//! | `candidate` | the candidate in memory |
//! | `engine` | the predicate on its own stack and heap; checkpoints; faults |
//! | [`rust_entry`] | a way into a Rust file; `rust_symbols` reads the names of what it compiles to |
//! | [`predicate`] | a search's runner |
//! | [`multi_value`] | which loads decide the predicate's result, and for which values |

pub mod bounds;
mod candidate;
mod engine;
pub mod finitize;
mod finitize_run;
mod instrument;
mod library;
pub mod multi_value;
pub mod predicate;
pub mod rust_entry;
mod rust_symbols;
pub mod subject;

pub use bounds::{Bounds, BoundsError, Request};
pub use engine::{Broken, MemoryLimits};
pub use predicate::{Build, Compiled, Failure, Limits, NativeError, Predicate, Strategy};
pub use finitize::{Finitization, FinitizeError, finitization, with_headers};
pub use rust_entry::{EntryError, RUST_ENTRY, RustEntry};
pub use subject::{Subject, SubjectError, Takes, Wanted};
