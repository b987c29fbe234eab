//! The memory of a state: objects by number, shared among states.
//!
//! An address is the number of an object in its upper half, and [`BASE`] plus an offset in its lower
//! half, so that offsets below 0 also belong to their object. Number 0 is not an object: the null
//! pointer and small numbers point there. Number 1 holds the functions.

mod object;
mod table;

use std::rc::Rc;

use pikse_ir::LocId;

pub use object::Kind;
pub(crate) use object::{Byte, Object};
use table::Table;

/// The lower half of the address of an object's first byte.
pub const BASE: u32 = 0x1000_0000;
/// The number under which functions have their addresses.
pub(crate) const FUNCTIONS: u32 = 1;
/// How far the addresses of neighbouring functions are apart.
pub(crate) const FUNCTION_STEP: u32 = 16;
/// The largest object.
pub(crate) const LARGEST: u64 = 1 << 31;

/// The address of a place in an object.
#[inline]
#[must_use]
pub const fn address_of(object: u32, offset: u32) -> u64 {
    (object as u64) << 32 | BASE.wrapping_add(offset) as u64
}

/// The object that an address belongs to, and the offset in it, which may be outside of it.
#[inline]
#[must_use]
pub const fn place_of(address: u64) -> (u32, i64) {
    ((address >> 32) as u32, (address & 0xffff_ffff) as i64 - BASE as i64)
}

/// The entry of a number.
#[derive(Clone, Debug)]
enum Slot {
    Live(Rc<Object>),
    /// Heap memory that was freed there.
    Freed(LocId),
}

/// What an address points to.
#[derive(Debug)]
pub(crate) enum Found {
    Object,
    Freed(LocId),
    /// A local variable of a function that has returned.
    Gone,
    /// No object ever had this number.
    Nothing,
}

/// All objects of a state.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    table: Table<Slot>,
    next: u32,
    /// The bytes that are allocated now, and how many of them the program may have.
    allocated: u64,
}

impl Memory {
    pub(crate) fn new() -> Self {
        Self { table: Table::new(), next: FUNCTIONS + 1, allocated: 0 }
    }

    /// Adds an object with a new number.
    pub(crate) fn add(&mut self, object: Object) -> Option<u32> {
        let number = self.next;
        self.next = number.checked_add(1)?;
        self.allocated += u64::from(object.size());
        self.table.set(number, Slot::Live(Rc::new(object)));
        Some(number)
    }

    /// The bytes of all live objects.
    pub(crate) fn allocated(&self) -> u64 {
        self.allocated
    }

    /// The live object of a number.
    #[inline]
    pub(crate) fn object(&self, number: u32) -> Option<&Object> {
        match self.table.get(number) {
            Some(Slot::Live(object)) => Some(object),
            _ => None,
        }
    }

    /// The live object of a number, to be changed.
    #[inline]
    pub(crate) fn object_mut(&mut self, number: u32) -> Option<&mut Object> {
        match self.table.get_mut(number) {
            Some(Slot::Live(object)) => Some(Rc::make_mut(object)),
            _ => None,
        }
    }

    /// The entry of a number.
    pub(crate) fn find(&self, number: u32) -> Found {
        match self.table.get(number) {
            Some(Slot::Live(_)) => Found::Object,
            Some(&Slot::Freed(at)) => Found::Freed(at),
            None if number > FUNCTIONS && number < self.next => Found::Gone,
            None => Found::Nothing,
        }
    }

    /// Marks heap memory as freed.
    pub(crate) fn free(&mut self, number: u32, at: LocId) {
        self.forget_size(number);
        self.table.set(number, Slot::Freed(at));
    }

    /// Removes a local variable.
    pub(crate) fn remove(&mut self, number: u32) {
        self.forget_size(number);
        self.table.remove(number);
    }

    fn forget_size(&mut self, number: u32) {
        let size = self.object(number).map_or(0, Object::size);
        self.allocated -= u64::from(size);
    }

    /// The live objects with their numbers.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (u32, &Object)> {
        self.table.iter().filter_map(|(number, slot)| match slot {
            Slot::Live(object) => Some((number, &**object)),
            Slot::Freed(_) => None,
        })
    }

    /// An estimate of the bytes that the state would free.
    pub(crate) fn own_weight(&self) -> usize {
        let own = |slot: &Slot| match slot {
            Slot::Live(object) if Rc::strong_count(object) == 1 => object.weight(),
            _ => 0,
        };
        self.table.iter().map(|(_, slot)| own(slot)).sum()
    }
}
