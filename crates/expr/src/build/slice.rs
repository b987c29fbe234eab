//! Extracting and joining bits: `extract`, `concat`, `zext`, `sext`, `trunc`.

use crate::bits::{mask, sign_extend};
use crate::node::{Array, Binary, Expr, Op};
use crate::store::Exprs;

/// The depth to which `trunc` looks for operands to narrow.
const NARROWING_DEPTH: u32 = 4;

/// Neighbouring bits of an array.
struct Bits {
    array: Array,
    /// The index of the first bit among the bits of all arrays.
    start: u64,
}

impl Exprs {
    /// `width` bits of `x`, from bit `low` on.
    ///
    /// # Panics
    /// If `x` has no such bits.
    pub fn extract(&mut self, x: Expr, low: u32, width: u32) -> Expr {
        let whole = self.width(x);
        assert!(
            width >= 1 && low + width <= whole,
            "bits {low} to {} of a value of {whole} bits",
            low + width
        );
        if width == whole {
            return x;
        }
        if let Some(c) = self.as_const(x) {
            return self.constant(width, c >> low);
        }
        let node = self.nodes[x.index()];
        let (a, b) = (Expr(node.a), Expr(node.b));
        match node.op {
            Op::Extract => self.extract(a, node.b + low, width),
            Op::Binary(Binary::Concat) => {
                let split = self.width(b);
                if low >= split {
                    self.extract(a, low - split, width)
                } else if low + width <= split {
                    self.extract(b, low, width)
                } else {
                    let upper = self.extract(a, 0, low + width - split);
                    let lower = self.extract(b, low, split - low);
                    self.concat(upper, lower)
                }
            }
            Op::Zext => {
                let inner = self.width(a);
                if low >= inner {
                    self.constant(width, 0)
                } else {
                    let kept = self.extract(a, low, width.min(inner - low));
                    self.zext(kept, width)
                }
            }
            Op::Sext => {
                let inner = self.width(a);
                let low = low.min(inner - 1);
                let kept = self.extract(a, low, width.min(inner - low));
                self.sext(kept, width)
            }
            Op::Read => {
                let bits = Bits { array: Array(node.b), start: u64::from(node.a) * 8 };
                let start = bits.start + u64::from(low);
                self.of_bits(&Bits { start, ..bits }, width)
            }
            _ => self.intern(Op::Extract, width, x.0, low, 0),
        }
    }

    /// Neighbouring bits of an array, as an extract of their bytes.
    fn of_bits(&mut self, bits: &Bits, width: u32) -> Expr {
        let first = bits.start / 8;
        let end = (bits.start + u64::from(width)).div_ceil(8);
        let offset = first as u32 - self.arrays[bits.array.index()].base;
        let bytes = (end - first) as u32;
        let word = self.read(bits.array, offset, bytes * 8);
        let low = (bits.start - first * 8) as u32;
        if low == 0 && bytes * 8 == width {
            word
        } else {
            self.intern(Op::Extract, width, word.0, low, 0)
        }
    }

    /// The bits of an array, if the expression is such bits.
    fn as_bits(&self, x: Expr) -> Option<Bits> {
        let node = &self.nodes[x.index()];
        match node.op {
            Op::Read => Some(Bits { array: Array(node.b), start: u64::from(node.a) * 8 }),
            Op::Extract => {
                let inner = &self.nodes[node.a as usize];
                (inner.op == Op::Read).then(|| Bits {
                    array: Array(inner.b),
                    start: u64::from(inner.a) * 8 + u64::from(node.b),
                })
            }
            _ => None,
        }
    }

