//! The HTML report: one file that needs no other.
//!
//! The page, its style and its scripts are files in `assets`. The results are packed as JSON into
//! the page, and its scripts draw them when they are viewed. So a report with ten thousand inputs
//! is a small file that opens at once.

use std::collections::HashMap;

use pikse_structure::{ObjectState, Snapshot, SnapshotObject, SnapshotValue};
use serde_json::{Value as Json, json};

use crate::check_run::{CheckFailure, CheckResult, CheckRun, GalleryItem, SourcePlace};
use crate::page::{self, Page, Places};
use crate::text::plain;
use crate::verdict::Incomplete;

const PROGRAMS: [&str; 8] = [
    include_str!("../assets/data.js"),
    include_str!("../assets/boxes.js"),
    include_str!("../assets/layout.js"),
    include_str!("../assets/layers.js"),
    include_str!("../assets/draw.js"),
    include_str!("../assets/views.js"),
    include_str!("../assets/gallery.js"),
    include_str!("../assets/app.js"),
];
const KEYS: &str = include_str!("../assets/keys.html");

/// A test with more bytes is not shown; only its name is.
const SHOWN_TEST: usize = 100_000;

/// The run as HTML. `source` gives the text of a file by the name that the run has for it.
pub fn write(run: &CheckRun, source: &dyn Fn(&str) -> Option<String>) -> String {
    let mut packer = Packer::default();
    let checks: Vec<Json> = run.checks.iter().map(|check| packer.check(check, source)).collect();
    let data = json!({
        "version": run.version,
        "date": run.date,
        "command": run.command,
        "seconds": run.seconds,
        "jobs": run.jobs,
        "result": run.verdict().word(),
        "notRun": run.not_run.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "checks": checks,
        "files": places(run).files(source),
        "roots": packer.roots.list,
        "shapes": packer.shapes.list,
    });
    page::write(&Page { title: "Pikse check", keys: KEYS, programs: &PROGRAMS, data: &data })
}

/// Lists of names that many snapshots share; a snapshot has the number of its list.
#[derive(Default)]
struct Table {
    list: Vec<Vec<String>>,
    numbers: HashMap<Vec<String>, usize>,
}

impl Table {
    fn number<'a>(&mut self, names: impl Iterator<Item = &'a str>) -> usize {
        let names: Vec<String> = names.map(str::to_owned).collect();
        if let Some(&number) = self.numbers.get(&names) {
            return number;
        }
        self.list.push(names.clone());
        self.numbers.insert(names, self.list.len() - 1);
        self.list.len() - 1
    }
}

/// Packs snapshots, as `assets/data.js` unpacks them.
#[derive(Default)]
struct Packer {
    roots: Table,
    shapes: Table,
}

impl Packer {
    fn check(&mut self, check: &CheckResult, source: &dyn Fn(&str) -> Option<String>) -> Json {
        let failures: Vec<Json> =
            check.failures.iter().map(|failure| self.failure(failure, source)).collect();
        let gallery: Vec<Json> = check.gallery.iter().map(|item| self.item(item)).collect();
        let sizes: Vec<Json> = check
            .by_size
            .iter()
            .map(|size| json!([size.objects, size.inputs, size.failed]))
            .collect();
        let mutants: Vec<Json> = check
            .mutants
            .iter()
            .map(|m| {
                json!([
                    m.operator,
                    m.file,
                    m.line,
                    m.function,
                    m.before,
                    m.after,
                    m.verdict.word(),
                    m.verdict.killed_by(),
                ])
            })
            .collect();
        let coverage: Vec<Json> = check
            .coverage
            .iter()
            .map(|coverage| json!([coverage.file, coverage.lines, coverage.functions]))
            .collect();
        json!({
            "name": check.name,
            "language": check.language,
            "file": check.file,
            "line": check.line,
            "bounds": check.bounds,
            "size": check.size,
            "inputs": check.inputs,
            "failed": check.failed_inputs() + check.undecided(),
            "structures": check.structures,
            "explored": check.explored,
            "bySize": sizes,
            "result": check.verdict().word(),
            "incomplete": check.incomplete.as_ref().map(Incomplete::line),
            "seconds": check.seconds,
            "engine": check.engine,
            "notes": check.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "failures": failures,
            "gallery": gallery,
            "mutants": mutants,
            "coverage": coverage,
        })
    }

