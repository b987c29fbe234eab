//! Integers as circuits: words in two's complement, as wide as their value needs, and a circuit
//! that says whether an overflow happened on the way.
//!
//! Operators compute exactly, in words that are wide enough, and then check whether the result fits
//! in the bit width.

use pikse_sat::Lit;

use crate::ast::{Comparison, IntOperator};
use crate::matrix::Circuits;
use crate::options::Overflow;

#[derive(Clone, Debug)]
pub(crate) struct Number {
    /// Two's complement, the lowest bit first; at least one.
    pub(crate) bits: Vec<Lit>,
    pub(crate) overflow: Lit,
}

/// How integers behave.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arithmetic {
    pub(crate) width: usize,
    pub(crate) overflow: Overflow,
}

/// A word with more bits and the same value.
fn widen(bits: &[Lit], width: usize) -> Vec<Lit> {
    let sign = bits[bits.len() - 1];
    let mut wide = bits.to_vec();
    wide.resize(width.max(bits.len()), sign);
    wide
}

/// A constant with as few bits as possible.
pub(crate) fn constant_bits(value: i64) -> Vec<Lit> {
    let width = 65 - if value < 0 { value.leading_ones() } else { value.leading_zeros() };
    (0..width).map(|bit| Lit::constant(value >> bit.min(63) & 1 == 1)).collect()
}

/// The exact sum of words, as a balanced tree.
pub(crate) fn exact_sum(circuits: &mut Circuits, mut words: Vec<Vec<Lit>>) -> Vec<Lit> {
    if words.is_empty() {
        return vec![Lit::FALSE];
    }
    while words.len() > 1 {
        words = words
            .chunks(2)
            .map(|pair| match pair {
                [a, b] => {
                    let width = a.len().max(b.len()) + 1;
                    let (a, b) = (widen(a, width), widen(b, width));
                    trim(circuits.sum(&a, &b, Lit::FALSE))
                }
                _ => pair[0].clone(),
            })
            .collect();
    }
    words.swap_remove(0)
}

/// Drops copies of the sign.
fn trim(mut bits: Vec<Lit>) -> Vec<Lit> {
    while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
        bits.pop();
    }
    bits
}

/// The number of circuits that hold.
pub(crate) fn count(circuits: &mut Circuits, values: &[Lit]) -> Vec<Lit> {
    // Three at a time: a full adder counts them in two bits.
    let words = values
        .chunks(3)
        .map(|group| {
            let a = group[0];
            let b = group.get(1).copied().unwrap_or(Lit::FALSE);
            let c = group.get(2).copied().unwrap_or(Lit::FALSE);
            let half = circuits.xor(a, b);
            let sum = circuits.xor(half, c);
            let carry = circuits.majority(a, b, c);
            trim(vec![sum, carry, Lit::FALSE])
        })
        .collect();
    exact_sum(circuits, words)
}

/// A value of the sum if the guard holds, otherwise 0.
pub(crate) fn guarded(circuits: &mut Circuits, guard: Lit, bits: &[Lit]) -> Vec<Lit> {
    trim(bits.iter().map(|&bit| circuits.and(guard, bit)).collect())
}

impl Arithmetic {
    /// A value that is exact, however large.
    pub(crate) fn exact(self, bits: Vec<Lit>) -> Number {
        let bits = match self.overflow {
            Overflow::Forbid => bits,
            Overflow::Wrap => self.wrap(&bits),
        };
        Number { bits: trim(bits), overflow: Lit::FALSE }
    }

    fn wrap(self, bits: &[Lit]) -> Vec<Lit> {
        let mut bits = widen(bits, self.width);
        bits.truncate(self.width);
        bits
    }

    /// The result of an operator: it has to fit in the bit width.
    pub(crate) fn result(self, circuits: &mut Circuits, bits: &[Lit], overflow: Lit) -> Number {
        if self.overflow == Overflow::Wrap {
            return Number { bits: trim(self.wrap(bits)), overflow: Lit::FALSE };
        }
        let wide = widen(bits, self.width);
        let sign = wide[self.width - 1];
        let mut over = vec![overflow];
        for &bit in &wide[self.width..] {
            over.push(circuits.xor(bit, sign));
        }
        let overflow = circuits.any(&over);
        Number { bits: trim(wide[..self.width].to_vec()), overflow }
    }

    pub(crate) fn compare(
        circuits: &mut Circuits,
        comparison: Comparison,
        a: &Number,
        b: &Number,
    ) -> Lit {
        let width = a.bits.len().max(b.bits.len());
        let (a, b) = (widen(&a.bits, width), widen(&b.bits, width));
        match comparison {
            Comparison::Equal => circuits.equal(&a, &b),
            Comparison::Less => circuits.less_signed(&a, &b, Lit::FALSE),
            Comparison::AtMost => circuits.less_signed(&a, &b, Lit::TRUE),
        }
    }

