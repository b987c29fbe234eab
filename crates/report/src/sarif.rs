//! SARIF 2.1.0, the format of static analysis results: code hosts show the failures beside
//! the lines where they happened.
//!
//! A kind of failure is a rule. Mutants that no input killed are notes of a rule of their
//! own. Files below the folder of the run are relative to `%SRCROOT%`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::check_run::{CheckFailure, CheckResult, CheckRun, MutantResult, SourcePlace};
use crate::sarif_log::{Log, add_stack, hash, location, log};
use crate::text::{count, plain};

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
        let survived = check.mutants.iter().filter(|mutant| mutant.killed_by.is_none());
        results.extend(survived.map(|mutant| mutant_result(check, mutant, index(SURVIVED))));
    }
    log(&Log {
        version: &run.version,
        command: &run.command,
        rules: &rules,
        notifications: notifications(run),
        results,
    })
}

/// The rules with what they say, by id.
fn rules(run: &CheckRun) -> BTreeMap<String, String> {
    let mut rules = BTreeMap::new();
    for check in &run.checks {
        for failure in &check.failures {
            let text = format!("A property failed: {}.", plain(&failure.kind));
            rules.insert(rule_id(&failure.kind), text);
        }
        if check.mutants.iter().any(|mutant| mutant.killed_by.is_none()) {
            let text = "A changed program passes the check.".to_owned();
            rules.insert(SURVIVED.to_owned(), text);
        }
    }
    rules
}

/// `null-pointer` for `null pointer`.
fn rule_id(kind: &str) -> String {
    let words = kind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    if id.is_empty() { "failure".to_owned() } else { id }
}

/// What was not gone through, and what else is to be known.
fn notifications(run: &CheckRun) -> Vec<Json> {
    let note = |level: &str, check: &CheckResult, text: &str| {
        let text = format!("{}: {}", plain(&check.name), plain(text));
        json!({"level": level, "message": {"text": text}})
    };
    let of_check = |check: &CheckResult| {
        let stopped = check.stopped.iter().map(|why| note("warning", check, why));
        stopped.chain(check.notes.iter().map(|text| note("note", check, text))).collect::<Vec<_>>()
    };
    run.checks.iter().flat_map(of_check).collect()
}

fn failed(check: &CheckResult, failure: &CheckFailure, rule: Option<usize>) -> Json {
    let mut text = format!("`{}` fails: {}", plain(&check.name), plain(&failure.kind));
    if !failure.text.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, ": {}", plain(&failure.text));
    }
    let _ = write!(text, "\n\nOn {}. The smallest input:\n", count(failure.count, "input"));
    let _ = write!(text, "{}", plain(&failure.before.to_string()));
    if let Some(after) = &failure.after {
        let _ = write!(text, "\n\nAfter:\n{}", plain(&after.since(&failure.before).to_string()));
    }
    let own = SourcePlace { file: check.file.clone(), line: check.line, ..SourcePlace::default() };
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

fn mutant_result(check: &CheckResult, mutant: &MutantResult, rule: Option<usize>) -> Json {
    let place = SourcePlace {
        file: mutant.file.clone(),
        line: mutant.line,
        function: mutant.function.clone(),
        ..SourcePlace::default()
    };
    let text = format!(
        "`{}` does not tell this change apart ({}): `{}` instead of `{}`.",
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

/// A number that stays the same while lines move: the check, the kind and the function.
fn fingerprint(check: &CheckResult, failure: &CheckFailure) -> String {
    let place = failure.place.as_ref();
    let (file, function) =
        place.map_or(("", ""), |place| (place.file.as_str(), place.function.as_str()));
    hash(&[&check.name, &failure.kind, file, function])
}
