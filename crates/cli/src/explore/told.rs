//! The result of an exploration, for people and for machines.

use std::fmt::Write;
use std::time::Duration;

use pikse_explore::coverage::{Lines, share};
use pikse_explore::{Outcome, Progress, Test};
use pikse_ir::{LocId, Program};
use pikse_vm::{Failure, Machine, Place};
use serde_json::{Value, json};

/// What is told.
pub(crate) struct Told<'a> {
    pub(crate) program: &'a Program,
    pub(crate) machine: &'a Machine<'a>,
    pub(crate) outcome: &'a Outcome,
    pub(crate) lines: &'a Lines,
    pub(crate) tests: u64,
    pub(crate) folder: Option<String>,
    /// The first test of each error, in order.
    pub(crate) errors: &'a [(u64, Test)],
    /// Notes on the whole exploration.
    pub(crate) notes: Vec<String>,
    pub(crate) peak: u64,
    pub(crate) sources: String,
}

/// `f, tree.c:12:3`
pub(crate) fn place(program: &Program, place: &Place) -> String {
    let function = &program.functions[place.function.index()];
    let name = function.source_name.as_deref().unwrap_or(&function.name);
    match source(program, place.location) {
        Some(source) => format!("{source} in `{name}`"),
        None => format!("`{name}`"),
    }
}

/// `tree.c:12:3`
pub(crate) fn source(program: &Program, location: LocId) -> Option<String> {
    let location = program.locations.get(location.index()).filter(|place| place.line > 0)?;
    let file = short(program.files.get(location.file.index())?);
    Some(match location.column {
        0 => format!("{file}:{}", location.line),
        column => format!("{file}:{}:{column}", location.line),
    })
}

