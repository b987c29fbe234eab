//! The result of a check, as the reports need it.

use std::path::Path;

use pikse_check::{Distinct, Frame, Frames, coverage};
use pikse_llvm::Language;
use pikse_native::Broken;
use pikse_report::{
    CheckFailure, CheckNote, CheckResult, FileCoverage, Incomplete, Reached, Reason, SizeCount,
    SourcePlace, Unit,
};
use pikse_search::SearchTally;
use pikse_structure::Snapshot;

use super::session::{CheckSession, Outcome, Tally, short};
use crate::args::check::Check as CheckArgs;
use crate::summary::structure_of;

/// How the run of a check ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// The part of the space that was searched, if it is known.
    pub(crate) done: Option<f64>,
    /// Whether the command was interrupted.
    pub(crate) is_interrupted: bool,
    /// If parts were merged: those that are missing, and those that are not finished.
    pub(crate) open: Option<(Vec<u32>, Vec<u32>)>,
    /// Whether it was one part of a run, which may have no input.
    pub(crate) is_part: bool,
}

/// The result of a check, and its failures in order: the smallest first.
pub(crate) fn result(
    session: &CheckSession,
    args: &CheckArgs,
    outcome: &Outcome,
    ended: Ended,
) -> (CheckResult, Vec<Distinct>) {
    let frames = Frames::of(session.check.library());
    let state = &outcome.state;
    let SearchTally { statistics, runner: tally, .. } = &state.tally;
    let space = &session.bounds.space;
    let found = Distinct::of(tally, &frames, &session.property, space);
    let sizes = space.objects().len() + 1;
    let count = |counts: &[u64], objects: usize| counts.get(objects).copied().unwrap_or(0);
    let by_size = (0..sizes).map(|objects| SizeCount {
        objects: objects as u64,
        inputs: count(&tally.ran, objects),
        failed: count(&tally.failed, objects),
    });
    let (inputs, explored) = (statistics.valid, statistics.explored);
    let open = ended.open.filter(|(missing, open)| missing.len() + open.len() > 0);
    let is_complete = state.is_complete() && open.is_none();
    let reason = match (is_complete, found.is_empty()) {
        // A check without any input says nothing about the code.
        (true, true) if inputs == 0 && !ended.is_part => {
            let likely = session.likely_reason(args);
            Some(Reason::NothingRan { rejected: explored, what: Unit::Candidate, likely })
        }
        (true, _) => None,
        (false, _) if open.is_some() => {
            open.map(|(missing, unfinished)| Reason::Parts { missing, unfinished })
        }
        (false, _) if ended.is_interrupted => Some(Reason::Interrupted),
        (false, false) if args.run.fail_fast => Some(Reason::FirstFailure),
        (false, _) => Some(Reason::Time),
    };
    let done = if is_complete { Some(1.0) } else { ended.done };
    let reached = Reached { done, tried: Some((inputs, Unit::Input)) };
    let incomplete = reason.map(|reason| Incomplete::new(reason, reached));
    let result = CheckResult {
        name: session.property.name.clone(),
        language: language(session.language).to_owned(),
        file: session.file(args),
        line: session.property.place.as_ref().map_or(0, |(_, line)| *line),
        bounds: space.to_string().lines().map(|line| line.trim().to_owned()).collect(),
        size: session.size.into(),
        inputs,
        structures: 0,
        explored,
        by_size: by_size.filter(|count| count.inputs > 0).collect(),
        incomplete,
        seconds: outcome.seconds,
        engine: engine(session, &state.tally),
        notes: notes(session, &frames, &state.tally),
        failures: found.iter().map(|found| failure(session, found)).collect(),
        gallery: Vec::new(),
        mutants: Vec::new(),
        coverage: coverage_of(session, &tally.blocks),
    };
    (result, found)
}

fn language(of: Language) -> &'static str {
    match of {
        Language::Cpp => "C++",
        Language::Rust => "Rust",
        _ => "C",
    }
}

