//! `pikse explore` of functions that take pointers to structs: every structure up to the bounds, whose
//! parts are chosen when they are first read.

use std::fs;

use crate::common::{Ended, folder, run_in, subjects};
use serde_json::Value;

/// A subject of the repository.
fn subject(path: &str) -> String {
    fs::read_to_string(subjects().join(path)).expect("a subject")
}

fn explore(folder: &tempfile::TempDir, arguments: &str) -> Ended {
    run_in(folder.path(), &format!("explore {arguments}"))
}

/// Paths, those that were rejected, and errors of a complete exploration.
fn counts(folder: &tempfile::TempDir, arguments: &str) -> (u64, u64, u64) {
    let ended = explore(folder, &format!("{arguments} --json"));
    let told = ended.whole_json();
    assert_eq!(told["complete"], true, "{arguments}: {ended:?}");
    let errors = told["errors"].as_array().map_or(0, Vec::len) as u64;
    let number = |key: &str| told[key].as_u64().expect("a number");
    (number("paths"), number("rejected"), errors)
}

/// Runs every test of an exploration natively.
fn confirm(folder: &tempfile::TempDir, name: &str, tests: u64) {
    let ended = run_in(folder.path(), &format!("replay pikse-out/{name} --json"));
    let told = ended.whole_json();
    let counts = (&told["tests"], &told["confirmed"], &told["refuted"]);
    assert_eq!(counts, (&tests.into(), &tests.into(), &0.into()), "{name}: {ended:?}");
}

/// The search trees of `subjects/explore/c/search_tree.c`, which chooses its links itself, as a
/// program would have them.
const PLAIN_TREE: &str = "
#include <stdbool.h>
#include <stdlib.h>
struct node { struct node *left, *right; int key; };
struct tree { struct node *root; };
static bool is_tree(struct node *node, struct node **met, int *count)
{
    if (!node)
        return true;
    for (int i = 0; i < *count; i++)
        if (met[i] == node)
            return false;
    met[(*count)++] = node;
    return is_tree(node->left, met, count) && is_tree(node->right, met, count);
}
static bool in_order(struct node *node, struct node *above, struct node *below)
{
    if (!node)
        return true;
    if (above && node->key <= above->key)
        return false;
    if (below && node->key >= below->key)
        return false;
    return in_order(node->left, above, node) && in_order(node->right, node, below);
}
static bool rep_ok(struct tree *tree)
{
    struct node *met[64];
    int count = 0;
    return is_tree(tree->root, met, &count) && in_order(tree->root, NULL, NULL);
}
bool add(struct tree *tree, int key)
{
    struct node **link = &tree->root;
    while (*link) {
        if (key < (*link)->key)
            link = &(*link)->left;
        else if (key > (*link)->key)
            link = &(*link)->right;
        else
            return false;
    }
    struct node *node = malloc(sizeof *node);
    node->left = node->right = NULL;
    node->key = key;
    *link = node;
    return true;
}
int nothing(struct tree *tree) { (void)tree; return 0; }
";

#[test]
fn shapes_are_as_many_as_generate_finds() {
    let files = [
        ("binary_tree.c", subject("c/binary_tree.c")),
        ("ternary_tree.c", subject("c/ternary_tree.c")),
        ("circular_list.c", subject("c/circular_list.c")),
    ];
    // The predicate of each, and a function that does nothing after it.
    let files: Vec<(&str, String)> = files
        .into_iter()
        .map(|(name, text)| {
            let of = text.split("rep_ok(struct ").nth(1).and_then(|rest| rest.split(' ').next());
            let of = of.expect("a predicate").to_owned();
            (name, format!("{text}\nint nothing(struct {of} *s) {{ (void)s; return 0; }}\n"))
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, &**text)).collect();
    let folder = folder(&files);
    for (file, sizes) in
        [("binary_tree.c", 0..5), ("ternary_tree.c", 0..4), ("circular_list.c", 1..5)]
    {
        for size in sizes {
            // One value for each number, so that structures differ in their shapes only.
            let bounds = match file {
                "circular_list.c" => format!("--size {size} --range entry.element=0"),
                _ => format!("--size {size}"),
            };
            let (paths, _, errors) = counts(&folder, &format!("{file} --entry nothing {bounds}"));
            let counted = run_in(folder.path(), &format!("count {file} {bounds} --json"));
            let counted = counted.whole_json()["valid"].as_u64().expect("a number");
            assert_eq!((paths, errors), (counted, 0), "{file} {bounds}");
            // Sums of Catalan's numbers.
            if file == "binary_tree.c" {
                assert_eq!(paths, [1, 2, 4, 9, 23][size], "{size} nodes");
            }
        }
    }
}

