//! How a native run ended.

use std::fmt;
use std::os::unix::process::ExitStatusExt;

use pikse_vm::ErrorKind;

use super::page::Page;
use super::page::layout::{FAILED, REJECTED, STATUS, UNDEFINED};
use super::process::Ran;

const ILLEGAL: i32 = 4;
const TRAP: i32 = 5;
const ABORT: i32 = 6;
const BUS: i32 = 7;
const ARITHMETIC: i32 = 8;
const SEGMENT: i32 = 11;
const TOO_LARGE: i32 = 25;

/// How a native run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It exited with this code: what the entry returned, if that is a function that
    /// returns 32 bits, else the exit status.
    Exited(i32),
    /// An assumption does not hold.
    Rejected,
    /// An assertion failed.
    Assertion(String),
    /// It aborted without a known reason.
    Aborted(String),
    /// It panicked.
    Panicked(String),
    /// An uncaught exception.
    Exception(String),
    /// It reached an error location.
    ReachedError(String),
    /// It reported an error.
    Reported(String),
    /// A check that the compiler has added found an error.
    Found(ErrorKind, String),
    /// It called an undefined function, or one that only the symbolic machine has.
    Undefined(String),
    /// The C library found the heap in disorder.
    Heap(String),
    /// Its stack was too small.
    StackOverflow,
    /// A signal ended it.
    Signal(i32),
    /// It waited, and used no processor, until the time limit.
    Blocked,
    /// It took too long.
    TimedOut,
}

impl Outcome {
    /// The outcome of a run.
    pub(super) fn of(ran: &Ran, page: &Page) -> Self {
        let message = page.message();
        match page.ended() {
            _ if ran.timed_out && ran.is_idle => return Self::Blocked,
            _ if ran.timed_out => return Self::TimedOut,
            // A status of the same number without a word from the runtime is the program's own.
            _ if ran.status.code() != Some(STATUS) => {}
            REJECTED => return Self::Rejected,
            UNDEFINED => return Self::Undefined(message),
            failed if failed >= FAILED => {
                return match failed - FAILED {
                    0 => Self::Assertion(message),
                    1 => Self::Aborted(message),
                    2 => Self::Panicked(message),
                    3 => Self::ReachedError(message),
                    4 => Self::Exception(message),
                    5 => Self::Reported(message),
                    6 => Self::Undefined(message),
                    number => {
                        let kind = ErrorKind::REPORTED.get(number as usize).copied();
                        Self::Found(kind.unwrap_or(ErrorKind::Reported), message)
                    }
                };
            }
            _ => {}
        }
        let text = String::from_utf8_lossy(&ran.errors);
        match (ran.status.code(), ran.status.signal()) {
            (Some(101), _) if panic(&text).is_some() => Self::Panicked(said(panic(&text))),
            (Some(code), _) => Self::Exited(page.result().unwrap_or(code)),
            (None, Some(ABORT)) => aborted(&text),
            (None, signal) => Self::Signal(signal.unwrap_or(0)),
        }
    }
}

/// Why a program aborted, from the end of its output.
fn aborted(text: &str) -> Outcome {
    let with = |part: &str| text.lines().rev().find(|line| line.contains(part));
    if text.contains("has overflowed its stack") {
        return Outcome::StackOverflow;
    }
    if panic(text).is_some() {
        return Outcome::Panicked(said(panic(text)));
    }
    if let Some(line) = with("Assertion `").filter(|line| line.ends_with("failed.")) {
        return Outcome::Assertion(line.to_owned());
    }
    let exceptions = [
        "terminating due to un",
        "terminating with un",
        "terminate called",
        "libc++abi: terminating",
    ];
    if let Some(line) = exceptions.iter().find_map(|part| with(part)) {
        return Outcome::Exception(line.to_owned());
    }
    let heap = ["free(): ", "double free or corruption", "malloc(): ", "realloc(): ", "corrupted "];
    if let Some(line) = text.lines().last().filter(|last| heap.iter().any(|h| last.starts_with(h)))
    {
        return Outcome::Heap(line.to_owned());
    }
    Outcome::Aborted(text.lines().last().unwrap_or_default().to_owned())
}

