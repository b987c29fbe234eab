//! Intrinsics of floating-point numbers.

use pikse_llvm::raw::Value;

use super::super::function::Builder;
use super::super::types::{Kind, Leaf, Lowered, unsupported};
use crate::inst::{Binary, FloatBinary, FloatCast, FloatUnary, Inst, Intrinsic, Operand};

impl<'m> Builder<'_, 'm> {
    /// Arithmetic is supported for `float` and `double` only.
    pub(super) fn plain_float(&self, i: Value<'m>, leaf: Leaf) -> Lowered {
        match leaf.kind {
            Kind::Float => Ok(()),
            _ => unsupported(format!("`{}`", i.callee().name())),
        }
    }

    pub(super) fn float_function(&mut self, i: Value<'m>, op: FloatUnary) -> Lowered {
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            if op == FloatUnary::Abs && leaf.kind != Kind::Float {
                // Only the sign is cleared, which is the highest bit of all formats.
                let rest = builder.number(leaf.width, u128::MAX >> (129 - u32::from(leaf.width)));
                return Ok(builder.compute(Binary::And, leaf.width, a, rest));
            }
            let is_rounding = !matches!(
                op,
                FloatUnary::Sin
                    | FloatUnary::Cos
                    | FloatUnary::Tan
                    | FloatUnary::Exp
                    | FloatUnary::Exp2
                    | FloatUnary::Log
                    | FloatUnary::Log2
                    | FloatUnary::Log10
            );
            if !(is_rounding && leaf.kind == Kind::LongFloat) {
                builder.plain_float(i, leaf)?;
            }
            Ok(builder.compute_unary(op, leaf.width, a))
        })
    }

    pub(super) fn float_function_of_two(&mut self, i: Value<'m>, op: FloatBinary) -> Lowered {
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            let is_simple =
                matches!(op, FloatBinary::CopySign | FloatBinary::MinNum | FloatBinary::MaxNum);
            if !(is_simple && leaf.kind == Kind::LongFloat) {
                builder.plain_float(i, leaf)?;
            }
            Ok(builder.compute_float(op, leaf.width, a, b))
        })
    }

    /// A floating-point number and an integer of 32 bits, which may be shared by all elements.
    pub(super) fn float_with_int(&mut self, i: Value<'m>, op: FloatBinary) -> Lowered {
        let whole = self.shape(i.operand(1).ty())?;
        if whole.leaves.first().is_none_or(|leaf| leaf.width != 32) {
            return unsupported(format!("`{}`", i.callee().name()));
        }
        let parts = self.parts(i.operand(1))?;
        let mut at = 0;
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            builder.plain_float(i, leaf)?;
            let b = builder.part(parts, at);
            at = (at + 1) % whole.len();
            Ok(builder.compute_float(op, leaf.width, a, b))
        })
    }

    /// `a * b + c` in two steps, as plain x86-64 does.
    pub(super) fn multiply_add(&mut self, i: Value<'m>) -> Lowered {
        self.each(i, [i.operand(0), i.operand(1), i.operand(2)], |builder, leaf, [a, b, c]| {
            if leaf.kind != Kind::LongFloat {
                builder.plain_float(i, leaf)?;
            }
            let product = builder.compute_float(FloatBinary::Mul, leaf.width, a, b);
            Ok(builder.compute_float(FloatBinary::Add, leaf.width, product, c))
        })
    }

    pub(super) fn round_to_int(&mut self, i: Value<'m>, op: FloatUnary) -> Lowered {
        let Some(to) = self.shape(i.ty())?.leaves.first().map(|leaf| leaf.width) else {
            return unsupported("a conversion to an empty type");
        };
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            if leaf.kind != Kind::LongFloat {
                builder.plain_float(i, leaf)?;
            }
            let a = builder.compute_unary(op, leaf.width, a);
            let dst = builder.register(to);
            let op = FloatCast::ToSigned;
            builder.emit(Inst::FloatCast { op, from: leaf.width, to, dst, a });
            Ok(Operand::register(dst))
        })
    }

    pub(super) fn float_class(&mut self, i: Value<'m>) -> Lowered {
        let b = self.operand(i.operand(1))?;
        let c = self.number(1, 0);
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            // `long double` has classes as well.
            if leaf.kind != Kind::LongFloat || leaf.width != 80 {
                builder.plain_float(i, leaf)?;
            }
            let dst = builder.register(1);
            let (op, width) = (Intrinsic::FloatClass, leaf.width);
            builder.emit(Inst::Intrinsic { op, width, dst, a, b, c });
            Ok(Operand::register(dst))
        })
    }

    /// All sines, then all cosines.
    pub(super) fn sin_cos(&mut self, i: Value<'m>) -> Lowered {
        let shape = self.shape(i.operand(0).ty())?;
        let a = self.parts(i.operand(0))?;
        let mut results = Vec::with_capacity(2 * shape.len());
        for op in [FloatUnary::Sin, FloatUnary::Cos] {
            for (at, &leaf) in shape.leaves.iter().enumerate() {
                self.plain_float(i, leaf)?;
                results.push(self.compute_unary(op, leaf.width, self.part(a, at)));
            }
        }
        self.define(i, results);
        Ok(())
    }

    /// The number itself; NaN becomes a quiet NaN.
    pub(super) fn canonical(&mut self, i: Value<'m>) -> Lowered {
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            builder.plain_float(i, leaf)?;
            let one =
                if leaf.width == 32 { 1_f32.to_bits().into() } else { 1_f64.to_bits().into() };
            let one = builder.number(leaf.width, one);
            Ok(builder.compute_float(FloatBinary::Mul, leaf.width, a, one))
        })
    }
}
