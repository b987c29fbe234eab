//! Order-statistics trees (document 000, Table II): red-black trees whose nodes know how many nodes
//! are at and below them.

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
    pub size: usize,
}

pub struct OrderStatisticsTree {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

/// A node to look at: what its key may be, and how many black nodes are above it.
struct Visit<'a> {
    node: &'a Node,
    min: i32,
    max: i32,
    blacks: u32,
}

impl OrderStatisticsTree {
    /// Whether this is a red-black tree of `size` nodes, and the sizes of subtrees are right.
    pub fn rep_ok(&self) -> bool {
        let Some(root) = &self.root else { return self.size == 0 };
        if !root.parent.is_null() || root.color == Color::Red {
            return false;
        }
        let mut visited = BTreeSet::from([ptr::from_ref(root.as_ref())]);
        let mut worklist = vec![Visit { node: root, min: i32::MIN, max: i32::MAX, blacks: 0 }];
        // A node comes before its children.
        let mut order = Vec::new();
        // The black nodes on the first way down that ended.
        let mut height = None;
        while let Some(Visit { node, min, max, blacks }) = worklist.pop() {
            order.push(node);
            if node.key < min || node.key > max {
                return false;
            }
            let is_red = node.color == Color::Red;
            let blacks = if is_red { blacks } else { blacks + 1 };
            for (child, min, max) in [
                (&node.left, min, node.key.saturating_sub(1)),
                (&node.right, node.key.saturating_add(1), max),
            ] {
                let Some(child) = child else {
                    if *height.get_or_insert(blacks) != blacks {
                        return false;
                    }
                    continue;
                };
                if !visited.insert(ptr::from_ref(child.as_ref())) || !ptr::eq(child.parent, node) {
                    return false;
                }
                if is_red && child.color == Color::Red {
                    return false;
                }
                worklist.push(Visit { node: child, min, max, blacks });
            }
        }
        let size_of = |node: &Option<Box<Node>>| node.as_ref().map_or(0, |node| node.size);
        self.size == order.len()
            && order
                .iter()
                .rev()
                .all(|node| node.size == 1 + size_of(&node.left) + size_of(&node.right))
    }
}
