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

/// The numbers of a graph's nodes say how it was generated; changes need not keep that. After them
/// `is_acyclic` has to hold, not `rep_ok`.
impl Dag {
    /// Whether there is a way of one edge or more from a node to another.
    pub fn reaches(&self, from: usize, to: usize) -> bool {
        if from >= self.size || to >= self.size {
            return false;
        }
        let mut visited = BTreeSet::new();
        let mut worklist = vec![from];
        while let Some(node) = worklist.pop() {
            for &child in self.children_of(node) {
                if child == to {
                    return true;
                }
                if visited.insert(child) {
                    worklist.push(child);
                }
            }
        }
        false
    }

    /// Adds an edge; false if it is there already, if it would close a circle, or if there are no
    /// such nodes.
    pub fn add_edge(&mut self, from: usize, to: usize) -> bool {
        if from >= self.size || to >= self.size || from == to {
            return false;
        }
        if self.children_of(from).contains(&to) || self.reaches(to, from) {
            return false;
        }
        let node = &mut self.nodes[from];
        node.children[node.child_count] = to;
        node.child_count += 1;
        true
    }

    /// Removes an edge; false if it is not there.
    pub fn remove_edge(&mut self, from: usize, to: usize) -> bool {
        let Some(node) = self.nodes[..self.size].get_mut(from) else { return false };
        let children = &mut node.children[..node.child_count];
        let Some(place) = children.iter().position(|&child| child == to) else { return false };
        // The last child fills the gap.
        children.swap(place, node.child_count - 1);
        node.child_count -= 1;
        true
    }

    fn children_of(&self, node: usize) -> &[usize] {
        let node = &self.nodes[node];
        &node.children[..node.child_count]
    }

    /// Whether children are nodes, none twice, and no way leads back to a node.
    pub fn is_acyclic(&self) -> bool {
        let is_list = |children: &[usize]| {
            let set: BTreeSet<usize> = children.iter().copied().collect();
            set.len() == children.len() && children.iter().all(|&child| child < self.size)
        };
        let mut nodes = 0..self.size;
        let fits = |node: usize| self.nodes[node].child_count <= CAPACITY - 1;
        self.size <= CAPACITY
            && nodes.all(|node| fits(node) && is_list(self.children_of(node)))
            && (0..self.size).all(|node| !self.ways().contains(&(node, node)))
    }

    /// The edges.
    fn edges(&self) -> BTreeSet<(usize, usize)> {
        let of = |from| self.children_of(from).iter().map(move |&to| (from, to));
        (0..self.size).flat_map(of).collect()
    }

    /// The pairs of nodes with a way of one edge or more from the first to the second.
    fn ways(&self) -> BTreeSet<(usize, usize)> {
        let mut ways = self.edges();
        for middle in 0..self.size {
            for from in 0..self.size {
                for to in 0..self.size {
                    if ways.contains(&(from, middle)) && ways.contains(&(middle, to)) {
                        ways.insert((from, to));
                    }
                }
            }
        }
        ways
    }

    /// After `reaches`: it is true if there is a way; the graph is as before.
    pub fn way_found(&self, old: &Dag, from: usize, to: usize, result: bool) -> bool {
        result == old.ways().contains(&(from, to)) && self.edges() == old.edges()
    }

    /// After `add_edge`: the edges are those before and the new one.
    pub fn edge_added(&self, old: &Dag, from: usize, to: usize, result: bool) -> bool {
        let mut edges = old.edges();
        let are_nodes = from < old.size && to < old.size && from != to;
        let is_new = are_nodes && !old.ways().contains(&(to, from)) && edges.insert((from, to));
        result == is_new && self.size == old.size && self.edges() == edges
    }

    /// After `remove_edge`: the edges are those before without one.
    pub fn edge_removed(&self, old: &Dag, from: usize, to: usize, result: bool) -> bool {
        let mut edges = old.edges();
        result == edges.remove(&(from, to)) && self.size == old.size && self.edges() == edges
    }
}
