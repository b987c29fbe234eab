//! Which bits of a value depend on uninitialised memory.
//!
//! An expression may contain such bits and still not depend on them: a part of it is cut away, or a
//! symbolic offset selects other bytes. So each expression has a **shadow** of the same width, with
//! ones where a bit may depend on uninitialised memory, and a copy of itself in which such memory is
//! zero. Where the shadow is zero, both have the same value.
//!
//! Shadows are themselves expressions, of the inputs alone. They are built only for expressions with
//! symbols of uninitialised memory, which are rare. For sums, products and comparisons they may have
//! too many ones: a carry is assumed to reach the highest bit.

use std::collections::HashMap;

use pikse_expr::{Array, Binary, Expr, Exprs, Memory, MemoryView, Symbols, View};

/// An expression without unwritten memory, and its shadow.
pub(super) type Known = (Expr, Expr);

/// Shadows that were built.
#[derive(Debug, Default)]
pub(super) struct Shadows {
    of_expr: HashMap<Expr, Known>,
    of_memory: HashMap<Memory, (Memory, Memory)>,
}

#[derive(Clone, Copy)]
enum Item {
    Expr(Expr),
    Memory(Memory),
}

impl Shadows {
    /// An expression with zeros for the symbols of unwritten memory, and its shadow.
    pub(super) fn of(
        &mut self,
        exprs: &mut Exprs,
        unwritten: (Array, Symbols),
        expr: Expr,
    ) -> Known {
        // Long chains of choices and writes would be too deep for recursion.
        let mut stack = vec![Item::Expr(expr)];
        while let Some(&item) = stack.last() {
            let before = stack.len();
            match item {
                Item::Expr(expr) if !self.of_expr.contains_key(&expr) => {
                    if let Some(known) = self.build(exprs, unwritten, expr, &mut stack) {
                        self.of_expr.insert(expr, known);
                    }
                }
                Item::Memory(memory) if !self.of_memory.contains_key(&memory) => {
                    if let Some(known) = self.build_memory(exprs, unwritten, memory, &mut stack) {
                        self.of_memory.insert(memory, known);
                    }
                }
                _ => {}
            }
            if stack.len() == before {
                stack.pop();
            }
        }
        self.of_expr[&expr]
    }

    /// The known form of an operand, or nothing if it has to be built first.
    fn operand(&self, expr: Expr, stack: &mut Vec<Item>) -> Option<Known> {
        let known = self.of_expr.get(&expr).copied();
        if known.is_none() {
            stack.push(Item::Expr(expr));
        }
        known
    }

    fn build(
        &self,
        exprs: &mut Exprs,
        unwritten: (Array, Symbols),
        expr: Expr,
        stack: &mut Vec<Item>,
    ) -> Option<Known> {
        let width = exprs.width(expr);
        let symbols = exprs.symbols(expr);
        if !exprs.intersect(symbols, unwritten.1) {
            return Some((expr, exprs.constant(width, 0)));
        }
        Some(match exprs.view(expr) {
            View::Const(_) => (expr, exprs.constant(width, 0)),
            View::Read { .. } => (exprs.constant(width, 0), exprs.constant(width, u128::MAX)),
            View::Select { memory, index } => {
                let index = self.operand(index, stack);
                let known = self.of_memory.get(&memory).copied();
                if known.is_none() {
                    stack.push(Item::Memory(memory));
                }
                let ((index, shadow), (bytes, shadows)) = (index?, known?);
                let value = exprs.select(bytes, index);
                let chosen = exprs.select(shadows, index);
                let anywhere = spread(exprs, shadow, width);
                (value, exprs.or(chosen, anywhere))
            }
            View::Not(a) => {
                let (a, shadow) = self.operand(a, stack)?;
                (exprs.not(a), shadow)
            }
            View::Neg(a) => {
                let (a, shadow) = self.operand(a, stack)?;
                (exprs.neg(a), upwards(exprs, shadow))
            }
            View::Extract { of, low } => {
                let (of, shadow) = self.operand(of, stack)?;
                (exprs.extract(of, low, width), exprs.extract(shadow, low, width))
            }
            View::Zext(a) => {
                let (a, shadow) = self.operand(a, stack)?;
                (exprs.zext(a, width), exprs.zext(shadow, width))
            }
            View::Sext(a) => {
                let (a, shadow) = self.operand(a, stack)?;
                (exprs.sext(a, width), exprs.sext(shadow, width))
            }
            View::Ite(condition, a, b) => {
                let condition = self.operand(condition, stack);
                let (a, b) = (self.operand(a, stack), self.operand(b, stack));
                let ((condition, of_condition), (a, of_a), (b, of_b)) = (condition?, a?, b?);
                let chosen = exprs.ite(condition, of_a, of_b);
                // Bits that are the same on both sides do not depend on the choice.
                let differ = exprs.xor(a, b);
                let either = exprs.or(of_a, of_b);
                let either = exprs.or(either, differ);
                let shadow = exprs.ite(of_condition, either, chosen);
                (exprs.ite(condition, a, b), shadow)
            }
            // Any bit of an operand may change all bits of the result.
            View::Float(op, operands) => {
                let known: Vec<Option<Known>> =
                    operands[..op.arity()].iter().map(|&x| self.operand(x, stack)).collect();
                let known: Vec<Known> = known.into_iter().collect::<Option<_>>()?;
                let operands: Vec<Expr> = known.iter().map(|&(operand, _)| operand).collect();
                let shadow = known.iter().fold(exprs.constant(width, 0), |all, &(_, shadow)| {
                    let anywhere = spread(exprs, shadow, width);
                    exprs.or(all, anywhere)
                });
                (exprs.float(op, width, &operands), shadow)
            }
            View::Binary(op, a, b) => {
                let (a, b) = (self.operand(a, stack), self.operand(b, stack));
                let (a, b) = (a?, b?);
                (exprs.binary(op, a.0, b.0), binary(exprs, op, width, a, b))
            }
        })
    }

