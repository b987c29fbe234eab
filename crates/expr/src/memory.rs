//! Memories: bytes by a 64-bit offset, for reads and writes whose offset is symbolic.
//!
//! A memory has a byte at every offset; after the end of its array or table it is 0. Machines check
//! bounds before they read, so the zero only makes every expression total.

use std::sync::Arc;

use crate::node::{Array, Expr, Op};
use crate::store::Exprs;

/// The contents of a memory; equal ids mean equal contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Memory(pub(crate) u32);

impl Memory {
    /// The id, for tables beside the arena. Ids are dense from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum MemoryNode {
    Array(Array),
    Table(Arc<[Expr]>),
    Write { under: Memory, index: Expr, value: Expr },
}

/// One level of a memory.
#[derive(Clone, Copy, Debug)]
pub enum MemoryView<'a> {
    /// A whole array.
    Array(Array),
    /// One expression per byte.
    Table(&'a [Expr]),
    /// A byte written over another memory.
    Write {
        /// The memory before the write.
        under: Memory,
        /// The offset of the byte.
        index: Expr,
        /// The byte.
        value: Expr,
    },
}

impl Exprs {
    fn memory(&mut self, node: MemoryNode) -> Memory {
        if let Some(&id) = self.memory_ids.get(&node) {
            return id;
        }
        let id = Memory(self.memories.len() as u32);
        self.memories.push(node.clone());
        self.memory_ids.insert(node, id);
        id
    }

    /// How many memories there are.
    #[must_use]
    pub fn memory_count(&self) -> usize {
        self.memories.len()
    }

    /// The memory that holds an array.
    pub fn memory_of_array(&mut self, array: Array) -> Memory {
        self.memory(MemoryNode::Array(array))
    }

    /// The memory that holds these bytes.
    ///
    /// # Panics
    /// If one of them is not 8 bits wide.
    pub fn memory_of_bytes(&mut self, bytes: &[Expr]) -> Memory {
        assert!(bytes.iter().all(|&byte| self.width(byte) == 8), "a memory holds bytes");
        self.memory(MemoryNode::Table(bytes.into()))
    }

    /// One level of the memory.
    #[must_use]
    pub fn memory_view(&self, memory: Memory) -> MemoryView<'_> {
        match &self.memories[memory.index()] {
            MemoryNode::Array(array) => MemoryView::Array(*array),
            MemoryNode::Table(bytes) => MemoryView::Table(bytes),
            &MemoryNode::Write { under, index, value } => MemoryView::Write { under, index, value },
        }
    }

    /// The memory after a byte was written.
    ///
    /// # Panics
    /// If the index is not 64 bits wide, or the value not 8.
    pub fn write(&mut self, memory: Memory, index: Expr, value: Expr) -> Memory {
        assert!(self.width(index) == 64 && self.width(value) == 8, "a byte at a 64-bit offset");
        let under = match self.memories[memory.index()] {
            MemoryNode::Write { under, index: last, .. } if last == index => under,
            _ => memory,
        };
        self.memory(MemoryNode::Write { under, index, value })
    }

    /// The byte at an offset.
    ///
    /// # Panics
    /// If the index is not 64 bits wide.
    pub fn select(&mut self, memory: Memory, index: Expr) -> Expr {
        assert!(self.width(index) == 64, "an offset is 64 bits wide");
        let mut memory = memory;
        // Writes to certainly different offsets are skipped.
        while let MemoryNode::Write { under, index: written, value } = self.memories[memory.index()]
        {
            if written == index {
                return value;
            }
            if !self.distinct(written, index) {
                return self.intern(Op::Select, 8, memory.0, index.0, 0);
            }
            memory = under;
        }
        let facts = self.facts(index);
        match self.memories[memory.index()].clone() {
            MemoryNode::Array(array) => {
                let length = u64::from(self.array_length(array));
                if facts.low >= length {
                    return self.constant(8, 0);
                }
                if facts.low == facts.high {
                    return self.read(array, facts.low as u32, 8);
                }
            }
            MemoryNode::Table(bytes) => {
                let length = bytes.len() as u64;
                if facts.low >= length {
                    return self.constant(8, 0);
                }
                let first = bytes[facts.low as usize];
                let reachable = &bytes[facts.low as usize..=facts.high.min(length - 1) as usize];
                let zero_too = facts.high >= length;
                if reachable.iter().all(|&byte| byte == first)
                    && (!zero_too || self.as_const(first) == Some(0))
                {
                    return first;
                }
            }
            MemoryNode::Write { .. } => unreachable!("writes were passed"),
        }
        self.intern(Op::Select, 8, memory.0, index.0, 0)
    }

    /// Whether two offsets are certainly different.
    fn distinct(&self, a: Expr, b: Expr) -> bool {
        let ((x, c), (y, d)) = (self.offset_form(a), self.offset_form(b));
        let (f, g) = (self.facts(a), self.facts(b));
        (x == y && c != d)
            || f.high < g.low
            || g.high < f.low
            || f.ones & g.zeros != 0
            || f.zeros & g.ones != 0
    }

    /// The bytes from an offset on as one word, the least significant first.
    ///
    /// # Panics
    /// If that is none, or more than 16.
    pub fn select_word(&mut self, memory: Memory, index: Expr, bytes: u32) -> Expr {
        assert!((1..=16).contains(&bytes), "a word of {bytes} bytes");
        let mut word = self.select(memory, index);
        for k in 1..bytes {
            let at = self.add_const(index, u128::from(k));
            let byte = self.select(memory, at);
            word = self.concat(byte, word);
        }
        word
    }

    /// The memory after a word of whole bytes was written, the least significant first.
    pub fn write_word(&mut self, memory: Memory, index: Expr, word: Expr) -> Memory {
        let width = self.width(word);
        assert!(width.is_multiple_of(8), "a word of {width} bits");
        let mut memory = memory;
        for k in 0..width / 8 {
            let at = self.add_const(index, u128::from(k));
            let byte = self.extract(word, k * 8, 8);
            memory = self.write(memory, at, byte);
        }
        memory
    }
}
