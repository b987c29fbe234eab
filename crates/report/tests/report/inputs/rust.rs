//! Inputs of functions and methods in Rust.

use pikse_report::Language;

use super::common::Case;

/// Search trees of boxes, with methods that are right and methods that are not.
const TREES: &str = r#"//! Search trees.
#![allow(dead_code)]
#[derive(Clone, Copy, PartialEq)]
pub enum Side { Left = 4, Right = 7 }
pub struct Node { left: Option<Box<Node>>, right: Option<Box<Node>>, key: i32, side: Side }
pub struct Bst { root: Option<Box<Node>>, size: usize }
fn count(node: &Option<Box<Node>>, low: i32, high: i32) -> Option<usize> {
    let Some(node) = node else { return Some(0) };
    if node.key <= low || node.key >= high { return None; }
    Some(count(&node.left, low, node.key)? + count(&node.right, node.key, high)? + 1)
}
impl Bst {
    pub fn rep_ok(&self) -> bool { count(&self.root, -1000, 1000) == Some(self.size) }
    pub fn has(&self, key: i32) -> bool {
        let mut at = &self.root;
        while let Some(node) = at {
            if node.key == key { return true; }
            at = if key < node.key { &node.left } else { &node.right };
        }
        false
    }
    pub fn insert(&mut self, x: i32, side: Side, really: bool) -> bool {
        let mut at = &mut self.root;
        while let Some(node) = at {
            if node.key == x { return false; }
            at = if x < node.key { &mut node.left } else { &mut node.right };
        }
        if really {
            *at = Some(Box::new(Node { left: None, right: None, key: x, side }));
            self.size += 1;
        }
        really
    }
    pub fn insert_wrongly(&mut self, x: i32, side: Side, really: bool) -> bool {
        let size = self.size;
        let new = self.insert(x, side, really);
        if size == 1 && side == Side::Right { self.size = size; }
        new
    }
    pub fn insert_else(&mut self, x: i32, side: Side, really: bool) -> bool {
        self.insert(x, if self.size == 1 { Side::Left } else { side }, really)
    }
    pub fn clear(&mut self) { self.root = None; self.size = 0; }
    pub fn clear_wrongly(&mut self) { if self.size < 2 { self.clear() } else { self.root = None } }
}
pub fn inserted(old: &Bst, t: &Bst, x: i32, really: bool, result: bool) -> bool {
    result == (really && !old.has(x)) && (!really || t.has(x)) && old.rep_ok()
}
pub fn merge(a: &mut Bst, b: &mut Bst) {
    if a.root.is_none() { std::mem::swap(a, b); }
}
pub fn merged(old_b: &Bst, a: &Bst) -> bool { a.size >= old_b.size }

pub fn clears(t: &mut Bst, old: &Bst) -> bool { t.clear(); old.size < 2 }
const _: () = {
    const _: () = {
        #[unsafe(no_mangle)]
        extern "C" fn pikse_check_clears(t: &mut Bst, old: &Bst) -> bool { clears(t, old) }
        #[unsafe(no_mangle)]
        extern "C" fn pikse_pre_clears(t: &mut Bst) -> bool { t.rep_ok() }
    };
};
#[unsafe(no_mangle)]
pub fn entry(t: &mut Bst, old: &Bst, x: i32) -> bool {
    t.insert(x, Side::Left, true);
    t.insert_wrongly(x, Side::Left, true);
    t.insert_else(x, Side::Left, true);
    t.clear();
    t.clear_wrongly();
    merge(t, &mut Bst { root: None, size: 0 });
    t.rep_ok() && inserted(old, t, x, true, true) && merged(old, t)
}
"#;

const KEYS: &[&str] = &["input.x=0..1", "Node.key=0..1"];
const NO_X: &[&str] = &["Node.key=0..1"];

fn trees<'a>(call: &'a str, post: &'a [&'a str], ranges: &'a [&'a str]) -> Case<'a> {
    Case { language: Language::Rust, text: TREES, call, post, same_as: None, size: 2, ranges }
}

