//! `pikse replay`: a failure that was saved runs again alone; so does the test beside it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{Ended, LIST, check, checks, command, failures, folder, run_in};
use serde_json::{Value as Json, json};

/// A check that fails on lists of two.
const CHECKS: &str = r#"
#include "list.h"
#include <pikse.h>
#include <signal.h>
#include <unistd.h>
PIKSE_CHECK(small, struct list *l, int x) { add(l, x); PIKSE_ASSERT(l->size < 2); }
PIKSE_BOUNDS(small, "size=2 x=0..1")
PIKSE_CHECK(kills, struct list *l) { if (l->size == 1) kill(getpid(), SIGKILL); }
PIKSE_BOUNDS(kills, "size=2")
"#;

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("it can be written");
}

/// A folder with a failure of `small` that was saved.
fn with_failure() -> tempfile::TempDir {
    let folder = folder(&[("list.h", LIST), ("checks.c", CHECKS)]);
    let ended = run_in(folder.path(), "check checks.c -q");
    assert_eq!(ended.code, 1, "{ended:?}");
    folder
}

#[test]
fn a_failure_comes_again_until_it_is_fixed() {
    let folder = with_failure();
    for (name, kind) in [("small", "assertion"), ("kills", "killed")] {
        let ended = run_in(folder.path(), &format!("replay pikse-out/{name}-1.json --json"));
        assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
        let result = ended.whole_json();
        let [check] = checks(&result) else { panic!("{result}") };
        assert_eq!((&check["name"], &check["inputs"]), (&name.into(), &1.into()), "{check}");
        let [failure] = failures(check) else { panic!("{check}") };
        assert_eq!(failure["kind"], kind, "{failure}");
        assert_eq!(failure["before"]["objects"]["list"]["fields"]["size"], 1, "{failure}");
    }
    let text = run_in(folder.path(), "replay pikse-out/small-1.json");
    assert_eq!(text.code, 1, "{text:?}");
    for words in ["FAIL small", "fails an assertion: l->size < 2", "head node0", "size 1 → 2"] {
        assert!(text.stdout.contains(words), "{words}: {text:?}");
    }
    // Another line is the same check.
    write(folder.path(), "checks.c", &format!("\n\n{}", CHECKS.replace("< 2)", "< 4)")));
    let fixed = run_in(folder.path(), "replay pikse-out/small-1.json");
    assert_eq!((fixed.code, &*fixed.stderr), (0, ""), "{fixed:?}");
    for words in ["ok   small", "it failed before: it fails an assertion: l->size < 2"] {
        assert!(fixed.stdout.contains(words), "{words}: {fixed:?}");
    }
    // It fails, but not as it did.
    let other = CHECKS.replace("PIKSE_ASSERT(l->size < 2)", "abort()");
    write(folder.path(), "checks.c", &other);
    let other = run_in(folder.path(), "replay pikse-out/small-1.json");
    assert_eq!(other.code, 1, "{other:?}");
    assert!(other.stdout.contains("abort at checks.c:"), "{other:?}");
    assert!(other.stdout.contains("it failed differently before"), "{other:?}");
}

/// The command ends with code 2 and one diagnostic that has these words.
#[track_caller]
fn refused(folder: &Path, file: &str, words: &str) {
    let ended = run_in(folder, &format!("replay {file}"));
    assert_eq!((ended.code, &*ended.stdout), (2, ""), "{file}: {ended:?}");
    assert!(ended.stderr.starts_with("error: "), "{file}: {ended:?}");
    assert_eq!(ended.stderr.matches("error: ").count(), 1, "{file}: {ended:?}");
    assert!(ended.stderr.contains(words), "{file}: `{words}` is not in {ended:?}");
}

/// An object with another value for a key.
fn with_value(object: &Json, key: &str, value: Json) -> Json {
    let mut changed = object.clone();
    changed[key] = value;
    changed
}

