//! Late reads: fields that the code under test reads and the predicate does not. Trying their values
//! only where they are read must say the same as trying all of them everywhere.

use std::path::PathBuf;

use pikse_front::Wanted;
use pikse_front::bounds::{Bounds, Request};
use pikse_front::check::{CheckBounds, Named, open};
use pikse_llvm::inkwell::context::Context;
use pikse_native::{Build, Check, CheckBuild, Predicate};
use pikse_search::{Search, Settings, Step};
use pikse_structure::{CellId, Structure};

/// A list whose predicate reads the keys or not, and operations that fail for some keys.
const LIST: &str = r#"
#include <stdbool.h>
#include <stdlib.h>
struct node { struct node *next; int key; };
struct list { struct node *head; int size; };

static bool is_list(const struct list *l) {
    int n = 0;
    for (struct node *p = l->head; p; p = p->next)
        if (++n > l->size) return false;
    return n == l->size;
}
bool shape(const struct list *l) { return is_list(l); }
bool all(const struct list *l) {
    if (!is_list(l)) return false;
    int sum = 0;
    for (struct node *p = l->head; p; p = p->next) sum += p->key;
    return sum >= 0;
}

/* Fails if a key below 2 comes right before 2. */
bool find(struct list *l, int key) {
    for (struct node *p = l->head; p; p = p->next) {
        if (p->key == key) return true;
        if (p->next && p->key < 2 && p->next->key == 2) abort();
    }
    return false;
}
void insert(struct list *l, int key) {
    struct node **at = &l->head;
    while (*at && (*at)->key < key) at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->key = key; n->next = *at; *at = n;
    l->size += n->next && n->next->key == 2 ? 2 : 1;
}
/* Writes a key without reading it: only the condition reads what it was. */
void clear(struct list *l, int key) { if (l->head) l->head->key = key; }
bool was_small(const struct list *old, struct list *l) { return !old->head || old->head->key < 3 || l->size == 1; }
void clear_too(struct list *l, int key) { if (l->head && key > 0) l->head->key = key; }
/* Copies a node: reads all of it. */
void copy(struct list *l, int key) {
    if (!l->head) return;
    struct node n = *l->head;
    if (n.key == key && key == 2) abort();
    *l->head = n;
}
/* Overwrites a pointer without reading it. */
void cut(struct list *l, int key) { if (l->head) { l->head->next = NULL; l->size = 1; } }
bool head_only(const struct list *l) { return l->head; }
"#;

/// The number of inputs and of failing inputs: as they were run, and with every combination of the
/// values that were not tried because nothing reads them.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    ran: u64,
    inputs: u64,
    failing: u64,
}

fn run(call: &str, predicate: &str, post: &[&str], same_as: Option<&str>, varies: bool) -> Counts {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file: PathBuf = folder.path().join("list.c");
    std::fs::write(&file, LIST).expect("the file can be written");
    let named = Named {
        call: call.to_owned(),
        predicate: Some(predicate.to_owned()),
        post: post.iter().map(|&name| name.to_owned()).collect(),
        same_as: same_as.map(str::to_owned),
        ..Named::default()
    };
    let context = Context::create();
    let wanted = Wanted { files: vec![file], ..Wanted::default() };
    let checked = open(&context, &wanted, Some(&named), &[]).unwrap_or_else(|e| panic!("{e}"));
    let (checked, property) = (&checked[0], &checked[0].properties[0]);
    let mut bounds = CheckBounds::default();
    bounds.add_argument("key=0..n").expect("an argument");
    let request = Request { size: 3, ..bounds.request };
    let bounds = checked.bounds(property, request, None).unwrap_or_else(|e| panic!("{e}"));
    let pre = pikse_check::compile_pre(&checked.program, property, &bounds, &Build::default());
    let pre = pre.unwrap_or_else(|error| panic!("{error}"));
    let build = CheckBuild::default();
    let compiled = pikse_check::compile(&checked.program, property, &bounds, &build);
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let predicate = Predicate::load(&pre, &bounds).unwrap_or_else(|error| panic!("{error}"));
    let mut check = Check::load(&compiled, &bounds).unwrap_or_else(|error| panic!("{error}"));
    let mut search = Search::new(&bounds.space, predicate, Settings::new(&bounds.space));
    let mut counts = Counts::default();
    while search.step().expect("the predicate is deterministic") == Step::Solution {
        let structure = search.structure();
        let (failed, read) = search.process(|_, choices, late| {
            let mut read: Vec<CellId> = choices.clone().map(|(cell, _)| cell).collect();
            check.choose(choices);
            let failed = check.run().is_err();
            read.extend_from_slice(check.late());
            if varies {
                late.extend_from_slice(check.late());
            }
            (failed, read)
        });
        let weight = unread(&bounds, &structure, &read);
        counts.ran += 1;
        counts.inputs += weight;
        counts.failing += if failed { weight } else { 0 };
    }
    counts
}

/// The number of combinations of the keys of an input's nodes that were not read.
fn unread(bounds: &Bounds, structure: &Structure, read: &[CellId]) -> u64 {
    let space = &bounds.space;
    let objects = structure.objects();
    let is_there = |cell: &CellId| {
        let info = space.cell(*cell);
        let is_key = space.field_name(info.field) == "node.key";
        is_key && objects.iter().any(|object| object.id == info.object)
    };
    let cells = (0..space.cells().len()).map(CellId::at).filter(is_there);
    let open = cells.filter(|cell| !read.contains(cell));
    open.map(|cell| u64::from(space.domain_of(cell).len())).product()
}

#[test]
fn late_values_are_those_of_a_predicate_that_reads_everything() {
    for (call, post, same_as) in [
        ("find", &[][..], None),
        ("insert", &["shape"][..], None),
        ("clear", &["was_small"][..], None),
        ("clear", &[][..], Some("clear_too")),
        ("copy", &[][..], None),
    ] {
        let case = format!("{call} {post:?} {same_as:?}");
        let all = run(call, "all", post, same_as, true);
        let late = run(call, "shape", post, same_as, true);
        assert!(all.failing > 0, "{case}: {all:?}");
        assert_eq!((late.inputs, late.failing), (all.inputs, all.failing), "{case}: {late:?}");
        assert!(late.ran < all.ran, "{case}: {late:?}, {all:?}");
        // Without them, something is missed.
        let first = run(call, "shape", post, same_as, false);
        assert!(first.failing < all.failing, "{case}: {first:?}");
    }
}

/// A pointer that is only overwritten is not read. A predicate that says nothing about it accepts
/// structures that no program makes, and a leak of their objects would be a false alarm.
#[test]
fn overwritten_pointers_are_not_varied() {
    let all = run("cut", "all", &[], None, true);
    assert!(all.failing > 0, "{all:?}");
    // The predicate reads `head` alone.
    let first = run("cut", "head_only", &[], None, false);
    let late = run("cut", "head_only", &[], None, true);
    assert_eq!(first, late);
    assert_eq!(first.failing, 0, "{first:?}");
}
