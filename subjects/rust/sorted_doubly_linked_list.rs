//! Sorted doubly linked lists (document 000, Table II).

use std::collections::BTreeSet;
use std::ptr;

pub struct Node {
    pub next: Option<Box<Node>>,
    pub prev: *const Node,
    pub data: i32,
}

pub struct SortedDoublyLinkedList {
    pub head: Option<Box<Node>>,
    pub size: usize,
}

impl SortedDoublyLinkedList {
    /// Whether the data grow, links lead there and back, and `size` is the number of nodes.
    pub fn rep_ok(&self) -> bool {
        let Some(head) = &self.head else { return self.size == 0 };
        let mut visited = BTreeSet::from([ptr::from_ref(head.as_ref())]);
        let mut node = head;
        while let Some(next) = &node.next {
            if node.data >= next.data || !ptr::eq(next.prev, node.as_ref()) {
                return false;
            }
            if !visited.insert(ptr::from_ref(next.as_ref())) {
                return false;
            }
            node = next;
        }
        self.size == visited.len()
    }
}
