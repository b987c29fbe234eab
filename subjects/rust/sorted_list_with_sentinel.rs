//! Sorted singly linked lists behind a sentinel (document 001, section 4.2).

use std::collections::HashSet;
use std::iter;
use std::ptr;

pub struct Node {
    pub next: Option<Box<Node>>,
    pub data: i32,
}

pub struct SortedList {
    /// The sentinel; its data means nothing.
    pub header: Box<Node>,
    /// The number of nodes without the sentinel.
    pub size: usize,
}

impl SortedList {
    /// Whether the list comes to an end, after `size` nodes, and its data grow.
    pub fn rep_ok(&self) -> bool {
        let mut visited = HashSet::from([ptr::from_ref(self.header.as_ref())]);
        let mut at = &self.header.next;
        while let Some(node) = at {
            if !visited.insert(ptr::from_ref(node.as_ref())) {
                return false;
            }
            at = &node.next;
        }
        let nodes = iter::successors(self.header.next.as_deref(), |node| node.next.as_deref());
        self.size + 1 == visited.len() && nodes.map(|node| node.data).is_sorted_by(|a, b| a < b)
    }
}
