//! Substitution in expressions.

use std::collections::HashMap;

use crate::memory::{Memory, MemoryNode};
use crate::model::Model;
use crate::node::{Expr, Op, View};
use crate::store::Exprs;

/// Replacements of symbols and of whole expressions. Results are cached, so common parts of several
/// expressions are rebuilt once.
#[derive(Debug, Default)]
pub struct Substitution {
    symbols: HashMap<u32, Expr>,
    exprs: HashMap<Expr, Expr>,
    memories: HashMap<Memory, Memory>,
    used: bool,
}

#[derive(Clone, Copy)]
enum Item {
    Expr(Expr),
    Memory(Memory),
}

impl Substitution {
    /// No replacements.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Every symbol is replaced by its value.
    #[must_use]
    pub fn of_model(exprs: &mut Exprs, model: &Model) -> Self {
        let symbols = (0..exprs.symbol_count() as u32)
            .map(|symbol| (symbol, exprs.constant(8, u128::from(model.byte(symbol as usize)))))
            .collect();
        Self { symbols, ..Self::default() }
    }

    /// Replaces a symbolic byte, by its number, wherever it is read.
    ///
    /// # Panics
    /// If something was already rebuilt, which would then be wrong.
    pub fn replace_symbol(&mut self, symbol: usize, by: Expr) {
        assert!(!self.used, "replacements come before their use");
        self.symbols.insert(symbol as u32, by);
    }

    /// Replaces an expression wherever it occurs.
    ///
    /// # Panics
    /// If something was already rebuilt, which would then be wrong.
    pub fn replace(&mut self, expr: Expr, by: Expr) {
        assert!(!self.used, "replacements come before their use");
        self.exprs.insert(expr, by);
    }

    /// The expression with everything replaced.
    pub fn apply(&mut self, exprs: &mut Exprs, expr: Expr) -> Expr {
        self.used = true;
        let mut stack = vec![Item::Expr(expr)];
        while let Some(&item) = stack.last() {
            let before = stack.len();
            match item {
                Item::Expr(expr) => {
                    if !self.exprs.contains_key(&expr)
                        && let Some(new) = self.rebuilt(exprs, expr, &mut stack)
                    {
                        self.exprs.insert(expr, new);
                    }
                }
                Item::Memory(memory) => {
                    if !self.memories.contains_key(&memory)
                        && let Some(new) = self.rebuilt_memory(exprs, memory, &mut stack)
                    {
                        self.memories.insert(memory, new);
                    }
                }
            }
            if stack.len() == before {
                stack.pop();
            }
        }
        self.exprs[&expr]
    }

    /// The rebuilt part; if there is none yet, the part goes onto the stack.
    fn part(&self, exprs: &Exprs, expr: Expr, stack: &mut Vec<Item>) -> Option<Expr> {
        let known = self.exprs.get(&expr).copied();
        if known.is_none() {
            if exprs.as_const(expr).is_some() {
                return Some(expr);
            }
            stack.push(Item::Expr(expr));
        }
        known
    }

    fn memory_part(&self, memory: Memory, stack: &mut Vec<Item>) -> Option<Memory> {
        let known = self.memories.get(&memory).copied();
        if known.is_none() {
            stack.push(Item::Memory(memory));
        }
        known
    }

    fn rebuilt(&self, exprs: &mut Exprs, expr: Expr, stack: &mut Vec<Item>) -> Option<Expr> {
        let node = exprs.nodes[expr.index()];
        let width = u32::from(node.width);
        Some(match exprs.view(expr) {
            View::Const(_) => expr,
            View::Read { array, offset } => {
                let symbols = node.a..node.a + width / 8;
                if !symbols.clone().any(|symbol| self.symbols.contains_key(&symbol)) {
                    return Some(expr);
                }
                let mut bytes = symbols.zip(offset..).map(|(symbol, at)| {
                    let by = self.symbols.get(&symbol).copied();
                    by.unwrap_or_else(|| exprs.read(array, at, 8))
                });
                let first = bytes.next()?;
                let rest: Vec<Expr> = bytes.collect();
                rest.into_iter().fold(first, |word, byte| exprs.concat(byte, word))
            }
            View::Select { memory, index } => {
                let memory = self.memory_part(memory, stack);
                let index = self.part(exprs, index, stack);
                exprs.select(memory?, index?)
            }
            View::Not(a) => {
                let a = self.part(exprs, a, stack)?;
                exprs.not(a)
            }
            View::Neg(a) => {
                let a = self.part(exprs, a, stack)?;
                exprs.neg(a)
            }
            View::Binary(op, a, b) => {
                let a = self.part(exprs, a, stack);
                let b = self.part(exprs, b, stack);
                exprs.binary(op, a?, b?)
            }
            View::Ite(a, b, c) => {
                let a = self.part(exprs, a, stack);
                let b = self.part(exprs, b, stack);
                let c = self.part(exprs, c, stack);
                exprs.ite(a?, b?, c?)
            }
            View::Extract { of, low } => {
                let of = self.part(exprs, of, stack)?;
                exprs.extract(of, low, width)
            }
            View::Zext(a) => {
                let a = self.part(exprs, a, stack)?;
                exprs.zext(a, width)
            }
            View::Sext(a) => {
                let a = self.part(exprs, a, stack)?;
                exprs.sext(a, width)
            }
            View::Float(op, operands) => {
                let operands = &operands[..op.arity()];
                let new: Vec<Option<Expr>> =
                    operands.iter().map(|&operand| self.part(exprs, operand, stack)).collect();
                let new: Option<Vec<Expr>> = new.into_iter().collect();
                exprs.float(op, width, &new?)
            }
        })
    }

    fn rebuilt_memory(
        &self,
        exprs: &mut Exprs,
        memory: Memory,
        stack: &mut Vec<Item>,
    ) -> Option<Memory> {
        match exprs.memories[memory.index()].clone() {
            MemoryNode::Array(array) => {
                let base = exprs.arrays[array.index()].base;
                let length = exprs.array_length(array);
                if !(base..base + length).any(|symbol| self.symbols.contains_key(&symbol)) {
                    return Some(memory);
                }
                let bytes: Vec<Expr> = (0..length)
                    .map(|at| {
                        let by = self.symbols.get(&(base + at)).copied();
                        by.unwrap_or_else(|| exprs.read(array, at, 8))
                    })
                    .collect();
                Some(exprs.memory_of_bytes(&bytes))
            }
            MemoryNode::Table(bytes) => {
                let new: Vec<Option<Expr>> =
                    bytes.iter().map(|&byte| self.part(exprs, byte, stack)).collect();
                let new: Option<Vec<Expr>> = new.into_iter().collect();
                Some(exprs.memory_of_bytes(&new?))
            }
            MemoryNode::Write { under, index, value } => {
                let under = self.memory_part(under, stack);
                let index = self.part(exprs, index, stack);
                let value = self.part(exprs, value, stack);
                Some(exprs.write(under?, index?, value?))
            }
        }
    }
}

impl Exprs {
    /// Whether the expression is a symbolic byte or word.
    #[must_use]
    pub fn is_read(&self, expr: Expr) -> bool {
        self.nodes[expr.index()].op == Op::Read
    }
}
