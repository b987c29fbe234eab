//! The format of `printf`.

use core::ffi::{c_char, c_int};

use super::super::machine::{pikse_vm_concretize, pikse_vm_is_symbolic, pikse_vm_unsupported};
use super::super::wide::characters::pikse_libc_wcrtomb;
use super::arguments::VaList;
use super::numbered::{Kinds, position};
use super::out::Out;
use super::real;

/// The part between the `%` and the letter.
#[derive(Clone, Copy)]
pub struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub other: bool,
    pub zeros: bool,
    pub width: usize,
    /// The precision, if there is one.
    pub precision: Option<usize>,
    length: Length,
}

#[derive(Clone, Copy, PartialEq)]
enum Length {
    Byte,
    Short,
    Int,
    Long,
    LongDouble,
}

/// Writes the formatted arguments. False if a wide character cannot be encoded.
pub unsafe fn format(out: &mut Out, format: *const c_char, arguments: &mut VaList) -> bool {
    let is_done = format_part(out, format, arguments);
    out.end();
    is_done
}

/// The same, for text that goes on.
pub unsafe fn format_part(out: &mut Out, format: *const c_char, arguments: &mut VaList) -> bool {
    let (mut at, mut kinds) = (format, None);
    loop {
        let c = *at as u8;
        at = at.add(1);
        match c {
            0 => return true,
            b'%' => {
                let whole = at.sub(1);
                let number = position(&mut at);
                if number.is_some() && kinds.is_none() {
                    kinds = Some(Kinds::of(whole));
                }
                let spec = spec(&mut at, out, kinds.as_ref(), arguments);
                let letter = *at as u8;
                at = at.add(1);
                let is_done = match (&kinds, number) {
                    (Some(kinds), Some(number)) => {
                        let mut own = kinds.list_from(number, arguments);
                        conversion(out, spec, letter, &mut own)
                    }
                    (Some(_), None) if letter != b'%' => {
                        pikse_vm_unsupported(c"a format that numbers some arguments".as_ptr())
                    }
                    _ => conversion(out, spec, letter, arguments),
                };
                if !is_done {
                    return false;
                }
            }
            _ => out.byte(c),
        }
    }
}

unsafe fn spec(
    at: &mut *const c_char,
    out: &Out,
    kinds: Option<&Kinds>,
    arguments: &mut VaList,
) -> Spec {
    let mut spec = Spec {
        left: false,
        plus: false,
        space: false,
        other: false,
        zeros: false,
        width: 0,
        precision: None,
        length: Length::Int,
    };
    loop {
        match **at as u8 {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.other = true,
            b'0' => spec.zeros = true,
            // Thousands are not grouped in the C locale.
            b'\'' | b'I' => {}
            _ => break,
        }
        *at = at.add(1);
    }
    let width = number(at, out, kinds, arguments);
    spec.left |= width < 0;
    spec.width = width.unsigned_abs() as usize;
    if **at as u8 == b'.' {
        *at = at.add(1);
        let precision = number(at, out, kinds, arguments);
        spec.precision = if precision < 0 { None } else { Some(precision as usize) };
    }
    spec.length = length(at);
    spec
}

/// A number, or the argument for a `*`.
unsafe fn number(
    at: &mut *const c_char,
    out: &Out,
    kinds: Option<&Kinds>,
    arguments: &mut VaList,
) -> i32 {
    if **at as u8 == b'*' {
        *at = at.add(1);
        let value = match (kinds, position(at)) {
            (Some(kinds), Some(number)) => kinds.list_from(number, arguments).int(),
            (None, None) => arguments.int(),
            _ => pikse_vm_unsupported(c"a format that numbers some arguments".as_ptr()),
        };
        return out.see(value as u64) as i32;
    }
    let mut value = 0i32;
    while (**at as u8).is_ascii_digit() {
        value = value.saturating_mul(10).saturating_add(i32::from(**at as u8 - b'0'));
        *at = at.add(1);
    }
    value
}

unsafe fn length(at: &mut *const c_char) -> Length {
    let (first, second) = (**at as u8, if **at == 0 { 0 } else { *at.add(1) as u8 });
    let (length, letters) = match (first, second) {
        (b'h', b'h') => (Length::Byte, 2),
        (b'h', _) => (Length::Short, 1),
        (b'l', b'l') => (Length::Long, 2),
        (b'l' | b'q' | b'j' | b'z' | b'Z' | b't', _) => (Length::Long, 1),
        (b'L', _) => (Length::LongDouble, 1),
        _ => (Length::Int, 0),
    };
    *at = at.add(letters);
    length
}

