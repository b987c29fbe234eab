//! Explorations: the program, tests on disk, results.
//!
//! | module | its job |
//! | --- | --- |
//! | `plan` | from arguments to a program and its environment |
//! | `loaded` | the program: opened, or stored with the parts of a run |
//! | `guard` | stops an exploration at its limits and at Ctrl-C |
//! | `position` | tests as positions in the order of paths |
//! | `shared` | an exploration by worker processes, saved and resumed |
//! | `since` | what is left of an exploration of another version |
//! | `replay` | runs tests as native code |
//! | `regression` | errors as tests in the language of the source |
//! | `staged` | structures that `pikse stage` stored |
//! | `show` | the structure of a test, in the formats of `pikse generate` |
//! | `tests` | writes tests while the exploration runs |
//! | `watch` | observes an exploration: tests, progress |
//! | `collect` | collects paths for a report: their tree and their tests |
//! | `result` | the result of an exploration, as the reports need it |

pub(crate) mod collect;
pub(crate) mod guard;
pub(crate) mod loaded;
pub(crate) mod plan;
pub(crate) mod position;
pub(crate) mod regression;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod shared;
pub(crate) mod show;
mod since;
pub(crate) mod staged;
pub(crate) mod tests;
pub(crate) mod watch;
