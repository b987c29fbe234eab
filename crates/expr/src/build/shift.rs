//! Shifts. Shifts by a constant are extracts.

use crate::node::{Binary, Expr};
use crate::store::Exprs;

impl Exprs {
    /// `a << b`; 0 if `b` is the width or more.
    pub fn shl(&mut self, a: Expr, b: Expr) -> Expr {
        match self.shift_amount(a, b) {
            Amount::Number(by) => self.shl_const(a, by),
            Amount::Unknown => self.node(Binary::Shl, a, b),
        }
    }

    /// `a >> b`, logical; 0 if `b` is the width or more.
    pub fn lshr(&mut self, a: Expr, b: Expr) -> Expr {
        match self.shift_amount(a, b) {
            Amount::Number(by) => self.lshr_const(a, by),
            Amount::Unknown => self.node(Binary::Lshr, a, b),
        }
    }

    /// `a >> b`, arithmetic.
    pub fn ashr(&mut self, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        if self.known_positive(a) {
            return self.lshr(a, b);
        }
        match self.shift_amount(a, b) {
            Amount::Number(by) => {
                let by = by.min(width - 1);
                let kept = self.extract(a, by, width - by);
                self.sext(kept, width)
            }
            Amount::Unknown => self.node(Binary::Ashr, a, b),
        }
    }

    /// The shift amount, if it is constant; at most the width.
    fn shift_amount(&self, a: Expr, b: Expr) -> Amount {
        let width = self.same_width(a, b);
        match self.as_const(b) {
            Some(c) => Amount::Number(c.min(u128::from(width)) as u32),
            None if width <= 64 && self.facts(b).low >= u64::from(width) => Amount::Number(width),
            // Zero stays zero.
            None if self.as_const(a) == Some(0) => Amount::Number(0),
            None => Amount::Unknown,
        }
    }

    pub(super) fn shl_const(&mut self, x: Expr, by: u32) -> Expr {
        let width = self.width(x);
        if by == 0 {
            return x;
        }
        if by >= width {
            return self.constant(width, 0);
        }
        if let Some((y, c)) = self.match_with_const(Binary::Add, x) {
            let shifted = self.shl_const(y, by);
            return self.add_const(shifted, c << by);
        }
        let kept = self.extract(x, 0, width - by);
        let zeros = self.constant(by, 0);
        self.concat(kept, zeros)
    }

    pub(super) fn lshr_const(&mut self, x: Expr, by: u32) -> Expr {
        let width = self.width(x);
        if by >= width {
            return self.constant(width, 0);
        }
        let kept = self.extract(x, by, width - by);
        self.zext(kept, width)
    }
}

enum Amount {
    Number(u32),
    Unknown,
}
