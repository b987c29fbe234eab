//! Properties run on every input: counts, failures of each kind, and what is seen after.

use std::path::PathBuf;

use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Language, Options, Program, Types};
use pikse_native::bounds::{Request, infer_input};
use pikse_native::check::{CheckBuild, CompiledCheck, Failed, Frames, Named, Property};
use pikse_native::{Build, Check, Predicate, with_headers};
use pikse_search::{Search, Settings, Step};

const BST: &str = r#"
#include <stdbool.h>
#include <stdlib.h>
#include <assert.h>
struct node { struct node *left, *right; int key; };
struct tree { struct node *root; int size; };
static int count(struct node *n, long low, long high) {
    if (!n) return 0;
    if (n->key <= low || n->key >= high) return -1;
    int left = count(n->left, low, n->key);
    if (left < 0) return -1;
    int right = count(n->right, n->key, high);
    return right < 0 ? -1 : left + right + 1;
}
bool rep_ok(struct tree *t) { int n = count(t->root, -1000, 1000); return n >= 0 && n == t->size; }
bool has(const struct tree *t, int x) {
    struct node *n = t->root;
    while (n && n->key != x) n = x < n->key ? n->left : n->right;
    return n;
}
bool added(const struct tree *old, struct tree *t, int x) {
    return has(t, x) && t->size == old->size + !has(old, x);
}
void add(struct tree *t, int x) {
    struct node **at = &t->root;
    while (*at) {
        if ((*at)->key == x) return;
        at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    struct node *n = malloc(sizeof *n);
    n->left = n->right = NULL;
    n->key = x;
    *at = n;
    t->size++;
}
void add_without_size(struct tree *t, int x) { int size = t->size; add(t, x); t->size = size; }
int counter;
void add_globally(struct tree *t, int x) { counter++; add(t, x); assert(counter == 1); }
void add_leaking(struct tree *t, int x) { add(t, x); if (x == 2) malloc(8); if (x == 100) free(t); }
void add_freeing(struct tree *t, int x) { add(t, x); if (t->root->left) free(t->root->left); }
void add_freeing_twice(struct tree *t, int x) { free(t->root); free(t->root); }
void add_crashing(struct tree *t, int x) { if (x == 1) t->root->key = t->root->left->key; }
void add_endlessly(struct tree *t, int x) { while (x == 3 && t->size == 2) ; }
void add_outside(struct tree *t, int x) { if (t->root) (&t->root->key)[2] = 5; }
void add_asserting(struct tree *t, int x) { assert(t->size < 2); }
void add_aborting(struct tree *t, int x) { if (t->size == 2) abort(); }
void add_else(struct tree *t, int x) { if (t->size == 2 && x == 0) return; add(t, x); }
"#;

struct Report {
    inputs: u64,
    failures: Vec<(String, u32, Failed)>,
    places: Vec<String>,
    changed: Vec<String>,
    after: Option<String>,
}

fn check(named: &Named, size: u32) -> Report {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file: PathBuf = folder.path().join("tree.c");
    std::fs::write(&file, BST).expect("the file can be written");
    let context = Context::create();
    let options = with_headers(&Options::default());
    let program = Program::compile(&context, &[file], &options).unwrap_or_else(|e| panic!("{e}"));
    let types = Types::of(&program).expect("it has debug information");
    let property =
        Property::of_call(&types, Language::C, named).unwrap_or_else(|error| panic!("{error}"));
    let request = Request {
        size,
        ranges: vec!["input.x=0..n".parse().expect("a range")],
        ..Request::default()
    };
    let bounds =
        infer_input(&types, &property.parameters, &request).unwrap_or_else(|e| panic!("{e}"));
    let pre = CompiledCheck::pre(&program, &property, &bounds, &Build::default());
    let pre = pre.unwrap_or_else(|error| panic!("{error}"));
    let compiled = CompiledCheck::new(&program, &property, &bounds, &CheckBuild::default());
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let predicate = Predicate::load(&pre, &bounds).unwrap_or_else(|error| panic!("{error}"));
    let mut check = Check::load(&compiled, &bounds).unwrap_or_else(|error| panic!("{error}"));
    let frames = Frames::of(compiled.library());
    let mut report = Report {
        inputs: 0,
        failures: Vec::new(),
        places: Vec::new(),
        changed: Vec::new(),
        after: None,
    };
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    while search.step().expect("the predicate is deterministic") == Step::Solution {
        report.inputs += 1;
        let structure = search.structure().to_string();
        search.show(|_, choices| check.choose(choices));
        if let Err(failed) = check.run() {
            let places = frames.look_up(&failed.calls);
            let places = places.iter().map(|f| format!("{}:{}", f.function, f.line));
            report.places.push(places.collect::<Vec<_>>().join(" "));
            report.after.get_or_insert_with(|| check.after().to_string());
            report.failures.push((structure, check.objects(), failed));
        }
    }
    let symbols =
        check.changed_globals().iter().filter_map(|&at| frames.variable(at).map(str::to_owned));
    report.changed = symbols.collect();
    report
}

fn call(name: &str) -> Named {
    Named {
        call: name.to_owned(),
        post: vec!["rep_ok".to_owned(), "added".to_owned()],
        ..Named::default()
    }
}

#[test]
fn try_it() {
    for name in [
        "add",
        "add_without_size",
        "add_globally",
        "add_leaking",
        "add_freeing",
        "add_freeing_twice",
        "add_crashing",
        "add_endlessly",
        "add_outside",
        "add_asserting",
        "add_aborting",
        "add_else",
    ] {
        let mut named = call(name);
        if name == "add_else" {
            named.post.clear();
            named.same_as = Some("add".to_owned());
        }
        let report = check(&named, 3);
        println!(
            "== {name}: {} inputs, {} failures; changed {:?}",
            report.inputs,
            report.failures.len(),
            report.changed
        );
        for (structure, objects, failed) in report.failures.iter().take(2) {
            println!("{objects} {:?}\n{structure}", failed.broken);
        }
        println!("places {:?}", report.places.first());
        println!("after {}", report.after.unwrap_or_default());
    }
}
