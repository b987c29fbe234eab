//! Integers of more than 128 bits, where lowering does not split an operation into words.
//!
//! Plain numbers are computed. Shifts, and operations that only move bits, also have symbolic operands.
//! Quotients, products and conversions of symbolic numbers stay symbolic if they fit into 128 bits;
//! otherwise the numbers are made concrete, and the result has a note.

use pikse_expr::{Expr, Exprs};
use pikse_ir::{Intrinsic, Operand, Wide, WideOp};

use super::{Machine, Step};
use crate::state::State;
use crate::value::{Value, mask};
use crate::verdict::ErrorKind;

impl Machine<'_> {
    /// Does an operation.
    pub(super) fn wide(&mut self, state: &mut State, wide: u32) -> Step<()> {
        let program = self.program;
        let Some(body) = &program.functions[state.top.function.index()].body else {
            return Ok(());
        };
        let wide = &body.wides[wide as usize];
        let a = self.words_of(state, &wide.a);
        let b = self.words_of(state, &wide.b);
        let is_plain = |words: &[Value]| words.iter().all(|word| word.concrete().is_some());
        let results = match (is_plain(&a) && is_plain(&b), wide.op) {
            (false, WideOp::Shl | WideOp::Lshr | WideOp::Ashr) => {
                self.wide_shift(state, wide, &a, &b)?
            }
            (
                false,
                WideOp::PopCount
                | WideOp::LeadingZeros
                | WideOp::TrailingZeros
                | WideOp::SwapBytes
                | WideOp::ReverseBits,
            ) => self.wide_bits(wide, &a),
            (false, WideOp::Udiv | WideOp::Urem) if is_small(&a) && is_small(&b) => {
                self.small_quotient(state, wide, &a, &b)?
            }
            _ => {
                let a = self.wide_numbers(state, wide, &a)?;
                let b = self.wide_numbers(state, wide, &b)?;
                self.wide_number(state, wide, &a, &b)?
            }
        };
        for (&register, value) in wide.results.iter().zip(results) {
            self.set(state, register, value);
        }
        Ok(())
    }

    fn words_of(&self, state: &State, operands: &[Operand]) -> Vec<Value> {
        operands.iter().map(|&operand| self.value(state, operand)).collect()
    }

    /// The plain words of a number, which is made concrete.
    fn wide_numbers(&mut self, state: &mut State, wide: &Wide, words: &[Value]) -> Step<Vec<u64>> {
        let mut plain = Vec::with_capacity(words.len());
        for (k, &word) in words.iter().enumerate() {
            let width = match wide.op {
                WideOp::FromFloat { float, .. } => float.into(),
                _ => (wide.width - 64 * k as u32).min(64),
            };
            let what = "an integer of more than 128 bits";
            plain.push(self.concretize(state, word, width, what)? as u64);
        }
        Ok(plain)
    }

    /// The result for plain numbers.
    fn wide_number(
        &mut self,
        state: &mut State,
        wide: &Wide,
        a: &[u64],
        b: &[u64],
    ) -> Step<Vec<Value>> {
        let width = wide.width;
        let count = width.div_ceil(64) as usize;
        let mut bit = None;
        let words = match wide.op {
            WideOp::Udiv | WideOp::Urem | WideOp::Sdiv | WideOp::Srem => {
                if b.iter().all(|&word| word == 0) {
                    let message = "division by zero";
                    return Err(self.error(state, ErrorKind::DivisionByZero, message));
                }
                let is_signed = matches!(wide.op, WideOp::Sdiv | WideOp::Srem);
                let (x, y) = (is_signed && sign(a, width), is_signed && sign(b, width));
                let (m, n) = (magnitude(a, width, x), magnitude(b, width, y));
                let (quotient, rest) = divided(&m, &n);
                if is_signed && x && y && sign(&quotient, width) {
                    let message = "the smallest integer is divided by -1";
                    return Err(self.error(state, ErrorKind::Overflow, message));
                }
                match wide.op {
                    WideOp::Udiv | WideOp::Sdiv => magnitude(&quotient, width, x != y),
                    _ => magnitude(&rest, width, x),
                }
            }
            WideOp::Shl | WideOp::Lshr | WideOp::Ashr => {
                let is_far = b[0] >= u64::from(width) || b[1..].iter().any(|&word| word != 0);
                if is_far && self.options.undefined_behaviour {
                    let message =
                        format!("a {width}-bit number is shifted by {width} bits or more");
                    return Err(self.error(state, ErrorKind::Shift, message));
                }
                let by = if is_far { width } else { b[0] as u32 };
                let fill = wide.op == WideOp::Ashr && sign(a, width);
                match wide.op {
                    WideOp::Shl => shifted_left(a, by),
                    _ => shifted_right(a, width, by, fill),
                }
            }
            WideOp::MulOverflowsUnsigned | WideOp::MulOverflowsSigned => {
                let is_signed = wide.op == WideOp::MulOverflowsSigned;
                let (x, y) = (is_signed && sign(a, width), is_signed && sign(b, width));
                let whole = product(&magnitude(a, width, x), &magnitude(b, width, y));
                let is_negative = x != y;
                let low: Vec<u64> = cut(&whole[..count], width);
                let is_high = (width as usize..whole.len() * 64).any(|k| bit_at(&whole, k));
                let is_wrong = match is_signed {
                    false => is_high,
                    // The magnitude may be that of the least number only if it is negative.
                    true => {
                        let top = sign(&low, width);
                        let rest = (0..width as usize - 1).any(|k| bit_at(&low, k));
                        is_high || (top && (!is_negative || rest))
                    }
                };
                bit = Some(Value::Concrete(u64::from(is_wrong)));
                magnitude(&low, width, is_negative)
            }
            WideOp::PopCount => small(a.iter().map(|word| word.count_ones()).sum(), count),
            WideOp::LeadingZeros => {
                let zeros = (0..width as usize).rev().take_while(|&k| !bit_at(a, k)).count();
                small(zeros as u32, count)
            }
            WideOp::TrailingZeros => {
                let zeros = (0..width as usize).take_while(|&k| !bit_at(a, k)).count();
                small(zeros as u32, count)
            }
            WideOp::SwapBytes => {
                let bytes = width as usize / 8;
                let byte = |k: usize| a[k / 8] >> (k % 8 * 8) & 0xff;
                let mut words = vec![0; count];
                for k in 0..bytes {
                    words[k / 8] |= byte(bytes - 1 - k) << (k % 8 * 8);
                }
                words
            }
            WideOp::ReverseBits => {
                let mut words = vec![0; count];
                for k in (0..width as usize).filter(|&k| bit_at(a, k)) {
                    let at = width as usize - 1 - k;
                    words[at / 64] |= 1 << (at % 64);
                }
                words
            }
            WideOp::ToFloat { float, signed } => {
                let is_negative = signed && sign(a, width);
                let bits = to_float(&magnitude(a, width, is_negative), is_negative, float);
                return Ok(vec![Value::Concrete(bits)]);
            }
            WideOp::FromFloat { float, signed } => from_float(a[0], float, signed, width),
        };
        let words = cut(&words, width);
        Ok(words.into_iter().map(Value::Concrete).chain(bit).collect())
    }

    /// A quotient or a rest of symbolic numbers of at most 128 bits.
    fn small_quotient(
        &mut self,
        state: &mut State,
        wide: &Wide,
        a: &[Value],
        b: &[Value],
    ) -> Step<Vec<Value>> {
        let [a, b] = [a, b].map(|words| {
            let [low, high] = [words[0], words[1]].map(|word| word.expr(&mut self.exprs, 64));
            self.exprs.concat(high, low)
        });
        let is_defined = self.exprs.is_nonzero(b);
        self.require(state, is_defined, ErrorKind::DivisionByZero, "division by zero")?;
        let result = match wide.op {
            WideOp::Udiv => self.exprs.udiv(a, b),
            _ => self.exprs.urem(a, b),
        };
        let words = [0, 64].map(|low| self.exprs.extract(result, low, 64));
        let count = wide.results.len();
        let words = words.map(|word| Value::of(&self.exprs, word));
        Ok(words.into_iter().chain(std::iter::repeat_n(Value::ZERO, count - 2)).collect())
    }

    /// A shift, by each bit of the distance in turn.
    fn wide_shift(
        &mut self,
        state: &mut State,
        wide: &Wide,
        a: &[Value],
        b: &[Value],
    ) -> Step<Vec<Value>> {
        let width = wide.width;
        let exprs = &mut self.exprs;
        let mut bits: Vec<Expr> = Vec::new();
        let mut far = Expr::FALSE;
        for (k, &word) in b.iter().enumerate() {
            let size = (width - 64 * k as u32).min(64);
            let word = word.expr(exprs, size);
            if k == 0 {
                let limit = exprs.constant(64, u128::from(width));
                let is_near = exprs.ult(word, limit);
                far = exprs.not(is_near);
                let count = 32 - (width - 1).leading_zeros();
                bits = (0..count).map(|bit| exprs.extract(word, bit, 1)).collect();
            } else {
                let is_high = exprs.is_nonzero(word);
                far = exprs.or(far, is_high);
            }
        }
        if self.options.undefined_behaviour {
            let fits = self.exprs.not(far);
            let message = format!("a {width}-bit number is shifted by {width} bits or more");
            self.require(state, fits, ErrorKind::Shift, &message)?;
        }
        let exprs = &mut self.exprs;
        let mut words = self::exprs_of(exprs, a, width);
        let top = exprs.extract(words[words.len() - 1], (width - 1) % 64, 1);
        let fill = match wide.op {
            WideOp::Ashr => exprs.sext(top, 64),
            _ => exprs.constant(64, 0),
        };
        if wide.op == WideOp::Ashr && !width.is_multiple_of(64) {
            let last = words.len() - 1;
            let low = exprs.extract(words[last], 0, width % 64);
            words[last] = exprs.sext(low, 64);
        }
        for (k, &bit) in bits.iter().enumerate() {
            let by = 1usize << k;
            let moved: Vec<Expr> = (0..words.len())
                .map(|at| match wide.op {
                    WideOp::Shl => moved_left(exprs, &words, at, by),
                    _ => moved_right(exprs, &words, at, by, fill),
                })
                .collect();
            for (word, moved) in words.iter_mut().zip(moved) {
                *word = exprs.ite(bit, moved, *word);
            }
        }
        for word in &mut words {
            *word = exprs.ite(far, fill, *word);
        }
        Ok(self.values_of(&words, width))
    }

    /// Bits counted or put in another order.
    fn wide_bits(&mut self, wide: &Wide, a: &[Value]) -> Vec<Value> {
        let width = wide.width;
        let words = exprs_of(&mut self.exprs, a, width);
        let bit = |exprs: &mut Exprs, k: u32| exprs.extract(words[k as usize / 64], k % 64, 1);
        match wide.op {
            WideOp::SwapBytes | WideOp::ReverseBits => {
                let piece = if wide.op == WideOp::SwapBytes { 8 } else { 1 };
                let pieces = width / piece;
                let exprs = &mut self.exprs;
                let mut result = Vec::new();
                let mut word: Option<Expr> = None;
                for k in 0..pieces {
                    let from = (pieces - 1 - k) * piece;
                    let next = exprs.extract(words[from as usize / 64], from % 64, piece);
                    let joined = match word {
                        None => next,
                        Some(low) => exprs.concat(next, low),
                    };
                    word = Some(joined);
                    if (k + 1) * piece % 64 == 0 || k + 1 == pieces {
                        result.push(Value::of(exprs, joined));
                        word = None;
                    }
                }
                result
            }
            WideOp::PopCount => {
                let mut sum = self.exprs.constant(64, 0);
                for &word in &words {
                    let ones = self.bits(Intrinsic::PopCount, 64, word);
                    sum = self.exprs.add(sum, ones);
                }
                self.counted(sum, words.len())
            }
            _ => {
                let exprs = &mut self.exprs;
                let mut result = exprs.constant(64, u128::from(width));
                for k in 0..width {
                    let at = if wide.op == WideOp::LeadingZeros { k } else { width - 1 - k };
                    let count = exprs.constant(64, u128::from(width - 1 - k));
                    let is_set = bit(exprs, at);
                    result = exprs.ite(is_set, count, result);
                }
                self.counted(result, words.len())
            }
        }
    }

    /// A small number as words.
    fn counted(&self, number: Expr, words: usize) -> Vec<Value> {
        let low = Value::of(&self.exprs, number);
        std::iter::once(low).chain(std::iter::repeat_n(Value::ZERO, words - 1)).collect()
    }

    fn values_of(&mut self, words: &[Expr], width: u32) -> Vec<Value> {
        let mut values = Vec::with_capacity(words.len());
        for (k, &word) in words.iter().enumerate() {
            let size = (width - 64 * k as u32).min(64);
            let word = if size < 64 { self.exprs.trunc(word, size) } else { word };
            values.push(Value::of(&self.exprs, word));
        }
        values
    }
}

