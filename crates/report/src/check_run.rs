//! A run of `pikse check`: the model from which every report is written.
//!
//! The command fills it in; the writers ([`terminal`](crate::terminal),
//! [`json`](crate::json), [`junit`](crate::junit), [`sarif`](crate::sarif),
//! [`lcov`](crate::lcov), [`html`](crate::html)) only read it.

use std::collections::BTreeMap;

use pikse_structure::Snapshot;

use crate::note::CheckNote;
use crate::text::{count, thousands};
use crate::verdict::{Incomplete, NotRun, Reached, Reason, Unit, Verdict};

/// A run of `pikse check`.
#[derive(Clone, Debug, Default)]
pub struct CheckRun {
    /// The command line, in a form that can be typed again.
    pub command: String,
    /// The version of Pikse.
    pub version: String,
    /// When the run began, as text; empty if that is not known.
    pub date: String,
    /// The duration of the run.
    pub seconds: f64,
    /// The number of worker processes.
    pub jobs: usize,
    /// The checks, in the order in which they ran.
    pub checks: Vec<CheckResult>,
    /// Requested checks that never ran.
    pub not_run: Vec<NotRun>,
}

/// A check: a property that ran on every input within bounds.
#[derive(Clone, Debug, Default)]
pub struct CheckResult {
    /// Its name, `bst_add`.
    pub name: String,
    /// The language of the property: `C`, `C++`, `Rust`.
    pub language: String,
    /// The file with the property, as the user writes it.
    pub file: String,
    /// The line where the property begins; 0 if it is not known.
    pub line: u32,
    /// The bounds, one line for each class.
    pub bounds: Vec<String>,
    /// The size of the bounds.
    pub size: u64,
    /// The number of inputs on which the property ran.
    pub inputs: u64,
    /// The number of structures among the inputs; 0 if it is not known.
    pub structures: u64,
    /// The number of candidates that the search tried.
    pub explored: u64,
    /// Inputs by their number of objects, the fewest first.
    pub by_size: Vec<SizeCount>,
    /// Why the check is incomplete; none if it is complete.
    pub incomplete: Option<Incomplete>,
    /// The duration of the check.
    pub seconds: f64,
    /// How the property ran.
    pub engine: String,
    /// Notes for the user.
    pub notes: Vec<CheckNote>,
    /// The failures, one for each kind and place.
    pub failures: Vec<CheckFailure>,
    /// Inputs for the report, perhaps fewer than ran.
    pub gallery: Vec<GalleryItem>,
    /// The mutants, and whether the check killed them.
    pub mutants: Vec<MutantResult>,
    /// The lines that ran.
    pub coverage: Vec<FileCoverage>,
}

/// Inputs with a number of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeCount {
    /// The number of objects of each.
    pub objects: u64,
    /// The number of inputs.
    pub inputs: u64,
    /// The number of failed inputs.
    pub failed: u64,
}

/// Failures of one kind at one place, with the smallest input that shows them.
#[derive(Clone, Debug, Default)]
pub struct CheckFailure {
    /// The kind of the failure: `assertion`, `bad-access`, `time-limit`.
    pub kind: String,
    /// What happened.
    pub text: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// The call stack, innermost first. The first is `place` if that is known.
    pub stack: Vec<SourcePlace>,
    /// Whether the pre-condition failed, so that the property did not run.
    pub is_of_pre: bool,
    /// The number of inputs with this failure; if it is of the pre-condition, of candidates.
    pub count: u64,
    /// The number of objects of the smallest of them.
    pub objects: u64,
    /// That input.
    pub before: Snapshot,
    /// The state after the run, if memory could still be read.
    pub after: Option<Snapshot>,
    /// The file with the saved input.
    pub saved: Option<String>,
    /// The command that runs the property on that input again.
    pub replay: Option<String>,
    /// The file with a regression test.
    pub test: Option<String>,
}

/// A place in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file, relative to the current folder if it is inside.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function, as in the source; empty if it is not known.
    pub function: String,
}

