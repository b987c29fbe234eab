//! The symbols that an expression depends on.
//!
//! A set of symbols is a list of ranges, stored once; an expression's set is computed on first use.
//! Words and whole arrays are one range each, so that sets stay short.

use std::collections::HashMap;

use crate::memory::{Memory, MemoryNode};
use crate::node::{Array, Expr, Op};
use crate::store::Exprs;

/// Neighbouring symbols, from `start` to `end`, which is excluded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SymbolRange {
    /// The first index.
    pub start: u32,
    /// The end, exclusive.
    pub end: u32,
}

/// A set of symbols; equal ids mean equal sets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbols(u32);

impl Symbols {
    /// The set without symbols.
    pub const EMPTY: Self = Self(0);

    /// Whether there is none in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

#[derive(Debug)]
struct Set {
    ranges: Box<[SymbolRange]>,
    /// One bit per symbol, by its index modulo 64: sets without a common bit have no common symbol.
    signature: u64,
}

/// All sets, and the set of each expression.
#[derive(Debug)]
pub(crate) struct SetStore {
    sets: Vec<Set>,
    ids: HashMap<Box<[SymbolRange]>, Symbols>,
    unions: HashMap<(Symbols, Symbols), Symbols>,
    of_expr: Vec<Option<Symbols>>,
    of_memory: Vec<Option<Symbols>>,
}

impl Default for SetStore {
    fn default() -> Self {
        let mut store = Self {
            sets: Vec::new(),
            ids: HashMap::new(),
            unions: HashMap::new(),
            of_expr: Vec::new(),
            of_memory: Vec::new(),
        };
        store.set(Vec::new());
        store
    }
}

impl SetStore {
    /// The set with these ranges, which are in order and do not touch.
    fn set(&mut self, ranges: Vec<SymbolRange>) -> Symbols {
        let ranges = ranges.into_boxed_slice();
        if let Some(&id) = self.ids.get(&ranges) {
            return id;
        }
        let id = Symbols(self.sets.len() as u32);
        let mut signature = 0u64;
        for range in &ranges {
            if range.end - range.start >= 64 {
                signature = u64::MAX;
            } else {
                for symbol in range.start..range.end {
                    signature |= 1 << (symbol % 64);
                }
            }
        }
        self.sets.push(Set { ranges: ranges.clone(), signature });
        self.ids.insert(ranges, id);
        id
    }

