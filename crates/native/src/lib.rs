//! Predicates in unmodified C, C++ and Rust, run as native code.
//!
//! | module | its job |
//! | --- | --- |
//! | [`bounds`] | the space that a program's types and a size stand for, and where its cells lie |
//! | `instrument` | every read of memory tells where it reads |
//! | `library` | the instrumented program as a shared library, loaded |
//! | [`predicate`] | a search's runner: candidate memory, and the predicate that reads it |
//!
//! So far a predicate runs in the process of its search, from the beginning for
//! every candidate, and reads of Rust programs have no entry yet. **A predicate that
//! crashes takes the process with it**: nothing but tests uses this crate.

pub mod bounds;
mod instrument;
mod library;
pub mod predicate;

pub use bounds::{Bounds, BoundsError, Request};
pub use predicate::{NativeError, Predicate};
