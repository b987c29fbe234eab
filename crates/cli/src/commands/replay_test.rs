//! `pikse replay` of tests of an exploration: the program, natively.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use crate::args::check::Replay;
use crate::commands::Verdict;
use crate::errors::CliError;
use crate::explore::replay::{Named, Session};
use crate::output::Sink;

/// Runs the tests, which are all of one program, and tells what was confirmed.
pub(crate) fn run(args: &Replay, tests: &[Named]) -> Result<Verdict, CliError> {
    let refuse = |why: &str| CliError::Replay { path: args.file.clone(), why: why.to_owned() };
    if args.debugger {
        return Err(refuse("--debugger is for failures of checks"));
    }
    let first = tests.first().ok_or_else(|| refuse("there is no test"))?;
    let session = Session::of(Path::new(&first.name), &first.test)?;
    let mut sink = Sink::open(None)?;
    let (mut confirmed, mut refuted, mut shown_errors) = (0, 0, 0);
    let mut list = Vec::new();
    for named in tests {
        if named.test.sources != first.test.sources || named.test.options != first.test.options {
            return Err(refuse("the tests are of several programs"));
        }
        let replayed = session.run(named)?;
        confirmed += u64::from(replayed.is_confirmed());
        refuted += u64::from(replayed.is_refuted());
        shown_errors += u64::from(named.test.verdict != "finished" && !replayed.is_refuted());
        if args.json {
            list.push(json!({
                "test": named.name,
                "verdict": named.test.verdict,
                "same_path": replayed.same_path,
                "same_verdict": replayed.same_verdict,
                "same_output": replayed.same_output,
                "branches": replayed.branches,
                "told": replayed.to_string(),
            }));
        } else if tests.len() == 1 {
            let message = if named.test.message.is_empty() { "" } else { ": " };
            let line =
                format!("{}{message}{}\n{replayed}\n", named.test.verdict, named.test.message);
            sink.write_all(line.as_bytes()).map_err(CliError::Print)?;
            for (what, bytes) in [("output", &replayed.output), ("errors", &replayed.errors)] {
                if !bytes.is_empty() {
                    let text = String::from_utf8_lossy(bytes);
                    writeln!(sink, "{what}:\n{}", text.trim_end()).map_err(CliError::Print)?;
                }
            }
        } else if replayed.is_refuted() {
            writeln!(sink, "{}: {replayed}", named.name).map_err(CliError::Print)?;
        }
    }
    let summary = json!({
        "tests": tests.len(),
        "confirmed": confirmed,
        "refuted": refuted,
        "replayed": Value::Array(list),
    });
    let text = match args.json {
        true => format!("{summary}\n"),
        false if tests.len() > 1 => format!(
            "{} tests: {confirmed} confirmed, {refuted} refuted, {} confirmed in part\n",
            tests.len(),
            tests.len() as u64 - confirmed - refuted
        ),
        false => String::new(),
    };
    sink.write_all(text.as_bytes()).map_err(CliError::Print)?;
    sink.finish()?;
    // An error that is there again, or a test that is wrong, is something to look at.
    Ok(if refuted > 0 || shown_errors > 0 { Verdict::Violation } else { Verdict::Clean })
}
