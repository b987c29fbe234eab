//! `pikse stage`, and explorations that begin with its structures. They are those of exploring at once:
//! the same paths, errors and coverage.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{folder, run_in};

/// A sorted list, functions on it, and a function with a defect. `changed` differs only in a function.
const LIST: &str = r#"
#include <stdbool.h>
#include <stdlib.h>
struct node { int key; struct node *next; };
struct list { struct node *head; int size; };
static int steps(int key) { return key; }
bool rep_ok(struct list *l) {
  int n = 0;
  struct node *slow = l->head;
  for (struct node *p = l->head; p; p = p->next) {
    if (n++ % 2) slow = slow->next;
    if (p->next && p->next == slow) return false;
    if (p->next && steps(p->key) >= p->next->key) return false;
  }
  return l->size == n;
}
int find(struct list *l, int key) {
  int at = 0;
  for (struct node *p = l->head; p; p = p->next, at++)
    if (p->key == key) return at;
  return -1;
}
bool equal(struct list *a, struct list *b) {
  struct node *p = a->head, *q = b->head;
  for (; p && q; p = p->next, q = q->next)
    if (p->key != q->key) return false;
  return p == q;
}
int second(struct list *l) { return l->size > 1 ? l->head->next->next->key : 0; }
"#;

fn json(folder: &Path, words: &str) -> Value {
    run_in(folder, words).json()
}

/// What does not depend on how the structures were found.
fn essence(run: &Value) -> Value {
    let errors = run["errors"].as_array().expect("errors").iter();
    let errors: Vec<_> =
        errors.map(|error| (&error["kind"], &error["places"], &error["count"])).collect();
    serde_json::json!([run["paths"], run["digest"], run["coverage"], run["complete"], errors])
}

#[test]
fn structures_are_stored_with_their_conditions() {
    let folder = folder(&[("l.c", LIST)]);
    let at = folder.path();
    let ended = run_in(at, "stage l.c --size 2 --out l.stage --format text");
    assert_eq!(ended.code, 0, "{ended:?}");
    let expected = "\
1. l list (size 0)
   where list.size == 0
2. l list (size 1)
└─ head node0 (key ?)
   where list.size == 1
3. l list (size 2)
└─ head node0 (key 0)
  └─ next node1 (key 1)
   where node0.key < node1.key and list.size == 2
";
    assert_eq!(ended.stdout, expected);
    let file: Value =
        serde_json::from_str(&fs::read_to_string(at.join("l.stage")).expect("a file"))
            .expect("JSON");
    assert_eq!(file["valid"], 3);
    let last = &file["inputs"][2];
    assert_eq!(last["condition"], serde_json::json!(["node0.key < node1.key", "list.size == 2"]));
    assert_eq!(last["graph"]["objects"]["node1"]["fields"]["key"]["symbolic"], "node1.key");
    assert_eq!(last["solution"]["root"], "list");
    let summary = json(at, "stage l.c --size 2 --json");
    assert_eq!(
        (&summary["type"], &summary["valid"], &summary["complete"]),
        (&"list".into(), &3.into(), &true.into())
    );
    let dot = run_in(at, "stage l.c --size 1 --format dot");
    assert_eq!(dot.stdout.matches("digraph").count(), 2, "{dot:?}");
}

#[test]
fn staged_explorations_are_those_at_once() {
    let folder = folder(&[("l.c", LIST)]);
    let at = folder.path();
    assert_eq!(run_in(at, "stage l.c --size 3 --out l.stage").code, 0);
    for entry in ["find", "equal", "second"] {
        let once = json(at, &format!("explore l.c --entry {entry} --size 3 --tests errors --json"));
        let staged = format!("explore l.c --entry {entry} --staged l.stage --tests errors --json");
        let run = json(at, &staged);
        assert_eq!(essence(&once), essence(&run), "{entry}");
        assert_eq!((&run["rejected"], &run["stage_reused"]), (&0.into(), &true.into()));
        assert_eq!(once["stage_reused"], false);
        let shared = json(at, &format!("{staged} --jobs 2"));
        assert_eq!(essence(&once), essence(&shared), "{entry}, shared");
    }
}

/// A run that stops among stored structures goes on there.
#[test]
fn a_staged_exploration_is_resumed() {
    let folder = folder(&[("l.c", LIST)]);
    let at = folder.path();
    assert_eq!(run_in(at, "stage l.c --size 4 --out l.stage").code, 0);
    let words = "explore l.c --entry equal --staged l.stage --tests none --json";
    let whole = json(at, words);
    let first = run_in(at, &format!("{words} --stop-after 1ms --save s"));
    assert!(first.code == 3 || first.code == 0, "{first:?}");
    let last = json(at, &format!("{words} --resume s"));
    assert_eq!(essence(&whole), essence(&last));
}