#[test]
fn a_plain_struct_has_the_paths_of_links_that_are_chosen_by_hand() {
    let by_hand = subject("explore/c/search_tree.c");
    let folder = folder(&[("plain.c", PLAIN_TREE), ("by_hand.c", &by_hand)]);
    // The published figures of the subject; see there.
    for (size, paths, rejected) in [(3, 49, 68), (4, 175, 292), (6, 2_353, 4_756)] {
        let range = "--range node.key=-2147483647..2147483647";
        let plain = format!("plain.c --entry add --size {size} {range} --tests none");
        assert_eq!(counts(&folder, &plain), (paths, rejected, 0), "{size} nodes");
        let by_hand = format!("by_hand.c --cflags -DN={size} --tests none");
        assert_eq!(counts(&folder, &by_hand), (paths, rejected, 0), "{size} nodes by hand");
        let shapes = format!("plain.c --entry nothing --size {size} {range} --tests none");
        let expected = [0, 0, 0, 9, 23, 65, 197][size];
        assert_eq!(counts(&folder, &shapes).0, expected, "{size} nodes without `add`");
    }
}

#[test]
fn programs_of_every_language_are_replayed() {
    // As many as a tree has places and keys, over all trees.
    confirm_all(&[
        ("search_tree.c", "bst_add", "--size 3", Some(49)),
        ("search_tree.rs", "Bst::insert", "--size 2", None),
    ]);
}

#[test]
#[ignore = "takes long; in the large suite"]
fn more_programs_of_every_language_are_replayed() {
    confirm_all(&[
        ("search_tree.c", "bst_remove", "--size 3", None),
        ("search_tree.cpp", "BST::add", "--size 3", Some(49)),
        ("search_tree.rs", "Bst::insert", "--size 3", Some(49)),
        ("search_tree.rs", "Bst::remove", "--size 2", None),
        ("parents.rs", "Bst::insert", "--size 2", Some(14)),
        ("heap_array.c", "heap_array_insert", "--size 3", None),
        ("list.rs", "SortedDoublyLinkedList::insert", "--size 2", None),
    ]);
}

/// Explores functions and confirms all tests natively. Some numbers of paths are known.
fn confirm_all(programs: &[(&str, &str, &str, Option<u64>)]) {
    let sources = [
        ("search_tree.c", "c/search_tree.c"),
        ("search_tree.cpp", "cpp/search_tree.cpp"),
        ("search_tree.rs", "rust/search_tree.rs"),
        ("parents.rs", "rust/search_tree_with_parents.rs"),
        ("heap_array.c", "c/heap_array.c"),
        ("list.rs", "rust/sorted_doubly_linked_list.rs"),
    ];
    let texts: Vec<(&str, String)> =
        sources.iter().map(|(name, path)| (*name, subject(path))).collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, &**text)).collect();
    let folder = folder(&files);
    for &(file, entry, bounds, paths) in programs {
        let ran = counts(&folder, &format!("{file} --entry {entry} {bounds}"));
        assert_eq!(ran.2, 0, "{file} {entry}");
        assert!(ran.0 > 1 && paths.is_none_or(|paths| paths == ran.0), "{file} {entry}: {ran:?}");
        let stem = file.split('.').next().unwrap_or_default();
        confirm(&folder, &format!("{stem}-{}", entry.replace(':', "_")), ran.0);
    }
}

