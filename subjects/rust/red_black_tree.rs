//! Red-black trees whose root may be red (document 003, Table 1).

use std::collections::BTreeSet;
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Color {
    Red,
    Black,
}

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub parent: *const Node,
    pub color: Color,
    pub key: i32,
}

pub struct RedBlackTree {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl RedBlackTree {
    /// Whether this is a tree of `size` nodes that know their parents, with good colours, and
    /// keys in order.
    pub fn rep_ok(&self) -> bool {
        let Some(nodes) = self.nodes() else { return false };
        let no_red_below_red = |node: &&Node| {
            node.color == Color::Black || !is_red(&node.left) && !is_red(&node.right)
        };
        self.size == nodes.len()
            && nodes.iter().all(no_red_below_red)
            && black_height(&self.root).is_some()
            && in_order(&self.root, i32::MIN, i32::MAX)
    }

    /// The nodes breadth first, if none is met twice and each knows its parent.
    fn nodes(&self) -> Option<Vec<&Node>> {
        let mut nodes: Vec<&Node> = Vec::new();
        let mut visited = BTreeSet::new();
        if let Some(root) = &self.root {
            if !root.parent.is_null() {
                return None;
            }
            visited.insert(ptr::from_ref(root.as_ref()));
            nodes.push(root);
        }
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for child in [&node.left, &node.right].into_iter().flatten() {
                if !visited.insert(ptr::from_ref(child.as_ref())) || !ptr::eq(child.parent, node) {
                    return None;
                }
                nodes.push(child);
            }
        }
        Some(nodes)
    }
}

fn is_red(node: &Option<Box<Node>>) -> bool {
    node.as_ref().is_some_and(|node| node.color == Color::Red)
}

/// The black nodes on every way down, if they are equally many.
fn black_height(node: &Option<Box<Node>>) -> Option<u32> {
    let Some(node) = node else { return Some(0) };
    let (left, right) = (black_height(&node.left)?, black_height(&node.right)?);
    (left == right).then_some(left + u32::from(node.color == Color::Black))
}

fn in_order(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
    let Some(node) = node else { return true };
    (min..=max).contains(&node.key)
        && in_order(&node.left, min, node.key.saturating_sub(1))
        && in_order(&node.right, node.key.saturating_add(1), max)
}
