//! Red-black trees, checked in one pass over the nodes (document 000, Table II).

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

/// A node to look at: what its key may be, and how many black nodes are above it.
struct Visit<'a> {
    node: &'a Node,
    min: i32,
    max: i32,
    blacks: u32,
}

impl RedBlackTree {
    /// Whether this is a red-black tree of `size` nodes.
    pub fn rep_ok(&self) -> bool {
        let Some(root) = &self.root else { return self.size == 0 };
        if !root.parent.is_null() || root.color == Color::Red {
            return false;
        }
        let mut visited = BTreeSet::from([ptr::from_ref(root.as_ref())]);
        let mut worklist = vec![Visit { node: root, min: i32::MIN, max: i32::MAX, blacks: 0 }];
        // The black nodes on the first way down that ended.
        let mut height = None;
        while let Some(Visit { node, min, max, blacks }) = worklist.pop() {
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
        self.size == visited.len()
    }
}

impl RedBlackTree {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let is_new = insert_below(&mut self.root, ptr::null(), x);
        self.size += usize::from(is_new);
        if let Some(root) = &mut self.root {
            root.color = Color::Black;
        }
        is_new
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &RedBlackTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    fn keys(&self) -> BTreeSet<i32> {
        let mut keys = BTreeSet::new();
        let mut nodes: Vec<&Node> = self.root.as_deref().into_iter().collect();
        while let Some(node) = nodes.pop() {
            keys.insert(node.key);
            nodes.extend([&node.left, &node.right].into_iter().flatten().map(Box::as_ref));
        }
        keys
    }
}

#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

impl Side {
    fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

impl Node {
    fn child(&mut self, side: Side) -> &mut Option<Box<Node>> {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }

    fn is_red_at(&mut self, side: Side) -> bool {
        is_red(self.child(side))
    }

    /// Tells the children who their parent is.
    fn settle(&mut self) {
        let parent = ptr::from_ref(self);
        for child in [&mut self.left, &mut self.right].into_iter().flatten() {
            child.parent = parent;
        }
    }
}

fn is_red(node: &Option<Box<Node>>) -> bool {
    node.as_ref().is_some_and(|node| node.color == Color::Red)
}

fn insert_below(link: &mut Option<Box<Node>>, parent: *const Node, x: i32) -> bool {
    let Some(node) = link else {
        let (left, right, color) = (None, None, Color::Red);
        *link = Some(Box::new(Node { left, right, parent, color, key: x }));
        return true;
    };
    if x == node.key {
        return false;
    }
    let side = if x < node.key { Side::Left } else { Side::Right };
    let this = ptr::from_ref(node.as_ref());
    let is_new = insert_below(node.child(side), this, x);
    if is_new {
        repair_red(node, side);
    }
    is_new
}

/// Repairs a node in which at most a red child on one side and a red child of that are at fault.
fn repair_red(node: &mut Box<Node>, side: Side) {
    let Some(child) = node.child(side) else { return };
    let is_inner = child.is_red_at(side.other());
    if child.color == Color::Black || !is_inner && !child.is_red_at(side) {
        return;
    }
    if let Some(uncle) = node.child(side.other())
        && uncle.color == Color::Red
    {
        uncle.color = Color::Black;
        paint(node.child(side), Color::Black);
        node.color = Color::Red;
        return;
    }
    if is_inner {
        rotate(node.child(side).as_mut().expect("the child is red"), side);
    }
    rotate(node, side.other());
    node.color = Color::Black;
    paint(node.child(side.other()), Color::Red);
}

fn paint(link: &mut Option<Box<Node>>, color: Color) {
    link.as_mut().expect("there is a node to paint").color = color;
}

/// The child on the other side comes up, and the node becomes its child on this side.
fn rotate(node: &mut Box<Node>, side: Side) {
    let mut up = node.child(side.other()).take().expect("a child comes up");
    *node.child(side.other()) = up.child(side).take();
    std::mem::swap(node, &mut up);
    node.parent = up.parent;
    up.settle();
    *node.child(side) = Some(up);
    node.settle();
}
