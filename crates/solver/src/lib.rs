//! Decides path conditions, in tiers.
//!
//! A [`Query`] asks whether a condition can hold on a [`Path`]. Each tier is a [`Solver`] that
//! answers what it can and passes the rest to the next tier. [`Tiers`] is the chain that the engine
//! uses, with the query of a fork: which sides are possible?
//!
//! | module | what it decides |
//! | --- | --- |
//! | [`components`] | nothing; it holds the conjuncts of a path |
//! | [`path`] | a fork on a condition that is in the path, without a query |
//! | [`fold`] | constants, and conditions that are in the path already |
//! | [`bytes`] | conditions on one byte, such as a class from a table |
//! | [`reuse`] | conditions that the path's own model, or a recent one, satisfies |
//! | [`mod@slice`] | nothing; it removes conjuncts without a symbol in common with the condition |
//! | [`cache`] | queries decided before: equal sets, subsets, supersets |
//! | [`difference`] | equalities and comparisons of terms `x + c` |
//! | [`enumerate`] | conditions on few bytes, by their values |
//! | [`intervals`] | floating-point arithmetic on few variables |
//! | `floats` (feature `z3`) | floating-point arithmetic, by Z3 |
//! | [`blast`] | everything else, by SAT |
//!
//! [`least`] finds the least value of an expression on a path by such queries.
//!
//! **Invariant:** an answer is certain, or it is [`Answer::Unknown`]. A model is evaluated against
//! the query before it is returned.

pub mod blast;
pub mod bytes;
pub mod cache;
pub mod components;
#[cfg(feature = "z3")]
pub mod cross_check;
pub mod difference;
pub mod enumerate;
#[cfg(feature = "z3")]
pub mod floats;
pub mod fold;
pub mod intervals;
pub mod least;
pub mod path;
pub mod query;
pub mod reuse;
mod sets;
pub mod slice;
pub mod stats;
pub mod tiers;

pub use least::Least;
pub use path::Path;
pub use query::{Answer, Limits, Nothing, Query, Solver, Why};
pub use stats::TierStats;
pub use tiers::{Branch, Last, Side, Tiers, chain, last};
