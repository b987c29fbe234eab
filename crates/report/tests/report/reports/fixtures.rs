//! Runs of checks as the command would give them: every shape that a report has to draw.

use SnapshotValue::{Array, Bool, Int, Name, Null, Ref, Wild};
use pikse_report::{
    CheckFailure, CheckNote, CheckResult, CheckRun, FileCoverage, GalleryItem, Incomplete,
    MutantResult, MutantVerdict, NotRun, Reached, Reason, SizeCount, SourcePlace, Unit, WhyNotRun,
};
use pikse_structure::{ObjectState, Snapshot, SnapshotObject, SnapshotValue};

pub(crate) fn object(name: &str, fields: &[(&str, SnapshotValue)]) -> SnapshotObject {
    SnapshotObject {
        name: name.to_owned(),
        class: name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned(),
        state: ObjectState::Live,
        fields: named(fields),
    }
}

fn named(fields: &[(&str, SnapshotValue)]) -> Vec<(String, SnapshotValue)> {
    fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn snapshot(roots: &[(&str, SnapshotValue)], objects: Vec<SnapshotObject>) -> Snapshot {
    Snapshot { roots: named(roots), objects }
}

/// A binary tree with parents: node `i` has the children `2i + 1` and `2i + 2`, except those
/// whose bit in `missing` is set.
pub(crate) fn tree(count: usize, missing: u32) -> Snapshot {
    let there = |at: usize| at < count && missing >> at & 1 == 0;
    let alive = |mut at: usize| loop {
        if !there(at) {
            return false;
        }
        if at == 0 {
            return true;
        }
        at = (at - 1) / 2;
    };
    let kept: Vec<usize> = (0..count).filter(|&at| alive(at)).collect();
    let to = |at: usize| {
        let place = kept.iter().position(|&kept| kept == at);
        place.map_or(Null, |place| Ref(place + 1))
    };
    let root = to(0);
    let mut objects = vec![object("bst", &[("root", root), ("size", Int(kept.len() as i64))])];
    for (number, &at) in kept.iter().enumerate() {
        let parent = if at == 0 { Null } else { to((at - 1) / 2) };
        let fields = [
            ("left", to(2 * at + 1)),
            ("right", to(2 * at + 2)),
            ("parent", parent),
            ("key", Int(at as i64 * 3 - 4)),
            ("red", Bool(at % 2 == 1)),
        ];
        objects.push(object(&format!("node{number}"), &fields));
    }
    snapshot(&[("t", Ref(0)), ("x", Int(3))], objects)
}

/// How a list is linked.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Links {
    Single,
    Double,
    Circular,
}

pub(crate) fn list(count: usize, links: Links) -> Snapshot {
    let at = |index: usize| Ref(index + 1);
    let (head, tail) = if count == 0 { (Null, Null) } else { (at(0), at(count - 1)) };
    let mut objects = vec![match links {
        Links::Single => object("list", &[("head", head)]),
        _ => object("list", &[("head", head), ("tail", tail), ("size", Int(count as i64))]),
    }];
    for index in 0..count {
        let next = match (index + 1 < count, links) {
            (true, _) => at(index + 1),
            (false, Links::Circular) => at(0),
            (false, _) => Null,
        };
        let mut fields = vec![("next", next), ("data", Int(index as i64))];
        if links == Links::Double {
            fields.insert(1, ("prev", if index == 0 { Null } else { at(index - 1) }));
        }
        objects.push(object(&format!("node{index}"), &fields));
    }
    snapshot(&[("l", Ref(0))], objects)
}

/// A graph with shared parts, a cycle, a loop and arrays.
fn graph() -> Snapshot {
    let refs = |places: &[usize]| Array(places.iter().map(|&place| Ref(place)).collect());
    let kind = || Name("weighted".to_owned());
    let objects = vec![
        object("graph", &[("nodes", refs(&[1, 2, 3, 4, 5])), ("kind", kind())]),
        object("vertex0", &[("out", refs(&[2, 3])), ("id", Int(0))]),
        object("vertex1", &[("out", refs(&[4])), ("id", Int(1))]),
        object("vertex2", &[("out", refs(&[4, 3])), ("id", Int(2))]),
        object("vertex3", &[("out", refs(&[5])), ("id", Int(3))]),
        object("vertex4", &[("out", refs(&[1])), ("id", Int(i64::MIN))]),
    ];
    snapshot(&[("g", Ref(0)), ("from", Ref(1)), ("to", Ref(5))], objects)
}

