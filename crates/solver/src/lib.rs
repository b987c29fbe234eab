//! Decides path conditions, in tiers.
//!
//! A [`Query`] asks whether a condition can hold where a [`Path`] has come. Each tier is a
//! [`Solver`] that answers what it can and passes the rest to the tier behind it; [`Tiers`] is the
//! chain that the engine uses, with the question that a fork asks: which sides are possible?
//!
//! | module | what it decides |
//! | --- | --- |
//! | [`path`] | a fork on a condition that stands in the path, without a question |
//! | [`fold`] | constants, and conditions that stand in the path already |
//! | [`reuse`] | what the path's own model, or a recent one, satisfies |
//! | [`mod@slice`] | nothing; it leaves out what has no symbol in common with the condition |
//! | [`cache`] | what was decided before: the same, less, or more |
//! | [`difference`] | equalities and comparisons of terms `x + c` |
//! | [`intervals`] | floating-point arithmetic on few variables |
//! | `floats` (feature `z3`) | floating-point arithmetic, by Z3 |
//! | [`blast`] | everything else, by SAT |
//!
//! [`least`] finds the least value of an expression on a path by such questions.
//!
//! **Invariant:** an answer is certain or it is [`Answer::Unknown`]. A model is evaluated
//! against the query before it is given out.

pub mod blast;
pub mod cache;
#[cfg(feature = "z3")]
pub mod cross_check;
pub mod difference;
#[cfg(feature = "z3")]
pub mod floats;
pub mod fold;
pub mod intervals;
pub mod least;
pub mod path;
pub mod query;
pub mod reuse;
pub mod slice;
pub mod stats;
pub mod tiers;

pub use least::Least;
pub use path::Path;
pub use query::{Answer, Limits, Nothing, Query, Solver, Why};
pub use stats::TierStats;
pub use tiers::{Branch, Last, Side, Tiers, chain, last};
