//! Memory: loads, stores, addresses, allocas, atomic accesses.

use pikse_llvm::raw::{AtomicOp, Opcode, Type, TypeKind, Value};

use super::function::{Builder, Parts};
use super::instruction::name;
use super::tables::signed;
use super::types::{Kind, Leaf, Lowered, Shape, unsupported};
use crate::inst::{Binary, Cast, Compare, FloatBinary, Inst, Intrinsic, Operand};
use crate::program::Constant;

/// An alignment in bytes, at most 128.
pub(super) fn alignment(align: u32) -> u8 {
    align.clamp(1, 128) as u8
}

/// The alignment at an offset from an aligned address.
fn alignment_at(align: u8, offset: u32) -> u8 {
    match offset {
        0 => align,
        _ => align.min(1 << offset.trailing_zeros().min(7)),
    }
}

impl<'m> Builder<'_, 'm> {
    pub(super) fn load(&mut self, i: Value<'m>) -> Lowered {
        let address = self.operand(i.operand(0))?;
        let parts = self.load_from(address, i.ty(), alignment(i.align()))?;
        self.define_as(i, parts);
        Ok(())
    }

    /// Loads a value of a type from an address.
    pub(super) fn load_from(
        &mut self,
        address: Operand,
        ty: Type<'m>,
        align: u8,
    ) -> Lowered<Parts> {
        let shape = self.shape(ty)?;
        if shape.packed {
            let (total, width) = packed(ty, &shape)?;
            let all = self.register(total);
            self.emit(Inst::Load { width: total, align, dst: all, address });
            let elements = self.regroup(&[Operand::register(all)], total, width);
            return Ok(self.list(elements));
        }
        let parts = self.fresh(&shape);
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let address = self.offset(address, leaf.offset.into());
            let align = alignment_at(align, leaf.offset);
            let width = self.shared.types.width_in_memory(*leaf);
            let Some(dst) = self.part(parts, at).as_register() else { continue };
            if width == leaf.width {
                self.emit(Inst::Load { width, align, dst, address });
            } else {
                let short = self.register(width);
                self.emit(Inst::Load { width, align, dst: short, address });
                let (a, to) = (Operand::register(short), leaf.width);
                self.emit(Inst::Cast { op: Cast::Zext, from: width, to, dst, a });
            }
        }
        Ok(parts)
    }

    pub(super) fn store(&mut self, i: Value<'m>) -> Lowered {
        let value = self.parts(i.operand(0))?;
        let address = self.operand(i.operand(1))?;
        self.store_to(address, value, i.operand(0).ty(), alignment(i.align()))
    }

    /// Stores a value of a type at an address.
    pub(super) fn store_to(
        &mut self,
        address: Operand,
        value: Parts,
        ty: Type<'m>,
        align: u8,
    ) -> Lowered {
        let shape = self.shape(ty)?;
        if shape.packed {
            let (total, width) = packed(ty, &shape)?;
            let elements = self.all(value);
            let value = self.regroup(&elements, width, total)[0];
            self.emit(Inst::Store { width: total, align, value, address });
            return Ok(());
        }
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let address = self.offset(address, leaf.offset.into());
            let align = alignment_at(align, leaf.offset);
            let width = self.shared.types.width_in_memory(*leaf);
            let value = self.part(value, at);
            let value = self.resize(value, leaf.width, width);
            self.emit(Inst::Store { width, align, value, address });
        }
        Ok(())
    }

    /// The address at an offset in bytes from another.
    pub(super) fn offset(&mut self, base: Operand, offset: i64) -> Operand {
        if offset == 0 {
            return base;
        }
        let constant = base.as_constant().map(|id| self.shared.program.constant(id));
        match constant {
            Some(Constant::Address { target, addend }) if addend.checked_add(offset).is_some() => {
                self.shared.constant(Constant::Address { target, addend: addend + offset })
            }
            Some(Constant::Int { width: 64, value }) => {
                self.number(64, value.wrapping_add(offset as u128))
            }
            _ => {
                let dst = self.register(64);
                self.emit(Inst::Offset { dst, base, offset });
                Operand::register(dst)
            }
        }
    }

    /// Address arithmetic.
    pub(super) fn address(&mut self, i: Value<'m>) -> Lowered {
        if i.ty().kind() != TypeKind::LLVMVectorTypeKind {
            let address = self.address_of(i)?;
            self.define_as(i, Parts::One(address));
            return Ok(());
        }
        let count = self.shape(i.ty())?.len();
        let mut addresses = Vec::with_capacity(count);
        for element in 0..count {
            addresses.push(self.element_address(i, element)?);
        }
        self.define(i, addresses);
        Ok(())
    }

    /// The result of address arithmetic, an instruction or a constant.
    pub(super) fn address_of(&mut self, gep: Value<'m>) -> Lowered<Operand> {
        self.element_address(gep, 0)
    }

    /// One address of a vector of addresses. Operands that are not vectors count for each element.
    fn element_address(&mut self, gep: Value<'m>, element: usize) -> Lowered<Operand> {
        let base = self.parts(gep.operand(0))?;
        let base = self.part(base, element.min(self.count(base).max(1) - 1));
        let mut ty = gep.gep_type();
        let mut offset = 0_i64;
        let mut variable = Vec::new();
        for at in 1..gep.operands() {
            let index = gep.operand(at);
            let width = self.shape(index.ty())?.leaves.first().map_or(64, |leaf| leaf.width);
            let parts = self.parts(index)?;
            let index = self.part(parts, element.min(self.count(parts).max(1) - 1));
            let known = self.known(index).map(|value| signed(width, value) as i64);
            if at > 1 && ty.kind() == TypeKind::LLVMStructTypeKind {
                let field = known.unwrap_or_default() as u32;
                offset = offset.wrapping_add_unsigned(self.shared.types.layout.field(ty, field));
                ty = ty.element(field);
                continue;
            }
            if at > 1 {
                ty = ty.element(0);
            }
            let size = self.shared.types.layout.size(ty);
            match known {
                Some(known) => offset = offset.wrapping_add(known.wrapping_mul(size as i64)),
                None if size == 0 => {}
                None => variable.push((index, width, size)),
            }
        }
        let mut address = self.offset(base, offset);
        for (index, width, size) in variable {
            address = self.index(address, index, width, size);
        }
        Ok(address)
    }

    /// The address a number of elements after another.
    fn index(&mut self, base: Operand, index: Operand, width: u8, size: u64) -> Operand {
        let (mut index, mut width, mut scale) = (index, width, u32::try_from(size).ok());
        if width > 64 {
            (index, width) = (self.resize(index, width, 64), 64);
        }
        if scale.is_none() {
            if width < 64 {
                let dst = self.register(64);
                self.emit(Inst::Cast { op: Cast::Sext, from: width, to: 64, dst, a: index });
                (index, width) = (Operand::register(dst), 64);
            }
            let size = self.number(64, size.into());
            index = self.compute(Binary::Mul, 64, index, size);
            scale = Some(1);
        }
        let dst = self.register(64);
        self.emit(Inst::Index { width, dst, base, index, scale: scale.unwrap_or(1) });
        Operand::register(dst)
    }

    pub(super) fn alloca(&mut self, i: Value<'m>) -> Lowered {
        let ty = i.allocated();
        if ty.kind() == TypeKind::LLVMScalableVectorTypeKind || !ty.is_sized() {
            return unsupported(format!("`alloca` of {}", ty.text()));
        }
        let size = self.shared.types.layout.size(ty);
        let count = self.extended(i.operand(0))?;
        let (count, size) = match u32::try_from(size) {
            Ok(size) => (count, size),
            Err(_) => {
                let size = self.number(64, size.into());
                (self.compute(Binary::Mul, 64, count, size), 1)
            }
        };
        let dst = self.define_register(i, 64);
        self.emit(Inst::Alloca { align: alignment(i.align()), dst, count, size });
        Ok(())
    }

    /// An operand as an unsigned number of 64 bits.
    pub(super) fn extended(&mut self, value: Value<'m>) -> Lowered<Operand> {
        let width = self.shared.types.leaf(value.ty())?.width;
        let operand = self.operand(value)?;
        Ok(self.resize(operand, width, 64))
    }

    /// `atomicrmw`: there is one thread, so it is a load and a store.
    pub(super) fn atomic_update(&mut self, i: Value<'m>) -> Lowered {
        let op = i.atomic_op();
        let ty = i.operand(1).ty();
        let shape = self.shape(ty)?;
        let address = self.operand(i.operand(0))?;
        let value = self.parts(i.operand(1))?;
        let align = alignment(i.align());
        let old = self.load_from(address, ty, align)?;
        let mut new = Vec::with_capacity(shape.len());
        for (at, &leaf) in shape.leaves.iter().enumerate() {
            let (a, b) = (self.part(old, at), self.part(value, at));
            new.push(self.updated(op, leaf, a, b)?);
        }
        let new = self.list(new);
        self.store_to(address, new, ty, align)?;
        self.define_as(i, old);
        Ok(())
    }

    fn updated(&mut self, op: AtomicOp, leaf: Leaf, a: Operand, b: Operand) -> Lowered<Operand> {
        let width = leaf.width;
        if leaf.kind == Kind::Word && op != AtomicOp::LLVMAtomicRMWBinOpXchg {
            return unsupported(format!("`{}` of more than 128 bits", name(Opcode::LLVMAtomicRMW)));
        }
        let float = |builder: &mut Self, op| match leaf.kind {
            Kind::Float => Ok(builder.compute_float(op, width, a, b)),
            _ => unsupported(format!("`{}` of {width} bits", name(Opcode::LLVMAtomicRMW))),
        };
        let best = |builder: &mut Self, op, a_first: bool| {
            let test =
                if a_first { builder.test(op, width, a, b) } else { builder.test(op, width, b, a) };
            builder.choose(width, test, a, b)
        };
        let zero = self.number(width, 0);
        let one = self.number(width, 1);
        Ok(match op {
            AtomicOp::LLVMAtomicRMWBinOpXchg => b,
            AtomicOp::LLVMAtomicRMWBinOpAdd => self.compute(Binary::Add, width, a, b),
            AtomicOp::LLVMAtomicRMWBinOpSub => self.compute(Binary::Sub, width, a, b),
            AtomicOp::LLVMAtomicRMWBinOpAnd => self.compute(Binary::And, width, a, b),
            AtomicOp::LLVMAtomicRMWBinOpOr => self.compute(Binary::Or, width, a, b),
            AtomicOp::LLVMAtomicRMWBinOpXor => self.compute(Binary::Xor, width, a, b),
            AtomicOp::LLVMAtomicRMWBinOpNand => {
                let both = self.compute(Binary::And, width, a, b);
                let ones = self.number(width, u128::MAX);
                self.compute(Binary::Xor, width, both, ones)
            }
            AtomicOp::LLVMAtomicRMWBinOpMax => best(self, Compare::Slt, false),
            AtomicOp::LLVMAtomicRMWBinOpMin => best(self, Compare::Slt, true),
            AtomicOp::LLVMAtomicRMWBinOpUMax => best(self, Compare::Ult, false),
            AtomicOp::LLVMAtomicRMWBinOpUMin => best(self, Compare::Ult, true),
            AtomicOp::LLVMAtomicRMWBinOpFAdd => float(self, FloatBinary::Add)?,
            AtomicOp::LLVMAtomicRMWBinOpFSub => float(self, FloatBinary::Sub)?,
            AtomicOp::LLVMAtomicRMWBinOpFMax => float(self, FloatBinary::MaxNum)?,
            AtomicOp::LLVMAtomicRMWBinOpFMin => float(self, FloatBinary::MinNum)?,
            AtomicOp::LLVMAtomicRMWBinOpFMaximum => float(self, FloatBinary::Maximum)?,
            AtomicOp::LLVMAtomicRMWBinOpFMinimum => float(self, FloatBinary::Minimum)?,
            AtomicOp::LLVMAtomicRMWBinOpUIncWrap => {
                let end = self.test(Compare::Ule, width, b, a);
                let more = self.compute(Binary::Add, width, a, one);
                self.choose(width, end, zero, more)
            }
            AtomicOp::LLVMAtomicRMWBinOpUDecWrap => {
                let end = self.test(Compare::Eq, width, a, zero);
                let beyond = self.test(Compare::Ult, width, b, a);
                let less = self.compute(Binary::Sub, width, a, one);
                let inside = self.choose(width, beyond, b, less);
                self.choose(width, end, b, inside)
            }
            AtomicOp::LLVMAtomicRMWBinOpUSubCond => {
                let fits = self.test(Compare::Ule, width, b, a);
                let less = self.compute(Binary::Sub, width, a, b);
                self.choose(width, fits, less, a)
            }
            AtomicOp::LLVMAtomicRMWBinOpUSubSat => {
                let dst = self.register(width);
                let op = Intrinsic::SubSaturatingUnsigned;
                self.emit(Inst::Intrinsic { op, width, dst, a, b, c: zero });
                Operand::register(dst)
            }
        })
    }

    /// `cmpxchg`: if the old value was not the expected one, it is stored again.
    pub(super) fn atomic_exchange(&mut self, i: Value<'m>) -> Lowered {
        let leaf = self.shared.types.leaf(i.operand(1).ty())?;
        let width = self.shared.types.width_in_memory(leaf);
        let address = self.operand(i.operand(0))?;
        let expected = self.operand(i.operand(1))?;
        let expected = self.resize(expected, leaf.width, width);
        let new = self.operand(i.operand(2))?;
        let new = self.resize(new, leaf.width, width);
        let align = alignment(i.align());
        let dst = self.register(width);
        self.emit(Inst::Load { width, align, dst, address });
        let old = Operand::register(dst);
        let same = self.test(Compare::Eq, width, old, expected);
        let value = self.choose(width, same, new, old);
        self.emit(Inst::Store { width, align, value, address });
        let old = self.resize(old, width, leaf.width);
        self.define(i, [old, same]);
        Ok(())
    }
}

/// For a vector whose elements do not start at bytes: its width in bits, and that of its elements.
fn packed(ty: Type<'_>, shape: &Shape) -> Lowered<(u8, u8)> {
    let width = shape.leaves[0].width;
    let total = u8::try_from(shape.len() * usize::from(width)).ok().filter(|&total| total <= 128);
    match total {
        Some(total) if ty.kind() == TypeKind::LLVMVectorTypeKind => Ok((total, width)),
        _ => unsupported(format!("memory of type `{}`", ty.text())),
    }
}
