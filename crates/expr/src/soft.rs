//! Floating-point numbers of formats that Rust does not have: x86's `long double`, half precision and
//! quadruple precision.
//!
//! A number is its bits. Results are exact, rounded to nearest, ties to even. If an operand is NaN, the
//! result is that NaN, made quiet; of two, as the x87 unit does, the one with the larger significand. A
//! result that is undefined is the processor's default NaN, which is negative.
//!
//! Sums, products, quotients and roots need room for twice the digits, so they exist for formats of up
//! to 64 digits.

use std::cmp::Ordering;

/// A format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// The bits of the exponent.
    exponent: u32,
    /// The digits of the significand, the first one included.
    digits: u32,
    /// Whether the first digit is stored.
    is_explicit: bool,
}

/// The operations of two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Where a number is rounded to an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "LLVM's names")]
pub enum Whole {
    Floor,
    Ceil,
    Trunc,
    /// The nearest one, ties to even.
    Even,
    /// The nearest one, ties away from zero.
    Away,
}

/// A number apart from its format: `significand * 2^exponent`.
#[derive(Clone, Copy, Debug)]
enum Number {
    NaN { sign: bool, payload: u128 },
    Infinite { sign: bool },
    Finite { sign: bool, exponent: i32, significand: u128 },
}

impl Format {
    /// The format of a width: 16, 32, 64, 80 or 128 bits.
    #[must_use]
    pub fn of(width: u32) -> Option<Self> {
        let format = |exponent, digits| Self { exponent, digits, is_explicit: false };
        Some(match width {
            16 => format(5, 11),
            32 => format(8, 24),
            64 => format(11, 53),
            80 => Self { exponent: 15, digits: 64, is_explicit: true },
            128 => format(15, 113),
            _ => return None,
        })
    }

    /// The digits that are stored.
    fn stored(self) -> u32 {
        self.digits - u32::from(!self.is_explicit)
    }

    /// The bit of the sign.
    #[must_use]
    pub fn sign(self) -> u128 {
        1 << (self.stored() + self.exponent)
    }

    fn largest_exponent(self) -> u128 {
        (1 << self.exponent) - 1
    }

    fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    fn read(self, bits: u128) -> Number {
        let sign = bits & self.sign() != 0;
        let fraction = bits & ((1 << self.stored()) - 1);
        let exponent = bits >> self.stored() & self.largest_exponent();
        let first = 1 << (self.digits - 1);
        let payload = fraction & (first - 1);
        if exponent == self.largest_exponent() {
            return match payload {
                0 if !self.is_explicit || fraction & first != 0 => Number::Infinite { sign },
                _ => Number::NaN { sign, payload },
            };
        }
        // The x87 unit does not take numbers without their first digit.
        if self.is_explicit && exponent != 0 && fraction & first == 0 {
            return Number::NaN { sign: true, payload: first >> 1 };
        }
        let significand = match exponent {
            0 => fraction,
            _ => fraction | first,
        };
        let least = 1 - self.bias() - (self.digits as i32 - 1);
        let exponent = least + (exponent as i32 - 1).max(0);
        Number::Finite { sign, exponent, significand }
    }

    fn infinite(self, sign: bool) -> u128 {
        let first = if self.is_explicit { 1 << (self.digits - 1) } else { 0 };
        self.signed(sign, self.largest_exponent() << self.stored() | first)
    }

    fn signed(self, sign: bool, bits: u128) -> u128 {
        if sign { bits | self.sign() } else { bits }
    }

    /// A quiet NaN.
    fn nan(self, sign: bool, payload: u128) -> u128 {
        let quiet = 1 << (self.digits - 2);
        self.infinite(sign) | payload & (quiet - 1) | quiet
    }

    fn default_nan(self) -> u128 {
        self.nan(true, 0)
    }

    /// The nearest number; `is_more` says that the exact one is a little larger.
    fn write(self, sign: bool, exponent: i32, significand: u128, is_more: bool) -> u128 {
        if significand == 0 {
            return self.signed(sign, 0);
        }
        let least = 1 - self.bias() - (self.digits as i32 - 1);
        let length = 128 - significand.leading_zeros() as i32;
        // The exponent of the last digit that is kept.
        let last = (exponent + length - self.digits as i32).max(least);
        let drop = last - exponent;
        let (mut kept, is_up) = match drop {
            ..=0 => (significand << -drop, false),
            1..=127 => {
                let kept = significand >> drop;
                let half = 1u128 << (drop - 1);
                let rest = significand & (half * 2 - 1);
                let above = rest > half || (rest == half && is_more);
                (kept, above || (rest == half && kept & 1 == 1))
            }
            // All digits are dropped; half of the last one is reached by the first one only.
            128 => {
                let half = 1u128 << 127;
                (0, significand > half || (significand == half && is_more))
            }
            _ => (0, false),
        };
        let mut last = last;
        if is_up {
            kept += 1;
            if kept >> self.digits != 0 {
                kept >>= 1;
                last += 1;
            }
        }
        let first = 1u128 << (self.digits - 1);
        if kept & first == 0 {
            return self.signed(sign, kept);
        }
        let stored = (last - least + 1) as u128;
        if stored >= self.largest_exponent() {
            return self.infinite(sign);
        }
        let fraction = if self.is_explicit { kept } else { kept & (first - 1) };
        self.signed(sign, stored << self.stored() | fraction)
    }

