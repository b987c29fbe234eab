//! LLVM's intrinsics: ordinary arithmetic where possible, else an [`Intrinsic`].
//!
//! `names` classifies them, `numbers`, `floats` and `vectors` lower families of them.

mod floats;
mod names;
mod numbers;
mod relative;
mod vectors;

use pikse_llvm::raw::Value;

use super::function::Builder;
use super::types::{Lowered, unsupported};
use crate::ids::Reg;
use crate::inst::{Binary, Compare, Inst, Intrinsic, Operand};
pub(super) use names::{Known, Order, Reduction, known};
pub(super) use relative::RelativeTables;

impl<'m> Builder<'_, 'm> {
    pub(super) fn intrinsic(&mut self, i: Value<'m>, known: Known) -> Lowered {
        match known {
            Known::Nothing => Ok(()),
            Known::First => {
                let parts = self.parts(i.operand(0))?;
                self.define_as(i, parts);
                Ok(())
            }
            Known::Number(value) => {
                let shape = self.shape(i.ty())?;
                let numbers: Vec<Operand> =
                    shape.widths().map(|width| self.number(width, value.into())).collect();
                self.define(i, numbers);
                Ok(())
            }
            Known::Memory(op) => {
                let (a, b) = (self.operand(i.operand(0))?, self.operand(i.operand(1))?);
                let c = self.extended(i.operand(2))?;
                self.emit(Inst::Intrinsic { op, width: 64, dst: Reg(0), a, b, c });
                Ok(())
            }
            Known::Machine(op) => self.machine(i, op),
            Known::Assume => self.assume(i),
            Known::Bits(op) => self.bits(i, op),
            Known::Pairs(op) => self.pairs(i, op),
            Known::Triples(op) => self.triples(i, op),
            Known::Overflow(op) => self.overflow(i, op),
            Known::Best(order) => self.best(i, order),
            Known::Abs => self.abs(i),
            Known::ThreeWay { signed } => self.three_way(i, signed),
            Known::PointerMask => {
                self.each(i, [i.operand(0), i.operand(1)], |builder, leaf, [a, b]| {
                    Ok(builder.compute(Binary::And, leaf.width, a, b))
                })
            }
            Known::LoadRelative => self.load_relative(i),
            Known::IsConstant => {
                // Code generation decides it where nothing else did: a plain constant is one.
                let argument = i.operand(0);
                let is_constant = argument.is_constant() && self.shared.is_plain_constant(argument);
                let result = self.number(1, is_constant.into());
                self.define(i, [result]);
                Ok(())
            }
            Known::FloatUnary(op) => self.float_function(i, op),
            Known::FloatBinary(op) => self.float_function_of_two(i, op),
            Known::FloatWithInt(op) => self.float_with_int(i, op),
            Known::MultiplyAdd => self.multiply_add(i),
            Known::RoundToInt(op) => self.round_to_int(i, op),
            Known::ToInt(op) => self.float_cast(i, op),
            Known::FloatClass => self.float_class(i),
            Known::SinCos => self.sin_cos(i),
            Known::Canonical => self.canonical(i),
            Known::Reduce(reduction) => self.reduce(i, reduction),
            Known::Steps => self.steps(i),
            Known::ActiveLanes => self.active_lanes(i),
            Known::FirstElement => self.first_element(i),
            Known::VectorReverse => self.vector_reverse(i),
            Known::VectorInsert => self.vector_insert(i),
            Known::VectorExtract => self.vector_extract(i),
            Known::Interleave => self.interleave(i),
            Known::Deinterleave => self.deinterleave(i),
            Known::SignMask => self.sign_mask(i),
            Known::MaskedLoad => self.masked_load(i),
            Known::MaskedStore => self.masked_store(i),
            Known::Gather => self.gather(i),
            Known::Scatter => self.scatter(i),
            Known::Unknown => unsupported(format!("`{}`", i.callee().name())),
        }
    }

    /// An instruction of the machine, with at most two operands.
    fn machine(&mut self, i: Value<'m>, op: Intrinsic) -> Lowered {
        let zero = self.number(1, 0);
        let mut operands = [zero; 3];
        let first = match op {
            // Older forms have the size before the address.
            Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd => i.arguments() - 1,
            _ => 0,
        };
        for at in 0..op.operands() {
            operands[at] = self.operand(i.operand(first + at as u32))?;
        }
        let (dst, width) = match op.results() {
            0 => (Reg(0), 64),
            _ => {
                let width = self.shared.types.leaf(i.ty())?.width;
                (
                    self.define_register(i, width),
                    if op == Intrinsic::ObjectSize { width } else { 64 },
                )
            }
        };
        let width = match op {
            // The form of a list of arguments is that of the target.
            Intrinsic::VaStart | Intrinsic::VaCopy => {
                (self.shared.types.layout.pointer_size() * 8) as u8
            }
            _ => width,
        };
        let [a, b, c] = operands;
        self.emit(Inst::Intrinsic { op, width, dst, a, b, c });
        if op == Intrinsic::ObjectSize && i.operand(1).int() != 0 {
            // The minimum size is 0 if the size is unknown.
            let (size, unknown) = (Operand::register(dst), self.number(width, u128::MAX));
            let missing = self.test(Compare::Eq, width, size, unknown);
            let none = self.number(width, 0);
            let size = self.choose(width, missing, none, size);
            self.define(i, [size]);
        }
        Ok(())
    }

    fn assume(&mut self, i: Value<'m>) -> Lowered {
        let a = self.operand(i.operand(0))?;
        let zero = self.number(1, 0);
        if self.known(a) != Some(1) {
            let op = Intrinsic::Assume;
            self.emit(Inst::Intrinsic { op, width: 1, dst: Reg(0), a, b: zero, c: zero });
        }
        Ok(())
    }

    /// An intrinsic without a result.
    pub(in super::super) fn check_intrinsic(
        &mut self,
        op: Intrinsic,
        width: u8,
        operands: &[Operand],
    ) {
        let zero = self.number(1, 0);
        let operand = |at: usize| operands.get(at).copied().unwrap_or(zero);
        let (a, b, c) = (operand(0), operand(1), operand(2));
        self.emit(Inst::Intrinsic { op, width, dst: Reg(0), a, b, c });
    }

    /// An intrinsic of scalars of one width with a result of another.
    pub(super) fn compute_intrinsic(
        &mut self,
        op: Intrinsic,
        width: u8,
        operands: &[Operand],
    ) -> Operand {
        let zero = self.number(width, 0);
        let operand = |at: usize| operands.get(at).copied().unwrap_or(zero);
        let (a, b, c) = (operand(0), operand(1), operand(2));
        let dst = self.register(width);
        self.emit(Inst::Intrinsic { op, width, dst, a, b, c });
        Operand::register(dst)
    }
}
