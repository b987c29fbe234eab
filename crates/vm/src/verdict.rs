//! How a path ends.

use std::fmt;

use pikse_base::Halted;
use pikse_ir::{FuncId, LocId};
use serde::{Deserialize, Serialize};

use crate::way::Misfit;

/// A place where a program was: a function and a place in its source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The function.
    pub function: FuncId,
    /// The number of the instruction in its body.
    pub instruction: u32,
    /// The place in the source.
    pub location: LocId,
}

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the name says it; see `title`")]
pub enum ErrorKind {
    OutOfBounds,
    NullPointer,
    WildPointer,
    UseAfterFree,
    UseAfterReturn,
    DoubleFree,
    BadFree,
    WriteToConstant,
    Misaligned,
    BadCall,
    DivisionByZero,
    Overflow,
    Shift,
    Uninitialised,
    Unreachable,
    BrokenPromise,
    Assertion,
    Abort,
    Panic,
    ReachedError,
    Exception,
    Reported,
    Harness,
    Leak,
    Recursion,
}

impl ErrorKind {
    /// Every kind.
    pub const ALL: [Self; 25] = [
        Self::OutOfBounds,
        Self::NullPointer,
        Self::WildPointer,
        Self::UseAfterFree,
        Self::UseAfterReturn,
        Self::DoubleFree,
        Self::BadFree,
        Self::WriteToConstant,
        Self::Misaligned,
        Self::BadCall,
        Self::DivisionByZero,
        Self::Overflow,
        Self::Shift,
        Self::Uninitialised,
        Self::Unreachable,
        Self::BrokenPromise,
        Self::Assertion,
        Self::Abort,
        Self::Panic,
        Self::ReachedError,
        Self::Exception,
        Self::Reported,
        Self::Harness,
        Self::Leak,
        Self::Recursion,
    ];

    /// The kinds that models and programs report, in the order of their numbers
    /// (`libc/machine.rs`). Number 6 is no error but an unsupported call.
    pub const REPORTED: [Self; 21] = [
        Self::Assertion,
        Self::Abort,
        Self::Panic,
        Self::ReachedError,
        Self::Exception,
        Self::Reported,
        Self::Abort,
        Self::Harness,
        Self::OutOfBounds,
        Self::NullPointer,
        Self::Misaligned,
        Self::BadCall,
        Self::DivisionByZero,
        Self::Overflow,
        Self::Shift,
        Self::Uninitialised,
        Self::Unreachable,
        Self::BrokenPromise,
        Self::WildPointer,
        Self::Leak,
        Self::UseAfterReturn,
    ];

    /// The name for machines.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out-of-bounds",
            Self::NullPointer => "null-pointer",
            Self::WildPointer => "wild-pointer",
            Self::UseAfterFree => "use-after-free",
            Self::UseAfterReturn => "use-after-return",
            Self::DoubleFree => "double-free",
            Self::BadFree => "bad-free",
            Self::WriteToConstant => "write-to-constant",
            Self::Misaligned => "misaligned",
            Self::BadCall => "bad-call",
            Self::DivisionByZero => "division-by-zero",
            Self::Overflow => "overflow",
            Self::Shift => "shift",
            Self::Uninitialised => "uninitialised",
            Self::Unreachable => "unreachable",
            Self::BrokenPromise => "broken-promise",
            Self::Assertion => "assertion",
            Self::Abort => "abort",
            Self::Panic => "panic",
            Self::ReachedError => "reached-error",
            Self::Exception => "exception",
            Self::Reported => "reported",
            Self::Harness => "harness",
            Self::Leak => "leak",
            Self::Recursion => "recursion",
        }
    }

    /// The name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::OutOfBounds => "access out of bounds",
            Self::NullPointer => "null pointer",
            Self::WildPointer => "wild pointer",
            Self::UseAfterFree => "use after free",
            Self::UseAfterReturn => "use of a local variable after its function returned",
            Self::DoubleFree => "double free",
            Self::BadFree => "invalid free",
            Self::WriteToConstant => "write to a constant",
            Self::Misaligned => "misaligned address",
            Self::BadCall => "call through an invalid function pointer",
            Self::DivisionByZero => "division by zero",
            Self::Overflow => "arithmetic overflow",
            Self::Shift => "shift by too many bits",
            Self::Uninitialised => "use of uninitialised memory",
            Self::Unreachable => "unreachable code was reached",
            Self::BrokenPromise => "false assumption given to the compiler",
            Self::Assertion => "assertion failed",
            Self::Abort => "program aborted",
            Self::Panic => "panic",
            Self::ReachedError => "error location reached",
            Self::Exception => "uncaught exception",
            Self::Reported => "error reported by the program",
            Self::Harness => "wrong use of a harness function",
            Self::Leak => "memory leak",
            Self::Recursion => "recursion too deep",
        }
    }
}

