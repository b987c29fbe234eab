//! The result of a run: *passed*, *failed* or *incomplete*.
//!
//! A run is incomplete if something that was requested was not tried. It does not count as passed
//! then. The reasons are values; their text is made here, so that a reason reads the same in the
//! terminal, in JSON, in JUnit, in SARIF and on the page.

use std::fmt;

use pikse_vm::{Cut, NoteKind, Stopped};
use serde_json::{Value as Json, json};

use crate::check_run::SourcePlace;
use crate::text::{count, one_line, thousands};

/// The result of a run, of a check or of an exploration.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Everything that was requested was tried, and nothing failed.
    Passed,
    /// Something failed, even if not everything was tried.
    Failed,
    /// Nothing failed so far, but something was not tried.
    Incomplete(Incomplete),
}

impl Verdict {
    /// The verdict for a run that failed or not, and was incomplete or not.
    pub fn of(has_failed: bool, incomplete: Option<&Incomplete>) -> Verdict {
        match (has_failed, incomplete) {
            (true, _) => Verdict::Failed,
            (false, Some(incomplete)) => Verdict::Incomplete(incomplete.clone()),
            (false, None) => Verdict::Passed,
        }
    }

    /// One word for machines.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "failed",
            Verdict::Incomplete(_) => "incomplete",
        }
    }

    /// Whether everything was tried and nothing failed.
    pub fn is_passed(&self) -> bool {
        matches!(self, Verdict::Passed)
    }

    /// Whether something failed.
    pub fn is_failed(&self) -> bool {
        matches!(self, Verdict::Failed)
    }

    /// Why the run is incomplete, if that is the verdict.
    pub fn incomplete(&self) -> Option<&Incomplete> {
        match self {
            Verdict::Incomplete(incomplete) => Some(incomplete),
            _ => None,
        }
    }
}

/// Why not everything was tried, and how far the run came.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Incomplete {
    /// The reasons, at least one.
    pub reasons: Vec<Reason>,
    /// How far the run came.
    pub reached: Reached,
}

impl Incomplete {
    /// An incomplete run with one reason.
    pub fn new(reason: Reason, reached: Reached) -> Incomplete {
        Incomplete { reasons: vec![reason], reached }
    }

    /// The reasons in a line: `time limit reached (--stop-after); after 12 inputs`.
    pub fn line(&self) -> String {
        let reasons: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        match self.reached.to_string() {
            reached if reached.is_empty() => reasons.join("; "),
            reached => format!("{}; {reached}", reasons.join("; ")),
        }
    }

    /// For machines: `reasons` (objects with `kind`, `text` and further numbers), `done`
    /// (from 0 to 1, or null if it is not known) and `tried` (null, or an object with
    /// `count` and `what`).
    pub fn to_json(&self) -> Json {
        let reasons: Vec<Json> = self.reasons.iter().map(Reason::to_json).collect();
        let tried = self
            .reached
            .tried
            .map(|(count, what)| json!({"count": count, "what": what.word().to_owned() + "s"}));
        json!({"reasons": reasons, "done": self.reached.done, "tried": tried})
    }
}

/// How far a run came.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reached {
    /// The part of the space that was searched, from 0 to 1, if it is known.
    pub done: Option<f64>,
    /// The number of things that were tried, and their unit.
    pub tried: Option<(u64, Unit)>,
}

/// The unit of what a run tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Candidates for structures.
    Candidate,
    /// Inputs of a check.
    Input,
    /// Paths of a program.
    Path,
    /// Tests of an exploration.
    Test,
}

impl Unit {
    fn word(self) -> &'static str {
        match self {
            Unit::Candidate => "candidate",
            Unit::Input => "input",
            Unit::Path => "path",
            Unit::Test => "test",
        }
    }
}

impl fmt::Display for Reached {
    /// `after 12 inputs, about 3 % of the space`; empty if nothing is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((tried, what)) = self.tried {
            write!(f, "after {}", count(tried, what.word()))?;
        }
        if let Some(done) = self.done {
            let comma = if self.tried.is_some() { ", " } else { "" };
            // Never round up to 100 %.
            let percent = (done.clamp(0.0, 1.0) * 1000.0).floor() / 10.0;
            write!(f, "{comma}about {percent} % of the space")?;
        }
        Ok(())
    }
}

