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

impl SortedList {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let at = self.node_before(x);
        if at.next.as_ref().is_some_and(|next| next.data == x) {
            return false;
        }
        at.next = Some(Box::new(Node { next: at.next.take(), data: x }));
        self.size += 1;
        true
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let at = self.node_before(x);
        let Some(node) = at.next.take_if(|next| next.data == x) else { return false };
        at.next = node.next;
        self.size -= 1;
        true
    }

    /// The node behind which a key belongs; it may be the sentinel.
    fn node_before(&mut self, x: i32) -> &mut Node {
        let mut node = &mut self.header;
        while node.next.as_ref().is_some_and(|next| next.data < x) {
            node = node.next.as_mut().expect("there is a next node");
        }
        node
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &SortedList, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &SortedList, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    fn keys(&self) -> HashSet<i32> {
        let nodes = iter::successors(self.header.next.as_deref(), |node| node.next.as_deref());
        nodes.map(|node| node.data).collect()
    }
}
