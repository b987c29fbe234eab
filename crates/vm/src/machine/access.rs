//! Loads, stores and copies.

use pikse_expr::{Expr, Memory as Bytes};

use super::address::{Access, Offset};
use super::load::unwritten_symbol;
use super::{Machine, Step};
use crate::memory::{Byte, Object, address_of, place_of};
use crate::state::State;
use crate::value::Value;
use crate::verdict::ErrorKind;

/// Up to how many places a symbolic offset becomes a choice among words, which keeps them words. Beyond
/// that it becomes a read of bytes at an offset.
const CHOICES: u64 = 64;

impl Machine<'_> {
    /// A value of `width` bits.
    pub(super) fn load(
        &mut self,
        state: &mut State,
        address: Value,
        width: u32,
        align: u32,
    ) -> Step<Value> {
        let count = width.div_ceil(8);
        self.aligned(state, address, align)?;
        let (number, offset) = self.resolve(state, address, u64::from(count), Access::Read)?;
        self.choose(state, number, offset, count)?;
        let word = match offset {
            Offset::Known(offset) => self.word(state, number, offset, count),
            Offset::Symbolic(offset) => self.word_at(state, number, offset, count),
        };
        let value = match width {
            _ if width == count * 8 => word,
            _ => self.exprs.trunc(word, width),
        };
        Ok(Value::of(&self.exprs, value))
    }

    /// Puts a value of `width` bits.
    pub(super) fn store(
        &mut self,
        state: &mut State,
        address: Value,
        value: Value,
        width: u32,
        align: u32,
    ) -> Step<()> {
        let count = width.div_ceil(8);
        self.aligned(state, address, align)?;
        let (number, offset) = self.resolve(state, address, u64::from(count), Access::Write)?;
        self.choose_all(state, number, offset)?;
        let value = match value {
            Value::Symbolic(expr) if width != count * 8 => {
                let expr = self.exprs.zext(expr, count * 8);
                Value::of(&self.exprs, expr)
            }
            value => value,
        };
        match offset {
            Offset::Known(offset) => {
                if let Some(object) = state.memory.object_mut(number) {
                    object.put(&mut self.exprs, offset, count, value);
                }
            }
            Offset::Symbolic(offset) => self.put_at(state, number, offset, count, value),
        }
        Ok(())
    }

    /// Whether an address is a multiple of its alignment.
    fn aligned(&mut self, state: &mut State, address: Value, align: u32) -> Step<()> {
        if !self.options.alignment || align <= 1 {
            return Ok(());
        }
        let message = format!("the address is not a multiple of {align}");
        match address {
            Value::Concrete(address) if address.is_multiple_of(u64::from(align)) => Ok(()),
            Value::Concrete(_) => Err(self.error(state, ErrorKind::Misaligned, message)),
            Value::Symbolic(expr) => {
                let low = self.exprs.extract(expr, 0, align.trailing_zeros());
                let zero = self.exprs.constant(align.trailing_zeros(), 0);
                let aligned = self.exprs.eq(low, zero);
                self.require(state, aligned, ErrorKind::Misaligned, &message)
            }
        }
    }

    /// The bytes at a known place of an object as one word.
    pub(super) fn word(&mut self, state: &State, number: u32, offset: u32, count: u32) -> Expr {
        let Some(object) = state.memory.object(number) else { return Expr::FALSE };
        if count <= 8
            && let Some(bits) = object.number(offset, count)
        {
            return self.exprs.constant(count * 8, u128::from(bits));
        }
        let unwritten = self.unwritten();
        let mut symbol = |exprs: &mut pikse_expr::Exprs, offset| {
            exprs.read(unwritten, unwritten_symbol(number, offset), 8)
        };
        object.expr(&mut self.exprs, offset, count, &mut symbol)
    }

    /// The places that a symbolic offset may be, if they are few and words there do not overlap.
    fn places(&self, object: &Object, offset: Expr, count: u32) -> Option<Vec<u32>> {
        let facts = self.exprs.facts(offset);
        let last = u64::from(object.size()) - u64::from(count);
        let (low, high) = (facts.low, facts.high.min(last));
        // Trailing bits that are known to be zero.
        let step = 1u64 << facts.zeros.trailing_ones().min(31);
        let first = low.next_multiple_of(step);
        if step < u64::from(count) || first > high || (high - first) / step >= CHOICES {
            return None;
        }
        Some((first..=high).step_by(step as usize).map(|place| place as u32).collect())
    }

    /// The word at a symbolic offset, which is inside.
    fn word_at(&mut self, state: &State, number: u32, offset: Expr, count: u32) -> Expr {
        let Some(object) = state.memory.object(number) else { return Expr::FALSE };
        if object.symbolic().is_none()
            && let Some(places) = self.places(object, offset, count)
        {
            let mut places = places.into_iter().rev();
            let Some(last) = places.next() else { return Expr::FALSE };
            let mut word = self.word(state, number, last, count);
            for place in places {
                let here = self.word(state, number, place, count);
                let at = self.exprs.constant(64, u128::from(place));
                let is_here = self.exprs.eq(offset, at);
                word = self.exprs.ite(is_here, here, word);
            }
            return word;
        }
        let bytes = self.bytes(state, number);
        self.exprs.select_word(bytes, offset, count)
    }

    /// Puts a value at a symbolic offset, which is inside.
    fn put_at(&mut self, state: &mut State, number: u32, offset: Expr, count: u32, value: Value) {
        let word = value.expr(&mut self.exprs, count * 8);
        let Some(object) = state.memory.object(number) else { return };
        let places = match object.symbolic() {
            None => self.places(object, offset, count),
            Some(_) => None,
        };
        match places {
            Some(places) => {
                for place in places {
                    let before = self.word(state, number, place, count);
                    let at = self.exprs.constant(64, u128::from(place));
                    let is_here = self.exprs.eq(offset, at);
                    let after = self.exprs.ite(is_here, word, before);
                    let after = Value::of(&self.exprs, after);
                    if let Some(object) = state.memory.object_mut(number) {
                        object.put(&mut self.exprs, place, count, after);
                    }
                }
            }
            None => {
                let bytes = self.bytes(state, number);
                let bytes = self.exprs.write_word(bytes, offset, word);
                if let Some(object) = state.memory.object_mut(number) {
                    object.set_symbolic(bytes);
                }
            }
        }
    }

    /// The contents of an object as a memory of expressions.
    fn bytes(&mut self, state: &State, number: u32) -> Bytes {
        let known = state.memory.object(number).map(|object| (object.symbolic(), object.size()));
        match known {
            Some((Some(bytes), _)) => bytes,
            Some((None, size)) => {
                let list: Vec<Expr> = (0..size).map(|at| self.word(state, number, at, 1)).collect();
                self.exprs.memory_of_bytes(&list)
            }
            None => self.exprs.memory_of_bytes(&[]),
        }
    }

    /// The number of bytes from an address to the end of its object.
    pub(super) fn room(&self, state: &State, address: u64) -> u64 {
        let (number, offset) = place_of(address);
        let size = state.memory.object(number).map_or(0, |object| i64::from(object.size()));
        (size - offset).clamp(0, size) as u64
    }

    /// The number of bytes from an address to the end of its object, if that object is known: a
    /// number of 64 bits.
    fn room_at(&mut self, state: &State, address: Value) -> Option<Expr> {
        let (number, offset) = match address {
            Value::Concrete(address) => {
                let (number, offset) = place_of(address);
                (number, self.exprs.constant(64, offset as u128))
            }
            Value::Symbolic(expr) => {
                let number = self.likely_object(state, expr)?;
                let base = self.exprs.constant(64, u128::from(address_of(number, 0)));
                (number, self.exprs.sub(expr, base))
            }
        };
        let size = u128::from(state.memory.object(number)?.size());
        let size = self.exprs.constant(64, size);
        let inside = self.exprs.ule(offset, size);
        let left = self.exprs.sub(size, offset);
        let none = self.exprs.constant(64, 0);
        Some(self.exprs.ite(inside, left, none))
    }

    /// A number of bytes for a copy. A symbolic one must fit, and then each value is tried.
    pub(super) fn length(
        &mut self,
        state: &mut State,
        length: Value,
        width: u32,
        places: &[(Value, Access)],
    ) -> Step<u64> {
        let expr = match length {
            Value::Concrete(length) => return Ok(length),
            Value::Symbolic(expr) => expr,
        };
        // To have few values, those that do not fit are reported together. If the object is not
        // known, or does not exist, they are reported one by one.
        for &(address, access) in places {
            let Some(room) = self.room_at(state, address) else { continue };
            let room = match width {
                ..64 => self.exprs.trunc(room, width),
                64 => room,
                _ => self.exprs.zext(room, width),
            };
            let fits = self.exprs.ule(expr, room);
            let message = match access {
                Access::Read => "the read is larger than the object",
                Access::Write => "the write is larger than the object",
            };
            self.require(state, fits, ErrorKind::OutOfBounds, message)?;
        }
        self.one_value(state, length, width)
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
        let count = count as u32;
        self.choose(state, source, start, count)?;
        self.choose_all(state, target, goal)?;
        if let (Offset::Known(start), Offset::Known(goal)) = (start, goal)
            && let (Some(object), Some(into)) =
                (state.memory.object(source), state.memory.object(target))
            && object.symbolic().is_none()
            && into.symbolic().is_none()
        {
            if let Some(bytes) = object.plain(start, count) {
                let bytes = bytes.to_vec();
                if let Some(into) = state.memory.object_mut(target) {
                    into.put_plain(goal, &bytes);
                }
                return Ok(());
            }
            let mut bytes: Vec<Byte> = (start..start + count).map(|at| object.byte(at)).collect();
            self.keep_unwritten(target, goal, &mut bytes);
            if let Some(into) = state.memory.object_mut(target) {
                into.put_bytes(goal, &bytes);
            }
            return Ok(());
        }
        let read = |machine: &mut Self, state: &State, k: u32| match start {
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
    pub(super) fn fill(
        &mut self,
        state: &mut State,
        to: Value,
        byte: Value,
        count: u64,
    ) -> Step<()> {
        if count == 0 {
            return Ok(());
        }
        let (target, goal) = self.resolve(state, to, count, Access::Write)?;
        self.choose_all(state, target, goal)?;
        let count = count as u32;
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

    fn put_byte_at(&mut self, state: &mut State, number: u32, base: Offset, k: u32, byte: Value) {
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

    /// The text at an address, up to its end. Symbolic bytes are as in the path's model if the text is only
    /// read by people, and otherwise have their least values.
    pub(super) fn text(
        &mut self,
        state: &mut State,
        address: Value,
        is_for_people: bool,
    ) -> Step<String> {
        let Value::Concrete(address) = address else { return Ok(String::new()) };
        let (number, offset) = place_of(address);
        let Some(object) = state.memory.object(number) else { return Ok(String::new()) };
        let size = object.size();
        let mut bytes = Vec::new();
        for at in offset.max(0) as u32..size {
            let byte = self.word(state, number, at, 1);
            let byte = match is_for_people {
                true => self.example(state, byte)? as u64,
                false => self.some_value(state, Value::Symbolic(byte))?,
            };
            match byte as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
