//! Binary trees (document 001, Figure 1.1; document 003, Table 1).

use pikse::{Builder, Problem, predicate};

use crate::walk::breadth_first;
use crate::{exactly as exact, problem};

/// Binary trees of exactly `n` nodes. Reads `root`, then breadth first `left` and
/// `right` of every node (a node met twice fails), `size` last.
pub fn exactly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("Tree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", exact(n));
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let count = match p.get(tree, root) {
            None => 0,
            Some(root) => match breadth_first(p, root, left, right) {
                None => return false,
                Some(nodes) => nodes.len(),
            },
        };
        p.eq(tree, size, count as i64)
    });
    problem(bounds, rep_ok)
}
