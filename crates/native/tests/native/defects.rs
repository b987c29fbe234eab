//! Predicates that break off on some candidates: each is reported with its kind, and the
//! counts of the rest are those of a predicate that returns false there.

use std::fs;

use crate::subject::Subject;
use pikse_front::Request;
use pikse_native::{Build, Limits, Strategy};

/// A list whose predicate does something else when it meets the data value 2.
fn c_list(defect: &str) -> String {
    format!(
        "#include <assert.h>\n#include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #include <unistd.h>\n\
         struct node {{ struct node *next; int data; }};\n\
         struct list {{ struct node *head; int size; }};\n\
         static volatile int sink;\n\
         static int deep(int n) {{ return deep(n + 1) * 3 + deep(n + sink); }}\n\
         bool rep_ok(struct list *l) {{\n\
         struct node *seen[16]; int count = 0;\n\
         for (struct node *n = l->head; n; n = n->next) {{\n\
         for (int i = 0; i < count; i++) if (seen[i] == n) return false;\n\
         seen[count++] = n;\n\
         if (n->data == 2) {{ {defect} }}\n\
         if (n->next && n->next->data < n->data) return false;\n\
         }}\n\
         return l->size == count; }}\n"
    )
}

fn limits() -> Limits {
    let time = std::time::Duration::from_millis(60);
    Limits { time, ..Limits::default() }
}

