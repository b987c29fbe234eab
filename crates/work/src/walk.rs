//! The traits: a walk through a search space, and the work that makes walks.

use std::fmt;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// What was done in a part of a space. A default tally is that of nothing.
pub trait Tally: Clone + Default + fmt::Debug + Serialize + DeserializeOwned {
    /// Adds what was done in another part, which is disjoint.
    fn merge(&mut self, other: &Self);

    /// Whether something failed. A run that stops at the first failure asks this.
    fn has_failed(&self) -> bool {
        false
    }
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// So many steps at most. What a step is, the space says: a run of a predicate, a stop of a
    /// machine. No step takes long, unless the program under test does.
    pub steps: u64,
    /// Stop after so many finds, and hand them out. `None`: finds only count.
    pub finds: Option<u64>,
    /// Stop once something has failed.
    pub until_failure: bool,
}

impl Budget {
    /// So many steps, in which finds only count.
    pub fn steps(steps: u64) -> Self {
        Budget { steps, finds: None, until_failure: false }
    }
}

/// Why a walk gave back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// The budget is used up, or something that the budget says to stop at has happened.
    Paused,
    /// The part is searched to its end.
    Exhausted,
}

/// A walk through a search space, part by part.
pub trait Walk {
    /// A place in the space. What lies after it, up to the end of its part, is a part itself.
    type Position: Clone + fmt::Debug + Serialize + DeserializeOwned;
    /// What was done.
    type Tally: Tally;
    /// What is handed out.
    type Found: fmt::Debug + Serialize + DeserializeOwned;

    /// Goes to the beginning of a part: of the whole space if there is none.
    ///
    /// After an error the walk cannot be used again. A `careful` walk notes in its [journal](Work::load) what it does, while it does it.
    fn begin(&mut self, part: Option<&Self::Position>, careful: bool) -> Result<(), WalkError>;

    /// Goes on, and appends what it finds. A budget of at least one step does at least one step, if
    /// there is one.
    fn advance(
        &mut self,
        budget: Budget,
        found: &mut Vec<Self::Found>,
    ) -> Result<Advance, WalkError>;

    /// Where it stands: what was found up to here is not found again from here.
    fn position(&mut self) -> Self::Position;

    /// Gives away a part of what is left, if it can be cut. The two parts are disjoint, and together
    /// are what was left before.
    fn split(&mut self) -> Option<Self::Position>;

    /// How much of the part is done, from 0 to 1: an estimate that grows.
    fn done(&self) -> f64;

    /// What was done in all parts since the walk was made.
    fn tally(&self) -> Self::Tally;
}

/// A search space, and the means to walk through it.
pub trait Work {
    /// How it is walked.
    type Walk: Walk;

    /// Makes a walk, in the process where it is to run. It is told where to keep its journal.
    fn load(&self, journal: Rc<dyn Journal>) -> Result<Self::Walk, WalkError>;

    /// How many words the journal of one step may need.
    fn journal_words(&self) -> usize {
        0
    }

    /// Gets past the step that follows a position and ended its process, as its journal tells.
    /// Gives the position after it, and the tally of that one step.
    #[expect(clippy::type_complexity, reason = "the two types have no shorter names here")]
    fn pass(
        &self,
        at: Option<&<Self::Walk as Walk>::Position>,
        witness: &Witness,
        death: &Death,
    ) -> Result<(<Self::Walk as Walk>::Position, <Self::Walk as Walk>::Tally), WalkError>;
}

/// Where a step notes what it has done so far, in memory that outlives its process.
pub trait Journal {
    /// The step has done `count` things so far, the last of which is `last`. A smaller count takes
    /// things back.
    fn note(&self, count: usize, last: u32);

    /// The step is in its second phase, or no longer.
    fn set_second_phase(&self, second: bool);
}

/// A journal that keeps nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoJournal;

impl Journal for NoJournal {
    fn note(&self, _count: usize, _last: u32) {}

    fn set_second_phase(&self, _second: bool) {}
}

/// What a journal says after the process has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// What the step had done.
    pub words: Vec<u32>,
    /// Whether it was in its second phase.
    pub second_phase: bool,
}

/// How a process ended that should have gone on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Death {
    /// By a signal.
    Signal(i32),
    /// It exited with a code.
    Exit(i32),
    /// It gave no answer any more.
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

/// Why a walk cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum WalkError {
    /// The program cannot be loaded.
    Load(String),
    /// The program under test made a mistake that leaves nothing certain.
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
    /// A position that says something impossible.
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
