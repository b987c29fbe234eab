//! Search trees.

use arrayvec::ArrayVec;
use pikse::{Builder, ObjSet, Problem, predicate};

/// Search trees with parent pointers of exactly `n` nodes and keys `1..=n`
/// (document 000, Figures 1–3). The worklist is a stack; of each node it reads
/// data, left, left's parent, right, right's parent, and `size` last.
pub fn with_parents(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("BST", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", n as i64..=n as i64);
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let parent = bounds.reference(node, "parent", node);
    let data = bounds.int(node, "data", 1..=n as i64);
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let mut visited = ObjSet::new();
        let mut worklist: ArrayVec<_, 128> = ArrayVec::new();
        if let Some(root) = p.get(tree, root) {
            worklist.push((root, i64::from(i32::MIN), i64::from(i32::MAX)));
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
    Problem::new(bounds, rep_ok).expect("the bounds are good for every n")
}
