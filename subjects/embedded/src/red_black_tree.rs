//! Red-black trees and order-statistics trees.

use arrayvec::ArrayVec;
use pikse::{Builder, Enum, Field, Obj, Probe, Problem, Ref, SmallObjSet, predicate};

use crate::walk::{Nodes, breadth_first_with_parents, keys_in_order};
use crate::{MAX_NODES, exactly as exact, problem, up_to as from_zero_to};

const COLORS: [&str; 2] = ["red", "black"];
const RED: usize = 0;
const BLACK: usize = 1;

/// Red-black trees of exactly `n` nodes with keys `0..=n` (document 003, Table 1).
/// Reads `root`, its parent (null); breadth first the links, each child's parent
/// after the link to it; `size`; the colours breadth first, below a red node those
/// of its children, which are black; checks the black heights; then the keys in
/// preorder. The root may be red.
pub fn exactly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("RedBlackTree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", exact(n));
    let links = ["left", "right", "parent"].map(|name| bounds.reference(node, name, node));
    let color = bounds.enumeration(node, "color", &COLORS);
    let key = bounds.int(node, "key", from_zero_to(n));
    let [left, right, parent] = links;
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let Some(root) = p.get(tree, root) else { return p.eq(tree, size, 0) };
        if !p.eq(root, parent, None) {
            return false;
        }
        let Some(nodes) = breadth_first_with_parents(p, root, links) else { return false };
        p.eq(tree, size, nodes.len() as i64)
            && no_red_has_a_red_child(p, &nodes, [left, right], color, BLACK)
            && black_heights_agree(p, root, left, right, color)
            && keys_in_order(p, root, left, right, key)
    });
    problem(bounds, rep_ok)
}

/// Reads the colours in the order of `nodes`; below a red node, left's and right's.
pub(crate) fn no_red_has_a_red_child(
    p: &mut Probe,
    nodes: &Nodes,
    [left, right]: [Field<Ref>; 2],
    color: Field<Enum>,
    black: usize,
) -> bool {
    nodes.iter().all(|&node| {
        p.get(node, color) == black
            || [left, right]
                .into_iter()
                .all(|link| p.get(node, link).is_none_or(|child| p.eq(child, color, black)))
    })
}

/// Whether every path down has the same number of black nodes; reads colours in preorder.
fn black_heights_agree(
    p: &mut Probe,
    root: Obj,
    left: Field<Ref>,
    right: Field<Ref>,
    color: Field<Enum>,
) -> bool {
    let mut height = None;
    let mut todo: ArrayVec<(Obj, usize), MAX_NODES> = ArrayVec::new();
    todo.push((root, 0));
    while let Some((node, above)) = todo.pop() {
        let blacks = above + usize::from(p.get(node, color) == BLACK);
        for link in [right, left] {
            match p.get(node, link) {
                Some(child) => todo.push((child, blacks)),
                None if *height.get_or_insert(blacks) != blacks => return false,
                None => {}
            }
        }
    }
    true
}

/// Red-black trees of up to `n` nodes with keys `1..=n` and a black root (document
/// 001, section 4.2, with keys in and out of focus). Reads `root`, its parent and
/// colour; the links and parents breadth first; `size`; the colours in preorder,
/// with the black count checked on the way; the keys in preorder.
pub fn up_to(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let tree = bounds.class("RedBlackTree", 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", from_zero_to(n));
    let links = ["left", "right", "parent"].map(|name| bounds.reference(node, name, node));
    let color = bounds.enumeration(node, "color", &COLORS);
    let key = bounds.int(node, "key", 1..=n as i64);
    let [left, right, parent] = links;
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let Some(root) = p.get(tree, root) else { return p.eq(tree, size, 0) };
        if !p.eq(root, parent, None) || !p.eq(root, color, BLACK) {
            return false;
        }
        let Some(nodes) = breadth_first_with_parents(p, root, links) else { return false };
        p.eq(tree, size, nodes.len() as i64)
            && colors_in_preorder(p, root, left, right, color)
            && keys_in_order(p, root, left, right, key)
    });
    problem(bounds, rep_ok)
}

