//! Parts of a run: several processes, a run that is continued, ranges between tests, and parts that know
//! nothing of each other. Together they are the whole.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Ended, run_in, subjects};

/// A program with 8 choices, an error on some paths, and an assumption.
pub(crate) const PROGRAM: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char t[6];
  klee_make_symbolic(t, sizeof t, "t");
  klee_assume(t[5] != 9);
  int n = 0, small[4] = {0, 1, 2, 3};
  for (int i = 0; i < 6; i++) if (t[i] > 100) n++;
  if (t[0] == 200) n += small[t[1] & 7];
  switch (t[2]) { case 1: return 7; case 5: n += 2; break; default: break; }
  return n;
}
"#;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.c"), PROGRAM).expect("a file");
    folder
}

fn json(folder: &Path, words: &str) -> Value {
    let ended = run_in(folder, words);
    assert!(ended.code == 0 || ended.code == 1 || ended.code == 3, "{words}: {ended:?}");
    ended.json()
}

/// What is the same, whoever explores.
pub(crate) fn essence(run: &Value) -> Value {
    let mut errors = Vec::new();
    for error in run["errors"].as_array().expect("errors") {
        errors.push(serde_json::json!([error["kind"], error["places"], error["count"]]));
    }
    errors.sort_by_key(ToString::to_string);
    serde_json::json!([
        run["paths"],
        run["rejected"],
        run["digest"],
        run["coverage"],
        run["complete"],
        errors
    ])
}

#[test]
fn any_number_of_jobs_explores_the_same() {
    let folder = folder();
    let at = folder.path();
    let whole = json(at, "explore p.c --json");
    assert!(whole["paths"].as_u64().expect("a number") > 100, "{whole}");
    assert_eq!((&whole["jobs"], &whole["from"]), (&1.into(), &Value::Null));
    let tests = |name: &str| {
        let mut inputs = Vec::new();
        for entry in fs::read_dir(at.join(name)).expect("a folder").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|of| of == "json" || of == "jsonl") {
                let text = fs::read_to_string(path).expect("a test");
                for line in text.lines() {
                    let test: Value = serde_json::from_str(line).expect("a test");
                    inputs.push(format!("{} {}", test["verdict"], test["trace"]));
                }
            }
        }
        inputs.sort();
        inputs
    };
    let expected = tests("pikse-out/p");
    assert_eq!(expected.len() as u64, whole["tests"].as_u64().expect("a number"));
    for jobs in [2, 3, 4] {
        let run = json(at, &format!("explore p.c --json --jobs {jobs} --test-files 20"));
        assert_eq!(essence(&run), essence(&whole), "{jobs} jobs");
        assert_eq!(tests("pikse-out/p"), expected, "{jobs} jobs");
        let ended = run_in(at, "replay pikse-out/p/error-000001.json");
        assert_eq!(ended.code, 1, "{ended:?}");
    }
}

#[test]
fn an_exploration_is_saved_and_continued() {
    let folder = folder();
    let at = folder.path();
    let whole = json(at, "explore p.c --json --tests none");
    let first = json(at, "explore p.c --json --tests none --fail-fast --save s.save");
    assert_eq!(first["complete"], false, "{first}");
    let rest = json(at, "explore p.c --json --tests none --resume s.save --jobs 2");
    assert_eq!(essence(&rest), essence(&whole));
    // The tests of both add up.
    let all = json(at, "explore p.c --json --out all");
    json(at, "explore p.c --json --fail-fast --save t.save --out some");
    let rest = json(at, "explore p.c --json --resume t.save --save t.save --out some");
    assert_eq!((&rest["tests"], essence(&rest)), (&all["tests"], essence(&all)));
    // Another program, other options, a damaged file.
    let refused = |words: &str, why: &str| {
        let ended = run_in(at, words);
        assert_eq!(ended.code, 2, "{words}: {ended:?}");
        assert!(ended.stderr.contains(why), "{words}: {ended:?}");
    };
    refused("explore p.c --ub --resume s.save", "other options");
    refused("explore p.c --search bfs --jobs 2", "--search needs one process");
    fs::write(at.join("p.c"), PROGRAM.replace("> 100", "> 101")).expect("a file");
    refused("explore p.c --resume s.save", "the sources have changed");
    let text = fs::read_to_string(at.join("s.save")).expect("a file");
    fs::write(at.join("d.save"), text.replacen('1', "2", 3)).expect("a file");
    refused("explore p.c --resume d.save", "d.save");
}