    /// The NaN that an operation on a NaN gives.
    fn of_nans(self, a: Number, b: Number) -> Option<u128> {
        match (a, b) {
            (Number::NaN { sign: s, payload: x }, Number::NaN { sign: t, payload: y }) => {
                Some(if y > x { self.nan(t, y) } else { self.nan(s, x) })
            }
            (Number::NaN { sign, payload }, _) | (_, Number::NaN { sign, payload }) => {
                Some(self.nan(sign, payload))
            }
            _ => None,
        }
    }

    /// The result of an operation. The format has at most 64 digits.
    #[must_use]
    pub fn operate(self, op: Operation, a: u128, b: u128) -> u128 {
        let b = if op == Operation::Sub { self.opposite(b) } else { b };
        let (x, y) = (self.read(a), self.read(b));
        if let Some(nan) = self.of_nans(x, y) {
            return nan;
        }
        match op {
            Operation::Add | Operation::Sub => self.sum(x, y),
            Operation::Mul => self.product(x, y),
            Operation::Div => self.quotient(x, y),
            Operation::Rem => self.rest(x, y, a),
        }
    }

    /// The number with the other sign; a NaN keeps its own.
    fn opposite(self, bits: u128) -> u128 {
        match self.read(bits) {
            Number::NaN { .. } => bits,
            _ => bits ^ self.sign(),
        }
    }

    fn sum(self, a: Number, b: Number) -> u128 {
        let (s, e, m, t, f, n) = match (a, b) {
            (Number::Infinite { sign: s }, Number::Infinite { sign: t }) => {
                return if s == t { self.infinite(s) } else { self.default_nan() };
            }
            (Number::Infinite { sign }, _) | (_, Number::Infinite { sign }) => {
                return self.infinite(sign);
            }
            (
                Number::Finite { sign: s, exponent: e, significand: m },
                Number::Finite { sign: t, exponent: f, significand: n },
            ) => (s, e, m, t, f, n),
            _ => return self.default_nan(),
        };
        if m == 0 && n == 0 {
            return self.signed(s && t, 0);
        }
        if m == 0 || n == 0 {
            let (sign, exponent, significand) = if n == 0 { (s, e, m) } else { (t, f, n) };
            return self.write(sign, exponent, significand, false);
        }
        // The larger exponent first, with room below it.
        let ((s, e, m), (t, f, n)) =
            if e >= f { ((s, e, m), (t, f, n)) } else { ((t, f, n), (s, e, m)) };
        let room = 61.min(e - f);
        let (m, e) = (m << room, e - room);
        let drop = (e - f) as u32;
        let (n, lost) = match drop {
            0 => (n, false),
            1..=127 => (n >> drop, n & ((1 << drop) - 1) != 0),
            _ => (0, n != 0),
        };
        if s == t {
            return self.write(s, e, m + n, lost);
        }
        // What was cut off makes the difference a little smaller.
        let (sign, difference) = if m >= n { (s, m - n) } else { (t, n - m) };
        match (difference, lost) {
            (0, false) => self.signed(false, 0),
            (_, false) => self.write(sign, e, difference, false),
            (_, true) => self.write(sign, e - 1, difference * 2 - 1, true),
        }
    }

    fn product(self, a: Number, b: Number) -> u128 {
        let is_zero = |x: &Number| matches!(x, Number::Finite { significand: 0, .. });
        match (a, b) {
            (
                Number::Finite { sign: s, exponent: e, significand: m },
                Number::Finite { sign: t, exponent: f, significand: n },
            ) => self.write(s != t, e + f, m * n, false),
            _ if is_zero(&a) || is_zero(&b) => self.default_nan(),
            _ => self.infinite(sign_of(a) != sign_of(b)),
        }
    }

