//! Numbers from text, beside the C library's.

use std::ffi::{CStr, CString, c_char, c_int};

use super::models::errno;
use super::models::stdlib::numbers as ours;
use super::random::Random;

fn errno_of_the_system() -> c_int {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

fn forget_errors() {
    errno::set(0);
    // SAFETY: it is this thread's.
    unsafe { *libc::__errno_location() = 0 };
}

/// Ours share one `errno`, so tests that look at it take turns.
fn same_integer(text: &CStr, base: c_int) {
    let _alone = super::machine::alone();
    let end = |at: *mut c_char| at as usize - text.as_ptr() as usize;
    // SAFETY: the text ends with a zero.
    unsafe {
        let (mut a, mut b) = (text.as_ptr().cast_mut(), text.as_ptr().cast_mut());
        forget_errors();
        let one = ours::pikse_libc_strtol(text.as_ptr(), &raw mut a, base);
        let two = libc::strtol(text.as_ptr(), &raw mut b, base);
        let (one, two) = ((one, end(a), errno::get()), (two, end(b), errno_of_the_system()));
        assert_eq!(one, two, "strtol({text:?}, {base})");
        forget_errors();
        let one = ours::pikse_libc_strtoul(text.as_ptr(), &raw mut a, base);
        let two = libc::strtoul(text.as_ptr(), &raw mut b, base);
        let (one, two) = ((one, end(a), errno::get()), (two, end(b), errno_of_the_system()));
        assert_eq!(one, two, "strtoul({text:?}, {base})");
    }
}

#[test]
fn integers_are_read_as_by_the_c_library() {
    let mut random = Random::new(4);
    for text in [
        c"",
        c" ",
        c"-",
        c"+",
        c"0",
        c"0x",
        c"0xg",
        c"-0x1f",
        c"08",
        c"9223372036854775807",
        c"9223372036854775808",
        c"-9223372036854775808",
        c"-9223372036854775809",
        c"18446744073709551615",
        c"18446744073709551616",
        c"99999999999999999999999",
        c"\t\n 12x",
        c"--1",
        c"zz",
        c"0000000000000000000000000000000001",
    ] {
        for base in [0, 2, 8, 10, 16, 36, 1, 37, -1] {
            same_integer(text, base);
        }
    }
    for _ in 0..100_000 {
        let text = match random.below(3) {
            0 => random.text(b" \t-+0123456789abcxXzZ", 12),
            1 => (random.number() as i64).to_string().into_bytes(),
            _ => format!("{}0x{:x}", random.pick(&["", "-", " +"]), random.number()).into_bytes(),
        };
        let text = CString::new(text).expect("there is no zero in it");
        same_integer(&text, random.pick(&[0, 10, 16, 8, 2, 36, 7]));
    }
}

/// The bits, with all NaNs equal.
trait Bits {
    fn known_bits(self) -> u64;
}

impl Bits for f64 {
    fn known_bits(self) -> u64 {
        if self.is_nan() { self.to_bits() >> 50 } else { self.to_bits() }
    }
}

impl Bits for f32 {
    fn known_bits(self) -> u64 {
        u64::from(if self.is_nan() { self.to_bits() >> 20 } else { self.to_bits() })
    }
}

fn same_real(text: &CStr) {
    let _alone = super::machine::alone();
    let end = |at: *mut c_char| at as usize - text.as_ptr() as usize;
    // SAFETY: the text ends with a zero.
    unsafe {
        let (mut a, mut b) = (text.as_ptr().cast_mut(), text.as_ptr().cast_mut());
        forget_errors();
        let one = ours::pikse_libc_strtod(text.as_ptr(), &raw mut a);
        let two = libc::strtod(text.as_ptr(), &raw mut b);
        let (one, two) = (
            (one.known_bits(), end(a), errno::get()),
            (two.known_bits(), end(b), errno_of_the_system()),
        );
        assert_eq!(one, two, "strtod({text:?})");
        forget_errors();
        let one = ours::pikse_libc_strtof(text.as_ptr(), &raw mut a);
        let two = libc::strtof(text.as_ptr(), &raw mut b);
        let (one, two) = (
            (one.known_bits(), end(a), errno::get()),
            (two.known_bits(), end(b), errno_of_the_system()),
        );
        assert_eq!(one, two, "strtof({text:?})");
    }
}

/// Rust has no `long double`: both store it.
fn same_extended(text: &CStr) {
    let _alone = super::machine::alone();
    // SAFETY: the text ends with a zero, and there is enough room for the numbers.
    unsafe {
        let mut end = text.as_ptr().cast_mut();
        let value = libc::strtod(text.as_ptr(), &raw mut end);
        let used = end as usize - text.as_ptr() as usize;
        if used == 0 || used < text.count_bytes() || !value.is_normal() {
            return;
        }
        let (mut one, mut two) = ([0u8; 16], [0u8; 16]);
        ours::pikse_model_strtold(text.as_ptr(), &raw mut end, one.as_mut_ptr());
        assert_eq!(end as usize - text.as_ptr() as usize, used, "strtold({text:?})");
        assert_eq!(libc::sscanf(text.as_ptr(), c"%Lf".as_ptr(), two.as_mut_ptr()), 1);
        assert_eq!(one[..10], two[..10], "strtold({text:?})");
    }
}

#[test]
fn doubles_are_read_as_by_the_c_library() {
    for text in [
        c"",
        c".",
        c"-.",
        c"1.",
        c".5",
        c"1e",
        c"1e+",
        c"1e-x",
        c"inf",
        c"-INFINITY",
        c"infinit",
        c"nan",
        c"nan(12)",
        c"nan(",
        c"nan(-)",
        c"-nan",
        c"0x",
        c"0x.",
        c"0x.8",
        c"0x1p",
        c"0x1p4",
        c"0x1.fffffffffffff8p0",
        c"0x1.fffffffffffff7p0",
        c"0x1p-1074",
        c"0x0.8p-1074",
        c"0x0.80001p-1074",
        c"0x1p1024",
        c"1e308",
        c"1e309",
        c"1.7976931348623158e308",
        c"1.7976931348623159e308",
        c"5e-324",
        c"2.5e-324",
        c"2.4703282292062328e-324",
        c"2.2250738585072011e-308",
        c"2.2250738585072014e-308",
        c"1e-400",
        c"0e999999999",
        c"9007199254740993",
        c"9007199254740992.5",
        c"1e23",
        c"8.41e21",
        c"0.1",
        c"123456789012345678901234567890",
        c"1e999999999999",
        c"1e-999999999999",
        c"00000000000000000000000000000000000001.5",
        c"0.000000000000000000000000000000000000000000000000000001",
        c"  12abc",
        c"1e5e5",
        c"1..2",
        c"3.4028235e38",
        c"3.4028236e38",
        c"1e-46",
        c"7.006492321624085e-46",
    ] {
        same_real(text);
    }
    let mut random = Random::new(5);
    for _ in 0..100_000 {
        let text = match random.below(6) {
            0 => random.text(b"0123456789.eE+-xp", 12),
            1 => format!("{}", random.double()).into_bytes(),
            2 => format!("{:e}", random.double()).into_bytes(),
            3 => format!("{:.1$e}", random.double(), random.below(40) as usize).into_bytes(),
            4 => {
                let (whole, behind) = (random.number(), random.number());
                format!("{whole}.{behind}e{}", random.below(700) as i64 - 350).into_bytes()
            }
            _ => halfway(&mut random).into_bytes(),
        };
        let text = CString::new(text).expect("there is no zero in it");
        same_real(&text);
        same_extended(&text);
    }
}

/// A text just at, below or above the middle between two doubles.
fn halfway(random: &mut Random) -> String {
    let number = f64::from_bits(random.next() & !(1 << 63)).min(1e300);
    let number = if number.is_nan() { 1.0 } else { number };
    let next = f64::from_bits(number.to_bits() + 1);
    // The middle of both has a digit more than either, exactly.
    let exact = format!("{next:.1100}");
    let digits: Vec<u8> = exact.bytes().collect();
    let low: Vec<u8> = format!("{number:.1100}").into_bytes();
    // Half of the sum, by hand.
    let width = digits.len().max(low.len());
    let pad = |of: &[u8]| [vec![b'0'; width - of.len()], of.to_vec()].concat();
    let (high, low) = (pad(&digits), pad(&low));
    let mut sum = vec![0u8; width];
    let mut carry = 0;
    for at in (0..width).rev().filter(|at| high[*at] != b'.') {
        let value = high[at] - b'0' + low[at] - b'0' + carry;
        sum[at] = value % 10;
        carry = value / 10;
    }
    let mut rest = carry;
    let mut text = String::new();
    for at in 0..width {
        if high[at] == b'.' {
            text.push('.');
            continue;
        }
        let value = rest * 10 + sum[at];
        text.push((b'0' + value / 2) as char);
        rest = value % 2;
    }
    match random.below(3) {
        0 => text,
        1 => text + "0000001",
        _ => text + "5",
    }
}
