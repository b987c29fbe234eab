//! Verification tasks: which tasks, worker processes, output.
//!
//! | module | its job |
//! | --- | --- |
//! | `tasks` | the tasks that the arguments name |
//! | `worker` | one task in a process of its own |
//! | `output` | results as text and as JSON |

pub(crate) mod output;
pub(crate) mod tasks;
pub(crate) mod worker;
