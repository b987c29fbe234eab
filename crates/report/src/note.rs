//! What else a user should know of a run, as values. Their text is made here, for every format.

use std::fmt;

/// A note on a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckNote {
    /// There are fewer mutants than were asked for.
    FewMutants {
        /// How many were asked for.
        asked: usize,
        /// How many there are.
        made: usize,
        /// In how many ways the code under test can be changed.
        places: usize,
    },
    /// Mutants were asked for, and none ran: the check did not pass.
    NoMutants,
    /// The code under test changes these global variables.
    ChangesGlobals(Vec<String>),
    /// The code under test reads these fields where the pre-condition did not.
    UnchosenFields(Vec<String>),
    /// Every search for an input began at the beginning, and why.
    StartsOver(String),
    /// A failure has no regression test.
    NoTest {
        /// The number of the failure, from 1.
        failure: usize,
        /// Why not.
        why: String,
    },
    /// What is replayed failed in this way before.
    FailedBefore(String),
    /// What is replayed failed in this other way before.
    FailedOtherwise(String),
}

impl fmt::Display for CheckNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckNote::FewMutants { asked, made, places } => write!(
                f,
                "{asked} mutants were asked for, and there are {made}: the code under test has \
                 {places} places to change, and the others change nothing or the same. What the \
                 check itself does, and its conditions, is not changed"
            ),
            CheckNote::NoMutants => {
                f.write_str("no mutant ran: only a check that passed can judge mutants")
            }
            CheckNote::ChangesGlobals(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(
                    f,
                    "it changes global state: {}. Every input starts from the state at the \
                     beginning, so what one run leaves there no other sees",
                    names.join(", ")
                )
            }
            CheckNote::UnchosenFields(fields) => write!(
                f,
                "it reads {} where the pre-condition did not: there the first value was all that \
                 was tried. A pre-condition that reads it has it varied",
                fields.join(", ")
            ),
            CheckNote::StartsOver(why) => {
                write!(f, "every search for an input began at the beginning: {why}")
            }
            CheckNote::NoTest { failure, why } => write!(f, "failure {failure} has no test: {why}"),
            CheckNote::FailedBefore(text) => write!(f, "it failed before: it {text}"),
            CheckNote::FailedOtherwise(text) => {
                write!(f, "it failed in another way before: it {text}")
            }
        }
    }
}

/// A note on an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExploreNote {
    /// What an argument of the entry was taken for.
    Taken(String),
    /// The bitcode was optimised.
    Optimised,
    /// The program has no symbolic input.
    NothingSymbolic,
}

impl fmt::Display for ExploreNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExploreNote::Taken(text) => f.write_str(text),
            ExploreNote::Optimised => f.write_str(
                "the bitcode was optimised: branches of the source may have become one path",
            ),
            ExploreNote::NothingSymbolic => f.write_str("nothing was symbolic: there is one path"),
        }
    }
}
