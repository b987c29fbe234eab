//! The summary of a check for the terminal: what ran, what failed and where, the smallest
//! input, and the next command.

use std::fmt::Write;

use crate::check_run::{CheckFailure, CheckResult, CheckRun, FileCoverage, SourcePlace};
use crate::paint::Paint;
use crate::text::{count, duration, indented, one_line, plain};
use crate::verdict::Verdict;

/// A drawing with more lines is cut; the other reports have all of it.
const MAX_LINES: usize = 60;
/// The number of failures of a check that are shown in full.
const MAX_FAILURES: usize = 10;
/// Calls of a recursion are folded if a group of up to so many comes at least so often.
const MAX_GROUP: usize = 4;
const MIN_TIMES: usize = 3;

/// The summary, with colours if the terminal shows them.
pub fn write(run: &CheckRun, colours: bool) -> String {
    let paint = Paint { colours };
    let mut text = String::new();
    for check in &run.checks {
        of_check(&mut text, check, &paint);
    }
    totals(&mut text, run, &paint);
    text
}

fn of_check(text: &mut String, check: &CheckResult, paint: &Paint) {
    let verdict = match check.verdict() {
        Verdict::Failed => paint.bad("FAIL"),
        Verdict::Incomplete(_) => paint.warn("INCOMPLETE"),
        Verdict::Passed => paint.good("ok  "),
    };
    let name = paint.bold(&one_line(&check.name));
    let place = match (check.file.as_str(), check.line) {
        ("", _) => String::new(),
        (file, 0) => format!(" ({})", one_line(file)),
        (file, line) => format!(" ({}:{line})", one_line(file)),
    };
    let result = check.tried();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{verdict} {name}{}: {result}", paint.faint(&place));
    let _ = writeln!(text, "     {}", paint.faint(&statistics(check)));
    if let Some(incomplete) = &check.incomplete {
        let _ = writeln!(text, "     {} {}", paint.warn("incomplete:"), incomplete.line());
    }
    for note in &check.notes {
        let _ = writeln!(text, "     note: {}", one_line(&note.to_string()));
    }
    for (at, failure) in check.failures.iter().take(MAX_FAILURES).enumerate() {
        of_failure(text, at + 1, failure, paint);
    }
    if let Some(more) = check.failures.len().checked_sub(MAX_FAILURES).filter(|&more| more > 0) {
        let _ = writeln!(text, "\n  and {} more.", count(more as u64, "other failure"));
    }
    mutants(text, check, paint);
    if !check.coverage.is_empty() {
        let (hit, all) = FileCoverage::lines_of(&check.coverage);
        let _ = writeln!(text, "     coverage: {hit} of {}", count(all as u64, "line"));
    }
    let _ = writeln!(text);
}

fn statistics(check: &CheckResult) -> String {
    let mut parts = vec![format!("size {}", check.size)];
    if check.structures > 0 {
        parts.push(count(check.structures, "structure"));
    }
    parts.push(format!("{} of the pre-condition", count(check.explored, "run")));
    parts.push(duration(check.seconds));
    if !check.engine.is_empty() {
        parts.push(one_line(&check.engine));
    }
    parts.join(", ")
}

fn of_failure(text: &mut String, number: usize, failure: &CheckFailure, paint: &Paint) {
    let kind = paint.bad(&one_line(&failure.kind));
    let place = failure.place.as_ref().map(|place| one_line(&place.to_string()));
    let place = place.map_or_else(String::new, |place| format!(" at {}", paint.bold(&place)));
    let on = format!(", on {}", failure.inputs());
    let _ = writeln!(text, "\n  {number}. {kind}{place}{on}");
    text.push_str(&indented(&plain(&failure.text), "     "));
    let above = usize::from(failure.place.is_some()).min(failure.stack.len());
    for line in calls(&failure.stack[above..], "called from") {
        let _ = writeln!(text, "     {}", paint.faint(&line));
    }
    let (unit, objects) = (failure.unit(), count(failure.objects, "object"));
    let _ = writeln!(text, "     the smallest {unit} ({objects}):");
    text.push_str(&drawing(&failure.before.to_string()));
    if let Some(after) = failure.changed() {
        let _ = writeln!(text, "     after:");
        text.push_str(&drawing(&after.since(&failure.before).to_string()));
    }
    let files =
        [("saved ", &failure.saved), ("test  ", &failure.test), ("replay", &failure.replay)];
    for (what, value) in files {
        if let Some(value) = value {
            let _ = writeln!(text, "     {} {}", paint.faint(what), one_line(value));
        }
    }
}