/// Why something was not tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The time limit of the run was reached.
    Time,
    /// The run was interrupted: Ctrl-C, or a request to terminate.
    Interrupted,
    /// A failure was found, and the run stops at the first.
    FirstFailure,
    /// Parts of the run are missing, or not finished.
    Parts {
        /// The numbers of those that are missing.
        missing: Vec<u32>,
        /// The numbers of those that are not finished.
        unfinished: Vec<u32>,
    },
    /// The exploration began with stored structures, and these are not all.
    Stage {
        /// Their file.
        file: String,
    },
    /// Some paths of a predicate were not followed to their end.
    Predicate,
    /// Nothing satisfies the pre-condition or the assumptions, so nothing ran.
    NothingRan {
        /// The number of rejected ones.
        rejected: u64,
        /// Their unit: candidates, or paths.
        what: Unit,
        /// The likely causes, the most certain first; none if nothing is known.
        likely: Vec<Likely>,
    },
    /// No structure within the bounds satisfies the predicate.
    NoStructure {
        /// The predicate.
        predicate: String,
        /// The number of rejected candidates.
        rejected: u64,
        /// The likely causes, as above.
        likely: Vec<Likely>,
    },
    /// Some mutants have no result: their runs were stopped, or never started.
    OpenMutants {
        /// How many.
        open: u64,
        /// The number of all mutants.
        all: u64,
    },
    /// Something did not run at all.
    NotRun(NotRun),
    /// An exploration left out paths, or values on them.
    LeftOut {
        /// What, and why.
        what: LeftOut,
        /// The number of paths.
        paths: u64,
    },
    /// Tests that a native run neither confirmed nor refuted.
    NotJudged {
        /// How many.
        tests: u64,
    },
    /// The check does not try an input any more, so the property did not run.
    NoLongerAnInput,
}

impl Reason {
    /// One word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::Time => "time",
            Reason::Interrupted => "interrupted",
            Reason::FirstFailure => "first-failure",
            Reason::Parts { .. } => "parts",
            Reason::Stage { .. } => "stage",
            Reason::Predicate => "predicate",
            Reason::NothingRan { .. } => "nothing-ran",
            Reason::NoStructure { .. } => "no-structure",
            Reason::OpenMutants { .. } => "open-mutants",
            Reason::NotRun(_) => "not-run",
            Reason::LeftOut { what, .. } => what.kind(),
            Reason::NotJudged { .. } => "not-judged",
            Reason::NoLongerAnInput => "no-longer-an-input",
        }
    }

    /// For machines: `kind`, `text`, and further fields of the reason.
    pub fn to_json(&self) -> Json {
        let mut json = json!({"kind": self.kind(), "text": self.to_string()});
        match self {
            Reason::NothingRan { rejected, likely, .. }
            | Reason::NoStructure { rejected, likely, .. } => {
                json["rejected"] = json!(rejected);
                let likely: Vec<String> = likely.iter().map(ToString::to_string).collect();
                json["likely"] = json!(likely);
            }
            Reason::OpenMutants { open, all } => {
                json["open"] = json!(open);
                json["all"] = json!(all);
            }
            Reason::NotRun(not_run) => json["what"] = json!(not_run.what),
            Reason::LeftOut { paths, .. } => json["paths"] = json!(paths),
            Reason::NotJudged { tests } => json["tests"] = json!(tests),
            Reason::Parts { missing, unfinished } => {
                json["missing"] = json!(missing);
                json["unfinished"] = json!(unfinished);
            }
            Reason::Stage { file } => json["file"] = json!(file),
            Reason::Time
            | Reason::Interrupted
            | Reason::FirstFailure
            | Reason::Predicate
            | Reason::NoLongerAnInput => {}
        }
        json
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Time => f.write_str("time limit reached (--stop-after)"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::FirstFailure => f.write_str("stopped at the first failure (--fail-fast)"),
            Reason::Parts { missing, unfinished } => {
                let list = |numbers: &[u32]| {
                    let first = numbers.iter().take(20).map(ToString::to_string);
                    let more = if numbers.len() > 20 { ", …" } else { "" };
                    format!("{}{more}", first.collect::<Vec<_>>().join(", "))
                };
                let is_first = missing.is_empty();
                if !missing.is_empty() {
                    write!(f, "missing: {} ({})", count(missing.len() as u64, "part"), list(missing))?;
                }
                if !unfinished.is_empty() {
                    let parts = count(unfinished.len() as u64, "part");
                    let comma = if is_first { "" } else { "; " };
                    write!(f, "{comma}not finished: {parts} ({})", list(unfinished))?;
                }
                Ok(())
            }
            Reason::Stage { file } => write!(
                f,
                "`{}` does not have all structures: its stage 1 was incomplete, or the predicate has an \
                 error",
                one_line(file)
            ),
            Reason::Predicate => f.write_str("some paths of the predicate were cut or left undecided"),
            Reason::NothingRan { rejected, what: Unit::Path, .. } => write!(
                f,
                "no path was explored: an assumption is false on every path ({} rejected)",
                thousands(*rejected)
            ),
            Reason::NothingRan { rejected, likely, .. } => {
                write!(
                    f,
                    "it never ran: no input satisfies its pre-condition ({} rejected)",
                    count(*rejected, "candidate")
                )?;
                write_likely(f, likely)?;
                f.write_str(
                    ". Increase --size, --args or --range, or correct the pre-condition",
                )
            }
            Reason::NoStructure { predicate, rejected, likely } => {
                write!(
                    f,
                    "no structure satisfies `{}` ({} rejected)",
                    one_line(predicate),
                    count(*rejected, "candidate")
                )?;
                write_likely(f, likely)?;
                f.write_str(". Increase --size or --range, or correct the predicate")
            }
            Reason::OpenMutants { open, all } => {
                write!(f, "no result for {open} of {}", count(*all, "mutant"))
            }
            Reason::NotRun(not_run) => not_run.fmt(f),
            Reason::LeftOut { what, paths: 0 } => f.write_str(&one_line(&what.to_string())),
            Reason::LeftOut { what, paths } => {
                write!(f, "{} ({})", one_line(&what.to_string()), count(*paths, "path"))
            }
            Reason::NotJudged { tests } => {
                write!(f, "{} neither confirmed nor refuted", count(*tests, "test"))
            }
            Reason::NoLongerAnInput => f.write_str(
                "the check does not try this input any more: its pre-condition rejects it, or reads \
                 its fields in another order; run the check again",
            ),
        }
    }
}

