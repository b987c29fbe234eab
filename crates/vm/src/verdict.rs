//! How a path ends.

use std::fmt;

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

/// What an error is.
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
    Leak,
    Recursion,
}

impl ErrorKind {
    /// Every kind.
    pub const ALL: [Self; 24] = [
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
        Self::Leak,
        Self::Recursion,
    ];

    /// A word for machines.
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
            Self::Leak => "leak",
            Self::Recursion => "recursion",
        }
    }

    /// Words for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::OutOfBounds => "access out of bounds",
            Self::NullPointer => "null pointer",
            Self::WildPointer => "pointer to nowhere",
            Self::UseAfterFree => "use after free",
            Self::UseAfterReturn => "use of a local variable after its function has returned",
            Self::DoubleFree => "double free",
            Self::BadFree => "free of what was not allocated",
            Self::WriteToConstant => "write to a constant",
            Self::Misaligned => "misaligned address",
            Self::BadCall => "call of what is no such function",
            Self::DivisionByZero => "division by zero",
            Self::Overflow => "arithmetic overflow",
            Self::Shift => "shift by too many bits",
            Self::Uninitialised => "decision by memory that was never written",
            Self::Unreachable => "code that was promised to be unreachable",
            Self::BrokenPromise => "broken promise to the compiler",
            Self::Assertion => "assertion failed",
            Self::Abort => "program aborted",
            Self::Panic => "panic",
            Self::ReachedError => "error location reached",
            Self::Exception => "uncaught exception",
            Self::Reported => "error reported by the program",
            Self::Leak => "memory leak",
            Self::Recursion => "recursion too deep",
        }
    }
}

/// An error of the program, with where it happened.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// What it is.
    pub kind: ErrorKind,
    /// What exactly.
    pub message: String,
    /// Where, from the innermost function outwards.
    pub stack: Vec<Place>,
}

/// Why a path was not followed to its end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Cut {
    /// Something that the machine cannot run, by its name.
    Unsupported(String),
    /// The solver did not decide.
    Unknown(String),
    /// The limit on loops.
    Loops,
    /// The limit on the memory of the program.
    Memory,
    /// An address leads to too many objects.
    Objects,
    /// A number has too many values.
    Values,
    /// The script that was followed does not fit.
    Misfit(Misfit),
    /// The exploration stopped here.
    Stopped(Stopped),
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(what) => write!(f, "unsupported: {what}"),
            Self::Unknown(why) => write!(f, "the solver did not decide: {why}"),
            Self::Loops => write!(f, "the limit on loops was reached"),
            Self::Memory => write!(f, "the program's memory limit was reached"),
            Self::Objects => write!(f, "an address leads to too many objects"),
            Self::Values => write!(f, "a size has too many possible values"),
            Self::Misfit(misfit) => misfit.fmt(f),
            Self::Stopped(why) => why.fmt(f),
        }
    }
}

/// Why an exploration stopped, or gave up a path, before its end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// The time was over.
    Time,
    /// The limit on paths.
    Paths,
    /// The limit on states that wait: some were dropped.
    States,
    /// The limit on instructions of all paths together.
    Instructions,
    /// The limit on instructions of one path.
    PathInstructions,
    /// The limit on the memory of the process.
    Memory,
    /// The first error was found, and no more were wanted.
    FirstError,
    /// The user interrupted it.
    Interrupted,
    /// What takes the paths wants no more of them.
    Refused,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "the time was over",
            Self::Paths => "the limit on paths was reached",
            Self::States => "too many states; some were dropped",
            Self::Instructions => "the limit on instructions was reached",
            Self::PathInstructions => "a path had too many instructions",
            Self::Memory => "the memory limit was reached",
            Self::FirstError => "the first error was found",
            Self::Interrupted => "it was interrupted",
            Self::Refused => "it was stopped",
        })
    }
}

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The program ran to its end, with this exit code if it has one.
    Finished(Option<i32>),
    /// An assumption does not hold.
    Rejected,
    /// The program has an error.
    Error(Box<Failure>),
    /// The path was not followed to its end, and where it stopped.
    Cut(Cut, Option<Place>),
}
