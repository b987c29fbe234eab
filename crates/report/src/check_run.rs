//! What `pikse check` did and found: the model that every report is written from.
//!
//! The command fills it in; the writers ([`terminal`](crate::terminal),
//! [`json`](crate::json), [`junit`](crate::junit), [`sarif`](crate::sarif),
//! [`lcov`](crate::lcov), [`html`](crate::html)) only read it.

use std::collections::BTreeMap;

use pikse_structure::Snapshot;

use crate::note::CheckNote;
use crate::verdict::{Incomplete, NotRun, Reached, Reason, Unit, Verdict};

/// A run of `pikse check`.
#[derive(Clone, Debug, Default)]
pub struct CheckRun {
    /// The command line, as a user would type it again.
    pub command: String,
    /// The version of Pikse.
    pub version: String,
    /// How long the run took.
    pub seconds: f64,
    /// How many worker processes ran.
    pub jobs: usize,
    /// The checks, in the order in which they ran.
    pub checks: Vec<CheckResult>,
    /// What was asked for and never ran.
    pub not_run: Vec<NotRun>,
}

/// A check: a property that ran on every input within bounds.
#[derive(Clone, Debug, Default)]
pub struct CheckResult {
    /// Its name, `bst_add`.
    pub name: String,
    /// The language of the property: `C`, `C++`, `Rust`.
    pub language: String,
    /// The file with the property, as the user names it.
    pub file: String,
    /// The line where the property begins; 0 if it is not known.
    pub line: u32,
    /// The bounds, a line a class.
    pub bounds: Vec<String>,
    /// The size that the bounds are for.
    pub size: u64,
    /// On how many inputs the property ran.
    pub inputs: u64,
    /// How many structures there are among the inputs; 0 if that is not known.
    pub structures: u64,
    /// How many candidates the search looked at.
    pub explored: u64,
    /// Inputs by how many objects they have, the fewest first.
    pub by_size: Vec<SizeCount>,
    /// Why the check did not do all that was asked; nothing if it did.
    pub incomplete: Option<Incomplete>,
    /// How long it took.
    pub seconds: f64,
    /// How the property was run.
    pub engine: String,
    /// What else a user should know.
    pub notes: Vec<CheckNote>,
    /// The failures, told apart by kind and place.
    pub failures: Vec<CheckFailure>,
    /// Inputs to look at. They may be fewer than ran.
    pub gallery: Vec<GalleryItem>,
    /// Changed programs, and whether the check saw that they are wrong.
    pub mutants: Vec<MutantResult>,
    /// Which lines ran.
    pub coverage: Vec<FileCoverage>,
}

/// Inputs with a number of objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SizeCount {
    /// How many objects each has.
    pub objects: u64,
    /// How many inputs.
    pub inputs: u64,
    /// How many of them failed.
    pub failed: u64,
}

/// Failures of one kind at one place, with the smallest input that shows them.
#[derive(Clone, Debug, Default)]
pub struct CheckFailure {
    /// What went wrong, in a word or a few: `assertion failed`, `null pointer`, `time-out`.
    pub kind: String,
    /// What the program said.
    pub text: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// The calls that led there, the innermost first. The first is `place` if that is known.
    pub stack: Vec<SourcePlace>,
    /// On how many inputs it happened.
    pub count: u64,
    /// How many objects the smallest of them has.
    pub objects: u64,
    /// That input.
    pub before: Snapshot,
    /// What the property made of it, if memory could still be read.
    pub after: Option<Snapshot>,
    /// The file where the input was saved.
    pub saved: Option<String>,
    /// The command that runs the property on that input again.
    pub replay: Option<String>,
    /// The file with a regression test.
    pub test: Option<String>,
}

/// A place in a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlace {
    /// The file, relative to where the command ran if it is below.
    pub file: String,
    /// The line, from 1; 0 if it is not known.
    pub line: u32,
    /// The column, from 1; 0 if it is not known.
    pub column: u32,
    /// The function, as the source has it; empty if it is not known.
    pub function: String,
}

