//! `indextree`: trees whose nodes are in one arena and point to each other by index.
//!
//! A plan is a forest, given by the parent of each node, and two operations on it. The model
//! is a list of sibling groups; the expected results of all accessors follow from it.

use indextree::{Arena, NodeEdge, NodeId};

const NODES: usize = 4;

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Append,
    Prepend,
    InsertAfter,
    InsertBefore,
    Detach,
    Remove,
    RemoveSubtree,
    DetachChildren,
    RemoveChildren,
}

pub struct Plan {
    /// The parent of each node: an earlier node, or itself for a root.
    parents: [usize; NODES],
    kinds: [Kind; 2],
    /// The node of each operation, and the second node if the operation takes two.
    nodes: [usize; 2],
    others: [usize; 2],
}

impl Plan {
    fn rep_ok(&self) -> bool {
        let takes_two = |kind| (kind as usize) < Kind::Detach as usize;
        let last = NODES - 1;
        (0..NODES).all(|node| self.parents[node] <= node)
            && (0..2).all(|i| self.nodes[i] <= last)
            && (0..2).all(|i| self.others[i] <= if takes_two(self.kinds[i]) { last } else { 0 })
    }
}

/// Siblings in order, with their parent.
type Group = (Option<usize>, Vec<usize>);

#[derive(Default)]
struct Forest(Vec<Group>);

impl Forest {
    fn has(&self, node: usize) -> bool {
        self.0.iter().any(|(_, group)| group.contains(&node))
    }

    fn group(&self, node: usize) -> &Group {
        self.0.iter().find(|(_, group)| group.contains(&node)).expect("it is there")
    }

    fn children(&self, node: usize) -> Vec<usize> {
        let group = self.0.iter().find(|(parent, _)| *parent == Some(node));
        group.map_or(Vec::new(), |(_, group)| group.clone())
    }

    fn ancestors(&self, node: usize) -> Vec<usize> {
        std::iter::successors(Some(node), |&node| self.group(node).0).collect()
    }

    fn descendants(&self, node: usize) -> Vec<usize> {
        let below = self.children(node).into_iter().flat_map(|child| self.descendants(child));
        std::iter::once(node).chain(below).collect()
    }

    /// Replaces a node in its group by other nodes.
    fn replace(&mut self, node: usize, by: &[usize]) {
        let group = self.0.iter_mut().find(|(_, group)| group.contains(&node));
        let (_, group) = group.expect("it is there");
        let at = group.iter().position(|&other| other == node).expect("it is there");
        group.splice(at..=at, by.iter().copied());
        self.0.retain(|(_, group)| !group.is_empty());
    }

    fn forget_children(&mut self, node: usize) -> Vec<usize> {
        let children = self.children(node);
        self.0.retain(|(parent, _)| *parent != Some(node));
        children
    }

    fn run(&mut self, kind: Kind, node: usize, other: usize) {
        match kind {
            Kind::Append | Kind::Prepend => {
                self.replace(other, &[]);
                let mut children = self.forget_children(node);
                let at = if kind == Kind::Append { children.len() } else { 0 };
                children.insert(at, other);
                self.0.push((Some(node), children));
            }
            Kind::InsertAfter => {
                self.replace(other, &[]);
                self.replace(node, &[node, other]);
            }
            Kind::InsertBefore => {
                self.replace(other, &[]);
                self.replace(node, &[other, node]);
            }
            Kind::Detach => {
                self.replace(node, &[]);
                self.0.push((None, vec![node]));
            }
            Kind::Remove => {
                let children = self.forget_children(node);
                self.replace(node, &children);
            }
            Kind::RemoveSubtree => {
                self.run(Kind::RemoveChildren, node, 0);
                self.replace(node, &[]);
            }
            Kind::DetachChildren => {
                let children = self.forget_children(node);
                self.0.extend(children.into_iter().map(|child| (None, vec![child])));
            }
            Kind::RemoveChildren => {
                for node in self.descendants(node) {
                    self.forget_children(node);
                }
            }
        }
    }
}