#[test]
fn ranges_between_tests_make_up_the_whole() {
    let folder = folder();
    let at = folder.path();
    let whole = json(at, "explore p.c --json --out whole");
    let ended = run_in(at, "ranges p.c --tests whole/p --parts 4 --json");
    let ranges = ended.json();
    assert_eq!(ranges["ranges"].as_array().expect("ranges").len(), 4, "{ranges}");
    let (mut paths, mut digest) = (0, 0_u64);
    for range in ranges["ranges"].as_array().expect("ranges") {
        let mut words = "explore p.c --json --tests none".to_owned();
        for end in ["from", "to"] {
            if let Some(file) = range[end].as_str() {
                words += &format!(" --{end} {file}");
            }
        }
        let run = json(at, &words);
        assert_eq!(run["from"], range["from"]);
        assert!(run["paths"].as_u64().expect("a number") > 10, "{run}");
        paths += run["paths"].as_u64().expect("a number");
        let part = u64::from_str_radix(run["digest"].as_str().expect("a text"), 16);
        digest = digest.wrapping_add(part.expect("a number"));
        // With workers, too.
        assert_eq!(essence(&json(at, &format!("{words} --jobs 2"))), essence(&run));
    }
    assert_eq!(paths, whole["paths"].as_u64().expect("a number"));
    assert_eq!(format!("{digest:016x}"), whole["digest"]);
}

#[test]
fn tests_are_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let mid = subjects().join("explore/c/mid.c").display().to_string();
    let whole = run_in(at, &format!("explore {mid} --entry mid --out t"));
    assert_eq!(whole.code, 0, "{whole:?}");
    let compare = |a: &str, b: &str| -> Ended {
        run_in(at, &format!("compare {mid} t/mid-mid/{a} t/mid-mid/{b} --entry mid --json"))
    };
    assert_eq!(compare("test-000002.json", "test-000004.json").json()["order"], "smaller");
    assert_eq!(compare("test-000004.ktest", "test-000002.ktest").json()["order"], "bigger");
    assert_eq!(compare("test-000003.json", "test-000003.ktest").json()["order"], "equivalent");
    let range = "--from t/mid-mid/test-000002.json --to t/mid-mid/test-000004.json";
    let ended = run_in(at, &format!("explore {mid} --entry mid {range}"));
    assert!(ended.stdout.contains("2 paths"), "{ended:?}");
    assert!(ended.stdout.contains("every path of the range was followed"), "{ended:?}");
    assert!(ended.stdout.contains("only a range of the paths was explored"), "{ended:?}");
    // What is wrong is said.
    let refused = |words: &str, why: &str| {
        let ended = run_in(at, words);
        assert_eq!(ended.code, 2, "{words}: {ended:?}");
        assert!(ended.stderr.contains(why), "{words}: {ended:?}");
    };
    let back = "--from t/mid-mid/test-000004.json --to t/mid-mid/test-000002.json";
    refused(&format!("explore {mid} --entry mid {back}"), "the end comes before the start");
    let abs = subjects().join("explore/c/abs.c").display().to_string();
    let of_another = "--from t/mid-mid/test-000004.json";
    refused(&format!("explore {abs} --entry abs {of_another}"), "a test of another run");
    let of_another = "--from t/mid-mid/test-000004.ktest";
    refused(&format!("explore {abs} --entry abs {of_another}"), "another program");
    refused(&format!("explore {mid} --entry mid --from no.json"), "no.json");
}

