//! How a run can break off.

use std::fmt;

use pikse_work::Death;
use serde::{Deserialize, Serialize};

/// Why a predicate gave no verdict on a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Broken {
    /// It accessed memory that is nobody's.
    BadAccess {
        /// The address.
        address: u64,
    },
    /// Another signal.
    Signal(i32),
    /// Its stack is full: endless recursion, or nearly.
    StackOverflow,
    /// It ran longer than the time limit.
    TooLong,
    /// It took more steps than the limit.
    TooManySteps,
    /// It allocated more than the memory limit.
    OutOfMemory,
    /// It changed more memory than can be undone.
    TooManyWrites,
    /// It called `abort`.
    Aborted,
    /// It ended the process, with this code.
    Exited(i32),
    /// An assertion failed.
    Assertion(String),
    /// It panicked.
    Panicked(String),
    /// It threw an exception of this type, with this message if it has one.
    Threw(String),
    /// It wrote to the candidate.
    WroteCandidate {
        /// Where.
        address: u64,
    },
    /// It read candidate memory behind the end of an object.
    ReadOutside {
        /// Where.
        address: u64,
    },
    /// It wrote to candidate memory behind the end of an object.
    WroteOutside {
        /// Where.
        address: u64,
    },
    /// It used an object of the candidate that it had freed.
    UseAfterFree {
        /// Where.
        address: u64,
    },
    /// It freed something that it had not allocated.
    BadFree,
    /// It freed a block twice.
    DoubleFree,
    /// It passed the candidate to a function whose code is not in the program.
    Opaque(String),
    /// Its process died.
    Killed(Death),
    /// It returned false.
    ReturnedFalse,
    /// A post-condition does not hold afterwards.
    Violated(String),
    /// Two functions that should do the same do not.
    Differs(String),
    /// It left memory behind that nobody can reach.
    Leaked {
        /// How many objects of the candidate.
        objects: u32,
        /// How many blocks that it allocated.
        blocks: u32,
    },
}

impl Broken {
    /// What failures are told apart by: not by addresses, which differ with the candidate.
    pub fn key(&self) -> (&'static str, String) {
        match self {
            Broken::BadAccess { address } => (self.kind(), (*address < NEAR_NULL).to_string()),
            // The message may tell of the candidate; the place, or the type, is enough.
            Broken::Panicked(text) => (self.kind(), before(text, ":\n")),
            Broken::Threw(what) => (self.kind(), before(what, ": ")),
            // How much is lost differs with the candidate.
            Broken::Leaked { .. } => (self.kind(), String::new()),
            other => (self.kind(), other.to_string()),
        }
    }

    /// One word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Broken::BadAccess { .. } => "bad-access",
            Broken::Signal(_) => "signal",
            Broken::StackOverflow => "stack-overflow",
            Broken::TooLong => "time-limit",
            Broken::TooManySteps => "step-limit",
            Broken::OutOfMemory => "memory-limit",
            Broken::TooManyWrites => "write-limit",
            Broken::Aborted => "abort",
            Broken::Exited(_) => "exit",
            Broken::Assertion(_) => "assertion",
            Broken::Panicked(_) => "panic",
            Broken::Threw(_) => "exception",
            Broken::WroteCandidate { .. } => "writes-candidate",
            Broken::ReadOutside { .. } => "reads-outside",
            Broken::WroteOutside { .. } => "writes-outside",
            Broken::UseAfterFree { .. } => "use-after-free",
            Broken::BadFree => "bad-free",
            Broken::DoubleFree => "double-free",
            Broken::Opaque(_) => "opaque-call",
            Broken::Killed(_) => "killed",
            Broken::ReturnedFalse => "returned-false",
            Broken::Violated(_) => "post-condition",
            Broken::Differs(_) => "difference",
            Broken::Leaked { .. } => "leak",
        }
    }
}

/// Addresses near null are null pointers with a field.
const NEAR_NULL: u64 = 4096;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::BadAccess { address } if *address < NEAR_NULL => {
                write!(f, "dereferences a null pointer (address {address:#x})")
            }
            Broken::BadAccess { address } => {
                write!(f, "dereferences a wild pointer (address {address:#x})")
            }
            Broken::Signal(signal) => write!(f, "is ended by {}", signal_name(*signal)),
            Broken::StackOverflow => write!(f, "overflows its stack: endless recursion?"),
            Broken::TooLong => write!(f, "runs longer than the time limit: an endless loop?"),
            Broken::TooManySteps => write!(f, "takes more steps than the limit: an endless loop?"),
            Broken::OutOfMemory => write!(f, "allocates more than the memory limit"),
            Broken::TooManyWrites => write!(f, "changes more memory than can be undone"),
            Broken::Aborted => write!(f, "calls abort"),
            Broken::Exited(code) => write!(f, "ends the process with code {code}"),
            Broken::Assertion(text) => write!(f, "fails an assertion: {text}"),
            Broken::Panicked(text) => {
                let text = text.strip_prefix("panicked at ").unwrap_or(text);
                write!(f, "panics at {}", text.replace(":\n", ": ").replace('\n', " "))
            }
            Broken::Threw(what) => write!(f, "throws {what}"),
            Broken::WroteCandidate { .. } => write!(f, "writes to the structure that it checks"),
            Broken::ReadOutside { .. } => write!(f, "reads behind the end of an object"),
            Broken::WroteOutside { .. } => write!(f, "writes behind the end of an object"),
            Broken::UseAfterFree { .. } => write!(f, "uses an object that is freed"),
            Broken::BadFree => write!(f, "frees memory that it did not allocate"),
            Broken::DoubleFree => write!(f, "frees a block twice"),
            Broken::Opaque(name) => {
                write!(f, "passes the structure to `{name}`, whose code is not in the program")
            }
            Broken::Killed(how) => write!(f, "kills its process: {how}"),
            Broken::ReturnedFalse => write!(f, "returns false"),
            Broken::Violated(name) => write!(f, "leaves a state that `{name}` rejects"),
            Broken::Differs(how) => write!(f, "differs: {how}"),
            Broken::Leaked { objects, blocks: 0 } => {
                write!(f, "leaks {}", counted(*objects, "object of the structure"))
            }
            Broken::Leaked { objects: 0, blocks } => {
                write!(f, "leaks {}", counted(*blocks, "block that it allocated"))
            }
            Broken::Leaked { objects, blocks } => {
                let objects = counted(*objects, "object of the structure");
                write!(f, "leaks {objects} and {}", counted(*blocks, "block that it allocated"))
            }
        }
    }
}

/// `1 block`, `2 blocks`: the first word gets the plural.
fn counted(count: u32, what: &str) -> String {
    let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {first}{plural} {rest}").trim_end().to_owned()
}

fn before(text: &str, end: &str) -> String {
    text.split_once(end).map_or(text, |(before, _)| before).to_owned()
}

fn signal_name(signal: i32) -> String {
    match signal {
        libc::SIGFPE => "SIGFPE (division by zero, or an overflow in one)".to_owned(),
        libc::SIGILL => "SIGILL (a trap: undefined behaviour was reached)".to_owned(),
        libc::SIGTRAP => "SIGTRAP (a trap)".to_owned(),
        libc::SIGBUS => "SIGBUS".to_owned(),
        libc::SIGABRT => "SIGABRT".to_owned(),
        other => format!("signal {other}"),
    }
}
