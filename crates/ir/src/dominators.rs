//! Dominators and post-dominators.

use crate::cfg::Cfg;
use crate::ids::BlockId;

/// A dominator tree, by the algorithm of Cooper, Harvey and Kennedy.
#[derive(Clone, Debug)]
struct Tree {
    /// The parent of each node; the root is its own parent, and a node outside the tree has none.
    parents: Vec<Option<u32>>,
    /// The range of numbers of each node's descendants, in pre-order.
    spans: Vec<(u32, u32)>,
}

impl Tree {
    /// The tree of a graph. `order` begins with the root and has every node after one of its
    /// predecessors; `before` calls its argument with the predecessors of a node.
    fn new(count: usize, order: &[u32], before: impl Fn(u32, &mut dyn FnMut(u32))) -> Self {
        let mut parents: Vec<Option<u32>> = vec![None; count];
        let mut places = vec![u32::MAX; count];
        for (place, &node) in order.iter().enumerate() {
            places[node as usize] = place as u32;
        }
        if let Some(&root) = order.first() {
            parents[root as usize] = Some(root);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &node in order.iter().skip(1) {
                let mut best: Option<u32> = None;
                before(node, &mut |from| {
                    if parents[from as usize].is_some() {
                        best = Some(best.map_or(from, |best| meet(&parents, &places, best, from)));
                    }
                });
                if best != parents[node as usize] {
                    parents[node as usize] = best;
                    changed = true;
                }
            }
        }
        let spans = spans(&parents, order);
        Self { parents, spans }
    }

    fn parent(&self, node: usize) -> Option<u32> {
        self.parents[node].filter(|&parent| parent as usize != node)
    }

    fn is_above(&self, above: usize, below: usize) -> bool {
        let (a, b) = (self.spans[above], self.spans[below]);
        self.parents[above].is_some() && self.parents[below].is_some() && a.0 <= b.0 && b.1 <= a.1
    }
}

/// The nearest common ancestor of two nodes.
fn meet(parents: &[Option<u32>], places: &[u32], a: u32, b: u32) -> u32 {
    let up = |node: u32| parents[node as usize].unwrap_or(node);
    let (mut a, mut b) = (a, b);
    while a != b {
        while places[a as usize] > places[b as usize] {
            a = up(a);
        }
        while places[b as usize] > places[a as usize] {
            b = up(b);
        }
    }
    a
}

/// The range of numbers of each node's descendants. Parents come before their children in the
/// order.
fn spans(parents: &[Option<u32>], order: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1_u32; parents.len()];
    let is_root = |node: u32| parents[node as usize] == Some(node);
    for &node in order.iter().rev().filter(|&&node| !is_root(node)) {
        if let Some(parent) = parents[node as usize] {
            sizes[parent as usize] += sizes[node as usize];
        }
    }
    let mut spans = vec![(0, 0); parents.len()];
    // The number of each node's next child.
    let mut next = vec![0_u32; parents.len()];
    for &node in order {
        let start = match parents[node as usize] {
            Some(parent) if parent != node => {
                let start = next[parent as usize];
                next[parent as usize] += sizes[node as usize];
                start
            }
            _ => 0,
        };
        spans[node as usize] = (start, start + sizes[node as usize]);
        next[node as usize] = start + 1;
    }
    spans
}

/// The dominators of each block.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// The dominators of a graph.
    #[must_use]
    pub fn of(cfg: &Cfg) -> Self {
        let order: Vec<u32> = cfg.reverse_post_order().iter().map(|block| block.0).collect();
        let tree = Tree::new(cfg.len(), &order, |node, each| {
            cfg.predecessors(BlockId(node)).iter().for_each(|from| each(from.0));
        });
        Self { tree }
    }

    /// The immediate dominator of a block; `None` for the entry and for unreachable blocks.
    #[must_use]
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.index()).map(BlockId)
    }

    /// Whether every path to `below` passes `above`. A block dominates itself; an unreachable block
    /// dominates nothing and is dominated by nothing.
    #[must_use]
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.tree.is_above(above.index(), below.index())
    }
}

/// The post-dominators of each block. Unreachable blocks are ignored.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    /// Blocks with successors that still got an edge to the end: one for each loop without an exit.
    endless: Vec<BlockId>,
}