    fn quotient(self, a: Number, b: Number) -> u128 {
        let sign = sign_of(a) != sign_of(b);
        match (a, b) {
            (Number::Infinite { .. }, Number::Infinite { .. }) => self.default_nan(),
            (Number::Infinite { .. }, _) => self.infinite(sign),
            (_, Number::Infinite { .. }) => self.signed(sign, 0),
            (
                Number::Finite { exponent: e, significand: m, .. },
                Number::Finite { exponent: f, significand: n, .. },
            ) => match (m, n) {
                (0, 0) => self.default_nan(),
                (_, 0) => self.infinite(sign),
                (0, _) => self.signed(sign, 0),
                _ => {
                    // As many digits as fit, and then two more.
                    let (x, y) = (m.leading_zeros(), n.leading_zeros() - 64);
                    let (m, n) = (m << x, n << y);
                    let (high, rest) = (m / n, m % n);
                    let low = (rest << 2) / n;
                    let is_more = (rest << 2) % n != 0;
                    let exponent = e - x as i32 - (f - y as i32) - 2;
                    self.write(sign, exponent, high << 2 | low, is_more)
                }
            },
            _ => self.default_nan(),
        }
    }

    /// The rest of a division towards zero, as `fmod` has it.
    fn rest(self, a: Number, b: Number, bits: u128) -> u128 {
        let (sign, mut e, mut m, f, n) = match (a, b) {
            (Number::Infinite { .. }, _) | (_, Number::Finite { significand: 0, .. }) => {
                return self.default_nan();
            }
            (_, Number::Infinite { .. }) => return bits,
            (
                Number::Finite { sign, exponent: e, significand: m },
                Number::Finite { exponent: f, significand: n, .. },
            ) => (sign, e, m, f, n),
            _ => return self.default_nan(),
        };
        if e < f {
            // The second number in units of the first; if it is much larger, the first is the rest.
            let shift = (f - e) as u32;
            return match n.leading_zeros() > shift {
                true => self.write(sign, e, m % (n << shift), false),
                false => bits,
            };
        }
        m %= n;
        while e > f && m != 0 {
            let step = (m.leading_zeros() as i32).min(e - f).min(63);
            m = (m << step) % n;
            e -= step;
        }
        self.write(sign, f, m, false)
    }

    /// The square root. The format has at most 64 digits.
    #[must_use]
    pub fn square_root(self, bits: u128) -> u128 {
        match self.read(bits) {
            Number::NaN { sign, payload } => self.nan(sign, payload),
            Number::Finite { significand: 0, .. } => bits,
            Number::Infinite { sign: false } => bits,
            Number::Finite { sign: false, exponent, significand } => {
                let mut shift = significand.leading_zeros();
                if (exponent - shift as i32) % 2 != 0 {
                    shift -= 1;
                }
                let number = significand << shift;
                let root = number.isqrt();
                // There are 64 digits: the next ones are known by what is left.
                let rest = number - root * root;
                let next = match rest {
                    0 => 0,
                    _ if rest > root => 3,
                    _ => 1,
                };
                self.write(false, (exponent - shift as i32) / 2 - 2, root << 2 | next, next != 0)
            }
            _ => self.default_nan(),
        }
    }

    /// The number rounded to an integer.
    #[must_use]
    pub fn round(self, how: Whole, bits: u128) -> u128 {
        let (sign, exponent, significand) = match self.read(bits) {
            Number::NaN { sign, payload } => return self.nan(sign, payload),
            Number::Finite { sign, exponent, significand } if exponent < 0 => {
                (sign, -exponent, significand)
            }
            _ => return bits,
        };
        let (whole, rest, half) = match exponent {
            1..=127 => {
                let whole = significand >> exponent;
                (whole, significand - (whole << exponent), 1u128 << (exponent - 1))
            }
            _ => (0, u128::from(significand != 0), 2),
        };
        let is_up = match how {
            Whole::Trunc => false,
            Whole::Floor => sign && rest > 0,
            Whole::Ceil => !sign && rest > 0,
            Whole::Away => rest >= half,
            Whole::Even => rest > half || (rest == half && whole & 1 == 1),
        };
        self.write(sign, 0, whole + u128::from(is_up), false)
    }

