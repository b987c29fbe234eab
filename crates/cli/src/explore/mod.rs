//! Explorations: what is to be explored, the tests on disk, and what is told.
//!
//! | module | its job |
//! | --- | --- |
//! | `plan` | from arguments to a program and its world |
//! | `replay` | tests, run natively |
//! | `show` | the structure of a test, in the forms of `pikse generate` |
//! | `tests` | tests, written while the exploration goes on |
//! | `watch` | what looks at an exploration: tests, progress, Ctrl-C |
//! | `collect` | paths, kept for a report: their tree, and tests of them |
//! | `result` | what an exploration has come to, as the reports have it |

pub(crate) mod collect;
pub(crate) mod plan;
pub(crate) mod replay;
pub(crate) mod result;
pub(crate) mod show;
pub(crate) mod tests;
pub(crate) mod watch;
