//! The value of a register.

use pikse_expr::{Expr, Exprs};

/// A number of up to 64 bits, or an expression.
///
/// **Invariant:** bits above the width are 0; an expression of up to 64 bits is not a constant. Wider
/// values are always expressions, constants among them: they are rare, and so registers stay small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Concrete(u64),
    /// An expression: it depends on symbols, or is wider than 64 bits.
    Symbolic(Expr),
}

impl Value {
    /// The value 0 of any width up to 64.
    pub const ZERO: Self = Self::Concrete(0);

    /// The number, if it is one.
    #[inline]
    #[must_use]
    pub fn concrete(self) -> Option<u64> {
        match self {
            Self::Concrete(bits) => Some(bits),
            Self::Symbolic(_) => None,
        }
    }

    /// The value of an expression.
    #[must_use]
    pub fn of(exprs: &Exprs, expr: Expr) -> Self {
        match exprs.as_const(expr) {
            Some(bits) if exprs.width(expr) <= 64 => Self::Concrete(bits as u64),
            _ => Self::Symbolic(expr),
        }
    }

    /// The value of a number.
    #[must_use]
    pub fn of_number(exprs: &mut Exprs, width: u32, number: u128) -> Self {
        match width {
            ..=64 => Self::Concrete(number as u64 & mask(width)),
            _ => Self::Symbolic(exprs.constant(width, number)),
        }
    }

    /// The value as an expression.
    #[must_use]
    pub fn expr(self, exprs: &mut Exprs, width: u32) -> Expr {
        match self {
            Self::Concrete(bits) => exprs.constant(width, u128::from(bits)),
            Self::Symbolic(expr) => expr,
        }
    }

    /// The number, of any width, if the value does not depend on symbols.
    #[must_use]
    pub fn number(self, exprs: &Exprs) -> Option<u128> {
        match self {
            Self::Concrete(bits) => Some(u128::from(bits)),
            Self::Symbolic(expr) => exprs.as_const(expr),
        }
    }
}

/// A number with the lowest bits set, up to 64 of them.
#[inline]
#[must_use]
pub(crate) const fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The value as a signed number.
#[inline]
#[must_use]
pub(crate) const fn signed(width: u32, bits: u64) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}