#[test]
fn parts_are_merged() {
    let folder = folder();
    let at = folder.path();
    let tree = subjects().join("c/search_tree.c").display().to_string();
    for (command, name) in [
        ("explore p.c".to_owned(), "of_explore"),
        (format!("count {tree} --size 5 --digest"), "of_count"),
    ] {
        let whole = json(at, &format!("{command} --json"));
        let split = run_in(at, &format!("split {command} --parts 7 --out {name}"));
        assert_eq!(split.code, 0, "{split:?}");
        assert!(split.stdout.contains("7 parts"), "{split:?}");
        let incomplete = json(at, &format!("merge {name} --json"));
        assert_eq!(incomplete["incomplete"]["reasons"][0]["kind"], "parts", "{incomplete}");
        for part in 1..=7 {
            let ended = run_in(at, &format!("run {name}/{part:03} --quiet"));
            assert!(ended.code <= 1, "{ended:?}");
        }
        let merged = json(at, &format!("merge {name} --json"));
        match name {
            "of_count" => {
                for key in ["valid", "digest", "complete"] {
                    assert_eq!(merged[key], whole[key], "{key}: {merged}");
                }
            }
            _ => assert_eq!(essence(&merged), essence(&whole)),
        }
        // A part that is done has nothing to do.
        assert!(run_in(at, &format!("run {name}/004 --quiet")).code <= 1);
        assert_eq!(
            essence_or_valid(&json(at, &format!("merge {name} --json"))),
            essence_or_valid(&merged)
        );
        fs::remove_file(at.join(name).join("003")).expect("it was there");
        let missing = run_in(at, &format!("merge {name} --json"));
        assert_eq!(missing.json()["incomplete"]["reasons"][0]["missing"][0], 3, "{missing:?}");
    }
    fs::copy(at.join("of_count/002"), at.join("of_explore/003")).expect("a copy");
    let mixed = run_in(at, "merge of_explore");
    assert_eq!(mixed.code, 2, "{mixed:?}");
    assert!(mixed.stderr.contains("two different runs"), "{mixed:?}");
    let full = run_in(at, "split --parts 2 --out of_count count p.c --size 2");
    assert!(full.stderr.contains("not empty"), "{full:?}");
    let other = run_in(at, "split --parts 2 --out x explain p.c");
    assert_eq!(other.code, 2, "{other:?}");
}

/// Paths that end while the run is divided are found once, and do not keep it from being divided.
#[test]
fn paths_that_end_early_do_not_stop_a_division() {
    let text = "#include <klee/klee.h>\n\
                int main(void) { unsigned char t[9]; klee_make_symbolic(t, sizeof t, \"t\");\n\
                for (int i = 0; i < 9; i++) { if (t[i] == 7) return i; if (t[i] > 99) i++; }\n\
                return 99; }\n";
    let folder = crate::common::folder(&[("p.c", text)]);
    let at = folder.path();
    let whole = json(at, "explore p.c --json");
    let split = run_in(at, "split explore p.c --parts 20 --out p");
    assert!(split.stdout.contains("20 parts"), "{split:?}");
    for part in 1..=20 {
        assert_eq!(run_in(at, &format!("run p/{part:03} --quiet")).code, 0);
    }
    let merged = json(at, "merge p --json");
    assert_eq!((essence(&merged), &merged["tests"]), (essence(&whole), &whole["tests"]));
}

fn essence_or_valid(run: &Value) -> Value {
    match run["valid"].is_null() {
        true => essence(run),
        false => run["valid"].clone(),
    }
}

/// A program that takes some seconds.
#[cfg(feature = "mpi")]
pub(crate) const LONG: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char t[18];
  klee_make_symbolic(t, sizeof t, "t");
  int n = 0;
  for (int i = 0; i < 18; i++) if (t[i] > 100) n++;
  return n;
}
"#;

/// Its path conditions need much memory.
#[test]
fn workers_hold_the_memory_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let text = r#"
#include <klee/klee.h>
static char memory[1 << 16];
int main(void) {
  for (int i = 0; klee_int("more"); i++) memory[i % sizeof memory]++;
  return 0;
}
"#;
    fs::write(at.join("p.c"), text).expect("a file");
    let words = "explore p.c --json --tests none --save s --memory 90M --time 30s";
    let ended = run_in(at, words);
    assert_eq!(ended.code, 3, "{ended:?}");
    let run = ended.json();
    let reasons: Vec<&Value> =
        run["cut"].as_array().expect("a list").iter().map(|cut| &cut["kind"]).collect();
    assert_eq!(reasons, ["memory-limit"], "{ended:?}");
}