#[test]
fn files_that_are_no_failures() {
    let folder = with_failure();
    let text = fs::read_to_string(folder.path().join("pikse-out/small-1.json"));
    let text = text.expect("it is there");
    let whole: Json = serde_json::from_str(&text).expect("it is JSON");
    let with = |key: &str, value: Json| with_value(&whole, key, value).to_string();
    let candidate = whole["candidate"].as_array().expect("it is a list");
    let mut long = candidate.clone();
    long.push(json!(0));
    let mut high = candidate.clone();
    high[1] = json!(1000);
    let mut negative = candidate.clone();
    negative[1] = json!(-1);
    let mut without = whole.clone();
    without.as_object_mut().expect("it is an object").remove("kind");
    let lines = serde_json::to_string_pretty(&with_value(&whole, "text", json!(7)));
    let damaged = "it is damaged";
    for (name, text, words) in [
        ("empty", String::new(), "not a saved failure, or it is damaged"),
        ("half", text[..text.len() / 2].to_owned(), "not a saved failure, or it is damaged"),
        ("foreign", "{\"a\": 1}".to_owned(), "it is not a saved failure"),
        ("list", "[]".to_owned(), "it is not a saved failure"),
        ("words", "hello".to_owned(), "not a saved failure, or it is damaged"),
        ("version", with("pikse-failure", json!(2)), "another version of Pikse"),
        ("short", with("candidate", json!(candidate[1..])), damaged),
        ("long", with("candidate", json!(long)), damaged),
        ("high", with("candidate", json!(high)), damaged),
        ("negative", with("candidate", json!(negative)), damaged),
        ("no_candidate", with("candidate", Json::Null), damaged),
        ("no_kind", with("kind", Json::Null), damaged),
        ("without", without.to_string(), "it is damaged: missing field `kind`"),
        (
            "lines",
            lines.expect("it is JSON"),
            "invalid type: integer `7`, expected a string at line",
        ),
        ("no_arguments", with("arguments", Json::Null), damaged),
        ("numbers", with("arguments", json!([1])), damaged),
        ("option", with("arguments", json!(["checks.c", "--sise", "2"])), "--sise"),
        ("value", with("arguments", json!(["checks.c", "--size", "two"])), "two"),
        ("no_file", with("arguments", json!(["none.c"])), "`none.c` cannot be read"),
        ("nothing", with("arguments", json!([])), "damaged"),
        (
            "other",
            with("check", json!("smal")),
            "there is no check `smal`; the checks are: small, kills",
        ),
        ("bounds", with("arguments", json!(["checks.c", "--size", "3"])), "bounds have changed"),
    ] {
        let file = format!("{name}.json");
        write(folder.path(), &file, &text);
        refused(folder.path(), &file, words);
    }
    refused(folder.path(), "missing.json", "cannot replay `missing.json`");
    refused(folder.path(), ".", "cannot replay");
}

#[test]
fn types_that_have_changed() {
    let folder = with_failure();
    let changed = LIST
        .replace("struct list { struct node *head;", "struct list { bool lazy; struct node *head;");
    write(folder.path(), "list.h", &changed);
    refused(folder.path(), "pikse-out/small-1.json", "types or the bounds have changed");
    write(folder.path(), "list.h", &format!("{LIST}this is no C"));
    let ended = run_in(folder.path(), "replay pikse-out/small-1.json");
    assert_eq!(ended.code, 2, "{ended:?}");
    assert!(ended.stderr.contains("does not compile"), "{ended:?}");
}

#[test]
fn a_debugger_gets_a_command_that_runs() {
    let folder = with_failure();
    // A shell takes the command as it stands, whatever the file is called.
    let file = "one of 'them'.json";
    fs::rename(folder.path().join("pikse-out/small-1.json"), folder.path().join(file))
        .expect("it can be renamed");
    let mut debugger = command(folder.path());
    let ended: Ended =
        debugger.args(["replay", file, "--debugger"]).output().expect("it starts").into();
    assert_eq!((ended.code, &*ended.stderr), (0, ""), "{ended:?}");
    assert!(ended.stdout.starts_with("gdb "), "{ended:?}");
    assert!(ended.stdout.contains("break pikse_check_small"), "{ended:?}");
    let (_, line) = ended.stdout.trim().split_once(" --args ").expect("it has arguments");
    assert!(line.ends_with(" --here"), "{line}");
    let output = shell(folder.path(), line);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("fails an assertion: l->size < 2"), "{text}");
}

