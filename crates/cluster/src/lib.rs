//! Sharing work out among worker processes.
//!
//! The parts of a search space are positions of [`pikse_work`]. A worker walks through one and says
//! now and then where it stands; what it found up to there is then certain. When another worker has
//! nothing left to do, a busy one is asked to give a part away. When a worker dies, its part is
//! walked again from where it last stood, ever more carefully, until the step that killed it is
//! known; the walk goes on after that step.
//!
//! | module | its job |
//! | --- | --- |
//! | [`local`] | the workers of this machine, from the outside |
//! | `worker` | a worker, from the inside |
//! | `message` | what they tell each other |
//! | `process` | forking, pipes, waiting |
//! | `alone` | one piece of work in a process of its own |
//! | `journal` | what a worker did before it died |
//!
//! **Invariant:** this crate knows [work](pikse_work::Work) and no search.

mod alone;
mod journal;
pub mod local;
mod message;
mod process;
mod worker;

use std::fmt;
use std::time::Duration;

use pikse_work::WalkError;
use serde::{Deserialize, Serialize};

pub use alone::alone;
pub use local::run;

/// How to share it out.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many workers. Default: 1.
    pub workers: usize,
    /// Stop after so many finds. Default: never.
    pub first: Option<u64>,
    /// Stop after so long. Default: never.
    pub stop_after: Option<Duration>,
    /// Whether finds are handed out, and not only counted. Default: no.
    pub finds: bool,
    /// Whether to stop once something has failed. Default: no.
    pub until_failure: bool,
    /// A worker that says nothing for so long is taken for dead. Default: 30 s.
    pub silence: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            workers: 1,
            first: None,
            stop_after: None,
            finds: false,
            until_failure: false,
            silence: Duration::from_secs(30),
        }
    }
}

/// How far shared work has come: what was done, and the parts that are left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State<P, T> {
    /// What was done.
    pub tally: T,
    /// The parts that are left; none if everything is done. Work that has not begun has one part,
    /// which is `None`: all of it.
    pub parts: Vec<Option<P>>,
}

impl<P, T: Default> State<P, T> {
    /// Nothing is done yet.
    pub fn new() -> Self {
        State { tally: T::default(), parts: vec![None] }
    }
}

impl<P, T: Default> Default for State<P, T> {
    fn default() -> Self {
        State::new()
    }
}

impl<P, T> State<P, T> {
    /// Whether everything is done.
    pub fn is_complete(&self) -> bool {
        self.parts.is_empty()
    }
}

/// The state of a kind of work.
pub type StateOf<W> = State<message::PositionOf<W>, message::TallyOf<W>>;

/// What a user can be told while workers work.
#[derive(Clone, Debug, Default)]
pub struct Progress<T> {
    /// What was done.
    pub tally: T,
    /// How much of the space is done, from 0 to 1.
    pub done: f64,
    /// How long it has run.
    pub elapsed: Duration,
    /// How many workers are at work.
    pub working: usize,
}

/// Who listens to the workers.
pub trait Observer<F, T> {
    /// Something was found. An error ends the work.
    fn found(&mut self, found: F) -> std::io::Result<()>;

    /// Called a few times a second.
    fn progress(&mut self, progress: &Progress<T>);
}

/// Why shared work ended without a result.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// No walk can go on.
    Walk(WalkError),
    /// The system gives no process or no pipe.
    System(std::io::Error),
    /// What was found cannot be written.
    Output(std::io::Error),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Walk(error) => error.fmt(f),
            ClusterError::System(error) => write!(f, "cannot start a worker process: {error}"),
            ClusterError::Output(error) => write!(f, "cannot write what was found: {error}"),
        }
    }
}

impl std::error::Error for ClusterError {}
