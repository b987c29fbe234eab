//! Properties run on every input: the verdict on each is compared with what a plain
//! reading of the code says of the input.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use pikse_check::Frames;
use pikse_front::bounds::{Bounds, Request};
use pikse_front::check::{Checked, Named, open};
use pikse_front::{Property, Wanted};
use pikse_llvm::inkwell::context::Context;
use pikse_native::{Build, Check, CheckBuild, Limits, Predicate};
use pikse_search::{Search, Settings, Step};
use pikse_structure::{ObjectState, Structure, Value};

/// A search tree with operations, all but the first of them wrong in some way.
const TREE: &str = include_str!("tree.c");

/// What a run over all inputs has come to.
#[derive(Default)]
struct Report {
    /// For each input, in order, how it failed.
    verdicts: Vec<(Structure, u32, Option<&'static str>)>,
    /// `function:line` of the innermost calls of failures.
    places: BTreeSet<String>,
    changed: Vec<String>,
    unchosen: Vec<String>,
    after: Option<pikse_structure::Snapshot>,
}

impl Report {
    fn failed(&self) -> usize {
        self.verdicts.iter().filter(|(_, _, kind)| kind.is_some()).count()
    }
}

fn named(call: &str, post: &[&str]) -> Named {
    let post = post.iter().map(|&name| name.to_owned()).collect();
    Named { call: call.to_owned(), post, ..Named::default() }
}

fn with_checked<T>(named: &Named, work: impl FnOnce(&Checked<'_>, &Property) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file: PathBuf = folder.path().join("tree.c");
    std::fs::write(&file, TREE).expect("the file can be written");
    let context = Context::create();
    let wanted = Wanted { files: vec![file], ..Wanted::default() };
    let checked = open(&context, &wanted, Some(named), &[]).unwrap_or_else(|e| panic!("{e}"));
    work(&checked[0], &checked[0].properties[0])
}

fn run(named: &Named, size: u32, ranges: &[&str]) -> Report {
    with_checked(named, |checked, property| {
        let ranges = ranges.iter().map(|range| range.parse().expect("a range")).collect();
        let request = Request { size, ranges, ..Request::default() };
        let bounds = checked.bounds(property, request, None).unwrap_or_else(|e| panic!("{e}"));
        run_within(checked, property, &bounds)
    })
}

fn run_within(checked: &Checked<'_>, property: &Property, bounds: &Bounds) -> Report {
    let time = Duration::from_millis(60);
    let build =
        CheckBuild { limits: Limits { time, ..Limits::default() }, ..CheckBuild::default() };
    let program = &checked.program;
    let pre = pikse_check::compile_pre(program, property, bounds, &Build::default());
    let pre = pre.unwrap_or_else(|error| panic!("{error}"));
    let compiled = pikse_check::compile(program, property, bounds, &build);
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let predicate = Predicate::load(&pre, bounds).unwrap_or_else(|error| panic!("{error}"));
    let mut check = Check::load(&compiled, bounds).unwrap_or_else(|error| panic!("{error}"));
    let frames = Frames::of(compiled.library());
    let (mut report, mut unchosen) = (Report::default(), BTreeSet::new());
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    while search.step().expect("the predicate is deterministic") == Step::Solution {
        let structure = search.structure();
        search.show(|_, choices| check.choose(choices));
        let failed = check.run().err();
        if let Some(failed) = &failed {
            let frame = frames.look_up(&failed.calls).into_iter().find(|frame| frame.line > 0);
            report.places.extend(frame.map(|f| format!("{}:{}", f.function, f.line)));
            report.after.get_or_insert_with(|| check.after());
        }
        let late = check.late().iter().map(|&cell| bounds.space.cell(cell).field);
        unchosen.extend(late);
        let kind = failed.map(|failed| failed.broken.kind());
        report.verdicts.push((structure, check.objects(), kind));
    }
    let variables = check.changed_globals().iter().filter_map(|&at| frames.variable(at));
    report.changed = variables.map(str::to_owned).collect();
    report.unchosen = unchosen.iter().map(|&field| bounds.space.field_name(field)).collect();
    report
}

/// The tree of an input, as plain values.
#[derive(Clone, Copy)]
struct Tree<'a> {
    structure: &'a Structure,
}

impl Tree<'_> {
    fn x(&self) -> i64 {
        match self.structure.value(self.structure.root(), "x") {
            Some(&Value::Int(x)) => x,
            other => panic!("{other:?}"),
        }
    }

