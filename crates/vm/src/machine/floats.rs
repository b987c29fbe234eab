//! Floating-point arithmetic, on plain numbers.
//!
//! There are no symbolic floating-point numbers: one that is needed is made concrete, which the
//! result tells. Bits that are only moved about stay symbolic.

use pikse_ir::{FloatBinary, FloatCast, FloatCompare, FloatUnary, Inst, Operand};

use super::{Machine, Step};
use crate::state::State;
use crate::value::{Value, signed};

impl Machine<'_> {
    /// Does one instruction on floating-point numbers.
    pub(super) fn float(&mut self, state: &mut State, inst: Inst) -> Step<()> {
        match inst {
            Inst::FloatBinary { op, width, dst, a, b } => {
                let second = match op {
                    FloatBinary::Ldexp | FloatBinary::Powi => 32,
                    _ => width,
                };
                let a = self.float_bits(state, a, width)?;
                let b = self.float_bits(state, b, second)?;
                let result = match width {
                    32 => u64::from(binary32(op, a as u32, b as u32)),
                    _ => binary64(op, a, b),
                };
                self.set(state, dst, Value::Concrete(result));
            }
            Inst::FloatUnary { op, width, dst, a } => {
                let a = self.float_bits(state, a, width)?;
                let result = match width {
                    32 => u64::from(unary32(op, a as u32)),
                    _ => unary64(op, a),
                };
                self.set(state, dst, Value::Concrete(result));
            }
            Inst::FloatCompare { op, width, dst, a, b } => {
                let a = self.float_bits(state, a, width)?;
                let b = self.float_bits(state, b, width)?;
                let holds = compare(op, widened(width, a), widened(width, b));
                self.set(state, dst, Value::Concrete(u64::from(holds)));
            }
            Inst::FloatCast { op, from, to, dst, a } => {
                let from_float = !matches!(op, FloatCast::FromSigned | FloatCast::FromUnsigned);
                let value = self.value(state, a);
                let number = match from_float {
                    true => u128::from(self.float_bits(state, a, from)?),
                    false => {
                        let what = "a number that becomes floating-point";
                        self.concretize(state, value, u32::from(from), what)?
                    }
                };
                let result = cast(op, u32::from(from), u32::from(to), number);
                let result = Value::of_number(&mut self.exprs, u32::from(to), result);
                self.set(state, dst, result);
            }
            _ => {}
        }
        Ok(())
    }

    /// The bits of a floating-point operand.
    pub(super) fn float_bits(
        &mut self,
        state: &mut State,
        operand: Operand,
        width: u8,
    ) -> Step<u64> {
        let value = self.value(state, operand);
        let what = "a floating-point number";
        Ok(self.concretize(state, value, u32::from(width), what)? as u64)
    }
}

