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
