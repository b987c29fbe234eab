//! Pikse generates every valid structure within bounds, each once.
//!
//! Write a predicate ("is this structure valid?") as a closure that reads fields
//! through a [`Probe`], declare the domains of the fields, and search:
//!
//! ```
//! use pikse::{Builder, ObjSet, Problem, predicate};
//!
//! // Singly linked lists of up to three nodes.
//! let mut bounds = Builder::new();
//! let list = bounds.class("List", 1);
//! let node = bounds.class("Node", 3);
//! let header = bounds.reference(list, "header", node);
//! let size = bounds.int(list, "size", 0..=3);
//! let next = bounds.reference(node, "next", node);
//!
//! let rep_ok = predicate("rep_ok", move |p| {
//!     let list = p.root();
//!     let mut visited = ObjSet::new();
//!     let mut at = p.get(list, header);
//!     while let Some(node) = at {
//!         if !visited.insert(node) {
//!             return false; // a cycle
//!         }
//!         at = p.get(node, next);
//!     }
//!     p.eq(list, size, visited.len() as i64)
//! });
//!
//! let problem = Problem::new(bounds, rep_ok)?;
//! assert_eq!(problem.count()?.valid, 4);
//! for list in problem.solutions() {
//!     println!("{}", list?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! | --- | --- |
//! | declare classes, fields and domains | [`Builder`] |
//! | write predicates, and combine them | [`predicate`], [`Formula::and`], [`Formula::land`] |
//! | require something of a value before reading it | [`Probe::eq`], [`Probe::in_range`], [`Probe::require`], … |
//! | search | [`Problem::count`], [`Problem::first`], [`Problem::solutions`], [`Problem::solve`] |
//! | restrict the search | [`Problem::fix`], [`Problem::exclude_null`], [`Problem::given`], [`Problem::out_of_focus`] |
//! | find the best order of conjuncts | [`Problem::prioritize`] |
//! | give a Rust type bounds for the `pikse` command | [`Finite`] |
//! | run a property on every input, in `cargo test` | [`check`](macro@check) |
//! | make inputs symbolic, in a harness for `pikse explore` | [`symbolic()`], [`assume!`] |
//! | pause, save, resume, split | [`Problem::search`], [`Problem::resume`] |

pub mod finite;
mod formula;
mod prioritize;
mod problem;
pub mod symbolic;
pub mod testing;

pub use finite::{Finite, Finitizer};
pub use formula::{Conjuncts, Formula, predicate};
pub use pikse_macros::{Finite, check};
pub use pikse_search::{
    Cancel, Condition, ConditionError, Fault, Fixed, OptionError, Pause, Position, PositionError,
    Probe, RestrictError, Search, SearchError, Statistics, Step, Unread,
};
pub use pikse_structure::isomorphism::isomorphic;
pub use pikse_structure::{
    ArrayField, Bool, BuildError, ClassId, Enum, Field, Int, Length, NonNull, Obj, ObjSet, Object,
    Path, Ref, SmallObjSet, Space, SpaceBuilder as Builder, Structure, Value,
};
pub use prioritize::{Order, Prioritization, PrioritizeError};
pub use problem::{Problem, Solutions, Stopped};
pub use symbolic::{Symbolic, reject, symbolic, symbolic_named};

/// The README's code is a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