/// Words of 64 bits each.
fn exprs_of(exprs: &mut Exprs, words: &[Value], width: u32) -> Vec<Expr> {
    let word = |(k, &word): (usize, &Value)| {
        let size = (width - 64 * k as u32).min(64);
        let word = word.expr(exprs, size);
        if size < 64 { exprs.zext(word, 64) } else { word }
    };
    words.iter().enumerate().map(word).collect()
}

/// The word of a number that is shifted left.
fn moved_left(exprs: &mut Exprs, words: &[Expr], at: usize, by: usize) -> Expr {
    let (whole, part) = (by / 64, by % 64);
    let zero = exprs.constant(64, 0);
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or(zero);
    let (high, low) = (word(at.checked_sub(whole)), word(at.checked_sub(whole + 1)));
    if part == 0 {
        return high;
    }
    let low = exprs.extract(low, 64 - part as u32, part as u32);
    let high = exprs.extract(high, 0, 64 - part as u32);
    exprs.concat(high, low)
}

/// The word of a number that is shifted right.
fn moved_right(exprs: &mut Exprs, words: &[Expr], at: usize, by: usize, fill: Expr) -> Expr {
    let (whole, part) = (by / 64, by % 64);
    let word = |at: usize| words.get(at).copied().unwrap_or(fill);
    let (low, high) = (word(at + whole), word(at + whole + 1));
    if part == 0 {
        return low;
    }
    let low = exprs.extract(low, part as u32, 64 - part as u32);
    let high = exprs.extract(high, 0, part as u32);
    exprs.concat(high, low)
}

