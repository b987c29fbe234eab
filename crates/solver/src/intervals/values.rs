//! Bounds of a value: a number, or a word.
//!
//! Rounding is monotonic, so the results at the bounds of the operands bound the result. Where an
//! operation is not monotonic, or may be NaN, the bounds become wider, never wrong.

use pikse_expr::Binary;
use pikse_expr::bits::{mask, sign_bit, signed};
use pikse_expr::float::{self, Float};

/// Bounds of a floating-point number. A zero stands for both zeros.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Number {
    pub(super) low: f64,
    /// If it is less than `low`, the value is NaN.
    pub(super) high: f64,
    /// Whether the value may be NaN.
    pub(super) nan: bool,
}

/// Bounds of a word, as an unsigned number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Word {
    pub(super) low: u128,
    pub(super) high: u128,
}

impl Number {
    pub(super) const ANY: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true };
    pub(super) const NAN: Self = Self { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true };

    /// The number of these bits.
    pub(super) fn of_bits(width: u32, bits: u64) -> Self {
        match value(width, bits) {
            x if x.is_nan() => Self::NAN,
            x => Self { low: x, high: x, nan: false },
        }
    }

    fn is_empty(self) -> bool {
        self.low > self.high
    }

    fn contains(self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }

    fn is_infinite(self) -> bool {
        !self.is_empty() && (self.low.is_infinite() || self.high.is_infinite())
    }

    pub(super) fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low, nan: self.nan }
    }

    pub(super) fn abs(self) -> Self {
        match () {
            () if self.is_empty() || self.low >= 0.0 => self,
            () if self.high <= 0.0 => self.neg(),
            () => Self { low: 0.0, high: self.high.max(-self.low), nan: self.nan },
        }
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            nan: self.nan || other.nan,
        }
    }

    /// The bounds of some results; a NaN counts as 0.
    fn around(results: &[f64], nan: bool) -> Self {
        let numbers = results.iter().map(|&x| if x.is_nan() { 0.0 } else { x });
        Self {
            low: numbers.clone().fold(f64::INFINITY, f64::min),
            high: numbers.fold(f64::NEG_INFINITY, f64::max),
            nan,
        }
    }
}