/// The lines of a call stack. Calls that repeat, as in a recursion, are one line with their number.
pub(crate) fn calls(stack: &[SourcePlace], called: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < stack.len() {
        // The shortest group of calls that comes again right after itself.
        let times = |length: usize| {
            let group = &stack[at..at + length];
            stack[at..].chunks(length).take_while(|chunk| *chunk == group).count()
        };
        let longest = MAX_GROUP.min((stack.len() - at) / 2);
        let repeated = (1..=longest).find(|&length| times(length) >= MIN_TIMES);
        let length = repeated.unwrap_or(1);
        let group = stack[at..at + length].iter();
        lines.extend(group.map(|place| format!("{called} {}", one_line(&place.to_string()))));
        at += length;
        if let Some(length) = repeated {
            let more = times_after(stack, at, length);
            lines.push(format!("… and {} more", count(more as u64, "time")));
            at += more * length;
        }
    }
    lines
}

/// How often the calls before an index come again from there on.
fn times_after(stack: &[SourcePlace], at: usize, length: usize) -> usize {
    let group = &stack[at - length..at];
    stack[at..].chunks(length).take_while(|chunk| *chunk == group).count()
}

/// A drawing, indented, up to a number of lines.
pub(crate) fn drawing(drawn: &str) -> String {
    let drawn = plain(drawn);
    let lines: Vec<&str> = drawn.lines().collect();
    let shown = if lines.len() > MAX_LINES { MAX_LINES } else { lines.len() };
    let mut text = indented(&lines[..shown].join("\n"), "       ");
    if lines.is_empty() {
        text.push_str("       nothing\n");
    }
    if lines.len() > shown {
        let _ = writeln!(text, "       … {}", count((lines.len() - shown) as u64, "more line"));
    }
    text
}

fn mutants(text: &mut String, check: &CheckResult, paint: &Paint) {
    if check.mutants.is_empty() {
        return;
    }
    let (all, killed) = (check.mutants.len(), check.mutants_killed());
    let open = match check.mutants_open() {
        0 => String::new(),
        open => format!(", {open} without a result"),
    };
    let _ = writeln!(text, "     mutants: {killed} of {all} killed{open}");
    for mutant in check.mutants_survived() {
        let becomes = match mutant.after.as_str() {
            "" => String::new(),
            after => format!(" → {}", one_line(after)),
        };
        let _ = writeln!(
            text,
            "       {} {}:{} in {}, {}: {}{becomes}",
            paint.warn("survived"),
            one_line(&mutant.file),
            mutant.line,
            one_line(&mutant.function),
            one_line(&mutant.operator),
            one_line(&mutant.before),
        );
    }
}

fn totals(text: &mut String, run: &CheckRun, paint: &Paint) {
    for not_run in &run.not_run {
        let _ = writeln!(text, "{} {not_run}\n", paint.warn("INCOMPLETE"));
    }
    let verdicts = || run.checks.iter().map(CheckResult::verdict);
    let failed = verdicts().filter(Verdict::is_failed).count();
    let partial = verdicts().filter(|verdict| verdict.incomplete().is_some()).count();
    let partial = partial + run.not_run.len();
    let checks = count(run.checks.len() as u64, "check");
    let verdict = match (failed, partial) {
        (0, 0) if run.checks.is_empty() => paint.warn("nothing ran"),
        (0, 0) => paint.good("all passed"),
        (0, partial) => paint.warn(&format!("none failed, {partial} incomplete")),
        (failed, 0) => paint.bad(&format!("{failed} failed")),
        (failed, partial) => paint.bad(&format!("{failed} failed, {partial} incomplete")),
    };
    let (inputs, seconds) = (count(run.inputs(), "input"), duration(run.seconds));
    let jobs = count(run.jobs as u64, "job");
    let _ = writeln!(text, "{checks}, {verdict}: {inputs} in {seconds}, {jobs}");
    let next = run.checks.iter().flat_map(|check| &check.failures).find_map(|f| f.replay.as_ref());
    if let Some(next) = next {
        let _ = writeln!(text, "next: {}", paint.bold(&one_line(next)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recursion_is_folded() {
        let place = |function: &str, line: u32| SourcePlace {
            file: "a.c".to_owned(),
            line,
            function: function.to_owned(),
            ..SourcePlace::default()
        };
        let mut stack = vec![place("inner", 9)];
        stack.extend((0..40).map(|_| place("down", 3)));
        stack.extend((0..10).flat_map(|_| [place("even", 5), place("odd", 6)]));
        stack.push(place("main", 1));
        let expected = [
            "called from a.c:9 in inner",
            "called from a.c:3 in down",
            "… and 39 times more",
            "called from a.c:5 in even",
            "called from a.c:6 in odd",
            "… and 9 times more",
            "called from a.c:1 in main",
        ];
        assert_eq!(calls(&stack, "called from"), expected);
        // Two calls of one function are no recursion that hides anything.
        assert_eq!(calls(&stack[39..43], "called from").len(), 4);
    }
}
