//! SARIF 2.1.0, the format of static analysis results: code hosts show the failures beside
//! the lines where they happened.
//!
//! A kind of failure is a rule. Mutants that no input killed are notes of a rule of their
//! own. Files below the folder of the run are relative to `%SRCROOT%`.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value as Json, json};

use crate::check_run::{CheckFailure, CheckResult, CheckRun, MutantResult, SourcePlace};
use crate::text::{count, plain};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const HOME: &str = "https://github.com/pikse/pikse";
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
    let rules: Vec<Json> = rules
        .iter()
        .map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}}))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Pikse",
                "version": run.version,
                "informationUri": HOME,
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": true,
                "commandLine": run.command,
                "toolExecutionNotifications": notifications(run),
            }],
            "originalUriBaseIds": {
                "%SRCROOT%": {"description": {"text": "The folder in which Pikse ran."}},
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
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
    let own = SourcePlace { file: check.file.clone(), line: check.line, function: String::new() };
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
    if !failure.stack.is_empty() {
        let frames: Vec<Json> =
            failure.stack.iter().map(|place| json!({"location": location(place)})).collect();
        result["stacks"] = json!([{"frames": frames}]);
        // A flow is told in the order of time: the outermost call first.
        let steps: Vec<Json> =
            failure.stack.iter().rev().map(|place| json!({"location": location(place)})).collect();
        result["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
    }
    result
}

fn mutant_result(check: &CheckResult, mutant: &MutantResult, rule: Option<usize>) -> Json {
    let place = SourcePlace {
        file: mutant.file.clone(),
        line: mutant.line,
        function: mutant.function.clone(),
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
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in [&check.name, &failure.kind, file, function] {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn location(place: &SourcePlace) -> Json {
    let mut location = json!({});
    if !place.file.is_empty() {
        let artifact = match place.file.strip_prefix('/') {
            Some(rest) => json!({"uri": format!("file:///{}", encoded(rest))}),
            None => json!({"uri": encoded(&place.file), "uriBaseId": "%SRCROOT%"}),
        };
        let mut physical = json!({"artifactLocation": artifact});
        if place.line > 0 {
            physical["region"] = json!({"startLine": place.line});
        }
        location["physicalLocation"] = physical;
    }
    if !place.function.is_empty() {
        let name = plain(&place.function);
        location["logicalLocations"] = json!([{"name": name, "kind": "function"}]);
    }
    location
}

/// A path as part of a URI.
fn encoded(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
