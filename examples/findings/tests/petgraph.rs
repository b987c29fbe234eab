//! Found in `petgraph` 0.8.3: two operations of `StableGraph` that fail, and change the
//! graph nevertheless.

use petgraph::Directed;
use petgraph::stable_graph::{NodeIndex, StableGraph};

type Graph = StableGraph<(), (), Directed, u8>;

/// Whether the counts are those of what is there.
fn counts_are_right(graph: &Graph) -> bool {
    graph.node_count() == graph.node_indices().count()
        && graph.edge_count() == graph.edge_indices().count()
}

/// An edge to a node that is not there takes the place of an edge that was removed, without
/// being counted. Reported as <https://github.com/petgraph/petgraph/issues/1046>.
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

/// A graph whose index type has no number left counts the node that it refuses.
#[pikse::check(size = 3)]
fn a_node_that_is_refused_is_not_counted(#[finite(253..=257)] tries: usize) {
    let mut graph = Graph::default();
    let added = (0..tries).filter(|_| graph.try_add_node(()).is_ok()).count();
    assert_eq!(added, tries.min(255));
    assert!(counts_are_right(&graph));
}
