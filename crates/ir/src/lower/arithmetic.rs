//! Arithmetic, comparisons and selects, element by element.

use pikse_llvm::raw::{IntPredicate, Opcode, TypeKind, Value};

use super::function::{Builder, Parts};
use super::instruction::name;
use super::types::{Kind, Leaf, Lowered, unsupported};
use crate::inst::{Binary, Compare, Flags, FloatBinary, FloatCompare, FloatUnary, Inst, Operand};
use crate::program::Constant;

impl<'m> Builder<'_, 'm> {
    /// Lowers an instruction scalar by scalar: `compute` gets the scalars of its operands, which
    /// must not be words of a wide integer.
    pub(super) fn each<const N: usize>(
        &mut self,
        i: Value<'m>,
        operands: [Value<'m>; N],
        compute: impl FnMut(&mut Self, Leaf, [Operand; N]) -> Lowered<Operand>,
    ) -> Lowered {
        let shape = self.shape(operands[0].ty())?;
        if shape.leaves.first().is_some_and(|leaf| leaf.kind == Kind::Word) {
            let what = match i.opcode() {
                Opcode::LLVMCall => format!("`{}`", i.callee().name()),
                opcode => format!("`{}` of {}", name(opcode), operands[0].ty().text()),
            };
            return unsupported(what);
        }
        self.each_part(i, operands, compute)
    }

    /// Likewise, but words of wide integers are allowed.
    fn each_part<const N: usize>(
        &mut self,
        i: Value<'m>,
        operands: [Value<'m>; N],
        mut compute: impl FnMut(&mut Self, Leaf, [Operand; N]) -> Lowered<Operand>,
    ) -> Lowered {
        let shape = self.shape(operands[0].ty())?;
        let mut parts = [Parts::Many { start: 0, len: 0 }; N];
        for (part, operand) in parts.iter_mut().zip(operands) {
            *part = self.parts(operand)?;
        }
        if let &[leaf] = &*shape.leaves {
            let result = compute(self, leaf, parts.map(|parts| self.part(parts, 0)))?;
            self.define_as(i, Parts::One(result));
            return Ok(());
        }
        let mut results = Vec::with_capacity(shape.len());
        for (at, &leaf) in shape.leaves.iter().enumerate() {
            results.push(compute(self, leaf, parts.map(|parts| self.part(parts, at)))?);
        }
        self.define(i, results);
        Ok(())
    }

    /// The value of an operand that is a constant number.
    pub(super) fn known(&self, operand: Operand) -> Option<u128> {
        match self.shared.program.constant(operand.as_constant()?) {
            Constant::Int { value, .. } => Some(value),
            _ => None,
        }
    }

    /// `a op b`, without flags. Constants are folded.
    pub(super) fn compute(&mut self, op: Binary, width: u8, a: Operand, b: Operand) -> Operand {
        match (op, self.known(a), self.known(b)) {
            (Binary::Add | Binary::Or | Binary::Xor, Some(0), _) | (Binary::Mul, Some(1), _) => {
                return b;
            }
            (
                Binary::Add | Binary::Or | Binary::Xor | Binary::Sub | Binary::Shl | Binary::Lshr,
                _,
                Some(0),
            )
            | (Binary::Mul, _, Some(1)) => return a,
            (Binary::Mul | Binary::And | Binary::Shl | Binary::Lshr | Binary::Ashr, Some(0), _) => {
                return a;
            }
            (Binary::Mul | Binary::And, _, Some(0)) => return b,
            _ => {}
        }
        let dst = self.register(width);
        self.emit(Inst::Binary { op, width, flags: Flags::default(), dst, a, b });
        Operand::register(dst)
    }

    /// `a op b`, one bit.
    pub(super) fn test(&mut self, op: Compare, width: u8, a: Operand, b: Operand) -> Operand {
        let dst = self.register(1);
        self.emit(Inst::Compare { op, width, dst, a, b });
        Operand::register(dst)
    }

    /// Selects `yes` or `no`.
    pub(super) fn choose(
        &mut self,
        width: u8,
        condition: Operand,
        yes: Operand,
        no: Operand,
    ) -> Operand {
        let dst = self.register(width);
        self.emit(Inst::Select { width, dst, condition, yes, no });
        Operand::register(dst)
    }

    /// A floating-point number.
    pub(super) fn number(&mut self, width: u8, value: u128) -> Operand {
        self.shared.number(width, value)
    }

    pub(super) fn binary(&mut self, i: Value<'m>, op: Binary) -> Lowered {
        let (no_signed, no_unsigned, exact) = i.promises();
        let flag = |promised: bool, flag: Flags| if promised { flag } else { Flags::default() };
        let flags = flag(no_signed, Flags::NO_SIGNED_WRAP)
            .with(flag(no_unsigned, Flags::NO_UNSIGNED_WRAP))
            .with(flag(exact, Flags::EXACT));
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            let dst = builder.register(leaf.width);
            builder.emit(Inst::Binary { op, width: leaf.width, flags, dst, a, b });
            Ok(Operand::register(dst))
        })
    }

    pub(super) fn float_binary(&mut self, i: Value<'m>, op: FloatBinary) -> Lowered {
        let ty = i.operand(0).ty();
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            if !matches!(leaf.kind, Kind::Float | Kind::LongFloat) {
                return unsupported(format!("`{}` of {}", name(i.opcode()), ty.text()));
            }
            Ok(builder.compute_float(op, leaf.width, a, b))
        })
    }

    pub(super) fn compute_float(
        &mut self,
        op: FloatBinary,
        width: u8,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let dst = self.register(width);
        self.emit(Inst::FloatBinary { op, width, dst, a, b });
        Operand::register(dst)
    }

    pub(super) fn compute_unary(&mut self, op: FloatUnary, width: u8, a: Operand) -> Operand {
        let dst = self.register(width);
        self.emit(Inst::FloatUnary { op, width, dst, a });
        Operand::register(dst)
    }

    pub(super) fn negate(&mut self, i: Value<'m>) -> Lowered {
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            if leaf.kind != Kind::Float {
                // Only the sign changes, which is the highest bit of all formats.
                let sign = builder.number(leaf.width, 1 << (leaf.width - 1));
                return Ok(builder.compute(Binary::Xor, leaf.width, a, sign));
            }
            Ok(builder.compute_unary(FloatUnary::Neg, leaf.width, a))
        })
    }

    pub(super) fn compare(&mut self, i: Value<'m>) -> Lowered {
        let (op, swap) = match i.int_predicate() {
            IntPredicate::LLVMIntEQ => (Compare::Eq, false),
            IntPredicate::LLVMIntNE => (Compare::Ne, false),
            IntPredicate::LLVMIntULT => (Compare::Ult, false),
            IntPredicate::LLVMIntULE => (Compare::Ule, false),
            IntPredicate::LLVMIntSLT => (Compare::Slt, false),
            IntPredicate::LLVMIntSLE => (Compare::Sle, false),
            IntPredicate::LLVMIntUGT => (Compare::Ult, true),
            IntPredicate::LLVMIntUGE => (Compare::Ule, true),
            IntPredicate::LLVMIntSGT => (Compare::Slt, true),
            IntPredicate::LLVMIntSGE => (Compare::Sle, true),
        };
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            let (a, b) = if swap { (b, a) } else { (a, b) };
            Ok(builder.test(op, leaf.width, a, b))
        })
    }

    pub(super) fn float_compare(&mut self, i: Value<'m>) -> Lowered {
        let bits = i.float_predicate();
        let op = FloatCompare {
            equal: bits & 1 != 0,
            greater: bits & 2 != 0,
            less: bits & 4 != 0,
            unordered: bits & 8 != 0,
        };
        let ty = i.operand(0).ty();
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            if leaf.kind == Kind::OtherFloat {
                return unsupported(format!("`fcmp` of {}", ty.text()));
            }
            let dst = builder.register(1);
            builder.emit(Inst::FloatCompare { op, width: leaf.width, dst, a, b });
            Ok(Operand::register(dst))
        })
    }

    pub(super) fn select(&mut self, i: Value<'m>) -> Lowered {
        let condition = self.parts(i.operand(0))?;
        let by_element = i.operand(0).ty().kind() == TypeKind::LLVMVectorTypeKind;
        let mut at = 0;
        self.each_part(i, [i.operand(1), i.operand(2)], |builder, leaf, [yes, no]| {
            let condition = builder.part(condition, if by_element { at } else { 0 });
            at += 1;
            Ok(builder.choose(leaf.width, condition, yes, no))
        })
    }

    pub(super) fn freeze(&mut self, i: Value<'m>) -> Lowered {
        self.each_part(i, [i.operand(0)], |builder, leaf, [a]| {
            let dst = builder.register(leaf.width);
            builder.emit(Inst::Freeze { width: leaf.width, dst, a });
            Ok(Operand::register(dst))
        })
    }
}