/// An input for the report.
#[derive(Clone, Debug, Default)]
pub struct GalleryItem {
    /// Its number in the order of generation, from 1.
    pub number: u64,
    /// The input.
    pub before: Snapshot,
    /// The state after the run, if it was kept.
    pub after: Option<Snapshot>,
    /// Its failure, as an index into [`CheckResult::failures`].
    pub failure: Option<usize>,
}

/// A mutant: a changed program.
#[derive(Clone, Debug, Default)]
pub struct MutantResult {
    /// The kind of change: `comparison`.
    pub operator: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: String,
    /// The original code.
    pub before: String,
    /// The code in the mutant.
    pub after: String,
    /// The verdict of the check.
    pub verdict: MutantVerdict,
}

/// The verdict of a check on a mutant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MutantVerdict {
    /// The check fails, with this failure.
    Killed(String),
    /// The check passes on every input.
    Survived,
    /// The run was stopped before anything failed, or never started.
    #[default]
    Open,
}

impl MutantVerdict {
    /// One word for machines.
    pub fn word(&self) -> &'static str {
        match self {
            MutantVerdict::Killed(_) => "killed",
            MutantVerdict::Survived => "survived",
            MutantVerdict::Open => "open",
        }
    }

    /// The failure that killed the mutant.
    pub fn killed_by(&self) -> Option<&str> {
        match self {
            MutantVerdict::Killed(failure) => Some(failure),
            MutantVerdict::Survived | MutantVerdict::Open => None,
        }
    }
}

/// The lines of a file that ran.
#[derive(Clone, Debug, Default)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Lines with code, and how often each ran.
    pub lines: Vec<(u32, u64)>,
    /// Functions: the name, the line, the number of calls.
    pub functions: Vec<(String, u32, u64)>,
}

impl CheckRun {
    /// The verdict of the run: failed if anything failed, even if the run is also incomplete.
    pub fn verdict(&self) -> Verdict {
        let has_failed = self.checks.iter().any(|check| check.verdict().is_failed());
        Verdict::of(has_failed, self.incomplete().as_ref())
    }

    /// Why the run is incomplete, for all checks together.
    pub fn incomplete(&self) -> Option<Incomplete> {
        let not_run = self.not_run.iter().cloned().map(Reason::NotRun);
        let mut reasons: Vec<Reason> = not_run.collect();
        for incomplete in self.checks.iter().filter_map(|check| check.incomplete.as_ref()) {
            for reason in &incomplete.reasons {
                if !reasons.contains(reason) {
                    reasons.push(reason.clone());
                }
            }
        }
        if self.checks.is_empty() && reasons.is_empty() {
            reasons.push(Reason::NothingRan {
                rejected: 0,
                what: Unit::Candidate,
                likely: Vec::new(),
            });
        }
        let reached = Reached { done: None, tried: Some((self.inputs(), Unit::Input)) };
        (!reasons.is_empty()).then_some(Incomplete { reasons, reached })
    }

    /// The number of inputs of all checks.
    pub fn inputs(&self) -> u64 {
        self.checks.iter().map(|check| check.inputs).sum()
    }
}

impl CheckRun {
    /// The coverage of all checks together: one entry for each file, lines and functions sorted,
    /// their counts added up.
    pub fn coverage(&self) -> Vec<FileCoverage> {
        let mut files: BTreeMap<&str, Merged<'_>> = BTreeMap::new();
        for coverage in self.checks.iter().flat_map(|check| &check.coverage) {
            let (lines, functions) = files.entry(&coverage.file).or_default();
            for &(line, count) in &coverage.lines {
                let sum = lines.entry(line).or_default();
                *sum = sum.saturating_add(count);
            }
            for (name, line, count) in &coverage.functions {
                let sum = functions.entry((*line, name)).or_default();
                *sum = sum.saturating_add(*count);
            }
        }
        let files = files.into_iter().map(|(file, (lines, functions))| FileCoverage {
            file: file.to_owned(),
            lines: lines.into_iter().collect(),
            functions: functions
                .into_iter()
                .map(|((line, name), count)| (name.to_owned(), line, count))
                .collect(),
        });
        files.collect()
    }
}

