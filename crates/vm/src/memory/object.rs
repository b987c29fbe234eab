//! One object: bytes that are concrete, parts of expressions, or uninitialised.

use pikse_expr::{Expr, Exprs, Memory as Bytes};
use pikse_ir::LocId;

use crate::value::Value;

/// The kind of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A global variable.
    Global,
    /// A global that may not be written.
    Constant,
    /// A local variable.
    Stack,
    /// Heap memory that the program allocated.
    Heap,
    /// Memory that the machine created for the program, such as arguments.
    World,
    /// The same, but as if it had been allocated: the program may free it.
    Given,
}

/// A byte of an expression: which one, counted from the least significant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part {
    offset: u32,
    of: Expr,
    byte: u8,
}

/// A memory object.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) kind: Kind,
    /// Where it was made.
    pub(crate) made_at: LocId,
    bytes: Box<[u8]>,
    /// A bit for each byte that is not concrete; none if all are concrete.
    special: Option<Box<[u64]>>,
    /// The bytes that are expressions, in order. Other bytes that are not concrete are uninitialised.
    parts: Vec<Part>,
    /// The contents since something was written at a symbolic offset; bytes and parts are not
    /// used any more.
    symbolic: Option<Bytes>,
}

/// One byte, for a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Byte {
    Number(u8),
    Part(Expr, u8),
    Unwritten,
}

impl Object {
    /// An uninitialised object.
    pub(crate) fn unwritten(kind: Kind, size: u32, made_at: LocId) -> Self {
        let mut object = Self::of_bytes(kind, vec![0; size as usize], made_at);
        if size > 0 {
            let mut special = vec![u64::MAX; (size as usize).div_ceil(64)].into_boxed_slice();
            if !size.is_multiple_of(64) {
                special[size as usize / 64] = (1 << (size % 64)) - 1;
            }
            object.special = Some(special);
        }
        object
    }

    /// An object of plain bytes.
    pub(crate) fn of_bytes(kind: Kind, bytes: Vec<u8>, made_at: LocId) -> Self {
        let bytes = bytes.into_boxed_slice();
        Self { kind, made_at, bytes, special: None, parts: Vec::new(), symbolic: None }
    }

