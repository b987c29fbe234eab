//! Test code in Rust compiles, and passes for valid structures and for no other.

use std::fs;
use std::process::Command;

use pikse_front::Bounds;
use pikse_report::{Call, Language, ReportError, TestCode};
use pikse_structure::Structure;

use super::common::{
    File, compile, double_list, sample, search_tree, single_list, structures, weighed,
};

/// Every test passes if its structure is valid, and otherwise fails. What no Rust
/// program can build has no test; gives the generated file and how many those are.
#[track_caller]
fn check(
    file: &File,
    bounds: &Bounds,
    call: &str,
    oracle: fn(&Structure) -> bool,
) -> (String, usize) {
    let subject = file.as_subject(Language::Rust, Call::Method(call.to_owned()));
    let code = TestCode::new(&file.types, bounds, &subject).unwrap_or_else(|e| panic!("{e}"));
    let (mut tested, mut impossible) = (Vec::new(), 0);
    let mut text = code.prologue();
    for (structure, is_valid) in sample(structures(bounds), 40, oracle) {
        match code.test(tested.len() + 1, &structure) {
            Ok(test) => {
                text += &test;
                tested.push((structure, is_valid));
            }
            Err(ReportError::OwnedTwice { .. } | ReportError::OwnedDifferently { .. }) => {
                impossible += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    text += &code.epilogue(tested.len());
    let path = file.folder.path().join("generated.rs");
    fs::write(&path, &text).expect("the file can be written");
    let flags: Vec<&str> = ["--edition=2024"].iter().chain(code.flags()).copied().collect();
    let program = compile("rustc", &flags, &path);
    let output = Command::new(program).args(["--test-threads=1"]).output().expect("it runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    for (number, (structure, is_valid)) in (1..).zip(&tested) {
        let verdict = if *is_valid { "ok" } else { "FAILED" };
        let line = format!("test pikse_structures::structure_{number} ... {verdict}\n");
        assert!(printed.contains(&line), "{number}: {structure}\n{printed}\n{text}");
    }
    let has = |verdict: bool| tested.iter().any(|(_, is_valid)| *is_valid == verdict);
    assert!(has(true) && has(false), "valid and invalid structures are tested");
    (text, impossible)
}

/// The file begins with `//!`, and children are owned.
#[test]
fn owned_search_trees() {
    let more = "#[unsafe(no_mangle)]\npub fn entry(tree: &Bst) -> bool {\n    tree.rep_ok()\n}";
    let file = File::subject("rust/search_tree.rs", more);
    let bounds = file.bounds("Bst", 2, &["Node.data=1..n"]);
    let (text, impossible) = check(&file, &bounds, "rep_ok", search_tree);
    assert!(impossible > 0, "some nodes have two owners");
    let test = "        let node1 = Node { left: None, right: None, data: 2 };\n        \
                let node0 = Node { left: None, right: Some(Box::new(node1)), data: 1 };\n        \
                let bst0 = Bst { root: Some(Box::new(node0)), size: 2 };\n        \
                assert!(bst0.rep_ok());\n";
    assert!(text.contains(test), "{text}");
}

/// The nodes of a list, its links in both directions, and how they are followed.
fn list(prelude: &str, node: &str, head: &str, walk: &str) -> String {
    format!(
        "#![allow(dead_code)]\nuse std::collections::BTreeSet;\n{prelude}\n\
         struct Node {{ {node} }}\n\
         struct List {{ head: {head}, size: u8 }}\n\
         impl List {{\n    fn ok(&self) -> bool {{\n        let mut seen = BTreeSet::new();\n\
         {walk}\n        usize::from(self.size) == seen.len()\n    }}\n}}\n\
         #[unsafe(no_mangle)]\nextern \"C\" fn entry(list: &'static List) -> bool {{ list.ok() }}\n"
    )
}

/// Shared nodes with weak links back; borrow counts and counts of owners are nobody's
/// fields.
#[test]
fn counted_lists_with_weak_links() {
    let walk = "        let mut before: Option<Rc<RefCell<Node>>> = None;\n\
        let mut at = self.head.clone();\n\
        while let Some(node) = at {\n\
            let back = node.borrow().prev.as_ref().map(|prev| prev.upgrade().unwrap());\n\
            let fits = match (&back, &before) {\n\
                (Some(back), Some(before)) => Rc::ptr_eq(back, before),\n\
                (back, before) => back.is_none() && before.is_none(),\n\
            };\n\
            if !seen.insert(node.as_ptr()) || !fits { return false; }\n\
            at = node.borrow().next.clone();\n\
            before = Some(node);\n\
        }";
    let file = File::new(
        "rc_list.rs",
        &list(
            "use std::{cell::RefCell, rc::{Rc, Weak}};",
            "next: Option<Rc<RefCell<Node>>>, prev: Option<Weak<RefCell<Node>>>",
            "Option<Rc<RefCell<Node>>>",
            walk,
        ),
    );
    check(&file, &file.bounds("List", 2, &[]), "ok", double_list);
}

#[test]
fn counted_lists_with_cells_inside() {
    let walk = "        let mut before: Weak<Node> = Weak::new();\n\
        let mut at = self.head.clone();\n\
        while let Some(node) = at {\n\
            if !seen.insert(Arc::as_ptr(&node)) { return false; }\n\
            let back = node.prev.lock().unwrap().upgrade();\n\
            if back.as_ref().map(Arc::as_ptr) != before.upgrade().as_ref().map(Arc::as_ptr) {\n\
                return false;\n\
            }\n\
            before = Arc::downgrade(&node);\n\
            at = node.next.lock().unwrap().clone();\n\
        }";
    let file = File::new(
        "arc_list.rs",
        &list(
            "use std::sync::{Arc, Mutex, Weak};",
            "next: Mutex<Option<Arc<Node>>>, prev: Mutex<Weak<Node>>",
            "Option<Arc<Node>>",
            walk,
        ),
    );
    check(&file, &file.bounds("List", 2, &[]), "ok", double_list);
}

/// Owned in one direction, a raw pointer in the other; and raw in both.
#[test]
fn lists_with_raw_pointers() {
    let walk = "        let mut before: *const Node = std::ptr::null();\n\
        let mut at: *const Node = self.head.as_deref().map_or(std::ptr::null(), |node| node);\n\
        while let Some(node) = unsafe { at.as_ref() } {\n\
            if !seen.insert(at) || node.prev != before { return false; }\n\
            before = at;\n\
            at = node.next.as_deref().map_or(std::ptr::null(), |node| node);\n\
        }";
    let node = "next: Option<Box<Node>>, prev: *const Node";
    let file = File::new("box_list.rs", &list("", node, "Option<Box<Node>>", walk));
    check(&file, &file.bounds("List", 2, &[]), "ok", double_list);

    // Dropping such a list frees its nodes.
    let prelude = "use std::ptr::NonNull;\n\
        impl Drop for List { fn drop(&mut self) { panic!(\"dropped\") } }";
    let walk = "        let mut before: *mut Node = std::ptr::null_mut();\n\
        let mut at = self.head.map_or(std::ptr::null_mut(), NonNull::as_ptr);\n\
        while let Some(node) = unsafe { at.as_ref() } {\n\
            if !seen.insert(at) || node.prev != before { return false; }\n\
            before = at;\n\
            at = node.next;\n\
        }";
    let node = "next: *mut Node, prev: *mut Node";
    let file = File::new("raw_list.rs", &list(prelude, node, "Option<NonNull<Node>>", walk));
    check(&file, &file.bounds("List", 2, &[]), "ok", double_list);
}

/// References of both kinds, in cells; a generic node.
#[test]
fn borrowed_lists() {
    let file = File::new(
        "ref_list.rs",
        "use std::cell::Cell;\n\
         pub struct Node<'a, T> { next: Cell<Option<&'a Node<'a, T>>>, data: T }\n\
         pub struct List<'a> { head: Option<&'a Node<'a, u8>>, size: u16 }\n\
         impl List<'_> {\n    fn ok(&self) -> bool {\n\
             let mut count = 0;\n\
             let mut at = self.head;\n\
             while let Some(node) = at {\n\
                 count += 1 + u16::from(node.data);\n\
                 if count > 9 { return false; }\n\
                 at = node.next.get();\n\
             }\n\
             count == self.size\n\
         }\n}\n\
         #[unsafe(no_mangle)] extern \"C\" fn entry(list: &List<'static>) -> bool { list.ok() }\n",
    );
    check(&file, &file.bounds("List", 2, &["Node.data=0"]), "ok", single_list);
}

/// Tuples, tuple structs, arrays, enums, markers, wrappers, and modules.
#[test]
fn fields_of_every_kind() {
    let file = File::new(
        "all.rs",
        "use std::{cell::{Cell, RefCell}, marker::PhantomData, num::Wrapping, rc::Rc};\n\
         use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};\n\
         mod parts {\n\
             #[derive(Clone, Copy, PartialEq)] pub enum Color { Red = 4, Black = 9 }\n\
             pub struct Pair(pub i8, pub [Item; 1]);\n\
             pub struct Item { pub(crate) id: i32 }\n\
         }\n\
         use parts::*;\n\
         struct Shape { color: Color, on: AtomicBool, pair: Pair, both: (u8, bool),\n\
             keys: [u16; 2], cell: Cell<i64>, count: AtomicU8, r#type: RefCell<Wrapping<u8>>,\n\
             links: [Option<Rc<Item>>; 2], none: PhantomData<i32> }\n\
         fn of(item: &Option<Rc<Item>>) -> i64 { item.as_ref().map_or(0, |i| 1 + i.id as i64) }\n\
         impl Shape {\n    fn ok(&self) -> bool {\n\
             let sum = (self.color == Color::Black) as i64\n\
                 + 2 * self.on.load(Ordering::SeqCst) as i64 + 3 * self.pair.0 as i64\n\
                 + 4 * self.pair.1[0].id as i64 + 5 * self.both.0 as i64 + 6 * self.both.1 as i64\n\
                 + 7 * self.keys[0] as i64 + 8 * self.keys[1] as i64 + 9 * self.cell.get()\n\
                 + 10 * self.count.load(Ordering::SeqCst) as i64\n\
                 + 11 * self.r#type.borrow().0 as i64 + 12 * of(&self.links[0])\n\
                 + 13 * of(&self.links[1]);\n\
             let _: PhantomData<i32> = self.none;\n\
             sum % 7 == 0\n\
         }\n}\n\
         #[unsafe(no_mangle)] extern \"C\" fn entry(shape: &Shape) -> bool { shape.ok() }\n",
    );
    let bounds = file.bounds("Shape", 1, &["Shape.keys=2..3", "Shape.cell=-5..-4"]);
    check(&file, &bounds, "ok", weighed);
}

#[test]
fn what_tests_cannot_build_is_refused() {
    let file = File::new(
        "hidden.rs",
        "pub mod inside { pub struct Secret { key: u8 } impl Secret {\n\
             pub fn ok(&self) -> bool { self.key > 1 } } }\n\
         pub struct Open { secret: inside::Secret }\n\
         pub struct Taken { path: std::mem::ManuallyDrop<u8> }\n\
         #[unsafe(no_mangle)] pub fn one(open: &Open) -> bool { open.secret.ok() }\n\
         #[unsafe(no_mangle)] pub fn two(taken: &Taken) -> bool { *taken.path > 1 }\n",
    );
    let subject = file.as_subject(Language::Rust, Call::Reference("one".to_owned()));
    for (root, words) in [
        ("Open", ["hidden::inside::Secret.key", "pub(crate)"]),
        ("Taken", ["ManuallyDrop", "library"]),
    ] {
        let bounds = file.bounds(root, 1, &[]);
        let error = TestCode::new(&file.types, &bounds, &subject).expect_err("it is refused");
        let text = error.to_string();
        assert!(words.iter().all(|word| text.contains(word)), "{text}");
    }
}

/// A node with two owners is refused by name.
#[test]
fn two_owners_are_refused() {
    let more = "#[unsafe(no_mangle)]\npub fn entry(tree: &Bst) -> bool {\n    tree.rep_ok()\n}";
    let file = File::subject("rust/search_tree.rs", more);
    let bounds = file.bounds("Bst", 2, &[]);
    let subject = file.as_subject(Language::Rust, Call::Method("rep_ok".to_owned()));
    let code = TestCode::new(&file.types, &bounds, &subject).expect("it can be tested");
    let twice = structures(&bounds)
        .into_iter()
        .find(|structure| {
            let node = structure.follow(structure.root(), "root");
            let child = |side| node.and_then(|node| structure.follow(node, side)).map(|n| n.id);
            child("left").is_some()
                && child("left") == child("right")
                && child("left") != node.map(|node| node.id)
        })
        .expect("there is one");
    let error = code.test(1, &twice).expect_err("it is refused");
    assert!(matches!(error, ReportError::OwnedTwice { .. }), "{error}");
    assert!(error.to_string().contains("Node"), "{error}");
}
