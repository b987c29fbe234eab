//! The meaning of floating-point operators, on plain bits.
//!
//! A number is its bits in the IEEE 754 format of 32 or 64 bits, rounded to nearest, ties to even.
//! The symbolic machine computes with these functions, and expressions are folded and evaluated by
//! them, so that both agree.
//!
//! **NaN.** IEEE 754 leaves the bits of a NaN result open, and programs can see them: a sign is
//! printed. The rule is that of the SSE instructions, so that a native run prints the same: the
//! first NaN operand, made quiet; if no operand is NaN, the processor's default NaN, which is
//! negative on x86-64.

use std::cmp::Ordering;

use crate::bits::{mask, signed};

/// The floating-point operators of expressions. Numbers are 32 or 64 bits wide.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Float {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// The first operand times the second plus the third, rounded once.
    MultiplyAdd,
    /// Square root.
    Sqrt,
    /// Rounds down to an integer.
    Floor,
    /// Rounds up to an integer.
    Ceil,
    /// Rounds towards zero to an integer.
    Trunc,
    /// The nearest integer, ties to even.
    RoundEven,
    /// The nearest integer, ties away from zero.
    Round,
    /// The number converted to the other format, rounded.
    Convert,
    /// The number nearest to a signed integer of any width.
    FromSigned,
    /// The number nearest to an unsigned integer of any width.
    FromUnsigned,
    /// The signed integer, rounded towards zero and saturated; 0 for NaN.
    ToSigned,
    /// The unsigned integer, rounded towards zero and saturated; 0 for NaN.
    ToUnsigned,
    /// Equality. Zeros of both signs are equal, NaN is not equal to itself.
    Equal,
    /// Whether the first is less.
    Less,
    /// Whether the first is less or equal.
    AtMost,
}

impl Float {
    /// Every operator.
    pub const ALL: [Self; 19] = [
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Div,
        Self::MultiplyAdd,
        Self::Sqrt,
        Self::Floor,
        Self::Ceil,
        Self::Trunc,
        Self::RoundEven,
        Self::Round,
        Self::Convert,
        Self::FromSigned,
        Self::FromUnsigned,
        Self::ToSigned,
        Self::ToUnsigned,
        Self::Equal,
        Self::Less,
        Self::AtMost,
    ];

    /// The number of operands.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Self::Add | Self::Sub | Self::Mul | Self::Div => 2,
            Self::Equal | Self::Less | Self::AtMost => 2,
            Self::MultiplyAdd => 3,
            _ => 1,
        }
    }

    /// Whether the result is a condition.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Self::Equal | Self::Less | Self::AtMost)
    }

    /// Whether the operands are floating-point numbers.
    #[must_use]
    pub fn takes_floats(self) -> bool {
        !matches!(self, Self::FromSigned | Self::FromUnsigned)
    }

    /// Whether the result is a floating-point number.
    #[must_use]
    pub fn makes_float(self) -> bool {
        !matches!(self, Self::ToSigned | Self::ToUnsigned) && !self.is_comparison()
    }

    /// Whether an operator on operands of `from` bits only looks at bits, so that every solver
    /// decides it.
    #[must_use]
    pub fn is_bits(self, from: u32) -> bool {
        self.is_comparison() || (self == Self::Convert && from == 32)
    }

    /// Whether operands of `from` bits can make a result of `to` bits.
    #[must_use]
    pub fn fits(self, from: u32, to: u32) -> bool {
        let float = |width| matches!(width, 32 | 64);
        match self {
            Self::Convert => float(from) && float(to) && from != to,
            Self::FromSigned | Self::FromUnsigned => (1..=128).contains(&from) && float(to),
            Self::ToSigned | Self::ToUnsigned => float(from) && (1..=128).contains(&to),
            _ if self.is_comparison() => float(from) && to == 1,
            _ => float(from) && from == to,
        }
    }
}

/// The outcomes for which a comparison of two numbers holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcomes {
    /// If both are equal.
    pub equal: bool,
    /// If the left one is less.
    pub less: bool,
    /// If the left one is greater.
    pub greater: bool,
    /// If one is NaN.
    pub unordered: bool,
}

