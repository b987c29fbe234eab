//! The operations of the sources, without and with the seeded defects, on every input of a
//! small size, by brute force.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use pikse_subjects::brute_force::{Candidates, Driver, compiler};
use pikse_subjects::checks::{Check, checks};
use pikse_subjects::defects::{Defect, defects};

/// The size at which every graph is tried out.
const EVERY_GRAPH: u32 = 2;

fn checks_in(language: &str) -> Vec<Check> {
    let is_in = |check: &Check| check.file.split('/').next() == Some(language);
    checks().into_iter().filter(is_in).collect()
}

fn defects_in(language: &str) -> Vec<Defect> {
    let defects = defects().expect("every defect is well formed");
    let is_in = |defect: &Defect| defect.file.split('/').next() == Some(language);
    defects.into_iter().filter(is_in).collect()
}

fn driver(check: &Check, defect: Option<&Defect>) -> Driver {
    let driver = Driver::new(check, defect);
    driver.unwrap_or_else(|error| panic!("{check:?} with {defect:?}: {error}"))
}

/// Nothing that the predicate accepts is among the graphs that plain candidates leave out.
fn correct_operations_pass(language: &str) {
    for check in checks_in(language) {
        let driver = driver(&check, None);
        let run = |size, candidates| {
            let found = driver.run(size, candidates);
            let found = found.unwrap_or_else(|error| panic!("{check:?}: {error}"));
            assert!(found.inputs > 0, "{check:?}");
            assert_eq!(found.failures, [], "{check:?}");
            found.inputs
        };
        run(check.size, Candidates::Plain);
        let plain = run(EVERY_GRAPH, Candidates::Plain);
        assert_eq!(plain, run(EVERY_GRAPH, Candidates::EveryGraph), "{check:?}");
    }
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn correct_operations_in_c_pass_on_every_input() {
    correct_operations_pass("c");
}

#[test]
fn correct_operations_in_cpp_pass_on_every_input() {
    correct_operations_pass("cpp");
}

/// A defect says the least size that shows it.
fn defects_are_seen(language: &str) {
    for defect in defects_in(language) {
        let check = defect.check().expect("it names an operation");
        let driver = driver(&check, Some(&defect));
        for size in defect.size.saturating_sub(1).max(1)..=defect.size {
            let found = driver.run(size, Candidates::Plain);
            let found = found.unwrap_or_else(|error| panic!("{defect:?}: {error}"));
            assert_eq!(found.failing() > 0, size == defect.size, "{found:?} of {defect:?}");
            assert_eq!(found.smallest().is_some(), size == defect.size, "{defect:?}");
        }
    }
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn every_defect_in_c_is_seen_from_its_size_on() {
    defects_are_seen("c");
}

#[test]
#[ignore = "minutes: part of `cargo xtask test --large`"]
fn every_defect_in_cpp_is_seen_from_its_size_on() {
    defects_are_seen("cpp");
}

/// Without warnings, as far as it may. Those in C++ are compiled to be run.
#[test]
fn every_defect_in_c_compiles() {
    let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for defect in defects_in("c") {
        let text = fs::read_to_string(subjects.join(&defect.file)).expect("the source is there");
        let text = defect.apply(&text).expect("the defect is an edit of it");
        let mut compiler = Command::new(compiler());
        compiler.args(["-fsyntax-only", "-Wall", "-Wno-unused", "-x", "c", "-"]);
        let mut child = compiler.stdin(Stdio::piped()).spawn().expect("the compiler starts");
        let mut stdin = child.stdin.take().expect("it is a pipe");
        stdin.write_all(text.as_bytes()).expect("the compiler reads");
        drop(stdin);
        assert!(child.wait().expect("the compiler ends").success(), "{defect:?}");
    }
}
