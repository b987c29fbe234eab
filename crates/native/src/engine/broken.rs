//! The ways in which a run can fail.

use std::fmt;

use pikse_work::Death;
use serde::{Deserialize, Serialize};

/// Why a predicate gave no verdict on a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Broken {
    /// It accessed memory that is not mapped.
    BadAccess {
        /// The address.
        address: u64,
    },
    /// Another signal.
    Signal(i32),
    /// Undefined behaviour that the compiler checks: the number of the check.
    Undefined(u8),
    /// It accessed the stack out of bounds of a local array.
    StackOutside {
        /// Whether it wrote.
        writes: bool,
    },
    /// Its stack overflowed: recursion without end, or very deep.
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
    Assertion {
        /// The condition, as the source has it.
        text: String,
        /// Where it stands.
        place: Said,
    },
    /// It panicked.
    Panicked {
        /// Where, if the panic says so.
        place: Option<Said>,
        /// What it says.
        message: String,
    },
    /// It threw an exception.
    Threw {
        /// The type of the exception.
        name: String,
        /// What the exception says, if it says anything.
        message: Option<String>,
    },
    /// It wrote to the candidate.
    WroteCandidate {
        /// Where.
        address: u64,
    },
    /// It read candidate memory out of bounds of an object.
    ReadOutside {
        /// Where.
        address: u64,
    },
    /// It wrote to candidate memory out of bounds of an object.
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
    /// Two functions that should give the same results do not.
    Differs(Difference),
    /// It leaked memory.
    Leaked {
        /// The number of objects of the candidate.
        objects: u32,
        /// The number of blocks that it allocated.
        blocks: u32,
    },
}

/// A place in the source that the program itself names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Said {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The column; 0 if it is not known.
    pub column: u32,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            0 => write!(f, "{}:{}", self.file, self.line),
            column => write!(f, "{}:{}:{column}", self.file, self.line),
        }
    }
}

/// How two functions that should give the same results differ.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Difference {
    /// In their return values.
    Results {
        /// The function's result.
        one: i64,
        /// The other function's result.
        other: i64,
    },
    /// In a field of the structures after the call.
    Field {
        /// The path to the object, with a dot at its end; empty for an argument.
        path: String,
        /// The field, with an index if it is an array.
        field: String,
        /// How.
        how: FieldDifference,
    },
}

/// How a field differs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FieldDifference {
    /// By its value.
    Value {
        /// The value after the function.
        one: i64,
        /// The value after the other function.
        other: i64,
    },
    /// It leads to an object only after the function.
    OnlyOne,
    /// It leads to an object only after the other function.
    OnlyOther,
    /// It leads to different objects.
    Elsewhere,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference::Field { path, field, how } = self else {
            let Difference::Results { one, other } = self else { return Ok(()) };
            return write!(f, "it returns {one}, the other {other}");
        };
        write!(f, "`{path}{field}` ")?;
        match how {
            FieldDifference::Value { one, other } => {
                write!(f, "is {one}, with the other {other}")
            }
            FieldDifference::OnlyOne => f.write_str("leads to an object, with the other to none"),
            FieldDifference::OnlyOther => f.write_str("leads to no object, with the other to one"),
            FieldDifference::Elsewhere => {
                f.write_str("leads to another object than with the other")
            }
        }
    }
}

impl Broken {
    /// A panic from Rust's text: `panicked at FILE:LINE:COLUMN:`, and the
    /// message on the lines below.
    pub(crate) fn panic(text: &str) -> Broken {
        let place_of = |text: &str| {
            let (rest, column) = text.rsplit_once(':')?;
            let (file, line) = rest.rsplit_once(':')?;
            let (line, column) = (line.parse().ok()?, column.parse().ok()?);
            Some(Said { file: file.to_owned(), line, column })
        };
        let located = text.strip_prefix("panicked at ").and_then(|rest| {
            let (place, message) = rest.split_once(":\n").unwrap_or((rest, ""));
            Some((place_of(place)?, message))
        });
        match located {
            Some((place, message)) => {
                Broken::Panicked { place: Some(place), message: message.to_owned() }
            }
            None => Broken::Panicked { place: None, message: text.to_owned() },
        }
    }

    /// The place that the program itself names.
    pub fn place(&self) -> Option<&Said> {
        match self {
            Broken::Assertion { place, .. } => Some(place),
            Broken::Panicked { place, .. } => place.as_ref(),
            _ => None,
        }
    }

    /// Whether it can happen anywhere in a loop or a recursion. Such failures are distinguished by
    /// the function, not by the line.
    pub fn is_limit(&self) -> bool {
        matches!(
            self,
            Broken::TooLong
                | Broken::TooManySteps
                | Broken::StackOverflow
                | Broken::OutOfMemory
                | Broken::TooManyWrites
        )
    }

    /// The key that distinguishes failures. It contains no addresses, which depend on the
    /// candidate.
    pub fn key(&self) -> (&'static str, String) {
        match self {
            Broken::BadAccess { address } => (self.kind(), (*address < NEAR_NULL).to_string()),
            // The message may depend on the candidate; the place, or the type, is enough.
            Broken::Panicked { place: Some(place), .. } => (self.kind(), place.to_string()),
            Broken::Threw { name, .. } => (self.kind(), name.clone()),
            // The amount depends on the candidate.
            Broken::Leaked { .. } => (self.kind(), String::new()),
            other => (self.kind(), other.to_string()),
        }
    }

