//! Copies and fills of memory, of known and of symbolic length.

use pikse_expr::Expr;

use super::address::{Access, Offset};
use super::sizes::Size;
use super::{Machine, Step};
use crate::memory::{Byte, Kind};
use crate::state::State;
use crate::value::Value;
use crate::verdict::ErrorKind;

/// Up to how many bytes a copy of symbolic length is a choice for each byte.
const CHOSEN: u64 = 4096;
/// From how many bytes on a copy shares pages of large objects: a multiple of their size.
const LARGE: u64 = 1 << 20;
/// Likewise, for places that are symbolic.
const CHOSEN_ANYWHERE: u64 = 64;

impl Machine<'_> {
    /// The number of bytes from an address to the end of its object, if that object is known: a
    /// number of 64 bits.
    fn room_at(&mut self, state: &State, address: Value) -> Option<Expr> {
        let (number, offset) = match address {
            Value::Concrete(address) => {
                let (number, offset) = state.memory.place(address);
                (number, self.exprs.constant(64, offset as u128))
            }
            Value::Symbolic(expr) => {
                let number = self.likely_object(state, expr)?;
                let base = self.exprs.constant(64, u128::from(state.memory.address(number, 0)));
                (number, self.exprs.sub(expr, base))
            }
        };
        let size = self.size_of_object(state.memory.object(number)?);
        let size = size.expr(&mut self.exprs, 64);
        let inside = self.exprs.ule(offset, size);
        let left = self.exprs.sub(size, offset);
        let none = self.exprs.constant(64, 0);
        Some(self.exprs.ite(inside, left, none))
    }

    /// A number of bytes of 64 bits. A symbolic one must fit at all of these places. Returns whether all
    /// places are known.
    fn fits(&mut self, state: &mut State, length: Expr, places: &[(Value, Access)]) -> Step<bool> {
        // To have few values, those that do not fit are reported together. If the object is not
        // known, or does not exist, they are reported one by one.
        let mut is_known = true;
        for &(address, access) in places {
            let Some(room) = self.room_at(state, address) else {
                is_known = false;
                continue;
            };
            let fits = self.exprs.ule(length, room);
            let message = match access {
                Access::Read => "the read is larger than the object",
                Access::Write => "the write is larger than the object",
            };
            self.require(state, fits, ErrorKind::OutOfBounds, message)?;
        }
        Ok(is_known)
    }

    /// A number of bytes, each value in turn. Those that do not fit are errors.
    pub(super) fn each_length(
        &mut self,
        state: &mut State,
        length: Value,
        places: &[(Value, Access)],
    ) -> Step<u64> {
        if let Value::Symbolic(expr) = length {
            self.fits(state, expr, places)?;
        }
        self.one_value(state, length, 64)
    }

    /// A number of bytes for a copy.
    fn length(
        &mut self,
        state: &mut State,
        length: Value,
        places: &[(Value, Access)],
    ) -> Step<Size> {
        let expr = match length {
            Value::Concrete(length) => return Ok(Size::Known(length)),
            Value::Symbolic(expr) => expr,
        };
        let expr = self.decidable(state, expr, "a size")?;
        let length = Value::of(&self.exprs, expr);
        if !self.fits(state, expr, places)? || !self.can_be_chosen(state, places) {
            return Ok(Size::Known(self.one_value(state, length, 64)?));
        }
        match self.size(state, length)? {
            Size::Between(expr, _, most) if most > self.chosen(places) => {
                Ok(Size::Known(self.one_value(state, Value::Symbolic(expr), 64)?))
            }
            size => Ok(size),
        }
    }

    fn chosen(&self, places: &[(Value, Access)]) -> u64 {
        let is_plain = places.iter().all(|(address, _)| address.concrete().is_some());
        if is_plain { CHOSEN } else { CHOSEN_ANYWHERE }
    }

    /// Whether bytes at these places can be what they were, so that an access need not happen: they are
    /// not constant, and no cells that are chosen when they are read.
    fn can_be_chosen(&self, state: &State, places: &[(Value, Access)]) -> bool {
        places.iter().all(|&(address, access)| {
            let number = match address {
                Value::Concrete(address) => Some(state.memory.place(address).0),
                Value::Symbolic(expr) => self.likely_object(state, expr),
            };
            let object = number.and_then(|number| state.memory.object(number));
            object.is_some_and(|object| match object.kind {
                Kind::Given => false,
                Kind::Constant => access == Access::Read,
                _ => true,
            })
        })
    }

    /// Copies bytes; the two places may overlap.
    pub(super) fn copy_length(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        length: Value,
    ) -> Step<()> {
        let places = [(to, Access::Write), (from, Access::Read)];
        let (length, most) = match self.length(state, length, &places)? {
            Size::Known(length) => return self.copy(state, to, from, length),
            Size::Between(length, _, most) => (length, most),
        };
        let (source, start) = self.resolve(state, from, 0, Access::Read)?;
        let (target, goal) = self.resolve(state, to, 0, Access::Write)?;
        self.make_arbitrary(state, source, start, most);
        self.make_arbitrary(state, target, goal, most);
        let bytes: Vec<Expr> =
            (0..most).map_while(|k| self.byte_at(state, source, start, k)).collect();
        for (k, byte) in (0..).zip(bytes) {
            self.put_if(state, length, (target, goal), k, byte);
        }
        Ok(())
    }

    /// Sets bytes to one value.
    pub(super) fn fill_length(
        &mut self,
        state: &mut State,
        to: Value,
        byte: Value,
        length: Value,
    ) -> Step<()> {
        let (length, most) = match self.length(state, length, &[(to, Access::Write)])? {
            Size::Known(length) => return self.fill(state, to, byte, length),
            Size::Between(length, _, most) => (length, most),
        };
        let (target, goal) = self.resolve(state, to, 0, Access::Write)?;
        let byte = byte.expr(&mut self.exprs, 8);
        for k in 0..most {
            self.put_if(state, length, (target, goal), k, byte);
        }
        Ok(())
    }

    /// The byte so many after a place; none after the end of the object.
    fn byte_at(&mut self, state: &State, number: u32, base: Offset, k: u64) -> Option<Expr> {
        match base {
            Offset::Known(base) => {
                let is_inside = base + k < state.memory.object(number)?.room();
                is_inside.then(|| self.word(state, number, base + k, 1))
            }
            Offset::Symbolic(base) => {
                let at = self.exprs.add_const(base, u128::from(k));
                Some(self.word_at(state, number, at, 1))
            }
        }
    }

    /// Puts a byte so many after a place, if its number is below a length.
    fn put_if(
        &mut self,
        state: &mut State,
        length: Expr,
        (number, base): (u32, Offset),
        k: u64,
        byte: Expr,
    ) {
        let Some(before) = self.byte_at(state, number, base, k) else { return };
        let at = self.exprs.constant(64, u128::from(k));
        let is_put = self.exprs.ult(at, length);
        let after = self.exprs.ite(is_put, byte, before);
        let after = Value::of(&self.exprs, after);
        self.put_byte_at(state, number, base, k, after);
    }

    /// Copies bytes; the two places may overlap.
    pub(super) fn copy(
        &mut self,
        state: &mut State,
        to: Value,
        from: Value,
        count: u64,
    ) -> Step<()> {
        if count == 0 {
            return Ok(());
        }
        let (source, start) = self.resolve(state, from, count, Access::Read)?;
        let (target, goal) = self.resolve(state, to, count, Access::Write)?;
        self.choose(state, source, start, count)?;
        self.choose_all(state, target, goal, count)?;
        self.make_arbitrary(state, source, start, count);
        if let Offset::Symbolic(_) = goal {
            self.make_arbitrary(state, target, goal, count);
        }
        if let (Offset::Known(start), Offset::Known(goal)) = (start, goal)
            && let (Some(object), Some(into)) =
                (state.memory.object(source), state.memory.object(target))
            && object.symbolic().is_none()
            && into.symbolic().is_none()
        {
            let large = count - count % LARGE;
            if large > 0 && source != target {
                let object = object.clone();
                let is_shared = state
                    .memory
                    .object_mut(target)
                    .is_some_and(|into| into.share_pages(goal, &object, start, large));
                if is_shared {
                    let address = |number, offset| {
                        Value::Concrete(state.memory.address(number, offset + large))
                    };
                    let (to, from) = (address(target, goal), address(source, start));
                    return self.copy(state, to, from, count - large);
                }
            }
            let Some(object) = state.memory.object(source) else { return Ok(()) };
            if let Some(bytes) = object.plain(start, count) {
                if let Some(into) = state.memory.object_mut(target) {
                    into.put_plain(goal, &bytes);
                }
                return Ok(());
            }
            let mut bytes: Vec<Byte> = (start..start + count).map(|at| object.byte(at)).collect();
            self.keep_unwritten(target, goal, &mut bytes);
            if let Some(into) = state.memory.object_mut(target) {
                into.put_bytes(&mut self.exprs, goal, &bytes);
            }
            return Ok(());
        }
        let read = |machine: &mut Self, state: &State, k: u64| match start {
            Offset::Known(start) => machine.word(state, source, start + k, 1),
            Offset::Symbolic(start) => {
                let at = machine.exprs.add_const(start, u128::from(k));
                machine.word_at(state, source, at, 1)
            }
        };
        let bytes: Vec<Expr> = (0..count).map(|k| read(self, state, k)).collect();
        for (k, byte) in (0..count).zip(bytes) {
            let byte = Value::of(&self.exprs, byte);
            self.put_byte_at(state, target, goal, k, byte);
        }
        Ok(())
    }

    /// Sets bytes to one value.
    fn fill(&mut self, state: &mut State, to: Value, byte: Value, count: u64) -> Step<()> {
        if count == 0 {
            return Ok(());
        }
        let (target, goal) = self.resolve(state, to, count, Access::Write)?;
        self.choose_all(state, target, goal, count)?;
        if let (Offset::Known(goal), Value::Concrete(byte)) = (goal, byte)
            && let Some(object) = state.memory.object_mut(target)
            && object.symbolic().is_none()
        {
            object.fill(goal, count, byte as u8);
            return Ok(());
        }
        for k in 0..count {
            self.put_byte_at(state, target, goal, k, byte);
        }
        Ok(())
    }

    fn put_byte_at(&mut self, state: &mut State, number: u32, base: Offset, k: u64, byte: Value) {
        match base {
            Offset::Known(base) => {
                if let Some(object) = state.memory.object_mut(number) {
                    object.put(&mut self.exprs, base + k, 1, byte);
                }
            }
            Offset::Symbolic(base) => {
                let at = self.exprs.add_const(base, u128::from(k));
                self.put_at(state, number, at, 1, byte);
            }
        }
    }
}
