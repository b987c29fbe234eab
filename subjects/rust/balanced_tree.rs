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

impl BalancedTree {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let mut parent = ptr::null();
        let mut link = &mut self.root;
        while let Some(node) = link {
            if x == node.elem {
                return false;
            }
            parent = ptr::from_ref(node.as_ref());
            link = if x < node.elem { &mut node.left } else { &mut node.right };
        }
        *link = Some(Box::new(Node { left: None, right: None, parent, elem: x }));
        self.size += 1;
        if height(&self.root).is_none() {
            self.balance();
        }
        true
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let mut link = &mut self.root;
        while link.as_ref().is_some_and(|node| node.elem != x) {
            let node = link.as_mut().expect("the link is not empty");
            link = if x < node.elem { &mut node.left } else { &mut node.right };
        }
        let Some(node) = link else { return false };
        if node.left.is_some() && node.right.is_some() {
            // The next key takes the place of the one that goes.
            let next = take_first(&mut node.right).expect("the right side is not empty");
            node.elem = next.elem;
        } else {
            take_top(link);
        }
        self.size -= 1;
        if height(&self.root).is_none() {
            self.balance();
        }
        true
    }

    /// Makes a search tree as flat as it can be.
    pub fn balance(&mut self) {
        let mut nodes = Vec::with_capacity(self.size);
        take_in_order(self.root.take(), &mut nodes);
        let count = nodes.len();
        self.root = tree_of(&mut nodes.into_iter(), count);
        if let Some(root) = &mut self.root {
            root.parent = ptr::null();
        }
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &BalancedTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &BalancedTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    /// After `balance`: the keys are those before, and no tree of as many is flatter.
    pub fn flattened(&self, old: &BalancedTree) -> bool {
        let levels = height(&self.root).unwrap_or(u32::MAX);
        levels == usize::BITS - self.size.leading_zeros() && self.keys() == old.keys()
    }

    fn keys(&self) -> BTreeSet<i32> {
        let mut keys = BTreeSet::new();
        let mut nodes: Vec<&Node> = self.root.as_deref().into_iter().collect();
        while let Some(node) = nodes.pop() {
            keys.insert(node.elem);
            nodes.extend([&node.left, &node.right].into_iter().flatten().map(Box::as_ref));
        }
        keys
    }
}

/// Takes the node with the least key out of a tree.
fn take_first(mut link: &mut Option<Box<Node>>) -> Option<Box<Node>> {
    while link.as_ref().is_some_and(|node| node.left.is_some()) {
        link = &mut link.as_mut().expect("the link is not empty").left;
    }
    take_top(link)
}

/// Takes the top node, which has at most one child, out of a tree. Its child comes up.
fn take_top(link: &mut Option<Box<Node>>) -> Option<Box<Node>> {
    let mut top = link.take()?;
    *link = top.left.take().or(top.right.take());
    if let Some(child) = link {
        child.parent = top.parent;
    }
    Some(top)
}

/// Takes a tree apart; its nodes come in the order of their keys.
fn take_in_order(node: Option<Box<Node>>, nodes: &mut Vec<Box<Node>>) {
    let Some(mut node) = node else { return };
    let right = node.right.take();
    take_in_order(node.left.take(), nodes);
    nodes.push(node);
    take_in_order(right, nodes);
}

/// Links so many nodes that come in order to a tree, the middle one on top.
fn tree_of(nodes: &mut std::vec::IntoIter<Box<Node>>, count: usize) -> Option<Box<Node>> {
    if count == 0 {
        return None;
    }
    let middle = count / 2;
    let left = tree_of(nodes, middle);
    let mut top = nodes.next().expect("there are so many nodes");
    top.left = left;
    top.right = tree_of(nodes, count - middle - 1);
    let parent = ptr::from_ref(top.as_ref());
    for child in [&mut top.left, &mut top.right].into_iter().flatten() {
        child.parent = parent;
    }
    Some(top)
}