/// An edited function uses the file; an edited predicate, other bounds and other options do not.
#[test]
fn a_file_serves_its_predicate_and_its_bounds_only() {
    let edited = LIST.replace("return at;", "return at + 1;");
    let other =
        LIST.replace("steps(int key) { return key; }", "steps(int key) { return key + 1; }");
    let folder = folder(&[("l.c", LIST), ("edited.c", &edited), ("other.c", &other)]);
    let at = folder.path();
    assert_eq!(run_in(at, "stage l.c --size 2 --out l.stage").code, 0);
    assert_eq!(run_in(at, "explore edited.c --entry find --staged l.stage --tests none").code, 0);
    for (words, says) in [
        ("explore other.c --entry find --staged l.stage", "the predicate has changed"),
        ("explore l.c --entry find --size 3 --staged l.stage", "other bounds"),
        ("explore l.c --entry find --staged l.stage --ub", "other options"),
        ("explore l.c --entry steps --staged l.stage", "no parameter that points to a struct"),
        ("explore l.c --entry find --staged l.stage --staged l.stage", "given twice"),
        ("explore l.c --entry find --staged no.stage", "no.stage"),
        ("explore l.c --entry find --staged l.c", "not a stage file"),
        ("explore l.c --entry find --staged l.stage --from x.json", "--from"),
    ] {
        let ended = run_in(at, &format!("{words} --tests none"));
        assert_eq!(ended.code, 2, "{words}: {ended:?}");
        assert!(ended.stderr.contains(says), "{words}: {}", ended.stderr);
    }
    let ended = run_in(at, "stage l.c --size 2 --type nodes");
    assert!(ended.code == 2 && ended.stderr.contains("nodes"), "{ended:?}");
}

/// A damaged file is refused.
#[test]
fn damaged_files_are_errors() {
    let folder = folder(&[("l.c", LIST)]);
    let at = folder.path();
    assert_eq!(run_in(at, "stage l.c --size 1 --out l.stage").code, 0);
    let text = fs::read_to_string(at.join("l.stage")).expect("a file");
    let script = text.find("\"script\": \"").expect("a script") + 11;
    let version = text.replace("\"pikse_stage\": 1", "\"pikse_stage\": 9");
    let mut flipped = text.clone().into_bytes();
    flipped[script] = if flipped[script] == b'0' { b'1' } else { b'0' };
    let flipped = String::from_utf8(flipped).expect("text");
    for (damaged, says) in [
        (version, "version 9"),
        (flipped, "damaged"),
        (text.replace("\"valid\": 2", "\"valid\": 3"), "damaged"),
        (text[..text.len() / 2].to_owned(), "not a stage file"),
        (text.replace("\"inputs\"", "\"input\""), "not a stage file"),
    ] {
        fs::write(at.join("d.stage"), &damaged).expect("a file");
        let ended = run_in(at, "explore l.c --entry find --staged d.stage --tests none");
        assert_eq!(ended.code, 2, "{ended:?}");
        assert!(ended.stderr.contains(says), "{says}: {}", ended.stderr);
    }
}

/// What stage 1 left open stays open, and a predicate with an error is no basis for a pass.
#[test]
fn what_stage_one_left_open_stays_open() {
    let crashes = LIST.replace("return l->size == n;", "return l->size == n && 6 / (3 - n);");
    let nothing = LIST.replace("return l->size == n;", "return l->size == n && n > 9;");
    let folder = folder(&[("l.c", LIST), ("crashes.c", &crashes), ("nothing.c", &nothing)]);
    let at = folder.path();
    assert_eq!(run_in(at, "stage crashes.c --size 3 --out c.stage").code, 1);
    let run = run_in(at, "explore crashes.c --entry find --staged c.stage --tests none --json");
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run_in(at, "stage nothing.c --size 2 --out n.stage").code, 3);
    let run = run_in(at, "explore nothing.c --entry find --staged n.stage --tests none");
    assert_eq!(run.code, 3, "{run:?}");
    let cut = run_in(at, "stage l.c --size 3 --max-paths 4 --out cut.stage");
    assert_eq!(cut.code, 3, "{cut:?}");
    let run = run_in(at, "explore l.c --entry find --staged cut.stage --tests none");
    assert_eq!(run.code, 3, "{run:?}");
}
