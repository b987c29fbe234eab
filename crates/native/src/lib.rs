//! Predicates in unmodified C, C++ and Rust, run as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | `instrument` | a program tells what memory it reads and writes |
//! | `library` | the instrumented program as a shared library, loaded |
//! | `candidate` | the candidate in memory |
//! | `engine` | the predicate on its own stack and heap; checkpoints; faults |
//! | [`rust_entry`] | a way into a Rust file |
//! | [`predicate`] | a search's runner |

pub mod bounds;
mod candidate;
mod engine;
mod instrument;
mod library;
pub mod predicate;
pub mod rust_entry;

pub use bounds::{Bounds, BoundsError, Request};
pub use engine::{Broken, MemoryLimits};
pub use predicate::{Compiled, Failure, Limits, NativeError, Predicate, Strategy};
pub use rust_entry::{RUST_ENTRY, RustEntry};