#[test]
fn a_bug_that_takes_three_nodes_is_found_and_replayed() {
    let fixed = subject("c/sorted_doubly_linked_list.c");
    let link = "    if (node->next)\n        node->next->prev = node->prev;\n";
    assert!(fixed.contains(link), "the subject has changed");
    // A list of two has no node in the middle.
    let text = fixed.replace(link, "")
        + "#include <assert.h>\n\
           void remove_and_look(struct list *list, int x)\n\
           {\n    list_remove(list, x);\n    assert(rep_ok(list));\n}\n";
    let folder = folder(&[("list.c", &text)]);
    for (size, errors) in [(1, 0), (2, 0), (3, 1)] {
        let ran = counts(&folder, &format!("list.c --entry remove_and_look --size {size}"));
        assert_eq!(ran.2, errors, "{size} nodes");
    }
    let test =
        fs::read_to_string(folder.path().join("pikse-out/list-remove_and_look/error-000001.json"));
    let test: Value = serde_json::from_str(&test.expect("a file")).expect("a test");
    assert_eq!(test["verdict"], "assertion");
    let inputs = test["inputs"].as_array().expect("inputs");
    let input = |name: &str| inputs.iter().find(|input| input["name"] == name).map(|i| &i["bytes"]);
    // The choices make a list of three.
    for (name, bytes) in [
        ("list.head", "01"),
        ("node0.next", "02"),
        ("node1.next", "03"),
        ("node2.next", "00"),
        ("node1.prev", "01"),
        ("node2.prev", "02"),
    ] {
        assert_eq!(input(name).and_then(Value::as_str), Some(bytes), "{name} in {test}");
    }
    assert_eq!(input("list.size").and_then(Value::as_str), Some("03000000"), "{test}");
    let ktest = fs::read(folder.path().join("pikse-out/list-remove_and_look/error-000001.ktest"));
    let ktest = ktest.expect("a file");
    assert!(ktest.starts_with(b"KTEST"));
    assert!(ktest.windows(10).any(|window| window == b"node2.prev"), "{ktest:?}");
    let ended = run_in(folder.path(), "replay pikse-out/list-remove_and_look/error-000001.json");
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("\nconfirmed: the same path"), "{ended:?}");
}

const KINDS: &str = "
#include <stdbool.h>
#include <stdlib.h>
enum color { RED, BLACK = 5 };
struct node { struct node *next; enum color color; bool mark; unsigned char k[3]; long w; };
struct list { struct node *head; };
bool is_short(const struct list *l)
{
    int n = 0;
    for (struct node *p = l->head; p; p = p->next)
        if (++n > 8)
            return false;
    return true;
}
int same(struct list *a, struct list *b) { if (a->head && a->head == b->head) abort(); return 0; }
int count(struct list *a, struct list *b)
{
    int n = 0;
    for (struct node *p = a->head; p; p = p->next)
        n++;
    for (struct node *p = b->head; p; p = p->next)
        n++;
    return n;
}
int kinds(struct list *a)
{
    struct node *p = a->head;
    if (!p) return 0;
    if (p->color == BLACK) return 1;
    if (p->color != RED) return 2;
    if (p->mark) return 3;
    if (p->k[2] == 4) return 4;
    if (p->w < -1) return 5;
    return 6;
}
int pick(struct list *a, unsigned i)
{
    struct node *p = a->head;
    if (!p || i > 2) return 0;
    if (p->k[i] == 2) return 1;
    p->k[i] = 7;
    if (p->k[1] == 7) return 3;
    return 2;
}
int other(struct node *n, int *a) { if (n->next == n) return a[0] > 3; return 0; }
struct bad { void *p; int x; };
int f(struct bad *b) { return b->x; }
struct calls { int (*call)(int); };
int g(struct calls *b) { return b->call(1); }
int h(int x) { if (x > 3) return 1; return 0; }
struct three { long a, b, c; };
struct three by_value(struct list *l) { struct three t = {l->head != NULL, 0, 0}; return t; }
bool a_is_empty(const struct list *a) { return !a->head; }
static bool is_small(unsigned i) { return i < 10; }
bool is_positive(int number) { return number > 0; }
void no_verdict(int x) { (void)x; }
";

