//! The engine: a predicate on its own stack and heap, in which it can be stopped, gone
//! back in, and broken off.
//!
//! | module | its job |
//! | --- | --- |
//! | `slot` | where everything lies |
//! | `control` | what the program and the host share |
//! | `switch` | to and fro between the search's stack and the predicate's |
//! | `log`, `heap` | writes that can be undone; memory that the predicate allocates |
//! | `checkpoints` | states to go back to |
//! | `host` | what the program's hooks do |
//! | `functions` | what stands in for functions that a program expects of the system |
//! | `checking` | what code under test may do to the candidate, and what it did |
//! | `observe` | an input, read back from memory after a run |
//! | `calls` | the calls that a stopped program is in |
//! | `faults` | signals that end a run |
//! | `broken` | how a run can break off |

pub(crate) mod broken;
pub(crate) mod calls;
pub(crate) mod checking;
pub(crate) mod checkpoints;
pub(crate) mod control;
pub(crate) mod faults;
pub(crate) mod functions;
pub(crate) mod heap;
pub(crate) mod host;
pub(crate) mod log;
pub(crate) mod observe;
pub(crate) mod slot;
pub(crate) mod switch;

pub use broken::{Broken, Difference, FieldDifference, Said};
pub use slot::MemoryLimits;
