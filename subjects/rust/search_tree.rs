//! Search trees as a Rust programmer writes them: owned children, no parents.

use std::collections::BTreeSet;

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub data: i32,
}

pub struct Bst {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl Bst {
    /// Whether the keys are in order, and `size` is their number.
    pub fn rep_ok(&self) -> bool {
        let mut keys = BTreeSet::new();
        let mut worklist = Vec::new();
        if let Some(root) = &self.root {
            worklist.push((root, i32::MIN, i32::MAX));
        }
        while let Some((node, min, max)) = worklist.pop() {
            if node.data < min || node.data > max || !keys.insert(node.data) {
                return false;
            }
            if let Some(left) = &node.left {
                worklist.push((left, min, node.data.saturating_sub(1)));
            }
            if let Some(right) = &node.right {
                worklist.push((right, node.data.saturating_add(1), max));
            }
        }
        self.size == keys.len()
    }
}
