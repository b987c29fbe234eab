//! `math.h`, by the bits of numbers; `math.ll` has the functions that LLVM computes.

use core::ffi::{c_int, c_long};

use super::errno;
use super::machine::pikse_vm_unsupported;

const SIGN: u64 = 1 << 63;
const MANTISSA: u64 = (1 << 52) - 1;
const EXPONENT: u64 = 0x7ff << 52;
const HUGE: f64 = f64::INFINITY;

/// The sign of the last result of `lgamma`.
#[unsafe(no_mangle)]
pub static mut pikse_libc_signgam: c_int = 0;

macro_rules! classes {
    ($($double:ident $single:ident $is:expr;)*) => {$(
        #[unsafe(no_mangle)]
        pub extern "C" fn $double(a: f64) -> c_int {
            let is: fn(f64) -> c_int = $is;
            is(a)
        }

        #[unsafe(no_mangle)]
        pub extern "C" fn $single(a: f32) -> c_int {
            let is: fn(f64) -> c_int = $is;
            is(f64::from(a))
        }
    )*};
}

/// 1 or -1 for infinities.
fn infinite(a: f64) -> c_int {
    c_int::from(a == HUGE) - c_int::from(a == -HUGE)
}

classes! {
    pikse_libc_isnan pikse_libc_isnanf |a| c_int::from(a.is_nan());
    pikse_libc___isnan pikse_libc___isnanf |a| c_int::from(a.is_nan());
    pikse_libc_isinf pikse_libc_isinff infinite;
    pikse_libc___isinf pikse_libc___isinff infinite;
    pikse_libc_finite pikse_libc_finitef |a| c_int::from(a.is_finite());
    pikse_libc___finite pikse_libc___finitef |a| c_int::from(a.is_finite());
    pikse_libc___signbit pikse_libc___signbitf |a| c_int::from(a.is_sign_negative());
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___fpclassify(a: f64) -> c_int {
    let bits = a.to_bits();
    match (bits & EXPONENT, bits & MANTISSA) {
        (EXPONENT, 0) => 1,
        (EXPONENT, _) => 0,
        (0, 0) => 2,
        (0, _) => 3,
        _ => 4,
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc___fpclassifyf(a: f32) -> c_int {
    let bits = a.to_bits();
    match (bits >> 23 & 0xff, bits & 0x7f_ffff) {
        (0xff, 0) => 1,
        (0xff, _) => 0,
        (0, 0) => 2,
        (0, _) => 3,
        _ => 4,
    }
}

/// A number as a fraction from one half to below one, and a power of two.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_frexp(a: f64, exponent: *mut c_int) -> f64 {
    let bits = a.to_bits();
    let field = (bits & EXPONENT) >> 52;
    match field {
        0x7ff => a,
        0 if bits & MANTISSA == 0 => {
            *exponent = 0;
            a
        }
        0 => {
            // Scaled up to a normal number.
            let scaled = pikse_libc_frexp(a * 18_014_398_509_481_984.0, exponent);
            *exponent -= 54;
            scaled
        }
        _ => {
            *exponent = field as c_int - 1022;
            f64::from_bits(bits & !EXPONENT | 1022 << 52)
        }
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_frexpf(a: f32, exponent: *mut c_int) -> f32 {
    pikse_libc_frexp(f64::from(a), exponent) as f32
}

/// Two to the power of `n`, for the exponents of normal numbers.
fn power(n: c_int) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

fn scaled(a: f64, n: c_int) -> f64 {
    let (mut a, mut n) = (a, n);
    // At most three steps, and only the last one may round.
    let mut steps = 0;
    while n > 1023 && steps < 3 {
        a *= power(1023);
        n -= 1023;
        steps += 1;
    }
    while n < -1022 && steps < 3 {
        // 53 bits are kept in reserve to avoid double rounding.
        a *= power(-1022 + 53);
        n += 1022 - 53;
        steps += 1;
    }
    a * power(n.clamp(-1022, 1023))
}

/// A result that is too large or too small.
fn in_range(a: f64, result: f64) -> f64 {
    if (a.is_finite() && !result.is_finite()) || (a != 0.0 && result == 0.0) {
        errno::set(errno::ERANGE);
    }
    result
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_scalbn(a: f64, n: c_int) -> f64 {
    in_range(a, scaled(a, n))
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_ldexp(a: f64, n: c_int) -> f64 {
    pikse_libc_scalbn(a, n)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_scalbln(a: f64, n: c_long) -> f64 {
    pikse_libc_scalbn(a, n.clamp(-10_000, 10_000) as c_int)
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_ldexpf(a: f32, n: c_int) -> f32 {
    let result = scaled(f64::from(a), n.clamp(-600, 600)) as f32;
    in_range(f64::from(a), f64::from(result)) as f32
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_scalbnf(a: f32, n: c_int) -> f32 {
    pikse_libc_ldexpf(a, n)
}

/// Stores the integral part in `whole`, and returns the rest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_modf(a: f64, whole: *mut f64) -> f64 {
    let bits = a.to_bits();
    let exponent = ((bits & EXPONENT) >> 52) as c_int - 1023;
    let sign = bits & 1 << 63;
    let part = match exponent {
        ..0 => sign,
        52.. => bits,
        _ => bits & !(MANTISSA >> exponent),
    };
    *whole = f64::from_bits(part);
    if exponent == 1024 && bits & MANTISSA != 0 {
        return a;
    }
    if part == bits {
        return f64::from_bits(sign);
    }
    a - f64::from_bits(part)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_modff(a: f32, whole: *mut f32) -> f32 {
    let mut part = 0.0;
    let rest = pikse_libc_modf(f64::from(a), &raw mut part);
    *whole = part as f32;
    rest as f32
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ilogb(a: f64) -> c_int {
    if a == 0.0 || !a.is_finite() {
        errno::set(errno::EDOM);
        return if a.is_infinite() { c_int::MAX } else { c_int::MIN };
    }
    let mut exponent = 0;
    pikse_libc_frexp(a, &raw mut exponent);
    exponent - 1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_logb(a: f64) -> f64 {
    match () {
        () if a == 0.0 => -HUGE,
        () if !a.is_finite() => a * a,
        () => f64::from(pikse_libc_ilogb(a)),
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_nextafter(a: f64, to: f64) -> f64 {
    if a.is_nan() || to.is_nan() {
        return a + to;
    }
    if a == to {
        return to;
    }
    if a == 0.0 {
        return f64::from_bits(1 | to.to_bits() & 1 << 63);
    }
    let away = (to > a) == (a > 0.0);
    let next = f64::from_bits(if away { a.to_bits() + 1 } else { a.to_bits() - 1 });
    let size = f64::from_bits(next.to_bits() & !SIGN);
    if size < f64::MIN_POSITIVE || (a.is_finite() && !next.is_finite()) {
        errno::set(errno::ERANGE);
    }
    next
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_nextafterf(a: f32, to: f32) -> f32 {
    if a.is_nan() || to.is_nan() {
        return a + to;
    }
    if a == to {
        return to;
    }
    if a == 0.0 {
        return f32::from_bits(1 | to.to_bits() & 1 << 31);
    }
    let away = (to > a) == (a > 0.0);
    let next = f32::from_bits(if away { a.to_bits() + 1 } else { a.to_bits() - 1 });
    let size = f32::from_bits(next.to_bits() & !(1 << 31));
    if size < f32::MIN_POSITIVE || (a.is_finite() && !next.is_finite()) {
        errno::set(errno::ERANGE);
    }
    next
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_fdim(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() {
        a + b
    } else if a > b {
        in_range(if b.is_finite() { a } else { HUGE }, a - b)
    } else {
        0.0
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_fdimf(a: f32, b: f32) -> f32 {
    if a.is_nan() || b.is_nan() {
        a + b
    } else if a > b {
        in_range(if b.is_finite() { f64::from(a) } else { HUGE }, f64::from(a - b)) as f32
    } else {
        0.0
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_nan(_: *const u8) -> f64 {
    f64::NAN
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_nanf(_: *const u8) -> f32 {
    f32::NAN
}

/// What is left after a division whose quotient is the nearest integer, an even one in the middle.
#[allow(clippy::eq_op, reason = "the quotient has the NaN that the processor gives")]
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_remainder(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() || a.is_infinite() || b == 0.0 {
        if !a.is_nan() && !b.is_nan() {
            errno::set(errno::EDOM);
        }
        return (a * b) / (a * b);
    }
    let size = f64::from_bits(b.to_bits() & !SIGN);
    // Twice the divisor may be too large; then the dividend is smaller anyway.
    let rest = if size <= f64::MAX / 2.0 { a % (size + size) } else { a };
    let sign = rest.to_bits() & SIGN;
    let mut rest = f64::from_bits(rest.to_bits() & !SIGN);
    let is_more = |rest: f64| {
        if size < f64::MIN_POSITIVE * 2.0 { rest + rest > size } else { rest > size * 0.5 }
    };
    let is_as_much = |rest: f64| {
        if size < f64::MIN_POSITIVE * 2.0 { rest + rest >= size } else { rest >= size * 0.5 }
    };
    if is_more(rest) {
        rest -= size;
        if is_as_much(rest) {
            rest -= size;
        }
    }
    f64::from_bits(rest.to_bits() ^ sign)
}

/// A float's remainder is a float.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_remainderf(a: f32, b: f32) -> f32 {
    pikse_libc_remainder(f64::from(a), f64::from(b)) as f32
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_drem(a: f64, b: f64) -> f64 {
    pikse_libc_remainder(a, b)
}

/// Results are always rounded to the nearest number.
#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_fegetround() -> c_int {
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fesetround(mode: c_int) -> c_int {
    if mode != 0 {
        pikse_vm_unsupported(c"fesetround with another mode than FE_TONEAREST".as_ptr());
    }
    0
}
