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

impl RedBlackTree {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let is_new = insert_below(&mut self.root, ptr::null(), x);
        self.size += usize::from(is_new);
        if is_new {
            paint(&mut self.root, Color::Black);
        }
        is_new
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let was_there = remove_below(&mut self.root, x).is_some();
        self.size -= usize::from(was_there);
        was_there
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &RedBlackTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &RedBlackTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
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

/// Removes a key; if it was there, whether the ways down have one black node too few now.
fn remove_below(link: &mut Option<Box<Node>>, x: i32) -> Option<bool> {
    let node = link.as_mut()?;
    let (side, x) = if x < node.key {
        (Side::Left, x)
    } else if x > node.key {
        (Side::Right, x)
    } else if let (Some(_), Some(right)) = (&node.left, &node.right) {
        // The next key takes the place of the one that goes.
        node.key = first_key(right);
        (Side::Right, node.key)
    } else {
        return take_top(link);
    };
    let is_short = remove_below(node.child(side), x)?;
    Some(is_short && repair_black(node, side))
}

fn first_key(node: &Node) -> i32 {
    node.left.as_deref().map_or(node.key, first_key)
}

/// Takes the top node, which has at most one child, out of a tree; whether the ways down have one
/// black node too few now.
fn take_top(link: &mut Option<Box<Node>>) -> Option<bool> {
    let mut top = link.take()?;
    *link = top.left.take().or(top.right.take());
    let Some(child) = link else { return Some(top.color == Color::Black) };
    child.parent = top.parent;
    child.color = Color::Black;
    Some(false)
}

/// Repairs a node below which, on one side, the ways down have one black node too few; whether all
/// of its ways have now.
fn repair_black(node: &mut Box<Node>, side: Side) -> bool {
    let color = node.color;
    let sibling = node.child(side.other()).as_mut().expect("the sibling is not short");
    if sibling.color == Color::Red {
        sibling.color = Color::Black;
        node.color = Color::Red;
        rotate(node, side);
        return repair_black(node.child(side).as_mut().expect("it went down"), side);
    }
    if !is_red(&sibling.left) && !is_red(&sibling.right) {
        sibling.color = Color::Red;
        node.color = Color::Black;
        return color == Color::Black;
    }
    if !sibling.is_red_at(side.other()) {
        paint(sibling.child(side), Color::Black);
        sibling.color = Color::Red;
        rotate(sibling, side.other());
    }
    rotate(node, side);
    node.color = color;
    paint(&mut node.left, Color::Black);
    paint(&mut node.right, Color::Black);
    false
}