/// A file as somebody who stands here would name it.
pub(crate) fn short(file: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let path = std::path::Path::new(file);
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

/// The line of progress.
pub(crate) fn progress(machine: &Machine<'_>, progress: &Progress, elapsed: Duration) -> String {
    let statistics = machine.statistics();
    let seconds = elapsed.as_secs_f64().max(0.001);
    format!(
        "{} paths, {} states, {} errors, {} blocks covered, {:.1} M instructions/s, {:.0} k queries/s",
        progress.paths(),
        progress.states,
        progress.failed,
        machine.coverage().count(),
        statistics.instructions as f64 / seconds / 1e6,
        statistics.branches as f64 / seconds / 1e3,
    )
}

impl Told<'_> {
    /// Where an error is, from the innermost function of the program's own outwards.
    fn stack<'f>(&self, failure: &'f Failure) -> Vec<&'f Place> {
        let own: Vec<&Place> =
            failure.stack.iter().filter(|place| self.machine.is_traced(place.function)).collect();
        if own.is_empty() { failure.stack.iter().collect() } else { own }
    }

    /// Why the exploration is not complete, with how often.
    fn cut(&self) -> Vec<(String, u64)> {
        let mut list: Vec<(String, u64)> =
            self.outcome.progress.cut.iter().map(|(why, &count)| (why.clone(), count)).collect();
        for (note, count) in &self.outcome.notes {
            let place = source(self.program, note.location);
            let place = place.map(|place| format!(" at {place}")).unwrap_or_default();
            list.push((format!("{}{place}", note.text), *count));
        }
        list
    }

    /// One object for machines.
    pub(crate) fn json(&self) -> Value {
        let errors: Vec<Value> = self
            .outcome
            .errors
            .iter()
            .zip(self.errors)
            .enumerate()
            .map(|(k, (found, (_, test)))| {
                let stack: Vec<String> =
                    self.stack(&found.failure).iter().map(|at| place(self.program, at)).collect();
                let inputs: Vec<Value> = test
                    .inputs
                    .iter()
                    .map(|input| json!({ "name": input.name, "bytes": input.bytes }))
                    .collect();
                let file =
                    self.folder.as_ref().map(|folder| format!("{folder}/error-{:06}.json", k + 1));
                json!({
                    "kind": found.failure.kind.name(),
                    "message": found.failure.message,
                    "stack": stack,
                    "count": found.count,
                    "inputs": inputs,
                    "test": file,
                })
            })
            .collect();
        let cut: Vec<Value> =
            self.cut().iter().map(|(why, count)| json!({ "why": why, "paths": count })).collect();
        let tiers: Vec<Value> = self
            .machine
            .solver_stats()
            .iter()
            .map(|tier| {
                json!({
                    "tier": tier.name,
                    "queries": tier.queries,
                    "hits": tier.hits,
                    "seconds": tier.time.as_secs_f64(),
                })
            })
            .collect();
        let statistics = self.machine.statistics();
        json!({
            "paths": self.outcome.progress.paths(),
            "rejected": self.outcome.progress.rejected,
            "tests": self.tests,
            "errors": errors,
            "complete": self.outcome.is_complete(),
            "cut": cut,
            "notes": self.notes,
            "instructions": statistics.instructions,
            "queries": statistics.branches,
            "solver": tiers,
            "states": self.outcome.progress.most_states,
            "seconds": self.outcome.time.as_secs_f64(),
            "peak_mb": self.peak as f64 / f64::from(1 << 20),
            "coverage": share(self.lines),
            "folder": self.folder,
        })
    }

    /// The summary for people.
    pub(crate) fn text(&self, statistics: bool) -> String {
        let mut text = String::new();
        let progress = &self.outcome.progress;
        let plural = |count: u64, word: &str| match count {
            1 => format!("1 {word}"),
            _ => format!("{count} {word}s"),
        };
        let _ = write!(text, "{}: {}", self.sources, plural(progress.paths(), "path"));
        if progress.rejected > 0 {
            let _ = write!(text, ", {} rejected", progress.rejected);
        }
        let errors = self.outcome.errors.len() as u64;
        let _ = match errors {
            0 => write!(text, ", no error"),
            _ => write!(text, ", {}", plural(errors, "error")),
        };
        let covered = share(self.lines) * 100.0;
        let _ =
            writeln!(text, ", {covered:.0} % of lines, {:.2} s", self.outcome.time.as_secs_f64());
        for (k, (found, (_, test))) in self.outcome.errors.iter().zip(self.errors).enumerate() {
            let failure = &found.failure;
            let _ = writeln!(text, "\nerror: {}: {}", failure.kind.title(), failure.message);
            for (depth, at) in self.stack(failure).into_iter().enumerate() {
                let word = if depth == 0 { "at" } else { "called at" };
                let _ = writeln!(text, "  {word} {}", place(self.program, at));
            }
            for input in &test.inputs {
                let _ = writeln!(text, "  {} = {}", input.name, shown(&input.bytes));
            }
            if found.count > 1 {
                let _ = writeln!(text, "  on {} paths", found.count);
            }
            if let Some(folder) = &self.folder {
                let _ = writeln!(text, "  pikse replay {folder}/error-{:06}.json", k + 1);
            }
        }
        let cut = self.cut();
        if self.outcome.is_complete() {
            let _ = writeln!(text, "\ncomplete: every path was followed to its end");
        } else {
            let _ = writeln!(text, "\nnot complete:");
            for (why, count) in cut {
                let paths =
                    if count > 0 { format!(" ({})", plural(count, "path")) } else { String::new() };
                let _ = writeln!(text, "  {why}{paths}");
            }
        }
        for note in &self.notes {
            let _ = writeln!(text, "note: {note}");
        }
        if let Some(folder) = &self.folder {
            let _ = writeln!(text, "{} in {folder}", plural(self.tests, "test"));
        }
        if statistics {
            self.statistics(&mut text);
        }
        text
    }

    fn statistics(&self, text: &mut String) {
        let statistics = self.machine.statistics();
        let seconds = self.outcome.time.as_secs_f64().max(1e-9);
        let _ = writeln!(
            text,
            "\n{} instructions ({:.1} M/s), {} splits, {} questions at branches, {} expressions, \
             at most {} states, {:.0} MB",
            statistics.instructions,
            statistics.instructions as f64 / seconds / 1e6,
            statistics.splits,
            statistics.branches,
            self.machine.exprs().len(),
            self.outcome.progress.most_states,
            self.peak as f64 / f64::from(1 << 20),
        );
        let _ = writeln!(text, "{:>12} {:>10} {:>10} {:>10}", "tier", "queries", "decided", "ms");
        for tier in self.machine.solver_stats() {
            let _ = writeln!(
                text,
                "{:>12} {:>10} {:>10} {:>10.1}",
                tier.name,
                tier.queries,
                tier.hits,
                tier.time.as_secs_f64() * 1e3
            );
        }
    }
}

/// Bytes for people: as text if they are one, as a number if they are few.
fn shown(bytes: &[u8]) -> String {
    let text = bytes.strip_suffix(&[0]).unwrap_or(bytes);
    let is_text = !text.is_empty() && text.iter().all(|byte| (32..127).contains(byte));
    match bytes.len() {
        1 | 2 | 4 | 8 => {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            let shift = 64 - 8 * bytes.len() as u32;
            let number = ((u64::from_le_bytes(word) << shift) as i64) >> shift;
            match is_text {
                true => format!("{number} ({:?})", String::from_utf8_lossy(text)),
                false => number.to_string(),
            }
        }
        _ if is_text => format!("{:?}", String::from_utf8_lossy(text)),
        _ => {
            let list: Vec<String> = bytes.iter().map(ToString::to_string).collect();
            format!("[{}]", list.join(", "))
        }
    }
}
