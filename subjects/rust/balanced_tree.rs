//! Height-balanced search trees with parent pointers (document 002, Table 1).

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub parent: *const Node,
    pub elem: i32,
}

pub struct BalancedTree {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl BalancedTree {
    /// Whether this is a balanced tree of `size` nodes, its keys are in order, and its
    /// nodes know their parents.
    pub fn rep_ok(&self) -> bool {
        self.is_tree()
            && height(&self.root).is_some()
            && in_order(&self.root, i32::MIN, i32::MAX)
            && self.parents_fit()
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

    fn parents_fit(&self) -> bool {
        let Some(root) = self.root.as_deref() else { return true };
        if !root.parent.is_null() {
            return false;
        }
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            for child in [&node.left, &node.right].into_iter().flatten() {
                if !ptr::eq(child.parent, node) {
                    return false;
                }
                queue.push_back(child);
            }
        }
        true
    }
}

/// The height of a tree, if it is balanced.
fn height(node: &Option<Box<Node>>) -> Option<u32> {
    let Some(node) = node else { return Some(0) };
    let (left, right) = (height(&node.left)?, height(&node.right)?);
    (left.abs_diff(right) <= 1).then_some(1 + left.max(right))
}

fn in_order(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
    let Some(node) = node else { return true };
    (min..=max).contains(&node.elem)
        && in_order(&node.left, min, node.elem.saturating_sub(1))
        && in_order(&node.right, node.elem.saturating_add(1), max)
}
