//! The paths of an exploration as a tree: paths that begin with the same decisions share them.
//!
//! A tree is kept only for a report, and only up to a number of nodes. Paths below the last nodes are
//! only counted.

use std::collections::HashMap;

use pikse_vm::{Cut, Decision, ErrorKind, Verdict, Way};

/// The maximum number of nodes.
pub const NODES: usize = 100_000;

/// How a path ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// At the end of the program.
    Finished,
    /// An assumption does not hold.
    Rejected,
    /// The program ended itself by this signal.
    Killed(i32),
    /// The program waits for ever.
    Blocked,
    /// With an error: its kind, and its place in [`Outcome::errors`](crate::Outcome::errors).
    Error(ErrorKind, usize),
    /// It was cut, and why.
    Cut(Cut),
}

/// Paths that ended in the same way after the same decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// How.
    pub end: End,
    /// The number of paths.
    pub count: u64,
    /// The number of the first one.
    pub first: u64,
}

/// The number of paths for each kind of end.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// At the end of the program, without an error.
    pub finished: u64,
    /// With an error.
    pub failed: u64,
    /// Because an assumption did not hold.
    pub rejected: u64,
    /// They were cut.
    pub cut: u64,
}

impl Counts {
    fn count(&mut self, end: &End) {
        match end {
            End::Finished | End::Killed(_) | End::Blocked => self.finished += 1,
            End::Rejected => self.rejected += 1,
            End::Error(..) => self.failed += 1,
            End::Cut(_) => self.cut += 1,
        }
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.finished + self.failed + self.rejected + self.cut
    }
}

/// A node: the outcome of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The node in which the decision was made; the start is its own parent.
    pub parent: usize,
    /// The decision; none for the start.
    pub decision: Option<Decision>,
    /// The paths that go through it.
    pub below: Counts,
    /// The number of paths with a decision here whose node was not kept.
    pub not_kept: u64,
    /// Those that ended before another decision.
    pub ends: Vec<Ended>,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// A parent comes before its children; the start is the first.
    nodes: Vec<Node>,
    /// The node of a decision: the node it is taken in, where, and the way.
    children: HashMap<(usize, u32, u32, Way), usize>,
    limit: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self::with_limit(NODES)
    }
}

impl Tree {
    /// A tree of at most this many nodes, but at least one.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        let start = Node {
            parent: 0,
            decision: None,
            below: Counts::default(),
            not_kept: 0,
            ends: Vec::new(),
        };
        Self { nodes: vec![start], children: HashMap::new(), limit }
    }

    /// Puts in a path: its number, its decisions and how it ended.
    pub fn insert(&mut self, number: u64, decisions: &[Decision], end: End) {
        let mut at = 0;
        self.nodes[at].below.count(&end);
        for decision in decisions {
            let place = decision.place;
            let key = (at, place.function.index() as u32, place.instruction, decision.way);
            at = match self.children.get(&key) {
                Some(&child) => child,
                None if self.nodes.len() >= self.limit => {
                    self.nodes[at].not_kept += 1;
                    return;
                }
                None => {
                    let child = self.nodes.len();
                    self.children.insert(key, child);
                    self.nodes.push(Node {
                        parent: at,
                        decision: Some(*decision),
                        below: Counts::default(),
                        not_kept: 0,
                        ends: Vec::new(),
                    });
                    child
                }
            };
            self.nodes[at].below.count(&end);
        }
        let ends = &mut self.nodes[at].ends;
        match ends.iter_mut().find(|known| known.end == end) {
            Some(known) => known.count += 1,
            None => ends.push(Ended { end, count: 1, first: number }),
        }
    }

    /// The nodes: the first is the start, and a parent comes before its children.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of paths with a decision whose node was not kept.
    #[must_use]
    pub fn not_kept(&self) -> u64 {
        self.nodes.iter().map(|node| node.not_kept).sum()
    }
}

impl End {
    /// How a path with a verdict ended; `error` is the place of its error among the distinct ones.
    #[must_use]
    pub fn of(verdict: &Verdict, error: Option<usize>) -> Self {
        match verdict {
            Verdict::Finished(_) => Self::Finished,
            Verdict::Rejected => Self::Rejected,
            Verdict::Killed(signal, _) => Self::Killed(*signal),
            Verdict::Blocked(..) => Self::Blocked,
            Verdict::Error(failure) => Self::Error(failure.kind, error.unwrap_or(0)),
            Verdict::Cut(cut, _) => Self::Cut(cut.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use pikse_ir::{FuncId, LocId};
    use pikse_vm::Place;

    use super::*;

    fn decision(instruction: u32, way: u32) -> Decision {
        let way = Way::Side(way == 1);
        let place = Place { function: FuncId::at(0), instruction, location: LocId::at(0) };
        Decision { place, way, condition: None }
    }

    fn path(decisions: &[(u32, u32)]) -> Vec<Decision> {
        decisions.iter().map(|&(instruction, way)| decision(instruction, way)).collect()
    }

    #[test]
    fn paths_that_begin_alike_share_nodes() {
        let mut tree = Tree::default();
        tree.insert(1, &path(&[(4, 1), (9, 1)]), End::Finished);
        tree.insert(2, &path(&[(4, 1), (9, 0)]), End::Rejected);
        tree.insert(3, &path(&[(4, 0)]), End::Error(ErrorKind::Assertion, 0));
        tree.insert(4, &path(&[(4, 0)]), End::Error(ErrorKind::Assertion, 0));
        tree.insert(5, &path(&[(4, 0), (9, 1)]), End::Finished);
        let nodes = tree.nodes();
        // The start, 4 yes, 9 yes, 9 no, 4 no, 9 yes.
        let parents: Vec<usize> = nodes.iter().map(|node| node.parent).collect();
        assert_eq!(parents, [0, 0, 1, 1, 0, 4]);
        assert_eq!(nodes[0].below, Counts { finished: 2, failed: 2, rejected: 1, cut: 0 });
        assert_eq!(nodes[1].below, Counts { finished: 1, rejected: 1, ..Counts::default() });
        let ended = Ended { end: End::Error(ErrorKind::Assertion, 0), count: 2, first: 3 };
        assert_eq!(nodes[4].ends, [ended]);
        assert_eq!(tree.not_kept(), 0);
    }

    #[test]
    fn what_is_not_kept_is_counted() {
        let mut tree = Tree::with_limit(3);
        for number in 0..8 {
            let bits = [(1, number >> 2 & 1), (2, number >> 1 & 1), (3, number & 1)];
            tree.insert(u64::from(number) + 1, &path(&bits), End::Finished);
        }
        assert_eq!(tree.nodes().len(), 3);
        assert_eq!(tree.nodes()[0].below.all(), 8);
        // The nodes are the start, 1 no, 2 no: two paths are below the last.
        let lost: Vec<u64> = tree.nodes().iter().map(|node| node.not_kept).collect();
        assert_eq!((lost, tree.not_kept()), (vec![4, 2, 2], 8));
    }
}
