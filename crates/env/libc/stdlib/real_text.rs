//! Floating-point numbers as text, other than by `printf`: `ecvt`, `strfromd` and similar functions.

use core::ffi::{c_char, c_int};
use core::ptr::null_mut;

use super::super::machine::{pikse_vm_concretize, pikse_vm_unsupported};
use super::super::stdio::arguments::VaList;
use super::super::stdio::print::pikse_libc_vsnprintf;
use super::super::stdio::text::Writer;
use super::super::string::plain::pikse_libc_strlen;

/// The digits that a double may have.
const DIGITS: c_int = 17;
const ROOM: usize = 512;

/// Prints one number.
unsafe fn print(to: *mut c_char, n: usize, format: *const c_char, value: f64) -> c_int {
    // The first place for a double is after six integers.
    let mut saved = [0u64; 22];
    saved[6] = value.to_bits();
    let mut list = VaList {
        gp_offset: 48,
        fp_offset: 48,
        overflow: null_mut(),
        save: (&raw mut saved).cast(),
    };
    pikse_libc_vsnprintf(to, n, format, &raw mut list)
}

/// Prints one number with a precision and a letter.
unsafe fn with_precision(
    to: *mut c_char,
    n: usize,
    precision: c_int,
    letter: u8,
    value: f64,
) -> c_int {
    let mut format = [0u8; 24];
    let mut text = Writer::new((&raw mut format).cast(), 24);
    text.text(c"%.".as_ptr());
    text.number(i64::from(precision));
    text.byte(letter);
    text.end();
    print(to, n, (&raw const format).cast(), value)
}

/// The digits of a number without its point, and where that is.
unsafe fn digits(
    value: f64,
    count: c_int,
    point: *mut c_int,
    sign: *mut c_int,
    to: *mut c_char,
    n: usize,
) -> c_int {
    *sign = c_int::from(value.is_sign_negative() && !value.is_nan());
    let value = if *sign != 0 { -value } else { value };
    let mut memory = [0 as c_char; ROOM];
    let from = (&raw mut memory).cast::<c_char>();
    if !value.is_finite() {
        *point = 0;
        let length = print(from, ROOM, c"%f".as_ptr(), value) as usize;
        core::ptr::copy_nonoverlapping(from, to, if length < n { length + 1 } else { n });
        return 0;
    }
    with_precision(from, ROOM, count, b'f', value);
    let (mut at, mut used, mut before) = (0, 0, 0);
    let (mut is_after, mut any) = (false, false);
    while *from.add(at) != 0 {
        let byte = *from.add(at) as u8;
        at += 1;
        match byte {
            b'.' => is_after = true,
            // A number below one has no digits before its point.
            b'0' if !any && value != 0.0 => before -= c_int::from(is_after),
            _ => {
                any = true;
                before += c_int::from(!is_after);
                if used + 1 < n {
                    *to.add(used) = byte as c_char;
                    used += 1;
                }
            }
        }
    }
    *to.add(used) = 0;
    *point = before;
    0
}

static mut TEXT: [c_char; ROOM] = [0; ROOM];

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ecvt_r(
    value: f64,
    count: c_int,
    point: *mut c_int,
    sign: *mut c_int,
    to: *mut c_char,
    n: usize,
) -> c_int {
    if count <= 0 {
        pikse_vm_unsupported(c"ecvt without digits".as_ptr());
    }
    let count = if count < DIGITS { count } else { DIGITS };
    // As glibc does, with its rounding: the number is scaled to one digit before the point.
    let value = f64::from_bits(pikse_vm_concretize(value.to_bits()));
    let size = f64::from_bits(value.to_bits() & !(1 << 63));
    let (mut factor, mut exponent) = (1.0, 0);
    let mut scaled = value;
    if size.is_finite() && size != 0.0 {
        if size < 1e-300 {
            pikse_vm_unsupported(c"ecvt of a very small number".as_ptr());
        }
        if size < 1.0 {
            while size * factor < 1.0 {
                factor *= 10.0;
                exponent -= 1;
            }
            scaled = value * factor;
        } else if size >= 10.0 {
            while size >= factor * 10.0 {
                factor *= 10.0;
                exponent += 1;
            }
            scaled = value / factor;
        }
    }
    digits(scaled, count - 1, point, sign, to, n);
    if size.is_finite() {
        *point += exponent;
    }
    0
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_ecvt(
    value: f64,
    count: c_int,
    point: *mut c_int,
    sign: *mut c_int,
) -> *mut c_char {
    let to = (&raw mut TEXT).cast();
    pikse_libc_ecvt_r(value, count, point, sign, to, ROOM);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fcvt_r(
    value: f64,
    count: c_int,
    point: *mut c_int,
    sign: *mut c_int,
    to: *mut c_char,
    n: usize,
) -> c_int {
    if count < 0 {
        pikse_vm_unsupported(c"fcvt with a negative number of digits".as_ptr());
    }
    let count = if count < DIGITS { count } else { DIGITS };
    digits(value, count, point, sign, to, n)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_fcvt(
    value: f64,
    count: c_int,
    point: *mut c_int,
    sign: *mut c_int,
) -> *mut c_char {
    let to = (&raw mut TEXT).cast();
    pikse_libc_fcvt_r(value, count, point, sign, to, ROOM);
    to
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_gcvt(value: f64, count: c_int, to: *mut c_char) -> *mut c_char {
    let count = if count < DIGITS { count } else { DIGITS };
    with_precision(to, ROOM, count, b'g', value);
    to
}

/// A format with a precision at most.
unsafe fn is_short_format(format: *const c_char) -> bool {
    let mut at = format.add(1);
    if *format as u8 != b'%' {
        return false;
    }
    if *at as u8 == b'.' {
        at = at.add(1);
        while (*at as u8).is_ascii_digit() {
            at = at.add(1);
        }
    }
    let is_letter = matches!(*at as u8 | 32, b'a' | b'e' | b'f' | b'g');
    is_letter && pikse_libc_strlen(at) == 1
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strfromd(
    to: *mut c_char,
    n: usize,
    format: *const c_char,
    value: f64,
) -> c_int {
    if !is_short_format(format) {
        pikse_vm_unsupported(c"strfromd with this format".as_ptr());
    }
    print(to, n, format, value)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn pikse_libc_strfromf(
    to: *mut c_char,
    n: usize,
    format: *const c_char,
    value: f32,
) -> c_int {
    pikse_libc_strfromd(to, n, format, f64::from(value))
}
