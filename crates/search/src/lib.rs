//! The Korat search, independent of how the predicate runs.
//!
//! # The search
//!
//! A candidate is a vector of domain indices, one for each cell. The predicate runs
//! on it and reads cells through a [`Probe`]. The first read of a cell makes it a
//! **choice point**. The choice points in the order of their first reads are
//! the **trail** (the documents' field-access list). After a run the search
//! gives the last choice point its next value. If none is left, it removes the
//! choice point from the trail and advances the one before it. Cells that were not
//! read cannot have affected the result, so their other values are not tried. This
//! is what prunes the search.
//!
//! **Isomorphism.** Objects of a class are interchangeable. A reference may
//! therefore take null, any object that an earlier choice point refers to, and
//! one object of each class that none refers to yet. Of candidates that differ only
//! in the names of their objects, one is tried.
//!
//! **Multi-value comparisons.** A predicate can state a requirement on a value
//! before it reads the value ([`Probe::require`] and its short forms). Values that
//! do not satisfy it are skipped without a run. [`Probe::decide`] also accepts the
//! values that do, without a run.
//!
//! **The tail.** Fields that the predicate did not read before it accepted may still
//! matter: a restriction or a condition may name them, or the user may want all
//! their values. The search then reads them itself, after the predicate's last
//! read. Choice points of this tail are varied without running the predicate again,
//! because it did not read them.
//!
//! # The parts
//!
//! | module | its job |
//! | --- | --- |
//! | `trail` | choice points: their remaining values, and taking the next |
//! | [`probe`] | reading cells: choice points on first access, isomorphism, multi-value comparisons |
//! | [`restrict`] | fixed and excluded values, by path and by cell |
//! | `route`, `bindings` | field paths looked up in a space; where they lead while the search runs |
//! | [`condition`] | heap path conditions as text, and the restrictions derived from them |
//! | [`options`] | options as users write them, turned into settings |
//! | `tail` | what the search reads after the predicate |
//! | [`search`] | the driver: run, evaluate, advance; pause, split, resume; what code under test reads |
//! | [`position`] | the saved position of a search, a few hundred bytes |
//! | `rejections` | why a search finds nothing |
//! | [`walk`] | the search as work that can be distributed |
//!
//! **Invariant:** nothing here knows how a predicate runs. That is the job of a
//! [`Runner`]: a closure, native code, a symbolic machine.

mod bindings;
pub mod condition;
pub mod error;
pub mod options;
pub mod position;
pub mod probe;
mod rejections;
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
pub use rejections::Rejections;
pub use restrict::{RestrictError, Restrictions};
pub use search::{Pause, Runner, Search, Settings, Statistics, Step, Unread};
pub use trail::{Choices, Mark, Shown};
pub use walk::{Digest, Killed, LATE, SearchTally, SearchWalk, SearchWork, Solution, WorkRunner};