    pub(crate) fn negate(self, circuits: &mut Circuits, a: &Number) -> Number {
        let wide = widen(&a.bits, a.bits.len() + 1);
        let bits = circuits.negate(&wide);
        self.result(circuits, &bits, a.overflow)
    }

    pub(crate) fn absolute(self, circuits: &mut Circuits, a: &Number) -> Number {
        let wide = widen(&a.bits, a.bits.len() + 1);
        let negative = circuits.negate(&wide);
        let bits = circuits.choose(wide[wide.len() - 1], &negative, &wide);
        self.result(circuits, &bits, a.overflow)
    }

    pub(crate) fn choose(
        self,
        circuits: &mut Circuits,
        condition: Lit,
        a: &Number,
        b: &Number,
    ) -> Number {
        let width = a.bits.len().max(b.bits.len());
        let (x, y) = (widen(&a.bits, width), widen(&b.bits, width));
        let bits = circuits.choose(condition, &x, &y);
        let overflow = circuits.mux(condition, a.overflow, b.overflow);
        Number { bits: trim(bits), overflow }
    }

    pub(crate) fn binary(
        self,
        circuits: &mut Circuits,
        operator: IntOperator,
        a: &Number,
        b: &Number,
    ) -> Number {
        let overflow = circuits.or(a.overflow, b.overflow);
        let width = a.bits.len().max(b.bits.len());
        let both = |width: usize| (widen(&a.bits, width), widen(&b.bits, width));
        // The amount of a shift; a negative one overflows, or is a large one if integers wrap.
        let by = widen(&b.bits, self.width);
        let is_negative = by[by.len() - 1];
        match operator {
            IntOperator::Plus => {
                let (x, y) = both(width + 1);
                let bits = circuits.sum(&x, &y, Lit::FALSE);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::Minus => {
                let (x, y) = both(width + 1);
                let bits = circuits.sum(&x, &pikse_sat::words::not(&y), Lit::TRUE);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::Times => {
                let (x, y) = both(a.bits.len() + b.bits.len());
                let bits = circuits.product(&x, &y);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::Divide | IntOperator::Remainder => {
                // One more bit, for the lowest number divided by -1.
                let (x, y) = both(width + 1);
                let (quotient, rest) = circuits.divide_signed(&x, &y);
                let by_zero = !circuits.any(&y);
                let overflow = circuits.or(overflow, by_zero);
                let bits = if operator == IntOperator::Divide { quotient } else { rest };
                self.result(circuits, &bits, overflow)
            }
            IntOperator::BitAnd => {
                let (x, y) = both(width);
                let bits = circuits.each(&x, &y, Circuits::and);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::BitOr => {
                let (x, y) = both(width);
                let bits = circuits.each(&x, &y, Circuits::or);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::BitXor => {
                let (x, y) = both(width);
                let bits = circuits.each(&x, &y, Circuits::xor);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::ShiftLeft => {
                let overflow = circuits.or(overflow, is_negative);
                self.shift_left(circuits, &a.bits, &by, overflow)
            }
            IntOperator::ShiftRight => {
                let overflow = circuits.or(overflow, is_negative);
                let sign = a.bits[a.bits.len() - 1];
                let bits = circuits.shift_down(&a.bits, &by, sign);
                self.result(circuits, &bits, overflow)
            }
            IntOperator::ShiftRightZero => {
                let overflow = circuits.or(overflow, is_negative);
                // The operand has to fit, because its bits are those of the bit width.
                let fit = self.result(circuits, &a.bits, overflow);
                let bits = widen(&fit.bits, self.width);
                let bits = circuits.shift_down(&bits, &by, Lit::FALSE);
                Number { bits: trim(bits), overflow: fit.overflow }
            }
        }
    }

    /// Moves bits up one power of two at a time; every bit that would be lost is an overflow.
    fn shift_left(self, circuits: &mut Circuits, a: &[Lit], by: &[Lit], over: Lit) -> Number {
        let mut number = self.result(circuits, a, over);
        let mut bits = widen(&number.bits, self.width);
        for (stage, &bit) in by.iter().enumerate() {
            let step = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX).min(self.width);
            let mut moved = vec![Lit::FALSE; step];
            moved.extend_from_slice(&bits);
            // A number below the bit width stays exact, so what falls off must be the sign's copies.
            let kept = self.result(circuits, &moved, Lit::FALSE);
            let lost = circuits.and(bit, kept.overflow);
            number.overflow = circuits.or(number.overflow, lost);
            bits = circuits.choose(bit, &widen(&kept.bits, self.width), &bits);
        }
        Number { bits: trim(bits), overflow: number.overflow }
    }
}
