//! Floating-point arithmetic.
//!
//! Concrete numbers are computed directly. For symbolic numbers, signs, comparisons and classes are
//! expressions of bits, which every solver decides. Arithmetic, rounding and casts are also expressions,
//! if the solver supports them; otherwise the operands are made concrete, and the result has a note. The
//! same holds for functions that no solver supports: powers, logarithms, trigonometry. Bits that are only
//! copied stay symbolic.

use pikse_expr::float::{self, Extreme, Float, Outcomes};
use pikse_ir::{FloatBinary, FloatCast, FloatCompare, FloatUnary, Inst, Operand, Reg};

use super::{Machine, Step};
use crate::state::State;
use crate::value::Value;
use crate::verdict::ErrorKind;

impl Machine<'_> {
    /// Does one instruction on floating-point numbers.
    pub(super) fn float(&mut self, state: &mut State, inst: Inst) -> Step<()> {
        if super::long_double::is_other(inst) {
            return self.other_float(state, inst);
        }
        match inst {
            Inst::FloatBinary { op, width, dst, a, b } => {
                let (x, y) = (self.value(state, a), self.value(state, b));
                if let (Value::Concrete(x), Value::Concrete(y)) = (x, y) {
                    let result = binary(op, width.into(), x, y);
                    self.set(state, dst, Value::Concrete(result));
                    return Ok(());
                }
                let way = symbolic_binary(op);
                if self.is_built(way) {
                    self.build(state, way, width.into(), dst, &[a, b]);
                    return Ok(());
                }
                let second = match op {
                    FloatBinary::Ldexp | FloatBinary::Powi => 32,
                    _ => width,
                };
                let a = self.float_bits(state, a, width)?;
                let b = self.float_bits(state, b, second)?;
                self.set(state, dst, Value::Concrete(binary(op, width.into(), a, b)));
            }
            Inst::FloatUnary { op, width, dst, a } => {
                let way = symbolic_unary(op);
                if self.value(state, a).concrete().is_none() && self.is_built(way) {
                    self.build(state, way, width.into(), dst, &[a]);
                    return Ok(());
                }
                let a = self.float_bits(state, a, width)?;
                self.set(state, dst, Value::Concrete(unary(op, width.into(), a)));
            }
            Inst::FloatCompare { op, width, dst, a, b } => {
                let (x, y) = (self.value(state, a), self.value(state, b));
                let outcomes = outcomes(op);
                let result = match (x, y) {
                    (Value::Concrete(x), Value::Concrete(y)) => {
                        let holds = float::compare(outcomes, width.into(), x, y);
                        Value::Concrete(u64::from(holds))
                    }
                    _ => {
                        let [x, y] = [x, y].map(|side| side.expr(&mut self.exprs, width.into()));
                        let holds = self.exprs.float_compare(outcomes, x, y);
                        Value::of(&self.exprs, holds)
                    }
                };
                self.set(state, dst, result);
            }
            Inst::FloatCast { op, from, to, dst, a } => {
                let (from, to) = (u32::from(from), u32::from(to));
                let (cast, value) = (cast(op), self.value(state, a));
                if self.options.undefined_behaviour {
                    self.require_fit(state, op, value, from, to)?;
                }
                let number = match value.number(&self.exprs) {
                    Some(number) => number,
                    // A wider format takes no arithmetic.
                    None if op == FloatCast::Extend || self.floats => {
                        let operand = value.expr(&mut self.exprs, from);
                        let result = self.exprs.float(cast, to, &[operand]);
                        self.set_expr(state, dst, result);
                        return Ok(());
                    }
                    None => {
                        let what = match cast.takes_floats() {
                            true => "a floating-point number",
                            false => "an integer that is converted to floating point",
                        };
                        self.concretize(state, value, from, what)?
                    }
                };
                let result = float::cast(cast, from, to, number);
                let result = Value::of_number(&mut self.exprs, to, result);
                self.set(state, dst, result);
            }
            _ => {}
        }
        Ok(())
    }

    /// The integer type must be able to hold the number without its fraction, unless the cast defines the
    /// result for other numbers.
    fn require_fit(
        &mut self,
        state: &mut State,
        op: FloatCast,
        value: Value,
        from: u32,
        to: u32,
    ) -> Step<()> {
        let (low, high) = match op {
            FloatCast::ToSigned => (-power_of_two(to - 1), power_of_two(to - 1)),
            FloatCast::ToUnsigned => (0.0, power_of_two(to)),
            _ => return Ok(()),
        };
        // One less than the least integer, if the format has it; fractions above it are cut off.
        let (below, has_below) = match from {
            32 => (f64::from(low as f32 - 1.0), low as f32 - 1.0 < low as f32),
            _ => (low - 1.0, low - 1.0 < low),
        };
        let number = value.expr(&mut self.exprs, from);
        let mut bound = |number: f64| {
            let bits = if from == 32 {
                u128::from((number as f32).to_bits())
            } else {
                number.to_bits().into()
            };
            self.exprs.constant(from, bits)
        };
        let (least, most) = (bound(if has_below { below } else { low }), bound(high));
        let less = Outcomes { equal: false, less: true, greater: false, unordered: false };
        let above = self.exprs.float_compare(Outcomes { equal: !has_below, ..less }, least, number);
        let under = self.exprs.float_compare(less, number, most);
        let fits = self.exprs.and(above, under);
        self.require(state, fits, ErrorKind::Overflow, "the integer type cannot hold the number")
    }

    /// `a` times `b` plus `c`, rounded once.
    pub(super) fn multiply_add(
        &mut self,
        state: &mut State,
        width: u32,
        dst: Reg,
        operands: [Operand; 3],
    ) -> Step<()> {
        let values = operands.map(|operand| self.value(state, operand).concrete());
        let numbers = match values {
            [Some(a), Some(b), Some(c)] => [a, b, c],
            _ if self.floats => {
                let way = Way::Arithmetic(Float::MultiplyAdd);
                self.build(state, way, width, dst, &operands);
                return Ok(());
            }
            _ => {
                let [a, b, c] = operands;
                let a = self.float_bits(state, a, width as u8)?;
                let b = self.float_bits(state, b, width as u8)?;
                [a, b, self.float_bits(state, c, width as u8)?]
            }
        };
        let result = float::arithmetic(Float::MultiplyAdd, width, numbers);
        self.set(state, dst, Value::Concrete(result));
        Ok(())
    }

    /// Whether a number is of one of the kinds in LLVM's mask.
    pub(super) fn float_class(&mut self, value: Value, width: u32, classes: u64) -> Value {
        match value {
            Value::Concrete(bits) => {
                Value::Concrete(u64::from(float::is_class(width, bits, classes)))
            }
            Value::Symbolic(expr) => {
                let holds = self.exprs.float_is_class(expr, classes);
                Value::of(&self.exprs, holds)
            }
        }
    }

    /// Whether an operation on symbolic numbers becomes an expression.
    fn is_built(&self, way: Way) -> bool {
        match way {
            Way::Bits(_) => true,
            Way::Arithmetic(_) => self.floats,
            Way::Concrete => false,
        }
    }

    /// The expression of an operation.
    fn build(&mut self, state: &mut State, way: Way, width: u32, dst: Reg, operands: &[Operand]) {
        let mut exprs = Vec::with_capacity(operands.len());
        for &operand in operands {
            exprs.push(self.value(state, operand).expr(&mut self.exprs, width));
        }
        let result = match way {
            Way::Bits(Bits::Neg) => self.exprs.float_neg(exprs[0]),
            Way::Bits(Bits::Abs) => self.exprs.float_abs(exprs[0]),
            Way::Bits(Bits::CopySign) => self.exprs.float_copysign(exprs[0], exprs[1]),
            Way::Bits(Bits::Extreme(which)) => self.exprs.float_extreme(which, exprs[0], exprs[1]),
            Way::Arithmetic(op) => self.exprs.float(op, width, &exprs),
            Way::Concrete => exprs[0],
        };
        self.set_expr(state, dst, result);
    }

    /// The bits of a floating-point operand, which is made concrete.
    fn float_bits(&mut self, state: &mut State, operand: Operand, width: u8) -> Step<u64> {
        let value = self.value(state, operand);
        let what = "a floating-point number";
        Ok(self.concretize(state, value, u32::from(width), what)? as u64)
    }
}

