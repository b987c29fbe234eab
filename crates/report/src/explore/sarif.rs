//! An exploration as SARIF 2.1.0: a kind of error is a rule, a distinct error a result, and
//! what makes the exploration incomplete is a warning and notifications.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::check_run::SourcePlace;
use crate::explore_run::{ExploreError, ExploreRun};
use crate::sarif_log::{
    ABOUT_INCOMPLETE, INCOMPLETE, Log, add_stack, hash, incomplete, location, log,
};
use crate::text::{count, plain, shortened};

/// An input with more characters is cut; the whole of it is in the test.
const MAX_INPUT: usize = 2_000;

/// The run as SARIF text.
pub fn write(run: &ExploreRun) -> String {
    let mut rules: BTreeMap<String, String> = run
        .errors
        .iter()
        .map(|error| (error.kind.clone(), format!("A path has an error: {}.", error.title)))
        .collect();
    if run.incomplete.is_some() {
        rules.insert(INCOMPLETE.to_owned(), ABOUT_INCOMPLETE.to_owned());
    }
    let index = |kind: &str| rules.keys().position(|known| known == kind);
    let errors = run.errors.iter().map(|error| result(run, error, index(&error.kind)));
    let left_out = run.incomplete.iter();
    let left_out = left_out.map(|of| incomplete(&run.entry, of, &program(run), index(INCOMPLETE)));
    let results = errors.chain(left_out).collect();
    let notifications = notifications(run);
    log(&Log {
        version: &run.version,
        command: &run.command,
        rules: &rules,
        is_complete: run.incomplete.is_none(),
        notifications,
        results,
    })
}

fn notifications(run: &ExploreRun) -> Vec<Json> {
    let note = |level: &str, text: &str| json!({"level": level, "message": {"text": plain(text)}});
    let reasons = run.incomplete.iter().flat_map(|incomplete| &incomplete.reasons);
    let cut = reasons.map(|reason| note("warning", &format!("incomplete: {reason}")));
    cut.chain(run.notes.iter().map(|of| note("note", &of.to_string()))).collect()
}

/// What has no place is shown at the program.
fn program(run: &ExploreRun) -> SourcePlace {
    let file = run.sources.first().cloned().unwrap_or_default();
    SourcePlace { file, ..SourcePlace::default() }
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
    let place = error.stack.first().cloned().unwrap_or_else(|| program(run));
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
