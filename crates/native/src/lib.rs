//! Predicates in unmodified C, C++ and Rust, run as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | [`finitize`] | bounds that a function of the program gives; `finitize_run` runs it |
//! | `instrument` | every read of memory tells where it reads |
//! | `library` | the instrumented program as a shared library, loaded |
//! | [`rust_entry`] | a way into a Rust file; `rust_symbols` reads the names of what it compiles to |
//! | `facade` | the crate `pikse` of a Rust file that belongs to no package |
//! | [`package`] | a way into a Cargo package |
//! | [`predicate`] | a search's runner: candidate memory, and the predicate that reads it |
//!
//! So far a predicate runs in the process of its search, from the beginning for
//! every candidate. **A predicate that
//! crashes takes the process with it**: nothing but tests uses this crate.

pub mod bounds;
mod facade;
pub mod finitize;
mod finitize_run;
mod instrument;
mod library;
pub mod package;
pub mod predicate;
pub mod rust_entry;
mod rust_symbols;

pub use bounds::{Bounds, BoundsError, Request};
pub use finitize::{Finitization, FinitizeError, finitization, with_headers};
pub use package::{Package, package_entry};
pub use predicate::{NativeError, Predicate};
pub use rust_entry::{EntryError, RUST_ENTRY, RUST_FINITIZE, RustEntry};
