//! Intrinsics of integers.

use pikse_llvm::raw::{Opcode, Value, ValueKind};

use super::super::function::Builder;
use super::super::types::{Lowered, unsupported};
use super::super::wide::is_wide;
use super::Order;
use crate::inst::{Binary, Compare, Flags, Inst, Intrinsic, Operand};

/// Whether the zeros that an intrinsic counts are only used where its operand is not 0: by a `select`
/// that compares the operand with 0, as for `__builtin_ffs`, perhaps after other arithmetic.
fn is_only_for_others(counted: Value<'_>, value: Value<'_>, depth: u32) -> bool {
    let number = counted.operand(0);
    value.users().into_iter().all(|user| match user.opcode() {
        Opcode::LLVMSelect => {
            let condition = user.operand(0);
            condition.is_instruction()
                && condition.opcode() == Opcode::LLVMICmp
                && condition.operand(0) == number
                && condition.operand(1).kind() == ValueKind::LLVMConstantIntValueKind
                && condition.operand(1).int() == 0
        }
        Opcode::LLVMAdd
        | Opcode::LLVMSub
        | Opcode::LLVMXor
        | Opcode::LLVMTrunc
        | Opcode::LLVMZExt
        | Opcode::LLVMSExt => depth > 0 && is_only_for_others(counted, user, depth - 1),
        _ => false,
    })
}

impl<'m> Builder<'_, 'm> {
    pub(super) fn bits(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        if is_wide(i.operand(0).ty()) {
            return self.wide_intrinsic(i, op);
        }
        let counts = matches!(op, Intrinsic::LeadingZeros | Intrinsic::TrailingZeros);
        let not_for_zero = counts && i.operand(1).int() != 0 && !is_only_for_others(i, i, 3);
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            if not_for_zero {
                builder.check_intrinsic(Intrinsic::NotZero, leaf.width, &[a]);
            }
            Ok(builder.compute_intrinsic(op, leaf.width, &[a]))
        })
    }

    pub(super) fn pairs(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, operands| {
            Ok(builder.compute_intrinsic(op, leaf.width, &operands))
        })
    }

    pub(super) fn triples(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        let float = op == Intrinsic::FusedMultiplyAdd;
        self.each(i, [i.operand(0), i.operand(1), i.operand(2)], |builder, leaf, operands| {
            if float {
                builder.plain_float(i, leaf)?;
            }
            Ok(builder.compute_intrinsic(op, leaf.width, &operands))
        })
    }

    /// A result and whether it overflows. For vectors, all results come before all bits.
    pub(super) fn overflow(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        let shape = self.shape(i.operand(0).ty())?;
        if is_wide(i.operand(0).ty()) {
            return self.wide_intrinsic(i, op);
        }
        let (a, b) = (self.parts(i.operand(0))?, self.parts(i.operand(1))?);
        let (mut numbers, mut bits) = (Vec::new(), Vec::new());
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let width = leaf.width;
            let (a, b, c) = (self.part(a, at), self.part(b, at), self.number(width, 0));
            let dst = self.register(width);
            let bit = self.register(1);
            self.emit(Inst::Intrinsic { op, width, dst, a, b, c });
            numbers.push(Operand::register(dst));
            bits.push(Operand::register(bit));
        }
        numbers.append(&mut bits);
        self.define(i, numbers);
        Ok(())
    }

    pub(super) fn best(&mut self, i: Value<'m>, order: Order) -> Lowered {
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            Ok(builder.better(order, leaf.width, a, b))
        })
    }

    pub(super) fn better(&mut self, order: Order, width: u8, a: Operand, b: Operand) -> Operand {
        let (left, right) = if order.turned { (b, a) } else { (a, b) };
        let first = self.test(order.op, width, left, right);
        self.choose(width, first, a, b)
    }

    pub(super) fn abs(&mut self, i: Value<'m>) -> Lowered {
        // Whether the result for the smallest number, which overflows, is poison.
        let promised = i.operand(1).int() != 0;
        let flags = if promised { Flags::NO_SIGNED_WRAP } else { Flags::default() };
        self.each(i, [i.operand(0)], |builder, leaf, [a]| {
            let width = leaf.width;
            let zero = builder.number(width, 0);
            let dst = builder.register(width);
            builder.emit(Inst::Binary { op: Binary::Sub, width, flags, dst, a: zero, b: a });
            let negative = builder.test(Compare::Slt, width, a, zero);
            Ok(builder.choose(width, negative, Operand::register(dst), a))
        })
    }

    /// -1, 0 or 1.
    pub(super) fn three_way(&mut self, i: Value<'m>, signed: bool) -> Lowered {
        let op = if signed { Compare::Slt } else { Compare::Ult };
        let Some(to) = self.shape(i.ty())?.leaves.first().map(|leaf| leaf.width) else {
            return unsupported("a comparison with an empty type");
        };
        self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
            let less = builder.test(op, leaf.width, a, b);
            let more = builder.test(op, leaf.width, b, a);
            let less = builder.resize(less, 1, to);
            let more = builder.resize(more, 1, to);
            Ok(builder.compute(Binary::Sub, to, more, less))
        })
    }
}