    fn build_memory(
        &self,
        exprs: &mut Exprs,
        unwritten: (Array, Symbols),
        memory: Memory,
        stack: &mut Vec<Item>,
    ) -> Option<(Memory, Memory)> {
        match exprs.memory_view(memory) {
            MemoryView::Array(array) => {
                let ones = if array == unwritten.0 { u128::MAX } else { 0 };
                let length = exprs.array_length(array) as usize;
                let (zero, ones) = (exprs.constant(8, 0), exprs.constant(8, ones));
                let bytes = match array == unwritten.0 {
                    true => exprs.memory_of_bytes(&vec![zero; length]),
                    false => memory,
                };
                Some((bytes, exprs.memory_of_bytes(&vec![ones; length])))
            }
            MemoryView::Table(bytes) => {
                let bytes = bytes.to_vec();
                let known: Vec<Option<Known>> =
                    bytes.into_iter().map(|byte| self.operand(byte, stack)).collect();
                let known: Vec<Known> = known.into_iter().collect::<Option<_>>()?;
                let (values, shadows): (Vec<Expr>, Vec<Expr>) = known.into_iter().unzip();
                Some((exprs.memory_of_bytes(&values), exprs.memory_of_bytes(&shadows)))
            }
            MemoryView::Write { under, index, value } => {
                let (index, value) = (self.operand(index, stack), self.operand(value, stack));
                let known = self.of_memory.get(&under).copied();
                if known.is_none() {
                    stack.push(Item::Memory(under));
                }
                // Where something is written was decided before, so it has no shadow.
                let ((index, _), (value, shadow), (bytes, shadows)) = (index?, value?, known?);
                Some((exprs.write(bytes, index, value), exprs.write(shadows, index, shadow)))
            }
        }
    }
}

/// The shadow of an operator's result.
fn binary(exprs: &mut Exprs, op: Binary, width: u32, a: Known, b: Known) -> Expr {
    let ((a, of_a), (b, of_b)) = (a, b);
    match op {
        Binary::Concat => exprs.concat(of_a, of_b),
        Binary::Xor => exprs.or(of_a, of_b),
        // A zero that is written decides an `and`, a one an `or`.
        Binary::And | Binary::Or => {
            let (a, b) = match op {
                Binary::And => (a, b),
                _ => (exprs.not(a), exprs.not(b)),
            };
            let both = exprs.and(of_a, of_b);
            let (left, right) = (exprs.and(of_a, b), exprs.and(a, of_b));
            let one = exprs.or(left, right);
            exprs.or(both, one)
        }
        Binary::Add | Binary::Sub | Binary::Mul => {
            let either = exprs.or(of_a, of_b);
            upwards(exprs, either)
        }
        Binary::Shl | Binary::Lshr | Binary::Ashr => {
            let moved = exprs.binary(op, of_a, b);
            let anywhere = spread(exprs, of_b, width);
            exprs.or(moved, anywhere)
        }
        // Bits that are written and differ decide.
        Binary::Eq => {
            let either = exprs.or(of_a, of_b);
            let written = exprs.not(either);
            let differ = exprs.xor(a, b);
            let differ = exprs.and(differ, written);
            let decided = exprs.is_nonzero(differ);
            let undecided = exprs.not(decided);
            let depends = exprs.is_nonzero(either);
            exprs.and(depends, undecided)
        }
        Binary::Udiv
        | Binary::Sdiv
        | Binary::Urem
        | Binary::Srem
        | Binary::Ult
        | Binary::Ule
        | Binary::Slt
        | Binary::Sle => {
            let (left, right) = (spread(exprs, of_a, width), spread(exprs, of_b, width));
            exprs.or(left, right)
        }
    }
}

/// All bits, if there is one.
fn spread(exprs: &mut Exprs, shadow: Expr, width: u32) -> Expr {
    let any = exprs.is_nonzero(shadow);
    if width == 1 { any } else { exprs.sext(any, width) }
}

/// All bits from the lowest one on.
fn upwards(exprs: &mut Exprs, shadow: Expr) -> Expr {
    let negated = exprs.neg(shadow);
    exprs.or(shadow, negated)
}
