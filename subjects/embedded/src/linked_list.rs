//! Linked lists.

use pikse::{Builder, ObjSet, Problem, predicate};

use crate::walk::Nodes;
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
        let mut visited = ObjSet::new();
        let mut at = p.get(list, header);
        while let Some(node) = at {
            if !visited.insert(node) {
                return false;
            }
            at = p.get(node, next);
        }
        p.eq(list, size, visited.len() as i64)
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
        let Some(first) = p.get(p.root(), header) else { return false };
        let mut visited = ObjSet::new();
        let mut at = Some(first);
        while let Some(entry) = at {
            if !visited.insert(entry) {
                return false;
            }
            at = p.get(entry, next);
        }
        true
    });
    let size_ok = predicate("size", move |p| {
        let mut count = 0;
        let mut at = p.get(p.root(), header);
        while let Some(entry) = at {
            count += 1;
            at = p.get(entry, next);
        }
        p.get(p.root(), size) == count
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
        let mut visited = ObjSet::new();
        let mut nodes = Nodes::new();
        let mut at = p.get(list, head);
        while let Some(node) = at {
            if !visited.insert(node) {
                return false;
            }
            nodes.push(node);
            at = p.get(node, next);
        }
        if !p.eq(list, size, nodes.len() as i64) {
            return false;
        }
        let mut previous = i64::MIN;
        nodes.iter().all(|&node| {
            let fits = p.gt(node, key, previous);
            previous = p.get(node, key);
            fits
        })
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
        let mut nodes = Nodes::new();
        let mut at = p.get(sentinel, next);
        while let Some(node) = at {
            if !visited.insert(node) {
                return false;
            }
            nodes.push(node);
            at = p.get(node, next);
        }
        if !p.eq(list, size, nodes.len() as i64) {
            return false;
        }
        let mut previous = i64::MIN;
        nodes.iter().all(|&node| {
            let fits = p.gt(node, data, previous);
            previous = p.get(node, data);
            fits
        })
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