fn widened(width: u8, bits: u64) -> f64 {
    match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

fn compare(op: FloatCompare, a: f64, b: f64) -> bool {
    match a.partial_cmp(&b) {
        None => op.unordered,
        Some(std::cmp::Ordering::Equal) => op.equal,
        Some(std::cmp::Ordering::Less) => op.less,
        Some(std::cmp::Ordering::Greater) => op.greater,
    }
}

/// The two widths have the same operations under the same names.
macro_rules! operations {
    ($binary:ident, $unary:ident, $float:ty, $bits:ty) => {
        fn $binary(op: FloatBinary, a: $bits, b: $bits) -> $bits {
            let (x, y) = (<$float>::from_bits(a), <$float>::from_bits(b));
            let result = match op {
                FloatBinary::Add => x + y,
                FloatBinary::Sub => x - y,
                FloatBinary::Mul => x * y,
                FloatBinary::Div => x / y,
                FloatBinary::Rem => x % y,
                FloatBinary::MinNum => x.min(y),
                FloatBinary::MaxNum => x.max(y),
                FloatBinary::Minimum | FloatBinary::Maximum if x.is_nan() || y.is_nan() => {
                    <$float>::NAN
                }
                FloatBinary::Minimum if x == y => {
                    if x.is_sign_negative() {
                        x
                    } else {
                        y
                    }
                }
                FloatBinary::Minimum => x.min(y),
                FloatBinary::Maximum if x == y => {
                    if x.is_sign_negative() {
                        y
                    } else {
                        x
                    }
                }
                FloatBinary::Maximum => x.max(y),
                FloatBinary::CopySign => x.copysign(y),
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
            };
            result.to_bits()
        }

        fn $unary(op: FloatUnary, a: $bits) -> $bits {
            let x = <$float>::from_bits(a);
            let result = match op {
                FloatUnary::Neg => -x,
                FloatUnary::Abs => x.abs(),
                FloatUnary::Sqrt => x.sqrt(),
                FloatUnary::Floor => x.floor(),
                FloatUnary::Ceil => x.ceil(),
                FloatUnary::Trunc => x.trunc(),
                FloatUnary::Rint | FloatUnary::NearbyInt | FloatUnary::RoundEven => {
                    x.round_ties_even()
                }
                FloatUnary::Round => x.round(),
                FloatUnary::Sin => x.sin(),
                FloatUnary::Cos => x.cos(),
                FloatUnary::Tan => x.tan(),
                FloatUnary::Exp => x.exp(),
                FloatUnary::Exp2 => x.exp2(),
                FloatUnary::Log => x.ln(),
                FloatUnary::Log2 => x.log2(),
                FloatUnary::Log10 => x.log10(),
            };
            result.to_bits()
        }
    };
}

operations!(binary32, unary32, f32, u32);
operations!(binary64, unary64, f64, u64);

/// `a` times `b` plus `c`, rounded once.
pub(super) fn multiply_add(width: u32, a: u64, b: u64, c: u64) -> u64 {
    match width {
        32 => {
            let [a, b, c] = [a, b, c].map(|bits| f32::from_bits(bits as u32));
            u64::from(a.mul_add(b, c).to_bits())
        }
        _ => {
            let [a, b, c] = [a, b, c].map(f64::from_bits);
            a.mul_add(b, c).to_bits()
        }
    }
}

/// Whether a number is of one of the kinds in LLVM's mask.
pub(super) fn is_class(width: u32, bits: u64, mask: u64) -> bool {
    let (x, quiet) = match width {
        32 => (f64::from(f32::from_bits(bits as u32)), bits >> 22 & 1 == 1),
        _ => (f64::from_bits(bits), bits >> 51 & 1 == 1),
    };
    let subnormal = match width {
        32 => f32::from_bits(bits as u32).is_subnormal(),
        _ => x.is_subnormal(),
    };
    let positive = x.is_sign_positive();
    let class = match () {
        () if x.is_nan() => u32::from(quiet),
        () if x.is_infinite() => {
            if positive {
                9
            } else {
                2
            }
        }
        () if x == 0.0 => {
            if positive {
                6
            } else {
                5
            }
        }
        () if subnormal => {
            if positive {
                7
            } else {
                4
            }
        }
        () => {
            if positive {
                8
            } else {
                3
            }
        }
    };
    mask >> class & 1 == 1
}

fn cast(op: FloatCast, from: u32, to: u32, number: u128) -> u128 {
    let float = || match from {
        32 => f64::from(f32::from_bits(number as u32)),
        _ => f64::from_bits(number as u64),
    };
    let from_f64 = |x: f64| u128::from(x.to_bits());
    let limit = pikse_expr::bits::mask(to);
    match op {
        FloatCast::Extend => from_f64(float()),
        FloatCast::Truncate => u128::from((float() as f32).to_bits()),
        FloatCast::FromUnsigned if to == 32 => u128::from((number as f32).to_bits()),
        FloatCast::FromUnsigned => from_f64(number as f64),
        FloatCast::FromSigned => {
            let number = match from {
                ..=64 => i128::from(signed(from, number as u64)),
                _ => pikse_expr::bits::signed(from, number),
            };
            match to {
                32 => u128::from((number as f32).to_bits()),
                _ => from_f64(number as f64),
            }
        }
        // What does not fit has no particular value; the processor's is not to be relied on.
        FloatCast::ToUnsigned | FloatCast::ToUnsignedSaturating => (float() as u128).min(limit),
        FloatCast::ToSigned | FloatCast::ToSignedSaturating => {
            let most = (limit >> 1) as i128;
            (float() as i128).clamp(-most - 1, most) as u128 & limit
        }
    }
}
