//! The search trees of the subjects: what is found, and that it is true.

use std::path::{Path, PathBuf};

use pikse_base::Random;
use pikse_front::{RUST_ENTRY, RustEntry};
use pikse_llvm::inkwell::context::Context;
use pikse_llvm::{Options, Program};
use pikse_native::multi_value::{CANONICAL, Site, analyse};

use super::harness::{Field, Host, Predicate, put};

const NODES: usize = 4;

/// Where the fields of a tree and its nodes are.
struct Layout {
    node: usize,
    pointers: &'static [usize],
    data: usize,
    size: usize,
}

fn subject(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects").join(path)
}

/// Runs the predicate on random memory; gives the sites and how often each rejected
/// and accepted a value.
fn explore(program: &Program<'_>, name: &str, layout: &Layout) -> Vec<(Site, usize, usize)> {
    program.keep(&[name]).expect("it is kept");
    program.run_passes(CANONICAL).expect("passes run");
    let decisions = analyse(program, name).expect("it is analysed");
    // All of Rust's library would take long to optimise.
    let host = Host::new(program, &decisions, "globaldce");
    let mut counts = vec![(0, 0); decisions.len()];
    let mut memory = vec![0_u64; 2 + NODES * layout.node / 8];
    let start = memory.as_ptr() as u64;
    let node = |at: usize| 16 + at * layout.node;
    let nodes: Vec<u64> =
        std::iter::once(0).chain((0..NODES).map(|at| start + node(at) as u64)).collect();
    let number = |offset, size| Field { offset, size, values: (0..=NODES as u64).collect() };
    let pointer = |offset| Field { offset, size: 8, values: nodes.clone() };
    let mut fields = vec![pointer(0), number(8, layout.size)];
    for at in 0..NODES {
        fields.extend(layout.pointers.iter().map(|&place| pointer(node(at) + place)));
        fields.push(number(node(at) + layout.data, 4));
    }
    let mut random = Random(7);
    for _ in 0..3000 {
        for field in &fields {
            let any = random.index(field.values.len());
            put(&mut memory, field, field.values[any]);
        }
        // Most random memory is no tree at all; this often begins as one.
        put(&mut memory, &fields[0], nodes[1]);
        for said in host.check(Predicate { name, wide: false }, &mut memory, &fields) {
            let Some(decision) = said.decision else { continue };
            let count = |verdict| said.verdicts.iter().filter(|&&v| v == verdict).count();
            counts[decision].0 += count(1);
            counts[decision].1 += count(2);
        }
    }
    let found = host.sites.iter().zip(counts);
    found.map(|(site, (rejected, accepted))| (site.clone(), rejected, accepted)).collect()
}

/// Each comparison must be found, and reject values (and accept some if it says so).
#[track_caller]
fn check(found: &[(Site, usize, usize)], file: &str, function: &str, expected: &[(&str, bool)]) {
    for &(comparison, accepts) in expected {
        // Several loads may lead to one comparison.
        let same: Vec<_> =
            found.iter().filter(|(site, ..)| site.comparison == comparison).collect();
        let Some((site, ..)) = same.first() else {
            panic!("`{comparison}` is not found: {found:#?}");
        };
        assert!(site.file.ends_with(file), "{site:?}");
        assert_eq!((site.function.as_str(), site.rejects), (function, true), "{site:?}");
        assert!(site.line > 0 && site.column > 0, "{site:?}");
        assert!(
            same.iter().any(|(_, rejected, _)| *rejected > 0),
            "nothing was rejected: {site:?}"
        );
        let accepted = same.iter().any(|(_, _, accepted)| *accepted > 0);
        assert_eq!(accepted, accepts, "{site:?}");
    }
}

#[test]
fn c_search_trees() {
    let layout = Layout { node: 32, pointers: &[0, 8, 16], data: 24, size: 4 };
    let context = Context::create();
    let program = Program::compile(&context, &[subject("c/search_tree.c")], &Options::default());
    let found = explore(&program.expect("it compiles"), "rep_ok", &layout);
    let expected = [
        ("c->data < at.min || c->data > at.max", false),
        ("child->parent != c || visited_count == MAX_NODES", false),
        ("tree->size == visited_count", true),
    ];
    check(&found, "search_tree.c", "rep_ok", &expected);
}

/// Destructors of `std::set` and `std::stack` run after every comparison.
#[test]
fn cpp_search_trees() {
    let layout = Layout { node: 32, pointers: &[0, 8, 16], data: 24, size: 4 };
    let context = Context::create();
    let program =
        Program::compile(&context, &[subject("cpp/search_tree.cpp")], &Options::default());
    let found = explore(&program.expect("it compiles"), "_ZN3BST5repOkEv", &layout);
    let expected = [
        ("current->data < min || current->data > max", false),
        ("current->left->parent != current", false),
        ("current->right->parent != current", false),
        ("size == static_cast<int>(visited.size())", false),
    ];
    check(&found, "search_tree.cpp", "repOk", &expected);
}

/// A `BTreeSet` and a `VecDeque` are dropped after the last comparison of sizes; the keys
/// are compared in a function that calls itself.
#[test]
fn rust_search_trees() {
    let layout = Layout { node: 24, pointers: &[0, 8], data: 16, size: 8 };
    let context = Context::create();
    let entry = RustEntry::new(&subject("rust/search_tree.rs"), "Bst", "rep_ok");
    let program = entry.compile(&context, &Options::default());
    let found = explore(&program.expect("it compiles"), RUST_ENTRY, &layout);
    let data = [("(min..=max).contains(&node.data)", false)];
    check(&found, "search_tree.rs", "in_order", &data);
    let size = [("self.size == visited.len()", false)];
    check(&found, "search_tree.rs", "is_tree", &size);
}
