//! `pikse replay` for tests of an exploration: runs the program as native code.

use std::fmt::Write;
use std::path::Path;

use pikse_explore::Test;
use pikse_explore::replay::Replayed;
use pikse_report::{Incomplete, Reached, Reason, Unit, Verdict};
use serde_json::{Value, json};

use crate::args::check::Replay;
use crate::commands::{Exit, print};
use crate::errors::CliError;
use crate::explore::replay::{Named, Session, shown};

/// The results of the native runs.
#[derive(Debug, Default)]
struct Tally {
    tests: u64,
    confirmed: u64,
    refuted: u64,
    /// Tests with an error whose path or outcome the native run showed.
    errors: u64,
    /// Tests that the native run neither confirms nor refutes.
    not_judged: u64,
}

impl Tally {
    fn add(&mut self, test: &Test, replayed: &Replayed) {
        self.tests += 1;
        self.confirmed += u64::from(replayed.is_confirmed());
        if replayed.is_refuted() {
            self.refuted += 1;
        } else if test.is_error() {
            // Many errors need not be visible in a native run, but the path to them is.
            let is_seen = replayed.same_path.or(replayed.same_verdict).is_some();
            self.errors += u64::from(is_seen);
            self.not_judged += u64::from(!is_seen);
        } else {
            self.not_judged += u64::from(!replayed.is_confirmed());
        }
    }

    /// Failed if an error occurred again or a test was refuted.
    fn verdict(&self) -> Verdict {
        let reason = Reason::NotJudged { tests: self.not_judged };
        let reached = Reached { done: None, tried: Some((self.tests, Unit::Test)) };
        let incomplete = Incomplete::new(reason, reached);
        let incomplete = (self.not_judged > 0).then_some(&incomplete);
        Verdict::of(self.refuted > 0 || self.errors > 0, incomplete)
    }
}

/// Runs tests of one program, and reports which are confirmed.
pub(crate) fn run(args: &Replay, tests: &[Named]) -> Result<Exit, CliError> {
    let refuse = |why: &str| CliError::Replay { path: args.file.clone(), why: why.to_owned() };
    let first = tests.first().ok_or_else(|| refuse("it has no test"))?;
    if tests.len() > 1 && (args.debugger || args.show.is_some()) {
        let option = if args.debugger { "--debugger" } else { "--show" };
        return Err(refuse(&format!("{option} works for one test, not for a folder of several")));
    }
    if let Some(form) = args.show {
        print(&shown(Path::new(&first.name), &first.test, form)?)?;
        return Ok(Exit::Passed);
    }
    let session = Session::of(Path::new(&first.name), &first.test)?;
    if args.debugger {
        print(&session.debugger(&args.file, &first.test)?)?;
        return Ok(Exit::Passed);
    }
    let (mut text, mut list) = (String::new(), Vec::new());
    let mut tally = Tally::default();
    for named in tests {
        if named.test.sources != first.test.sources || named.test.options != first.test.options {
            return Err(refuse("its tests belong to several programs"));
        }
        let replayed = session.run(named)?;
        tally.add(&named.test, &replayed);
        // Writing to a string cannot fail.
        if args.json {
            list.push(json!({
                "test": named.name,
                "verdict": named.test.verdict.name(),
                "same_path": replayed.same_path,
                "same_verdict": replayed.same_verdict,
                "same_output": replayed.same_output,
                "branches": replayed.branches,
                "message": replayed.to_string(),
            }));
        } else if tests.len() == 1 {
            let message = if named.test.message.is_empty() { "" } else { ": " };
            let _ = writeln!(text, "{}{message}{}", named.test.verdict, named.test.message);
            let _ = writeln!(text, "{replayed}");
            for (what, bytes) in [("output", &replayed.output), ("errors", &replayed.errors)] {
                if !bytes.is_empty() {
                    let said = String::from_utf8_lossy(bytes);
                    let _ = writeln!(text, "{what}:\n{}", said.trim_end());
                }
            }
        } else if replayed.is_refuted() {
            let _ = writeln!(text, "{}: {replayed}", named.name);
        }
    }
    let verdict = tally.verdict();
    let Tally { tests: all, confirmed, refuted, .. } = tally;
    if args.json {
        let summary = json!({
            "result": verdict.word(),
            "incomplete": verdict.incomplete().map(Incomplete::to_json),
            "tests": all,
            "confirmed": confirmed,
            "refuted": refuted,
            "not_judged": tally.not_judged,
            "replayed": Value::Array(list),
        });
        let _ = writeln!(text, "{summary}");
    } else {
        if tests.len() > 1 {
            let part = all - confirmed - refuted - tally.not_judged;
            let _ = writeln!(
                text,
                "{all} tests: {confirmed} confirmed, {refuted} refuted, {part} partly confirmed"
            );
        }
        if let Some(incomplete) = verdict.incomplete() {
            let _ = writeln!(text, "INCOMPLETE: {}", incomplete.line());
        }
    }
    print(&text)?;
    Ok(Exit::of(&verdict, args.allow_incomplete, false))
}
