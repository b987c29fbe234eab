//! JUnit XML, which every CI system reads: one suite for a run, one case for each check.
//!
//! It uses only elements and attributes that all dialects of the format share.

use std::fmt::Write;

use crate::check_run::{CheckFailure, CheckResult, CheckRun};
use crate::terminal::calls;
use crate::text::count;
use crate::verdict::{Incomplete, NotRun, Reached, Reason};
use crate::xml::{Case, Problem, headline, suite};

/// The run as JUnit XML.
pub fn write(run: &CheckRun) -> String {
    let checks = run.checks.iter().map(case);
    let cases: Vec<Case<'_>> = checks.chain(run.not_run.iter().map(not_run)).collect();
    suite("pikse check", (&run.command, &run.version), run.seconds, &cases)
}

fn case(check: &CheckResult) -> Case<'_> {
    Case {
        name: &check.name,
        class: &check.file,
        seconds: check.seconds,
        problem: match check.failures.first() {
            Some(first) => Some(Problem {
                is_failure: true,
                message: message(first),
                kind: first.kind.clone(),
                details: check.failures.iter().map(details).collect::<Vec<_>>().join("\n"),
            }),
            None => check.incomplete.as_ref().map(Problem::of_incomplete),
        },
        summary: summary(check),
    }
}

/// A check that never ran is also a case, so that it is noticed.
fn not_run(not_run: &NotRun) -> Case<'_> {
    let incomplete = Incomplete::new(Reason::NotRun(not_run.clone()), Reached::default());
    Case {
        name: &not_run.what,
        class: "",
        seconds: 0.0,
        problem: Some(Problem::of_incomplete(&incomplete)),
        summary: format!("{not_run}\n"),
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
    let above = usize::from(failure.place.is_some()).min(failure.stack.len());
    for line in calls(&failure.stack[above..], "called from") {
        let _ = writeln!(text, "  {line}");
    }
    let inputs = failure.inputs();
    let _ = writeln!(text, "on {inputs}, the smallest with {}:", count(failure.objects, "object"));
    let _ = writeln!(text, "{}", failure.before);
    if let Some(after) = failure.changed() {
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
    if check.undecided() > 0 {
        let undecided = count(check.undecided(), "candidate");
        let _ = writeln!(text, "the pre-condition has no result for {undecided}");
    }
    for line in &check.bounds {
        let _ = writeln!(text, "{line}");
    }
    if let Some(incomplete) = &check.incomplete {
        let _ = writeln!(text, "incomplete: {}", incomplete.line());
    }
    for note in &check.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if !check.mutants.is_empty() {
        let (killed, open) = (check.mutants_killed(), check.mutants_open());
        let open = if open == 0 { String::new() } else { format!(", {open} without a result") };
        let _ = writeln!(text, "{killed} of {} mutants killed{open}", check.mutants.len());
    }
    text
}
