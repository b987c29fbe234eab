//! Loads and stores.

use pikse_expr::{Expr, Memory as Bytes};

use super::address::{Access, Offset};
use super::load::unwritten_symbol;
use super::{Machine, Step};
use crate::memory::{FUNCTION_STEP, FUNCTIONS, Object, place_of};
use crate::state::State;
use crate::value::Value;
use crate::verdict::ErrorKind;

/// Up to how many places a symbolic offset becomes a choice among words, which keeps them words. Beyond
/// that it becomes a read of bytes at an offset.
const CHOICES: u64 = 64;
/// The largest object that becomes a table of bytes.
const TABLE: u64 = 1 << 20;

/// Whether an address is one of the two words before a function. `-fsanitize=function` reads them
/// before it calls a function by its address; zero means that the function has no description of its
/// type. The machine checks such calls itself.
fn is_before_function(address: Value) -> bool {
    let Value::Concrete(address) = address else { return false };
    let (number, offset) = place_of(address);
    number == FUNCTIONS && matches!(offset.rem_euclid(i64::from(FUNCTION_STEP)), 8 | 12)
}

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
        if width == 32 && is_before_function(address) {
            return Ok(Value::ZERO);
        }
        let (number, offset) = self.resolve(state, address, u64::from(count), Access::Read)?;
        self.choose(state, number, offset, u64::from(count))?;
        self.make_arbitrary(state, number, offset, u64::from(count));
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
        self.choose_all(state, number, offset, u64::from(count))?;
        if let Offset::Symbolic(_) = offset {
            self.make_arbitrary(state, number, offset, u64::from(count));
        }
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
    pub(super) fn word(&mut self, state: &State, number: u32, offset: u64, count: u32) -> Expr {
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
    fn places(&self, object: &Object, offset: Expr, count: u64) -> Option<Vec<u64>> {
        let facts = self.exprs.facts(offset);
        let last = object.room().checked_sub(count)?;
        let (low, high) = (facts.low, facts.high.min(last));
        // Trailing bits that are known to be zero.
        let step = 1u64 << facts.zeros.trailing_ones().min(31);
        let first = low.next_multiple_of(step);
        if step < count || first > high || (high - first) / step >= CHOICES {
            return None;
        }
        Some((first..=high).step_by(step as usize).collect())
    }

    /// Whether an access at a symbolic offset would need a table of too many bytes.
    pub(super) fn is_vast(&self, state: &State, number: u32, offset: Expr, count: u64) -> bool {
        state.memory.object(number).is_some_and(|object| {
            object.room() > TABLE
                && object.symbolic().is_none()
                && self.places(object, offset, count).is_none()
        })
    }

    /// The word at a symbolic offset, which is inside.
    pub(super) fn word_at(&mut self, state: &State, number: u32, offset: Expr, count: u32) -> Expr {
        let Some(object) = state.memory.object(number) else { return Expr::FALSE };
        if object.symbolic().is_none()
            && let Some(places) = self.places(object, offset, u64::from(count))
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
    pub(super) fn put_at(
        &mut self,
        state: &mut State,
        number: u32,
        offset: Expr,
        count: u32,
        value: Value,
    ) {
        let word = value.expr(&mut self.exprs, count * 8);
        let Some(object) = state.memory.object(number) else { return };
        let places = match object.symbolic() {
            None => self.places(object, offset, u64::from(count)),
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
        let known = state.memory.object(number).map(|object| (object.symbolic(), object.room()));
        match known {
            Some((Some(bytes), _)) => bytes,
            Some((None, size)) => {
                let list: Vec<Expr> = (0..size).map(|at| self.word(state, number, at, 1)).collect();
                self.exprs.memory_of_bytes(&list)
            }
            None => self.exprs.memory_of_bytes(&[]),
        }
    }

    /// The number of bytes from an address to the end of its object; none if that is not known.
    pub(super) fn room(&self, state: &State, address: u64) -> Option<u64> {
        let (number, offset) = state.memory.place(address);
        match state.memory.object(number) {
            None => Some(0),
            Some(object) if object.length().is_some() => None,
            Some(object) => Some((object.size() as i64 - offset).max(0) as u64),
        }
    }

    /// The text at an address, up to its end. Symbolic bytes, and a symbolic address, are as in the path's
    /// model if the text is only read by people. Otherwise bytes have their least values, and the path
    /// splits into the addresses.
    pub(super) fn text(
        &mut self,
        state: &mut State,
        address: Value,
        is_for_people: bool,
    ) -> Step<String> {
        let address = match address {
            Value::Symbolic(address) if is_for_people => self.example(state, address)? as u64,
            address => self.one_value(state, address, 64)?,
        };
        let (number, offset) = state.memory.place(address);
        let Some(object) = state.memory.object(number) else { return Ok(String::new()) };
        let size = object.room();
        let mut bytes = Vec::new();
        for at in offset.max(0) as u64..size {
            let byte = self.word(state, number, at, 1);
            let byte = match is_for_people {
                true => self.example(state, byte)? as u64,
                false => self.least_value(state, Value::Symbolic(byte))?,
            };
            match byte as u8 {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}
