//! The answer to a task, and how it compares with what is expected.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::property::Part;
use crate::task::Expected;

/// The answer to a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The property holds.
    True,
    /// The property does not hold; if it has parts, this one does not.
    False(Option<Part>),
    /// Neither is known.
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unknown {
    /// The program cannot be compiled or read.
    NoProgram(String),
    /// No answer is tried for this property.
    Property(String),
    /// The program's behaviour is undefined, or an error that the property does not mention occurs.
    Undefined {
        /// The error.
        error: String,
        /// Its place.
        place: String,
    },
    /// Not every path was followed to its end.
    Incomplete(Vec<String>),
    /// The native run of the counterexample behaves differently.
    Refuted(String),
    /// The process that worked on the task ended without an answer.
    Died(String),
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProgram(why) => write!(f, "the program cannot be read: {}", first_line(why)),
            Self::Property(name) => write!(f, "{name} is not supported"),
            Self::Undefined { error, place } => {
                write!(f, "another error is possible: {error} at {place}")
            }
            Self::Incomplete(reasons) => {
                write!(f, "incomplete: {}", reasons.first().map_or("", String::as_str))?;
                match reasons.len() {
                    0 | 1 => Ok(()),
                    more => write!(f, " (and {} more reasons)", more - 1),
                }
            }
            Self::Refuted(how) => write!(f, "the native run refutes the counterexample: {how}"),
            Self::Died(how) => f.write_str(how),
        }
    }
}

/// The line of a compiler's output that says most.
fn first_line(text: &str) -> &str {
    let error = text.lines().find(|line| line.contains("error:"));
    error.or(text.lines().next()).unwrap_or_default().trim()
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => write!(f, "true"),
            Self::False(None) => write!(f, "false"),
            Self::False(Some(part)) => write!(f, "false({})", part.name()),
            Self::Unknown(_) => write!(f, "unknown"),
        }
    }
}

/// How an answer compares with what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// As expected.
    Right,
    /// The opposite, or another part.
    Wrong,
    /// There is no answer.
    Unknown,
    /// Nothing is expected, and the property holds.
    Holds,
    /// Nothing is expected, and the property does not hold.
    Violated,
}

impl Answer {
    /// Compares with what is expected.
    #[must_use]
    pub fn compare(&self, expected: Option<Expected>) -> Comparison {
        match (self, expected) {
            (Self::Unknown(_), _) => Comparison::Unknown,
            (Self::True, None) => Comparison::Holds,
            (Self::False(_), None) => Comparison::Violated,
            (Self::True, Some(Expected::True))
            | (Self::False(_), Some(Expected::False(None)))
            | (Self::False(None), Some(Expected::False(_))) => Comparison::Right,
            (Self::False(Some(found)), Some(Expected::False(Some(part)))) if *found == part => {
                Comparison::Right
            }
            _ => Comparison::Wrong,
        }
    }

    /// The competition's points.
    #[must_use]
    pub fn score(&self, expected: Option<Expected>) -> i64 {
        match (self, self.compare(expected)) {
            (Self::True, Comparison::Right) => 2,
            (Self::False(_), Comparison::Right) => 1,
            (Self::True, Comparison::Wrong) => -32,
            (Self::False(_), Comparison::Wrong) => -16,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_the_points_of_the_competition() {
        let deref = Some(Part::ValidDeref);
        let unknown = Answer::Unknown(Unknown::Property("termination".to_owned()));
        for (answer, expected, comparison, score) in [
            (Answer::True, Some(Expected::True), Comparison::Right, 2),
            (Answer::True, Some(Expected::False(None)), Comparison::Wrong, -32),
            (Answer::False(None), Some(Expected::True), Comparison::Wrong, -16),
            (Answer::False(None), Some(Expected::False(None)), Comparison::Right, 1),
            (Answer::False(deref), Some(Expected::False(deref)), Comparison::Right, 1),
            (
                Answer::False(deref),
                Some(Expected::False(Some(Part::ValidFree))),
                Comparison::Wrong,
                -16,
            ),
            (Answer::False(deref), Some(Expected::False(None)), Comparison::Right, 1),
            (unknown.clone(), Some(Expected::True), Comparison::Unknown, 0),
            (unknown, None, Comparison::Unknown, 0),
            (Answer::True, None, Comparison::Holds, 0),
            (Answer::False(None), None, Comparison::Violated, 0),
        ] {
            assert_eq!(answer.compare(expected), comparison, "{answer:?} {expected:?}");
            assert_eq!(answer.score(expected), score, "{answer:?} {expected:?}");
        }
    }
}