fn shell(folder: &Path, command: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", command]).output().expect("it starts")
}

const CPP: &str = r#"
#include <pikse.hpp>
struct Node { Node *next; int value; };
struct List {
    Node *head;
    int size;
    bool repOk() const
    {
        int count = 0;
        for (Node *n = head; n; n = n->next, count++)
            if (n->value < 0 || (n->next && n->next->value <= n->value))
                return false;
        return count == size;
    }
    int first() const
    {
        if (size == 2)
            throw 7;
        return head ? head->value : -1;
    }
};
PIKSE_CHECK(first_is_there, const List &l) { l.first(); }
PIKSE_BOUNDS(first_is_there, "size=2")
"#;

const RUST: &str = r#"#![allow(dead_code)]
pub struct Node { next: Option<Box<Node>>, value: i32 }
pub struct List { head: Option<Box<Node>>, size: usize }
impl List {
    fn rep_ok(&self) -> bool {
        let (mut count, mut at) = (0, &self.head);
        while let Some(node) = at {
            let is_sorted = node.next.as_ref().is_none_or(|next| next.value > node.value);
            if node.value < 0 || !is_sorted {
                return false;
            }
            count += 1;
            at = &node.next;
        }
        count == self.size
    }
    fn push(&mut self, value: i32) {
        let next = self.head.take_if(|_| self.size != 2);
        self.head = Some(Box::new(Node { next, value }));
        self.size += 1;
    }
}
fn push_grows(l: &mut List, x: i32) { l.push(x); }
fn counts(l: &List) -> bool {
    let mut nodes = std::iter::successors(l.head.as_ref(), |node| node.next.as_ref());
    nodes.by_ref().count() == l.size
}
"#;

/// The test that is kept beside a failure compiles and fails; with the fix it passes.
#[test]
fn a_regression_test_fails_until_it_is_fixed() {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let include = include.canonicalize().expect("it is there").display().to_string();
    let cc = format!("cc -I{include} -o test");
    let cxx = format!("c++ -I{include} -o test");
    let rustc = "rustc --edition 2024 --test -o test".to_owned();
    for (file, text, arguments, compile, test, wrong, right) in [
        ("list.c", CHECKS, "--only small", cc, "small-1.c", "< 2)", "< 4)"),
        ("list.cpp", CPP, "", cxx, "first_is_there-1.cpp", "size == 2", "size == 3"),
        (
            "list.rs",
            RUST,
            "--size 2 --call push_grows --args x=0..1 --post counts",
            rustc,
            "push_grows-1.rs",
            "take_if(|_| self.size != 2)",
            "take()",
        ),
    ] {
        let folder = folder(&[("list.h", LIST), (file, text)]);
        let (ended, result) = check(folder.path(), &format!("{file} {arguments}"));
        assert_eq!(ended.code, 1, "{ended:?}");
        assert_eq!(
            failures(&checks(&result)[0])[0]["test"],
            format!("pikse-out/{test}"),
            "{result}"
        );
        let run = |case: &str| {
            // A test in Rust comes after the source.
            let line = match file.ends_with(".rs") {
                true => format!("cat {file} pikse-out/{test} | {compile} -"),
                false => format!("{compile} pikse-out/{test}"),
            };
            let compiled = shell(folder.path(), &line);
            assert!(compiled.status.success(), "{case} {file}: {compiled:?}");
            shell(folder.path(), "./test")
        };
        let failed = run("wrong");
        assert!(!failed.status.success(), "{file}: {failed:?}");
        // Only the source is changed.
        let text = fs::read_to_string(folder.path().join(file)).expect("it is there");
        write(folder.path(), file, &text.replace(wrong, right));
        let passed = run("right");
        assert!(passed.status.success(), "{file}: {passed:?}");
    }
}