/// Whether a number is known to have at most 128 bits.
fn is_small(words: &[Value]) -> bool {
    words[2..].iter().all(|word| word.concrete() == Some(0))
}

fn small(number: u32, words: usize) -> Vec<u64> {
    let mut all = vec![0; words];
    all[0] = number.into();
    all
}

fn bit_at(words: &[u64], at: usize) -> bool {
    words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
}

fn sign(words: &[u64], width: u32) -> bool {
    bit_at(words, width as usize - 1)
}

/// The bits below the width.
fn cut(words: &[u64], width: u32) -> Vec<u64> {
    let word = |(k, &word): (usize, &u64)| word & mask((width - 64 * k as u32).min(64));
    words.iter().take(width.div_ceil(64) as usize).enumerate().map(word).collect()
}

/// The number itself, or its opposite.
fn magnitude(words: &[u64], width: u32, is_opposite: bool) -> Vec<u64> {
    let mut words = words.to_vec();
    words.resize(width.div_ceil(64) as usize, 0);
    if is_opposite {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(carry.into());
        }
    }
    cut(&words, width)
}

fn is_less(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn subtract(a: &mut [u64], b: &[u64]) {
    let mut borrow = false;
    for (x, &y) in a.iter_mut().zip(b) {
        let (less, first) = x.overflowing_sub(y);
        let (less, second) = less.overflowing_sub(borrow.into());
        (*x, borrow) = (less, first || second);
    }
}

/// The quotient and the rest, bit by bit. There is room for one bit more.
fn divided(a: &[u64], b: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let mut quotient = vec![0; a.len()];
    let mut rest = vec![0; a.len() + 1];
    let mut by = b.to_vec();
    by.push(0);
    for k in (0..a.len() * 64).rev() {
        rest = shifted_left(&rest, 1);
        rest[0] |= u64::from(bit_at(a, k));
        if !is_less(&rest, &by) {
            subtract(&mut rest, &by);
            quotient[k / 64] |= 1 << (k % 64);
        }
    }
    rest.pop();
    (quotient, rest)
}

/// The whole product.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut sums = vec![0u64; a.len() + b.len()];
    for (i, &x) in a.iter().enumerate() {
        let mut carry = 0u128;
        for (k, &y) in b.iter().enumerate() {
            let sum = u128::from(x) * u128::from(y) + u128::from(sums[i + k]) + carry;
            sums[i + k] = sum as u64;
            carry = sum >> 64;
        }
        sums[i + b.len()] = carry as u64;
    }
    sums
}

