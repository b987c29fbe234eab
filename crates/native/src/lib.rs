//! Predicates in unmodified C, C++ and Rust.
//!
//! So far: [`bounds`], the space of candidates that a program's types and a size
//! stand for, and where each cell of a candidate lies in memory.

pub mod bounds;

pub use bounds::{Bounds, BoundsError, Request};
