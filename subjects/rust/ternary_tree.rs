//! N-ary trees, here ternary (document 003, Table 1). The root lies inside of the tree, so no
//! pointer leads to it.

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

pub struct Node {
    pub children: [Option<Box<Node>>; 3],
}

pub struct TernaryTree {
    pub root: Node,
    pub size: usize,
}

impl TernaryTree {
    /// Whether no node is met twice, and `size` is their number.
    pub fn rep_ok(&self) -> bool {
        let mut visited = BTreeSet::from([ptr::from_ref(&self.root)]);
        let mut queue = VecDeque::from([&self.root]);
        while let Some(node) = queue.pop_front() {
            for child in node.children.iter().flatten() {
                if !visited.insert(ptr::from_ref(child.as_ref())) {
                    return false;
                }
                queue.push_back(child);
            }
        }
        self.size == visited.len()
    }
}