fn shifted_left(words: &[u64], by: u32) -> Vec<u64> {
    let (whole, part) = (by as usize / 64, by % 64);
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or(0);
    let shift = |at: usize| {
        let (high, low) = (word(at.checked_sub(whole)), word(at.checked_sub(whole + 1)));
        if part == 0 { high } else { high << part | low >> (64 - part) }
    };
    (0..words.len()).map(shift).collect()
}

fn shifted_right(words: &[u64], width: u32, by: u32, fill: bool) -> Vec<u64> {
    let bit = |at: usize| if at < width as usize { bit_at(words, at) } else { fill };
    let mut result = vec![0; words.len()];
    for k in (0..width as usize).filter(|&k| bit(k + by as usize)) {
        result[k / 64] |= 1 << (k % 64);
    }
    result
}

/// The nearest floating-point number.
fn to_float(words: &[u64], is_negative: bool, float: u8) -> u64 {
    let top = (0..words.len() * 64).rev().find(|&k| bit_at(words, k));
    let Some(top) = top else { return 0 };
    // The highest 126 bits, and one that says whether there are others, round like the whole number.
    let shift = top.saturating_sub(125);
    let mut number = 0u128;
    for k in (shift..=top).rev() {
        number = number << 1 | u128::from(bit_at(words, k));
    }
    let is_more = (0..shift).any(|k| bit_at(words, k));
    let number = number << 1 | u128::from(is_more);
    let exponent = shift as i32 - 1;
    let sign = if is_negative { -1.0 } else { 1.0 };
    match float {
        32 if top > 127 => (f32::INFINITY * sign as f32).to_bits().into(),
        32 => (number as f32 * 2f32.powi(exponent) * sign as f32).to_bits().into(),
        _ if top > 1023 => (f64::INFINITY * sign).to_bits(),
        // In two steps, because the first factor may be as large as 2^127.
        _ => (number as f64 * 2f64.powi(exponent) * sign).to_bits(),
    }
}