fn engine(session: &CheckSession, tally: &Tally) -> String {
    let search = if tally.runner.pre.fallback.is_some() { "reexecute" } else { "checkpoint" };
    let leaks = if session.check.finds_leaks() { ", with leak detection" } else { "" };
    format!("native code; inputs by {search}{leaks}")
}

/// Notes for the user.
fn notes(session: &CheckSession, frames: &Frames, tally: &Tally) -> Vec<CheckNote> {
    let mut notes = session.notes.clone();
    let tally = &tally.runner;
    let mut globals: Vec<String> = tally
        .globals
        .iter()
        .filter_map(|&address| frames.variable(address))
        .filter(|name| !is_of_a_library(name))
        .map(str::to_owned)
        .collect();
    globals.sort();
    globals.dedup();
    if !globals.is_empty() {
        notes.push(CheckNote::ChangesGlobals(globals));
    }
    let space = &session.bounds.space;
    let late: Vec<String> = tally.late.iter().map(|&field| space.field_name(field)).collect();
    match (late.is_empty(), tally.varies) {
        (true, _) => {}
        (false, true) => notes.push(CheckNote::VariedFields(late)),
        (false, false) => notes.push(CheckNote::UnchosenFields(late)),
    }
    if tally.early > 0 {
        notes.push(CheckNote::EndedEarly(tally.early));
    }
    notes.extend(tally.pre.fallback.clone().map(CheckNote::StartsOver));
    let simplest = session.bounds.notes.iter();
    notes.extend(simplest.map(|note| CheckNote::Simplest(note.to_string())));
    notes
}

/// Whether a global belongs to a standard library, which may have state of its own.
fn is_of_a_library(name: &str) -> bool {
    ["std", "core", "alloc", "__rust", "_ZNSt", "_ZSt", "_ZGVNSt", "pikse"].iter().any(|of| {
        name.starts_with(of)
            || name.starts_with(&format!("_RNv{of}"))
            || name.contains(&format!("3{of}"))
            || name.contains(&format!("4{of}"))
    })
}

/// A failure, as the reports need it.
fn failure(session: &CheckSession, found: &Distinct) -> CheckFailure {
    let structure = structure_of(&session.bounds.space, &found.candidate);
    CheckFailure {
        kind: found.broken.kind().to_owned(),
        text: text(found),
        is_of_pre: found.is_of_pre,
        place: found.place.as_ref().map(place),
        stack: found.stack.iter().map(place).collect(),
        count: found.count,
        objects: found.objects,
        before: Snapshot::of_input(&structure),
        after: found.after.clone(),
        ..CheckFailure::default()
    }
}

/// What happened, as text.
pub(crate) fn text(found: &Distinct) -> String {
    match found.is_of_pre {
        true => of_pre(&found.broken),
        false => found.broken.to_string(),
    }
}

/// The text for a pre-condition that does not return.
pub(crate) fn of_pre(broken: &Broken) -> String {
    format!("the pre-condition has no result: it {broken}")
}

/// A place in the source, with its path relative to the current folder.
pub(crate) fn place(frame: &Frame) -> SourcePlace {
    SourcePlace {
        file: frame.file.as_deref().map(|file| short(Path::new(file))).unwrap_or_default(),
        line: frame.line,
        function: frame.function.clone(),
        ..SourcePlace::default()
    }
}

/// The lines that ran.
fn coverage_of(session: &CheckSession, counts: &[u64]) -> Vec<FileCoverage> {
    let files = coverage(&session.types, session.check.covered(), counts);
    let mut files: Vec<FileCoverage> = files
        .into_iter()
        .map(|(file, coverage)| FileCoverage {
            file: short(Path::new(&file)),
            lines: coverage.lines.into_iter().collect(),
            functions: coverage.functions,
        })
        .collect();
    files.sort_by(|one, other| one.file.cmp(&other.file));
    files
}
