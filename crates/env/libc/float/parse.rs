//! Converts text to the nearest floating-point number.
//!
//! The syntax of the number is decided by forks, as usual. Then the digits are made concrete,
//! because the arithmetic for a symbolic number would be too hard for the solver.

use core::ffi::c_char;

use super::super::ctype::{digit, is_space};
use super::super::machine::{pikse_vm_concretize, pikse_vm_unsupported};

/// A format of floating-point numbers.
#[derive(Clone, Copy)]
pub struct Format {
    /// Bits of the mantissa, including the first one.
    pub bits: i32,
    /// The exponent of the last bit of the smallest numbers.
    pub least: i32,
    /// The exponent of the last bit of the largest numbers.
    pub most: i32,
}

pub const DOUBLE: Format = Format { bits: 53, least: -1074, most: 971 };
/// x86's `long double`. Its first bit is stored.
pub const EXTENDED: Format = Format { bits: 64, least: -16445, most: 16320 };
pub const SINGLE: Format = Format { bits: 24, least: -149, most: 104 };

/// The result of parsing.
pub struct Parsed {
    /// The bits of the number, in the format.
    pub bits: u128,
    /// The number of characters used; 0 if there is no number.
    pub length: usize,
    /// Whether the number overflows, or is too small to be exact.
    pub out_of_range: bool,
}

/// Stores the bits of a `long double`.
pub unsafe fn write_extended(to: *mut u8, bits: u128) {
    to.cast::<u64>().write_unaligned(bits as u64);
    to.add(8).cast::<u16>().write_unaligned((bits >> 64) as u16);
}

/// A source of characters: a text with a length limit.
struct Source {
    at: *const c_char,
    left: usize,
}

impl Source {
    /// The character at an offset; 0 after the end.
    unsafe fn peek(&self, ahead: usize) -> u8 {
        if ahead < self.left { *self.at.add(ahead) as u8 } else { 0 }
    }

    /// The same, made concrete.
    unsafe fn plain(&self, ahead: usize) -> u8 {
        pikse_vm_concretize(u64::from(self.peek(ahead))) as u8
    }

    unsafe fn skip(&mut self, count: usize) {
        self.at = self.at.add(count);
        self.left -= count;
    }

    /// Whether a lower-case word is here.
    unsafe fn word(&self, word: &[u8]) -> bool {
        let mut same = true;
        for (ahead, letter) in word.iter().enumerate() {
            // Characters after the end of the text are not read.
            same = same && self.peek(ahead) | 32 == *letter;
        }
        same
    }
}

/// Parses the beginning of a text of at most `limit` characters.
pub unsafe fn parse(text: *const c_char, limit: usize, format: Format) -> Parsed {
    let mut from = Source { at: text, left: limit };
    while is_space(i32::from(from.peek(0))) {
        from.skip(1);
    }
    let negative = from.peek(0) == b'-';
    if negative || from.peek(0) == b'+' {
        from.skip(1);
    }
    let special = special(&mut from, format);
    let number = match special {
        Some(bits) => Some((bits, false)),
        None if from.peek(0) == b'0' && from.peek(1) | 32 == b'x' => hexadecimal(&mut from, format),
        None => decimal(&mut from, format),
    };
    match number {
        None => Parsed { bits: 0, length: 0, out_of_range: false },
        Some((bits, out_of_range)) => {
            let sign = u128::from(negative) << (format.stored() + exponent_bits(format));
            let length = from.at.offset_from(text) as usize;
            Parsed { bits: bits | sign, length, out_of_range }
        }
    }
}

impl Format {
    /// The bits of the mantissa that are stored: all, or all but the first.
    fn stored(self) -> i32 {
        if self.bits == 64 { 64 } else { self.bits - 1 }
    }

    /// A number of the field of the exponent and a mantissa.
    fn encode(self, field: u128, mantissa: u128) -> u128 {
        field << self.stored() | mantissa & ((1 << self.stored()) - 1)
    }
}

fn exponent_bits(format: Format) -> i32 {
    match format.bits {
        64 => 15,
        53 => 11,
        _ => 8,
    }
}

fn infinity(format: Format) -> u128 {
    format.encode((1 << exponent_bits(format)) - 1, 1 << (format.bits - 1))
}

/// Infinity and NaN.
unsafe fn special(from: &mut Source, format: Format) -> Option<u128> {
    if from.word(b"inf") {
        from.skip(if from.word(b"infinity") { 8 } else { 3 });
        return Some(infinity(format));
    }
    if !from.word(b"nan") {
        return None;
    }
    from.skip(3);
    if from.peek(0) == b'(' {
        let mut ahead = 1;
        while digit(from.peek(ahead)) < 36 || from.peek(ahead) == b'_' {
            ahead += 1;
        }
        if from.peek(ahead) == b')' {
            from.skip(ahead + 1);
        }
    }
    Some(infinity(format) | 1 << (format.bits - 2))
}