/// Runs an operation, and checks that it succeeds exactly if it should.
fn run(arena: &mut Arena<usize>, ids: &[NodeId], forest: &mut Forest, step: (Kind, usize, usize)) {
    let (kind, node, other) = step;
    let takes_two = (kind as usize) < Kind::Detach as usize;
    let (id, other_id) = (ids[node], ids[other]);
    let done = match kind {
        Kind::Append => id.checked_append(other_id, arena),
        Kind::Prepend => id.checked_prepend(other_id, arena),
        Kind::InsertAfter => id.checked_insert_after(other_id, arena),
        Kind::InsertBefore => id.checked_insert_before(other_id, arena),
        Kind::Detach => id.checked_detach(arena),
        Kind::Remove => id.checked_remove(arena),
        Kind::RemoveSubtree => id.checked_remove_subtree(arena),
        Kind::DetachChildren => id.checked_detach_children(arena),
        Kind::RemoveChildren => id.checked_remove_children(arena),
    };
    let possible = forest.has(node)
        && (!takes_two || (forest.has(other) && !forest.ancestors(node).contains(&other)));
    assert_eq!(done.is_ok(), possible);
    if possible {
        forest.run(kind, node, other);
    }
    assert!(arena.validate());
    let live = (0..ids.len()).filter(|&node| forest.has(node));
    assert_eq!(arena.live_count(), live.clone().count());
    for node in 0..ids.len() {
        assert_eq!(ids[node].is_removed(arena), !forest.has(node));
        assert_eq!(arena.get_data(ids[node]), forest.has(node).then_some(&node));
    }
    live.for_each(|node| looks_the_same(arena, ids, forest, node));
}

/// Compares every accessor and iterator of a node with the model.
fn looks_the_same(arena: &Arena<usize>, ids: &[NodeId], forest: &Forest, node: usize) {
    let id = ids[node];
    let number = |id: NodeId| *arena[id].get();
    let numbers = |ids: &mut dyn Iterator<Item = NodeId>| ids.map(number).collect::<Vec<_>>();
    let (parent, group) = forest.group(node);
    let at = group.iter().position(|&other| other == node).expect("it is there");
    let (before, after) = (&group[..=at], &group[at..]);
    let children = forest.children(node);
    let below = forest.descendants(node);

    assert_eq!(id.parent(arena).map(number), *parent);
    assert_eq!(id.previous_sibling(arena).map(number), before.iter().rev().nth(1).copied());
    assert_eq!(id.next_sibling(arena).map(number), after.get(1).copied());
    assert_eq!(id.first_child(arena).map(number), children.first().copied());
    assert_eq!(id.last_child(arena).map(number), children.last().copied());
    assert_eq!(numbers(&mut id.children(arena)), children);
    assert!(numbers(&mut id.children(arena).rev()).iter().eq(children.iter().rev()));
    assert_eq!(numbers(&mut id.following_siblings(arena)), after);
    assert!(numbers(&mut id.following_siblings(arena).rev()).iter().eq(after.iter().rev()));
    assert!(numbers(&mut id.preceding_siblings(arena)).iter().eq(before.iter().rev()));
    assert_eq!(numbers(&mut id.preceding_siblings(arena).rev()), before);
    assert_eq!(numbers(&mut id.ancestors(arena)), forest.ancestors(node));
    assert_eq!(numbers(&mut id.descendants(arena)), below);
    let mut by_depth = below.clone();
    by_depth.sort_by_key(|&node| forest.ancestors(node).len());
    assert_eq!(numbers(&mut id.breadth_first(arena)), by_depth);
    let edges: Vec<NodeEdge> = id.traverse(arena).collect();
    let starts = edges.iter().filter_map(|edge| match edge {
        NodeEdge::Start(id) => Some(number(*id)),
        NodeEdge::End(_) => None,
    });
    assert!(starts.eq(below.iter().copied()) && edges.len() == 2 * below.len());
    assert!(id.reverse_traverse(arena).eq(edges.into_iter().rev()));
}

/// At the end, new nodes reuse the slots of removed ones; old ids must not refer to them.
#[pikse::check(size = 3)]
fn forests(plan: &Plan) {
    let (mut arena, mut forest) = (Arena::new(), Forest::default());
    let mut ids: Vec<NodeId> = (0..NODES).map(|node| arena.new_node(node)).collect();
    for node in 0..NODES {
        forest.0.push((None, vec![node]));
        if plan.parents[node] < node {
            ids[plan.parents[node]].append(ids[node], &mut arena);
            forest.run(Kind::Append, plan.parents[node], node);
        }
    }
    for i in 0..2 {
        run(&mut arena, &ids, &mut forest, (plan.kinds[i], plan.nodes[i], plan.others[i]));
    }
    let free = NODES - arena.live_count();
    for node in NODES..NODES + free {
        ids.push(arena.new_node(node));
        forest.0.push((None, vec![node]));
    }
    assert_eq!(arena.len(), NODES, "a place is not used again");
    run(&mut arena, &ids, &mut forest, (Kind::Detach, 0, 0));
}