/// Counts by line, and by line and name of a function.
type Merged<'a> = (BTreeMap<u32, u64>, BTreeMap<(u32, &'a str), u64>);

impl CheckResult {
    /// The verdict of the check.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(!self.failures.is_empty(), self.incomplete.as_ref())
    }

    /// The number of killed mutants.
    pub fn mutants_killed(&self) -> usize {
        let is_killed = |mutant: &&MutantResult| mutant.verdict.killed_by().is_some();
        self.mutants.iter().filter(is_killed).count()
    }

    /// The surviving mutants.
    pub fn mutants_survived(&self) -> impl Iterator<Item = &MutantResult> {
        self.mutants.iter().filter(|mutant| mutant.verdict == MutantVerdict::Survived)
    }

    /// The number of mutants without a result.
    pub fn mutants_open(&self) -> usize {
        self.mutants.iter().filter(|mutant| mutant.verdict == MutantVerdict::Open).count()
    }

    /// The number of inputs on which the property failed.
    pub fn failed_inputs(&self) -> u64 {
        let of_inputs = self.failures.iter().filter(|failure| !failure.is_of_pre);
        of_inputs.map(|failure| failure.count).sum()
    }

    /// The number of candidates on which the pre-condition had no result.
    pub fn undecided(&self) -> u64 {
        let of_pre = self.failures.iter().filter(|failure| failure.is_of_pre);
        of_pre.map(|failure| failure.count).sum()
    }

    /// How many inputs ran and failed: `4 inputs`, `3 of 4 inputs failed`.
    pub fn tried(&self) -> String {
        let inputs = count(self.inputs, "input");
        let tried = match self.failed_inputs() {
            0 => inputs,
            failed => format!("{} of {inputs} failed", thousands(failed)),
        };
        match self.undecided() {
            0 => tried,
            some => {
                format!("{tried}; the pre-condition has no result for {}", count(some, "candidate"))
            }
        }
    }
}

impl CheckFailure {
    /// Where it happened: `3 inputs`, or `7 candidates` of the pre-condition.
    pub fn inputs(&self) -> String {
        count(self.count, self.unit())
    }

    /// The state after the run, if it is known and anything has changed.
    pub fn changed(&self) -> Option<&Snapshot> {
        let after = self.after.as_ref()?;
        (!Snapshot::changes(&self.before, after).is_empty()).then_some(after)
    }

    /// What it happened on: `input`, or `candidate`.
    pub fn unit(&self) -> &'static str {
        if self.is_of_pre { "candidate" } else { "input" }
    }
}

impl FileCoverage {
    /// The number of lines that ran, and of all lines, in several files.
    pub fn lines_of(files: &[FileCoverage]) -> (usize, usize) {
        let hit = files.iter().map(FileCoverage::lines_hit).sum();
        (hit, files.iter().map(|file| file.lines.len()).sum())
    }

    /// The number of lines that ran.
    pub fn lines_hit(&self) -> usize {
        self.lines.iter().filter(|(_, count)| *count > 0).count()
    }

    /// The number of functions that were called.
    pub fn functions_hit(&self) -> usize {
        self.functions.iter().filter(|(_, _, count)| *count > 0).count()
    }
}

impl std::fmt::Display for SourcePlace {
    /// `bst.c:12 in bst_add`, `bst.c:12:3 in bst_add`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.file.is_empty(), self.line) {
            (true, _) => write!(f, "an unknown place")?,
            (false, 0) => write!(f, "{}", self.file)?,
            (false, line) => write!(f, "{}:{line}", self.file)?,
        }
        if !self.file.is_empty() && self.line > 0 && self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        if self.function.is_empty() { Ok(()) } else { write!(f, " in {}", self.function) }
    }
}
