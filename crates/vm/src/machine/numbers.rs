//! Arithmetic on plain numbers of up to 64 bits.

use pikse_ir::{Binary, Cast, Compare};

use crate::value::{mask, signed};

/// The result of an operation; none where it has no result, or an undefined one:
/// division by zero, and shifts by the width or more.
#[inline]
pub(super) fn binary(op: Binary, width: u32, a: u64, b: u64) -> Option<u64> {
    let result = match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Udiv => a.checked_div(b)?,
        Binary::Urem => a.checked_rem(b)?,
        Binary::Sdiv | Binary::Srem => {
            let (a, b) = (signed(width, a), signed(width, b));
            if b == 0 || (b == -1 && a == signed(width, 1 << (width - 1))) {
                return None;
            }
            (if op == Binary::Sdiv { a / b } else { a % b }) as u64
        }
        Binary::Shl | Binary::Lshr | Binary::Ashr if b >= u64::from(width) => return None,
        Binary::Shl => a << b,
        Binary::Lshr => a >> b,
        Binary::Ashr => (signed(width, a) >> b) as u64,
    };
    Some(result & mask(width))
}

/// Whether a comparison holds.
#[inline]
pub(super) fn compare(op: Compare, width: u32, a: u64, b: u64) -> bool {
    match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Ult => a < b,
        Compare::Ule => a <= b,
        Compare::Slt => signed(width, a) < signed(width, b),
        Compare::Sle => signed(width, a) <= signed(width, b),
    }
}

/// A number in another width, up to 64 bits.
#[inline]
pub(super) fn cast(op: Cast, from: u32, to: u32, a: u64) -> u64 {
    match op {
        Cast::Zext => a,
        Cast::Sext => signed(from, a) as u64 & mask(to),
        Cast::Trunc => a & mask(to),
    }
}
