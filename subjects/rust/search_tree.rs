//! Search trees as a Rust programmer writes them: owned children, no parents (document 003,
//! Table 1; document 001, section 4.2).

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

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
    /// Whether this is a tree of `size` nodes, and its keys are in order.
    pub fn rep_ok(&self) -> bool {
        self.is_tree() && in_order(&self.root, i32::MIN, i32::MAX)
    }

    fn is_tree(&self) -> bool {
        let mut visited: BTreeSet<*const Node> = BTreeSet::new();
        let mut queue: VecDeque<&Node> = VecDeque::new();
        if let Some(root) = &self.root {
            visited.insert(ptr::from_ref(root.as_ref()));
            queue.push_back(root);
        }
        while let Some(node) = queue.pop_front() {
            for child in [&node.left, &node.right].into_iter().flatten() {
                if !visited.insert(ptr::from_ref(child.as_ref())) {
                    return false;
                }
                queue.push_back(child);
            }
        }
        self.size == visited.len()
    }
}

fn in_order(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
    let Some(node) = node else { return true };
    (min..=max).contains(&node.data)
        && in_order(&node.left, min, node.data.saturating_sub(1))
        && in_order(&node.right, node.data.saturating_add(1), max)
}