/// The expression for an operation on symbolic numbers.
#[derive(Clone, Copy)]
enum Way {
    /// An expression of bits.
    Bits(Bits),
    /// An expression that only some solvers decide.
    Arithmetic(Float),
    /// Nothing: its operands are made concrete.
    Concrete,
}

#[derive(Clone, Copy)]
enum Bits {
    Neg,
    Abs,
    CopySign,
    Extreme(Extreme),
}

fn symbolic_binary(op: FloatBinary) -> Way {
    match op {
        FloatBinary::Add => Way::Arithmetic(Float::Add),
        FloatBinary::Sub => Way::Arithmetic(Float::Sub),
        FloatBinary::Mul => Way::Arithmetic(Float::Mul),
        FloatBinary::Div => Way::Arithmetic(Float::Div),
        FloatBinary::CopySign => Way::Bits(Bits::CopySign),
        FloatBinary::MinNum => Way::Bits(Bits::Extreme(Extreme::MinNum)),
        FloatBinary::MaxNum => Way::Bits(Bits::Extreme(Extreme::MaxNum)),
        FloatBinary::Minimum => Way::Bits(Bits::Extreme(Extreme::Minimum)),
        FloatBinary::Maximum => Way::Bits(Bits::Extreme(Extreme::Maximum)),
        FloatBinary::Rem
        | FloatBinary::Pow
        | FloatBinary::Ldexp
        | FloatBinary::Powi
        | FloatBinary::Atan2 => Way::Concrete,
    }
}

