//! N-ary trees, here ternary (document 003, Table 1). The root lies inside of the tree, so no
//! pointer leads to it.

use std::collections::{BTreeSet, VecDeque};
use std::ptr;

pub struct Node {
    pub children: [Option<Box<Node>>; 3],
}

pub struct TernaryTree {
    pub root: Node,
    pub size: usize,
}

impl TernaryTree {
    /// Whether no node is met twice, and `size` is their number.
    pub fn rep_ok(&self) -> bool {
        let mut visited = BTreeSet::from([ptr::from_ref(&self.root)]);
        let mut queue = VecDeque::from([&self.root]);
        while let Some(node) = queue.pop_front() {
            for child in node.children.iter().flatten() {
                if !visited.insert(ptr::from_ref(child.as_ref())) {
                    return false;
                }
                queue.push_back(child);
            }
        }
        self.size == visited.len()
    }
}

impl TernaryTree {
    /// Inserts a node at the first free place, level by level.
    pub fn insert(&mut self) {
        let mut nodes = VecDeque::from([&mut self.root]);
        while let Some(node) = nodes.pop_front() {
            if let Some(free) = node.children.iter_mut().find(|child| child.is_none()) {
                *free = Some(Box::new(Node { children: [None, None, None] }));
                break;
            }
            nodes.extend(node.children.iter_mut().flatten().map(Box::as_mut));
        }
        self.size += 1;
    }

    /// Removes the leaf that is the last, level by level; false if there is only the root.
    pub fn remove_leaf(&mut self) -> bool {
        let was_there = remove_last(&mut self.root);
        self.size -= usize::from(was_there);
        was_there
    }

    /// Closes the gaps between the children of every node.
    pub fn close_gaps(&mut self) {
        close_gaps(&mut self.root);
    }

    /// After `insert`: there is one node more, and all others are where they were.
    pub fn inserted(&self, old: &TernaryTree) -> bool {
        self.size == old.size + 1 && more_in(&old.root, &self.root) == Some(1)
    }

    /// After `remove_leaf`: there is one node less, and all others are where they were.
    pub fn removed(&self, old: &TernaryTree, result: bool) -> bool {
        result == (old.size > 1)
            && self.size + usize::from(result) == old.size
            && more_in(&self.root, &old.root) == Some(usize::from(result))
    }

    /// After `close_gaps`: children keep their order, and have no gaps between them.
    pub fn closed(&self, old: &TernaryTree) -> bool {
        self.size == old.size && is_closed(&old.root, &self.root)
    }
}

/// Removes the last leaf below a node.
fn remove_last(node: &mut Node) -> bool {
    let depths = node.children.each_ref().map(|child| child.as_deref().map_or(0, depth));
    // Of children that are equally deep it is the last.
    let Some(last) = (0..depths.len()).max_by_key(|&child| depths[child]) else { return false };
    let link = &mut node.children[last];
    if depths[last] > 1 { remove_last(link.as_mut().unwrap()) } else { link.take().is_some() }
}

fn depth(node: &Node) -> u32 {
    1 + node.children.iter().flatten().map(|child| depth(child)).max().unwrap_or(0)
}

/// Moves the children of every node to the front, in order.
fn close_gaps(node: &mut Node) {
    let mut count = 0;
    for child in 0..node.children.len() {
        if node.children[child].is_some() {
            node.children.swap(count, child);
            count += 1;
        }
    }
    for child in node.children.iter_mut().flatten() {
        close_gaps(child);
    }
}

/// How many nodes are only in the second of two trees that lie on each other, if none is only in
/// the first.
fn more_in(a: &Node, b: &Node) -> Option<usize> {
    let more = a.children.iter().zip(&b.children).map(|children| match children {
        (None, None) => Some(0),
        (None, Some(b)) => Some(count(b)),
        (Some(_), None) => None,
        (Some(a), Some(b)) => more_in(a, b),
    });
    more.sum()
}

fn count(node: &Node) -> usize {
    1 + node.children.iter().flatten().map(|child| count(child)).sum::<usize>()
}

/// Whether `b` is `a` without the gaps between its children.
fn is_closed(a: &Node, b: &Node) -> bool {
    let children: Vec<&Node> = a.children.iter().flatten().map(Box::as_ref).collect();
    let fits = |(place, child): (usize, &Option<Box<Node>>)| match (children.get(place), child) {
        (None, None) => true,
        (Some(a), Some(b)) => is_closed(a, b),
        _ => false,
    };
    b.children.iter().enumerate().all(fits)
}
