//! Inputs of functions in C.

use pikse_report::Language;

use super::common::Case;

/// Search trees with operations that are right and operations that are not.
const TREES: &str = r#"
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
struct tree { struct node *root; int size; };
static int count(struct node *n, long low, long high)
{
    if (!n) return 0;
    if (n->key <= low || n->key >= high) return -1;
    int left = count(n->left, low, n->key);
    if (left < 0) return -1;
    int right = count(n->right, n->key, high);
    return right < 0 ? -1 : left + right + 1;
}
bool rep_ok(struct tree *t) { int n = count(t->root, -1000, 1000); return n >= 0 && n == t->size; }
bool has(const struct tree *t, int x)
{
    struct node *n = t->root;
    while (n && n->key != x) n = x < n->key ? n->left : n->right;
    return n;
}
bool added(const struct tree *old, struct tree *t, int x)
{
    return has(t, x) && t->size == old->size + !has(old, x);
}
bool tells(const struct tree *old, int x, bool result) { return result == has(old, x); }
struct node *new_node(int x)
{
    struct node *n = malloc(sizeof *n);
    n->left = n->right = NULL;
    n->key = x;
    return n;
}
void add(struct tree *t, int x)
{
    struct node **at = &t->root;
    while (*at) {
        if ((*at)->key == x) return;
        at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    }
    *at = new_node(x);
    t->size++;
}
void add_twice(struct tree *t, int x) { add(t, x); t->size += t->size == 2; }
void add_freeing(struct tree *t, int x) { add(t, x); if (t->root->left) free(t->root->left); }
void add_outside(struct tree *t, int x) { add(t, x); if (t->size == 3) (&t->root->key)[2] = 5; }
void add_crashing(struct tree *t, int x) { if (x == 1) t->root->key = t->root->left->key; add(t, x); }
void add_asserting(struct tree *t, int x) { assert(t->size < 2 || x != 1); add(t, x); }
static bool take(struct tree *t, int x, bool frees)
{
    struct node **at = &t->root;
    while (*at && (*at)->key != x) at = x < (*at)->key ? &(*at)->left : &(*at)->right;
    struct node *gone = *at;
    if (!gone) return false;
    if (gone->left && gone->right) {
        struct node **least = &gone->right;
        while ((*least)->left) least = &(*least)->left;
        gone->key = (*least)->key;
        gone = *least;
        *least = gone->right;
    } else {
        *at = gone->left ? gone->left : gone->right;
    }
    t->size--;
    if (frees) free(gone);
    return true;
}
bool removes(struct tree *t, int x) { return take(t, x, true); }
bool removes_leaking(struct tree *t, int x) { return take(t, x, x != 1); }
bool removes_wrongly(struct tree *t, int x) { return take(t, x, true) && x != 2; }
bool removes_otherwise(struct tree *t, int x)
{
    if (x == 1 && t->root && t->root->left && t->root->key == 1) {
        struct node *gone = t->root, *last = gone->left;
        while (last->right) last = last->right;
        last->right = gone->right;
        t->root = gone->left;
        t->size--;
        free(gone);
        return true;
    }
    return take(t, x, true);
}
struct node *first(struct tree *t) { return t->root; }
bool is_root(struct tree *t, struct node *result) { return t->size < 2 || result == t->root->left; }
void free_nodes(struct node *n) { if (n) { free_nodes(n->left); free_nodes(n->right); free(n); } }
void destroy(struct tree *t) { free_nodes(t->root); free(t); }
void destroy_badly(struct tree *t) { free_nodes(t->root); if (t->size > 1) free(t->root); free(t); }
bool pikse_check_add(struct tree *old, struct tree *t, int x) { add(t, x); return added(old, t, x); }
bool pikse_check_bad(struct tree *old, struct tree *t, int x) { add(t, 1); return added(old, t, x); }
"#;

fn trees<'a>(call: &'a str, post: &'a [&'a str]) -> Case<'a> {
    let ranges = &["input.x=0..n", "node.key=0..n"];
    Case { language: Language::C, text: TREES, call, post, same_as: None, size: 2, ranges }
}

/// Right operations, with every kind of condition: all tests pass.
#[test]
fn what_is_right_passes() {
    for (call, post) in
        [("add", &["rep_ok", "added"][..]), ("removes", &["rep_ok", "tells"]), ("check add", &[])]
    {
        assert_eq!(trees(call, post).run().failing, 0, "{call}");
    }
    let case = Case { ranges: &["node.key=0..n"], ..trees("destroy", &[]) };
    assert_eq!(case.run().failing, 0);
    let same = Case { same_as: Some("add"), ..trees("add", &["rep_ok"]) };
    assert_eq!(same.run().failing, 0);
}