fn symbolic_unary(op: FloatUnary) -> Way {
    match op {
        FloatUnary::Neg => Way::Bits(Bits::Neg),
        FloatUnary::Abs => Way::Bits(Bits::Abs),
        FloatUnary::Sqrt => Way::Arithmetic(Float::Sqrt),
        FloatUnary::Floor => Way::Arithmetic(Float::Floor),
        FloatUnary::Ceil => Way::Arithmetic(Float::Ceil),
        FloatUnary::Trunc => Way::Arithmetic(Float::Trunc),
        FloatUnary::Rint | FloatUnary::NearbyInt | FloatUnary::RoundEven => {
            Way::Arithmetic(Float::RoundEven)
        }
        FloatUnary::Round => Way::Arithmetic(Float::Round),
        FloatUnary::Sin
        | FloatUnary::Cos
        | FloatUnary::Tan
        | FloatUnary::Exp
        | FloatUnary::Exp2
        | FloatUnary::Log
        | FloatUnary::Log2
        | FloatUnary::Log10 => Way::Concrete,
    }
}

fn outcomes(op: FloatCompare) -> Outcomes {
    let FloatCompare { equal, less, greater, unordered } = op;
    Outcomes { equal, less, greater, unordered }
}

fn power_of_two(exponent: u32) -> f64 {
    2f64.powi(exponent as i32)
}

/// A number that does not fit has no defined result; the nearest integer is used.
fn cast(op: FloatCast) -> Float {
    match op {
        FloatCast::Extend | FloatCast::Truncate => Float::Convert,
        FloatCast::FromUnsigned => Float::FromUnsigned,
        FloatCast::FromSigned => Float::FromSigned,
        FloatCast::ToUnsigned | FloatCast::ToUnsignedSaturating => Float::ToUnsigned,
        FloatCast::ToSigned | FloatCast::ToSignedSaturating => Float::ToSigned,
    }
}

/// The result of an operation on plain numbers.
fn binary(op: FloatBinary, width: u32, a: u64, b: u64) -> u64 {
    let arithmetic = |op| float::arithmetic(op, width, [a, b, 0]);
    match op {
        FloatBinary::Add => arithmetic(Float::Add),
        FloatBinary::Sub => arithmetic(Float::Sub),
        FloatBinary::Mul => arithmetic(Float::Mul),
        FloatBinary::Div => arithmetic(Float::Div),
        FloatBinary::MinNum => float::extreme(Extreme::MinNum, width, a, b),
        FloatBinary::MaxNum => float::extreme(Extreme::MaxNum, width, a, b),
        FloatBinary::Minimum => float::extreme(Extreme::Minimum, width, a, b),
        FloatBinary::Maximum => float::extreme(Extreme::Maximum, width, a, b),
        FloatBinary::CopySign => a & !float::sign(width) | b & float::sign(width),
        _ if width == 32 => u64::from(other32(op, a as u32, b as u32)),
        _ => other64(op, a, b),
    }
}

/// The result of a function of a plain number.
fn unary(op: FloatUnary, width: u32, a: u64) -> u64 {
    match symbolic_unary(op) {
        Way::Bits(Bits::Neg) => a ^ float::sign(width),
        Way::Bits(_) => a & !float::sign(width),
        Way::Arithmetic(op) => float::arithmetic(op, width, [a, 0, 0]),
        Way::Concrete if width == 32 => u64::from(function32(op, a as u32)),
        Way::Concrete => function64(op, a),
    }
}

/// Operations that are never expressions; both widths have the same functions under the same names.
macro_rules! functions {
    ($binary:ident, $unary:ident, $float:ty, $bits:ty) => {
        fn $binary(op: FloatBinary, a: $bits, b: $bits) -> $bits {
            let (x, y) = (<$float>::from_bits(a), <$float>::from_bits(b));
            let result = match op {
                FloatBinary::Rem => x % y,
                FloatBinary::Pow => x.powf(y),
                FloatBinary::Ldexp => {
                    // In steps, so that a result in range is not lost on the way.
                    let mut rest = b as u32 as i32;
                    let mut result = x;
                    while rest != 0 && result != 0.0 && result.is_finite() {
                        let step = rest.clamp(-60, 60);
                        result *= (2.0 as $float).powi(step);
                        rest -= step;
                    }
                    result
                }
                FloatBinary::Powi => x.powi(b as u32 as i32),
                FloatBinary::Atan2 => x.atan2(y),
                _ => unreachable!("{op:?} is an expression"),
            };
            result.to_bits()
        }

        fn $unary(op: FloatUnary, a: $bits) -> $bits {
            let x = <$float>::from_bits(a);
            let result = match op {
                FloatUnary::Sin => x.sin(),
                FloatUnary::Cos => x.cos(),
                FloatUnary::Tan => x.tan(),
                FloatUnary::Exp => x.exp(),
                FloatUnary::Exp2 => x.exp2(),
                FloatUnary::Log => x.ln(),
                FloatUnary::Log2 => x.log2(),
                FloatUnary::Log10 => x.log10(),
                _ => unreachable!("{op:?} is an expression"),
            };
            result.to_bits()
        }
    };
}

functions!(other32, function32, f32, u32);
functions!(other64, function64, f64, u64);
