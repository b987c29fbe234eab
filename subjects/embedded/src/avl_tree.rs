//! AVL trees (document 003, Table 1): search trees whose subtrees differ in height
//! by at most one. No height is stored.

use pikse::{Builder, Field, Obj, Probe, Problem, Ref, predicate};

use crate::walk::{Nodes, breadth_first, keys_in_order};
use crate::{exactly as exact, problem, up_to};

/// AVL trees of exactly `n` nodes with keys `0..=n`. Reads `root`, the links
/// breadth first, `size`; checks the balance, which reads nothing new; then the
/// keys in preorder.
pub fn exactly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("AvlTree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", exact(n));
    let left = bounds.reference(node, "left", node);
    let right = bounds.reference(node, "right", node);
    let info = bounds.int(node, "info", up_to(n));
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let Some(root) = p.get(tree, root) else { return p.eq(tree, size, 0) };
        let Some(nodes) = breadth_first(p, root, left, right) else { return false };
        p.eq(tree, size, nodes.len() as i64)
            && is_balanced(p, &nodes, left, right)
            && keys_in_order(p, root, left, right, info)
    });
    problem(bounds, rep_ok)
}

/// Whether the heights of every node's subtrees differ by at most one. Children
/// come after their parent in `nodes`, so going backwards has their heights ready.
pub(crate) fn is_balanced(
    p: &mut Probe,
    nodes: &Nodes,
    left: Field<Ref>,
    right: Field<Ref>,
) -> bool {
    // By the object's number: the nodes, and the tree before them.
    let mut heights = [0_u8; crate::MAX_NODES + 1];
    for &node in nodes.iter().rev() {
        let height = |child: Option<Obj>| child.map_or(0, |child| heights[child.id().index()]);
        let (l, r) = (height(p.get(node, left)), height(p.get(node, right)));
        if l.abs_diff(r) > 1 {
            return false;
        }
        heights[node.id().index()] = 1 + l.max(r);
    }
    true
}
