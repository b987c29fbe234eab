//! Compares a native run with a test.

use std::fmt;

use pikse_vm::{ErrorKind, UNINITIALISED, place_of};

use super::outcome::{Outcome, is_arithmetic, is_memory_fault, is_trap};
use super::page::Page;
use super::process::Ran;
use crate::test::{Test, TestVerdict};

/// The result of a native run of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replayed {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether it took the branches of the test: all of them for one that ended, those up
    /// to the error for one with an error. None if that is unknown.
    pub same_path: Option<bool>,
    /// Whether it ended as the test says. None if a native run need not show that.
    pub same_verdict: Option<bool>,
    /// Whether its output is that of the test; none if it did not exit.
    pub same_output: Option<bool>,
    /// A number for the branches that it took; see `pikse_vm::mix`.
    pub trace: u64,
    /// The number of branches that it took.
    pub branches: u64,
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub errors: Vec<u8>,
    /// Why something was not confirmed.
    pub reasons: Vec<String>,
}

impl Replayed {
    /// Whether path and verdict were both seen, and nothing else than the test says.
    #[must_use]
    pub fn is_confirmed(&self) -> bool {
        self.same_path == Some(true) && self.same_verdict == Some(true) && !self.is_refuted()
    }

    /// Whether something else was seen than the test says.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        [self.same_path, self.same_verdict, self.same_output].contains(&Some(false))
    }
}

impl fmt::Display for Replayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}",
            match (self.same_path, self.same_verdict) {
                _ if self.is_refuted() => "not confirmed",
                (Some(true), Some(true)) => "confirmed",
                (Some(true), None) => "path confirmed",
                (None, Some(true)) => "outcome confirmed",
                _ => "not confirmed",
            }
        )?;
        match self.same_path {
            Some(true) => write!(f, ": the same path")?,
            Some(false) => write!(f, ": a different path")?,
            None => write!(f, ": the path is unknown")?,
        }
        write!(f, " ({} branches); {}", self.branches, self.outcome)?;
        match self.reasons.is_empty() {
            true => Ok(()),
            false => write!(f, " ({})", self.reasons.join("; ")),
        }
    }
}

/// What a native run must show.
enum Wanted {
    /// Exactly this, or the verdict is wrong.
    Exactly(bool),
    /// This shows the error, but an error of this kind may go by unseen.
    Perhaps(bool),
    /// The symbolic machine itself did not follow the path to its end.
    Nothing,
}

/// Whether an input has a word that is an address of the symbolic machine: near the beginning of an object.
fn has_address(bytes: &[u8]) -> bool {
    const NEAR: i64 = 1 << 20;
    const MOST_OBJECTS: u32 = 1 << 20;
    bytes.chunks_exact(8).any(|word| {
        let (object, offset) = word.try_into().map(u64::from_le_bytes).map_or((0, 0), place_of);
        (1..MOST_OBJECTS).contains(&object) && (-NEAR..NEAR).contains(&offset)
    })
}

/// Compares a run with a test.
pub(super) fn compare(test: &Test, ran: Ran, page: &Page, unknown_path: Option<&str>) -> Replayed {
    let outcome = Outcome::of(&ran, page);
    let mut reasons = Vec::new();
    let same_path = path(test, page, &outcome, unknown_path, &mut reasons);
    let same_verdict = match wanted(test, &outcome) {
        _ if matches!(outcome, Outcome::Undefined(_)) => {
            reasons.push("so the native run cannot be compared".to_owned());
            None
        }
        Wanted::Exactly(is_same) => {
            if !is_same {
                reasons.push(format!("the test expects {}", expected(test)));
            }
            Some(is_same)
        }
        // A run that continues for some branches may stop for another reason.
        Wanted::Perhaps(true) if page.matched() == Some(page.branches()) => Some(true),
        Wanted::Perhaps(_) => {
            reasons.push(format!("`{}` need not be visible in a native run", test.verdict));
            None
        }
        Wanted::Nothing => {
            reasons.push(format!("the test expects {}", expected(test)));
            None
        }
    };
    let ended = matches!((test.verdict, &outcome), (TestVerdict::Finished, Outcome::Exited(_)));
    let is_same = match test.output_length {
        None => ran.output == test.output,
        // Only the beginning was kept.
        Some(_) => ran.output.starts_with(&test.output),
    };
    let same_output = ended.then_some(is_same);
    if same_output == Some(false) {
        reasons.push("the output differs".to_owned());
    }
    // Such values cannot be set natively: a run that differs proves nothing.
    let needs_values = test.inputs.iter().any(|input| input.name.starts_with(UNINITIALISED));
    let needs_addresses = test.inputs.iter().any(|input| has_address(&input.bytes));
    let is_free = needs_values || needs_addresses;
    let judged = |same: Option<bool>| same.filter(|&same| same || !is_free);
    if is_free && [same_path, same_verdict, same_output].contains(&Some(false)) {
        let what = match needs_values {
            true => "the test needs values of uninitialised memory",
            false => {
                "the test has addresses of the symbolic machine, where a native run has others"
            }
        };
        reasons.push(what.to_owned());
    }
    let (same_path, same_verdict, same_output) =
        (judged(same_path), judged(same_verdict), judged(same_output));
    for (count, what) in [
        (page.missing(), "inputs are missing in the test; zero was used"),
        (page.resized(), "inputs have a different size in the test"),
    ] {
        if count > 0 {
            reasons.push(format!("{count} {what}"));
        }
    }
    Replayed {
        outcome,
        same_path,
        same_verdict,
        same_output,
        trace: page.trace(),
        branches: page.branches(),
        output: ran.output,
        errors: ran.errors,
        reasons,
    }
}