    /// The order of two numbers; none if one is NaN.
    #[must_use]
    pub fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        let key = |number: Number| {
            Some(match number {
                Number::NaN { .. } => return None,
                Number::Infinite { sign } => (sign, i32::MAX, 0),
                Number::Finite { significand: 0, .. } => (false, i32::MIN, 0),
                Number::Finite { sign, exponent, significand } => {
                    let shift = significand.leading_zeros();
                    (sign, exponent - shift as i32, significand << shift)
                }
            })
        };
        let ((s, e, m), (t, f, n)) = (key(self.read(a))?, key(self.read(b))?);
        Some(match (s, t) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => (e, m).cmp(&(f, n)),
            (true, true) => (f, n).cmp(&(e, m)),
        })
    }

    /// The number in another format.
    #[must_use]
    pub fn convert(self, to: Self, bits: u128) -> u128 {
        match self.read(bits) {
            Number::NaN { sign, payload } => {
                let (from, into) = (self.digits as i32, to.digits as i32);
                let payload = match into >= from {
                    true => payload << (into - from),
                    false => payload >> (from - into),
                };
                to.nan(sign, payload)
            }
            Number::Infinite { sign } => to.infinite(sign),
            Number::Finite { sign, exponent, significand } => {
                to.write(sign, exponent, significand, false)
            }
        }
    }

    /// The number nearest to an integer.
    #[must_use]
    pub fn from_integer(self, is_negative: bool, magnitude: u128) -> u128 {
        self.write(is_negative, 0, magnitude, false)
    }

    /// The integer without the fraction, of so many bits; the nearest one if it does not fit.
    #[must_use]
    pub fn to_integer(self, bits: u128, width: u32, is_signed: bool) -> u128 {
        let all = crate::bits::mask(width);
        let (least, most) = match is_signed {
            true => (crate::bits::sign_bit(width), all >> 1),
            false => (0, all),
        };
        match self.read(bits) {
            Number::NaN { .. } => 0,
            Number::Infinite { sign } => {
                if sign {
                    least
                } else {
                    most
                }
            }
            Number::Finite { sign, exponent, significand } => {
                let magnitude = match exponent {
                    0.. if significand == 0 => Some(0),
                    0..=127 if significand.leading_zeros() >= exponent as u32 => {
                        Some(significand << exponent)
                    }
                    0.. => None,
                    -127..=-1 => Some(significand >> -exponent),
                    _ => Some(0),
                };
                match (sign, magnitude) {
                    (false, Some(number)) if number <= most => number,
                    (false, _) => most,
                    (true, Some(number)) if is_signed && number <= least => {
                        number.wrapping_neg() & all
                    }
                    (true, Some(0)) => 0,
                    (true, _) => least,
                }
            }
        }
    }
}

fn sign_of(number: Number) -> bool {
    match number {
        Number::NaN { sign, .. } | Number::Infinite { sign } | Number::Finite { sign, .. } => sign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the format of `double` everything is as in Rust.
    #[test]
    fn as_double() {
        let double = Format::of(64).expect("a format");
        let single = Format::of(32).expect("a format");
        let mut random = pikse_base::Random(7);
        let special = [0.0, -0.0, 1.0, f64::INFINITY, f64::MIN_POSITIVE, f64::MAX, 5e-324, 1.5];
        for k in 0..200_000u64 {
            let mut next = || match random.next() % 8 {
                0 => special[random.next() as usize % special.len()],
                1 => random.next() as i64 as f64,
                // Numbers of like size, whose sums cancel.
                2 => 1.0 + (random.next() >> 40) as f64 / 1e6,
                3 => f64::from_bits(random.next() >> 12),
                _ => f64::from_bits(random.next()),
            };
            let (a, b) = (next(), next());
            let (x, y) = (u128::from(a.to_bits()), u128::from(b.to_bits()));
            let check = |what: &str, found: u128, expected: f64| {
                let found = f64::from_bits(found as u64);
                let same = found.to_bits() == expected.to_bits();
                let good = same || (found.is_nan() && expected.is_nan());
                assert!(good, "{k}: {what} of {a:e} and {b:e}: {found:e}, not {expected:e}");
            };
            check("sum", double.operate(Operation::Add, x, y), a + b);
            check("difference", double.operate(Operation::Sub, x, y), a - b);
            check("product", double.operate(Operation::Mul, x, y), a * b);
            check("quotient", double.operate(Operation::Div, x, y), a / b);
            check("rest", double.operate(Operation::Rem, x, y), a % b);
            check("root", double.square_root(x), a.sqrt());
            check("floor", double.round(Whole::Floor, x), a.floor());
            check("ceil", double.round(Whole::Ceil, x), a.ceil());
            check("trunc", double.round(Whole::Trunc, x), a.trunc());
            check("even", double.round(Whole::Even, x), a.round_ties_even());
            check("away", double.round(Whole::Away, x), a.round());
            assert_eq!(double.compare(x, y), a.partial_cmp(&b), "{a} {b}");
            let found = f32::from_bits(double.convert(single, x) as u32);
            assert!(found == a as f32 || found.is_nan() && a.is_nan(), "{a} {found}");
            let long = Format::of(80).expect("a format");
            check("there and back", long.convert(double, double.convert(long, x)), a);
            assert_eq!(double.to_integer(x, 64, true) as u64, a as i64 as u64, "{a}");
            assert_eq!(double.to_integer(x, 32, false) as u32, a as u32, "{a}");
            let whole = random.next() as i64;
            let bits = double.from_integer(whole < 0, u128::from(whole.unsigned_abs()));
            assert_eq!(f64::from_bits(bits as u64), whole as f64);
        }
    }
}
