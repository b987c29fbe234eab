//! Binary trees (document 001, Figure 1.1; document 003, Table 1).

use arrayvec::ArrayVec;
use pikse::{Builder, ObjSet, Problem, predicate};

/// Binary trees of exactly `n` nodes. Reads `root`, then breadth first `left` and
/// `right` of every node (a node met twice fails), `size` last.
pub fn exactly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("Tree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", n as i64..=n as i64);
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let Some(first) = p.get(tree, root) else {
            return p.get(tree, size) == 0;
        };
        let mut visited = ObjSet::new();
        visited.insert(first);
        let mut queue: ArrayVec<_, 400> = ArrayVec::new();
        queue.push(first);
        let mut at = 0;
        while let Some(&node) = queue.get(at) {
            at += 1;
            for link in [left, right] {
                if let Some(child) = p.get(node, link) {
                    if !visited.insert(child) {
                        return false;
                    }
                    queue.push(child);
                }
            }
        }
        p.get(tree, size) == visited.len() as i64
    });
    Problem::new(bounds, rep_ok).expect("the bounds are good for every n")
}
