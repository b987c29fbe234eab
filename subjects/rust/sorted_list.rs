//! Sorted singly linked lists (document 003, Table 1).

use std::collections::HashSet;
use std::iter;
use std::ptr;

pub struct Node {
    pub next: Option<Box<Node>>,
    pub key: i32,
}

pub struct SortedList {
    pub head: Option<Box<Node>>,
    pub size: usize,
}

impl SortedList {
    /// Whether the list comes to an end, after `size` nodes, and its keys grow.
    pub fn rep_ok(&self) -> bool {
        let mut visited = HashSet::new();
        let mut at = &self.head;
        while let Some(node) = at {
            if !visited.insert(ptr::from_ref(node.as_ref())) {
                return false;
            }
            at = &node.next;
        }
        let nodes = iter::successors(self.head.as_deref(), |node| node.next.as_deref());
        self.size == visited.len() && nodes.map(|node| node.key).is_sorted_by(|a, b| a < b)
    }
}
