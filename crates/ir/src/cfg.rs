//! The control-flow graph of a function.

use crate::ids::BlockId;
use crate::inst::Inst;
use crate::program::Body;

/// The control-flow graph of a function. The first block is the entry.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Lists,
    predecessors: Lists,
    order: Vec<BlockId>,
    /// The position of each block in the order; `None` if it is unreachable.
    places: Vec<Option<u32>>,
}

/// One list of blocks per block, stored contiguously.
#[derive(Clone, Debug)]
struct Lists {
    starts: Vec<u32>,
    blocks: Vec<BlockId>,
}

impl Lists {
    fn of(&self, block: BlockId) -> &[BlockId] {
        let (start, end) = (self.starts[block.index()], self.starts[block.index() + 1]);
        &self.blocks[start as usize..end as usize]
    }
}

/// Calls `each` with the successors of a block: first those of its terminator, then the landing
/// pads of its calls. A block may come more than once.
pub(crate) fn each_successor(body: &Body, block: BlockId, mut each: impl FnMut(BlockId)) {
    let code = body.block(block);
    match code.last() {
        Some(&Inst::Jump { to }) => each(to),
        Some(&Inst::Branch { yes, no, .. }) => {
            each(yes);
            each(no);
        }
        Some(&Inst::Switch { switch, .. }) => {
            let switch = &body.switches[switch as usize];
            switch.cases.iter().for_each(|&(_, to)| each(to));
            each(switch.default);
        }
        _ => {}
    }
    for inst in code {
        if let &Inst::Call { call } = inst
            && let Some(unwind) = body.calls[call.index()].unwind
        {
            each(unwind);
        }
    }
}

impl Cfg {
    /// The graph of a function.
    #[must_use]
    pub fn of(body: &Body) -> Self {
        Self::build(body.blocks.len(), |block, successors| {
            each_successor(body, block, |to| successors.push(to));
        })
    }

    /// The graph of a number of blocks, where `successors` pushes those of each block.
    pub fn build(count: usize, mut successors: impl FnMut(BlockId, &mut Vec<BlockId>)) -> Self {
        let mut forward = Lists { starts: vec![0], blocks: Vec::new() };
        // The last block that an edge to each block was seen from, so that each edge counts once.
        let mut seen = vec![u32::MAX; count];
        let mut found = Vec::new();
        let mut degrees = vec![0_u32; count];
        for at in 0..count {
            found.clear();
            successors(BlockId::at(at), &mut found);
            for &to in &found {
                if seen[to.index()] != at as u32 {
                    seen[to.index()] = at as u32;
                    degrees[to.index()] += 1;
                    forward.blocks.push(to);
                }
            }
            forward.starts.push(forward.blocks.len() as u32);
        }
        let predecessors = turned(&forward, &degrees);
        let order = reverse_post_order(&forward, count);
        let mut places = vec![None; count];
        for (place, block) in order.iter().enumerate() {
            places[block.index()] = Some(place as u32);
        }
        Self { successors: forward, predecessors, order, places }
    }

    /// How many blocks there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is no block.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The successors of a block, each once: first those of its terminator, then landing pads.
    #[must_use]
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.of(block)
    }

    /// The predecessors of a block, each once, in order.
    #[must_use]
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.of(block)
    }

    /// The reachable blocks in reverse post-order: except for back edges, a block comes after its
    /// predecessors.
    #[must_use]
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.order
    }

    /// The position of a block in that order; `None` if it is unreachable.
    #[must_use]
    pub fn place(&self, block: BlockId) -> Option<usize> {
        self.places[block.index()].map(|place| place as usize)
    }
}

/// The reversed edges.
fn turned(lists: &Lists, degrees: &[u32]) -> Lists {
    let mut starts = Vec::with_capacity(degrees.len() + 1);
    let mut total = 0;
    for &degree in degrees {
        starts.push(total);
        total += degree;
    }
    starts.push(total);
    let mut next = starts.clone();
    let mut blocks = vec![BlockId(0); total as usize];
    for from in 0..degrees.len() {
        for to in lists.of(BlockId::at(from)) {
            blocks[next[to.index()] as usize] = BlockId::at(from);
            next[to.index()] += 1;
        }
    }
    Lists { starts, blocks }
}

