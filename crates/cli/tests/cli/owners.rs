//! Objects that count their owners: `Rc`, `Arc` and their weak pointers. Sound code drops owners and weak
//! pointers of given objects in any order; the counts are those of the structure.

use crate::common::{folder, run_in};

/// A doubly linked list, as the two libraries have it: single-threaded and thread-safe.
fn list(is_thread_safe: bool) -> String {
    let (imports, cell, read, write) = match is_thread_safe {
        false => (
            "use std::cell::RefCell as Cell;\nuse std::rc::{Rc, Weak};",
            "Cell",
            "borrow()",
            "borrow_mut()",
        ),
        true => (
            "use std::sync::RwLock as Cell;\nuse std::sync::{Arc as Rc, Weak};",
            "Cell",
            "read().unwrap()",
            "write().unwrap()",
        ),
    };
    format!(
        "{imports}
pub type Link = Rc<{cell}<Node>>;
pub struct Node {{ pub value: u8, pub next: Option<Link>, pub prev: Weak<{cell}<Node>> }}
pub struct List {{ pub head: Option<Link>, pub size: usize }}
impl List {{
    fn is_valid(&self, reads_prev: bool) -> bool {{
        let (mut count, mut at, mut before) = (0, self.head.clone(), None::<Link>);
        while let Some(node) = at {{
            count += 1;
            if count > self.size {{ return false; }}
            if reads_prev {{
                match (&before, &node.{read}.prev.upgrade()) {{
                    (None, None) => {{}}
                    (Some(a), Some(b)) if Rc::ptr_eq(a, b) => {{}}
                    _ => return false,
                }}
            }}
            at = node.{read}.next.clone();
            before = Some(node);
        }}
        count == self.size
    }}
    pub fn rep_ok(&self) -> bool {{ self.is_valid(true) }}
    pub fn is_list(&self) -> bool {{ self.is_valid(false) }}
    pub fn pop_front(&mut self) -> Option<u8> {{
        let node = self.head.take()?;
        let next = node.{write}.next.take();
        if let Some(next) = &next {{ next.{write}.prev = Weak::new(); }}
        self.head = next;
        self.size -= 1;
        let value = node.{read}.value;
        Some(value)
    }}
    pub fn push_front(&mut self, value: u8) {{
        let old = self.head.take();
        let node = Rc::new({cell}::new(Node {{ value, next: old.clone(), prev: Weak::new() }}));
        if let Some(old) = old {{ old.{write}.prev = Rc::downgrade(&node); }}
        self.head = Some(node);
        self.size += 1;
    }}
    pub fn clear(&mut self) {{ self.head = None; self.size = 0; }}
    pub fn forget_links_back(&mut self) {{
        let mut at = self.head.clone();
        while let Some(node) = at {{
            node.{write}.prev = Weak::new();
            at = node.{read}.next.clone();
        }}
    }}
    /// Each node has one owner, and each but the last a weak pointer to it.
    pub fn check_counts(&self) {{
        let mut at = self.head.as_ref().map(|link| (Rc::strong_count(link), Rc::weak_count(link), link.clone()));
        while let Some((owners, weak, node)) = at {{
            let node = node.{read};
            assert_eq!((owners, weak), (1, usize::from(node.next.is_some())));
            at = node.next.as_ref().map(|link| (Rc::strong_count(link), Rc::weak_count(link), link.clone()));
        }}
    }}
    /// The first node is freed although the list owns it.
    pub fn drop_twice(&mut self) -> bool {{
        if let Some(head) = &self.head {{ unsafe {{ Rc::decrement_strong_count(Rc::as_ptr(head)) }} }}
        self.rep_ok()
    }}
}}
"
    )
}

