//! The arena.

use std::collections::HashMap;

use crate::bits::mask;
use crate::facts::Facts;
use crate::float_uses::FloatUses;
use crate::memory::{Memory, MemoryNode};
use crate::node::{Array, Expr, Node, Op, View};
use crate::symbols::SetStore;
use crate::table::Table;

impl Expr {
    /// The condition that never holds; it has this id in every arena.
    pub const FALSE: Self = Self(0);
    /// The condition that always holds.
    pub const TRUE: Self = Self(1);
}

/// The declaration of an array.
#[derive(Debug)]
pub(crate) struct ArrayInfo {
    pub(crate) name: String,
    pub(crate) length: u32,
    /// The index of its first byte among the bytes of all arrays.
    pub(crate) base: u32,
}

/// An arena of expressions, in which they are built and looked up.
#[derive(Debug)]
pub struct Exprs {
    pub(crate) nodes: Vec<Node>,
    pub(crate) facts: Vec<Facts>,
    table: Table,
    wide: Vec<u128>,
    wide_ids: HashMap<u128, u32>,
    pub(crate) arrays: Vec<ArrayInfo>,
    pub(crate) symbol_count: u32,
    pub(crate) memories: Vec<MemoryNode>,
    pub(crate) memory_ids: HashMap<MemoryNode, Memory>,
    pub(crate) sets: SetStore,
    pub(crate) floats: FloatUses,
}

impl Default for Exprs {
    fn default() -> Self {
        Self::new()
    }
}

impl Exprs {
    /// An arena with the two truth values.
    #[must_use]
    pub fn new() -> Self {
        let mut exprs = Self {
            nodes: Vec::new(),
            facts: Vec::new(),
            table: Table::new(),
            wide: Vec::new(),
            wide_ids: HashMap::new(),
            arrays: Vec::new(),
            symbol_count: 0,
            memories: Vec::new(),
            memory_ids: HashMap::new(),
            sets: SetStore::default(),
            floats: FloatUses::default(),
        };
        let falsum = exprs.constant(1, 0);
        let verum = exprs.constant(1, 1);
        debug_assert!(falsum == Expr::FALSE && verum == Expr::TRUE);
        exprs
    }

    /// How many expressions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: the truth values are always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A number; bits from `width` on are dropped.
    ///
    /// # Panics
    /// If the width is not from 1 to 128.
    pub fn constant(&mut self, width: u32, value: u128) -> Expr {
        assert!((1..=128).contains(&width), "an expression is 1 to 128 bits wide, not {width}");
        let value = value & mask(width);
        let node = match u64::try_from(value) {
            Ok(small) => Node {
                op: Op::Const,
                width: width as u8,
                a: small as u32,
                b: (small >> 32) as u32,
                c: 0,
            },
            Err(_) => {
                let next = self.wide.len() as u32;
                let at = *self.wide_ids.entry(value).or_insert(next);
                if at == next {
                    self.wide.push(value);
                }
                Node { op: Op::WideConst, width: width as u8, a: at, b: 0, c: 0 }
            }
        };
        match self.table.find(&self.nodes, &node) {
            Ok(id) => Expr(id),
            Err(slot) => self.push(node, Facts::constant(width, value), slot),
        }
    }

    /// A truth value.
    #[must_use]
    pub fn bool(&self, value: bool) -> Expr {
        if value { Expr::TRUE } else { Expr::FALSE }
    }

    fn push(&mut self, node: Node, facts: Facts, slot: usize) -> Expr {
        // Ids of nodes have to stay below the mark of an empty slot.
        assert!(self.nodes.len() < u32::MAX as usize - 1, "more than 2^32 expressions");
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.facts.push(facts);
        self.table.insert(&self.nodes, slot);
        Expr(id)
    }

    /// The expression of a node to which no rule applies. If its facts leave one value, it is that
    /// constant.
    pub(crate) fn intern(&mut self, op: Op, width: u32, a: u32, b: u32, c: u32) -> Expr {
        debug_assert!((1..=128).contains(&width));
        let node = Node { op, width: width as u8, a, b, c };
        match self.table.find(&self.nodes, &node) {
            Ok(id) => Expr(id),
            Err(slot) => {
                let facts = Facts::of_node(self, &node);
                match facts.value(width) {
                    Some(value) => self.constant(width, value),
                    None => self.push(node, facts, slot),
                }
            }
        }
    }

