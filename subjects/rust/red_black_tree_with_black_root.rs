//! Red-black trees whose root is black (document 001, section 4.2).

use std::collections::{BTreeSet, VecDeque};
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
        if let Some(root) = &self.root
            && (!root.parent.is_null() || root.color == Color::Red)
        {
            return false;
        }
        self.is_tree()
            && colors_ok(&self.root, 0, &mut None)
            && in_order(&self.root, i32::MIN, i32::MAX)
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
                if !visited.insert(ptr::from_ref(child.as_ref())) || !ptr::eq(child.parent, node) {
                    return false;
                }
                queue.push_back(child);
            }
        }
        self.size == visited.len()
    }
}

fn is_red(node: &Option<Box<Node>>) -> bool {
    node.as_ref().is_some_and(|node| node.color == Color::Red)
}

/// No red node has a red child, and every way down meets as many black nodes: `height`, which is
/// known when the first way down has ended.
fn colors_ok(node: &Option<Box<Node>>, above: u32, height: &mut Option<u32>) -> bool {
    let Some(node) = node else { return *height.get_or_insert(above) == above };
    let blacks = match node.color {
        Color::Red if is_red(&node.left) || is_red(&node.right) => return false,
        Color::Red => above,
        Color::Black => above + 1,
    };
    colors_ok(&node.left, blacks, height) && colors_ok(&node.right, blacks, height)
}

fn in_order(node: &Option<Box<Node>>, min: i32, max: i32) -> bool {
    let Some(node) = node else { return true };
    (min..=max).contains(&node.key)
        && in_order(&node.left, min, node.key.saturating_sub(1))
        && in_order(&node.right, node.key.saturating_add(1), max)
}