fn dag() -> Snapshot {
    let node = |name: &str, left, right| object(name, &[("left", left), ("right", right)]);
    let objects = vec![
        node("n0", Ref(1), Ref(2)),
        node("n1", Ref(3), Ref(4)),
        node("n2", Ref(3), Ref(5)),
        node("n3", Null, Ref(5)),
        node("n4", Ref(5), Null),
        node("n5", Null, Null),
    ];
    snapshot(&[("", Ref(0))], objects)
}

fn heap(length: usize) -> Snapshot {
    let keys = (0..length).map(|at| Int(100 - at as i64)).collect();
    let objects = vec![object("heap", &[("length", Int(length as i64)), ("keys", Array(keys))])];
    snapshot(&[("h", Ref(0)), ("other", Null), ("deep", Wild(0xdead_beef))], objects)
}

fn long_names() -> Snapshot {
    let name = "std::collections::very_long_namespace::RedBlackTreeNodeWithAnUnusuallyLongName";
    let objects = vec![
        object(name, &[("a_field_with_a_rather_long_name_indeed", Int(1)), ("next", Wild(0x10))]),
        object("日本語の名前1", &[("値", Int(-7)), ("left", Null), ("right", Ref(0))]),
    ];
    snapshot(&[("a_long_argument_name", Ref(0)), ("b", Ref(1)), ("<x>&\"'", Int(1))], objects)
}

/// The tree before a call, and what a wrong removal left of it.
pub(crate) fn before_and_after() -> (Snapshot, Snapshot) {
    let before = tree(6, 0);
    let mut after = before.clone();
    let set = |snapshot: &mut Snapshot, at: usize, field: &str, value| {
        let fields = &mut snapshot.objects[at].fields;
        fields.iter_mut().find(|(name, _)| name == field).expect("it has the field").1 = value;
    };
    let new = SnapshotObject {
        state: ObjectState::New,
        ..object(
            "new1",
            &[
                ("left", Null),
                ("right", Wild(0xff)),
                ("parent", Ref(1)),
                ("key", Int(3)),
                ("red", Bool(true)),
            ],
        )
    };
    after.objects.push(new);
    set(&mut after, 0, "size", Int(7));
    set(&mut after, 1, "right", Ref(7));
    set(&mut after, 2, "left", Null);
    set(&mut after, 2, "key", Int(12));
    after.objects[3].state = ObjectState::Lost;
    after.objects[4].state = ObjectState::Freed;
    after.objects[4].fields.clear();
    after.roots[1].1 = Int(4);
    (before, after)
}

fn place(line: u32, function: &str) -> SourcePlace {
    SourcePlace {
        file: "src/bst.c".to_owned(),
        line,
        function: function.to_owned(),
        ..SourcePlace::default()
    }
}

pub(crate) const SOURCE: &str = "\
#include <assert.h>
#include <stdbool.h>

