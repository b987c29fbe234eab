//! Values for the symbols.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::node::Array;
use crate::store::Exprs;
use crate::symbols::SymbolRange;

/// Ids of models, so that an evaluator knows whether its cached values are still valid.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// A value for every symbolic byte; bytes that were not set are 0.
///
/// Copies are cheap and share their bytes until one is changed.
#[derive(Clone, Debug)]
pub struct Model {
    bytes: Arc<[u8]>,
    id: u64,
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Model {
    /// Trailing zeros make no difference.
    fn eq(&self, other: &Self) -> bool {
        let (short, long) = if self.bytes.len() < other.bytes.len() {
            (&self.bytes, &other.bytes)
        } else {
            (&other.bytes, &self.bytes)
        };
        long.starts_with(short) && long[short.len()..].iter().all(|&byte| byte == 0)
    }
}

impl Eq for Model {}

impl Model {
    /// The model in which everything is 0.
    #[must_use]
    pub fn new() -> Self {
        Self::from_bytes(Vec::new())
    }

    /// A model from the values of all symbols, in the order of their numbers.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes: bytes.into(), id: NEXT.fetch_add(1, Ordering::Relaxed) }
    }

    /// An id that is unique among models with different bytes.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The value of a symbol, by its index.
    #[inline]
    #[must_use]
    pub fn byte(&self, symbol: usize) -> u8 {
        self.bytes.get(symbol).copied().unwrap_or(0)
    }

    /// The values, by the symbols' indices; those after the end are 0.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes of an array.
    #[must_use]
    pub fn array(&self, exprs: &Exprs, array: Array) -> Vec<u8> {
        let first = exprs.symbol(array, 0);
        (0..exprs.array_length(array) as usize).map(|k| self.byte(first + k)).collect()
    }

    /// `count` neighbouring bytes as one number, the least significant first.
    #[inline]
    #[must_use]
    pub fn word(&self, symbol: usize, count: usize) -> u128 {
        let mut word = 0;
        match self.bytes.get(symbol..symbol + count) {
            Some(bytes) => {
                for &byte in bytes.iter().rev() {
                    word = word << 8 | u128::from(byte);
                }
            }
            None => {
                for k in (0..count).rev() {
                    word = word << 8 | u128::from(self.byte(symbol + k));
                }
            }
        }
        word
    }

    /// A model with some bytes changed.
    #[must_use]
    pub fn with(&self, changes: &[(usize, u8)]) -> Self {
        let length = changes.iter().map(|&(symbol, _)| symbol + 1).max().unwrap_or(0);
        let mut bytes = self.bytes.to_vec();
        bytes.resize(length.max(bytes.len()), 0);
        for &(symbol, value) in changes {
            bytes[symbol] = value;
        }
        Self::from_bytes(bytes)
    }

    /// This model, with the bytes in the ranges taken from another.
    #[must_use]
    pub fn overlaid(&self, other: &Self, ranges: &[SymbolRange]) -> Self {
        let length = ranges.last().map_or(0, |range| range.end as usize);
        let mut bytes = self.bytes.to_vec();
        bytes.resize(length.max(bytes.len()), 0);
        for range in ranges {
            for symbol in range.start..range.end {
                bytes[symbol as usize] = other.byte(symbol as usize);
            }
        }
        Self::from_bytes(bytes)
    }
}