struct Found {
    valid: u64,
    explored: u64,
    failures: Vec<(&'static str, u64, String)>,
}

fn count(file: &str, text: &str, predicate: &str, root: &str, strategy: Strategy) -> Found {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(file);
    fs::write(&path, text).expect("the file can be written");
    let build = Build { strategy, multi_value: false, limits: limits(), ..Build::default() };
    let subject = Subject::compile_file(&path, predicate, &build);
    let subject = subject.unwrap_or_else(|error| panic!("{error}"));
    let request = Request { root: root.to_owned(), size: 3, ..Request::default() };
    let found = subject.search(&request, &[]);
    let statistics = found.statistics;
    let failures = found
        .failures
        .into_iter()
        .map(|failure| (failure.broken.kind(), failure.count, failure.broken.to_string()))
        .collect();
    Found { valid: statistics.valid, explored: statistics.explored, failures }
}

/// A defect is found, and everything else is as if it were `return false`.
#[track_caller]
fn check(
    file: &str,
    make: &dyn Fn(&str) -> String,
    predicate: &str,
    root: &str,
    cases: &[(&str, &str, &str)],
) {
    let sound = count(file, &make("return false;"), predicate, root, Strategy::Auto);
    assert!(sound.failures.is_empty() && sound.valid > 5, "{:?}", sound.failures);
    for &(defect, kind, words) in cases {
        for strategy in [Strategy::Auto, Strategy::Reexecute] {
            let found = count(file, &make(defect), predicate, root, strategy);
            let case = format!("{defect} ({strategy:?}): {:?}", found.failures);
            assert_eq!((found.valid, found.explored), (sound.valid, sound.explored), "{case}");
            let [(found_kind, count, text)] = &found.failures[..] else { panic!("{case}") };
            assert_eq!(*found_kind, kind, "{case}");
            assert!(*count > 1 && text.contains(words), "{case}");
        }
    }
}

#[test]
fn defects_of_c_predicates_are_verdicts() {
    check(
        "list.c",
        &c_list,
        "rep_ok",
        "list",
        &[
            ("return ((struct node *)0)->data == 1;", "bad-access", "null pointer"),
            ("return *(int *)0x1234567890 == 1;", "bad-access", "wild pointer"),
            ("*(volatile int *)0x1234567890 = 1;", "bad-access", "wild pointer"),
            ("((void (*)(void))0x55)();", "bad-access", "null pointer"),
            ("for (volatile int i = 0;; ) i++;", "time-limit", "time limit"),
            ("return deep(0) == 1;", "stack-overflow", "recursion"),
            ("abort();", "abort", "abort"),
            ("exit(3);", "exit", "code 3"),
            ("assert(n->data < 2);", "assertion", "n->data < 2"),
            ("__builtin_trap();", "signal", "SIGILL"),
            ("volatile int z = 0; return 100 / z == 1;", "signal", "SIGFPE"),
            ("n->data = 1;", "writes-candidate", "modifies the structure"),
            ("memset(n, 0, sizeof *n);", "writes-candidate", "modifies the structure"),
            ("for (;;) { void *p = malloc(4096); memset(p, 1, 4096); }", "memory-limit", "memory"),
            ("free(n);", "bad-free", "did not allocate"),
            ("void *p = malloc(8); free(p); free(p);", "double-free", "twice"),
            ("return (&n->data)[3] == 0;", "reads-outside", "out of bounds of an object"),
        ],
    );
}

#[test]
#[ignore = "part of `cargo xtask test --large`"]
fn defects_of_cpp_predicates_are_verdicts() {
    let make = |defect: &str| {
        format!(
            "#include <stdexcept>\n#include <string>\n#include <vector>\n#include <set>\n\
             struct Odd {{ int code; }};\n\
             struct Node {{ Node *next; int data; }};\n\
             struct List {{ Node *head; int size; bool repOk() {{\n\
             std::set<Node *> seen; std::vector<int> data;\n\
             for (Node *n = head; n; n = n->next) {{\n\
             if (!seen.insert(n).second) return false;\n\
             data.push_back(n->data);\n\
             if (n->data == 2) {{ {defect} }} }}\n\
             return size == (int)data.size(); }} }};\n\
             bool use(List *l) {{ return l->repOk(); }}\n"
        )
    };
    check(
        "list.cpp",
        &make,
        "List::repOk",
        "List",
        &[
            ("throw std::runtime_error(\"two\");", "exception", "std::runtime_error: two"),
            ("throw Odd{7};", "exception", "Odd"),
            ("throw 7;", "exception", "int"),
            ("return data.at(99) == 1;", "exception", "std::out_of_range"),
            ("std::terminate();", "abort", "abort"),
        ],
    );
    // So is one of a program that has nothing to clean up or to catch.
    let bare = |defect: &str| {
        format!(
            "#include <optional>\nstruct Node {{ Node *next; int data; }};\n\
             struct List {{ Node *head; int size; bool repOk() {{\n\
             int count = 0;\n\
             for (Node *n = head; n; n = n->next) {{\n\
             if (++count > 3) return false;\n\
             if (n->data == 2) {{ {defect} }} }}\n\
             return size == count; }} }};\n\
             bool use(List *l) {{ return l->repOk(); }}\n"
        )
    };
    check(
        "bare.cpp",
        &bare,
        "List::repOk",
        "List",
        &[
            ("throw 7;", "exception", "int"),
            ("return std::optional<int>().value();", "exception", "std::bad_optional_access"),
        ],
    );
    // An exception that the predicate catches is its own affair.
    let caught = make("try { throw 1; } catch (int) { return false; }");
    let found = count("list.cpp", &caught, "List::repOk", "List", Strategy::Auto);
    let sound = count("list.cpp", &make("return false;"), "List::repOk", "List", Strategy::Auto);
    assert_eq!((found.valid, found.explored), (sound.valid, sound.explored));
    assert!(found.failures.is_empty(), "{:?}", found.failures);
}

#[test]
fn panics_of_rust_predicates_are_verdicts() {
    let make = |defect: &str| {
        format!(
            "pub struct Node {{ next: Option<Box<Node>>, data: usize }}\n\
             pub struct List {{ head: Option<Box<Node>>, size: usize }}\n\
             fn deep(n: u64) -> u64 {{ std::hint::black_box(n) + std::hint::black_box(deep(n + 1)) }}\n\
             impl List {{ pub fn rep_ok(&self) -> bool {{\n\
             let mut seen: Vec<*const Node> = Vec::new();\n\
             let mut at = &self.head;\n\
             while let Some(node) = at {{\n\
             let here: *const Node = &**node;\n\
             if seen.contains(&here) {{ return false; }}\n\
             seen.push(here);\n\
             if node.data == 2 {{ {defect} }}\n\
             at = &node.next; }}\n\
             let _ = deep as fn(u64) -> u64;\n\
             self.size == seen.len() }} }}\n"
        )
    };
    check(
        "list.rs",
        &make,
        "List::rep_ok",
        "List",
        &[
            ("panic!(\"two in {}\", seen.len());", "panic", "two in"),
            ("return [1, 2][node.data + 5] == 1;", "panic", "index out of bounds"),
            ("return *seen.get(99).unwrap() == here;", "panic", "None"),
            ("std::process::exit(4);", "exit", "code 4"),
            ("return deep(0) == 1;", "stack-overflow", "recursion"),
            ("loop { std::hint::spin_loop(); }", "time-limit", "time limit"),
        ],
    );
}
