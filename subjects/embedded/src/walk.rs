//! Traversals that several subjects share.

use arrayvec::ArrayVec;
use pikse::{Field, Int, Obj, ObjSet, Probe, Ref, SmallObjSet};

use crate::MAX_NODES;

/// The nodes of a tree.
pub(crate) type Nodes = ArrayVec<Obj, MAX_NODES>;

/// Reads the links of a tree breadth first, `left` before `right`; `None` if a
/// node is met twice.
#[inline(always)]
pub(crate) fn breadth_first(
    p: &mut Probe,
    root: Obj,
    left: Field<Ref>,
    right: Field<Ref>,
) -> Option<Nodes> {
    breadth_first_if(p, root, left, right, |_, _, _| true)
}

/// As [`breadth_first`], and each child's `parent` is read right after the link to
/// it and must be the node.
#[inline(always)]
pub(crate) fn breadth_first_with_parents(
    p: &mut Probe,
    root: Obj,
    [left, right, parent]: [Field<Ref>; 3],
) -> Option<Nodes> {
    breadth_first_if(p, root, left, right, |p, node, child| p.eq(child, parent, Some(node)))
}

/// Like [`breadth_first`]; every node and child must satisfy a condition.
#[inline(always)]
fn breadth_first_if(
    p: &mut Probe,
    root: Obj,
    left: Field<Ref>,
    right: Field<Ref>,
    fit: impl Fn(&mut Probe, Obj, Obj) -> bool,
) -> Option<Nodes> {
    let mut visited = SmallObjSet::new();
    visited.insert(root);
    let mut nodes = Nodes::new();
    nodes.push(root);
    let mut at = 0;
    while let Some(&node) = nodes.get(at) {
        at += 1;
        for link in [left, right] {
            if let Some(child) = p.get(node, link) {
                if !visited.insert(child) || !fit(p, node, child) {
                    return None;
                }
                nodes.push(child);
            }
        }
    }
    Some(nodes)
}

/// Reads the links of a chain that begins with `first`; `None` if a node is met
/// twice, or is one of `visited`.
#[inline(always)]
pub(crate) fn chain(
    p: &mut Probe,
    first: Option<Obj>,
    next: Field<Ref>,
    mut visited: ObjSet,
) -> Option<Nodes> {
    let mut nodes = Nodes::new();
    let mut at = first;
    while let Some(node) = at {
        if !visited.insert(node) {
            return None;
        }
        nodes.push(node);
        at = p.get(node, next);
    }
    Some(nodes)
}

/// Whether the keys of nodes, read in order, grow strictly.
#[inline(always)]
pub(crate) fn keys_grow(p: &mut Probe, nodes: &Nodes, key: Field<Int>) -> bool {
    let mut previous = i64::MIN;
    nodes.iter().all(|&node| {
        let fits = p.gt(node, key, previous);
        previous = p.get(node, key);
        fits
    })
}

/// Whether the keys of a tree are in order: read in preorder, each strictly
/// between the bounds that it inherits.
#[inline(always)]
pub(crate) fn keys_in_order(
    p: &mut Probe,
    root: Obj,
    left: Field<Ref>,
    right: Field<Ref>,
    key: Field<Int>,
) -> bool {
    let mut todo: ArrayVec<(Obj, i64, i64), MAX_NODES> = ArrayVec::new();
    todo.push((root, i64::MIN, i64::MAX));
    while let Some((node, low, high)) = todo.pop() {
        if !p.in_range(node, key, low..=high) {
            return false;
        }
        let value = p.get(node, key);
        // The left one is visited next, so it is pushed last.
        if let Some(child) = p.get(node, right) {
            todo.push((child, value + 1, high));
        }
        if let Some(child) = p.get(node, left) {
            todo.push((child, low, value - 1));
        }
    }
    true
}
