//! Notes on a run, as values. Their text is made here, for every format.

use std::fmt;

use crate::text::{bytes, count, thousands};
use pikse_env::Assumption;

/// A note on a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckNote {
    /// There are fewer mutants than requested.
    FewMutants {
        /// The requested number.
        asked: usize,
        /// The number of mutants.
        made: usize,
        /// The number of places in the code under test that can be changed.
        places: usize,
    },
    /// Mutants were requested, but none ran, because the check did not pass.
    NoMutants,
    /// The code under test changes these global variables.
    ChangesGlobals(Vec<String>),
    /// The code under test reads these fields, but the pre-condition does not for some inputs. They
    /// had their first value.
    UnchosenFields(Vec<String>),
    /// The same, but every value of them was tried.
    VariedFields(Vec<String>),
    /// Inputs whose run ended before the time limit, because others had exceeded it in the same
    /// loop.
    EndedEarly(u64),
    /// A field has its simplest value only: what it is.
    Simplest(String),
    /// The search for inputs cannot use checkpoints, and why.
    StartsOver(String),
    /// A failure has no regression test.
    NoTest {
        /// The number of the failure, from 1.
        failure: usize,
        /// Why not.
        why: String,
    },
    /// How the replayed input failed before.
    FailedBefore(String),
    /// How the replayed input failed before, which is different now.
    FailedOtherwise(String),
}

impl fmt::Display for CheckNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckNote::FewMutants { asked, made, places } => write!(
                f,
                "there are only {made} of {asked} mutants: the code under test has {places} places \
                 to change, and equivalent mutants are left out. The check itself and its \
                 conditions are never mutated"
            ),
            CheckNote::NoMutants => f.write_str("no mutant ran, because the check did not pass"),
            CheckNote::ChangesGlobals(names) => {
                let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(
                    f,
                    "it changes global variables: {}. They are restored before each input",
                    names.join(", ")
                )
            }
            CheckNote::UnchosenFields(fields) => write!(
                f,
                "it reads {}, which the pre-condition does not read for some inputs. There only the \
                 first value was tried (--unread first)",
                fields.join(", ")
            ),
            CheckNote::VariedFields(fields) => write!(
                f,
                "it reads {}, which the pre-condition does not read for some inputs. There every \
                 value was tried (--unread first keeps the first)",
                fields.join(", ")
            ),
            CheckNote::EndedEarly(inputs) => write!(
                f,
                "of the inputs that exceed the time limit, {} ended after a twentieth of it, in the \
                 loop where others exceeded the whole limit",
                thousands(*inputs)
            ),
            CheckNote::Simplest(text) => f.write_str(text),
            CheckNote::StartsOver(why) => {
                write!(f, "checkpoints are off, so each search starts from the beginning: {why}")
            }
            CheckNote::NoTest { failure, why } => {
                write!(f, "failure {failure} has no regression test: {why}")
            }
            CheckNote::FailedBefore(text) => write!(f, "it failed before: it {text}"),
            CheckNote::FailedOtherwise(text) => {
                write!(f, "it failed differently before: it {text}")
            }
        }
    }
}

/// A note on an exploration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExploreNote {
    /// How an argument of the entry was interpreted.
    Taken(String),
    /// A fact about the system that the program asks for, and that holds on every path.
    Assumed(Assumption),
    /// The bitcode was optimised.
    Optimised,
    /// The program has no symbolic input.
    NothingSymbolic,
    /// Only the paths between two tests were explored.
    Range {
        /// The first one.
        from: Option<String>,
        /// The one after the last.
        to: Option<String>,
    },
    /// An exploration of another version was used.
    Since(Since),
    /// Paths on which the program ended itself by a signal.
    Killed {
        /// The signal.
        signal: i32,
        /// How many.
        paths: u64,
    },
    /// Paths on which the program waits for ever.
    Blocked {
        /// How many.
        paths: u64,
    },
    /// An error has no test in the language of the source.
    NoTest {
        /// The number of the error, from 1.
        error: usize,
        /// Why.
        why: String,
    },
    /// Only the beginning of a long output was kept.
    OutputKept {
        /// The bytes that are kept of each path.
        kept: u64,
        /// The bytes of the longest output.
        longest: u64,
    },
}

/// What was left of an exploration of another version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since {
    /// The file of that exploration.
    pub run: String,
    /// The number of changed functions.
    pub changed: u64,
    /// The number of all functions.
    pub functions: u64,
    /// The tests that were kept.
    pub kept: u64,
    /// Those that were not, because their paths run through changed functions.
    pub dropped: u64,
    /// The tests that were found instead.
    pub added: u64,
}

impl fmt::Display for Since {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Since { run, changed, functions, kept, dropped, added } = self;
        let changed = count(*changed, "changed function");
        write!(
            f,
            "since {run}: {changed} of {functions}; {} kept, {dropped} dropped, {added} added",
            count(*kept, "test")
        )
    }
}

impl fmt::Display for ExploreNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExploreNote::Taken(text) => f.write_str(text),
            ExploreNote::Assumed(of) => write!(f, "assumed: {}", assumption(*of)),
            ExploreNote::Optimised => f.write_str(
                "the bitcode is optimised: several branches of the source may be one path",
            ),
            ExploreNote::NothingSymbolic => {
                f.write_str("nothing is symbolic, so there is only one path")
            }
            ExploreNote::Range { from, to } => {
                f.write_str("only a range of the paths was explored:")?;
                if let Some(from) = from {
                    write!(f, " from {from} on")?;
                }
                let and = if from.is_some() { "," } else { "" };
                to.as_ref().map_or(Ok(()), |to| write!(f, "{and} before {to}"))
            }
            ExploreNote::Since(since) => since.fmt(f),
            ExploreNote::Killed { signal, paths } => {
                write!(f, "killed by its own signal {signal} on {}", count(*paths, "path"))
            }
            ExploreNote::Blocked { paths } => {
                write!(f, "blocked for ever on {}", count(*paths, "path"))
            }
            ExploreNote::NoTest { error, why } => {
                write!(f, "error {error} has no test code: {why}")
            }
            ExploreNote::OutputKept { kept, longest } => {
                write!(f, "output kept: the first {} of {}", bytes(*kept), bytes(*longest))
            }
        }
    }
}

/// What the models assume.
fn assumption(of: Assumption) -> &'static str {
    match of {
        Assumption::Streams => {
            "standard input, output and error are regular files where the program asks for their type"
        }
        Assumption::Files => {
            "the program runs in an own folder /home/user; besides, there are only /tmp and /dev"
        }
        Assumption::User => "an ordinary user with the id 1000 runs the program, not root",
        Assumption::Clock => "the clock starts on 1 January 2024, in UTC",
        Assumption::Host => "the host has one processor and no other processes",
        Assumption::Network => {
            "there is no network: only the program's own sockets answer, and only numbers and \
             `localhost` have addresses"
        }
        Assumption::Services => {
            "no shared library can be loaded, and nobody reads the system's log"
        }
    }
}
