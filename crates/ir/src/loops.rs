//! Natural loops of a function, and irreducible cycles.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::BlockId;

/// A natural loop: the blocks with a path back to a header that dominates them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The header, through which it is entered.
    pub header: BlockId,
    /// The latches: blocks with an edge to the header, in order.
    pub latches: Vec<BlockId>,
    /// All its blocks, including those of inner loops, in order.
    pub blocks: Vec<BlockId>,
    /// The enclosing loop, as an index in [`Loops::all`].
    pub parent: Option<u32>,
    /// The nesting depth, counting itself.
    pub depth: u32,
}

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    all: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<u32>>,
    irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    /// The loops of a graph.
    #[must_use]
    pub fn of(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut loops =
            Self { all: Vec::new(), innermost: vec![None; cfg.len()], irreducible: Vec::new() };
        for &from in cfg.reverse_post_order() {
            for &to in cfg.successors(from) {
                if cfg.place(to) <= cfg.place(from) && !dominators.dominates(to, from) {
                    loops.irreducible.push((from, to));
                }
            }
        }
        // Inner headers come after outer ones in the order, so inner loops are made first.
        for &header in cfg.reverse_post_order().iter().rev() {
            let before = cfg.predecessors(header).iter().copied();
            let latches: Vec<BlockId> =
                before.filter(|&latch| dominators.dominates(header, latch)).collect();
            if !latches.is_empty() {
                loops.collect(cfg, header, latches);
            }
        }
        loops.all.reverse();
        loops.number();
        loops
    }

    /// Makes a loop whose inner loops are known. Loops are numbered in the order of creation.
    fn collect(&mut self, cfg: &Cfg, header: BlockId, latches: Vec<BlockId>) {
        let this = self.all.len() as u32;
        self.all.push(Loop { header, latches, blocks: Vec::new(), parent: None, depth: 0 });
        let mut open = self.all[this as usize].latches.clone();
        while let Some(block) = open.pop() {
            // The outermost loop found so far around the block: its header represents it.
            let mut around = self.innermost[block.index()];
            while let Some(outer) = around.and_then(|at| self.all[at as usize].parent) {
                around = Some(outer);
            }
            match around {
                Some(at) if at == this => {}
                Some(inner) => {
                    self.all[inner as usize].parent = Some(this);
                    if self.all[inner as usize].header != header {
                        open.extend(cfg.predecessors(self.all[inner as usize].header));
                    }
                }
                None if cfg.place(block).is_none() => {}
                None => {
                    self.innermost[block.index()] = Some(this);
                    if block != header {
                        open.extend(cfg.predecessors(block));
                    }
                }
            }
        }
        self.innermost[header.index()] = Some(this);
    }

    /// After the list was reversed: numbers of loops, depths, and lists of blocks.
    fn number(&mut self) {
        let count = self.all.len() as u32;
        let turn = |at: &mut Option<u32>| *at = at.map(|at| count - 1 - at);
        self.innermost.iter_mut().for_each(turn);
        self.all.iter_mut().for_each(|one| turn(&mut one.parent));
        for at in 0..self.all.len() {
            // An outer loop comes before its inner ones.
            let outer = self.all[at].parent.map_or(0, |outer| self.all[outer as usize].depth);
            self.all[at].depth = outer + 1;
        }
        for block in 0..self.innermost.len() {
            let mut around = self.innermost[block];
            while let Some(at) = around {
                self.all[at as usize].blocks.push(BlockId::at(block));
                around = self.all[at as usize].parent;
            }
        }
    }

    /// All loops, an outer one before its inner ones.
    #[must_use]
    pub fn all(&self) -> &[Loop] {
        &self.all
    }

    /// The innermost loop of a block, as an index in [`Loops::all`].
    #[must_use]
    pub fn innermost(&self, block: BlockId) -> Option<u32> {
        self.innermost[block.index()]
    }

    /// The loop depth of a block.
    #[must_use]
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |at| self.all[at as usize].depth)
    }

    /// Edges back to a block that does not dominate their source: cycles with several entries. No
    /// loop here represents such a cycle. There is none if and only if every cycle is a natural
    /// loop.
    #[must_use]
    pub fn irreducible(&self) -> &[(BlockId, BlockId)] {
        &self.irreducible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::tests::{graph, random_graphs, reached};

    /// By definition: the header, and every block that reaches a latch without passing the header.
    fn naive(cfg: &Cfg) -> Vec<(BlockId, Vec<BlockId>, Vec<BlockId>)> {
        let all = reached(cfg, BlockId(0), None);
        let blocks = || (0..cfg.len()).map(BlockId::at).filter(|block| all[block.index()]);
        let dominates =
            |above: BlockId, below: BlockId| !reached(cfg, BlockId(0), Some(above))[below.index()];
        let mut found = Vec::new();
        for header in blocks() {
            let latches: Vec<BlockId> = blocks()
                .filter(|&b| cfg.successors(b).contains(&header) && dominates(header, b))
                .collect();
            if latches.is_empty() {
                continue;
            }
            let inside = |block: BlockId| {
                let seen = reached(cfg, block, Some(header));
                block == header || latches.iter().any(|latch| seen[latch.index()])
            };
            found.push((header, latches.clone(), blocks().filter(|&b| inside(b)).collect()));
        }
        found
    }

    #[test]
    fn loops_are_what_leads_back() {
        let mut nested = 0;
        for (seed, cfg) in random_graphs() {
            let loops = Loops::of(&cfg, &Dominators::of(&cfg));
            let mut found: Vec<_> = loops
                .all()
                .iter()
                .map(|one| (one.header, one.latches.clone(), one.blocks.clone()))
                .collect();
            found.sort();
            assert_eq!(found, naive(&cfg), "{seed}: {cfg:?}");
            for (at, one) in loops.all().iter().enumerate() {
                // The enclosing loop is the smallest one that contains it.
                let around = loops.all().iter().enumerate().filter(|(other, two)| {
                    *other != at && one.blocks.iter().all(|block| two.blocks.contains(block))
                });
                let smallest = around.clone().min_by_key(|(_, two)| two.blocks.len());
                assert_eq!(one.parent, smallest.map(|(other, _)| other as u32), "{seed}");
                assert_eq!(one.depth as usize, around.count() + 1, "{seed}");
                assert!(one.parent.is_none_or(|parent| (parent as usize) < at), "{seed}");
                nested += usize::from(one.depth > 1);
            }
            for block in (0..cfg.len()).map(BlockId::at) {
                let around = loops.all().iter().filter(|one| one.blocks.contains(&block)).count();
                assert_eq!(loops.depth(block) as usize, around, "{seed}");
            }
        }
        assert!(nested > 50, "random graphs have nested loops: {nested}");
    }

    /// A cycle remains without the edges to dominators if and only if one is reported.
    #[test]
    fn irreducible_circles_are_reported() {
        let mut seen = 0;
        for (seed, cfg) in random_graphs() {
            let dominators = Dominators::of(&cfg);
            let loops = Loops::of(&cfg, &dominators);
            let forward = Cfg::build(cfg.len(), |block, successors| {
                let to = cfg.successors(block).iter().copied();
                successors.extend(to.filter(|&to| !dominators.dominates(to, block)));
            });
            let circle = (0..cfg.len()).map(BlockId::at).any(|block| {
                let after = forward.successors(block).iter();
                let all = reached(&cfg, BlockId(0), None);
                all[block.index()]
                    && after.into_iter().any(|&to| reached(&forward, to, None)[block.index()])
            });
            assert_eq!(!loops.irreducible().is_empty(), circle, "{seed}: {cfg:?}");
            seen += usize::from(circle);
        }
        assert!(seen > 20, "random graphs have such circles: {seen}");
    }

    #[test]
    fn two_loops_in_one() {
        // 1 is the header of an outer loop, 2 that of an inner one, 3 has an edge to itself.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 3), (3, 2), (2, 4), (4, 1), (1, 5)];
        let cfg = graph(6, &edges);
        let loops = Loops::of(&cfg, &Dominators::of(&cfg));
        let depths: Vec<u32> = (0..6).map(|at| loops.depth(BlockId(at))).collect();
        assert_eq!(depths, [0, 1, 2, 3, 1, 0]);
        assert!(loops.irreducible().is_empty());
    }
}
