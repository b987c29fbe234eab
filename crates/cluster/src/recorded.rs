//! A recorded tree as work: the nodes of a search with the cost of each, without the search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use pikse_work::{
    Advance, Budget, Death, Journal, PositionError, Tally, Walk, WalkError, Witness, Work,
};
use serde::{Deserialize, Serialize};

/// A tree; node 0 is the root, and children have larger numbers than their parents.
#[derive(Clone, Debug)]
pub struct Tree {
    children: Rc<[Vec<u32>]>,
    costs: Rc<[u64]>,
}

impl Tree {
    /// The tree of the parents of all nodes but the first, and of the cost of every node.
    #[must_use]
    pub fn new(parents: &[u32], costs: &[u64]) -> Self {
        let mut children = vec![Vec::new(); costs.len()];
        for (child, &parent) in (1..).zip(parents) {
            children[parent as usize].push(child);
        }
        Tree { children: children.into(), costs: costs.into() }
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// The cost of all nodes.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.costs.iter().sum()
    }

    /// The largest cost from the root to a leaf: no number of workers is faster.
    #[must_use]
    pub fn height(&self) -> u64 {
        let mut below = vec![0; self.len()];
        for node in (0..self.len()).rev() {
            let deepest = self.children[node].iter().map(|&child| below[child as usize]).max();
            below[node] = self.costs[node] + deepest.unwrap_or(0);
        }
        below.first().copied().unwrap_or(0)
    }
}

impl Tree {
    /// The time that PKorat takes (document 001, Algorithms 4.8 and 4.9): a master has a queue of nodes, and
    /// each worker takes one and sends its children back. `service` is the time that the master needs for a
    /// node that it gives away. Algorithms 4.8 and 4.9 have no other costs.
    #[must_use]
    pub fn by_queue(&self, workers: usize, service: u64) -> u64 {
        let mut queue: VecDeque<(u64, u32)> = VecDeque::from([(0, 0)]);
        // When a worker is done, and with which node.
        let mut busy: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
        let mut free: BinaryHeap<Reverse<u64>> = (0..workers.max(1)).map(|_| Reverse(0)).collect();
        let (mut master, mut last) = (0, 0);
        loop {
            while let (Some(&(ready, node)), Some(&Reverse(idle))) = (queue.front(), free.peek()) {
                queue.pop_front();
                free.pop();
                master = master.max(ready).max(idle) + service;
                busy.push(Reverse((master + self.costs[node as usize], node)));
            }
            let Some(Reverse((now, node))) = busy.pop() else { return last };
            last = now;
            free.push(Reverse(now));
            queue.extend(self.children[node as usize].iter().map(|&child| (now, child)));
        }
    }
}

/// The number of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nodes(pub u64);

impl Tally for Nodes {
    fn merge(&mut self, other: &Self) {
        self.0 += other.0;
    }
}

/// A walk through a recorded tree, depth first.
#[derive(Clone, Debug)]
pub struct TreeWalk {
    tree: Tree,
    /// The nodes that wait, the next one last, with the share of the part that each is.
    waiting: Vec<(u32, f64)>,
    tally: Nodes,
    left: f64,
    all: f64,
}

impl TreeWalk {
    /// The cost of the next step.
    #[must_use]
    pub fn cost(&self) -> u64 {
        self.waiting.last().map_or(0, |&(node, _)| self.tree.costs[node as usize])
    }
}

impl Walk for TreeWalk {
    /// The nodes that wait, the next one last.
    type Position = Vec<u32>;
    type Tally = Nodes;
    type Found = u32;

    fn begin(&mut self, part: Option<&Vec<u32>>, _careful: bool) -> Result<(), WalkError> {
        let nodes = part.map_or(&[0][..], Vec::as_slice);
        if nodes.iter().any(|&node| node as usize >= self.tree.len()) {
            return Err(PositionError::malformed("there is no such node").into());
        }
        let share = 1.0 / nodes.len().max(1) as f64;
        self.waiting = nodes.iter().map(|&node| (node, share)).collect();
        (self.left, self.all) = (1.0, 1.0);
        Ok(())
    }

    fn advance(&mut self, budget: Budget, found: &mut Vec<u32>) -> Result<Advance, WalkError> {
        for _ in 0..budget.steps {
            let Some((node, share)) = self.waiting.pop() else { break };
            self.tally.0 += 1;
            if budget.finds.is_some() {
                found.push(node);
            }
            let children = &self.tree.children[node as usize];
            let share_of_each = share / children.len().max(1) as f64;
            self.left -= if children.is_empty() { share } else { 0.0 };
            self.waiting.extend(children.iter().rev().map(|&child| (child, share_of_each)));
        }
        Ok(if self.waiting.is_empty() { Advance::Exhausted } else { Advance::Paused })
    }

    fn position(&mut self) -> Vec<u32> {
        self.waiting.iter().map(|&(node, _)| node).collect()
    }

    fn split(&mut self) -> Option<Vec<u32>> {
        // The one that waits nearest to the root is the first.
        if self.waiting.len() < 2 {
            return None;
        }
        let (node, share) = self.waiting.remove(0);
        self.all -= share;
        self.left -= share;
        Some(vec![node])
    }

    fn done(&self) -> f64 {
        (1.0 - self.left / self.all.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
    }

    fn tally(&self) -> Nodes {
        self.tally
    }
}

impl Work for Tree {
    type Walk = TreeWalk;

    fn load(&self, _journal: Rc<dyn Journal>) -> Result<TreeWalk, WalkError> {
        let (tree, waiting, tally) = (self.clone(), Vec::new(), Nodes::default());
        Ok(TreeWalk { tree, waiting, tally, left: 0.0, all: 0.0 })
    }

    /// Skips the next node with everything below it.
    fn pass(
        &self,
        at: Option<&Vec<u32>>,
        _witness: &Witness,
        _death: &Death,
    ) -> Result<(Vec<u32>, Nodes), WalkError> {
        let mut at = at.map_or_else(|| vec![0], Vec::clone);
        at.pop();
        Ok((at, Nodes::default()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_trees_obey_the_laws() {
        let tree = Tree::new(&[0, 0, 1, 1, 2, 5, 5, 0], &[1; 9]);
        pikse_work::laws::check(&tree, 1, |&node| node);
        assert_eq!((tree.len(), tree.cost(), tree.height()), (9, 9, 4));
    }
}