    fn union(&mut self, a: Symbols, b: Symbols) -> Symbols {
        if a == b || b.is_empty() {
            return a;
        }
        if a.is_empty() {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut ranges: Vec<_> = self.sets[a.0 as usize]
            .ranges
            .iter()
            .chain(&self.sets[b.0 as usize].ranges)
            .copied()
            .collect();
        ranges.sort_unstable_by_key(|range| range.start);
        let mut merged: Vec<SymbolRange> = Vec::with_capacity(ranges.len());
        for range in ranges {
            match merged.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        let union = self.set(merged);
        self.unions.insert(key, union);
        union
    }
}

/// An item on the stack of a traversal.
#[derive(Clone, Copy)]
enum Item {
    Expr(Expr),
    Memory(Memory),
}

impl Exprs {
    /// The symbols that the expression depends on. Simplification may have removed
    /// symbols that made no difference.
    pub fn symbols(&mut self, expr: Expr) -> Symbols {
        self.sets.of_expr.resize(self.nodes.len(), None);
        self.sets.of_memory.resize(self.memories.len(), None);
        if let Some(known) = self.sets.of_expr[expr.index()] {
            return known;
        }
        let mut stack = vec![Item::Expr(expr)];
        while let Some(&item) = stack.last() {
            let before = stack.len();
            let set = self.collect(item, &mut stack);
            if stack.len() > before {
                continue;
            }
            match item {
                Item::Expr(expr) => self.sets.of_expr[expr.index()] = Some(set),
                Item::Memory(memory) => self.sets.of_memory[memory.index()] = Some(set),
            }
            stack.pop();
        }
        self.sets.of_expr[expr.index()].expect("just computed")
    }

    /// The union of the parts' sets; parts without one go onto the stack.
    fn collect(&mut self, item: Item, stack: &mut Vec<Item>) -> Symbols {
        let mut set = Symbols::EMPTY;
        match item {
            Item::Expr(expr) => {
                let node = self.nodes[expr.index()];
                if node.op == Op::Read {
                    let end = node.a + u32::from(node.width) / 8;
                    return self.sets.set(vec![SymbolRange { start: node.a, end }]);
                }
                if node.op == Op::Select {
                    self.join_memory(Memory(node.a), &mut set, stack);
                }
                for operand in self.operands(expr) {
                    self.join_expr(operand, &mut set, stack);
                }
            }
            Item::Memory(memory) => match self.memories[memory.index()].clone() {
                MemoryNode::Array(array) => return self.symbols_of_array(array),
                MemoryNode::Table(bytes) => {
                    for &byte in bytes.iter() {
                        self.join_expr(byte, &mut set, stack);
                    }
                }
                MemoryNode::Write { under, index, value } => {
                    self.join_memory(under, &mut set, stack);
                    self.join_expr(index, &mut set, stack);
                    self.join_expr(value, &mut set, stack);
                }
            },
        }
        set
    }

    fn join_expr(&mut self, expr: Expr, set: &mut Symbols, stack: &mut Vec<Item>) {
        match self.sets.of_expr[expr.index()] {
            Some(known) => *set = self.sets.union(*set, known),
            None => stack.push(Item::Expr(expr)),
        }
    }

    fn join_memory(&mut self, memory: Memory, set: &mut Symbols, stack: &mut Vec<Item>) {
        match self.sets.of_memory[memory.index()] {
            Some(known) => *set = self.sets.union(*set, known),
            None => stack.push(Item::Memory(memory)),
        }
    }

    /// All symbols of an array.
    pub fn symbols_of_array(&mut self, array: Array) -> Symbols {
        let info = &self.arrays[array.index()];
        let range = SymbolRange { start: info.base, end: info.base + info.length };
        if info.length == 0 { Symbols::EMPTY } else { self.sets.set(vec![range]) }
    }

    /// The union of the sets.
    pub fn union(&mut self, a: Symbols, b: Symbols) -> Symbols {
        self.sets.union(a, b)
    }

    /// Whether the two sets have a symbol in common.
    #[must_use]
    pub fn intersect(&self, a: Symbols, b: Symbols) -> bool {
        let (s, t) = (&self.sets.sets[a.0 as usize], &self.sets.sets[b.0 as usize]);
        if s.signature & t.signature == 0 {
            return false;
        }
        if a == b {
            return true;
        }
        let (mut left, mut right) = (s.ranges.iter().peekable(), t.ranges.iter().peekable());
        while let (Some(x), Some(y)) = (left.peek(), right.peek()) {
            if x.end <= y.start {
                left.next();
            } else if y.end <= x.start {
                right.next();
            } else {
                return true;
            }
        }
        false
    }

    /// The ranges of a set, in order; they do not touch.
    #[must_use]
    pub fn ranges(&self, symbols: Symbols) -> &[SymbolRange] {
        &self.sets.sets[symbols.0 as usize].ranges
    }

    /// The array of a symbol, and the symbol's index in it.
    ///
    /// # Panics
    /// If there is no such symbol.
    #[must_use]
    pub fn symbol_place(&self, symbol: u32) -> (Array, u32) {
        assert!(symbol < self.symbol_count, "no symbol has the number {symbol}");
        let at = self.arrays.partition_point(|info| info.base <= symbol);
        // Empty arrays share the base of the next one, which comes last.
        (Array(at as u32 - 1), symbol - self.arrays[at - 1].base)
    }
}
