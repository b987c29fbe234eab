//! Errors while a search runs.

use std::fmt;

use pikse_structure::Structure;

/// A mistake of a predicate that the probe detected while it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The predicate is not deterministic: given the same values, it read other cells than before.
    NonDeterministic {
        /// The number of cells that it read as before.
        depth: usize,
        /// The cell that it read next in the earlier run.
        expected: String,
        /// The cell that it read next in this run; `None` if it stopped reading.
        found: Option<String>,
    },
    /// A field was read on an object whose class does not have it, or a handle of
    /// another problem was used.
    UndeclaredField {
        /// The field.
        field: String,
        /// The object.
        object: String,
    },
    /// An array element past the array's capacity was read.
    IndexOutOfBounds {
        /// The array.
        array: String,
        /// The index.
        index: usize,
        /// The capacity.
        capacity: u32,
    },
    /// `decide` gave the verdict, but the predicate read on or returned another.
    DecidedOtherwise {
        /// The verdict of `decide`.
        decided: bool,
        /// What the predicate did: a further read, or the other verdict.
        then: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NonDeterministic { depth, expected, found } => {
                write!(
                    f,
                    "it is not deterministic: after {depth} equal reads it read `{expected}` before and "
                )?;
                match found {
                    Some(found) => write!(f, "`{found}` now")?,
                    None => write!(f, "stopped reading now")?,
                }
                write!(f, "; a predicate may depend only on the fields that it reads")
            }
            Fault::UndeclaredField { field, object } => write!(
                f,
                "it read the field `{field}` of `{object}`, which has no such field in this problem"
            ),
            Fault::IndexOutOfBounds { array, index, capacity } => {
                write!(f, "it read element {index} of `{array}`, which has at most {capacity}")
            }
            Fault::DecidedOtherwise { decided, then } => write!(
                f,
                "`decide` returned {decided}, and then it {then}: return the result of `decide` at once"
            ),
        }
    }
}

/// Why a search stopped with an error. Structures that were found before, and the
/// statistics, stay valid.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SearchError {
    /// The predicate panicked. The search can continue with the next candidate.
    Panicked {
        /// The predicate.
        predicate: String,
        /// The panic's message.
        message: String,
        /// The candidate that it ran on; fields that were not read have their first value.
        candidate: Box<Structure>,
    },
    /// The predicate made a mistake. The search cannot continue.
    Fault {
        /// The predicate.
        predicate: String,
        /// The mistake.
        fault: Fault,
        /// The candidate that it ran on.
        candidate: Box<Structure>,
    },
}

impl SearchError {
    /// The candidate on which the predicate failed.
    pub fn candidate(&self) -> &Structure {
        match self {
            SearchError::Panicked { candidate, .. } | SearchError::Fault { candidate, .. } => {
                candidate
            }
        }
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::Panicked { predicate, message, candidate } => {
                write!(f, "predicate `{predicate}` panicked: {message}\non {candidate:?}")
            }
            SearchError::Fault { predicate, fault, candidate } => {
                write!(f, "predicate `{predicate}`: {fault}\non {candidate:?}")
            }
        }
    }
}

impl std::error::Error for SearchError {}
