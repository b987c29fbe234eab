//! JUnit XML of any run: one suite with its cases.

use std::fmt::Write;

use crate::check_run::SourcePlace;
use crate::text::plain;
use crate::verdict::{Incomplete, Reason};

/// A case of a suite.
pub(crate) struct Case<'a> {
    pub(crate) name: &'a str,
    pub(crate) class: &'a str,
    pub(crate) seconds: f64,
    /// A case has one problem in the strict dialects.
    pub(crate) problem: Option<Problem>,
    /// Details that are also reported if nothing failed.
    pub(crate) summary: String,
}

/// Why a case did not pass.
pub(crate) struct Problem {
    /// Whether the test failed; otherwise it could not be completed, which is an error in JUnit.
    pub(crate) is_failure: bool,
    pub(crate) message: String,
    pub(crate) kind: String,
    pub(crate) details: String,
}

/// A suite of cases, with the command and the version that ran it.
pub(crate) fn suite(
    name: &str,
    (command, version): (&str, &str),
    seconds: f64,
    cases: &[Case<'_>],
) -> String {
    let tests = cases.len();
    let problems = || cases.iter().filter_map(|case| case.problem.as_ref());
    let failed = problems().filter(|problem| problem.is_failure).count();
    let errors = problems().count() - failed;
    let totals = format!(
        "name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" errors=\"{errors}\" \
         time=\"{seconds:.3}\""
    );
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(xml, "<testsuites {totals}>\n  <testsuite {totals} skipped=\"0\">");
    let _ = writeln!(xml, "    <properties>");
    for (name, value) in [("command", command), ("version", version)] {
        let value = attribute(value);
        let _ = writeln!(xml, "      <property name=\"{name}\" value=\"{value}\"/>");
    }
    let _ = writeln!(xml, "    </properties>");
    for case in cases {
        write_case(&mut xml, case);
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

fn write_case(xml: &mut String, case: &Case<'_>) {
    let (name, class, seconds) = (attribute(case.name), attribute(case.class), case.seconds);
    let _ =
        writeln!(xml, "    <testcase name=\"{name}\" classname=\"{class}\" time=\"{seconds:.3}\">");
    if let Some(problem) = &case.problem {
        let (message, kind) = (attribute(&problem.message), attribute(&problem.kind));
        let element = if problem.is_failure { "failure" } else { "error" };
        let _ = writeln!(
            xml,
            "      <{element} message=\"{message}\" type=\"{kind}\">{}</{element}>",
            content(&problem.details)
        );
    }
    let _ = writeln!(xml, "      <system-out>{}</system-out>", content(&case.summary));
    let _ = writeln!(xml, "    </testcase>");
}

impl Problem {
    /// An incomplete case. It is an error, so that no reader counts it as passed.
    pub(crate) fn of_incomplete(incomplete: &Incomplete) -> Problem {
        let details = incomplete.reasons.iter().map(|reason| format!("{reason}\n"));
        Problem {
            is_failure: false,
            message: format!("incomplete: {}", incomplete.line()),
            kind: incomplete.reasons.first().map_or("incomplete", Reason::kind).to_owned(),
            details: details.collect(),
        }
    }
}

/// A failure in a line: kind, place, and the first line of the message.
pub(crate) fn headline(kind: &str, place: Option<&SourcePlace>, text: &str) -> String {
    let place = place.map_or_else(String::new, |place| format!(" at {place}"));
    let text = text.lines().next().unwrap_or_default();
    let colon = if text.is_empty() { "" } else { ": " };
    format!("{kind}{place}{colon}{text}")
}

/// Text between tags.
fn content(text: &str) -> String {
    plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Text between quotes; line ends and tabs would become spaces otherwise.
fn attribute(text: &str) -> String {
    content(text).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}
