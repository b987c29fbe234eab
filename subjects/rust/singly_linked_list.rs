//! Singly linked lists (document 003, Figure 1).

use std::collections::HashSet;
use std::ptr;

pub struct Node {
    pub next: Option<Box<Node>>,
}

pub struct SinglyLinkedList {
    pub header: Option<Box<Node>>,
    pub size: usize,
}

impl SinglyLinkedList {
    /// Whether the list comes to an end, after `size` nodes.
    pub fn rep_ok(&self) -> bool {
        let mut visited = HashSet::new();
        let mut at = &self.header;
        while let Some(node) = at {
            if !visited.insert(ptr::from_ref(node.as_ref())) {
                return false;
            }
            at = &node.next;
        }
        self.size == visited.len()
    }
}
