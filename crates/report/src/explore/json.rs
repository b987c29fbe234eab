//! The results of an exploration, as one JSON object on one line for other programs.
//!
//! | key | what it has |
//! | --- | --- |
//! | `format` | `pikse-explore-1`; a change that breaks readers changes it |
//! | `version`, `command`, `entry`, `seconds` | the run |
//! | `paths`, `rejected` | paths that ran to an end; those on which an assumption failed |
//! | `killed`, `blocked` | paths that ended by a signal of their own; those that wait for ever |
//! | `tests`, `folder` | the number of tests, and their folder (null if there is none) |
//! | `errors` | distinct errors: objects, as follows |
//! | `result` | `passed`, `failed` or `incomplete` |
//! | `complete` | whether every path was followed to its end, with every possible value |
//! | `incomplete` | null, or an object with the reasons, as for `pikse check` |
//! | `cut` | reasons why paths were cut: objects with `kind`, `why`, `paths` |
//! | `notes` | texts |
//! | `instructions`, `queries`, `splits`, `states`, `peak_mb` | statistics of the interpreter |
//! | `solver` | the tiers: objects with `tier`, `queries`, `hits`, `seconds` |
//! | `coverage` | the part of the lines that ran, from 0 to 1 |
//! | `jobs` | the number of processes |
//! | `stage_seconds`, `stage_reused` | with `--staged`: the time of stage 1, and that it was not run again |
//! | `digest` | a hash of the set of paths, whatever order they were found in |
//! | `since` | null, or the `run` of another version, its `changed` of all `functions`, and the tests `kept`, `dropped` and `added` |
//! | `from`, `to` | null, or the tests between which it explored |
//!
//! An error has `kind`, `title`, `message`, `stack` (texts, the innermost first), `places`
//! (the same as objects with `file`, `line`, `column`, `function`), `count`, `path` (the
//! number of the first path), `inputs` (objects with `name`, `bytes`, and `value`, the bytes
//! as text for people), `structure` (null, or a snapshot of the structures that the entry was given, as
//! in [`json`](crate::json); what was not read is `{"unread": true}`) and `test` (null, or the file of
//! its test).

use pikse_structure::Snapshot;
use serde_json::{Value as Json, json};

use crate::check_run::SourcePlace;
use crate::explore_run::{ExploreError, ExploreRun};
use crate::note::Since;
use crate::verdict::{Incomplete, Reason};

/// The run as JSON text.
pub fn write(run: &ExploreRun) -> String {
    let reasons = run.incomplete.iter().flat_map(|incomplete| &incomplete.reasons);
    let cut: Vec<Json> = reasons
        .filter_map(|reason| match reason {
            Reason::LeftOut { what, paths } => {
                Some(json!({"kind": what.kind(), "why": what.to_string(), "paths": paths}))
            }
            _ => None,
        })
        .collect();
    let tiers: Vec<Json> = run
        .statistics
        .tiers
        .iter()
        .map(|tier| {
            json!({
                "tier": tier.name,
                "queries": tier.queries,
                "hits": tier.decided,
                "seconds": tier.seconds,
            })
        })
        .collect();
    let run = json!({
        "format": "pikse-explore-1",
        "version": run.version,
        "command": run.command,
        "entry": run.entry,
        "paths": run.paths,
        "rejected": run.rejected,
        "killed": run.killed.iter().map(|(signal, paths)| json!({"signal": signal, "paths": paths})).collect::<Vec<_>>(),
        "blocked": run.blocked,
        "tests": run.tests_written,
        "errors": run.errors.iter().map(error).collect::<Vec<_>>(),
        "result": run.verdict().word(),
        "complete": run.is_complete(),
        "incomplete": run.incomplete.as_ref().map(Incomplete::to_json),
        "cut": cut,
        "notes": run.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "instructions": run.statistics.instructions,
        "queries": run.statistics.questions,
        "splits": run.statistics.splits,
        "solver": tiers,
        "states": run.statistics.most_states,
        "seconds": run.seconds,
        "peak_mb": run.statistics.peak as f64 / f64::from(1 << 20),
        "coverage": run.covered(),
        "folder": run.folder,
        "jobs": run.jobs,
        "digest": format!("{:016x}", run.digest),
        "stage_seconds": run.stage_seconds,
        "stage_reused": run.stage_seconds.is_some(),
        "since": run.since.as_ref().map(since),
        "from": run.from,
        "to": run.to,
    });
    format!("{run}\n")
}

fn error(error: &ExploreError) -> Json {
    let inputs: Vec<Json> = error
        .inputs
        .iter()
        .map(|input| json!({"name": input.name, "bytes": input.bytes, "value": input.value()}))
        .collect();
    json!({
        "kind": error.kind,
        "title": error.title,
        "message": error.message,
        "stack": error.stack.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "places": error.stack.iter().map(place).collect::<Vec<_>>(),
        "count": error.count,
        "path": error.path,
        "inputs": inputs,
        "structure": error.structure.as_ref().map(Snapshot::to_json),
        "test": error.test,
        "code": error.code,
    })
}

fn place(place: &SourcePlace) -> Json {
    json!({
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "function": place.function,
    })
}

fn since(since: &Since) -> Json {
    let Since { run, changed, functions, kept, dropped, added } = since;
    json!({
        "run": run,
        "changed": changed,
        "functions": functions,
        "kept": kept,
        "dropped": dropped,
        "added": added,
    })
}
