//! The user's program: sources in C, C++ and Rust, packages, types, bounds, predicates and
//! properties. Running them is the job of other crates.
//!
//! | module | its job |
//! | --- | --- |
//! | [`subject`] | compiles a program and finds its type and its predicate |
//! | [`bounds`] | the space for a program's types and a size, with its memory layout |
//! | `c_family` | C and C++ files, compiled again with all functions kept if one is missing |
//! | [`finitize`] | bounds that a function of the program sets; `finitize_run` runs it |
//! | [`rust_entry`] | an exported entry for a Rust file; `rust_symbols` reads the names of symbols |
//! | `facade` | the crate `pikse` of a Rust file that belongs to no package |
//! | `origin` | whether a source file is the user's or a library's |
//! | [`package`] | an exported entry for a Cargo package, its checks and its programs |
//! | [`properties`] | checks in a program, found by their names |
//! | [`check`] | properties: a function, its arguments and its conditions |
//! | `given` | structures that a function takes, for symbolic execution |
//! | `whole` | whole Rust programs, for symbolic execution |

pub mod bounds;
mod c_family;
pub mod check;
pub mod containers;
mod facade;
pub mod finitize;
mod finitize_run;
mod given;
mod origin;
pub mod package;
pub mod properties;
pub mod rust_entry;
mod rust_symbols;
pub mod subject;
mod symbols;
mod whole;

pub use bounds::{Bounds, BoundsError, Request};
pub use c_family::attempts;
pub use check::{Property, PropertyError};
pub use finitize::{Finitization, FinitizeError, finitization, with_headers};
pub use given::{PredicateOf, bounds_of, predicate_in, predicate_of, request_of, structure_of};
pub use origin::is_library;
pub use package::{
    CheckTarget, Package, is_package, package_checks, package_entry, package_program,
};
pub use properties::{bounds_text, checks_in, rust_file_checks};
pub use rust_entry::{EntryError, RUST_ENTRY, RUST_FINITIZE, RustEntry};
pub use subject::{Subject, SubjectError, Takes, Wanted};
pub use whole::rust_program;
