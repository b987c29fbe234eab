//! When to stop.

use std::time::Duration;

use pikse_base::Halt;
use serde::{Deserialize, Serialize};

/// When an exploration stops before it is complete. Nothing is a limit by default, but for the states.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Time.
    pub time: Option<Duration>,
    /// Paths that ended in any way.
    pub paths: Option<u64>,
    /// Instructions of all paths together.
    pub instructions: Option<u64>,
    /// Instructions of one path.
    pub path_instructions: Option<u64>,
    /// States that wait at a time; by default 1,000,000. Further ones are dropped and reported.
    pub states: usize,
    /// Bytes of the process, as `memory` of the explorer's watch reports them.
    pub memory: Option<u64>,
    /// Stop at the first error.
    pub first_error: bool,
    /// A request to stop, which is polled at every step and by the solver. It stays in its process.
    #[serde(skip, default = "never")]
    pub halt: Halt,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            paths: None,
            instructions: None,
            path_instructions: None,
            states: 1_000_000,
            memory: None,
            first_error: false,
            halt: Halt::NEVER,
        }
    }
}

fn never() -> Halt {
    Halt::NEVER
}
