//! The results of checks, as one JSON object for other programs.
//!
//! | key | what it has |
//! | --- | --- |
//! | `format` | `pikse-check-2`; a change that breaks readers changes it |
//! | `version`, `command`, `seconds`, `jobs` | the run |
//! | `result` | `passed`, `failed` or `incomplete` |
//! | `passed` | whether everything was tried and nothing failed |
//! | `incomplete` | null, or an object with the reasons: see below |
//! | `inputs` | the number of inputs of all checks |
//! | `not_run` | requested checks that never ran: objects with `what` and `text` |
//! | `checks` | a list of objects, as follows |
//!
//! A check has `name`, `language`, `file`, `line`, `result`, `passed`, `incomplete`, `size`,
//! `bounds` (lines), `inputs`, `failed`, `structures` (null if not known), `explored`,
//! `seconds`, `engine`, `notes`, `by_size` (objects with `objects`, `inputs`, `failed`),
//! `failures`, `mutants` (objects with `operator`, `file`, `line`, `function`, `before`,
//! `after`, `result` (`killed`, `survived`, `open`), `killed_by`), and `coverage` (objects with
//! `file`, `lines` (pairs of line and count) and `functions` (objects with `name`, `line`,
//! `count`)).
//!
//! `incomplete` has `reasons` (objects with `kind`, `text`), `done` (null, or the part of
//! the space that was searched, from 0 to 1) and `tried` (null, or an object with `count` and
//! `what`).
//!
//! A failure has `kind`, `text`, `place` (null, or an object with `file`, `line`,
//! `function`), `stack` (places, the innermost first), `count`, `objects`, `before`,
//! `after` (null, or a snapshot), `changes` (null, or what differs), `saved`, `replay`,
//! `test`.
//!
//! A snapshot is `{"roots": {NAME: VALUE}, "objects": {NAME: {"class", "state", "fields"}}}`.
//! Values are written as structures have them: null, numbers, bools, names of enums,
//! arrays, `{"ref": NAME}`; a dangling or wild pointer is `{"wild": "0x10"}`.
//!
//! The gallery of inputs is not included; `pikse generate` writes the inputs.

use pikse_structure::Snapshot;
use serde_json::{Value as Json, json};

use crate::check_run::{CheckFailure, CheckResult, CheckRun, FileCoverage, SourcePlace};
use crate::verdict::Incomplete;

/// The run as JSON text.
pub fn write(run: &CheckRun) -> String {
    let checks: Vec<Json> = run.checks.iter().map(check).collect();
    let verdict = run.verdict();
    let not_run: Vec<Json> = run
        .not_run
        .iter()
        .map(|not_run| json!({"what": not_run.what, "text": not_run.to_string()}))
        .collect();
    let run = json!({
        "format": "pikse-check-2",
        "version": run.version,
        "command": run.command,
        "seconds": run.seconds,
        "jobs": run.jobs,
        "result": verdict.word(),
        "passed": verdict.is_passed(),
        "incomplete": run.incomplete().as_ref().map(Incomplete::to_json),
        "not_run": not_run,
        "inputs": run.inputs(),
        "checks": checks,
    });
    format!("{run:#}\n")
}

fn check(check: &CheckResult) -> Json {
    let by_size: Vec<Json> = check
        .by_size
        .iter()
        .map(|size| json!({"objects": size.objects, "inputs": size.inputs, "failed": size.failed}))
        .collect();
    let mutants: Vec<Json> = check
        .mutants
        .iter()
        .map(|mutant| {
            json!({
                "operator": mutant.operator,
                "file": mutant.file,
                "line": mutant.line,
                "function": mutant.function,
                "before": mutant.before,
                "after": mutant.after,
                "result": mutant.verdict.word(),
                "killed_by": mutant.verdict.killed_by(),
            })
        })
        .collect();
    json!({
        "name": check.name,
        "language": check.language,
        "file": check.file,
        "line": check.line,
        "result": check.verdict().word(),
        "passed": check.verdict().is_passed(),
        "incomplete": check.incomplete.as_ref().map(Incomplete::to_json),
        "size": check.size,
        "bounds": check.bounds,
        "inputs": check.inputs,
        "failed": check.failed_inputs(),
        "undecided": check.undecided(),
        "structures": (check.structures > 0).then_some(check.structures),
        "explored": check.explored,
        "seconds": check.seconds,
        "engine": check.engine,
        "notes": check.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "by_size": by_size,
        "failures": check.failures.iter().map(failure).collect::<Vec<_>>(),
        "mutants": mutants,
        "coverage": check.coverage.iter().map(coverage).collect::<Vec<_>>(),
    })
}

fn failure(failure: &CheckFailure) -> Json {
    let changes = failure.after.as_ref().map(|after| {
        let changes = Snapshot::changes(&failure.before, after);
        let fields: Vec<String> =
            changes.fields.iter().map(|(object, field)| format!("{object}.{field}")).collect();
        json!({
            "roots": changes.roots,
            "fields": fields,
            "new": changes.new,
            "freed": changes.freed,
            "lost": changes.lost,
        })
    });
    json!({
        "kind": failure.kind,
        "text": failure.text,
        "of_pre": failure.is_of_pre,
        "place": failure.place.as_ref().map(place),
        "stack": failure.stack.iter().map(place).collect::<Vec<_>>(),
        "count": failure.count,
        "objects": failure.objects,
        "input": failure.before.to_string(),
        "before": failure.before.to_json(),
        "after": failure.after.as_ref().map(Snapshot::to_json),
        "changes": changes,
        "saved": failure.saved,
        "replay": failure.replay,
        "test": failure.test,
    })
}

fn place(place: &SourcePlace) -> Json {
    json!({"file": place.file, "line": place.line, "function": place.function})
}

fn coverage(coverage: &FileCoverage) -> Json {
    let functions: Vec<Json> = coverage
        .functions
        .iter()
        .map(|(name, line, count)| json!({"name": name, "line": line, "count": count}))
        .collect();
    json!({"file": coverage.file, "lines": coverage.lines, "functions": functions})
}
