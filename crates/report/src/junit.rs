//! JUnit XML, which every continuous integration reads: one suite a run, one case a check.
//!
//! Only elements and attributes are used that all dialects of the format share.

use std::fmt::Write;

use crate::check_run::{CheckFailure, CheckResult, CheckRun};
use crate::text::{count, plain};

/// The run as JUnit XML.
pub fn write(run: &CheckRun) -> String {
    let tests = run.checks.len();
    let failed = run.checks.iter().filter(|check| !check.passed()).count();
    let seconds = run.seconds;
    let totals = format!(
        "name=\"pikse check\" tests=\"{tests}\" failures=\"{failed}\" errors=\"0\" \
         time=\"{seconds:.3}\""
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(xml, "<testsuites {totals}>\n  <testsuite {totals} skipped=\"0\">");
    let _ = writeln!(xml, "    <properties>");
    for (name, value) in [("command", &run.command), ("version", &run.version)] {
        let value = attribute(value);
        let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{value}\"/>");
    }
    let _ = writeln!(xml, "    </properties>");
    for check in &run.checks {
        case(&mut xml, check);
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

fn case(xml: &mut String, check: &CheckResult) {
    let (name, class, seconds) = (attribute(&check.name), attribute(&check.file), check.seconds);
    let _ =
        writeln!(xml, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{seconds:.3}\">");
    // A case has one failure in the strict dialects.
    if let Some(first) = check.failures.first() {
        let (message, kind) = (attribute(&message(first)), attribute(&first.kind));
        let body: Vec<String> = check.failures.iter().map(details).collect();
        let _ = writeln!(
            xml,
            "      <failure message=\"{message}\" type=\"{kind}\">{}</failure>",
            content(&body.join("\n"))
        );
    }
    let _ = writeln!(xml, "      <system-out>{}</system-out>", content(&summary(check)));
    let _ = writeln!(xml, "    </testcase>");
}

fn message(failure: &CheckFailure) -> String {
    let place = failure.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
    let text = failure.text.lines().next().unwrap_or_default();
    let colon = if text.is_empty() { "" } else { ": " };
    format!("{}{place}{colon}{text}", failure.kind)
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

/// Text between tags.
fn content(text: &str) -> String {
    plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text between quotes; line ends and tabs would become spaces otherwise.
fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}
