//! Integers of more than 128 bits.
//!
//! They are lists of words of 64 bits, the lowest first; the last word may be narrower. Rust's
//! library uses them to print integers of 128 bits, and C has `_BitInt`. What is not done word by word
//! is a [`Wide`] operation of the machine.

use pikse_llvm::raw::{IntPredicate, Opcode, Type, TypeKind, Value};

use super::function::Builder;
use super::instruction::name;
use super::types::{Kind, Lowered, unsupported};
use crate::inst::{Binary, Cast, Compare, Inst, Intrinsic, Operand, Wide, WideOp};

/// The width of a word.
const WORD: u8 = 64;

/// Whether a type is one of such integers.
pub(super) fn is_wide(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_width() > 128
}

/// The words of a decimal number, the low one first. All of them have 64 bits.
pub(super) fn words(digits: &str, count: usize) -> Vec<u64> {
    let (negative, digits) = match digits.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    let mut words = vec![0_u64; count];
    for digit in digits.bytes().filter(u8::is_ascii_digit) {
        let mut carry = u128::from(digit - b'0');
        for word in &mut words {
            carry += u128::from(*word) * 10;
            *word = carry as u64;
            carry >>= 64;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(carry.into());
        }
    }
    words
}

impl<'m> Builder<'_, 'm> {
    /// The words of a constant integer.
    pub(super) fn wide_constant(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        let shape = self.shape(value.ty())?;
        let text = value.text();
        let digits = text.rsplit(' ').next().unwrap_or_default();
        let words = words(digits, shape.len());
        Ok(shape.widths().zip(words).map(|(width, word)| self.number(width, word.into())).collect())
    }

    /// Arithmetic, comparisons and casts.
    pub(super) fn wide(&mut self, i: Value<'m>) -> Lowered {
        match i.opcode() {
            Opcode::LLVMAdd => self.wide_sum(i, Intrinsic::AddOverflowsUnsigned, Binary::Add),
            Opcode::LLVMSub => self.wide_sum(i, Intrinsic::SubOverflowsUnsigned, Binary::Sub),
            Opcode::LLVMMul => self.wide_product(i),
            Opcode::LLVMAnd => self.wide_bits(i, Binary::And),
            Opcode::LLVMOr => self.wide_bits(i, Binary::Or),
            Opcode::LLVMXor => self.wide_bits(i, Binary::Xor),
            Opcode::LLVMShl | Opcode::LLVMLShr | Opcode::LLVMAShr => self.wide_shift(i),
            Opcode::LLVMUDiv => self.wide_operation(i, WideOp::Udiv),
            Opcode::LLVMSDiv => self.wide_operation(i, WideOp::Sdiv),
            Opcode::LLVMURem => self.wide_operation(i, WideOp::Urem),
            Opcode::LLVMSRem => self.wide_operation(i, WideOp::Srem),
            Opcode::LLVMUIToFP => self.wide_to_float(i, false),
            Opcode::LLVMSIToFP => self.wide_to_float(i, true),
            Opcode::LLVMFPToUI => self.wide_from_float(i, false),
            Opcode::LLVMFPToSI => self.wide_from_float(i, true),
            Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr => self.wide_cast(i),
            Opcode::LLVMICmp => self.wide_compare(i),
            Opcode::LLVMZExt | Opcode::LLVMSExt | Opcode::LLVMTrunc => self.wide_cast(i),
            Opcode::LLVMBitCast => self.bit_cast(i),
            other => {
                let (from, to) = (i.operand(0).ty().text(), i.ty().text());
                let ty = if from == to { from } else { format!("{from} to {to}") };
                unsupported(format!("`{}` of {ty}", name(other)))
            }
        }
    }

    /// The words of a number.
    fn wide_words(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        let parts = self.parts(value)?;
        Ok(self.all(parts))
    }

    /// An operation of the machine on one or two numbers.
    pub(super) fn wide_operation(&mut self, i: Value<'m>, op: WideOp) -> Lowered {
        let is_unary = matches!(
            op,
            WideOp::PopCount
                | WideOp::LeadingZeros
                | WideOp::TrailingZeros
                | WideOp::SwapBytes
                | WideOp::ReverseBits
        );
        let a = self.wide_words(i.operand(0))?;
        let b = if is_unary { Vec::new() } else { self.wide_words(i.operand(1))? };
        self.wide_emit(i, op, i.operand(0).ty().int_width(), a, b)
    }

    fn wide_to_float(&mut self, i: Value<'m>, signed: bool) -> Lowered {
        let float = self.plain_leaf(i.ty(), i)?;
        let a = self.wide_words(i.operand(0))?;
        let width = i.operand(0).ty().int_width();
        self.wide_emit(i, WideOp::ToFloat { float, signed }, width, a, Vec::new())
    }

    fn wide_from_float(&mut self, i: Value<'m>, signed: bool) -> Lowered {
        let float = self.plain_leaf(i.operand(0).ty(), i)?;
        let a = vec![self.operand(i.operand(0))?];
        self.wide_emit(i, WideOp::FromFloat { float, signed }, i.ty().int_width(), a, Vec::new())
    }

    /// The width of a `float` or a `double`.
    fn plain_leaf(&mut self, ty: Type<'m>, i: Value<'m>) -> Lowered<u8> {
        let leaf = self.shared.types.leaf(ty)?;
        match leaf.kind {
            Kind::Float => Ok(leaf.width),
            _ => unsupported(format!("`{}` of {}", name(i.opcode()), ty.text())),
        }
    }

    fn wide_emit(
        &mut self,
        i: Value<'m>,
        op: WideOp,
        width: u32,
        a: Vec<Operand>,
        b: Vec<Operand>,
    ) -> Lowered {
        let shape = self.shape(i.ty())?;
        let parts = self.fresh(&shape);
        self.define_as(i, parts);
        let results = self.all(parts).into_iter().filter_map(Operand::as_register).collect();
        self.body.wides.push(Wide { op, width, a: a.into(), b: b.into(), results });
        self.emit(Inst::Wide { wide: self.body.wides.len() as u32 - 1 });
        Ok(())
    }

    /// An intrinsic of integers; none if it is not one of those that are supported.
    pub(super) fn wide_intrinsic(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        match op {
            Intrinsic::PopCount => self.wide_operation(i, WideOp::PopCount),
            Intrinsic::LeadingZeros => self.wide_operation(i, WideOp::LeadingZeros),
            Intrinsic::TrailingZeros => self.wide_operation(i, WideOp::TrailingZeros),
            Intrinsic::SwapBytes => self.wide_operation(i, WideOp::SwapBytes),
            Intrinsic::ReverseBits => self.wide_operation(i, WideOp::ReverseBits),
            Intrinsic::MulOverflowsUnsigned => self.wide_operation(i, WideOp::MulOverflowsUnsigned),
            Intrinsic::MulOverflowsSigned => self.wide_operation(i, WideOp::MulOverflowsSigned),
            Intrinsic::AddOverflowsUnsigned
            | Intrinsic::AddOverflowsSigned
            | Intrinsic::SubOverflowsUnsigned
            | Intrinsic::SubOverflowsSigned => self.wide_checked(i, op),
            _ => unsupported(format!("`{}`", i.callee().name())),
        }
    }

    /// A sum or a difference, and whether it does not fit.
    fn wide_checked(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        let (a, b) = (self.wide_words(i.operand(0))?, self.wide_words(i.operand(1))?);
        let (is_sum, is_signed) = match op {
            Intrinsic::AddOverflowsUnsigned => (true, false),
            Intrinsic::AddOverflowsSigned => (true, true),
            Intrinsic::SubOverflowsUnsigned => (false, false),
            _ => (false, true),
        };
        let (unsigned, signed) = match is_sum {
            true => (Intrinsic::AddOverflowsUnsigned, Intrinsic::AddOverflowsSigned),
            false => (Intrinsic::SubOverflowsUnsigned, Intrinsic::SubOverflowsSigned),
        };
        let mut words = Vec::with_capacity(a.len() + 1);
        let mut carry = self.number(1, 0);
        for (at, (&x, &y)) in a.iter().zip(&b).enumerate() {
            let width = self.width(x);
            let is_last = at + 1 == a.len();
            let op = if is_last && is_signed { signed } else { unsigned };
            let (sum, out) = self.with_carry(op, width, x, y);
            let more = self.resize(carry, 1, width);
            let (sum, again) = self.with_carry(op, width, sum, more);
            // Signed sums may overflow once and back again.
            let join = if is_last && is_signed { Binary::Xor } else { Binary::Or };
            carry = self.compute(join, 1, out, again);
            words.push(sum);
        }
        words.push(carry);
        self.define(i, words);
        Ok(())
    }

    /// Defines the result of an instruction as words of 64 bits, cut to its type.
    fn define_wide(&mut self, i: Value<'m>, words: &[Operand]) -> Lowered {
        let shape = self.shape(i.ty())?;
        let words: Vec<Operand> = shape
            .widths()
            .zip(words)
            .map(|(width, &word)| {
                let from = self.width(word);
                self.resize(word, from, width)
            })
            .collect();
        self.define(i, words);
        Ok(())
    }

    fn wide_bits(&mut self, i: Value<'m>, op: Binary) -> Lowered {
        let (a, b) = (self.wide_words(i.operand(0))?, self.wide_words(i.operand(1))?);
        let words: Vec<Operand> = a
            .into_iter()
            .zip(b)
            .map(|(a, b)| {
                let width = self.width(a);
                self.compute(op, width, a, b)
            })
            .collect();
        self.define(i, words);
        Ok(())
    }

    /// Sums and differences: word by word, with a carry.
    fn wide_sum(&mut self, i: Value<'m>, with_carry: Intrinsic, plain: Binary) -> Lowered {
        let (a, b) = (self.wide_words(i.operand(0))?, self.wide_words(i.operand(1))?);
        let count = a.len();
        let mut words = Vec::with_capacity(count);
        let mut carry: Option<Operand> = None;
        for (at, (&a, &b)) in a.iter().zip(&b).enumerate() {
            let width = self.width(a);
            if at + 1 == count {
                let mut sum = self.compute(plain, width, a, b);
                if let Some(carry) = carry {
                    let carry = self.resize(carry, 1, width);
                    sum = self.compute(plain, width, sum, carry);
                }
                words.push(sum);
                break;
            }
            let (mut sum, mut out) = self.with_carry(with_carry, width, a, b);
            if let Some(carry) = carry {
                let carry = self.resize(carry, 1, width);
                let (more, again) = self.with_carry(with_carry, width, sum, carry);
                (sum, out) = (more, self.compute(Binary::Or, 1, out, again));
            }
            words.push(sum);
            carry = Some(out);
        }
        self.define(i, words);
        Ok(())
    }

    fn with_carry(
        &mut self,
        op: Intrinsic,
        width: u8,
        a: Operand,
        b: Operand,
    ) -> (Operand, Operand) {
        let c = self.number(width, 0);
        let dst = self.register(width);
        let carry = self.register(1);
        self.emit(Inst::Intrinsic { op, width, dst, a, b, c });
        (Operand::register(dst), Operand::register(carry))
    }

    /// Products by long multiplication: each word of one with each word of the other.
    fn wide_product(&mut self, i: Value<'m>) -> Lowered {
        let (a, b) = (self.wide_words(i.operand(0))?, self.wide_words(i.operand(1))?);
        let double = |builder: &mut Self, word: Operand| {
            let width = builder.width(word);
            builder.resize(word, width, 2 * WORD)
        };
        let a: Vec<Operand> = a.into_iter().map(|word| double(self, word)).collect();
        let b: Vec<Operand> = b.into_iter().map(|word| double(self, word)).collect();
        let high = self.number(2 * WORD, WORD.into());
        // The sums so far, each in 128 bits with the high ones 0.
        let mut sums: Vec<Option<Operand>> = vec![None; a.len()];
        for (low, &a) in a.iter().enumerate() {
            let mut carry: Option<Operand> = None;
            for (at, &b) in (low..sums.len()).zip(&b) {
                let mut product = self.compute(Binary::Mul, 2 * WORD, a, b);
                for more in [sums[at], carry].into_iter().flatten() {
                    product = self.compute(Binary::Add, 2 * WORD, product, more);
                }
                let word = self.resize(product, 2 * WORD, WORD);
                sums[at] = Some(self.resize(word, WORD, 2 * WORD));
                carry = Some(self.compute(Binary::Lshr, 2 * WORD, product, high));
            }
        }
        let words: Vec<Operand> = sums.into_iter().flatten().collect();
        self.define_wide(i, &words)
    }

    /// Shifts by a constant distance.
    fn wide_shift(&mut self, i: Value<'m>) -> Lowered {
        let distance = self.wide_words(i.operand(1))?;
        let known = |at: usize| self.known(distance[at]);
        let total = i.ty().int_width();
        let rest = (1..distance.len()).all(|at| known(at) == Some(0));
        let distance = known(0).filter(|&distance| rest && distance < total.into());
        let Some(distance) = distance.map(|distance| distance as u32) else {
            return self.wide_operation(
                i,
                match i.opcode() {
                    Opcode::LLVMShl => WideOp::Shl,
                    Opcode::LLVMLShr => WideOp::Lshr,
                    _ => WideOp::Ashr,
                },
            );
        };
        let left = i.opcode() == Opcode::LLVMShl;
        let fill = match i.opcode() {
            Opcode::LLVMAShr => Cast::Sext,
            _ => Cast::Zext,
        };
        let words = self.wide_words(i.operand(0))?;
        let (words, above) = self.full_words(words, fill);
        let zero = self.number(WORD, 0);
        let word = |at: i64| match usize::try_from(at) {
            Ok(at) => words.get(at).copied().unwrap_or(above),
            Err(_) => zero,
        };
        let (whole, part) = (i64::from(distance / 64), u128::from(distance % 64));
        let part = self.number(WORD, part);
        let mut shifted = Vec::with_capacity(words.len());
        for at in 0..words.len() as i64 {
            shifted.push(match (left, distance.is_multiple_of(64)) {
                (true, true) => word(at - whole),
                (false, true) => word(at + whole),
                (true, false) => {
                    let (high, low) = (word(at - whole), word(at - whole - 1));
                    self.compute_intrinsic(Intrinsic::FunnelLeft, WORD, &[high, low, part])
                }
                (false, false) => {
                    let (low, high) = (word(at + whole), word(at + whole + 1));
                    self.compute_intrinsic(Intrinsic::FunnelRight, WORD, &[high, low, part])
                }
            });
        }
        self.define_wide(i, &shifted)
    }

    /// Words with the last one extended to 64 bits, and the word that continues them.
    fn full_words(&mut self, mut words: Vec<Operand>, fill: Cast) -> (Vec<Operand>, Operand) {
        let mut above = self.number(WORD, 0);
        if let Some(last) = words.last_mut() {
            let width = self.width(*last);
            if width < WORD {
                let dst = self.register(WORD);
                self.emit(Inst::Cast { op: fill, from: width, to: WORD, dst, a: *last });
                *last = Operand::register(dst);
            }
            if fill == Cast::Sext {
                let distance = self.number(WORD, u128::from(WORD) - 1);
                above = self.compute(Binary::Ashr, WORD, *last, distance);
            }
        }
        (words, above)
    }

    fn wide_compare(&mut self, i: Value<'m>) -> Lowered {
        let (a, b) = (self.wide_words(i.operand(0))?, self.wide_words(i.operand(1))?);
        let predicate = i.int_predicate();
        let (op, top, swap) = match predicate {
            IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE => {
                let mut same = None;
                for (&a, &b) in a.iter().zip(&b) {
                    let here = self.test(Compare::Eq, self.width(a), a, b);
                    same = Some(match same {
                        None => here,
                        Some(same) => self.compute(Binary::And, 1, same, here),
                    });
                }
                let one = self.number(1, 1);
                let mut result = same.unwrap_or(one);
                if predicate == IntPredicate::LLVMIntNE {
                    result = self.compute(Binary::Xor, 1, result, one);
                }
                self.define(i, [result]);
                return Ok(());
            }
            IntPredicate::LLVMIntULT => (Compare::Ult, Compare::Ult, false),
            IntPredicate::LLVMIntULE => (Compare::Ule, Compare::Ult, false),
            IntPredicate::LLVMIntUGT => (Compare::Ult, Compare::Ult, true),
            IntPredicate::LLVMIntUGE => (Compare::Ule, Compare::Ult, true),
            IntPredicate::LLVMIntSLT => (Compare::Ult, Compare::Slt, false),
            IntPredicate::LLVMIntSLE => (Compare::Ule, Compare::Slt, false),
            IntPredicate::LLVMIntSGT => (Compare::Ult, Compare::Slt, true),
            IntPredicate::LLVMIntSGE => (Compare::Ule, Compare::Slt, true),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        // The lowest words decide if all others are equal.
        let mut result = self.test(op, self.width(a[0]), a[0], b[0]);
        for at in 1..a.len() {
            let width = self.width(a[at]);
            let op = if at + 1 == a.len() { top } else { Compare::Ult };
            let same = self.test(Compare::Eq, width, a[at], b[at]);
            let less = self.test(op, width, a[at], b[at]);
            result = self.choose(1, same, result, less);
        }
        self.define(i, [result]);
        Ok(())
    }

    fn wide_cast(&mut self, i: Value<'m>) -> Lowered {
        let fill = if i.opcode() == Opcode::LLVMSExt { Cast::Sext } else { Cast::Zext };
        let from = i.operand(0);
        let words = if is_wide(from.ty()) {
            self.wide_words(from)?
        } else {
            let width = self.shared.types.leaf(from.ty())?.width;
            let operand = self.operand(from)?;
            self.narrow_words(operand, width)
        };
        let to = self.shape(i.ty())?;
        if is_wide(i.ty()) {
            let (mut words, above) = self.full_words(words, fill);
            words.resize(words.len().max(to.len()), above);
            return self.define_wide(i, &words);
        }
        // A number of at most 128 bits has at most two words.
        let width = to.leaves[0].width;
        let low = if width <= WORD {
            words[0]
        } else {
            let (words, _) = self.full_words(words, fill);
            self.regroup(&words[..2], WORD, 2 * WORD)[0]
        };
        let result = self.resize(low, self.width(low), width);
        self.define(i, [result]);
        Ok(())
    }

    /// A number of at most 128 bits as words; the last one may be narrower.
    fn narrow_words(&mut self, operand: Operand, width: u8) -> Vec<Operand> {
        if width <= WORD {
            return vec![operand];
        }
        let distance = self.number(width, WORD.into());
        let low = self.resize(operand, width, WORD);
        let high = self.compute(Binary::Lshr, width, operand, distance);
        vec![low, self.resize(high, width, width - WORD)]
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn decimal_numbers_as_words() {
        assert_eq!(words("0", 3), [0, 0, 0]);
        assert_eq!(words("18446744073709551617", 3), [1, 1, 0]);
        assert_eq!(words("-1", 3), [u64::MAX; 3]);
        assert_eq!(words("-18446744073709551616", 3), [0, u64::MAX, u64::MAX]);
        assert_eq!(words("340282366920938463463374607431768211456", 3), [0, 0, 1]);
    }
}
