//! `pikse check`: from arguments to results.
//!
//! | module | its job |
//! | --- | --- |
//! | `plan` | what to check, from arguments or pikse.toml |
//! | `session` | a compiled check |
//! | `states` | the states of checks, saved, resumed, divided and merged |
//! | `stored` | compiled checks, stored with the parts of a run |
//! | `result` | the result of a check, as the reports need it |
//! | `saved` | failures on disk, for `pikse replay` |
//! | `package_test` | where a test belongs in a package |
//! | `regression` | failures as tests in the user's language |

mod package_test;
pub(crate) mod plan;
pub(crate) mod regression;
pub(crate) mod result;
pub(crate) mod saved;
pub(crate) mod session;
pub(crate) mod states;
pub(crate) mod stored;
