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

impl DisjointSet {
    /// Adds an element; false if it is there already.
    pub fn add(&mut self, x: i32) -> bool {
        let mut link = &mut self.head;
        let mut rep = ptr::null();
        while let Some(node) = link {
            if node.data == x {
                return false;
            }
            rep = node.rep;
            link = &mut node.next;
        }
        let node = link.insert(Box::new(Node { rep, next: None, data: x }));
        self.tail = ptr::from_ref(node.as_ref());
        if node.rep.is_null() {
            node.rep = self.tail;
        }
        self.size += 1;
        true
    }

    /// Before `merge`: both are sets, without an element in common.
    pub fn can_merge(&self, other: &DisjointSet) -> bool {
        self.rep_ok() && other.rep_ok() && self.elements().is_disjoint(&other.elements())
    }

    /// Moves the elements of another set behind those of this one.
    pub fn merge(&mut self, other: &mut DisjointSet) {
        let Some(first) = other.head.take() else { return };
        let mut link = &mut self.head;
        let mut rep = ptr::from_ref(first.as_ref());
        while let Some(node) = link {
            rep = node.rep;
            link = &mut node.next;
        }
        *link = Some(first);
        while let Some(node) = link {
            node.rep = rep;
            link = &mut node.next;
        }
        self.tail = std::mem::replace(&mut other.tail, ptr::null());
        self.size += std::mem::take(&mut other.size);
    }

    /// After `add`: the elements are those before and `x`.
    pub fn added(&self, old: &DisjointSet, x: i32, result: bool) -> bool {
        let mut elements = old.elements();
        result == elements.insert(x) && self.elements() == elements
    }

    /// After `merge`: both are sets, this one has the elements of both, the other none.
    pub fn merged(
        &self,
        other: &DisjointSet,
        old_self: &DisjointSet,
        old_other: &DisjointSet,
    ) -> bool {
        let elements = &old_self.elements() | &old_other.elements();
        self.rep_ok() && other.rep_ok() && self.elements() == elements && other.size == 0
    }

    fn elements(&self) -> BTreeSet<i32> {
        let mut elements = BTreeSet::new();
        let mut at = &self.head;
        while let Some(node) = at {
            elements.insert(node.data);
            at = &node.next;
        }
        elements
    }
}