/// The test's verdict, with the code that belongs to it.
fn expected(test: &Test) -> String {
    match test.exit_code {
        Some(code) if test.verdict == TestVerdict::Finished => {
            format!("`finished` with code {code}")
        }
        _ => format!("`{}`", test.verdict),
    }
}

fn path(
    test: &Test,
    page: &Page,
    outcome: &Outcome,
    unknown_path: Option<&str>,
    reasons: &mut Vec<String>,
) -> Option<bool> {
    if let Some(why) = unknown_path {
        reasons.push(why.to_owned());
        return None;
    }
    // After most errors a native run continues in an undefined way, or runs code for the end of the
    // program (a signal handler, a panic hook). Otherwise both end at the same place.
    let ends_there = match test.verdict {
        TestVerdict::Finished | TestVerdict::Rejected => true,
        TestVerdict::Killed(_) | TestVerdict::Blocked => true,
        TestVerdict::Error(kind) => {
            matches!(kind, ErrorKind::Assertion | ErrorKind::ReachedError | ErrorKind::Reported)
        }
        TestVerdict::Cut => false,
    };
    let is_same = match ends_there {
        true => page.trace() == test.trace,
        false => page.matched().is_some(),
    };
    if !is_same && matches!(outcome, Outcome::Undefined(_)) {
        return None;
    }
    Some(is_same)
}

/// What a run must show for the verdict of the test, and whether it did.
fn wanted(test: &Test, outcome: &Outcome) -> Wanted {
    let signal = |fits: fn(i32) -> bool| match outcome {
        Outcome::Signal(signal) => fits(*signal),
        Outcome::Heap(_) => true,
        _ => false,
    };
    let kind = match (test.verdict, outcome) {
        (TestVerdict::Error(kind), _) => kind,
        (TestVerdict::Finished, Outcome::Exited(code)) => {
            return Wanted::Exactly(match test.exit_code {
                // The system keeps the low 8 bits of an exit code; a return value is kept as it is.
                Some(expected) => *code == expected || *code == expected & 0xff,
                None => true,
            });
        }
        (TestVerdict::Rejected, Outcome::Rejected) => return Wanted::Exactly(true),
        (TestVerdict::Killed(signal), outcome) => {
            return Wanted::Exactly(*outcome == Outcome::Signal(signal));
        }
        (TestVerdict::Blocked, outcome) => {
            return Wanted::Exactly(matches!(outcome, Outcome::Blocked));
        }
        (TestVerdict::Finished | TestVerdict::Rejected, _) => return Wanted::Exactly(false),
        (TestVerdict::Cut, _) => return Wanted::Nothing,
    };
    if let Outcome::Found(found, _) = outcome {
        return Wanted::Exactly(*found == kind);
    }
    match kind {
        ErrorKind::Assertion => Wanted::Exactly(matches!(outcome, Outcome::Assertion(_))),
        ErrorKind::Abort => {
            // A panic that does not unwind aborts; the machine may see only that.
            let aborted =
                matches!(outcome, Outcome::Aborted(_) | Outcome::Heap(_) | Outcome::Panicked(_));
            // Signals of errors that the program sent itself.
            Wanted::Exactly(aborted || signal(is_memory_fault) || signal(is_arithmetic))
        }
        ErrorKind::Panic => Wanted::Exactly(matches!(outcome, Outcome::Panicked(_))),
        ErrorKind::ReachedError => Wanted::Exactly(matches!(outcome, Outcome::ReachedError(_))),
        ErrorKind::Exception => Wanted::Exactly(matches!(outcome, Outcome::Exception(_))),
        ErrorKind::Reported => Wanted::Exactly(matches!(outcome, Outcome::Reported(_))),
        ErrorKind::DivisionByZero | ErrorKind::Overflow => Wanted::Perhaps(signal(is_arithmetic)),
        ErrorKind::Unreachable | ErrorKind::BrokenPromise => Wanted::Perhaps(signal(is_trap)),
        ErrorKind::Recursion => {
            let overflowed = matches!(outcome, Outcome::StackOverflow);
            Wanted::Perhaps(overflowed || signal(is_memory_fault))
        }
        ErrorKind::OutOfBounds
        | ErrorKind::NullPointer
        | ErrorKind::WildPointer
        | ErrorKind::UseAfterFree
        | ErrorKind::UseAfterReturn
        | ErrorKind::DoubleFree
        | ErrorKind::BadFree
        | ErrorKind::WriteToConstant
        | ErrorKind::Misaligned
        | ErrorKind::BadCall => Wanted::Perhaps(signal(is_memory_fault)),
        ErrorKind::Shift | ErrorKind::Uninitialised | ErrorKind::Harness | ErrorKind::Leak => {
            Wanted::Perhaps(false)
        }
    }
}
