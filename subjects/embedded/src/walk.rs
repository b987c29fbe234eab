//! Walks that several subjects share.

use arrayvec::ArrayVec;
use pikse::{Field, Int, Obj, Probe, Ref, SmallObjSet};

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
    let mut visited = SmallObjSet::new();
    visited.insert(root);
    let mut nodes = Nodes::new();
    nodes.push(root);
    let mut at = 0;
    while let Some(&node) = nodes.get(at) {
        at += 1;
        for link in [left, right] {
            if let Some(child) = p.get(node, link) {
                if !visited.insert(child) {
                    return None;
                }
                nodes.push(child);
            }
        }
    }
    Some(nodes)
}

/// As [`breadth_first`], and each child's `parent` is read right after the link to
/// it and must be the node.
#[inline(always)]
pub(crate) fn breadth_first_with_parents(
    p: &mut Probe,
    root: Obj,
    [left, right, parent]: [Field<Ref>; 3],
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
                if !visited.insert(child) || !p.eq(child, parent, Some(node)) {
                    return None;
                }
                nodes.push(child);
            }
        }
    }
    Some(nodes)
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
        // The left one is to be next, so it goes on top.
        if let Some(child) = p.get(node, right) {
            todo.push((child, value + 1, high));
        }
        if let Some(child) = p.get(node, left) {
            todo.push((child, low, value - 1));
        }
    }
    true
}
