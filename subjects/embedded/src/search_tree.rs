//! Search trees.

use arrayvec::ArrayVec;
use pikse::{Builder, Field, Int, Problem, Ref, SmallObjSet, predicate};

use crate::walk::{breadth_first, keys_in_order};
use crate::{MAX_NODES, exactly, problem, up_to as from_zero_to};

/// Search trees with parent pointers of exactly `n` nodes and keys `1..=n`
/// (document 000, Figures 1–3). The worklist is a stack; of each node it reads
/// data, left, left's parent, right, right's parent, and `size` last.
pub fn with_parents(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("Tree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", exactly(n));
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let parent = bounds.reference(node, "parent", node);
    let data = bounds.int(node, "data", 1..=n as i64);
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let mut visited = SmallObjSet::new();
        let mut worklist: ArrayVec<_, MAX_NODES> = ArrayVec::new();
        if let Some(root) = p.get(tree, root) {
            worklist.push((root, i64::MIN, i64::MAX));
            visited.insert(root);
        }
        while let Some((node, min, max)) = worklist.pop() {
            if !p.in_range(node, data, min..=max) {
                return false;
            }
            let key = p.get(node, data);
            for (link, min, max) in [(left, min, key - 1), (right, key + 1, max)] {
                if let Some(child) = p.get(node, link) {
                    if !visited.insert(child) || !p.eq(child, parent, Some(node)) {
                        return false;
                    }
                    worklist.push((child, min, max));
                }
            }
        }
        p.eq(tree, size, visited.len() as i64)
    });
    problem(bounds, rep_ok)
}

/// Search trees of exactly `n` nodes with keys `0..=max_key` (document 003, Table
/// 1, with `max_key` = `n`). Reads `root`, the links breadth first, `size`, then
/// the keys in preorder.
pub fn with_keys(n: usize, max_key: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("SearchTree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", exactly(n));
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let info = bounds.int(node, "info", from_zero_to(max_key));
    problem(bounds, links_size_keys(root, size, left, right, info))
}

/// Ordered search trees of up to `n` nodes with keys `1..=n` (document 001,
/// section 4.2, with data in and out of focus).
pub fn up_to(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("SearchTree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", from_zero_to(n));
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let data = bounds.int(node, "data", 1..=n as i64);
    problem(bounds, links_size_keys(root, size, left, right, data))
}

fn links_size_keys(
    root: Field<Ref>,
    size: Field<Int>,
    left: Field<Ref>,
    right: Field<Ref>,
    key: Field<Int>,
) -> pikse::Formula {
    predicate("rep_ok", move |p| {
        let tree = p.root();
        let Some(root) = p.get(tree, root) else { return p.eq(tree, size, 0) };
        let Some(nodes) = breadth_first(p, root, left, right) else { return false };
        p.eq(tree, size, nodes.len() as i64) && keys_in_order(p, root, left, right, key)
    })
}
