//! The HTML report of an exploration: one file that needs no other.
//!
//! The results are packed as JSON into the page; `assets/explore` draws them when they are viewed.
//! The tree is packed as columns of numbers, so that a file with a hundred thousand nodes opens at
//! once.

use std::collections::{BTreeSet, HashMap};

use pikse_structure::Snapshot;
use serde_json::{Value as Json, json};

use crate::check_run::SourcePlace;
use crate::explore_run::{
    EndVerdict, ExploreError, ExploreInput, ExploreRun, ExploreTest, ExploreTree, Way,
};
use crate::page::{self, Page, Places};
use crate::text::{plain, shortened};
use crate::verdict::Incomplete;

const PROGRAMS: [&str; 4] = [
    include_str!("../../assets/explore/views.js"),
    include_str!("../../assets/explore/tests.js"),
    include_str!("../../assets/explore/tree.js"),
    include_str!("../../assets/explore/app.js"),
];
const KEYS: &str = include_str!("../../assets/explore/keys.html");

/// An input of a test with more characters is cut.
const SHOWN_INPUT: usize = 400;
/// An input of an error with more characters is cut.
const SHOWN_ERROR_INPUT: usize = 20_000;
/// A drawing with more characters is cut.
const SHOWN_STRUCTURE: usize = 4_000;
/// Output with more characters is cut.
const SHOWN_OUTPUT: usize = 1_000;

/// The run as HTML. `source` gives the text of a file by the name that the run has for it.
pub fn write(run: &ExploreRun, source: &dyn Fn(&str) -> Option<String>) -> String {
    let of = &run.statistics;
    let tiers: Vec<Json> = of
        .tiers
        .iter()
        .map(|tier| json!([tier.name, tier.queries, tier.decided, tier.seconds]))
        .collect();
    let coverage: Vec<Json> = run
        .coverage
        .iter()
        .map(|coverage| json!([coverage.file, coverage.lines, coverage.functions]))
        .collect();
    let incomplete = run.incomplete.as_ref().map(Incomplete::to_json);
    let data = json!({
        "version": run.version,
        "date": run.date,
        "command": run.command,
        "seconds": run.seconds,
        "sources": run.sources,
        "entry": run.entry,
        "paths": run.paths,
        "rejected": run.rejected,
        "result": run.verdict().word(),
        "incomplete": incomplete,
        "notes": run.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "coverage": coverage,
        "errors": run.errors.iter().map(error).collect::<Vec<_>>(),
        "statistics": {
            "instructions": of.instructions,
            "splits": of.splits,
            "questions": of.questions,
            "expressions": of.expressions,
            "mostStates": of.most_states,
            "waiting": of.waiting,
            "peak": of.peak,
            "tiers": tiers,
        },
        "written": run.tests_written,
        "folder": run.folder,
        "tests": tests(&run.tests),
        "tree": run.tree.as_ref().map(tree),
        "files": places(run).files(source),
    });
    page::write(&Page { title: "Pikse explore", keys: KEYS, programs: &PROGRAMS, data: &data })
}

fn error(error: &ExploreError) -> Json {
    json!({
        "kind": error.kind,
        "title": error.title,
        "message": plain(&error.message),
        "stack": error.stack.iter().map(place).collect::<Vec<_>>(),
        "inputs": error
            .inputs
            .iter()
            .map(|one| json!([one.name, value(one, SHOWN_ERROR_INPUT), one.bytes.len()]))
            .collect::<Vec<_>>(),
        "structure": structure(error.structure.as_ref()),
        "count": error.count,
        "path": error.path,
        "test": error.test,
        "replay": error.replay,
        "code": error.code,
    })
}

fn place(place: &SourcePlace) -> Json {
    json!([place.file, place.line, place.function, place.column])
}

/// Structures as a drawing; empty if there are none.
fn structure(structure: Option<&Snapshot>) -> String {
    shortened(&plain(&structure.map(Snapshot::to_string).unwrap_or_default()), SHOWN_STRUCTURE)
}

fn value(input: &ExploreInput, most: usize) -> String {
    shortened(&plain(&input.value()), most)
}

/// Texts, each once.
#[derive(Default)]
struct Texts {
    list: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        self.list.push(text.to_owned());
        self.numbers.insert(text.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }
}

