//! AVL trees (document 003, Table 1): search trees whose subtrees differ in height by at most one.
//! No height is stored.

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub info: i32,
}

pub struct AvlTree {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl AvlTree {
    /// Whether this is a balanced tree of `size` nodes, and its keys are in order.
    pub fn rep_ok(&self) -> bool {
        self.is_tree() && height(&self.root).is_some() && in_order(&self.root, i32::MIN, i32::MAX)
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

/// The height of a tree, if it is balanced.
fn height(node: &Option<Box<Node>>) -> Option<u32> {
    let Some(node) = node else { return Some(0) };
    let (left, right) = (height(&node.left)?, height(&node.right)?);
    (left.abs_diff(right) <= 1).then_some(1 + left.max(right))
}

fn in_order(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
    let Some(node) = node else { return true };
    (min..=max).contains(&node.info)
        && in_order(&node.left, min, node.info.saturating_sub(1))
        && in_order(&node.right, node.info.saturating_add(1), max)
}

impl AvlTree {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let is_new = insert_below(&mut self.root, x);
        self.size += usize::from(is_new);
        is_new
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let was_there = remove_below(&mut self.root, x);
        self.size -= usize::from(was_there);
        was_there
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &AvlTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &AvlTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    fn keys(&self) -> BTreeSet<i32> {
        let mut keys = BTreeSet::new();
        let mut nodes: Vec<&Node> = self.root.as_deref().into_iter().collect();
        while let Some(node) = nodes.pop() {
            keys.insert(node.info);
            nodes.extend([&node.left, &node.right].into_iter().flatten().map(Box::as_ref));
        }
        keys
    }
}

fn insert_below(link: &mut Option<Box<Node>>, x: i32) -> bool {
    let Some(node) = link else {
        *link = Some(Box::new(Node { left: None, right: None, info: x }));
        return true;
    };
    if x == node.info {
        return false;
    }
    let is_new = insert_below(if x < node.info { &mut node.left } else { &mut node.right }, x);
    balance(node);
    is_new
}

fn remove_below(link: &mut Option<Box<Node>>, x: i32) -> bool {
    let Some(node) = link else { return false };
    let was_there = if x < node.info {
        remove_below(&mut node.left, x)
    } else if x > node.info {
        remove_below(&mut node.right, x)
    } else if let (Some(_), Some(right)) = (&node.left, &node.right) {
        // The next key takes the place of the one that goes.
        node.info = first_key(right);
        remove_below(&mut node.right, node.info)
    } else {
        *link = node.left.take().or(node.right.take());
        return true;
    };
    balance(node);
    was_there
}

fn first_key(node: &Node) -> i32 {
    node.left.as_deref().map_or(node.info, first_key)
}

/// The height of a tree, balanced or not.
fn depth(node: &Option<Box<Node>>) -> u32 {
    node.as_ref().map_or(0, |node| 1 + depth(&node.left).max(depth(&node.right)))
}

/// Balances a node whose subtrees are balanced and differ in height by at most two.
fn balance(node: &mut Box<Node>) {
    let (left, right) = (depth(&node.left), depth(&node.right));
    if left > right + 1 {
        let child = node.left.as_mut().expect("the deeper side is not empty");
        if depth(&child.left) < depth(&child.right) {
            rotate_left(child);
        }
        rotate_right(node);
    } else if right > left + 1 {
        let child = node.right.as_mut().expect("the deeper side is not empty");
        if depth(&child.right) < depth(&child.left) {
            rotate_right(child);
        }
        rotate_left(node);
    }
}

/// The right child of a node comes up, and the node becomes its left child.
fn rotate_left(node: &mut Box<Node>) {
    let mut up = node.right.take().expect("a child comes up");
    node.right = up.left.take();
    std::mem::swap(node, &mut up);
    node.left = Some(up);
}

/// The left child of a node comes up, and the node becomes its right child.
fn rotate_right(node: &mut Box<Node>) {
    let mut up = node.left.take().expect("a child comes up");
    node.left = up.right.take();
    std::mem::swap(node, &mut up);
    node.right = Some(up);
}
