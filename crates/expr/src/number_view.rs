//! Expressions seen as floating-point numbers.
//!
//! Signs are bits, and are made of bitwise operators. Who reasons about numbers wants to see through that.

use crate::bits::sign_bit;
use crate::float::Float;
use crate::node::{Binary, Expr, View};
use crate::store::Exprs;

/// An expression of 32 or 64 bits as a number, taken apart by one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberView {
    /// The result of an operator, with its first [`Float::arity`] operands.
    Result(Float, [Expr; 3]),
    /// A number with the other sign.
    Neg(Expr),
    /// A number without its sign.
    Abs(Expr),
    /// A condition, the number if it holds, the number if not.
    Ite(Expr, Expr, Expr),
    /// Bits like any others.
    Bits,
}

impl Exprs {
    /// The expression as a floating-point number, taken apart by one level.
    #[must_use]
    pub fn number_view(&self, expr: Expr) -> NumberView {
        let width = self.width(expr);
        let is_result = |x: Expr| matches!(self.view(x), View::Float(op, _) if op.makes_float());
        match self.view(expr) {
            View::Float(op, operands) if op.makes_float() => NumberView::Result(op, operands),
            View::Binary(Binary::Xor, x, c) if self.as_const(c) == Some(sign_bit(width)) => {
                NumberView::Neg(x)
            }
            View::Zext(inner) if self.width(inner) == width - 1 => match self.view(inner) {
                View::Extract { of, low: 0 } if self.width(of) == width => NumberView::Abs(of),
                _ => NumberView::Bits,
            },
            View::Ite(c, a, b) if is_result(a) || is_result(b) => NumberView::Ite(c, a, b),
            _ => NumberView::Bits,
        }
    }
}