    /// The bits of `a` above those of `b`.
    ///
    /// # Panics
    /// If that is more than 128 bits.
    pub fn concat(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.width(a) + self.width(b);
        assert!(width <= 128, "{width} bits in one expression");
        if let Some(result) = self.folded(Binary::Concat, a, b) {
            return result;
        }
        if self.as_const(a) == Some(0) {
            if let Some((head, rest)) = self.match_binary(Binary::Concat, b)
                && let Some(merged) = self.merged(a, head)
            {
                return self.concat(merged, rest);
            }
            return self.zext(b, width);
        }
        if let Some(x) = self.match_unary(Op::Zext, a) {
            let inner = self.concat(x, b);
            return self.zext(inner, width);
        }
        if let (Some(c), Some(x)) = (self.as_const(a), self.match_unary(Op::Zext, b)) {
            let zeros = self.width(b) - self.width(x);
            let upper = self.constant(self.width(a) + zeros, c << zeros);
            return self.concat(upper, x);
        }
        if let Some((p, q)) = self.match_binary(Binary::Concat, a) {
            let lower = self.concat(q, b);
            return self.concat(p, lower);
        }
        match self.match_binary(Binary::Concat, b) {
            Some((head, rest)) => {
                if let Some(merged) = self.merged(a, head) {
                    return self.concat(merged, rest);
                }
            }
            None => {
                if let Some(merged) = self.merged(a, b) {
                    return merged;
                }
            }
        }
        if let Some(x) = self.match_unary(Op::Sext, a) {
            let inner = self.concat(x, b);
            return self.sext(inner, width);
        }
        self.node(Binary::Concat, a, b)
    }

    /// Two pieces as one, if possible.
    fn merged(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        if let Some(result) = self.folded(Binary::Concat, a, b) {
            return Some(result);
        }
        let (width_a, width_b) = (self.width(a), self.width(b));
        let width = width_a + width_b;
        if let (Some(upper), Some(lower)) = (self.as_bits(a), self.as_bits(b)) {
            let adjacent =
                upper.array == lower.array && upper.start == lower.start + u64::from(width_b);
            let bytes = (lower.start + u64::from(width)).div_ceil(8) - lower.start / 8;
            if adjacent && bytes <= 16 {
                return Some(self.of_bits(&lower, width));
            }
        }
        let (node_a, node_b) = (self.nodes[a.index()], self.nodes[b.index()]);
        if node_a.op == Op::Extract
            && node_b.op == Op::Extract
            && node_a.a == node_b.a
            && node_a.b == node_b.b + width_b
        {
            return Some(self.extract(Expr(node_b.a), node_b.b, width));
        }
        // Known bits of a value were folded to a constant.
        if let (Some(c), Op::Extract) = (self.as_const(a), node_b.op) {
            let of = Expr(node_b.a);
            let more = width_a.min(self.width(of) - node_b.b - width_b);
            if more > 0 && self.known_bits(of, node_b.b + width_b, more) == Some(c & mask(more)) {
                let longer = self.extract(of, node_b.b, width_b + more);
                if more == width_a {
                    return Some(longer);
                }
                let upper = self.constant(width_a - more, c >> more);
                return Some(self.concat(upper, longer));
            }
        }
        if let (Op::Extract, Some(c)) = (node_a.op, self.as_const(b))
            && node_a.b >= width_b
            && self.known_bits(Expr(node_a.a), node_a.b - width_b, width_b) == Some(c)
        {
            return Some(self.extract(Expr(node_a.a), node_a.b - width_b, width));
        }
        // Copies of the sign above the value.
        let bit = if node_a.op == Op::Sext { Expr(node_a.a) } else { a };
        if self.width(bit) == 1 && self.as_const(b).is_none() {
            let sign = self.extract(b, width_b - 1, 1);
            if sign == bit {
                return Some(self.sext(b, width));
            }
        }
        None
    }

    /// The value of some bits, if they exist and are known.
    fn known_bits(&self, x: Expr, low: u32, width: u32) -> Option<u128> {
        let whole = self.width(x);
        if whole > 64 || low + width > whole {
            return None;
        }
        let facts = self.facts(x);
        let wanted = mask(width) as u64;
        let (zeros, ones) = (facts.zeros >> low & wanted, facts.ones >> low & wanted);
        (zeros | ones == wanted).then_some(u128::from(ones))
    }