/// Minimum and maximum of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extreme {
    /// As in IEEE 754-2008: if one is NaN, the other one; the first of two zeros.
    MinNum,
    /// Likewise.
    MaxNum,
    /// As in IEEE 754-2019: NaN if one is NaN; -0 is less than 0.
    Minimum,
    /// Likewise.
    Maximum,
}

/// The sign bit of a format.
#[inline]
#[must_use]
pub const fn sign(width: u32) -> u64 {
    1 << (width - 1)
}

/// The bits of infinity in a format.
#[inline]
#[must_use]
pub const fn infinity(width: u32) -> u64 {
    if width == 32 { 0x7f80_0000 } else { 0x7ff0_0000_0000_0000 }
}

/// The smallest normal number of a format.
#[inline]
#[must_use]
pub const fn least_normal(width: u32) -> u64 {
    1 << digits(width)
}

/// The mask of the fraction of a format.
#[inline]
#[must_use]
pub(crate) const fn digits(width: u32) -> u32 {
    if width == 32 { 23 } else { 52 }
}

/// The quiet bit of a NaN in a format.
#[inline]
#[must_use]
pub const fn quiet(width: u32) -> u64 {
    1 << (digits(width) - 1)
}

/// The processor's default NaN.
#[must_use]
pub const fn default_nan(width: u32) -> u64 {
    let sign = if cfg!(target_arch = "x86_64") { sign(width) } else { 0 };
    sign | infinity(width) | quiet(width)
}

/// Whether the bits are a NaN.
#[inline]
#[must_use]
pub const fn is_nan(width: u32, bits: u64) -> bool {
    bits & !sign(width) > infinity(width)
}

/// The bits of a NaN result; missing operands are zero.
#[cold]
fn nan(width: u32, operands: [u64; 3]) -> u64 {
    let first = operands.into_iter().find(|&bits| is_nan(width, bits));
    first.map_or(default_nan(width), |bits| bits | quiet(width))
}

/// Both formats have the same operations.
macro_rules! arithmetic {
    ($name:ident, $float:ty, $bits:ty) => {
        #[inline]
        fn $name(op: Float, operands: [u64; 3]) -> u64 {
            let [x, y, z] = operands.map(|bits| <$float>::from_bits(bits as $bits));
            let result = match op {
                Float::Add => x + y,
                Float::Sub => x - y,
                Float::Mul => x * y,
                Float::Div => x / y,
                Float::MultiplyAdd => x.mul_add(y, z),
                Float::Sqrt => x.sqrt(),
                Float::Floor => x.floor(),
                Float::Ceil => x.ceil(),
                Float::Trunc => x.trunc(),
                Float::RoundEven => x.round_ties_even(),
                Float::Round => x.round(),
                _ => unreachable!("{op:?} is a cast or a comparison"),
            };
            if result.is_nan() {
                return nan(<$bits>::BITS, operands);
            }
            u64::from(result.to_bits())
        }
    };
}

arithmetic!(arithmetic32, f32, u32);
arithmetic!(arithmetic64, f64, u64);

/// The result of arithmetic on numbers of one width; missing operands are 0.
///
/// # Panics
/// If the operator is a cast or a comparison.
#[inline]
#[must_use]
pub fn arithmetic(op: Float, width: u32, operands: [u64; 3]) -> u64 {
    match width {
        32 => arithmetic32(op, operands),
        _ => arithmetic64(op, operands),
    }
}

