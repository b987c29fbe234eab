//! Floating-point numbers in `printf`.

use super::super::float::digits::Digits;
use super::super::machine::pikse_vm_unsupported;
use super::format::{Spec, pad, sign};
use super::out::Out;

const MANTISSA: u64 = (1 << 52) - 1;

/// Writes a double, given by its bits.
pub unsafe fn real(out: &mut Out, spec: Spec, letter: u8, bits: u64) {
    let sign = sign(spec, bits >> 63 == 1);
    let (field, mantissa) = ((bits >> 52 & 0x7ff) as i32, bits & MANTISSA);
    if field == 0x7ff {
        return special(out, spec, letter, sign, mantissa == 0);
    }
    let (first, exponent) = match field {
        0 => (0, -1074),
        _ => (1 << 52, field - 1075),
    };
    let mantissa = mantissa | first;
    if letter | 32 == b'a' {
        // One digit before the point, 13 after it.
        let exponent = if mantissa == 0 { 0 } else { exponent + 52 };
        return hexadecimal(
            out,
            spec,
            sign,
            letter,
            Hexadecimal { mantissa, behind: 13, exponent },
        );
    }
    decimal(out, spec, letter, sign, Digits::new(mantissa, exponent));
}

/// Writes a `long double`, given by its mantissa and by its sign and exponent.
pub unsafe fn extended(out: &mut Out, spec: Spec, letter: u8, mantissa: u64, high: u16) {
    let sign = sign(spec, high >> 15 == 1);
    let field = i32::from(high & 0x7fff);
    if field == 0x7fff {
        return special(out, spec, letter, sign, mantissa << 1 == 0);
    }
    let exponent = field - 16383 - 63;
    if mantissa != 0 && !(-1085..=960).contains(&exponent) {
        pikse_vm_unsupported(c"a `long double` beyond the range of a double".as_ptr());
    }
    if letter | 32 == b'a' {
        // One digit before the point, 15 after it.
        let exponent = if mantissa == 0 { 0 } else { exponent + 60 };
        return hexadecimal(
            out,
            spec,
            sign,
            letter,
            Hexadecimal { mantissa, behind: 15, exponent },
        );
    }
    decimal(out, spec, letter, sign, Digits::new(mantissa, exponent));
}

/// Infinity and NaN.
unsafe fn special(out: &mut Out, spec: Spec, letter: u8, sign: u8, is_infinity: bool) {
    let name: &[u8; 3] = match (is_infinity, letter.is_ascii_uppercase()) {
        (true, false) => b"inf",
        (true, true) => b"INF",
        (false, false) => b"nan",
        (false, true) => b"NAN",
    };
    let length = 3 + usize::from(sign != 0);
    pad(out, spec, length, !spec.left);
    put_sign(out, sign);
    name.iter().for_each(|byte| out.byte(*byte));
    pad(out, spec, length, spec.left);
}

/// The conversions `f`, `e` and `g`.
unsafe fn decimal(out: &mut Out, spec: Spec, letter: u8, sign: u8, mut digits: Digits) {
    let large = letter.is_ascii_uppercase();
    let precision = spec.precision.unwrap_or(6).min(i32::MAX as usize / 2) as i32;
    match letter | 32 {
        b'f' => {
            let keep = digits.point.saturating_add(precision);
            digits.round(if digits.count() == 0 { 0 } else { keep });
            fixed(out, spec, sign, &digits, precision, spec.other);
        }
        b'e' => {
            digits.round(precision.saturating_add(1));
            scientific(out, spec, sign, &digits, precision, large, spec.other);
        }
        _ => {
            let significant = precision.max(1);
            digits.round(significant);
            let exponent = digits.point - 1;
            let mut shown = significant;
            if !spec.other {
                // Trailing zeros are not shown.
                shown = shown.min(digits.count() as i32);
                while shown > 1 && digits.at(shown - 1) == 0 {
                    shown -= 1;
                }
                shown = shown.max(1);
            }
            if exponent < -4 || exponent >= significant {
                scientific(out, spec, sign, &digits, shown - 1, large, spec.other);
            } else {
                let behind = (shown - 1 - exponent).max(0);
                fixed(out, spec, sign, &digits, behind, spec.other);
            }
        }
    }
}

unsafe fn put_sign(out: &mut Out, sign: u8) {
    if sign != 0 {
        out.byte(sign);
    }
}

