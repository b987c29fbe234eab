//! Expressions viewed as floating-point numbers.
//!
//! Sign operations are built from bitwise operators. This view recognises them for code that
//! reasons about numbers.

use crate::bits::sign_bit;
use crate::float::Float;
use crate::node::{Binary, Expr, View};
use crate::store::Exprs;

/// One level of an expression of 32 or 64 bits as a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberView {
    /// The result of an operator, with its first [`Float::arity`] operands.
    Result(Float, [Expr; 3]),
    /// A negated number.
    Neg(Expr),
    /// An absolute value.
    Abs(Expr),
    /// A condition, the number if it holds, the number if not.
    Ite(Expr, Expr, Expr),
    /// Any other bits.
    Bits,
}

impl Exprs {
    /// One level of the expression as a floating-point number.
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
