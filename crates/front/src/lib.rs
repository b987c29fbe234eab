//! The user's program: sources in C, C++ and Rust, packages, types, bounds, predicates and
//! properties. What runs them is no part of this crate.
//!
//! | module | its job |
//! | --- | --- |
//! | [`subject`] | from what a user names to a program with a type and a predicate |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | `c_family` | C and C++ files, compiled again with everything in if something is missing |
//! | [`finitize`] | bounds that a function of the program gives; `finitize_run` runs it |
//! | [`rust_entry`] | a way into a Rust file; `rust_symbols` reads the names of what it compiles to |
//! | `facade` | the crate `pikse` of a Rust file that belongs to no package |
//! | `origin` | whether a source file is the user's or a library's |
//! | [`package`] | a way into a Cargo package, and its checks |
//! | [`properties`] | checks in a program, found by their names |
//! | [`check`] | properties: what runs, with which arguments, and what has to hold |
//! | `given` | structures that a function takes, for engines that run it as it stands |
//! | `whole` | whole Rust programs, for engines without a predicate |

pub mod bounds;
mod c_family;
pub mod check;
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
mod whole;

pub use bounds::{Bounds, BoundsError, Request};
pub use c_family::attempts;
pub use check::{Property, PropertyError};
pub use finitize::{Finitization, FinitizeError, finitization, with_headers};
pub use given::{PredicateOf, predicate_of, request_of, structure_of};
pub use origin::is_library;
pub use package::{CheckTarget, Package, package_checks, package_entry};
pub use properties::{bounds_text, checks_in, rust_file_checks};
pub use rust_entry::{EntryError, RUST_ENTRY, RUST_FINITIZE, RustEntry};
pub use subject::{Subject, SubjectError, Takes, Wanted};
pub use whole::rust_program;
