//! Floating-point numbers, as bits.
//!
//! Signs, classes, minimum and maximum are built from other operators and from comparisons.
//! Comparisons, and the conversion to the wider format, are operators with a second form that only
//! looks at bits: [`Exprs::float_as_bits`]. So every solver decides all of these. Arithmetic,
//! rounding and the other casts need a solver that supports them.
//!
//! Only constants are simplified: hardly any equation holds for zeros of both signs, infinities and
//! NaN.

use crate::bits::mask;
use crate::float::{Extreme, Float, Outcomes, apply, digits, infinity, least_normal, quiet, sign};
use crate::node::{Expr, Op, View};
use crate::store::Exprs;

impl Exprs {
    /// The result of an operator on floating-point numbers, `width` bits wide.
    ///
    /// # Panics
    /// If the number of operands or their widths do not fit the operator.
    pub fn float(&mut self, op: Float, width: u32, operands: &[Expr]) -> Expr {
        assert!(operands.len() == op.arity(), "{op:?} has {} operands", op.arity());
        let from = self.width(operands[0]);
        let same = operands.iter().all(|&operand| self.width(operand) == from);
        assert!(same && op.fits(from, width), "{op:?} of {from} bits, {width} bits wide");
        let mut ids = [0; 3];
        let mut constants = Some([0; 3]);
        for (k, &operand) in operands.iter().enumerate() {
            ids[k] = operand.0;
            match (self.as_const(operand), &mut constants) {
                (Some(value), Some(constants)) => constants[k] = value,
                _ => constants = None,
            }
        }
        if let Some(values) = constants {
            return self.constant(width, apply(op, from, width, values));
        }
        self.floats.any |= !op.is_bits(from);
        self.intern(Op::Float(op), width, ids[0], ids[1], ids[2])
    }

    /// The same value without the floating-point operator at the top, if the operator only looks at
    /// bits.
    pub fn float_as_bits(&mut self, expr: Expr) -> Option<Expr> {
        match self.view(expr) {
            View::Float(op, [a, b, _]) if op.is_comparison() => Some(self.compared(op, a, b)),
            View::Float(Float::Convert, [a, ..]) if self.width(a) == 32 => Some(self.extended(a)),
            _ => None,
        }
    }

    /// Whether a comparison of two numbers holds.
    pub fn float_compare(&mut self, outcomes: Outcomes, a: Expr, b: Expr) -> Expr {
        let Outcomes { equal, less, greater, unordered } = outcomes;
        if unordered {
            let others =
                Outcomes { equal: !equal, less: !less, greater: !greater, unordered: false };
            let opposite = self.float_compare(others, a, b);
            return self.not(opposite);
        }
        match (equal, less, greater) {
            (false, false, false) => Expr::FALSE,
            (true, false, false) => self.float(Float::Equal, 1, &[a, b]),
            (false, true, false) => self.float(Float::Less, 1, &[a, b]),
            (false, false, true) => self.float(Float::Less, 1, &[b, a]),
            (true, true, false) => self.float(Float::AtMost, 1, &[a, b]),
            (true, false, true) => self.float(Float::AtMost, 1, &[b, a]),
            (false, true, true) => {
                let less = self.float(Float::Less, 1, &[a, b]);
                let greater = self.float(Float::Less, 1, &[b, a]);
                self.or(less, greater)
            }
            (true, true, true) => {
                let a = self.float(Float::Equal, 1, &[a, a]);
                let b = self.float(Float::Equal, 1, &[b, b]);
                self.and(a, b)
            }
        }
    }

    /// Whether a value is NaN.
    pub fn float_is_nan(&mut self, x: Expr) -> Expr {
        let number = self.float(Float::Equal, 1, &[x, x]);
        self.not(number)
    }

    /// The negated number.
    pub fn float_neg(&mut self, x: Expr) -> Expr {
        let width = self.width(x);
        let sign = self.constant(width, u128::from(sign(width)));
        self.xor(x, sign)
    }

    /// The absolute value.
    pub fn float_abs(&mut self, x: Expr) -> Expr {
        self.and_const(x, mask(self.width(x) - 1))
    }

    /// The first number with the sign of the second.
    pub fn float_copysign(&mut self, x: Expr, y: Expr) -> Expr {
        let width = self.same_width(x, y);
        let size = self.extract(x, 0, width - 1);
        let sign = self.extract(y, width - 1, 1);
        self.concat(sign, size)
    }

    /// The minimum or the maximum of two numbers.
    pub fn float_extreme(&mut self, which: Extreme, a: Expr, b: Expr) -> Expr {
        let width = self.same_width(a, b);
        let no_b = self.float_is_nan(b);
        if let Extreme::MinNum | Extreme::MaxNum = which {
            let (low, high) = if which == Extreme::MinNum { (a, b) } else { (b, a) };
            let first = self.float(Float::AtMost, 1, &[low, high]);
            let first = self.or(first, no_b);
            return self.ite(first, a, b);
        }
        let (low, high) = if which == Extreme::Minimum { (a, b) } else { (b, a) };
        let negative = self.extract(a, width - 1, 1);
        let equal = match which {
            Extreme::Minimum => self.ite(negative, a, b),
            _ => self.ite(negative, b, a),
        };
        let second = self.float(Float::Less, 1, &[high, low]);
        let result = self.ite(second, b, equal);
        let first = self.float(Float::Less, 1, &[low, high]);
        let result = self.ite(first, a, result);
        let quiet = self.constant(width, u128::from(quiet(width)));
        let (quiet_a, quiet_b) = (self.or(a, quiet), self.or(b, quiet));
        let result = self.ite(no_b, quiet_b, result);
        let no_a = self.float_is_nan(a);
        self.ite(no_a, quiet_a, result)
    }

