//! Search trees with parent pointers (document 000, Figures 1-3).

use std::collections::BTreeSet;
use std::ptr;

pub struct Node {
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
    pub parent: *const Node,
    pub data: i32,
}

pub struct Bst {
    pub root: Option<Box<Node>>,
    pub size: usize,
}

impl Bst {
    /// Whether this is a tree of `size` nodes that know their parents, with keys in order.
    pub fn rep_ok(&self) -> bool {
        let mut visited: BTreeSet<*const Node> = BTreeSet::new();
        let mut worklist: Vec<(&Node, i32, i32)> = Vec::new();
        if let Some(root) = &self.root {
            visited.insert(ptr::from_ref(root.as_ref()));
            worklist.push((root, i32::MIN, i32::MAX));
        }
        while let Some((node, min, max)) = worklist.pop() {
            if node.data < min || node.data > max {
                return false;
            }
            if let Some(left) = &node.left {
                if !visited.insert(ptr::from_ref(left.as_ref())) || !ptr::eq(left.parent, node) {
                    return false;
                }
                worklist.push((left, min, node.data.saturating_sub(1)));
            }
            if let Some(right) = &node.right {
                if !visited.insert(ptr::from_ref(right.as_ref())) || !ptr::eq(right.parent, node) {
                    return false;
                }
                worklist.push((right, node.data.saturating_add(1), max));
            }
        }
        self.size == visited.len()
    }
}

impl Bst {
    /// Inserts a key; false if it is there already.
    pub fn insert(&mut self, x: i32) -> bool {
        let mut parent = ptr::null();
        let mut link = &mut self.root;
        while let Some(node) = link {
            if x == node.data {
                return false;
            }
            parent = ptr::from_ref(node.as_ref());
            link = if x < node.data { &mut node.left } else { &mut node.right };
        }
        *link = Some(Box::new(Node { left: None, right: None, parent, data: x }));
        self.size += 1;
        true
    }

    /// Removes a key; false if it is not there.
    pub fn remove(&mut self, x: i32) -> bool {
        let mut link = &mut self.root;
        while link.as_ref().is_some_and(|node| node.data != x) {
            let node = link.as_mut().expect("the link is not empty");
            link = if x < node.data { &mut node.left } else { &mut node.right };
        }
        let Some(node) = link else { return false };
        if node.left.is_some() && node.right.is_some() {
            // The next key takes the place of the one that goes.
            let next = take_first(&mut node.right).expect("the right side is not empty");
            node.data = next.data;
        } else {
            take_top(link);
        }
        self.size -= 1;
        true
    }

    /// After `insert`: the keys are those before and `x`.
    pub fn inserted(&self, old: &Bst, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.insert(x) && self.keys() == keys
    }

    /// After `remove`: the keys are those before without `x`.
    pub fn removed(&self, old: &Bst, x: i32, result: bool) -> bool {
        let mut keys = old.keys();
        result == keys.remove(&x) && self.keys() == keys
    }

    fn keys(&self) -> BTreeSet<i32> {
        let mut keys = BTreeSet::new();
        let mut nodes: Vec<&Node> = self.root.as_deref().into_iter().collect();
        while let Some(node) = nodes.pop() {
            keys.insert(node.data);
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
    *link = top.left.take().or_else(|| top.right.take());
    if let Some(child) = link {
        child.parent = top.parent;
    }
    Some(top)
}