/// Every kind of failure shows in a test of its own.
#[test]
fn what_is_wrong_fails() {
    for (call, post, kind) in [
        ("add_twice", &["rep_ok", "added"][..], "post-condition"),
        ("add_freeing", &["rep_ok"], "use-after-free"),
        ("add_outside", &["rep_ok"], "writes-outside"),
        ("add_crashing", &["rep_ok"], "bad-access"),
        ("add_asserting", &["rep_ok"], "assertion"),
        ("removes_leaking", &["rep_ok", "tells"], "leak"),
        ("removes_wrongly", &["tells"], "post-condition"),
        ("check bad", &[], "returned-false"),
    ] {
        let outcome = trees(call, post).run();
        assert!(outcome.kinds.contains(kind), "{call}: {:?}", outcome.kinds);
        assert!(outcome.failing > 0, "{call}");
    }
    let no_x = |call, post| Case { ranges: &["node.key=0..n"], ..trees(call, post) };
    assert!(no_x("destroy_badly", &[]).run().failing > 0);
    assert!(no_x("first", &["is_root"]).run().failing > 0);
    let other =
        Case { same_as: Some("removes_otherwise"), size: 3, ..trees("removes", &["rep_ok"]) };
    let outcome = other.run();
    assert_eq!(outcome.kinds, ["difference"].into());
    assert!(outcome.failing > 0);
}

/// A bug, the tests that show it, and the same tests after the bug is gone.
#[test]
fn mended_programs_pass() {
    trees("add_twice", &["rep_ok", "added"]).mend("t->size += t->size == 2;", "");
    trees("removes_leaking", &["rep_ok", "tells"]).mend("take(t, x, x != 1)", "take(t, x, true)");
    let free = "if (t->root->left) free(t->root->left);";
    trees("add_freeing", &["rep_ok"]).mend(free, "");
}

#[test]
fn a_test_as_users_see_it() {
    let text = trees("add_twice", &["rep_ok", "added"]).run().text;
    for part in [
        "// Compile and run: cc -g -fsanitize=address,undefined FILE.c -o test && timeout 60 ./test\n",
        "\n// add_twice: ",
        "    struct tree *tree0 = malloc(sizeof *tree0);\n    *tree0 = (struct tree){.size = 1};\n",
        "    tree0->root = node0;\n",
        "    old_tree0->root = old_node0;\n",
        "    add_twice(tree0, 0);\n    assert(rep_ok(tree0));\n    \
         assert(added(old_tree0, tree0, 0));\n}\n",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    // Leaks are looked for, but what the test itself has is none.
    assert!(!text.contains("detect_leaks"), "{text}");
    let text = trees("removes", &["rep_ok"]).run().text;
    assert!(text.contains("    pikse_keep(tree0);\n    removes(tree0, "), "{text}");
}

/// Two structures, scalars of every kind, const fields, arrays, typedefs.
const RINGS: &str = r#"
#include <stdbool.h>
#include <stdlib.h>
enum way { FORTH = 3, BACK = -4 };
typedef struct cell { struct cell *next; const short id; enum way way; } cell;
typedef struct { cell *first; cell *const marks[2]; struct { unsigned char length; } inside; } ring;
bool rep_ok(const ring *r)
{
    int n = 0;
    for (const cell *c = r->first; c; c = c->next) {
        if (++n > 3) return false;
        if (c->next == r->first) break;
        if (!c->next) return false;
    }
    return n == r->inside.length && (!r->marks[1] || r->marks[0]);
}
void join(ring *a, ring *b, bool whole, enum way way, signed char id)
{
    if (whole && a->first && b->first) {
        cell *next = a->first->next;
        a->first->next = b->first->next;
        b->first->next = next;
        a->inside.length += b->inside.length;
        b->first = NULL;
        b->inside.length = 0;
        if (way == BACK) a->first->way = FORTH;
        if (id == -1) a->inside.length--;
    }
}
void join_else(ring *a, ring *b, bool whole, enum way way, signed char id)
{
    join(a, b, whole, way, 0);
    if (way == BACK && !whole && b->first) b->first->way = BACK;
}
bool joined(const ring *old_a, const ring *old_b, const ring *a, bool whole)
{
    return !whole || !old_a->first || !old_b->first
        || a->inside.length == old_a->inside.length + old_b->inside.length;
}
"#;

#[test]
fn two_structures_and_scalars() {
    let case = Case {
        language: Language::C,
        text: RINGS,
        call: "join",
        post: &["joined"],
        same_as: None,
        size: 1,
        ranges: &["input.id=-1..0", "a_cell.id=7", "b_cell.id=7"],
    };
    let outcome = case.run();
    assert_eq!(outcome.kinds, ["post-condition"].into());
    assert!(outcome.text.contains("join(a_ring0, b_ring0, true, FORTH, -1);"), "{}", outcome.text);
    // A program that allocates nothing leaks nothing.
    assert!(outcome.text.contains("detect_leaks=0"), "{}", outcome.text);
    let same = Case { post: &[], same_as: Some("join_else"), ..case };
    assert_eq!(same.run().kinds, ["difference"].into());
}
