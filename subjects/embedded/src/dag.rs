//! Directed acyclic graphs (document 001, section 4.3.3).
//!
//! A graph has `n` nodes, listed in `nodes`. That list is given, with node `i` at index
//! `i`, and not searched. A node lists its children.

use pikse::{ArrayField, Builder, ClassId, Length, NonNull, Obj, ObjSet, Probe, Problem, Ref};
use pikse::{Value, predicate};

use crate::problem;

/// Every acyclic graph. Depth first from the last node to the first: a node's
/// number of children, then each child, which is none of the earlier ones and not
/// above the node, and so on below it.
pub fn accept_all(n: usize) -> Problem {
    let (mut bounds, node, _) = nodes(n);
    let children: ArrayField<NonNull> =
        bounds.non_null_array(node, "children", node, Length::Between(0, n as u32 - 1));
    let rep_ok = predicate("rep_ok", move |p| {
        let mut walk = Walk { children, visited: ObjSet::new(), path: ObjSet::new() };
        (0..n).rev().all(|number| {
            let node = p.object(node, number).expect("there are n nodes");
            !walk.visited.insert(node) || walk.below(p, node)
        })
    });
    with_nodes_in_place(problem(bounds, rep_ok), n)
}

struct Walk {
    children: ArrayField<NonNull>,
    visited: ObjSet,
    path: ObjSet,
}

impl Walk {
    fn below(&mut self, p: &mut Probe, node: Obj) -> bool {
        self.path.insert(node);
        let mut siblings = ObjSet::new();
        for at in 0..p.len(node, self.children) {
            let child = p.get(node, self.children.at(at));
            if !siblings.insert(child)
                || self.path.contains(child)
                || self.visited.insert(child) && !self.below(p, child)
            {
                return false;
            }
        }
        self.path.remove(node);
        true
    }
}

/// Graphs that are topologically sorted: reads the list of nodes, then for each
/// node its number of children and the children, each an earlier node than the
/// node itself and a later one than the child before it.
pub fn topological(n: usize) -> Problem {
    let (mut bounds, node, list) = nodes(n);
    let children: ArrayField<Ref> =
        bounds.reference_array(node, "children", node, Length::Between(0, n as u32 - 1));
    let rep_ok = predicate("rep_ok", move |p| {
        let dag = p.root();
        for at in 0..n {
            p.get(dag, list.at(at));
        }
        (0..n).all(|at| {
            let node = p.get(dag, list.at(at));
            let mut after = None;
            (0..p.len(node, children)).all(|child| {
                let fits = p.require(node, children.at(child), |child| {
                    child.is_some_and(|child| Some(child) > after && child < node)
                });
                after = p.get(node, children.at(child));
                fits
            })
        })
    });
    with_nodes_in_place(problem(bounds, rep_ok), n)
}

fn nodes(n: usize) -> (Builder, ClassId, ArrayField<NonNull>) {
    let mut bounds = Builder::new();
    let dag = bounds.class("Dag", 1);
    let node = bounds.class("Node", n);
    let list = bounds.non_null_array(dag, "nodes", node, Length::Fixed(n as u32));
    (bounds, node, list)
}

/// Fixes node `i` at index `i` of the list, which is the first field.
fn with_nodes_in_place(problem: Problem, n: usize) -> Problem {
    (0..n as u32)
        .fold(problem, |problem, at| problem.fix_cell(at, at).expect("the list has n places"))
}

/// The edges of a graph, as pairs of indices in the list of nodes.
pub fn edges(dag: &pikse::Structure) -> Vec<(usize, usize)> {
    let number = |value: &Value| match value {
        Value::Ref(id) => dag.space().ordinal(dag.space().object(*id)) as usize,
        other => unreachable!("a child is a node, not {other:?}"),
    };
    let nodes = dag.objects().iter().skip(1);
    let mut edges: Vec<(usize, usize)> = nodes
        .flat_map(|node| {
            let Some(Value::Array(children)) = dag.value(node, "children") else { return vec![] };
            let from = number(&Value::Ref(node.id));
            children.iter().map(|child| (from, number(child))).collect()
        })
        .collect();
    edges.sort_unstable();
    edges
}
