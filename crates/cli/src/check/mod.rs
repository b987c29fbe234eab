//! `pikse check`: from arguments to checks that ran.
//!
//! | module | its job |
//! | --- | --- |
//! | `plan` | what is to be checked, from arguments or pikse.toml |
//! | `session` | a check that is compiled |
//! | `runner` | a check in a worker process |
//! | `result` | what a check has come to, as the reports have it |
//! | `saved` | failures on disk, which can be replayed |
//! | `regression` | failures as tests in the user's language |

pub(crate) mod plan;
pub(crate) mod regression;
pub(crate) mod result;
pub(crate) mod saved;
pub(crate) mod session;
