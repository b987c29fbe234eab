//! `pikse check`: what is run, what is found, what is told of it. Every count is by hand.

use crate::common::{LIST, check, checks, failures, folder, line_of, run_in};
use serde_json::Value as Json;

/// Checks of lists, most of which fail in some way.
const KINDS: &str = r#"
#include "list.h"
#include <assert.h>
#include <pikse.h>
#include <signal.h>
#include <unistd.h>

PIKSE_CHECK(passes, struct list *l, int x) { add(l, x); PIKSE_ASSERT(rep_ok(l) && has(l, x)); }
PIKSE_CHECK(asserts, struct list *l) { PIKSE_ASSERT(l->size < 2); }
PIKSE_CHECK(asserts_in_c, struct list *l) { assert(l->size < 2); }
PIKSE_CHECK(aborts, struct list *l) { if (l->size == 2) abort(); }
PIKSE_CHECK(divides, struct list *l, int x) { volatile int r = 6 / (l->size - x); (void)r; }
PIKSE_CHECK(crashes, struct list *l) { l->head->value = 1; }
PIKSE_CHECK(loops, struct list *l) { while (l->size == 2) ; }
PIKSE_CHECK(leaks, struct list *l) { l->head = NULL; l->size = 0; free(NULL); }
PIKSE_CHECK(frees_twice, struct list *l) { free(l->head); free(l->head); }
PIKSE_CHECK(frees_inside, struct list *l) { free(&l->size); }
PIKSE_CHECK(uses_freed, struct list *l) { free(l->head); if (l->head) l->size = l->head->value; }
PIKSE_CHECK(grows, struct list *l) { while (l->size == 2) *(char *)malloc(1 << 16) = 1; }
static int deeper(volatile struct list *l, int x) { return x + deeper(l, x + 1) + l->size; }
PIKSE_CHECK(recurses, struct list *l) { if (l->size == 2) deeper(l, 0); }
PIKSE_CHECK(exits, struct list *l) { if (l->size == 1) exit(3); }
PIKSE_CHECK(kills, struct list *l) { if (l->size == 1) kill(getpid(), SIGKILL); }
bool pikse_check_says_no(struct list *l);
bool pikse_check_says_no(struct list *l) { return l->size != 1; }
int counter;
PIKSE_CHECK(counts, struct list *l) { counter++; PIKSE_ASSERT(counter == 1 && l); }
"#;

