//! SARIF 2.1.0, the format of static analysis results: code hosts show the failures beside
//! the lines where they happened.
//!
//! Each kind of failure is a rule. Surviving mutants are notes of a separate rule. An incomplete
//! run is a warning, a notification and an execution that was not successful. Files inside the
//! folder of the run are relative to `%SRCROOT%`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::check_run::{CheckFailure, CheckResult, CheckRun, MutantResult, SourcePlace};
use crate::sarif_log::{
    ABOUT_INCOMPLETE, INCOMPLETE, Log, add_stack, hash, incomplete, location, log,
};
use crate::text::{count, plain};
use crate::verdict::{Incomplete, Reached, Reason};

const SURVIVED: &str = "mutant-survived";

/// The run as SARIF text.
pub fn write(run: &CheckRun) -> String {
    let rules = rules(run);
    let ids: Vec<&str> = rules.keys().map(String::as_str).collect();
    let index = |id: &str| ids.iter().position(|known| *known == id);
    let mut results = Vec::new();
    for check in &run.checks {
        for failure in &check.failures {
            results.push(failed(check, failure, index(&rule_id(&failure.kind))));
        }
        let survived = check.mutants_survived();
        results.extend(survived.map(|mutant| mutant_result(check, mutant, index(SURVIVED))));
        if let Some(of) = &check.incomplete {
            results.push(incomplete(&check.name, of, &own_place(check), index(INCOMPLETE)));
        }
    }
    for not_run in &run.not_run {
        let of = Incomplete::new(Reason::NotRun(not_run.clone()), Reached::default());
        let nowhere = SourcePlace::default();
        results.push(incomplete(&not_run.what, &of, &nowhere, index(INCOMPLETE)));
    }
    log(&Log {
        version: &run.version,
        command: &run.command,
        rules: &rules,
        is_complete: run.incomplete().is_none(),
        notifications: notifications(run),
        results,
    })
}

/// The rules and their descriptions, by id.
fn rules(run: &CheckRun) -> BTreeMap<String, String> {
    let mut rules = BTreeMap::new();
    for check in &run.checks {
        for failure in &check.failures {
            let text = format!("A property failed: {}.", plain(&failure.kind));
            rules.insert(rule_id(&failure.kind), text);
        }
        if check.mutants_survived().next().is_some() {
            let text = "A surviving mutant: the check passes on a changed program.".to_owned();
            rules.insert(SURVIVED.to_owned(), text);
        }
    }
    if run.incomplete().is_some() {
        rules.insert(INCOMPLETE.to_owned(), ABOUT_INCOMPLETE.to_owned());
    }
    rules
}

/// `null-pointer` for `null pointer`.
fn rule_id(kind: &str) -> String {
    let words = kind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    if id.is_empty() { "failure".to_owned() } else { id }
}

/// Reasons of incomplete checks, and notes.
fn notifications(run: &CheckRun) -> Vec<Json> {
    let note = |level: &str, check: &CheckResult, text: &str| {
        let text = format!("{}: {}", plain(&check.name), plain(text));
        json!({"level": level, "message": {"text": text}})
    };
    let of_check = |check: &CheckResult| {
        let incomplete = check.incomplete.iter().map(|of| note("warning", check, &of.line()));
        let notes = check.notes.iter().map(|of| note("note", check, &of.to_string()));
        incomplete.chain(notes).collect::<Vec<_>>()
    };
    let not_run = run.not_run.iter().map(
        |not_run| json!({"level": "warning", "message": {"text": plain(&not_run.to_string())}}),
    );
    run.checks.iter().flat_map(of_check).chain(not_run).collect()
}

fn failed(check: &CheckResult, failure: &CheckFailure, rule: Option<usize>) -> Json {
    let mut text = format!("`{}` fails: {}", plain(&check.name), plain(&failure.kind));
    if !failure.text.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, ": {}", plain(&failure.text));
    }
    let _ = write!(text, "\n\nOn {}. The smallest input:\n", count(failure.count, "input"));
    let _ = write!(text, "{}", plain(&failure.before.to_string()));
    if let Some(after) = failure.changed() {
        let _ = write!(text, "\n\nAfter:\n{}", plain(&after.since(&failure.before).to_string()));
    }
    let own = own_place(check);
    let place = failure.place.as_ref().unwrap_or(&own);
    let mut result = json!({
        "ruleId": rule_id(&failure.kind),
        "ruleIndex": rule,
        "level": "error",
        "message": {"text": text},
        "locations": [location(place)],
        "partialFingerprints": {"pikseFailure/v1": fingerprint(check, failure)},
        "occurrenceCount": failure.count.max(1),
    });
    add_stack(&mut result, &failure.stack);
    result
}

/// The place of a check.
fn own_place(check: &CheckResult) -> SourcePlace {
    SourcePlace { file: check.file.clone(), line: check.line, ..SourcePlace::default() }
}

fn mutant_result(check: &CheckResult, mutant: &MutantResult, rule: Option<usize>) -> Json {
    let place = SourcePlace {
        file: mutant.file.clone(),
        line: mutant.line,
        function: mutant.function.clone(),
        ..SourcePlace::default()
    };
    let text = format!(
        "`{}` does not detect this change ({}): `{}` instead of `{}`.",
        plain(&check.name),
        plain(&mutant.operator),
        plain(&mutant.after),
        plain(&mutant.before)
    );
    json!({
        "ruleId": SURVIVED,
        "ruleIndex": rule,
        "level": "note",
        "message": {"text": text},
        "locations": [location(&place)],
    })
}

/// A hash that does not change when lines move: of the check, the kind and the function.
fn fingerprint(check: &CheckResult, failure: &CheckFailure) -> String {
    let place = failure.place.as_ref();
    let (file, function) =
        place.map_or(("", ""), |place| (place.file.as_str(), place.function.as_str()));
    hash(&[&check.name, &failure.kind, file, function])
}
