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

impl SortedList {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let link = link_to(&mut self.head, x);
        if link.as_ref().is_some_and(|node| node.key == x) {
            return false;
        }
        *link = Some(Box::new(Node { next: link.take(), key: x }));
        self.size += 1;
        true
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let link = link_to(&mut self.head, x);
        let Some(node) = link.take_if(|node| node.key == x) else { return false };
        *link = node.next;
        self.size -= 1;
        true
    }

    /// Moves the keys of another list to this one. Of a key that both have, the node of the other
    /// list is freed.
    pub fn merge(&mut self, other: &mut SortedList) {
        let mut link = &mut self.head;
        let mut rest = other.head.take();
        while let Some(mut node) = rest {
            rest = node.next.take();
            link = link_to(link, node.key);
            if link.as_ref().is_none_or(|at| at.key != node.key) {
                node.next = link.take();
                *link = Some(node);
                self.size += 1;
            }
        }
        other.size = 0;
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

    /// After `merge`: both are lists, this one has the keys that one of them had, the other none.
    pub fn merged(
        &self,
        other: &SortedList,
        old_self: &SortedList,
        old_other: &SortedList,
    ) -> bool {
        let keys = &old_self.keys() | &old_other.keys();
        self.rep_ok() && other.rep_ok() && self.keys() == keys && other.size == 0
    }

    fn keys(&self) -> HashSet<i32> {
        let nodes = iter::successors(self.head.as_deref(), |node| node.next.as_deref());
        nodes.map(|node| node.key).collect()
    }
}

/// The link to the first node whose key is not below `x`.
fn link_to(mut link: &mut Option<Box<Node>>, x: i32) -> &mut Option<Box<Node>> {
    while link.as_ref().is_some_and(|node| node.key < x) {
        link = &mut link.as_mut().expect("the link is not empty").next;
    }
    link
}