    pub(crate) fn size(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// Whether a number can be put anywhere in it.
    #[inline]
    pub(crate) fn is_plainly_writable(&self) -> bool {
        self.symbolic.is_none() && self.kind != Kind::Constant
    }

    /// An estimate of its memory.
    pub(crate) fn weight(&self) -> usize {
        let special = self.special.as_ref().map_or(0, |bits| bits.len() * 8);
        size_of::<Self>() + self.bytes.len() + special + self.parts.capacity() * size_of::<Part>()
    }

    /// The contents as one memory, if something was written at a symbolic offset.
    pub(crate) fn symbolic(&self) -> Option<Bytes> {
        self.symbolic
    }

    pub(crate) fn set_symbolic(&mut self, bytes: Bytes) {
        self.symbolic = Some(bytes);
        self.special = None;
        self.parts = Vec::new();
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
    pub(crate) fn number(&self, offset: u32, count: u32) -> Option<u64> {
        if self.symbolic.is_some() || self.is_special(offset, count) {
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
    pub(crate) fn has_unwritten(&self, offset: u32, count: u32) -> bool {
        if self.symbolic.is_some() || !self.is_special(offset, count) {
            return false;
        }
        (offset..offset + count).any(|at| matches!(self.byte(at), Byte::Unwritten))
    }

    /// Plain bytes, if they all are. The bytes are in the object.
    pub(crate) fn plain(&self, offset: u32, count: u32) -> Option<&[u8]> {
        if count == 0 {
            return Some(&[]);
        }
        if self.symbolic.is_some() || self.is_special(offset, count) {
            return None;
        }
        Some(&self.bytes[offset as usize..(offset + count) as usize])
    }

    /// Puts a number of up to 8 bytes.
    #[inline]
    pub(crate) fn put_number(&mut self, offset: u32, count: u32, bits: u64) {
        debug_assert!(self.symbolic.is_none());
        let at = offset as usize;
        let bytes = bits.to_le_bytes();
        self.bytes[at..at + count as usize].copy_from_slice(&bytes[..count as usize]);
        self.clear_special(offset, count);
    }

    /// Puts plain bytes.
    pub(crate) fn put_plain(&mut self, offset: u32, bytes: &[u8]) {
        debug_assert!(self.symbolic.is_none());
        if bytes.is_empty() {
            return;
        }
        self.bytes[offset as usize..offset as usize + bytes.len()].copy_from_slice(bytes);
        self.clear_special(offset, bytes.len() as u32);
    }

    /// Puts one byte many times.
    pub(crate) fn fill(&mut self, offset: u32, count: u32, byte: u8) {
        if count == 0 {
            return;
        }
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
    pub(crate) fn put_expr(&mut self, offset: u32, count: u32, expr: Expr) {
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
    pub(crate) fn byte(&self, offset: u32) -> Byte {
        let special = self
            .special
            .as_ref()
            .is_some_and(|bits| bits[offset as usize / 64] >> (offset % 64) & 1 == 1);
        if !special {
            return Byte::Number(self.bytes[offset as usize]);
        }
        match self.parts.binary_search_by_key(&offset, |part| part.offset) {
            Ok(at) => Byte::Part(self.parts[at].of, self.parts[at].byte),
            Err(_) => Byte::Unwritten,
        }
    }

    /// Puts bytes that were copied.
    pub(crate) fn put_bytes(&mut self, offset: u32, bytes: &[Byte]) {
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
            _ => None,
        });
        let first = self.parts.partition_point(|part| part.offset < offset);
        self.parts.splice(first..first, parts);
    }

    /// The expression of up to 16 bytes. `unwritten` returns the symbol of an uninitialised byte.
    pub(crate) fn expr(
        &self,
        exprs: &mut Exprs,
        offset: u32,
        count: u32,
        unwritten: &mut dyn FnMut(&mut Exprs, u32) -> Expr,
    ) -> Expr {
        if let Some(memory) = self.symbolic {
            let at = exprs.constant(64, u128::from(offset));
            return exprs.select_word(memory, at, count);
        }
        // Runs of bytes that belong together are joined once, from the most significant on.
        let mut whole: Option<Expr> = None;
        let mut end = count;
        while end > 0 {
            let last = self.byte(offset + end - 1);
            let mut start = end - 1;
            let run = match last {
                Byte::Number(_) => {
                    let mut number = 0u128;
                    start = end;
                    while start > 0
                        && let Byte::Number(byte) = self.byte(offset + start - 1)
                    {
                        number = number << 8 | u128::from(byte);
                        start -= 1;
                    }
                    exprs.constant((end - start) * 8, number)
                }
                Byte::Part(of, mut byte) => {
                    let high = u32::from(byte);
                    while start > 0
                        && byte > 0
                        && matches!(self.byte(offset + start - 1),
                            Byte::Part(other, before) if other == of && before + 1 == byte)
                    {
                        start -= 1;
                        byte -= 1;
                    }
                    let low = u32::from(byte);
                    exprs.extract(of, low * 8, (high - low + 1) * 8)
                }
                Byte::Unwritten => unwritten(exprs, offset + start),
            };
            whole = Some(match whole {
                None => run,
                Some(above) => exprs.concat(above, run),
            });
            end = start;
        }
        whole.unwrap_or(Expr::FALSE)
    }

    /// Puts a value of whole bytes.
    pub(crate) fn put(&mut self, exprs: &mut Exprs, offset: u32, count: u32, value: Value) {
        if let Some(memory) = self.symbolic {
            let word = value.expr(exprs, count * 8);
            let at = exprs.constant(64, u128::from(offset));
            self.symbolic = Some(exprs.write_word(memory, at, word));
            return;
        }
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
