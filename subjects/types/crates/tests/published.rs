//! Checks of published crates on values of their own types. `rep_ok` says which values they are, by
//! what the crates let everybody read.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use either::Either;
use litemap::LiteMap;
use petgraph::graph::Graph;
use petgraph::visit::EdgeRef;
use roff::Roff;
use serde_json::Value;

trait Valid {
    fn rep_ok(&self) -> bool;
}

impl Valid for Value {
    /// Numbers of JSON are not built by their fields: they may be floating-point.
    fn rep_ok(&self) -> bool {
        match self {
            Value::Number(number) => number.as_u64().is_some_and(|number| number < 3),
            Value::String(text) => text.bytes().all(|byte| byte < b'c'),
            Value::Array(values) => values.iter().all(Valid::rep_ok),
            Value::Bool(truth) => *truth || !std::hint::black_box(*truth),
            Value::Object(map) => map.values().all(Valid::rep_ok),
            Value::Null => true,
        }
    }
}

/// A value that is written and read again is the same.
#[pikse::check(size = 1)]
fn json_is_read_as_it_was_written(value: &Value) {
    let text = value.to_string();
    assert_eq!(serde_json::from_str::<Value>(&text).ok().as_ref(), Some(value));
}

impl Valid for Either<Option<u8>, Vec<u8>> {
    fn rep_ok(&self) -> bool {
        match self {
            Either::Left(one) => one.is_none_or(|one| one < 3),
            Either::Right(many) => many.iter().all(|one| *one < 3),
        }
    }
}

#[pikse::check(size = 2)]
fn flipping_twice_changes_nothing(either: &Either<Option<u8>, Vec<u8>>) {
    let flipped = either.clone().flip();
    assert_eq!(flipped.is_left(), either.is_right());
    assert_eq!(&flipped.flip(), either);
}

type Maps = Either<BTreeMap<u8, bool>, HashSet<u8>>;

impl Valid for Maps {
    fn rep_ok(&self) -> bool {
        match self {
            Either::Left(map) => map.iter().all(|(key, value)| *key < 3 && (*value || !value)),
            Either::Right(set) => set.iter().all(|one| *one < 3),
        }
    }
}

#[pikse::check(size = 2)]
fn either_counts_what_it_has(maps: &Maps) {
    let many = maps.as_ref().either(BTreeMap::len, HashSet::len);
    let keys = maps.clone().map_left(BTreeMap::into_keys).map_right(HashSet::into_iter);
    assert_eq!(keys.either(Iterator::count, Iterator::count), many);
}

impl Valid for BTreeMap<u8, u8> {
    fn rep_ok(&self) -> bool {
        self.iter().all(|(key, value)| *key < 9 && *value < 9)
    }
}

#[pikse::check(size = 3)]
fn a_map_of_another_map_has_its_entries(map: &BTreeMap<u8, u8>) {
    let small: LiteMap<u8, u8> = map.iter().map(|(key, value)| (*key, *value)).collect();
    assert!(small.iter().eq(map.iter()));
}

impl Valid for LiteMap<u8, u8> {
    /// The keys ascend.
    fn rep_ok(&self) -> bool {
        let mut last = None;
        self.iter().all(|(key, value)| {
            let is_next = last.is_none_or(|last| last < *key) && *value < 9;
            last = Some(*key);
            is_next
        })
    }
}

#[pikse::check(size = 3)]
fn insertion_keeps_the_map_sorted(map: &mut LiteMap<u8, u8>, #[finite(0..=4)] key: u8) {
    let (len, had) = (map.len(), map.get(&key).copied());
    assert_eq!(map.insert(key, 7), had);
    assert_eq!(map.len(), len + usize::from(had.is_none()));
    assert!(map.rep_ok() && map.get(&key) == Some(&7));
}

#[pikse::check(size = 3)]
fn removal_keeps_the_others(map: &mut LiteMap<u8, u8>, #[finite(0..=4)] key: u8) {
    let (len, had) = (map.len(), map.get(&key).copied());
    assert_eq!(map.remove(&key), had);
    assert_eq!(map.len(), len - usize::from(had.is_some()));
    assert!(map.rep_ok() && map.get(&key).is_none());
}

impl Valid for Graph<u8, u8> {
    /// Every edge is in the lists of its source and its target, once.
    fn rep_ok(&self) -> bool {
        let (nodes, edges) = (self.raw_nodes(), self.raw_edges());
        let is_node = |at: usize| at < nodes.len();
        if !edges.iter().all(|edge| is_node(edge.source().index()) && is_node(edge.target().index()))
        {
            return false;
        }
        [petgraph::Outgoing, petgraph::Incoming].into_iter().all(|direction| {
            let mut met = 0;
            for (number, node) in nodes.iter().enumerate() {
                let (mut at, mut last) = (node.next_edge(direction), usize::MAX);
                while at != petgraph::graph::EdgeIndex::end() {
                    let Some(edge) = edges.get(at.index()) else { return false };
                    let end = match direction {
                        petgraph::Outgoing => edge.source(),
                        petgraph::Incoming => edge.target(),
                    };
                    // New edges are put first, so lists descend.
                    if end.index() != number || at.index() >= last {
                        return false;
                    }
                    (last, met) = (at.index(), met + 1);
                    at = edge.next_edge(direction);
                }
            }
            met == edges.len()
        })
    }
}

/// The bounds of the links are indices, and the largest number for the end of a list.
#[pikse::check(
    size = 2,
    bounds = "values:Graph.nodes.next=0,1,4294967295 values:Graph.edges.next=0,1,4294967295 \
              range:Graph.edges.node=0..1"
)]
fn an_edge_is_added_to_both_lists(graph: &mut Graph<u8, u8>) {
    if graph.node_count() == 2 {
        let (a, b) = (0.into(), 1.into());
        let before = graph.edges_connecting(a, b).count();
        let new = graph.add_edge(a, b, 1);
        assert_eq!(graph.edges_connecting(a, b).count(), before + 1);
        assert!(graph.edges(a).any(|edge| edge.id() == new));
        assert!(graph.rep_ok());
    }
}

type Labelled = Graph<BTreeSet<bool>, HashMap<bool, bool>>;

impl Valid for Labelled {
    /// Nodes without edges, and what is at each.
    fn rep_ok(&self) -> bool {
        let is_end = |at: petgraph::graph::EdgeIndex| at == petgraph::graph::EdgeIndex::end();
        self.raw_edges().is_empty()
            && self.raw_nodes().iter().all(|node| {
                let links = [petgraph::Outgoing, petgraph::Incoming];
                links.into_iter().all(|link| is_end(node.next_edge(link))) && node.weight.len() < 3
            })
    }
}

#[pikse::check(size = 2, bounds = "values:Graph.nodes.next=4294967295")]
fn labels_stay_with_their_nodes(graph: &Labelled) {
    let other = graph.map(|_, set| set.len(), |_, map| map.len());
    assert!(other.node_weights().copied().eq(graph.node_weights().map(BTreeSet::len)));
}

impl Valid for Roff {
    fn rep_ok(&self) -> bool {
        self.to_roff().len() < 1000
    }
}

#[pikse::check(size = 1)]
fn a_page_ends_with_a_new_line(page: &Roff) {
    let text = page.to_roff();
    assert!(text.is_empty() || text.ends_with('\n'));
}