/// An error of the program, and where it happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The kind.
    pub kind: ErrorKind,
    /// The details.
    pub message: String,
    /// The call stack, innermost function first.
    pub stack: Vec<Place>,
}

/// Why a path was not followed to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Cut {
    /// Something that the machine does not support, by its name.
    Unsupported(String),
    /// The solver did not decide a query.
    Unknown(String),
    /// The limit on loops was reached.
    Loops,
    /// The limit on the memory of the program was reached.
    Memory,
    /// An address may point to too many objects.
    Objects,
    /// A number has too many possible values.
    Values,
    /// The script does not fit the program.
    Misfit(Misfit),
    /// No input of the range follows this path: it does not count.
    Outside,
    /// The exploration stopped here.
    Stopped(Stopped),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
            Self::Unknown(why) => write!(f, "the solver did not decide a query: {why}"),
            Self::Loops => write!(f, "loop limit reached (--loop-limit)"),
            Self::Memory => write!(f, "memory limit of the program reached (--memory-limit)"),
            Self::Objects => write!(f, "an address may point to too many objects"),
            Self::Values => write!(f, "a size has too many possible values"),
            Self::Misfit(misfit) => misfit.fmt(f),
            Self::Outside => write!(f, "outside of the range"),
            Self::Stopped(why) => why.fmt(f),
        }
    }
}

/// Why an exploration stopped, or cut a path, before its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// The time limit was reached.
    Time,
    /// The limit on paths was reached.
    Paths,
    /// The limit on waiting states was reached: some were dropped.
    States,
    /// The limit on instructions of all paths together was reached.
    Instructions,
    /// The limit on instructions of one path was reached.
    PathInstructions,
    /// The limit on the memory of the process was reached.
    Memory,
    /// The first error was found, and the exploration stops there.
    FirstError,
    /// The user interrupted it.
    Interrupted,
    /// The consumer of the paths stopped.
    Refused,
    /// The process that explored it died.
    Died,
}

impl From<Halted> for Stopped {
    fn from(why: Halted) -> Self {
        match why {
            Halted::Time => Self::Time,
            Halted::Memory => Self::Memory,
            Halted::Interrupted => Self::Interrupted,
        }
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit reached (--time)",
            Self::Paths => "path limit reached (--max-paths)",
            Self::States => "state limit reached (--max-states); some states were dropped",
            Self::Instructions => "instruction limit reached (--max-instructions)",
            Self::PathInstructions => "instruction limit of a path reached (--path-instructions)",
            Self::Memory => "memory limit reached (--memory)",
            Self::FirstError => "stopped at the first error (--fail-fast)",
            Self::Interrupted => "interrupted",
            Self::Refused => "stopped",
            Self::Died => "a worker process died while it explored them",
        })
    }
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The program ended, with this exit code if it has one.
    Finished(Option<i32>),
    /// An assumption is false.
    Rejected,
    /// The program ended itself by a signal whose action is to end the process, and where.
    Killed(i32, Option<Place>),
    /// The program waits for ever: for what, and where.
    Blocked(String, Option<Place>),
    /// The program has an error.
    Error(Box<Failure>),
    /// The path was cut before its end, and where.
    Cut(Cut, Option<Place>),
}
