//! The shadow memory of AddressSanitizer.
//!
//! Code with AddressSanitizer's checks reads, for each eight bytes that it is about to access, one byte
//! that says whether it may: at the address divided by eight, plus a constant. The models replace that
//! constant by [`SHADOW`], which is above all objects. Here such an address leads to an object of its
//! own, the shadow of the object that it describes. Shadows begin as zeros ("everything may be
//! accessed") and are made when they are first touched.
//!
//! So an address that is no object's is found when its shadow is read, as an error of the access itself.

use pikse_expr::{Expr, View};
use pikse_ir::LocId;

use super::address::{Access, Offset};
use super::{Machine, Step};
use crate::memory::{Fresh, Kind, Object};
use crate::state::State;
use crate::value::Value;
use crate::verdict::Cut;

/// The shadow of address 0.
pub(super) const SHADOW: u64 = 1 << 63;
/// How many bytes one byte describes, as a power of two.
const SCALE: u32 = 3;
/// A check of several bytes reads so many bytes of shadow; the last may be behind the object's own.
const SPARE: u64 = 8;

impl Machine<'_> {
    /// Whether an address is one of shadow memory.
    pub(super) fn is_shadow(&self, address: Value) -> bool {
        self.has_shadow
            && match address {
                Value::Concrete(address) => address >= SHADOW,
                Value::Symbolic(address) => self.exprs.facts(address).low >= SHADOW,
            }
    }

    /// The object that is the shadow at an address, and the offset in it.
    pub(super) fn shadow(&mut self, state: &mut State, address: Value) -> Step<(u32, Offset)> {
        let described = match address {
            Value::Concrete(address) => Value::Concrete((address - SHADOW) << SCALE),
            Value::Symbolic(address) => {
                let begin = self.exprs.constant(64, u128::from(SHADOW));
                let scale = self.exprs.constant(64, u128::from(SCALE));
                let offset = self.exprs.sub(address, begin);
                let described = match self.divided(offset) {
                    Some(described) => described,
                    None => self.exprs.shl(offset, scale),
                };
                Value::of(&self.exprs, described)
            }
        };
        let (object, offset) = self.resolve(state, described, 1, Access::Read)?;
        let number = match state.shadows.get(object) {
            Some(&number) => number,
            None => {
                let room = state.memory.object(object).map_or(0, Object::room);
                let size = room.div_ceil(1 << SCALE) + SPARE;
                let shadow = Object::filled(Kind::World, size, Fresh::Byte(0), LocId(0));
                let Some(number) = state.memory.add(shadow) else {
                    return Err(self.cut(state, Cut::Memory));
                };
                state.shadows.set(object, number);
                number
            }
        };
        let offset = match offset {
            Offset::Known(offset) => Offset::Known(offset >> SCALE),
            Offset::Symbolic(offset) => {
                let scale = self.exprs.constant(64, u128::from(SCALE));
                let offset = self.exprs.lshr(offset, scale);
                match self.exprs.as_const(offset) {
                    Some(offset) => Offset::Known(offset as u64),
                    None => Offset::Symbolic(offset),
                }
            }
        };
        Ok((number, offset))
    }

    /// The address that was divided, if that can be seen.
    fn divided(&self, offset: Expr) -> Option<Expr> {
        let View::Zext(bits) = self.exprs.view(offset) else { return None };
        match self.exprs.view(bits) {
            View::Extract { of, low: SCALE } if self.exprs.width(of) == 64 => Some(of),
            _ => None,
        }
    }
}