#[test]
fn methods() {
    let insert = trees("Bst::insert", &["rep_ok", "inserted"], KEYS).run();
    assert_eq!(insert.failing, 0);
    let wrong = trees("insert_wrongly", &["rep_ok"], KEYS).run();
    assert_eq!(wrong.kinds, ["post-condition"].into());
    let call = "        bst0.insert_wrongly(0, Side::Right, true);\n        \
                assert!(bst0.rep_ok());\n";
    assert!(wrong.text.contains(call), "{}", wrong.text);
    assert!(wrong.text.contains("\n    // insert_wrongly: "), "{}", wrong.text);
    assert_eq!(trees("clear", &["rep_ok"], NO_X).run().failing, 0);
    assert_eq!(trees("clear_wrongly", &["rep_ok"], NO_X).run().kinds, ["post-condition"].into());
}

#[test]
fn checks_are_called_by_their_names() {
    let outcome = trees("check clears", &[], NO_X).run();
    assert_eq!(outcome.kinds, ["returned-false"].into());
    assert!(outcome.text.contains("assert!(clears(&mut bst0, &old_bst0));"), "{}", outcome.text);
}

#[test]
fn two_structures() {
    let ranges = &["a_Node.key=0..1", "b_Node.key=0..1"];
    let outcome = trees("merge", &["merged"], ranges).run();
    assert_eq!(outcome.kinds, ["post-condition"].into());
}

#[test]
fn structures_are_compared() {
    let same = |call, other| Case { same_as: Some(other), ..trees(call, &[], KEYS) };
    assert_eq!(same("Bst::insert", "Bst::insert").run().failing, 0);
    let other = same("Bst::insert", "insert_else").run();
    assert_eq!(other.kinds, ["difference"].into());
    assert!(other.failing > 0);
}

/// A bug, the tests that show it, and the same tests after the bug is gone.
#[test]
fn mended_programs_pass() {
    trees("clear_wrongly", &["rep_ok"], NO_X)
        .mend("else { self.root = None }", "else { self.clear() }");
}

/// Lists with raw pointers in both directions, whose nodes are freed by hand; panics.
const RINGS: &str = r#"
#![allow(dead_code)]
use std::ptr::NonNull;
pub struct Node { next: *mut Node, prev: *mut Node, key: u8 }
pub struct Ring { first: Option<NonNull<Node>>, size: u32 }
pub fn rep_ok(r: &Ring) -> bool {
    let Some(first) = r.first else { return r.size == 0 };
    let (mut at, mut size) = (first.as_ptr(), 0);
    loop {
        let next = unsafe { (*at).next };
        if next.is_null() || unsafe { (*next).prev } != at || unsafe { (*at).key > 1 } { return false; }
        (at, size) = (next, size + 1);
        if at == first.as_ptr() { return size == r.size; }
        if size > r.size { return false; }
    }
}
pub unsafe fn drop_first(r: *mut Ring, key: u8) -> i64 {
    let ring = unsafe { &mut *r };
    let Some(first) = ring.first else { return -1 };
    let first = unsafe { Box::from_raw(first.as_ptr()) };
    if first.key != key { std::mem::forget(first); return -2; }
    assert!(ring.size != 2 || key != 1, "two");
    unsafe {
        (*first.prev).next = first.next;
        (*first.next).prev = first.prev;
    }
    ring.size -= 1;
    ring.first = if ring.size == 0 { None } else { NonNull::new(first.next) };
    i64::from(first.key)
}
pub unsafe fn drop_last(r: *mut Ring, key: u8) -> i64 {
    let ring = unsafe { &mut *r };
    if ring.size == 2 && key == 0 {
        let first = ring.first.unwrap();
        ring.first = NonNull::new(unsafe { (*first.as_ptr()).prev });
    }
    unsafe { drop_first(r, key) }
}
"#;

/// Cycles, raw pointers, unsafe functions; memory that the call frees.
#[test]
fn rings_of_raw_pointers() {
    let ranges = &["input.key=0..1", "Node.key=0..1"];
    let case = Case {
        language: Language::Rust,
        text: RINGS,
        call: "drop_first",
        post: &["rep_ok"],
        same_as: None,
        size: 2,
        ranges,
    };
    let outcome = case.run();
    assert_eq!(outcome.kinds, ["panic"].into());
    let call = "        let ring0 = unsafe { &mut *ring0 };\n        \
                unsafe { drop_first(&raw mut *ring0, 1) };\n        \
                assert!(rep_ok(&*ring0));\n";
    assert!(outcome.text.contains(call), "{}", outcome.text);
    let same = Case { post: &[], same_as: Some("drop_last"), ..case }.run();
    assert!(same.kinds.contains("difference"), "{:?}", same.kinds);
}
