//! Distributing work over worker processes.
//!
//! The parts of a search space are positions of [`pikse_work`]. A worker walks through one and
//! reports its position now and then; results up to there are final. When another worker is idle, a
//! busy one is asked to split off a part. When a worker dies, its part is walked again from its last
//! reported position, with reports at ever shorter intervals, until the step that killed it is
//! known. The walk continues after that step.
//!
//! | module | its job |
//! | --- | --- |
//! | `coordinator` | which worker walks through which part: a state machine |
//! | [`simulated`] | a cluster in virtual time, for tests and forecasts |
//! | [`recorded`] | a recorded tree as work |
//! | `run` | runs work with the workers that there are |
//! | `parent` | the clock, the observer, and what the coordinator orders, whatever the transport |
//! | `crew` | the workers, as the parent sees them |
//! | `local` | a crew: processes of this machine |
//! | `mpi` | a crew: ranks of MPI, each with such processes (feature `mpi`) |
//! | `worker` | a worker, from the inside |
//! | `message` | the messages between workers and their parent |
//! | `process` | forking, pipes, waiting |
//! | `divide` | divides work into parts in advance |
//! | `alone` | one piece of work in a separate process |
//! | `journal` | what a worker did before it died |
//!
//! **Invariant:** this crate knows only [work](pikse_work::Work), and no particular search.

mod alone;
mod coordinator;
mod crew;
mod divide;
mod journal;
mod local;
mod message;
#[cfg(feature = "mpi")]
pub mod mpi;
mod parent;
mod process;
pub mod recorded;
mod run;
pub mod simulated;
mod worker;

use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use pikse_work::WalkError;
use serde::{Deserialize, Serialize};

pub use alone::alone;
pub use coordinator::Policy;
pub use divide::{divide, divide_further};
pub use run::{run, run_keeping};

/// How to distribute the work.
#[derive(Clone, Debug)]
pub struct Options {
    /// The number of workers; with MPI, of each rank. Default: 1.
    pub workers: usize,
    /// The job as bytes, from which the other ranks of MPI make it (`mpi::Job::body`). Default: none, so
    /// that all workers are processes of this machine.
    pub shipped: Option<Rc<[u8]>>,
    /// How parts come to workers. Default: idle ones take them from busy ones.
    pub policy: Policy,
    /// Stop after this many finds. Default: never.
    pub first: Option<u64>,
    /// Stop after this time. Default: never.
    pub stop_after: Option<Duration>,
    /// Whether finds are handed out rather than only counted. Default: no.
    pub finds: bool,
    /// Whether to stop at the first failure. Default: no.
    pub until_failure: bool,
    /// A worker that sends nothing for this time counts as dead. Default: 30 s.
    pub silence: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            workers: 1,
            shipped: None,
            policy: Policy::Stealing,
            first: None,
            stop_after: None,
            finds: false,
            until_failure: false,
            silence: Duration::from_secs(30),
        }
    }
}

/// The state of distributed work: the results so far, and the remaining parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State<P, T> {
    /// The results so far.
    pub tally: T,
    /// The remaining parts; none if everything is done. Work that has not begun has one part,
    /// which is `None`: the whole space.
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

/// The progress of running workers.
#[derive(Clone, Debug, Default)]
pub struct Progress<T> {
    /// The results so far.
    pub tally: T,
    /// How much of the space is done, from 0 to 1.
    pub done: f64,
    /// The time since the start.
    pub elapsed: Duration,
    /// The number of busy workers.
    pub working: usize,
}

/// Receives finds and progress.
pub trait Observer<F, T> {
    /// Something was found. An error ends the work.
    fn found(&mut self, found: F) -> std::io::Result<()>;

    /// Called a few times a second.
    fn progress(&mut self, progress: &Progress<T>);
}

/// Why distributed work ended without a result.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// No walk can continue.
    Walk(WalkError),
    /// The system cannot create a process or a pipe.
    System(std::io::Error),
    /// The finds cannot be written.
    Output(std::io::Error),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Walk(error) => error.fmt(f),
            ClusterError::System(error) => write!(f, "cannot start a worker process: {error}"),
            ClusterError::Output(error) => write!(f, "cannot write the results: {error}"),
        }
    }
}

impl std::error::Error for ClusterError {}
