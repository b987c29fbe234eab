//! Directed acyclic graphs (document 001, section 4.3.3). A node is known by its place, and children
//! are numbered in the order in which a walk from the last node to the first comes to them: of
//! graphs that differ only in their numbers few are left.

use std::collections::BTreeSet;

const CAPACITY: usize = 8;

pub struct Node {
    pub child_count: usize,
    pub children: [usize; CAPACITY - 1],
}

pub struct Dag {
    pub size: usize,
    pub nodes: [Node; CAPACITY],
}

impl Dag {
    /// Whether no walk comes back to a node, and children are numbered as a walk finds them.
    pub fn rep_ok(&self) -> bool {
        let Some(nodes) = self.nodes.get(..self.size) else { return false };
        let mut walk = Walk::default();
        (0..self.size).rev().all(|node| !walk.visited.insert(node) || walk.below(nodes, node))
    }
}

#[derive(Default)]
struct Walk {
    visited: BTreeSet<usize>,
    above: BTreeSet<usize>,
    /// The least number that is no child's yet.
    next_number: usize,
}

impl Walk {
    fn below(&mut self, nodes: &[Node], place: usize) -> bool {
        let mut siblings = BTreeSet::new();
        self.above.insert(place);
        let node = &nodes[place];
        for &child in node.children.iter().take(node.child_count) {
            if child >= nodes.len() || child > self.next_number {
                return false;
            }
            if child == self.next_number {
                self.next_number += 1;
            }
            if !siblings.insert(child)
                || self.above.contains(&child)
                || self.visited.insert(child) && !self.below(nodes, child)
            {
                return false;
            }
        }
        self.above.remove(&place);
        true
    }
}
