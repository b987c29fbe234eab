//! An exploration as JUnit XML: one suite, with one case for the entry.

use std::fmt::Write;

use crate::check_run::FileCoverage;
use crate::explore_run::{ExploreError, ExploreRun};
use crate::terminal::calls;
use crate::text::{count, shortened};
use crate::xml::{Case, Problem, headline, suite};

/// An input with more characters is cut; the whole of it is in the test.
const MAX_INPUT: usize = 2_000;

/// The run as JUnit XML.
pub fn write(run: &ExploreRun) -> String {
    let class = run.source_names();
    let problem = match run.errors.first() {
        Some(first) => Some(Problem {
            is_failure: true,
            message: message(first),
            kind: first.kind.clone(),
            details: run.errors.iter().map(details).collect::<Vec<_>>().join("\n"),
        }),
        None => run.incomplete.as_ref().map(Problem::of_incomplete),
    };
    let case = Case {
        name: &run.entry,
        class: &class,
        seconds: run.seconds,
        problem,
        summary: summary(run),
    };
    suite("pikse explore", (&run.command, &run.version), run.seconds, &[case])
}

fn message(error: &ExploreError) -> String {
    headline(&error.title, error.stack.first(), &error.message)
}

fn details(error: &ExploreError) -> String {
    let mut text = format!("{}\n", message(error));
    // Writing to a string cannot fail.
    for line in error.message.lines().skip(1) {
        let _ = writeln!(text, "{line}");
    }
    for line in calls(error.stack.get(1..).unwrap_or_default(), "called at") {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "on {}, the first with:", count(error.count, "path"));
    for input in &error.inputs {
        let _ = writeln!(text, "  {} = {}", input.name, shortened(&input.value(), MAX_INPUT));
    }
    for (what, value) in [("test", &error.test), ("code", &error.code), ("replay", &error.replay)] {
        if let Some(value) = value {
            let _ = writeln!(text, "{what}: {value}");
        }
    }
    text
}

fn summary(run: &ExploreRun) -> String {
    let (paths, errors) = (count(run.paths, "path"), count(run.errors.len() as u64, "error"));
    let mut text = format!("{paths}, {} rejected, {errors}\n", run.rejected);
    let (hit, all) = FileCoverage::lines_of(&run.coverage);
    let _ = writeln!(text, "{hit} of {} covered", count(all as u64, "line"));
    for reason in run.incomplete.iter().flat_map(|incomplete| &incomplete.reasons) {
        let _ = writeln!(text, "incomplete: {reason}");
    }
    for note in &run.notes {
        let _ = writeln!(text, "note: {note}");
    }
    text
}
