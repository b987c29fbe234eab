//! Values for the symbols.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pikse_base::Table;

use crate::node::Array;
use crate::store::Exprs;
use crate::symbols::SymbolRange;

/// Ids of models, so that an evaluator knows whether its cached values are still valid.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// Models of more bytes are kept in pieces that copies share.
const PLAIN: usize = 1_024;
/// The number of bytes of a piece.
const PIECE: usize = 256;

/// A value for every symbolic byte; bytes that were not set are 0.
///
/// Copies are cheap and share their bytes until one is changed. A change of a large model copies only
/// the pieces that it touches: every state that waits has a model, and most of them are nearly equal.
#[derive(Clone, Debug)]
pub struct Model {
    bytes: Bytes,
    id: u64,
}

#[derive(Clone, Debug)]
enum Bytes {
    Plain(Arc<[u8]>),
    Pieces { table: Table<Arc<[u8; PIECE]>>, length: usize },
}

/// The pieces of some bytes; those without a byte that is set are left out.
fn pieces(bytes: &[u8]) -> Table<Arc<[u8; PIECE]>> {
    let mut table = Table::new();
    for (at, piece) in bytes.chunks(PIECE).enumerate() {
        if piece.iter().any(|&byte| byte != 0) {
            let mut full = [0; PIECE];
            full[..piece.len()].copy_from_slice(piece);
            table.set(at as u32, Arc::new(full));
        }
    }
    table
}

impl Default for Model {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Model {
    /// Trailing zeros make no difference.
    fn eq(&self, other: &Self) -> bool {
        (0..self.len().max(other.len())).all(|symbol| self.byte(symbol) == other.byte(symbol))
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
        if bytes.len() <= PLAIN {
            return Self::of(Bytes::Plain(bytes.into()));
        }
        Self::of(Bytes::Pieces { table: pieces(&bytes), length: bytes.len() })
    }

    fn of(bytes: Bytes) -> Self {
        Self { bytes, id: NEXT.fetch_add(1, Ordering::Relaxed) }
    }

    /// An id that is unique among models with different bytes.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The number of bytes; those after them are 0.
    fn len(&self) -> usize {
        match &self.bytes {
            Bytes::Plain(bytes) => bytes.len(),
            Bytes::Pieces { length, .. } => *length,
        }
    }

    /// The value of a symbol, by its index.
    #[inline]
    #[must_use]
    pub fn byte(&self, symbol: usize) -> u8 {
        match &self.bytes {
            Bytes::Plain(bytes) => bytes.get(symbol).copied().unwrap_or(0),
            Bytes::Pieces { table, .. } => {
                let piece = u32::try_from(symbol / PIECE).ok().and_then(|at| table.get(at));
                piece.map_or(0, |piece| piece[symbol % PIECE])
            }
        }
    }

    /// The values, by the symbols' indices; those after the end are 0.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        (0..self.len()).map(|symbol| self.byte(symbol)).collect()
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
        if let Bytes::Plain(bytes) = &self.bytes
            && let Some(bytes) = bytes.get(symbol..symbol + count)
        {
            for &byte in bytes.iter().rev() {
                word = word << 8 | u128::from(byte);
            }
            return word;
        }
        for k in (0..count).rev() {
            word = word << 8 | u128::from(self.byte(symbol + k));
        }
        word
    }

    /// A model with some bytes changed.
    #[must_use]
    pub fn with(&self, changes: &[(usize, u8)]) -> Self {
        let length = changes.iter().map(|&(symbol, _)| symbol + 1).max().unwrap_or(0);
        self.changed(length, changes.iter().copied())
    }

    /// This model, with the bytes in the ranges taken from another.
    #[must_use]
    pub fn overlaid(&self, other: &Self, ranges: &[SymbolRange]) -> Self {
        let length = ranges.last().map_or(0, |range| range.end as usize);
        let symbols = ranges.iter().flat_map(|range| range.start as usize..range.end as usize);
        self.changed(length, symbols.map(|symbol| (symbol, other.byte(symbol))))
    }

    /// A model of at least this length with some bytes changed.
    fn changed(&self, length: usize, changes: impl Iterator<Item = (usize, u8)>) -> Self {
        let length = length.max(self.len());
        if length <= PLAIN {
            let mut bytes = self.bytes();
            bytes.resize(length, 0);
            changes.for_each(|(symbol, value)| bytes[symbol] = value);
            return Self::from_bytes(bytes);
        }
        let mut table = match &self.bytes {
            Bytes::Pieces { table, .. } => table.clone(),
            Bytes::Plain(bytes) => pieces(bytes),
        };
        for (symbol, value) in changes {
            let at = (symbol / PIECE) as u32;
            match table.get(at).map(|piece| piece[symbol % PIECE]) {
                Some(same) if same == value => {}
                None if value == 0 => {}
                None => {
                    let mut piece = [0; PIECE];
                    piece[symbol % PIECE] = value;
                    table.set(at, Arc::new(piece));
                }
                Some(_) => {
                    if let Some(piece) = table.get_mut(at) {
                        Arc::make_mut(piece)[symbol % PIECE] = value;
                    }
                }
            }
        }
        Self::of(Bytes::Pieces { table, length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random changes of models of all sizes, each beside plain bytes.
    #[test]
    fn large_models_behave_like_small_ones() {
        let mut random = pikse_base::Random(7);
        let mut next = move |below: usize| random.next() as usize % below;
        let mut models = vec![(Model::new(), Vec::new())];
        for _ in 0..2_000 {
            let (model, bytes) = models[next(models.len())].clone();
            let (other, other_bytes): (Model, Vec<u8>) = models[next(models.len())].clone();
            let at = |bytes: &[u8], k: usize| bytes.get(k).copied().unwrap_or(0);
            let mut bytes: Vec<u8> = bytes;
            let most = [8, 900, 1_100, 40_000][next(4)];
            let model = if next(2) == 0 {
                let changes: Vec<(usize, u8)> =
                    (0..next(5)).map(|_| (next(most), next(3) as u8)).collect();
                for &(symbol, value) in &changes {
                    bytes.resize(bytes.len().max(symbol + 1), 0);
                    bytes[symbol] = value;
                }
                model.with(&changes)
            } else {
                let start = next(most) as u32;
                let ranges = [SymbolRange { start, end: start + 1 + next(700) as u32 }];
                for symbol in ranges[0].start as usize..ranges[0].end as usize {
                    bytes.resize(bytes.len().max(symbol + 1), 0);
                    bytes[symbol] = at(&other_bytes, symbol);
                }
                model.overlaid(&other, &ranges)
            };
            let symbol = next(most);
            let word =
                (0..8).rev().fold(0, |word, k| word << 8 | u128::from(at(&bytes, symbol + k)));
            assert_eq!(model.word(symbol, 8), word);
            assert_eq!(model, Model::from_bytes(bytes.clone()));
            let length = bytes.len();
            assert_eq!(&model.bytes()[..length], &bytes[..]);
            if models.len() < 20 {
                models.push((model, bytes));
            } else {
                let at = next(20);
                models[at] = (model, bytes);
            }
        }
    }
}