/// A number of either format as an `f64`, which represents both exactly.
#[inline]
fn widened(width: u32, bits: u64) -> f64 {
    match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// Whether a comparison holds.
#[inline]
#[must_use]
pub fn compare(outcomes: Outcomes, width: u32, a: u64, b: u64) -> bool {
    match widened(width, a).partial_cmp(&widened(width, b)) {
        None => outcomes.unordered,
        Some(Ordering::Equal) => outcomes.equal,
        Some(Ordering::Less) => outcomes.less,
        Some(Ordering::Greater) => outcomes.greater,
    }
}

/// The minimum or the maximum of two numbers.
#[must_use]
pub fn extreme(which: Extreme, width: u32, a: u64, b: u64) -> u64 {
    let ordering = widened(width, a).partial_cmp(&widened(width, b));
    let negative = a & sign(width) != 0;
    match (which, ordering) {
        (Extreme::MinNum | Extreme::MaxNum, None) if is_nan(width, b) => a,
        (Extreme::MinNum | Extreme::MaxNum, None) => b,
        (Extreme::Minimum | Extreme::Maximum, None) => nan(width, [a, b, 0]),
        (Extreme::Minimum, Some(Ordering::Equal)) if !negative => b,
        (Extreme::Maximum, Some(Ordering::Equal)) if negative => b,
        (Extreme::MinNum | Extreme::Minimum, Some(Ordering::Greater)) => b,
        (Extreme::MaxNum | Extreme::Maximum, Some(Ordering::Less)) => b,
        _ => a,
    }
}

/// Whether a number is in one of the classes of LLVM's mask; from bit 0 on: signalling NaN, quiet
/// NaN; negative infinity, normal, subnormal, zero; positive zero, subnormal, normal, infinity.
#[must_use]
pub fn is_class(width: u32, bits: u64, classes: u64) -> bool {
    let size = bits & !sign(width);
    let class = match () {
        () if is_nan(width, bits) => u32::from(bits & quiet(width) != 0),
        () if size == infinity(width) => 9,
        () if size >= least_normal(width) => 8,
        () if size != 0 => 7,
        () => 6,
    };
    // The negative classes are in reverse order.
    let class = if class > 1 && bits != size { 11 - class } else { class };
    classes >> class & 1 == 1
}

/// Converts a number to another format or to an integer, or an integer to a number.
///
/// # Panics
/// If the operator is not a cast.
#[must_use]
pub fn cast(op: Float, from: u32, to: u32, number: u128) -> u128 {
    let float = || widened(from, number as u64);
    let limit = mask(to);
    match op {
        Float::Convert if is_nan(from, number as u64) => {
            u128::from(convert_nan(from, number as u64))
        }
        Float::Convert if to == 32 => u128::from((float() as f32).to_bits()),
        Float::Convert => u128::from(float().to_bits()),
        Float::FromUnsigned if to == 32 => u128::from((number as f32).to_bits()),
        Float::FromUnsigned => u128::from((number as f64).to_bits()),
        Float::FromSigned if to == 32 => u128::from((signed(from, number) as f32).to_bits()),
        Float::FromSigned => u128::from((signed(from, number) as f64).to_bits()),
        Float::ToUnsigned => (float() as u128).min(limit),
        Float::ToSigned => {
            let most = (limit >> 1) as i128;
            (float() as i128).clamp(-most - 1, most) as u128 & limit
        }
        _ => unreachable!("{op:?} is not a cast"),
    }
}

/// A NaN in the other format: its highest bits stay.
fn convert_nan(from: u32, bits: u64) -> u64 {
    let to = 96 - from;
    let sign_bit = if bits & sign(from) == 0 { 0 } else { sign(to) };
    let rest = bits & (least_normal(from) - 1);
    let rest = if to == 32 { rest >> 29 } else { rest << 29 };
    sign_bit | infinity(to) | quiet(to) | rest
}

/// The result of an operator on operands of `from` bits, `to` bits wide. Missing operands are 0.
#[must_use]
pub fn apply(op: Float, from: u32, to: u32, operands: [u128; 3]) -> u128 {
    let [a, b, c] = operands.map(|bits| bits as u64);
    let holds = |equal, less| {
        let outcomes = Outcomes { equal, less, greater: false, unordered: false };
        u128::from(compare(outcomes, from, a, b))
    };
    match op {
        Float::Equal => holds(true, false),
        Float::Less => holds(false, true),
        Float::AtMost => holds(true, true),
        Float::Convert
        | Float::FromSigned
        | Float::FromUnsigned
        | Float::ToSigned
        | Float::ToUnsigned => cast(op, from, to, operands[0]),
        _ => u128::from(arithmetic(op, from, [a, b, c])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(x: f64) -> u64 {
        x.to_bits()
    }

    /// Results that IEEE 754 prescribes, and NaN results.
    #[test]
    fn meanings() {
        let (nan, zero) = (f64::NAN, 0.0f64);
        let payload = 0x7ff0_0000_0000_1234;
        let quieted = 0x7ff8_0000_0000_1234;
        let none = default_nan(64);
        let cases: &[(Float, [u64; 3], u64)] = &[
            (Float::Add, [bits(0.1), bits(0.2), 0], bits(0.300_000_000_000_000_04)),
            (Float::Add, [bits(zero), bits(-zero), 0], bits(0.0)),
            (Float::Sub, [bits(f64::INFINITY), bits(f64::INFINITY), 0], none),
            (Float::Mul, [bits(-zero), bits(3.0), 0], bits(-0.0)),
            (Float::Mul, [bits(1.5), payload, 0], quieted),
            (Float::Mul, [bits(nan), payload, 0], bits(nan)),
            (Float::Div, [bits(1.0), bits(-zero), 0], bits(f64::NEG_INFINITY)),
            (Float::Div, [bits(zero), bits(zero), 0], none),
            (
                Float::MultiplyAdd,
                [bits(1e308), bits(10.0), bits(f64::NEG_INFINITY)],
                bits(f64::NEG_INFINITY),
            ),
            (Float::Sqrt, [bits(-zero), 0, 0], bits(-0.0)),
            (Float::Sqrt, [bits(-1.0), 0, 0], none),
            (Float::Floor, [bits(-0.5), 0, 0], bits(-1.0)),
            (Float::Ceil, [bits(-0.5), 0, 0], bits(-0.0)),
            (Float::Round, [bits(2.5), 0, 0], bits(3.0)),
            (Float::RoundEven, [bits(2.5), 0, 0], bits(2.0)),
            (Float::Trunc, [payload, 0, 0], quieted),
        ];
        for &(op, operands, expected) in cases {
            assert_eq!(arithmetic(op, 64, operands), expected, "{op:?} of {operands:x?}");
        }
    }

    #[test]
    fn casts() {
        let cases: &[(Float, u32, u32, u128, u128)] = &[
            (Float::Convert, 32, 64, 1, 0x36a0_0000_0000_0000),
            (Float::Convert, 64, 32, u128::from(1e300f64.to_bits()), 0x7f80_0000),
            (Float::Convert, 32, 64, 0xff80_0001, 0xfff8_0000_2000_0000),
            (Float::Convert, 64, 32, 0x7ff0_0000_0000_0001, 0x7fc0_0000),
            (Float::FromSigned, 1, 32, 1, u128::from((-1.0f32).to_bits())),
            (Float::FromSigned, 128, 64, u128::MAX, u128::from((-1.0f64).to_bits())),
            (Float::FromUnsigned, 128, 32, u128::MAX, 0x7f80_0000),
            (Float::FromUnsigned, 64, 32, 16_777_217, u128::from(16_777_216f32.to_bits())),
            (Float::ToSigned, 64, 8, u128::from((-1.9f64).to_bits()), 0xff),
            (Float::ToSigned, 64, 8, u128::from(1e9f64.to_bits()), 0x7f),
            (Float::ToSigned, 64, 8, u128::from((-1e9f64).to_bits()), 0x80),
            (Float::ToUnsigned, 64, 8, u128::from((-3.0f64).to_bits()), 0),
            (Float::ToUnsigned, 64, 8, u128::from(f64::NAN.to_bits()), 0),
            (Float::ToUnsigned, 32, 128, 0x7f80_0000, u128::MAX),
        ];
        for &(op, from, to, number, expected) in cases {
            assert!(op.fits(from, to), "{op:?} from {from} to {to}");
            assert_eq!(
                cast(op, from, to, number),
                expected,
                "{op:?} of {number:#x}, {from} to {to}"
            );
        }
    }

    /// Every kind of number is in exactly one class, and in the right one.
    #[test]
    fn classes() {
        let tiny = f64::from_bits(1);
        let kinds = [
            f64::from_bits(0x7ff0_0000_0000_0001),
            f64::NAN,
            f64::NEG_INFINITY,
            -1.5,
            -tiny,
            -0.0,
            0.0,
            tiny,
            1.5,
            f64::INFINITY,
        ];
        let narrow: [u32; 10] = [
            0xff80_0001,
            0xffc0_0000,
            0xff80_0000,
            0xc000_0000,
            0x8000_0001,
            0x8000_0000,
            0,
            1,
            0x0080_0000,
            0x7f80_0000,
        ];
        for (k, (x, y)) in kinds.into_iter().zip(narrow).enumerate() {
            for class in 0..10 {
                assert_eq!(is_class(64, x.to_bits(), 1 << class), class == k, "{x}, {class}");
                assert_eq!(is_class(32, u64::from(y), 1 << class), class == k, "{y:#x}, {class}");
            }
        }
    }
}
