//! `petgraph`'s `StableGraph`: the index of a node or an edge stays the same when others are
//! removed. Slots of removed ones are reused.

use std::collections::BTreeMap;

use petgraph::stable_graph::{EdgeIndex, NodeIndex, StableGraph};
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use petgraph::{Directed, Direction, EdgeType, Undirected};

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    AddNode,
    /// Adds an edge from `a` to `b` if both nodes exist.
    AddEdge,
    /// Adds an edge from `a` to node 3, and creates missing nodes.
    ExtendWithEdge,
    RemoveNode,
    RemoveEdge,
    Reverse,
    ClearEdges,
}

const STEPS: usize = 4;

/// Operations on a graph of three nodes. `a` is a node or an edge.
pub struct Plan {
    kinds: [Kind; STEPS],
    a: [usize; STEPS],
    b: [usize; STEPS],
}

impl Plan {
    fn rep_ok(&self) -> bool {
        (0..STEPS).all(|i| {
            let (a, b) = match self.kinds[i] {
                Kind::AddEdge => (2, 2),
                Kind::ExtendWithEdge | Kind::RemoveNode | Kind::RemoveEdge => (2, 0),
                Kind::AddNode | Kind::Reverse | Kind::ClearEdges => (0, 0),
            };
            self.a[i] <= a && self.b[i] <= b
        })
    }
}

#[derive(Default)]
struct Model {
    nodes: Vec<usize>,
    /// The two nodes and the weight of each edge.
    edges: BTreeMap<usize, (usize, usize, usize)>,
}

impl Model {
    fn add_edge(&mut self, index: EdgeIndex, a: usize, b: usize, weight: usize) {
        let old = self.edges.insert(index.index(), (a, b, weight));
        assert!(old.is_none(), "an edge that is there loses its index");
    }

    fn add_node(&mut self, index: NodeIndex) {
        assert!(!self.nodes.contains(&index.index()), "a node that is there loses its index");
        self.nodes.push(index.index());
    }
}

type Graph<Ty> = StableGraph<(), usize, Ty>;

fn step<Ty: EdgeType>(graph: &mut Graph<Ty>, model: &mut Model, plan: &Plan, i: usize) {
    let (a, b) = (plan.a[i], plan.b[i]);
    let (node_a, node_b) = (NodeIndex::new(a), NodeIndex::new(b));
    match plan.kinds[i] {
        Kind::AddNode => model.add_node(graph.add_node(())),
        Kind::AddEdge => {
            if model.nodes.contains(&a) && model.nodes.contains(&b) {
                model.add_edge(graph.add_edge(node_a, node_b, i), a, b, i);
            }
        }
        Kind::ExtendWithEdge => {
            let before: Vec<EdgeIndex> = graph.edge_indices().collect();
            graph.extend_with_edges([(a as u32, 3, i)]);
            for index in [a, 3].map(NodeIndex::new) {
                if !model.nodes.contains(&index.index()) {
                    model.add_node(index);
                }
            }
            let new = graph.edge_indices().find(|index| !before.contains(index));
            model.add_edge(new.expect("an edge was added"), a, 3, i);
        }
        Kind::RemoveNode => {
            let removed = graph.remove_node(node_a).is_some();
            assert_eq!(removed, model.nodes.contains(&a));
            model.nodes.retain(|&node| node != a);
            model.edges.retain(|_, edge| edge.0 != a && edge.1 != a);
        }
        Kind::RemoveEdge => {
            let removed = graph.remove_edge(EdgeIndex::new(a));
            assert_eq!(removed, model.edges.remove(&a).map(|edge| edge.2));
        }
        Kind::Reverse => {
            graph.reverse();
            model.edges.values_mut().for_each(|edge| *edge = (edge.1, edge.0, edge.2));
        }
        Kind::ClearEdges => {
            graph.clear_edges();
            model.edges.clear();
        }
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

fn is_same<Ty: EdgeType>(graph: &Graph<Ty>, model: &Model) {
    assert_eq!(graph.node_count(), model.nodes.len());
    assert_eq!(graph.edge_count(), model.edges.len());
    let nodes = || sorted(model.nodes.iter().copied());
    assert!(graph.node_indices().map(NodeIndex::index).eq(nodes()));
    let edges = graph.edge_references().map(|edge| {
        let ends = (edge.source().index(), edge.target().index(), *edge.weight());
        (edge.id().index(), ends)
    });
    assert!(edges.eq(model.edges.iter().map(|(&index, &edge)| (index, edge))));

    for node in nodes() {
        let index = NodeIndex::new(node);
        for direction in [Direction::Outgoing, Direction::Incoming] {
            // The other end of an edge, if it leaves (or enters) this node.
            let other_end = |&(from, to, _): &(usize, usize, usize)| {
                let (near, far) =
                    if direction == Direction::Outgoing { (from, to) } else { (to, from) };
                let back = !graph.is_directed() && far == node;
                if near == node { Some(far) } else { back.then_some(near) }
            };
            let expected = || model.edges.iter().filter_map(|(&i, e)| Some((i, other_end(e)?)));
            let ids = graph.edges_directed(index, direction).map(|edge| edge.id().index());
            assert_eq!(sorted(ids), sorted(expected().map(|(edge, _)| edge)));
            let neighbors = graph.neighbors_directed(index, direction).map(NodeIndex::index);
            assert_eq!(sorted(neighbors), sorted(expected().map(|(_, other)| other)));
            let external = graph.externals(direction).any(|other| other == index);
            assert_eq!(external, expected().next().is_none());
            if direction == Direction::Outgoing {
                for other in nodes() {
                    let found = graph.find_edge(index, NodeIndex::new(other));
                    let there = || expected().filter(|&(_, end)| end == other);
                    assert_eq!(found.is_some(), there().next().is_some());
                    assert!(found.is_none_or(|e| there().any(|(edge, _)| edge == e.index())));
                }
            }
        }
    }
}

fn run<Ty: EdgeType>(plan: &Plan) {
    let (mut graph, mut model) = (Graph::<Ty>::default(), Model::default());
    (0..3).for_each(|_| model.add_node(graph.add_node(())));
    for i in 0..STEPS {
        step(&mut graph, &mut model, plan, i);
        is_same(&graph, &model);
    }
}

#[pikse::check(size = 2)]
fn directed(plan: &Plan) {
    run::<Directed>(plan);
}

#[pikse::check(size = 2)]
fn undirected(plan: &Plan) {
    run::<Undirected>(plan);
}
