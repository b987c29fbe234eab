//! Which expressions contain floating-point arithmetic.
//!
//! Most programs have none, and then no expression is examined. Otherwise the answer for an
//! expression is computed on first use.

use crate::memory::{Memory, MemoryNode};
use crate::node::{Expr, Op};
use crate::store::Exprs;

/// The answers so far for expressions and memories.
#[derive(Debug, Default)]
pub(crate) struct FloatUses {
    /// Whether there is any at all.
    pub(crate) any: bool,
    of_expr: Vec<Option<bool>>,
    of_memory: Vec<Option<bool>>,
}

#[derive(Clone, Copy)]
enum Item {
    Expr(Expr),
    Memory(Memory),
}

impl Exprs {
    /// Whether the value depends on a floating-point operator that needs more than bits; see
    /// [`Float::is_bits`](crate::Float::is_bits).
    pub fn has_float_arithmetic(&mut self, expr: Expr) -> bool {
        if !self.floats.any {
            return false;
        }
        self.floats.of_expr.resize(self.nodes.len(), None);
        self.floats.of_memory.resize(self.memories.len(), None);
        let mut stack = vec![Item::Expr(expr)];
        while let Some(&item) = stack.last() {
            let before = stack.len();
            let found = self.look(item, &mut stack);
            if stack.len() > before {
                continue;
            }
            match item {
                Item::Expr(expr) => self.floats.of_expr[expr.index()] = Some(found),
                Item::Memory(memory) => self.floats.of_memory[memory.index()] = Some(found),
            }
            stack.pop();
        }
        self.floats.of_expr[expr.index()] == Some(true)
    }

    /// Whether a part has one; parts with an unknown answer go onto the stack.
    fn look(&self, item: Item, stack: &mut Vec<Item>) -> bool {
        let uses = &self.floats;
        let mut found = false;
        let mut part = |part: Item| {
            let known = match part {
                Item::Expr(expr) => uses.of_expr[expr.index()],
                Item::Memory(memory) => uses.of_memory[memory.index()],
            };
            match known {
                Some(known) => found |= known,
                None => stack.push(part),
            }
        };
        match item {
            Item::Expr(expr) if uses.of_expr[expr.index()].is_some() => part(item),
            Item::Expr(expr) => {
                let node = self.nodes[expr.index()];
                if let Op::Float(op) = node.op
                    && !op.is_bits(self.width(Expr(node.a)))
                {
                    return true;
                }
                if node.op == Op::Select {
                    part(Item::Memory(Memory(node.a)));
                }
                self.operands(expr).for_each(|operand| part(Item::Expr(operand)));
            }
            Item::Memory(memory) => match &self.memories[memory.index()] {
                MemoryNode::Array(_) => {}
                MemoryNode::Table(bytes) => bytes.iter().for_each(|&byte| part(Item::Expr(byte))),
                &MemoryNode::Write { under, index, value } => {
                    part(Item::Memory(under));
                    part(Item::Expr(index));
                    part(Item::Expr(value));
                }
            },
        }
        found
    }
}