/// A check, how many inputs it has, the kind of its failure, on how many inputs it happens,
/// the number of objects of the smallest, and words of the text.
type Case = (&'static str, u64, &'static str, u64, u64, &'static str);

const CASES: &[Case] = &[
    ("passes", 21, "", 0, 0, ""),
    ("asserts", 7, "assertion", 3, 3, "fails an assertion: l->size < 2"),
    ("asserts_in_c", 7, "assertion", 3, 3, "fails an assertion: l->size < 2"),
    ("aborts", 7, "abort", 3, 3, "calls abort"),
    ("divides", 21, "signal", 7, 1, "SIGFPE"),
    ("crashes", 7, "bad-access", 1, 1, "null pointer (address 0x8)"),
    ("loops", 7, "time-limit", 3, 3, "exceeds the time limit"),
    ("leaks", 7, "leak", 6, 2, "leaks 1 object"),
    ("frees_twice", 7, "double-free", 6, 2, "twice"),
    ("frees_inside", 7, "bad-free", 7, 1, "did not allocate"),
    ("uses_freed", 7, "use-after-free", 6, 2, "freed"),
    ("grows", 7, "memory-limit", 3, 3, "exceeds the memory limit"),
    ("recurses", 7, "stack-overflow", 3, 3, "overflows its stack"),
    ("exits", 7, "exit", 3, 2, "code 3"),
    ("kills", 7, "killed", 3, 2, "kills the worker process: signal 9"),
    ("says_no", 7, "returned-false", 3, 2, "returns false"),
    ("counts", 7, "", 0, 0, ""),
];

const LIMITS: &str = "--time-limit 30ms --memory-limit 1M";

#[test]
fn every_kind_of_failure_is_found_on_the_inputs_that_have_it() {
    let folder = folder(&[("list.h", LIST), ("kinds.c", KINDS)]);
    let (ended, result) = check(folder.path(), &format!("kinds.c --size 2 {LIMITS}"));
    assert_eq!((ended.code, &*ended.stderr), (1, ""), "{ended:?}");
    assert_eq!(checks(&result).len(), CASES.len(), "{result}");
    for (check, &(name, inputs, kind, count, objects, words)) in checks(&result).iter().zip(CASES) {
        assert_eq!(check["name"], name, "{check}");
        assert_eq!(check["inputs"], inputs, "{check}");
        assert_eq!(check["passed"], count == 0, "{check}");
        assert_eq!(check["failed"], count, "{check}");
        let [failure] = failures(check) else {
            assert!(kind.is_empty() && failures(check).is_empty(), "{check}");
            continue;
        };
        assert_eq!(failure["kind"], kind, "{failure}");
        assert_eq!(failure["count"], count, "{failure}");
        assert_eq!(failure["objects"], objects, "{failure}");
        assert!(failure["text"].as_str().is_some_and(|text| text.contains(words)), "{failure}");
        let line = match name {
            "recurses" => line_of(KINDS, "static int deeper"),
            "says_no" => line_of(KINDS, "bool pikse_check_says_no(struct list *l) {"),
            _ => line_of(KINDS, &format!("PIKSE_CHECK({name},")),
        };
        assert_eq!(failure["place"]["file"], "kinds.c", "{failure}");
        assert_eq!(failure["place"]["line"], line, "{failure}");
        // The smallest input is one that the predicate accepts.
        let before = &failure["before"]["objects"];
        let nodes = before.as_object().expect("objects").len() as u64 - 1;
        assert_eq!(before["list"]["fields"]["size"], nodes, "{failure}");
        assert_eq!(objects, nodes + 1, "{failure}");
        for file in ["saved", "test"] {
            let path = failure[file].as_str().expect("there is a file");
            assert!(folder.path().join(path).is_file(), "{path}");
        }
        assert!(failure["replay"].as_str().is_some_and(|r| r.starts_with("pikse replay ")));
    }
    // What one run leaves in a global, no other sees, and it is said.
    let notes = checks(&result).last().expect("there is one")["notes"].to_string();
    assert!(notes.contains("global variables: `counter`"), "{notes}");
}

/// A process that the code under test kills costs a worker, not the run: the other inputs
/// run, none twice, and the input is one of those that kill.
#[test]
fn a_killed_worker_loses_nothing() {
    let folder = folder(&[("list.h", LIST), ("kinds.c", KINDS)]);
    for (size, inputs, killed) in [(2, 7, 3), (3, 15, 4)] {
        for jobs in [1, 2, 4] {
            let arguments = format!("kinds.c --only kills --size {size} --jobs {jobs}");
            let (ended, result) = check(folder.path(), &arguments);
            let [check] = checks(&result) else { panic!("{result}") };
            assert_eq!(ended.code, 1, "{arguments}: {ended:?}");
            assert_eq!(check["inputs"], inputs, "{arguments}: {check}");
            let [failure] = failures(check) else { panic!("{check}") };
            assert_eq!(failure["count"], killed, "{arguments}: {failure}");
            let objects = &failure["before"]["objects"];
            assert_eq!(objects["list"]["fields"]["size"], 1, "{failure}");
            assert_eq!(objects["node0"]["fields"]["value"], 0, "{failure}");
        }
    }
}

/// What does not depend on time or on the number of workers.
fn without_times(mut result: Json) -> Json {
    for key in ["seconds", "jobs", "command"] {
        result[key] = Json::Null;
    }
    for check in result["checks"].as_array_mut().expect("it is a list") {
        check["seconds"] = Json::Null;
    }
    result
}

#[test]
fn any_number_of_workers_finds_the_same() {
    let text = format!("{KINDS}PIKSE_BOUNDS(divides, \"x=0..n\")\n");
    let folder = folder(&[("list.h", LIST), ("kinds.c", &text)]);
    let arguments = "kinds.c --size 4 --only \
                     passes,asserts,divides,leaks,frees_twice,uses_freed,exits,says_no,counts";
    let [one, two, four] = [1, 2, 4].map(|jobs| {
        let (ended, result) = check(folder.path(), &format!("{arguments} --jobs {jobs}"));
        assert_eq!(ended.code, 1, "{ended:?}");
        assert_eq!(result["jobs"], jobs);
        without_times(result)
    });
    assert_eq!(one, two);
    assert_eq!(one, four);
    // Strictly sorted lists of up to 4 of the values 0 to 4.
    assert_eq!(checks(&one)[1]["inputs"], 1 + 5 + 10 + 10 + 5, "{one}");
}

/// Two assertions, of which one is reached by two ways.
const TWICE: &str = r#"
#include "list.h"
#include <pikse.h>
static void sound(struct list *l)
{
    PIKSE_ASSERT(l->size < 2);
}
PIKSE_CHECK(twice, struct list *l, int x)
{
    if (x == 0)
        sound(l);
    else
        sound(l);
    PIKSE_ASSERT(l->size == 0 || x < 2);
}
PIKSE_BOUNDS(twice, "size=2 x=0..2")
"#;

#[test]
fn failures_are_one_if_their_place_is_one() {
    let folder = folder(&[("list.h", LIST), ("twice.c", TWICE)]);
    let (ended, result) = check(folder.path(), "twice.c");
    assert_eq!(ended.code, 1, "{ended:?}");
    let [check] = checks(&result) else { panic!("{result}") };
    assert_eq!((&check["inputs"], &check["failed"]), (&21.into(), &12.into()), "{check}");
    // The smallest first, whatever came first.
    let [small, large] = failures(check) else { panic!("{check}") };
    for (failure, words, count, objects, x) in
        [(small, "x < 2", 3, 2, 2), (large, "l->size < 2", 9, 3, 0)]
    {
        assert_eq!(failure["place"]["line"], line_of(TWICE, &format!("{words});")), "{failure}");
        assert_eq!((&failure["count"], &failure["objects"]), (&count.into(), &objects.into()));
        assert_eq!(failure["before"]["roots"]["x"], x, "{failure}");
        assert_eq!(failure["before"]["objects"]["node0"]["fields"]["value"], 0, "{failure}");
    }
    // What an earlier run has left is gone.
    let saved =
        |number: u32| folder.path().join(format!("pikse-out/twice-{number}.json")).is_file();
    assert!(saved(1) && saved(2) && !saved(3));
    run_in(folder.path(), "check twice.c --args x=0 -q");
    assert!(saved(1) && !saved(2));
}

#[test]
fn the_summary_says_what_ran_and_what_broke() {
    let folder = folder(&[("list.h", LIST), ("list.c", "#include \"list.h\"\n")]);
    let command = "check list.c --size 2 --call push --args x=0..2 --post rep_ok";
    let failed = run_in(folder.path(), command);
    assert_eq!((failed.code, &*failed.stderr), (1, ""), "{failed:?}");
    let line = line_of(LIST, "void push");
    let expected = [
        format!("FAIL push (list.h:{line}): 14 of 21 inputs failed"),
        "size 2".to_owned(),
        format!("1. post-condition at list.h:{line} in push, on 14 inputs"),
        "violates the post-condition `rep_ok`".to_owned(),
        "the smallest input (2 objects):\n       l list (size 1)\n       └─ head node0 (value 0)\n       \
         x 0\n     after:\n"
            .to_owned(),
        "saved  pikse-out/push-1.json".to_owned(),
        "test   pikse-out/push-1.c".to_owned(),
        "1 check, 1 failed: 21 inputs".to_owned(),
        "next: pikse replay pikse-out/push-1.json".to_owned(),
    ];
    for words in &expected {
        assert!(failed.stdout.contains(words), "{words}\n{}", failed.stdout);
    }
    // The state after shows the new node and the new size.
    let after = failed.stdout.split("after:").nth(1).expect("it is there");
    assert!(after.contains("[new]") && after.contains("size 1 → 2"), "{after}");
    let passed = run_in(folder.path(), &command.replace("push", "add"));
    assert_eq!((passed.code, &*passed.stderr), (0, ""), "{passed:?}");
    assert!(passed.stdout.starts_with("ok   add (list.h:"), "{passed:?}");
    assert!(passed.stdout.contains("1 check, all passed: 21 inputs"), "{passed:?}");
    let quiet = run_in(folder.path(), &format!("{command} --quiet"));
    assert_eq!((quiet.code, &*quiet.stdout, &*quiet.stderr), (1, "", ""), "{quiet:?}");
}

/// Functions to name on the command line.
const OPERATIONS: &str = r#"
#include "list.h"
bool grown(const struct list *old, const struct list *l, int x)
{
    return has(l, x) && l->size == old->size + !has(old, x);
}
bool below(const struct list *l, int x) { return !l->head || x < l->head->value; }
static int length(const struct list *l)
{
    int count = 0;
    for (struct node *n = l->head; n; n = n->next)
        count++;
    return count;
}
int length_of_few(const struct list *l) { return l->size == 2 ? 0 : length(l); }
bool is_size(int result, const struct list *l) { return result == l->size; }
void swap(struct list *a, struct list *b)
{
    struct list c = *a;
    *a = *b;
    *b = c;
}
void swap_some(struct list *a, struct list *b)
{
    if (a->size != 2 || b->size != 1)
        swap(a, b);
}
bool swapped(const struct list *a, const struct list *b, const struct list *old_a,
             const struct list *old_b)
{
    return a->size == old_b->size && b->size == old_a->size;
}
"#;

#[test]
fn functions_are_checked_without_a_header() {
    let folder = folder(&[("list.h", LIST), ("operations.c", OPERATIONS)]);
    // Arguments, inputs, the failures with their counts, the smallest number of objects.
    type Found = &'static [(&'static str, u64)];
    let cases: &[(&str, u64, Found, u64)] = &[
        ("add --args x=0..2 --post rep_ok --post grown", 21, &[], 0),
        ("add --type list --args x=1,2 --post rep_ok --post grown", 14, &[], 0),
        ("add --args x=5 --post grown", 7, &[], 0),
        ("push --args x=0..2 --post rep_ok", 21, &[("post-condition", 14)], 2),
        ("push --args x=0..2 --pre below --post rep_ok", 7, &[], 0),
        ("length --post is_size", 7, &[], 0),
        ("length_of_few --post is_size", 7, &[("post-condition", 3)], 3),
        ("length_of_few --same-as length", 7, &[("difference", 3)], 3),
        // The size differs if the value was there, and otherwise the first value does.
        ("push --args x=0..2 --same-as add", 21, &[("difference", 9), ("difference", 5)], 2),
        ("swap --post swapped", 49, &[], 0),
        ("swap_some --post swapped", 49, &[("post-condition", 9)], 5),
    ];
    for (arguments, inputs, found, objects) in cases {
        let arguments = format!("operations.c --size 2 --call {arguments}");
        let (ended, result) = check(folder.path(), &arguments);
        let [check] = checks(&result) else { panic!("{result}") };
        assert_eq!(ended.code, i32::from(!found.is_empty()), "{arguments}: {ended:?}");
        assert_eq!(check["inputs"], *inputs, "{arguments}: {check}");
        let kinds: Vec<(&str, u64)> = failures(check)
            .iter()
            .map(|f| (f["kind"].as_str().expect("a text"), f["count"].as_u64().expect("a number")))
            .collect();
        assert_eq!(kinds, *found, "{arguments}: {check}");
        if let Some(first) = failures(check).first() {
            assert_eq!(first["objects"], *objects, "{arguments}: {first}");
        }
    }
}
