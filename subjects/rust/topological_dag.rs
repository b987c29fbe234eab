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

impl TopologicalDag {
    /// Adds an edge to an earlier node; false if it is there already, if the nodes are not in this
    /// order, or if there are no such nodes.
    pub fn add_edge(&mut self, from: i32, to: i32) -> bool {
        if to < 0 || to >= from {
            return false;
        }
        let Some(node) = self.node(from) else { return false };
        let Err(place) = node.children[..node.child_count].binary_search(&to) else {
            return false;
        };
        node.children.copy_within(place..node.child_count, place + 1);
        node.children[place] = to;
        node.child_count += 1;
        true
    }

    /// Removes an edge; false if it is not there.
    pub fn remove_edge(&mut self, from: i32, to: i32) -> bool {
        let Some(node) = self.node(from) else { return false };
        let children = &mut node.children[..node.child_count];
        let Ok(place) = children.binary_search(&to) else { return false };
        children.copy_within(place + 1.., place);
        node.child_count -= 1;
        true
    }

    /// The node at a place, if there is one.
    fn node(&mut self, place: i32) -> Option<&mut Node> {
        self.nodes[..self.size].get_mut(usize::try_from(place).ok()?)
    }

    /// The edges, in order.
    fn edges(&self) -> Vec<(i32, i32)> {
        let nodes = (0..).zip(&self.nodes[..self.size]);
        let of = |(from, node): (i32, &Node)| {
            let children: Vec<i32> = node.children.iter().take(node.child_count).copied().collect();
            children.into_iter().map(move |to| (from, to))
        };
        nodes.flat_map(of).collect()
    }

    /// After `add_edge`: the edges are those before and the new one.
    pub fn edge_added(&self, old: &TopologicalDag, from: i32, to: i32, result: bool) -> bool {
        let mut edges = old.edges();
        let are_nodes = 0 <= to && to < from && from < old.size as i32;
        let is_new = are_nodes && !edges.contains(&(from, to));
        if is_new {
            edges.push((from, to));
            edges.sort_unstable();
        }
        result == is_new && self.size == old.size && self.edges() == edges
    }

    /// After `remove_edge`: the edges are those before without one.
    pub fn edge_removed(&self, old: &TopologicalDag, from: i32, to: i32, result: bool) -> bool {
        let mut edges = old.edges();
        edges.retain(|&edge| edge != (from, to));
        result == (edges.len() < old.edges().len())
            && self.size == old.size
            && self.edges() == edges
    }
}
