//! Intrinsics of vectors: reductions, permutations, and masked accesses.

use pikse_llvm::raw::{Type, Value};

use super::super::function::{Builder, Parts};
use super::super::types::{Kind, Lowered, unsupported};
use super::Reduction;
use crate::ids::Reg;
use crate::inst::{Binary, Compare, FloatBinary, Inst, Operand};

/// The size and alignment of the memory for masked accesses that do not happen.
const SCRATCH: u8 = 16;

impl<'m> Builder<'_, 'm> {
    pub(super) fn reduce(&mut self, i: Value<'m>, reduction: Reduction) -> Lowered {
        let from = matches!(reduction, Reduction::FloatsFrom(_));
        let vector = i.operand(u32::from(from));
        let shape = self.shape(vector.ty())?;
        let Some(&leaf) = shape.leaves.first() else { return unsupported("an empty vector") };
        let parts = self.parts(vector)?;
        let mut all = self.all(parts);
        if from {
            all.insert(0, self.operand(i.operand(0))?);
        }
        let float = |builder: &mut Self, op: FloatBinary, a, b| match leaf.kind {
            Kind::Float => Ok(builder.compute_float(op, leaf.width, a, b)),
            _ => unsupported(format!("`{}`", i.callee().name())),
        };
        let mut result = all[0];
        for &b in &all[1..] {
            result = match reduction {
                Reduction::Numbers(op) => self.compute(op, leaf.width, result, b),
                Reduction::Best(order) => self.better(order, leaf.width, result, b),
                Reduction::Floats(op) | Reduction::FloatsFrom(op) => float(self, op, result, b)?,
            };
        }
        self.define(i, [result]);
        Ok(())
    }

    /// 0, 1, 2, and so on.
    pub(super) fn steps(&mut self, i: Value<'m>) -> Lowered {
        let shape = self.shape(i.ty())?;
        let all: Vec<Operand> =
            shape.widths().enumerate().map(|(at, width)| self.number(width, at as u128)).collect();
        self.define(i, all);
        Ok(())
    }

    /// For each element, whether its index plus the first argument is below the second.
    pub(super) fn active_lanes(&mut self, i: Value<'m>) -> Lowered {
        let count = self.shape(i.ty())?.len();
        let width = self.shared.types.leaf(i.operand(0).ty())?.width;
        let (start, end) = (self.operand(i.operand(0))?, self.operand(i.operand(1))?);
        let mut all = Vec::with_capacity(count);
        for at in 0..count {
            // The sum does not wrap around here.
            let number = self.number(width, at as u128);
            let op = crate::inst::Intrinsic::AddSaturatingUnsigned;
            let here = self.compute_intrinsic(op, width, &[start, number]);
            all.push(self.test(Compare::Ult, width, here, end));
        }
        self.define(i, all);
        Ok(())
    }

    /// The index of the first element that is not 0; the number of elements if there is none.
    pub(super) fn first_element(&mut self, i: Value<'m>) -> Lowered {
        let shape = self.shape(i.operand(0).ty())?;
        let to = self.shared.types.leaf(i.ty())?.width;
        let parts = self.parts(i.operand(0))?;
        let mut result = self.number(to, shape.len() as u128);
        for (at, leaf) in shape.leaves.iter().enumerate().rev() {
            let (place, zero) = (self.number(to, at as u128), self.number(leaf.width, 0));
            let here = self.test(Compare::Ne, leaf.width, self.part(parts, at), zero);
            result = self.choose(to, here, place, result);
        }
        self.define(i, [result]);
        Ok(())
    }

    pub(super) fn vector_reverse(&mut self, i: Value<'m>) -> Lowered {
        let parts = self.parts(i.operand(0))?;
        let mut all = self.all(parts);
        all.reverse();
        self.define(i, all);
        Ok(())
    }

    pub(super) fn vector_insert(&mut self, i: Value<'m>) -> Lowered {
        let (whole, part) = (self.parts(i.operand(0))?, self.parts(i.operand(1))?);
        let (mut all, part) = (self.all(whole), self.all(part));
        let start = i.operand(2).int() as usize;
        match all.get_mut(start..start + part.len()) {
            Some(place) => place.copy_from_slice(&part),
            None => return unsupported(format!("`{}`", i.callee().name())),
        }
        self.define(i, all);
        Ok(())
    }

    pub(super) fn vector_extract(&mut self, i: Value<'m>) -> Lowered {
        let count = self.shape(i.ty())?.len();
        let parts = self.parts(i.operand(0))?;
        let all = self.all(parts);
        let start = i.operand(1).int() as usize;
        match all.get(start..start + count) {
            Some(part) => self.define(i, part.iter().copied()),
            None => return unsupported(format!("`{}`", i.callee().name())),
        }
        Ok(())
    }

    pub(super) fn interleave(&mut self, i: Value<'m>) -> Lowered {
        let (first, second) = (self.parts(i.operand(0))?, self.parts(i.operand(1))?);
        let (first, second) = (self.all(first), self.all(second));
        let all: Vec<Operand> = first.into_iter().zip(second).flat_map(|(a, b)| [a, b]).collect();
        self.define(i, all);
        Ok(())
    }

    /// All even elements, then all odd ones.
    pub(super) fn deinterleave(&mut self, i: Value<'m>) -> Lowered {
        let parts = self.parts(i.operand(0))?;
        let all = self.all(parts);
        let mut turned: Vec<Operand> = all.iter().copied().step_by(2).collect();
        turned.extend(all.iter().copied().skip(1).step_by(2));
        self.define(i, turned);
        Ok(())
    }

    /// The highest bits of all elements, as one number.
    pub(super) fn sign_mask(&mut self, i: Value<'m>) -> Lowered {
        let shape = self.shape(i.operand(0).ty())?;
        let to = self.shared.types.leaf(i.ty())?.width;
        let parts = self.parts(i.operand(0))?;
        let mut bits = Vec::with_capacity(shape.len());
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let distance = self.number(leaf.width, u128::from(leaf.width) - 1);
            let high = self.compute(Binary::Lshr, leaf.width, self.part(parts, at), distance);
            bits.push(self.resize(high, leaf.width, 1));
        }
        let Some(total) = u8::try_from(bits.len()).ok().filter(|&total| total <= to && total > 0)
        else {
            return unsupported(format!("`{}`", i.callee().name()));
        };
        let all = self.regroup(&bits, 1, total)[0];
        let result = self.resize(all, total, to);
        self.define(i, [result]);
        Ok(())
    }
}