#[test]
fn lists_with_weak_links_back() {
    for is_thread_safe in [false, true] {
        let folder = folder(&[("list.rs", &list(is_thread_safe))]);
        let run = |arguments: &str| {
            let bounds = "--type List --size 3 --range Node.value=0..1";
            run_in(folder.path(), &format!("check list.rs --call List::{arguments} {bounds}"))
        };
        for (arguments, inputs) in [
            // Lists of 0 to 3 nodes; one value is read of each that is not empty.
            ("pop_front --post rep_ok", 7),
            ("push_front --args value=0..1 --post rep_ok", 8),
            ("clear --post rep_ok", 4),
            ("check_counts", 4),
        ] {
            let ended = run(arguments);
            assert_eq!(ended.code, 0, "{is_thread_safe} {arguments}: {ended:?}");
            assert!(
                ended.stdout.contains(&format!("): {inputs} inputs")),
                "{arguments}: {ended:?}"
            );
        }
        // The links back are read by the code alone: null, or one of the nodes before or after.
        for arguments in ["clear --predicate is_list", "forget_links_back --predicate is_list"] {
            let ended = run(arguments);
            assert_eq!(ended.code, 0, "{is_thread_safe} {arguments}: {ended:?}");
            assert!(ended.stdout.contains("it reads Node.prev"), "{arguments}: {ended:?}");
        }
        let ended = run("drop_twice --post rep_ok");
        assert_eq!(ended.code, 1, "{is_thread_safe}: {ended:?}");
        assert!(ended.stdout.contains("3 of 4 inputs failed"), "{ended:?}");
    }
}

#[test]
fn lists_with_weak_links_back_are_explored() {
    let folder = folder(&[("list.rs", &list(false))]);
    for (entry, paths) in [("pop_front", 4), ("push_front", 4), ("clear", 4), ("check_counts", 4)] {
        let command = format!("explore list.rs --entry List::{entry} --size 3 --json");
        let ended = run_in(folder.path(), &command);
        let run = ended.whole_json();
        assert_eq!((&run["paths"], &run["complete"]), (&paths.into(), &true.into()), "{run}");
        assert_eq!(run["errors"].as_array().map(Vec::len), Some(0), "{entry}: {run}");
        let replayed = run_in(folder.path(), &format!("replay pikse-out/list-List__{entry}"));
        let all = format!("{paths} tests: {paths} confirmed");
        assert!(replayed.stdout.contains(&all), "{entry}: {replayed:?}");
    }
    let ended = run_in(folder.path(), "explore list.rs --entry List::drop_twice --size 2");
    assert_eq!(ended.code, 1, "{ended:?}");
    assert!(ended.stdout.contains("use after free"), "{ended:?}");
    // What the predicate does not read is chosen when an object is dropped. That may be too late to count it:
    // the path is cut, and no error is reported.
    let command = "explore list.rs --entry List::clear --predicate is_list --size 2";
    let ended = run_in(folder.path(), command);
    assert_eq!(ended.code, 3, "{ended:?}");
    assert!(ended.stdout.contains("before a pointer that owns it is first read"), "{ended:?}");
}

/// Two owners of one object.
#[test]
fn shared_objects_have_two_owners() {
    let text = "use std::rc::Rc;\n\
        pub struct Leaf { pub value: u8 }\n\
        pub struct Pair { pub left: Option<Rc<Leaf>>, pub right: Option<Rc<Leaf>> }\n\
        impl Pair {\n\
            pub fn rep_ok(&self) -> bool { self.left.is_some() | self.right.is_some() }\n\
            pub fn drop_left(&mut self) { self.left = None; }\n\
            pub fn drop_both(&mut self) { self.left = None; self.right = None; }\n\
            pub fn count(&self) {\n\
                let both = self.left.iter().chain(&self.right);\n\
                let same = match (&self.left, &self.right) { (Some(a), Some(b)) => Rc::ptr_eq(a, b), _ => false };\n\
                for leaf in both { assert_eq!(Rc::strong_count(leaf), if same { 2 } else { 1 }); }\n\
            }\n\
        }\n";
    let folder = folder(&[("pair.rs", text)]);
    // Left, right, or both, which are the same or two.
    for call in ["drop_left", "drop_both", "count"] {
        let command = format!("check pair.rs --call Pair::{call} --size 2 --ignore Leaf.value");
        let ended = run_in(folder.path(), &command);
        assert_eq!(ended.code, 0, "{call}: {ended:?}");
        assert!(ended.stdout.contains("): 4 inputs"), "{call}: {ended:?}");
        let command = format!("explore pair.rs --entry Pair::{call} --size 2 --json");
        let run = run_in(folder.path(), &command).whole_json();
        assert_eq!((&run["paths"], &run["complete"]), (&4.into(), &true.into()), "{call}: {run}");
        assert_eq!(run["errors"].as_array().map(Vec::len), Some(0), "{call}: {run}");
        let replayed = run_in(folder.path(), &format!("replay pikse-out/pair-Pair__{call}"));
        assert!(replayed.stdout.contains("4 tests: 4 confirmed"), "{call}: {replayed:?}");
    }
}
