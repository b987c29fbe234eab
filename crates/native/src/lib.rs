//! Predicates in unmodified C, C++ and Rust, run as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | [`finitize`] | bounds that a function of the program gives; `finitize_run` runs it |
//! | [`rust_entry`] | a way into a Rust file; `rust_symbols` reads the names of what it compiles to |
//! | `facade` | the crate `pikse` of a Rust file that belongs to no package |
//! | `origin` | whose a source file is |
//! | [`package`] | a way into a Cargo package, and its checks |
//! | [`properties`] | checks in a program, found by their names |
//! | [`multi_value`] | which loads decide the predicate's result, and for which values |
//! | [`mutate`] | mutants of the code under test |
//! | `instrument` | a program tells what memory it reads and writes |
//! | `library` | the instrumented program as a shared library, loaded |
//! | `candidate` | the candidate in memory |
//! | [`check`] | code under test, run on every input |
//! | `given` | structures that a function is given, for engines that run it as it stands |
//! | `shapes` | what the objects of an input look like in memory |
//! | `engine` | the predicate on its own stack and heap; checkpoints; faults |
//! | [`predicate`] | a search's runner |
//! | `whole` | whole Rust programs, for engines without a predicate |

pub mod bounds;
mod candidate;
pub mod check;
mod engine;
mod facade;
pub mod finitize;
mod finitize_run;
mod given;
mod instrument;
mod library;
pub mod multi_value;
pub mod mutate;
mod origin;
pub mod package;
pub mod predicate;
pub mod properties;
pub mod rust_entry;
mod rust_symbols;
mod shapes;
pub mod subject;
mod whole;

pub use bounds::{Bounds, BoundsError, Request};
pub use check::{Check, CheckBuild, CompiledCheck, Property, PropertyError};
pub use engine::{Broken, MemoryLimits};
pub use finitize::{Finitization, FinitizeError, finitization, with_headers};
pub use given::{PredicateOf, bounds_of, predicate_of, structure_of};
pub use mutate::{Mutant, Mutants, MutateError, Operator};
pub use origin::is_library;
pub use package::{CheckTarget, Package, package_checks, package_entry};
pub use predicate::{
    Build, Compiled, Failure, Limits, NativeError, Predicate, PredicateTally, Strategy,
};
pub use properties::{bounds_text, checks_in, rust_file_checks};
pub use rust_entry::{EntryError, RUST_ENTRY, RUST_FINITIZE, RustEntry};
pub use subject::{Subject, SubjectError, Takes, Wanted};
pub use whole::rust_program;
