//! The common parts of every SARIF log: the frame, places, stacks, fingerprints.

use std::collections::BTreeMap;
use std::fmt::Write;

use pikse_base::Fnv;
use serde_json::{Value as Json, json};

use crate::check_run::SourcePlace;
use crate::text::plain;
use crate::verdict::Incomplete;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const HOME: &str = "https://github.com/pikse/pikse";

/// A log of one run.
pub(crate) struct Log<'a> {
    pub(crate) version: &'a str,
    pub(crate) command: &'a str,
    /// What each rule says, by its id. A result has the place of its rule in this order.
    pub(crate) rules: &'a BTreeMap<String, String>,
    /// Whether all that was asked for was tried.
    pub(crate) is_complete: bool,
    pub(crate) notifications: Vec<Json>,
    pub(crate) results: Vec<Json>,
}

/// The log as text.
pub(crate) fn log(of: &Log<'_>) -> String {
    let rules: Vec<Json> = of
        .rules
        .iter()
        .map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}}))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "Pikse",
                "version": of.version,
                "informationUri": HOME,
                "rules": rules,
            }},
            "invocations": [{
                "executionSuccessful": of.is_complete,
                "commandLine": of.command,
                "toolExecutionNotifications": of.notifications,
            }],
            "originalUriBaseIds": {
                "%SRCROOT%": {"description": {"text": "The folder in which Pikse ran."}},
            },
            "columnKind": "unicodeCodePoints",
            "results": of.results,
        }],
    });
    format!("{log:#}\n")
}

/// The rule for incomplete runs.
pub(crate) const INCOMPLETE: &str = "incomplete";
/// Its description.
pub(crate) const ABOUT_INCOMPLETE: &str = "The run is incomplete: not everything was tried.";

/// The result for an incomplete run. It is a warning, because nothing failed so far.
pub(crate) fn incomplete(
    what: &str,
    incomplete: &Incomplete,
    place: &SourcePlace,
    rule: Option<usize>,
) -> Json {
    let mut result = json!({
        "ruleId": INCOMPLETE,
        "ruleIndex": rule,
        "level": "warning",
        "message": {"text": format!("`{}` is incomplete: {}", plain(what), plain(&incomplete.line()))},
        "partialFingerprints": {"pikseFailure/v1": hash(&[what, INCOMPLETE, &place.file])},
    });
    if !place.file.is_empty() {
        result["locations"] = json!([location(place)]);
    }
    result
}

/// Adds the calls that led to a result, the innermost first.
pub(crate) fn add_stack(result: &mut Json, stack: &[SourcePlace]) {
    if stack.is_empty() {
        return;
    }
    let frames: Vec<Json> =
        stack.iter().map(|place| json!({"location": location(place)})).collect();
    // A flow is in the order of time: the outermost call first.
    let steps: Vec<Json> = frames.iter().rev().cloned().collect();
    result["stacks"] = json!([{"frames": frames}]);
    result["codeFlows"] = json!([{"threadFlows": [{"locations": steps}]}]);
}

/// A number for texts that stays the same from version to version.
pub(crate) fn hash(parts: &[&str]) -> String {
    format!("{:016x}", Fnv::of_texts(parts, 0))
}

/// A place, as far as it is known.
pub(crate) fn location(place: &SourcePlace) -> Json {
    let mut location = json!({});
    if !place.file.is_empty() {
        let artifact = match place.file.strip_prefix('/') {
            Some(rest) => json!({"uri": format!("file:///{}", encoded(rest))}),
            None => json!({"uri": encoded(&place.file), "uriBaseId": "%SRCROOT%"}),
        };
        let mut physical = json!({"artifactLocation": artifact});
        if place.line > 0 {
            physical["region"] = match place.column {
                0 => json!({"startLine": place.line}),
                column => json!({"startLine": place.line, "startColumn": column}),
            };
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
