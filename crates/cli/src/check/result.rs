//! What a check has come to, as the reports have it.

use std::collections::BTreeMap;
use std::path::Path;

use pikse_check::{FailedInput, FailedInputs, FailureKey, Frame, Frames};
use pikse_front::is_library;
use pikse_llvm::{Language, Types};
use pikse_native::{Broken, CoveredBlock, Failure};
use pikse_report::{
    CheckFailure, CheckResult, FileCoverage, Incomplete, Reached, Reason, SizeCount, SourcePlace,
    Unit,
};
use pikse_search::SearchTally;
use pikse_structure::Snapshot;

use super::session::{CheckSession, Outcome, Tally, short};
use crate::args::check::Check as CheckArgs;
use crate::summary::structure_of;

/// A failure, with what is needed to keep it.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) shown: CheckFailure,
    pub(crate) candidate: Vec<u32>,
    /// The keys of the failures that it stands for.
    pub(crate) keys: Vec<FailureKey>,
    order: Vec<u32>,
}

/// How the run of a check ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    /// The part of the space that was done, as far as it is known.
    pub(crate) done: Option<f64>,
    /// Whether somebody interrupted the command.
    pub(crate) is_interrupted: bool,
}

/// Kinds of failures that happen anywhere in a loop or a recursion: the function tells
/// them apart, not the line.
const ANYWHERE: [&str; 5] =
    ["time-limit", "step-limit", "stack-overflow", "memory-limit", "write-limit"];

/// Kinds of failures that are seen after the call.
const AFTERWARDS: [&str; 2] = ["post-condition", "returned-false"];

