//! Read-only loops: they read and compare, and change nothing.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::body::{BlockId, Body, Kind};

/// A loop: its header, which dominates it, and the blocks that lead back there.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    first: BlockId,
    blocks: HashSet<BlockId>,
}

impl Loop {
    pub(super) fn has(&self, block: BlockId) -> bool {
        self.blocks.contains(&block)
    }

    pub(super) fn begins_with(&self, block: BlockId) -> bool {
        self.first == block
    }
}

/// The innermost read-only loops of a function.
#[derive(Debug, Default)]
pub(super) struct Loops {
    /// The loops by their back edges.
    around: HashMap<(BlockId, BlockId), Rc<Loop>>,
}

impl Loops {
    pub(super) fn of(body: &Body<'_>) -> Loops {
        let count = body.blocks.len();
        let next: Vec<Vec<BlockId>> = (0..count).map(|block| body.successors(block)).collect();
        let mut before = vec![Vec::new(); count];
        for block in (0..count).filter(|&block| body.is_entered(block)) {
            next[block].iter().for_each(|&to| before[to].push(block));
        }
        let looks = |block: BlockId| {
            let (first, end) = body.blocks[block];
            (first..end).all(|id| only_looks(&body.at(id).kind))
        };
        let mut around = HashMap::new();
        for from in (0..count).filter(|&block| body.is_entered(block)) {
            for &to in next[from].iter().filter(|&&to| body.dominates(to, from)) {
                let (mut blocks, mut open) = (HashSet::new(), vec![to, from]);
                let is_plain = loop {
                    let Some(block) = open.pop() else { break true };
                    if !blocks.insert(block) {
                        continue;
                    }
                    let has_inner = || {
                        let mut inner = next[block].iter().filter(|&&next| next != to);
                        inner.any(|&next| body.dominates(next, block))
                    };
                    if !looks(block) || has_inner() {
                        break false;
                    }
                    if block != to {
                        open.extend(&before[block]);
                    }
                };
                if is_plain {
                    around.insert((from, to), Rc::new(Loop { first: to, blocks }));
                }
            }
        }
        Loops { around }
    }

    /// The loop whose back edge leads from one block to another.
    pub(super) fn around(&self, from: BlockId, to: BlockId) -> Option<Rc<Loop>> {
        self.around.get(&(from, to)).cloned()
    }
}

fn only_looks(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Nothing
            | Kind::Same
            | Kind::Binary(_)
            | Kind::Compare(_)
            | Kind::Cast { .. }
            | Kind::Select
            | Kind::Pure
            | Kind::Address
            | Kind::Phi(_)
            | Kind::Load { plain: true }
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
    )
}