/// An exponent, if there is one: a letter, an optional sign, digits. Its value is limited.
unsafe fn exponent(from: &mut Source, letter: u8) -> i32 {
    if from.peek(0) | 32 != letter {
        return 0;
    }
    let negative = from.peek(1) == b'-';
    let mut ahead = if negative || from.peek(1) == b'+' { 2 } else { 1 };
    if digit(from.peek(ahead)) >= 10 {
        return 0;
    }
    let mut value = 0i32;
    while digit(from.peek(ahead)) < 10 {
        if value < 100_000 {
            value = value * 10 + digit(from.plain(ahead)) as i32;
        }
        ahead += 1;
    }
    from.skip(ahead);
    if negative { -value } else { value }
}

unsafe fn hexadecimal(from: &mut Source, format: Format) -> Option<(u128, bool)> {
    let (mut mantissa, mut scale, mut sticky) = (0u128, 0i32, false);
    let (mut any, mut fraction, mut ahead) = (false, false, 2);
    loop {
        let c = from.peek(ahead);
        if c == b'.' && !fraction {
            fraction = true;
        } else if digit(c) < 16 {
            any = true;
            let c = from.plain(ahead);
            if mantissa >> 124 == 0 {
                mantissa = mantissa << 4 | u128::from(digit(c));
                scale -= if fraction { 4 } else { 0 };
            } else {
                sticky |= digit(c) != 0;
                scale += if fraction { 0 } else { 4 };
            }
        } else {
            break;
        }
        ahead += 1;
    }
    if !any {
        // Only the zero before the `x` is a number.
        from.skip(1);
        return Some((0, false));
    }
    from.skip(ahead);
    let exponent = exponent(from, b'p') + scale;
    Some(rounded(mantissa, exponent, sticky, format))
}

/// The digits that are kept, and whether any later digit is not zero.
const KEPT: usize = 800;
/// No double has a larger power of ten, or a smaller one.
const LARGEST: i32 = 400;

unsafe fn decimal(from: &mut Source, format: Format) -> Option<(u128, bool)> {
    let (mut ahead, mut count, mut point) = (0, 0usize, None);
    let (mut any, mut scale, mut mantissa) = (false, 0i32, 0u64);
    loop {
        let c = from.peek(ahead);
        if c == b'.' && point.is_none() {
            point = Some(ahead);
        } else if digit(c) < 10 {
            any = true;
            let c = from.plain(ahead);
            scale -= i32::from(point.is_some());
            if count > 0 || digit(c) > 0 {
                count += 1;
                if count <= 18 {
                    mantissa = mantissa * 10 + u64::from(digit(c));
                }
            }
        } else {
            break;
        }
        ahead += 1;
    }
    if !any {
        return None;
    }
    let digits = Source { at: from.at, left: ahead };
    from.skip(ahead);
    let scale = exponent(from, b'e').saturating_add(scale);
    if count == 0 {
        return Some((0, false));
    }
    // Both are exact, so a single rounding is correct.
    if count <= 15 && (-22..=22).contains(&scale) && format.bits == 53 {
        return Some((exact(mantissa, scale).to_bits().into(), false));
    }
    let magnitude = scale.saturating_add(if count > 100_000 { 100_000 } else { count as i32 });
    if format.bits == 64 && !(-LARGEST..=LARGEST).contains(&magnitude) {
        pikse_vm_unsupported(c"a `long double` beyond the range of a double".as_ptr());
    }
    if magnitude > LARGEST {
        return Some((infinity(format), true));
    }
    if magnitude < -LARGEST {
        return Some((0, true));
    }
    let mut big = Big::new();
    let (mut taken, mut rest, mut at) = (0, false, 0);
    while at < digits.left {
        let c = digits.plain(at);
        at += 1;
        if c == b'.' || taken == 0 && c == b'0' {
            continue;
        }
        if taken < KEPT {
            big.multiply_add(10, digit(c));
            taken += 1;
        } else {
            rest |= c != b'0';
        }
    }
    let scale = scale + (count - taken) as i32;
    let (mantissa, exponent, sticky) = big.scaled(scale);
    Some(rounded(mantissa, exponent, sticky | rest, format))
}

/// A product or quotient of two numbers that doubles represent exactly.
fn exact(mantissa: u64, scale: i32) -> f64 {
    let (mut power, mut left) = (1.0, scale.unsigned_abs());
    while left > 0 {
        power *= 10.0;
        left -= 1;
    }
    let mantissa = mantissa as f64;
    if scale < 0 { mantissa / power } else { mantissa * power }
}

