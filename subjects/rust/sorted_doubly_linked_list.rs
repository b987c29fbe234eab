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

impl SortedDoublyLinkedList {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let (link, prev) = self.link_to(x);
        if link.as_ref().is_some_and(|node| node.data == x) {
            return false;
        }
        let mut node = Box::new(Node { next: link.take(), prev, data: x });
        let this = ptr::from_ref(node.as_ref());
        if let Some(next) = &mut node.next {
            next.prev = this;
        }
        *link = Some(node);
        self.size += 1;
        true
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let (link, prev) = self.link_to(x);
        let Some(node) = link.take_if(|node| node.data == x) else { return false };
        *link = node.next;
        if let Some(next) = link {
            next.prev = prev;
        }
        self.size -= 1;
        true
    }

    /// The link to the first node whose key is not below `x`, and the node that has it.
    fn link_to(&mut self, x: i32) -> (&mut Option<Box<Node>>, *const Node) {
        let mut prev = ptr::null();
        let mut link = &mut self.head;
        while link.as_ref().is_some_and(|node| node.data < x) {
            let node = link.as_mut().expect("the link is not empty");
            prev = ptr::from_ref(node.as_ref());
            link = &mut node.next;
        }
        (link, prev)
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &SortedDoublyLinkedList, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &SortedDoublyLinkedList, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    fn keys(&self) -> BTreeSet<i32> {
        let mut keys = BTreeSet::new();
        let mut at = &self.head;
        while let Some(node) = at {
            keys.insert(node.data);
            at = &node.next;
        }
        keys
    }
}
