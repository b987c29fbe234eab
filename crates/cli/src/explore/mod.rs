//! Explorations: what is to be explored, the tests on disk, and what is told.
//!
//! | module | its job |
//! | --- | --- |
//! | `plan` | from arguments to a program and its world |
//! | `replay` | tests, run natively |
//! | `tests` | tests, written while the exploration goes on |
//! | `watch` | what looks at an exploration: tests, progress, Ctrl-C |
//! | `told` | the result, for people and for machines |

pub(crate) mod plan;
pub(crate) mod replay;
pub(crate) mod tests;
pub(crate) mod told;
pub(crate) mod watch;
