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

/// Nodes that are large enough for code that copies them to be compiled to copies of memory. Every operation
/// copies more than it uses.
const ROWS: &str = r#"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int key; int row[6]; };
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
    for (struct node *p = l->head; p; p = p->next) {
        sum += p->key;
        for (int i = 0; i < 6; i++) sum += p->row[i];
    }
    return sum >= 0;
}

/* The subscript is not known, so that the variable stays one. */
static void fail_if(const int *row, int at) { if (row[at] == 1) abort(); }

void to_local(struct list *l, int key) {
    if (!l->head) return;
    struct node copy = *l->head;
    fail_if(copy.row, key);
}
void to_local_of_caller(struct list *l, int key);
static struct node __attribute__((noinline)) first(const struct list *l) { return *l->head; }
void to_local_of_caller(struct list *l, int key) {
    if (!l->head) return;
    struct node copy = first(l);
    fail_if(copy.row, key);
}
void to_heap(struct list *l, int key) {
    if (!l->head) return;
    struct node *copy = malloc(sizeof *copy);
    memcpy(copy, l->head, sizeof *copy);
    int found = copy->row[key];
    free(copy);
    if (found == 1) abort();
}
void to_larger_heap(struct list *l, int key) {
    if (!l->head) return;
    l->head = realloc(l->head, 2 * sizeof(struct node));
    fail_if(l->head->row, key);
}
/* From node to node, and then the place is asked for. */
void to_input(struct list *l, int key) {
    if (!l->head || !l->head->next) return;
    memcpy(l->head->row, l->head->next->row, sizeof l->head->row);
    fail_if(l->head->row, key);
}
/* A copy of a copy, to the next place. */
void along(struct list *l, int key) {
    if (!l->head) return;
    int numbers[11] = {0};
    memcpy(numbers, l->head, sizeof *l->head);
    memmove(numbers + 1, numbers, sizeof *l->head);
    numbers[4] = 0;
    fail_if(numbers + 4, key);
}
/* What is overwritten is not read any more. */
void overwritten(struct list *l, int key) {
    if (!l->head) return;
    struct node copy = *l->head;
    copy.row[0] = 0;
    l->head->row[1] = 0;
    fail_if(copy.row, key);
}
/* The copy is read after its place was used by another function. */
static int __attribute__((noinline)) of_zeros(int at) {
    struct node other;
    memset(&other, 0, sizeof other);
    struct node copy;
    memcpy(&copy, &other, sizeof copy);
    return copy.row[at];
}
void with_others(struct list *l, int key) {
    if (!l->head) return;
    struct node copy = *l->head;
    if (of_zeros(key) != 0) exit(1);
    fail_if(copy.row, key);
}
/* The state after the call has the copy, and is compared. */
void move_row(struct list *l, int key) {
    if (l->head && l->head->next && key == 1)
        memcpy(l->head->row, l->head->next->row, sizeof l->head->row);
}
void move_nothing(struct list *l, int key) { }
bool same_row(const struct list *old, struct list *l) {
    return !old->head || old->head->row[2] == l->head->row[2];
}
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
    run_in((LIST, 3), call, predicate, (post, same_as), varies)
}

/// The same, for a program and a size.
fn run_in(
    (program, size): (&str, u32),
    call: &str,
    predicate: &str,
    (post, same_as): (&[&str], Option<&str>),
    varies: bool,
) -> Counts {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file: PathBuf = folder.path().join("list.c");
    std::fs::write(&file, program).expect("the file can be written");
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
    if program.contains("row[6]") {
        bounds.request.ranges.push("node.row=0..1".parse().expect("a range"));
    }
    let request = Request { size, ..bounds.request };
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

/// The number of combinations of the numbers in an input's nodes that were not read.
fn unread(bounds: &Bounds, structure: &Structure, read: &[CellId]) -> u64 {
    let space = &bounds.space;
    let objects = structure.objects();
    let is_there = |cell: &CellId| {
        let info = space.cell(*cell);
        let is_number = ["node.key", "node.row"].contains(&space.field_name(info.field).as_str());
        is_number && objects.iter().any(|object| object.id == info.object)
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

/// A copy is no read, so few inputs are run; and what is used of it is tried as if it had been read at once.
#[test]
fn copies_are_read_where_they_are_used() {
    for (call, post, same_as) in [
        ("to_local", &[][..], None),
        ("to_local_of_caller", &[][..], None),
        ("to_heap", &[][..], None),
        ("to_larger_heap", &[][..], None),
        ("to_input", &[][..], None),
        ("along", &[][..], None),
        ("overwritten", &[][..], None),
        ("with_others", &[][..], None),
        ("move_row", &["same_row"][..], None),
        ("move_row", &[][..], Some("move_nothing")),
    ] {
        let case = format!("{call} {post:?} {same_as:?}");
        let all = run_in((ROWS, 2), call, "all", (post, same_as), true);
        let late = run_in((ROWS, 2), call, "shape", (post, same_as), true);
        println!("{case}: {late:?}, {all:?}");
        assert!(all.failing > 0, "{case}: {all:?}");
        assert_eq!((late.inputs, late.failing), (all.inputs, all.failing), "{case}: {late:?}");
        // Two cells of those that are copied are used at most, but all of them where they are compared.
        let most = if same_as.is_some() { 100_000 } else { 100 };
        assert!(late.ran < most, "{case}: {late:?}");
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
