//! What an exploration has found, and the parts of one that is not over.

use std::time::Duration;

use pikse_vm::{Cut, Ends, Failure, Machine, Note, Script, State, Stopped, Unchecked, Way};
use serde::{Deserialize, Serialize};

use crate::staged::Staged;
use crate::tally::{ErrorKey, ExploreTally, FoundError};

/// A distinct error: a kind at a place.
#[derive(Clone, Debug)]
pub struct Found {
    /// The first one.
    pub failure: Failure,
    /// The number of the path that had it first.
    pub path: u64,
    /// The number of paths with it.
    pub count: u64,
    /// The kind and the place.
    pub key: ErrorKey,
    /// The first path that had it, in the order of paths: its decisions, and its failure.
    pub(crate) least: (Vec<Way>, Failure),
}

/// The outcome of an exploration.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The tally.
    pub tally: ExploreTally,
    /// Distinct errors, in the order in which they were found.
    pub errors: Vec<Found>,
    /// Notes, each once, with the number of its paths, in the order of their first occurrence.
    pub notes: Vec<(Note, u64)>,
    /// Why the exploration stopped early, if it did.
    pub stopped: Option<Stopped>,
    /// The number of remaining states.
    pub states: usize,
    /// Its duration.
    pub time: Duration,
}

impl Outcome {
    /// The outcome of an exploration by several processes: what they found together. Errors are in the order
    /// of their first paths.
    #[must_use]
    pub fn of(
        mut tally: ExploreTally,
        stopped: Option<Stopped>,
        states: usize,
        time: Duration,
    ) -> Self {
        let mut errors: Vec<Found> = Vec::with_capacity(tally.errors.len());
        for (&key, error) in &tally.errors {
            let FoundError { failure, first, count } = error.clone();
            let least = (first, failure.clone());
            errors.push(Found { failure, path: 0, count, key, least });
        }
        errors.sort_by(|one, other| one.least.0.cmp(&other.least.0));
        let notes = tally.notes.iter().map(|(note, &count)| (note.clone(), count)).collect();
        if let Some(why) = stopped {
            *tally.cut.entry(Cut::Stopped(why)).or_default() += states as u64;
        }
        Self { tally, errors, notes, stopped, states, time }
    }

    /// Whether every path was followed to its end, with every value that is possible on it.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none() && self.tally.cut.is_empty() && self.notes.is_empty()
    }
}

/// A part of an exploration: a state, as what is needed to reach it again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    /// The ways to it.
    pub script: Script,
    /// The inputs between which it explores, if it is on the path of one of them.
    pub ends: Option<Ends>,
    /// Set while no query has shown that an input follows it: what it means if none does.
    pub unchecked: Option<Unchecked>,
    /// The stored inputs that it stands for, if it is not one state.
    pub staged: Option<Staged>,
}

impl Part {
    pub(crate) fn of(state: &State) -> Self {
        let (ends, unchecked) = (state.ends(), state.unchecked());
        Self { script: state.script(), ends, unchecked, staged: None }
    }

    /// All paths from one input on, and before another.
    #[must_use]
    pub fn between(ends: Ends) -> Self {
        Self { ends: Some(ends), ..Self::default() }
    }
}

/// The identity of an error: the kind, and the innermost place of the program's own.
#[must_use]
pub fn error_key(machine: &Machine<'_>, failure: &Failure) -> Option<ErrorKey> {
    let own = failure.stack.iter().find(|place| machine.is_traced(place.function));
    let &place = own.or(failure.stack.first())?;
    Some((failure.kind, place))
}
