//! Parts of `generate` and `check`, parts of parts, and GNU parallel.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{folder, run_in, subjects};

fn tree() -> String {
    subjects().join("c/search_tree.c").display().to_string()
}

/// The files of parts in a folder.
fn parts(at: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(at)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.contains('.'))
        .collect();
    names.sort();
    names
}

#[test]
fn structures_of_parts_are_merged_in_order() {
    let folder = folder(&[]);
    let at = folder.path();
    let generate = format!("generate {} --size 5", tree());
    let whole = run_in(at, &format!("{generate} --quiet"));
    let split = run_in(at, &format!("split {generate} --parts 5 --out p"));
    assert_eq!(split.code, 0, "{split:?}");
    // A part that is too large is split again, also one of such parts.
    let again = run_in(at, "split p/002 --parts 3");
    assert!(again.stdout.contains("3 parts"), "{again:?}");
    assert_eq!(run_in(at, "split p/002-3 --parts 2").code, 0);
    let names = parts(&at.join("p"));
    assert_eq!(names, ["001", "002-1", "002-2", "002-3-1", "002-3-2", "003", "004", "005"]);
    let unfinished = run_in(at, "merge p --quiet");
    assert_eq!(unfinished.code, 3, "{unfinished:?}");
    for name in &names {
        let ended = run_in(at, &format!("run p/{name} --quiet"));
        assert_eq!(ended.code, 0, "{name}: {ended:?}");
    }
    let merged = run_in(at, "merge p --quiet");
    assert!(merged.stdout == whole.stdout && merged.code == 0, "{merged:?}");
    // One of them is missing: the result says which, and is not complete.
    fs::rename(at.join("p/002-2"), at.join("away")).expect("it was there");
    let missing = run_in(at, "merge p");
    assert_eq!(missing.code, 3, "{missing:?}");
    assert!(missing.stderr.contains("missing: 1 part (2)"), "{missing:?}");
    // A split that was not finished.
    fs::rename(at.join("away"), at.join("p/002-2")).expect("it was there");
    let text = fs::read_to_string(at.join("p/002-1")).expect("a part");
    fs::write(at.join("p/002"), text.replace("\"again\":[[1,3]]", "\"again\":[]")).expect("a file");
    let both = run_in(at, "merge p");
    assert_eq!(both.code, 2, "{both:?}");
    assert!(both.stderr.contains("the split was not finished"), "{both:?}");
}

/// What is the same, whoever checks.
fn essence(run: &Value) -> Vec<Value> {
    let checks = run["checks"].as_array().expect("checks").iter();
    checks
        .map(|check| {
            let failures = check["failures"].as_array().expect("failures").iter();
            let failures: Vec<Value> = failures
                .map(|of| serde_json::json!([of["kind"], of["count"], of["input"]]))
                .collect();
            let keys = ["name", "inputs", "explored", "by_size", "incomplete"];
            let mut all: Vec<Value> = keys.map(|key| check[key].clone()).to_vec();
            all.push(failures.into());
            all.into()
        })
        .collect()
}

#[test]
fn checks_are_split_saved_and_resumed() {
    let file = subjects().join("../examples/findings/splay_remove.c").display().to_string();
    let folder = folder(&[]);
    let at = folder.path();
    let only = "--only remove_what_is_not_there,insert";
    let whole = run_in(at, &format!("check {file} {only} --json"));
    assert_eq!(whole.code, 1, "{whole:?}");
    let split = run_in(at, &format!("split check {file} {only} --parts 4 --out p"));
    assert_eq!(split.code, 0, "{split:?}");
    assert_eq!(run_in(at, "merge p --quiet").code, 1, "a failure was found while it was split");
    run_in(at, "split p/002 --parts 2");
    for name in parts(&at.join("p")) {
        let ended = run_in(at, &format!("run p/{name} --quiet --jobs 2"));
        assert!(ended.code <= 1, "{name}: {ended:?}");
    }
    let merged = run_in(at, "merge p --json");
    assert_eq!(essence(&merged.whole_json()), essence(&whole.whole_json()));
    assert!(at.join("pikse-out/remove_what_is_not_there-1.json").is_file());
    // Stopped and continued.
    let first = run_in(at, &format!("check {file} {only} --json --fail-fast --save s"));
    assert_eq!(first.code, 1, "{first:?}");
    let rest = run_in(at, &format!("check {file} {only} --json --resume s"));
    assert_eq!(essence(&rest.whole_json()), essence(&whole.whole_json()));
    let other = run_in(at, &format!("check {file} {only} --ub --resume s"));
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.stderr.contains("have changed since it was saved"), "{other:?}");
    let mutants = run_in(at, &format!("split check {file} {only} --mutants 3 --parts 2 --out q"));
    assert!(mutants.code == 2 && mutants.stderr.contains("--mutants"), "{mutants:?}");
}

/// The line of docs/parts.md for GNU parallel; `cargo xtask test` installs it.
#[test]
fn gnu_parallel_works_on_a_hundred_parts() {
    let folder = folder(&[]);
    let at = folder.path();
    let count = format!("count {} --size 6 --digest", tree());
    let whole = run_in(at, &format!("{count} --json")).json();
    let split = run_in(at, &format!("split {count} --parts 100 --out parts"));
    assert!(split.stdout.contains("100 parts"), "{split:?}");
    let program = Path::new(env!("CARGO_BIN_EXE_pikse"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().expect("a folder").display());
    let ran = Command::new("sh")
        .args(["-c", "parallel pikse run --quiet ::: parts/[0-9]*[0-9]"])
        .env("PATH", path)
        .current_dir(at)
        .output()
        .expect("a shell");
    assert!(ran.status.success(), "{ran:?}");
    let merged = run_in(at, "merge parts --json").json();
    for key in ["valid", "explored", "digest", "complete"] {
        assert_eq!(merged[key], whole[key], "{key}");
    }
}

/// A disk that is full: the file of before stays, and the message says so.
#[test]
fn a_full_disk_loses_nothing_that_was_saved() {
    let folder = folder(&[("p.c", crate::explore_parts::PROGRAM)]);
    let at = folder.path();
    let full = run_in(at, "explore p.c --save /dev/full");
    assert_eq!(full.code, 2, "{full:?}");
    assert!(full.stderr.contains("/dev/full"), "{full:?}");
    // What was found stays.
    assert!(at.join("pikse-out/p/test-000003.json").is_file());
    let full = run_in(at, &format!("generate {} --size 4 --output /dev/full", tree()));
    assert!(full.code == 2 && full.stderr.contains("/dev/full"), "{full:?}");
}
