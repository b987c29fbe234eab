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

impl SinglyLinkedList {
    /// Inserts a node so that `x` nodes are before it; false if there are not so many.
    pub fn insert(&mut self, x: usize) -> bool {
        if x > self.size {
            return false;
        }
        let link = self.link_at(x);
        *link = Some(Box::new(Node { next: link.take() }));
        self.size += 1;
        true
    }

    /// Removes the node that has `x` nodes before it; false if there is none.
    pub fn remove(&mut self, x: usize) -> bool {
        if x >= self.size {
            return false;
        }
        let link = self.link_at(x);
        let node = link.take().expect("there is a node");
        *link = node.next;
        self.size -= 1;
        true
    }

    /// Turns a list round.
    pub fn reverse(&mut self) {
        let mut reversed = None;
        let mut rest = self.header.take();
        while let Some(mut node) = rest {
            rest = node.next.take();
            node.next = reversed;
            reversed = Some(node);
        }
        self.header = reversed;
    }

    /// Moves the nodes of another list behind those of this one.
    pub fn append(&mut self, other: &mut SinglyLinkedList) {
        *self.link_at(self.size) = other.header.take();
        self.size += std::mem::take(&mut other.size);
    }

    /// The link that has `x` nodes before it.
    fn link_at(&mut self, x: usize) -> &mut Option<Box<Node>> {
        let mut link = &mut self.header;
        for _ in 0..x {
            link = &mut link.as_mut().expect("there are so many nodes").next;
        }
        link
    }

    /// After `insert`: there is one node more, if the place was there.
    pub fn inserted(&self, old: &SinglyLinkedList, x: usize, result: bool) -> bool {
        result == (x <= old.size) && self.size == old.size + usize::from(result)
    }

    /// After `remove`: there is one node less, if it was there.
    pub fn removed(&self, old: &SinglyLinkedList, x: usize, result: bool) -> bool {
        result == (x < old.size) && self.size + usize::from(result) == old.size
    }

    /// After `reverse`: the last node comes first. Nodes hold nothing, so their number is all
    /// that can be seen from outside.
    pub fn reversed(&self, old: &SinglyLinkedList) -> bool {
        self.size == old.size
    }

    /// After `append`: all nodes are in this list, and both are lists.
    pub fn appended(
        &self,
        other: &SinglyLinkedList,
        old_self: &SinglyLinkedList,
        old_other: &SinglyLinkedList,
    ) -> bool {
        self.rep_ok()
            && other.rep_ok()
            && self.size == old_self.size + old_other.size
            && other.size == 0
    }
}
