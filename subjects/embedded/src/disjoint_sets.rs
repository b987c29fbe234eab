//! Disjoint sets as linked lists (document 003, Tables 1 and 2).

use pikse::{Builder, ObjSet, Problem, predicate};

use crate::walk::Nodes;
use crate::{exactly as exact, problem, up_to as from_zero_to};

/// A set of exactly `n` elements (Table 1: *valid* and *explored*; Table 2).
pub fn exactly(n: usize) -> Problem {
    sets(n, exact(n))
}

/// A set of up to `n` elements (Table 1: the *field initializations*).
pub fn up_to(n: usize) -> Problem {
    sets(n, from_zero_to(n))
}

/// Reads `head` (if null then `tail`, then `size`); along the list each node's
/// `rep`, which is the head, and `next` (a node met twice fails); `tail`; `size`;
/// then the data along the list, all different.
fn sets(n: usize, sizes: std::ops::RangeInclusive<i64>) -> Problem {
    let mut bounds = Builder::new();
    let set = bounds.class("DisjointSet", 1);
    let node = bounds.class("Node", n);
    let head = bounds.reference(set, "head", node);
    let tail = bounds.reference(set, "tail", node);
    let size = bounds.int(set, "size", sizes);
    let rep = bounds.reference(node, "rep", node);
    let next = bounds.reference(node, "next", node);
    let data = bounds.int(node, "data", from_zero_to(n));
    let rep_ok = predicate("rep_ok", move |p| {
        let set = p.root();
        let Some(first) = p.get(set, head) else {
            return p.eq(set, tail, None) && p.eq(set, size, 0);
        };
        let mut visited = ObjSet::new();
        let mut nodes = Nodes::new();
        let mut at = Some(first);
        while let Some(node) = at {
            if !visited.insert(node) || !p.eq(node, rep, Some(first)) {
                return false;
            }
            nodes.push(node);
            at = p.get(node, next);
        }
        let count = nodes.len() as i64;
        if !p.eq(set, tail, nodes.last().copied()) || !p.eq(set, size, count) {
            return false;
        }
        let mut seen = [0_u64; crate::MAX_NODES.div_ceil(64) + 1];
        nodes.iter().all(|&node| {
            let is_new = |value: i64| seen[value as usize / 64] >> (value % 64) & 1 == 0;
            if !p.require(node, data, is_new) {
                return false;
            }
            let value = p.get(node, data) as usize;
            seen[value / 64] |= 1 << (value % 64);
            true
        })
    });
    problem(bounds, rep_ok)
}
