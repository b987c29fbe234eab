//! The operations of the subjects and their seeded defects, checked on every input and
//! compared with brute force: plain C that shares nothing with the engine.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pikse_front::Wanted;
use pikse_front::bounds::Request;
use pikse_front::check::{CheckBounds, Named, open};
use pikse_llvm::inkwell::context::Context;
use pikse_native::{Build, CheckBuild, Limits, Predicate};
use pikse_search::{Search, Settings, Step};
use pikse_subjects::brute_force::brute_force;
use pikse_subjects::checks::{Check, checks};
use pikse_subjects::defects::{Defect, defects};

/// What a check has come to.
#[derive(Debug, Default, PartialEq, Eq)]
struct Outcome {
    inputs: u64,
    failing: u64,
    /// How many objects the smallest failing input has.
    smallest: Option<u32>,
}

fn subjects() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects")
}

/// Runs a check at a size, with a defect in the source if one is given. Fields that the pre-condition
/// does not read have their first value, as in the brute force.
fn run(check: &Check, defect: Option<&Defect>, size: u32) -> Outcome {
    run_as(check, defect, size, false)
}

/// The same; `varies`: whether fields that only the operation reads are varied.
fn run_as(check: &Check, defect: Option<&Defect>, size: u32, varies: bool) -> Outcome {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let name = check.file.rsplit('/').next().expect("it has a name");
    let text = std::fs::read_to_string(subjects().join(check.file)).expect("it can be read");
    let text = match defect {
        Some(defect) => defect.apply(&text).unwrap_or_else(|error| panic!("{defect:?}: {error}")),
        None => text,
    };
    let file = folder.path().join(name);
    std::fs::write(&file, text).expect("it can be written");
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let named = Named {
        call: check.call.to_owned(),
        of: Some(check.root.to_owned()),
        pre: owned(check.pre.as_slice()),
        post: owned(check.post),
        ..Named::default()
    };
    let context = Context::create();
    let wanted = Wanted { files: vec![file], ..Wanted::default() };
    let checked = open(&context, &wanted, Some(&named), &[]);
    let checked = checked.unwrap_or_else(|error| panic!("{check:?}: {error}")).remove(0);
    let property = &checked.properties[0];
    let request = request(check, size);
    let bounds =
        checked.bounds(property, request, None).unwrap_or_else(|e| panic!("{check:?}: {e}"));
    let build = CheckBuild {
        limits: Limits { time: Duration::from_millis(100), ..Limits::default() },
        ..CheckBuild::default()
    };
    let program = &checked.program;
    let pre = pikse_check::compile_pre(program, property, &bounds, &Build::default());
    let pre = pre.unwrap_or_else(|error| panic!("{check:?}: {error}"));
    let compiled = pikse_check::compile(program, property, &bounds, &build);
    let compiled = compiled.unwrap_or_else(|error| panic!("{check:?}: {error}"));
    let predicate = Predicate::load(&pre, &bounds).expect("it can be loaded");
    let mut code = pikse_native::Check::load(&compiled, &bounds).expect("it can be loaded");
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    let mut outcome = Outcome::default();
    while search.step().expect("the predicate is deterministic") == Step::Solution {
        let failed = search.process(|_, choices, late| {
            code.choose(choices);
            let failed = code.run().is_err();
            if varies {
                late.extend_from_slice(code.late());
            }
            failed
        });
        outcome.inputs += 1;
        if failed {
            outcome.failing += 1;
            let objects = code.objects();
            outcome.smallest = Some(outcome.smallest.map_or(objects, |known| known.min(objects)));
        }
    }
    outcome
}

/// The bounds of a check, as a user gives them.
fn request(check: &Check, size: u32) -> Request {
    let mut bounds = CheckBounds::default();
    for argument in check.arguments {
        bounds.add_argument(argument).expect("an argument");
    }
    let (options, []) = check.options.as_chunks() else { panic!("{check:?} has an odd option") };
    for &[option, value] in options {
        match option {
            "--range" => bounds.request.ranges.push(value.parse().expect("a range")),
            "--objects" => bounds.request.objects.push(value.parse().expect("a count")),
            "--non-null" => bounds.request.non_null.push(value.parse().expect("a field")),
            other => panic!("{check:?} has an unknown option {other}"),
        }
    }
    Request { size, ..bounds.request }
}

fn of_language(folder: &str) -> impl Iterator<Item = Check> + use<> {
    let prefix = format!("{folder}/");
    checks().into_iter().filter(move |check| check.file.starts_with(&prefix))
}

/// Correct operations pass, on as many inputs as brute force finds.
fn compare_operations(checks: impl Iterator<Item = Check>) {
    for check in checks {
        let found = brute_force(&check, None, check.size);
        let found = found.unwrap_or_else(|error| panic!("{check:?}: {error}"));
        let expected = Outcome { inputs: found.inputs, failing: 0, smallest: None };
        assert_eq!(run(&check, None, check.size), expected, "{check:?}");
    }
}