/// A floating-point number without its fraction; 0 where it does not fit, as for a smaller integer.
fn from_float(bits: u64, float: u8, signed: bool, width: u32) -> Vec<u64> {
    let number = match float {
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    };
    let count = width.div_ceil(64) as usize;
    let is_negative = number < 0.0;
    let whole = number.abs().trunc();
    if !whole.is_finite() || whole == 0.0 || (is_negative && !signed) {
        return vec![0; count];
    }
    let bits = whole.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let fraction = bits & ((1 << 52) - 1) | 1 << 52;
    let mut words = vec![0; count];
    words[0] = fraction;
    let words = match exponent {
        ..0 => shifted_right(&words, width, (-exponent) as u32, false),
        _ => shifted_left(&words, exponent as u32),
    };
    magnitude(&words, width, is_negative)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of two words are as those of 128 bits.
    #[test]
    fn as_128_bits() {
        let mut random = pikse_base::Random(3);
        let words = |number: u128| vec![number as u64, (number >> 64) as u64];
        let number = |words: &[u64]| u128::from(words[1]) << 64 | u128::from(words[0]);
        for _ in 0..2000 {
            let mut next = || u128::from(random.next()) << 64 | u128::from(random.next());
            let (a, b) = (next() >> (next() % 128), (next() >> (next() % 128)) | 1);
            let (quotient, rest) = divided(&words(a), &words(b));
            assert_eq!((number(&quotient), number(&rest)), (a / b, a % b));
            let by = (next() % 128) as u32;
            assert_eq!(number(&shifted_left(&words(a), by)), a << by);
            assert_eq!(number(&shifted_right(&words(a), 128, by, false)), a >> by);
            let right = shifted_right(&words(a), 128, by, a >> 127 == 1);
            assert_eq!(number(&right), ((a as i128) >> by) as u128);
            assert_eq!(f64::from_bits(to_float(&words(a), false, 64)), a as f64);
            assert_eq!(f32::from_bits(to_float(&words(a), false, 32) as u32), a as f32);
            let back = from_float((a as f64).to_bits(), 64, false, 192);
            assert_eq!(back[2] == 0, (a as f64) < 2f64.powi(128));
            if back[2] == 0 {
                assert_eq!(number(&back), a as f64 as u128);
            }
            let wrong = product(&words(a), &words(b))[2..].iter().any(|&word| word != 0);
            assert_eq!(wrong, a.checked_mul(b).is_none());
        }
    }
}
