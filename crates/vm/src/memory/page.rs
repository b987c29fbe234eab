//! A run of bytes that are concrete, parts of expressions, symbols of an array, or uninitialised.

use pikse_expr::{Array, Expr, Exprs};

use crate::value::Value;

/// A byte of an expression: which one, counted from the least significant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    offset: u32,
    of: Expr,
    byte: u8,
}

/// One byte, for a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Byte {
    Number(u8),
    Part(Expr, u8),
    /// A symbol of an array.
    Symbol(Array, u32),
    Unwritten,
}

/// A run of bytes.
#[derive(Clone, Debug)]
pub(super) struct Page {
    bytes: Box<[u8]>,
    /// A bit for each byte that is not concrete; none if all are concrete.
    special: Option<Box<[u64]>>,
    /// The bytes that are expressions, in order. Other bytes that are not concrete are symbols, or
    /// uninitialised.
    parts: Vec<Part>,
    /// The array whose symbols they are, and which one the first byte is.
    symbols: Option<(Array, u32)>,
}

impl Page {
    /// Uninitialised bytes.
    pub(super) fn unwritten(size: u32) -> Self {
        let mut page = Self::of_bytes(vec![0; size as usize]);
        page.special = all_special(size);
        page
    }

    /// Plain bytes.
    pub(super) fn of_bytes(bytes: Vec<u8>) -> Self {
        let bytes = bytes.into_boxed_slice();
        Self { bytes, special: None, parts: Vec::new(), symbols: None }
    }

    /// The symbols of an array, from one on.
    pub(super) fn of_symbols(size: u32, array: Array, first: u32) -> Self {
        Self { symbols: Some((array, first)), ..Self::unwritten(size) }
    }

