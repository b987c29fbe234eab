//! Binary trees (document 001, Figure 1.1; document 003, Table 1).

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
}

pub struct BinaryTree {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl BinaryTree {
    /// Whether no node is met twice, and `size` is their number.
    pub fn rep_ok(&self) -> bool {
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

impl BinaryTree {
    /// Turns a tree to its mirror image.
    pub fn mirror(&mut self) {
        let mut nodes: Vec<&mut Node> = self.root.as_deref_mut().into_iter().collect();
        while let Some(node) = nodes.pop() {
            std::mem::swap(&mut node.left, &mut node.right);
            nodes.extend(node.left.as_deref_mut());
            nodes.extend(node.right.as_deref_mut());
        }
    }

    /// Inserts a node at the first free place, level by level.
    pub fn insert(&mut self) {
        let mut links = VecDeque::from([&mut self.root]);
        while let Some(link) = links.pop_front() {
            let Some(node) = link else {
                *link = Some(Box::new(Node { left: None, right: None }));
                break;
            };
            links.push_back(&mut node.left);
            links.push_back(&mut node.right);
        }
        self.size += 1;
    }

    /// Removes the leaf that is the last, level by level; false if there is none.
    pub fn remove_leaf(&mut self) -> bool {
        let mut link = &mut self.root;
        while link.as_ref().is_some_and(|node| node.left.is_some() || node.right.is_some()) {
            let node = link.as_mut().expect("the link is not empty");
            let is_right = depth(&node.right) >= depth(&node.left);
            link = if is_right { &mut node.right } else { &mut node.left };
        }
        let leaf = link.take();
        self.size -= usize::from(leaf.is_some());
        leaf.is_some()
    }

    /// After `mirror`: what was left is right.
    pub fn mirrored(&self, old: &BinaryTree) -> bool {
        self.size == old.size && are_mirrored(&self.root, &old.root)
    }

    /// After `insert`: there is one node more, and all others are where they were.
    pub fn inserted(&self, old: &BinaryTree) -> bool {
        self.size == old.size + 1 && more_in(&old.root, &self.root) == Some(1)
    }

    /// After `remove_leaf`: there is one node less, and all others are where they were.
    pub fn removed(&self, old: &BinaryTree, result: bool) -> bool {
        result == (old.size > 0)
            && self.size + usize::from(result) == old.size
            && more_in(&self.root, &old.root) == Some(usize::from(result))
    }
}

fn depth(node: &Option<Box<Node>>) -> u32 {
    node.as_ref().map_or(0, |node| 1 + depth(&node.left).max(depth(&node.right)))
}

fn are_mirrored(a: &Option<Box<Node>>, b: &Option<Box<Node>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => are_mirrored(&a.left, &b.right) && are_mirrored(&a.right, &b.left),
        _ => false,
    }
}

/// How many nodes are only in the second of two trees that lie on each other, if none is only in
/// the first.
fn more_in(a: &Option<Box<Node>>, b: &Option<Box<Node>>) -> Option<usize> {
    match (a, b) {
        (None, None) => Some(0),
        (Some(_), None) => None,
        (None, Some(b)) => Some(1 + more_in(&None, &b.left)? + more_in(&None, &b.right)?),
        (Some(a), Some(b)) => Some(more_in(&a.left, &b.left)? + more_in(&a.right, &b.right)?),
    }
}
