//! The engine: runs a predicate on a separate stack and heap, so that it can be stopped,
//! continued from a checkpoint, and aborted.
//!
//! | module | its job |
//! | --- | --- |
//! | `slot` | the address space of a predicate |
//! | `control` | data that the program and the host share |
//! | `switch` | switches between the search's stack and the predicate's |
//! | `log`, `heap` | the undo log; memory that the predicate allocates |
//! | `checkpoints` | saved states to continue from |
//! | `hooks` | the functions that the program's hooks call |
//! | `host` | the state of a run |
//! | `containers` | containers of the program's library, made of their contents |
//! | `functions` | replacements for functions of the system |
//! | `checking` | memory checks and leaks of code under test |
//! | `observe` | an input, read back from memory after a run |
//! | `calls` | the call stack of a stopped program |
//! | `faults` | signals that end a run |
//! | `broken` | the ways in which a run can fail |

pub(crate) mod broken;
pub(crate) mod calls;
pub(crate) mod checking;
pub(crate) mod checkpoints;
pub(crate) mod containers;
pub(crate) mod control;
pub(crate) mod faults;
pub(crate) mod functions;
pub(crate) mod heap;
mod hooks;
pub(crate) mod host;
pub(crate) mod log;
pub(crate) mod observe;
pub(crate) mod slot;
pub(crate) mod switch;

pub use broken::{Broken, Difference, FieldDifference, Said};
pub use slot::MemoryLimits;