/// The number of these bits; the wider format represents both exactly.
fn value(width: u32, bits: u64) -> f64 {
    match width {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The bits of a number that the format can represent.
fn bits(width: u32, x: f64) -> u64 {
    match width {
        32 => u64::from((x as f32).to_bits()),
        _ => x.to_bits(),
    }
}

fn result(op: Float, width: u32, x: f64, y: f64) -> f64 {
    value(width, float::arithmetic(op, width, [bits(width, x), bits(width, y), 0]))
}

/// The result of arithmetic; `same` means that both operands are one value.
pub(super) fn arithmetic(op: Float, width: u32, a: Number, b: Number, same: bool) -> Number {
    let nan = a.nan || (op.arity() > 1 && b.nan);
    if a.is_empty() || (op.arity() > 1 && b.is_empty()) {
        return Number::NAN;
    }
    let corners = |results: [(f64, f64); 4], nan| {
        Number::around(&results.map(|(x, y)| result(op, width, x, y)), nan)
    };
    let all = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
    match op {
        Float::Add | Float::Sub => {
            let b = if op == Float::Sub { b.neg() } else { b };
            let undefined = (a.high == f64::INFINITY && b.low == f64::NEG_INFINITY)
                || (a.low == f64::NEG_INFINITY && b.high == f64::INFINITY);
            let (low, high) = (
                result(Float::Add, width, a.low, b.low),
                result(Float::Add, width, a.high, b.high),
            );
            Number {
                low: if low.is_nan() { f64::NEG_INFINITY } else { low },
                high: if high.is_nan() { f64::INFINITY } else { high },
                nan: nan || undefined,
            }
        }
        Float::Mul if same => {
            let a = a.abs();
            corners([(a.low, a.low), (a.low, a.low), (a.high, a.high), (a.high, a.high)], nan)
        }
        Float::Mul => {
            let undefined =
                (a.contains(0.0) && b.is_infinite()) || (b.contains(0.0) && a.is_infinite());
            corners(all, nan || undefined)
        }
        Float::Div if b.contains(0.0) => Number { nan: true, ..Number::ANY },
        Float::Div => corners(all, nan || (a.is_infinite() && b.is_infinite())),
        Float::Sqrt if a.high < 0.0 => Number::NAN,
        Float::Sqrt => Number {
            low: result(op, width, a.low.max(0.0), 0.0),
            high: result(op, width, a.high, 0.0),
            nan: nan || a.low < 0.0,
        },
        Float::Floor | Float::Ceil | Float::Trunc | Float::RoundEven | Float::Round => {
            Number { low: result(op, width, a.low, 0.0), high: result(op, width, a.high, 0.0), nan }
        }
        _ => Number::ANY,
    }
}

/// A number in the format of a width.
pub(super) fn convert(width: u32, a: Number) -> Number {
    match a.is_empty() || width == 64 {
        true => a,
        false => Number { low: f64::from(a.low as f32), high: f64::from(a.high as f32), ..a },
    }
}

/// A comparison, as a condition; `same` means that both sides are one value.
pub(super) fn compare(op: Float, a: Number, b: Number, same: bool) -> Word {
    if a.is_empty() || b.is_empty() {
        return Word::condition(false, true);
    }
    let nan = a.nan || b.nan;
    match op {
        Float::Less if same => Word::condition(false, true),
        _ if same => Word::condition(true, nan),
        Float::Equal => {
            let apart = a.high < b.low || b.high < a.low;
            let equal = a.low == a.high && b.low == b.high && a.low == b.low;
            Word::condition(!apart, nan || !equal)
        }
        Float::Less => Word::condition(a.low < b.high, nan || a.high >= b.low),
        _ => Word::condition(a.low <= b.high, nan || a.high > b.low),
    }
}

impl Word {
    pub(super) fn any(width: u32) -> Self {
        Self { low: 0, high: mask(width) }
    }

    /// A condition that can hold, or not, or both.
    pub(super) fn condition(yes: bool, no: bool) -> Self {
        Self { low: u128::from(!no), high: u128::from(yes) }
    }

    /// Whether it is certain that a condition does not hold.
    pub(super) fn is_false(self) -> bool {
        self.high == 0
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub(super) fn not(self, width: u32) -> Self {
        Self { low: mask(width) - self.high, high: mask(width) - self.low }
    }

    /// The bounds as a signed number.
    fn signed(self, width: u32) -> (i128, i128) {
        let half = sign_bit(width);
        match self.low >= half || self.high < half {
            true => (signed(width, self.low), signed(width, self.high)),
            false => (signed(width, half), signed(width, half - 1)),
        }
    }

    pub(super) fn binary(op: Binary, width: u32, a: Self, b: Self) -> Self {
        let compare = |(a, b): (i128, i128), (c, d): (i128, i128), or_equal: bool| match or_equal {
            true => Self::condition(a <= d, b > c),
            false => Self::condition(a < d, b >= c),
        };
        let bounds = |word: Self| match i128::try_from(word.high) {
            Ok(high) => (word.low as i128, high),
            Err(_) => (0, i128::MAX),
        };
        match op {
            Binary::Eq => {
                let apart = a.high < b.low || b.high < a.low;
                let equal = a.low == a.high && a == b;
                Self::condition(!apart, !equal)
            }
            Binary::Slt | Binary::Sle => {
                compare(a.signed(width), b.signed(width), op == Binary::Sle)
            }
            Binary::Ult | Binary::Ule if width < 128 => {
                compare(bounds(a), bounds(b), op == Binary::Ule)
            }
            Binary::And if width == 1 => Self { low: a.low & b.low, high: a.high & b.high },
            Binary::Or if width == 1 => Self { low: a.low | b.low, high: a.high | b.high },
            _ if op.is_comparison() => Self::condition(true, true),
            _ => Self::any(width),
        }
    }

    /// The number nearest to an integer.
    pub(super) fn to_number(self, op: Float, from: u32, to: u32) -> Number {
        let ends = match op {
            Float::FromSigned => {
                let (low, high) = self.signed(from);
                [low as u128 & mask(from), high as u128 & mask(from)]
            }
            _ => [self.low, self.high],
        };
        let [low, high] = ends.map(|end| value(to, float::cast(op, from, to, end) as u64));
        Number { low, high, nan: false }
    }

    /// The integer of a number, as it is cast.
    pub(super) fn of_number(op: Float, from: u32, to: u32, a: Number) -> Self {
        let cast = |x: f64| float::cast(op, from, to, u128::from(bits(from, x)));
        let zero = Self { low: 0, high: 0 };
        if a.is_empty() {
            return zero;
        }
        let (low, high) = (cast(a.low), cast(a.high));
        let numbers = match low <= high {
            true => Self { low, high },
            // From below zero to above it.
            false => Self::any(to),
        };
        if a.nan { numbers.union(zero) } else { numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: [f64; 15] = [
        f64::NEG_INFINITY,
        -f64::MAX,
        -3.7,
        -1.0,
        -0.4,
        -1e-320,
        -0.0,
        0.0,
        5e-324,
        0.5,
        1.0,
        2.5,
        1e19,
        f64::MAX,
        f64::INFINITY,
    ];

    fn covers(known: Number, x: f64) -> bool {
        if x.is_nan() { known.nan } else { known.contains(x) }
    }

    /// Every result of numbers within bounds is within the bounds of the result.
    #[test]
    fn results_are_within_bounds() {
        let ranges = || {
            let pairs = NUMBERS.iter().enumerate();
            pairs.flat_map(|(k, &low)| NUMBERS[k..].iter().map(move |&high| (low, high)))
        };
        let within =
            |(low, high): (f64, f64)| NUMBERS.into_iter().filter(move |&x| low <= x && x <= high);
        let ops = [Float::Add, Float::Sub, Float::Mul, Float::Div];
        for op in ops {
            for (r, s) in ranges().flat_map(|r| ranges().map(move |s| (r, s))) {
                let [a, b] = [r, s].map(|(low, high)| Number { low, high, nan: false });
                let known = arithmetic(op, 64, a, b, false);
                let holds = [Float::Equal, Float::Less, Float::AtMost]
                    .map(|compare_op| (compare_op, compare(compare_op, a, b, false)));
                for (x, y) in within(r).flat_map(|x| within(s).map(move |y| (x, y))) {
                    assert!(covers(known, result(op, 64, x, y)), "{op:?} of {x}, {y}: {known:?}");
                    for (op, word) in holds {
                        let bits = [x.to_bits(), y.to_bits(), 0].map(u128::from);
                        let truth = float::apply(op, 64, 1, bits);
                        assert!(word.low <= truth && truth <= word.high, "{op:?} of {x}, {y}");
                    }
                }
            }
        }
        let ones = [Float::Sqrt, Float::Floor, Float::Ceil, Float::Round, Float::Trunc];
        for r in ranges() {
            let a = Number { low: r.0, high: r.1, nan: false };
            for x in within(r) {
                for op in ones {
                    let known = arithmetic(op, 64, a, a, false);
                    assert!(covers(known, result(op, 64, x, 0.0)), "{op:?} of {x}: {known:?}");
                }
                assert!(covers(arithmetic(Float::Mul, 64, a, a, true), x * x), "{x}");
                assert!(covers(a.abs(), x.abs()) && covers(a.neg(), -x), "{x}");
                assert!(covers(convert(32, a), f64::from(x as f32)), "{x}");
                for (op, to) in
                    [(Float::ToSigned, 32), (Float::ToUnsigned, 8), (Float::ToSigned, 64)]
                {
                    let word = Word::of_number(op, 64, to, a);
                    let truth = float::cast(op, 64, to, x.to_bits().into());
                    assert!(word.low <= truth && truth <= word.high, "{op:?} of {x}: {word:?}");
                }
            }
        }
    }

    /// The same for words, at a width where all can be tried.
    #[test]
    fn words_are_within_bounds() {
        let width = 3;
        let ranges = || (0..8u128).flat_map(|low| (low..8).map(move |high| Word { low, high }));
        let ops = [
            Binary::Eq,
            Binary::Ult,
            Binary::Ule,
            Binary::Slt,
            Binary::Sle,
            Binary::And,
            Binary::Add,
        ];
        for (a, b) in ranges().flat_map(|a| ranges().map(move |b| (a, b))) {
            for op in ops {
                let known = Word::binary(op, width, a, b);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let truth = pikse_expr::bits::apply(op, width, x, y);
                    assert!(known.low <= truth && truth <= known.high, "{op:?} of {x}, {y}");
                }
            }
        }
        for a in ranges() {
            for op in [Float::FromSigned, Float::FromUnsigned] {
                let known = a.to_number(op, width, 64);
                for x in a.low..=a.high {
                    let truth = f64::from_bits(float::cast(op, width, 64, x) as u64);
                    assert!(covers(known, truth), "{op:?} of {x}: {known:?}");
                }
            }
        }
    }
}
