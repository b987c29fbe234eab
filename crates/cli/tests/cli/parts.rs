//! Parts of `generate` and `check`, parts of parts, and GNU parallel.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::common::{Ended, command, folder, run_in, subjects};

fn tree() -> String {
    subjects().join("c/search_tree.c").display().to_string()
}

/// The files of parts in a folder.
fn parts(at: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(at)
        .expect("a folder")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.contains('.') && name != "program")
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
pub(crate) fn essence(run: &Value) -> Vec<Value> {
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

/// Copies the files of a folder.
pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

/// The command where there is no compiler.
fn without_compiler(at: &Path, words: &str) -> Ended {
    let mut command = command(at);
    for name in ["PATH", "PIKSE_CLANG", "RUSTC", "HOME", "XDG_CACHE_HOME"] {
        command.env(name, "/nowhere");
    }
    command.args(words.split_whitespace()).output().expect("it starts").into()
}

/// A check that fails on lists that are not empty.
const CHECKED: &str = "PIKSE_CHECK(grows, struct list *l, int x) { int n = l->size; push(l, x); \
                       PIKSE_ASSERT(l->size == n + 1); PIKSE_ASSERT(rep_ok(l)); }\n\
                       PIKSE_BOUNDS(grows, \"size=2 x=0..2\")\n";

/// Parts are self-contained: they are copied to a place without sources and without a compiler.
#[test]
fn parts_need_no_sources_and_no_compiler() {
    let checked = format!("#include <pikse.h>\n{}{CHECKED}", crate::common::LIST);
    let rust = "pub struct Node { next: Option<Box<Node>>, value: u8 }\n\
                pub struct List { head: Option<Box<Node>> }\n\
                impl List { pub fn rep_ok(&self) -> bool { let (mut at, mut last) = (&self.head, None);\n\
                while let Some(node) = at { if last.is_some_and(|last| last >= node.value) { return false; }\n\
                last = Some(node.value); at = &node.next; } true } }\n";
    let folder =
        folder(&[("p.c", crate::explore_parts::PROGRAM), ("list.c", &checked), ("list.rs", rust)]);
    let (at, away) = (folder.path(), tempfile::tempdir().expect("a folder"));
    let commands = [
        ("count list.c --size 4 --digest", "c"),
        ("generate list.rs --size 3", "g"),
        ("check list.c", "k"),
        ("explore p.c --from whole/p/test-000020.json", "x"),
    ];
    assert_eq!(run_in(at, "explore p.c --out whole").code, 1);
    let mut expected = Vec::new();
    for (words, name) in commands {
        let output = if name == "g" { "--quiet" } else { "--json" };
        expected.push((run_in(at, &format!("{words} {output}")), output));
        let split = run_in(at, &format!("split {words} --parts 5 --out {name}"));
        assert_eq!(split.code, 0, "{split:?}");
        copy(&at.join(name), &away.path().join(name));
    }
    for name in ["p.c", "list.c", "list.rs"] {
        fs::remove_file(at.join(name)).expect("it was there");
    }
    fs::remove_dir_all(at.join("whole")).expect("it was there");
    for ((words, name), (whole, output)) in commands.iter().zip(&expected) {
        let again = without_compiler(away.path(), &format!("split {name}/002 --parts 2"));
        assert_eq!(again.code, 0, "{words}: {again:?}");
        for part in parts(&away.path().join(name)) {
            let ended = without_compiler(away.path(), &format!("run {name}/{part} --quiet"));
            assert!(ended.code <= 1, "{words}, part {part}: {ended:?}");
        }
        let merged = without_compiler(away.path(), &format!("merge {name} {output}"));
        assert_eq!(merged.code, whole.code, "{words}: {merged:?}");
        match *name {
            "c" => {
                for key in ["valid", "explored", "digest", "complete", "bounds", "type"] {
                    assert_eq!(merged.json()[key], whole.json()[key], "{words}: {key}");
                }
            }
            "g" => assert_eq!(merged.stdout, whole.stdout, "{words}"),
            "k" => assert_eq!(essence(&merged.whole_json()), essence(&whole.whole_json())),
            _ => {
                // Names of files are relative to another folder.
                for key in ["paths", "rejected", "digest", "coverage", "complete", "tests", "from"]
                {
                    assert_eq!(merged.json()[key], whole.json()[key], "{words}: {key}");
                }
                let count = |run: &Ended| run.json()["errors"][0]["count"].clone();
                assert_eq!(count(&merged), count(whole), "{words}");
            }
        }
    }
    // Parts of another run, of changed sources, and of another version of Pikse.
    let refused = |words: &str, why: &str| {
        let ended = without_compiler(away.path(), words);
        assert_eq!(ended.code, 2, "{words}: {ended:?}");
        assert!(ended.stderr.contains(why), "{words}: {ended:?}");
    };
    fs::copy(away.path().join("c/003"), away.path().join("x/003")).expect("a copy");
    refused("run x/003", "the program of another run");
    refused("merge x", "parts of two different runs");
    fs::write(at.join("list.c"), checked.replace("n->value < 0", "n->value < 1")).expect("a file");
    refused("run c/001", "the sources have changed since the run was split");
    refused("merge c", "the sources have changed since the run was split");
    fs::write(at.join("list.c"), &checked).expect("a file");
    assert_eq!(without_compiler(away.path(), "run c/001 --quiet").code, 0);
    let program = away.path().join("c/program");
    let bytes = fs::read(&program).expect("a file");
    fs::write(&program, [b"pikse-program 0.0.0 1 2\n".as_slice(), &bytes].concat())
        .expect("a file");
    refused("run c/001", "another version of Pikse");
    fs::remove_file(&program).expect("it was there");
    refused("run c/001", "c/program");
}

/// What a source includes belongs to it.
#[test]
fn a_changed_header_is_noticed() {
    let list = crate::common::LIST.replace("struct node {", "#include \"limit.h\"\nstruct node {");
    let list = list.replace("n->value < 0", "n->value < LIMIT");
    let folder = folder(&[("list.c", &list), ("limit.h", "#define LIMIT 0\n")]);
    let at = folder.path();
    assert_eq!(run_in(at, "count list.c --size 3 --save s").code, 0);
    assert_eq!(run_in(at, "count list.c --size 3 --resume s").code, 0);
    fs::write(at.join("limit.h"), "#define LIMIT 1\n").expect("a file");
    let changed = run_in(at, "count list.c --size 3 --resume s");
    assert_eq!(changed.code, 2, "{changed:?}");
    assert!(changed.stderr.contains("the sources have changed"), "{changed:?}");
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