/// The number nearest to `mantissa * 2^exponent`, plus a bit more if `sticky`.
fn rounded(mantissa: u128, exponent: i32, sticky: bool, format: Format) -> (u128, bool) {
    if mantissa == 0 {
        return (0, sticky);
    }
    let zeros = mantissa.leading_zeros() as i32;
    let (mantissa, exponent) = (mantissa << zeros, exponent.saturating_sub(zeros));
    // How many of the 128 bits are dropped: more for subnormal numbers.
    let usual = 128 - format.bits;
    let lost = usual.max(format.least.saturating_sub(exponent));
    let small = lost > usual;
    let (kept, tail) = match lost {
        ..128 => (mantissa >> lost, mantissa << (128 - lost)),
        128 => (0, mantissa),
        _ => (0, 1),
    };
    let exact = tail == 0 && !sticky;
    let half = 1 << 127;
    let up = tail > half || tail == half && (sticky || kept & 1 == 1);
    let kept = kept + u128::from(up);
    if small {
        // A carry into the first bit makes it the smallest normal number.
        return (format.encode(kept >> (format.bits - 1), kept), !exact);
    }
    let carried = kept >> format.bits == 1;
    let exponent = exponent + lost + i32::from(carried);
    let kept = if carried { kept >> 1 } else { kept };
    if exponent > format.most {
        return (infinity(format), true);
    }
    let field = (exponent - format.least + 1) as u128;
    (format.encode(field, kept), false)
}

/// Enough for 800 digits, and for the scale of the smallest numbers.
const LIMBS: usize = 200;

/// A large integer, the lowest limb first.
struct Big {
    limbs: [u32; LIMBS],
    used: usize,
}

impl Big {
    fn new() -> Self {
        Big { limbs: [0; LIMBS], used: 0 }
    }

    fn multiply_add(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for limb in self.limbs.iter_mut().take(self.used) {
            let value = u64::from(*limb) * u64::from(factor) + carry;
            *limb = value as u32;
            carry = value >> 32;
        }
        if carry > 0
            && let Some(limb) = self.limbs.get_mut(self.used)
        {
            *limb = carry as u32;
            self.used += 1;
        }
    }

    /// Divides, and returns whether there is a remainder.
    fn divide(&mut self, by: u32) -> bool {
        let by = u64::from(if by == 0 { 1 } else { by });
        let mut rest = 0;
        for limb in self.limbs.iter_mut().take(self.used).rev() {
            let value = rest << 32 | u64::from(*limb);
            *limb = (value / by) as u32;
            rest = value % by;
        }
        while self.used > 0 && self.limb(self.used - 1) == 0 {
            self.used -= 1;
        }
        rest != 0
    }

    fn limb(&self, at: usize) -> u32 {
        self.limbs.get(at).copied().unwrap_or(0)
    }

    /// Shifts left by whole limbs.
    fn raise(&mut self, by: usize) {
        let mut at = self.used;
        while at > 0 {
            at -= 1;
            let limb = self.limb(at);
            if let Some(place) = self.limbs.get_mut(at + by) {
                *place = limb;
            }
        }
        for limb in self.limbs.iter_mut().take(by) {
            *limb = 0;
        }
        self.used = (self.used + by).min(LIMBS);
    }

    /// The first bits of the number times `10^scale`, at least 65 if it has so many, their exponent,
    /// and whether there are more.
    fn scaled(mut self, scale: i32) -> (u128, i32, bool) {
        // 10^n is 5^n * 2^n, and 5^13 is the largest power of 5 in a limb.
        const FIVES: u32 = 1_220_703_125;
        let (mut exponent, mut sticky) = (scale, false);
        let mut left = scale.unsigned_abs();
        if scale < 0 {
            // Enough limbs that at least 96 bits are left after the division.
            let limbs = (left as usize * 7 / 3).div_ceil(32) + 3;
            self.raise(limbs);
            exponent -= 32 * limbs as i32;
        }
        while left > 0 {
            let (factor, step) = if left >= 13 { (FIVES, 13) } else { (5, 1) };
            if scale < 0 {
                sticky |= self.divide(factor);
            } else {
                self.multiply_add(factor, 0);
            }
            left -= step;
        }
        let top = self.used;
        if top < 3 {
            let low = u128::from(self.limb(0)) | u128::from(self.limb(1)) << 32;
            return (low, exponent, sticky);
        }
        let limb = |back: usize| u128::from(self.limb(top - back));
        let three = limb(1) << 64 | limb(2) << 32 | limb(3);
        for limb in self.limbs.iter().take(top - 3) {
            sticky |= *limb != 0;
        }
        (three, exponent + 32 * (top as i32 - 3), sticky)
    }
}