    /// The zero extension to `width` bits.
    ///
    /// # Panics
    /// If it is wider already.
    pub fn zext(&mut self, x: Expr, width: u32) -> Expr {
        let inner = self.width(x);
        assert!((inner..=128).contains(&width), "{inner} bits made {width} wide");
        if inner == width {
            return x;
        }
        if let Some(c) = self.as_const(x) {
            return self.constant(width, c);
        }
        if let Some((p, q)) = self.match_binary(Binary::Concat, x)
            && let Some(c) = self.as_const(p)
        {
            let upper = self.constant(width - self.width(q), c);
            return self.concat(upper, q);
        }
        // Zeros that the value had above the extracted bits anyway.
        let node = self.nodes[x.index()];
        if node.op == Op::Extract {
            let of = Expr(node.a);
            let more = (width - inner).min(self.width(of) - node.b - inner);
            if more > 0 && self.known_bits(of, node.b + inner, more) == Some(0) {
                let longer = self.extract(of, node.b, inner + more);
                return self.zext(longer, width);
            }
        }
        let x = self.match_unary(Op::Zext, x).unwrap_or(x);
        self.intern(Op::Zext, width, x.0, 0, 0)
    }

    /// The sign extension to `width` bits.
    ///
    /// # Panics
    /// If it is wider already.
    pub fn sext(&mut self, x: Expr, width: u32) -> Expr {
        let inner = self.width(x);
        assert!((inner..=128).contains(&width), "{inner} bits made {width} wide");
        if inner == width {
            return x;
        }
        if let Some(c) = self.as_const(x) {
            return self.constant(width, sign_extend(inner, width, c));
        }
        if let Some((p, q)) = self.match_binary(Binary::Concat, x)
            && let Some(c) = self.as_const(p)
        {
            let (from, to) = (self.width(p), width - self.width(q));
            let upper = self.constant(to, sign_extend(from, to, c));
            return self.concat(upper, q);
        }
        if self.known_positive(x) {
            return self.zext(x, width);
        }
        let x = self.match_unary(Op::Sext, x).unwrap_or(x);
        self.intern(Op::Sext, width, x.0, 0, 0)
    }

    /// The lowest `width` bits. Arithmetic is narrowed where its operands were widened. Memory that
    /// splits values into bytes uses [`Exprs::extract`], which `concat` undoes.
    ///
    /// # Panics
    /// If the value has fewer bits.
    pub fn trunc(&mut self, x: Expr, width: u32) -> Expr {
        assert!(width <= self.width(x), "{} bits cut to {width}", self.width(x));
        self.narrowed(x, width, NARROWING_DEPTH).unwrap_or_else(|| self.extract(x, 0, width))
    }

    /// The lowest bits, if the others need not be computed.
    fn narrowed(&mut self, x: Expr, width: u32, depth: u32) -> Option<Expr> {
        let node = self.nodes[x.index()];
        if u32::from(node.width) == width {
            return Some(x);
        }
        let (a, b, c) = (Expr(node.a), Expr(node.b), Expr(node.c));
        match node.op {
            Op::Const | Op::WideConst | Op::Zext | Op::Sext => Some(self.extract(x, 0, width)),
            _ if depth == 0 => None,
            Op::Binary(
                op @ (Binary::Add
                | Binary::Sub
                | Binary::Mul
                | Binary::And
                | Binary::Or
                | Binary::Xor),
            ) => {
                let a = self.narrowed(a, width, depth - 1)?;
                let b = self.narrowed(b, width, depth - 1)?;
                Some(self.binary(op, a, b))
            }
            Op::Neg => {
                let a = self.narrowed(a, width, depth - 1)?;
                Some(self.neg(a))
            }
            Op::Not => {
                let a = self.narrowed(a, width, depth - 1)?;
                Some(self.not(a))
            }
            Op::Ite => {
                let b = self.narrowed(b, width, depth - 1)?;
                let c = self.narrowed(c, width, depth - 1)?;
                Some(self.ite(a, b, c))
            }
            _ => None,
        }
    }

    /// A condition as a number of `width` bits, 1 or 0.
    pub fn of_bool(&mut self, condition: Expr, width: u32) -> Expr {
        debug_assert!(self.width(condition) == 1);
        self.zext(condition, width)
    }

    /// Whether the value is not 0, as a condition.
    pub fn is_nonzero(&mut self, x: Expr) -> Expr {
        let width = self.width(x);
        let zero = self.constant(width, 0);
        let equal = self.eq(x, zero);
        self.not(equal)
    }

    /// Whether the constant fits into fewer bits, unsigned.
    pub(super) fn fits(value: u128, width: u32) -> bool {
        value <= mask(width)
    }
}
