//! JUnit XML, which every continuous integration reads: one suite a run, one case a check.
//!
//! Only elements and attributes are used that all dialects of the format share.

use std::fmt::Write;

use crate::check_run::{CheckFailure, CheckResult, CheckRun};
use crate::text::count;
use crate::xml::{Case, Failed, headline, suite};

/// The run as JUnit XML.
pub fn write(run: &CheckRun) -> String {
    let cases: Vec<Case<'_>> = run.checks.iter().map(case).collect();
    suite("pikse check", (&run.command, &run.version), run.seconds, &cases)
}

fn case(check: &CheckResult) -> Case<'_> {
    Case {
        name: &check.name,
        class: &check.file,
        seconds: check.seconds,
        failure: check.failures.first().map(|first| Failed {
            message: message(first),
            kind: first.kind.clone(),
            details: check.failures.iter().map(details).collect::<Vec<_>>().join("\n"),
        }),
        summary: summary(check),
    }
}

fn message(failure: &CheckFailure) -> String {
    headline(&failure.kind, failure.place.as_ref(), &failure.text)
}

fn details(failure: &CheckFailure) -> String {
    let mut text = format!("{}\n", message(failure));
    let rest: Vec<&str> = failure.text.lines().skip(1).collect();
    for line in rest {
        let _ = writeln!(text, "{line}");
    }
    for place in failure.stack.iter().skip(usize::from(failure.place.is_some())) {
        let _ = writeln!(text, "  called from {place}");
    }
    if failure.count == 0 {
        return text;
    }
    let inputs = count(failure.count, "input");
    let _ = writeln!(text, "on {inputs}, the smallest with {}:", count(failure.objects, "object"));
    let _ = writeln!(text, "{}", failure.before);
    if let Some(after) = &failure.after {
        let _ = writeln!(text, "after:\n{}", after.since(&failure.before));
    }
    let files = [("saved", &failure.saved), ("test", &failure.test), ("replay", &failure.replay)];
    for (what, value) in files {
        if let Some(value) = value {
            let _ = writeln!(text, "{what}: {value}");
        }
    }
    text
}

fn summary(check: &CheckResult) -> String {
    let (inputs, failed) = (count(check.inputs, "input"), check.failed_inputs());
    let mut text = format!("{inputs}, {failed} failed, size {}\n", check.size);
    for line in &check.bounds {
        let _ = writeln!(text, "{line}");
    }
    if let Some(why) = &check.stopped {
        let _ = writeln!(text, "not complete: {why}");
    }
    for note in &check.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if !check.mutants.is_empty() {
        let killed = check.mutants.iter().filter(|mutant| mutant.killed_by.is_some()).count();
        let _ = writeln!(text, "{killed} of {} mutants killed", check.mutants.len());
    }
    text
}