    /// One word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Broken::BadAccess { .. } => "bad-access",
            Broken::Signal(_) => "signal",
            Broken::Undefined(_) => "undefined-behaviour",
            Broken::StackOutside { .. } => "stack-buffer-overflow",
            Broken::StackOverflow => "stack-overflow",
            Broken::TooLong => "time-limit",
            Broken::TooManySteps => "step-limit",
            Broken::OutOfMemory => "memory-limit",
            Broken::TooManyWrites => "write-limit",
            Broken::Aborted => "abort",
            Broken::Exited(_) => "exit",
            Broken::Assertion { .. } => "assertion",
            Broken::Panicked { .. } => "panic",
            Broken::Threw { .. } => "exception",
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
            Broken::Signal(signal) => write!(f, "is terminated by {}", signal_name(*signal)),
            Broken::Undefined(check) => write!(f, "has undefined behaviour: {}", undefined(*check)),
            Broken::StackOutside { writes } => {
                let what = if *writes { "writes" } else { "reads" };
                write!(f, "{what} out of bounds of a local array (a stack buffer overflow)")
            }
            Broken::StackOverflow => write!(f, "overflows its stack (endless recursion?)"),
            Broken::TooLong => write!(f, "exceeds the time limit (an endless loop?)"),
            Broken::TooManySteps => write!(f, "exceeds the step limit (an endless loop?)"),
            Broken::OutOfMemory => write!(f, "exceeds the memory limit"),
            Broken::TooManyWrites => write!(f, "changes more memory than can be undone"),
            Broken::Aborted => write!(f, "calls abort"),
            Broken::Exited(code) => write!(f, "ends the process with code {code}"),
            Broken::Assertion { text, place } => {
                write!(f, "fails an assertion: {text} ({place})")
            }
            Broken::Panicked { place, message } => {
                f.write_str("panics")?;
                if let Some(place) = place {
                    write!(f, " at {place}")?;
                }
                if message.is_empty() {
                    return Ok(());
                }
                write!(f, ": {}", message.replace('\n', " "))
            }
            Broken::Threw { name, message: None } => write!(f, "throws {name}"),
            Broken::Threw { name, message: Some(message) } => {
                write!(f, "throws {name}: {message}")
            }
            Broken::WroteCandidate { .. } => {
                write!(f, "modifies the structure (a predicate must not)")
            }
            Broken::ReadOutside { .. } => write!(f, "reads out of bounds of an object"),
            Broken::WroteOutside { .. } => write!(f, "writes out of bounds of an object"),
            Broken::UseAfterFree { .. } => write!(f, "uses an object after it was freed"),
            Broken::BadFree => write!(f, "frees memory that it did not allocate"),
            Broken::DoubleFree => write!(f, "frees a block twice"),
            Broken::Opaque(name) => {
                write!(f, "passes the structure to `{name}`, whose code is not in the program")
            }
            Broken::Killed(how) => write!(f, "kills the worker process: {how}"),
            Broken::ReturnedFalse => write!(f, "returns false"),
            Broken::Violated(name) => write!(f, "violates the post-condition `{name}`"),
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

/// The meaning of the number of a check of clang, which the instruction of its trap contains.
fn undefined(check: u8) -> &'static str {
    match check {
        0 => "signed integer overflow in an addition",
        1 => "code that was declared unreachable",
        3 => "a division by zero, or an overflow in one",
        5 => "a floating-point number that the integer type cannot hold",
        8 => "a call of a built-in function with a wrong argument",
        10 => "a value that its type does not have",
        11 => "the end of a function without a return value",
        12 => "signed integer overflow in a multiplication",
        13 => "signed integer overflow in a negation",
        18 => "an array index out of bounds",
        19 => "pointer arithmetic that overflows",
        20 => "a shift by too many bits, or of a negative number",
        21 => "signed integer overflow in a subtraction",
        22 => "an access through a null or misaligned pointer",
        24 => "an array whose length is not positive",
        _ => "a check of the compiler failed",
    }
}

/// `1 block`, `2 blocks`: the first word gets the plural.
fn counted(count: u32, what: &str) -> String {
    let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {first}{plural} {rest}").trim_end().to_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panics_say_where_they_are() {
        for (text, expected) in [
            ("panicked at a.rs:2:5:\nno\nwhy", "panics at a.rs:2:5: no why"),
            ("panicked at C:/a.rs:2:5", "panics at C:/a.rs:2:5"),
            ("no memory for 8 bytes", "panics: no memory for 8 bytes"),
            ("panicked at dawn:\nno", "panics: panicked at dawn: no"),
        ] {
            assert_eq!(Broken::panic(text).to_string(), expected);
        }
        let place = Said { file: "a.rs".to_owned(), line: 2, column: 5 };
        assert_eq!(Broken::panic("panicked at a.rs:2:5:\nno").place(), Some(&place));
        assert_eq!(Broken::panic("no memory").place(), None);
    }
}