/// The result of a check, and its failures in order: the smallest first.
pub(crate) fn result(
    session: &CheckSession,
    args: &CheckArgs,
    outcome: &Outcome,
    ended: Ended,
) -> (CheckResult, Vec<Found>) {
    let frames = Frames::of(session.check.library());
    let state = &outcome.state;
    let SearchTally { statistics, runner: tally, .. } = &state.tally;
    let mut found: Vec<Found> = Vec::new();
    for failure in &tally.failures {
        merge(&mut found, failure_of(session, &frames, failure));
    }
    for failure in &tally.pre.failures {
        merge(&mut found, failure_of_pre(session, failure));
    }
    found.sort_by(|one, other| {
        (one.shown.objects, &one.order).cmp(&(other.shown.objects, &other.order))
    });
    let space = &session.bounds.space;
    let sizes = space.objects().len() + 1;
    let count = |counts: &[u64], objects: usize| counts.get(objects).copied().unwrap_or(0);
    let by_size = (0..sizes).map(|objects| SizeCount {
        objects: objects as u64,
        inputs: count(&tally.ran, objects),
        failed: count(&tally.failed, objects),
    });
    let (inputs, explored) = (statistics.valid, statistics.explored);
    let reason = match (state.is_complete(), found.is_empty()) {
        // A check that passes on no input says nothing about the code.
        (true, true) if inputs == 0 => {
            Some(Reason::NothingRan { rejected: explored, what: Unit::Candidate })
        }
        (true, _) => None,
        (false, _) if ended.is_interrupted => Some(Reason::Interrupted),
        (false, false) if args.run.fail_fast => Some(Reason::FirstFailure),
        (false, _) => Some(Reason::Time),
    };
    let done = if state.is_complete() { Some(1.0) } else { ended.done };
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
        failures: found.iter().map(|found| found.shown.clone()).collect(),
        gallery: Vec::new(),
        mutants: Vec::new(),
        coverage: coverage(&session.types, session.check.covered(), &tally.blocks),
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

/// What else a user should know.
fn notes(session: &CheckSession, frames: &Frames, tally: &Tally) -> Vec<String> {
    let mut notes = session.notes.clone();
    let tally = &tally.runner;
    let mut globals: Vec<String> = tally
        .globals
        .iter()
        .filter_map(|&address| frames.variable(address))
        .filter(|name| !is_of_a_library(name))
        .map(|name| format!("`{name}`"))
        .collect();
    globals.sort();
    globals.dedup();
    if !globals.is_empty() {
        notes.push(format!(
            "it changes global state: {}. Every input starts from the state at the beginning, so \
             what one run leaves there no other sees",
            globals.join(", ")
        ));
    }
    let space = &session.bounds.space;
    let unchosen: Vec<String> =
        tally.unchosen.iter().map(|&field| space.field_name(field)).collect();
    if !unchosen.is_empty() {
        notes.push(format!(
            "it reads {} where the pre-condition did not: there the first value was all that was \
             tried. A pre-condition that reads it has it varied",
            unchosen.join(", ")
        ));
    }
    if let Some(why) = &tally.pre.fallback {
        notes.push(format!("every search for an input began at the beginning: {why}"));
    }
    notes
}

/// Whether a global belongs to a library of the language, which may keep what it likes.
fn is_of_a_library(name: &str) -> bool {
    ["std", "core", "alloc", "__rust", "_ZNSt", "_ZSt", "_ZGVNSt", "pikse"].iter().any(|of| {
        name.starts_with(of)
            || name.starts_with(&format!("_RNv{of}"))
            || name.contains(&format!("3{of}"))
            || name.contains(&format!("4{of}"))
    })
}

fn failure_of(session: &CheckSession, frames: &Frames, failure: &FailedInputs) -> Found {
    let FailedInputs { key, count, smallest } = failure;
    let FailedInput { objects, order, candidate, failed, after } = smallest;
    let stack = stack(frames.look_up(&failed.calls));
    let text = failed.broken.to_string();
    let place = said_place(&text).or_else(|| stack.first().cloned());
    let own = own_place(session);
    // A loop without a body may have no line.
    let has_line = |place: &SourcePlace| {
        place.line > 0 || own.as_ref().is_none_or(|own| own.function != place.function)
    };
    let place = place.filter(has_line).or(own);
    Found {
        shown: CheckFailure {
            kind: failed.broken.kind().to_owned(),
            text,
            place,
            stack,
            count: *count,
            objects: u64::from(*objects),
            before: Snapshot::of_input(&structure_of(&session.bounds.space, candidate)),
            after: after.clone(),
            ..CheckFailure::default()
        },
        candidate: candidate.clone(),
        keys: vec![key.clone()],
        order: order.clone(),
    }
}

/// What is said of a pre-condition that gives no verdict.
pub(crate) fn of_pre(broken: &Broken) -> String {
    format!("the pre-condition gives no verdict: it {broken}")
}

/// A candidate on which the pre-condition gave no verdict.
fn failure_of_pre(session: &CheckSession, failure: &Failure) -> Found {
    let Failure { broken, candidate, count } = failure;
    let structure = structure_of(&session.bounds.space, candidate);
    let text = broken.to_string();
    Found {
        shown: CheckFailure {
            kind: broken.kind().to_owned(),
            place: said_place(&text).or_else(|| own_place(session)),
            text: of_pre(broken),
            count: *count,
            objects: structure.objects().len() as u64 - 1,
            before: Snapshot::of_input(&structure),
            ..CheckFailure::default()
        },
        candidate: candidate.clone(),
        keys: Vec::new(),
        order: Vec::new(),
    }
}

/// Where the property itself is.
fn own_place(session: &CheckSession) -> Option<SourcePlace> {
    let (file, line) = session.property.place.as_ref()?;
    let function = session.property.call.name.clone();
    Some(SourcePlace {
        file: short(Path::new(file)),
        line: *line,
        function,
        ..SourcePlace::default()
    })
}

/// The calls of the user's code, and what they call directly.
pub(crate) fn stack(frames: Vec<Frame>) -> Vec<SourcePlace> {
    // What the host adds to a program is not the user's.
    let is_own = |frame: &Frame| {
        !frame.function.contains("pikse_rust_panic")
            && frame
                .file
                .as_ref()
                .is_some_and(|file| Path::new(file).is_file() && !is_library(Path::new(file)))
    };
    let own = frames.into_iter().filter(is_own);
    own.map(|frame| SourcePlace {
        file: frame.file.as_deref().map(|file| short(Path::new(file))).unwrap_or_default(),
        line: frame.line,
        function: frame.function,
        ..SourcePlace::default()
    })
    .collect()
}

/// The place that a message itself tells: `… (tree.c:12)`, `panics at tree.rs:12:5: …`.
fn said_place(text: &str) -> Option<SourcePlace> {
    let place = match text.strip_prefix("panics at ") {
        Some(rest) => rest.split(": ").next()?.rsplit_once(':')?.0,
        None => text.strip_suffix(')')?.rsplit_once('(')?.1,
    };
    let (file, line) = place.rsplit_once(':')?;
    let is_own = !is_library(Path::new(file));
    is_own.then_some(SourcePlace {
        file: short(Path::new(file)),
        line: line.parse().ok()?,
        ..SourcePlace::default()
    })
}

/// Failures of one kind at one place are one.
fn merge(found: &mut Vec<Found>, new: Found) {
    let identity = |found: &Found| {
        let shown = &found.shown;
        let place = shown.place.as_ref();
        let what = match place {
            Some(place) if ANYWHERE.contains(&shown.kind.as_str()) => place.function.clone(),
            // By which field, or result, and not by its values.
            _ if shown.kind == "difference" => {
                let words = shown.text.trim_start_matches("differs: ");
                let what = words.split(' ').next().unwrap_or_default();
                what.rsplit('.').next().unwrap_or_default().replace('`', "")
            }
            // What is seen afterwards has no place of its own: the words have to tell.
            _ if AFTERWARDS.contains(&shown.kind.as_str()) => shown.text.clone(),
            _ if shown.kind == "leak" => String::new(),
            Some(place) => format!("{}:{}", place.file, place.line),
            None => shown.text.clone(),
        };
        (shown.kind.clone(), what)
    };
    let key = identity(&new);
    match found.iter_mut().find(|known| identity(known) == key) {
        None => found.push(new),
        Some(known) => {
            let count = known.shown.count + new.shown.count;
            let mut keys = std::mem::take(&mut known.keys);
            keys.extend(new.keys.iter().cloned());
            if (new.shown.objects, &new.order) < (known.shown.objects, &known.order) {
                *known = new;
            }
            known.shown.count = count;
            known.keys = keys;
        }
    }
}

/// How often each line ran: as often as the block that ran most often of those it has.
fn coverage(types: &Types, blocks: &[CoveredBlock], counters: &[u64]) -> Vec<FileCoverage> {
    // The line of a function is that of its name, where that is known.
    let begins = |block: &CoveredBlock| {
        let named = types.functions().iter().filter(|f| f.last_name() == block.function);
        let mut places = named.filter_map(|f| f.place.as_ref());
        places.find(|(file, _)| *file == block.file).map(|&(_, line)| line)
    };
    let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
    let mut lines: BTreeMap<(String, u32), u64> = BTreeMap::new();
    for (block, &count) in blocks.iter().zip(counters) {
        let file = short(Path::new(&block.file));
        for &line in &block.lines {
            let most = lines.entry((file.clone(), line)).or_default();
            *most = (*most).max(count);
        }
        let of_file = files.entry(file.clone()).or_default();
        of_file.file = file;
        if let (true, Some(&first)) = (block.is_first, block.lines.first()) {
            let line = begins(block).unwrap_or(first);
            let known = of_file.functions.iter_mut().find(|(name, ..)| *name == block.function);
            match known {
                Some((_, _, sum)) => *sum += count,
                None => of_file.functions.push((block.function.clone(), line, count)),
            }
        }
    }
    for ((file, line), count) in lines {
        files.entry(file).or_default().lines.push((line, count));
    }
    files.into_values().collect()
}
