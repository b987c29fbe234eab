//! The representation of expressions, internal and public.

use crate::float::Float;
use crate::memory::Memory;

/// An expression of an [`Exprs`](crate::Exprs): an id that is cheap to copy, compare and hash.
/// Equal ids mean equal expressions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expr(pub(crate) u32);

impl Expr {
    /// The id, for tables beside the arena. Ids are dense from 0.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Debug for Expr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// A named array of symbolic bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Array(pub(crate) u32);

impl Array {
    /// The index of the array, in order of declaration.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Operators of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Unsigned quotient.
    Udiv,
    /// Signed quotient, rounded towards zero.
    Sdiv,
    /// Unsigned remainder.
    Urem,
    /// Signed remainder, with the sign of the dividend.
    Srem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left.
    Shl,
    /// Shift right, filling with zeros.
    Lshr,
    /// Shift right, filling with the sign.
    Ashr,
    /// Equality.
    Eq,
    /// Unsigned less.
    Ult,
    /// Unsigned less or equal.
    Ule,
    /// Signed less.
    Slt,
    /// Signed less or equal.
    Sle,
    /// Concatenation; the left operand has the high bits.
    Concat,
}

impl Binary {
    /// Every operator.
    pub const ALL: [Self; 19] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Udiv,
        Self::Sdiv,
        Self::Urem,
        Self::Srem,
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Shl,
        Self::Lshr,
        Self::Ashr,
        Self::Eq,
        Self::Ult,
        Self::Ule,
        Self::Slt,
        Self::Sle,
        Self::Concat,
    ];

    /// Whether the result is a condition.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ult | Self::Ule | Self::Slt | Self::Sle)
    }
}

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Op {
    /// A constant below 2^64: `a` is the low half, `b` the high half.
    Const,
    /// A constant from 2^64 on: `a` is its index in the list of those.
    WideConst,
    /// `width / 8` bytes from symbol `a` on, of array `b`.
    Read,
    /// The byte of memory `a` at offset `b`.
    Select,
    Not,
    Neg,
    Binary(Binary),
    /// `if a then b else c`.
    Ite,
    /// `width` bits of `a`, from bit `b` on.
    Extract,
    Zext,
    Sext,
    /// An operator on floating-point numbers, with as many operands as it has.
    Float(Float),
}

/// One expression. The meaning of the operands depends on the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) width: u8,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

/// One level of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// A number.
    Const(u128),
    /// Neighbouring bytes of an array, the least significant first.
    Read {
        /// The array.
        array: Array,
        /// The index of the first byte.
        offset: u32,
    },
    /// The byte of a memory at a symbolic offset.
    Select {
        /// The memory.
        memory: Memory,
        /// The offset, 64 bits wide.
        index: Expr,
    },
    /// The complement of every bit.
    Not(Expr),
    /// The two's complement.
    Neg(Expr),
    /// An operator with two operands.
    Binary(Binary, Expr, Expr),
    /// A condition, the value if it holds, the value if not.
    Ite(Expr, Expr, Expr),
    /// The bits from `low` on, as many as the expression is wide.
    Extract {
        /// The operand.
        of: Expr,
        /// The lowest extracted bit.
        low: u32,
    },
    /// Zero extension.
    Zext(Expr),
    /// Sign extension.
    Sext(Expr),
    /// A floating-point operator. Only its first [`Float::arity`] operands are used.
    Float(Float, [Expr; 3]),
}
