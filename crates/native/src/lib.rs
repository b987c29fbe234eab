//! Predicates in unmodified C, C++ and Rust, run as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | `instrument` | every read of memory tells where it reads |
//! | `library` | the instrumented program as a shared library, loaded |
//! | [`multi_value`] | which loads decide the predicate's result, and for which values |
//! | [`rust_entry`] | a way into a Rust file |
//! | [`predicate`] | a search's runner: candidate memory, and the predicate that reads it |
//!
//! So far a predicate runs in the process of its search, from the beginning for
//! every candidate. **A predicate that
//! crashes takes the process with it**: nothing but tests uses this crate.

pub mod bounds;
mod instrument;
mod library;
pub mod multi_value;
pub mod predicate;
pub mod rust_entry;

pub use bounds::{Bounds, BoundsError, Request};
pub use predicate::{NativeError, Predicate};
pub use rust_entry::{RUST_ENTRY, RustEntry};
