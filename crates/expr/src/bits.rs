//! The meaning of the operators, on plain numbers.
//!
//! A value of width `w` is a `u128` whose bits from `w` on are zero. The semantics are SMT-LIB's,
//! so every operator is total: `x / 0` is all ones (`1` for a negative signed `x`), `x % 0` is `x`,
//! and a shift by the width or more leaves only the sign.

use crate::node::Binary;

/// A number with the lowest `width` bits set.
#[inline]
#[must_use]
pub const fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

/// The sign bit at this width.
#[inline]
#[must_use]
pub const fn sign_bit(width: u32) -> u128 {
    1 << (width - 1)
}

/// The value as a signed number.
#[inline]
#[must_use]
pub const fn signed(width: u32, value: u128) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The value sign-extended to `to` bits.
#[inline]
#[must_use]
pub const fn sign_extend(from: u32, to: u32, value: u128) -> u128 {
    signed(from, value) as u128 & mask(to)
}

/// The two's complement of a value.
#[inline]
#[must_use]
pub const fn negate(width: u32, value: u128) -> u128 {
    value.wrapping_neg() & mask(width)
}

/// The result of an operator on operands of `width` bits. For [`Binary::Concat`],
/// `width` is that of the right operand.
#[inline]
#[must_use]
pub fn apply(op: Binary, width: u32, a: u128, b: u128) -> u128 {
    let all = mask(width);
    let bool = u128::from;
    match op {
        Binary::Add => a.wrapping_add(b) & all,
        Binary::Sub => a.wrapping_sub(b) & all,
        Binary::Mul => a.wrapping_mul(b) & all,
        Binary::Udiv => a.checked_div(b).unwrap_or(all),
        Binary::Urem => a.checked_rem(b).unwrap_or(a),
        Binary::Sdiv => {
            let (s, t) = (signed(width, a), signed(width, b));
            match t {
                0 if s < 0 => 1,
                0 => all,
                _ => s.wrapping_div(t) as u128 & all,
            }
        }
        Binary::Srem => {
            let (s, t) = (signed(width, a), signed(width, b));
            if t == 0 { a } else { s.wrapping_rem(t) as u128 & all }
        }
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => {
            if b >= u128::from(width) {
                0
            } else {
                (a << b) & all
            }
        }
        Binary::Lshr => {
            if b >= u128::from(width) {
                0
            } else {
                a >> b
            }
        }
        Binary::Ashr => {
            let by = b.min(u128::from(width) - 1);
            (signed(width, a) >> by) as u128 & all
        }
        Binary::Eq => bool(a == b),
        Binary::Ult => bool(a < b),
        Binary::Ule => bool(a <= b),
        Binary::Slt => bool(signed(width, a) < signed(width, b)),
        Binary::Sle => bool(signed(width, a) <= signed(width, b)),
        Binary::Concat => (a << width) | b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Operands and results on which the language standards and SMT-LIB agree.
    #[test]
    fn meanings() {
        use Binary::*;
        let cases: &[(Binary, u32, u128, u128, u128)] = &[
            (Add, 8, 0xff, 1, 0),
            (Sub, 8, 0, 1, 0xff),
            (Mul, 8, 0x10, 0x10, 0),
            (Mul, 128, u128::MAX, u128::MAX, 1),
            (Udiv, 8, 7, 0, 0xff),
            (Urem, 8, 7, 0, 7),
            (Sdiv, 8, 0xf9, 2, 0xfd),
            (Sdiv, 8, 7, 0, 0xff),
            (Sdiv, 8, 0xf9, 0, 1),
            (Sdiv, 8, 0x80, 0xff, 0x80),
            (Sdiv, 128, 1 << 127, u128::MAX, 1 << 127),
            (Srem, 8, 0xf9, 2, 0xff),
            (Srem, 8, 0x80, 0xff, 0),
            (Srem, 8, 0xf9, 0, 0xf9),
            (Shl, 8, 1, 7, 0x80),
            (Shl, 8, 1, 8, 0),
            (Lshr, 8, 0x80, 7, 1),
            (Lshr, 8, 0x80, 200, 0),
            (Ashr, 8, 0x80, 200, 0xff),
            (Ashr, 8, 0x40, 200, 0),
            (Ult, 8, 1, 0xff, 1),
            (Slt, 8, 1, 0xff, 0),
            (Sle, 8, 0x80, 0x7f, 1),
            (Slt, 1, 1, 0, 1),
            (Concat, 8, 0xab, 0xcd, 0xabcd),
        ];
        for &(op, width, a, b, expected) in cases {
            assert_eq!(apply(op, width, a, b), expected, "{op:?} at {width}: {a:#x}, {b:#x}");
        }
    }
}
