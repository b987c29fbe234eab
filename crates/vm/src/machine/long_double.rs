//! Floating-point numbers other than `float` and `double`: `long double`, half and quadruple precision.
//!
//! Plain numbers are computed exactly (`pikse_expr::soft`). Of symbolic ones, copies, signs and
//! comparisons are expressions of bits; for everything else they are made concrete, and the result has
//! a note.

use std::cmp::Ordering;

use pikse_expr::Expr;
use pikse_expr::soft::{Format, Operation, Whole};
use pikse_ir::{FloatBinary, FloatCast, FloatCompare, FloatUnary, Inst, Operand};

use super::{Machine, Step};
use crate::state::State;
use crate::value::Value;

/// The format of a width, unless it is that of `float` or `double`.
fn other(width: u8) -> Option<Format> {
    Format::of(width.into()).filter(|_| !matches!(width, 32 | 64))
}

/// Whether an instruction is about such numbers.
pub(super) fn is_other(inst: Inst) -> bool {
    match inst {
        Inst::FloatBinary { width, .. }
        | Inst::FloatUnary { width, .. }
        | Inst::FloatCompare { width, .. } => other(width).is_some(),
        Inst::FloatCast { op, from, to, .. } => match op {
            FloatCast::Extend | FloatCast::Truncate => other(from).or(other(to)).is_some(),
            FloatCast::FromUnsigned | FloatCast::FromSigned => other(to).is_some(),
            _ => other(from).is_some(),
        },
        _ => false,
    }
}

impl Machine<'_> {
    /// Does one instruction on such numbers.
    pub(super) fn other_float(&mut self, state: &mut State, inst: Inst) -> Step<()> {
        let (dst, to, result) = match inst {
            Inst::FloatBinary { op: FloatBinary::CopySign, width, dst, a, b } => {
                let sign = Format::of(width.into()).map_or(0, Format::sign);
                let [a, b] =
                    [a, b].map(|x| self.value(state, x).expr(&mut self.exprs, width.into()));
                let sign = self.exprs.constant(width.into(), sign);
                let rest = self.exprs.not(sign);
                let (a, b) = (self.exprs.and(a, rest), self.exprs.and(b, sign));
                let result = self.exprs.or(a, b);
                self.set_expr(state, dst, result);
                return Ok(());
            }
            Inst::FloatBinary { op, width, dst, a, b } => {
                let Some(format) = Format::of(width.into()) else { return Ok(()) };
                let a = self.other_bits(state, a, width)?;
                let b = self.other_bits(state, b, width)?;
                (dst, width, binary(format, op, a, b))
            }
            Inst::FloatUnary { op: op @ (FloatUnary::Neg | FloatUnary::Abs), width, dst, a } => {
                let sign = Format::of(width.into()).map_or(0, Format::sign);
                let a = self.value(state, a).expr(&mut self.exprs, width.into());
                let sign = self.exprs.constant(width.into(), sign);
                let result = match op {
                    FloatUnary::Neg => self.exprs.xor(a, sign),
                    _ => {
                        let rest = self.exprs.not(sign);
                        self.exprs.and(a, rest)
                    }
                };
                self.set_expr(state, dst, result);
                return Ok(());
            }
            Inst::FloatUnary { op, width, dst, a } => {
                let Some(format) = Format::of(width.into()) else { return Ok(()) };
                let a = self.other_bits(state, a, width)?;
                (dst, width, unary(format, op, a))
            }
            Inst::FloatCompare { op, width, dst, a, b } => {
                let Some(format) = Format::of(width.into()) else { return Ok(()) };
                let (a, b) = (self.value(state, a), self.value(state, b));
                let result = match (a.number(&self.exprs), b.number(&self.exprs)) {
                    (Some(a), Some(b)) => {
                        let holds = match format.compare(a, b) {
                            None => op.unordered,
                            Some(Ordering::Equal) => op.equal,
                            Some(Ordering::Less) => op.less,
                            Some(Ordering::Greater) => op.greater,
                        };
                        self.exprs.bool(holds)
                    }
                    _ => {
                        let [a, b] = [a, b].map(|x| x.expr(&mut self.exprs, width.into()));
                        self.other_compare(op, width, a, b)
                    }
                };
                self.set_expr(state, dst, result);
                return Ok(());
            }
            Inst::FloatCast { op, from, to, dst, a } => {
                let number = self.value(state, a);
                let what = "a number that is converted to or from `long double`";
                let number = match number.number(&self.exprs) {
                    Some(number) => number,
                    None => self.concretize(state, number, from.into(), what)?,
                };
                (dst, to, cast(op, from, to, number))
            }
            _ => return Ok(()),
        };
        let value = Value::of_number(&mut self.exprs, to.into(), result);
        self.set(state, dst, value);
        Ok(())
    }

    /// Whether a `long double` is of one of the kinds in LLVM's mask. It is made concrete.
    pub(super) fn long_class(
        &mut self,
        state: &mut State,
        number: Value,
        classes: u64,
    ) -> Step<Value> {
        let bits = match number.number(&self.exprs) {
            Some(bits) => bits,
            None => self.concretize(state, number, 80, "the class of a floating-point number")?,
        };
        let (exponent, mantissa) = (bits >> 64 & 0x7fff, bits as u64);
        // The first bit of the mantissa is stored; without it, large numbers are none.
        let class = match (exponent, mantissa >> 63, mantissa << 1) {
            (0x7fff, 1, 0) => 9,
            (0x7fff, ..) => mantissa >> 62 & 1,
            (0, 0, 0) => 6,
            (0, 0, _) => 7,
            (1.., 0, _) => 1,
            _ => 8,
        };
        let is_negative = bits >> 79 & 1 == 1;
        let class = if class > 1 && is_negative { 11 - class } else { class };
        Ok(Value::Concrete(classes >> class & 1))
    }

    /// The bits of an operand, which is made concrete.
    fn other_bits(&mut self, state: &mut State, operand: Operand, width: u8) -> Step<u128> {
        let value = self.value(state, operand);
        match value.number(&self.exprs) {
            Some(number) => Ok(number),
            None => self.concretize(state, value, width.into(), "a floating-point number"),
        }
    }

    /// A comparison of symbolic numbers. As integers, numbers of one sign have the same order.
    fn other_compare(&mut self, op: FloatCompare, width: u8, a: Expr, b: Expr) -> Expr {
        let [(nan, sign, rest), (nan_too, sign_too, rest_too)] =
            [a, b].map(|number| self.taken_apart(number, width));
        let exprs = &mut self.exprs;
        let unordered = exprs.or(nan, nan_too);
        let either = exprs.or(rest, rest_too);
        let any = exprs.is_nonzero(either);
        let zeros = exprs.not(any);
        let same = exprs.eq(a, b);
        let equal = exprs.or(same, zeros);
        let below = exprs.ult(rest, rest_too);
        let above = exprs.ult(rest_too, rest);
        let plus = exprs.not(sign);
        // With two signs, the negative one is less, unless both are zero.
        let with_two = exprs.and(sign, any);
        let with_one = exprs.ite(plus, below, above);
        let signs = exprs.eq(sign, sign_too);
        let less = exprs.ite(signs, with_one, with_two);
        let ordered = exprs.not(unordered);
        let mut holds = if op.unordered { unordered } else { Expr::FALSE };
        let not_equal = exprs.not(equal);
        let is_less = exprs.and(less, not_equal);
        let not_less = exprs.not(less);
        let is_greater = exprs.and(not_less, not_equal);
        for (wanted, outcome) in [(op.equal, equal), (op.less, is_less), (op.greater, is_greater)] {
            if wanted {
                let outcome = exprs.and(ordered, outcome);
                holds = exprs.or(holds, outcome);
            }
        }
        holds
    }

    /// Whether a number is NaN, its sign, and its other bits.
    fn taken_apart(&mut self, number: Expr, width: u8) -> (Expr, Expr, Expr) {
        let exprs = &mut self.exprs;
        let width = u32::from(width);
        let sign = exprs.extract(number, width - 1, 1);
        let rest = exprs.extract(number, 0, width - 1);
        let exponent = if width == 16 { 5 } else { 15 };
        // The first digit of a `long double` is stored.
        let digits = width - 1 - exponent - u32::from(width == 80);
        let fraction = exprs.extract(number, 0, digits);
        let power = exprs.extract(number, width - 1 - exponent, exponent);
        let largest = exprs.constant(exponent, u128::MAX);
        let is_largest = exprs.eq(power, largest);
        let is_fraction = exprs.is_nonzero(fraction);
        let mut nan = exprs.and(is_largest, is_fraction);
        if width == 80 {
            let first = exprs.extract(number, 63, 1);
            let missing = exprs.not(first);
            let is_normal = exprs.is_nonzero(power);
            let is_bad = exprs.and(missing, is_normal);
            nan = exprs.or(nan, is_bad);
        }
        (nan, sign, rest)
    }
}

