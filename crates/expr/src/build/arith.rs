//! Sums, products, quotients.

use crate::bits::{apply, mask, negate};
use crate::node::{Binary, Expr, Op};
use crate::store::Exprs;

impl Exprs {
    /// `a + b`.
    pub fn add(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            return self.add_const(a, c);
        }
        let ((x, c), (y, d)) = (self.offset_form(a), self.offset_form(b));
        let sum = self.add_terms(x, y);
        self.add_const(sum, apply(Binary::Add, width, c, d))
    }

    /// `x + c` with a number.
    pub fn add_const(&mut self, x: Expr, c: u128) -> Expr {
        let width = self.width(x);
        let c = c & mask(width);
        if let Some(value) = self.as_const(x) {
            return self.constant(width, value.wrapping_add(c));
        }
        if c == 0 {
            return x;
        }
        if width == 1 {
            return self.not(x);
        }
        // ~x is -x - 1.
        if let Some(y) = self.match_unary(Op::Not, x) {
            let negative = self.neg(y);
            return self.add_const(negative, c.wrapping_sub(1));
        }
        let (y, d) = self.offset_form(x);
        let sum = apply(Binary::Add, width, c, d);
        if sum == 0 {
            return y;
        }
        let sum = self.constant(width, sum);
        self.node(Binary::Add, y, sum)
    }

    /// The sum of terms without constants.
    fn add_terms(&mut self, x: Expr, y: Expr) -> Expr {
        if x == y {
            return self.shl_const(x, 1);
        }
        if let Some(z) = self.match_unary(Op::Neg, y) {
            return self.sub_terms(x, z);
        }
        if let Some(z) = self.match_unary(Op::Neg, x) {
            return self.sub_terms(y, z);
        }
        for (x, y) in [(x, y), (y, x)] {
            match self.match_binary(Binary::Sub, x) {
                Some((p, q)) if q == y => return p,
                _ => {}
            }
        }
        if let Some(joined) = self.joined(x, y) {
            return joined;
        }
        let (x, y) = self.ordered(x, y);
        self.node(Binary::Add, x, y)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(c) = self.as_const(b) {
            return self.add_const(a, negate(width, c));
        }
        if let Some(c) = self.as_const(a) {
            let negative = self.neg(b);
            return self.add_const(negative, c);
        }
        let ((x, c), (y, d)) = (self.offset_form(a), self.offset_form(b));
        let difference = self.sub_terms(x, y);
        self.add_const(difference, apply(Binary::Sub, width, c, d))
    }

    /// The difference of terms without constants.
    fn sub_terms(&mut self, x: Expr, y: Expr) -> Expr {
        if x == y {
            let width = self.width(x);
            return self.constant(width, 0);
        }
        if let Some(z) = self.match_unary(Op::Neg, y) {
            return self.add_terms(x, z);
        }
        if let Some((p, q)) = self.match_binary(Binary::Add, x) {
            if p == y {
                return q;
            }
            if q == y {
                return p;
            }
        }
        if let Some((p, q)) = self.match_binary(Binary::Add, y) {
            if p == x {
                return self.neg(q);
            }
            if q == x {
                return self.neg(p);
            }
        }
        match self.match_binary(Binary::Sub, y) {
            Some((p, q)) if p == x => return q,
            _ => {}
        }
        match self.match_binary(Binary::Sub, x) {
            Some((p, q)) if p == y => return self.neg(q),
            _ => {}
        }
        self.node(Binary::Sub, x, y)
    }

    /// `-x`.
    pub fn neg(&mut self, x: Expr) -> Expr {
        let width = self.width(x);
        if width == 1 {
            return x;
        }
        if let Some(c) = self.as_const(x) {
            return self.constant(width, negate(width, c));
        }
        if let Some(y) = self.match_unary(Op::Neg, x) {
            return y;
        }
        if let Some(y) = self.match_unary(Op::Not, x) {
            return self.add_const(y, 1);
        }
        if let Some((p, q)) = self.match_binary(Binary::Sub, x) {
            return self.node(Binary::Sub, q, p);
        }
        if let Some((y, c)) = self.match_with_const(Binary::Add, x) {
            let negative = self.neg(y);
            return self.add_const(negative, negate(width, c));
        }
        if let Some((y, c)) = self.match_with_const(Binary::Mul, x) {
            return self.mul_const(y, negate(width, c));
        }
        self.intern(Op::Neg, width, x.0, 0, 0)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_const(b) {
            return self.mul_const(a, c);
        }
        if let (Some(x), Some(y)) = (self.match_unary(Op::Neg, a), self.match_unary(Op::Neg, b)) {
            return self.mul(x, y);
        }
        self.node(Binary::Mul, a, b)
    }

    fn mul_const(&mut self, x: Expr, c: u128) -> Expr {
        let width = self.width(x);
        if let Some(value) = self.as_const(x) {
            return self.constant(width, value.wrapping_mul(c));
        }
        if c == 0 {
            return self.constant(width, 0);
        }
        if c == mask(width) {
            return self.neg(x);
        }
        if c.is_power_of_two() {
            return self.shl_const(x, c.trailing_zeros());
        }
        if let Some((y, d)) = self.match_with_const(Binary::Mul, x) {
            return self.mul_const(y, apply(Binary::Mul, width, c, d));
        }
        if let Some((y, d)) = self.match_with_const(Binary::Add, x) {
            let product = self.mul_const(y, c);
            return self.add_const(product, apply(Binary::Mul, width, c, d));
        }
        if let Some(y) = self.match_unary(Op::Neg, x) {
            return self.mul_const(y, negate(width, c));
        }
        let c = self.constant(width, c);
        self.node(Binary::Mul, x, c)
    }

    /// Unsigned `a / b`; all ones if `b` is 0.
    pub fn udiv(&mut self, a: Expr, b: Expr) -> Expr {
        self.same_width(a, b);
        if let Some(result) = self.folded(Binary::Udiv, a, b) {
            return result;
        }
        match self.as_const(b) {
            Some(c) if c.is_power_of_two() => self.lshr_const(a, c.trailing_zeros()),
            _ => self.node(Binary::Udiv, a, b),
        }
    }

    /// Unsigned `a % b`; `a` if `b` is 0.
    pub fn urem(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if let Some(result) = self.folded(Binary::Urem, a, b) {
            return result;
        }
        if let Some(c) = self.as_const(b) {
            if c == 0 {
                return a;
            }
            if c.is_power_of_two() {
                return self.and_const(a, c - 1);
            }
        }
        if width <= 64 && self.facts(a).high < self.facts(b).low {
            return a;
        }
        self.node(Binary::Urem, a, b)
    }

    /// Signed `a / b`, rounded towards zero; 1 or -1 if `b` is 0, as SMT-LIB has it.
    pub fn sdiv(&mut self, a: Expr, b: Expr) -> Expr {
        self.same_width(a, b);
        if let Some(result) = self.folded(Binary::Sdiv, a, b) {
            return result;
        }
        if self.is_ones(b) {
            return self.neg(a);
        }
        if self.known_positive(a) && self.known_positive(b) {
            return self.udiv(a, b);
        }
        if self.as_const(b) == Some(1) {
            return a;
        }
        self.node(Binary::Sdiv, a, b)
    }

    /// Signed `a % b` with the sign of `a`; `a` if `b` is 0.
    pub fn srem(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if let Some(result) = self.folded(Binary::Srem, a, b) {
            return result;
        }
        if self.is_ones(b) {
            return self.constant(width, 0);
        }
        if self.known_positive(a) && self.known_positive(b) {
            return self.urem(a, b);
        }
        match self.as_const(b) {
            Some(0) => a,
            Some(1) => self.constant(width, 0),
            _ => self.node(Binary::Srem, a, b),
        }
    }

    /// Whether the sign is known to be 0.
    pub(super) fn known_positive(&self, x: Expr) -> bool {
        let width = self.width(x);
        if width <= 64 {
            self.facts(x).negative(width) == Some(false)
        } else {
            self.match_unary(Op::Zext, x).is_some()
                || self.as_const(x).is_some_and(|c| c >> (width - 1) == 0)
        }
    }
}
