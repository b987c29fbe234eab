//! Conversion of text to numbers, and the arithmetic of `stdlib.h`.

use core::ffi::{c_char, c_int, c_long};

use super::super::ctype::{digit, is_space};
use super::super::errno;
use super::super::float::parse::{DOUBLE, EXTENDED, Format, SINGLE, parse, write_extended};

/// A parsed number: its magnitude, its sign, and whether it overflows 64 bits.
struct Number {
    size: u64,
    negative: bool,
    too_large: bool,
}

/// Parses a number at the beginning of a text, with a maximum length. Returns where it ends: at the
/// beginning if there is none.
unsafe fn number(text: *const c_char, base: c_int, end: *mut *const c_char) -> Number {
    let mut at = text;
    while is_space(c_int::from(*at as u8)) {
        at = at.add(1);
    }
    let negative = *at as u8 == b'-';
    if negative || *at as u8 == b'+' {
        at = at.add(1);
    }
    let mut base = base as u32;
    if (base == 0 || base == 16)
        && *at as u8 == b'0'
        && *at.add(1) as u8 | 32 == b'x'
        && digit(*at.add(2) as u8) < 16
    {
        at = at.add(2);
        base = 16;
    } else if base == 0 {
        base = if *at as u8 == b'0' { 8 } else { 10 };
    }
    let mut number = Number { size: 0, negative, too_large: false };
    let safe = safe_digits(base);
    let mut count = 0;
    loop {
        let value = digit(*at as u8);
        if value >= base {
            break;
        }
        count += 1;
        if count <= safe {
            number.size = number.size * u64::from(base) + u64::from(value);
        } else {
            let product = number.size.checked_mul(u64::from(base));
            match product.and_then(|product| product.checked_add(u64::from(value))) {
                Some(size) if !number.too_large => number.size = size,
                _ => number.too_large = true,
            }
        }
        at = at.add(1);
    }
    *end = if count == 0 { text } else { at };
    number
}

/// This many digits never overflow 63 bits, so no test is needed for them.
pub fn safe_digits(base: u32) -> u32 {
    match base {
        0..=2 => 63,
        3..=4 => 31,
        5..=8 => 21,
        9..=16 => 15,
        17..=32 => 12,
        _ => 10,
    }
}

unsafe fn is_base(base: c_int) -> bool {
    let fits = base == 0 || (2..=36).contains(&base);
    if !fits {
        errno::set(errno::EINVAL);
    }
    fits
}

unsafe fn give(end: *const c_char, to: *mut *mut c_char) {
    if !to.is_null() {
        *to = end.cast_mut();
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtol(
    text: *const c_char,
    to: *mut *mut c_char,
    base: c_int,
) -> c_long {
    let mut end = text;
    if !is_base(base) {
        return 0;
    }
    let number = number(text, base, &raw mut end);
    give(end, to);
    let limit = i64::MAX as u64 + u64::from(number.negative);
    if number.too_large || number.size > limit {
        errno::set(errno::ERANGE);
        return if number.negative { i64::MIN } else { i64::MAX };
    }
    let size = number.size as i64;
    if number.negative { size.wrapping_neg() } else { size }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtoul(
    text: *const c_char,
    to: *mut *mut c_char,
    base: c_int,
) -> u64 {
    let mut end = text;
    if !is_base(base) {
        return 0;
    }
    let number = number(text, base, &raw mut end);
    give(end, to);
    if number.too_large {
        errno::set(errno::ERANGE);
        return u64::MAX;
    }
    if number.negative { number.size.wrapping_neg() } else { number.size }
}

macro_rules! same_signed {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            text: *const c_char,
            to: *mut *mut c_char,
            base: c_int,
        ) -> c_long {
            pikse_libc_strtol(text, to, base)
        }
    )*};
}

macro_rules! same_unsigned {
    ($($name:ident)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            text: *const c_char,
            to: *mut *mut c_char,
            base: c_int,
        ) -> u64 {
            pikse_libc_strtoul(text, to, base)
        }
    )*};
}

