//! Evaluation under a model.

use crate::bits::{apply, mask, negate, sign_extend};
use crate::float::apply as apply_float;
use crate::memory::MemoryNode;
use crate::model::Model;
use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

/// Evaluates expressions and caches the values while the model stays the same, so that the next
/// condition of a path costs only its new parts.
///
/// Only the parts that decide the result are evaluated: one arm of a choice, one entry of a table.
#[derive(Debug, Default)]
pub struct Evaluator {
    values: Vec<u128>,
    /// The round in which a value was computed.
    rounds: Vec<u32>,
    round: u32,
    model: u64,
    stack: Vec<Expr>,
}

impl Evaluator {
    /// An evaluator with an empty cache.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of an expression under a model.
    pub fn eval(&mut self, exprs: &Exprs, model: &Model, expr: Expr) -> u128 {
        if let Some(value) = exprs.as_const(expr) {
            return value;
        }
        if self.model != model.id() {
            self.model = model.id();
            self.round = self.round.wrapping_add(1);
            if self.round == 0 {
                self.rounds.fill(0);
                self.round = 1;
            }
        }
        if self.rounds.len() < exprs.len() {
            self.values.resize(exprs.len(), 0);
            self.rounds.resize(exprs.len(), 0);
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.push(expr);
        while let Some(&top) = stack.last() {
            if self.value(exprs, top).is_some() {
                stack.pop();
            } else if let Some(value) = self.step(exprs, model, top, &mut stack) {
                self.values[top.index()] = value;
                self.rounds[top.index()] = self.round;
                stack.pop();
            }
        }
        self.stack = stack;
        self.values[expr.index()]
    }

    /// Whether a condition holds under a model.
    pub fn holds(&mut self, exprs: &Exprs, model: &Model, condition: Expr) -> bool {
        self.eval(exprs, model, condition) == 1
    }

    /// The value, if it is cached.
    #[inline]
    fn value(&self, exprs: &Exprs, expr: Expr) -> Option<u128> {
        if self.rounds[expr.index()] == self.round {
            Some(self.values[expr.index()])
        } else {
            exprs.as_const(expr)
        }
    }

    /// The value of an expression from those of its operands; missing ones go onto the stack.
    fn step(
        &self,
        exprs: &Exprs,
        model: &Model,
        expr: Expr,
        stack: &mut Vec<Expr>,
    ) -> Option<u128> {
        let node = exprs.nodes[expr.index()];
        let width = u32::from(node.width);
        let mut need = |id: u32| {
            let operand = Expr(id);
            let value = self.value(exprs, operand);
            if value.is_none() {
                stack.push(operand);
            }
            value
        };
        Some(match node.op {
            Op::Const | Op::WideConst => exprs.as_const(expr)?,
            Op::Read => model.word(node.a as usize, width as usize / 8),
            Op::Select => {
                let index = need(node.b)?;
                return self.select(exprs, model, node.a, index as u64, stack);
            }
            Op::Not => !need(node.a)? & mask(width),
            Op::Neg => negate(width, need(node.a)?),
            Op::Binary(op) => {
                let (a, b) = (need(node.a), need(node.b));
                let (a, b) = (a?, b?);
                let operand_width = match op {
                    Binary::Concat => exprs.width(Expr(node.b)),
                    _ => exprs.width(Expr(node.a)),
                };
                apply(op, operand_width, a, b)
            }
            Op::Ite => {
                let condition = need(node.a)?;
                need(if condition == 1 { node.b } else { node.c })?
            }
            Op::Extract => need(node.a)? >> node.b & mask(width),
            Op::Zext => need(node.a)?,
            Op::Sext => sign_extend(exprs.width(Expr(node.a)), width, need(node.a)?),
            Op::Float(op) => {
                let mut operands = [Some(0); 3];
                for (operand, id) in
                    operands.iter_mut().zip([node.a, node.b, node.c]).take(op.arity())
                {
                    *operand = need(id);
                }
                let [a, b, c] = operands;
                apply_float(op, exprs.width(Expr(node.a)), width, [a?, b?, c?])
            }
        })
    }

    /// The byte of a memory at an offset.
    fn select(
        &self,
        exprs: &Exprs,
        model: &Model,
        memory: u32,
        at: u64,
        stack: &mut Vec<Expr>,
    ) -> Option<u128> {
        let before = stack.len();
        let mut memory = memory as usize;
        // All unknown offsets of a chain are requested at once, so that a chain is traversed at
        // most twice.
        while let &MemoryNode::Write { under, index, value } = &exprs.memories[memory] {
            match self.value(exprs, index) {
                None => stack.push(index),
                Some(written) if written as u64 == at => {
                    if stack.len() > before {
                        return None;
                    }
                    let known = self.value(exprs, value);
                    if known.is_none() {
                        stack.push(value);
                    }
                    return known;
                }
                Some(_) => {}
            }
            memory = under.index();
        }
        if stack.len() > before {
            return None;
        }
        match &exprs.memories[memory] {
            MemoryNode::Array(array) => {
                let info = &exprs.arrays[array.index()];
                Some(if at < u64::from(info.length) {
                    u128::from(model.byte(info.base as usize + at as usize))
                } else {
                    0
                })
            }
            MemoryNode::Table(bytes) => {
                match bytes.get(usize::try_from(at).unwrap_or(usize::MAX)) {
                    None => Some(0),
                    Some(&byte) => {
                        let known = self.value(exprs, byte);
                        if known.is_none() {
                            stack.push(byte);
                        }
                        known
                    }
                }
            }
            MemoryNode::Write { .. } => unreachable!("writes were passed"),
        }
    }
}
