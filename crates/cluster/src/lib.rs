//! Sharing a search out among worker processes.
//!
//! The parts of a search are [positions](pikse_search::Position). A worker searches one
//! and tells now and then where it stands; what it found up to there is then certain.
//! When another worker has nothing left to do, a busy one is asked to give a part away.
//! When a worker dies, its part is searched again from where it last stood, one run at a
//! time, until the candidate that killed it is known; the search goes on behind it.
//!
//! | module | its job |
//! | --- | --- |
//! | [`local`] | the workers of this machine, from the outside |
//! | `worker` | a worker, from the inside |
//! | `message` | what they tell each other |
//! | `process` | forking, pipes, waiting |
//! | `alone` | one piece of work in a process of its own |
//! | [`journal`] | what a worker read before it died |

mod alone;
pub mod journal;
pub mod local;
mod message;
mod process;
mod worker;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use pikse_search::{Choices, Position, Runner, Settings, Statistics};
use pikse_structure::{FieldId, Space};

pub use alone::alone;
pub use journal::Journal;
pub use local::run;

/// A runner that a worker process can have.
pub trait WorkerRunner: Runner {
    /// The candidates on which the predicate gave no verdict so far.
    fn failures(&self) -> Vec<Failure>;

    /// Why the runner goes from candidate to candidate in another way than it should.
    fn fallback(&self) -> Option<String>;

    /// From now on, every cell that a run reads is noted in the journal before the
    /// predicate goes on.
    fn keep_journal(&mut self, journal: Journal);

    /// Looks at a solution, which may take long and may kill the process. Gives a text
    /// for whoever wants the solution.
    fn solved(&mut self, choices: Choices<'_>) -> String {
        let _ = choices;
        String::new()
    }

    /// Whether [`WorkerRunner::solved`] has to see every solution.
    fn looks_at_solutions(&self) -> bool {
        false
    }

    /// Numbers that are added up over all workers.
    fn counters(&self) -> Vec<u64> {
        Vec::new()
    }

    /// What a user should be told, each once.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Candidates on which a predicate gave no verdict, or solutions on which something
/// failed, all for the same reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What failures are told apart by.
    pub key: String,
    /// One word for machines: `null`, `panic`, `time-limit`.
    pub kind: String,
    /// What the predicate does: `panics: index out of bounds (tree.rs:12)`.
    pub text: String,
    /// How many candidates.
    pub count: u64,
    /// The smallest of them, and among those the first.
    pub candidate: Vec<u32>,
    /// How large it is.
    pub size: u32,
    /// Its choices, in the order in which they were made: the first candidate of a search
    /// has the least.
    pub order: Vec<u32>,
    /// More about it, for whoever made the failure.
    pub detail: String,
}

impl Failure {
    /// Takes another failure with the same key in.
    pub fn absorb(&mut self, other: &Failure) {
        self.count += other.count;
        if (other.size, &other.order) < (self.size, &self.order) {
            let count = self.count;
            self.clone_from(other);
            self.count = count;
        }
    }
}

/// A search to share out.
pub struct Job<'a, R> {
    /// Its space.
    pub space: &'a Arc<Space>,
    /// What is asked for.
    pub settings: &'a Settings,
    /// What the runner [calls itself](Runner::signature).
    pub signature: &'a str,
    /// Makes the runner, in each worker.
    pub load: &'a dyn Fn() -> Result<R, String>,
}

/// How to share it out.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many workers. Default: 1.
    pub workers: usize,
    /// Stop after so many solutions. Default: never.
    pub first: Option<u64>,
    /// Stop after so long. Default: never.
    pub stop_after: Option<Duration>,
    /// Whether the candidate of each solution is wanted. Default: no.
    pub solutions: bool,
    /// Whether the digest of all solutions is wanted. Default: no.
    pub digest: bool,
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
            solutions: false,
            digest: false,
            until_failure: false,
            silence: Duration::from_secs(30),
        }
    }
}

/// Where a shared search stands: what was found, and the parts that are left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// What was done.
    pub statistics: Statistics,
    /// The parts that are left; none if the whole space is searched. A new search has
    /// one part, which is `None`: all of it.
    pub parts: Vec<Option<Position>>,
    /// Candidates without a verdict.
    pub failures: Vec<Failure>,
    /// The digests of all solutions, added up: equal for equal sets of structures.
    pub digest: u128,
    /// The fields that some run has read.
    pub fields_read: Vec<FieldId>,
    /// Why the strategy is another one than was asked for.
    pub fallback: Option<String>,
    /// Numbers that workers have added up.
    pub counters: Vec<u64>,
    /// What a user should be told.
    pub notes: Vec<String>,
}

impl State {
    /// Nothing is searched yet.
    pub fn new() -> State {
        State { parts: vec![None], ..State::default() }
    }

    /// Whether the whole space is searched.
    pub fn is_complete(&self) -> bool {
        self.parts.is_empty()
    }
}

/// What a user can be told while a search runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// What was done.
    pub statistics: Statistics,
    /// How much of the space is behind the search, from 0 to 1.
    pub done: f64,
    /// For how long it has run.
    pub elapsed: Duration,
    /// How many workers are at work.
    pub working: usize,
}

/// Who listens to a search.
pub trait Observer {
    /// A solution was found, and the runner said this of it; an error ends the search.
    fn solution(&mut self, candidate: &[u32], detail: &str) -> std::io::Result<()>;

    /// Called a few times a second.
    fn progress(&mut self, progress: &Progress);
}

/// Why a shared search ended without a result.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The predicate cannot be loaded, or made a mistake that leaves nothing certain.
    Predicate(String),
    /// The system gives no process or no pipe.
    System(std::io::Error),
    /// What was found cannot be written.
    Output(std::io::Error),
    /// A part is of another problem, or damaged.
    Position(pikse_search::PositionError),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClusterError::Predicate(message) => f.write_str(message),
            ClusterError::System(error) => write!(f, "no worker can be started: {error}"),
            ClusterError::Output(error) => write!(f, "cannot write what was found: {error}"),
            ClusterError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClusterError {}