/// The message of a panic: the line after the one with its place.
fn panic(text: &str) -> Option<&str> {
    let mut lines = text.lines().skip_while(|line| !line.contains(" panicked at "));
    let place = lines.next()?;
    Some(lines.next().unwrap_or(place))
}

fn said(text: Option<&str>) -> String {
    text.unwrap_or_default().to_owned()
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, message) = match self {
            Self::Exited(code) => return write!(f, "it exited with code {code}"),
            Self::Rejected => return write!(f, "an assumption is false"),
            Self::StackOverflow => return write!(f, "stack overflow"),
            Self::Blocked => return write!(f, "it waited until the time limit"),
            Self::TimedOut => return write!(f, "the time limit was reached"),
            Self::Signal(signal) => {
                return match *signal {
                    ILLEGAL => write!(f, "illegal instruction (SIGILL)"),
                    TRAP => write!(f, "trap (SIGTRAP)"),
                    BUS => write!(f, "invalid memory access (SIGBUS)"),
                    ARITHMETIC => write!(f, "division by zero or overflow (SIGFPE)"),
                    SEGMENT => write!(f, "invalid memory access (SIGSEGV)"),
                    TOO_LARGE => write!(f, "the output is too large (SIGXFSZ)"),
                    other => write!(f, "signal {other} terminated it"),
                };
            }
            Self::Assertion(message) => ("an assertion failed", message),
            Self::Aborted(message) => ("it aborted", message),
            Self::Panicked(message) => ("it panicked", message),
            Self::Exception(message) => ("uncaught exception", message),
            Self::ReachedError(message) => ("it reached an error location", message),
            Self::Reported(message) => ("it reported an error", message),
            Self::Undefined(message) => ("it called a function that is missing natively", message),
            Self::Found(kind, message) => (kind.title(), message),
            Self::Heap(message) => ("the C library detected heap corruption", message),
        };
        match message.is_empty() {
            true => write!(f, "{what}"),
            false => write!(f, "{what}: {}", message.replace('\n', " ")),
        }
    }
}

/// Whether a signal means an invalid memory access, or a call of an invalid function pointer.
pub(super) fn is_memory_fault(signal: i32) -> bool {
    [SEGMENT, BUS, ILLEGAL, TRAP].contains(&signal)
}

/// Whether a signal means a division error.
pub(super) fn is_arithmetic(signal: i32) -> bool {
    signal == ARITHMETIC
}

/// Whether a signal means that unreachable code was reached.
pub(super) fn is_trap(signal: i32) -> bool {
    [ILLEGAL, TRAP].contains(&signal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_shows_why_a_program_aborted() {
        let text = |text: &str| text.to_owned();
        let assertion = "p: a.c:3: main: Assertion `x > 0' failed.";
        let exception = "terminating due to uncaught exception of type int";
        for (errors, expected) in [
            ("", Outcome::Aborted(text(""))),
            ("bye", Outcome::Aborted(text("bye"))),
            (assertion, Outcome::Assertion(text(assertion))),
            (exception, Outcome::Exception(text(exception))),
            ("x\nfree(): invalid pointer\n", Outcome::Heap(text("free(): invalid pointer"))),
            ("I say free(): x\nbye", Outcome::Aborted(text("bye"))),
            (
                "\nthread 'main' panicked at a.rs:2:5:\nno\nnote: run with",
                Outcome::Panicked(text("no")),
            ),
            ("\nthread 'main' has overflowed its stack\n", Outcome::StackOverflow),
        ] {
            assert_eq!(aborted(errors), expected, "{errors}");
        }
    }
}
