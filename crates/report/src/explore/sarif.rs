//! An exploration as SARIF 2.1.0: a kind of error is a rule, a distinct error a result, and
//! what makes the exploration incomplete is a notification.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::check_run::SourcePlace;
use crate::explore_run::{ExploreError, ExploreRun};
use crate::sarif_log::{Log, add_stack, hash, location, log};
use crate::text::{count, plain, shortened};

/// An input with more characters is cut; the whole of it is in the test.
const MAX_INPUT: usize = 2_000;

/// The run as SARIF text.
pub fn write(run: &ExploreRun) -> String {
    let rules: BTreeMap<String, String> = run
        .errors
        .iter()
        .map(|error| (error.kind.clone(), format!("A path has an error: {}.", error.title)))
        .collect();
    let index = |kind: &str| rules.keys().position(|known| known == kind);
    let results = run.errors.iter().map(|error| result(run, error, index(&error.kind))).collect();
    let notifications = notifications(run);
    log(&Log {
        version: &run.version,
        command: &run.command,
        rules: &rules,
        notifications,
        results,
    })
}

fn notifications(run: &ExploreRun) -> Vec<Json> {
    let note = |level: &str, text: &str| json!({"level": level, "message": {"text": plain(text)}});
    let cut = run.cut.iter().map(|cut| {
        note("warning", &format!("not complete: {} ({})", cut.why, count(cut.paths, "path")))
    });
    cut.chain(run.notes.iter().map(|text| note("note", text))).collect()
}

fn result(run: &ExploreRun, error: &ExploreError, rule: Option<usize>) -> Json {
    let mut text = plain(&error.title);
    // Writing to a string cannot fail.
    if !error.message.is_empty() {
        let _ = write!(text, ": {}", plain(&error.message));
    }
    let _ = write!(text, "\n\nOn {}. The inputs of the first:", count(error.count, "path"));
    for input in &error.inputs {
        let value = shortened(&input.value(), MAX_INPUT);
        let _ = write!(text, "\n{} = {value}", plain(&input.name));
    }
    if error.inputs.is_empty() {
        text.push_str(" none.");
    }
    // An error without a place is shown at the program.
    let program = || SourcePlace {
        file: run.sources.first().cloned().unwrap_or_default(),
        ..SourcePlace::default()
    };
    let place = error.stack.first().cloned().unwrap_or_else(program);
    let mut result = json!({
        "ruleId": error.kind,
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": text},
        "locations": [location(&place)],
        // It stays the same while lines move.
        "partialFingerprints": {
            "pikseFailure/v1": hash(&[&run.entry, &error.kind, &place.file, &place.function]),
        },
        "occurrenceCount": error.count.max(1),
    });
    add_stack(&mut result, &error.stack);
    result
}
