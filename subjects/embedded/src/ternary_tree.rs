//! N-ary trees, here ternary (document 003, Tables 1 and 2).

use pikse::{Builder, Problem, SmallObjSet, predicate};

use crate::walk::Nodes;
use crate::{exactly as exact, problem};

/// Ternary trees of a root and exactly `n` more nodes. The root is a separate object that
/// no field refers to. Reads the three links of every node breadth first (a node met twice
/// fails), `size` last.
pub fn exactly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("Tree", 1);
    let node = bounds.class("Node", n);
    let links = ["c0", "c1", "c2"];
    let of_root = links.map(|name| bounds.reference(tree, name, node));
    let size = bounds.int(tree, "size", exact(n + 1));
    let of_node = links.map(|name| bounds.reference(node, name, node));
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let mut visited = SmallObjSet::new();
        let mut nodes = Nodes::new();
        nodes.push(tree);
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            at += 1;
            for link in if node == tree { of_root } else { of_node } {
                if let Some(child) = p.get(node, link) {
                    if !visited.insert(child) {
                        return false;
                    }
                    nodes.push(child);
                }
            }
        }
        p.eq(tree, size, nodes.len() as i64)
    });
    problem(bounds, rep_ok)
}
