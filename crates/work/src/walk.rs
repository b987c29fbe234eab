//! The traits: a walk through a search space, and the work that makes walks.

use std::fmt;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The results of a part of a space. The default tally is that of an empty part.
pub trait Tally: Clone + Default + fmt::Debug + Serialize + DeserializeOwned {
    /// Adds the results of another, disjoint part.
    fn merge(&mut self, other: &Self);

    /// Whether something failed, for runs that stop at the first failure.
    fn has_failed(&self) -> bool {
        false
    }
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of steps. The space defines what a step is: a run of a predicate, a stop
    /// of a machine. Steps are short, unless the program under test takes long.
    pub steps: u64,
    /// Stop after this many finds, and hand them out. `None`: only count finds.
    pub finds: Option<u64>,
    /// Stop at the first failure.
    pub until_failure: bool,
}

impl Budget {
    /// A number of steps; finds are only counted.
    pub fn steps(steps: u64) -> Self {
        Budget { steps, finds: None, until_failure: false }
    }
}

/// Why a walk returned control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// The budget is used up, or a condition that the budget says to stop at was met.
    Paused,
    /// The part is searched to its end.
    Exhausted,
}

/// A walk through a search space, part by part.
pub trait Walk {
    /// A place in the space. The rest of its part after it is a part itself.
    type Position: Clone + fmt::Debug + Serialize + DeserializeOwned;
    /// The results.
    type Tally: Tally;
    /// What is handed out.
    type Found: fmt::Debug + Serialize + DeserializeOwned;

    /// Goes to the beginning of a part, or of the whole space if `part` is `None`.
    ///
    /// After an error the walk cannot be used again. A `careful` walk records what it does in its
    /// [journal](Work::load) while it does it.
    fn begin(&mut self, part: Option<&Self::Position>, careful: bool) -> Result<(), WalkError>;

    /// Advances, and appends what it finds. With a budget of at least one step, it makes at least one
    /// step if any is left.
    fn advance(
        &mut self,
        budget: Budget,
        found: &mut Vec<Self::Found>,
    ) -> Result<Advance, WalkError>;

    /// The current position. What was found before it is not found again from it.
    fn position(&mut self) -> Self::Position;

    /// Splits off a part of the rest, if the rest can be split. The two parts are disjoint, and their
    /// union is the rest as it was before.
    fn split(&mut self) -> Option<Self::Position>;

    /// How much of the part is done, from 0 to 1: an estimate that grows.
    fn done(&self) -> f64;

    /// The results of all parts since the walk was made.
    fn tally(&self) -> Self::Tally;
}

/// A search space that can be walked.
pub trait Work {
    /// The type of its walks.
    type Walk: Walk;

    /// Makes a walk, in the process where it is to run. It writes to the given journal.
    fn load(&self, journal: Rc<dyn Journal>) -> Result<Self::Walk, WalkError>;

    /// The maximum number of words that one step writes to the journal.
    fn journal_words(&self) -> usize {
        0
    }

    /// Skips the step after a position that ended its process. The journal says what the step did.
    /// Returns the position after it, and the tally of that one step.
    #[expect(clippy::type_complexity, reason = "the two types have no shorter names here")]
    fn pass(
        &self,
        at: Option<&<Self::Walk as Walk>::Position>,
        witness: &Witness,
        death: &Death,
    ) -> Result<(<Self::Walk as Walk>::Position, <Self::Walk as Walk>::Tally), WalkError>;
}

/// Where a step records what it has done so far, in memory that outlives its process.
pub trait Journal {
    /// Records that the step has `count` entries so far, the last of which is `last`. A smaller
    /// count removes entries.
    fn note(&self, count: usize, last: u32);

    /// Records whether the step is in its second phase.
    fn set_second_phase(&self, second: bool);
}

/// A journal that discards everything.
#[derive(Clone, Copy, Debug)]
pub struct NoJournal;

impl Journal for NoJournal {
    fn note(&self, _count: usize, _last: u32) {}

    fn set_second_phase(&self, _second: bool) {}
}

/// The contents of a journal after the process has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Witness {
    /// The entries of the step.
    pub words: Vec<u32>,
    /// Whether it was in its second phase.
    pub second_phase: bool,
}

/// How a process ended that should have kept running.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Death {
    /// By a signal.
    Signal(i32),
    /// It exited with a code.
    Exit(i32),
    /// It stopped answering.
    Silent,
}

impl fmt::Display for Death {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Death::Signal(signal) => write!(f, "signal {signal}"),
            Death::Exit(code) => write!(f, "exit code {code}"),
            Death::Silent => f.write_str("no answer"),
        }
    }
}

/// Why a walk cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum WalkError {
    /// The program cannot be loaded.
    Load(String),
    /// The program under test broke a rule, so that further results would be unreliable.
    Mistake(String),
    /// The position cannot be resumed.
    Position(PositionError),
}

impl fmt::Display for WalkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WalkError::Load(message) | WalkError::Mistake(message) => f.write_str(message),
            WalkError::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WalkError {}

impl From<PositionError> for WalkError {
    fn from(error: PositionError) -> Self {
        WalkError::Position(error)
    }
}

/// Why a position cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum PositionError {
    /// It is not a position, or was damaged.
    Malformed(String),
    /// It is a position of another problem: other classes, bounds, predicates, programs or options.
    OtherProblem,
}

impl PositionError {
    /// A position that is malformed, with the reason.
    pub fn malformed(why: impl Into<String>) -> Self {
        PositionError::Malformed(why.into())
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Malformed(why) => write!(f, "not a saved position: {why}"),
            PositionError::OtherProblem => write!(
                f,
                "the position was saved by another problem; resume it with the same classes, \
                 bounds, predicates and options"
            ),
        }
    }
}

impl std::error::Error for PositionError {}
