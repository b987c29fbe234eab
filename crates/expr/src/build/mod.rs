//! Constructors with simplification rules.
//!
//! Canonical forms, which rules and solvers may rely on:
//!
//! - A commutative operator has its constant on the right, and otherwise the older
//!   operand on the left.
//! - A sum with a constant is `x + c` with the constant outermost; a constant is
//!   never subtracted.
//! - A shift by a constant, a product with or a division by a power of two, and a mask of
//!   neighbouring bits are built from `concat`, `extract`, `zext` and `sext`.
//! - `concat` nests to the right, and zeros at the top are a `zext`.
//! - A comparison with a constant is `==`, `<` or signed `<`, and a comparison is
//!   never negated, except `==`.
//! - At width 1, arithmetic is logic.
//!
//! Splitting a value into bytes and joining them again gives the same value, because
//! [`Exprs::extract`] only looks through what `concat` undoes. [`Exprs::trunc`] is the one that
//! narrows arithmetic.

mod arith;
mod bitwise;
mod choice;
mod compare;
mod float;
mod shift;
mod slice;

use crate::bits::{apply, mask};
use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

impl Exprs {
    /// The result of an operator.
    ///
    /// # Panics
    /// If the widths do not fit the operator.
    pub fn binary(&mut self, op: Binary, a: Expr, b: Expr) -> Expr {
        match op {
            Binary::Add => self.add(a, b),
            Binary::Sub => self.sub(a, b),
            Binary::Mul => self.mul(a, b),
            Binary::Udiv => self.udiv(a, b),
            Binary::Sdiv => self.sdiv(a, b),
            Binary::Urem => self.urem(a, b),
            Binary::Srem => self.srem(a, b),
            Binary::And => self.and(a, b),
            Binary::Or => self.or(a, b),
            Binary::Xor => self.xor(a, b),
            Binary::Shl => self.shl(a, b),
            Binary::Lshr => self.lshr(a, b),
            Binary::Ashr => self.ashr(a, b),
            Binary::Eq => self.eq(a, b),
            Binary::Ult => self.ult(a, b),
            Binary::Ule => self.ule(a, b),
            Binary::Slt => self.slt(a, b),
            Binary::Sle => self.sle(a, b),
            Binary::Concat => self.concat(a, b),
        }
    }

    /// The common width of two operands.
    fn same_width(&self, a: Expr, b: Expr) -> u32 {
        let (left, right) = (self.width(a), self.width(b));
        assert!(left == right, "operands of {left} and of {right} bits");
        left
    }

    /// The operands of a commutative operator in canonical order.
    fn ordered(&self, a: Expr, b: Expr) -> (Expr, Expr) {
        let swap = match (self.as_const(a).is_some(), self.as_const(b).is_some()) {
            (true, false) => true,
            (false, true) => false,
            _ => b < a,
        };
        if swap { (b, a) } else { (a, b) }
    }

    /// The result if both operands are constants.
    fn folded(&mut self, op: Binary, a: Expr, b: Expr) -> Option<Expr> {
        let (x, y) = (self.as_const(a)?, self.as_const(b)?);
        let width = self.width(b);
        let result = match op {
            Binary::Concat => self.width(a) + width,
            _ if op.is_comparison() => 1,
            _ => width,
        };
        Some(self.constant(result, apply(op, width, x, y)))
    }

    /// The node of an operator to which no rule applies.
    fn node(&mut self, op: Binary, a: Expr, b: Expr) -> Expr {
        let width = match op {
            Binary::Concat => self.width(a) + self.width(b),
            _ if op.is_comparison() => 1,
            _ => self.width(a),
        };
        self.intern(Op::Binary(op), width, a.0, b.0, 0)
    }

    /// The operands, if the expression is this operator.
    fn match_binary(&self, op: Binary, expr: Expr) -> Option<(Expr, Expr)> {
        let node = &self.nodes[expr.index()];
        (node.op == Op::Binary(op)).then_some((Expr(node.a), Expr(node.b)))
    }

    /// The left operand and the constant on the right, if the expression is this
    /// operator with a constant.
    fn match_with_const(&self, op: Binary, expr: Expr) -> Option<(Expr, u128)> {
        let (a, b) = self.match_binary(op, expr)?;
        Some((a, self.as_const(b)?))
    }

    /// The operand, if the expression has one and is of this kind.
    fn match_unary(&self, op: Op, expr: Expr) -> Option<Expr> {
        let node = &self.nodes[expr.index()];
        (node.op == op).then_some(Expr(node.a))
    }

    /// An expression as `x + c`; `c` is 0 if there is no constant.
    #[must_use]
    pub fn offset_form(&self, expr: Expr) -> (Expr, u128) {
        self.match_with_const(Binary::Add, expr).unwrap_or((expr, 0))
    }

    /// Whether the constant has every bit of its width set.
    fn is_ones(&self, expr: Expr) -> bool {
        self.as_const(expr) == Some(mask(self.width(expr)))
    }
}
