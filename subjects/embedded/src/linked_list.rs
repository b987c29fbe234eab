//! Linked lists.

use pikse::{Builder, ObjSet, Problem, predicate};

use crate::walk::{chain, keys_grow};
use crate::{exactly, problem, up_to};

/// Singly linked lists of up to `n` nodes (document 003, Figure 1). Reads
/// `header`, the `next`s along the chain (a node met twice fails), `size` last.
pub fn singly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("SinglyLinkedList", 1);
    let node = bounds.class("Node", n);
    let header = bounds.reference(list, "header", node);
    let size = bounds.int(list, "size", up_to(n));
    let next = bounds.reference(node, "next", node);
    let rep_ok = predicate("rep_ok", move |p| {
        let list = p.root();
        let first = p.get(list, header);
        let Some(nodes) = chain(p, first, next, ObjSet::new()) else { return false };
        p.eq(list, size, nodes.len() as i64)
    });
    problem(bounds, rep_ok)
}

/// The list of document 002, section 2.2: up to `n` entries, never empty, as
/// `acyclic && size`.
pub fn non_empty(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("List", 1);
    let entry = bounds.class("Entry", n);
    let header = bounds.reference(list, "header", entry);
    let size = bounds.int(list, "size", up_to(n));
    let next = bounds.reference(entry, "next", entry);
    let acyclic = predicate("acyclic", move |p| {
        let first = p.get(p.root(), header);
        first.is_some() && chain(p, first, next, ObjSet::new()).is_some()
    });
    let size_ok = predicate("size", move |p| {
        let first = p.get(p.root(), header);
        let entries = chain(p, first, next, ObjSet::new());
        entries.is_some_and(|entries| p.get(p.root(), size) == entries.len() as i64)
    });
    problem(bounds, acyclic.and(size_ok))
}

/// Sorted lists of exactly `n` nodes with keys `0..=n`, strictly increasing
/// (document 003, Table 1). Reads `head`, the `next`s, `size`, then the keys along
/// the chain.
pub fn sorted(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("SortedList", 1);
    let node = bounds.class("Node", n);
    let head = bounds.reference(list, "head", node);
    let size = bounds.int(list, "size", exactly(n));
    let next = bounds.reference(node, "next", node);
    let key = bounds.int(node, "key", up_to(n));
    let rep_ok = predicate("rep_ok", move |p| {
        let list = p.root();
        let first = p.get(list, head);
        let Some(nodes) = chain(p, first, next, ObjSet::new()) else { return false };
        p.eq(list, size, nodes.len() as i64) && keys_grow(p, &nodes, key)
    });
    problem(bounds, rep_ok)
}

/// Sorted lists behind a sentinel, `n` nodes with it, `n` keys (document 001,
/// section 4.2, with data in and out of focus). Reads `header`, the `next`s,
/// `size`, then the data along the chain; the sentinel's is never read.
pub fn sorted_up_to(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("SortedList", 1);
    let node = bounds.class("Node", n);
    let header = bounds.non_null(list, "header", node);
    let size = bounds.int(list, "size", up_to(n));
    let next = bounds.reference(node, "next", node);
    let data = bounds.int(node, "data", 1..=n as i64);
    let rep_ok = predicate("rep_ok", move |p| {
        let list = p.root();
        let sentinel = p.get(list, header);
        let mut visited = ObjSet::new();
        visited.insert(sentinel);
        let first = p.get(sentinel, next);
        let Some(nodes) = chain(p, first, next, visited) else { return false };
        p.eq(list, size, nodes.len() as i64) && keys_grow(p, &nodes, data)
    });
    problem(bounds, rep_ok)
}

/// Doubly linked lists of up to `n` nodes. Reads `header` and its `prev` (null);
/// along the chain each `next` and its `prev`, which leads back; `size` last.
pub fn doubly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("DoublyLinkedList", 1);
    let node = bounds.class("Node", n);
    let header = bounds.reference(list, "header", node);
    let size = bounds.int(list, "size", up_to(n));
    let next = bounds.reference(node, "next", node);
    let prev = bounds.reference(node, "prev", node);
    let rep_ok = predicate("rep_ok", move |p| {
        let list = p.root();
        let mut visited = ObjSet::new();
        let (mut before, mut at) = (None, p.get(list, header));
        while let Some(node) = at {
            if !visited.insert(node) || !p.eq(node, prev, before) {
                return false;
            }
            (before, at) = (Some(node), p.get(node, next));
        }
        p.eq(list, size, visited.len() as i64)
    });
    problem(bounds, rep_ok)
}

/// Sorted doubly linked lists of exactly `n` nodes with data `1..=n` (document 000,
/// Table II). Along the list: `next`; if there is one, this node's data and the
/// next one's, increasing; its `prev`; a node met twice fails. `size` last.
pub fn sorted_doubly(n: usize) -> Problem {
    let mut bounds = Builder::new();
    let list = bounds.class("SortedDoublyLinkedList", 1);
    let node = bounds.class("Node", n);
    let head = bounds.reference(list, "head", node);
    let size = bounds.int(list, "size", exactly(n));
    let next = bounds.reference(node, "next", node);
    let prev = bounds.reference(node, "prev", node);
    let data = bounds.int(node, "data", 1..=n as i64);
    let rep_ok = predicate("rep_ok", move |p| {
        let list = p.root();
        let Some(mut node) = p.get(list, head) else { return p.eq(list, size, 0) };
        let mut visited = ObjSet::new();
        visited.insert(node);
        while let Some(following) = p.get(node, next) {
            let value = p.get(node, data);
            if !p.gt(following, data, value)
                || !p.eq(following, prev, Some(node))
                || !visited.insert(following)
            {
                return false;
            }
            node = following;
        }
        p.eq(list, size, visited.len() as i64)
    });
    problem(bounds, rep_ok)
}