    /// Declares an array of symbolic bytes. Two arrays with the same name are different.
    pub fn array(&mut self, name: &str, length: u32) -> Array {
        let id = Array(self.arrays.len() as u32);
        let base = self.symbol_count;
        self.symbol_count = base.checked_add(length).expect("fewer than 2^32 symbolic bytes");
        self.arrays.push(ArrayInfo { name: name.to_owned(), length, base });
        id
    }

    /// How many arrays there are.
    #[must_use]
    pub fn array_count(&self) -> usize {
        self.arrays.len()
    }

    /// The array with this index.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn array_at(&self, index: usize) -> Array {
        assert!(index < self.arrays.len(), "no array has the number {index}");
        Array(index as u32)
    }

    /// The name of an array.
    #[must_use]
    pub fn array_name(&self, array: Array) -> &str {
        &self.arrays[array.index()].name
    }

    /// How many bytes an array has.
    #[must_use]
    pub fn array_length(&self, array: Array) -> u32 {
        self.arrays[array.index()].length
    }

    /// How many symbolic bytes all arrays have together.
    #[must_use]
    pub fn symbol_count(&self) -> usize {
        self.symbol_count as usize
    }

    /// The index of an array's byte among the bytes of all arrays.
    #[must_use]
    pub fn symbol(&self, array: Array, offset: u32) -> usize {
        (self.arrays[array.index()].base + offset) as usize
    }

    /// Neighbouring bytes of an array as one word, the least significant first.
    ///
    /// # Panics
    /// If the width is not 8, 16, … 128, or the bytes are not all in the array.
    pub fn read(&mut self, array: Array, offset: u32, width: u32) -> Expr {
        assert!(
            width.is_multiple_of(8) && (8..=128).contains(&width),
            "a read is of whole bytes, 1 to 16 of them, not of {width} bits"
        );
        let info = &self.arrays[array.index()];
        assert!(
            u64::from(offset) + u64::from(width / 8) <= u64::from(info.length),
            "the read ends after the array"
        );
        let symbol = info.base + offset;
        self.intern(Op::Read, width, symbol, array.0, 0)
    }

    /// How many bits the expression has.
    #[inline]
    #[must_use]
    pub fn width(&self, expr: Expr) -> u32 {
        u32::from(self.nodes[expr.index()].width)
    }

    /// The facts of the expression.
    #[inline]
    #[must_use]
    pub fn facts(&self, expr: Expr) -> Facts {
        self.facts[expr.index()]
    }

    /// The value, if the expression is a number.
    #[inline]
    #[must_use]
    pub fn as_const(&self, expr: Expr) -> Option<u128> {
        let node = &self.nodes[expr.index()];
        match node.op {
            Op::Const => Some(u128::from(u64::from(node.a) | u64::from(node.b) << 32)),
            Op::WideConst => Some(self.wide[node.a as usize]),
            _ => None,
        }
    }

    /// One level of the expression.
    #[must_use]
    pub fn view(&self, expr: Expr) -> View {
        let node = &self.nodes[expr.index()];
        let (a, b, c) = (Expr(node.a), Expr(node.b), Expr(node.c));
        match node.op {
            Op::Const => View::Const(u128::from(u64::from(node.a) | u64::from(node.b) << 32)),
            Op::WideConst => View::Const(self.wide[node.a as usize]),
            Op::Read => View::Read {
                array: Array(node.b),
                offset: node.a - self.arrays[node.b as usize].base,
            },
            Op::Select => View::Select { memory: Memory(node.a), index: b },
            Op::Not => View::Not(a),
            Op::Neg => View::Neg(a),
            Op::Binary(op) => View::Binary(op, a, b),
            Op::Ite => View::Ite(a, b, c),
            Op::Extract => View::Extract { of: a, low: node.b },
            Op::Zext => View::Zext(a),
            Op::Sext => View::Sext(a),
            Op::Float(op) => View::Float(op, [a, b, c]),
        }
    }

    /// The operands that are expressions, without those in memories.
    pub(crate) fn operands(&self, expr: Expr) -> impl Iterator<Item = Expr> + use<> {
        let node = self.nodes[expr.index()];
        let (list, count) = match node.op {
            Op::Const | Op::WideConst | Op::Read => ([0; 3], 0),
            Op::Select => ([node.b, 0, 0], 1),
            Op::Not | Op::Neg | Op::Extract | Op::Zext | Op::Sext => ([node.a, 0, 0], 1),
            Op::Binary(_) => ([node.a, node.b, 0], 2),
            Op::Ite => ([node.a, node.b, node.c], 3),
            Op::Float(op) => ([node.a, node.b, node.c], op.arity()),
        };
        list.into_iter().take(count).map(Expr)
    }
}