/* Adds a key; </script> & \"quotes\" are harmless. */
void bst_add(struct bst *t, int x) {
\tstruct node **at = &t->root;
    while (*at != NULL) {
        at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = make(x);
    t->size++;
}

PIKSE_CHECK(bst_add, struct bst *t, int x) {
    bst_add(t, x);
    PIKSE_ASSERT(rep_ok(t));
}
";

fn failures() -> Vec<CheckFailure> {
    let (before, after) = before_and_after();
    vec![
        CheckFailure {
            kind: "assertion failed".to_owned(),
            text: "Assertion `rep_ok(t)' failed. <b>&\u{1b}[31m\u{0}]]></script>".to_owned(),
            place: Some(place(16, "pikse_check_bst_add")),
            stack: vec![place(16, "pikse_check_bst_add"), place(0, "main")],
            is_of_pre: false,
            count: 31,
            objects: 7,
            before,
            after: Some(after),
            saved: Some("pikse-out/bst_add/1.json".to_owned()),
            replay: Some("pikse check src/bst.c --replay pikse-out/bst_add/1.json".to_owned()),
            test: Some("pikse-out/bst_add_1.c".to_owned()),
        },
        CheckFailure {
            kind: "null pointer".to_owned(),
            text: String::new(),
            place: None,
            stack: Vec::new(),
            count: 1,
            objects: 1,
            before: tree(0, 0),
            after: None,
            ..CheckFailure::default()
        },
    ]
}

fn gallery() -> Vec<GalleryItem> {
    let mut shapes = vec![
        snapshot(&[], Vec::new()),
        snapshot(&[("t", Null), ("x", Int(2))], Vec::new()),
        tree(0, 0),
        tree(1, 0),
        tree(7, 0),
        tree(7, 0b10),
        tree(15, 0b0010_0100_0000),
        list(0, Links::Single),
        list(4, Links::Single),
        list(4, Links::Double),
        list(4, Links::Circular),
        list(1, Links::Circular),
        graph(),
        dag(),
        heap(0),
        heap(25),
        long_names(),
        list(100, Links::Double),
        list(100, Links::Circular),
        tree(31, 0),
    ];
    shapes.extend((0..20).map(|missing| tree(7, missing * 6)));
    let (before, after) = before_and_after();
    let mut items: Vec<GalleryItem> = shapes
        .into_iter()
        .zip(1..)
        .map(|(before, number)| GalleryItem {
            number,
            after: Some(before.clone()).filter(|_| number % 2 == 0),
            before,
            failure: None,
        })
        .collect();
    items.push(GalleryItem { number: 41, before, after: Some(after), failure: Some(0) });
    items.push(GalleryItem { number: 45, before: tree(3, 0), after: None, failure: Some(1) });
    items
}

/// A run with a check that failed, one that passed, one that was stopped, and one that never ran.
pub(crate) fn run() -> CheckRun {
    let failing = CheckResult {
        name: "bst_add".to_owned(),
        language: "C".to_owned(),
        file: "src/bst.c".to_owned(),
        line: 14,
        bounds: vec![
            "input, 1 object: t bst; x 0..=6".to_owned(),
            "node, 5 objects: left null or node; right null or node; key 0..=6".to_owned(),
        ],
        size: 5,
        inputs: 12_345,
        structures: 1_763,
        explored: 98_765,
        by_size: [(1, 7, 1), (2, 49, 0), (3, 210, 3), (6, 5_000, 28), (7, 7_079, 0)]
            .map(|(objects, inputs, failed)| SizeCount { objects, inputs, failed })
            .to_vec(),
        seconds: 1.234,
        engine: "checkpoint".to_owned(),
        notes: vec![CheckNote::UnchosenFields(vec!["node.red".to_owned()])],
        failures: failures(),
        gallery: gallery(),
        mutants: vec![
            mutant(8, "<", "<=", MutantVerdict::Survived),
            mutant(11, "++", "--", MutantVerdict::Killed("assertion failed".to_owned())),
        ],
        coverage: vec![coverage()],
        ..CheckResult::default()
    };
    let passing = CheckResult {
        name: "list_reverse_twice_is_the_identity_on_every_list_there_is".to_owned(),
        language: "Rust".to_owned(),
        file: "/abs/päth with space/list.rs".to_owned(),
        line: 3,
        inputs: 40,
        explored: 77,
        seconds: 0.02,
        coverage: vec![coverage()],
        ..CheckResult::default()
    };
    let stopped = CheckResult {
        name: "heap::pop".to_owned(),
        language: "C++".to_owned(),
        incomplete: Some(Incomplete {
            reasons: vec![Reason::Time, Reason::OpenMutants { open: 1, all: 1 }],
            reached: Reached { done: Some(0.1259), tried: Some((1, Unit::Input)) },
        }),
        inputs: 1,
        mutants: vec![mutant(2, "a < b", "", MutantVerdict::Open)],
        ..CheckResult::default()
    };
    CheckRun {
        command: "pikse check src/bst.c --html report.html".to_owned(),
        version: "0.1.0".to_owned(),
        date: "2024-01-31 12:00 UTC".to_owned(),
        seconds: 1.5,
        jobs: 2,
        checks: vec![failing, passing, stopped],
        not_run: vec![NotRun { what: "<last> & least".to_owned(), why: WhyNotRun::Interrupted }],
    }
}

fn mutant(line: u32, before: &str, after: &str, verdict: MutantVerdict) -> MutantResult {
    MutantResult {
        operator: "change operator".to_owned(),
        file: "src/bst.c".to_owned(),
        line,
        function: "bst_add".to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
        verdict,
    }
}

fn coverage() -> FileCoverage {
    FileCoverage {
        file: "src/bst.c".to_owned(),
        lines: vec![(6, 12_345), (7, 40_000), (8, 27_655), (10, 12_345), (11, 0)],
        functions: vec![("bst_add".to_owned(), 5, 12_345), ("make".to_owned(), 2, 0)],
    }
}

/// The texts that a run's files have.
pub(crate) fn source(file: &str) -> Option<String> {
    match file {
        "src/bst.c" => Some(SOURCE.to_owned()),
        "pikse-out/bst_add_1.c" => Some("int main(void) { return 0; }\n".to_owned()),
        _ => None,
    }
}

/// A run with as many inputs as a report may carry.
pub(crate) fn large_run(inputs: usize) -> CheckRun {
    let item = |number: usize| GalleryItem {
        number: number as u64,
        before: tree(7, (number as u32 % 64) * 2),
        after: Some(tree(7, (number as u32 % 32) * 2)),
        failure: (number.is_multiple_of(100)).then_some(0),
    };
    let mut run = run();
    run.checks.truncate(1);
    run.checks[0].gallery = (1..=inputs).map(item).collect();
    run
}

/// A run whose inputs are graphs without any order: several roots, loops, cycles, arrays,
/// objects in every state, and a list that is too long to be drawn.
pub(crate) fn random_run(seed: u64, inputs: u64) -> CheckRun {
    let mut random = pikse_base::Random(seed);
    let mut below = move |limit: u64| random.below(limit);
    let mut gallery: Vec<GalleryItem> = (1..=inputs)
        .map(|number| {
            let before = random_graph(&mut below);
            GalleryItem { number, before, after: None, failure: None }
        })
        .collect();
    let before = list(5_000, Links::Double);
    gallery.push(GalleryItem { number: inputs + 1, before, after: None, failure: None });
    let mut run = run();
    run.checks[0].gallery = gallery;
    run
}

fn random_graph(below: &mut dyn FnMut(u64) -> u64) -> Snapshot {
    let count = below(9) + 1;
    let fields = ["left", "right", "next", "parent", "prev", "tail"];
    let used = below(fields.len() as u64) as usize + 1;
    let arrays = below(3) == 0;
    let pointer = |below: &mut dyn FnMut(u64) -> u64| match below(10) {
        0..4 => Null,
        4 => Wild(below(1 << 30)),
        _ => Ref(below(count) as usize),
    };
    let objects = (0..count)
        .map(|number| {
            let mut values = vec![("value", Int(below(1_000) as i64 - 500))];
            values.extend(fields[..used].iter().map(|name| (*name, pointer(below))));
            if arrays {
                values.push(("out", Array((0..below(4)).map(|_| pointer(below)).collect())));
            }
            let class = ["node", "leaf", "a_class_with_a_long_name_indeed"][below(3) as usize];
            let state = match below(6) {
                0 => ObjectState::New,
                1 => ObjectState::Freed,
                2 => ObjectState::Lost,
                _ => ObjectState::Live,
            };
            SnapshotObject { state, ..object(&format!("{class}{number}"), &values) }
        })
        .collect();
    let roots = [("a", pointer(below)), ("b", pointer(below)), ("c", Int(7))];
    snapshot(&roots[..below(4) as usize], objects)
}