impl PostDominators {
    /// The post-dominators of a graph. There is one end, after all blocks without successors. A
    /// part of the graph that is never left has an edge to the end from its first block.
    #[must_use]
    pub fn of(cfg: &Cfg) -> Self {
        let end = cfg.len() as u32;
        let order = cfg.reverse_post_order();
        let is_exit = |block: BlockId| cfg.successors(block).is_empty();
        // The blocks that reach the end, found backwards from it.
        let mut reaches = vec![false; cfg.len()];
        let mut mark = |from: &[BlockId]| {
            let mut open = from.to_vec();
            while let Some(block) = open.pop() {
                if cfg.place(block).is_some()
                    && !std::mem::replace(&mut reaches[block.index()], true)
                {
                    open.extend(cfg.predecessors(block));
                }
            }
            reaches.clone()
        };
        let exits: Vec<BlockId> = order.iter().copied().filter(|&block| is_exit(block)).collect();
        let mut reaching = mark(&exits);
        let mut endless = Vec::new();
        if order.iter().any(|block| !reaching[block.index()]) {
            for first in traps(cfg) {
                if !reaching[first.index()] {
                    endless.push(first);
                    reaching = mark(&[first]);
                }
            }
        }
        let mut ends = exits;
        ends.extend(&endless);
        let is_end: Vec<bool> = {
            let mut is_end = vec![false; cfg.len()];
            ends.iter().for_each(|block| is_end[block.index()] = true);
            is_end
        };
        let backwards = backward_order(cfg, &ends, end);
        let tree = Tree::new(cfg.len() + 1, &backwards, |node, each| {
            let block = BlockId(node);
            if is_end[block.index()] {
                each(end);
            }
            cfg.successors(block).iter().for_each(|to| each(to.0));
        });
        Self { tree, endless }
    }

    /// The immediate post-dominator of a block; `None` if that is the end, or if the block is
    /// unreachable.
    #[must_use]
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let end = self.tree.parents.len() as u32 - 1;
        self.tree.parent(block.index()).filter(|&parent| parent != end).map(BlockId)
    }

    /// Whether every path from `before` to the end passes `after`. A block post-dominates itself.
    #[must_use]
    pub fn post_dominates(&self, after: BlockId, before: BlockId) -> bool {
        self.tree.is_above(after.index(), before.index())
    }

    /// The blocks with successors that have an edge to the end.
    #[must_use]
    pub fn endless(&self) -> &[BlockId] {
        &self.endless
    }
}

/// The first blocks, in order, of the parts of a graph that are never left.
fn traps(cfg: &Cfg) -> Vec<BlockId> {
    // Strongly connected components by Kosaraju's two searches; the first one gave the order.
    let mut component = vec![u32::MAX; cfg.len()];
    let mut count = 0;
    for &root in cfg.reverse_post_order() {
        if component[root.index()] != u32::MAX {
            continue;
        }
        let mut open = vec![root];
        while let Some(block) = open.pop() {
            if component[block.index()] == u32::MAX {
                component[block.index()] = count;
                let from = cfg.predecessors(block).iter().copied();
                open.extend(from.filter(|&from| cfg.place(from).is_some()));
            }
        }
        count += 1;
    }
    let mut is_left = vec![false; count as usize];
    for &block in cfg.reverse_post_order() {
        let mine = component[block.index()];
        is_left[mine as usize] |=
            cfg.successors(block).iter().any(|to| component[to.index()] != mine);
    }
    let mut first = Vec::new();
    for &block in cfg.reverse_post_order() {
        let mine = component[block.index()] as usize;
        if !std::mem::replace(&mut is_left[mine], true) {
            first.push(block);
        }
    }
    first
}

