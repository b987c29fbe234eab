//! Directed acyclic graphs whose nodes are topologically sorted (document 001, section 4.3.3):
//! children are earlier nodes, in order. A node is known by its place; -1 is no node.

const CAPACITY: usize = 8;

pub struct Node {
    pub child_count: usize,
    pub children: [i32; CAPACITY - 1],
}

pub struct TopologicalDag {
    pub size: usize,
    pub nodes: [Node; CAPACITY],
}

impl TopologicalDag {
    /// Whether every node's children are in order, and come before the node.
    pub fn rep_ok(&self) -> bool {
        (0..).zip(&self.nodes).take(self.size).all(|(place, node)| {
            let mut before = -1;
            node.children.iter().take(node.child_count).all(|&child| {
                let fits = child > before && child < place;
                before = child;
                fits
            })
        })
    }
}