/// Defects fail on as many inputs as brute force finds, and the smallest has as many objects.
fn compare_defects(defects: impl Iterator<Item = Defect>) {
    let mut differ = Vec::new();
    for defect in defects {
        let check = defect.check().unwrap_or_else(|| panic!("{defect:?} has no check"));
        let found = brute_force(&check, Some(&defect), defect.size);
        let found = found.unwrap_or_else(|error| panic!("{defect:?}: {error}"));
        let expected = Outcome {
            inputs: found.inputs,
            failing: found.failing(),
            smallest: found.smallest().map(|(objects, _)| objects),
        };
        let outcome = run(&check, Some(&defect), defect.size);
        assert!(outcome.failing > 0, "{defect:?} is not found");
        if outcome != expected {
            let Defect { file, name, .. } = &defect;
            let kinds = &found.failures;
            differ.push(format!("{file} {name}: {outcome:?}, brute force {expected:?} {kinds:?}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

fn defects_in(folder: &str) -> impl Iterator<Item = Defect> + use<> {
    let prefix = format!("{folder}/");
    let all = defects().expect("they can be read").into_iter();
    all.filter(move |defect| defect.file.starts_with(&prefix))
}

/// The first defect of each subject.
fn first_of_each(defects: impl Iterator<Item = Defect>) -> impl Iterator<Item = Defect> {
    let mut seen = BTreeSet::new();
    defects.filter(move |defect| seen.insert(defect.file.clone()))
}

/// The operations whose inputs are more if fields that only they read are varied: the number of inputs
/// without and with it, at the size of the check. docs/checking.md has the same table.
const VARIED: &[(&str, &str, u64, u64)] = &[
    ("c/search_tree.c", "bst_remove", 306, 446),
    ("c/sorted_doubly_linked_list.c", "list_insert", 78, 96),
    ("c/sorted_doubly_linked_list.c", "list_remove", 78, 134),
    ("cpp/search_tree.cpp", "BST::remove", 306, 446),
    ("cpp/sorted_doubly_linked_list.cpp", "SortedDoublyLinkedList::insert", 78, 96),
    ("cpp/sorted_doubly_linked_list.cpp", "SortedDoublyLinkedList::remove", 78, 134),
    ("rust/search_tree_with_parents.rs", "remove", 306, 446),
    ("rust/sorted_doubly_linked_list.rs", "insert", 78, 96),
    // It does not read `prev` of the node that it removes.
    ("rust/sorted_doubly_linked_list.rs", "remove", 78, 96),
];

/// Correct operations also pass if what only they read is varied, on as many inputs as before or as
/// the table says.
fn compare_varied(folder: &str) {
    let mut differ = Vec::new();
    for check in of_language(folder) {
        let first = run_as(&check, None, check.size, false);
        let varied = run_as(&check, None, check.size, true);
        if first.failing + varied.failing > 0 {
            differ.push(format!("{check:?} fails: {first:?}, {varied:?}"));
            continue;
        }
        let of_table = VARIED.iter().find(|row| (row.0, row.1) == (check.file, check.call));
        let expected = of_table.map_or((first.inputs, first.inputs), |row| (row.2, row.3));
        if (first.inputs, varied.inputs) != expected {
            let row = (check.file, check.call, first.inputs, varied.inputs);
            differ.push(format!("{row:?}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn what_operations_in_c_read_is_varied() {
    compare_varied("c");
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn what_operations_in_cpp_read_is_varied() {
    compare_varied("cpp");
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn what_operations_in_rust_read_is_varied() {
    compare_varied("rust");
}

#[test]
fn correct_operations_in_c_pass_on_the_inputs_that_brute_force_finds() {
    compare_operations(of_language("c"));
}

#[test]
fn defects_in_c_fail_on_the_inputs_that_brute_force_finds() {
    compare_defects(first_of_each(defects_in("c")));
}

#[test]
fn defects_in_cpp_fail_on_the_inputs_that_brute_force_finds() {
    compare_defects(first_of_each(defects_in("cpp")).step_by(2));
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn all_defects_in_c_fail_on_the_inputs_that_brute_force_finds() {
    compare_defects(defects_in("c"));
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn everything_in_cpp_is_what_brute_force_finds() {
    compare_operations(of_language("cpp"));
    compare_defects(defects_in("cpp"));
}

/// The brute force of Rust is in the subjects' own tests, with the same sizes: what is not
/// found there at a smaller size is not found here.
#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn operations_in_rust_pass_and_defects_fail_at_their_size_and_not_below() {
    for check in of_language("rust") {
        let outcome = run(&check, None, check.size);
        assert!(outcome.inputs > 0 && outcome.failing == 0, "{check:?}: {outcome:?}");
    }
    for defect in defects_in("rust") {
        let check = defect.check().unwrap_or_else(|| panic!("{defect:?} has no check"));
        let outcome = run(&check, Some(&defect), defect.size);
        assert!(outcome.failing > 0, "{defect:?} is not found: {outcome:?}");
        if defect.size > 1 {
            let below = run(&check, Some(&defect), defect.size - 1);
            assert_eq!(below.failing, 0, "{defect:?} is found below its size");
        }
    }
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn correct_operations_pass_up_to_the_documented_sizes() {
    for check in checks() {
        let outcome = run(&check, None, check.documented_size);
        println!("{} {}: {} inputs", check.file, check.call, outcome.inputs);
        assert!(outcome.inputs > 0 && outcome.failing == 0, "{check:?}: {outcome:?}");
    }
}
