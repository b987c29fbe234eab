//! The Korat search, written once for every way to run a predicate.
//!
//! # The search
//!
//! A candidate is a vector of domain indices, one a cell. The predicate runs on
//! it and reads cells through a [`Probe`]; the first read of a cell makes it a
//! **choice point**, and the choice points in the order of their first reads are
//! the **trail** (the documents' field-access list). After a run the search
//! takes the last choice point and gives it its next value; when it has none
//! left it is taken off the trail and the one before it is advanced. Cells that
//! were not read cannot have decided anything, so none of their values is tried:
//! that is all the pruning there is, and it is a lot.
//!
//! **Isomorphism.** Objects have no identity but their class. A reference may
//! therefore take null, any object that an earlier choice point refers to, and
//! one object of each class that none refers to yet. Candidates that differ only
//! in the names of their objects are met once.
//!
//! **Multi-value comparisons.** Where a predicate says what it needs of a value
//! before it looks at it ([`Probe::require`] and its short forms), values that
//! would fail are struck out without a run; [`Probe::decide`] also accepts the
//! values that pass.
//!
//! **The tail.** Fields that an accepted predicate left unread may still matter:
//! a restriction on a path may name them, a condition may ask for them, or the
//! user may want all their values. The search then goes on reading by itself,
//! after the predicate's last read. Choice points of this tail are varied
//! without running the predicate again, since it never looked.
//!
//! # The parts
//!
//! | module | its job |
//! | --- | --- |
//! | `trail` | choice points: their remaining values, and taking the next |
//! | [`probe`] | reading cells: choice points on first access, isomorphism, multi-value |
//! | [`restrict`] | fixed and excluded values, by path and by cell |
//! | `route`, `bindings` | field paths looked up in a space; where they lead while the search runs |
//! | [`condition`] | heap path conditions as text: what becomes a restriction, what remains |
//! | [`options`] | options as users write them, turned into settings |
//! | `tail` | what the search reads after the predicate |
//! | [`search`] | the driver: run, judge, advance; pause, split, resume |
//! | [`position`] | a search's place as a few hundred bytes |
//! | [`walk`] | the search as work that can be shared out |
//!
//! **Invariant:** nothing here knows how a predicate runs. A [`Runner`] does: a
//! closure, native code, a symbolic machine.

mod bindings;
pub mod condition;
pub mod error;
pub mod options;
pub mod position;
pub mod probe;
pub mod restrict;
mod route;
pub mod search;
mod tail;
mod trail;
pub mod walk;

pub use condition::{Condition, ConditionError};
pub use error::{Fault, SearchError};
pub use options::{Fixed, OptionError};
pub use pikse_work::Cancel;
pub use position::{Position, PositionError};
pub use probe::Probe;
pub use restrict::{RestrictError, Restrictions};
pub use search::{Pause, Runner, Search, Settings, Statistics, Step, Unread};
pub use trail::{Choices, Mark, Shown};
pub use walk::{Digest, Killed, SearchTally, SearchWalk, SearchWork, Solution, WorkRunner};
