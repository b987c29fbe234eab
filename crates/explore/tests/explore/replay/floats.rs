//! Programs with symbolic floating-point numbers. What takes arithmetic needs the feature `z3`:
//! `cargo test -p pikse-explore --features z3 --test replay floats`.

use std::collections::BTreeMap;
use std::path::Path;

use pikse_env::Plan;
use pikse_explore::Test;
use pikse_explore::replay::Limits;
use pikse_llvm::inkwell::context::Context;
use pikse_vm::Options;

use super::programs::{subject, subjects, wanted};

/// All paths of a function, each confirmed natively, and whether they are complete.
fn explore(file: &Path, entry: &str) -> (Vec<Test>, bool) {
    let wanted = wanted(file, Some(entry), &[], &Plan::new("subject"));
    let context = Context::create();
    let (subject, start) = subject(&context, &wanted);
    let (tests, is_complete) = subject.explored(&start, Options::default());
    let replayer = subject.replayer(&start, Limits::default());
    for test in &tests {
        let replayed = replayer.run(test).expect("it runs");
        // What is behind an array need not show natively.
        let is_right = match test.verdict.name() {
            "out-of-bounds" => replayed.same_path == Some(true) && !replayed.is_refuted(),
            _ => replayed.is_confirmed(),
        };
        assert!(is_right, "{}: {replayed}\n{test:?}", file.display());
    }
    (tests, is_complete)
}

/// How many paths have which exit code, or which error.
fn ends(tests: &[Test]) -> BTreeMap<String, usize> {
    let mut ends = BTreeMap::new();
    for test in tests {
        let end = match test.exit_code {
            Some(code) => code.to_string(),
            None => test.verdict.to_string(),
        };
        *ends.entry(end).or_insert(0) += 1;
    }
    ends
}

fn expect(file: &str, entry: &str, expected: &[&str]) {
    let (tests, is_complete) = explore(&subjects(file), entry);
    let once = expected.iter().map(|&end| (end.to_owned(), 1)).collect();
    assert_eq!((ends(&tests), is_complete), (once, true), "{file}: {tests:?}");
}

/// Comparisons are decided whatever the solver has.
#[test]
fn comparisons_are_complete() {
    expect("c/choose.c", "choose", &["0", "1", "2", "3", "4", "6", "7"]);
}

/// Without a solver for them, numbers are made concrete where arithmetic begins, and the result says so.
#[cfg(not(feature = "z3"))]
#[test]
fn arithmetic_is_told() {
    let (tests, is_complete) = explore(&subjects("c/square.c"), "square");
    assert_eq!((tests.len(), is_complete), (1, false));
}

#[cfg(feature = "z3")]
#[test]
fn arithmetic_is_decided() {
    expect("c/square.c", "square", &["2", "3", "4"]);
    expect("c/roots.c", "roots", &["0", "1", "2", "10", "11"]);
    expect("rust/weather.rs", "weather", &["0", "1", "2", "3", "4"]);
    let (tests, is_complete) = explore(&subjects("c/bucket.c"), "bucket");
    assert!(is_complete && tests.len() == 4, "{tests:?}");
    let error = tests.iter().find(|test| test.verdict.name() == "out-of-bounds").expect("an error");
    assert_eq!(error.inputs[0].bytes, 1.0f64.to_le_bytes());
    let weight = |test: &&Test| [1, 5, 25, 125].map(Some).contains(&test.exit_code);
    assert_eq!(tests.iter().filter(weight).count(), 1, "{tests:?}");
}