unsafe fn conversion(out: &mut Out, spec: Spec, letter: u8, arguments: &mut VaList) -> bool {
    match letter {
        b'%' => out.byte(b'%'),
        b'd' | b'i' => {
            let value = out.see(arguments.word());
            // Numbers of 32 bits stay that wide: symbolic ones are easier to decide then.
            match spec.length {
                Length::Byte => signed(out, spec, i32::from(value as i8)),
                Length::Short => signed(out, spec, i32::from(value as i16)),
                Length::Int => signed(out, spec, value as i32),
                Length::Long | Length::LongDouble => {
                    let value = value as i64;
                    let mut digits = Digits::new();
                    digits.long(value.unsigned_abs(), 10, false);
                    integer(out, spec, &digits, sign(spec, value < 0), b"");
                }
            }
        }
        b'u' | b'x' | b'X' | b'o' | b'b' | b'B' => {
            let value = out.see(arguments.word());
            unsigned(out, spec, value, letter);
        }
        b'p' => {
            let value = out.see(arguments.word());
            if value == 0 {
                return text(out, spec, c"(nil)".as_ptr());
            } else {
                let spec = Spec { other: true, length: Length::Long, ..spec };
                unsigned(out, spec, value, b'x');
            }
        }
        b'c' if spec.length == Length::Long => return wide_character(out, spec, arguments),
        b'C' => return wide_character(out, spec, arguments),
        b'c' => {
            let byte = out.see(arguments.word()) as u8;
            if out.is_wide && byte >= 128 {
                super::super::errno::set(super::super::errno::EILSEQ);
                return false;
            }
            pad(out, spec, 1, !spec.left);
            out.byte(byte);
            pad(out, spec, 1, spec.left);
        }
        b's' if spec.length == Length::Long => return wide_text(out, spec, arguments.pointer()),
        b'S' => return wide_text(out, spec, arguments.pointer()),
        b's' => {
            let s = arguments.pointer::<c_char>();
            if !s.is_null() {
                return text(out, spec, s);
            } else if spec.precision.is_none_or(|precision| precision >= 6) {
                return text(out, spec, c"(null)".as_ptr());
            } else {
                return text(out, spec, c"".as_ptr());
            }
        }
        b'm' => {
            return text(out, spec, super::super::string::message(super::super::errno::get()));
        }
        b'n' => {
            let to = arguments.pointer::<u8>();
            match spec.length {
                Length::Byte => *to = out.total as u8,
                Length::Short => to.cast::<u16>().write_unaligned(out.total as u16),
                Length::Int => to.cast::<u32>().write_unaligned(out.total as u32),
                _ => to.cast::<u64>().write_unaligned(out.total as u64),
            }
        }
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            if spec.length == Length::LongDouble {
                let (mantissa, high) = arguments.long_double();
                let mantissa = pikse_vm_concretize(out.see(mantissa));
                let high = pikse_vm_concretize(out.see(u64::from(high))) as u16;
                real::extended(out, spec, letter, mantissa, high);
                return true;
            }
            let mut bits = out.see(arguments.double());
            // Its digits depend on the whole number.
            if pikse_vm_is_symbolic(bits) != 0 {
                bits = pikse_vm_concretize(bits);
            }
            real::real(out, spec, letter, bits);
        }
        _ => pikse_vm_unsupported(c"an unknown conversion in a format".as_ptr()),
    }
    true
}

/// The sign before a number; 0 if there is none.
pub fn sign(spec: Spec, negative: bool) -> u8 {
    match () {
        () if negative => b'-',
        () if spec.plus => b'+',
        () if spec.space => b' ',
        () => 0,
    }
}

/// Padding around a text of a given length, on the chosen side.
pub unsafe fn pad(out: &mut Out, spec: Spec, length: usize, here: bool) {
    if here && spec.width > length {
        out.repeat(b' ', spec.width - length);
    }
}

unsafe fn signed(out: &mut Out, spec: Spec, value: i32) {
    let mut digits = Digits::new();
    digits.short(value.unsigned_abs());
    integer(out, spec, &digits, sign(spec, value < 0), b"");
}

unsafe fn unsigned(out: &mut Out, spec: Spec, value: u64, letter: u8) {
    let value = match spec.length {
        Length::Byte => value & 0xff,
        Length::Short => value & 0xffff,
        Length::Int => value & 0xffff_ffff,
        Length::Long | Length::LongDouble => value,
    };
    let mut digits = Digits::new();
    let base = match letter {
        b'u' => 10,
        b'o' => 8,
        b'b' | b'B' => 2,
        _ => 16,
    };
    if base == 10 && spec.length != Length::Long {
        digits.short(value as u32);
    } else {
        digits.long(value, base, letter == b'X');
    }
    let prefix: &[u8] = match letter {
        b'x' if spec.other && value != 0 => b"0x",
        b'X' if spec.other && value != 0 => b"0X",
        b'b' if spec.other && value != 0 => b"0b",
        b'B' if spec.other && value != 0 => b"0B",
        _ => b"",
    };
    let mut spec = spec;
    if letter == b'o' && spec.other {
        // The first digit has to be a zero.
        let wanted = if value == 0 { 1 } else { digits.count + 1 };
        let least = spec.precision.unwrap_or(0).max(wanted);
        let zeros = spec.zeros && spec.precision.is_none() && !spec.left;
        if !(zeros && spec.width > digits.count) {
            spec.precision = Some(least);
        }
    }
    integer(out, spec, &digits, 0, prefix);
}

