//! Finding in `petgraph` 0.8.3: two operations of `StableGraph` change the graph although
//! they fail.

use petgraph::Directed;
use petgraph::stable_graph::{NodeIndex, StableGraph};

type Graph = StableGraph<(), (), Directed, u8>;

/// Whether `node_count` and `edge_count` agree with the iterators.
fn counts_are_right(graph: &Graph) -> bool {
    graph.node_count() == graph.node_indices().count()
        && graph.edge_count() == graph.edge_indices().count()
}

/// A failing `try_add_edge` to a missing node reuses the slot of a removed edge, and does not
/// count it. Reported as <https://github.com/petgraph/petgraph/issues/1046>.
#[pikse::check(size = 3)]
fn an_edge_that_is_refused_is_not_there(
    #[finite(0..=1)] removed_edges: usize,
    #[finite(0..=3)] a: usize,
    #[finite(0..=3)] b: usize,
) {
    let mut graph = Graph::default();
    let (one, two) = (graph.add_node(()), graph.add_node(()));
    for _ in 0..removed_edges {
        let edge = graph.add_edge(one, two, ());
        graph.remove_edge(edge);
    }
    let added = graph.try_add_edge(NodeIndex::new(a), NodeIndex::new(b), ());
    assert_eq!(added.is_ok(), a < 2 && b < 2);
    assert!(counts_are_right(&graph));
}

/// When the index type is exhausted, a failing `try_add_node` still counts the node.
#[pikse::check(size = 3)]
fn a_node_that_is_refused_is_not_counted(#[finite(253..=257)] tries: usize) {
    let mut graph = Graph::default();
    let added = (0..tries).filter(|_| graph.try_add_node(()).is_ok()).count();
    assert_eq!(added, tries.min(255));
    assert!(counts_are_right(&graph));
}