/// An input to look at.
#[derive(Clone, Debug, Default)]
pub struct GalleryItem {
    /// Its number in the order of generation, from 1.
    pub number: u64,
    /// The input.
    pub before: Snapshot,
    /// What the property made of it, if it was kept.
    pub after: Option<Snapshot>,
    /// Its failure, as a place in [`CheckResult::failures`].
    pub failure: Option<usize>,
}

/// A changed program.
#[derive(Clone, Debug, Default)]
pub struct MutantResult {
    /// What kind of change it is: `negate condition`.
    pub operator: String,
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The function.
    pub function: String,
    /// What stood there.
    pub before: String,
    /// What the mutant has instead.
    pub after: String,
    /// What the check says of it.
    pub verdict: MutantVerdict,
}

/// What a check says of a changed program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum MutantVerdict {
    /// It fails, with this failure.
    Killed(String),
    /// It passes on every input.
    Survived,
    /// Its run was stopped before anything failed, or never began.
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

    /// The failure by which the check saw the change.
    pub fn killed_by(&self) -> Option<&str> {
        match self {
            MutantVerdict::Killed(failure) => Some(failure),
            MutantVerdict::Survived | MutantVerdict::Open => None,
        }
    }
}

/// Which lines of a file ran.
#[derive(Clone, Debug, Default)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Lines with code, and how often each ran.
    pub lines: Vec<(u32, u64)>,
    /// Functions: the name, the line, how often it was called.
    pub functions: Vec<(String, u32, u64)>,
}

impl CheckRun {
    /// What the run came to: a failure weighs more than what was not tried.
    pub fn verdict(&self) -> Verdict {
        let has_failed = self.checks.iter().any(|check| check.verdict().is_failed());
        Verdict::of(has_failed, self.incomplete().as_ref())
    }

    /// What was not tried, of all checks together.
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
            reasons.push(Reason::NothingRan { rejected: 0, what: Unit::Candidate });
        }
        let reached = Reached { done: None, tried: Some((self.inputs(), Unit::Input)) };
        (!reasons.is_empty()).then_some(Incomplete { reasons, reached })
    }

    /// On how many inputs properties ran.
    pub fn inputs(&self) -> u64 {
        self.checks.iter().map(|check| check.inputs).sum()
    }
}

impl CheckRun {
    /// The coverage of all checks together: one entry a file, lines and functions in order,
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
    /// What the check came to.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(!self.failures.is_empty(), self.incomplete.as_ref())
    }

    /// How many mutants were killed.
    pub fn mutants_killed(&self) -> usize {
        let is_killed = |mutant: &&MutantResult| mutant.verdict.killed_by().is_some();
        self.mutants.iter().filter(is_killed).count()
    }

    /// The mutants that passed on every input.
    pub fn mutants_survived(&self) -> impl Iterator<Item = &MutantResult> {
        self.mutants.iter().filter(|mutant| mutant.verdict == MutantVerdict::Survived)
    }

    /// How many mutants have no verdict.
    pub fn mutants_open(&self) -> usize {
        self.mutants.iter().filter(|mutant| mutant.verdict == MutantVerdict::Open).count()
    }

    /// On how many inputs the property failed.
    pub fn failed_inputs(&self) -> u64 {
        self.failures.iter().map(|failure| failure.count).sum()
    }
}

impl FileCoverage {
    /// How many of the lines ran, and how many there are, of several files.
    pub fn lines_of(files: &[FileCoverage]) -> (usize, usize) {
        let hit = files.iter().map(FileCoverage::lines_hit).sum();
        (hit, files.iter().map(|file| file.lines.len()).sum())
    }

    /// How many of the lines ran.
    pub fn lines_hit(&self) -> usize {
        self.lines.iter().filter(|(_, count)| *count > 0).count()
    }

    /// How many of the functions were called.
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