    /// How many bytes there are.
    pub(super) fn size(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// An estimate of its memory.
    pub(super) fn weight(&self) -> usize {
        let special = self.special.as_ref().map_or(0, |bits| bits.len() * 8);
        size_of::<Self>() + self.bytes.len() + special + self.parts.capacity() * size_of::<Part>()
    }

    /// Whether some of these bytes is not concrete.
    #[inline]
    fn is_special(&self, offset: u32, count: u32) -> bool {
        let Some(bits) = &self.special else { return false };
        let (first, last) = (offset as usize, (offset + count - 1) as usize);
        let low = u64::MAX << (first % 64);
        let high = u64::MAX >> (63 - last % 64);
        match (first / 64, last / 64) {
            (a, b) if a == b => bits[a] & low & high != 0,
            (a, b) => {
                bits[a] & low != 0
                    || bits[b] & high != 0
                    || bits[a + 1..b].iter().any(|&word| word != 0)
            }
        }
    }

    /// The number in up to 8 bytes, if they are numbers. The bytes are in the object.
    #[inline]
    pub(super) fn number(&self, offset: u32, count: u32) -> Option<u64> {
        if self.is_special(offset, count) {
            return None;
        }
        let bytes = &self.bytes[offset as usize..];
        Some(match count {
            1 => u64::from(bytes[0]),
            2 => u64::from(u16::from_le_bytes(bytes[..2].try_into().ok()?)),
            4 => u64::from(u32::from_le_bytes(bytes[..4].try_into().ok()?)),
            8 => u64::from_le_bytes(bytes[..8].try_into().ok()?),
            _ => {
                let mut word = [0; 8];
                word[..count as usize].copy_from_slice(&bytes[..count as usize]);
                u64::from_le_bytes(word)
            }
        })
    }

    /// Whether some of these bytes is uninitialised.
    pub(super) fn has_unwritten(&self, offset: u32, count: u32) -> bool {
        if self.symbols.is_some() || !self.is_special(offset, count) {
            return false;
        }
        (offset..offset + count).any(|at| matches!(self.byte(at), Byte::Unwritten))
    }

    /// Plain bytes, if they all are. The bytes are in the object.
    pub(super) fn plain(&self, offset: u32, count: u32) -> Option<&[u8]> {
        if self.is_special(offset, count) {
            return None;
        }
        Some(&self.bytes[offset as usize..(offset + count) as usize])
    }

    /// Puts a number of up to 8 bytes.
    #[inline]
    pub(super) fn put_number(&mut self, offset: u32, count: u32, bits: u64) {
        let at = offset as usize;
        let bytes = bits.to_le_bytes();
        self.bytes[at..at + count as usize].copy_from_slice(&bytes[..count as usize]);
        self.clear_special(offset, count);
    }

    /// Puts plain bytes.
    pub(super) fn put_plain(&mut self, offset: u32, bytes: &[u8]) {
        self.bytes[offset as usize..offset as usize + bytes.len()].copy_from_slice(bytes);
        self.clear_special(offset, bytes.len() as u32);
    }

    /// Puts one byte many times.
    pub(super) fn fill(&mut self, offset: u32, count: u32, byte: u8) {
        self.bytes[offset as usize..(offset + count) as usize].fill(byte);
        self.clear_special(offset, count);
    }

    fn clear_special(&mut self, offset: u32, count: u32) {
        if !self.is_special(offset, count) {
            return;
        }
        self.drop_parts(offset, count);
        if let Some(bits) = &mut self.special {
            set_bits(bits, offset, count, false);
            // Small objects soon become concrete again; large ones are not scanned each time.
            if bits.len() <= 8 && bits.iter().all(|&word| word == 0) {
                self.special = None;
            }
        }
    }

    fn drop_parts(&mut self, offset: u32, count: u32) {
        let first = self.parts.partition_point(|part| part.offset < offset);
        let behind = self.parts.partition_point(|part| part.offset < offset + count);
        self.parts.drain(first..behind);
    }

    /// Puts the bytes of an expression of whole bytes.
    pub(super) fn put_expr(&mut self, offset: u32, count: u32, expr: Expr) {
        let parts = (0..count).map(|k| Part { offset: offset + k, of: expr, byte: k as u8 });
        self.put_parts(offset, count, parts);
    }

    fn put_parts(&mut self, offset: u32, count: u32, parts: impl Iterator<Item = Part>) {
        self.mark_special(offset, count);
        let first = self.parts.partition_point(|part| part.offset < offset);
        let behind = self.parts.partition_point(|part| part.offset < offset + count);
        self.parts.splice(first..behind, parts);
    }

    fn mark_special(&mut self, offset: u32, count: u32) {
        let words = self.bytes.len().div_ceil(64);
        let bits = self.special.get_or_insert_with(|| vec![0; words].into_boxed_slice());
        set_bits(bits, offset, count, true);
    }

    /// One byte.
    pub(super) fn byte(&self, offset: u32) -> Byte {
        let special = self
            .special
            .as_ref()
            .is_some_and(|bits| bits[offset as usize / 64] >> (offset % 64) & 1 == 1);
        if !special {
            return Byte::Number(self.bytes[offset as usize]);
        }
        match self.parts.binary_search_by_key(&offset, |part| part.offset) {
            Ok(at) => Byte::Part(self.parts[at].of, self.parts[at].byte),
            Err(_) => match self.symbols {
                Some((array, first)) => Byte::Symbol(array, first + offset),
                None => Byte::Unwritten,
            },
        }
    }

    /// Puts the symbols of an array, from one on. The second of two arrays is put byte by byte.
    pub(super) fn put_array(
        &mut self,
        exprs: &mut Exprs,
        offset: u32,
        count: u32,
        (array, first): (Array, u32),
    ) {
        if count == self.size() {
            *self = Self::of_symbols(count, array, first);
            return;
        }
        for k in 0..count {
            let byte = exprs.read(array, first + k, 8);
            self.put_expr(offset + k, 1, byte);
        }
    }

    /// Makes symbols of an array parts, so that other bytes may be uninitialised.
    fn settle(&mut self, exprs: &mut Exprs) {
        let Some((array, first)) = self.symbols else { return };
        let symbols: Vec<u32> = (0..self.size())
            .filter(|&offset| matches!(self.byte(offset), Byte::Symbol(..)))
            .collect();
        for offset in symbols {
            let byte = exprs.read(array, first + offset, 8);
            self.put_expr(offset, 1, byte);
        }
        self.symbols = None;
    }

    /// Puts bytes that were copied.
    pub(super) fn put_bytes(&mut self, exprs: &mut Exprs, offset: u32, bytes: &[Byte]) {
        if self.symbols.is_some() && bytes.iter().any(|byte| matches!(byte, Byte::Unwritten)) {
            self.settle(exprs);
        }
        let plain: Vec<u8> = bytes
            .iter()
            .map(|byte| if let Byte::Number(byte) = byte { *byte } else { 0 })
            .collect();
        self.put_plain(offset, &plain);
        let places = || (offset..).zip(bytes);
        for (at, _) in places().filter(|(_, byte)| !matches!(byte, Byte::Number(_))) {
            self.mark_special(at, 1);
        }
        let parts = places().filter_map(|(offset, byte)| match *byte {
            Byte::Part(of, byte) => Some(Part { offset, of, byte }),
            Byte::Symbol(array, at) => Some(Part { offset, of: exprs.read(array, at, 8), byte: 0 }),
            Byte::Number(_) | Byte::Unwritten => None,
        });
        let first = self.parts.partition_point(|part| part.offset < offset);
        self.parts.splice(first..first, parts);
    }

    /// Puts a value of whole bytes.
    pub(super) fn put(&mut self, exprs: &mut Exprs, offset: u32, count: u32, value: Value) {
        match value.number(exprs) {
            Some(number) if count <= 8 => self.put_number(offset, count, number as u64),
            Some(number) => self.put_plain(offset, &number.to_le_bytes()[..count as usize]),
            None => {
                let expr = value.expr(exprs, count * 8);
                self.put_expr(offset, count, expr);
            }
        }
    }
}

/// A bit for each of these bytes.
fn all_special(size: u32) -> Option<Box<[u64]>> {
    let mut special = vec![u64::MAX; (size as usize).div_ceil(64)].into_boxed_slice();
    if !size.is_multiple_of(64) {
        special[size as usize / 64] = (1 << (size % 64)) - 1;
    }
    (size > 0).then_some(special)
}

fn set_bits(bits: &mut [u64], offset: u32, count: u32, value: bool) {
    let mut at = offset as usize;
    let end = at + count as usize;
    while at < end {
        let (word, bit) = (at / 64, at % 64);
        let length = (64 - bit).min(end - at);
        let mask = (u64::MAX >> (64 - length)) << bit;
        if value {
            bits[word] |= mask;
        } else {
            bits[word] &= !mask;
        }
        at += length;
    }
}