#[test]
fn bounds_are_those_of_generate() {
    let with_bounds = "#include <pikse.h>\n\
         struct node { struct node *next; int v; };\n\
         void finitize(struct pikse_finitization *f, int n) { pikse_range(f, \"node.v\", 7, 7); }\n\
         int f(struct node *s) { if (s->v == 7) return 1; return 2; }\n";
    let folder = folder(&[("kinds.c", KINDS), ("bounds.c", with_bounds)]);
    for (arguments, paths, rejected) in [
        // Structures share nothing.
        ("kinds.c --entry same --size 2", 3, 0),
        // Lists of up to two nodes; those that come back are rejected.
        ("kinds.c --entry count --size 2 --predicate is_short", 9, 12),
        ("kinds.c --entry count --size 2 --predicate is_short --objects a_node=1", 6, 7),
        ("kinds.c --entry count --size 2 --predicate is_short --non-null a_list.head", 6, 9),
        // Enums, bools, elements of an array, negative numbers.
        ("kinds.c --entry kinds --size 4", 5, 0),
        ("kinds.c --entry kinds --size 4 --range node.w=-5..5", 6, 0),
        ("kinds.c --entry kinds --size 4 --values node.w=-5,3 --range node.k=1..3", 5, 0),
        ("kinds.c --entry kinds --size 4 --values node.w=3 --non-null list.head", 4, 0),
        // A write at a place that is not known may touch the link, so it is chosen before.
        ("kinds.c --entry pick --size 2", 9, 0),
        // More than the predicate: of structures, of numbers, of both.
        ("kinds.c --entry count --size 2 --predicate is_short --pre a_is_empty", 3, 18),
        ("kinds.c --entry h --pre is_positive", 2, 0),
        ("kinds.c --entry pick --size 2 --pre is_small --non-null list.head", 8, 0),
        // A root that pointers lead to is the first of its class.
        ("kinds.c --entry other --size 2 --arg a=int[1]", 3, 0),
        // What the file itself says.
        ("bounds.c --entry f --size 2", 1, 0),
        ("bounds.c --entry f --size 2 --range node.v=6..7", 2, 0),
    ] {
        assert_eq!(counts(&folder, arguments), (paths, rejected, 0), "{arguments}");
        let (stem, rest) = arguments.split_once(".c --entry ").expect("an entry");
        let entry = rest.split(' ').next().unwrap_or_default();
        confirm(&folder, &format!("{stem}-{entry}"), paths);
    }
}

#[test]
fn what_was_taken_is_told() {
    let text = subject("c/search_tree.c");
    let folder = folder(&[("tree.c", &text)]);
    for (arguments, words) in [
        (
            "tree.c --entry bst_add --size 2",
            "note: `tree` stands for every structure of 1 bst, up to 2 node, that `rep_ok` accepts\n",
        ),
        (
            "tree.c --entry bst_add --size 2 --no-predicate --path-instructions 1000",
            "note: `tree` stands for every structure of 1 bst, up to 2 node\n",
        ),
        (
            "tree.c --entry rep_ok --size 2",
            "note: `tree` stands for every structure of 1 bst, up to 2 node\n",
        ),
    ] {
        let ended = explore(&folder, arguments);
        assert!(ended.stdout.contains(words), "{arguments}: {ended:?}");
    }
    // Without the predicate, a tree may lead back to itself, so `bst_add` may never come to its end.
    let ended =
        explore(&folder, "tree.c --entry bst_add --size 1 --no-predicate --path-instructions 1000");
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stdout.contains("incomplete:"), "{ended:?}");
}

