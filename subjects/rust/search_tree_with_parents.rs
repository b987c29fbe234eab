//! Search trees with parent pointers (document 000, Figures 1-3).

use std::collections::BTreeSet;
use std::ptr;

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub parent: *const Node,
    pub data: i32,
}

pub struct Bst {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl Bst {
    /// Whether this is a tree of `size` nodes that know their parents, with keys in order.
    pub fn rep_ok(&self) -> bool {
        let mut visited: BTreeSet<*const Node> = BTreeSet::new();
        let mut worklist: Vec<(&Node, i32, i32)> = Vec::new();
        if let Some(root) = &self.root {
            visited.insert(ptr::from_ref(root.as_ref()));
            worklist.push((root, i32::MIN, i32::MAX));
        }
        while let Some((node, min, max)) = worklist.pop() {
            if node.data < min || node.data > max {
                return false;
            }
            if let Some(left) = &node.left {
                if !visited.insert(ptr::from_ref(left.as_ref())) || !ptr::eq(left.parent, node) {
                    return false;
                }
                worklist.push((left, min, node.data.saturating_sub(1)));
            }
            if let Some(right) = &node.right {
                if !visited.insert(ptr::from_ref(right.as_ref())) || !ptr::eq(right.parent, node) {
                    return false;
                }
                worklist.push((right, node.data.saturating_add(1), max));
            }
        }
        self.size == visited.len()
    }
}