/// The sign, a prefix, and spaces or zeros before a number of a given length.
unsafe fn front(out: &mut Out, spec: Spec, sign: u8, prefix: &[u8], length: usize) {
    let zeros = spec.zeros && !spec.left;
    pad(out, spec, length, !spec.left && !zeros);
    put_sign(out, sign);
    prefix.iter().for_each(|byte| out.byte(*byte));
    if zeros {
        out.repeat(b'0', spec.width.saturating_sub(length));
    }
}

unsafe fn fixed(out: &mut Out, spec: Spec, sign: u8, digits: &Digits, behind: i32, dot: bool) {
    let whole = digits.point.max(1);
    let dot = behind > 0 || dot;
    let length = usize::from(sign != 0) + usize::from(dot) + (whole as usize) + behind as usize;
    front(out, spec, sign, b"", length);
    // A number below 1 has a zero before the point.
    let mut at = digits.point - whole;
    while at < digits.point {
        out.byte(b'0' + digits.at(at));
        at += 1;
    }
    if dot {
        out.byte(b'.');
    }
    while at < digits.point + behind {
        out.byte(b'0' + digits.at(at));
        at += 1;
    }
    pad(out, spec, length, spec.left);
}

unsafe fn scientific(
    out: &mut Out,
    spec: Spec,
    sign: u8,
    digits: &Digits,
    behind: i32,
    large: bool,
    dot: bool,
) {
    let exponent = digits.point - 1;
    let size = exponent.unsigned_abs();
    let dot = behind > 0 || dot;
    let exponent_length = if size >= 100 { 5 } else { 4 };
    let length = usize::from(sign != 0) + 1 + usize::from(dot) + behind as usize + exponent_length;
    front(out, spec, sign, b"", length);
    out.byte(b'0' + digits.at(0));
    if dot {
        out.byte(b'.');
    }
    let mut at = 1;
    while at <= behind {
        out.byte(b'0' + digits.at(at));
        at += 1;
    }
    out.byte(if large { b'E' } else { b'e' });
    out.byte(if exponent < 0 { b'-' } else { b'+' });
    if size >= 100 {
        out.byte(b'0' + (size / 100) as u8);
    }
    out.byte(b'0' + (size / 10 % 10) as u8);
    out.byte(b'0' + (size % 10) as u8);
    pad(out, spec, length, spec.left);
}

/// A number to write in hexadecimal: `mantissa`, with a point before its last digits, times a power
/// of two.
#[derive(Clone, Copy)]
struct Hexadecimal {
    mantissa: u64,
    behind: usize,
    exponent: i32,
}

unsafe fn hexadecimal(out: &mut Out, spec: Spec, sign: u8, letter: u8, number: Hexadecimal) {
    let large = letter.is_ascii_uppercase();
    let Hexadecimal { mantissa: mut value, mut behind, mut exponent } = number;
    match spec.precision {
        Some(precision) if precision < behind => {
            let lost = 4 * (behind - precision) as u32;
            let (tail, half) = (value & ((1 << lost) - 1), 1 << (lost - 1));
            value >>= lost;
            value += u64::from(tail > half || tail == half && value & 1 == 1);
            behind = precision;
            if value >> (4 * behind) == 16 {
                // There is no digit for it.
                value >>= 4;
                exponent += 4;
            }
        }
        Some(_) => {}
        None => {
            while behind > 0 && value & 15 == 0 {
                value >>= 4;
                behind -= 1;
            }
        }
    }
    let zeros = spec.precision.unwrap_or(0).saturating_sub(behind);
    let dot = behind + zeros > 0 || spec.other;
    let size = exponent.unsigned_abs();
    let exponent_length = match size {
        0..10 => 3,
        10..100 => 4,
        100..1000 => 5,
        _ => 6,
    };
    let length = usize::from(sign != 0) + 3 + usize::from(dot) + behind + zeros + exponent_length;
    front(out, spec, sign, if large { b"0X" } else { b"0x" }, length);
    let letters = if large { b'A' - 10 } else { b'a' - 10 };
    let digit = |value: u64| value as u8 + if value < 10 { b'0' } else { letters };
    out.byte(digit(value >> (4 * behind)));
    if dot {
        out.byte(b'.');
    }
    let mut left = behind;
    while left > 0 {
        left -= 1;
        out.byte(digit(value >> (4 * left) & 15));
    }
    out.repeat(b'0', zeros);
    out.byte(if large { b'P' } else { b'p' });
    out.byte(if exponent < 0 { b'-' } else { b'+' });
    let mut unit = 1000;
    while unit > 0 {
        if size >= unit || unit == 1 {
            out.byte(b'0' + (size / unit % 10) as u8);
        }
        unit /= 10;
    }
    pad(out, spec, length, spec.left);
}