same_signed! { pikse_libc_strtoll pikse_libc_strtoq pikse_libc_strtoimax
pikse_libc___isoc23_strtol pikse_libc___isoc23_strtoll pikse_libc___isoc23_strtoimax
pikse_libc___strtol_internal }
same_unsigned! { pikse_libc_strtoull pikse_libc_strtouq pikse_libc_strtoumax
pikse_libc___isoc23_strtoul pikse_libc___isoc23_strtoull pikse_libc___isoc23_strtoumax
pikse_libc___strtoul_internal }

macro_rules! in_locale {
    ($($name:ident($same:ident) -> $of:ty;)*) => {$(
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            text: *const c_char,
            to: *mut *mut c_char,
            base: c_int,
            _: *const u8,
        ) -> $of {
            $same(text, to, base)
        }
    )*};
}

in_locale! {
    pikse_libc_strtol_l(pikse_libc_strtol) -> c_long;
    pikse_libc_strtoll_l(pikse_libc_strtol) -> c_long;
    pikse_libc_strtoul_l(pikse_libc_strtoul) -> u64;
    pikse_libc_strtoull_l(pikse_libc_strtoul) -> u64;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_atoi(text: *const c_char) -> c_int {
    pikse_libc_atol(text) as c_int
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_atol(text: *const c_char) -> c_long {
    pikse_libc_strtol(text, core::ptr::null_mut(), 10)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_atoll(text: *const c_char) -> c_long {
    pikse_libc_atol(text)
}

unsafe fn real(text: *const c_char, to: *mut *mut c_char, format: Format) -> u128 {
    let parsed = parse(text, usize::MAX, format);
    if parsed.out_of_range {
        errno::set(errno::ERANGE);
    }
    give(text.add(parsed.length), to);
    parsed.bits
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtod(text: *const c_char, to: *mut *mut c_char) -> f64 {
    f64::from_bits(real(text, to, DOUBLE) as u64)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtof(text: *const c_char, to: *mut *mut c_char) -> f32 {
    f32::from_bits(real(text, to, SINGLE) as u32)
}

/// The result is a `long double`, which Rust does not have: `math.ll` loads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_model_strtold(
    text: *const c_char,
    to: *mut *mut c_char,
    value: *mut u8,
) {
    write_extended(value, real(text, to, EXTENDED));
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtod_l(
    text: *const c_char,
    to: *mut *mut c_char,
    _: *const u8,
) -> f64 {
    pikse_libc_strtod(text, to)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strtof_l(
    text: *const c_char,
    to: *mut *mut c_char,
    _: *const u8,
) -> f32 {
    pikse_libc_strtof(text, to)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_atof(text: *const c_char) -> f64 {
    pikse_libc_strtod(text, core::ptr::null_mut())
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_abs(value: c_int) -> c_int {
    value.wrapping_abs()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_labs(value: c_long) -> c_long {
    value.wrapping_abs()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_llabs(value: c_long) -> c_long {
    value.wrapping_abs()
}

#[unsafe(no_mangle)]
pub extern "C" fn pikse_libc_imaxabs(value: c_long) -> c_long {
    value.wrapping_abs()
}

#[repr(C)]
pub struct Division<T> {
    pub quotient: T,
    pub rest: T,
}

// The division is LLVM's, so that the machine detects a division by zero as in the program's own
// code.
unsafe extern "C" {
    fn pikse_model_sdiv32(a: c_int, b: c_int) -> c_int;
    fn pikse_model_srem32(a: c_int, b: c_int) -> c_int;
    fn pikse_model_sdiv64(a: c_long, b: c_long) -> c_long;
    fn pikse_model_srem64(a: c_long, b: c_long) -> c_long;
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_div(a: c_int, b: c_int) -> Division<c_int> {
    Division { quotient: pikse_model_sdiv32(a, b), rest: pikse_model_srem32(a, b) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ldiv(a: c_long, b: c_long) -> Division<c_long> {
    Division { quotient: pikse_model_sdiv64(a, b), rest: pikse_model_srem64(a, b) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_lldiv(a: c_long, b: c_long) -> Division<c_long> {
    pikse_libc_ldiv(a, b)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_imaxdiv(a: c_long, b: c_long) -> Division<c_long> {
    pikse_libc_ldiv(a, b)
}