/// Masked accesses: only the elements whose mask bit is 1.
impl<'m> Builder<'_, 'm> {
    /// The mask comes last, or before the value for elements that are not loaded.
    pub(super) fn masked_load(&mut self, i: Value<'m>) -> Lowered {
        let base = self.operand(i.operand(0))?;
        let addresses = self.element_addresses(i.ty(), base)?;
        self.load_some(i, &addresses)
    }

    pub(super) fn gather(&mut self, i: Value<'m>) -> Lowered {
        let parts = self.parts(i.operand(0))?;
        let addresses = self.all(parts);
        self.load_some(i, &addresses)
    }

    pub(super) fn masked_store(&mut self, i: Value<'m>) -> Lowered {
        let base = self.operand(i.operand(1))?;
        let addresses = self.element_addresses(i.operand(0).ty(), base)?;
        self.store_some(i, &addresses)
    }

    pub(super) fn scatter(&mut self, i: Value<'m>) -> Lowered {
        let parts = self.parts(i.operand(1))?;
        let addresses = self.all(parts);
        self.store_some(i, &addresses)
    }

    /// The offsets of the elements of a vector in memory.
    fn element_addresses(&mut self, ty: Type<'m>, base: Operand) -> Lowered<Vec<Operand>> {
        let shape = self.shape(ty)?;
        if shape.packed {
            return unsupported(format!("a masked access of {}", ty.text()));
        }
        Ok(shape.leaves.iter().map(|leaf| self.offset(base, leaf.offset.into())).collect())
    }

    fn load_some(&mut self, i: Value<'m>, addresses: &[Operand]) -> Lowered {
        let shape = self.shape(i.ty())?;
        let count = i.arguments();
        let (mask, otherwise) =
            (self.parts(i.operand(count - 2))?, self.parts(i.operand(count - 1))?);
        let mut results = Vec::with_capacity(shape.len());
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let (bit, no) = (self.part(mask, at), self.part(otherwise, at));
            results.push(match self.access(bit, addresses[at]) {
                None => no,
                Some(address) => {
                    let dst = self.register(leaf.width);
                    self.emit(Inst::Load { width: leaf.width, align: 1, dst, address });
                    match self.known_bit(bit) {
                        Some(_) => Operand::register(dst),
                        None => self.choose(leaf.width, bit, Operand::register(dst), no),
                    }
                }
            });
        }
        self.define(i, results);
        Ok(())
    }

    fn store_some(&mut self, i: Value<'m>, addresses: &[Operand]) -> Lowered {
        let shape = self.shape(i.operand(0).ty())?;
        let values: Parts = self.parts(i.operand(0))?;
        let mask = self.parts(i.operand(i.arguments() - 1))?;
        for (at, leaf) in shape.leaves.iter().enumerate() {
            let value = self.part(values, at);
            if let Some(address) = self.access(self.part(mask, at), addresses[at]) {
                self.emit(Inst::Store { width: leaf.width, align: 1, value, address });
            }
        }
        Ok(())
    }

    fn known_bit(&self, bit: Operand) -> Option<bool> {
        self.known(bit).map(|bit| bit == 1)
    }

    /// The address of an access that happens if a bit is 1; otherwise an address in scratch memory.
    /// `None` if it is known not to happen.
    fn access(&mut self, bit: Operand, address: Operand) -> Option<Operand> {
        match self.known_bit(bit) {
            Some(true) => Some(address),
            Some(false) => None,
            None => {
                let scratch = Operand::register(self.scratch());
                Some(self.choose(64, bit, address, scratch))
            }
        }
    }

    /// Scratch memory of the function for accesses that do not happen, set to 0.
    fn scratch(&mut self) -> Reg {
        if let Some(known) = self.scratch {
            return known;
        }
        let dst = self.register(64);
        let (count, value) = (self.number(64, 1), self.number(128, 0));
        let address = Operand::register(dst);
        let align = SCRATCH;
        self.prologue.push(Inst::Alloca { align, dst, count, size: SCRATCH.into() });
        self.prologue.push(Inst::Store { width: 8 * SCRATCH, align, value, address });
        self.scratch = Some(dst);
        dst
    }
}
