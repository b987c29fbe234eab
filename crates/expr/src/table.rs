//! The hash table of nodes.
//!
//! It holds only ids of nodes, so it is a quarter of the size of a map from nodes to ids, and a
//! lookup touches one slot and one node.

use crate::node::{Node, Op};

const EMPTY: u32 = u32::MAX;

/// Ids of nodes, by the hash of the node.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<u32>,
    used: usize,
}

fn hash(node: &Node) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let op = match node.op {
        Op::Const => 1,
        Op::WideConst => 2,
        Op::Read => 3,
        Op::Select => 4,
        Op::Not => 5,
        Op::Neg => 6,
        Op::Ite => 7,
        Op::Extract => 8,
        Op::Zext => 9,
        Op::Sext => 10,
        Op::Binary(op) => 16 + op as u64,
        Op::Float(op) => 64 + op as u64,
    };
    let mut h = (op | u64::from(node.width) << 8 | u64::from(node.c) << 32).wrapping_mul(K);
    h = (h.rotate_left(29) ^ (u64::from(node.a) | u64::from(node.b) << 32)).wrapping_mul(K);
    h ^ (h >> 32)
}

impl Table {
    pub(crate) fn new() -> Self {
        Self { slots: vec![EMPTY; 1024], used: 0 }
    }

    /// The id of the node, or the slot for it.
    pub(crate) fn find(&self, nodes: &[Node], node: &Node) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash(node) as usize & mask;
        loop {
            match self.slots[at] {
                EMPTY => return Err(at),
                id if nodes[id as usize] == *node => return Ok(id),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Puts the last node into the slot that [`Table::find`] returned.
    pub(crate) fn insert(&mut self, nodes: &[Node], slot: usize) {
        self.slots[slot] = (nodes.len() - 1) as u32;
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.grow(nodes);
        }
    }

    fn grow(&mut self, nodes: &[Node]) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![EMPTY; mask + 1];
        for (id, node) in nodes.iter().enumerate() {
            let mut at = hash(node) as usize & mask;
            while self.slots[at] != EMPTY {
                at = (at + 1) & mask;
            }
            self.slots[at] = id as u32;
        }
    }
}