/// The result of an operation on plain numbers.
fn binary(format: Format, op: FloatBinary, a: u128, b: u128) -> u128 {
    let operation = match op {
        FloatBinary::Add => Operation::Add,
        FloatBinary::Sub => Operation::Sub,
        FloatBinary::Mul => Operation::Mul,
        FloatBinary::Div => Operation::Div,
        FloatBinary::Rem => Operation::Rem,
        // Of a number and NaN, the number.
        FloatBinary::MinNum => {
            return match format.compare(a, b) {
                Some(Ordering::Greater) => b,
                None if format.compare(a, a).is_none() => b,
                _ => a,
            };
        }
        _ => {
            return match format.compare(a, b) {
                Some(Ordering::Less) => b,
                None if format.compare(a, a).is_none() => b,
                _ => a,
            };
        }
    };
    format.operate(operation, a, b)
}

/// The result of a function of a plain number.
fn unary(format: Format, op: FloatUnary, a: u128) -> u128 {
    let how = match op {
        FloatUnary::Sqrt => return format.square_root(a),
        FloatUnary::Floor => Whole::Floor,
        FloatUnary::Ceil => Whole::Ceil,
        FloatUnary::Trunc => Whole::Trunc,
        FloatUnary::Round => Whole::Away,
        _ => Whole::Even,
    };
    format.round(how, a)
}

/// A plain number in another format.
fn cast(op: FloatCast, from: u8, to: u8, number: u128) -> u128 {
    let (source, target) = (Format::of(from.into()), Format::of(to.into()));
    match (op, source, target) {
        (FloatCast::Extend | FloatCast::Truncate, Some(source), Some(target)) => {
            source.convert(target, number)
        }
        (FloatCast::FromUnsigned, _, Some(target)) => target.from_integer(false, number),
        (FloatCast::FromSigned, _, Some(target)) => {
            let number = pikse_expr::bits::signed(from.into(), number);
            target.from_integer(number < 0, number.unsigned_abs())
        }
        (FloatCast::ToUnsigned | FloatCast::ToUnsignedSaturating, Some(source), _) => {
            source.to_integer(number, to.into(), false)
        }
        (FloatCast::ToSigned | FloatCast::ToSignedSaturating, Some(source), _) => {
            source.to_integer(number, to.into(), true)
        }
        _ => 0,
    }
}
