//! Words: arithmetic as circuits of gates. A word is a list of bits, the lowest first. The operands
//! and the result of an operator have the same length.

use crate::gates::Gates;
use crate::lit::Lit;
use crate::sat::Sat;

impl<S: Sat> Gates<S> {
    /// A gate for each bit of two words.
    pub fn each(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Self, Lit, Lit) -> Lit) -> Vec<Lit> {
        a.iter().zip(b).map(|(&x, &y)| gate(self, x, y)).collect()
    }

    /// `a + b`, plus one if the carry holds. Overflow is dropped.
    pub fn sum(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Vec<Lit> {
        let mut carry = carry;
        let mut bits = Vec::with_capacity(a.len());
        for (k, (&x, &y)) in a.iter().zip(b).enumerate() {
            let half = self.xor(x, y);
            bits.push(self.xor(half, carry));
            if k + 1 < a.len() {
                carry = self.majority(x, y, carry);
            }
        }
        bits
    }

    /// `-a`.
    pub fn negate(&mut self, a: &[Lit]) -> Vec<Lit> {
        let zeros = vec![Lit::FALSE; a.len()];
        self.sum(&zeros, &not(a), Lit::TRUE)
    }

    /// `a * b`. Overflow is dropped.
    pub fn product(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        // The operand with more known bits selects the rows.
        let known = |word: &[Lit]| word.iter().filter(|bit| bit.variable() == 0).count();
        let (a, b) = if known(a) > known(b) { (b, a) } else { (a, b) };
        let width = a.len();
        let mut total = vec![Lit::FALSE; width];
        for (k, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Vec<Lit> = a[..width - k].iter().map(|&x| self.and(x, bit)).collect();
            let upper = self.sum(&total[k..], &row, Lit::FALSE);
            total.truncate(k);
            total.extend(upper);
        }
        total
    }

    /// Quotient and remainder by long division: from the highest bit down, the divisor is
    /// subtracted where possible. Division by zero gives SMT-LIB's result.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let width = a.len();
        let mut divisor = b.to_vec();
        divisor.push(Lit::FALSE);
        let complement = not(&divisor);
        let mut rest = vec![Lit::FALSE; width + 1];
        let mut quotient = vec![Lit::FALSE; width];
        for k in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[k]);
            let goes = !self.less(&rest, &divisor, Lit::FALSE);
            let reduced = self.sum(&rest, &complement, Lit::TRUE);
            rest = self.choose(goes, &reduced, &rest);
            quotient[k] = goes;
        }
        rest.pop();
        (quotient, rest)
    }

    /// Signed quotient and remainder, rounded towards zero.
    pub fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (positive_a, positive_b) = (self.flip(sign_a, a), self.flip(sign_b, b));
        let (quotient, rest) = self.divide(&positive_a, &positive_b);
        let differ = self.xor(sign_a, sign_b);
        (self.flip(differ, &quotient), self.flip(sign_a, &rest))
    }

    /// `-a` if the condition holds, otherwise `a`.
    fn flip(&mut self, condition: Lit, a: &[Lit]) -> Vec<Lit> {
        if condition == Lit::FALSE {
            return a.to_vec();
        }
        let negative = self.negate(a);
        self.choose(condition, &negative, a)
    }

    /// Selects one of two words.
    pub fn choose(&mut self, condition: Lit, then: &[Lit], other: &[Lit]) -> Vec<Lit> {
        then.iter().zip(other).map(|(&x, &y)| self.mux(condition, x, y)).collect()
    }

    /// Whether two words are equal.
    pub fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Vec<Lit> = a.iter().zip(b).map(|(&x, &y)| !self.xor(x, y)).collect();
        self.all(&same)
    }

    /// `a < b`, or `if_equal` if they are equal.
    pub fn less(&mut self, a: &[Lit], b: &[Lit], if_equal: Lit) -> Lit {
        a.iter().zip(b).fold(if_equal, |less, (&x, &y)| self.majority(!x, y, less))
    }

    /// The same for signed words.
    pub fn less_signed(&mut self, a: &[Lit], b: &[Lit], if_equal: Lit) -> Lit {
        // With the signs swapped, the signed order is the unsigned one.
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        let last = a.len() - 1;
        std::mem::swap(&mut a[last], &mut b[last]);
        self.less(&a, &b, if_equal)
    }

    /// Shifts right by an amount that is a word, filling from the top.
    pub fn shift_down(&mut self, a: &[Lit], by: &[Lit], fill: Lit) -> Vec<Lit> {
        let width = a.len();
        let mut bits = a.to_vec();
        let mut stages = 0;
        while stages < by.len() && 1usize << stages < width {
            let step = 1 << stages;
            let moved: Vec<Lit> =
                (0..width).map(|k| bits.get(k + step).copied().unwrap_or(fill)).collect();
            bits = self.choose(by[stages], &moved, &bits);
            stages += 1;
        }
        let beyond = self.any(&by[stages..]);
        let filled = vec![fill; width];
        self.choose(beyond, &filled, &bits)
    }

    /// The byte at an offset in a list of bytes; 0 after its end.
    pub fn pick(&mut self, bytes: &[Vec<Lit>], index: &[Lit]) -> Vec<Lit> {
        let zero = vec![Lit::FALSE; 8];
        let mut level: Vec<Vec<Lit>> = bytes.to_vec();
        let mut used = 0;
        while level.len() > 1 && used < index.len() {
            let bit = index[used];
            level = level
                .chunks(2)
                .map(|pair| self.choose(bit, pair.get(1).unwrap_or(&zero), &pair[0]))
                .collect();
            used += 1;
        }
        let beyond = self.any(&index[used..]);
        match level.pop() {
            Some(byte) => self.choose(beyond, &zero, &byte),
            None => zero,
        }
    }
}

/// The complement of every bit.
#[must_use]
pub fn not(a: &[Lit]) -> Vec<Lit> {
    a.iter().map(|&bit| !bit).collect()
}
