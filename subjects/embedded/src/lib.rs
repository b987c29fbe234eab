//! The structures of the documents, as problems of the embedded library.
//!
//! Each is written once, for the examples, the tests of the published counts, and the
//! benchmarks. A module says which document it comes from and in which order its predicate
//! reads: the published *explored* counts depend on that order.
//!
//! | module | structures |
//! | --- | --- |
//! | [`linked_list`] | singly, sorted, sorted doubly linked lists |
//! | [`binary_tree`], [`search_tree`], [`avl_tree`], [`ternary_tree`] | trees without colours |
//! | [`red_black_tree`] | red-black trees and order-statistics trees |
//! | [`heap`] | heap arrays |
//! | [`disjoint_sets`] | disjoint sets as linked lists |
//! | [`dag`] | directed acyclic graphs |
//! | [`java`] | Java class hierarchies, printed as Java |
//! | [`korat_api`] | the six subjects of document 002, as conjunctions |
//!
//! [`published`] has the expected figures, and [`sources`] the same structures as programs
//! in C, C++ and Rust. [`checks`] has the operations of those programs, [`defects`] has
//! edits that make them wrong, and [`brute_force`] finds the inputs that fail.

pub mod avl_tree;
pub mod binary_tree;
pub mod brute_force;
pub mod checks;
pub mod dag;
pub mod defects;
pub mod disjoint_sets;
pub mod heap;
pub mod java;
pub mod korat_api;
pub mod linked_list;
pub mod published;
pub mod red_black_tree;
pub mod search_tree;
pub mod sources;
pub mod ternary_tree;
mod walk;

use pikse::{Builder, Formula, Problem};

/// The maximum number of nodes in the worklists of the predicates (the trees' sets
/// hold 63). They are on the stack: a predicate runs millions of times, and an
/// allocation in each run would cost as much as the run.
pub const MAX_NODES: usize = 512;

/// A problem whose bounds are valid for every size.
fn problem(bounds: Builder, formula: Formula) -> Problem {
    Problem::new(bounds, formula).expect("a subject's bounds are well formed")
}

/// Exactly `n`, as the range of an int field.
fn exactly(n: usize) -> std::ops::RangeInclusive<i64> {
    n as i64..=n as i64
}

/// From 0 to `n`, as the range of an int field.
fn up_to(n: usize) -> std::ops::RangeInclusive<i64> {
    0..=n as i64
}