    /// Whether a number is in one of the classes of a mask; see
    /// [`is_class`](crate::float::is_class).
    pub fn float_is_class(&mut self, x: Expr, classes: u64) -> Expr {
        let width = self.width(x);
        let size = self.float_abs(x);
        let negative = self.extract(x, width - 1, 1);
        let constant = |exprs: &mut Self, bits: u64| exprs.constant(width, u128::from(bits));
        let (zero, infinite) = (constant(self, 0), constant(self, infinity(width)));
        let normal = constant(self, least_normal(width));
        let mut holds = Expr::FALSE;
        let pairs = [(5, 6), (4, 7), (3, 8), (2, 9)];
        for (k, (below, above)) in pairs.into_iter().enumerate() {
            let (below, above) = (classes >> below & 1 == 1, classes >> above & 1 == 1);
            if !below && !above {
                continue;
            }
            let mut kind = match k {
                0 => self.float(Float::Equal, 1, &[size, zero]),
                1 => {
                    let small = self.float(Float::Less, 1, &[size, normal]);
                    let some = self.float(Float::Less, 1, &[zero, size]);
                    self.and(some, small)
                }
                2 => {
                    let large = self.float(Float::AtMost, 1, &[normal, size]);
                    let finite = self.float(Float::Less, 1, &[size, infinite]);
                    self.and(large, finite)
                }
                _ => self.float(Float::Equal, 1, &[size, infinite]),
            };
            if below != above {
                let side = if below { negative } else { self.not(negative) };
                kind = self.and(kind, side);
            }
            holds = self.or(holds, kind);
        }
        let mut no_number = match classes & 3 {
            0 => return holds,
            _ => self.float_is_nan(x),
        };
        if classes & 3 != 3 {
            let quiet = self.extract(x, digits(width) - 1, 1);
            let side = if classes & 3 == 2 { quiet } else { self.not(quiet) };
            no_number = self.and(no_number, side);
        }
        self.or(holds, no_number)
    }

    /// A comparison of bits. As signed integers, the bits without the sign (or their negation, for
    /// negative numbers) have the order of the numbers, and both zeros are 0.
    fn compared(&mut self, op: Float, a: Expr, b: Expr) -> Expr {
        let width = self.width(a);
        let infinite = self.constant(width, u128::from(infinity(width)));
        let [(a, a_is), (b, b_is)] = [a, b].map(|x| {
            let size = self.float_abs(x);
            let is_number = self.ule(size, infinite);
            let below = self.neg(size);
            let negative = self.extract(x, width - 1, 1);
            (self.ite(negative, below, size), is_number)
        });
        let holds = match op {
            Float::Equal => self.eq(a, b),
            Float::Less => self.slt(a, b),
            _ => self.sle(a, b),
        };
        let both = self.and(a_is, b_is);
        self.and(both, holds)
    }

    /// A 32-bit number converted to 64 bits, which is exact.
    fn extended(&mut self, x: Expr) -> Expr {
        let sign = self.extract(x, 31, 1);
        let exponent = self.extract(x, 23, 8);
        let rest = self.extract(x, 0, 23);
        let zero = self.constant(23, 0);
        let is_zero = self.eq(rest, zero);
        let word = |exprs: &mut Self, exponent: Expr, rest: Expr| {
            let below = exprs.constant(29, 0);
            let low = exprs.concat(rest, below);
            let high = exprs.concat(sign, exponent);
            exprs.concat(high, low)
        };
        // The usual case has another bias.
        let wide = self.zext(exponent, 11);
        let bias = self.constant(11, 1023 - 127);
        let moved = self.add(wide, bias);
        let normal = word(self, moved, rest);
        // Subnormal: the first 1 digit moves before the point.
        let mut shifted = rest;
        let mut by = self.constant(11, 0);
        for step in [16, 8, 4, 2, 1] {
            let top = self.extract(shifted, 23 - step, step);
            let none = self.constant(step, 0);
            let empty = self.eq(top, none);
            let distance = self.constant(23, u128::from(step));
            let further = self.shl(shifted, distance);
            shifted = self.ite(empty, further, shifted);
            let distance = self.constant(11, u128::from(step));
            let more = self.add(by, distance);
            by = self.ite(empty, more, by);
        }
        let one = self.constant(23, 1);
        let fraction = self.shl(shifted, one);
        let lowered = self.sub(bias, by);
        let small = word(self, lowered, fraction);
        let none = self.constant(11, 0);
        let nothing = word(self, none, rest);
        let small = self.ite(is_zero, nothing, small);
        // Infinity and NaN.
        let ones = self.constant(11, 0x7ff);
        let quiet = self.constant(23, u128::from(quiet(32)));
        let quieted = self.or(rest, quiet);
        let kept = self.ite(is_zero, rest, quieted);
        let special = word(self, ones, kept);
        let (least, most) = (self.constant(8, 0), self.constant(8, 0xff));
        let is_least = self.eq(exponent, least);
        let is_most = self.eq(exponent, most);
        let result = self.ite(is_least, small, normal);
        self.ite(is_most, special, result)
    }
}