/// A likely cause of why nothing satisfies a predicate or a pre-condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Likely {
    /// A pointer has no other value than null.
    AlwaysNull {
        /// The field.
        field: String,
    },
    /// Most candidates were rejected right after a field was read.
    RejectsAfter {
        /// The field.
        field: String,
        /// Its values.
        values: String,
        /// The number of these candidates.
        count: u64,
        /// The number of all candidates that were examined.
        of: u64,
    },
    /// Most candidates were rejected before any field was read.
    RejectsAtOnce,
}

impl fmt::Display for Likely {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Likely::AlwaysNull { field } => {
                write!(f, "`{}` is always null, because there is no object for it", one_line(field))
            }
            // The numbers of this search are others than those of the result, which skips more.
            Likely::RejectsAfter { field, values, count, of } => write!(
                f,
                "{} candidates were rejected right after `{}` was read (its values: {})",
                match count.saturating_mul(100) / (*of).max(1) {
                    100 => "all".to_owned(),
                    part => format!("{part} % of the"),
                },
                one_line(field),
                one_line(values)
            ),
            Likely::RejectsAtOnce => f.write_str("it rejects before it reads any field"),
        }
    }
}

/// The likely causes, after what they explain.
fn write_likely(f: &mut fmt::Formatter<'_>, likely: &[Likely]) -> fmt::Result {
    for (at, cause) in likely.iter().enumerate() {
        write!(f, "{}{cause}", if at == 0 { ". Likely cause: " } else { "; " })?;
    }
    Ok(())
}

/// What an exploration left out, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The rest of a path, which was cut, or of the exploration, which stopped.
    Cut(Cut),
    /// A note on a path, most often a value that was made concrete.
    Note {
        /// What kind.
        kind: NoteKind,
        /// What happened.
        text: String,
        /// Where; line 0 if that is not known.
        place: SourcePlace,
    },
}

impl LeftOut {
    /// One word for machines.
    pub fn kind(&self) -> &'static str {
        match self {
            LeftOut::Cut(Cut::Unsupported(_)) => "unsupported",
            LeftOut::Cut(Cut::Unknown(_)) => "undecided",
            LeftOut::Cut(Cut::Loops) => "loop-limit",
            LeftOut::Cut(Cut::Memory) => "program-memory-limit",
            LeftOut::Cut(Cut::Objects) => "too-many-objects",
            LeftOut::Cut(Cut::Values) => "too-many-values",
            LeftOut::Cut(Cut::Misfit(_)) => "misfit",
            LeftOut::Cut(Cut::Outside) => "outside",
            LeftOut::Cut(Cut::Stopped(why)) => match why {
                Stopped::Time => "time",
                Stopped::Paths => "path-limit",
                Stopped::States => "state-limit",
                Stopped::Instructions => "instruction-limit",
                Stopped::PathInstructions => "path-instruction-limit",
                Stopped::Memory => "memory-limit",
                Stopped::FirstError => "first-failure",
                Stopped::Interrupted => "interrupted",
                Stopped::Refused => "stopped",
                Stopped::Died => "worker-death",
            },
            LeftOut::Note { kind: NoteKind::Concretized, .. } => "made-concrete",
            LeftOut::Note { kind: NoteKind::Model, .. } => "model",
        }
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOut::Cut(cut) => cut.fmt(f),
            LeftOut::Note { text, place, .. } if place.line == 0 => f.write_str(text),
            LeftOut::Note { text, place, .. } => write!(f, "{text} at {place}"),
        }
    }
}

/// A requested check that never ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRun {
    /// The name of a check, or the file or package with the checks.
    pub what: String,
    /// Why.
    pub why: WhyNotRun,
}

/// Why something never ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNotRun {
    /// The run was interrupted earlier.
    Interrupted,
    /// It has an error itself.
    Refused(String),
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = one_line(&self.what);
        match &self.why {
            WhyNotRun::Interrupted => write!(f, "{what} did not run: the run was interrupted"),
            WhyNotRun::Refused(why) => write!(f, "{what} did not run: {}", one_line(why)),
        }
    }
}
