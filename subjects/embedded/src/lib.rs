//! The structures of the documents, as problems of the embedded library.
//!
//! Each is written once and serves the examples, the tests of the published
//! counts, and the benchmarks. A module says which document it comes from and in
//! which order its predicate reads: that order is what the published *explored*
//! counts depend on.

pub mod binary_tree;
pub mod search_tree;