    fn failure(&mut self, failure: &CheckFailure, source: &dyn Fn(&str) -> Option<String>) -> Json {
        let mut outline = failure.before.to_string();
        if let Some(after) = failure.changed() {
            outline = format!("before:\n{outline}\n\nafter:\n{}", after.since(&failure.before));
        }
        let test = failure.test.as_ref().and_then(|path| source(path));
        json!({
            "kind": failure.kind,
            "text": plain(&failure.text),
            "place": failure.place.as_ref().map(place),
            "stack": failure.stack.iter().map(place).collect::<Vec<_>>(),
            "count": failure.count,
            "objects": failure.objects,
            "before": self.snapshot(&failure.before),
            "after": self.after(&failure.before, failure.after.as_ref()),
            "outline": outline,
            "saved": failure.saved,
            "replay": failure.replay,
            "test": failure.test,
            "testText": test.filter(|text| text.len() <= SHOWN_TEST),
        })
    }

    fn item(&mut self, item: &GalleryItem) -> Json {
        let (before, after) =
            (self.snapshot(&item.before), self.after(&item.before, item.after.as_ref()));
        let failure = item.failure.map_or_else(|| json!(-1), |at| json!(at));
        json!([item.number, before, after, failure])
    }

    /// Most calls change nothing in most inputs: then it is a 1.
    fn after(&mut self, before: &Snapshot, after: Option<&Snapshot>) -> Json {
        match after {
            None => Json::Null,
            Some(after) if after == before => json!(1),
            Some(after) => self.snapshot(after),
        }
    }

    fn snapshot(&mut self, snapshot: &Snapshot) -> Json {
        let names = self.roots.number(snapshot.roots.iter().map(|(name, _)| name.as_str()));
        let roots: Vec<Json> = snapshot.roots.iter().map(|(_, root)| value(root)).collect();
        let objects: Vec<Json> =
            snapshot.objects.iter().map(|object| self.object(object)).collect();
        json!([names, roots, objects])
    }

    fn object(&mut self, object: &SnapshotObject) -> Json {
        let fields = object.fields.iter().map(|(name, _)| name.as_str());
        let shape = self.shapes.number(std::iter::once(object.class.as_str()).chain(fields));
        let state = match object.state {
            ObjectState::Live => 0,
            ObjectState::New => 1,
            ObjectState::Freed => 2,
            ObjectState::Lost => 3,
        };
        let head = [json!(shape), name(object), json!(state)];
        head.into_iter().chain(object.fields.iter().map(|(_, field)| value(field))).collect()
    }
}

/// The name of an object: null if it is that of the class, its number if that follows the
/// class, else all of it.
fn name(object: &SnapshotObject) -> Json {
    match object.name.strip_prefix(&object.class) {
        Some("") => Json::Null,
        Some(rest) => match rest.parse::<u32>() {
            Ok(number) if number.to_string() == rest => json!(number),
            _ => json!(object.name),
        },
        None => json!(object.name),
    }
}

fn value(value_of: &SnapshotValue) -> Json {
    // Numbers of JavaScript are exact up to here.
    const EXACT: u64 = 1 << 53;
    match value_of {
        SnapshotValue::Null => Json::Null,
        SnapshotValue::Int(int) if int.unsigned_abs() <= EXACT => json!(int),
        SnapshotValue::Int(int) => json!({"i": int.to_string()}),
        SnapshotValue::Bool(bool) => json!(bool),
        SnapshotValue::Name(name) => json!(name),
        SnapshotValue::Ref(at) => json!([at]),
        SnapshotValue::Wild(address) => json!({"w": format!("{address:#x}")}),
        SnapshotValue::Unread => json!("?"),
        SnapshotValue::Array(elements) => {
            json!({"a": elements.iter().map(value).collect::<Vec<_>>()})
        }
    }
}

fn place(place: &SourcePlace) -> Json {
    json!([place.file, place.line, place.function])
}

/// The lines of interest in each file.
fn places(run: &CheckRun) -> Places<'_> {
    let mut places = Places::default();
    for check in &run.checks {
        places.add(&check.file, check.line);
        for place in check.failures.iter().flat_map(|one| one.place.iter().chain(&one.stack)) {
            places.add(&place.file, place.line);
        }
        check.mutants.iter().for_each(|mutant| places.add(&mutant.file, mutant.line));
        check.coverage.iter().for_each(|coverage| places.add(&coverage.file, 0));
    }
    places
}
