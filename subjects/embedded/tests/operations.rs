//! The operations of the sources, without and with the seeded defects, on every input of a
//! small size, by brute force.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use pikse_subjects::brute_force::{BruteForce, Candidates, brute_force, compiler};
use pikse_subjects::checks::{Check, checks};
use pikse_subjects::defects::{Defect, defects};

/// The largest size whose every graph is tried out.
const EVERY_GRAPH: u32 = 2;

fn in_c() -> Vec<Check> {
    checks().into_iter().filter(|check| check.file.starts_with("c/")).collect()
}

fn defects_in_c() -> Vec<Defect> {
    let defects = defects().expect("every defect is well formed");
    defects.into_iter().filter(|defect| defect.file.starts_with("c/")).collect()
}

fn run(check: &Check, defect: Option<&Defect>, size: u32, candidates: Candidates) -> BruteForce {
    let found = brute_force(check, defect, size, candidates);
    found.unwrap_or_else(|error| panic!("{check:?} with {defect:?}: {error}"))
}

#[test]
fn correct_operations_pass_on_every_input() {
    for check in in_c() {
        let found = run(&check, None, check.size, Candidates::Plain);
        assert!(found.inputs > 0, "{check:?}");
        assert_eq!(found.failures, [], "{check:?}");
    }
}

/// Nothing that the predicate accepts is among the graphs that are left out otherwise.
#[test]
fn plain_candidates_are_enough() {
    for check in in_c() {
        let plain = run(&check, None, EVERY_GRAPH, Candidates::Plain);
        let every = run(&check, None, EVERY_GRAPH, Candidates::EveryGraph);
        assert_eq!(plain, every, "{check:?}");
    }
}

/// A defect says the least size that shows it. A structure that fails there is as small as
/// any, because a check has structures up to its size.
#[test]
fn every_defect_is_seen_from_its_size_on() {
    for defect in defects_in_c() {
        let check = defect.check().expect("it names an operation");
        let found = run(&check, Some(&defect), defect.size, Candidates::Plain);
        assert!(found.failing() > 0, "{defect:?} is not seen at size {}", defect.size);
        if defect.size > 1 {
            let below = run(&check, Some(&defect), defect.size - 1, Candidates::Plain);
            assert_eq!(below.failures, [], "{defect:?} needs no size {}", defect.size);
        }
    }
}

#[test]
fn every_defect_compiles() {
    let subjects = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for defect in defects_in_c() {
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
