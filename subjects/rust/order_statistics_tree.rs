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

impl OrderStatisticsTree {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let is_new = insert_below(&mut self.root, ptr::null(), x);
        self.size += usize::from(is_new);
        if let Some(root) = &mut self.root {
            root.color = Color::Black;
        }
        is_new
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let was_there = remove_below(&mut self.root, x).is_some();
        self.size -= usize::from(was_there);
        was_there
    }

    /// The key that has `k` smaller ones; `i32::MIN` if there is none.
    pub fn select(&self, mut k: usize) -> i32 {
        let mut at = &self.root;
        while let Some(node) = at {
            let smaller = size_of(&node.left);
            if k == smaller {
                return node.key;
            }
            if k < smaller {
                at = &node.left;
            } else {
                k -= smaller + 1;
                at = &node.right;
            }
        }
        i32::MIN
    }

    /// How many keys are smaller than `x`, which need not be in the tree.
    pub fn rank(&self, x: i32) -> usize {
        let mut rank = 0;
        let mut at = &self.root;
        while let Some(node) = at {
            if x <= node.key {
                at = &node.left;
            } else {
                rank += size_of(&node.left) + 1;
                at = &node.right;
            }
        }
        rank
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &OrderStatisticsTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &OrderStatisticsTree, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    /// After `select`: the key has `k` smaller ones.
    pub fn selected(&self, k: usize, result: i32) -> bool {
        result == self.keys().into_iter().nth(k).unwrap_or(i32::MIN)
    }

    /// After `rank`: as many keys are smaller.
    pub fn ranked(&self, x: i32, result: usize) -> bool {
        result == self.keys().range(..x).count()
    }

    /// After a question: the tree is as it was.
    pub fn unchanged(&self, old: &OrderStatisticsTree) -> bool {
        are_same(&self.root, &old.root)
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

    /// Tells the children who their parent is, and counts the nodes at and below this one.
    fn settle(&mut self) {
        let parent = ptr::from_ref(self);
        self.size = 1;
        for child in [&mut self.left, &mut self.right].into_iter().flatten() {
            child.parent = parent;
            self.size += child.size;
        }
    }
}

fn is_red(node: &Option<Box<Node>>) -> bool {
    node.as_ref().is_some_and(|node| node.color == Color::Red)
}

fn insert_below(link: &mut Option<Box<Node>>, parent: *const Node, x: i32) -> bool {
    let Some(node) = link else {
        let (left, right, color) = (None, None, Color::Red);
        *link = Some(Box::new(Node { left, right, parent, color, key: x, size: 1 }));
        return true;
    };
    if x == node.key {
        return false;
    }
    let side = if x < node.key { Side::Left } else { Side::Right };
    let this = ptr::from_ref(node.as_ref());
    let is_new = insert_below(node.child(side), this, x);
    node.size += usize::from(is_new);
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
    node.size -= 1;
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

fn size_of(node: &Option<Box<Node>>) -> usize {
    node.as_ref().map_or(0, |node| node.size)
}

fn are_same(a: &Option<Box<Node>>, b: &Option<Box<Node>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => {
            (a.key, a.color, a.size) == (b.key, b.color, b.size)
                && are_same(&a.left, &b.left)
                && are_same(&a.right, &b.right)
        }
        _ => false,
    }
}