/// The blocks that lead to the end, backwards: each after one of its successors.
fn backward_order(cfg: &Cfg, ends: &[BlockId], end: u32) -> Vec<u32> {
    let mut seen = vec![false; cfg.len()];
    let mut order = Vec::with_capacity(cfg.len() + 1);
    for &first in ends {
        if std::mem::replace(&mut seen[first.index()], true) {
            continue;
        }
        let mut open = vec![(first, 0)];
        while let Some((block, next)) = open.last_mut() {
            match cfg.predecessors(*block).get(*next) {
                Some(&from) => {
                    *next += 1;
                    if cfg.place(from).is_some()
                        && !std::mem::replace(&mut seen[from.index()], true)
                    {
                        open.push((from, 0));
                    }
                }
                None => {
                    order.push(block.0);
                    open.pop();
                }
            }
        }
    }
    order.push(end);
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{graph, random_graphs, reached};

    fn blocks(cfg: &Cfg) -> impl Iterator<Item = BlockId> + use<> {
        (0..cfg.len()).map(BlockId::at)
    }

    /// A block dominates another if that cannot be reached without it.
    #[test]
    fn dominators_are_what_cannot_be_gone_around() {
        for (seed, cfg) in random_graphs() {
            let dominators = Dominators::of(&cfg);
            let all = reached(&cfg, BlockId(0), None);
            for above in blocks(&cfg) {
                let around = reached(&cfg, BlockId(0), Some(above));
                for below in blocks(&cfg) {
                    let expected =
                        all[above.index()] && all[below.index()] && !around[below.index()];
                    let found = dominators.dominates(above, below);
                    assert_eq!(found, expected, "{above:?} over {below:?} of {seed}: {cfg:?}");
                }
            }
        }
    }

    /// All other dominators dominate the immediate one.
    #[test]
    fn the_immediate_dominator_is_the_nearest() {
        for (seed, cfg) in random_graphs() {
            let dominators = Dominators::of(&cfg);
            for block in blocks(&cfg) {
                let strict: Vec<BlockId> = blocks(&cfg)
                    .filter(|&above| above != block && dominators.dominates(above, block))
                    .collect();
                match dominators.immediate(block) {
                    None => assert!(strict.is_empty(), "{block:?} of {seed}"),
                    Some(nearest) => {
                        assert!(strict.contains(&nearest), "{block:?} of {seed}");
                        let all = strict.iter().all(|&above| dominators.dominates(above, nearest));
                        assert!(all, "{block:?} of {seed}");
                    }
                }
            }
        }
    }

    /// Whether the end can be reached from a block without passing another.
    fn gets_out(cfg: &Cfg, post: &PostDominators, from: BlockId, without: BlockId) -> bool {
        let seen = reached(cfg, from, Some(without));
        blocks(cfg).any(|block| {
            let is_end = cfg.successors(block).is_empty() || post.endless().contains(&block);
            seen[block.index()] && is_end
        })
    }

    #[test]
    fn post_dominators_are_what_cannot_be_gone_around() {
        for (seed, cfg) in random_graphs() {
            let post = PostDominators::of(&cfg);
            for after in blocks(&cfg) {
                for before in blocks(&cfg) {
                    let both = cfg.place(after).is_some() && cfg.place(before).is_some();
                    let expected = both && !gets_out(&cfg, &post, before, after);
                    let found = post.post_dominates(after, before);
                    assert_eq!(found, expected, "{after:?} after {before:?} of {seed}: {cfg:?}");
                }
            }
        }
    }

    #[test]
    fn the_immediate_post_dominator_is_the_nearest() {
        for (seed, cfg) in random_graphs() {
            let post = PostDominators::of(&cfg);
            for block in blocks(&cfg) {
                let strict: Vec<BlockId> = blocks(&cfg)
                    .filter(|&after| after != block && post.post_dominates(after, block))
                    .collect();
                match post.immediate(block) {
                    None => assert!(strict.is_empty(), "{block:?} of {seed}"),
                    Some(nearest) => {
                        assert!(strict.contains(&nearest), "{block:?} of {seed}");
                        let all = strict.iter().all(|&after| post.post_dominates(after, nearest));
                        assert!(all, "{block:?} of {seed}");
                    }
                }
            }
        }
    }

    /// Edges to the end are added only where no path leads to it, and no more than needed.
    #[test]
    fn only_what_never_ends_gets_an_end() {
        for (seed, cfg) in random_graphs() {
            let post = PostDominators::of(&cfg);
            let exits = |block: BlockId| {
                let seen = reached(&cfg, block, None);
                blocks(&cfg).any(|b| seen[b.index()] && cfg.successors(b).is_empty())
            };
            for &block in post.endless() {
                assert!(!exits(block), "{block:?} of {seed}");
                let seen = reached(&cfg, block, None);
                let others = post.endless().iter().filter(|&&b| b != block);
                assert!(others.into_iter().all(|b| !seen[b.index()]), "{block:?} of {seed}");
            }
        }
    }

    #[test]
    fn a_loop_without_a_way_out() {
        // 0 -> 1 <-> 2, and 0 -> 3, which returns.
        let cfg = graph(4, &[(0, 1), (1, 2), (2, 1), (0, 3)]);
        let post = PostDominators::of(&cfg);
        assert_eq!(post.endless(), [BlockId(1)]);
        assert_eq!(post.immediate(BlockId(2)), Some(BlockId(1)));
        assert_eq!(post.immediate(BlockId(1)), None);
        assert_eq!(post.immediate(BlockId(0)), None);
    }
}