    fn size(&self) -> usize {
        // The input and the tree itself.
        self.structure.objects().len() - 2
    }

    fn keys(&self) -> Vec<i64> {
        let nodes = self.structure.objects().iter();
        let key = |object| match self.structure.value(object, "key") {
            Some(&Value::Int(key)) => Some(key),
            _ => None,
        };
        nodes.filter_map(key).collect()
    }

    /// The keys of the root and of its left child.
    fn top(&self) -> (Option<i64>, Option<i64>) {
        let tree = self.structure.follow(self.structure.root(), "t").expect("there is a tree");
        let key = |object| match self.structure.value(object, "key") {
            Some(&Value::Int(key)) => Some(key),
            _ => None,
        };
        let root = self.structure.follow(tree, "root");
        let left = root.and_then(|root| self.structure.follow(root, "left"));
        (root.and_then(key), left.and_then(key))
    }
}

/// What a call does to an input, by a plain reading of the code.
type Says = fn(Tree<'_>) -> Option<&'static str>;

#[test]
fn every_verdict_is_what_the_code_says() {
    let both: &[&str] = &["rep_ok", "added"];
    let cases: &[(&str, &[&str], Says)] = &[
        ("add", both, |_| None),
        ("add_without_size", both, |t| (!t.keys().contains(&t.x())).then_some("post-condition")),
        ("add_globally", both, |_| None),
        ("add_leaking", both, |t| (t.x() == 2).then_some("leak")),
        ("drop_all", &[], |t| (t.size() > 0).then_some("leak")),
        ("free_left", &["rep_ok"], |t| match t.top() {
            (Some(root), left) => (left.is_some() || t.x() < root).then_some("use-after-free"),
            _ => None,
        }),
        ("free_twice", &[], |t| (t.size() > 0).then_some("double-free")),
        ("free_inside", &[], |t| (t.x() == 1).then_some("bad-free")),
        ("crash", &[], |t| (t.x() == 1 && t.top().1.is_none()).then_some("bad-access")),
        ("divide", &[], |t| (t.x() == t.size() as i64).then_some("signal")),
        ("loop", &[], |t| (t.x() == 3 && t.size() == 2).then_some("time-limit")),
        ("recurse", &[], |t| (t.x() == 3 && t.size() == 1).then_some("stack-overflow")),
        ("grow", &[], |t| (t.x() == 3 && t.size() == 1).then_some("memory-limit")),
        ("write_outside", &[], |t| (t.size() > 0).then_some("writes-outside")),
        ("write_resized", &["rep_ok"], |_| None),
        ("write_behind_resized", &[], |t| (t.size() as i64 > t.x()).then_some("writes-outside")),
        ("read_outside", &[], |t| (t.size() > 0).then_some("reads-outside")),
        ("assert_small", &[], |t| (t.size() >= 2).then_some("assertion")),
        ("give_up", &[], |t| (t.size() == 2).then_some("abort")),
        ("leave", &[], |t| (t.x() == 0).then_some("exit")),
        ("add_unset", both, |t| (!t.keys().contains(&t.x())).then_some("bad-access")),
        ("remove_leaf", &["rep_ok"], |_| None),
    ];
    for (name, post, says) in cases {
        let report = run(&named(name, post), 3, &["input.x=0..n"]);
        // Search trees of up to 3 nodes over 4 keys: 1 + 4 + 6 * 2 + 4 * 5.
        assert_eq!(report.verdicts.len(), 37 * 4, "{name}");
        for (structure, objects, kind) in &report.verdicts {
            let tree = Tree { structure };
            assert_eq!(*kind, says(tree), "{name}\n{structure}");
            assert_eq!(*objects as usize, tree.size() + 1, "{name}\n{structure}");
        }
    }
}

#[test]
fn the_place_of_a_failure_is_in_the_source() {
    let line_of = |text: &str| {
        let line = TREE.lines().position(|line| line.contains(text)).expect("it is there");
        line + 1
    };
    for (name, text) in [
        ("crash", "t->root->key = t->root->left->key"),
        ("divide", "return 100 / (t->size - x)"),
        ("write_outside", "(&t->root->key)[2] = 5"),
        ("free_twice", "free(t->root); // again"),
        ("give_up", "abort();"),
    ] {
        let report = run(&named(name, &[]), 2, &["input.x=0..n"]);
        assert!(report.failed() > 0, "{name}");
        let expected = BTreeSet::from([format!("{name}:{}", line_of(text))]);
        assert_eq!(report.places, expected, "{name}");
    }
}

#[test]
fn global_state_is_put_back_and_told_of() {
    let report = run(&named("add_globally", &[]), 2, &["input.x=0..n"]);
    assert_eq!((report.failed(), report.changed), (0, vec!["counter".to_owned()]));
    let report = run(&named("add", &[]), 2, &["input.x=0..n"]);
    assert_eq!(report.changed, Vec::<String>::new());
}

#[test]
fn reads_that_nobody_chose_a_value_for_are_told() {
    for (call, predicate, expected) in [
        ("add", "rep_ok", vec![]),
        ("add", "looks_ok", vec!["node.right", "node.key"]),
        ("size_of", "looks_ok", vec![]),
        ("set_key", "looks_ok", vec![]),
    ] {
        let named = Named { predicate: Some(predicate.to_owned()), ..named(call, &[]) };
        let scalar = if call == "size_of" { vec![] } else { vec!["input.x=0..n"] };
        let report = run(&named, 2, &scalar);
        assert_eq!(report.failed(), 0, "{call} {predicate}");
        assert_eq!(report.unchosen, expected, "{call} {predicate}");
    }
}

#[test]
fn two_functions_are_compared() {
    let mut both = named("add_else", &[]);
    both.same_as = Some("add".to_owned());
    let report = run(&both, 3, &["input.x=0..n"]);
    for (structure, _, kind) in &report.verdicts {
        let tree = Tree { structure };
        let differs = tree.size() == 2 && tree.x() == 0 && !tree.keys().contains(&0);
        assert_eq!(*kind, differs.then_some("difference"), "\n{structure}");
    }
    both.call = "add_again".to_owned();
    assert_eq!(run(&both, 3, &["input.x=0..n"]).failed(), 0);
    // Equal states, different results.
    let mut results = named("size_of", &[]);
    results.same_as = Some("size_of_most".to_owned());
    for (structure, _, kind) in run(&results, 3, &[]).verdicts {
        let differs = Tree { structure: &structure }.size() == 3;
        assert_eq!(kind, differs.then_some("difference"), "\n{structure}");
    }
}

#[test]
fn several_structures_are_all_pairs_and_share_nothing() {
    // Trees of up to 2 nodes over 3 keys: 1 + 3 + 3 * 2.
    let report = run(&named("apart", &["both_ok"]), 2, &[]);
    assert_eq!((report.verdicts.len(), report.failed()), (100, 0));
    let shown: BTreeSet<String> = report.verdicts.iter().map(|(s, ..)| s.to_string()).collect();
    assert_eq!(shown.len(), 100, "no pair comes twice");
    let report = run(&named("sum", &[]), 2, &["input.x=0..n"]);
    assert_eq!(report.verdicts.len(), 300);
}

#[test]
fn a_condition_chooses_among_inputs() {
    let mut small = named("add", &["rep_ok"]);
    small.pre = vec!["is_below_size".to_owned()];
    let report = run(&small, 3, &["input.x=0..n"]);
    let expected = [(4, 1), (12, 2), (20, 3)].map(|(trees, xs)| trees * xs);
    assert_eq!(report.verdicts.len(), expected.iter().sum::<usize>());
    for (structure, ..) in &report.verdicts {
        let tree = Tree { structure };
        assert!(tree.x() < tree.size() as i64, "\n{structure}");
    }
}

#[test]
fn the_state_after_shows_what_is_new_freed_and_lost() {
    let after = |name: &str, post: &[&str]| {
        run(&named(name, post), 2, &["input.x=0..n"]).after.expect("something failed")
    };
    let states = |snapshot: &pikse_structure::Snapshot| -> Vec<ObjectState> {
        snapshot.objects.iter().map(|object| object.state).collect()
    };
    let added = after("add_without_size", &["rep_ok"]);
    assert_eq!(states(&added), [ObjectState::Live, ObjectState::New]);
    let dropped = after("drop_all", &[]);
    assert_eq!(states(&dropped), [ObjectState::Live, ObjectState::Lost]);
    let freed = after("free_left", &["rep_ok"]);
    assert!(states(&freed).contains(&ObjectState::Live), "{freed}");
    let freed = after("free_twice", &[]);
    assert_eq!(states(&freed), [ObjectState::Live, ObjectState::Freed]);
}

#[test]
fn what_cannot_be_checked_is_refused_with_the_reason() {
    for (call, post, expected) in [
        ("addd", "rep_ok", "there is no function `addd`; there are add"),
        ("add", "no_such", "there is no function `no_such`"),
        ("add", "add", "must return a bool to be a condition"),
        ("name_it", "rep_ok", "`name` of `void name_it(tree *, char *)` has an unsupported type"),
        (
            "add",
            "odd_post",
            "`odd_post` has a parameter `what`, but the check has no argument of that name; it has t, x, old, result",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file: PathBuf = folder.path().join("tree.c");
        std::fs::write(&file, TREE).expect("the file can be written");
        let context = Context::create();
        let wanted = Wanted { files: vec![file], ..Wanted::default() };
        let error = open(&context, &wanted, Some(&named(call, &[post])), &[]);
        let error = error.expect_err("it cannot be checked").to_string();
        assert!(error.contains(expected), "{call} {post}: {error}");
    }
}

#[test]
fn lines_are_counted() {
    with_checked(&named("add", &["rep_ok"]), |checked, property| {
        let request = Request {
            size: 3,
            ranges: vec!["input.x=0..n".parse().expect("a range")],
            ..Request::default()
        };
        let bounds = checked.bounds(property, request, None).unwrap_or_else(|e| panic!("{e}"));
        let build = CheckBuild { coverage: true, ..CheckBuild::default() };
        let program = &checked.program;
        let pre = pikse_check::compile_pre(program, property, &bounds, &Build::default());
        let pre = pre.unwrap_or_else(|error| panic!("{error}"));
        let compiled = pikse_check::compile(program, property, &bounds, &build);
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
        let predicate = Predicate::load(&pre, &bounds).unwrap_or_else(|error| panic!("{error}"));
        let mut check = Check::load(&compiled, &bounds).unwrap_or_else(|error| panic!("{error}"));
        let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
        let mut new = 0;
        while search.step().expect("the predicate is deterministic") == Step::Solution {
            let structure = search.structure();
            let tree = Tree { structure: &structure };
            new += u64::from(!tree.keys().contains(&tree.x()));
            search.show(|_, choices| check.choose(choices));
            check.run().expect("it passes");
        }
        let line_of = |text: &str| {
            TREE.lines().position(|line| line.contains(text)).expect("it is there") as u32 + 1
        };
        let ran = |line: u32| {
            let blocks = compiled.covered().iter().zip(check.counters());
            blocks.filter(|(block, _)| block.lines.contains(&line)).map(|(_, &n)| n).max()
        };
        assert_eq!(ran(line_of("struct node *n = malloc(sizeof *n);")), Some(new));
        assert_eq!(ran(line_of("struct node **at = &t->root;")), Some(148));
        assert_eq!(ran(line_of("counter++;")), None, "it is not reached");
    });
}