#[test]
fn what_has_no_bounds_is_told() {
    let folder = folder(&[("kinds.c", KINDS), ("tree.c", PLAIN_TREE)]);
    // What has one value only has a note.
    for (arguments, words) in [
        (
            "kinds.c --entry f --size 2",
            "note: `bad.p` is a pointer to a type that is not known, which is always null",
        ),
        ("kinds.c --entry g --size 2", "note: `calls.call` is a pointer to a function"),
        ("kinds.c --entry by_value --size 2", "`l` stands for every structure"),
    ] {
        let ended = explore(&folder, arguments);
        assert_ne!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(ended.stdout.contains(words), "`{words}` is not in {ended:?}");
    }
    for (arguments, words) in [
        ("tree.c --entry add", "set the size of structures with --size N"),
        (
            "tree.c --entry add --size 2 --objects nod=3",
            "`nod` is not a class or field with a bound; there are tree, node",
        ),
        (
            "tree.c --entry add --size 2 --range node.kee=1..2",
            "`node.kee` is not a class or field with a bound",
        ),
        ("tree.c --entry add --size 2 --range node.left=1..2", "the field is not an integer"),
        ("tree.c --entry add --size 2 --objects tree=0", "there is no candidate at all"),
        ("tree.c --entry add --size 2 --objects node=100000", "reduce --objects"),
        ("tree.c --entry add --size 2 --predicate nope", "there is no predicate `nope`"),
        ("tree.c --entry add --size 2 --predicate in_order", "`in_order` is not a predicate"),
        ("tree.c --entry add --size 2 --predicate a --no-predicate", "cannot be used with"),
        ("tree.c --size 2", "--entry <NAME>"),
        ("tree.c --range node.key=1..2", "name the function with --entry"),
        ("kinds.c --entry h --size 2", "the function has no parameter that points to a struct"),
        ("kinds.c --entry h --pre nope", "there is no function `nope`"),
        ("kinds.c --entry h --pre no_verdict", "--pre no_verdict: it must return a bool"),
        (
            "kinds.c --entry h --pre is_short",
            "`l` is not a parameter of the entry; its parameters are: x",
        ),
        ("kinds.c --pre h", "--entry <NAME>"),
        ("kinds.c --entry same --size 2 --predicate h", "`h` is not a predicate"),
        (
            "kinds.c --entry f --size 2 --predicate is_short --arg b=null",
            "the function has no parameter",
        ),
    ] {
        let ended = explore(&folder, arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(ended.stderr.contains(words), "`{words}` is not in {ended:?}");
    }
}

/// Structures with vectors, strings, enums with data, arrays with a length and tagged unions: their
/// lengths and variants are chosen first. The paths of `push` are the stacks of each length.
#[test]
fn structures_of_ordinary_types_are_explored() {
    let out = folder(&[]);
    for (number, (arguments, paths, rejected, error)) in [
        ("lazy.rs --entry Stack::push --size 2", 3, 3, ""),
        (
            "lazy.rs --entry Stack::bad --size 2",
            4,
            3,
            "self Stack (items [1, 0], top Some, top.0 0)",
        ),
        ("lazy.rs --entry Tree::min --size 3", 5, 18, "self Tree0 (variant Leaf)"),
        ("lazy.rs --entry Word::first --size 2", 3, 0, "self Word (text \"\", shape ?)"),
        ("lazy.c --entry sum --size 2", 3, 1, ""),
        ("lazy.c --entry top --size 2", 3, 1, "s stack (data [])"),
        ("lazy.c --entry val --size 2", 4, 0, "v value (kind INT, u.i 0)"),
        ("lazy.c --entry wl --size 2", 6, 0, ""),
    ]
    .into_iter()
    .enumerate()
    {
        let to = out.path().join(number.to_string());
        let arguments = format!("explore {arguments} --out {}", to.display());
        let ended = run_in(&subjects().join("types"), &arguments);
        assert_eq!(ended.code, i32::from(!error.is_empty()), "{ended:?}");
        let counts = match rejected {
            0 => format!(": {paths} paths, "),
            _ => format!(": {paths} paths, {rejected} rejected, "),
        };
        assert!(ended.stdout.contains(&counts), "{arguments}: {ended:?}");
        assert!(ended.stdout.contains(error), "{arguments}: {ended:?}");
        assert!(ended.stdout.contains("complete: every path"), "{arguments}: {ended:?}");
        if number % 4 == 0 {
            let tests = fs::read_dir(&to).expect("a folder").flatten().next().expect("tests");
            let replay = format!("replay {} --json", tests.path().display());
            let json = run_in(&subjects().join("types"), &replay).whole_json();
            assert_eq!(
                (&json["refuted"], &json["confirmed"]),
                (&0.into(), &paths.into()),
                "{json}"
            );
        }
    }
}
