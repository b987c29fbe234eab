//! A disjoint set as a linked list whose elements know its head (document 003, Table 1).

use std::collections::BTreeSet;
use std::ptr;

pub struct Node {
    pub rep: *const Node,
    pub next: Option<Box<Node>>,
    pub data: i32,
}

pub struct DisjointSet {
    pub head: Option<Box<Node>>,
    pub tail: *const Node,
    pub size: usize,
}

impl DisjointSet {
    /// Whether this is a list of `size` different elements that ends at `tail`.
    pub fn rep_ok(&self) -> bool {
        let Some(head) = self.head.as_deref() else {
            return self.tail.is_null() && self.size == 0;
        };
        let mut visited = BTreeSet::new();
        let mut last = head;
        let mut at = Some(head);
        while let Some(node) = at {
            if !visited.insert(ptr::from_ref(node)) || !ptr::eq(node.rep, head) {
                return false;
            }
            last = node;
            at = node.next.as_deref();
        }
        if !ptr::eq(self.tail, last) || self.size != visited.len() {
            return false;
        }
        let mut elements = BTreeSet::new();
        let mut at = Some(head);
        while let Some(node) = at {
            if !elements.insert(node.data) {
                return false;
            }
            at = node.next.as_deref();
        }
        true
    }
}