fn reverse_post_order(successors: &Lists, count: usize) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(count);
    if count == 0 {
        return order;
    }
    let mut seen = vec![false; count];
    seen[0] = true;
    // The last successor is pushed first, so that the first one ends up first.
    let mut open = vec![(BlockId(0), successors.of(BlockId(0)).len())];
    while let Some((block, left)) = open.last_mut() {
        if *left == 0 {
            order.push(*block);
            open.pop();
            continue;
        }
        *left -= 1;
        let next = successors.of(*block)[*left];
        if !std::mem::replace(&mut seen[next.index()], true) {
            open.push((next, successors.of(next).len()));
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A graph of edges between numbered blocks.
    pub(crate) fn graph(count: usize, edges: &[(u32, u32)]) -> Cfg {
        Cfg::build(count, |block, successors| {
            let from = edges.iter().filter(|(from, _)| *from == block.0);
            successors.extend(from.map(|&(_, to)| BlockId(to)));
        })
    }

    /// Random graphs: a few hundred, of up to 12 blocks.
    pub(crate) fn random_graphs() -> impl Iterator<Item = (u64, Cfg)> {
        (0..600_u64).map(|seed| {
            let mut random = pikse_base::Random(seed);
            let count = 1 + random.below(12);
            let most = 1 + random.below(3);
            let mut edges = Vec::new();
            for from in 0..count as u32 {
                for _ in 0..random.below(most + 1) {
                    edges.push((from, random.below(count) as u32));
                }
            }
            (seed, graph(count as usize, &edges))
        })
    }

    /// The blocks that can be reached from one without passing through another.
    pub(crate) fn reached(cfg: &Cfg, from: BlockId, without: Option<BlockId>) -> Vec<bool> {
        let mut seen = vec![false; cfg.len()];
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            if Some(block) != without && !std::mem::replace(&mut seen[block.index()], true) {
                open.extend(cfg.successors(block));
            }
        }
        seen
    }

    #[test]
    fn predecessors_are_successors_turned() {
        for (seed, cfg) in random_graphs() {
            for from in (0..cfg.len()).map(BlockId::at) {
                for to in (0..cfg.len()).map(BlockId::at) {
                    let there = cfg.successors(from).iter().filter(|&&b| b == to).count();
                    let back = cfg.predecessors(to).iter().filter(|&&b| b == from).count();
                    assert_eq!(there, back, "{from:?} to {to:?} of {seed}");
                    assert!(there <= 1, "{from:?} to {to:?} of {seed}");
                }
            }
        }
    }

    /// The order contains what is reachable, and a block comes before all that it dominates.
    #[test]
    fn the_order_is_that_of_a_search() {
        for (seed, cfg) in random_graphs() {
            let reached = reached(&cfg, BlockId(0), None);
            for block in (0..cfg.len()).map(BlockId::at) {
                assert_eq!(cfg.place(block).is_some(), reached[block.index()], "{seed}");
            }
            let order = cfg.reverse_post_order();
            assert_eq!(order[0], BlockId(0));
            for (place, &block) in order.iter().enumerate() {
                assert_eq!(cfg.place(block), Some(place));
                let before = |other: &BlockId| cfg.place(*other).is_some_and(|p| p < place);
                assert!(place == 0 || cfg.predecessors(block).iter().any(before), "{seed}");
            }
        }
    }

    #[test]
    fn the_first_successor_comes_first() {
        let cfg = graph(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let order: Vec<u32> = cfg.reverse_post_order().iter().map(|block| block.0).collect();
        assert_eq!(order, [0, 1, 2, 3]);
    }

    #[test]
    fn nothing_has_no_blocks() {
        let cfg = graph(0, &[]);
        assert!(cfg.is_empty() && cfg.reverse_post_order().is_empty());
    }
}
