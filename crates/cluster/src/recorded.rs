//! A recorded tree as work: the nodes of a search with the cost of each, without the search.

use std::rc::Rc;

use pikse_work::{
    Advance, Budget, Death, Journal, PositionError, Tally, Walk, WalkError, Witness, Work,
};
use serde::{Deserialize, Serialize};

/// A tree; node 0 is the root, and children have larger numbers than their parents.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Where the children of each node begin in the list of all children, and the end.
    starts: Rc<[u32]>,
    children: Rc<[u32]>,
    parents: Rc<[u32]>,
    costs: Rc<[u64]>,
    splits: Splits,
}

/// What a walk splits off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Splits {
    /// The node that waits nearest to the root, as explorations do with states.
    #[default]
    One,
    /// The later half of its siblings that wait, as searches do with the values of a choice point.
    Half,
}

impl Tree {
    /// The tree of the parents of all nodes but the first, and of the cost of every node.
    #[must_use]
    pub fn new(parents: &[u32], costs: &[u64]) -> Self {
        let mut starts = vec![0_u32; costs.len() + 1];
        parents.iter().for_each(|&parent| starts[parent as usize + 1] += 1);
        for node in 0..costs.len() {
            starts[node + 1] += starts[node];
        }
        let (mut next, mut children) = (starts.clone(), vec![0; parents.len()]);
        for (child, &parent) in (1..).zip(parents) {
            let place = &mut next[parent as usize];
            children[*place as usize] = child;
            *place += 1;
        }
        Tree {
            starts: starts.into(),
            children: children.into(),
            parents: parents.into(),
            costs: costs.into(),
            splits: Splits::One,
        }
    }

    /// The same tree, whose walks split off something else.
    #[must_use]
    pub fn that_splits(self, splits: Splits) -> Self {
        Tree { splits, ..self }
    }

    fn children(&self, node: usize) -> &[u32] {
        &self.children[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The same tree, with one cost for every node.
    #[must_use]
    pub fn with_costs(&self, cost: u64) -> Self {
        Tree { costs: vec![cost; self.len()].into(), ..self.clone() }
    }

    /// The same tree, with costs in the same proportions that are together about so much.
    #[must_use]
    pub fn scaled_to(&self, cost: u64) -> Self {
        let factor = cost as f64 / self.cost().max(1) as f64;
        let costs = self.costs.iter().map(|&one| ((one as f64 * factor) as u64).max(1));
        Tree { costs: costs.collect(), ..self.clone() }
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
            let deepest = self.children(node).iter().map(|&child| below[child as usize]).max();
            below[node] = self.costs[node] + deepest.unwrap_or(0);
        }
        below.first().copied().unwrap_or(0)
    }
}

/// Ranges of a tree whose nodes have the numbers of their visits, depth first.
impl Tree {
    /// The nodes without children, in order.
    #[must_use]
    pub fn leaves(&self) -> Vec<u32> {
        (0..self.len())
            .filter(|&node| self.children(node).is_empty())
            .map(|node| node as u32)
            .collect()
    }

    /// The cost of the nodes from one on, and before another.
    #[must_use]
    pub fn cost_between(&self, start: u32, end: u32) -> u64 {
        self.costs[start as usize..end as usize].iter().sum()
    }

    /// The cost of all nodes above one.
    #[must_use]
    pub fn cost_above(&self, node: u32) -> u64 {
        let (mut here, mut cost) = (0, 0);
        while here != node {
            cost += self.costs[here as usize];
            // The last child that is not after it.
            let children = self.children(here as usize);
            let at = children.partition_point(|&child| child <= node);
            let Some(&next) = at.checked_sub(1).and_then(|at| children.get(at)) else { break };
            here = next;
        }
        cost
    }
}

/// Records a tree while its nodes are visited depth first.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    parents: Vec<u32>,
    costs: Vec<u64>,
    /// The parents of the nodes that wait, the next one last.
    waiting: Vec<u32>,
}

impl Recorder {
    /// A node was visited, at a cost, and now so many nodes wait, those that were not visited included.
    pub fn visited(&mut self, cost: u64, waiting: usize) {
        let node = self.costs.len() as u32;
        self.costs.push(cost);
        if node > 0 {
            self.parents.push(self.waiting.pop().unwrap_or(0));
        }
        self.waiting.resize(waiting.max(self.waiting.len()), node);
        self.waiting.truncate(waiting);
    }

    /// The tree so far.
    #[must_use]
    pub fn tree(&self) -> Tree {
        Tree::new(&self.parents, &self.costs)
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
            let children = self.tree.children(node as usize);
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
        // The walk itself goes on with the last one. The one that waits nearest to the root is the first.
        let (_, others) = self.waiting.split_last()?;
        let parent = |node: u32| node.checked_sub(1).map(|at| self.tree.parents[at as usize]);
        let (first, _) = others.first()?;
        let siblings = others.iter().take_while(|(node, _)| parent(*node) == parent(*first));
        let count = match self.tree.splits {
            Splits::One => 1,
            Splits::Half => siblings.count().div_ceil(2),
        };
        let given: Vec<(u32, f64)> = self.waiting.drain(..count).collect();
        let share: f64 = given.iter().map(|(_, share)| share).sum();
        self.all -= share;
        self.left -= share;
        Some(given.into_iter().map(|(node, _)| node).collect())
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
    fn trees_are_recorded() {
        let mut recorder = Recorder::default();
        // The root has two children; the first has one, the second none.
        for (cost, waiting) in [(5, 2), (1, 2), (2, 1), (3, 0)] {
            recorder.visited(cost, waiting);
        }
        let tree = recorder.tree();
        assert_eq!((tree.len(), tree.cost(), tree.height()), (4, 11, 8));
        assert_eq!(tree.children(0), [1, 3]);
        assert_eq!(tree.leaves(), [2, 3]);
        assert_eq!((tree.cost_above(2), tree.cost_above(3), tree.cost_between(1, 3)), (6, 5, 3));
    }

    #[test]
    fn recorded_trees_obey_the_laws() {
        let tree = Tree::new(&[0, 0, 1, 1, 2, 5, 5, 0], &[1; 9]);
        for splits in [Splits::One, Splits::Half] {
            pikse_work::laws::check(&tree.clone().that_splits(splits), 1, |&node| node);
        }
        assert_eq!((tree.len(), tree.cost(), tree.height()), (9, 9, 4));
    }

    #[test]
    fn half_of_the_siblings_are_split_off() {
        // The root has five children, and the first of them has two.
        let tree = Tree::new(&[0, 0, 0, 0, 0, 1, 1], &[1; 8]).that_splits(Splits::Half);
        let mut walk = tree.load(Rc::new(pikse_work::NoJournal)).expect("a tree can be walked");
        walk.begin(None, false).expect("it begins");
        for _ in 0..2 {
            walk.advance(Budget::steps(1), &mut Vec::new()).expect("it goes on");
        }
        assert_eq!(walk.position(), [5, 4, 3, 2, 7, 6]);
        assert_eq!(walk.split(), Some(vec![5, 4]));
        assert_eq!(walk.split(), Some(vec![3]));
        assert_eq!(walk.split(), Some(vec![2]));
        assert_eq!(walk.split(), Some(vec![7]));
        assert_eq!(walk.split(), None);
    }
}