fn colors_in_preorder(
    p: &mut Probe,
    root: Obj,
    left: Field<Ref>,
    right: Field<Ref>,
    color: Field<Enum>,
) -> bool {
    let mut height = None;
    // A node to visit, or the end of a path, with the number of black nodes above it.
    let mut todo: ArrayVec<(Option<Obj>, usize), { 2 * MAX_NODES }> = ArrayVec::new();
    todo.push((Some(root), 0));
    while let Some((node, above)) = todo.pop() {
        let Some(node) = node else {
            if *height.get_or_insert(above) != above {
                return false;
            }
            continue;
        };
        let is_red = p.get(node, color) == RED;
        let children = [left, right].map(|link| p.get(node, link));
        if is_red && !children.iter().flatten().all(|&child| p.eq(child, color, BLACK)) {
            return false;
        }
        let blacks = above + usize::from(!is_red);
        todo.push((children[1], blacks));
        todo.push((children[0], blacks));
    }
    true
}

/// Red-black trees of exactly `n` nodes with keys `1..=n` and a black root, in the style
/// of document 000, Figure 3 (Table II names the structure, but does not give the
/// predicate).
pub fn in_one_pass(n: usize) -> Problem {
    one_pass(n, false)
}

/// Order-statistics trees: red-black trees whose nodes store the size of their subtree
/// (document 000, Table II; again without its predicate).
pub fn order_statistics(n: usize) -> Problem {
    one_pass(n, true)
}

/// Reads `root`, its parent and colour; from a stack each node's key and colour,
/// and of each child its parent and, below a red node, its colour; black counts are
/// compared as null links are met; `size`; then, for order statistics, the sizes
/// of the subtrees from below.
fn one_pass(n: usize, with_subtree_sizes: bool) -> Problem {
    let mut bounds = Builder::new();
    let name = if with_subtree_sizes { "OrderStatisticsTree" } else { "RedBlackTree" };
    let tree = bounds.class(name, 1);
    let node = bounds.class("Node", n);
    let root = bounds.reference(tree, "root", node);
    let size = bounds.int(tree, "size", exact(n));
    let [left, right, parent] =
        ["left", "right", "parent"].map(|name| bounds.reference(node, name, node));
    let color = bounds.enumeration(node, "color", &COLORS);
    let key = bounds.int(node, "key", 1..=n as i64);
    let subtree = with_subtree_sizes.then(|| bounds.int(node, "size", 1..=n as i64));
    let rep_ok = predicate("rep_ok", move |p| {
        let tree = p.root();
        let Some(first) = p.get(tree, root) else { return p.eq(tree, size, 0) };
        if !p.eq(first, parent, None) || !p.eq(first, color, BLACK) {
            return false;
        }
        let mut visited = SmallObjSet::new();
        visited.insert(first);
        let mut order = Nodes::new();
        let mut height = None;
        let mut todo: ArrayVec<(Obj, i64, i64, usize), MAX_NODES> = ArrayVec::new();
        todo.push((first, i64::MIN, i64::MAX, 0));
        while let Some((node, low, high, above)) = todo.pop() {
            order.push(node);
            if !p.in_range(node, key, low..=high) {
                return false;
            }
            let value = p.get(node, key);
            let is_red = p.get(node, color) == RED;
            let blacks = above + usize::from(!is_red);
            for (link, low, high) in [(left, low, value - 1), (right, value + 1, high)] {
                match p.get(node, link) {
                    Some(child) => {
                        if !visited.insert(child)
                            || !p.eq(child, parent, Some(node))
                            || is_red && !p.eq(child, color, BLACK)
                        {
                            return false;
                        }
                        todo.push((child, low, high, blacks));
                    }
                    None if *height.get_or_insert(blacks) != blacks => return false,
                    None => {}
                }
            }
        }
        if !p.eq(tree, size, order.len() as i64) {
            return false;
        }
        let Some(subtree) = subtree else { return true };
        // Children come after their parent in `order`, so backwards they are known.
        order.iter().rev().all(|&node| {
            let mut total = 1;
            for link in [left, right] {
                total += p.get(node, link).map_or(0, |child| p.get(child, subtree));
            }
            p.eq(node, subtree, total)
        })
    });
    problem(bounds, rep_ok)
}
