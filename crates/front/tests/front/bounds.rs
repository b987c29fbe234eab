//! Bounds from the types of real programs.

use std::fs;
use std::path::{Path, PathBuf};

use pikse_front::bounds::infer;
use pikse_front::{Bounds, BoundsError, Request};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program, Types};
use pikse_structure::{Encoding, Layout};

fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

fn types_of(path: &Path) -> Types {
    let context = Context::create();
    let program = Program::compile(&context, &[path], &Options::default()).expect("it compiles");
    Types::of(&program).expect("it has debug information")
}

fn types_in(name: &str, text: &str) -> Types {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    types_of(&path)
}

fn request(root: &str, size: u32) -> Request {
    Request { root: root.to_owned(), size, ..Request::default() }
}

fn bounds(types: &Types, request: &Request) -> Bounds {
    infer(types, request).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn refused(types: &Types, request: &Request, words: &[&str]) -> BoundsError {
    let error = infer(types, request).expect_err("there are no such bounds");
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{word}` is not in: {text}");
    }
    error
}

#[test]
fn a_c_struct_and_a_size_are_enough() {
    let types = types_of(&subject("c/search_tree.c"));
    let found = bounds(&types, &request("bst", 3));
    assert_eq!(
        found.space.to_string(),
        "bst, 1 object: root null or node; size 0..=3\n\
         node, 3 objects: left null or node; right null or node; parent null or node; data 0..=3"
    );
    let [tree, node] = &found.layouts[..] else { panic!("there are two classes") };
    assert_eq!((tree.size, node.size), (16, 32));
    let offsets: Vec<(u64, u64)> = node.cells.iter().map(|cell| (cell.offset, cell.size)).collect();
    assert_eq!(offsets, [(0, 8), (8, 8), (16, 8), (24, 4)]);
    assert_eq!(node.cells[0].encoding, Encoding::Address);
    assert_eq!(node.cells[3].encoding, Encoding::Value);
}

#[test]
fn arrays_of_arrays_and_of_structs_have_their_places() {
    let types = types_in(
        "grid.rs",
        "pub struct Point { pub x: i32, pub set: [bool; 2] }\n\
         pub struct Grid { pub cells: [[i16; 3]; 2], pub corners: [Point; 2] }\n\
         fn main() { let p = || Point { x: 0, set: [true; 2] };\n\
         let g = Grid { cells: [[0; 3]; 2], corners: [p(), p()] };\n\
         std::process::exit(g.cells[1][2].into()) }",
    );
    let mut asked = request("Grid", 1);
    asked.ranges.push("Grid.corners.x=5..6".parse().expect("it is a range"));
    let found = bounds(&types, &asked);
    let text = found.space.to_string();
    assert!(text.contains("corners.0.x 5..=6") && text.contains("corners.1.x 5..=6"), "{text}");
    let layout = &found.layouts[0];
    let places: Vec<u64> = layout.cells.iter().map(|cell| cell.offset).collect();
    assert_eq!(places.len(), 6 + 2 * 3, "{text}");
    let distinct: std::collections::HashSet<u64> = places.iter().copied().collect();
    assert_eq!(distinct.len(), places.len(), "{places:?}");
    assert!(places.iter().all(|&place| place < layout.size), "{places:?} of {}", layout.size);
}

#[test]
fn the_three_languages_agree() {
    let cpp = types_of(&subject("cpp/search_tree.cpp"));
    assert_eq!(
        bounds(&cpp, &request("BST", 2)).space.to_string(),
        "BST, 1 object: root null or Node; size 0..=2\n\
         Node, 2 objects: left null or Node; right null or Node; parent null or Node; data 0..=2"
    );
    let main = format!(
        "#[path = {:?}] mod search_tree;\n\
         fn main() {{ let t = search_tree::Bst {{ root: None, size: 0 }}; assert!(t.rep_ok()); }}",
        subject("rust/search_tree.rs")
    );
    let rust = types_in("main.rs", &main);
    assert_eq!(
        bounds(&rust, &request("Bst", 2)).space.to_string(),
        "Bst, 1 object: root null or Node; size 0..=2\n\
         Node, 2 objects: left null or Node; right null or Node; data 0..=2"
    );
}

#[test]
fn the_user_has_the_last_word() {
    let types = types_of(&subject("c/search_tree.c"));
    let mut asked = request("bst", 4);
    asked.objects = vec!["node=2".parse().expect("it is well formed")];
    asked.ranges = ["node.data=1..n", "bst.size=n"]
        .map(|text| text.parse().expect("it is well formed"))
        .to_vec();
    asked.non_null = vec!["bst.root".parse().expect("it is well formed")];
    assert_eq!(
        bounds(&types, &asked).space.to_string(),
        "bst, 1 object: root node; size 4\n\
         node, 2 objects: left null or node; right null or node; parent null or node; data 1..=4"
    );
}

#[test]
fn nested_structs_arrays_and_enums() {
    let types = types_in(
        "all.c",
        "enum color { RED = 5, BLACK = 9 }; struct point { signed char x, y; };\n\
         struct shape { enum color c; _Bool on; struct point at; struct point corner[2];\n\
             unsigned short keys[3]; struct shape *next[2]; };\n\
         struct shape s;",
    );
    let found = bounds(&types, &request("shape", 2));
    assert_eq!(
        found.space.to_string(),
        "shape, 2 objects: c RED, BLACK; on false, true; at.x 0..=2; at.y 0..=2; \
         corner.0.x 0..=2; corner.0.y 0..=2; corner.1.x 0..=2; corner.1.y 0..=2; \
         keys[3] 0..=2; next[2] null or shape"
    );
    let cells = &found.layouts[0].cells;
    assert_eq!(cells.len(), 2 + 6 + 3 + 2);
    assert_eq!(cells[0].encoding, Encoding::Constants(vec![5, 9]));
    let offsets: Vec<u64> = cells.iter().map(|cell| cell.offset).collect();
    assert_eq!(offsets, [0, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 24, 32]);
    // The cells of the space and of the layout are the same, in the same order.
    assert_eq!(found.space.cells().len(), 2 * cells.len());
}

/// `Rc` points to the counts before the value, everything else to the value; what the
/// library keeps for itself is no field.
#[test]
fn rust_library_types_add_constants_and_no_fields() {
    let types = types_in(
        "main.rs",
        "use std::{cell::{Cell, RefCell}, rc::{Rc, Weak}};\n\
         #[repr(C)] pub struct Node { next: RefCell<Option<Rc<Node>>>, up: RefCell<Weak<Node>>,\n\
             key: Cell<u8>, raw: *const Node }\n\
         #[repr(C)] pub struct List { head: Option<Rc<RefCell<Item>>>, nodes: Option<Box<Node>> }\n\
         #[repr(C)] pub struct Item { next: Option<Rc<RefCell<Item>>>, data: i16 }\n\
         #[inline(never)] fn look(list: &List) -> bool {\n\
             list.head.as_ref().is_some_and(|item| item.borrow().data > 3)\n\
             && list.nodes.as_ref().is_some_and(|node| node.next.borrow().is_some()\n\
             && node.up.borrow().upgrade().is_some() && node.key.get() > 1) }\n\
         fn main() { let f: fn(&List) -> bool = look; std::process::exit(f as usize as i32) }",
    );
    let found = bounds(&types, &request("List", 2));
    assert_eq!(
        found.space.to_string(),
        "List, 1 object: head null or Item; nodes null or Node\n\
         Item, 2 objects: next null or Item; data 0..=2\n\
         Node, 2 objects: next null or Node; up null or Node; key 0..=2; raw null or Node"
    );
    let [list, item, node] = &found.layouts[..] else { panic!("there are three classes") };
    assert_eq!((list.prefix, list.size, &list.constants[..]), (0, 16, &[][..]));
    let places = |layout: &Layout| -> Vec<(u64, u64, u64, i64)> {
        layout.cells.iter().map(|cell| (cell.offset, cell.size, cell.into, cell.null)).collect()
    };
    // The box points to the value of a node, behind its counts.
    assert_eq!(places(list), [(0, 8, 0, 0), (8, 8, 16, 0)]);
    // The counts, the borrow count, and then the item.
    assert_eq!((item.prefix, item.size), (16, 40));
    assert_eq!(item.constants, [(0, 8, 1), (8, 8, 1), (16, 8, 0)]);
    assert_eq!(places(item), [(24, 8, 0, 0), (32, 2, 0, 0)]);
    assert_eq!((node.prefix, node.size), (16, 64));
    assert_eq!(node.constants, [(0, 8, 1), (8, 8, 1), (16, 8, 0), (32, 8, 0)]);
    assert_eq!(places(node), [(24, 8, 0, 0), (40, 8, 0, -1), (48, 1, 0, 0), (56, 8, 16, 0)]);
}

#[test]
fn cpp_smart_pointers_are_references() {
    let types = types_in(
        "all.cpp",
        "#include <array>\n#include <memory>\n\
         struct Node { std::unique_ptr<Node> left; std::shared_ptr<Node> kin[2];\n\
             std::array<short, 2> keys; };\n\
         struct Tree { std::unique_ptr<Node> root; };\n\
         bool f(Tree *t) { return t->root && t->root->left && t->root->kin[1] && t->root->keys[1]; }",
    );
    let found = bounds(&types, &request("Tree", 2));
    assert_eq!(
        found.space.to_string(),
        "Tree, 1 object: root null or Node\n\
         Node, 2 objects: left null or Node; kin[2] null or Node; keys[2] 0..=2"
    );
    let node = &found.layouts[1];
    let places: Vec<(u64, u64)> = node.cells.iter().map(|cell| (cell.offset, cell.size)).collect();
    assert_eq!(places, [(0, 8), (8, 8), (24, 8), (40, 2), (42, 2)]);
    // The control blocks of the shared pointers are null.
    assert_eq!(node.constants, [(16, 8, 0), (32, 8, 0)]);
}

#[test]
fn a_typedef_names_a_struct_without_a_tag() {
    let types = types_in(
        "list.c",
        "typedef struct { struct { int x; }; int y; } item; typedef struct { item *first; } list;\n\
         _Bool f(list *l) { return l->first->x; }",
    );
    assert_eq!(
        bounds(&types, &request("list", 1)).space.to_string(),
        "list, 1 object: first null or item\nitem, 1 object: x 0..=1; y 0..=1"
    );
}

#[test]
fn what_has_no_bound_is_refused_with_the_reason() {
    let types = types_in(
        "bad.c",
        "union u { int i; float f; };\n\
         struct a { double d; }; struct b { int x : 3; }; struct c { union u u; };\n\
         struct d { int *p; }; struct e { struct a inner; }; struct f { char big[100000]; };\n\
         struct g { void *any; }; struct node { struct node *next; signed char c; };\n\
         struct a a; struct b b; struct c c; struct d d; struct e e; struct f f; struct g g;\n\
         struct node n;",
    );
    refused(&types, &request("f", 2), &["`f.big` cannot be bounded", "100000 elements"]);
    // What has a simplest value gets it, and the user is told.
    for (name, note) in [
        ("a", "`a.d` is a floating-point number, which is always 0"),
        ("c", "`c.u` is a union, which is always zero bytes"),
        ("e", "`e.inner.d` is a floating-point number, which is always 0"),
        ("g", "`g.any` is a pointer to a type that is not known, which is always null"),
    ] {
        let notes = bounds(&types, &request(name, 2)).notes;
        let notes: Vec<String> = notes.iter().map(ToString::to_string).collect();
        assert_eq!(notes, [note]);
    }
    assert_eq!(bounds(&types, &request("b", 2)).space.to_string(), "b, 1 object: x 0, 1, 2");
    // A number that is pointed to is an object.
    let found = bounds(&types, &request("d", 2));
    assert_eq!(found.space.to_string(), "d, 1 object: p null or int\nint, 2 objects: value 0..=2");
    refused(&types, &request("nod", 2), &["no struct `nod`", "node"]);
    let with = |ranges: &[&str], non_null: &[&str], objects: &[&str]| Request {
        ranges: ranges.iter().map(|text| text.parse().expect("it is well formed")).collect(),
        non_null: non_null.iter().map(|text| text.parse().expect("it is well formed")).collect(),
        objects: objects.iter().map(|text| text.parse().expect("it is well formed")).collect(),
        ..request("node", 2)
    };
    let names_nothing = refused(
        &types,
        &with(&["node.data=1..2"], &[], &[]),
        &["`node.data` is not a class or field with a bound", "node.next", "node.c"],
    );
    assert!(matches!(names_nothing, BoundsError::NamesNothing { .. }));
    refused(
        &types,
        &with(&[], &["list.next"], &[]),
        &["`list.next` is not a class or field with a bound"],
    );
    refused(
        &types,
        &with(&[], &[], &["list=3"]),
        &["`list` is not a class or field with a bound", "node"],
    );
    refused(&types, &with(&["node.c=0..300"], &[], &[]), &["`node.c`", "-128..127"]);
    refused(&types, &with(&["node.c=3..1"], &[], &[]), &["`node.c`", "empty"]);
    refused(&types, &with(&["node.next=0..1"], &[], &[]), &["`node.next`", "not an integer"]);
    refused(&types, &with(&[], &[], &["node=-1"]), &["-1 is not a valid number of objects"]);
}
