//! Structs, arrays and vectors as values. Their scalars are selected and combined; only an index
//! that is not constant needs instructions.

use pikse_llvm::raw::{Type, TypeKind, Value};

use super::function::Builder;
use super::types::{Lowered, unsupported};
use crate::inst::{Compare, Intrinsic, Operand};
use crate::program::Constant;

impl<'m> Builder<'_, 'm> {
    /// Where the scalars of an inner value start, and how many there are.
    fn inner(&mut self, ty: Type<'m>, path: &[u32]) -> Lowered<(usize, usize)> {
        let (mut ty, mut start) = (ty, 0);
        for &index in path {
            if ty.kind() == TypeKind::LLVMStructTypeKind {
                for before in 0..index {
                    start += self.shape(ty.element(before))?.len();
                }
                ty = ty.element(index);
            } else {
                ty = ty.element(0);
                start += self.shape(ty)?.len() * index as usize;
            }
        }
        Ok((start, self.shape(ty)?.len()))
    }

    pub(super) fn extract_value(&mut self, i: Value<'m>) -> Lowered {
        let (start, count) = self.inner(i.operand(0).ty(), i.indices())?;
        let whole = self.parts(i.operand(0))?;
        let picked: Vec<Operand> = (start..start + count).map(|at| self.part(whole, at)).collect();
        self.define(i, picked);
        Ok(())
    }

    pub(super) fn insert_value(&mut self, i: Value<'m>) -> Lowered {
        let (start, count) = self.inner(i.operand(0).ty(), i.indices())?;
        let whole = self.parts(i.operand(0))?;
        let inner = self.parts(i.operand(1))?;
        let mut all = self.all(whole);
        for at in 0..count {
            all[start + at] = self.part(inner, at);
        }
        self.define(i, all);
        Ok(())
    }

    /// The index of an element, if it is constant; it may be out of range.
    fn known_place(&mut self, place: Operand) -> Option<usize> {
        match self.shared.program.constant(place.as_constant()?) {
            Constant::Int { value, .. } => Some(usize::try_from(value).unwrap_or(usize::MAX)),
            Constant::Undefined { .. } => Some(usize::MAX),
            Constant::Address { .. } => None,
        }
    }

    /// Checks that an index is below the number of elements, unless so few bits cannot hold more.
    fn in_vector(&mut self, place: Operand, width: u8, count: usize) {
        if width < 64 && count >> width > 0 {
            return;
        }
        let count = self.number(width, count as u128);
        self.check_intrinsic(Intrinsic::InVector, width, &[place, count]);
    }

    pub(super) fn extract_element(&mut self, i: Value<'m>) -> Lowered {
        let width = self.shared.types.leaf(i.ty())?.width;
        let vector = self.parts(i.operand(0))?;
        let all = self.all(vector);
        let place = self.operand(i.operand(1))?;
        let place_width = self.shared.types.leaf(i.operand(1).ty())?.width;
        let known = self.known_place(place);
        if known.is_none_or(|known| known >= all.len()) {
            self.in_vector(place, place_width, all.len());
        }
        let result = match known {
            Some(place) => match all.get(place) {
                Some(&element) => element,
                None => self.shared.undefined(width),
            },
            None => {
                let mut result = all[0];
                for (at, &element) in all.iter().enumerate().skip(1) {
                    let number = self.number(place_width, at as u128);
                    let here = self.test(Compare::Eq, place_width, place, number);
                    result = self.choose(width, here, element, result);
                }
                result
            }
        };
        self.define(i, [result]);
        Ok(())
    }

    pub(super) fn insert_element(&mut self, i: Value<'m>) -> Lowered {
        let width = self.shared.types.leaf(i.operand(1).ty())?.width;
        let vector = self.parts(i.operand(0))?;
        let mut all = self.all(vector);
        let new = self.operand(i.operand(1))?;
        let place = self.operand(i.operand(2))?;
        let place_width = self.shared.types.leaf(i.operand(2).ty())?.width;
        let known = self.known_place(place);
        if known.is_none_or(|known| known >= all.len()) {
            self.in_vector(place, place_width, all.len());
        }
        match known {
            Some(place) => match all.get_mut(place) {
                Some(element) => *element = new,
                None => all.fill(self.shared.undefined(width)),
            },
            None => {
                for (at, element) in all.iter_mut().enumerate() {
                    let number = self.number(place_width, at as u128);
                    let here = self.test(Compare::Eq, place_width, place, number);
                    *element = self.choose(width, here, new, *element);
                }
            }
        }
        self.define(i, all);
        Ok(())
    }

    pub(super) fn shuffle(&mut self, i: Value<'m>) -> Lowered {
        let shape = self.shape(i.ty())?;
        let Some(leaf) = shape.leaves.first() else {
            return unsupported("`shufflevector` of nothing");
        };
        let first = self.parts(i.operand(0))?;
        let second = self.parts(i.operand(1))?;
        let mut all = self.all(first);
        all.extend(self.all(second));
        let nothing = self.shared.undefined(leaf.width);
        let pick = |place: Option<u32>| place.and_then(|at| all.get(at as usize)).copied();
        let picked: Vec<Operand> =
            i.mask().into_iter().map(|place| pick(place).unwrap_or(nothing)).collect();
        self.define(i, picked);
        Ok(())
    }
}