/// Tests as lists: the number, the verdict, the exit code, the error (-1 if none), the names
/// of the inputs, their values, the output, the message, the command that runs it again, the
/// drawing of its structures (which is empty if there are none).
fn tests(tests: &[ExploreTest]) -> Json {
    let (mut verdicts, mut structures) = (Texts::default(), Texts::default());
    let mut names = Vec::<Vec<&str>>::new();
    let mut known: HashMap<Vec<&str>, usize> = HashMap::new();
    let mut rows = Vec::with_capacity(tests.len());
    for test in tests {
        let of_test: Vec<&str> = test.inputs.iter().map(|input| input.name.as_str()).collect();
        let shape = *known.entry(of_test.clone()).or_insert_with(|| {
            names.push(of_test);
            names.len() - 1
        });
        let values: Vec<String> =
            test.inputs.iter().map(|input| value(input, SHOWN_INPUT)).collect();
        let output = plain(&String::from_utf8_lossy(&test.output));
        rows.push(json!([
            test.number,
            verdicts.number(&test.verdict),
            test.exit_code,
            test.error.map_or(-1, |at| at as i64),
            shape,
            values,
            shortened(&output, SHOWN_OUTPUT),
            plain(&test.message),
            test.replay,
            structures.number(&structure(test.structure.as_ref())),
        ]));
    }
    json!({
        "verdicts": verdicts.list,
        "names": names,
        "structures": structures.list,
        "rows": rows,
    })
}

/// The tree, a column for each thing that nodes have. An end is a list: the node, how it
/// ended (0 finished, 1 rejected, 2 an error, 3 cut, 4 killed, 5 blocked), which error, reason or signal, how many, the
/// number of the first. A way is a place in the list of their texts, which is in order; the start is the first.
fn tree(tree: &ExploreTree) -> Json {
    let (mut reasons, mut conditions) = (Texts::default(), Texts::default());
    let (mut places, mut known) = (Vec::new(), HashMap::new());
    let mut columns: [Vec<u64>; 9] = Default::default();
    let ways: BTreeSet<Way> = tree.nodes.iter().map(|node| node.way).chain([Way::Start]).collect();
    let ways: Vec<Way> = ways.into_iter().collect();
    let mut ends = Vec::new();
    for (at, node) in tree.nodes.iter().enumerate() {
        let of = &node.place;
        let key = (&of.file, of.line, of.column, &of.function);
        let number = *known.entry(key).or_insert_with(|| {
            places.push(place(of));
            places.len() - 1
        });
        let way = ways.binary_search(&node.way).unwrap_or(0) as u64;
        let condition = match node.condition.as_str() {
            "" => 0,
            text => conditions.number(&plain(text)) as u64 + 1,
        };
        let below = node.below;
        let values = [
            node.parent as u64,
            number as u64,
            way,
            condition,
            below.finished,
            below.failed,
            below.rejected,
            below.cut,
            node.not_kept,
        ];
        columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
        for end in &node.ends {
            let (kind, which) = match &end.verdict {
                EndVerdict::Finished => (0, 0),
                EndVerdict::Rejected => (1, 0),
                EndVerdict::Error(error) => (2, *error),
                EndVerdict::Killed(signal) => (4, *signal as usize),
                EndVerdict::Blocked => (5, 0),
                EndVerdict::Cut(why) => (3, reasons.number(&plain(&why.to_string()))),
            };
            ends.push(json!([at, kind, which, end.count, end.first]));
        }
    }
    let [parent, place, way, condition, finished, failed, rejected, cut, lost] = columns;
    json!({
        "parent": parent, "place": place, "way": way, "condition": condition,
        "finished": finished, "failed": failed, "rejected": rejected, "cut": cut, "lost": lost,
        "ways": ways.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "places": places, "conditions": conditions.list, "reasons": reasons.list,
        "ends": ends, "notKept": tree.not_kept,
    })
}

/// The lines of interest in each file.
fn places(run: &ExploreRun) -> Places<'_> {
    let mut places = Places::default();
    run.coverage.iter().for_each(|coverage| places.add(&coverage.file, 0));
    for place in run.errors.iter().flat_map(|error| &error.stack) {
        places.add(&place.file, place.line);
    }
    for node in run.tree.iter().flat_map(|tree| &tree.nodes) {
        places.add(&node.place.file, node.place.line);
    }
    places
}