/// The digits of an integer, the last one first.
struct Digits {
    digits: [u8; 64],
    count: usize,
}

impl Digits {
    fn new() -> Self {
        Digits { digits: [0; 64], count: 0 }
    }

    fn push(&mut self, digit: u8) {
        if let Some(place) = self.digits.get_mut(self.count) {
            *place = digit;
            self.count += 1;
        }
    }

    fn short(&mut self, value: u32) {
        let mut left = value;
        while left > 0 {
            self.push(b'0' + (left % 10) as u8);
            left /= 10;
        }
    }

    fn long(&mut self, value: u64, base: u64, large: bool) {
        let letters = if large { b'A' - 10 } else { b'a' - 10 };
        let mut left = value;
        while left > 0 {
            // Each base has a separate division by a constant.
            let digit = match base {
                2 => left & 1,
                8 => left & 7,
                16 => left & 15,
                _ => left % 10,
            } as u8;
            self.push(digit + if digit < 10 { b'0' } else { letters });
            left = match base {
                2 => left >> 1,
                8 => left >> 3,
                16 => left >> 4,
                _ => left / 10,
            };
        }
    }
}

unsafe fn integer(out: &mut Out, spec: Spec, digits: &Digits, sign: u8, prefix: &[u8]) {
    let least = spec.precision.unwrap_or(1);
    let mut zeros = least.saturating_sub(digits.count);
    let front = usize::from(sign != 0) + prefix.len();
    if spec.zeros && !spec.left && spec.precision.is_none() {
        zeros = zeros.max(spec.width.saturating_sub(front + digits.count));
    }
    let length = front + zeros + digits.count;
    pad(out, spec, length, !spec.left);
    if sign != 0 {
        out.byte(sign);
    }
    for byte in prefix {
        out.byte(*byte);
    }
    out.repeat(b'0', zeros);
    for digit in digits.digits.iter().take(digits.count).rev() {
        out.byte(*digit);
    }
    pad(out, spec, length, spec.left);
}

/// False if a byte is no character.
unsafe fn text(out: &mut Out, spec: Spec, s: *const c_char) -> bool {
    let most = spec.precision.unwrap_or(usize::MAX);
    let mut length = 0;
    while length < most && out.see(u64::from(*s.add(length) as u8)) != 0 {
        if out.is_wide && out.see(u64::from(*s.add(length) as u8)) >= 128 {
            super::super::errno::set(super::super::errno::EILSEQ);
            return false;
        }
        length += 1;
    }
    pad(out, spec, length, !spec.left);
    let mut at = 0;
    while at < length {
        let byte = out.see(u64::from(*s.add(at) as u8)) as u8;
        out.byte(byte);
        at += 1;
    }
    pad(out, spec, length, spec.left);
    true
}

unsafe fn wide_character(out: &mut Out, spec: Spec, arguments: &mut VaList) -> bool {
    let mut byte = 0;
    let wide = out.see(arguments.word()) as i32;
    if out.is_wide {
        pad(out, spec, 1, !spec.left);
        out.wide(wide);
        pad(out, spec, 1, spec.left);
        return true;
    }
    if pikse_libc_wcrtomb(&raw mut byte, wide, core::ptr::null_mut()) != 1 {
        return false;
    }
    pad(out, spec, 1, !spec.left);
    out.byte(byte as u8);
    pad(out, spec, 1, spec.left);
    true
}

unsafe fn wide_text(out: &mut Out, spec: Spec, s: *const c_int) -> bool {
    if s.is_null() {
        return text(out, spec, c"(null)".as_ptr());
    }
    let most = spec.precision.unwrap_or(usize::MAX);
    let mut length = 0;
    while length < most && *s.add(length) != 0 {
        if !out.is_wide && !(0..128).contains(&*s.add(length)) {
            super::super::errno::set(super::super::errno::EILSEQ);
            return false;
        }
        length += 1;
    }
    pad(out, spec, length, !spec.left);
    let mut at = 0;
    while at < length {
        out.wide(*s.add(at));
        at += 1;
    }
    pad(out, spec, length, spec.left);
    true
}
