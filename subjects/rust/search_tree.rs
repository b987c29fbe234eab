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

impl Bst {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let link = self.link_to(x);
        if link.is_some() {
            return false;
        }
        *link = Some(Box::new(Node { left: None, right: None, data: x }));
        self.size += 1;
        true
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let link = self.link_to(x);
        let Some(node) = link.take() else { return false };
        *link = match (node.left, node.right) {
            (None, child) | (child, None) => child,
            (mut left, right) => {
                // The greatest node on the left takes the place of the one that goes.
                let mut top = take_last(&mut left).expect("the left side is not empty");
                top.left = left;
                top.right = right;
                Some(top)
            }
        };
        self.size -= 1;
        true
    }

    /// The link to the node of a key, or the empty link where it would be.
    fn link_to(&mut self, x: i32) -> &mut Option<Box<Node>> {
        let mut link = &mut self.root;
        while link.as_ref().is_some_and(|node| node.data != x) {
            let node = link.as_mut().expect("the link is not empty");
            link = if x < node.data { &mut node.left } else { &mut node.right };
        }
        link
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &Bst, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &Bst, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    fn keys(&self) -> BTreeSet<i32> {
        let mut keys = BTreeSet::new();
        let mut nodes: Vec<&Node> = self.root.as_deref().into_iter().collect();
        while let Some(node) = nodes.pop() {
            keys.insert(node.data);
            nodes.extend([&node.left, &node.right].into_iter().flatten().map(Box::as_ref));
        }
        keys
    }
}

/// Takes the node with the greatest key out of a tree.
fn take_last(mut link: &mut Option<Box<Node>>) -> Option<Box<Node>> {
    while link.as_ref().is_some_and(|node| node.right.is_some()) {
        link = &mut link.as_mut().expect("the link is not empty").right;
    }
    let mut last = link.take()?;
    *link = last.left.take();
    Some(last)
}
